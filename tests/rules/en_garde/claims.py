"""What En Garde's hints claim."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from games.rules.en_garde.events import Attacked, DrawnOut, Drew, HandsShown, MatchWon, RoundDrawn, RoundWon
from games.rules.en_garde.state import LEFT, RIGHT, State, room
from games.rules.en_garde.steps import Parry, legal, stance
from games.rules.game import Event, Seat
from tests.rules.claims import Claim, Claims, Played, Shown
from tests.rules.en_garde.table import laid

E = TypeVar("E", bound=Event)


def _first(played: Played, kind: type[E]) -> E | None:
    return next((event for event in played.events if isinstance(event, kind)), None)


def _ends(played: Played) -> bool:
    return any(isinstance(event, RoundWon | RoundDrawn) for event in played.events)


def _hits(shown: Shown) -> bool | None:
    """Say whether attacks that can't be met win the round, and so many rounds the match."""
    attacks = [played for played in shown.course if _first(played, Attacked)]
    for played in attacks:
        attack, won = _first(played, Attacked), _first(played, RoundWon)
        assert attack
        if (played.after.attack is None) != (won is not None and (won.seat, won.reason) == (attack.seat, "hit")):
            return False
    wins = [played for played in shown.course if _first(played, RoundWon)]
    enough = all((_first(each, MatchWon) is not None) == (max(each.after.scores) >= each.after.rounds) for each in wins)
    return enough if attacks else None


def _parries(shown: Shown) -> bool | None:
    """Return what comes of a parry is what its hint says: one's own turn, the end of the round, or its loss."""
    parry, seat = shown.course[0], shown.seat
    won = _first(parry, RoundWon)
    if "take your turn" in shown.words:
        return bool(parry.after.to_move == seat and parry.after.parried and not _ends(parry))
    if "lose" in shown.words:
        return won is not None and (won.seat, won.reason) == (1 - seat, "stuck")
    return _ends(parry)


def _retreats(shown: Shown) -> bool | None:
    retreat = shown.course[0]
    return retreat.text.startswith("R") and (retreat.after.to_move == 1 - shown.seat or _ends(retreat))


def _decided(played: Played) -> Seat | None:
    """Return who wins a comparison: cards of the distance between the fencers, and after that place."""
    shown = _first(played, HandsShown)
    assert shown
    left, right = (hand.count(shown.distance) for hand in shown.hands)
    return _ahead(left - right) if left != right else _forward(played.after)


def _forward(after: State) -> Seat | None:
    ended = after.last_round
    assert ended
    return _ahead(room(list(ended.fencers), LEFT) - room(list(ended.fencers), RIGHT))


def _ahead(lead: int) -> Seat | None:
    return None if not lead else LEFT if lead > 0 else RIGHT


def _answers_last(shown: Shown) -> bool | None:
    answer = shown.course[0]
    if answer.text.startswith("R") and answer.before.last_retreat == "position":
        return None  # said by a hint of its own
    return _ends(answer) and answer.after.last_round.winner == _decided(answer)


def _ends_by_place(shown: Shown) -> bool | None:
    for played in shown.course:
        if played.text.startswith("R") and _first(played, HandsShown):
            return bool(played.after.last_round.winner == _forward(played.after))
        if _ends(played):
            return None
    return None


def _ends_with_the_last_card(shown: Shown) -> bool | None:
    """Say whether any draw of the last card ends the round.

    It ends immediately, or with the answer if the draw follows an attack.
    """
    for number, played in enumerate(shown.course):
        if _ends(played):
            return played.after.last_round.reason in ("hit", "stuck") or bool(_first(played, HandsShown))
        if not played.after.pile:
            return bool(played.after.attack) and all(map(_ends, shown.course[number + 1 : number + 2]))
    return None


def _fills_the_hand_after_it(shown: Shown) -> bool | None:
    action = shown.course[0]
    drew = _first(action, Drew)
    return len(shown.state.hands[shown.seat]) < 5 and drew is not None and drew.seat == shown.seat


def _three_are_not_parried(shown: Shown) -> bool | None:
    attack = _first(shown.course[0], Attacked)
    if not attack or attack.count < 3 or shown.course[0].after.attack is None:
        return None if not attack or attack.count < 3 else True
    after = shown.course[0].after
    return Parry() not in legal(stance(after, after.to_move))


def _near_enough(shown: Shown) -> bool | None:
    """Say whether a player who comes to 5 or less can be attacked, and only from there.

    In the standard game the attacker needs the card of that distance.
    """
    after = shown.course[0].after
    if "right away" not in shown.words or _ends(shown.course[0]):
        return None
    distance = after.fencers[RIGHT] - after.fencers[LEFT]
    attacks = Counter(type(step).__name__ for step in legal(stance(after, after.to_move)))["Direct"]
    return (attacks > 0) == (distance in after.hands[after.to_move])


def _ends_with_a_drawn_round(shown: Shown) -> bool | None:
    """Return the match ends with the round where that is drawn, for the higher score."""
    end = next((played for played in shown.course if _ends(played)), None)
    if end is None or _first(end, RoundWon):
        return None
    left, right = shown.state.scores
    over = _first(end, DrawnOut)
    return over is not None and over.seat == _ahead(left - right)


CLAIMS = Claims(
    {
        "aim": Claim(_hits),
        "parry": Claim(_parries, eager=("P",)),
        "retreat": Claim(_retreats, eager=("R",)),
        "last": Claim(_answers_last),
        "place": Claim(_ends_by_place, eager=("R",)),
        "parried": Claim(_fills_the_hand_after_it),
        "drawn": Claim(_ends_with_a_drawn_round, eager=("F1",)),
        "end": Claim(_ends_with_the_last_card),
        "attack": Claim(
            _three_are_not_parried, eager=tuple(f"A{value}x{count}" for value in "12345" for count in "345")
        ),
        "near": Claim(_near_enough),
    },
    matches=240,
    corners=(
        laid('{"hands": [[4,4,5,5,5],[1,1,3,3,4]], "pile": [2]}', fencers=[4, 8], attack={"value": 4, "count": 2}),
        laid(
            '{"hands": [[2,2,4,4,5],[1,1,3,3,4]], "pile": []}',
            fencers=[9, 13],
            attack={"value": 4, "count": 2, "indirect": True},
        ),
        laid('{"hands": [[1,1,1,3,3],[1,1,3,3,4]], "pile": [5]}', fencers=[10, 13], scores=[2, 1], round=8),
        laid('{"hands": [[1,3,3,3,5],[1,1,2,4,4]], "pile": [2,5,4]}', fencers=[10, 13]),
    ),
)
