"""Ratings, kept up with the matches that end: what is noted is always what a replay of all of them would come to.

A match is tallied once it has ended, in the order of ends. Where one comes late, because it ended at the same moment in
another transaction, those that ended after it are tallied again.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from time import monotonic
from typing import TypeVar

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from accounts.database import claims
from games.core.models import Match, Seat
from games.core.reading.access import NotYours
from games.ratings import numbers, rated
from games.ratings.counting import Absence, Verdict, absences
from games.ratings.facts import Key, RatedMatch
from games.ratings.models import Rating, RatingChange
from games.ratings.replay import Change, Ledger
from games.rules.errors import RulesError
from games.rules.sentence import N_, sentence

MATCHES_TOGETHER = 500
"""Matches that are tallied in one transaction."""
SECONDS = 45.0
"""Seconds after which a sweep takes up no further ones."""
ROWS = 2000
"""Rows that one statement writes."""


NEW = ["number", "deviation", "matches", "changed"]
"""Columns of a rating that a match changes."""

R = TypeVar("R")


class RatingsBusy(RulesError):
    """Somebody else tallies the matches of a game just now."""

    code = "busy"
    status = 409


class Uncounted(RulesError):
    """A match that cannot be struck, since it does not count."""

    code = "uncounted"
    status = 409


def note_end(match: Match) -> None:
    """Tally a match that has just ended, and others of its game that are due, if it is one that ratings look at."""
    if match.rated and (match.pair or match.status == Match.Status.OVER):
        tally(match.game)


def tally_due() -> int:
    """Tally what is due, game by game, while there is time; how many matches that were."""
    ends = monotonic() + SECONDS
    done = 0
    due = rated.over().filter(tallied=False)
    for game in list(due.order_by().values_list("game", flat=True).distinct()):
        while monotonic() < ends and (tallied := tally(game)):
            done += tallied
    return done


@transaction.atomic
def tally(game: str) -> int:
    """Tally the matches of a game that its ratings do not know of yet, MATCHES_TOGETHER at most; how many those were.

    None where somebody else does it just now: the next sweep finds what he leaves.
    """
    due = list(_due(game)[:MATCHES_TOGETHER]) if claims.claim(_work(game)) else []
    if not due:
        return 0
    if _forget_after(game, due[0]):
        due = list(_due(game)[:MATCHES_TOGETHER])
    found = rated.rated_matches(due)
    known = _known(game, found)
    ledger = Ledger({player: row.value for player, row in known.items()}, _counted(game, found), _halves(found))
    _note(game, due, [change for facts in found for change in ledger.take(facts)], known)
    return len(due)


def _due(game: str) -> QuerySet[Match]:
    return rated.over().filter(game=game, tallied=False).only("ended", "rated", "status", "struck", "pair")


def _work(game: str) -> str:
    return f"ratings of {game}"


# --- What is known before -------------------------------------------------------------------------------------------


def _known(game: str, found: Iterable[RatedMatch]) -> dict[Key, Rating]:
    """Return the ratings of those who played these matches, by player."""
    players = {seat.player for facts in found for seat in facts.seats}
    return {row.user_id: row for row in Rating.objects.filter(game=game, user__in=players)}


def _counted(game: str, found: Iterable[RatedMatch]) -> set[Absence]:
    """Return, from the absences by which these matches were lost, those that have counted before."""
    named = {absence for facts in found for absence in absences(facts)}
    if not named:
        return set()
    before = Seat.objects.filter(
        match__game=game,
        match__tallied=True,
        match__rating_changes__user=F("user"),
        match__rating_changes__verdict__in=[Verdict.COUNTS.value, Verdict.PAIRED.value],
        outcome=Seat.Outcome.TIMEOUT,
        user__in={player for player, _ in named},
        absent_since__in={since for _, since in named},
    )
    return named & set(before.values_list("user", "absent_since"))


def _halves(found: Iterable[RatedMatch]) -> dict[Key, dict[Key, int]]:
    """Return the points of the first matches of pairs, by pair and player.

    The given matches are the second ones. A pair has no points here if its first match did not count.
    """
    pairs = {facts.pair for facts in found if facts.pair is not None}
    before = list(Match.objects.filter(pair__in=pairs, tallied=True)) if pairs else []
    waits = RatingChange.objects.filter(match__in=before, verdict=Verdict.PAIRED.value)
    counted = set(waits.values_list("match", flat=True)) if before else set()
    return {
        each.pair: {seat.player: seat.points for seat in each.seats} if each.match in counted else {}
        for each in (rated.rated_matches(before) if before else ())
    }


# --- Noting ---------------------------------------------------------------------------------------------------------


def _note(game: str, matches: Sequence[Match], changes: Sequence[Change], known: Mapping[Key, Rating]) -> None:
    """Write what these matches have changed; `known` are the ratings before, of all who had one."""
    RatingChange.objects.bulk_create([_row(change) for change in changes], batch_size=ROWS)
    counted = [change for change in changes if change.verdict is Verdict.COUNTS]
    played = Counter(change.player for change in counted)
    played.update({player: known[player].matches for player in played if player in known})
    ended: dict[Key, datetime | None] = {match.pk: match.ended for match in matches}
    newest = {change.player: change for change in counted}
    Rating.objects.bulk_create(
        [_rating(game, each.player, each.after, played[each.player], ended[each.match]) for each in newest.values()],
        batch_size=ROWS,
        update_conflicts=True,
        update_fields=NEW,
        unique_fields=["user", "game"],
    )
    for part in _portions(matches):
        Match.objects.filter(pk__in=[match.pk for match in part]).update(tallied=True)


def _row(change: Change) -> RatingChange:
    before = change.before
    after = change.after
    return RatingChange(
        match_id=change.match,
        user_id=change.player,
        verdict=change.verdict.value,
        number_before=before.number,
        deviation_before=before.deviation,
        number=after.number,
        deviation=after.deviation,
    )


def _rating(game: str, player: Key, rating: numbers.Strength, matches: int, ended: datetime | None) -> Rating:
    assert ended is not None
    number, deviation = rating
    return Rating(user_id=player, game=game, number=number, deviation=deviation, matches=matches, changed=ended)


# --- Computing again ------------------------------------------------------------------------------------------------


def _forget_after(game: str, match: Match) -> bool:
    """Take back all that the matches that ended after this one have changed; whether there were any."""
    after = Q(ended__gt=match.ended) | Q(ended=match.ended, pk__gt=match.pk)
    later = list(rated.over().filter(after, game=game, tallied=True).values_list("pk", flat=True))
    _forget(game, later)
    return bool(later)


def _forget(game: str, match_ids: Sequence[int]) -> None:
    """Take back all that some matches have changed, the last ones of their players."""
    players = set[int]()
    for part in _portions(match_ids):
        changes = RatingChange.objects.filter(match__in=part)
        players.update(changes.order_by().values_list("user", flat=True))
        changes.delete()
        Match.objects.filter(pk__in=part).update(tallied=False)
    if players:
        _restore(game, players)


def _restore(game: str, players: Collection[int]) -> None:
    """Have the ratings of some players be what the changes that are left come to."""
    Rating.objects.filter(game=game, user__in=players).delete()
    left = RatingChange.objects.filter(match__game=game, user__in=players, verdict=Verdict.COUNTS.value)
    matches = dict(left.order_by().values("user").annotate(number_of=Count("pk")).values_list("user", "number_of"))
    newest = {row.user_id: row for row in left.select_related("match").order_by("match__ended", "match__pk")}
    Rating.objects.bulk_create(
        _rating(game, user_id, row.after, matches[user_id], row.match.ended) for user_id, row in newest.items()
    )


@transaction.atomic
def rebuild(game: str) -> int:
    """Compute all ratings of a game again from its matches; return how many matches those were.

    Readers have the old ones until it is done.

    Raises: `RatingsBusy`.
    """
    _require_claim(game)
    RatingChange.objects.filter(match__game=game).delete()
    Rating.objects.filter(game=game).delete()
    Match.objects.filter(game=game, tallied=True).update(tallied=False)
    ledger = Ledger()
    due = list(_due(game))
    found = (facts for part in _portions(due) for facts in rated.rated_matches(part))
    _note(game, due, [change for facts in found for change in ledger.take(facts)], {})
    return len(due)


@transaction.atomic
def strike(public_id: str, reason: str) -> None:
    """Make a rated match that is over not count, for a reason that its players read.

    Everything that ended after it is then tallied again, and a sweep takes its deeds back.

    Raises: `NotYours`, `Uncounted` for a match that doesn't count anyway, and `RatingsBusy`.
    """
    match = _held(public_id)
    if not match.rated or match.status != Match.Status.OVER or match.struck:
        raise Uncounted(sentence(N_("You can exclude a match only if it’s rated and over, and only once.")))
    _note_struck(match, reason)


@transaction.atomic
def unstrike(public_id: str) -> None:
    """Let a match count again that was struck, as if it had never been; a sweep gives its deeds again.

    Raises: `NotYours`, `Uncounted` for a match that isn't struck, and `RatingsBusy`.
    """
    match = _held(public_id)
    if not match.struck:
        raise Uncounted(sentence(N_("This match isn’t excluded from ratings.")))
    _note_struck(match, "")


def _held(public_id: str) -> Match:
    match = Match.objects.select_for_update(no_key=True).filter(public_id=public_id).first()
    if match is None:
        raise NotYours
    return match


def _note_struck(match: Match, reason: str) -> None:
    """Note why a match doesn't count, empty if it does, and tally it again with all that ended after it."""
    _require_claim(match.game)
    _forget_after(match.game, match)
    _forget(match.game, [match.pk])
    match.struck = reason
    match.tallied = False
    match.awarded = False
    match.save(update_fields=["struck", "tallied", "awarded"])
    transaction.on_commit(partial(tally, match.game), robust=True)


def _require_claim(game: str) -> None:
    if not claims.claim(_work(game)):
        raise RatingsBusy(sentence(N_("The ratings for this game are being updated. Try again in a moment.")))


def _portions(rows: Sequence[R]) -> Iterator[Sequence[R]]:
    """Return rows, so many at a time as one statement takes."""
    return (rows[first : first + ROWS] for first in range(0, len(rows), ROWS))
