"""Two at once, on real connections: each race is first run without the lock that decides it, then with it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier, Lock
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from accounts import outbox
from accounts.database import rows
from accounts.models import Outbox, User
from accounts.outbox import delivery
from games.bots import services as bots
from games.core.models import Match, TimeUp
from games.core.services import expiry, play, remedies
from games.core.services.eligibility import LobbyError
from games.core.services.locked import LockedMatch
from games.core.services.play import Receipt
from games.lobby import services as lobby
from games.rules.errors import GameOver
from tests.games.tables import answer, begin, now, offer, owing, texts, turn, under_way

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
PATIENCE = 20  # seconds after which a thread that nobody meets gives up

Job = Callable[[], Any]


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep alone delivers."""
    monkeypatch.setattr("accounts.broker.current_app.send_task", lambda *_, **__: None)


def at_once(*jobs: Job) -> list[Any]:
    """Return what each job answers or raises, when each has a thread and a connection of its own."""

    def work(job: Job) -> Any:
        try:
            return job()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(work, jobs))


@pytest.fixture
def without_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both look at the match before either writes."""
    met = Barrier(2)

    def look(cls: type[LockedMatch], **which: Any) -> LockedMatch:
        (match,) = rows.select(Match, **which)
        locked = cls(match)
        _ = locked.before if match.ply >= 0 else (locked.seats, match.invitation)
        met.wait(PATIENCE)
        return locked

    monkeypatch.setattr(LockedMatch, "lock", classmethod(look))


@pytest.fixture
def with_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the first one hold the lock until the other one stands before it."""
    real, first = LockedMatch.lock.__func__, Lock()  # type: ignore[attr-defined]

    def lock(cls: type[LockedMatch], **which: Any) -> LockedMatch:
        locked: LockedMatch = real(cls, **which)
        if first.acquire(blocking=False):
            wait_for_the_other()
        return locked

    monkeypatch.setattr(LockedMatch, "lock", classmethod(lock))


def wait_for_the_other(came_through: Callable[[], bool] = lambda: False) -> None:
    """Wait until another connection waits for a lock that this one holds, or has come through."""
    waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    give_up = timezone.now() + timedelta(seconds=PATIENCE)
    with connection.cursor() as cursor:
        while not came_through() and not cursor.execute(waiting).fetchall():
            assert timezone.now() < give_up, "nobody came"


def outcomes(found: list[Any]) -> list[str]:
    return sorted(type(each).__name__ for each in found)


# --- Two submits ----------------------------------------------------------------------------------------------------


@pytest.fixture
def duel(ann: User, ben: User) -> Match:
    """Return a match in which both have moved. A player who lets the time pass loses."""
    return under_way(begin(ann, ben))


def submitting(match: Match, user: User, text: str) -> Job:
    return partial(play.submit, match.public_id, user.pk, text, 0)


def test_without_the_lock_two_submits_run_into_each_other(duel: Match, ann: User, without_lock: None) -> None:
    found = at_once(submitting(duel, ann, "F3"), submitting(duel, ann, "F4"))
    assert outcomes(found) == ["IntegrityError", "Receipt"]  # only the constraint has kept the log whole
    assert duel.entries.count() == 2


def test_of_two_equal_submits_one_is_made_and_the_other_repeated(duel: Match, ann: User, with_lock: None) -> None:
    found = at_once(submitting(duel, ann, "F3"), submitting(duel, ann, "F3"))
    assert sorted(found) == [Receipt(1, False), Receipt(1, True)]
    assert (texts(duel), owing(duel)) == (["F3"], ["Ben"])


def test_of_two_different_submits_one_is_made_and_the_other_stale(duel: Match, ann: User, with_lock: None) -> None:
    found = at_once(submitting(duel, ann, "F3"), submitting(duel, ann, "F4"))
    assert outcomes(found) == ["Receipt", "Stale"]
    assert len(texts(duel)) == 1
    assert Outbox.objects.filter(recipient__username="Ben", kind="turn").count() == 1


@pytest.fixture
def bidding(ann: User, ben: User, cat: User) -> Match:
    match = begin(ann, ben, cat, game="sealed-auction")
    answer(match, ann, "pass")
    return match


def test_sealed_bids_at_once_are_entered_one_after_the_other(
    bidding: Match, ben: User, cat: User, with_lock: None
) -> None:
    bids = [partial(answer, bidding, user, "bid 1; on odd; seal") for user in (ben, cat)]
    assert sorted(at_once(*bids)) == [Receipt(2, False), Receipt(3, False)]
    assert owing(bidding) == ["Ann"]


# --- Two joiners ----------------------------------------------------------------------------------------------------


def test_without_the_lock_two_joiners_run_into_each_other(ann: User, ben: User, cat: User, without_lock: None) -> None:
    match = offer(ann)
    found = at_once(*[partial(lobby.join, match.public_id, user) for user in (ben, cat)])
    assert outcomes(found) == ["IntegrityError", "Match"]
    assert match.seats.count() == 2


def test_of_two_joiners_one_gets_the_last_place_and_to_the_other_there_is_no_match(
    ann: User, ben: User, cat: User, with_lock: None
) -> None:
    match = offer(ann)
    found = at_once(*[partial(lobby.join, match.public_id, user) for user in (ben, cat)])
    assert outcomes(found) == ["Match", "NotYours"]
    assert (now(match).status, match.seats.count(), match.entries.count()) == ("playing", 2, 1)


def test_without_the_lock_a_match_is_begun_and_withdrawn(ann: User, ben: User, without_lock: None) -> None:
    match = offer(ann)
    found = at_once(partial(lobby.join, match.public_id, ben), partial(lobby.withdraw, match.public_id, ann))
    assert outcomes(found) == ["Match", "NoneType"]  # each was told that it is done


def test_who_withdraws_while_somebody_joins_learns_who_was_first(ann: User, ben: User, with_lock: None) -> None:
    match = offer(ann)
    joined, withdrawn = at_once(lambda: lobby.join(match.public_id, ben), lambda: lobby.withdraw(match.public_id, ann))
    if isinstance(withdrawn, LobbyError):
        assert (now(match).status, isinstance(joined, Match)) == ("playing", True)
    else:
        assert (now(match).status, isinstance(joined, LobbyError)) == ("void", True)


# --- The deadline passes during a submit ----------------------------------------------------------------------------


def overdue(match: Match, user: User) -> Job:
    """Return what the sweep does when the user's time is up, although he was told."""
    Outbox.objects.update(status="sent", sent_at=timezone.now())
    return partial(expiry.expire, match.pk, turn(match, user).deadline)


def test_without_the_lock_the_move_and_the_end_run_into_each_other(duel: Match, ann: User, without_lock: None) -> None:
    found = at_once(submitting(duel, ann, "F3"), overdue(duel, ann))
    assert "IntegrityError" in outcomes(found)
    assert len(texts(duel)) == 1


def test_a_deadline_that_passes_during_a_submit_lets_exactly_one_win(duel: Match, ann: User, with_lock: None) -> None:
    moved, expired = at_once(submitting(duel, ann, "F3"), overdue(duel, ann))
    if isinstance(moved, GameOver):
        assert (expired, texts(duel), now(duel).status, owing(duel)) == ("timeout", ["!timeout 0"], "over", [])
    else:
        assert (moved, expired) == (Receipt(1, False), "nothing")
        assert (texts(duel), now(duel).status, owing(duel)) == (["F3"], "playing", ["Ben"])


def test_two_sweeps_at_once_end_a_match_once(duel: Match, ann: User, with_lock: None) -> None:
    sweep = overdue(duel, ann)
    assert sorted(at_once(sweep, sweep)) == ["nothing", "timeout"]
    assert texts(duel) == ["!timeout 0"]


# --- The player who stayed claims the win while the absent one moves ------------------------------------------------


@pytest.fixture
def asked(duel: Match, ann: User, ben: User) -> Match:
    """Ann's time is up, and it is Ben's to choose."""
    since = timezone.now()
    duel.turns.update(deadline=since)
    absent, until = duel.seats.get(user=ann), since + timedelta(days=3)
    TimeUp.objects.create(match=duel, seat=absent, user=ben, began=since, until=until)
    return duel


def claiming(match: Match, user: User) -> Job:
    return partial(remedies.choose, match.public_id, user.pk, "claim")


def test_without_the_lock_a_claim_and_a_move_run_into_each_other(
    asked: Match, ann: User, ben: User, without_lock: None
) -> None:
    found = at_once(submitting(asked, ann, "F3"), claiming(asked, ben))
    assert "IntegrityError" in outcomes(found)


def test_of_a_claim_and_a_move_at_once_one_counts_and_the_other_says_so(
    asked: Match, ann: User, ben: User, with_lock: None
) -> None:
    moved, claimed = at_once(submitting(asked, ann, "F3"), claiming(asked, ben))
    if isinstance(moved, GameOver):
        assert (claimed, texts(asked), now(asked).status) == (None, ["!timeout 0"], "over")
    else:
        assert (moved, type(claimed), texts(asked)) == (Receipt(1, False), play.Stale, ["F3"])
    assert TimeUp.objects.count() == 0


# --- Two workers on one row -----------------------------------------------------------------------------------------


@pytest.fixture
def notice(duel: Match) -> Outbox:
    Outbox.objects.update(next_try=timezone.now())
    return Outbox.objects.get(recipient__username="Ann", kind="turn")


def test_without_the_claim_two_workers_send_one_notice_twice(notice: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    met = Barrier(2)

    def look(row: Outbox, at: Any) -> bool:
        is_due = delivery.due_rows(at).filter(pk=row.pk).exists()
        met.wait(PATIENCE)
        return is_due

    monkeypatch.setattr(delivery, "_claim", look)
    assert at_once(*[lambda: outbox.deliver(notice.pk)] * 2) == [True, True]
    assert [letter.to for letter in mail.outbox] == [["ann@example.org"]] * 2


def test_of_two_workers_one_sends_the_notice(notice: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    met, due = Barrier(2), delivery.due_rows

    def look(at: Any) -> Any:
        rows = due(at)
        assert rows.filter(pk=notice.pk).exists()
        met.wait(PATIENCE)
        return rows

    monkeypatch.setattr(delivery, "due_rows", look)
    assert sorted(at_once(*[lambda: outbox.deliver(notice.pk)] * 2)) == [False, True]
    assert [letter.to for letter in mail.outbox] == [["ann@example.org"]]


# --- Two workers for one house opponent -----------------------------------------------------------------------------


@pytest.fixture
def housed(ann: User) -> Match:
    """A match of Ann against the house, which is to move."""
    return bots.challenge(ann, "en-garde", {"starter": "right"}, seat=0)


def test_two_workers_that_answer_at_once_make_one_move(housed: Match, with_lock: None) -> None:
    assert sorted(at_once(*[partial(bots.move_for_bot, housed.pk)] * 2)) == [False, True]
    assert len(texts(housed)) == 1
    assert owing(housed) == ["Ann"]
