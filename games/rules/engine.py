"""The referee: the one place where moves are checked, played, previewed and replayed, the same for all games."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Generic

import msgspec

from games.rules import house
from games.rules.chance import Chance, NoChance, RecordedChance
from games.rules.errors import (
    BadNotation,
    GameOver,
    IllegalStep,
    NotYourTurn,
    ReplayMismatch,
    RulesError,
    UnknownGame,
)
from games.rules.game import (
    SPECTATOR,
    Event,
    Game,
    OptionValue,
    Outcome,
    Position,
    S,
    Seat,
    T,
    View,
    Viewer,
    dump,
    visible,
)
from games.rules.sentence import N_, Sentence, Who, listed, score, sentence
from games.rules.telling import Told

MOVE_LENGTH = 2000  # characters of the longest text taken for a move
SEPARATOR = "; "

AnyGame = Game[Any, Any]
AnyPosition = Position[Any]


class Entry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A row of the log: `seat` is None for a house entry, `at` an ISO 8601 time in UTC.

    `by_program` is the site's statement that a program sent the move; no digest covers it.
    """

    ply: int
    seat: Seat | None
    text: str
    draws: list[tuple[int, int]] = []
    digest: str = ""
    at: str = ""
    by_program: bool = False


class Preview(msgspec.Struct, Generic[S, T], frozen=True):
    """What a seat's plan leads to, shown only to that seat.

    `closing` is the last step if it ends the move; it is then named but not played. `legal` are the steps that may
    follow, `complete` says whether the plan is a whole move.
    """

    position: Position[S]
    view: View
    events: list[Event]
    legal: list[T]
    closing: T | None
    complete: bool


def outcome(game: Game[S, T], position: Position[S]) -> Outcome | None:
    """Return how the match ended, by the house or by the rules; None while it goes on."""
    return position.house or game.outcome(position.state)


def to_act(game: Game[S, T], position: Position[S]) -> frozenset[Seat]:
    """Return the seats that owe a move; nobody does when the match is over."""
    return frozenset() if position.house else game.to_act(position.state)


def seen_to_act(game: Game[S, T], position: Position[S], viewer: Viewer) -> frozenset[Seat]:
    """Return the seats that the viewer may know to owe a move."""
    return frozenset() if position.house else game.seen_to_act(position.state, viewer)


def known_to_owe(game: Game[S, T], position: Position[S], seat: Seat, seats: Iterable[Seat]) -> bool:
    """Say whether all these seats may know that one owes a move: so none of them learns anything by being told."""
    return all(seat in seen_to_act(game, position, each) for each in seats)


def is_secret(game: Game[S, T], position: Position[S]) -> bool:
    """Say whether somebody may not know who owes a move: answers are then given in secret."""
    owing = to_act(game, position)
    return any(seen_to_act(game, position, viewer) != owing for viewer in (SPECTATOR, *range(game.meta.seats)))


def legal_steps(game: Game[S, T], position: Position[S], seat: Seat) -> list[T]:
    """Return every step the seat may take now."""
    return game.legal_steps(position.state, seat) if seat in to_act(game, position) else []


def copy(game: Game[S, T], position: Position[S]) -> Position[S]:
    """Return an independent copy."""
    return game.load(dump(position))


def parse_move(game: Game[S, T], text: str) -> list[T]:
    """Return the steps of a move's text. Raises BadNotation."""
    if not text.strip():
        raise BadNotation(sentence(N_("The move is empty. Choose at least one step.")))
    if len(text) > MOVE_LENGTH:
        raise BadNotation(
            sentence(N_("The move is longer than {limit} characters. Make it shorter."), limit=MOVE_LENGTH)
        )
    return [game.parse_step(part.strip()) for part in text.split(";")]


def move_text(game: Game[S, T], steps: Sequence[T]) -> str:
    """Return the canonical text of a move."""
    return SEPARATOR.join(game.text(step) for step in steps)


def start(
    game: Game[S, T], options: Mapping[str, OptionValue], order: Sequence[int] | None, chance: Chance
) -> tuple[Position[S], list[Event], str]:
    """Return a new match: the position, what happened, and the text of entry 0.

    `order` gives the joiner (0 first) on each seat; None draws it. Options that are left out stand at their default and
    are not in the text, as in matches older than an option. Raises BadOption.
    """
    known = game.meta.settle(options)
    given = {name: known[name] for name in options}
    seating = house.draw_order(game.meta.seats, chance) if order is None else order
    opening = house.Start(game.meta.slug, game.meta.version, given, tuple(seating), drawn=order is None)
    position, events = _set_up(game, opening, chance)
    return position, events, house.start_text(opening)


def _set_up(game: Game[S, T], opening: house.Start, chance: Chance) -> tuple[Position[S], list[Event]]:
    if (opening.game, opening.version) != (game.meta.slug, game.meta.version):
        template = N_("This is a log of {game}, version {version}, not of {expected}.")
        expected = f"{game.meta.slug} {game.meta.version}"
        raise UnknownGame(sentence(template, game=opening.game, version=opening.version, expected=expected))
    if sorted(opening.order) != list(range(game.meta.seats)):
        raise BadNotation(
            sentence(N_("In a match of {game}, every seat must be taken exactly once."), game=game.meta.title)
        )
    state = game.setup(game.meta.settle(opening.options), chance)
    return Position(state), [house.Started(opening.order), *game.settle(state, chance)]


def apply(
    game: Game[S, T], position: Position[S], seat: Seat, steps: Sequence[T], chance: Chance
) -> tuple[Position[S], list[Event]]:
    """Check and play a move; the position given stays as it is.

    Raises GameOver, NotYourTurn, or IllegalStep naming the step; then nothing has happened.
    """
    _require_owing(game, position, seat)
    after = copy(game, position)
    return after, enter(game, after, seat, steps, chance)


def enter(game: Game[S, T], position: Position[S], seat: Seat, steps: Sequence[T], chance: Chance) -> list[Event]:
    """Apply a move as `apply` does, but to the position itself.

    The position must not be used further if this raises.
    """
    _require_owing(game, position, seat)
    state = position.state
    events: list[Event] = []
    for index, step in enumerate(steps):
        closes = _require_offered(game, state, seat, step, index)
        events += game.play(state, seat, step, chance)
        if closes and index < len(steps) - 1:
            raise _after_closing(game, step, index)
    _require_whole(game, state, seat, len(steps))
    events += game.settle(state, chance)
    return events


def preview(game: Game[S, T], position: Position[S], seat: Seat, steps: Sequence[T]) -> Preview[S, T]:
    """Play a plan as far as it shows nothing new, without drawing. Raises like `apply`."""
    _require_owing(game, position, seat)
    after = copy(game, position)
    chance = NoChance()
    events: list[Event] = []
    closing: T | None = None
    for index, step in enumerate(steps):
        if closing is not None:
            raise _after_closing(game, closing, index - 1)
        if _require_offered(game, after.state, seat, step, index):
            closing = step
        else:
            events += game.play(after.state, seat, step, chance)
    legal = game.legal_steps(after.state, seat) if closing is None else []
    complete = closing is not None or (bool(steps) and game.at_rest(after.state, seat))
    return Preview(after, game.view(after.state, seat), visible(events, seat), legal, closing, complete)


def ends(game: Game[S, T], position: Position[S], seat: Seat, step: T) -> bool:
    """Say whether nothing can follow an offered step: it closes the move, or completes it and leaves no step to add."""
    if game.closes(position.state, seat, step):
        return True
    after = copy(game, position).state
    game.play(after, seat, step, NoChance())
    return game.at_rest(after, seat) and not game.legal_steps(after, seat)


def is_final(game: Game[S, T], preview: Preview[S, T], seat: Seat, step: T, *, composed: bool) -> bool:
    """Say whether an offered step would send the move though the seat could take another step instead.

    Where steps were `composed` before it, it only finishes these, unless it draws or reveals something.
    """
    position = preview.position
    if len(preview.legal) < 2 or not ends(game, position, seat, step):
        return False
    return not composed or game.closes(position.state, seat, step)


def _require_owing(game: AnyGame, position: AnyPosition, seat: Seat) -> None:
    if outcome(game, position) is not None:
        raise GameOver(sentence(N_("The match is over; you can’t make any more moves.")))
    if seat not in to_act(game, position):
        seen = seen_to_act(game, position, seat)
        if not seen:
            raise NotYourTurn(sentence(N_("It’s not your turn. The match is waiting for other players.")))
        waiting = listed(map(Who, sorted(seen)))
        raise NotYourTurn(sentence(N_("It’s not your turn. The match is waiting for {waiting}."), waiting=waiting))


def _require_offered(game: Game[S, T], state: S, seat: Seat, step: T, index: int) -> bool:
    """Check a step against the list of legal steps; return whether it closes the move."""
    if not game.offers(state, seat, step):
        raise IllegalStep(_refusal(game, state, seat, step), index)
    return game.closes(state, seat, step)


def _refusal(game: Game[S, T], state: S, seat: Seat, step: T) -> Sentence:
    possible = _possible(game, game.legal_steps(state, seat))
    why = game.explain(game.view(state, seat), seat, step)
    if why is None:
        template = N_("“{step}” isn’t possible now. Possible: {possible}.")
        return sentence(template, step=game.text(step), possible=possible)
    template = N_("“{step}” isn’t possible now: {why} Possible: {possible}.")
    return sentence(template, step=game.text(step), why=why, possible=possible)


def _possible(game: Game[S, T], legal: Sequence[T]) -> str:
    texts = [game.text(step) for step in legal[:20]]
    return ", ".join(texts + ["…"] * (len(legal) > 20)) or "–"


def _after_closing(game: Game[S, T], step: T, index: int) -> IllegalStep:
    template = N_("“{step}” ends the move; nothing can follow it.")
    return IllegalStep(sentence(template, step=game.text(step)), index + 1)


def _require_whole(game: Game[S, T], state: S, seat: Seat, index: int) -> None:
    if index == 0 or not game.at_rest(state, seat):
        possible = _possible(game, game.legal_steps(state, seat))
        raise IllegalStep(sentence(N_("The move isn’t finished. Possible next: {possible}."), possible=possible), index)


def rule(game: Game[S, T], position: Position[S], text: str) -> tuple[Position[S], list[Event]]:
    """Apply a house entry that ends the match or hands over a seat; the position given stays as it is.

    Raises BadNotation, or GameOver where the match has ended already.
    """
    if outcome(game, position) is not None:
        raise GameOver(sentence(N_("The match is already over.")))
    after = copy(game, position)
    seat = house.substituted(game, text)
    if seat is not None:
        return after, [house.Substituted(seat)]
    after.house, event = house.ruling(game, text)
    return after, [event]


def digest(key: bytes, previous: str, entry: Entry, position: AnyPosition) -> str:
    """Return the entry's digest in hex: keyed, over all it holds, the state after it, and the digest before it."""
    message = _digest_encoder.encode((previous, entry.ply, entry.seat, entry.text, entry.draws, position))
    return hmac.digest(key, message, "sha256").hex()


_digest_encoder = msgspec.json.Encoder(order="sorted")


class Replay(Generic[S, T]):
    """A trusted log replayed on one state, without copying it or listing steps.

    Starts before entry 0, or after entry `ply` from a `position` and its `digest`. With a `key` every digest is
    checked. `stood` holds positions after entries that go back, where they are known: such an entry is then one step
    and needs no more of the log than the entry before it. After a fault the object must not be used further.
    """

    def __init__(
        self,
        game: Game[S, T],
        key: bytes | None = None,
        position: Position[S] | None = None,
        ply: int = -1,
        digest: str = "",
        stood: Mapping[int, Position[S]] | None = None,
    ) -> None:
        self.game = game
        self.key = key
        self._position = position
        self.ply = ply
        self.digest = digest
        self.log: list[Entry] = []
        self.stood = stood or {}

    @property
    def position(self) -> Position[S]:
        """Where the match stands. Raises ReplayMismatch before entry 0."""
        if self._position is None:
            raise mismatch(N_("The log is empty."), 0, "order")
        return self._position

    def push(self, entry: Entry) -> list[Event]:
        """Play the next entry and say what happened. Raises ReplayMismatch with the ply and the kind of fault."""
        if entry.ply != self.ply + 1:
            template = N_("Entry {found} is where entry {ply} should be.")
            raise mismatch(template, self.ply + 1, "order", found=entry.ply)
        events = self._trusted(entry)
        self.ply = entry.ply
        self.log.append(entry)
        if self.key is not None:
            self._check_digest(entry, self.key)
        return events

    def _trusted(self, entry: Entry) -> list[Event]:
        chance = RecordedChance(entry.draws, entry.ply)
        try:
            events = self._played(entry, chance)
        except ReplayMismatch:
            raise
        except RulesError as error:
            raise mismatch(N_("Entry {ply} is wrong: {reason}"), entry.ply, "text", reason=error.sentence) from error
        except (LookupError, ValueError, TypeError, AttributeError, AssertionError) as error:
            # Games trust a replayed step to be legal, so an altered one may fail anywhere.
            raise mismatch(N_("Entry {ply} is not a legal move at that point."), entry.ply, "text") from error
        chance.finish()
        return events

    def run(self, entries: Iterable[Entry]) -> Replay[S, T]:
        """Push every entry."""
        for entry in entries:
            self.push(entry)
        return self

    def stand(self, log: Sequence[Entry]) -> Replay[S, T]:
        """Play of a log only what stands at its end. The object must be fresh, and knows neither log nor epoch then.

        What was taken back is left out: played again, each entry that goes back would double what later ones replay.
        """
        for entry in standing(log):
            self._trusted(entry)
        return self

    def _played(self, entry: Entry, chance: Chance) -> list[Event]:
        if entry.seat is None:
            return self._house(entry, chance)
        position, game = self.position, self.game
        if position.house is not None or entry.seat not in game.to_act(position.state):
            raise mismatch(N_("It isn’t seat {seat}’s turn at entry {ply}."), entry.ply, "seat", seat=entry.seat)
        state, events = position.state, []
        for part in entry.text.split(SEPARATOR):
            events += game.play(state, entry.seat, game.parse_step(part), chance)
        events += game.settle(state, chance)
        return events

    def _house(self, entry: Entry, chance: Chance) -> list[Event]:
        if self._position is None:
            return self._start(entry, chance)
        target = house.rollback_ply(entry.text)
        if target is not None:
            return self._roll_back(target, entry)
        self._position, events = rule(self.game, self._position, entry.text)
        return events

    def _start(self, entry: Entry, chance: Chance) -> list[Event]:
        opening = house.parse_start(entry.text)
        if opening.drawn and tuple(house.draw_order(self.game.meta.seats, chance)) != opening.order:
            raise mismatch(N_("The seats in entry {ply} are not the ones that were drawn."), entry.ply, "draw")
        self._position, events = _set_up(self.game, opening, chance)
        return events

    def _roll_back(self, target: int, entry: Entry) -> list[Event]:
        if (known := self.stood.get(entry.ply)) is not None:
            event = rolled_back(self.game, target, self.log[-1], self.position)
            self._position = known
            return [event]
        if not 0 <= target < self.ply or len(self.log) != self.ply + 1:
            raise mismatch(N_("Entry {ply} goes back to an entry that doesn’t exist."), entry.ply, "text")
        if last_substitution(self.log[target + 1 :]) is not None:
            template = N_("Entry {ply} goes back to before another player took over a seat.")
            raise mismatch(template, entry.ply, "text")
        epoch = self.position.epoch + any(undone.draws for undone in self.log[target + 1 :])
        event = rolled_back(self.game, target, self.log[-1], self.position)
        self._position = Replay(self.game).stand(self.log[: target + 1]).position
        self._position.epoch = epoch
        return [event]

    def _check_digest(self, entry: Entry, key: bytes) -> None:
        expected = digest(key, self.digest, entry, self.position)
        if expected != entry.digest:
            raise mismatch(N_("Entry {ply} doesn’t match the digest it was written with."), entry.ply, "digest")
        self.digest = expected


def last_substitution(entries: Iterable[Entry]) -> int | None:
    """Return the ply of the newest entry of these that hands over a seat: no log goes back to before one."""
    plies = [entry.ply for entry in entries if entry.seat is None and entry.text.startswith("!substitute ")]
    return max(plies, default=None)


def standing(log: Sequence[Entry]) -> list[Entry]:
    """Return the entries that led to where a log ends: none that was taken back, and none that took back others."""
    targets = [None if entry.seat is not None else house.rollback_ply(entry.text) for entry in log]
    gone = house.undone((entry.ply, target) for entry, target in zip(log, targets, strict=True))
    return [e for e, target in zip(log, targets, strict=True) if target is None and e.ply not in gone]


def is_bound(game: AnyGame, log: Sequence[Entry]) -> bool:
    """Say whether as many moves of a log stand as a match of its game can have."""
    bound = game.meta.bound
    return len(log) > bound and sum(entry.seat is not None for entry in standing(log)) >= bound


def rolled_back(game: AnyGame, target: int, newest: Entry, before: AnyPosition) -> house.RolledBack:
    """Return what happens where a match goes back to after entry `target`; `newest` is its newest entry `before` that.

    Where answers are given in secret, it doesn't say whose move alone was taken back: that would tell that none was
    sealed since.
    """
    is_one_move = target == newest.ply - 1 and not is_secret(game, before)
    return house.RolledBack(target, newest.seat if is_one_move else None)


def mismatch(template: str, ply: int, kind: str, **params: int | str | Sentence) -> ReplayMismatch:
    """Return a fault in a log, with its place."""
    return ReplayMismatch(sentence(template, ply=ply, **params), ply, kind)


def describe(game: AnyGame, event: Event) -> Sentence:
    """Return any event, the house's or the game's, in words."""
    return house.describe(event) or game.describe(event)


def told(game: AnyGame, events: Iterable[Event], me: Seat | None) -> list[Told]:
    """Return what happened as a seat is told of it; events that were taken back since are to be left out before."""
    found: list[Told] = []
    for of_house, together in groupby(house.worth_telling(events), key=house.is_event):
        group = list(together)
        found += house.told(group, me) if of_house else game.told(group, me)
    return found


def result(game: AnyGame, ended: Outcome, me: Seat | None = None) -> Sentence:
    """Return an outcome in words, to everybody or to a seat; the winners' scores are named first, or those of that
    seat.
    """
    reasons = {**house.HOUSE_REASONS, **game.meta.end_reasons, **_to_seat(game, ended, me)}
    winner = listed(map(Who, ended.winners))
    first = ended.winners if me is None else (me,)
    order = sorted(range(len(ended.scores)), key=lambda seat: seat not in first)
    stands = score(*(ended.scores[seat] for seat in order)) if order else ""
    return sentence(reasons[ended.reason], winner=winner, score=stands)


def _to_seat(game: AnyGame, ended: Outcome, me: Seat | None) -> Mapping[str, str]:
    """Return the sentences that are said otherwise to a seat, by whether it won or lost."""
    if me is None or not ended.winners:
        return {}
    if me in ended.winners:
        return {**house.TO_WINNER, **game.meta.to_winner}
    return {**house.TO_LOSER, **game.meta.to_loser}
