"""What lies on the board of Fantasy Dice Battles, explained: what each thing is, and what it does where it lies."""

from collections.abc import Iterator, Mapping, Sequence

from django.templatetags.static import static
from django.utils.translation import gettext as _, ngettext

from games.boards.about import Shown
from games.boards.fantasy_dice_battles import army_board, battle_board, fares
from games.boards.fantasy_dice_battles.battle_board import Battalion, BoardPlace, Expected, UnitToken, post_title
from games.boards.fantasy_dice_battles.prospects import ShownProspect
from games.boards.fantasy_dice_battles.unit_cards import UnitCard, counted_units, unit_cards
from games.boards.things import Thing
from games.core.reading.voice import SiteVoice
from games.rules.fantasy_dice_battles.data import BATTALIONS, FRONT, HERO, SIZE, SPACES, DataSet
from games.rules.fantasy_dice_battles.round.diagram import aim
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import POSTS, REGROUP
from games.rules.fantasy_dice_battles.view import DiceBattlesView, SideSeen
from games.rules.sentence import listed, sentence
from games.templatetags.board import named

SHEET = "fantasy-dice-battles/icons.svg"
SEATS = (0, 1)


def things(shown: Shown) -> list[Thing]:
    """Return the cards of all that the reader sees: of the army while it is chosen, then of the battle."""
    view: DiceBattlesView = shown.view
    return _choosing(shown) if view.phase == "army" else [*_battle(shown), *_kinds(view, _waiting(view)), _dice(view)]


# --- Armies -----------------------------------------------------------------------------------------------------------


def _choosing(shown: Shown) -> list[Thing]:
    presets = army_board.presets(shown.view, shown.choices)
    shapes = [
        Thing(f"preset-{number}", each.name, [f"{each.heroes}; {each.units}."], [_of_army()], "choosing")
        for number, each in enumerate(presets, 1)
    ]
    data = of_digest(shown.view.set_digest)
    factions = dict.fromkeys(each.faction for each in _buildings(shown.view))
    figures = not shown.is_taught
    recruits = [each for faction in factions for each in _recruits(data, faction, with_figures=figures)]
    return [*shapes, *recruits, *_formation(data, with_figures=figures)]


def of_builder(data: DataSet, faction: str) -> list[Thing]:
    """Return the cards of all that an army of a faction is built of: its units, their powers, and where they stand."""
    return [*_recruits(data, faction), *_formation(data)]


def _recruits(data: DataSet, faction: str, *, with_figures: bool = True) -> Iterator[Thing]:
    """Yield the units that an army may take, each followed by its powers.

    Without figures they say nothing of how they fare, which a beginner can't weigh.
    """
    for kind in data.of(faction):
        card = unit_cards(data)[kind.id]
        yield _kind(f"kind-{kind.id}", card, fares.as_recruit(kind, data, with_figures=with_figures))
        for number, (name, effect) in enumerate(card.powers, 1):
            whose = _("A power of this unit: {unit}.").format(unit=card.name)
            yield Thing(f"power-{kind.id}-{number}", name, [effect], [whose], "powers", card.icon)


def _formation(data: DataSet, *, with_figures: bool = True) -> list[Thing]:
    """Return the battalions, their spaces, and what an army may cost."""
    battalions = [_battalion(index + 1, []) for index in BATTALIONS]
    measured = fares.how_measured(data) if with_figures else ""
    army = Thing(
        "army",
        _("The armies"),
        rule=[_of_army(), _of_whole_army(), *([measured] if measured else [])],
        section="choosing",
    )
    return [*battalions, *_spaces(data), army]


def _of_army() -> str:
    return _("15 to 19 normal units for at most 30 points: bronze costs 1, silver 2, gold 4.")


def _of_whole_army() -> str:
    return _("All of one faction, with three different heroes (they cost nothing) and a unit on every space.")


def _buildings(view: DiceBattlesView) -> list[army_board.Building]:
    """Return the armies that the viewer may see while they are chosen."""
    found = [each.army for each in view.sealed] if view.sealed else [view.army]
    return [each for each in found if each and each.faction]


def _spaces(data: DataSet) -> list[Thing]:
    """Return the kinds of spaces, where nobody stands."""
    reserve = Thing("space-reserve", _("Reinforcements"), rule=_of_reserve(), section="choosing")
    return [*(Thing(f"space-{space}", space, rule=_of_space(space, data), section="dice") for space in SPACES), reserve]


def _of_reserve() -> list[str]:
    return [
        _("Units that wait here can enter, one a round for each battalion where both sides still have their hero."),
        _("There’s room for three. A fourth can wait here only at the start."),
    ]


def _of_space(space: str, data: DataSet) -> list[str]:
    """Return where a space is, and when dice hit who stands there."""
    number = SPACES.index(space)
    if number == HERO:
        return [_("The hero’s space: hit only by dice that find nobody in front or in the second row.")]
    if number >= FRONT:
        behind = _listed(_faces_behind(space, data))
        return [
            _("Second row: hit by these faces of the die, if they find nobody in front: {faces}.").format(faces=behind)
        ]
    faces = _listed([row.face for row in data.faces if row.front == space])
    return [_("Front row: hit by these faces of the die: {faces}.").format(faces=faces)]


def _faces_behind(space: str, data: DataSet) -> list[int]:
    """Return the faces of the die that go on to a space of the second row."""
    return [row.face for row in data.faces if row.behind == space]


# --- Kinds of units ---------------------------------------------------------------------------------------------------


def of_kinds(data: DataSet, units: Sequence[str]) -> list[Thing]:
    """Return kinds of units, each once."""
    return [_kind(f"kind-{unit}", unit_cards(data)[unit]) for unit in dict.fromkeys(units)]


def _kinds(view: DiceBattlesView, units: Sequence[str]) -> list[Thing]:
    return of_kinds(of_digest(view.set_digest), units)


def _waiting(view: DiceBattlesView) -> list[str]:
    """Return the units beside the battalions."""
    return [unit for side in view.sides for unit in (*side.reserve, *side.fleeing) if unit]


def _kind(key: str, card: UnitCard, here: Sequence[str] = (), side: int | None = None) -> Thing:
    return Thing(key, card.name, here, _rule(card), section="units", picture=card.icon, side=side)


def _rule(card: UnitCard) -> list[str]:
    """Return what a kind of unit can do in any position."""
    kind = _("{level}, {kind}, {armour}; {dice}; morale {morale}.").format(
        level=card.level_name.capitalize(),
        kind=card.class_name,
        armour=card.armour_name,
        dice=card.dice,
        morale=card.morale,
    )
    powers = [f"{name}: {effect}" for name, effect in card.powers]
    regroups = [_("Regroups {units}.").format(units=card.regroups)] if card.regroups else []
    return [
        kind,
        *powers,
        *_of_color(card),
        *_of_armour(card),
        *regroups,
        _("May stand on {spaces}.").format(spaces=card.spaces),
    ]


def _of_color(card: UnitCard) -> Iterator[str]:
    """Yield what the dice of a unit do that others don't."""
    if card.color == "smash":
        yield _("Smash dice get past plain armour.")
    elif card.color == "poison":
        yield _("A poison die wounds in the next round; further ones on the same unit wound immediately.")


def _of_armour(card: UnitCard) -> Iterator[str]:
    """Yield what the armour of a unit stops."""
    if card.armour == "normal":
        yield _("Armour stops one die a round: the first normal die or the second poison die, never a smash die.")
    elif card.armour == "golden":
        yield _("Golden armour stops the first die of a round, of any kind.")


# --- The battle -------------------------------------------------------------------------------------------------------


def _battle(shown: Shown) -> Iterator[Thing]:
    view: DiceBattlesView = shown.view
    expected = battle_board.expected(view)
    yield from _hand(shown, expected)
    for battalion in battle_board.battalions(view, shown.me, shown.seats, shown.recent):
        yield _battalion(battalion.number, [*battalion.said, _fights(battalion)])
        for seat, places in ((shown.me, battalion.own), (1 - shown.me, battalion.enemy)):
            yield from (_standing(shown, seat, place, places) for place in places)
    for seat in SEATS:
        yield from _posts(shown, seat, expected)
        yield from _near(shown, seat)


def _hand(shown: Shown, expected: Expected) -> list[Thing]:
    """Return the order cards that the reader sees, each kind once, with what it would do at each post."""
    view: DiceBattlesView = shown.view
    held = [card for each in view.sealed for card in each.hand] if view.sealed else view.hand or ()
    known = unit_cards(of_digest(view.set_digest))
    return [_kind(f"card-{card}", known[card], _prospects(card, expected)) for card in dict.fromkeys(held)]


def _prospects(card: str, expected: Expected) -> list[str]:
    told = expected.get(card, {})
    return [f"{each.title}: {each.said}." for each in told.values()]


def _fights(battalion: Battalion) -> str:
    if battalion.fighting:
        return _("Both heroes stand here: each side needs a card, and dice are rolled.")
    return _("One side has no hero here: no dice are rolled.")


def _battalion(number: int, here: Sequence[str]) -> Thing:
    rule = _(
        "Each battalion only fights the one opposite. A battalion is a triangle of six spaces: F1, F2 and F3 in front, "
        "S1 and S2 behind them, and H for its hero."
    )
    return Thing(f"battalion-{number}", _("Battalion {number}").format(number=number), here, [rule], "battalions")


def _standing(shown: Shown, seat: int, place: BoardPlace, places: Sequence[BoardPlace]) -> Thing:
    """Return a space with the unit that stands there."""
    key = f"{seat}-{place.place}"
    data = of_digest(shown.view.set_digest)
    if place.token is None:
        name = _("Empty space {place}").format(place=place.place)
        return Thing(key, name, rule=_of_space(place.space, data), section="dice", side=seat)
    here = [*_state(place.token), *_hit_by(place, places, data)]
    return _kind(key, place.token.unit_card, here, seat)


def _state(token: UnitToken) -> Iterator[str]:
    """Yield how a unit fares."""
    if token.planned:
        yield _("It enters once the orders are turned over.")
        return
    left = token.unit_card.morale - token.wounds
    more = ngettext("{count} more wound defeats it.", "{count} more wounds defeat it.", left).format(count=left)
    yield more
    if token.poison:
        yield _("The poison becomes a wound in the next round, unless it’s healed.")
    if token.fresh:
        yield _("Gold diamond: in the last round, it arrived here, was hit, or its poison worked.")


def _hit_by(place: BoardPlace, places: Sequence[BoardPlace], data: DataSet) -> Iterator[str]:
    """Yield which faces of the die hit a unit, as its battalion stands now."""
    if place.token and place.token.planned:
        return
    occupied = sum(1 << at for at, each in enumerate(places) if each.token and not each.token.planned)
    faces = [row.face for row in data.faces if aim(row, occupied) == SPACES.index(place.space)]
    if faces:
        yield _("Now hit by these faces of the die: {faces}.").format(faces=_listed(faces))
    else:
        yield _("Now hit by no face of the die.")


# --- Orders and what lies beside the battalions -----------------------------------------------------------------------


def _posts(shown: Shown, seat: int, expected: Expected) -> Iterator[Thing]:
    view: DiceBattlesView = shown.view
    laid = battle_board.given(view, seat).cards
    for post in POSTS:
        card = laid.get(post, "")
        title = f"{post_title(post)} ({_name(shown, seat)})"
        picture = unit_cards(of_digest(view.set_digest))[card].icon if card else f"{static(SHEET)}#letter"
        section = "regrouping" if post == REGROUP else "orders"
        here = [_order(shown, seat, card, expected.get(card, {}).get(post))]
        rule = _of_post(view, seat, post)
        yield Thing(f"post-{seat}-{post}", title, here, rule, section=section, picture=picture, side=seat)


def _order(shown: Shown, seat: int, card: str, prospect: ShownProspect | None) -> str:
    """Return which card lies at a post, as far as the reader may know."""
    view: DiceBattlesView = shown.view
    if not card:
        if shown.is_over or (seat == view.viewer and not shown.watching):
            return _("There’s no card here.")
        return _("You can’t see a card here. Orders stay secret until both sides have sealed theirs.")
    name = unit_cards(of_digest(view.set_digest))[card].name
    return f"{name}: {prospect.said}." if prospect and seat == view.viewer else f"{name}."


def _of_post(view: DiceBattlesView, seat: int, post: str) -> list[str]:
    if post == REGROUP:
        return [
            _("A card here rolls no dice. It brings fleeing units back to reinforcements, while there’s room."),
            _(
                "Each card’s explanation says which kinds it regroups. Its number with ↩ says how many units it brings "
                "back now."
            ),
            _("A unit of its own kind must be in a battalion or in reinforcements."),
        ]
    if int(post) not in view.fighting:
        return list(_of_idle_post(view, seat, post))
    return [
        _(
            "A card here is the order to this battalion. It works if a unit of its kind is there. A hero’s card also "
            "works in neighbouring battalions."
        ),
        _("If two or more units of its kind are there, it rolls one more die."),
    ]


def _of_idle_post(view: DiceBattlesView, seat: int, post: str) -> Iterator[str]:
    """Yield what a card does at a battalion that lacks its hero, or the hero opposite."""
    if view.sides[seat].tokens[(int(post) - 1) * SIZE + HERO] is None:
        yield _("This battalion has lost its hero: it needs no card, and none works here.")
        return
    yield _("Nobody is left opposite, so no card is needed here.")
    yield _(
        "A hero’s card takes units of this battalion to reinforcements: as many as its number with ↩ says. The hero "
        "must still stand, in any battalion."
    )
    yield _("Other cards do nothing here.")


def _near(shown: Shown, seat: int) -> Iterator[Thing]:
    """Yield what is counted beside the battalions of a seat, and who waits and flees there."""
    side: SideSeen = shown.view.sides[seat]
    discarded = [f"{counted_units(side.discards)}."] if side.discards else []
    lost = [_("Out of the game: {units}.").format(units=counted_units(side.lost))] if side.lost else []
    rules = _of_counts()
    rows = (
        ("heroes", _("Heroes"), [_("Standing: {count}.").format(count=side.heroes), *lost], "end"),
        ("hand", _("Hand"), [_cards(side.hand_size)], "choosing"),
        ("deck", _("Draw pile"), [_cards(side.deck_size)], "choosing"),
        ("discards", _("Discards"), [_cards(len(side.discards)), *discarded], "choosing"),
        ("reserve", _("Reinforcements"), [_units(side.reserve)], "orders"),
        ("fleeing", _("Fleeing"), [_units([unit for unit in side.fleeing if unit])], "wounds"),
    )
    for key, name, here, section in rows:
        yield Thing(f"{key}-{seat}", f"{name} ({_name(shown, seat)})", here, rules[key], section, side=seat)


def _of_counts() -> dict[str, list[str]]:
    """Return what the rules say of each of them."""
    cards = [
        _("You always have seven order cards. When the draw pile is empty, the discards are shuffled into a new one.")
    ]
    return {
        "heroes": [
            _("The match ends when a player has lost two heroes. The player with more heroes standing wins."),
            _("If both then have the same number, it’s a draw."),
        ],
        "hand": cards,
        "deck": cards,
        "discards": cards,
        "reserve": _of_reserve(),
        "fleeing": [
            _(
                "A fleeing unit enters the first of three fleeing spaces, and every unit already fleeing moves on by "
                "one space. A unit pushed beyond the third space is lost."
            ),
            _("If several flee at the same time, bronze enters first, then silver, then gold."),
        ],
    }


def _cards(count: int) -> str:
    return ngettext("{count} card.", "{count} cards.", count).format(count=count)


def _units(units: Sequence[str]) -> str:
    return f"{counted_units(units)}." if units else _("Nobody.")


def _dice(view: DiceBattlesView) -> Thing:
    """Return what the die diagram between the battalions says."""
    rows = battle_board.diagram(view.set_digest)
    here = [_of_faces(row) for row in rows]
    data = of_digest(view.set_digest)
    here += [
        _("{space}, if they find nobody in front: {faces}.").format(
            space=space, faces=_listed(_faces_behind(space, data))
        )
        for space in SPACES[FRONT:HERO]
    ]
    rule = _(
        "Each face of the die belongs to a front space of the battalion opposite. If there’s a unit on that space, "
        "it’s hit. If not, and the face has an arrow that leads to a unit, that unit is hit. Otherwise the die hits "
        "the unit behind, in the second row. If there’s none, it hits the hero. There’s nothing for you to choose here."
    )
    return Thing("dice", _("What the dice hit"), here, [rule], "dice", f"{static(SHEET)}#die-1")


def _of_faces(row: Mapping[str, object]) -> str:
    faces: list[tuple[int, str | None]] = row["faces"]  # type: ignore[assignment]
    said = [f"{face} → {arrow}" if arrow else str(face) for face, arrow in sorted(faces)]
    return f"{row['space']}: {', '.join(said)}."


# --- Words ------------------------------------------------------------------------------------------------------------


def _name(shown: Shown, seat: int) -> str:
    """Return whose a thing is, as the bar beside the battalions says it."""
    return _("You") if seat == shown.me and not shown.watching else named(shown.seats, seat)


def _listed(faces: Sequence[int]) -> str:
    return sentence("{faces}", faces=listed(faces)).said(SiteVoice())
