"""Armies of Fantasy Dice Battles that users save, to play them in one match after another (FD-11)."""

from collections.abc import Iterable

from django.db import transaction

from accounts import characters as signs, leaving
from accounts.models import User
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.core.reading.access import NotYours
from games.rules.errors import BadNotation, IllegalStep, RulesError
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.data import Army, DataSet
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS, of_faction
from games.rules.sentence import N_, Sentence, joined, sentence

MAX_SAVED = 50
"""Armies that one person may keep."""
MAX_NAME_LENGTH = 40
MAX_LENGTH = 1000
"""Characters that an army's text may have, blanks counted once. No legal one has more than 581, by any data set."""


class ArmyNotSaved(RulesError):
    """An army that cannot be saved under this name."""

    code = "army"


def saved(user: User, data_set: str = DEFAULT_SET) -> list[tuple[str, str]]:
    """Name and text of each saved army of the user that can be played with a data set, sorted by name.

    A learner without an account has none.
    """
    if user.pk is None:
        return []
    kept = SavedArmy.objects.filter(user=user, data_set=data_set).values_list("name", "text")
    return [(name, text) for name, text in kept if playable(text, SETS[data_set])]


def playable(text: str, data: DataSet) -> bool:
    """Say whether a text is a legal army: a saved one may no longer be, once its data set has changed."""
    try:
        return not armies.faults(parse_army(text, data), data)
    except BadNotation:
        return False


def data_of(text: str) -> DataSet:
    """Return the data set for which an army is written: that of its faction."""
    return of_faction(text.partition(":")[0].strip())


def parse_army(text: str, data: DataSet) -> Army:
    """Return the army of a text, which need not be legal. Raises BadNotation, also for a text without end."""
    plain = " ".join(text.split())
    if len(plain) > MAX_LENGTH:  # cut off, it might be another army, and a legal one
        template = N_("An army can have at most {most} characters, but this text has {number}.")
        raise BadNotation(sentence(template, most=MAX_LENGTH, number=len(plain)))
    return armies.parse(plain, data)


def illegal(faults: Iterable[Sentence]) -> IllegalStep:
    """Return the refusal of an army with every reason against it."""
    return IllegalStep(sentence(N_("This army can’t be played. {faults}"), faults=joined(faults)))


@transaction.atomic
def save(user: User, name: str, text: str, replaced: int | None = None) -> SavedArmy:
    """Save an army under a name; `replaced` is the number of one of the user's that it takes the place of.

    Saving the same army under the same name again returns the existing row: the button was pressed twice.
    Raises BadNotation for a text that is no army, IllegalStep for one that is not legal, with every reason,
    ArmyNotSaved for a name that is empty, too long or taken and for one army too many, NotYours for the number of no
    army of the user's. Then nothing has changed.
    """
    data = data_of(text)
    army = parse_army(text, data)
    faults = armies.faults(army, data)
    if faults:
        raise illegal(faults)
    name = _name(name)
    text = armies.text(army)
    if not leaving.is_here(user):  # and of two at once the second sees the first
        raise ArmyNotSaved(sentence(N_("This account is closed.")))
    same = SavedArmy.objects.filter(user=user, data_set=data.id, name=name, text=text).first()
    if same and replaced is None:
        return same
    row = SavedArmy(user=user) if replaced is None else SavedArmy.objects.filter(pk=replaced, user=user).first()
    if row is None:
        raise NotYours
    row.data_set = data.id
    row.name = name
    row.text = text
    _require_room(row)
    row.save()
    return row


def _name(given: str) -> str:
    name = " ".join("".join(char if char.isprintable() else " " for char in given).split())
    if signs.shows_nothing(name) or len(name) > MAX_NAME_LENGTH:
        raise ArmyNotSaved(sentence(N_("Give the army a name of 1 to {limit} characters."), limit=MAX_NAME_LENGTH))
    return name


def _require_room(row: SavedArmy) -> None:
    others = SavedArmy.objects.filter(user=row.user).exclude(pk=row.pk)
    if others.filter(data_set=row.data_set, name=row.name).exists():
        template = N_("You already have an army called “{name}”. Choose another name, or change that army.")
        raise ArmyNotSaved(sentence(template, name=row.name))
    if row.pk is None and others.count() >= MAX_SAVED:
        raise ArmyNotSaved(
            sentence(N_("You’ve already saved {most} armies, the maximum. Delete one first."), most=MAX_SAVED)
        )
