"""What the board of Fantasy Dice Battles says of battalions, units, order cards and what they would do.

A card, a post or a space offers `steps`: texts of steps, separated by spaces and with `_` for each space within,
which a page script compares with the choices of the form and never reads otherwise.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, ngettext

from games.boards.fantasy_dice_battles.prospects import ShownProspect, shown_prospect
from games.boards.fantasy_dice_battles.short import short
from games.boards.fantasy_dice_battles.unit_cards import Seats, UnitCard, spoken, unit_cards
from games.core.reading.voice import SiteVoice
from games.rules.fantasy_dice_battles import steps as st
from games.rules.fantasy_dice_battles.data import BATTALIONS, PLACE, SIZE, SPACES, DataSet
from games.rules.fantasy_dice_battles.events import PoisonWorked, Reinforced, Struck
from games.rules.fantasy_dice_battles.player.prospects import prospects
from games.rules.fantasy_dice_battles.sets import names
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import POSTS, REGROUP, Orders
from games.rules.fantasy_dice_battles.steps import AnyStep
from games.rules.fantasy_dice_battles.view import DiceBattlesView, SideSeen, TokenSeen
from games.rules.game import Event
from games.templatetags.board import Choices, sorted_by


@dataclass(frozen=True)
class BoardChoices:
    """The texts of the choices as elements hold them: by post and card of an order, by place and unit sent."""

    by_post: Mapping[str, str]
    by_card: Mapping[str, str]
    by_place: Mapping[str, str]
    by_unit: Mapping[str, str]


NOTHING = BoardChoices({}, {}, {}, {})


def board_choices(choices: Choices) -> BoardChoices:
    """Return what the choices offer of a board, sorted once for all its parts."""
    laid = _of(choices, st.Lay)
    sent = _of(choices, st.Reinforce)
    return BoardChoices(
        sorted_by((step.post, text) for step, text in laid),
        sorted_by((step.card, text) for step, text in laid),
        sorted_by((step.place, text) for step, text in sent),
        sorted_by((step.unit, text) for step, text in sent),
    )


def _of(choices: Choices, kind: type[Any]) -> list[tuple[Any, str]]:
    steps = ((choice["step"], choice["text"]) for choice in choices)
    return [(step, text) for step, text in steps if isinstance(step, kind)]


def given(view: DiceBattlesView, seat: int) -> Orders:
    """Return the orders of a seat as far as the viewer knows them: its own, in the referee's view those of both."""
    if view.sealed:
        return view.sealed[seat].orders
    return view.orders if view.orders and seat == view.viewer else Orders()


# --- Units and cards --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class UnitToken:
    """A unit on its space: `wounds` of its morale boxes are full; `fresh` where something has just happened to it.

    `planned` is a unit that is sent there, but has not entered yet.
    """

    unit_card: UnitCard
    wounds: int = 0
    poison: bool = False
    fresh: bool = False
    planned: bool = False

    @property
    def boxes(self) -> list[bool]:
        """The morale boxes from the first on, and whether a wound lies there."""
        return [box < self.wounds for box in range(self.unit_card.morale)]

    @property
    def drawn(self) -> SafeString:
        """Draw the unit in its current state; redraw what only its player knows.

        A cached copy would answer faster, and the time would reveal it.
        """
        return _render(self) if self.planned else _drawn(self)

    @property
    def tells(self) -> str:
        """What is special about it, with its name; nothing where it stands there as any of its kind."""
        return f"{self.unit_card.name}: {', '.join(self._state)}." if self._state else ""

    @property
    def said(self) -> str:
        """The unit in words."""
        armour = [self.unit_card.armour_name] if self.unit_card.armour != "none" else []
        return ", ".join([self.unit_card.name, *armour, *self._state])

    @property
    def _state(self) -> list[str]:
        parts = []
        if self.planned:
            parts.append(_("arriving"))
        if self.wounds:
            template = ngettext("{count} of {morale} wounds", "{count} of {morale} wounds", self.wounds)
            parts.append(template.format(count=self.wounds, morale=self.unit_card.morale))
        if self.poison:
            parts.append(_("poison"))
        return parts


@lru_cache(maxsize=4096)
def _drawn(token: UnitToken) -> SafeString:
    """Draw a unit once and keep the picture.

    It shows what everybody sees, and each board has up to 18.
    """
    return _render(token)


def _render(token: UnitToken) -> SafeString:
    template = get_template("fantasy-dice-battles/_token.jinja")
    return mark_safe(template.render({"token": token}))


@dataclass(frozen=True)
class BoardPlace:
    """A space of a battalion, who stands there, and what may be done there."""

    space: str
    place: str
    token: UnitToken | None
    steps: str = ""


@dataclass(frozen=True)
class Battalion:
    """Two battalions face to face, seen from one side; `said` in words, own first. `number` goes from 1 to 3."""

    number: int
    fighting: bool
    own: list[BoardPlace]
    enemy: list[BoardPlace]
    steps: str
    said: list[str]


def battalions(
    view: DiceBattlesView, me: int, seats: Seats, recent: Sequence[Event] = (), offered: BoardChoices = NOTHING
) -> list[Battalion]:
    """Return the three battalions seen from seat `me`; `recent` are the events that it marks as new."""
    fresh = _struck(recent)
    return [_battalion(view, number, me, offered, seats, fresh) for number in BATTALIONS]


def _struck(events: Iterable[Event]) -> set[tuple[int, str]]:
    """Return the seats and places where something happened to a unit."""
    return {(event.seat, event.place) for event in events if isinstance(event, Reinforced | Struck | PoisonWorked)}


def _battalion(
    view: DiceBattlesView, index: int, me: int, offered: BoardChoices, seats: Seats, fresh: Collection[tuple[int, str]]
) -> Battalion:
    number = index + 1
    post = POSTS[index]
    own, enemy = (_places(view, index, seat, offered if seat == me else NOTHING, fresh) for seat in (me, 1 - me))
    said = [_in_words(number, places, seats, seat) for places, seat in ((own, me), (enemy, 1 - me))]
    return Battalion(number, number in view.fighting, own, enemy, offered.by_post.get(post, ""), said)


def _places(
    view: DiceBattlesView, index: int, seat: int, offered: BoardChoices, fresh: Collection[tuple[int, str]]
) -> list[BoardPlace]:
    shown = unit_cards(of_digest(view.set_digest))
    sent = dict(given(view, seat).sent)
    places = []
    for at, space in enumerate(SPACES):
        seen = view.sides[seat].tokens[index * SIZE + at]
        place = f"{index + 1}:{space}"
        token = _token(seen, place, sent, shown, (seat, place) in fresh)
        places.append(BoardPlace(space, place, token, _into_space(offered, place)))
    return places


def _token(
    seen: TokenSeen | None, place: str, sent: Mapping[str, str], shown: Mapping[str, UnitCard], fresh: bool
) -> UnitToken | None:
    if seen:
        return UnitToken(shown[seen.unit], seen.wounds, seen.poison, fresh)
    return UnitToken(shown[sent[place]], planned=True) if place in sent else None


def _into_space(offered: BoardChoices, place: str) -> str:
    """Return the steps that send a unit to a place; with cards picked, what can be laid at its battalion."""
    sending = offered.by_place.get(place, "")
    return f"{sending} {offered.by_post.get(place[0], '')}".strip() if sending else ""


def tokens_by_place(view: DiceBattlesView) -> dict[str, UnitToken]:
    """Return who stands on the board, by seat and place as its spaces are called: "1-2:F3"."""
    shown = unit_cards(of_digest(view.set_digest))
    return {
        f"{seat}-{seen.place}": UnitToken(shown[seen.unit], seen.wounds, seen.poison)
        for seat, side in enumerate(view.sides)
        for seen in side.tokens
        if seen
    }


def _in_words(number: int, places: Iterable[BoardPlace], seats: Seats, seat: int) -> str:
    standing = "; ".join(f"{place.space} {place.token.said}" for place in places if place.token)
    name = next(each["name"] for each in seats if each["number"] == seat)
    template = _("Battalion {number}, {name}: {units}.")
    return template.format(number=number, name=name, units=standing or _("wiped out"))


# --- What stands beside the battalions --------------------------------------------------------------------------------


@dataclass(frozen=True)
class WaitingUnit:
    """A unit in reinforcements or fleeing, None for an empty fleeing space."""

    unit_card: UnitCard | None
    steps: str = ""


def reserve(view: DiceBattlesView, seat: int, offered: BoardChoices) -> list[WaitingUnit]:
    """Return the units in reinforcements that are not sent, with the steps that send them."""
    shown = unit_cards(of_digest(view.set_digest))
    units = list(view.sides[seat].reserve)
    for _place, unit in given(view, seat).sent:
        units.remove(unit)
    own = offered.by_unit if seat == view.viewer else {}
    return [WaitingUnit(shown[unit], own.get(unit, "")) for unit in units]


def fleeing(view: DiceBattlesView, side: SideSeen) -> list[WaitingUnit]:
    """Return the three fleeing spaces, the one that is lost next first."""
    shown = unit_cards(of_digest(view.set_digest))
    return [WaitingUnit(shown[unit] if unit else None) for unit in reversed(side.fleeing)]


def cards_of(view: DiceBattlesView, side: SideSeen) -> list[UnitCard]:
    """Return every kind of unit and of order card that a side has, wherever it is."""
    standing = {seen.unit for seen in side.tokens if seen}
    data = of_digest(view.set_digest)
    known = {*side.unseen, *side.discards, *side.reserve, *side.fleeing, *standing}
    return [unit_cards(data)[kind.id] for kind in data.of(side.faction) if kind.id in known]


def army_name(side: SideSeen) -> str:
    """Return the faction of a side."""
    return spoken(names.of_faction(side.faction)) if side.faction else ""


@lru_cache(maxsize=64)
def aims(digest: int) -> SafeString:
    """Return the die diagram of a data set, as it is drawn between two battalions."""
    template = get_template("fantasy-dice-battles/_aims.jinja")
    return mark_safe(template.render({"diagram": diagram(digest)}))


def diagram(digest: int) -> list[dict[str, Any]]:
    """Return the die diagram: for each front space the faces that hit it, with the space an arrow points to.

    A face with an arrow is the one next to that space, so that its arrow points to no other face of its own.
    """
    rows = of_digest(digest).faces
    return [
        {
            "space": space,
            "faces": sorted(
                ((row.face, row.arrow) for row in rows if row.front == space), key=lambda face: _leans(space, face[1])
            ),
        }
        for space in SPACES[:3]
    ]


def _leans(space: str, arrow: str | None) -> int:
    """Return on which side of the faces of a space one with an arrow stands: before them, among them or after them."""
    return 0 if arrow is None else (arrow > space) - (arrow < space)


# --- The hand ---------------------------------------------------------------------------------------------------------


Expected = Mapping[str, Mapping[str, ShownProspect]]
"""What each kind of card would do, by post."""


def expected(view: DiceBattlesView) -> Expected:
    """Return what the cards of the viewer's hand would do while orders are given; the referee's view does not say."""
    if view.phase != "orders" or view.viewer < 0:
        return {}
    voice = SiteVoice()
    titles: dict[str, str] = {post: post_title(post) for post in POSTS}
    return {
        card: {str(each.post): shown_prospect(each, titles[each.post], view.fighting, voice) for each in found}
        for card, found in prospects(view, view.viewer).items()
    }


@dataclass(frozen=True)
class Chip:
    """A post on an order card: what the card would do there, None where it is not told, and whether it lies there.

    `move` is the plan with which it lies there, or where it lies there the one without it.
    """

    post: str
    title: str
    prospect: ShownProspect | None
    is_laid: bool
    move: str


@dataclass(frozen=True)
class HandCard:
    """An order card of the hand, a chip for each post, and the steps that lay it."""

    unit_card: UnitCard
    chips: list[Chip]
    steps: str

    @property
    def is_laid(self) -> bool:
        """Whether it lies at a post."""
        return any(chip.is_laid for chip in self.chips)


def hand(
    view: DiceBattlesView, seat: int, offered: BoardChoices, expected: Expected, plan: Sequence[dict[str, Any]] = ()
) -> list[HandCard]:
    """Return the cards of a seat's hand as its own view shows them, in the referee's what they are; of equal ones the
    first is the one that is laid.
    """
    shown = unit_cards(of_digest(view.set_digest))
    orders = given(view, seat).cards
    left = {**orders}
    known = expected if seat == view.viewer else {}
    cards = []
    for card in view.sealed[seat].hand if view.sealed else view.hand or ():
        at = next((post for post, each in left.items() if each == card), None)
        if at:
            del left[at]
        told = known.get(card, {})
        chips = [_chip(card, post, at, orders.get(post, ""), told.get(post), plan) for post in POSTS]
        cards.append(HandCard(shown[card], chips, "" if at else offered.by_card.get(card, "")))
    return cards


def _chip(
    card: str, post: str, at: str | None, there: str, prospect: ShownProspect | None, plan: Sequence[dict[str, Any]]
) -> Chip:
    """Return the chip of a card that lies `at` a post, or at none, for one where the card `there` lies, or none."""
    gone = {f"lay {card}@{at}", f"lay {there}@{post}"}
    kept = [step["text"] for step in plan if step["text"] not in gone]
    move = "; ".join(kept if post == at else [*kept, f"lay {card}@{post}"])
    return Chip(post, post_title(post), prospect, post == at, move)


@dataclass(frozen=True)
class Post:
    """A place for an order card, the one that lies there, and the steps that lay one."""

    post: str
    title: str
    needed: bool
    card: UnitCard | None
    steps: str


def has_orders(view: DiceBattlesView, seat: int) -> bool:
    """Say whether the viewer knows of cards that a seat has laid."""
    return bool(given(view, seat).cards)


def posts(view: DiceBattlesView, seat: int, offered: BoardChoices) -> list[Post]:
    """Return the four posts with the cards that a seat has laid there, or plans to."""
    cards = given(view, seat).cards
    return [_post(view, post, cards.get(post, ""), offered.by_post.get(post, "")) for post in POSTS]


def _post(view: DiceBattlesView, post: str, card: str, into: str) -> Post:
    needed = not card and post != REGROUP and int(post) in view.fighting
    shown = unit_cards(of_digest(view.set_digest))[card] if card else None
    return Post(post, post_title(post), needed, shown, into)


def post_title(post: str) -> str:
    """Return a post by name."""
    return _("Regrouping order") if post == REGROUP else _("Battalion {number}").format(number=post)


def without(plan: Sequence[dict[str, Any]], text: str) -> str:
    """Return the plan without a step, as it is sent."""
    return "; ".join(step["text"] for step in plan if step["text"] != text)


def sent(view: DiceBattlesView, seat: int, plan: Sequence[dict[str, Any]] = ()) -> list[tuple[UnitCard, str, str]]:
    """Return the reinforcements that a seat sends: unit, place, and the plan without them."""
    shown = unit_cards(of_digest(view.set_digest))
    pairs = given(view, seat).sent
    return [(shown[unit], place, without(plan, f"reinforce {unit}@{place}")) for place, unit in pairs]


# --- The choices ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardChoices:
    """Choices about one card or unit: `notes` say what its powers do; `ready` is the one that seals all."""

    heading: str
    notes: list[tuple[str, str]]
    choices: list[dict[str, Any]]
    ready: bool = False


def sealing(choices: Choices) -> str:
    """Return the whole move with which the seat is ready; nothing where something is still lacking."""
    return next((choice["move"] for choice in choices if choice["text"] == "ready"), "")


def choices_by_card(choices: Choices, view: DiceBattlesView, expected: Expected) -> list[CardChoices]:
    """Return the choices by card or unit, each with what the card would do there; what seals them first."""
    data = of_digest(view.set_digest)
    sorted_out: dict[str, list[dict[str, Any]]] = {}
    for choice in choices:
        step = choice["step"]
        more = {"prospect": _said_of(step, expected), "short": short(step, data)}
        sorted_out.setdefault(_about(step), []).append({**choice, **more})
    label = _("Seal orders") if view.phase == "orders" else _("Seal army")
    sealed = [{**choice, "label": label} for choice in sorted_out.get("ready", ())]
    ready = [CardChoices("", [], sealed, True)] if sealed else []
    return ready + [_group(about, made, data) for about, made in sorted_out.items() if about != "ready"]


def _at(choice: dict[str, Any]) -> int:
    """Return where a unit is put, counted along the battalions, with reinforcements last; -1 for all other choices."""
    step = choice["step"]
    return PLACE.get(step.place, len(PLACE)) if isinstance(step, st.Put) else -1


def _about(step: AnyStep) -> str:
    """Return what a step is about: a kind of unit, or a word for the others of its sort."""
    match step:
        case st.Lay(card, _post):
            return card
        case st.Put(unit, _place) | st.Reinforce(unit, _place):
            return unit
    return {st.Take: "army", st.Found: "faction", st.Ready: "ready"}[type(step)]


def _said_of(step: AnyStep, expected: Expected) -> str:
    return expected[step.card][step.post].said if isinstance(step, st.Lay) and step.card in expected else ""


def _group(about: str, made: list[dict[str, Any]], data: DataSet) -> CardChoices:
    if about not in data.kinds:
        return CardChoices({"army": _("Ready-made armies"), "faction": _("Build your own army")}[about], [], made)
    shown = unit_cards(data)[about]
    laid = any(choice["prospect"] for choice in made)
    return CardChoices(shown.name, list(shown.powers) if laid else [], sorted(made, key=_at))
