"""Thanking a player, and what becomes of thanks."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games.core.models import Match, Seat
from games.core.reading.access import NotYours
from games.core.seams.ended import End
from games.core.seams.merging import Merge
from games.rules.errors import RulesError
from games.rules.sentence import N_, sentence
from tests.applause import notices
from tests.applause.models import Encore, Thanks

KEPT = timedelta(days=365)
"""For how long thanks and encores are kept."""
PORTION = 200
"""Encores that one run of the sweep counts."""


class ApplauseError(RulesError):
    """Thanks that cannot be given."""

    code = "applause"
    status = 409


@transaction.atomic
def thank(public_id: str, user: User, name: str) -> Thanks:
    """Thank another player of a match that is over; once for each match. Raises NotYours and ApplauseError."""
    players = {seat.user.username: seat for seat in players_of(public_id)}
    if user.username not in players:
        raise NotYours
    match = players.pop(user.username).match
    if match.ended is None:
        raise ApplauseError(sentence(N_("The match is not over yet. You can thank its players afterwards.")))
    to = players.get(name)
    if to is None or to.user.is_bot or to.user.left or blocks.blocked(user.pk, to.user_id):
        raise ApplauseError(sentence(N_("Nobody of that name can be thanked for this match.")))
    thanks, is_new = Thanks.objects.get_or_create(match=match, by=user, to=to.user, defaults={"given": timezone.now()})
    if is_new:
        notices.queue(thanks)
    return thanks


def players_of(match: str) -> list[Seat]:
    """Return the seats of a match that has begun, with their users."""
    seats = Seat.objects.filter(match__public_id=match, number__isnull=False).order_by("number")
    return list(seats.select_related("user", "match"))


def of_match(match: Match) -> list[Thanks]:
    """Return all thanks for a match, in the order in which they were given."""
    return list(Thanks.objects.filter(match=match).select_related("by", "to").order_by("pk"))


def is_encore(match: Match) -> bool:
    """Say whether a match is a rematch, and somebody was thanked for the match before it."""
    return match.rematch_of_id is not None and Encore.objects.filter(match=match, thanks__gt=0).exists()


def forget(user: User) -> None:
    """Delete the thanks that a user has given and was given."""
    Thanks.objects.filter(Q(by=user) | Q(to=user)).delete()


def merge_rows(merge: Merge) -> None:
    """Make the thanks of a guest, both ways, those of the account, in the matches that become the account's."""
    for side in ("by", "to"):
        Thanks.objects.filter(match__in=merge.matches, **{side: merge.guest}).update(**{side: merge.account})


def note_encore(end: End) -> None:
    """Note a rematch, in the transaction that ends it."""
    if end.locked.match.rematch_of_id:
        end.locked.batch.insert(Encore(match_id=end.locked.match.pk))


def count_thanks(match: Match) -> None:
    """Count the thanks for the match before a rematch, once the end of the rematch is committed."""
    if match.rematch_of_id:
        thanks = Thanks.objects.filter(match=match.rematch_of_id).count()
        Encore.objects.filter(match=match, thanks=None).update(thanks=thanks)


def sweep() -> None:
    """Count thanks that were not counted as a rematch ended, and delete what is older than it is kept."""
    for encore in Encore.objects.filter(thanks=None).select_related("match").order_by("pk")[:PORTION]:
        count_thanks(encore.match)
    before = timezone.now() - KEPT
    Thanks.objects.filter(given__lt=before).delete()
    Encore.objects.filter(match__ended__lt=before).delete()
