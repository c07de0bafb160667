"""What a position of a match of Field of Glory tells of it: turn and phase, columns, victory points and losses."""

from typing import Any

from games.boards.field_of_glory import battlefield
from games.rules.sentence import N_, Sentence, sentence


def closing_facts(view: Any, me: int) -> list[Sentence]:
    """Return the facts in words, the reader's number before the opponent's.

    Return `[]` if the battle hadn't begun.
    """
    if view.draft:
        return []
    columns = view.terrain
    points = view.points
    lost = [len(view.prizes[1 - seat]) for seat in (me, 1 - me)]
    return [
        sentence(N_("Columns held: {mine}–{theirs}."), mine=columns[me], theirs=columns[1 - me]),
        sentence(N_("Victory points: {mine}–{theirs}."), mine=points[me], theirs=points[1 - me]),
        sentence(N_("Cards lost in fights: {mine}–{theirs}."), mine=lost[0], theirs=lost[1]),
    ]


def state_of_play(view: Any, seat: int) -> list[Sentence]:
    """Return the turn and its phase besides, in a match that is being played."""
    if view.draft:
        return [sentence(N_("Both players are choosing their cards."))]
    turn = [
        sentence(N_("Turn {turn}: {phase}."), turn=view.turn, phase=name)
        for name, is_now in battlefield.phases(view)
        if is_now
    ]
    return [*turn, *closing_facts(view, seat)]
