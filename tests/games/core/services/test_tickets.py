"""Tickets: the seal of a match is known before anything is sent, no page writes a row, and one ticket is one match."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.core import signing
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from accounts.models import User
from fogsite.settings import BASE_DIR
from games.bots import services as bots
from games.core.models import Match, MatchSecret, Seat
from games.core.reading import bot_profiles
from games.core.services import eligibility, play, secret, tickets
from games.core.services.tickets import BadTicket, TicketError
from games.lobby import services as lobby
from games.rematch import services as rematch
from games.rules import chance, registry
from tests.games.browsing import Form, form, forms, signed_in, told
from tests.games.tables import begin, offer

pytestmark = pytest.mark.django_db

Begin = Callable[..., Match]

TAKEN = "This seal has already been used for another match. Start with a new one."
EXPIRED = "This seal was valid for 7 days and has expired. Start with a new one."
ALTERED = "We didn’t issue this seal for this game. Start with a new one."


def invite(user: User, ticket: str, slug: str = "en-garde") -> Match:
    return lobby.invite(user, lobby.Terms(slug, {}, pace_days=3), ticket=ticket).match


def challenge(user: User, ticket: str, slug: str = "en-garde") -> Match:
    return bots.challenge(user, slug, {}, ticket=ticket)


def play_again(user: User, ticket: str) -> Match:
    before = begin(user, User.objects.create_user("Second"), public_id="beforehand")
    play.resign(before.public_id, user.pk)
    return rematch.rematch(before.public_id, user, ticket=ticket)


@pytest.mark.parametrize("begun", [invite, challenge, play_again])
def test_a_match_has_the_id_and_the_seal_of_its_ticket(begun: Begin, ann: User) -> None:
    ticket = tickets.issue("en-garde")
    match = begun(ann, ticket.text)
    assert (match.public_id, match.commitment) == (ticket.match, ticket.commitment)
    assert chance.commitment(match.public_id, bytes(MatchSecret.objects.get(match=match).secret)) == ticket.commitment


def test_a_secret_is_made_as_the_document_of_fairness_says(settings: Settings) -> None:
    document = (BASE_DIR / "docs" / "fairness.md").read_text()
    assert 'secret = HMAC(SHA-256("games.tickets.secrets" ‖ key), match id)' in document
    ticket = tickets.issue("en-garde")
    key = hashlib.sha256(b"games.tickets.secrets" + settings.SECRET_KEY.encode()).digest()
    assert tickets.secret(ticket) == hmac.digest(key, ticket.match.encode(), "sha256")


def test_every_ticket_is_for_another_match_with_another_secret() -> None:
    found = [tickets.issue("en-garde") for _ in range(50)]
    assert len({ticket.match for ticket in found}) == len({ticket.commitment for ticket in found}) == 50


def test_without_a_ticket_the_match_gets_one_that_nobody_has_seen(ann: User) -> None:
    match = challenge(ann, "")
    assert chance.commitment(match.public_id, bytes.fromhex(secret.for_check([match])[match.pk])) == match.commitment


def test_the_house_adds_the_beginning_of_the_seal_and_nothing_of_its_own(ann: User) -> None:
    match = bots.challenge(ann, "en-garde", {}, entropy="ab" * 16)
    assert list(match.seats.order_by("joined").values_list("entropy", "entropy_source")) == [
        ("ab" * 16, "browser"),
        (match.commitment[:32], "server"),
    ]


def test_a_ticket_tells_nothing_of_its_secret(ann: User) -> None:
    ticket = tickets.issue("en-garde")
    game, public_id, commitment, until = signing.loads(ticket.text, salt="games.tickets")
    assert (game, public_id, commitment) == ticket[:3]
    assert until == ticket.expires.timestamp()
    assert tickets.secret(ticket).hex() not in ticket.text


# --- Once -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begun", [invite, challenge])
def test_taken_twice_by_one_user_it_is_the_same_match(begun: Begin, ann: User) -> None:
    ticket = tickets.issue("en-garde").text
    assert begun(ann, ticket) == begun(ann, ticket)
    assert Match.objects.count() == 1


@pytest.mark.parametrize("begun", [invite, challenge])
def test_taken_by_another_it_is_refused(begun: Begin, ann: User, ben: User) -> None:
    ticket = tickets.issue("en-garde").text
    begun(ann, ticket)
    with pytest.raises(TicketError) as refused:
        begun(ben, ticket)
    assert (str(refused.value), refused.value.code) == (TAKEN, "ticket")
    assert Match.objects.count() == 1


@pytest.mark.parametrize(("first", "second"), [(invite, challenge), (challenge, invite), (challenge, play_again)])
def test_taken_for_one_sort_of_match_it_is_not_good_for_another(first: Begin, second: Begin, ann: User) -> None:
    ticket = tickets.issue("en-garde").text
    match = first(ann, ticket)
    with pytest.raises(TicketError, match=TAKEN):
        second(ann, ticket)
    assert Match.objects.get(public_id=match.public_id).rematch_of is None


def test_the_rematch_that_stands_is_found_with_any_ticket(ann: User, ben: User) -> None:
    before = begin(ann, ben)
    play.resign(before.public_id, ann.pk)
    ticket = tickets.issue("en-garde").text
    match = rematch.rematch(before.public_id, ann, ticket=ticket)
    assert rematch.rematch(before.public_id, ann, ticket=ticket) == match
    assert rematch.rematch(before.public_id, ben, ticket=tickets.issue("en-garde").text) == match


def test_a_match_that_cannot_be_begun_leaves_its_ticket_good(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ticket = tickets.issue("en-garde").text
    with monkeypatch.context() as patched:
        patched.setattr(eligibility, "MAX_WITH_HOUSE", 0)
        with pytest.raises(eligibility.LobbyError):
            challenge(ann, ticket)
    assert not Match.objects.exists()
    assert challenge(ann, ticket).status == Match.Status.PLAYING


# --- No longer, never, and under another key ------------------------------------------------------------------------


def test_it_stands_for_a_week_to_the_second(ann: User, noon: time_machine.Traveller) -> None:
    ticket = tickets.issue("en-garde")
    noon.move_to("2026-03-09T11:59:59+00:00")
    assert challenge(ann, ticket.text).public_id == ticket.match
    other = tickets.issue("en-garde")
    noon.move_to("2026-03-16T11:59:59+00:00")
    with pytest.raises(TicketError) as refused:
        challenge(ann, other.text)
    assert (str(refused.value), refused.value.code) == (EXPIRED, "ticket")
    assert challenge(ann, ticket.text).public_id == ticket.match


def altered(text: str) -> list[str]:
    """Return texts that nobody here has signed for En Garde."""
    head, rest = text[0], text[1:]
    foreign = signing.dumps(["en-garde", "firstmatch", "0" * 64, 2_000_000_000], salt="something else")
    return [("X" if head != "X" else "Y") + rest, text[:-1], text + "A", "x", ":", "::", "\ud800", "\0", foreign]


def test_what_was_altered_or_is_of_another_game_is_refused(ann: User) -> None:
    for text in [*altered(tickets.issue("en-garde").text), tickets.issue("field-of-glory").text]:
        for begun in (invite, challenge):
            with pytest.raises(BadTicket) as refused:
                begun(ann, text)
            assert (str(refused.value), refused.value.code) == (ALTERED, "bad_ticket")
    assert not Match.objects.exists()


def test_it_outlives_a_change_of_the_key_as_long_as_the_old_one_is_known(ann: User, settings: Settings) -> None:
    first = tickets.issue("en-garde")
    texts = [first.text, tickets.issue("en-garde").text]
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another-" + "y" * 50
    settings.SECRET_KEY_FALLBACKS = [old]
    assert challenge(ann, texts[0]).commitment == first.commitment
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(BadTicket, match=ALTERED):
        challenge(ann, texts[1])


# --- Pages ----------------------------------------------------------------------------------------------------------

HOUSE, INVITE, TRY = "/house/en-garde/", "/invitations/new/en-garde/", "/try/en-garde"


def seals(page: Any) -> list[str]:
    """Return the seals that a page shows, in its words and in its forms alike."""
    text = told(page)
    unfolded = re.findall(r'<details class="seal.*?<summary>Fairness seals?</summary>(.*?)</details>', text, re.DOTALL)
    in_words = [seal for part in unfolded for seal in re.findall(r"<code>(.*?)</code>", part)]
    assert in_words == re.findall(r'data-seal="(.*?)"', text)
    return in_words


def ticket_of(sent: Form) -> tickets.Ticket:
    return tickets.read_ticket(sent.fields["ticket"], "en-garde")


@pytest.mark.parametrize(("path", "action"), [(HOUSE, ""), (INVITE, "")])
def test_the_page_shows_the_seal_of_its_ticket_and_writes_nothing(path: str, action: str, ann: User) -> None:
    client = signed_in(ann)
    bots.bot_of("en-garde")
    with CaptureQueriesContext(connection) as asked:
        page = client.get(path)
    assert [query["sql"] for query in asked if not query["sql"].startswith("SELECT")] == []
    ticket = ticket_of(form(page))
    assert seals(page) == [ticket.commitment]
    form(page).send(client)
    assert Match.objects.get().commitment == ticket.commitment
    assert page.headers["Cache-Control"] == "private, no-store"


def test_the_first_page_has_a_ticket_in_every_form_that_tries_a_game(client: Client) -> None:
    page = client.get("/")
    tried = [each for each in forms(page) if each.action.startswith("/try/")]
    read = [tickets.read_ticket(each.fields["ticket"], each.action.removeprefix("/try/")) for each in tried]
    assert [each.game for each in read] == ["en-garde", *(slug for slug in registry.slugs() if bot_profiles.has(slug))]
    assert seals(page) == [each.commitment for each in read]
    assert told(page).count("<summary>Fairness seals</summary>") == 1
    tried[0].send(client)
    assert Match.objects.get().public_id == read[0].match


@pytest.mark.parametrize("path", ["/invitations/", "/matches/"])
def test_lists_say_the_seals_of_all_their_forms_in_one_place(path: str, ann: User, ben: User) -> None:
    offered = offer(ben)
    page = signed_in(ann).get(path)
    assert told(page).count("<summary>Fairness seals</summary>") == 1
    shown = seals(page)
    assert len(shown) >= len([slug for slug in registry.slugs() if bot_profiles.has(slug)])
    assert (offered.commitment in shown) == (path == "/invitations/")


def test_a_rematch_is_begun_with_the_seal_on_the_page_of_the_match(ann: User) -> None:
    before, client = challenge(ann, ""), signed_in(ann)
    play.resign(before.public_id, ann.pk)
    sent = form(client.get(before.get_absolute_url()), "/rematch")
    sent.send(client)
    assert Match.objects.get(rematch_of=before).commitment == ticket_of(sent).commitment


@pytest.mark.parametrize("path", [HOUSE, INVITE])
def test_a_form_sent_twice_leads_to_the_one_match(path: str, ann: User) -> None:
    client = signed_in(ann)
    sent = form(client.get(path))
    ways = [sent.send(client).redirect_chain for _ in range(2)]
    assert ways[0] == ways[1] != []
    assert Match.objects.count() == 1


def spoil(sent: Form, how: str, ben: User, noon: time_machine.Traveller) -> None:
    """Make a ticket no longer good."""
    if how == "taken":
        challenge(ben, sent.fields["ticket"])
    elif how == "expired":
        noon.shift(tickets.STANDS)
    elif how == "foreign":
        sent.fields["ticket"] = tickets.issue("field-of-glory").text
    else:
        sent.fields["ticket"] = "X" + sent.fields["ticket"]


REFUSALS = [("taken", 409, TAKEN), ("expired", 409, EXPIRED), ("foreign", 422, ALTERED), ("altered", 422, ALTERED)]


@pytest.mark.parametrize(("how", "status", "said"), REFUSALS)
@pytest.mark.parametrize("path", [HOUSE, INVITE])
def test_a_form_whose_ticket_is_not_good_comes_back_with_a_new_one_and_what_was_chosen(
    path: str, how: str, status: int, said: str, ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    client = signed_in(ann)
    sent = form(client.get(path))
    spoil(sent, how, ben, noon)
    page = sent.send(client, option_rounds="2", pace_days="7")
    assert page.status_code == status
    assert said in told(page)
    assert not Seat.objects.filter(user=ann).exists()
    again = form(page)
    assert (again.fields["option_rounds"], again.fields["pace_days"]) == ("2", "7")
    again.send(client)
    match = Match.objects.get(seats__user=ann)
    assert (match.options["rounds"], match.pace_days, match.commitment) == (2, 7, ticket_of(again).commitment)


@pytest.mark.parametrize(("how", "status", "said"), REFUSALS)
def test_a_visitor_whose_ticket_is_not_good_is_told_so_and_needs_one_more_click(
    how: str, status: int, said: str, client: Client, ben: User, noon: time_machine.Traveller
) -> None:
    sent = form(client.get("/"), TRY)
    spoil(sent, how, ben, noon)
    page = sent.send(client)
    assert page.status_code == status
    assert said in told(page)
    assert not User.objects.exclude(guest_until=None).exists()
    assert form(page, TRY).send(client).status_code == 200
    assert Match.objects.filter(seats__user__guest_until__isnull=False).count() == 1


@pytest.mark.parametrize(("how", "status", "said"), REFUSALS)
def test_a_rematch_whose_ticket_is_not_good_is_refused_on_the_page_of_the_match(
    how: str, status: int, said: str, ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    before, client = challenge(ann, ""), signed_in(ann)
    play.resign(before.public_id, ann.pk)
    sent = form(client.get(before.get_absolute_url()), "/rematch")
    spoil(sent, how, ben, noon)
    page = sent.send(client)
    assert page.status_code == status
    assert said in told(page)
    form(page, "/rematch").send(client)
    assert Match.objects.filter(rematch_of=before).count() == 1
