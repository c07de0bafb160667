"""Awards: who has earned which deed, and in which match first, noted some time after matches have ended.

`Match.awarded` says that awards know of one as it is. Where it comes to count no more, what it was the first of is
taken back, and the later matches of that person are looked through again: one of them may have the deed as well.
"""

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from time import monotonic
from typing import Any, NamedTuple

from django.db import Error, transaction
from django.db.models import QuerySet

from accounts import faults
from accounts.database import claims
from accounts.models import User
from games.core.models import Match, Seat
from games.core.seams.merging import Merge
from games.deeds import queries as deeds, summaries
from games.deeds.models import Award
from games.deeds.summaries import Kept

MATCHES_TOGETHER = 20
"""Matches that are looked through in one transaction; each is played again."""
MAX_SECONDS = 20.0
"""Seconds after which a sweep takes up no further ones."""
ROWS = 2000
"""Rows that one statement changes."""

logger = logging.getLogger(__name__)

Owned = tuple[int, str, str]
"""A user, a game, and a deed of it."""


class AwardsBusy(Exception):
    """Somebody else looks through matches just now."""


class Noted(NamedTuple):
    """So many matches were looked through; these `failed`, since they cannot be played again: public ids, each with the
    reason."""

    matches: int
    failed: dict[str, str]


class Looked(NamedTuple):
    """A match that was looked through, and the awards that it may be the first of; None where it cannot be played
    again, and `why`, so that what is noted of it stays. Its summary, which comes of the same, is `kept`."""

    match: Match
    awards: list[Award] | None
    kept: Kept | None = None
    why: str = ""


def note_due() -> int:
    """Look through the matches that are due, while there is time; how many those were."""
    ends = monotonic() + MAX_SECONDS
    done = 0
    try:
        while monotonic() < ends and (noted := award_deeds().matches):
            done += noted
    except AwardsBusy:  # who finds what is left
        pass
    return done


def look_anew(matches: QuerySet[Match]) -> int:
    """Have the finished ones of these matches looked through once more; how many those are."""
    found = list(matches.filter(status=Match.Status.OVER).order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(found), ROWS):
        Match.objects.filter(pk__in=found[first : first + ROWS], awarded=True).update(awarded=False)
    return len(found)


def look_anew_at(sender: type[User], user: User, **_: Any) -> None:
    """Have the matches of somebody looked through who was a guest as they ended."""
    look_anew(Match.objects.of(user.pk))


def merge_rows(merge: Merge) -> None:
    """Have the matches looked through that become an account's: guests are awarded nothing."""
    look_anew(Match.objects.filter(pk__in=merge.matches))


def forget(user: User) -> None:
    """Delete all awards of somebody who leaves, whose row is held."""
    Award.objects.filter(user=user).delete()


@transaction.atomic
def award_deeds() -> Noted:
    """Look through matches that awards do not know of yet, those that ended last first, MATCHES_TOGETHER at most.
    Raises AwardsBusy."""
    if not claims.claim("deeds"):
        raise AwardsBusy
    due = list(_due()[:MATCHES_TOGETHER])
    if not due:
        return Noted(0, {})
    seats = _seats(due)
    looked = _held([_looked(match, seats[match.pk]) for match in due])
    _take_back(looked)
    _add([award for each in looked for award in each.awards or ()])
    Match.objects.filter(pk__in=[each.match.pk for each in looked]).update(awarded=True)
    summaries.save_summaries({each.match.pk: each.kept for each in looked if each.kept is not None})
    return Noted(len(due), {each.match.public_id: each.why for each in looked if each.awards is None})


def _due() -> QuerySet[Match]:
    over = Match.objects.filter(status=Match.Status.OVER, awarded=False, game__in=list(deeds.DEEDS))
    return over.order_by("-ended", "-pk")


def _seats(matches: Collection[Match]) -> dict[int, list[Seat]]:
    found = defaultdict[int, list[Seat]](list)
    for seat in Seat.objects.filter(match__in=[match.pk for match in matches]).order_by("match", "number"):
        found[seat.match_id].append(seat)
    return found


def _looked(match: Match, seats: Sequence[Seat]) -> Looked:
    """Look through a match. One that cannot be played again leaves the others alone."""
    if not deeds.counts_for_deeds(match, seats):
        return Looked(match, [])
    try:
        kept = summaries.work_out(match)
    except Error:
        raise
    except Exception as error:
        logger.exception("The deeds of match %s cannot be read", match.public_id)
        return Looked(match, None, why=faults.why(error))
    assert match.ended is not None
    row = {"game": match.game, "match": match, "earned": match.ended}
    earned = summaries.earned(match, seats, kept)
    return Looked(
        match, [Award(user_id=seat.user_id, deed=deed.key, **row) for seat, each in earned for deed in each], kept
    )


def _held(looked: Iterable[Looked]) -> list[Looked]:
    """Return those of these matches, now held, that nobody has struck while they were looked through."""
    by_key = {each.match.pk: each for each in looked}
    held = Match.objects.select_for_update(no_key=True).filter(pk__in=by_key).order_by("pk")
    now = held.values_list("pk", "struck")
    return [by_key[key] for key, struck in now if struck == by_key[key].match.struck]


# --- Taking back ----------------------------------------------------------------------------------------------------


def _take_back(looked: Collection[Looked]) -> None:
    """Delete what is noted of these matches and was not earned in them; later ones are to tell who has it even so."""
    earned = {each.match.pk: {_owned(award) for award in each.awards} for each in looked if each.awards is not None}
    noted = Award.objects.filter(match__in=earned).select_related("match")
    lost = [award for award in noted if _owned(award) not in earned[award.match_id]]
    Award.objects.filter(pk__in=[award.pk for award in lost]).delete()
    for award in lost:
        look_anew(Match.objects.of(award.user_id).filter(game=award.game, ended__gte=award.earned))


def _owned(award: Award) -> Owned:
    return award.user_id, award.game, award.deed


# --- Adding ---------------------------------------------------------------------------------------------------------


def _add(awards: Sequence[Award]) -> None:
    """Note awards of those who have an account, unless an earlier match is noted already."""
    users = _accounts({award.user_id for award in awards})
    _save(_firsts([award for award in awards if award.user_id in users]))


def _firsts(awards: Collection[Award]) -> list[Award]:
    """Return the awards that are earlier than any other of the same person and deed."""
    users = {award.user_id for award in awards}
    games = {award.game for award in awards}
    noted = Award.objects.filter(user__in=users, game__in=games) if awards else ()
    first = {_owned(award): award for award in noted}
    for award in awards:
        if _owned(award) not in first or _when(award) < _when(first[_owned(award)]):
            first[_owned(award)] = award
    return [award for award in first.values() if award.pk is None]


def _save(awards: Collection[Award]) -> None:
    Award.objects.bulk_create(
        awards,
        batch_size=ROWS,
        update_conflicts=True,
        update_fields=["match", "earned"],
        unique_fields=["user", "game", "deed"],
    )


def _accounts(users: Collection[int]) -> set[int]:
    """Return those of these users who have an account.

    Lock them all. So until the transaction ends nobody leaves, or comes to have an account.
    """
    held = User.objects.select_for_update(no_key=True).filter(pk__in=users).order_by("pk")
    return {user.pk for user in held if user.left is None and not (user.is_guest or user.is_bot)}


def _when(award: Award) -> tuple[datetime, int]:
    return award.earned, award.match_id
