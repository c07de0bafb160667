"""Seeks: two players who wait for an opponent and fit each other are paired, and their match begins at once.

A worker pairs a seek as soon as it is asked for; a sweep finds what was missed, and what fits by now because it has
waited. Pairing, asking and withdrawing all lock the users' rows. So nobody is paired twice.
"""

from collections.abc import Collection
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from accounts import broker
from accounts.database import portions
from accounts.models import User
from games.core.clock.terms import BadClock, Chosen
from games.core.models import Match
from games.core.reading import reliability
from games.core.seams import begin
from games.core.seams.begin import MatchTerms
from games.core.services import eligibility, pairs, sweeps, tickets
from games.core.services.eligibility import LobbyError
from games.core.services.locked import LockedMatch
from games.rules import registry
from games.rules.errors import RulesError
from games.rules.sentence import N_, sentence
from games.seeks import pairing as couples, queries as seekers
from games.seeks.fit import RULES, Wish, common_wish, misfit
from games.seeks.models import Seek

MAX_KEPT = 10
"""Matches that a standing seek may keep going."""
KEPT = timedelta(days=30)
"""How long a seek is kept whose owner does not look."""


# --- Asking ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def ask(user: User, wish: Wish, keep: int = 0) -> Seek:
    """Seek an opponent, for one match or for `keep` of them going on at once; what was sought in this game before is
    given up for it.

    Raises UnknownGame, BadOption, or LobbyError for everything else that cannot be.
    """
    eligibility.require_account(user)
    eligibility.require_reachable(user)
    settled = _settled(user, wish)
    _require_kept(keep)
    eligibility.require_here(user)
    if wish.rated:
        eligibility.require_unbarred(user.pk)
    seek = _saved(user, settled, keep)
    transaction.on_commit(partial(broker.publish, "games.tasks.pair", [seek.pk]))
    return seek


def _saved(user: User, wish: Wish, keep: int) -> Seek:
    """Return the seek; one that is asked for again just so waits on since it was first."""
    now = timezone.now()
    seek = Seek.objects.filter(user=user, game=wish.game).first() or Seek(user=user)
    if (seek.wish, seek.keep) != (wish, keep):
        for name, value in {**asdict(wish), "keep": keep, "since": now}.items():
            setattr(seek, name, value)
    seek.looked = now
    seek.save()
    return seek


def _settled(user: User, wish: Wish) -> Wish:
    """Return a wish with what is insisted on as the game knows it, that of a pair narrowed to what one can be."""
    rules = registry.current(wish.game)
    if rules.meta.seats != 2:
        raise LobbyError(sentence(N_("We can find opponents only for two-player games. Offer an open match instead.")))
    _require_paces(wish)
    _require_rules(wish)
    eligibility.known_language(wish.language)
    _require_reliability(user, wish.min_reliability)
    wanted = rules.meta.for_pair(wish.options) if wish.paired else wish.options
    options = rules.meta.settle(wanted)
    if wish.paired:
        eligibility.require_pairs(rules.meta, options)
    return replace(wish, options={name: options[name] for name in wanted})


def _require_paces(wish: Wish) -> None:
    for pace in (wish.fastest_days, wish.slowest_days):
        _require_clock(Chosen(pace))
    if wish.fastest_days > wish.slowest_days:
        raise LobbyError(sentence(N_("The fastest pace can’t be slower than the slowest one.")))


def _require_rules(wish: Wish) -> None:
    if any(name not in RULES or isinstance(value, bool) == (name == "absence") for name, value in wish.clock.items()):
        template = N_("You can set these for the clock: {possible}. All except the last are yes or no.")
        raise LobbyError(sentence(template, possible=", ".join(RULES)))
    _require_clock(Chosen(**wish.clock))


def _require_clock(clock: Chosen) -> None:
    try:
        clock.require_possible()
    except BadClock as error:
        raise LobbyError(error.sentence) from error


def _require_reliability(user: User, least: int) -> None:
    """Raise LobbyError for a share that is none, or more than the user has, since what one asks holds for both."""
    eligibility.require_share(least)
    mine = reliability.reliability_of(user.pk)
    if mine.percent is not None and not mine.reaches(least):
        template = N_(
            "You’re asking for {least}% reliability, but yours is {percent}%. The minimum applies to both "
            "of you, so ask for less."
        )
        raise LobbyError(sentence(template, least=least, percent=mine.percent))


def _require_kept(keep: int) -> None:
    if not 0 <= keep <= MAX_KEPT:
        template = N_("You can keep up to {most} matches going per game.")
        raise LobbyError(sentence(template, most=MAX_KEPT))


@transaction.atomic
def withdraw(user: User, game: str) -> bool:
    """Seek no opponent in a game any more; whether any was sought."""
    eligibility.require_here(user)
    return bool(Seek.objects.filter(user=user, game=game).delete()[0])


def note_look(user: User) -> None:
    """Note that a user is here, which keeps what he seeks awake."""
    now = timezone.now()
    Seek.objects.unlooked(now).filter(user=user).update(looked=now)


def forget(user: User) -> None:
    """Delete what a user seeks who leaves."""
    Seek.objects.filter(user=user).delete()


def remove_forgotten(now: datetime | None = None) -> int:
    """Remove the seeks whose owners have not looked for long; how many those were."""
    before = (now or timezone.now()) - KEPT
    return portions.remove_rows(Seek.objects.filter(looked__lte=before), "looked")


def ask_anew(locked: LockedMatch, absent: Collection[int], first: Match) -> None:
    """Seek again for those who came to a match that two seeks have begun, now void since `absent` (keys of seats) made
    no first move: on the terms of the match, where they seek nothing in this game by now. `first` is the match itself,
    or the first of its pair, which has the options that were asked for."""
    for seat in locked.seats:
        if seat.pk in absent or seat.house or Seek.objects.filter(user=seat.user_id, game=locked.match.game).exists():
            continue
        try:
            ask(User.objects.get(pk=seat.user_id), _wish_of(first))
        except RulesError:  # an address from which letters come back, options that are no more
            continue


def _wish_of(match: Match) -> Wish:
    clock = {name: getattr(match, name) for name in RULES}
    days = match.pace_days
    wish = Wish(match.game, days, days, match.options, clock, match.rated, watchable=match.watchable)
    return replace(wish, paired=bool(match.pair))


# --- Pairing --------------------------------------------------------------------------------------------------------


def find_opponent(seek_id: int) -> Match | None:
    """Begin the match of a seek with the one that fits and has waited longest; None where there is none for now."""
    game = Seek.objects.filter(pk=seek_id).values_list("game", flat=True).first()
    return next(iter(_match_up_in(game, seek_id)), None) if game else None


def find_opponents() -> list[Match]:
    """Begin the matches of all seeks that fit each other, and that no task was sent for."""
    games = Seek.objects.order_by("game").values_list("game", flat=True).distinct()
    return [match for game in list(games) for match in _match_up_in(game)]


def _match_up_in(game: str, only: int | None = None) -> list[Match]:
    """Pair the seeks of a game, or `only` this one; their matches."""
    now = timezone.now()
    waiting = {seek.pk: seek for seek in Seek.objects.awake(now).filter(game=game)}
    known = seekers.seekers(waiting.values())
    fault = "The seeks %s could not be paired"  # two that cannot play, by an option that is no more

    def begin_both(*keys: int) -> Match | None:
        return sweeps.attempt(fault, _begin_if_fitting, keys, {waiting[key].user_id for key in keys})

    return couples.match_up(known, now, begin_both, only)


@transaction.atomic
def _begin_if_fitting(seek_ids: Collection[int], user_ids: Collection[int]) -> Match | None:
    """Begin the match of two seeks; None where they do not fit any more, or cannot be held or begun now."""
    if not _hold(user_ids):
        return None
    now = timezone.now()
    seeks = list(Seek.objects.awake(now).filter(pk__in=seek_ids))
    known = list(seekers.seekers(seeks).values())
    if len(known) < 2 or misfit(known[0], known[1], now) is not None:
        return None
    match = _begun(common_wish(known[0].wish, known[1].wish), [seek.user for seek in seeks])
    for seek in seeks:
        _met(seek, now)
    return match


def _hold(user_ids: Collection[int]) -> bool:
    """Hold the rows of users to the end of the transaction; False where somebody else holds one, who is not waited
    for: the sweep comes back to them."""
    rows = User.objects.select_for_update(no_key=True, skip_locked=True).filter(pk__in=user_ids).order_by("pk")
    return len(rows) == len(user_ids)


def _begun(wish: Wish, users: Collection[User]) -> Match:
    """Return the match of two users, whose seats are drawn, or the first of their pair: begun as one is whose last
    place somebody takes.
    """
    ticket = tickets.issue(wish.game)
    terms = MatchTerms.newest(wish.game, wish.options, Chosen(wish.fastest_days, **wish.clock))
    terms = replace(terms, rated=bool(wish.rated), watchable=wish.watchable, pair=ticket.match if wish.paired else "")
    locked = begin.begin_match(terms, ticket, [begin.player(user, ticket.commitment) for user in users], None)
    if wish.paired:
        pairs.begin_second(locked)
    return locked.match


def _met(seek: Seek, now: datetime) -> None:
    """Let a standing seek begin to wait again; any other is fulfilled."""
    if seek.keep:
        Seek.objects.filter(pk=seek.pk).update(since=now)
    else:
        seek.delete()
