"""Every match is made in one place, in its caller's transaction, with all that was agreed of it."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from django.db import IntegrityError, transaction
from django.db.transaction import TransactionManagementError

from accounts.models import User
from games.bots import services as bots
from games.core.clock.terms import Chosen
from games.core.models import Match, MatchSecret, Seat
from games.core.seams import begin
from games.core.seams.begin import MatchTerms, Player
from games.core.services import tickets
from games.rules.errors import BadOption

CLOCK = Chosen(0, 72, 24, 120, nights=True, weekends=True, vacations=False, total_days=90, absence="loss")


def newest() -> MatchTerms:
    return MatchTerms.newest("en-garde", {"starter": "right"}, CLOCK)


@pytest.mark.django_db
def test_a_match_has_every_term_that_was_agreed(ann: User) -> None:
    before = Match.objects.create(game="en-garde", version=1, pace_days=3)
    terms = replace(newest(), rated=True, private=True, watchable=True, pair="somepair", rematch_of=before)
    for field in fields(MatchTerms):
        assert getattr(terms, field.name) != field.default, f"Give {field.name} another value than its default."

    ticket = tickets.issue("en-garde")
    begin.open_match(terms, ticket, [])

    made = Match.objects.get(public_id=ticket.match)
    assert replace(MatchTerms.of(made), rematch_of=made.rematch_of) == terms
    assert (made.status, made.commitment) == (Match.Status.OPEN, ticket.commitment)
    assert bytes(MatchSecret.objects.get(match=made).secret) == tickets.secret(ticket)


@pytest.mark.django_db
def test_terms_are_renewed_by_the_newest_version_for_a_match_by_itself() -> None:
    old = replace(newest(), version=0, rated=True, pair="somepair")
    assert old.renewed() == replace(newest(), rated=True)
    with pytest.raises(BadOption):
        replace(old, options={"no such": "option"}).renewed()


@pytest.mark.django_db
def test_a_match_begins_at_once_where_all_its_players_are_known(ann: User, ben: User) -> None:
    ticket = tickets.issue("en-garde")
    players = [begin.player(user, ticket.commitment, "a" * 32) for user in (ann, ben)]

    locked = begin.begin_match(newest(), ticket, players, [1, 0])

    seats = Seat.objects.filter(match=locked.match).order_by("number")
    assert [(seat.user, seat.joined, seat.entropy) for seat in seats] == [(ben, 1, "a" * 32), (ann, 0, "a" * 32)]
    assert Match.objects.get().status == Match.Status.PLAYING
    assert [Player.of(seat) for seat in reversed(seats)] == players


@pytest.mark.django_db
def test_the_site_draws_what_no_browser_gave_and_the_house_adds_the_beginning_of_the_seal(ann: User) -> None:
    seal = "0123456789abcdef" * 4
    assert begin.player(ann, seal, "b" * 32) == (ann.pk, "b" * 32, "browser", False, "")
    drawn = begin.player(ann, seal, "no share")
    assert (len(drawn.entropy), drawn.source, drawn.house) == (32, "server", False)
    assert begin.player(ann, seal).entropy != drawn.entropy
    assert begin.player(bots.bot_of("en-garde"), seal)[1:] == (seal[:32], "server", True, "")


@pytest.mark.django_db
def test_of_a_ticket_that_is_taken_no_second_match_is_made(ann: User) -> None:
    ticket = tickets.issue("en-garde")
    begin.open_match(newest(), ticket, [begin.player(ann, ticket.commitment)])
    with pytest.raises(IntegrityError), transaction.atomic():
        begin.open_match(newest(), ticket, [begin.player(ann, ticket.commitment)])
    assert (Match.objects.count(), MatchSecret.objects.count(), Seat.objects.count()) == (1, 1, 1)


@pytest.mark.django_db(transaction=True)
def test_no_match_is_made_outside_of_a_transaction() -> None:
    with pytest.raises(TransactionManagementError, match=r"^A match begins in a transaction, "):
        begin.open_match(newest(), tickets.issue("en-garde"), [])
    assert not Match.objects.exists()
