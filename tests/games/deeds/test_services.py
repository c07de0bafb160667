"""Awards are noted after matches have ended, and are always what looking through all of them comes to."""

from __future__ import annotations

from io import StringIO
from typing import Any
from unittest.mock import Mock

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone

from accounts import guests, sign_ups
from accounts.database import claims
from accounts.models import SignUp, User
from games.bots import services as bots
from games.core.models import Match, Seat
from games.core.services import leaving, play
from games.deeds import queries as deeds, services as awards, summaries
from games.deeds.models import Award
from games.ratings import services as ratings
from games.tasks import award_due
from tests.games import tables
from tests.games.conftest import NOON
from tests.games.deeds.test_page import kept
from tests.games.rows.doors_awards import won
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


def noted() -> dict[tuple[str, str], str]:
    """Return who has which deed, and from which match."""
    rows = Award.objects.values_list("user__username", "deed", "match__public_id")
    return {(name, deed): public_id for name, deed, public_id in rows}


def known() -> list[str]:
    """Return the matches that awards know of."""
    return sorted(Match.objects.filter(awarded=True).values_list("public_id", flat=True))


# --- Noting ---------------------------------------------------------------------------------------------------------


def test_the_sweep_notes_who_has_earned_what_in_which_match_and_when(ann: User, ben: User) -> None:
    match = kept("en-garde-1-standard-points", ann, ben)
    award_due()
    found = Award.objects.order_by("user", "deed").values_list("user", "game", "deed", "match", "earned")
    each = [(ann, "ground"), (ben, "ground"), (ben, "win")]
    assert list(found) == [(user.pk, "en-garde", deed, match.pk, match.ended) for user, deed in each]
    assert known() == [match.public_id]


def test_to_look_twice_changes_nothing(ann: User, ben: User) -> None:
    won(ann, ben, "first00001")
    assert [awards.note_due(), awards.note_due()] == [1, 0]
    before = list(Award.objects.values())
    awards.look_anew(Match.objects.all())
    assert awards.note_due() == 1
    assert list(Award.objects.values()) == before


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_earliest_match_is_the_first_in_any_order_they_are_looked_through(
    order: tuple[int, ...], ann: User, ben: User
) -> None:
    made = [won(ann, ben, f"match00{hours}", hours) for hours in range(3)]
    Match.objects.update(awarded=True)
    for number in order:
        Match.objects.filter(pk=made[number].pk).update(awarded=False)
        assert awards.note_due() == 1
    assert noted() == {("Ann", "win"): "match000"}
    assert Award.objects.get().earned == NOON


@pytest.mark.parametrize("together", [1, 2])
def test_of_matches_that_ended_together_the_one_begun_first_counts(
    together: int, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(awards, "MATCHES_TOGETHER", together)
    won(ann, ben, "zzz"), won(ann, ben, "aaa")
    assert awards.note_due() == 2
    assert noted() == {("Ann", "win"): "zzz"}


def test_those_that_ended_last_come_first_in_portions(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for hours in range(3):
        won(ann, ben, f"match00{hours}", hours)
    monkeypatch.setattr(awards, "MATCHES_TOGETHER", 2)
    assert (awards.award_deeds(), known(), noted()) == ((2, {}), ["match001", "match002"], {("Ann", "win"): "match001"})
    assert (awards.note_due(), noted()) == (1, {("Ann", "win"): "match000"})


def test_a_sweep_ends_in_time(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    won(ann, ben, "first00001")
    monkeypatch.setattr(awards, "MAX_SECONDS", 0)
    assert (awards.note_due(), known()) == (0, [])


def test_it_leaves_the_work_to_the_worker_that_has_it(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    won(ann, ben, "first00001")
    monkeypatch.setattr(claims, "claim", lambda _: False)
    assert (awards.note_due(), noted(), known()) == (0, {}, [])


def test_running_and_void_matches_are_not_looked_through(ann: User, ben: User) -> None:
    tables.begin(ann, ben)
    play.adjudicate(tables.begin(ann, ben, public_id="voidmatch1").public_id, "!void")
    assert (awards.note_due(), awards.look_anew(Match.objects.all())) == (0, 0)


def test_a_private_match_counts(ann: User, ben: User) -> None:
    won(ann, ben, "private001", private=True)
    awards.note_due()
    assert noted() == {("Ann", "win"): "private001"}


def test_one_that_cannot_be_played_again_is_told_of_and_stops_nobody(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What was noted of it stays."""
    broken = won(ann, ben, "broken0001")
    awards.note_due()
    won(ben, ann, "whole00001")
    awards.look_anew(Match.objects.all())
    real = summaries.work_out

    def work_out(match: Match) -> Any:
        if match.pk == broken.pk:
            raise RuntimeError
        return real(match)

    monkeypatch.setattr(summaries, "work_out", work_out)
    assert awards.note_due() == 2
    assert noted() == {("Ann", "win"): "broken0001", ("Ben", "win"): "whole00001"}
    assert known() == ["broken0001", "whole00001"]
    assert "The deeds of match broken0001 cannot be read" in caplog.text


def test_a_database_that_fails_leaves_all_matches_to_be_looked_through(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    won(ann, ben, "first00001")
    with monkeypatch.context() as broken:
        broken.setattr(summaries, "work_out", Mock(side_effect=OperationalError("database is locked")))
        with pytest.raises(OperationalError):
            awards.note_due()
    assert (known(), awards.note_due(), noted()) == ([], 1, {("Ann", "win"): "first00001"})


def test_matches_of_a_game_that_cannot_be_played_here_wait(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    won(ann, ben, "first00001")
    with monkeypatch.context() as gone:
        gone.delitem(deeds.DEEDS, "en-garde")
        assert (awards.note_due(), known()) == (0, [])
    assert (awards.note_due(), noted()) == (1, {("Ann", "win"): "first00001"})


# --- Who gets none --------------------------------------------------------------------------------------------------


def test_house_opponents_get_none_and_nobody_against_them(ann: User) -> None:
    match = bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0)
    play.resign(match.public_id, ann.pk)
    assert (awards.note_due(), noted(), known()) == (1, {}, [match.public_id])


def test_nor_does_an_account_that_is_said_to_be_a_bot(ann: User, ben: User) -> None:
    won(ann, ben, "first00001"), won(ben, ann, "second0001")
    User.objects.filter(pk=ann.pk).update(is_bot=True)
    assert (awards.note_due(), noted()) == (2, {("Ben", "win"): "second0001"})


def with_guest(ann: User) -> User:
    """Return a guest who has won a match against Ann that awards know of."""
    guest, somebody = guests.create(), person("Dan")
    won(somebody, ann, "asguest001")
    Seat.objects.filter(user=somebody).update(user=guest)
    awards.note_due()
    assert (noted(), known()) == ({}, ["asguest001"])
    return guest


def test_a_guest_gets_none_until_it_becomes_an_account(ann: User) -> None:
    guest = with_guest(ann)
    filled = {"username": "Dora", "email": "dora@example.org", "password": "!", "language": "en"}
    sign_ups.make_account(SignUp.objects.create(guest=guest, expires=timezone.now() + guests.DAY, **filled))
    assert awards.note_due() == 1
    assert noted() == {("Dora", "win"): "asguest001"}


def test_so_does_one_who_had_given_an_address_before_there_were_sign_ups(ann: User) -> None:
    guest = with_guest(ann)
    guest.set_password("Ein-langes-Wort")
    guest.save()
    email_confirmed.send(EmailAddress, email_address=EmailAddress(user=guest, email="dora@example.org"))
    awards.note_due()
    assert noted() == {(guest.username, "win"): "asguest001"}


def test_who_leaves_has_none_and_gets_none(ann: User, ben: User) -> None:
    won(ann, ben, "first00001"), won(ben, ann, "second0001")
    awards.note_due()
    leaving.close_account(ann)
    assert noted() == {("Ben", "win"): "second0001"}
    call_command("deeds", stdout=StringIO(), stderr=StringIO())
    assert noted() == {("Ben", "win"): "second0001"}


# --- Taking back ----------------------------------------------------------------------------------------------------


def struck(match: Match) -> None:
    ratings.strike(match.public_id, "One person played both sides.")


def test_a_match_that_is_struck_takes_its_deeds_back(ann: User, ben: User) -> None:
    match = kept("en-garde-1-standard-points", ann, ben)
    Match.objects.filter(pk=match.pk).update(rated=True)
    awards.note_due()
    assert len(noted()) == 3
    struck(match)
    assert (awards.note_due(), noted(), known()) == (1, {}, [match.public_id])


def test_one_that_counts_again_has_its_deeds_again(ann: User, ben: User) -> None:
    first, _later = won(ann, ben, "first00001"), won(ann, ben, "later00001", 1)
    awards.note_due()
    struck(first)
    awards.note_due()
    assert noted() == {("Ann", "win"): "later00001"}
    ratings.unstrike(first.public_id)
    awards.note_due()
    assert noted() == {("Ann", "win"): "first00001"}


def test_a_later_match_that_has_the_deed_takes_its_place(ann: User, ben: User, cat: User) -> None:
    made = [won(ann, ben, f"match00{hours}", hours) for hours in range(1, 4)]
    won(ann, ben, "before0001", 0, struck="One person played both sides.")
    won(cat, ben, "others0001", 5)
    won(ann, ben, "ofdice0001", 6, game="fantasy-dice-battles", awarded=True)
    awards.note_due()
    struck(made[0])
    assert awards.note_due() == 3, "the struck one, and the two that Ann has won since"
    assert noted() == {("Ann", "win"): "match002", ("Cat", "win"): "others0001"}


def test_so_does_one_that_ended_at_the_same_moment(ann: User, ben: User) -> None:
    first = won(ann, ben, "first00001")
    won(ann, ben, "other00001")
    awards.note_due()
    struck(first)
    assert (awards.note_due(), noted()) == (2, {("Ann", "win"): "other00001"})


def test_each_who_lost_a_deed_has_it_from_a_later_match(ann: User, ben: User, cat: User) -> None:
    for hours, age in enumerate(("first", "later")):
        for user in (ann, ben):
            won(user, cat, f"{user.username}-{age}", hours)
    awards.note_due()
    for name in ("Ann", "Ben"):
        struck(Match.objects.get(public_id=f"{name}-first"))
    assert (awards.note_due(), noted()) == (4, {("Ann", "win"): "Ann-later", ("Ben", "win"): "Ben-later"})


def test_one_that_is_struck_before_anybody_looked_gives_none(ann: User, ben: User) -> None:
    struck(won(ann, ben, "first00001"))
    assert (awards.note_due(), noted()) == (1, {})


def test_one_that_is_struck_while_it_is_looked_through_is_looked_through_again(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, real = won(ann, ben, "first00001"), summaries.work_out

    def work_out(looked: Match) -> Any:
        found = real(looked)
        if not tables.now(match).struck:
            struck(match)
        return found

    monkeypatch.setattr(summaries, "work_out", work_out)
    assert (awards.award_deeds(), noted(), known()) == ((1, {}), {}, [])
    assert (awards.award_deeds(), noted(), known()) == ((1, {}), {}, ["first00001"])


# --- All of them again ----------------------------------------------------------------------------------------------


def told(*games: str) -> str:
    out = StringIO()
    call_command("deeds", *games, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_command_comes_to_the_same_no_matter_what_was_noted(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, later = won(ann, ben, "first00001"), won(ann, ben, "later00001", 1)
    monkeypatch.setattr(awards, "MATCHES_TOGETHER", 1)
    awards.note_due()
    wrong = {"user": ann, "game": "en-garde", "earned": NOON}
    Award.objects.update(match=later, earned=later.ended)
    Award.objects.create(deed="gone", match=first, **wrong)
    Award.objects.create(deed="riposte", match=later, **wrong)
    assert told().startswith("2 matches, ")
    assert noted() == {("Ann", "win"): "first00001"}
    assert known() == ["first00001", "later00001"]


def test_it_takes_the_games_that_are_named(ann: User, ben: User) -> None:
    won(ann, ben, "first00001")
    Match.objects.update(awarded=True)
    assert told("field-of-glory").startswith("0 matches, ")
    assert noted() == {}
    assert told("en-garde").startswith("1 match, ")
    assert noted() == {("Ann", "win"): "first00001"}
    with pytest.raises(CommandError, match="“chess” has no deeds here"):
        told("chess")


def test_it_waits_while_the_sweep_is_at_work(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    won(ann, ben, "first00001")
    answers = iter([False, False, True, True])
    monkeypatch.setattr(claims, "claim", lambda _: next(answers))
    monkeypatch.setattr("games.management.commands.deeds.REST", 0)
    told("en-garde")
    assert noted() == {("Ann", "win"): "first00001"}


def test_it_ends_where_the_sweep_has_done_the_rest(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    won(ann, ben, "first00001")
    monkeypatch.setattr(awards, "award_deeds", lambda: awards.Noted(0, {}))
    assert told().startswith("1 match, ")


def test_one_that_cannot_be_played_again_is_named_and_the_others_are_noted(ann: User, ben: User) -> None:
    broken = won(ann, ben, "broken0001")
    Match.objects.filter(pk=broken.pk).update(version=99)
    won(ben, ann, "whole00001")
    out = StringIO()
    words = r"^Left unchanged, because they don’t replay:\n  broken0001: En Garde can’t be played"
    with pytest.raises(CommandError, match=words) as told_of:
        call_command("deeds", stdout=out, stderr=StringIO())
    assert "whole00001" not in str(told_of.value)
    assert out.getvalue().startswith("2 matches, ")
    assert noted() == {("Ben", "win"): "whole00001"}
