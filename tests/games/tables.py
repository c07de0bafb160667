"""Matches to test with: begun by hand-picked people on fixed chance, and played on through the service."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

import time_machine
from django.utils import timezone

from accounts.database import rows
from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.models import Heartbeat, Match, MatchSecret, Seat, Turn
from games.core.reading import access, play_links, positions
from games.core.services import looks, play, sweeps
from games.core.services.play import Receipt
from games.lobby import services as lobby
from games.offers import links as offer_links
from games.rules import chance, engine

SECRET = bytes(range(32))
ENTROPIES = ["0" * 31 + str(number) for number in range(9)]
AUCTION = "sealed-auction"


def offer(
    user: User,
    game: str = "en-garde",
    *,
    public_id: str = "firstmatch",
    secret: bytes = SECRET,
    seat: int | None = 0,
    pace_days: int = 3,
    clock: Chosen | None = None,
    watchable: bool = False,
    **options: Any,
) -> Match:
    """Return an invitation on fixed chance: the same id, secret and options give the same cards."""
    if game == "en-garde":
        options = {"starter": "left", **options}
    terms = lobby.Terms(game, options, pace_days=pace_days, seat=seat, clock=clock, watchable=watchable)
    made = lobby.invite(user, terms, entropy=ENTROPIES[0]).match
    MatchSecret.objects.filter(match=made).update(secret=secret)
    committed = chance.commitment(public_id, secret)
    Match.objects.filter(pk=made.pk).update(public_id=public_id, commitment=committed)
    return Match.objects.get(pk=made.pk)


def begin(*users: User, **given: Any) -> Match:
    """Return a match that has begun; the users sit in the order given. Takes what `offer` takes."""
    match = offer(users[0], **given)
    for number, user in enumerate(users[1:], 1):
        lobby.join(match.public_id, user, ENTROPIES[number])
    return now(match)


def finished(user: User, other: User, days_ago: Iterable[int], **given: Any) -> None:
    """Write rows of matches that ended so many days ago, without playing them.

    The user has won them, or as `given`.
    """
    now, first = timezone.now(), Match.objects.count()
    game = {"game": "en-garde", "version": 1, "pace_days": 3, "status": "over", "result": {}, "started": now}
    matches = Match.objects.bulk_create(
        Match(**game, public_id=f"row{first + number:07}", ended=now - timedelta(days=days))
        for number, days in enumerate(days_ago)
    )
    mine = {"user": user, "number": 0, "joined": 0, "outcome": "won", **given}
    theirs = {"user": other, "number": 1, "joined": 1, "outcome": "lost"}
    Seat.objects.bulk_create(Seat(match=match, **each) for match in matches for each in (mine, theirs))


def now(match: Match) -> Match:
    """Return the match as the database has it now."""
    [found] = rows.select(Match, id=match.pk)
    return found


def seat(match: Match, user: User) -> Seat:
    """Return a user's seat as the database has it now."""
    return Seat.objects.select_related("match", "user").get(match=match, user=user)


def _row(match: Match, user: User) -> Seat:
    """Return a user's seat alone, read as services read it: whole matches are played by what reads it."""
    [found] = rows.select(Seat, match_id=match.pk, user_id=user.pk)
    return found


def opened(match: Match, user: User) -> None:
    """Let a player open the page of a match."""
    found = access.match_for(user.pk, match.public_id)
    looks.mark_looked(found.seat)
    looks.note_opened(found.seat, found.match.ply)


def turn(match: Match, user: User) -> Turn:
    """Return a user's turn as the database has it now."""
    return Turn.objects.select_related("match", "seat").get(match=match, user=user)


def play_link(match: Match, user: User) -> str:
    """Return the token of the link that a letter about a user's turn would hold now."""
    address = play_links.play_url(turn(match, user), User.objects.get(pk=user.pk))
    return address.rstrip("/").rpartition("/")[2]


def offer_link(match: Match, offering: User, user: User) -> str:
    """Return the token of the link that a letter to a user about what another offers would hold now."""
    address = offer_links.offer_url(seat(match, offering), match.public_id, User.objects.get(pk=user.pk))
    return address.rstrip("/").rpartition("/")[2]


def owing(match: Match) -> list[str]:
    """Return the names of those who owe a move, by seat."""
    return list(Turn.objects.filter(match=match).order_by("seat__number").values_list("user__username", flat=True))


def texts(match: Match) -> list[str]:
    """Return the texts of the log but for entry 0."""
    return list(match.entries.filter(ply__gt=0).values_list("text", flat=True))


def choices(match: Match, user: User) -> list[str]:
    """Return the texts of the steps a user may take."""
    position = positions.newest_position(now(match)).position
    return [match.rules.text(step) for step in engine.legal_steps(match.rules, position, _row(match, user).index)]


def answer(match: Match, user: User, text: str, expected: int | None = None) -> Receipt:
    """Submit a move, by default for what the user is asked now."""
    return play.submit(match.public_id, user.pk, text, _row(match, user).serial if expected is None else expected)


def first_move(match: Match, user: User) -> str:
    """Return a whole move: always the first step offered."""
    rules, number = match.rules, _row(match, user).index
    position = positions.newest_position(now(match)).position
    steps: list[Any] = []
    while True:
        preview = engine.preview(rules, position, number, steps)
        if preview.complete or not preview.legal:
            return engine.move_text(rules, steps)
        steps.append(preview.legal[0])


def attack(match: Match, user: User) -> str:
    """Return an attack where one is offered, else the first step."""
    steps = choices(match, user)
    return next((step for step in steps if step[0] in "AX"), steps[0])


def play_on(match: Match, moves: int | None = None, choose: Callable[[Match, User], str] = first_move) -> Match:
    """Play so many moves, or to the end."""
    while moves != 0 and (user := next_user(match)):
        answer(match, user, choose(match, user))
        moves = None if moves is None else moves - 1
    return now(match)


def next_user(match: Match) -> User | None:
    """Return who owes a move; of several the one on the lowest seat."""
    due = match.turns.order_by("seat__number").values_list("user", flat=True).first()
    return rows.select(User, id=due)[0] if due else None


def duel(match: Match) -> User:
    """Play En Garde until somebody may parry; who that is."""
    while (user := next_user(match)) and "P" not in choices(match, user):
        answer(match, user, attack(match, user))
    assert user is not None
    return user


def under_way(match: Match, absence: str = "loss") -> Match:
    """Return the match as if all had made their first moves, and with what was agreed for the time that is up."""
    match.seats.filter(answered_ply=None).update(answered_ply=-1)
    Match.objects.filter(pk=match.pk).update(absence=absence)
    return now(match)


def vanish(match: Match, user: User) -> Match:
    """Return the match once the time of a player is up who has looked at it, so that the other one may choose."""
    opened(under_way(match, absence="choice"), user)
    Turn.objects.filter(match=match).update(deadline=timezone.now())
    assert sweeps.expire() == {match.pk: "asked"}
    return now(match)


def pass_time(clock: time_machine.Traveller, time: timedelta) -> None:
    """Let time pass, with the service alive all along."""
    clock.shift(time)
    Heartbeat.objects.update(at=timezone.now())
