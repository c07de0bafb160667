"""All that a member of the group of moderators can open and do in the admin; all else is refused and not listed."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts import outbox
from accounts.models import Outbox, User
from games.chat import services as chat
from games.core.models import ChatLine, Heartbeat, Match, TimeUp
from games.core.services import rulings
from games.deeds.models import Award
from games.lobby.models import Invitation
from games.reports import filing
from games.seeks import services as seeks
from games.seeks.fit import Wish
from games.seeks.models import Seek
from tests.games.browsing import signed_in, told
from tests.games.tables import begin, now
from tests.parts import features
from tests.parts.cast import person

pytestmark = pytest.mark.django_db

SEEN = {"games_match", "games_entry", "games_seat", "games_turn", "games_chatline", "games_invitation"}
SEEN |= {"games_timeup", "games_report", "games_seek", "games_award", "desk_person", "desk_week", "measures_measure"}
LISTED_ALONE = {"games_award", "desk_week"}
"""Of these no row has a page of its own."""
PAGES = {"index", "app_list", *[f"{name}_changelist" for name in SEEN]}
PAGES |= {f"{name}_{page}" for name in SEEN - LISTED_ALONE for page in ("change", "history")}
MISSING = {f"{name}_{page}" for name in LISTED_ALONE for page in ("change", "history", "delete")}
FORMS = {"games_match_rule", "games_match_back", "games_match_substitute", "games_match_strike", "games_chatline_hide"}
FORMS |= {"games_match_unrule", "games_match_unback", "games_match_unstrike"}
FORMS |= {"games_report_take", "games_report_hand_back", "games_report_hand_over", "games_report_close"}
FORMS |= {"games_report_reopen", "games_report_ask", "games_report_opinion", "games_report_operators"}
FORMS |= {f"measures_measure_{name}" for name in ("take", "undo", "second", "judge", "unjudge", "reword")}
LEADS_BACK = {"games_report_note", "games_report_hide", "desk_person_note", "desk_person_chat", "games_report_skip"}
LEADS_BACK |= {"games_chatline_show"}  # its line is not hidden
"""What is posted from a page, and leads back to it or on."""
OPENED = PAGES | FORMS | LEADS_BACK
OPEN_TO_ALL_STAFF = {"login", "logout", "password_change", "password_change_done", "jsi18n", "view_on_site", ""}
"""The frame: it shows no rows. `autocomplete` is refused without a field to complete."""


@pytest.fixture
def moderator(db: None) -> Client:
    """A browser of a member of the group."""
    user = person("Max", is_staff=True)
    user.groups.add(Group.objects.get(name="Moderators"))
    return signed_in(user)


@pytest.fixture
def played(ann: User, ben: User) -> Match:
    """A match with a row in every list, rows in those that are not a moderator's, and operators to tell of a case."""
    person("Otto", is_staff=True, is_superuser=True)
    match = begin(ann, ben)
    chat.say(match.public_id, ann, "Good luck")
    filing.file(ben, "match", match.public_id, "cheating", "")
    seeks.ask(ben, Wish("en-garde", 1, 3))
    Award.objects.create(user=ann, game="en-garde", deed="shut_out", match=match, earned=match.created)
    outbox.queue(ann.pk, "turn", "1", {"match": match.pk, "seat": match.seats.all()[0].pk, "ply": 0})
    TOTP.activate(ann, generate_totp_secret())
    seat = match.seats.all()[0]
    TimeUp.objects.create(match=match, seat=seat, user=ben, began=match.created, until=match.created)
    Heartbeat.objects.update_or_create(name="beat", defaults={"at": match.created})
    for make in features.brought("make_rows"):
        make(match)
    return match


def addresses(resolver: URLResolver, inside: bool = False) -> Iterator[URLPattern]:
    """Yield every address of the admin."""
    for found in resolver.url_patterns:
        here = inside or str(found.pattern) == "admin/"
        if isinstance(found, URLResolver):
            yield from addresses(found, here)
        elif here:
            yield found


def row(name: str) -> Model | None:
    """Return a row for an address that wants one: of the model that its name begins with."""
    for model in admin.site._registry:
        if name.startswith(f"{model._meta.app_label}_{model._meta.model_name}_"):
            return model._base_manager.order_by("pk").last()
    return None


def address(found: URLPattern) -> str:
    name = f"admin:{found.name}"
    if found.name == "app_list":
        return reverse(name, args=["games"])
    if not found.pattern.converters and not found.pattern.regex.groups:
        return reverse(name)
    target = row(found.name or "")
    return reverse(name, args=[target.pk if target else 1])


def test_exactly_these_pages_open_and_all_others_are_refused(moderator: Client, played: Match) -> None:
    opened = {}
    for found in addresses(get_resolver()):
        if found.name and found.name not in OPEN_TO_ALL_STAFF:
            opened[found.name] = moderator.get(address(found)).status_code
    assert {name for name, status in opened.items() if status == 200} == PAGES | FORMS
    assert {name for name, status in opened.items() if status == 302} == LEADS_BACK
    assert {name for name, status in opened.items() if status == 404} == MISSING
    assert {status for name, status in opened.items() if name not in OPENED | MISSING} == {403}


def test_nothing_can_be_posted_but_a_ruling_and_a_hidden_line(moderator: Client, played: Match) -> None:
    done = {}
    for found in addresses(get_resolver()):
        if found.name and found.name not in OPEN_TO_ALL_STAFF | FORMS | LEADS_BACK:
            answer = moderator.post(address(found), {"post": "yes", "ply": 9, "is_superuser": "on"})
            done[found.name] = answer.status_code
    looks = {name for name in PAGES if not name.endswith("_change")}
    assert {name for name, status in done.items() if status not in (403, 404, 405)} == looks
    assert now(played).ply == 0
    assert not User.objects.get(username="Max").is_superuser
    assert not LogEntry.objects.exists()


def test_the_index_lists_exactly_what_may_be_looked_at(moderator: Client, played: Match) -> None:
    page = moderator.get("/admin/")
    apps = page.context["app_list"]
    assert {f"{app['app_label']}_{model['object_name'].lower()}" for app in apps for model in app["models"]} == SEEN
    assert not any(model["add_url"] for app in page.context["app_list"] for model in app["models"])


@pytest.mark.parametrize("name", sorted(SEEN - LISTED_ALONE))
def test_the_page_of_a_row_leads_to_nothing_refused_and_says_in_one_way_that_there_is_nothing(
    name: str, moderator: Client, played: Match
) -> None:
    target = row(f"{name}_change")
    assert target
    page = told(moderator.get(reverse(f"admin:{name}_change", args=[target.pk]))).partition('id="content"')[2]
    links = set(re.findall(r'href="(/(?!static/)[^"?#]*)', page))  # a picture would leave its file open
    assert {link for link in links if moderator.get(link).status_code in (403, 404)} == set()
    assert re.findall(r'<div class="readonly">(?:None|-|)</div>', page) == []


@pytest.mark.parametrize("name", sorted(SEEN))
def test_no_list_has_an_action(name: str, moderator: Client, played: Match) -> None:
    url = reverse(f"admin:{name}_changelist")
    page = moderator.get(url)
    assert page.context["action_form"] is None
    chosen = [str(each.pk) for each in page.context["cl"].result_list]
    assert chosen
    for action in ("delete_selected", "try_again_now"):
        moderator.post(url, {"action": action, "_selected_action": chosen})
    assert {str(each.pk) for each in moderator.get(url).context["cl"].result_list} == set(chosen)


def test_a_refused_table_does_not_tell_which_rows_it_has(moderator: Client, played: Match) -> None:
    """Otherwise moderators could count letters, and see when a colleague was told of a report about them."""
    there = Outbox.objects.values_list("pk", flat=True)[0]
    for name in ("accounts_outbox", "accounts_user", "account_emailaddress", "admin_logentry"):
        for page in ("change", "history", "delete"):
            for key in (there, 999_999):
                assert moderator.get(reverse(f"admin:{name}_{page}", args=[key])).status_code == 403


def test_a_search_for_an_opponent_tells_the_day_of_a_visit_and_no_hour(moderator: Client, played: Match) -> None:
    Seek.objects.update(looked="2026-03-01T10:37:00Z")
    shown = told(moderator.get(reverse("admin:games_seek_change", args=[Seek.objects.get().pk])))
    assert ("1 Mar 2026" in shown, "10:37" in shown) == (True, False)


def test_the_action_of_the_outbox_is_refused(moderator: Client, played: Match) -> None:
    Outbox.objects.update(status="failed", attempts=9)
    chosen = [str(each.pk) for each in Outbox.objects.all()]
    url = reverse("admin:accounts_outbox_changelist")
    assert moderator.post(url, {"action": "try_again_now", "_selected_action": chosen}).status_code == 403
    assert set(Outbox.objects.values_list("attempts", flat=True)) == {9}


def test_a_moderator_ends_a_match_by_a_ruling(moderator: Client, played: Match) -> None:
    form: dict[str, Any] = {"ruling": "!void", "reason": "A broken clock.", "confirm": "on"}
    assert "End it with a ruling" in told(moderator.get(reverse("admin:games_match_change", args=[played.pk])))
    moderator.post(reverse("admin:games_match_rule", args=[played.pk]), form)
    assert (now(played).status, now(played).held_until is None) == ("playing", False)
    reason = {"reason": "I took it for another.", "confirm": "on"}
    assert "Undo the ruling" in told(moderator.get(reverse("admin:games_match_change", args=[played.pk])))
    moderator.post(reverse("admin:games_match_unrule", args=[played.pk]), reason)
    assert (now(played).status, now(played).held_until) == ("playing", None)
    moderator.post(reverse("admin:games_match_rule", args=[played.pk]), form)
    rulings.take_effect(played.pk)
    assert now(played).status == "void"


def test_a_moderator_hides_a_line(moderator: Client, played: Match) -> None:
    line = ChatLine.objects.get()
    moderator.post(reverse("admin:games_chatline_hide", args=[line.pk]), {"reason": "An insult."})
    assert ChatLine.objects.get().hidden_why == "An insult."


def test_staff_without_any_right_see_an_empty_admin(played: Match) -> None:
    client = signed_in(person("Nora", is_staff=True))
    assert client.get("/admin/").context["app_list"] == []
    for found in addresses(get_resolver()):
        if found.name in OPENED - {"index"}:
            assert client.get(address(found)).status_code in (403, 404)
    assert Invitation.objects.exists()


def test_the_admin_bears_the_name_and_the_mark_of_the_site(moderator: Client) -> None:
    page = moderator.get("/admin/").content.decode()
    assert "Django administration" not in page
    assert re.search(r'<a href="/admin/"><img src="/static/img/mark[^>]*> Sealed Move</a>', page)
