"""Why cards, units and spaces cannot be used: what a player might expect of them, and the rule against it."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.fantasy_dice_battles import army_phase, orders_phase
from games.rules.fantasy_dice_battles.data import PLACES, RESERVE, SIZE, SPACES, Kind
from games.rules.fantasy_dice_battles.explain import why_not
from games.rules.fantasy_dice_battles.imagine import rebuilt
from games.rules.fantasy_dice_battles.sets.names import of_unit
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import POSTS, REGROUP, RESERVE_AT_START, State, fighting
from games.rules.fantasy_dice_battles.steps import READY, AnyStep, Lay, Put, Reinforce
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.fantasy_dice_battles.words import label
from games.rules.game import Seat
from games.rules.guide import Why
from games.rules.sentence import N_, Sentence, sentence


def whys(view: DiceBattlesView, seat: Seat) -> list[Why]:
    """Return what the seat's units, cards and spaces suggest in this view but the rules forbid."""
    state = rebuilt(view, seat)
    return list(_choosing(state, seat) if view.phase == "army" else _ordering(state, seat))


def _refused(state: State, seat: Seat, wish: Sentence, step: AnyStep, *parts: str) -> Iterator[Why]:
    """Yield the wish with the reason against a step, if the step is not possible."""
    reason = why_not(state, seat, step)
    if reason:
        yield Why(wish, reason, parts)


def unit_part(unit: str) -> str:
    """Return the board's name for a unit to be put or sent somewhere."""
    return f"unit-{unit}"


def place_part(place: str) -> str:
    """Return the board's name for an own space, or for `reserve`."""
    return f"space-{place}"


def post_part(post: str) -> str:
    """Return the board's name for a place for an order card, and for the battalion it belongs to."""
    return f"post-{post}"


def card_part(card: str) -> str:
    """Return the board's name for a card of the hand."""
    return f"card-{card}"


def fleeing_part(unit: str) -> str:
    """Return the board's name for an own fleeing unit."""
    return f"fleeing-{unit}"


# --- armies ---


def _choosing(state: State, seat: Seat) -> Iterator[Why]:
    side, data = state.sides[seat], of_digest(state.set_digest)
    if not side.faction:
        return
    usable = {step.unit for step in army_phase.legal(state, seat) if isinstance(step, Put)}
    for kind in data.of(side.faction):
        if kind.id not in usable:
            yield Why(_putting(kind.id), _why_nowhere(state, seat, kind), (unit_part(kind.id),))
    if len(side.reserve) >= RESERVE_AT_START:
        unit = next(kind.id for kind in data.of(side.faction) if not kind.hero)
        wish = sentence(N_("Put one more unit in reinforcements"))
        yield from _refused(state, seat, wish, Put(unit, RESERVE), place_part(RESERVE))
    yield from _refused(state, seat, label(READY), READY)


def _putting(unit: str) -> Sentence:
    return sentence(N_("Place {unit}"), unit=of_unit(unit))


def _why_nowhere(state: State, seat: Seat, kind: Kind) -> Sentence:
    """Return why a unit cannot be put anywhere: for an empty space where it may stand, or else for reinforcements."""
    side = state.sides[seat]
    places = [place for place in PLACES if SPACES.index(place[2:]) in kind.spaces]
    empty = [place for place in places if not side.tokens[PLACES.index(place)]]
    if not empty and kind.hero:
        return ALL_HEROES
    if not empty and len(side.reserve) >= RESERVE_AT_START:
        return NO_ROOM
    reason = why_not(state, seat, Put(kind.id, empty[0] if empty else RESERVE))
    assert reason is not None  # it cannot be put anywhere
    return reason


FLEEING = sentence(N_("the unit is fleeing; bring it back with a card first."))
ALL_HEROES = sentence(N_("each battalion already has its hero."))
NO_ROOM = sentence(N_("no suitable space is empty, and your reinforcements are full."))


# --- orders ---


def _ordering(state: State, seat: Seat) -> Iterator[Why]:
    yield from _refused(state, seat, label(READY), READY, *_lacking(state, seat))
    yield from _another_card(state, seat)
    yield from _sending(state, seat)
    for unit in sorted({unit for unit in state.sides[seat].fleeing if unit}):
        yield Why(_to_send(unit), FLEEING, (fleeing_part(unit),))


def _lacking(state: State, seat: Seat) -> list[str]:
    missing = orders_phase.lacking(state.sides[seat].orders, fighting(state))
    return [post_part(POSTS[battalion]) for battalion in missing]


def _another_card(state: State, seat: Seat) -> Iterator[Why]:
    """Yield every post takes one card; once each has one, no card of the hand can be used."""
    side = state.sides[seat]
    left = sorted(set(orders_phase.left_in_hand(side)))
    cards = map(card_part, left) if len(side.orders.cards) == len(POSTS) else ()
    hand = tuple(cards)
    for post in side.orders.cards if left else ():
        wish = sentence(N_("Play another card at battalion {post}"), post=post)
        if post == REGROUP:
            wish = sentence(N_("Play another card as a regrouping order"))
        yield from _refused(state, seat, wish, Lay(left[0], post), post_part(post), *hand)


def _sending(state: State, seat: Seat) -> Iterator[Why]:
    """Yield units in reinforcements that cannot go anywhere, and empty spaces to which some of them cannot go."""
    units = sorted(set(orders_phase.left_in_reserve(state.sides[seat])))
    steps = [step for step in orders_phase.legal(state, seat) if isinstance(step, Reinforce)]
    usable = {step.unit for step in steps}
    for unit in units:
        if unit not in usable:
            yield Why(_to_send(unit), NOWHERE, (unit_part(unit),))
    for place in _empty(state, seat) if units else ():
        for unit in units:
            step = Reinforce(unit, place)
            yield from _refused(state, seat, label(step), step, place_part(place))


def _to_send(unit: str) -> Sentence:
    return sentence(N_("Send {unit}"), unit=of_unit(unit))


NOWHERE = sentence(
    N_(
        "there’s no suitable empty space in a battalion where both sides still have their hero and where "
        "you aren’t already sending a unit."
    )
)


def _empty(state: State, seat: Seat) -> list[str]:
    """Return the own spaces that are empty and not a hero's."""
    tokens = state.sides[seat].tokens
    return [place for at, place in enumerate(PLACES) if not tokens[at] and at % SIZE < SPACES.index("H")]
