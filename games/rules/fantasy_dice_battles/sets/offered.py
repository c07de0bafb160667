"""The data sets offered for play.

Their files are beside this module and are read once, when it is imported, never during play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import resources

from games.rules.errors import Unplayable
from games.rules.fantasy_dice_battles.data import DataSet
from games.rules.fantasy_dice_battles.sets.reading import BadSet, read
from games.rules.sentence import N_, sentence


class NoSuchSet(Unplayable, LookupError):
    """A state whose data set is not offered here, or has changed."""


def require_own_ids(data: DataSet, file: str, others: Iterable[DataSet]) -> None:
    """Raise BadSet if two sets share the id of a unit, as steps and events name units by their ids alone."""
    shared = sorted({each for other in others for each in _ids(other)} & _ids(data))
    if shared:
        template = N_("{file}: another set already uses these ids: {ids}.")
        raise BadSet(sentence(template, file=file, ids=", ".join(shared)))


def _ids(data: DataSet) -> set[str]:
    return {data.id, *data.kinds, *data.factions, *data.presets}


def _offered() -> dict[str, DataSet]:
    folder = resources.files(__package__)
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    found: dict[str, DataSet] = {}
    for file in files:
        data = read(file.read_text(encoding="utf-8"), file.name)
        require_own_ids(data, file.name, found.values())
        found[data.id] = data
    return found


SETS: Mapping[str, DataSet] = _offered()
"""The data sets offered for play, by id; each TOML file in this folder is one."""
DEFAULT_SET = "fogsite"


def of_faction(faction: str) -> DataSet:
    """Return the data set that has a faction (no two share one), or the default set if none has it."""
    return next((data for data in SETS.values() if faction in data.factions), SETS[DEFAULT_SET])


_BY_DIGEST = {data.digest: data for data in SETS.values()}


def of_digest(digest: int) -> DataSet:
    """Return the data set with a digest, as states name it. Raises NoSuchSet."""
    data = _BY_DIGEST.get(digest)
    if data is None:
        known = ", ".join(f"{data.digest} ({data.name})" for data in SETS.values())
        template = N_(
            "This match uses a data set that is missing here or has changed (digest {digest}). Nothing is "
            "lost: the match can continue once the original file is back. A changed set needs ids of its "
            "own. Available: {known}."
        )
        raise NoSuchSet(sentence(template, digest=digest, known=known))
    return data
