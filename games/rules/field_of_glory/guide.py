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
    """Return what the seat meets in this view, the most important first; nothing for a seat that waits."""
    if seat not in view.asked:
        return []
    return [ALONE[view.phase]] if view.phase in ALONE else list(ASKED[view.phase](view, seat))


def _hint(key: str, template: str, section: str) -> Hint:
    return Hint(key, sentence(template), section)


DRAFT = _hint(
    "draft",
    N_(
        "Draft an army with both: units for the columns, and cards with many command points to pay for "
        "units and boost fights. A Commander is worth 5, but you can’t place it."
    ),
    "field",
)
MIX = _hint(
    "mix",
    N_(
        "Strong units are expensive. Light ones cost next to nothing and take columns that nobody defends. "
        "A good army has some of each, and two units of one type can share a column."
    ),
    "cards",
)
ADVANCE = _hint(
    "advance",
    N_(
        "Your two units are unopposed, so they take control of their column, and you discard one of them. "
        "The column stays yours until an enemy advances there or a fight takes it from you."
    ),
    "advance",
)
FLANK = _hint(
    "flank",
    N_(
        "Some of your units can make a flank attack, with +2. You can do this only now, before you place "
        "units. If you don’t like the odds, go on without it."
    ),
    "flank",
)
AIM = _hint(
    "aim",
    N_("You win if you control three columns at the start of your turn. Take empty columns first."),
    "check",
)
PLACE = _hint(
    "place",
    N_(
        "Place units: choose one from your hand, then a column. At the start of your next turn you take "
        "control of each column where you have a unit and your opponent doesn’t."
    ),
    "placing",
)
PAY = _hint(
    "pay",
    N_(
        "Place more units, or pay: discard cards until their command points reach the cost. You get no "
        "change. Once you’ve paid with a card, you can’t add any more units."
    ),
    "placing",
)
DRAW = _hint(
    "draw",
    N_(
        "When you’re done, end your turn by drawing three cards. Or discard one and draw as many cards as "
        "it has command points. Without cards you can’t pay for anything on your next turn."
    ),
    "draw",
)
BONUS = _hint(
    "bonus",
    N_(
        "Add a bonus card to your attack: its command points count, and your opponent answers without "
        "seeing it. If you use the top card of the deck, you spare your hand, but you don’t know its value."
    ),
    "fighting",
)
STAND = _hint(
    "stand",
    N_(
        "Choose which unit leads your defence. Its combat value counts, and a second unit adds 1. If you "
        "lose, you lose all your units in the column, and your opponent gets their victory points."
    ),
    "fighting",
)
WITHDRAW = _hint(
    "withdraw",
    N_(
        "Units that cost less to move than the attacking lead can withdraw: they are discarded and give no "
        "victory points. If all your units in the column withdraw, the attack is over and its bonus card "
        "is lost."
    ),
    "fighting",
)
ANSWER = _hint(
    "answer",
    N_(
        "You can add a bonus card to your defence, but you don’t have to. Compare the sums without bonus "
        "cards: spend a card if it can turn the fight."
    ),
    "fighting",
)
LEAVE = _hint(
    "leave",
    N_(
        "All defenders have withdrawn, so only one of your two units stays. You take control at your next "
        "Advance, unless an enemy is there again by then."
    ),
    "fighting",
)
LEAVE_OWN = _hint(
    "leave",
    N_("All defenders have withdrawn, so only one of your two units stays. You still control the column."),
    "fighting",
)
TRIM = _hint(
    "trim",
    N_(
        "You can keep at most nine cards at the end of your turn. Discarded cards come back when your deck "
        "is reshuffled."
    ),
    "draw",
)
SHUFFLE = _hint(
    "shuffle",
    N_(
        "A deck ran out and was reshuffled. Once that has happened twice to both sides, the match ends "
        "with that turn. The player with more columns wins, or else the one with more victory points. If those are "
        "equal, too, it’s a draw."
    ),
    "end",
)
TERRAIN: Mapping[str, str] = {
    "rough": N_("Column {column} is rough ground: every unit placed there costs 1 more."),
    "hill": N_("Column {column} is a hill: its controller gets +1 when defending there."),
    "woods": N_("Column {column} is woods: leading there gives Light Infantry +1, but heavy units and Cavalry −2."),
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
    if best := best_attack(view.odds):
        yield Hint("attack", _worth(best), "fighting")
    if stands:
        yield DRAW
    if any(view.shuffles):
        yield SHUFFLE
    yield from _ground(view)


def _standing(view: FieldOfGloryView, seat: Seat) -> Iterator[Hint]:
    """Yield how the match stands: what wins it, and who is about to win."""
    yield AIM
    if view.terrain[1 - seat] >= WINNING:
        yield Hint("danger", _danger(view, 1 - seat), "check")
    if view.terrain[seat] >= WINNING:
        template = N_(
            "You control {count} columns. If three of them are still yours when your next turn begins, you "
            "win. Guard the ones your opponent could attack or advance into."
        )
        yield Hint("hold", sentence(template, count=view.terrain[seat]), "check")


def _danger(view: FieldOfGloryView, foe: Seat) -> Sentence:
    """Return what can keep the opponent from winning: fights in enough of the columns that it controls."""
    held = [column for column in view.columns if column.control == foe]
    lacking = lacking_fights(view, foe)
    if sum(bool(column.units[foe]) for column in held) < lacking:
        template = N_(
            "{who} controls {columns} columns and wins at the start of the next turn. You can’t prevent "
            "that any more: you would have to fight for {lacking} of them, but too few have an enemy you "
            "can attack."
        )
        return sentence(template, who=Who(foe), columns=len(held), lacking=lacking)
    return counted(
        "{who} controls {columns} columns and wins at the start of the next turn. Only a fight can prevent "
        "that: attack in one of them now, and win or tie.",
        "{who} controls {columns} columns and wins at the start of the next turn. Only fights can prevent "
        "that: attack in {count} of them now, and win or tie each time.",
        lacking,
        who=Who(foe),
        columns=len(held),
    )


def lacking_fights(view: FieldOfGloryView, foe: Seat) -> int:
    """Return in how many of its columns the opponent must not win, so that it does not win the match."""
    return view.terrain[foe] - WINNING + 1


def best_attack(odds: Iterable[Odds]) -> Odds | None:
    """Return the attack with the greatest margin against the best defending lead, which the opponent chooses."""
    met: dict[Card, Odds] = {}
    for each in odds:
        met[each.lead] = min(met.get(each.lead, each), each, key=margin_of)
    return max(met.values(), key=margin_of, default=None)


def margin_of(odds: Odds) -> int:
    """Return by how much an attack is ahead before bonus cards."""
    attack, defence = odds.totals
    return attack - defence


def _worth(odds: Odds) -> Sentence:
    template = N_(
        "Your {lead} can attack in column {column}: {attack} against {defence} before bonus cards. Attack "
        "where you’re ahead, or where you have a bonus card to spare."
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
