"""What somebody is kept from for a while: one of the seams.

Who calls: `games/chat`, before a line is written and as the chat is shown; `begin.open_match` and the services that let
somebody join, for rated matches; the lists of invitations and of searches, which leave out what rests because of it.

In which transaction: the caller's. Before a match begins, the user's row is held.

In what order: as `games/features.py` lists the features; the first sentence counts.

Where one fails: the request fails, and nothing is written or begun. The error names the feature.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import Enum
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from games.core.seams.seam import Seam, blaming
from games.rules.sentence import Sentence


class Act(Enum):
    """What somebody may be kept from."""

    CHAT = "chat"
    """To write to the others of a match."""
    RATED = "rated"
    """To begin or join a rated match; those that run stay rated."""


class PersonalBar(NamedTuple):
    """What a feature keeps people from."""

    why_not: Callable[[int, Act], Sentence | None]
    """Says to the user of this key why he may not do it now; None if he may."""
    users: Callable[[Act], QuerySet[Any, Any]]
    """Finds the keys of all users who may not do it now, as a query that others contain."""


BARS = Seam[PersonalBar]("what people are kept from")


def register(
    name: str, why_not: Callable[[int, Act], Sentence | None], users: Callable[[Act], QuerySet[Any, Any]]
) -> None:
    """Keep people from something. Both hooks must agree at every moment. Raises BadFeature."""
    BARS.add(name, PersonalBar(why_not, users))


def why_not(user_id: int, act: Act) -> Sentence | None:
    """Return why a user may not do something now, said to that user; None if the user may."""
    for name, bar in BARS:
        with blaming(name, f"as user {user_id} was about to do something ({act.value}). Nothing was done."):
            if (why := bar.why_not(user_id, act)) is not None:
                return why
    return None


def barred(act: Act, column: str) -> Q:
    """Return a condition that the user in this column may not do something now."""
    return reduce(or_, (Q(**{f"{column}__in": bar.users(act)}) for _name, bar in BARS), Q(pk__in=[]))


def barred_among(user_ids: Collection[int], act: Act) -> set[int]:
    """Return which of these users may not do something now, with one query for each feature; with none for nobody."""
    if not user_ids:
        return set()
    return {key for _name, bar in BARS for key in bar.users(act) if key in user_ids}
