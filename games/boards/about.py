"""What a game's folder tells the site: its `about.py` holds an `About` called ABOUT."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.boards.armies import Armies
from games.boards.canvas import Preview
from games.boards.things import Thing
from games.core.clock.terms import Chosen
from games.core.reading.bot_profiles import BotProfile
from games.core.reading.seen import Seen
from games.deeds.queries import Deed
from games.lessons.lesson import Lesson
from games.rules import engine
from games.rules.chance import Chance, NoChance
from games.rules.engine import AnyGame, AnyPosition
from games.rules.game import SPECTATOR, Event, OptionValue, View, visible
from games.rules.sentence import Sentence
from games.rules.telling import Told
from games.saved.services import Saved

Move = tuple[int, str]
"""A seat and what it plays."""
Compose = Callable[[Any, str], str]
"""Makes a plan of what was posted: called with what the seat sees with its plan played. Raises RulesError."""


Drawn = Callable[[Seen], object | None]
"""Makes what an email or a list draws of a match as its reader sees it; None while there is nothing to draw."""


KeyMoments = Callable[[Sequence[Sequence[Event]]], Sequence[Sequence[Told]]]
"""Makes, of what somebody may know of each entry of a match, the key moments of each in words, oldest first."""


Facts = Callable[[Any, int], Sequence[Sentence]]
"""Makes, of the last view of a seat and its number, what the position tells of how the match went."""


class Example(NamedTuple):
    """A position as the rules page draws it, what anybody sees happen in it, and the cards laid down, by seat."""

    view: View
    events: list[Event]
    cards: tuple[Sequence[Any], Sequence[Any]] = ((), ())


class Interim(NamedTuple):
    """How a part of a match ended for its reader: `outcome` is won, lost or drawn, `text` says it to the reader."""

    outcome: str
    text: str


class Box(NamedTuple):
    """What the box of a game would say of it, besides its players. Texts are marked with N_."""

    length: str
    """How long a match is."""
    level: int
    """How much there is to learn: 0 is little, 2 is much."""
    designer: str = ""
    """Who designed the game; empty if nobody knows."""


@dataclass(frozen=True)
class Shown:
    """What a page shows of a match: all that a board is composed of.

    `me` is the seat it is drawn from, `seats` are those of the page, `news` the events that are new, `recent` these and
    the reader's own move before them, `retold` the same with their sentences. `trail` are those that leave a mark on
    the board: what is new, or the reader's own last turn while others are waited for. `is_over` says that the match has
    ended, `is_past` that it is drawn as it stood earlier, `watching` that somebody else looks on, to whom hands may lie
    open, `is_taught` that it is a scene of a lesson.
    """

    view: Any
    me: int
    seats: Sequence[dict[str, Any]]
    choices: Sequence[dict[str, Any]] = ()
    plan: Sequence[dict[str, Any]] = ()
    news: Sequence[Event] = ()
    recent: Sequence[Event] = ()
    retold: Sequence[tuple[Event, str]] = ()
    trail: Sequence[Event] = ()
    is_over: bool = False
    is_past: bool = False
    watching: bool = False
    is_taught: bool = False

    @property
    def at_end(self) -> bool:
        """Whether the match is over and drawn as it ended."""
        return self.is_over and not self.is_past

    @property
    def is_played(self) -> bool:
        """Say whether a player sees the match in its current state and goes on playing."""
        return not (self.is_over or self.is_past or self.watching)


@dataclass(frozen=True)
class About:
    """What the site says and does of one game, besides drawing its board. Texts are marked with N_."""

    lead: str
    """What the game is about, in two sentences."""
    box: Box | None = None
    """What its card on the first page says of it."""
    sections: Mapping[str, str] = field(default_factory=dict)
    """The headings of its rules page by their anchors, in order."""
    tips: Sequence[str] = ()
    """Five pieces of advice for the third match, as an experienced friend gives them: the end of its rules page."""
    bot: BotProfile | None = None
    """Who its bot is to people, where the rules have one."""
    examples: Callable[[], Mapping[str, Example]] | None = None
    """The worked examples of the rules page by name: positions laid by hand and played on by the referee, so that no
    picture can say anything else than the rules."""
    players: Sequence[str] = ()
    """Who plays the examples, by seat."""
    drawing: Callable[[Example, Sequence[dict[str, Any]]], object] | None = None
    """Makes what a template draws of an example and its players; without it the template gets the example itself."""
    reference: Callable[[], dict[str, Any]] | None = None
    """Tables of the rules page, made of the game's data; by the names its template knows them."""
    board: Callable[[Shown], object] | None = None
    """All that the board, its choices and what stands beside them show; templates find it as `board`."""
    things: Callable[[Shown], Sequence[Thing]] | None = None
    """Makes the cards of all that lies on the board, in the order in which a reader asks for them."""
    key_moments: KeyMoments | None = None
    """What a replay lists to go to, the lightest left out where there are many; without it there is no such list."""
    deeds: Sequence[Deed] = ()
    """What can be achieved in a match of it: `games.deeds.queries.DOZEN` at most."""
    lessons: Sequence[Lesson] = ()
    """What somebody new to the game learns by doing, the first lesson first."""
    side: Callable[[Mapping[str, OptionValue], int], str] | None = None
    """What a seat plays, where the options of its match say more than the name of the seat, marked; else empty."""
    armies: Armies | None = None
    """The kinds of armies that statistics tell apart."""
    facts: Facts | None = None
    """What the card that a match closes with says of the last position, besides what happened."""
    state_of_play: Facts | None = None
    """How a match that is being played stands, made of the view of those who look on and the number of a seat."""
    email: Drawn | None = None
    """What emails draw of a match; the template `email.jinja` finds it as `position`."""
    miniature: Drawn | None = None
    """What a list draws of a match; the template `miniature.jinja` finds it as `picture`."""
    preview: Callable[[Seen], Preview] | None = None
    """What is drawn of a match for links to it; without it a link shows the picture of the game."""
    turns: bool = False
    """Whether its style sheet turns the board round while `:root` has `data-turned`."""
    composes: Mapping[str, Compose] = field(default_factory=dict)
    """Plans that are not made step by step, by the last part of the address they are posted to and of the field."""
    saved: Sequence[Saved] = ()
    """What users save of this game."""
    sounds: Mapping[type[Event], str] = field(default_factory=dict)
    """Events that are heard otherwise than as a move, by those who chose sounds: as a "hit" or as "dice"."""
    clock: Chosen = field(default_factory=Chosen)
    """The clock that the form for a match of it begins with."""
    demo: int | None = None
    """After how many moves a match of it is worth a look in a new copy, for which the plain player `greedy` plays one
    so far and another to its end; None if there is to be none."""
    first_try: bool = False
    """Whether it is a game to begin with: the first page tries the first such one, before all other games."""


def played(
    game: AnyGame, position: AnyPosition, moves: Sequence[Move], chance: Chance | None = None
) -> tuple[AnyPosition, list[Event]]:
    """Return a position after moves, and what anybody sees of them: what examples are made with. Raises RulesError."""
    events: list[Event] = []
    for seat, text in moves:
        position, more = engine.apply(game, position, seat, engine.parse_move(game, text), chance or NoChance())
        events += more
    return position, visible(events, SPECTATOR)
