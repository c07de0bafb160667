"""The board of En Garde: what each space and each card of it can do now, and what has changed on it.

Tapped, a space or a card offers `steps`; a chosen step lights up all it is `part_of`. Both are texts of steps
separated by spaces, which a page script compares with the choices of the form and never reads otherwise.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.boards.about import Example, Interim, Shown
from games.boards.en_garde.close_up import CloseUp
from games.boards.en_garde.poses import Poses, at_end, before_end, poses, shifts
from games.core.reading.voice import SiteVoice
from games.rules.en_garde import told, words
from games.rules.en_garde.events import (
    Advanced,
    Attacked,
    Drew,
    Evaded,
    HandsShown,
    Parried,
    RoundDrawn,
    RoundStarted,
    RoundWon,
    WentBack,
)
from games.rules.en_garde.state import LEFT, RIGHT, SPACES, RoundEnd, room
from games.rules.en_garde.steps import Advance, AnyStep, Back, Direct, Indirect, Parry, Retreat
from games.rules.en_garde.view import EnGardeView
from games.rules.game import SPECTATOR, Event
from games.rules.sentence import N_, Sentence, sentence
from games.templatetags.board import Choices, named

Costs = Sequence[tuple[dict[str, Any], Counter[int]]]
"""What each choice spends, by value of cards."""

Spent = Advanced | WentBack | Evaded | Attacked | Parried

MIDDLE = (SPACES + 1) // 2


@dataclass(frozen=True)
class Space:
    """One space of the piste.

    `fencer` is the seat of the fencer who stands there, drawn `shift` half spaces higher, and `trail` that of one who
    has just come from it (`left`) or over it.
    """

    number: int
    fencer: int | None
    steps: str
    trail: int | None = None
    left: bool = False
    shift: int = 0

    @property
    def is_middle(self) -> bool:
        """Whether it is the space both fencers are equally far from at the start."""
        return self.number == MIDDLE


@dataclass(frozen=True)
class Piste:
    """The piste with both fencers, by `names`, places and `poses`, left first.

    `laid` are the cards of an attack until somebody moves on, and `against` those that have parried it. `spent_from` is
    the piece of the page that the cards spent last came from.
    """

    names: tuple[str, str]
    fencers: Sequence[int]
    spaces: list[Space]
    poses: Poses
    laid: Sequence[int] = ()
    against: Sequence[int] = ()
    spent_from: str = ""

    @property
    def distance(self) -> int:
        """How many spaces the fencers are apart."""
        left, right = self.fencers
        return right - left

    @property
    def laid_at(self) -> int:
        """The space between the fencers where `laid` and `against` lie."""
        return sum(self.fencers) // 2

    @property
    def laid_between(self) -> bool:
        """Say whether they lie on its right edge, since the middle is between two spaces."""
        return sum(self.fencers) % 2 == 1


@dataclass(frozen=True)
class FencingCard:
    """One card of a hand; `uses` names what it can do now: forward, back, attack, parry; `new` if just drawn."""

    value: int
    steps: str
    part_of: str
    uses: list[str]
    new: bool = False


@dataclass(frozen=True)
class Corner:
    """What stands of one player above the piste; `is_mine` where it is the reader."""

    name: str
    is_left: bool
    is_mine: bool
    to_move: bool
    points: int


@dataclass(frozen=True)
class Attack:
    """An attack that is not answered yet; `is_mine` where the reader made it, `cards` in words: “two 5s”."""

    name: str
    is_mine: bool
    cards: str
    count: int
    indirect: bool


@dataclass(frozen=True)
class LastRound:
    """How the round before ended, in sentences, and where the fencers stood; `is_news` if it is marked."""

    number: int
    sentences: list[str]
    names: tuple[str, str]
    fencers: Sequence[int]
    is_news: bool


@dataclass(frozen=True)
class Ended:
    """The moment at which a round ended: where the fencers stood, what hit, the hands if they were shown, and whose
    round it was (None: nobody's). `before` are the poses until it is said."""

    said: str
    names: tuple[str, str]
    distance: int
    poses: Poses
    before: Poses
    laid: Sequence[int]
    hands: Sequence[Sequence[int]]
    winner: int | None
    near: CloseUp


@dataclass(frozen=True)
class Board:
    """All that the page shows. `hand_of` is whose hand a watcher sees, empty for the reader's own.

    `others` are the names of the other players, of all for one who sees no hand, the sizes of their hands, and these
    where they are known. `score` is told in the bar above the board, the reader's points first. `interim` is told there
    of a round that has just ended, and `ended` is its last moment, which is seen before the board is set up anew.
    """

    view: EnGardeView
    me: int
    piste: Piste
    corners: list[Corner]
    attack: Attack | None
    hand_of: str
    hand: list[FencingCard]
    others: list[tuple[str, int, Sequence[int]]]
    begun_by: str
    last_round: LastRound | None
    score: str
    interim: Interim | None
    ended: Ended | None


def state_of_play(view: EnGardeView, seat: int) -> list[Sentence]:
    """Return the round and the score, that of the seat before the other one's."""
    mine = view.scores[seat]
    theirs = view.scores[1 - seat]
    return [sentence(N_("Round {round}, score {mine}–{theirs}."), round=view.round, mine=mine, theirs=theirs)]


def board(shown: Shown) -> Board:
    """Return the board as a page draws it."""
    view = shown.view
    seats = shown.seats
    return Board(
        view=view,
        me=shown.me,
        piste=piste(view, seats, shown.choices, shown.trail),
        corners=[_corner(shown, seat) for seat in seats],
        attack=None if shown.choices else _attack(shown),
        hand_of=named(seats, shown.me) if shown.watching else "",
        hand=hand_cards(view, shown.me, shown.choices, shown.recent),
        others=[_held(view, seat) for seat in seats if seat["number"] != shown.me or view.viewer == SPECTATOR],
        begun_by=named(seats, view.starter),
        last_round=_last_round(shown),
        score=f"{view.scores[shown.me]}–{view.scores[1 - shown.me]}",
        interim=_interim(shown),
        ended=_ended(shown),
    )


def piste(
    view: EnGardeView, seats: Sequence[dict[str, Any]], choices: Choices = (), trail: Iterable[Event] = ()
) -> Piste:
    """Return the piste with what can be done on it, and the way that the moves in `trail` went."""
    names = named(seats, LEFT), named(seats, RIGHT)
    attack = view.attack
    parry = _parry(view, trail)
    laid = [attack.value] * attack.count if attack else parry
    return Piste(
        names=names,
        fencers=view.fencers,
        spaces=spaces(view, choices, trail),
        poses=poses(view, trail),
        laid=laid,
        against=parry,
        spent_from=_spent_from(view, trail),
    )


def _spent_from(view: EnGardeView, trail: Iterable[Event]) -> str:
    """Return where the cards spent last were before: in the viewer's hand, or in another one."""
    spenders = [event.seat for event in trail if isinstance(event, Spent)]
    if view.viewer == SPECTATOR:
        return f"hand-{spenders[-1]}" if spenders else ""
    return f"card-{view.discard}" if spenders[-1:] == [view.viewer] else "theirs"


def _parry(view: EnGardeView, trail: Iterable[Event]) -> list[int]:
    """Return the cards of a parry that still lie there, because who parried has not moved on."""
    counts = [event.count for event in trail if isinstance(event, Parried)] if view.parried else []
    return [view.distance] * counts[-1] if counts else []


def _corner(shown: Shown, seat: dict[str, Any]) -> Corner:
    view = shown.view
    number = seat["number"]
    to_move = number == view.to_move and not shown.at_end
    return Corner(seat["name"], number == LEFT, seat["is_me"] and not shown.watching, to_move, view.scores[number])


def _attack(shown: Shown) -> Attack | None:
    attack = shown.view.attack
    if attack is None:
        return None
    is_mine = attack.by == shown.me and not shown.watching
    cards = words.cards_of(attack.value, attack.count).said(SiteVoice.for_seats(shown.seats))
    return Attack(named(shown.seats, attack.by), is_mine, cards, attack.count, attack.indirect)


def _held(view: EnGardeView, seat: dict[str, Any]) -> tuple[str, int, Sequence[int]]:
    """Return who sits there, the size of the hand, and its cards where the viewer may see them."""
    number = seat["number"]
    return seat["name"], view.hand_sizes[number], view.hands[number] or ()


def _last_round(shown: Shown) -> LastRound | None:
    ended = shown.view.last_round
    seats = shown.seats
    if ended is None:
        return None
    is_news = ends_round(shown.news) or shown.view.phase == "over"
    names = named(seats, LEFT), named(seats, RIGHT)
    return LastRound(ended.round, round_end(ended, seats), names, ended.fencers, is_news)


def _ended(shown: Shown) -> Ended | None:
    """Return the last moment of the round that the newest entry has ended, None if it ended none."""
    end = shown.view.last_round
    events = shown.news or shown.recent
    if end is None or not ends_round(events):
        return None
    left, right = end.fencers
    hits = [event for event in events if isinstance(event, Attacked)] if end.reason == "hit" else []
    return Ended(
        said=" ".join(compared_hands(end, shown.seats)),
        names=(_name_in_film(shown, LEFT), _name_in_film(shown, RIGHT)),
        distance=right - left,
        poses=at_end(end),
        before=before_end(end),
        laid=[hits[-1].value] * hits[-1].count if hits else [],
        hands=end.hands or (),
        winner=end.winner,
        near=CloseUp(end.fencers, end.winner if hits else None),
    )


def _name_in_film(shown: Shown, seat: int) -> str:
    """Return a player as the film calls them, as the corners above it do."""
    return _("You") if seat == shown.me and not shown.watching else named(shown.seats, seat)


def _interim(shown: Shown) -> Interim | None:
    """Return how a round ended for the reader that the last move, or one after it, has decided."""
    ends = [event for event in shown.recent if isinstance(event, HandsShown | RoundWon | RoundDrawn)]
    if not ends or not shown.is_played:
        return None
    outcome = "drawn"
    if isinstance(ends[-1], RoundWon):
        outcome = "won" if ends[-1].seat == shown.me else "lost"
    newest = told.told(ends, shown.me)[-1]
    return Interim(outcome, newest.sentence.said(SiteVoice.for_seats(shown.seats)))


@dataclass(frozen=True)
class Drawing:
    """A worked example: the piste, and the cards that each has laid down, by name."""

    piste: Piste
    laid: list[tuple[str, Sequence[int]]]


def drawing(example: Example, players: Sequence[dict[str, Any]]) -> Drawing:
    """Return a worked example as the rules page draws it."""
    laid = [(player["name"], cards) for player, cards in zip(players, example.cards, strict=True) if cards]
    view: Any = example.view
    return Drawing(piste(view, players, trail=example.events), laid)


def spaces(view: EnGardeView, choices: Choices, trail: Iterable[Event] = ()) -> list[Space]:
    """Return the 23 spaces, left to right, each with the steps that concern it and the way of the moves in `trail`."""
    standing = {space: seat for seat, space in enumerate(view.fencers)}
    reached = {choice["text"]: set(_concerned(view, choice["step"])) for choice in choices}
    came_from = _came_from(trail)
    trails = {space: seat for seat in came_from for space in _way(came_from[seat], view.fencers[seat])}
    shifted = dict(zip(view.fencers, shifts(*view.fencers), strict=True))
    return [
        Space(
            number,
            standing.get(number),
            " ".join(text for text, concerned in reached.items() if number in concerned),
            trails.get(number),
            left=number in came_from.values() and number in trails,
            shift=shifted.get(number, 0),
        )
        for number in range(1, SPACES + 1)
    ]


def _came_from(moves: Iterable[Event]) -> dict[int, int]:
    """Return the space on which each fencer that has moved stood before, in this round."""
    first: dict[int, int] = {}
    for event in moves:
        match event:
            case RoundStarted():
                first.clear()
            case Advanced(seat, value, space):
                first.setdefault(seat, space - _forward(seat) * value)
            case WentBack(seat, value, space) | Evaded(seat, value, space):
                first.setdefault(seat, space + _forward(seat) * value)
    return first


def _way(start: int, end: int) -> range:
    """Return the spaces from the first to the last, without the last."""
    return range(start, end, 1 if start < end else -1)


def _forward(seat: int) -> int:
    return 1 if seat == LEFT else -1


def hand_cards(view: EnGardeView, seat: int, choices: Choices, recent: Iterable[Event] = ()) -> list[FencingCard]:
    """Return a seat's hand in order of value, marked where drawn in `recent`; empty where the viewer may not see it."""
    costs = [(choice, _cost(view, choice["step"])) for choice in choices]
    hand = sorted(view.hands[seat] or ())
    drawn = _drawn(seat, recent)
    nth = [hand[:place].count(value) for place, value in enumerate(hand)]
    return [
        _card(value, copy, costs, ORDER[seat], hand.count(value) - copy <= drawn[value])
        for value, copy in zip(hand, nth, strict=True)
    ]


def _drawn(seat: int, recent: Iterable[Event]) -> Counter[int]:
    """Return the cards that filled a hand up; those of a new deal are all new, so that none is worth a mark."""
    drawn: Counter[int] = Counter()
    for event in recent:
        match event:
            case RoundStarted():
                drawn.clear()
            case Drew(by, _, values) if by == seat:
                drawn.update(values)
    return drawn


def _card(value: int, copy: int, costs: Costs, order: Sequence[str], new: bool) -> FencingCard:
    """Return the card that is the `copy`-th of its value in the hand, counted from 0."""
    offered = [(choice, cost) for choice, cost in costs if cost[value]]
    spent = [choice["text"] for choice, cost in offered if cost[value] > copy]
    uses = {use for choice, _ in offered for use in _uses(choice["step"], value)}
    return FencingCard(
        value,
        " ".join(choice["text"] for choice, _ in offered),
        " ".join(spent),
        [use for use in order if use in uses],
        new,
    )


def round_end(ended: RoundEnd, seats: Sequence[dict[str, Any]]) -> list[str]:
    """Return how a round ended, in sentences."""
    voice = SiteVoice.for_seats(seats)
    return [words.describe(event).said(voice) for event in _ending(ended)]


def compared_hands(ended: RoundEnd, seats: Sequence[dict[str, Any]]) -> list[str]:
    """Return how a round ended beside the hands that were shown: what they have in common, and what decided it."""
    said = round_end(ended, seats)
    if ended.hands is None:
        return said
    distance = ended.fencers[RIGHT] - ended.fencers[LEFT]
    counts = {hand.count(distance) for hand in ended.hands}
    same = N_("Both have equally many.") if any(counts) else N_("Neither has a {value}.")
    common = [sentence(same, value=distance).said(SiteVoice.for_seats(seats))] if len(counts) == 1 else []
    return common + said[1:]


def ends_round(news: Iterable[Event]) -> bool:
    """Say whether a round has ended in `news`."""
    return any(isinstance(event, RoundWon | RoundDrawn) for event in news)


def _ending(ended: RoundEnd) -> Iterator[Event]:
    if ended.hands is not None:
        forward = room(ended.fencers, LEFT), room(ended.fencers, RIGHT)
        yield HandsShown(ended.hands, ended.fencers[RIGHT] - ended.fencers[LEFT], forward)
    if ended.winner is None:
        yield RoundDrawn(ended.round)
    else:
        yield RoundWon(ended.winner, ended.round, ended.reason)


ORDER = (("back", "forward", "attack", "parry"), ("forward", "back", "attack", "parry"))
"""By seat: arrows to the left come before arrows to the right."""


def _uses(step: AnyStep, value: int) -> Iterator[str]:
    """Yield what a card of `value` does in a step."""
    match step:
        case Advance():
            yield "forward"
        case Back() | Retreat():
            yield "back"
        case Direct():
            yield "attack"
        case Indirect() if step.value == value:
            yield "attack"
        case Parry():
            yield "parry"


def _concerned(view: EnGardeView, step: AnyStep) -> Iterator[int]:
    """Yield the spaces a step concerns: where the fencer goes, whom it attacks, where it stands and parries."""
    seat = view.viewer
    own = view.fencers[seat]
    opponent = view.fencers[1 - seat]
    forward = _forward(seat)
    match step:
        case Advance(value):
            yield own + forward * value
        case Back(value) | Retreat(value):
            yield own - forward * value
        case Direct():
            yield opponent
        case Indirect(advance):
            yield own + forward * advance
            yield opponent
        case Parry():
            yield own


def _cost(view: EnGardeView, step: AnyStep) -> Counter[int]:
    """Return the cards a step spends, by value."""
    match step:
        case Advance(value) | Back(value) | Retreat(value):
            return Counter([value])
        case Direct(value, count):
            return Counter({value: count})
        case Indirect(advance, value, count):
            return Counter({value: count}) + Counter([advance])
        case Parry() if view.attack:
            return Counter({view.attack.value: view.attack.count})
    return Counter()
