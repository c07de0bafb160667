"""Check finished records without anything else: `python -m games.rules.verify RECORD.json …`.

Everything is recomputed from the secret: the commitment, the draws, the referee's moves, the digests, the result.
Of two records that are a pair it is checked as well that they belong together. `docs/fairness.md` describes the same
checks for those who write a program of their own.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from games.rules import engine, house, registry
from games.rules.chance import (
    ENTROPY_BYTES,
    SECRET_BYTES,
    Draw,
    KeyedChance,
    commitment,
    digest_key,
    seed,
)
from games.rules.engine import AnyGame, AnyPosition, Entry, Replay, mismatch
from games.rules.errors import GameOver, NotYourTurn, ReplayMismatch, RulesError
from games.rules.game import Position
from games.rules.log import epoch_after, require_earlier
from games.rules.record import SECOND, Joiner, Record, loads, require_known
from games.rules.sentence import N_

DATE = r"[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{6})?"
TIME = re.compile(f"({DATE}T{CLOCK})(?:Z|\\+00:00)", re.ASCII)


def check(record: Record) -> AnyPosition:
    """Play the record again from its secret; where that ends. Raises ReplayMismatch with the ply and the kind of the
    first fault."""
    _entry, position = deque(checked(record), maxlen=1).pop()
    return position


def checked(record: Record) -> Iterator[tuple[Entry, AnyPosition]]:
    """Check a record entry by entry: yield each correct entry with the position after it.

    The position is valid until the next one.

    Raises: as `check`, and at the end if the result doesn't fit.
    """
    game = _check_header(record)
    again = Again(game, record)
    times = ""
    for ply, entry in enumerate(record.entries):
        _check_place(entry, ply)
        times = _check_time(entry, times)
        again.enter(entry)
        _check_substitute(record, game, entry)
        yield entry, again.position
    _check_result(record, game, again.position)


def replay(record: Record) -> None:
    """Play the record again as the site does: draws as recorded, moves trusted, digests checked. Raises as `check`."""
    game = _check_header(record)
    run = Replay(game, digest_key(bytes.fromhex(record.secret)))
    times = ""
    for entry in record.entries:
        run.push(entry)
        times = _check_time(entry, times)
        _check_substitute(record, game, entry)
    _check_result(record, game, run.position)


def _check_header(record: Record) -> AnyGame:
    require_known(record)
    try:
        game = registry.game(record.game, record.version)
        game.meta.settle(record.options)
    except RulesError as error:
        raise mismatch(N_("The record can’t be replayed: {reason}"), 0, "format", reason=error.sentence) from error
    _check_joiners(record, game)
    _require_hex(record.secret, SECRET_BYTES, N_("The secret is not {bytes} bytes in hexadecimal."))
    if commitment(record.match, bytes.fromhex(record.secret)) != record.commitment:
        raise mismatch(N_("The secret doesn’t match the seal."), 0, "commitment")
    _check_start(record)
    return game


def _check_joiners(record: Record, game: AnyGame) -> None:
    if [joiner.joined for joiner in _by_joining(record)] != list(range(game.meta.seats)):
        template = N_("The record doesn’t name the {seats} players of its game and the order in which they joined.")
        raise mismatch(template, 0, "format", seats=game.meta.seats)
    for joiner in record.seats:
        _require_hex(joiner.entropy, ENTROPY_BYTES, N_("A player’s entropy is not {bytes} bytes in hexadecimal."))


def _by_joining(record: Record) -> list[Joiner]:
    return sorted(record.seats, key=lambda joiner: joiner.joined)


def _require_hex(text: str, size: int, template: str) -> None:
    if re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text) is None:
        raise mismatch(template, 0, "format", bytes=size)


def _check_start(record: Record) -> None:
    """Check that entry 0 starts the match that the record's head describes."""
    if not record.entries:
        raise mismatch(N_("The log is empty."), 0, "order")
    first = record.entries[0]
    _check_place(first, 0)
    if first.seat is not None:
        raise mismatch(N_("Only the site can make entry {ply}, not a seat."), 0, "seat")
    try:
        opening = house.parse_start(first.text)
    except RulesError as error:
        raise mismatch(N_("Entry {ply} is wrong: {reason}"), 0, "text", reason=error.sentence) from error
    _require_text(first, house.start_text(opening))
    if (opening.game, opening.version, opening.options) != (record.game, record.version, record.options):
        raise mismatch(N_("Entry {ply} starts a different match from the one the record describes."), 0, "text")
    if opening.order != tuple(joiner.joined for joiner in record.seats):
        raise mismatch(N_("Entry {ply} and the record give the players different seats."), 0, "seat")


def _require_text(entry: Entry, text: str) -> None:
    if entry.text != text:
        raise mismatch(N_("Entry {ply} should read “{text}”."), entry.ply, "text", text=text)


def _check_place(entry: Entry, ply: int) -> None:
    if entry.ply != ply:
        raise mismatch(N_("Entry {found} is where entry {ply} should be."), ply, "order", found=entry.ply)


def _check_time(entry: Entry, before: str) -> str:
    """Return the time in a form that sorts. Raises if it is not a time, or earlier than the one before."""
    found = TIME.fullmatch(entry.at)
    if found is None:
        raise no_time(entry)
    time = found[1]
    if time < before:
        raise mismatch(N_("Entry {ply} is older than the entry before it."), entry.ply, "time")
    return time


def no_time(entry: Entry) -> ReplayMismatch:
    """Return the fault of an entry whose time is not a time."""
    return mismatch(N_("Entry {ply} has no readable time in UTC."), entry.ply, "time")


def _check_substitute(record: Record, game: AnyGame, entry: Entry) -> None:
    """Check that the record names who took over a seat by this entry.

    If the entry hands over no seat, the record must name nobody.
    """
    seat = house.substituted(game, entry.text) if entry.seat is None else None
    named = [substitute.seat for substitute in record.substitutes if substitute.ply == entry.ply]
    if named != ([] if seat is None else [seat]):
        raise mismatch(N_("The record doesn’t name the player who took over a seat at entry {ply}."), entry.ply, "seat")


class Again:
    """A record's log as the referee plays it from the secret: one state, changed by every entry."""

    def __init__(self, game: AnyGame, record: Record) -> None:
        entropies = [joiner.entropy for joiner in _by_joining(record)]
        secret = bytes.fromhex(record.secret)
        self.game, self.options = game, record.options
        self.seed = seed(secret, record.match, game.meta.slug, game.meta.version, record.options, entropies)
        self.key = digest_key(secret)
        self.entries: list[Entry] = []
        self.position: AnyPosition = Position(None)

    def enter(self, entry: Entry) -> None:
        """Play the next entry and compare it with what the referee makes of it. Raises ReplayMismatch."""
        chance = KeyedChance(self.seed, self.position.epoch)
        try:
            text = self._played(entry, chance)
        except RulesError as error:
            kind = "seat" if isinstance(error, NotYourTurn | GameOver) else "text"
            raise mismatch(N_("Entry {ply} is wrong: {reason}"), entry.ply, kind, reason=error.sentence) from error
        _compare(entry, text, chance.draws)
        self._check_digest(entry)
        self.entries.append(entry)

    def _played(self, entry: Entry, chance: KeyedChance) -> str:
        """Return the text of the entry as the referee writes it."""
        if entry.seat is not None:
            steps = engine.parse_move(self.game, entry.text)
            engine.enter(self.game, self.position, entry.seat, steps, chance)
            return engine.move_text(self.game, steps)
        if entry.ply == 0:
            opening = house.parse_start(entry.text)
            order = None if opening.drawn else opening.order
            self.position, _, text = engine.start(self.game, self.options, order, chance)
            return text
        target = house.rollback_ply(entry.text)
        if target is None:
            self.position, _ = engine.rule(self.game, self.position, entry.text)
        else:
            self._roll_back(target)
        return entry.text

    def _roll_back(self, target: int) -> None:
        require_earlier(target, self.entries)
        epoch = epoch_after(self.position, self.entries[target + 1 :])
        self.position = Replay(self.game).stand(self.entries[: target + 1]).position
        self.position.epoch = epoch

    def _check_digest(self, entry: Entry) -> None:
        previous = self.entries[-1].digest if self.entries else ""
        if engine.digest(self.key, previous, entry, self.position) != entry.digest:
            raise mismatch(N_("Entry {ply} doesn’t match the digest it was written with."), entry.ply, "digest")


def _compare(entry: Entry, text: str, draws: Sequence[Draw]) -> None:
    """Check that the entry is exactly what the referee has written."""
    if draws != entry.draws:
        raise mismatch(N_("Entry {ply} doesn’t contain the draws that follow from the secret."), entry.ply, "draw")
    if text != entry.text and entry.ply == 0:
        raise mismatch(N_("The seats in entry {ply} are not the ones that were drawn."), 0, "draw")
    _require_text(entry, text)


def _check_result(record: Record, game: AnyGame, position: AnyPosition) -> None:
    if any(substitute.ply >= len(record.entries) for substitute in record.substitutes):
        raise mismatch(N_("The record names a substitute that no entry mentions."), len(record.entries) - 1, "seat")
    if engine.outcome(game, position) != record.result:
        raise mismatch(N_("The record doesn’t end with the result of its match."), len(record.entries) - 1, "result")


def check_pair(first: Record, second: Record) -> None:
    """Check that two sound records are a pair: the second match as it had to begin once the first had. Raises
    ReplayMismatch."""
    game = registry.game(first.game, first.version)
    opened = next(checked(first))[1]
    due = (first.game, first.version, game.as_drawn(first.options, opened.state))
    if (second.game, second.version, second.options) != due:
        raise mismatch(N_("The second match of the pair doesn’t use what was decided in the first."), 0, "pair")
    shares = [[joiner.entropy for joiner in _by_joining(record)] for record in (first, second)]
    if shares[0] != shares[1] or [each.joined for each in second.seats] != [each.joined for each in first.seats][::-1]:
        raise mismatch(N_("The second match of the pair doesn’t have the same players with sides swapped."), 0, "pair")


def _reports(paths: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield a line about each file, then one about each pair among them; and whether it is sound."""
    sound = dict[str, Record]()
    for path in paths:
        try:
            with open(path, "rb") as file:
                record = loads(file.read())
            check(record)
        except OSError as error:
            yield f"{path}: cannot be read: {error.strerror}", False
        except ReplayMismatch as fault:
            yield _faulty(path, fault), False
        else:
            sound[record.match] = record
            ending = record.result.reason if record.result else "not over"
            yield f"{path}: correct: {record.game} {record.version}, {len(record.entries)} entries, {ending}", True
    yield from _reports_of_pairs(sound)


def _reports_of_pairs(sound: Mapping[str, Record]) -> Iterator[tuple[str, bool]]:
    for first in sound.values():
        second = sound.get(f"{first.match}{SECOND}")
        if second is None:
            continue
        try:
            check_pair(first, second)
        except ReplayMismatch as fault:
            yield _faulty(second.match, fault), False
        else:
            yield f"{first.match}, {second.match}: correct: a pair", True


def _faulty(name: str, fault: ReplayMismatch) -> str:
    return f"{name}: ply {fault.ply}, {fault.kind}: {fault}"


def main(paths: Sequence[str]) -> int:
    """Print a line for each file and each pair; the exit status is 1 if one is faulty, 2 if no file is named, 130 if
    Ctrl-C ends it."""
    if not paths:
        print("usage: python -m games.rules.verify RECORD.json …", file=sys.stderr)
        return 2
    try:
        return 0 if _print_all(paths) else 1
    except KeyboardInterrupt:
        print("Stopped; only what is named above was verified.", file=sys.stderr)
        return 130


def _print_all(paths: Sequence[str]) -> bool:
    """Print each line as soon as it is known; whether all is sound."""
    all_sound = True
    for line, sound in _reports(paths):
        print(line, flush=True)
        all_sound = all_sound and sound
    return all_sound


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
