"""What the hints of Fantasy Dice Battles claim."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.fantasy_dice_battles.data import HERO, HEROES, SIZE
from games.rules.fantasy_dice_battles.events import BattleEnded, Defeated, Healed, Regrouped, Reinforced, Revealed
from games.rules.fantasy_dice_battles.round.counting import NEIGHBOURS
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import LAST_ROUND, POSTS, State, fighting, standing
from games.rules.game import Seat
from tests.rules.claims import Claim, Claims, Played, Shown


def _resolved(shown: Shown) -> Played | None:
    """Return the entry in which the orders of this round are turned over."""
    return next((played for played in shown.course if played.after.round != played.before.round or _over(played)), None)


def _over(played: Played) -> bool:
    return any(isinstance(event, BattleEnded) for event in played.events)


def _rounds(shown: Shown) -> Iterator[Played]:
    return (played for played in shown.course if any(isinstance(event, Revealed) for event in played.events))


def _revealed(played: Played, seat: Seat) -> list[Revealed]:
    return [event for event in played.events if isinstance(event, Revealed) and event.seat == seat]


def _ends_with_two_heroes(shown: Shown) -> bool | None:
    """Say whether the battle ends then, or after the last round, and more heroes win."""
    rounds = list(_rounds(shown))
    for played in rounds:
        heroes = [standing(side) for side in played.after.sides]
        if _over(played) != (min(heroes) < 2 or played.before.round == LAST_ROUND):
            return False
        ended = next((event for event in played.events if isinstance(event, BattleEnded)), None)
        if ended and (ended.reason == "level") != (heroes[0] == heroes[1]):
            return False
    return True if rounds else None


def _works_where_it_stands(shown: Shown) -> bool | None:
    """Say whether it works at battalions with both heroes.

    A unit works where it stands, so a hero's unit beside it works there too.
    """
    told = list[bool]()
    for played in _rounds(shown):
        state: State = played.before
        for event in _revealed(played, shown.seat):
            if event.post in POSTS[:3] and POSTS.index(event.post) in fighting(state):
                told.append((not event.why) == _stands(played, shown.seat, event))
    return all(told) if told else None


def _stands(played: Played, seat: Seat, card: Revealed) -> bool:
    battalion, tokens = POSTS.index(card.post), list(played.before.sides[seat].tokens)
    here = tokens[battalion * SIZE : battalion * SIZE + SIZE]
    here += [event.unit for event in _entering(played, seat) if event.place[0] == card.post]
    hero = of_digest(played.before.set_digest).kinds[card.card].hero
    beside = [tokens[other * SIZE + HERO] for other in NEIGHBOURS[battalion]] if hero else []
    return card.card in [*here, *beside]


def _works_at_once(shown: Shown) -> bool | None:
    """Return the cards of those who have just entered."""
    played = _resolved(shown)
    if played is None:
        return None
    entered = {(event.place[0], event.unit) for event in _entering(played, shown.seat)}
    cards = [event for event in _revealed(played, shown.seat) if (event.post, event.card) in entered]
    return all(not event.why for event in cards) if cards else None


def _entering(played: Played, seat: Seat) -> list[Reinforced]:
    return [event for event in played.events if isinstance(event, Reinforced) and event.seat == seat]


def _does_not_flee(shown: Shown) -> bool | None:
    played = _resolved(shown)
    defeated = [event for event in played.events if isinstance(event, Defeated)] if played else []
    return all(not event.flees for event in defeated) if defeated else None


def _does_nothing_there(shown: Shown) -> bool | None:
    played = _resolved(shown)
    gone = [POSTS[number] for number, at in enumerate(HEROES) if not shown.state.sides[shown.seat].tokens[at]]
    cards = [event for event in _revealed(played, shown.seat) if event.post in gone] if played else []
    return all(event.why == "gone" for event in cards) if cards else None


def _takes_units_back(shown: Shown) -> bool | None:
    """Return where nobody is opposite only the card of a hero does anything: it takes units at its foot to
    reinforcements.
    """
    played, own, foe = _resolved(shown), shown.state.sides[shown.seat], shown.state.sides[1 - shown.seat]
    idle = [POSTS[number] for number, at in enumerate(HEROES) if own.tokens[at] and not foe.tokens[at]]
    cards = [event for event in _revealed(played, shown.seat) if event.post in idle] if played else []
    kinds = of_digest(shown.state.set_digest).kinds
    told = [bool(event.why) or (kinds[event.card].hero and _regroups(played, event)) for event in cards]
    plain = [event.why == "idle" for event in cards if not kinds[event.card].hero]
    return all([*told, *plain]) if cards else None


def _regroups(played: Played | None, card: Revealed) -> bool:
    assert played
    foot = of_digest(played.before.set_digest).kinds[card.card].regroups
    done = [event for event in played.events if isinstance(event, Regrouped) and event.post == card.post]
    return any(event.card == card.card and set(event.units) <= set(foot) for event in done)


def _is_healed_or_hurt(shown: Shown) -> bool | None:
    """Return where poison lies and the unit stays and is not healed, there are more wounds after the round."""
    played = _resolved(shown)
    if played is None:
        return None
    before, after = shown.state.sides[shown.seat], played.after.sides[shown.seat]
    healed = any(isinstance(event, Healed) and event.seat == shown.seat for event in played.events)
    stay = [at for at, lies in enumerate(before.poison) if lies and after.tokens[at] == before.tokens[at]]
    return all(after.wounds[at] > before.wounds[at] for at in stay) if stay and not healed else None


CLAIMS = Claims(
    {
        "aim": Claim(_ends_with_two_heroes),
        "lay": Claim(_works_where_it_stands),
        "hero": Claim(_works_where_it_stands),
        "reinforce": Claim(_works_at_once, eager=("reinforce",)),
        "last": Claim(_does_not_flee),
        "gone": Claim(_does_nothing_there),
        "idle": Claim(_takes_units_back),
        "poison": Claim(_is_healed_or_hurt),
    },
    matches=30,
)
