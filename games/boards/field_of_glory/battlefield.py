"""What the board of Field of Glory shows of columns, cards, costs and fights.

A column or a card offers `steps`: texts of steps, separated by spaces and with `_` for each space within, which a
page script compares with the choices of the form and never reads otherwise.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext as _, pgettext

from games.boards.field_of_glory.prices import Price, are_asked, extras, left_to_pay
from games.boards.field_of_glory.short import in_short
from games.core.reading.voice import SiteVoice
from games.rules.field_of_glory import steps as st, words
from games.rules.field_of_glory.cards import KIND, KINDS, ORDER, POINTS, TERRAIN_NAMES, Card as Name
from games.rules.field_of_glory.combat import strength
from games.rules.field_of_glory.events import ControlLost, ControlTaken, Fought, Placed, Term
from games.rules.field_of_glory.placing import charges
from games.rules.field_of_glory.steps import AnyStep
from games.rules.field_of_glory.view import ColumnSeen, FieldOfGloryView, Odds, UnitSeen
from games.rules.game import Event
from games.rules.sentence import Sentence, listed, sentence, with_minus
from games.templatetags.board import Choices, concerning, sorted_by

Late = Placed | ControlTaken | ControlLost

ICONS = {
    "EL": "elephant",
    "PK": "pikeman",
    "SP": "hoplite",
    "HI": "legionary",
    "MI": "swordsman",
    "CV": "lancer",
    "AR": "archer",
    "LI": "javelin",
    "LC": "light-horse",
    "CO": "commander",
    "OV": "swords",
    "RE": "standard",
}
"""The figure of every type of card."""
ARMS = {
    **dict.fromkeys(("PK", "SP", "HI", "MI"), "foot"),
    **dict.fromkeys(("AR", "LI"), "skirmishers"),
    **dict.fromkeys(("CV", "LC"), "horse"),
    **dict.fromkeys(("CO", "OV", "RE"), "orders"),
    "EL": "beasts",
}
"""What every type of card belongs to: those of one arm have one colour."""
GROUNDS = {"plain": "grass", "hill": "hills", "rough": "stones", "woods": "trees"}
"""The sign of every terrain on its card."""
STANDING = {"withdraw", "stand", "drop"}
"""First words of steps that offer only a few choices, each of them an answer."""
RESERVES = tuple(card for card, kind in KIND.items() if kind.code == "RE")


@dataclass(frozen=True)
class Card:
    """An army card.

    `lead` marks the lead of a fight, `placed` a unit of the placement being composed, `fresh` one placed recently.
    `uses` are what a card can be for, if more than one thing or to end the turn, `prices` what placing costs, `does`
    what no unit does.
    """

    name: str
    icon: str
    points: int
    is_unit: bool
    value: int
    cost: int
    prize: int
    steps: str = ""
    lead: bool = False
    placed: bool = False
    fresh: bool = False
    code: Name = ""
    uses: tuple[str, ...] = ()
    prices: tuple[Price, ...] = ()
    arm: str = ""
    does: str = ""


@dataclass(frozen=True)
class ShownColumn:
    """A column of the battlefield: `own` and `enemy` units from the viewer's side, `said` all of it in words.

    `terrain` is the name of its terrain, `ground` its word in the rules, by which its land is drawn; `turned` marks one
    that has just changed hands. `extras` are what units cost more for there, where they are placed.
    """

    number: int
    terrain: str
    ground: str
    icon: str
    control: int | None
    fought: bool
    turned: bool
    own: list[Card]
    enemy: list[Card]
    steps: str
    said: str
    extras: list[str]

    @property
    def flanked(self) -> bool:
        """Whether the reader can attack it in the flank."""
        return self.steps.startswith("flank")


@dataclass(frozen=True)
class Sum:
    """A strength, line by line; `total` is that of the lines."""

    lines: list[str]
    total: int

    @property
    def said(self) -> str:
        """The strength in signs."""
        return with_minus(self.total)


@dataclass(frozen=True)
class Duel:
    """Two strengths of leads in a column, the attacker's first; `winner` is a seat, None for a tie or none yet."""

    column: int
    leads: tuple[str, str]
    attack: Sum
    defence: Sum
    winner: int | None = None


def _said(sentence: Sentence, seats: Iterable[dict[str, Any]] = ()) -> str:
    return sentence.said(SiteVoice.for_seats(seats))


def pictured(card: Name, steps: str = "") -> Card:
    """Return a card as a picture, with the steps that it offers."""
    found = _shown(card, get_language())
    return replace(found, steps=steps) if steps else found


@lru_cache(maxsize=1024)
def _shown(card: Name, language: str | None) -> Card:
    kind = KIND[card]
    shown = _on_cards()[kind.code], ICONS[kind.code], POINTS[card], kind.unit
    does = _does().get(kind.code, "")
    return Card(*shown, kind.value, kind.cost, kind.prize, code=card, arm=ARMS[kind.code], does=does)


def _does() -> dict[str, str]:
    """Return what the cards do that are no units, as it fits a card."""
    return {
        "CO": pgettext("on a card", "Pays 5, adds 5 or draws 5"),
        "OV": pgettext("on a card", "Attack +1 per unit beside it that faces nobody (cost 0–3)"),
        "RE": pgettext("on a card", "Draws three cards"),
    }


def _on_cards() -> dict[str, str]:
    """Return the names of the types as they fit a card: its words are of ten letters at most."""
    return {
        "EL": pgettext("on a card", "Elephants"),
        "PK": pgettext("on a card", "Pikes"),
        "SP": pgettext("on a card", "Spears"),
        "HI": pgettext("on a card", "Heavy Infantry"),
        "MI": pgettext("on a card", "Medium Infantry"),
        "CV": pgettext("on a card", "Cavalry"),
        "AR": pgettext("on a card", "Archers"),
        "LI": pgettext("on a card", "Light Infantry"),
        "LC": pgettext("on a card", "Light Cavalry"),
        "CO": pgettext("on a card", "Commander"),
        "OV": pgettext("on a card", "Overlap"),
        "RE": pgettext("on a card", "Reserves"),
    }


def _ground(terrain: str) -> str:
    """Return the name of a terrain as it fits a card."""
    names = {
        "plain": pgettext("on a card", "Plain"),
        "hill": pgettext("on a card", "Hill"),
        "rough": pgettext("on a card", "Rough ground"),
        "woods": pgettext("on a card", "Woods"),
    }
    return names[terrain]


# --- What can be tapped -----------------------------------------------------------------------------------------------


def _by_name(choices: Choices) -> dict[Name, str]:
    """Return the texts of the choices whose step names a card, by card."""
    return sorted_by((card, choice["text"]) for choice in choices for card in _named(choice["step"]))


def _named(step: AnyStep) -> Iterable[Name]:
    """Return the cards that a step names."""
    match step:
        case st.Keep(first, second):
            return (first, second)
        case st.Bonus(source):
            return (source,)
        case st.Reserves():
            return RESERVES
        case st.GoOn() | st.Settle():
            return ()
    return (step.card,)


def cards(names: Iterable[Name] | None, choices: Choices) -> list[Card]:
    """Return cards of a hand or of the draft, in the order of the card table, with the steps that name them."""
    hand = sorted(names or (), key=ORDER.__getitem__)
    offered = _by_name(choices)
    return [_in_hand(card, offered.get(card, "")) for card in hand]


def _in_hand(card: Name, steps: str) -> Card:
    verbs = dict.fromkeys(step.partition("_")[0] for step in steps.split())
    told = len(verbs) > 1 or (KIND[card].unit and "draw" in verbs)
    uses = _uses(POINTS[card]) if told else {}
    return replace(pictured(card, steps), uses=tuple(uses[verb] for verb in verbs)) if uses else pictured(card, steps)


def _uses(points: int) -> dict[str, str]:
    """Return what a card of the hand can be used for, by the first word of the step."""
    return {
        "place": pgettext("use of a card", "Place"),
        "pay": pgettext("a card", "Pay {points}").format(points=points),
        "bonus": _("Bonus +{points}").format(points=points),
        "overlap": pgettext("use of a card", "Overlap"),
        "reserves": pgettext("use of a card", "Reserves"),
        "draw": pgettext("cards", "Draw {points}").format(points=points),
    }


def payments(choices: Choices) -> str:
    """Return the steps that pay for a placement."""
    return concerning(choices, lambda step: isinstance(step, st.Pay))


@dataclass(frozen=True)
class Group:
    """Choices of one kind; those that answer an attack stand as buttons even where pieces offer them too."""

    heading: str
    choices: list[dict[str, Any]]
    stands: bool = False


def groups(choices: Choices, view: FieldOfGloryView) -> list[Group]:
    """Return the choices by what they do; those that attack with the `duels` that they may lead to.

    One that `asks` gives something up, so that a mere tap on its piece must not do it, nor one press of its button.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for choice in choices:
        step = choice["step"]
        duels = compared(_odds(view, step))
        note = _note(view, step, choices)
        more = {"duels": duels, "note": note, "asks": _gives_up(view, step), **in_short(step, view)}
        found.setdefault(choice["text"].split(" ")[0], []).append({**choice, **more})
    return [Group(heading, found[verb], verb in STANDING) for verb, heading in _headings().items() if verb in found]


def _gives_up(view: FieldOfGloryView, step: AnyStep) -> bool:
    """Say whether a step discards a unit, or cards beyond what a placement costs."""
    match step:
        case st.Remove():
            return True
        case st.Pay():
            return left_to_pay(view) <= 0
        case st.Settle():
            return left_to_pay(view) <= -min(POINTS.values())
    return False


def _odds(view: FieldOfGloryView, step: AnyStep) -> Iterator[Odds]:
    """Yield what a step that attacks would be worth, against every unit that may lead the defence."""
    match step:
        case st.Attack(card):
            yield from (each for each in view.odds if each.lead == card and not each.flank)
        case st.Flank(card, column):
            yield from (each for each in view.odds if (each.lead, each.column) == (card, column) and each.flank)


def _note(view: FieldOfGloryView, step: AnyStep, choices: Choices) -> str:
    """Return what a placement costs; of units that could lead a fight, where equal ones stand and whom a victory
    discards.
    """
    if isinstance(step, st.Place):
        column = view.columns[step.column - 1]
        return _said(words.price(charges(step.card, column.number, column.terrain)))
    if isinstance(step, st.Remove):
        return _("Free of charge, for a unit that you then place there.")
    if not isinstance(step, st.Attack | st.Flank | st.Stand):
        return ""
    column = next(each for each in view.columns if step.card in _cards_of(view.viewer, each))
    alike = [each["step"] for each in choices if words.label(each["step"]) == words.label(step)]
    elsewhere = any(each.card not in _cards_of(view.viewer, column) for each in alike)
    stands = _("The unit stands in column {column}.").format(column=column.number) if elsewhere else ""
    return " ".join(filter(None, (stands, _survivor(view, step, column))))


def _survivor(view: FieldOfGloryView, step: st.Attack | st.Flank | st.Stand, column: ColumnSeen) -> str:
    """Return which unit of its column a victory discards, if another one stands there."""
    others = [card for card in _cards_of(view.viewer, column) if card != step.card]
    if not others or (isinstance(step, st.Flank) and step.column != column.number):
        return ""
    return _("If you win, only the lead stays: you discard {other}.").format(other=cards_by_type(others)[0])


def _cards_of(seat: int, column: ColumnSeen) -> list[Name]:
    return [unit.card for unit in column.units[seat]]


def _headings() -> dict[str, str]:
    """Return what the choices do, by the first word of their steps, in the order in which a player thinks of them."""
    return {
        "settle": _("Done"),
        "keep": _("Keep two"),
        "drop": _("Discard a card"),
        "flank": _("Flank attack"),
        "go": _("Continue"),
        "pay": _("Pay"),
        "place": _("Place a unit"),
        "attack": _("Attack"),
        "remove": _("Make room"),
        "overlap": _("Play Overlap"),
        "withdraw": _("Withdraw"),
        "stand": _("Stand"),
        "bonus": _("Bonus card"),
        "reserves": _("Reserves"),
        "draw": _("End the turn"),
        "trim": _("Discard a card"),
    }


# --- The battlefield --------------------------------------------------------------------------------------------------


def columns(
    view: FieldOfGloryView,
    me: int,
    choices: Choices,
    seats: Sequence[dict[str, Any]],
    trail: Sequence[Event] = (),
    reader: int | None = None,
) -> list[ShownColumn]:
    """Return the five columns, 1 to 5, seen from seat `me`.

    `trail` are the events that leave a mark, `reader` is the seat that the words call “you”: none for those who watch
    and in worked examples.
    """
    late = [event for event in trail if isinstance(event, Late)]
    offered = _by_name(choices)
    voice = SiteVoice.for_seats(seats)
    return [
        _column(view, column, me, choices=choices, offered=offered, late=late, said=_in_words(reader, column, voice))
        for column in view.columns
    ]


def _column(
    view: FieldOfGloryView,
    column: ColumnSeen,
    me: int,
    choices: Choices,
    offered: Mapping[Name, str],
    late: Iterable[Late],
    said: str,
) -> ShownColumn:
    here = [event for event in late if event.column == column.number]
    into = concerning(choices, lambda step: isinstance(step, st.Place | st.Flank) and step.column == column.number)
    return ShownColumn(
        number=column.number,
        terrain=_ground(column.terrain),
        ground=column.terrain,
        icon=GROUNDS[column.terrain],
        control=column.control,
        fought=view.fight is not None and view.fight.column == column.number,
        turned=any(not isinstance(event, Placed) for event in here),
        own=[_own(view, unit, offered, _placed(here, me)) for unit in column.units[me]],
        enemy=[_unit(unit, _placed(here, 1 - me)) for unit in column.units[1 - me]],
        steps=into,
        said=said,
        extras=extras(column) if choices and are_asked(view) else [],
    )


def _placed(events: Iterable[Late], seat: int) -> list[Name]:
    return [event.card for event in events if isinstance(event, Placed) and event.seat == seat]


def _own(view: FieldOfGloryView, unit: UnitSeen, offered: Mapping[Name, str], fresh: Collection[Name]) -> Card:
    placing = view.placing.placed if view.placing else ()
    return replace(_unit(unit, fresh), steps=offered.get(unit.card, ""), placed=unit.card in placing)


def _unit(unit: UnitSeen, fresh: Collection[Name]) -> Card:
    return replace(pictured(unit.card), lead=unit.lead, fresh=unit.card in fresh)


def _in_words(reader: int | None, column: ColumnSeen, voice: SiteVoice) -> str:
    ground = voice.gettext("Column {number}, {terrain}, {control}.").format(
        number=column.number,
        terrain=voice.gettext(TERRAIN_NAMES[column.terrain]),
        control=_controlled(reader, column.control, voice),
    )
    sides = [_side(reader, seat, units, voice) for seat, units in enumerate(column.units)]
    return " ".join([ground, *sides])


def _side(reader: int | None, seat: int, units: Sequence[UnitSeen], voice: SiteVoice) -> str:
    if seat == reader:
        return voice.gettext("You have {units}.").format(units=_listed(units, voice))
    return voice.gettext("{name} has {units}.").format(name=voice.name(seat), units=_listed(units, voice))


def _controlled(reader: int | None, control: int | None, voice: SiteVoice) -> str:
    if control is None:
        return voice.gettext("neutral")
    if control == reader:
        return voice.gettext("controlled by you")
    return voice.gettext("controlled by {name}").format(name=voice.name(control))


def _listed(units: Sequence[UnitSeen], voice: SiteVoice) -> str:
    if not units:
        return voice.gettext("no units")
    return sentence("{units}", units=listed(_with_value(unit.card, voice) for unit in units)).said(voice)


def _with_value(card: Name, voice: SiteVoice) -> str:
    template = voice.gettext("{unit} (combat value {value})")
    return template.format(unit=words.unit(card).said(voice), value=KIND[card].value)


# --- Phases, costs, fights --------------------------------------------------------------------------------------------

PHASES = ("check", "advance", "flank", "act", "draw")
"""The phases of a turn, in their order."""
PHASE_OF = {"place": "act", "bonus": "act", "answer": "act", "leave": "act", "acts": "act", "trim": "draw"}
"""The phase that a decision, or the end of a placement, belongs to, where it has another name."""


def phases(view: FieldOfGloryView) -> list[tuple[str, bool]]:
    """Return the phases of a turn by name, and whether it is the one that the match is in."""
    now = PHASE_OF.get(view.phase, view.phase)
    if view.fight and view.fight.flank:
        now = "flank"
    names = (_("Victory check"), _("Advance"), _("Flank attacks"), _("Actions"), _("Draw cards"))
    return [(name, phase == now) for phase, name in zip(PHASES, names, strict=True)]


def fought(recent: Iterable[Event]) -> list[Duel]:
    """Return the fights among recent events, each with both sums."""
    return [_fought(event) for event in recent if isinstance(event, Fought)]


def _fought(event: Fought) -> Duel:
    leads = _type(event.attack[0].card), _type(event.defence[0].card)
    return Duel(event.column, leads, sum_of(event.attack), sum_of(event.defence), event.winner)


def compared(odds: Iterable[Odds]) -> list[Duel]:
    """Return the leads compared by what is public: without bonus cards."""
    return [
        Duel(each.column, (_type(each.lead), _type(each.against)), sum_of(each.attack), sum_of(each.defence))
        for each in odds
    ]


def _type(card: Name) -> str:
    return _said(words.unit(card))


def sum_of(terms: Sequence[Term]) -> Sum:
    """Return a strength, its lines in words."""
    return Sum([_said(words.term(term)) for term in terms], strength(terms))


def cards_by_type(names: Iterable[Name] | None) -> list[str]:
    """Return cards by type and command points."""
    return [_said(words.card_name(card)) for card in names or ()]


def army_cards(view: FieldOfGloryView) -> Iterator[dict[str, Any]]:
    """Return where the viewer's cards of each type are, with the type's numbers."""
    lines = {line.type: line for line in view.army}
    return (
        {"name": _(kind.name), "icon": ICONS[kind.code], "kind": kind, "line": lines[kind.code]}
        for kind in KINDS
        if kind.code in lines
    )
