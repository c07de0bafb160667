"""Seeks: what can be asked, who is paired, what their match is, and when a seek sleeps or ends."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db.models import F
from django.utils import timezone

from accounts import blocks, broker, outbox
from accounts.models import Outbox, User, Vacation
from games.bots import services as bots
from games.core.models import Match, Seat, Turn
from games.core.seams.unbegun import Anew
from games.core.services import leaving, play, sweeps
from games.core.services.locked import LockedMatch
from games.ratings.models import Rating
from games.rules.errors import BadOption, UnknownGame
from games.seeks import services as seeks
from games.seeks.fit import Wish
from games.seeks.models import Seek, Sleep
from tests.games.browsing import signed_in, told
from tests.games.conftest import NOON
from tests.games.lobby.test_services import refusal
from tests.games.tables import AUCTION, answer, begin, finished, first_move, now, owing, pass_time
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def standing(noon: Time) -> None:
    """Time stands still at noon."""


def wish(game: str = "en-garde", **given: Any) -> Wish:
    return Wish(**{"game": game, "fastest_days": 3, "slowest_days": 7, **given})


def ask(user: User, game: str = "en-garde", *, keep: int = 0, **given: Any) -> Seek:
    return seeks.ask(user, wish(game, **given), keep)


def sleep(user: User) -> Sleep | None:
    return Seek.objects.with_owners(timezone.now()).get(user=user).sleep(timezone.now())


def waiting() -> list[str]:
    """Return the names of those whose seeks are awake, the longest wait first."""
    return [seek.user.username for seek in Seek.objects.awake(timezone.now())]


# --- Asking ---------------------------------------------------------------------------------------------------------


def test_a_seek_waits_and_a_worker_is_told(
    ann: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(broker, "publish", lambda *given: sent.append(given))
    with django_capture_on_commit_callbacks(execute=True):
        made = ask(ann, options={"starter": "left"}, clock={"nights": True}, rated=True, language="de")
    assert sent == [("games.tasks.pair", [made.pk])]
    assert Seek.objects.get().wish == wish(
        options={"starter": "left"}, clock={"nights": True}, rated=True, language="de"
    )
    assert (waiting(), sleep(ann), seeks.find_opponent(made.pk)) == (["Ann"], None, None)


def test_who_asks_again_gives_up_what_was_sought_before(ann: User, noon: Time) -> None:
    first = ask(ann)
    noon.shift(DAY)
    assert (ask(ann).since, Seek.objects.get().looked) == (first.since, NOON + DAY)  # just so: it waits on
    assert (ask(ann, keep=2).since, Seek.objects.get().keep) == (NOON + DAY, 2)
    ask(ann, "field-of-glory")
    assert Seek.objects.count() == 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": AUCTION}, "We can find opponents only for two-player games. Offer an open match instead."),
        ({"fastest_days": 4}, "The time per move can be 1, 2, 3, 5, 7, 14 days."),
        ({"slowest_days": 30}, "The time per move can be 1, 2, 3, 5, 7, 14 days."),
        ({"fastest_days": 7, "slowest_days": 3}, "The fastest pace can’t be slower than the slowest one."),
        (
            {"clock": {"bank_hours": 24}},
            "You can set these for the clock: nights, weekends, vacations, absence. All except the last are yes or no.",
        ),
        (
            {"clock": {"nights": "yes"}},
            "You can set these for the clock: nights, weekends, vacations, absence. All except the last are yes or no.",
        ),
        ({"clock": {"absence": "win"}}, "Choose what happens when time is up: loss, choice."),
        ({"language": "xx"}, "There’s no language “xx” here. Choose one of these: en, de, it."),
        ({"min_reliability": 101}, "Reliability must be between 0 and 100 percent."),
        ({"keep": 11}, "You can keep up to 10 matches going per game."),
        ({"keep": -1}, "You can keep up to 10 matches going per game."),
    ],
)
def test_what_cannot_be_sought_is_refused(ann: User, given: dict[str, Any], said: str) -> None:
    assert refusal(ask, ann, **given) == said
    assert not Seek.objects.exists()


def test_games_and_options_that_are_none_are_refused(ann: User) -> None:
    with pytest.raises(UnknownGame):
        ask(ann, "chess")
    with pytest.raises(BadOption):
        ask(ann, options={"starter": "above"})


def test_guests_and_those_whose_letters_come_back_seek_nobody(ann: User) -> None:
    ann.bounced = ann.email
    assert refusal(ask, ann).startswith("Emails to ann@example.org are bouncing.")
    ann.guest_until = NOON
    assert refusal(ask, ann).startswith("Guests can only play against the computer.")


def test_nobody_asks_for_more_reliability_than_he_has(ann: User, ben: User) -> None:
    finished(ann, ben, [1, 2, 3], outcome="won")
    finished(ann, ben, [4], outcome="timeout")
    finished(ann, ben, [5], outcome="won")
    said = "You’re asking for 81% reliability, but yours is 80%. The minimum applies to both of you, so ask for less."
    assert refusal(ask, ann, min_reliability=81) == said
    assert ask(ann, min_reliability=80).min_reliability == 80


def test_what_is_withdrawn_is_not_paired(ann: User, ben: User) -> None:
    ask(ann)
    assert (seeks.withdraw(ann, "field-of-glory"), seeks.withdraw(ann, "en-garde")) == (False, True)
    assert (seeks.withdraw(ann, "en-garde"), seeks.find_opponent(ask(ben).pk)) == (False, None)


# --- Pairing --------------------------------------------------------------------------------------------------------


def test_two_that_fit_play_at_once_as_if_one_had_invited_the_other(ann: User, ben: User) -> None:
    ask(ann, options={"starter": "left"}, clock={"nights": True})
    match = seeks.find_opponent(ask(ben, fastest_days=1, slowest_days=5, clock={"weekends": True}, rated=False).pk)
    assert match is not None
    found = now(match)
    assert (found.status, found.rated, found.private, found.started) == ("playing", False, False, NOON)
    assert (found.pace_days, found.nights, found.weekends, found.vacations) == (3, True, True, True)
    assert (found.options["starter"], len(found.commitment)) == ("left", 64)
    assert sorted(found.seats.values_list("user__username", "number")) in (
        [("Ann", 0), ("Ben", 1)],
        [("Ann", 1), ("Ben", 0)],
    )
    first = owing(found)
    assert sorted(Outbox.objects.values_list("kind", "recipient__username")) == sorted(
        [("turn", first[0]), ("start", "Ben" if first == ["Ann"] else "Ann")]
    )
    assert not Seek.objects.exists()


@pytest.mark.parametrize(("one", "other"), [(True, True), (True, False), (False, False)])
def test_their_match_is_open_to_watchers_where_both_like_it(ann: User, ben: User, one: bool, other: bool) -> None:
    ask(ann, watchable=one)
    found = seeks.find_opponent(ask(ben, watchable=other).pk)
    assert found is not None
    assert now(found).watchable is (one and other)


def test_anyone_who_has_waited_longest_is_the_first(ann: User, ben: User, cat: User, noon: Time) -> None:
    ask(ben)
    noon.shift(timedelta(minutes=1))
    ask(ann)
    noon.shift(timedelta(minutes=1))
    match = seeks.find_opponent(ask(cat).pk)
    assert match is not None
    assert sorted(match.seats.values_list("user__username", flat=True)) == ["Ben", "Cat"]
    assert waiting() == ["Ann"]


def test_the_sweep_pairs_all_that_fit(ann: User, ben: User, cat: User) -> None:
    dan, eve, flo = person("Dan"), person("Eve"), person("Flo")
    for user in (ann, ben, cat, dan, eve):
        ask(user)
    ask(flo, "field-of-glory")
    made = seeks.find_opponents()
    pairs = [sorted(match.seats.values_list("user__username", flat=True)) for match in made]
    assert (pairs, waiting()) == ([["Ann", "Ben"], ["Cat", "Dan"]], ["Eve", "Flo"])


def test_blocks_hold_both_ways(ann: User, ben: User) -> None:
    blocks.block(ann, ben)
    ask(ann)
    assert seeks.find_opponent(ask(ben).pk) is None
    blocks.unblock(ann, ben)
    blocks.block(ben, ann)
    assert seeks.find_opponents() == []
    blocks.unblock(ben, ann)
    assert len(seeks.find_opponents()) == 1


def test_who_play_this_game_already_or_began_to_within_a_day_are_not_paired_in_it_again(
    ann: User, ben: User, noon: Time
) -> None:
    match = begin(ann, ben)
    answer(match, ann, "F1")
    answer(match, ben, "F1")
    ask(ann)
    assert (waiting(), seeks.find_opponent(ask(ben).pk)) == (["Ann"], None)
    play.resign(match.public_id, ann.pk)
    noon.shift(timedelta(hours=23))
    assert seeks.find_opponents() == []
    noon.shift(timedelta(hours=1))
    assert len(seeks.find_opponents()) == 1


def test_who_play_this_game_are_not_paired_in_it_however_long_ago_that_began(ann: User, ben: User, noon: Time) -> None:
    match = begin(ann, ben)
    answer(match, ann, "F1")
    answer(match, ben, "F1")
    noon.shift(2 * DAY)
    ask(ann)
    assert seeks.find_opponent(ask(ben).pk) is None


def test_who_play_another_game_are_paired_in_this_one(ann: User, ben: User) -> None:
    play.resign(begin(ann, ben, game="field-of-glory").public_id, ann.pk)
    ask(ann)
    assert seeks.find_opponent(ask(ben).pk) is not None


def test_players_of_like_strength_are_paired_at_once_and_others_once_they_have_waited(
    ann: User, ben: User, noon: Time
) -> None:
    strong = {"game": "en-garde", "number": 2000.0, "deviation": 80.0, "matches": 20, "changed": NOON}
    Rating.objects.create(user=ann, **strong)
    Rating.objects.create(user=ben, **strong | {"game": "field-of-glory"})
    ask(ann)
    ask(ben)
    assert seeks.find_opponents() == []
    noon.shift(3 * DAY)
    assert len(seeks.find_opponents()) == 1


def test_who_is_absent_too_often_is_not_paired_with_who_asks_for_reliability(ann: User, ben: User, cat: User) -> None:
    finished(ben, cat, [1, 2, 3, 4], outcome="timeout")
    finished(ben, cat, [5], outcome="won")
    ask(ann, min_reliability=90)
    assert seeks.find_opponent(ask(ben).pk) is None
    Seek.objects.filter(user=ann).update(min_reliability=0)
    assert len(seeks.find_opponents()) == 1


def test_an_option_that_the_game_has_no_more_keeps_nobody_else_waiting(ann: User, ben: User, cat: User) -> None:
    made = ask(ann)
    Seek.objects.filter(pk=made.pk).update(options={"gone": 1}, since=NOON - DAY)
    ask(ben)
    match = seeks.find_opponent(ask(cat).pk)
    assert match is not None
    assert sorted(match.seats.values_list("user__username", flat=True)) == ["Ben", "Cat"]


# --- Standing seeks -------------------------------------------------------------------------------------------------


def moved(match: Match) -> bool:
    """Have both make their first moves."""
    while owed := Turn.objects.filter(match=match, seat__answered_ply=None).first():
        answer(match, owed.user, first_move(match, owed.user))
    return True


def test_a_standing_seek_keeps_so_many_matches_going(ann: User, ben: User, cat: User, noon: Time) -> None:
    ask(ann, keep=2)
    noon.shift(DAY)
    matches = [match for other in (ben, cat) if (match := seeks.find_opponent(ask(other).pk)) and moved(match)]
    assert len(matches) == 2
    assert Seek.objects.get().since == NOON + DAY  # it waits again
    assert (sleep(ann), waiting()) == (Sleep.ENOUGH, [])
    assert seeks.find_opponent(ask(person("Dan")).pk) is None
    play.resign(matches[0].public_id, ann.pk)
    assert len(seeks.find_opponents()) == 1


# --- Sleep ----------------------------------------------------------------------------------------------------------


def test_a_seek_sleeps_while_its_owner_owes_a_first_move_to_a_person(ann: User, ben: User) -> None:
    ask(ann)
    match = begin(ann, ben)
    assert (sleep(ann), waiting()) == (Sleep.FIRST_MOVE, [])
    answer(match, ann, "F1")
    assert (sleep(ann), waiting()) == (None, ["Ann"])


def test_a_match_with_the_house_keeps_none_asleep(ann: User, ben: User) -> None:
    ask(ann, keep=1)
    match = begin(ann, ben)
    Seat.objects.filter(match=match, user=ben).update(house=True)
    assert (sleep(ann), waiting()) == (None, ["Ann"])


def test_a_seek_sleeps_during_a_vacation(ann: User, noon: Time) -> None:
    ask(ann)
    Vacation.objects.create(user=ann, begins=NOON + DAY, ends=NOON + 2 * DAY)
    assert sleep(ann) is None
    noon.shift(DAY)
    assert (sleep(ann), waiting()) == (Sleep.VACATION, [])
    noon.shift(DAY)
    assert (sleep(ann), waiting()) == (None, ["Ann"])


def test_a_seek_sleeps_whose_owner_has_not_looked_for_seven_days(ann: User, noon: Time) -> None:
    ask(ann)
    noon.shift(7 * DAY)
    assert (sleep(ann), waiting()) == (Sleep.UNSEEN, [])
    seeks.note_look(ann)
    assert (sleep(ann), waiting()) == (None, ["Ann"])


def test_a_look_is_noted_to_the_day(ann: User, noon: Time) -> None:
    ask(ann)
    noon.shift(timedelta(hours=23))
    seeks.note_look(ann)
    assert Seek.objects.get().looked == NOON
    noon.shift(timedelta(hours=1))
    seeks.note_look(ann)
    assert Seek.objects.get().looked == NOON + DAY


@pytest.mark.parametrize("given", [{"bounced": "ann@example.org"}, {"is_active": False}])
def test_a_seek_sleeps_whose_owner_cannot_be_reached(ann: User, given: dict[str, Any]) -> None:
    ask(ann)
    User.objects.filter(pk=ann.pk).update(**given)
    assert (sleep(ann), waiting()) == (Sleep.UNREACHABLE, [])


def test_letters_that_came_back_from_another_address_matter_no_more(ann: User) -> None:
    ask(ann)
    User.objects.filter(pk=ann.pk).update(bounced="old@example.org")
    assert (sleep(ann), waiting()) == (None, ["Ann"])


# --- Ends -----------------------------------------------------------------------------------------------------------


def begun(one: User, other: User, noon: Time, **given: Any) -> Match:
    """Return the match of two who have sought it, on their last moment."""
    sweeps.heartbeat()
    ask(one, rated=False, **given)
    match = seeks.find_opponent(ask(other, **given).pk)
    assert match is not None
    Outbox.objects.update(status="sent", sent_at=NOON)
    pass_time(noon, 3 * DAY)
    return match


def test_who_waited_for_a_first_move_in_vain_seeks_again_on_the_same_terms(ann: User, ben: User, noon: Time) -> None:
    clock = {"nights": False, "weekends": True, "vacations": False, "absence": "loss"}
    match = begun(ann, ben, noon, watchable=True, clock={"weekends": True, "vacations": False, "absence": "loss"})
    came = next(user for user in (ann, ben) if [user.username] != owing(match))
    assert sweeps.expire() == {match.pk: "void"}
    again = Seek.objects.get()
    same = {"options": now(match).options, "clock": clock, "rated": False, "watchable": True}
    assert (again.user, again.wish, again.keep) == (came, wish(slowest_days=3, **same), 0)


def test_he_is_told_so_by_letter_and_at_the_match(ann: User, ben: User, noon: Time) -> None:
    match = begun(ann, ben, noon)
    came, absent = sorted((ann, ben), key=lambda user: [user.username] == owing(match))
    sweeps.expire()
    words, address = "We’re looking for an opponent for you again", "/seeks/"
    outbox.deliver_due()
    letters = {letter.to[0]: str(letter.body) for letter in mail.outbox if "is void" in str(letter.body)}
    assert f"{words}:\nhttp://testserver{address}" in letters[came.email]
    assert words not in letters[absent.email]
    his, other = (signed_in(user).get(match.get_absolute_url()) for user in (came, absent))
    assert (his.context["page"].closing.anew, other.context["page"].closing.anew) == (Anew(address, words), None)
    assert words in told(his)
    seeks.withdraw(came, "en-garde")
    assert words not in told(signed_in(came).get(match.get_absolute_url()))


def test_what_he_seeks_by_now_stays(ann: User, ben: User, noon: Time) -> None:
    match = begun(ann, ben, noon)
    came = next(user for user in (ann, ben) if [user.username] != owing(match))
    ask(came, slowest_days=14)
    sweeps.expire()
    assert [(seek.user, seek.slowest_days) for seek in Seek.objects.all()] == [(came, 14)]


def test_what_he_seeks_in_another_game_does_not_matter(ann: User, ben: User, noon: Time) -> None:
    match = begun(ann, ben, noon)
    came = next(user for user in (ann, ben) if [user.username] != owing(match))
    ask(came, "field-of-glory")
    sweeps.expire()
    assert list(Seek.objects.order_by("game").values_list("game", flat=True)) == ["en-garde", "field-of-glory"]


def test_who_cannot_be_reached_by_now_seeks_nobody_again(ann: User, ben: User, noon: Time) -> None:
    match = begun(ann, ben, noon)
    User.objects.update(bounced=F("email"))
    assert (sweeps.expire(), Seek.objects.count()) == ({match.pk: "void"}, 0)


def test_the_house_seeks_nobody(ann: User) -> None:
    match = bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0)
    seeks.ask_anew(LockedMatch.lock(pk=match.pk), [Seat.objects.get(match=match, user=ann).pk], match)
    assert not Seek.objects.exists()


def test_nothing_is_left_of_who_leaves(ann: User, ben: User) -> None:
    ask(ann)
    ask(ben)
    leaving.close_account(ann)
    assert [seek.user for seek in Seek.objects.all()] == [ben]


def test_seeks_of_those_who_stay_away_are_removed(ann: User, ben: User, noon: Time) -> None:
    ask(ann)
    noon.shift(DAY)
    ask(ben)
    noon.shift(29 * DAY)
    assert (seeks.remove_forgotten(), waiting(), Seek.objects.get().user) == (1, [], ben)
