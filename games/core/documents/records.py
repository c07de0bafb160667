"""Matches as documents: finished ones in full, out and in; running ones only as one seat sees them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils import translation

from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.models import Entry, Match, Seat, Snapshot, Substitution
from games.core.models.counting import Counting
from games.core.reading import clocks, log
from games.core.reading.positions import PORTION, PlayedEntry, walk_entries
from games.core.reading.seen import Seen, entry_text
from games.core.seams import imported
from games.core.seams.imported import Imported
from games.core.services import outcomes, secret
from games.rules import engine, verify
from games.rules.chance import SCHEME, commitment
from games.rules.engine import mismatch
from games.rules.errors import ReplayMismatch, RulesError
from games.rules.game import Outcome, dump
from games.rules.record import FORMAT, Joiner, Record, RecordedClock, Substitute, written
from games.rules.sentence import N_, sentence

SEAT_FORMAT = "fog-seat/1"
PUBLIC_ID = re.compile(r"[-a-zA-Z0-9_]{1,40}", re.ASCII)
UNTOLD = Chosen()
"""What an imported match is said to have been played by where its record names no clock."""


class RecordError(RulesError):
    """A match that cannot be written down, or a record that cannot be taken in."""

    code = "record"


# --- Out ------------------------------------------------------------------------------------------------------------


class SeenEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry as one seat may read it: numbered as the seat counts, its text with `?` for what is hidden.

    `by_program` is left out where it is false.
    """

    ply: int
    seat: int | None
    text: str
    sentences: list[str]
    digest: str
    at: str
    by_program: bool = False


class SeenRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A match as the seat numbered `seat` sees it: no draw, secret, key or hidden card is in it."""

    format: str = SEAT_FORMAT
    match: str
    game: str
    version: int
    options: dict[str, Any]
    clock: RecordedClock
    seats: list[str]
    seat: int
    commitment: str
    entries: list[SeenEntry]
    substitutes: list[Substitute]
    view: dict[str, Any]


def finished_record(match: Match) -> Record:
    """Return the full record of a match.

    Raises RecordError while it may still hide something, or where it never began.
    """
    _require_over(match)
    (record,) = all_finished([match])
    return record


def finished_in_parts(match: Match) -> Iterator[bytes]:
    """Return the same as JSON in parts, which reads a portion of the log at a time.

    Raises RecordError before the first.
    """
    _require_over(match)
    (record,) = _records([match], secret.revealed_of([match]), {match.pk: []})
    return written(record, _in_portions(match))


def _require_over(match: Match) -> None:
    _require_begun(match)
    if match.status == Match.Status.PLAYING:
        template = N_("Match {match} is still in progress. You can export it only as one of its seats sees it.")
        raise RecordError(sentence(template, match=match.public_id))


def all_finished(matches: Sequence[Match]) -> Iterator[Record]:
    """Return the full records of matches that were begun and are over, in the order given, all read together."""
    return _records(matches, secret.revealed_of(matches), _entries(matches))


def seen_record(match: Match, number: int) -> SeenRecord:
    """Return the match as a seat sees it now. Raises RecordError where it never began or has no such seat."""
    _require_begun(match)
    seats = list(match.seats.select_related("user"))
    if not 0 <= number < len(seats):
        template = N_("Match {match} has no seat {seat}; its seats are 0 to {last}.")
        raise RecordError(sentence(template, match=match.public_id, seat=number, last=len(seats) - 1))
    seat = seats[number]
    seen = Seen.between(match, seats, number, -1, match.ply)
    told = [seen_entry(each, seat.counting, seen) for each in seen.walk.played if each.entry.ply not in seat.blind]
    return SeenRecord(
        **_heading(match),
        seats=_names(seats, seen.handed_over),
        seat=number,
        entries=told,
        substitutes=[_substitute(each, seat.counted(each.ply)) for each in seen.handed_over],
        view=msgspec.to_builtins(seen.view),
    )


def _names(seats: Sequence[Seat], handed_over: Sequence[Substitution]) -> list[str]:
    """Return who joined, by seat."""
    first = {each.seat: each.former.username for each in reversed(handed_over)}
    return [first.get(seat.index, seat.user.username) for seat in seats]


def _substitute(each: Substitution, ply: int) -> Substitute:
    return Substitute(ply, each.seat, each.user.username)


def seen_json(match: Match, number: int) -> bytes:
    """Return the match as a seat sees it now, as JSON. Raises RecordError."""
    return msgspec.json.format(msgspec.json.encode(seen_record(match, number)), indent=1) + b"\n"


def _require_begun(match: Match) -> None:
    if match.ply < 0:
        raise RecordError(sentence(N_("Match {match} never began. There’s nothing to export."), match=match.public_id))


def _heading(match: Match) -> dict[str, Any]:
    """Return what both sorts of record hold."""
    same = {name: getattr(match, name) for name in ("game", "version", "options", "commitment")}
    return {"match": match.public_id, "clock": _clock(match), **same}


def _clock(match: Match) -> RecordedClock:
    """Return the clock in English for every reader, so that a record is the same bytes for all."""
    with translation.override("en"):
        said = clocks.brief(match)
    return RecordedClock(**clocks.terms(match), sentence=said)


def seen_entry(each: PlayedEntry, counting: Counting, seen: Seen) -> SeenEntry:
    """Return an entry of the log as one viewer may read it, who numbers entries so."""
    entry = each.entry
    return SeenEntry(
        ply=counting.counted(entry.ply),
        seat=entry.seat,
        text=entry_text(entry, seen.match, seen.viewer, counting.counted),
        sentences=log.event_sentences(
            seen.match.rules, log.renumbered(seen.known(each.events), counting.counted), seen.voice.at(entry.ply)
        ),
        digest=entry.digest,
        at=_written(entry.created),
        by_program=entry.by_program,
    )


def _written(time: datetime) -> str:
    return time.isoformat().replace("+00:00", "Z")


def _records(
    matches: Sequence[Match], secrets: Mapping[int, str], entries: Mapping[int, list[engine.Entry]]
) -> Iterator[Record]:
    """Yield the whole matches. They hold the secrets, so that each leaves the server only when it is over."""
    taken = _substitutions(matches)
    joiners = _joiners(matches, taken)
    for match in matches:
        yield Record(
            **_heading(match),
            format=FORMAT,
            scheme=SCHEME,
            seats=joiners[match.pk],
            secret=secrets[match.pk],
            entries=entries[match.pk],
            result=_result(match),
            substitutes=[_substitute(each, each.ply) for each in taken.get(match.pk, [])],
        )


COLUMNS = ("match_id", "ply", "seat", "text", "draws", "digest", "created", "by_program")


def _entries(matches: Sequence[Match]) -> dict[int, list[engine.Entry]]:
    """Return the logs as far as the matches go, by match id."""
    found: dict[int, list[engine.Entry]] = {match.pk: [] for match in matches}
    last = {match.pk: match.ply for match in matches}
    rows = Entry.objects.filter(match__in=found).order_by("match", "ply").values_list(*COLUMNS)
    for match_id, *row in rows:
        entry = _as_rules(*row)
        if entry.ply <= last[match_id]:
            found[match_id].append(entry)
    return found


def _in_portions(match: Match) -> Iterator[engine.Entry]:
    """Yield the log as far as a match goes, and read one portion at a time."""
    for first in range(0, match.ply + 1, PORTION):
        last = min(first + PORTION - 1, match.ply)
        rows = Entry.objects.filter(match=match, ply__gte=first, ply__lte=last).order_by("ply")
        for _match_id, *row in rows.values_list(*COLUMNS):
            yield _as_rules(*row)


def _as_rules(
    ply: int, seat: int | None, text: str, draws: list[list[int]], digest: str, created: datetime, by_program: bool
) -> engine.Entry:
    """Return an entry as the engine knows it, of a row's COLUMNS."""
    return engine.Entry(
        ply=ply,
        seat=seat,
        text=text,
        draws=[(n, value) for n, value in draws],
        digest=digest,
        at=_written(created),
        by_program=by_program,
    )


def _substitutions(matches: Sequence[Match]) -> dict[int, list[Substitution]]:
    """Return how seats were handed over as far as the matches go, by match id, oldest first."""
    found: dict[int, list[Substitution]] = {}
    last = {match.pk: match.ply for match in matches}
    rows = Substitution.objects.filter(match__in=last).select_related("former", "user").order_by("match", "ply")
    for each in rows:
        if each.ply <= last[each.match_id]:
            found.setdefault(each.match_id, []).append(each)
    return found


def _joiners(matches: Sequence[Match], taken: Mapping[int, list[Substitution]]) -> dict[int, list[Joiner]]:
    """Return who joined, by match id and in the order of the seats."""
    found: dict[int, list[Joiner]] = {match.pk: [] for match in matches}
    first = {(each.match_id, each.seat): each.former.username for rows in taken.values() for each in reversed(rows)}
    seats = Seat.objects.filter(match__in=found).order_by("match", "number")
    columns = ("match_id", "number", "user__username", "joined", "entropy", "entropy_source")
    for match_id, number, name, joined, entropy, source in seats.values_list(*columns):
        found[match_id].append(Joiner(first.get((match_id, number), name), joined, entropy, source))
    return found


def _result(match: Match) -> Outcome | None:
    if match.status == Match.Status.VOID:
        return Outcome("void")
    return None if match.result is None else msgspec.convert(match.result, Outcome)


def every_position(row: Match) -> Iterator[bytes]:
    """Yield where a match that is over stood after each entry, as its digests hold it: a JSON list, in parts, entry 0
    first. Raises Unplayable before the first of them: an answer that has begun can refuse nothing any more."""
    stood = (dump(position) for _played, position in walk_entries(row))
    return _joined(chain([next(stood)], stood))


def _joined(items: Iterable[bytes]) -> Iterator[bytes]:
    separator = b"["
    for item in items:
        yield separator + item
        separator = b",\n"
    yield b"]\n"


# --- Verified -------------------------------------------------------------------------------------------------------


def verify_match(match: Match) -> None:
    """Play a match of the database again from its secret and compare all that is stored of it.

    The match may go on while this runs: what was added after the given row was read is left out.

    Raises: `ReplayMismatch` with the ply and the kind of the first fault.
    """
    for fault in check_each([match]):
        if fault is not None:
            raise fault


def check_each(matches: Sequence[Match]) -> Iterator[ReplayMismatch | None]:
    """Yield the first fault of each match, as `verify_match` finds it, None where there is none.

    All are read together.
    """
    snapshots = _snapshots(matches)
    for match, record in zip(matches, _records(matches, secret.for_check(matches), _entries(matches)), strict=True):
        try:
            _check(match, record, snapshots[match.pk])
        except ReplayMismatch as fault:
            yield fault
        else:
            yield None


def _check(match: Match, record: Record, stored: Mapping[int, tuple[bytes, str]]) -> None:
    if match.ply < 0:
        if commitment(match.public_id, bytes.fromhex(record.secret)) != match.commitment:
            raise mismatch(N_("The secret doesn’t match the seal."), 0, "commitment")
        return
    wrong = [
        entry.ply
        for entry, position in verify.checked(record)
        if entry.ply in stored and stored[entry.ply] != (dump(position), entry.digest)
    ]
    if len(record.entries) != match.ply + 1:
        raise mismatch(N_("The newest entry, {ply}, is missing."), match.ply, "order")
    if record.entries[-1].digest != match.digest:
        raise mismatch(N_("The digest of the newest entry, {ply}, does not match."), match.ply, "digest")
    if wrong:
        raise mismatch(N_("The snapshot at entry {ply} does not match the log."), wrong[0], "snapshot")


def _snapshots(matches: Sequence[Match]) -> dict[int, dict[int, tuple[bytes, str]]]:
    """State and digest of every snapshot of the matches' own versions, by match id and ply."""
    found: dict[int, dict[int, tuple[bytes, str]]] = {match.pk: {} for match in matches}
    own = Snapshot.objects.filter(match__in=found, version=F("match__version"))
    for match_id, ply, state, digest in own.values_list("match_id", "ply", "state", "digest"):
        found[match_id][ply] = (bytes(state), digest)
    return found


# --- In -------------------------------------------------------------------------------------------------------------


@transaction.atomic
def import_record(record: Record, players: Sequence[str] = ()) -> Match:
    """Add a finished match to the database, all of it or nothing. `players` names the user on each seat, by default
    those whom the record names.

    Raises ReplayMismatch where the record does not verify, RecordError where it does not fit in here.
    """
    position = verify.check(record)
    ended = _require_finished(record)
    users = _users(record, players or [joiner.name for joiner in record.seats])
    match = _match(record, ended)
    secret.import_secret(match, record.scheme, record.secret)
    taken = _taken_over(match, record, users)
    Substitution.objects.bulk_create(taken)
    last = {each.seat: each for each in taken}
    seats = [
        _seat(match, record, ended, number, last[number].user if number in last else user)
        for number, user in enumerate(users)
    ]
    imported.call_hooks(Imported(match, seats, position))
    Seat.objects.bulk_create(seats)
    Entry.objects.bulk_create(_entry(match, entry) for entry in record.entries)
    return match


def _require_finished(record: Record) -> Outcome:
    if record.result is None:
        raise RecordError(sentence(N_("The match in this record isn’t over. You can import only finished matches.")))
    if PUBLIC_ID.fullmatch(record.match) is None:
        template = N_("“{match}” can’t be the id of a match here. Use at most 40 letters, digits, - or _.")
        raise RecordError(sentence(template, match=record.match))
    if Match.objects.filter(public_id=record.match).exists():
        raise RecordError(sentence(N_("There is already a match {match} here."), match=record.match))
    return record.result


def _users(record: Record, names: Sequence[str]) -> list[User]:
    """Return the users of these names, each once."""
    if len(names) != len(record.seats) or len(set(names)) != len(names):
        template = N_("The match needs {seats} different players, one for each seat, not {names}.")
        raise RecordError(sentence(template, seats=len(record.seats), names=", ".join(names) or "–"))
    found = {user.username: user for user in User.objects.filter(username__in=names)}
    missing = ", ".join(name for name in names if name not in found)
    if missing:
        template = N_("No player here is called {missing}. Name the players of the match, seat 0 first.")
        raise RecordError(sentence(template, missing=missing))
    return [found[name] for name in names]


def _taken_over(match: Match, record: Record, users: Sequence[User]) -> list[Substitution]:
    """Return how the seats of an imported match were handed over."""
    wanted = [substitute.name for substitute in record.substitutes]
    by_name = {user.username: user for user in User.objects.filter(username__in=wanted)}
    if missing := ", ".join(name for name in wanted if name not in by_name):
        template = N_("The record says that {missing} took over a seat, but nobody on this site has that name.")
        raise RecordError(sentence(template, missing=missing))
    found = []
    playing = list(users)
    for each in sorted(record.substitutes, key=lambda substitute: substitute.ply):
        former = playing[each.seat]
        user = by_name[each.name]
        given = {"seat": each.seat, "ply": each.ply, "created": _time(record.entries[each.ply])}
        found.append(Substitution(match=match, former=former, user=user, **given))
        playing[each.seat] = user
    if len(set(playing)) < len(playing):
        raise RecordError(sentence(N_("One player would have two seats in this match.")))
    return found


def _match(record: Record, ended: Outcome) -> Match:
    void = ended.reason == "void"
    last = record.entries[-1]
    began, moved = (_time(entry) for entry in (record.entries[0], last))
    return Match.objects.create(
        public_id=record.match,
        game=record.game,
        version=record.version,
        options=record.options,
        status=Match.Status.VOID if void else Match.Status.OVER,
        commitment=record.commitment,
        **_chosen(record).columns,
        ply=last.ply,
        digest=last.digest,
        result=None if void else msgspec.to_builtins(ended),
        created=began,
        started=began,
        moved=moved,
        ended=moved,
    )


def _chosen(record: Record) -> Chosen:
    """Return the clock by which a match was played.

    Raises: `BadClock` for one that no match can have.
    """
    clock = record.clock
    if clock is None:
        return UNTOLD
    chosen = Chosen.of(clock)
    chosen.require_possible()
    return chosen


def _seat(match: Match, record: Record, ended: Outcome, number: int, user: User) -> Seat:
    joiner = record.seats[number]
    own = [entry.ply for entry in record.entries if entry.seat == number]
    return Seat(
        match=match,
        user=user,
        number=number,
        joined=joiner.joined,
        entropy=joiner.entropy,
        entropy_source=joiner.source,
        answered_ply=own[-1] if own else None,
        taken_ply=max((each.ply for each in record.substitutes if each.seat == number), default=None),
        changed=match.moved,
        opened_ply=match.ply,
        outcome=outcomes.of_seat(ended, number, False, record.entries[-1].text),
        score=ended.scores[number] if ended.scores else None,
    )


def _entry(match: Match, entry: engine.Entry) -> Entry:
    return Entry(
        match=match,
        ply=entry.ply,
        seat=entry.seat,
        text=entry.text,
        draws=entry.draws,
        digest=entry.digest,
        created=_time(entry),
        by_program=entry.by_program,
    )


def _time(entry: engine.Entry) -> datetime:
    try:
        return datetime.fromisoformat(entry.at)
    except ValueError as error:
        raise verify.no_time(entry) from error
