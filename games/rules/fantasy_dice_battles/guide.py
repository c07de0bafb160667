"""Hints for newcomers to Fantasy Dice Battles, at the right moments."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.fantasy_dice_battles.data import HERO, SIZE
from games.rules.fantasy_dice_battles.imagine import rebuilt
from games.rules.fantasy_dice_battles.orders_phase import lacking, left_in_hand, legal
from games.rules.fantasy_dice_battles.player.prospects import prospects
from games.rules.fantasy_dice_battles.round.diagram import filling
from games.rules.fantasy_dice_battles.sets.names import of_unit
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import LAST_ROUND, POSTS, REGROUP
from games.rules.fantasy_dice_battles.steps import Reinforce
from games.rules.fantasy_dice_battles.view import DiceBattlesView, SideSeen
from games.rules.game import Seat
from games.rules.guide import Hint
from games.rules.sentence import N_, Sentence, counted, sentence


def hints(view: DiceBattlesView, seat: Seat) -> list[Hint]:
    """Return what the seat meets in this view, the most important first; a seat that has sealed is told what happens
    next.
    """
    if view.phase == "over":
        return []
    if seat not in view.asked:
        return [SEALED]
    return [_choosing(view)] if view.phase == "army" else list(_ordering(view, seat))


def _hint(key: str, template: str, section: str) -> Hint:
    return Hint(key, sentence(template), section)


SEALED = _hint(
    "sealed",
    N_(
        "Your choice is sealed. You both choose at the same time and in secret, and nobody can see who’s "
        "ready. Once you both are, everything is revealed here."
    ),
    "orders",
)
ARMY = _hint(
    "army",
    N_(
        "For your first match, take one of the ready-made armies: each is ready to fight. Have a look "
        "before you seal it: you can still choose another. Later, you can build your own."
    ),
    "choosing",
)
BUILD = _hint(
    "build",
    N_(
        "The front is hit first. Put units with armour and high morale there, and behind them the units "
        "that can’t stand anywhere else. “Arrange and complete my army” finishes what you’ve started."
    ),
    "choosing",
)
CHOSEN = _hint(
    "chosen",
    N_(
        "Your army is complete. A card works only in a battalion with a unit of its kind, and a hero’s "
        "card also in the battalions beside it. So units of one kind fight best side by side. Seal your "
        "army when you’re happy with it."
    ),
    "choosing",
)
AIM = Hint(
    "aim",
    sentence(
        N_(
            "The battle ends when a player has lost two of their three heroes, or after round {round}. The "
            "player with more heroes standing wins. Dice reach a hero once the spaces in front are empty."
        ),
        round=LAST_ROUND,
    ),
    "end",
)
LAY = _hint(
    "lay",
    N_(
        "Play an order card at every battalion where both sides still have their hero. A card works only "
        "if a unit of its kind is there. A hero’s card also works in the neighbouring battalions. Each "
        "card shows what it would do at battalions 1, 2 and 3, and as a regrouping order (↩)."
    ),
    "orders",
)
SEAL = _hint(
    "seal",
    N_(
        "Your battalions have their cards. You can play one more as a regrouping order, even if it does "
        "nothing: you draw a new card for every card you play. Then seal your orders."
    ),
    "regrouping",
)
REINFORCE = _hint(
    "reinforce",
    N_(
        "Units are waiting in your reinforcements, and there’s room for them. Each battalion can get one "
        "per round. It arrives before the cards are turned over, so its cards work right away."
    ),
    "orders",
)
POISON = _hint(
    "poison",
    N_(
        "Some of your units are poisoned. The poison becomes a wound this round, unless a card heals them "
        "or takes them back to reinforcements first."
    ),
    "wounds",
)
LAST = _hint(
    "last",
    N_(
        "Only one battalion still has a hero on each side. From now on, a unit defeated by wounds doesn’t "
        "flee: it’s out of the game."
    ),
    "wounds",
)


def _choosing(view: DiceBattlesView) -> Hint:
    if not (view.army and view.army.faction):
        return ARMY
    return BUILD if "" in view.army.tokens else CHOSEN


def _ordering(view: DiceBattlesView, seat: Seat) -> Iterator[Hint]:
    state = rebuilt(view, seat)
    yield AIM
    yield LAY if lacking(state.sides[seat].orders, [number - 1 for number in view.fighting]) else SEAL
    if any(isinstance(step, Reinforce) for step in legal(state, seat)):
        yield REINFORCE
    yield from _fallen(view, seat)
    if len(view.fighting) == 1:
        yield LAST
    yield from _exposed(view, seat)
    yield from _lobbed(view, seat)
    yield from _hurt(view.sides[seat])
    yield from _cards(view, seat)


def _fallen(view: DiceBattlesView, seat: Seat) -> Iterator[Hint]:
    """Yield what a battalion can do when it has lost its hero, or has no opponent any more."""
    for battalion, (own, foe) in enumerate(zip(_heroes(view, seat), _heroes(view, 1 - seat), strict=True), 1):
        if not own:
            template = N_("Your battalion {battalion} has lost its hero. No card works there any more.")
            yield Hint("gone", sentence(template, battalion=battalion), "wounds")
        elif not foe:
            template = N_(
                "Nobody is left opposite your battalion {battalion}. It needs no card, and only a hero’s card works "
                "there: it takes as many units to your reinforcements as its number with ↩ says. They can fight "
                "elsewhere."
            )
            yield Hint("idle", sentence(template, battalion=battalion), "regrouping")


def _heroes(view: DiceBattlesView, seat: Seat) -> list[bool]:
    return [token is not None for token in view.sides[seat].tokens[HERO::SIZE]]


def _exposed(view: DiceBattlesView, seat: Seat) -> Iterator[Hint]:
    """Yield which heroes the dice can reach: the enemy's, then one's own."""
    worst = max(view.fighting, key=lambda number: reaching(view, 1 - seat, number), default=0)
    if worst and (count := reaching(view, 1 - seat, worst)):
        yield Hint("chance", _chance(view.sides[1 - seat], worst, count), "dice")
    worst = max(view.fighting, key=lambda number: reaching(view, seat, number), default=0)
    if worst and (count := reaching(view, seat, worst)):
        yield Hint("danger", _danger(view.sides[seat], worst, count), "dice")


def reaching(view: DiceBattlesView, seat: Seat, number: int, *, lobbed: bool = False) -> int:
    """Return how many faces of the die now hit the seat's hero in a battalion; battalions count from 1."""
    data = of_digest(view.set_digest)
    tokens = [token.unit if token else "" for token in view.sides[seat].tokens]
    return (data.lobbed if lobbed else data.targets)[filling(tokens, (number - 1) * SIZE)].count(HERO)


def _lobbed(view: DiceBattlesView, seat: Seat) -> Iterator[Hint]:
    """Yield which heroes only lobbed dice can reach, by units that stand opposite: the enemy's, then one's own."""
    for number in view.fighting:
        for side, key, template in ((1 - seat, "lob", LOB), (seat, "lobbed", LOBBED)):
            count = 0 if reaching(view, side, number) else reaching(view, side, number, lobbed=True)
            units = lobbing(view, 1 - side, number)
            if count and units:
                hero, unit = hero_of(view.sides[side], number), of_unit(units[0])
                yield Hint(key, sentence(template, count=count, battalion=number, hero=hero, unit=unit), "dice")


LOB = N_(
    "Your {unit} can lob dice over the front row. Of the six faces, {count} would hit {hero}, the enemy "
    "hero in battalion {battalion}."
)
LOBBED = N_(
    "Your opponent’s {unit} can lob dice over the front row. Of the six faces, {count} would hit {hero}, "
    "your hero in battalion {battalion}. Any unit behind the front row blocks the way."
)


def lobbing(view: DiceBattlesView, seat: Seat, number: int) -> list[str]:
    """Return the units in a seat's battalion whose cards lob dice; of the viewer's own those whose card is in hand."""
    kinds, at = of_digest(view.set_digest).kinds, (number - 1) * SIZE
    here = {token.unit for token in view.sides[seat].tokens[at : at + SIZE] if token}
    cards = here & set(view.hand or ()) if seat == view.viewer else here
    return sorted(card for card in cards if any(power.code == "LOB" for power in kinds[card].powers))


def hero_of(side: SideSeen, number: int) -> Sentence:
    """Return the hero of a battalion that fights; battalions count from 1."""
    token = side.tokens[(number - 1) * SIZE + HERO]
    assert token is not None  # both heroes stand in a battalion that fights
    return of_unit(token.unit)


def _chance(foe: SideSeen, number: int, count: int) -> Sentence:
    return counted(
        "{count} face of the die would now hit {hero}, the enemy hero in battalion {battalion}: send dice there.",
        "{count} faces of the die would now hit {hero}, the enemy hero in battalion {battalion}: send dice there.",
        count,
        battalion=number,
        hero=hero_of(foe, number),
    )


def _danger(own: SideSeen, number: int, count: int) -> Sentence:
    return counted(
        "{count} face of the die would now hit {hero}, your hero in battalion {battalion}. When a hero "
        "falls, the rest of the battalion flees. Units you send there shield the hero.",
        "{count} faces of the die would now hit {hero}, your hero in battalion {battalion}. When a hero "
        "falls, the rest of the battalion flees. Units you send there shield the hero.",
        count,
        battalion=number,
        hero=hero_of(own, number),
    )


def _hurt(own: SideSeen) -> Iterator[Hint]:
    if any(token and token.poison for token in own.tokens):
        yield POISON


def _cards(view: DiceBattlesView, seat: Seat) -> Iterator[Hint]:
    """Yield what the cards of the hand can do apart from fighting where their units stand."""
    yield from _bringing_back(view, seat)
    kinds = of_digest(view.set_digest).kinds
    standing = {token.unit for token in view.sides[seat].tokens if token}
    if hero := next((card for card in view.hand or () if kinds[card].hero and card in standing), ""):
        template = N_(
            "{card} is a hero’s card. It also works in the battalions next to the hero’s own. In any of your "
            "battalions with nobody opposite, it takes units to your reinforcements instead (its number with ↩ there)."
        )
        yield Hint("hero", sentence(template, card=of_unit(hero)), "round")


def _bringing_back(view: DiceBattlesView, seat: Seat) -> Iterator[Hint]:
    own = rebuilt(view, seat).sides[seat]
    if REGROUP in own.orders.cards or not any(own.fleeing):
        return
    left = left_in_hand(own)
    for card, expected in prospects(view, seat).items():
        if card not in left:
            continue
        if units := expected[POSTS.index(REGROUP)].units:
            template = N_(
                "Fleeing: {unit}. A unit pushed beyond the third space is lost. To bring it back to "
                "reinforcements, play {card} as a regrouping order. This won’t work if another of your "
                "cards fills the last space there first."
            )
            yield Hint("regroup", sentence(template, unit=of_unit(units[0]), card=of_unit(card)), "regrouping")
            return
