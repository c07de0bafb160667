"""Saved armies: built, changed, taken in as text, kept under a name, deleted."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.boards.fantasy_dice_battles import saved_armies
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.boards.fantasy_dice_battles.saved_armies import MAX_SAVED, ArmyNotSaved, save, saved
from games.core.reading.access import NotYours
from games.core.services import leaving
from games.rules.errors import BadNotation, IllegalStep
from games.rules.fantasy_dice_battles.army import armies as rules
from games.rules.fantasy_dice_battles.data import PLACES, Army
from games.rules.fantasy_dice_battles.sets.offered import SETS
from tests.games.browsing import form, signed_in, told

pytestmark = pytest.mark.django_db
HOUSE = SETS["fogsite"]
REALM, HORDE = (
    rules.text(next(preset.army for preset in HOUSE.presets.values() if preset.army.faction == faction))
    for faction in ("realm", "horde")
)
LIST, TAKE, NEW = reverse("armies"), reverse("take_army"), reverse("new_army", args=["realm"])


def fields(text: str) -> dict[str, str]:
    """Return an army as the builder's form posts it."""
    army = rules.parse(text, HOUSE)
    reserve = {f"reserve {number}": unit for number, unit in enumerate(army.reserve, 1)}
    return {**dict(zip(PLACES, army.tokens, strict=True)), **reserve}


def shown(response: Any) -> dict[str, str]:
    """Return who stands where, as the page would post it again."""
    found = re.findall(r'<input type="hidden" name="([1-3]:\w+|reserve \d)" value="(\w*)">', told(response))
    return dict(found)


def kept(user: User) -> list[tuple[str, str]]:
    return list(SavedArmy.objects.filter(user=user).values_list("name", "text"))


# --- the service ---


def test_an_army_is_kept_in_its_canonical_text_and_handed_to_the_match_page(ann: User, ben: User) -> None:
    save(ann, "  My \n army ", REALM.replace(" / ", "\n/  "))
    assert saved(ann) == [("My army", REALM)]
    assert saved(ben) == []


def test_what_is_no_longer_legal_is_not_offered_for_a_match(ann: User) -> None:
    save(ann, "Fine", REALM)
    SavedArmy.objects.create(user=ann, data_set="fogsite", name="Old", text=REALM.replace(REALM.split()[6], "-"))
    SavedArmy.objects.create(user=ann, data_set="fogsite", name="Older", text="realm: elephants")
    assert [name for name, _ in saved(ann)] == ["Fine"]


def test_who_has_left_at_this_very_moment_keeps_nothing(ann: User) -> None:
    leaving.close_account(User.objects.get(pk=ann.pk))
    with pytest.raises(ArmyNotSaved, match="This account is closed"):
        save(ann, "Late", REALM)
    assert kept(ann) == []


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "\u202e\x00"])
def test_a_name_is_one_to_forty_characters(name: str, ann: User) -> None:
    with pytest.raises(ArmyNotSaved, match="Give the army a name of 1 to 40 characters"):
        save(ann, name, REALM)
    assert kept(ann) == []


def test_a_name_is_taken_once_a_person(ann: User, ben: User) -> None:
    save(ann, "Mine", REALM)
    save(ben, "Mine", HORDE)
    with pytest.raises(ArmyNotSaved, match="You already have an army called “Mine”"):
        save(ann, "Mine", HORDE)
    assert kept(ann) == [("Mine", REALM)]


def test_the_same_army_kept_twice_is_kept_once(ann: User, ben: User) -> None:
    first = save(ann, "Mine", REALM)
    assert save(ann, " Mine ", REALM.replace(" / ", "  /  ")) == first
    save(ben, "Mine", REALM)
    assert (kept(ann), kept(ben)) == ([("Mine", REALM)], [("Mine", REALM)])
    other = save(ann, "Other", HORDE)
    with pytest.raises(ArmyNotSaved, match="You already have an army called “Mine”"):
        save(ann, "Mine", REALM, replaced=other.pk)


@pytest.mark.parametrize(
    ("url", "given"),
    [("take", {"name": "Mine", "text": REALM}), ("new", {**fields(REALM), "name": "Mine", "deed": "keep"})],
)
def test_a_second_press_of_the_button_is_answered_like_the_first(url: str, given: dict[str, str], ann: User) -> None:
    client = signed_in(ann)
    answers = [client.post({"take": TAKE, "new": NEW}[url], given) for _ in range(2)]
    assert [(answer.status_code, answer.headers["Location"]) for answer in answers] == [(302, LIST)] * 2
    assert kept(ann) == [("Mine", REALM)]


def test_the_fifty_first_army_is_one_too_many_but_all_can_still_be_changed(ann: User) -> None:
    rows = [save(ann, f"Army {number}", REALM) for number in range(MAX_SAVED)]
    with pytest.raises(ArmyNotSaved, match="You’ve already saved 50 armies, the maximum"):
        save(ann, "One more", REALM)
    save(ann, "Renamed", HORDE, replaced=rows[0].pk)
    assert SavedArmy.objects.count() == MAX_SAVED
    assert ("Renamed", HORDE) in kept(ann)


def test_nobody_changes_an_army_of_somebody_else(ann: User, ben: User) -> None:
    row = save(ann, "Mine", REALM)
    with pytest.raises(NotYours):
        save(ben, "Stolen", HORDE, replaced=row.pk)
    assert kept(ann) == [("Mine", REALM)]


def test_armies_that_are_none_or_not_legal_are_refused(ann: User) -> None:
    with pytest.raises(BadNotation, match="This isn’t an army"):
        save(ann, "Mine", "nonsense" * 100)
    with pytest.raises(IllegalStep, match=r"One space is still empty: battalion 1 \(H\)"):
        save(ann, "Mine", REALM.replace(REALM.split()[6], "-", 1))
    assert kept(ann) == []


def test_every_legal_army_of_every_data_set_fits() -> None:
    unit = "u" * 24
    assert len(rules.text(Army("f" * 24, (unit,) * 18, (unit,) * 4))) == 581 < saved_armies.MAX_LENGTH


def test_a_text_is_refused_rather_than_cut_and_blanks_do_not_count(ann: User) -> None:
    placed, _, reserve = REALM.partition(" + ")
    save(ann, "Wide", placed + " " * saved_armies.MAX_LENGTH + "+ " + reserve)
    assert kept(ann) == [("Wide", REALM)]
    with pytest.raises(
        BadNotation, match=f"An army can have at most 1000 characters, but this text has {len(REALM) + 1000}"
    ):
        save(ann, "Long", REALM + " x" * 500)


def test_all_reasons_against_an_army_are_told_as_sentences(ann: User) -> None:
    with pytest.raises(IllegalStep) as caught:
        save(ann, "Mine", "realm: - footmen goblins - - marshal / - - - - - - / - - - - - - + wizard")
    assert str(caught.value) == (
        "This army can’t be played. Wrong faction: Goblins. An army can have only one faction. Court "
        "Wizard is a hero and can’t start in reinforcements. 15 spaces are still empty: battalion 1 (F1, "
        "S1, S2), battalion 2 (all), battalion 3 (all)."
    )


# --- the list ---


def test_the_list_shows_my_armies_alone_with_their_texts(ann: User, ben: User) -> None:
    save(ann, "Iron & <b>", REALM)
    save(ben, "Secret", HORDE)
    response = signed_in(ann).get(LIST)
    assert "Iron &amp; &lt;b&gt;" in response.content.decode()
    assert REALM in told(response)
    assert "Secret" not in told(response)
    assert "no-store" in response.headers["Cache-Control"]


def test_a_text_without_end_is_not_sent_back_whole(ann: User) -> None:
    page = signed_in(ann).post(reverse("take_army"), {"name": "n" * 200_000, "text": "x" * 200_000})
    assert page.status_code == 422
    assert "but this text has 200000." in told(page)
    assert (told(page).count("n" * 10_000), told(page).count("x" * 10_000)) == (1, 1)
    assert len(page.content) < 40_000


def test_an_empty_list_says_how_to_begin(ann: User) -> None:
    page = told(signed_in(ann).get(LIST))
    assert "You haven’t saved any armies yet." in page
    assert f'href="{NEW}"' in page


def test_an_army_that_the_rules_no_longer_allow_is_marked(ann: User) -> None:
    SavedArmy.objects.create(user=ann, data_set="fogsite", name="Old", text="realm: elephants")
    page = told(signed_in(ann).get(LIST))
    assert "no longer allowed" in page
    assert "This isn’t an army" in page


def test_an_army_no_longer_allowed_is_opened_and_mended_if_its_text_is_one(ann: User) -> None:
    dear = REALM.replace("footmen", "knights")
    row = SavedArmy.objects.create(user=ann, data_set="fogsite", name="Dear", text=dear)
    SavedArmy.objects.create(user=ann, data_set="fogsite", name="Lost", text="realm: elephants")
    client = signed_in(ann)
    page = told(client.get(LIST))
    assert page.count("no longer allowed") == 2
    assert re.findall(r'<a href="/armies/(\d+)/">(\w+)</a>', page) == [(str(row.pk), "Dear")]
    assert "Knights: 4, but an army can have at most 2." in told(client.get(row.get_absolute_url()))


def test_an_army_is_taken_in_as_text(ann: User) -> None:
    response = signed_in(ann).post(TAKE, {"name": "Mine", "text": f"\n{REALM}\r\n"}, follow=True)
    assert "Army “Mine” saved." in told(response)
    assert kept(ann) == [("Mine", REALM)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This isn’t an army: ."),
        ("realm: x", "This isn’t an army: realm: x."),
        ("elves" + REALM[5:], "There’s no faction “elves”. Available: realm, horde, brood, sylvan."),
        ("<script>alert(1)</script>", "This isn’t an army: <script>alert(1)</script>."),
        ("\x00" * 9000, "An army can have at most 1000 characters, but this text has 9000."),
        (f"realm:{' bowmen' * 143}", "An army can have at most 1000 characters, but this text has 1007."),
        (f"{REALM} + bowmen", "This isn’t an army: realm: "),
    ],
)
def test_bad_text_gets_the_sentence_and_stays_in_its_field(text: str, sentence: str, ann: User) -> None:
    response = signed_in(ann).post(TAKE, {"name": "<Mine>", "text": text})
    assert response.status_code == 422
    assert sentence in told(response)
    assert f">{text}</textarea>" in told(response)
    assert "<script>alert" not in response.content.decode()
    assert 'value="&lt;Mine&gt;"' in response.content.decode()
    assert kept(ann) == []


def test_deleting_asks_first(ann: User) -> None:
    row = save(ann, "Iron & <b>", REALM)
    client = signed_in(ann)
    url = reverse("delete_army", args=[row.pk])
    assert f'href="{url}"' in told(client.get(LIST))
    question = client.get(url)
    assert "Delete the army “Iron &amp; &lt;b&gt;”" in question.content.decode()
    assert "This can’t be undone." in told(question)
    assert form(question).boxes == ["confirm"]
    assert kept(ann) == [("Iron & <b>", REALM)]


def test_without_the_tick_no_army_is_deleted(ann: User) -> None:
    client = signed_in(ann)
    url = reverse("delete_army", args=[save(ann, "Mine", REALM).pk])
    response = form(client.get(url)).send(client)
    assert response.status_code == 422
    assert "Please tick the box to confirm." in told(response)
    assert kept(ann) == [("Mine", REALM)]


def test_an_army_is_deleted_by_its_owner_alone(ann: User, ben: User) -> None:
    row = save(ann, "Mine", REALM)
    url, missing = (reverse("delete_army", args=[number]) for number in (row.pk, row.pk + 1))
    answers = [signed_in(ben).post(each, {"confirm": "1"}, follow=True) for each in (url, missing)]
    told_both = [(answer.redirect_chain, list(answer.context["messages"])) for answer in answers]
    assert told_both == [([(LIST, 302)], [])] * 2
    assert [signed_in(ben).get(each).status_code for each in (url, missing)] == [404, 404]
    assert kept(ann) == [("Mine", REALM)]
    client = signed_in(ann)
    assert "Army “Mine” deleted." in told(form(client.get(url)).send(client, confirm="1"))
    assert kept(ann) == []


def test_an_army_whose_text_is_none_any_more_can_be_deleted(ann: User) -> None:
    row = SavedArmy.objects.create(user=ann, data_set="fogsite", name="Old", text="realm: elephants")
    client = signed_in(ann)
    question = client.get(reverse("delete_army", args=[row.pk]))
    assert "This isn’t an army" in told(question)
    form(question).send(client, confirm="1")
    assert kept(ann) == []


def test_a_second_press_of_delete_leads_to_the_list(ann: User) -> None:
    url, client = reverse("delete_army", args=[save(ann, "Mine", REALM).pk]), signed_in(ann)
    assert [client.post(url, {"confirm": "1"}).headers.get("Location") for _ in range(2)] == [LIST, LIST]


# --- the builder ---


def post(client: Client, url: str, deed: str, given: dict[str, str], name: str = "Mine") -> Any:
    return client.post(url, {**given, "name": name, "deed": deed}, follow=True)


def test_it_begins_empty_or_with_a_preset(ann: User) -> None:
    client = signed_in(ann)
    page = told(client.get(NEW))
    assert "0 of 30 points, normal units: 0" in page
    assert "18 spaces are still empty: battalion 1 (all), battalion 2 (all), battalion 3 (all)." in page
    preset = next(preset for preset in HOUSE.presets.values() if preset.army.faction == "realm")
    assert "This army is legal." in told(client.get(f"{NEW}?preset={preset.id}"))


@pytest.mark.parametrize("query", ["?preset=nothing", "?preset=" + "x" * 3000, "?preset="])
def test_a_preset_that_there_is_not_begins_empty(query: str, ann: User) -> None:
    assert "0 of 30 points" in told(signed_in(ann).get(NEW + query))


def test_a_faction_that_there_is_not_is_not_found(ann: User) -> None:
    assert signed_in(ann).get(reverse("new_army", args=["elves"])).status_code == 404


def test_looking_tells_points_copies_spaces_and_every_fault(ann: User) -> None:
    given = {"1:F1": "knights", "1:F2": "knights", "1:F3": "knights", "1:S1": "halberdiers", "reserve 1": "bowmen"}
    response = post(signed_in(ann), NEW, "look", given)
    page = told(response)
    assert response.status_code == 200
    assert "14 of 30 points, normal units: 5" in page
    assert "Knights: 3, but an army can have at most 2." in page
    assert "Halberdiers can’t be placed on 1:S1, only on F1, F2, F3." in page
    assert "14 spaces are still empty" in page
    assert '<input type="hidden" name="1:S1" value="halberdiers">' in page
    assert "0 of 2 left" in page


def test_arranging_fills_the_spaces(ann: User) -> None:
    response = post(signed_in(ann), NEW, "arrange", {"1:F1": "knights", "1:S1": "footmen"})
    assert "This army is legal." in told(response)
    assert kept(ann) == []


def test_arranging_what_cannot_be_filled_says_why(ann: User) -> None:
    given = dict.fromkeys(("1:F1", "1:F2", "1:F3"), "knights")
    response = post(signed_in(ann), NEW, "arrange", given)
    assert response.status_code == 422
    assert "The army can’t be completed: " in told(response)
    assert "Knights: 3, but an army can have at most 2." in told(response)


def test_what_is_built_is_kept(ann: User) -> None:
    assert "Army “Mine” saved." in told(post(signed_in(ann), NEW, "keep", fields(REALM)))
    assert kept(ann) == [("Mine", REALM)]


def test_a_faulty_army_is_not_kept_and_stays_in_the_form(ann: User) -> None:
    response = post(signed_in(ann), NEW, "keep", {"1:F1": "knights"}, name="Half")
    assert response.status_code == 422
    assert "You can’t save this army yet. The reasons are below." in told(response)
    assert told(response).count("17 spaces are still empty") == 1
    assert '<input type="hidden" name="1:F1" value="knights">' in told(response)
    assert 'value="Half"' in told(response)
    assert kept(ann) == []


def test_a_kept_army_is_changed_and_renamed(ann: User, ben: User) -> None:
    url = reverse("saved_army", args=[save(ann, "Mine", REALM).pk])
    assert 'value="Mine"' in told(signed_in(ann).get(url))
    swapped = fields(REALM)
    swapped["1:H"], swapped["2:H"] = swapped["2:H"], swapped["1:H"]
    post(signed_in(ann), url, "keep", swapped, name="Other")
    ((name, text),) = kept(ann)
    assert (name, fields(text)) == ("Other", swapped)
    assert signed_in(ben).get(url).status_code == 404
    assert post(signed_in(ben), url, "keep", fields(REALM)).status_code == 404


@pytest.mark.parametrize("unit", ["elephants", "goblins / x", "x" * 5000, "<b>", "\x00", "marshal marshal"])
def test_hostile_units_are_refused_with_a_sentence(unit: str, ann: User) -> None:
    response = post(signed_in(ann), NEW, "keep", {**fields(REALM), "1:F1": unit})
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert kept(ann) == []


def test_a_field_that_names_no_unit_is_emptied_and_the_rest_stays(ann: User) -> None:
    for deed in ("look", "keep", "arrange"):
        response = post(signed_in(ann), NEW, deed, {**fields(REALM), "1:F1": "elephants", "reserve 4": "<b>"}, "Typed")
        assert response.status_code == 422
        alert = told(response).partition('role="alert">')[2].partition("</p>")[0]
        assert alert == (
            "1:F1 counts as empty: there’s no unit called “elephants”. "
            "Reinforcements 4 counts as empty: there’s no unit called “<b>”."
        )
        assert "One space is still empty: battalion 1 (F1)." in told(response)
        assert shown(response) == {**fields(REALM), "1:F1": "", "reserve 4": ""}
        assert 'value="Typed"' in told(response)
    assert kept(ann) == []


@pytest.mark.parametrize("blank", [" ", "\t", "\n", "\u2003"])
def test_a_field_speaks_for_itself_alone(blank: str, ann: User) -> None:
    placed = fields(REALM.partition(" + ")[0])
    response = post(signed_in(ann), NEW, "keep", {**placed, "reserve 1": blank.join(["bowmen"] * 3)})
    assert "Reinforcements 1 counts as empty: there’s no unit called “bowmen" in told(response)
    post(signed_in(ann), NEW, "keep", {**placed, "reserve 1": f"{blank}bowmen{blank}"})
    assert kept(ann) == [("Mine", REALM.partition(" + ")[0] + " + bowmen")]


# --- an army that changes or goes while its page is open ---


def test_what_was_typed_of_an_army_deleted_in_the_meantime_is_kept_as_a_new_one(ann: User) -> None:
    row, client = save(ann, "Mine", REALM), signed_in(ann)
    page = client.get(row.get_absolute_url())
    row.delete()
    page = form(page).send(client, **fields(REALM), name="Typed", deed="keep")
    assert page.status_code == 409
    assert "This army has been deleted." in told(page)
    assert "This army is legal." in told(page)
    assert 'value="Typed"' in told(page)
    assert kept(ann) == []
    form(page, NEW).send(client, **fields(REALM), name="Typed", deed="keep")
    assert kept(ann) == [("Typed", REALM)]


def test_an_army_deleted_at_the_very_moment_it_is_saved_is_answered_alike(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = save(ann, "Mine", REALM)

    def late(*given: Any) -> SavedArmy:
        SavedArmy.objects.all().delete()
        return save(*given)

    monkeypatch.setattr(saved_armies, "save", late)
    response = post(signed_in(ann), row.get_absolute_url(), "keep", fields(REALM), name="Typed")
    assert response.status_code == 409
    assert "This army has been deleted." in told(response)
    assert kept(ann) == []


def test_an_army_of_somebody_else_is_answered_like_none(ann: User, ben: User) -> None:
    row = save(ann, "Mine", REALM)
    urls = [reverse("saved_army", args=[number]) for number in (row.pk, row.pk + 1)]
    for deed in ("look", "arrange", "keep"):
        given = {**fields(HORDE), "faction": "horde"}
        one, other = (post(signed_in(ben), url, deed, given, name="Stolen") for url in urls)
        assert (one.status_code, other.status_code) == ((409, 409) if deed == "keep" else (200, 200))
        assert sight(one, urls[0]) == sight(other, urls[1])
    assert [signed_in(ben).post(url, {"deed": "keep"}).status_code for url in urls] == [404, 404]
    assert (kept(ann), kept(ben)) == ([("Mine", REALM)], [])


def sight(response: Any, url: str) -> str:
    """Return a page but for its own address and what differs from one answer to the next."""
    return re.sub(r'(nonce|value|token)="[^"]{30,}"', "", told(response).replace(url, "URL"))


def test_what_was_typed_stays_when_a_unit_of_the_army_leaves_the_data_set(ann: User) -> None:
    row = save(ann, "Mine", REALM)
    SavedArmy.objects.update(text=REALM.replace("knights", "elephants"))
    given = {**fields(REALM), "1:F1": "elephants", "faction": "realm"}
    response = post(signed_in(ann), row.get_absolute_url(), "keep", given)
    assert response.status_code == 422
    assert "1:F1 counts as empty: there’s no unit called “elephants”." in told(response)
    post(signed_in(ann), row.get_absolute_url(), "keep", {**fields(REALM), "faction": "realm"})
    assert kept(ann) == [("Mine", REALM)]


def test_the_list_asks_the_database_as_often_for_three_armies_as_for_one(
    ann: User, django_assert_num_queries: Any
) -> None:
    client = signed_in(ann)
    save(ann, "One", REALM)
    client.get(LIST)
    with django_assert_num_queries(4):
        one = client.get(LIST)
    save(ann, "Two", REALM)
    save(ann, "Three", HORDE)
    with django_assert_num_queries(4):
        three = client.get(LIST)
    assert (one.status_code, three.status_code) == (200, 200)
    assert all(name in told(three) for name in ("One", "Two", "Three"))


def test_an_army_of_a_set_that_is_gone_is_listed_and_neither_opened_nor_called_allowed(ann: User) -> None:
    save(ann, "Fine", REALM)
    SavedArmy.objects.update(data_set="gone")
    (row,) = signed_in(ann).get(reverse("armies")).context["rows"]
    assert (row["opens"], row["playable"]) == (False, False)
    assert row["summary"] == "It belongs to the data set gone, which is no longer offered."
