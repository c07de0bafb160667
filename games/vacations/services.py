"""Vacations: planned, called off, ended by coming back, or taken for a player just before the time runs out.

No move ends one, not even of those that the site has taken: it would leave minutes in the match that needed it.

The row says it first, and then the matches of its user learn of it one after the other, a few in a transaction, so that
no move waits for long (`update_matches`). Where that stops half way the sweep goes on. Matches that wait for players
are held like those that run: one that begins at this very moment has read the rows, or is told once it has begun.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts import leaving
from accounts.models import Preferences, User, Vacation
from accounts.vacations import Allowance, Span, balance, fits, longest, overlapping
from games.core.models import Match, Turn
from games.core.models.seat import house_plays
from games.core.seams.merging import Merge
from games.core.services import clocks, stamps
from games.core.services.locked import LockedMatch
from games.rules.errors import RulesError
from games.rules.sentence import N_, sentence
from games.vacations import notices

MINUTE = timedelta(minutes=1)
AHEAD = timedelta(days=366)
"""How long before it begins a vacation can be planned."""
MAX_VACATIONS = 60
"""Vacations within a year, since each is kept in every match that it concerns."""
SOON = timedelta(minutes=5)
"""How long before a player's time is up a vacation is taken: some sweeps, since one may fail."""
AUTOMATIC = timedelta(days=3)
"""How long one lasts that the site takes; a turn has one at most, so that nobody who stays away uses up the allowance
at the cost of the player who waits."""
MATCHES_TOGETHER = 10
"""Matches that learn of a vacation in one transaction; until it ends, moves in them wait."""

LIVE = (Match.Status.OPEN, Match.Status.PLAYING)
"""Matches that are held to learn of a vacation: one that is open may begin at this very moment."""


class BadVacation(RulesError):
    """A vacation that cannot be taken, or not be called off."""

    code = "vacation"


# --- What a player does ---------------------------------------------------------------------------------------------


def plan_vacation(user: User, begins: datetime | None, ends: datetime) -> Vacation:
    """Take a vacation from `begins`, or from now on, until `ends`; one that was planned before just so is answered.

    Raises BadVacation.
    """
    made = _planned(user, begins, ends)
    update_matches(user.pk)
    return made


@transaction.atomic
def _planned(user: User, begins: datetime | None, ends: datetime) -> Vacation:
    if user.is_guest or not leaving.is_here(user):  # whose row is held: of two at once the second sees the first
        raise BadVacation(sentence(N_("You need an account to go on vacation.")))
    now = timezone.now()
    spans = _spans(user.pk)
    if begins is None or now - MINUTE < begins < now:  # this very minute means now
        begins = now
    same = _same(spans, (begins, ends), now)
    if same is not None:
        return Vacation.objects.get(user=user, begins=same[0], ends=same[1])
    _require_possible(spans, (begins, ends), now)
    return Vacation.objects.create(user=user, begins=begins, ends=ends)


def _same(spans: Sequence[Span], new: Span, now: datetime) -> Span | None:
    """Return one that was planned just so before, or to begin now and lasts since then."""
    begins, ends = new
    as_long = (span for span in spans if span[1] == ends > now)
    return next((span for span in as_long if span[0] == begins or span[0] < begins == now), None)


def _require_possible(spans: Sequence[Span], new: Span, now: datetime) -> None:
    begins, ends = new
    if begins < now:
        raise BadVacation(sentence(N_("A vacation can’t begin in the past.")))
    if begins > now + AHEAD:
        raise BadVacation(sentence(N_("You can plan a vacation up to a year ahead.")))
    if ends <= begins:
        raise BadVacation(sentence(N_("A vacation must end after it begins.")))
    if overlapping(spans, new) is not None:
        template = N_("This overlaps another of your vacations. Choose other days, or cancel that one first.")
        raise BadVacation(sentence(template))
    if sum(span[1] > now - AHEAD for span in spans) >= MAX_VACATIONS:
        template = N_("You’ve planned {most} vacations within a year, and that’s the limit.")
        raise BadVacation(sentence(template, most=MAX_VACATIONS))
    if not fits(spans, new, allowance()):
        raise BadVacation(sentence(N_("You don’t have that much vacation left. Choose fewer days.")))


def call_off(user: User, key: int) -> None:
    """Call a vacation off that has not begun; one that was called off before stays so. Raises BadVacation."""
    mine = Vacation.objects.filter(user=user, pk=key, ends__gt=timezone.now())
    if not mine.filter(begins__gt=timezone.now()).update(ends=F("begins"), noted=False) and mine.exists():
        template = N_("This vacation has begun. You can end it, but you won’t get back the time already used.")
        raise BadVacation(sentence(template))
    update_matches(user.pk)


def come_back(user_id: int) -> bool:
    """End the vacation that lasts, and the one that the site has taken for when it ends; whether there was any."""
    now = timezone.now()
    rest = Vacation.objects.filter(user=user_id, ends__gt=now)
    ended = rest.filter(begins__lte=now).update(ends=now, noted=False)
    ended += rest.filter(begins__gt=now, automatic=True).update(ends=F("begins"), noted=False)
    if ended:
        update_matches(user_id)
    return bool(ended)


def choose_automatic(user: User, *, wanted: bool) -> None:
    """Note whether the site is to take one just before the user's time runs out."""
    Preferences.objects.update_or_create(user=user, defaults={"auto_vacation": wanted})


# --- What matches know ----------------------------------------------------------------------------------------------


def update_matches(user_id: int) -> None:
    """Have all matches of a user know of the vacations as they are now."""
    news = list(Vacation.objects.filter(user=user_id, noted=False))
    live = Match.objects.of(user_id).filter(status__in=LIVE)
    match_ids = list(live.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(match_ids), MATCHES_TOGETHER):
        _note_in(match_ids[first : first + MATCHES_TOGETHER], user_id)
    for each in news:
        as_noted = Vacation.objects.filter(pk=each.pk, begins=each.begins, ends=each.ends)
        as_noted.update(noted=True) if each.begins < each.ends else as_noted.delete()


@transaction.atomic
def _note_in(match_ids: Sequence[int], user_id: int) -> None:
    matches = LockedMatch.lock_each(match_ids, wait=True, board=False)
    spans = _spans(user_id)
    for locked in matches:
        _tell(locked, user_id, spans)


def _tell(locked: LockedMatch, user_id: int, spans: Sequence[Span], since: datetime | None = None) -> None:
    """Have a match that runs know of these vacations of a user, as far as they concern it."""
    seat = next((seat for seat in locked.seats if seat.user_id == user_id), None)
    began = locked.match.started
    if seat is None or began is None or locked.match.ended or not clocks.count_vacations(locked):
        return
    away = [span for span in spans if span[1] > began]
    if away != list(seat.vacations):
        clocks.stop_for_vacations(locked, seat, away, since)
        stamps.renew_for_vacations(locked, seat)
        locked.write_seats()


def merge_rows(merge: Merge) -> None:
    """Note that not all matches of an account know of its vacations, since it takes those of a guest."""
    Vacation.objects.filter(user=merge.account, ends__gt=timezone.now()).update(noted=False)


def update_matches_of(user: User) -> None:
    """Have all matches of a user know of the vacations as they are now."""
    update_matches(user.pk)


def unnoted() -> list[int]:
    """Return users whose vacations not all matches know of yet.

    The process that was to tell these matches has stopped.
    """
    return list(dict.fromkeys(Vacation.objects.filter(noted=False).order_by("created").values_list("user", flat=True)))


# --- Taken by the site ----------------------------------------------------------------------------------------------


def players_in_need(now: datetime) -> list[tuple[int, int]]:
    """Return players whose time is nearly up and whom a vacation may help, each with the match; most urgent first."""
    return list(_nearly_up(now).filter(secret=False).order_by("deadline").values_list("user", "match"))


def due_at_last(now: datetime) -> list[tuple[int, int]]:
    """Return the same of those whose time is up, where several answer in secret.

    A vacation taken earlier would tell the others who has not answered yet; that the time is up tells them the same.
    """
    up = _nearly_up(now).filter(secret=True, deadline__lte=now)
    return list(up.order_by("deadline").values_list("user", "match"))


def _nearly_up(now: datetime) -> QuerySet[Turn]:
    """Return the turns whose time, and not the total of their seat, is nearly up, or just up where several answer in
    secret, in matches that vacations stop, of players who have not switched this off and had no such vacation in this
    turn.
    """
    had = Vacation.objects.filter(user=OuterRef("user"), automatic=True, begins__gte=OuterRef("since"))
    near = Turn.objects.filter(deadline__lte=now + SOON, deadline__lt=F("last_moment"))
    near = near.filter(Q(deadline__gt=now) | Q(secret=True))
    near = near.filter(match__vacations=True, user__guest_until=None, user__is_active=True)
    return near.exclude(user__preferences__auto_vacation=False).exclude(house_plays()).exclude(Exists(had))


def take_vacation(user_id: int, match_id: int, now: datetime) -> bool:
    """Take a vacation for a player whose time in a match is nearly up, who is told; whether there was any to be had."""
    taken = _take(user_id, match_id, now)
    if taken:
        update_matches(user_id)
    return taken


@transaction.atomic
def _take(user_id: int, match_id: int, now: datetime) -> bool:
    locked = LockedMatch.lock(pk=match_id)  # a move comes before, or sees that there is a vacation
    User.objects.select_for_update(no_key=True).get(pk=user_id)  # after the match, as everywhere
    if not _nearly_up(now).filter(user=user_id, match=match_id).exists():
        return False
    spans = _spans(user_id)
    seat = locked.seat_of(user_id)
    begins = seat.away_until(now) or _before(locked.turns[seat.pk].deadline, now, spans)
    lasts = longest(spans, begins, AUTOMATIC, allowance())
    if not lasts:
        return False
    made = Vacation.objects.create(user_id=user_id, begins=begins, ends=begins + lasts, automatic=True)
    _tell(locked, user_id, sorted([*spans, (made.begins, made.ends)]), since=begins if begins < now else None)
    notices.queue(made, seat)
    return True


def _before(deadline: datetime, now: datetime, spans: Sequence[Span]) -> datetime:
    """Return when a vacation begins that is taken now: where the time is up already, a little before it was."""
    if deadline > now:
        return now
    return max([deadline - SOON, *(span[1] for span in spans if span[1] <= now)])


# --- What is left ---------------------------------------------------------------------------------------------------


def allowance() -> timedelta:
    """Return how much vacation a player has in a year."""
    return timedelta(days=settings.VACATION_DAYS)


def allowance_left(user_id: int) -> Allowance:
    """Return what a user has left of this year's vacation."""
    return balance(_spans(user_id), timezone.now(), allowance())


def _spans(user_id: int) -> list[Span]:
    return Vacation.objects.filter(user=user_id).spans()
