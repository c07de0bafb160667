"""Number the entries of a match for a reader who may not know of all of them."""

from collections.abc import Sequence
from typing import NamedTuple


class Counting(NamedTuple):
    """The numbers by which somebody knows the entries of a match: the plies in `blind` are not counted."""

    blind: Sequence[int] = ()

    def counted(self, ply: int) -> int:
        """Return the number by which an entry is known."""
        return ply - sum(hidden <= ply for hidden in self.blind)

    def ply_of(self, counted: int) -> int:
        """Return the ply of the entry that is known by a number."""
        for hidden in sorted(self.blind):
            counted += hidden <= counted
        return counted
