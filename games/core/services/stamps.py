"""What an entry changes for each seat: its serial with what it is asked, its stamp with what it sees.

An entry that shows a seat nothing leaves no trace on its pages: it keeps its stamp, and the ply is noted as one that
it may not know of (`Seat.blind`).
"""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec
from django.db.models import Q

from accounts import streams
from games.core.models import Match, Seat
from games.core.reading import news
from games.core.services.locked import LockedMatch
from games.rules import engine
from games.rules.engine import AnyGame, AnyPosition
from games.rules.game import SPECTATOR, Event, View, Viewer, visible
from games.rules.house import RolledBack


class Sight(NamedTuple):
    """A position as one seat knows it: its view, that view and whom the match waits for encoded, and its legal steps.

    `steps` are texts, None where the seat owes nothing.
    """

    view: View
    encoded: bytes
    steps: list[str] | None


def renew_stamps(locked: LockedMatch, actor: int | None, after: AnyPosition, events: list[Event]) -> None:
    """Give every seat the serial of what it is now asked and the stamp of what it now sees, and tell its open pages
    where either is another.

    `actor` is the number of the seat that has moved, None for a house entry.
    """
    rules = locked.match.rules
    goes_back = any(isinstance(event, RolledBack) for event in events)  # then no page that is open is answered
    known = [(seat.serial, seat.stamp) for seat in locked.seats]
    for seat in locked.seats:
        before = _sight(rules, locked.before.position, seat)
        now = _sight(rules, after, seat)
        if seat.number == actor or goes_back or _asks_anew(rules, before, now, seat.index):
            seat.serial += 1
            _drop_plan(seat, played=seat.number == actor)
        seen = [*visible(events, seat.index)]
        _renew_stamp(locked, seat, before, now, seen)
        _renew_news(rules, seat, seen, actor=actor, goes_back=goes_back)
        locked.batch.update(seat)
    _renew_for_watchers(locked, after, events)
    tell(locked, [seat for seat, was in zip(locked.seats, known, strict=True) if (seat.serial, seat.stamp) != was])


def _renew_news(rules: AnyGame, seat: Seat, seen: list[Event], *, actor: int | None, goes_back: bool) -> None:
    """Renew what the seat's player is told in lists: what came before their own move, or a way back, is no news."""
    if seat.number == actor or goes_back:
        seat.news = {}
    if seat.number != actor:
        news.keep_weightiest(rules, seat, seen)


def renew_for_offer(locked: LockedMatch, seat: Seat) -> None:
    """Give all seats new stamps, since one of them offers something else than before; the serials stay."""
    _renew_all(locked, [seat.number, seat.offered])


def renew_for_vacations(locked: LockedMatch, seat: Seat) -> None:
    """Give all seats new stamps, since the player of one of them has other vacations than before.

    The serials stay.
    """
    _renew_all(locked, [seat.number, "away", seat.away])


def renew_for_time(locked: LockedMatch, seat: Seat, what: str) -> None:
    """Give all seats new stamps, since the time of one of them is up, or no longer is; the serials stay."""
    _renew_all(locked, [seat.number, what])


def _renew_all(locked: LockedMatch, news: list[Any]) -> None:
    for each in locked.seats:
        each.stamp = _hash(_encode([each.stamp, *news]))
    tell(locked, locked.seats)


def renew_for_player(locked: LockedMatch, seat: Seat) -> None:
    """Give all seats new stamps, since the player of one of them has another name; the serials stay."""
    _renew_all(locked, [seat.number, "player", seat.user_id])


def renew_for_ruling(locked: LockedMatch, what: str) -> None:
    """Give all seats, and those who watch, new stamps, since a ruling waits, or no longer does; the serials stay."""
    match = locked.match
    _renew_all(locked, ["ruling", what, locked.now.isoformat()])
    match.watch_stamp = _hash(_encode([match.watch_stamp, what]))
    locked.batch.update(match)
    if match.watchable:
        streams.tell_watchers(match.public_id)


def renew_for_seat(locked: LockedMatch, seat: Seat) -> None:
    """Give all seats new stamps, since one may now be taken over, or may no more; the serials stay."""
    _renew_all(locked, [seat.number, seat.open_until])


def renew_for_rematch(before: Match, rematch: Match) -> None:
    """Give the seats of a match that is over, and of its twin, new stamps, since a rematch of it is offered, begins or
    is closed; its open pages are told.
    """
    which = Q(match__pair=before.pair) if before.pair else Q(match=before)
    for seat in Seat.objects.filter(which).select_related("match").order_by("pk"):
        stamp = _hash(_encode([seat.stamp, rematch.pk, rematch.status]))
        Seat.objects.filter(pk=seat.pk).update(stamp=stamp)
        streams.tell({seat.user_id}, seat.match.public_id)


def tell(locked: LockedMatch, seats: Iterable[Seat]) -> None:
    """Tell the open pages of these seats that something is new, once this is committed."""
    streams.tell({seat.user_id for seat in seats if not seat.house}, locked.match.public_id)


def _sight(rules: AnyGame, position: AnyPosition, seat: Seat) -> Sight:
    number = seat.index
    view, encoded = _seen(rules, position, number)
    if number not in engine.to_act(rules, position):
        return Sight(view, encoded, None)
    return Sight(view, encoded, [rules.text(step) for step in rules.legal_steps(position.state, number)])


def _renew_for_watchers(locked: LockedMatch, after: AnyPosition, events: list[Event]) -> None:
    """Give those who watch a new stamp where something that they see has changed, and tell their open pages; they know
    of no other entry.

    Moderators see what watchers see, and so do the lists of seeks: it is noted of every match.
    """
    match = locked.match
    seen = list(visible(events, SPECTATOR))
    before, now = (_seen(match.rules, position, SPECTATOR)[1] for position in (locked.before.position, after))
    if seen or now != before:
        match.watch_stamp = _hash(_encode([match.watch_stamp, seen]) + now)
        match.sealed = match.sealed + 1 if _is_still_sealed(locked, after) else 0
        if match.watchable:
            streams.tell_watchers(match.public_id)
    else:
        match.watch_blind = [*match.watch_blind, match.ply]
        match.sealed += 1


def _is_still_sealed(locked: LockedMatch, after: AnyPosition) -> bool:
    """Say whether an answer that was sealed before an entry is secret after it too, though all may know of the entry:
    as where a seat changes hands.

    It is as long as somebody owes an answer in secret, and nobody who has sealed one is asked again.
    """
    rules = locked.match.rules
    owing = engine.to_act(rules, after)
    asked_anew = owing - engine.to_act(rules, locked.before.position)
    sealed = {seat.index for seat in locked.seats if seat.has_sealed(locked.match)}
    in_secret = owing - engine.seen_to_act(rules, after, SPECTATOR)
    return bool(sealed and in_secret) and not sealed & asked_anew


def _seen(rules: AnyGame, position: AnyPosition, viewer: Viewer) -> tuple[View, bytes]:
    """Return a viewer's view of a position; and this, with whom the match waits for as far as the viewer may know,
    encoded.
    """
    view = rules.view(position.state, viewer)
    return view, _encode([sorted(engine.seen_to_act(rules, position, viewer)), view])


def _asks_anew(rules: AnyGame, before: Sight, now: Sight, number: int) -> bool:
    """Say whether a seat is asked something else than before; the words may change where the answers do not."""
    if now.steps is None or now.steps != before.steps:
        return now.steps != before.steps
    return rules.prompt(now.view, number) != rules.prompt(before.view, number)


def _drop_plan(seat: Seat, played: bool) -> None:
    seat.plan_dropped = bool(seat.plan) and not played
    seat.plan = ""


def _renew_stamp(locked: LockedMatch, seat: Seat, before: Sight, now: Sight, events: list[Event]) -> None:
    """Give the seat a new stamp where something it sees has changed; else it may not even know of the entry."""
    if events or now.encoded != before.encoded:
        seat.stamp = _hash(_encode([seat.stamp, events]) + now.encoded)
        seat.changed = locked.now
    else:
        seat.blind = [*seat.blind, locked.match.ply]


_encode: Callable[[object], bytes] = msgspec.json.Encoder(order="sorted").encode


def _hash(seen: bytes) -> str:
    return hashlib.blake2b(seen, digest_size=16).hexdigest()
