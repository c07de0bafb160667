"""What lies on the piste and beside it, explained: what each thing is, and what it does as the fencers stand now."""

from collections.abc import Iterator

from django.templatetags.static import static
from django.utils.translation import gettext as _, ngettext

from games.boards.about import Shown
from games.boards.things import Thing
from games.core.reading.voice import SiteVoice
from games.rules.en_garde.state import LEFT, RIGHT, SPACES
from games.rules.en_garde.steps import Indirect, legal, stance_seen
from games.rules.en_garde.view import EnGardeView, ShownAttack
from games.rules.en_garde.words import label
from games.rules.sentence import N_
from games.templatetags.board import named

SEATS = (LEFT, RIGHT)
VALUES = range(1, 6)
PARRIED = 2
"""The most cards of an attack that can be parried."""
LUNGE = N_("To lunge, advance with one card, then attack in the same turn with cards that match the new distance.")


def things(shown: Shown) -> list[Thing]:
    """Return the cards of all that the reader sees: of the hand, of the piste, and of what is counted."""
    return [
        *(_card(shown, value) for value in _in_hand(shown)),
        *_laid(shown),
        *(_space(shown, number) for number in range(1, SPACES + 1)),
        *_counts(shown),
        *(each for seat in SEATS for each in _of_player(shown, seat)),
    ]


# --- Cards ------------------------------------------------------------------------------------------------------------


def _in_hand(shown: Shown) -> list[int]:
    """Return the values that the reader’s hand has; every value for a reader who sees none, and once all is over."""
    hand = shown.view.hands[shown.me] if shown.view.to_move is not None else ()
    return [value for value in VALUES if not hand or value in hand]


def _card(shown: Shown, value: int) -> Thing:
    """Return what a card can do for the fencer of the seat that the board is seen from."""
    view: EnGardeView = shown.view
    here = _answers(view, value) if _is_attacked(view, shown.me) else _actions(shown, value)
    if view.unseen:
        here.append(_("Not seen yet in this round: {count} of 5.").format(count=view.unseen[value - 1]))
    rules = [
        _("To move, play one card and go exactly that many spaces. You can’t reach or pass the other fencer."),
        _("To attack, play one or more cards that exactly match the distance between you. Your fencer stays in place."),
        *([_(LUNGE)] if view.variant == "advanced" else []),
        _("To parry, play the same number of cards as the attack, and of the same value."),
    ]
    stuck = _("You can’t pass: if you have to move or attack and can do neither, you lose the round.")
    return Thing(f"card-{value}", _("Card with a {value}").format(value=value), here, [*rules, stuck], "turn")


def _is_attacked(view: EnGardeView, seat: int) -> bool:
    return view.attack is not None and view.attack.by != seat


def _answers(view: EnGardeView, value: int) -> list[str]:
    """Return what a card can do for the fencer who is attacked."""
    assert view.attack is not None
    seat = 1 - view.attack.by
    parry = _parry(view, view.attack, value)
    if not view.attack.indirect:
        return [_("You’re being attacked: now you can only parry."), parry]
    return [_("You’re being attacked: now you can only parry or retreat."), parry, _retreat(view, seat, value)]


def _parry(view: EnGardeView, attack: ShownAttack, value: int) -> str:
    if attack.count > PARRIED:
        return _("Parry: not possible, three or more cards can’t be parried.")
    if value != attack.value:
        return _("Parry: not with this card, the attack has the value {value}.").format(value=attack.value)
    held = (view.hands[1 - attack.by] or ()).count(value)
    if held < attack.count:
        return _("Parry: not possible, it takes {count} of these cards.").format(count=attack.count)
    return ngettext("Parry: with this card.", "Parry: with {count} of these cards.", attack.count).format(
        count=attack.count
    )


def _retreat(view: EnGardeView, seat: int, value: int) -> str:
    space = view.fencers[seat] - _direction(seat) * value
    if not 1 <= space <= SPACES:
        return _("Retreat: not possible, the piste ends before that.")
    return _("Retreat: to space {space}, then {distance} apart.").format(space=space, distance=view.distance + value)


def _actions(shown: Shown, value: int) -> list[str]:
    """Return what a card can do for a fencer who may move and attack."""
    view = shown.view
    seat = shown.me
    lunges = _lunges(shown, value)
    attack = [] if lunges and value != view.distance else [_attack(view, seat, value)]
    return [_forward(view, seat, value), _back(view, seat, value), *attack, *lunges]


def _lunges(shown: Shown, value: int) -> list[str]:
    """Return the lunges that a card has a part in, each with as many cards as strike."""
    most: dict[tuple[int, int], Indirect] = {}
    for step in legal(stance_seen(shown.view, shown.me)):
        if isinstance(step, Indirect) and value in (step.advance, step.value):
            most[step.advance, step.value] = step
    voice = SiteVoice.for_seats(shown.seats)
    return [f"{label(step).said(voice)}." for step in most.values()]


def _forward(view: EnGardeView, seat: int, value: int) -> str:
    if value >= view.distance:
        return _("Forward: not possible, the other fencer is in the way.")
    space = view.fencers[seat] + _direction(seat) * value
    return _("Forward: to space {space}, then {distance} apart.").format(space=space, distance=view.distance - value)


def _back(view: EnGardeView, seat: int, value: int) -> str:
    space = view.fencers[seat] - _direction(seat) * value
    if not 1 <= space <= SPACES:
        return _("Back: not possible, the piste ends before that.")
    return _("Back: to space {space}, then {distance} apart.").format(space=space, distance=view.distance + value)


def _attack(view: EnGardeView, seat: int, value: int) -> str:
    if value != view.distance:
        return _("Attack: not with this card, the fencers are {distance} apart.").format(distance=view.distance)
    held = (view.hands[seat] or ()).count(value)
    if held < PARRIED:
        return _("Attack: it matches the distance.")
    return _("Attack: it matches the distance, with up to {count} cards at once.").format(count=held)


def _direction(seat: int) -> int:
    return 1 if seat == LEFT else -1


def _laid(shown: Shown) -> list[Thing]:
    """Return the cards that lie between the fencers."""
    attack = shown.view.attack
    if attack is None and not shown.view.parried:
        return []
    here = [_of_attack(shown, attack)] if attack else [_("The attack has been answered.")]
    rules = [
        _("Parry: play the same number of cards as the attack, and of the same value."),
        _("Retreat (advanced game): only if the attack came after an advance."),
        _("If you can do neither, you’re hit and you lose the round."),
    ]
    return [Thing("laid", _("Cards of the attack"), here, rules, "defence", _icon("crossed-swords"))]


def _of_attack(shown: Shown, attack: ShownAttack) -> str:
    """Return whose attack it is, and which answers it leaves."""
    if attack.count > PARRIED:
        answers = _("Three or more cards can’t be parried.")
    else:
        answers = ngettext(
            "It can be parried with {count} card of value {value}.",
            "It can be parried with {count} cards of value {value}.",
            attack.count,
        ).format(count=attack.count, value=attack.value)
    retreat = _("A retreat is possible.") if attack.indirect else _("No retreat is possible.")
    said = _("{name} attacks.").format(name=_name(shown, attack.by))
    return " ".join((_("You attack.") if _is_reader(shown, attack.by) else said, answers, retreat))


def _icon(name: str) -> str:
    return f"{static('img/icons.svg')}#{name}"


# --- The piste --------------------------------------------------------------------------------------------------------


def _space(shown: Shown, number: int) -> Thing:
    view: EnGardeView = shown.view
    here = [line for seat in SEATS for line in _reached(shown, seat, number)]
    standing = next((seat for seat in SEATS if view.fencers[seat] == number), None)
    name = _("Space {number}").format(number=number)
    if standing is not None:
        name = f"{name}: {_title(shown, standing)}"
    rule = _("You can’t leave the piste, and you can’t reach or pass the other fencer.")
    return Thing(f"space-{number}", name, here, [rule], "turn")


def _reached(shown: Shown, seat: int, number: int) -> Iterator[str]:
    """Yield how far a space is from a fencer, and whether one card leads there."""
    view: EnGardeView = shown.view
    name = _name(shown, seat)
    mine = _is_reader(shown, seat)
    way = (number - view.fencers[seat]) * _direction(seat)
    if way == 0:
        yield _("You stand here.") if mine else _("{name} stands here.").format(name=name)
    elif way >= view.distance:
        return
    elif abs(way) not in VALUES:
        far = _("{count} spaces from {name}: no single card reaches it.")
        said = _("{count} spaces from you: no single card reaches it.") if mine else far
        yield said.format(count=abs(way), name=name)
    else:
        yield _leads(way, name, mine=mine)


def _leads(way: int, name: str, *, mine: bool) -> str:
    """Return which card takes a fencer to a space: backwards below 0."""
    if way > 0:
        said = _("A {value} takes you forward to here.") if mine else _("A {value} takes {name} forward to here.")
    else:
        said = _("A {value} takes you back to here.") if mine else _("A {value} takes {name} back to here.")
    return said.format(value=abs(way), name=name)


# --- What is counted --------------------------------------------------------------------------------------------------


def _counts(shown: Shown) -> Iterator[Thing]:
    view: EnGardeView = shown.view
    apart = _("The fencers are {distance} apart.").format(distance=view.distance)
    hits = _("You attack with cards that exactly match the distance.")
    yield Thing("distance", _("Distance"), [apart], [hits], "turn")
    first = _("{name} went first in this round.").format(name=_name(shown, view.starter))
    if _is_reader(shown, view.starter):
        first = _("You went first in this round.")
    turns = _("You take turns starting, no matter who won the last round.")
    yield Thing("round", _("Round {number}").format(number=view.round), [first], [turns], "begin")
    left = ngettext("{count} card left.", "{count} cards left.", view.pile).format(count=view.pile)
    last = _(
        "The last card ends the round; if it’s drawn after an attack, the defender answers first. Then the fencer with "
        "more cards that match the distance wins. In a tie, the one further forward wins; if that’s tied too, "
        "nobody scores."
    )
    yield Thing("pile", _("Pile"), [left], [last], "end")
    top = [] if view.discard is None else [_("On top: {value}.").format(value=view.discard)]
    seen = _("Played cards go on one discard pile, and you can see only its top card.")
    yield Thing("discard", _("Discard"), [*top, _cards(sum(view.played))], [seen], "begin")
    if view.unseen and any(view.unseen):
        yield _unseen(view.unseen)


def _unseen(counts: tuple[int, ...]) -> Thing:
    here = [f"{value}: {count}" for value, count in enumerate(counts, 1)]
    rule = _(
        "The cards that you haven’t seen in this round are in the pile or in the other hand, five of each at first."
    )
    return Thing("unseen", _("Unseen cards"), [", ".join(here) + "."], [rule], "begin")


def _of_player(shown: Shown, seat: int) -> Iterator[Thing]:
    """Yield the points of a player, and the hand."""
    view: EnGardeView = shown.view
    name = _title(shown, seat)
    stands = _("{points} of {rounds} points.").format(points=view.scores[seat], rounds=view.rounds)
    wins = _("Each round you win scores a point. The first player to reach {rounds} wins the match.").format(
        rounds=view.rounds
    )
    yield Thing(f"points-{seat}", name, [stands], [wins], "end")
    hand = view.hands[seat]
    shows = ", ".join(map(str, hand)) + "." if hand else _cards(view.hand_sizes[seat])
    full = _("After your turn you draw until you have five cards again, and after an attack before it’s answered.")
    hidden = [] if hand else [_("Only their owner can see these cards.")]
    title = _("Hand")
    yield Thing(f"hand-{seat}", f"{title} ({name})", [shows, *hidden], [full], "turn")


def _cards(count: int) -> str:
    return ngettext("{count} card.", "{count} cards.", count).format(count=count)


def _name(shown: Shown, seat: int) -> str:
    return named(shown.seats, seat)


def _title(shown: Shown, seat: int) -> str:
    """Return a player as titles call them."""
    return _("You") if _is_reader(shown, seat) else _name(shown, seat)


def _is_reader(shown: Shown, seat: int) -> bool:
    """Say whether the reader plays this seat: watchers and readers of the rules play none."""
    return seat == shown.me and not shown.watching
