"""How the units of a data set fare, as `armies report` has measured it: data beside this module, which pages show."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

import msgspec

from games.rules.fantasy_dice_battles.data import DataSet

FILE = "figures.json"


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured of a unit: what one more adds to the chance to win, of a hundred, and the standard error; how
    often one of its cards is active in a battle, None for a unit that is in no preset army.
    """

    gain: float
    error: float
    active: float | None = None


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured of the set with this digest: in so many battles of each pairing and `matches` of random armies,
    from one seed.
    """

    digest: int
    games: int
    matches: int
    seed: str
    units: Mapping[str, Figures]


def measured(data: DataSet) -> Measured | None:
    """Return what was measured of a set as it is; None if nothing was, or if the set has changed since."""
    found = _stored()
    return found if found and found.digest == data.digest else None


def _stored() -> Measured | None:
    file = resources.files(__package__) / FILE
    return msgspec.json.decode(file.read_bytes(), type=Measured) if file.is_file() else None


def written(found: Measured) -> bytes:
    """Return the content of the file."""
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"
