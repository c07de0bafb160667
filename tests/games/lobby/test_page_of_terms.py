"""Offering a match: which game, with what options."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.bots import services as bots
from games.core.clock.terms import Chosen
from games.core.models import Match, Seat
from games.core.reading import bot_profiles
from games.core.services import eligibility
from games.lobby.models import Invitation
from games.seeks import services as seeks
from games.seeks.fit import Wish
from games.seeks.models import Seek
from tests.games.browsing import form, signed_in, told

pytestmark = pytest.mark.django_db
URL = reverse("invite_to", args=["en-garde"])
SELECTED = re.compile(r'<select name="(\w+_hours)".*?value="(\d+)" selected', re.DOTALL)
CHECKED = re.compile(r'<input type="checkbox"[^>]* checked')


def test_every_game_can_be_chosen_by_its_picture(ann: User) -> None:
    page = told(signed_in(ann).get(URL, {"to": "Ben"}))
    assert f'<a href="{URL}?to=Ben" aria-current="page">' in page
    assert f'<a href="{reverse("invite_to", args=["sealed-auction"])}?to=Ben">' in page


def test_a_new_match_is_of_the_game_that_was_begun_last(ann: User) -> None:
    client, new = signed_in(ann), reverse("invite")
    led = client.get(new)
    assert (led.headers["Location"], "no-store" in led.headers["Cache-Control"]) == (URL, True)
    bots.challenge(ann, "field-of-glory", {})
    assert client.get(new, {"to": "Ben"}).headers["Location"] == "/invitations/new/field-of-glory/?to=Ben"
    bots.challenge(ann, "en-garde", {})
    assert client.get(new).headers["Location"] == URL


def test_a_guest_is_shown_every_game_of_the_house(client: Client) -> None:
    client.post(reverse("try_out", args=["en-garde"]))
    page = client.get(reverse("invite"))
    for slug in bot_profiles.PROFILES:
        assert f'action="{reverse("try_out", args=[slug])}"' in page.content.decode()
    assert "Guests play against the computer." in told(page)


# --- With whom ------------------------------------------------------------------------------------------------------


def test_five_ways_lead_to_an_opponent_and_fewer_where_they_cannot_be(ann: User) -> None:
    client = signed_in(ann)
    assert form(client.get(URL)).radios["audience"] == ["seek", "personal", "link", "open", "house"]
    assert form(client.get("/invitations/new/sealed-auction/")).radios["audience"] == ["link", "open"]


def said(client: Client, address: str = URL, **asked: str) -> tuple[list[str], list[str]]:
    """Return what the button can say, and what it says as the page is loaded."""
    page = told(client.get(address, asked))
    every = re.findall(r'<span data-whom="(\w*)"( class="chosen")?>([^<]*)</span>', page)
    return [words for _whom, _chosen, words in every], [words for _whom, chosen, words in every if chosen]


def test_the_button_says_what_happens(ann: User) -> None:
    client = signed_in(ann)
    every = ["Find an opponent", "Invite this player", "Create the link", "Offer the match", "Play the computer"]
    assert said(client) == (every, ["Offer the match"])
    for audience, words in zip(("seek", "personal", "link", "open", "house"), every, strict=True):
        assert said(client, audience=audience) == (every, [words])
    assert said(client, to="Ben") == (every, ["Invite this player"])
    assert said(client, "/invitations/new/sealed-auction/") == (every[2:4], ["Offer the match"])
    assert said(client, audience="nobody") == (["Create the match", *every], ["Create the match"])


def test_a_form_that_is_refused_says_what_was_chosen(ann: User) -> None:
    refused = form((client := signed_in(ann)).get(URL)).send(client, audience="personal", invited="")
    assert refused.status_code == 422
    assert '<span data-whom="personal" class="chosen">Invite this player</span>' in told(refused)


def test_the_house_is_played_at_once_with_what_was_chosen_and_two_weeks_a_move(ann: User) -> None:
    client = signed_in(ann)
    assert "You have 14 days per move." in told(client.get(URL))
    chosen = {"option_variant": "standard", "seat": "1", "pace_days": "1", "nights": "on", "absence": "choice"}
    form(client.get(URL)).send(client, audience="house", **chosen)
    match = Match.objects.get()
    assert (match.status, match.options["variant"], Chosen.of(match)) == (
        Match.Status.PLAYING,
        "standard",
        Chosen(14, vacations=False, total_days=180, absence="loss"),
    )
    assert match.seats.get(user=ann).number == 1
    assert match.seats.exclude(user=ann).get().house


def test_somebody_is_sought_at_the_pace_or_slower_and_what_was_left_does_not_matter(ann: User) -> None:
    client = signed_in(ann)
    sent = form(client.get(URL)).send(client, audience="seek", pace_days="5", rated="on", vacations="on")
    assert sent.redirect_chain == [(reverse("seeks"), 302)]
    assert "We’re looking for an opponent for you" in told(sent)
    seek = Seek.objects.get()
    assert (seek.user, seek.keep, seek.wish) == (ann, 0, Wish("en-garde", 5, 14))
    assert not Match.objects.exists()


def test_what_was_changed_is_asked_of_anyone_who_is_sought(ann: User) -> None:
    client = signed_in(ann)
    changed = {"option_rounds": "2", "nights": "on", "vacations": "on", "absence": "loss", "language": "de"}
    form(client.get(URL)).send(client, audience="seek", **changed)  # an empty box is not sent: not rated
    clock = {"nights": True, "absence": "loss"}
    assert Seek.objects.get().wish == Wish("en-garde", 3, 14, {"rounds": 2}, clock, rated=False, language="de")


def test_a_seek_that_stands_is_not_overwritten(ann: User) -> None:
    client = signed_in(ann)
    seeks.ask(ann, Wish("en-garde", 2, 7), keep=3)
    sent = form(client.get(URL)).send(client, audience="seek", pace_days="5")
    assert sent.redirect_chain == [(reverse("seek", args=["en-garde"]), 302)]
    assert "You’re already looking for an opponent in this game." in told(sent)
    assert (Seek.objects.get().keep, Seek.objects.get().wish) == (3, Wish("en-garde", 2, 7))


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        (
            {"audience": "seek", "note": "Hello"},
            "This isn’t possible when we find an opponent for you. Leave it unchanged.",
        ),
        (
            {"audience": "seek", "private": "on"},
            "This isn’t possible when we find an opponent for you. Leave it unchanged.",
        ),
        (
            {"audience": "seek", "seat": "1"},
            "This isn’t possible when we find an opponent for you. Leave it unchanged.",
        ),
        (
            {"audience": "seek", "total_days": "45"},
            "This isn’t possible when we find an opponent for you. Leave it unchanged.",
        ),
        (
            {"audience": "seek", "pace_days": "0"},
            "Choose days per move. You can agree on a time bank only in an invitation.",
        ),
        ({"audience": "seek", "invited": "Ben"}, "You entered a player’s name. Choose “A player by name” above"),
        ({"audience": "house", "note": "Hello"}, "This has no effect against the computer. Leave it unchanged."),
        (
            {"audience": "house", "min_reliability": "90"},
            "This has no effect against the computer. Leave it unchanged.",
        ),
        ({"audience": "everybody"}, "Select a valid choice. everybody is not one of the available choices."),
    ],
)
def test_what_nobody_would_hear_of_is_refused(chosen: dict[str, str], sentence: str, ann: User) -> None:
    client = signed_in(ann)
    response = form(client.get(URL)).send(client, **chosen)
    assert response.status_code == 422
    assert sentence in told(response)
    assert not Match.objects.exists()
    assert not Seek.objects.exists()


def test_too_many_matches_with_the_house_are_refused_on_the_form(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eligibility, "MAX_WITH_HOUSE", 0)
    client = signed_in(ann)
    response = form(client.get(URL)).send(client, audience="house")
    assert response.status_code == 409
    assert "You already have 0 matches against the computer." in told(response)


# --- What is chosen -------------------------------------------------------------------------------------------------


def test_every_option_is_explained_and_has_a_default(ann: User) -> None:
    response = signed_in(ann).get(URL)
    page, offered = told(response), form(response)
    assert "The first to win this many rounds wins the match." in page
    assert '<span id="clock-words">3 days per move, ends by ' in page
    assert offered.fields == {
        **offered.fields,
        "option_variant": "advanced",
        "option_rounds": "5",
        "option_starter": "random",
        "option_aid": "True",
        "option_last_retreat": "hand",
        "seat": "drawn",
        "pace_days": "3",
        "absence": "choice",
        "audience": "open",
        "entropy": "",
    }
    checked = CHECKED.findall(response.content.decode())
    assert [re.findall('name="(.*?)"', each) for each in checked] == [["rated"], ["watchable"], ["vacations"]]
    assert offered.radios["pace_days"] == ["1", "2", "3", "5", "7", "14", "0"]
    assert offered.radios["seat"] == ["drawn", "0", "1"]


def test_the_form_left_unchanged_makes_an_open_invitation(ann: User) -> None:
    client = signed_in(ann)
    response = form(client.get(URL)).send(client)
    match = Match.objects.get()
    assert response.redirect_chain == [(reverse("invitation", args=[match.public_id]), 302)]
    assert (match.status, match.pace_days, match.invitation.seat, match.invitation.audience) == (
        "open",
        3,
        None,
        "open",
    )
    assert match.options["variant"] == "advanced"
    assert match.seats.get().entropy_source == "server"


def test_every_choice_is_kept(ann: User) -> None:
    client = signed_in(ann)
    chosen = {"option_variant": "standard", "option_rounds": "2", "option_starter": "left", "option_aid": "False"}
    more = {"option_last_retreat": "position", "seat": "1", "pace_days": "14", "audience": "link", "entropy": "ab" * 16}
    form(client.get(URL)).send(client, **chosen, **more)
    match, invitation = Match.objects.get(), Invitation.objects.get()
    assert match.options == {
        "variant": "standard",
        "rounds": 2,
        "starter": "left",
        "aid": False,
        "last_retreat": "position",
    }
    assert (match.pace_days, invitation.seat, invitation.audience) == (14, 1, "link")
    assert (Seat.objects.get().entropy, Seat.objects.get().entropy_source) == ("ab" * 16, "browser")


def test_a_bank_is_chosen_with_what_does_not_count(ann: User) -> None:
    client = signed_in(ann)
    bank = {"pace_days": "0", "bank_hours": "120", "increment_hours": "12", "cap_hours": "168"}
    form(client.get(URL)).send(client, **bank, nights="on", weekends="on", total_days="45", absence="loss")
    assert Chosen.of(Match.objects.get()) == Chosen(
        pace_days=0,
        bank_hours=120,
        increment_hours=12,
        cap_hours=168,
        nights=True,
        weekends=True,
        vacations=False,
        total_days=45,
        absence="loss",
    )


def test_a_bank_holds_what_it_begins_with_where_nothing_else_is_chosen(ann: User) -> None:
    client = signed_in(ann)
    form(client.get(URL)).send(client, pace_days="0", bank_hours="120", cap_hours="0")
    assert (Match.objects.get().cap_hours, Match.objects.get().absence) == (120, "choice")


def test_every_game_proposes_a_clock_of_its_own(ann: User) -> None:
    page = told(signed_in(ann).get(reverse("invite_to", args=["field-of-glory"])))
    assert '<span id="clock-words">3 days per move, weekends don’t count, ends by ' in page


def test_a_bank_that_is_filled_in_counts_only_without_days_for_each_move(ann: User) -> None:
    client = signed_in(ann)
    bank = dict(SELECTED.findall(client.get(URL).content.decode()))
    assert bank == {"bank_hours": "120", "increment_hours": "12", "cap_hours": "168"}
    offered = form(client.get(URL))
    for pace in ("5", "0"):
        offered.send(client, pace_days=pace, ticket="", **bank)
    assert [Chosen.of(match) for match in Match.objects.order_by("pk")] == [
        Chosen(5, vacations=False),
        Chosen(0, 120, 12, 168, vacations=False),
    ]


HOURS = "24, 72, 120, 168, 240, 336, 504, 720"
BANK: dict[str, str] = {"pace_days": "0", "bank_hours": "120"}
CLOCKS: list[tuple[dict[str, str], str]] = [
    ({"pace_days": "0", "bank_hours": ""}, "Choose how much time the bank starts with, or choose days per move."),
    ({**BANK, "cap_hours": "72"}, "A time bank can’t start with more than it can hold."),
    ({**BANK, "bank_hours": "-1"}, f"A time bank can start with {HOURS} hours."),
    ({**BANK, "bank_hours": "1000000000"}, f"A time bank can start with {HOURS} hours."),
    ({"total_days": "9999"}, "Each player’s time for the whole match can be 20, 30, 45, 60, 90, 120, 180 days."),
    ({"pace_days": "abc"}, "Select a valid choice. abc is not one of the available choices."),
]


@pytest.mark.parametrize(("filled", "sentence"), CLOCKS)
def test_a_clock_that_cannot_be_is_refused_with_a_sentence(filled: dict[str, str], sentence: str, ann: User) -> None:
    client = signed_in(ann)
    response = form(client.get(URL)).send(client, **filled)
    assert response.status_code == 422
    assert sentence in told(response)
    assert '<details class="more terms"><summary' in response.content.decode()  # the clock is above it
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"pace_days": "5", "weekends": "on"}, "5 days per move, weekends don’t count, ends by "),
        ({**BANK, "increment_hours": "12"}, "5 days for all moves, plus 12 hours per move, up to 5 days, ends by "),
        *CLOCKS,
    ],
)
def test_a_clock_is_said_while_it_is_chosen(chosen: dict[str, str], sentence: str, ann: User) -> None:
    page = told(signed_in(ann).get(reverse("clock_words", args=["en-garde"]), {"pace_days": "3", **chosen}))
    assert page.startswith(f'<span id="clock-words">{sentence}')
    assert signed_in(ann).get(reverse("clock_words", args=["chess"])).status_code == 404


def test_no_fold_hides_what_is_wrong(ann: User) -> None:
    client = signed_in(ann)
    fold = '<details class="more terms" open>'
    assert fold not in told(client.get(URL))
    assert fold in told(form(client.get(URL)).send(client, absence="nothing"))


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"option_rounds": "77"}, "Select a valid choice. 77 is not one of the available choices."),
    ({"option_variant": ""}, "This field is required."),
    ({"pace_days": "4"}, "The time per move can be 1, 2, 3, 5, 7, 14 days."),
    ({"seat": "2"}, "Select a valid choice. 2 is not one of the available choices."),
    ({"audience": "nobody"}, "Select a valid choice. nobody is not one of the available choices."),
]


@pytest.mark.parametrize(("filled", "sentence"), WRONG)
def test_what_cannot_be_chosen_is_refused_with_a_sentence(filled: dict[str, str], sentence: str, ann: User) -> None:
    client = signed_in(ann)
    response = form(client.get(URL)).send(client, **filled)
    assert response.status_code == 422
    assert sentence in told(response)
    assert not Match.objects.exists()


def test_an_option_the_game_does_not_have_is_passed_over(ann: User) -> None:
    client = signed_in(ann)
    form(client.get(URL)).send(client, option_dragons="3")
    assert "dragons" not in Match.objects.get().options


def test_an_unknown_game_is_not_found(ann: User) -> None:
    client = signed_in(ann)
    assert client.get(reverse("invite_to", args=["chess"])).status_code == 404
    assert client.post(reverse("invite_to", args=["chess"])).status_code == 404


@pytest.mark.parametrize("url", [URL, reverse("invite")])
def test_who_is_signed_out_is_asked_to_sign_in(url: str, client: Client) -> None:
    assert client.get(url).headers["Location"] == f"{reverse('account_login')}?next={url}"
    assert client.post(url).status_code == 302
    assert not Match.objects.exists()


def test_other_methods_are_not_allowed(ann: User) -> None:
    client = signed_in(ann)
    assert client.post(reverse("invite")).status_code == 405
    assert client.put(URL).status_code == 405


# --- Terms ----------------------------------------------------------------------------------------------------------


def test_note_language_and_terms_are_kept(ann: User) -> None:
    client = signed_in(ann)
    form(client.get(URL)).send(client, note="Beginners welcome", language="de", private="on")
    invitation = Invitation.objects.get()
    assert (invitation.note, invitation.language) == ("Beginners welcome", "de")
    assert (invitation.match.private, invitation.match.rated) == (True, False)


def test_a_personal_invitation_names_its_player(ann: User, ben: User) -> None:
    client = signed_in(ann)
    response = form(client.get(URL)).send(client, audience="personal", invited="ben")
    assert "Ben will get an email and see this among their invitations." in told(response)
    assert Invitation.objects.get().invited == ben


def test_a_profile_leads_to_a_form_in_which_the_player_is_named(ann: User, ben: User) -> None:
    client = signed_in(ann)
    offered = form(client.get(reverse("invite") + "?to=Ben", follow=True))
    assert (offered.fields["audience"], offered.fields["invited"]) == ("personal", "Ben")


def test_the_name_of_the_invited_player_can_do_no_harm(ann: User) -> None:
    for url in (reverse("invite"), URL):
        page = signed_in(ann).get(url, {"to": "<script>alert(1)</script>\0" + "x" * 10_000}).content.decode()
        assert "<script>alert" not in page
        assert "x" * 101 not in page


def test_a_way_of_inviting_is_chosen_before(ann: User) -> None:
    for audience in ("link", "open", "house"):
        asked = signed_in(ann).get(reverse("invite"), {"audience": audience}, follow=True)
        assert form(asked).fields["audience"] == audience


def test_options_are_folded_until_one_of_them_is_wrong(ann: User) -> None:
    client = signed_in(ann)
    assert '<details class="more terms"><summary' in told(client.get(URL))
    refused = form(client.get(URL)).send(client, audience="personal")
    assert '<details class="more terms"><summary' in told(refused)
    assert '<details class="more terms" open>' in told(client.post(URL, {"option_rounds": "99"}))


UNFIT: list[tuple[dict[str, str], int, str]] = [
    ({"audience": "personal"}, 422, "Enter the name of the player you want to invite."),
    ({"invited": "Ben"}, 422, "You entered a player’s name. Choose “A player by name” above, or leave this empty."),
    ({"audience": "personal", "invited": "Nobody"}, 409, "There’s no player with that name."),
    ({"audience": "personal", "invited": "Ann"}, 409, "You can’t invite yourself."),
    ({"audience": "personal", "invited": "x" * 101}, 422, "Ensure this value has at most 100 characters"),
    ({"note": "x" * 201}, 422, "Ensure this value has at most 200 characters"),
    ({"note": "a\0b"}, 422, "Null characters are not allowed."),
    ({"language": "tlh"}, 422, "Select a valid choice. tlh is not one of the available choices."),
]
"""What is filled in, and how it is answered: 422 by the form, 409 by the rules of the lobby, as programs are."""


@pytest.mark.parametrize(("filled", "status", "sentence"), UNFIT)
def test_terms_that_cannot_be_are_refused_with_a_sentence(
    filled: dict[str, str], status: int, sentence: str, ann: User, ben: User
) -> None:
    client = signed_in(ann)
    response = form(client.get(URL)).send(client, **filled)
    assert response.status_code == status
    assert sentence in told(response)
    assert not Match.objects.exists()


def test_a_match_for_three_cannot_be_personal(ann: User, ben: User) -> None:
    client = signed_in(ann)
    offered = form(client.get(reverse("invite_to", args=["sealed-auction"]) + "?to=Ben"))
    assert offered.radios["audience"] == ["link", "open"]
    assert "invited" not in offered.fields
    assert offered.send(client, audience="personal").status_code == 422
