"""The lists of matches, and what waits for a player."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.database.columns import number_of
from accounts.models import User
from games.boards.registry import about
from games.core.models import Match, Seat, TimeUp, Turn
from games.core.pages import clocks, miniatures, rulebook
from games.core.pages.clocks import ListedClock, TimeShown
from games.core.pages.time_up import time_up_of
from games.core.reading import news, players, positions
from games.core.reading.dates import spell
from games.core.reading.seen import Seen, result
from games.core.reading.voice import SiteVoice, player_name
from games.rules import registry

MOST_URGENT_FIRST = ("deadline", "pk")
"""How turns stand in lists: every one has a place of its own, so that going from one to the next misses none."""
NEWS_LAST = timedelta(days=30)
"""How long a match that has ended stays news to a player who does not open it."""


@dataclass(frozen=True)
class MatchRow:
    """A match in a list; `outcome` is that of whose list it is, by its name and in words, `paused_until` when its
    clocks run again, None while they do. `twin_url` leads its player to the other match of a pair, `of_pair` says which
    of the two this one is and `side` what its player plays in it. `picture` is what is drawn of the position as the
    reader sees it, None for nothing. `clocks` are those of the others, and the reader's own time bank while no move of
    theirs is due. `news` says what has happened since the reader's last move. `with_bot`: no clock is shown."""

    match: Match
    title: str
    opponents: list[str]
    since: datetime | None = None
    deadline: datetime | None = None
    time: TimeShown | None = None
    paused_until: datetime | None = None
    with_bot: bool = False
    news: str = ""
    asked: str = ""
    result: str = ""
    outcome: str = ""
    outcome_words: str = ""
    picture: object | None = None
    clocks: Sequence[ListedClock] = ()
    twin_url: str = ""
    of_pair: str = ""
    side: str = ""


def games_to_invite_to() -> list[dict[str, str]]:
    """Return every game one can invite to: slug, title, and where its rules are explained."""
    return [
        {"slug": slug, "title": _(registry.current(slug).meta.title), "rules_url": rulebook.rules_url(slug)}
        for slug in registry.slugs()
    ]


def matches_waiting(user: User) -> int:
    """Return how many matches wait for the user, as the icon of an app says."""
    return User.objects.filter(pk=user.pk).values_list(number_waiting(user), flat=True).get()


def number_waiting(user: User) -> Combinable:
    """Return how many matches wait for the user's move or choice, within a query."""
    return number_of(Turn.objects.filter(user=user)) + number_of(TimeUp.objects.waiting(user.pk))


def waiting_turns(user: User) -> QuerySet[Turn]:
    """Return the user's turns, most urgent first."""
    turns = Turn.objects.filter(user=user).order_by(*MOST_URGENT_FIRST)
    return turns.select_related("match__time_up__user", "seat")


def seen_by(user: User, matches: Iterable[Match]) -> dict[int, Seen]:
    """Return the user's matches as the user sees them, by match id, in one query: those that a snapshot tells of.

    They need `players.read_players`.
    """
    begun = [match for match in matches if match.started]
    stand = positions.newest_of(begun)
    return {
        match.pk: Seen(match, match.seats.all(), _own(match, user).index, stand[match.pk])
        for match in begun
        if match.pk in stand  # nothing is known of a game that is gone
    }


def _own(match: Match, user: User) -> Seat:
    return next(seat for seat in match.seats.all() if seat.user_id == user.pk)


def waiting_rows(turns: Collection[Turn], user: User) -> list[MatchRow]:
    """Return the matches of these turns of the user in a list, each with where it stands and what is asked there."""
    players.read_players((turn.match for turn in turns), with_turns=True)
    stand = seen_by(user, (turn.match for turn in turns))
    return [waiting_row(turn, user, stand) for turn in turns]


def waiting_row(turn: Turn, user: User, stand: Mapping[int, Seen]) -> MatchRow:
    """Return the match of a turn as a row of a list; `stand` is how the user sees the matches (`seen_by`)."""
    seen = stand.get(turn.match_id)
    said = _news(turn.match, user)
    return _row(
        turn.match, user, seen, **_due(turn, user), news=said, asked=_asked(turn, seen), clocks=_clocks(seen, user)
    )


def _news(match: Match, user: User) -> str:
    """Return what has happened since the user's last move, in a sentence."""
    return news.said(_own(match, user), SiteVoice.of(match.seats.all()))


def _clocks(seen: Seen | None, user: User) -> list[ListedClock]:
    return clocks.listed(seen.match, seen.seats, _own(seen.match, user), seen.owing) if seen else []


def _due(turn: Turn, user: User) -> dict[str, Any]:
    return {"since": turn.since, "deadline": clocks.turn_ends(turn, user), "time": clocks.of_turn(turn, user)}


def choosing(user: User) -> QuerySet[TimeUp]:
    """Return the matches that wait for no move of the user but for a choice, since the other player's time is up; the
    most urgent first.
    """
    return TimeUp.objects.waiting(user).order_by("until", "pk").select_related("match", "seat__user")


def choosing_row(row: TimeUp, user: User, stand: Mapping[int, Seen]) -> MatchRow:
    """Return such a match as a row of a list; `stand` is how the user sees the matches (`seen_by`)."""
    asked = _("{name}’s time is up. Choose what happens next.").format(name=row.seat.user.username)
    return _row(row.match, user, stand.get(row.match_id), deadline=row.until, asked=asked)


def next_waiting(user: User, after: str) -> str | None:
    """Return the public id of the match that waits for the user next after the one of this id, most urgent first, then
    round.

    Where that one does not wait any more, the most urgent; None where no other one waits.
    """
    ids = _waiting_ids(user)
    here = ids.index(after) + 1 if after in ids else 0
    return next((public_id for public_id in ids[here:] + ids[:here] if public_id != after), None)


def after_move(user: User, public_id: str) -> str | None:
    """Return the public id of the match to go on to after a move in this one.

    None while this one still waits for the user.
    """
    ids = _waiting_ids(user)
    return None if public_id in ids else next(iter(ids), None)


def _waiting_ids(user: User) -> list[str]:
    """Return the public ids of the matches that wait for a user's move or choice, most urgent first."""
    turns = Turn.objects.filter(user=user).values_list("deadline", "pk", "match__public_id")
    choices = TimeUp.objects.waiting(user).values_list("until", "pk", "match__public_id")
    return [public_id for _until, _key, public_id in sorted([*turns, *choices])]


def _asked(turn: Turn, seen: Seen | None) -> str:
    """Return what the seat is asked, as far as a snapshot tells; once its time is up, until when the other one may
    choose.
    """
    up = time_up_of(turn.match)
    if up is not None and up.seat_id == turn.seat_id:
        words = _("Your time is up. {name} has until {moment} to choose what happens next, but you can still move.")
        moment = spell(localtime(up.until), _("D j M, H:i"))
        return words.format(name=up.user.username, moment=moment)
    return seen.prompt if seen else ""


def others(user: User) -> QuerySet[Match]:
    """Return the user's matches that wait for somebody else, or for players, newest first.

    Rows need `players.read_players`.
    """
    turns, choices = (model.objects.filter(match=OuterRef("pk"), user=user) for model in (Turn, TimeUp))
    rows = Match.objects.of(user.pk).filter(~Exists(turns), ~Exists(choices))
    return rows.filter(status__in=[Match.Status.PLAYING, Match.Status.OPEN]).order_by("-created", "-pk")


def others_row(match: Match, user: User, stand: Mapping[int, Seen]) -> MatchRow:
    """Return a match that waits for others in a list; `since` is when what the user sees of it last changed."""
    seen = stand.get(match.pk)
    said = _news(match, user) if match.started else ""
    return _row(match, user, seen, since=_own(match, user).changed, news=said, clocks=_clocks(seen, user))


def just_ended(user: User) -> QuerySet[Match]:
    """Return the user's matches that have ended in the last 30 days and that the user has not opened since, newest
    first.
    """
    return _finished_of_user(user).filter(_unopened(user), ended__gt=timezone.now() - NEWS_LAST)


def finished_of_user(user: User) -> QuerySet[Match]:
    """Return all other matches of the user that were begun and are over, newest first."""
    return _finished_of_user(user).filter(~_unopened(user) | Q(ended__lte=timezone.now() - NEWS_LAST))


def _finished_of_user(user: User) -> QuerySet[Match]:
    rows = Match.objects.of(user.pk).filter(started__isnull=False, ended__isnull=False)
    return rows.order_by("-ended", "-pk")


def _unopened(user: User) -> Exists:
    """Say whether the user has not opened a match since it ended, within the query for it."""
    opened = Q(opened_at=None) | Q(opened_at__lt=OuterRef("ended"))
    return Exists(Seat.objects.filter(opened, match=OuterRef("pk"), user=user))


def finished_row(match: Match, user: User, seen: Seen | None = None, *, is_reader: bool = False) -> MatchRow:
    """Return a finished match in a list of a user's matches, with its result; said to the user who reads it."""
    mine = _own(match, user)
    words = str(mine.get_outcome_display())
    said = result(match, match.seats.all(), mine.number if is_reader else None)
    row = _row(match, user, seen, since=match.ended, result=said, outcome=mine.outcome, outcome_words=words)
    if is_reader:
        return row
    return replace(row, twin_url="", of_pair="", side="")  # nobody else learns that the other match still runs


def _row(match: Match, user: User, seen: Seen | None, **more: Any) -> MatchRow:
    others = [player_name(seat) for seat in match.seats.all() if seat.user_id != user.pk]
    more["with_bot"] = any(seat.house for seat in match.seats.all())
    more |= _of_pair(match, _own(match, user))
    picture = miniatures.drawn_miniature(seen) if seen else None
    return MatchRow(match, match.title, others, paused_until=match.pause_at(timezone.now()), picture=picture, **more)


def _of_pair(match: Match, mine: Seat) -> dict[str, Any]:
    """Return what tells a match of a pair from the other one, to the player of a seat; nothing for a match by
    itself.
    """
    if not match.pair:
        return {}
    twin_url = reverse("match", args=[match.twin_id])
    return {"twin_url": twin_url, "of_pair": match.of_pair, "side": _side(match, mine.index)}


def _side(match: Match, number: int) -> str:
    """Return what a seat plays: the army that the match gives it, or the name of the seat.

    Empty in a game that is gone.
    """
    if match.game not in registry.slugs():
        return ""
    says = about(match.game).side
    return _((says and says(match.options, number)) or match.rules.meta.seat_names[number])
