"""What a seat may expect of the cards in its hand, from its view alone."""

from __future__ import annotations

from games.rules.fantasy_dice_battles.data import HERO, PLACE, SIZE, DataSet, Kind
from games.rules.fantasy_dice_battles.imagine import rebuilt
from games.rules.fantasy_dice_battles.orders_phase import left_in_reserve
from games.rules.fantasy_dice_battles.round.counting import dice, terms, why_not
from games.rules.fantasy_dice_battles.round.powers import Scene
from games.rules.fantasy_dice_battles.round.regrouping import lacks_room, regroupable, works_there
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import POSTS, REGROUP, Post, Side
from games.rules.fantasy_dice_battles.view import DiceBattlesView, Hope, Prospect
from games.rules.game import Seat


def prospects(view: DiceBattlesView, seat: Seat) -> dict[str, tuple[Prospect, ...]]:
    """Return what each kind of card in the seat's hand would do.

    The order is: at battalions 1, 2, 3, and as regrouping order. The reinforcements that are planned count as entered.
    """
    state, data = rebuilt(view, seat), of_digest(view.set_digest)
    side, foe = entered(state.sides[seat]), state.sides[1 - seat]
    kinds = [data.kinds[card] for card in sorted(set(side.hand))]
    return {kind.id: tuple(prospect(data, side, foe, post, kind) for post in POSTS) for kind in kinds}


def entered(side: Side) -> Side:
    """Return the side as it will stand once its planned reinforcements have entered."""
    tokens = list(side.tokens)
    for place, unit in side.orders.sent:
        tokens[PLACE[place]] = unit
    return Side(
        faction=side.faction,
        tokens=tokens,
        wounds=side.wounds,
        poison=side.poison,
        reserve=left_in_reserve(side),
        fleeing=side.fleeing,
        hand=side.hand,
        orders=side.orders,
    )


def prospect(data: DataSet, own: Side, foe: Side, post: Post, card: Kind) -> Prospect:
    """Return what a card would do at a post."""
    battalion = POSTS.index(post)
    why = "" if post == REGROUP else why_not(own, foe, battalion, card)
    if why:
        return Prospect(post, why, 0, (), (), ())
    if post == REGROUP or not foe.tokens[battalion * SIZE + HERO]:
        if not works_there(own, card.id):
            return Prospect(post, "extinct", 0, (), (), ())
        if lacks_room(own, post, card):
            return Prospect(post, "full", 0, (), (), ())
        tokens = own.fleeing if post == REGROUP else own.tokens
        return Prospect(post, "", 0, (), (), tuple(tokens[at] for at in regroupable(own, post, card)))
    found = terms(Scene(data, own, foe, battalion * SIZE, card, None))
    hopes = tuple(Hope(power.classes, power.amount or 0) for power in card.attacks if power.classes)
    return Prospect(post, "", dice(found), tuple(found), hopes, ())
