"""Hints for newcomers to Field of Glory, at the right moments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from games.rules.field_of_glory.cards import Card
from games.rules.field_of_glory.state import WINNING
from games.rules.field_of_glory.view import FieldOfGloryView, Odds
from games.rules.field_of_glory.words import unit
from games.rules.game import Seat
from games.rules.guide import Hint
from games.rules.sentence import N_, Sentence, Who, counted, sentence


def hints(view: FieldOfGloryView, seat: Seat) -> list[Hint]:
    """What the seat meets in this view, the most important first; nothing for a seat that waits."""
    if seat not in view.asked:
        return []
    return [ALONE[view.phase]] if view.phase in ALONE else list(ASKED[view.phase](view, seat))


def _hint(key: str, template: str, section: str) -> Hint:
    return Hint(key, sentence(template), section)


DRAFT = _hint(
    "draft",
    N_(
        "Draft an army that has both: units to stand in the columns, and cards with many command points, which pay for "
        "units and strengthen fights. A commander is worth 5, but cannot stand anywhere."
    ),
    "field",
)
MIX = _hint(
    "mix",
    N_(
        "Strong units cost much; light ones cost next to nothing and take columns that nobody defends. A good army has "
        "some of each, and two units of one type can share a column."
    ),
    "cards",
)
ADVANCE = _hint(
    "advance",
    N_(
        "Your two units stand unopposed, so they take control of their column and one of them is discarded. The column "
        "stays yours until an enemy advances there or a fight takes it from you."
    ),
    "advance",
)
FLANK = _hint(
    "flank",
    N_(
        "Some of your units can attack in the flank, with +2. This is possible only now, before you place units; if "
        "the sums do not please you, go on without it."
    ),
    "flank",
)
AIM = _hint(
    "aim",
    N_("You win when you control three columns at the start of a turn of yours. Take columns that stand empty first."),
    "check",
)
PLACE = _hint(
    "place",
    N_(
        "Place units: choose one of your hand and a column for it. At the start of your next turn you take control of "
        "each column where you stand and your opponent does not."
    ),
    "placing",
)
PAY = _hint(
    "pay",
    N_(
        "Place more units, or pay: discard cards until their command points reach the cost. No change is given, and "
        "with the first card you pay, placing is over for this time."
    ),
    "placing",
)
DRAW = _hint(
    "draw",
    N_(
        "When you have done what you want, end your turn with three cards, or discard one and draw as many as its "
        "command points. Without cards you can pay for nothing on your next turn."
    ),
    "draw",
)
BONUS = _hint(
    "bonus",
    N_(
        "Add a bonus card to your attack: its command points count, and your opponent answers without seeing it. The "
        "top card of the deck spares your hand, but you do not know what it is worth."
    ),
    "fighting",
)
STAND = _hint(
    "stand",
    N_(
        "Choose who leads your defence: its combat value counts, a second unit beside it adds 1. If you lose, all your "
        "units in the column are lost and give victory points."
    ),
    "fighting",
)
WITHDRAW = _hint(
    "withdraw",
    N_(
        "Units that cost less to move than the attacking lead may withdraw: they are discarded and give no victory "
        "points. If all your units in the column go, the attack is over and its bonus card is gone."
    ),
    "fighting",
)
ANSWER = _hint(
    "answer",
    N_(
        "You may add a bonus card to your defence, and need not. Compare the sums without bonus cards: a card is well "
        "spent where it can turn the fight."
    ),
    "fighting",
)
LEAVE = _hint(
    "leave",
    N_(
        "All defenders have withdrawn: one of your two units stays. You gain no control now, but on your next Advance, "
        "unless an enemy stands there again by then."
    ),
    "fighting",
)
LEAVE_OWN = _hint(
    "leave",
    N_("All defenders have withdrawn: one of your two units stays. The column is under your control as before."),
    "fighting",
)
TRIM = _hint(
    "trim",
    N_(
        "Nine cards are the most you may keep at the end of your turn. What you discard comes back when your deck is "
        "shuffled anew."
    ),
    "draw",
)
SHUFFLE = _hint(
    "shuffle",
    N_(
        "A deck has run out and was shuffled anew. When both sides have done so twice, the match ends with that turn: "
        "more columns win, then more victory points."
    ),
    "end",
)
TERRAIN: Mapping[str, str] = {
    "rough": N_("Column {column} is rough ground: every unit placed there costs 1 more."),
    "hill": N_("Column {column} is a hill: who controls it defends there with +1."),
    "woods": N_("Column {column} is woods: light infantry leads there with +1, heavy units and cavalry with −2."),
}


def _drafting(view: FieldOfGloryView, seat: Seat) -> Iterator[Hint]:
    yield DRAFT
    if view.draft and view.draft.picks[seat] > 1:
        yield MIX


def _acting(view: FieldOfGloryView, seat: Seat) -> Iterator[Hint]:
    yield from _standing(view, seat)
    stands = any(column.units[seat] for column in view.columns)
    if not stands:
        yield PLACE
    if best := _best(view.odds):
        yield Hint("attack", _worth(best), "fighting")
    if stands:
        yield DRAW
    if any(view.shuffles):
        yield SHUFFLE
    yield from _ground(view)


def _standing(view: FieldOfGloryView, seat: Seat) -> Iterator[Hint]:
    """How the match stands: what wins it, and who is about to win."""
    yield AIM
    if view.terrain[1 - seat] >= WINNING:
        yield Hint("danger", _danger(view, 1 - seat), "check")
    if view.terrain[seat] >= WINNING:
        template = N_(
            "You control {count} columns: if three of them are still yours when your next turn begins, you have won. "
            "Guard those that your opponent could attack or advance into."
        )
        yield Hint("hold", sentence(template, count=view.terrain[seat]), "check")


def _danger(view: FieldOfGloryView, foe: Seat) -> Sentence:
    """What can keep the opponent from winning: fights in enough of the columns that it controls."""
    held = [column for column in view.columns if column.control == foe]
    lacking = len(held) - WINNING + 1
    if sum(bool(column.units[foe]) for column in held) < lacking:
        template = N_(
            "{who} controls {columns} columns and wins with them at the start of the next turn. Nothing prevents that "
            "any more: fights would have to take {lacking} of them, and in fewer stands an enemy whom you could attack."
        )
        return sentence(template, who=Who(foe), columns=len(held), lacking=lacking)
    return counted(
        "{who} controls {columns} columns and wins with them at the start of the next turn. Only a fight prevents "
        "that: attack in one of them now, and win or tie.",
        "{who} controls {columns} columns and wins with them at the start of the next turn. Only fights prevent that: "
        "attack in {count} of them now, and win or tie each time.",
        lacking,
        who=Who(foe),
        columns=len(held),
    )


def _best(odds: Iterable[Odds]) -> Odds | None:
    """The attack with the greatest margin against the best defending lead, which the opponent chooses."""
    met: dict[Card, Odds] = {}
    for each in odds:
        met[each.lead] = min(met.get(each.lead, each), each, key=_margin_of)
    return max(met.values(), key=_margin_of, default=None)


def _margin_of(odds: Odds) -> int:
    attack, defence = odds.totals
    return attack - defence


def _worth(odds: Odds) -> Sentence:
    template = N_(
        "Your {lead} can attack in column {column}: {attack} against {defence} before bonus cards. Attack where you "
        "are ahead, or where you have a bonus card to spare."
    )
    attack, defence = odds.totals
    return sentence(template, lead=unit(odds.lead), column=odds.column, attack=attack, defence=defence)


def _ground(view: FieldOfGloryView) -> Iterator[Hint]:
    for column in view.columns:
        if column.terrain in TERRAIN:
            yield Hint(column.terrain, sentence(TERRAIN[column.terrain], column=column.number), "cards")


def _answering(view: FieldOfGloryView, seat: Seat) -> Iterator[Hint]:
    if view.fight and view.fight.defence:
        yield ANSWER
        return
    yield STAND
    if view.fight and view.fight.withdrawable:
        yield WITHDRAW


def _leaving(view: FieldOfGloryView, seat: Seat) -> Iterator[Hint]:
    left = view.columns[view.fight.column - 1] if view.fight else None
    yield LEAVE_OWN if left and left.control == seat else LEAVE


ALONE: Mapping[str, Hint] = {
    "advance": ADVANCE,
    "flank": FLANK,
    "place": PAY,
    "bonus": BONUS,
    "trim": TRIM,
}
"""Single hints, by what the seat is asked."""
ASKED: Mapping[str, Callable[[FieldOfGloryView, Seat], Iterator[Hint]]] = {
    "draft": _drafting,
    "act": _acting,
    "answer": _answering,
    "leave": _leaving,
}
"""Hints that depend on the view, by what the seat is asked."""
