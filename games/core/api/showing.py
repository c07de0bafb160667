"""Matches as the API shows them: always through the eyes of one seat."""

from collections.abc import Collection, Iterable
from typing import Any

from django.utils import timezone

from accounts.links import absolute
from games.core.api.shapes import (
    ClockSeen,
    Line,
    MatchRow,
    MatchSeen,
    PlanSeen,
    ReliabilitySeen,
    SeatSeen,
    Step,
    Steps,
    SubstituteSeen,
    TimeSeen,
    TimeUpSeen,
    VacationSeen,
)
from games.core.clock.stops import Span
from games.core.documents import records
from games.core.models import Match, Seat, Substitution, Turn
from games.core.models.counting import Counting
from games.core.pages import asked, matches, time_up
from games.core.reading import clocks, log, positions, times, unread
from games.core.reading.access import Access, InSight
from games.core.reading.reliability import Reliability
from games.core.reading.seen import Seen, result
from games.core.reading.times import Left
from games.core.seams import match_shape
from games.rules import engine
from games.rules.game import SPECTATOR, Viewer


def row(match: Match, user_id: int, waiting: bool) -> MatchRow:
    """Return a begun match in a list. Its seats must come with their users."""
    seats = list(match.seats.all())
    mine = next(seat for seat in seats if seat.user_id == user_id)
    return MatchRow(
        id=match.public_id,
        game=match.game,
        title=match.title,
        version=match.version,
        status=match.status,  # type: ignore[arg-type]
        seat=mine.index,
        players=[seat.user.username for seat in seats],
        waiting=waiting,
        changed=mine.changed,
        result=result(match, seats),
        page=absolute("match", match.public_id),
    )


def match(found: Access) -> MatchSeen:
    """Return the match as its seat sees it now."""
    row = found.match
    seat = found.seat
    seen = _seen(found)
    return MatchSeen(
        **{name: getattr(row, name) for name in AS_THEY_ARE},
        id=row.public_id,
        title=seen.title,
        spoils_rating=row.rated and not seat.declared,
        clock=clock(row, found.seats),
        seat=seat.index,
        seats=[_seat(each, found, seen.owing) for each in found.seats],
        asked=seen.is_asked,
        to_act=sorted(seen.owing),
        prompt=seen.prompt,
        serial=seat.serial,
        plan=plan(seat).plan,
        time_up=_time_up(found),
        unread=unread.lines(seat.user_id, [row.pk]).get(row.pk, 0) if seat.chat_news else 0,
        substitutes=[substitute(each, seat) for each in seen.handed_over],
        open_until=next((each.open_until for each in found.seats if each.is_open(timezone.now())), None),
        view=seen.view,
        result=seen.result,
        reason=row.reason,
        may_take_back=found.seat.may_take_back(row),
        paused_until=row.pause_at(timezone.now()),
        twin=twin.public_id if (twin := row.twin()) else None,
        stamp=matches.stamp(seat),
        page=absolute("match", row.public_id),
        **match_shape.added(row, found.seats),
    )


def clock(match: Match, seats: Collection[Seat] = ()) -> ClockSeen:
    """Return what a match says of time; the seats are those of one that has begun."""
    return ClockSeen(
        **clocks.terms(match),
        last_moment=match.last_moment,
        sentence=clocks.brief(match),
        details=clocks.details(match, seats),
    )


def _time(left: Left) -> TimeSeen:
    running = left.running
    return TimeSeen(
        left=running.left.total_seconds() if running else None,
        counted_from=running.counted_from if running else None,
        stands_until=left.stands_until(timezone.now()),
        last_moment=running.last_moment if running else None,
        bank=None if left.bank is None else left.bank.total_seconds(),
        total=left.total.total_seconds(),
    )


def _seen(found: Access) -> Seen:
    return Seen.now(found.match, found.seats, found.seat.index)


AS_THEY_ARE = (
    "game",
    "version",
    "options",
    "status",
    "rated",
    "private",
    "watchable",
    "pace_days",
    "commitment",
    "started",
    "ended",
)


def _seat(each: Seat, found: Access, owing: Collection[int]) -> SeatSeen:
    turn: Turn | None = getattr(each, "turn", None) if each.number in owing else None
    mine = found.seat
    return SeatSeen(
        number=each.index,
        name=each.user.username,
        is_me=each.pk == mine.pk,
        is_bot=each.user.is_bot,
        is_program=each.declared,
        owes=turn is not None,
        deadline=turn.deadline if turn else None,
        time=_time(times.time_left(found.match, each, mine, owing)) if found.match.ended is None else None,
        outcome=each.outcome,
        score=each.score,
        offer=each.offer,
        vacations=vacations(each.vacations) if mine.match.ended is None else [],
        offer_days=each.offer_days,
        offer_seat=each.offer_seat,
        offer_number=each.offer_number,
    )


def vacations(spans: Iterable[Span]) -> list[VacationSeen]:
    """Return those that are not over."""
    now = timezone.now()
    return [VacationSeen(begins=begins, ends=ends) for begins, ends in spans if ends > now]


def _time_up(found: Access) -> TimeUpSeen | None:
    row = time_up.time_up_of(found.match)
    shown = time_up.choice_shown(found)
    if row is None or shown is None:
        return None
    absent = next(each for each in found.seats if each.pk == row.seat_id)
    choices: Any = [each.name for each in shown.choices]
    return TimeUpSeen(seat=absent.index, until=row.until, choices=choices)


def plan(seat: Seat) -> PlanSeen:
    """Return what the player has composed for what is now asked."""
    plan = seat.current_plan
    return PlanSeen(plan=plan, serial=seat.serial, dropped=seat.plan_dropped or plan != seat.plan)


def steps(found: Access, text: str) -> Steps:
    """Return what may follow a plan; none where the seat owes nothing.

    Raises what `engine.preview` raises for the plan.
    """
    rules = found.match.rules
    seen = _seen(found)
    serial = found.seat.serial
    if not text.strip() and not seen.is_asked:
        return Steps(serial=serial, plan="", complete=False, prompt=seen.prompt, steps=[], view=seen.view)
    plan = engine.parse_move(rules, text) if text.strip() else []
    preview = seen.preview(plan)
    return Steps(
        serial=serial,
        plan=engine.move_text(rules, plan),
        complete=preview.complete,
        prompt=asked.prompt_after(seen, preview),
        steps=[Step(**asked.choice(seen, preview, step, plan)) for step in preview.legal],
        view=preview.view,
    )


def entries_after(found: Access, after: int, most: int) -> list[Line]:
    """Return at most `most` entries that follow the one the seat counts as `after`, oldest first."""
    return _lines(found.match, found.seats, found.seat.index, found.seat.counting, after, most)


def lines_to_watchers(found: InSight, after: int, most: int) -> list[Line]:
    """Return at most `most` entries that follow the one spectators count as `after`, oldest first."""
    return _lines(found.match, found.seats, SPECTATOR, found.match.watched, after, most)


def _lines(
    match: Match, seats: Collection[Seat], viewer: Viewer, counting: Counting, after: int, most: int
) -> list[Line]:
    newest = counting.counted(match.ply)
    if after >= newest:
        return []
    first = counting.ply_of(after) if after >= 0 else -1
    last = counting.ply_of(min(after + most, newest))
    seen = Seen.between(match, seats, viewer, first, last)
    return [_line(each, counting, seen) for each in seen.walk.played if each.entry.ply not in counting.blind]


def _line(each: positions.PlayedEntry, counting: Counting, seen: Seen) -> Line:
    told: Any = records.seen_entry(each, counting, seen)
    return Line(
        ply=told.ply,
        seat=told.seat,
        text=told.text,
        sentences=told.sentences,
        events=log.renumbered(seen.known(each.events), counting.counted),
        at=each.entry.created,
        reason="" if seen.viewer == SPECTATOR else seen.reasons.get(each.entry.ply, ""),
        by_program=each.entry.by_program,
    )


def reliable(found: Reliability) -> ReliabilitySeen:
    """Return how reliable somebody is."""
    return ReliabilitySeen(percent=found.percent, kept=found.kept, absences=found.absences, missed=found.missed)


def substitute(each: Substitution, reader: Seat) -> SubstituteSeen:
    """Return who took over a seat, to a player of the match."""
    former = each.former.username
    name = each.user.username
    return SubstituteSeen(ply=reader.counted(each.ply), seat=each.seat, former=former, name=name)
