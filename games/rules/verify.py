"""Check finished records from nothing but themselves: `python -m games.rules.verify RECORD.json …`.

Everything is done again from the secret: the commitment, the draws, the moves by the referee, the digests, the result.
`docs/fairness.md` describes the same checks for a program of one's own.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from games.rules import engine, house, registry
from games.rules.chance import ENTROPY_BYTES, SECRET_BYTES, commitment, digest_key
from games.rules.engine import AnyGame, AnyPosition, Entry, Replay, mismatch
from games.rules.errors import GameOver, NotYourTurn, ReplayMismatch, RulesError
from games.rules.log import Log
from games.rules.record import Joiner, Record, loads, require_known
from games.rules.sentence import N_

DATE = r"[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{6})?"
TIME = re.compile(f"({DATE}T{CLOCK})(?:Z|\\+00:00)", re.ASCII)


def check(record: Record) -> None:
    """Play the record again from its secret. Raises ReplayMismatch with the ply and the kind of the first fault."""
    game = _check_header(record)
    entropies = [joiner.entropy for joiner in _by_joining(record)]
    log = Log(game, record.match, bytes.fromhex(record.secret), record.options, entropies)
    times = ""
    for ply, entry in enumerate(record.entries):
        _check_place(entry, ply)
        times = _check_time(entry, times)
        _enter(log, entry)
        _compare(log.entries[-1], entry)
    _check_result(record, game, log.position)


def replay(record: Record) -> None:
    """Play the record again as the site does: draws as recorded, moves trusted, digests checked. Raises as `check`."""
    game = _check_header(record)
    run = Replay(game, digest_key(bytes.fromhex(record.secret)))
    times = ""
    for entry in record.entries:
        run.push(entry)
        times = _check_time(entry, times)
    _check_result(record, game, run.position)


def _check_header(record: Record) -> AnyGame:
    require_known(record)
    try:
        game = registry.game(record.game, record.version)
        settled = game.meta.settle(record.options)
    except RulesError as error:
        raise mismatch(N_("The record cannot be played: {reason}"), 0, "format", reason=error.sentence) from error
    if settled != record.options:
        raise mismatch(N_("The record does not give every option of its game."), 0, "format")
    _check_joiners(record, game)
    _require_hex(record.secret, SECRET_BYTES, N_("The secret is not {bytes} bytes as hex."))
    if commitment(record.match, bytes.fromhex(record.secret)) != record.commitment:
        raise mismatch(N_("The secret is not the one the commitment was made for."), 0, "commitment")
    _check_start(record)
    return game


def _check_joiners(record: Record, game: AnyGame) -> None:
    if [joiner.joined for joiner in _by_joining(record)] != list(range(game.meta.seats)):
        template = N_("The record does not name the {seats} players of its game, each with a place of joining.")
        raise mismatch(template, 0, "format", seats=game.meta.seats)
    for joiner in record.seats:
        _require_hex(joiner.entropy, ENTROPY_BYTES, N_("The entropy of a player is not {bytes} bytes as hex."))


def _by_joining(record: Record) -> list[Joiner]:
    return sorted(record.seats, key=lambda joiner: joiner.joined)


def _require_hex(text: str, size: int, template: str) -> None:
    if re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text) is None:
        raise mismatch(template, 0, "format", bytes=size)


def _check_start(record: Record) -> None:
    """Entry 0 must start the match that the record's head describes."""
    if not record.entries:
        raise mismatch(N_("The log is empty."), 0, "order")
    first = record.entries[0]
    _check_place(first, 0)
    if first.seat is not None:
        raise mismatch(N_("Entry {ply} is for the house to make, not for a seat."), 0, "seat")
    try:
        opening = house.parse_start(first.text)
    except RulesError as error:
        raise mismatch(N_("Entry {ply} does not fit: {reason}"), 0, "text", reason=error.sentence) from error
    _require_text(first, house.start_text(opening))
    if (opening.game, opening.version, opening.options) != (record.game, record.version, record.options):
        raise mismatch(N_("Entry {ply} starts another match than the record describes."), 0, "text")
    if opening.order != tuple(joiner.joined for joiner in record.seats):
        raise mismatch(N_("Entry {ply} seats the players otherwise than the record does."), 0, "seat")


def _require_text(entry: Entry, text: str) -> None:
    if entry.text != text:
        raise mismatch(N_("Entry {ply} should read “{text}”."), entry.ply, "text", text=text)


def _check_place(entry: Entry, ply: int) -> None:
    if entry.ply != ply:
        raise mismatch(N_("Entry {found} stands where entry {ply} should."), ply, "order", found=entry.ply)


def _check_time(entry: Entry, before: str) -> str:
    """The time in a form that sorts. Raises where it is none, or earlier than the one before."""
    found = TIME.fullmatch(entry.at)
    if found is None:
        raise no_time(entry)
    time = found[1]
    if time < before:
        raise mismatch(N_("Entry {ply} is older than the entry before it."), entry.ply, "time")
    return time


def no_time(entry: Entry) -> ReplayMismatch:
    """The fault of an entry whose time is none."""
    return mismatch(N_("Entry {ply} has no readable time in UTC."), entry.ply, "time")


def _enter(log: Log, entry: Entry) -> None:
    """Let the referee enter what the entry says."""
    try:
        if entry.seat is not None:
            log.move(entry.seat, engine.parse_move(log.game, entry.text), entry.at)
        elif entry.ply == 0:
            opening = house.parse_start(entry.text)
            log.start(None if opening.drawn else opening.order, entry.at)
        else:
            log.rule(entry.text, entry.at)
    except RulesError as error:
        kind = "seat" if isinstance(error, NotYourTurn | GameOver) else "text"
        raise mismatch(N_("Entry {ply} does not fit: {reason}"), entry.ply, kind, reason=error.sentence) from error


def _compare(made: Entry, entry: Entry) -> None:
    """The entry must be, to the letter, what the referee has written."""
    if made.draws != entry.draws:
        raise mismatch(N_("Entry {ply} does not hold the draws that follow from the secret."), entry.ply, "draw")
    if made.text != entry.text and entry.ply == 0:
        raise mismatch(N_("The seats of entry {ply} are not those that were drawn."), 0, "draw")
    _require_text(entry, made.text)
    if made.digest != entry.digest:
        raise mismatch(N_("Entry {ply} does not have the digest it was written with."), entry.ply, "digest")


def _check_result(record: Record, game: AnyGame, position: AnyPosition) -> None:
    if engine.outcome(game, position) != record.result:
        raise mismatch(N_("The record does not end with the result of its match."), len(record.entries) - 1, "result")


def _report(path: str) -> tuple[str, bool]:
    """One line on a file, and whether it is sound."""
    try:
        with open(path, "rb") as file:
            record = loads(file.read())
        check(record)
    except OSError as error:
        return f"{path}: cannot be read: {error.strerror}", False
    except ReplayMismatch as fault:
        return f"{path}: ply {fault.ply}, {fault.kind}: {fault}", False
    ending = record.result.reason if record.result else "not over"
    return f"{path}: correct: {record.game} {record.version}, {len(record.entries)} entries, {ending}", True


def main(paths: Sequence[str]) -> int:
    """Print a line for each file; the exit status is 1 where one of them is at fault, 2 where none is named."""
    if not paths:
        print("usage: python -m games.rules.verify RECORD.json …", file=sys.stderr)
        return 2
    reports = [_report(path) for path in paths]
    for line, _ in reports:
        print(line)
    return 0 if all(sound for _, sound in reports) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
