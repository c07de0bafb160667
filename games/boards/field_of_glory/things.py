"""What lies on the battlefield, in hands and in piles, explained: what each is, and what it does where it lies."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from django.templatetags.static import static
from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext, pgettext

from games.boards.about import Shown
from games.boards.field_of_glory import battlefield, reference
from games.boards.field_of_glory.battlefield import GROUNDS, ICONS, ShownColumn
from games.boards.things import Thing
from games.core.reading.voice import SiteVoice
from games.rules.field_of_glory import words
from games.rules.field_of_glory.attacks import flank_pairs, legal_leads, overlap_strength
from games.rules.field_of_glory.cards import KIND, KINDS, ORDER, POINTS, TERRAIN_NAMES, UNITS, Card, Kind
from games.rules.field_of_glory.combat import attack_terms, defence_terms, strength
from games.rules.field_of_glory.events import Term
from games.rules.field_of_glory.imagine import rebuilt
from games.rules.field_of_glory.placing import Charge, charges
from games.rules.field_of_glory.state import Fight, State, place_of
from games.rules.field_of_glory.view import HIDDEN, ColumnSeen, FieldOfGloryView, FightSeen
from games.rules.sentence import Param, listed, sentence, with_minus
from games.templatetags.board import named

SHEET = "field-of-glory/art.svg"
SEATS = (0, 1)


def things(shown: Shown) -> list[Thing]:
    """Return the cards of all that the reader sees, from the battlefield outwards."""
    view: FieldOfGloryView = shown.view
    columns = [thing for column in _columns(shown) for thing in _in_column(shown, *column)]
    fight = _fight(shown, view.fight) if view.fight else _fought(shown)
    piles = [] if view.draft else [*_phases(view), *(pile for seat in SEATS for pile in _piles(shown, seat))]
    return [*columns, *fight, *_cards(view), *piles, *_numbers()]


def _picture(name: str) -> str:
    """Return the address of a figure."""
    return f"{static(SHEET)}#{name}"


# --- Columns and their units ------------------------------------------------------------------------------------------


def _columns(shown: Shown) -> Iterator[tuple[ColumnSeen, ShownColumn]]:
    """Return each column with what the board shows of it."""
    reader = None if shown.watching else shown.me
    drawn = battlefield.columns(shown.view, shown.me, (), shown.seats, shown.trail, reader=reader)
    return zip(shown.view.columns, drawn, strict=True)


def _in_column(shown: Shown, column: ColumnSeen, drawn: ShownColumn) -> Iterator[Thing]:
    yield _column(shown, column, drawn)
    for seat, cards in ((shown.me, drawn.own), (1 - shown.me, drawn.enemy)):
        for card in cards:
            yield _unit(shown, seat, card, column)


def _column(shown: Shown, column: ColumnSeen, drawn: ShownColumn) -> Thing:
    number = column.number
    ground = _(TERRAIN_NAMES[column.terrain])
    name = _("Column {number}: {terrain}").format(number=number, terrain=ground)
    effects = _(reference.EFFECTS[column.terrain])
    rules = [f"{capfirst(ground)}: {effects}"]
    if column.flank:
        rules.append(_flank_penalties())
    rules.append(_control())
    late = [_("The gold mark: it has just changed hands.")] if drawn.turned else []
    here = [drawn.said, *late, *_advances(shown, column), *_flanked(shown, number)]
    return Thing(
        f"column-{number}",
        name,
        here,
        rules,
        section="field",
        picture=_picture(GROUNDS[column.terrain]),
        side=column.control,
    )


def _control() -> str:
    """Return how long a column stays under control, and which units may share it."""
    return _(
        "Control stays without units, until an enemy advances there or you lose it in a fight. Two units of one type "
        "may share a column; Archers go with any, Light Infantry with Elephants."
    )


def _flank_penalties() -> str:
    """Return what units cost more for in a flank column, the dearest first."""
    types: dict[int, list[str]] = defaultdict(list)
    for kind in KINDS:
        if kind.flank:
            types[kind.flank].append(_(kind.name))
    lines = [f"+{amount} {_listed(names)}" for amount, names in types.items()]
    return _("A flank column: some units cost more here ({units}).").format(units="; ".join(lines))


def _advances(shown: Shown, column: ColumnSeen) -> Iterator[str]:
    """Yield who will take control, where nobody stands in the way."""
    for seat in SEATS:
        if column.units[seat] and not column.units[1 - seat] and column.control != seat:
            said = _("If nothing changes, {name} takes control in the next Advance.")
            if _is_reader(shown, seat):
                said = _("If nothing changes, you take control in your next Advance.")
            yield said.format(name=_name(shown, seat))


def _flanked(shown: Shown, number: int) -> Iterator[str]:
    """Yield who could attack a column in the flank as the units stand now, and from where."""
    for seat in SEATS:
        for attacked, beside in flank_pairs(_field(shown.view, seat)):
            if attacked == number:
                said = _("If nothing changes, {name} can make a flank attack here from column {beside}, with +2.")
                if _is_reader(shown, seat):
                    said = _("If nothing changes, you can make a flank attack here from column {beside}, with +2.")
                yield said.format(name=_name(shown, seat), beside=beside)


def _unit(shown: Shown, seat: int, drawn: battlefield.Card, column: ColumnSeen) -> Thing:
    card = drawn.code
    key = card if seat == shown.me else f"{seat}-{card}"
    name = capfirst(_said(words.card_name(card)))
    late = [_("The gold mark: it has just been placed.")] if drawn.fresh else []
    here = [*late, *_fights(shown, seat, card, column), *_advance_of(shown, seat, column)]
    rules = [*_rule(KIND[card]), *([_room()] if seat == shown.me and not shown.watching else [])]
    return Thing(key, name, here, rules, section="cards", picture=_picture(ICONS[KIND[card].code]), side=seat)


def _room() -> str:
    """Return what making room is for, and what it costs."""
    return _(
        "During your actions you can discard it to make room, free of charge, for a unit that you then place there."
    )


def _fights(shown: Shown, seat: int, card: Card, column: ColumnSeen) -> Iterator[str]:
    """Yield with what strength a unit would lead attacks, then a defence, without bonus cards.

    A unit under attack only says how it defends.
    """
    if not (shown.view.fight and shown.view.fight.by != seat):
        yield from _attacks(shown.view, seat, card, column)
    terms = defence_terms(_field(shown.view, 1 - seat), column.number, card)
    yield _("Defends column {column} with {total}: {lines}.").format(column=column.number, **_sum(terms))


def _attacks(view: FieldOfGloryView, seat: int, card: Card, column: ColumnSeen) -> Iterator[str]:
    """Yield the attacks that a unit could lead: in the phase of flank attacks those first, then its own column."""
    fights = _flank_fights(view, seat, card)
    if all(fight.column != column.number for fight in fights):
        fights.append(Fight(column.number, card))
    state = _field(view, seat)
    for fight in fights:
        for against in _types(view.columns[fight.column - 1], 1 - seat):
            said = _("Attacks {enemy} in column {column} with {total}: {lines}.")
            if fight.flank:
                said = _("Flank attack on {enemy} in column {column} with {total}: {lines}.")
            total = _sum(attack_terms(state, fight, against))
            yield said.format(enemy=_said(words.unit(against)), column=fight.column, **total)


def _types(column: ColumnSeen, seat: int) -> list[Card]:
    """Return the units of a seat in a column, those of one type once."""
    first: dict[str, Card] = {}
    for unit in column.units[seat]:
        first.setdefault(unit.card[:2], unit.card)
    return list(first.values())


def _flank_fights(view: FieldOfGloryView, seat: int, card: Card) -> list[Fight]:
    """Return the flank attacks that a unit could lead now, or the one under way that it leads."""
    fight = view.fight
    if fight and fight.flank and fight.lead == card:
        return [Fight(fight.column, card, flank=True, beside=fight.beside, overlap=fight.overlap)]
    if view.phase != "flank" or view.active != seat:
        return []
    state = _field(view, seat)
    home = place_of(state, seat, card)
    columns = [lead.column for lead in legal_leads(state) if lead.card == card]
    return [Fight(target, card, flank=True, beside=None if target == home else home) for target in columns]


def _advance_of(shown: Shown, seat: int, column: ColumnSeen) -> Iterator[str]:
    if not column.units[1 - seat]:
        yield _("No enemy is opposite, so it can’t be attacked here.")
        yield from _advances(shown, column)


def _field(view: FieldOfGloryView, active: int) -> State:
    """Return the battlefield in the turn of a seat."""
    state = rebuilt(view, max(view.viewer, 0))
    state.active = active
    return state


def _sum(terms: Sequence[Term]) -> dict[str, str]:
    return {"total": with_minus(strength(terms)), "lines": ", ".join(_said(words.term(term)) for term in terms)}


def _rule(kind: Kind) -> list[str]:
    """Return the numbers of a type as they are printed, and what it can do besides."""
    notes = [capfirst(note) + "." for note in _notes()[kind.code]]
    if not kind.unit:
        return [*notes, _("It can’t be placed.")]
    numbers = _("Combat value {value}, movement cost {cost}, flank penalty {flank}, victory points {prize}.")
    return [numbers.format(value=kind.value, cost=kind.cost, flank=kind.flank, prize=kind.prize), *notes]


def _notes() -> dict[str, list[str]]:
    """Return what each type can do besides its numbers."""
    tables = reference.tables()
    return {row["kind"].code: row["notes"] for row in (*tables["units"], *tables["others"])}


# --- Cards ------------------------------------------------------------------------------------------------------------


def _cards(view: FieldOfGloryView) -> list[Thing]:
    """Return the cards whose face the reader sees, those that are alike once."""
    draft = (*view.draft.offers, *view.draft.kept) if view.draft else ()
    seen = [card for cards in (*view.hands, *draft, *view.discards) for card in cards or ()]
    alike = {card[:3]: card for card in sorted(seen, key=ORDER.__getitem__)}
    return [_card(view, key, card) for key, card in alike.items()]


def _card(view: FieldOfGloryView, key: str, card: Card) -> Thing:
    points = POINTS[card]
    worth = _(
        "Pays {points}, adds {points} to a fight as a bonus card, or buys {points} new cards at the end of a turn."
    ).format(points=points)
    here = [*_prices(view, card), *_overlaps(view, card), worth]
    name = capfirst(_said(words.card_name(card)))
    return Thing(f"card-{key}", name, here, _rule(KIND[card]), "cards", _picture(ICONS[KIND[card].code]))


def _prices(view: FieldOfGloryView, card: Card) -> Iterator[str]:
    """Yield what it costs to place a card, columns of the same price together."""
    if card not in UNITS:
        return
    places: dict[tuple[Charge, ...], list[int]] = defaultdict(list)
    for column in view.columns:
        places[charges(card, column.number, column.terrain)].append(column.number)
    for lines, numbers in places.items():
        said = ngettext("Column {columns}: {price}.", "Columns {columns}: {price}.", len(numbers))
        yield said.format(columns=_listed(map(str, numbers)), price=_said(words.price(lines)))


def _overlaps(view: FieldOfGloryView, card: Card) -> Iterator[str]:
    """Yield what Overlap would add in the columns that its owner could attack."""
    if KIND[card].code != "OV" or view.viewer < 0 or view.draft:
        return
    state = _field(view, view.viewer)
    for column in view.columns:
        own, enemies = (column.units[seat] for seat in (view.viewer, 1 - view.viewer))
        if own and enemies:
            amount = overlap_strength(state, Fight(column.number, own[0].card))
            yield _("Adds {amount} to an attack in column {column}.").format(amount=amount, column=column.number)


# --- A fight ----------------------------------------------------------------------------------------------------------


def _fight(shown: Shown, fight: FightSeen) -> Iterator[Thing]:
    """Yield both sides of the attack under way."""
    duels = battlefield.compared(fight.sums)
    for seat in SEATS:
        attacks = seat == fight.by
        sums = [duel.attack if attacks else duel.defence for duel in duels]
        lines = [f"{each.said}: {', '.join(each.lines)}." for each in sums]
        yield _party(shown, seat, [*dict.fromkeys(lines), *_bonus(fight, attacks=attacks)], attacks=attacks)


def _bonus(fight: FightSeen, *, attacks: bool) -> Iterator[str]:
    if not attacks or not fight.bonus:
        yield _("No bonus card has been chosen yet.")
    elif fight.bonus == HIDDEN:
        yield _("The bonus card is face down. Only its owner can look at it.")
    else:
        yield _("The bonus card adds {points}.").format(points=POINTS[fight.bonus])


def _fought(shown: Shown) -> Iterator[Thing]:
    """Yield both sides of the newest fight, which the board shows until the reader’s next step."""
    newest = next(reversed(battlefield.fought(shown.recent)), None)
    by = next((event.seat for event in reversed(shown.recent) if isinstance(event, battlefield.Fought)), None)
    if newest is None or by is None or shown.plan:
        return
    for seat in SEATS:
        each = newest.attack if seat == by else newest.defence
        yield _party(shown, seat, [f"{each.said}: {', '.join(each.lines)}."], attacks=seat == by)


def _party(shown: Shown, seat: int, lines: Sequence[str], *, attacks: bool) -> Thing:
    part = _("Attack") if attacks else _("Defence")
    title = f"{part} ({_name(shown, seat)})"
    return Thing(f"fight-{seat}", title, lines, _of_fights(), "fighting", side=seat)


def _of_fights() -> list[str]:
    """Return who wins a fight, and what becomes of units and terrain."""
    return [
        _("The higher strength wins; Spears leading the defence also win ties."),
        _(
            "The loser loses all units there, and the winner keeps only the lead. An attacker who wins takes the "
            "column. If the attacker loses, a column that the attacker controlled turns neutral."
        ),
        _("In any other tie, both sides discard all their units there, and the column turns neutral."),
        _("In a flank attack led from beside, only the attacker’s lead fights and can be lost."),
    ]


# --- Piles and numbers ------------------------------------------------------------------------------------------------


def _piles(shown: Shown, seat: int) -> Iterator[Thing]:
    view: FieldOfGloryView = shown.view
    cards = [ngettext("{count} card.", "{count} cards.", each).format(count=each) for each in _sizes(view, seat)]
    for (key, name, section, figure), count in zip(_places(), cards, strict=True):
        more = [count, *_more(view, seat, key)]
        title = f"{name} ({_name(shown, seat)})"
        yield Thing(f"{key}-{seat}", title, more, [_of_pile()[key]], section=section, picture=figure, side=seat)
    yield _terrain(shown, seat)
    yield _shuffle(shown, seat)


def _sizes(view: FieldOfGloryView, seat: int) -> tuple[int, ...]:
    return view.deck_sizes[seat], view.hand_sizes[seat], view.discard_sizes[seat], len(view.prizes[seat])


def _places() -> list[tuple[str, str, str, str]]:
    """Return the piles in the order in which they lie: key, name, section of the rules, and figure."""
    return [
        ("deck", _("Deck"), "field", ""),
        ("hand", _("Hand"), "turn", ""),
        ("discards", _("Discards"), "field", ""),
        ("prizes", _("Victory points"), "end", _picture("laurel")),
    ]


def _of_pile() -> dict[str, str]:
    """Return what the rules say of each pile."""
    return {
        "deck": _("Cards are drawn from here. If it’s empty, the discards are shuffled into a new deck."),
        "hand": _(
            "You draw three cards at the end of your turn, or discard one and draw as many cards as it has command "
            "points. Then you discard down to nine."
        ),
        "discards": _(
            "Discards go face up on a pile. You can look through your own pile at any time, but you only see the top "
            "card of your opponent’s."
        ),
        "prizes": _(
            "Enemy cards won in fights. If both Shuffle cards are out and columns are tied, their victory points "
            "decide the match."
        ),
    }


def _more(view: FieldOfGloryView, seat: int, key: str) -> Iterator[str]:
    """Yield what is known of a pile besides its size."""
    if key == "discards" and (top := view.discard_tops[seat]):
        yield _("On top: {card}.").format(card=_said(words.card_name(top)))
    if key == "prizes":
        points = view.points[seat]
        yield ngettext("{count} victory point.", "{count} victory points.", points).format(count=points)


def _terrain(shown: Shown, seat: int) -> Thing:
    held = [str(column.number) for column in shown.view.columns if column.control == seat]
    here = _("Columns controlled: {columns}.").format(columns=_listed(held)) if held else _("Controls no column.")
    rule = _(
        "If you control three or more columns now, you win. This is the only moment when control wins, so your "
        "opponent always gets a turn to respond."
    )
    columns = _("Columns")
    title = f"{columns} ({_name(shown, seat)})"
    heading = _("1. Victory check")
    return Thing(
        f"terrain-{seat}", title, [here], [f"{heading}: {rule}"], section="turn", picture=_picture("banner"), side=seat
    )


def _shuffle(shown: Shown, seat: int) -> Thing:
    stages = _("not shuffled yet"), _("shuffled once"), _("out")
    here = capfirst(stages[min(shown.view.shuffles[seat], 2)]) + "."
    rule = _(
        "The first time a deck is shuffled again, its Shuffle card is turned over. The second time, it’s out. Once "
        "both are out, the match ends after that turn: more columns win, or else more victory points. If those are "
        "equal, too, it’s a draw."
    )
    shuffle = _("Shuffle card")
    title = f"{shuffle} ({_name(shown, seat)})"
    return Thing(f"shuffle-{seat}", title, [here], [rule], section="end", picture=_picture("shuffled"), side=seat)


def _phases(view: FieldOfGloryView) -> Iterator[Thing]:
    """Yield the phase of the turn, where one is shown."""
    now = next((name for name, is_now in battlefield.phases(view) if is_now), "")
    rules = [f"{name}: {rule}" for name, rule in zip(_names(view), _of_phases(), strict=True)]
    here = [_("Now: {phase}.").format(phase=now)] if now else []
    yield Thing("phases", _("Phases of the turn"), here, rules, "turn")


def _names(view: FieldOfGloryView) -> list[str]:
    return [name for name, _is_now in battlefield.phases(view)]


def _of_phases() -> list[str]:
    """Return what is done in each phase."""
    return [
        _("if you control three or more columns, you win."),
        _("you take control where you have units and no enemy is opposite."),
        _(
            "if you have an unopposed unit beside a column where you both have units, you can attack there with +2. No "
            "enemy may be on the unit’s far side."
        ),
        _("place units, attack and play Reserves, in any order."),
        _("draw three cards, or discard one and draw as many as its command points; then discard down to nine."),
    ]


def _numbers() -> list[Thing]:
    """Return what the three numbers of a card mean."""
    money = _(
        "Command points are your money: you spend them on units, on extra strength in fights and on drawing more "
        "cards. They have nothing to do with a unit’s type; cards of the same type can have few points or many."
    )
    value = _("What a unit brings to a fight that it leads, before modifiers and the bonus card.")
    cost = _("A unit costs its movement cost, plus its flank penalty in a flank column, plus 1 on rough ground.")
    return [
        Thing("points", capfirst(pgettext("legend", "command points")), rule=[money], section="field"),
        Thing("value", capfirst(pgettext("legend", "combat")), rule=[value], section="fighting"),
        Thing("cost", capfirst(pgettext("legend", "cost to place")), rule=[cost], section="placing"),
    ]


# --- Words ------------------------------------------------------------------------------------------------------------


def _is_reader(shown: Shown, seat: int) -> bool:
    return seat == shown.me and not shown.watching


def _name(shown: Shown, seat: int) -> str:
    return pgettext("whose", "you") if _is_reader(shown, seat) else named(shown.seats, seat)


def _said(said: Param) -> str:
    return sentence("{said}", said=said).said(SiteVoice())


def _listed(names: Iterable[str]) -> str:
    return _said(listed(names))
