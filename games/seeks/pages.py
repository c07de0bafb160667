"""What the page shows on which an opponent is sought: what I seek, and how many others do."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from accounts.models import User
from games.core.clock.terms import PACES
from games.core.models import Match, Seat
from games.core.models.seat import house_plays
from games.core.pages import rulebook
from games.core.reading import bot_profiles, clocks, players
from games.core.reading.seen import opponents
from games.rules import registry
from games.rules.sentence import N_
from games.seeks import queries as seekers
from games.seeks.models import Seek, Sleep

MOST_BEGUN = 5
"""Begun matches that the page tells of."""
HOUSE_AFTER = timedelta(minutes=10)
"""How long somebody waits before the house offers itself."""
RESTS: dict[Sleep, str] = {
    Sleep.FIRST_MOVE: N_("On hold until you make your first move in your other match."),
    Sleep.SEALED: N_("On hold until everyone’s first moves have been made and revealed."),
    Sleep.VACATION: N_("On hold while you’re on vacation."),
    Sleep.UNSEEN: N_("On hold until you’re back."),
    Sleep.UNREACHABLE: N_("On hold: emails to your address are bouncing."),
    Sleep.ENOUGH: N_("On hold: you have as many matches as you asked for."),
    Sleep.BARRED: N_("On hold until you can play rated matches again."),
}
"""Why a seek is asleep, as its owner reads it."""
STOPS = {"nights": N_("Nights"), "weekends": N_("Weekends"), "vacations": N_("Vacations")}


@dataclass(frozen=True)
class Mine:
    """A seek of the reader's: its paces, what else is asked, since when it waits, why it rests, empty while it
    doesn't.

    `has_house` says that the house offers itself until then.
    """

    game: str
    title: str
    paces: str
    asked: list[str]
    since: datetime
    rests: str
    has_house: bool


@dataclass(frozen=True)
class SeekersByPace:
    """A game with the templates of its picture, and how many others would play it at each pace, as many as `PACES`;
    `is_mine` where the reader seeks in it."""

    game: str
    title: str
    picture: list[str]
    numbers: list[int]
    is_mine: bool


@dataclass(frozen=True)
class BegunMatch:
    """A match that two seeks have begun, in which the reader has not moved yet."""

    game: str
    title: str
    opponents: list[str]
    url: str


@dataclass(frozen=True)
class SeeksPage:
    """The page; `paces` are the times for a move that the table has, in words.

    `is_anybody_waiting` says that the table holds anything but zeros.
    """

    begun: list[BegunMatch]
    mine: list[Mine]
    waiting: list[SeekersByPace]
    is_anybody_waiting: bool
    paces: list[str]


def page(user: User) -> SeeksPage:
    """Return what a user is shown, by as many queries however much there is. Of others it holds numbers alone."""
    now = timezone.now()
    found = [each for each in Seek.objects.with_owners(now).filter(user=user) if each.game in registry.slugs()]
    times = [clocks.span(timedelta(days=days)) for days in PACES]
    waiting = seekers_by_pace(user, now)
    return SeeksPage(
        begun=begun(user),
        mine=[_mine(each, now) for each in found],
        waiting=waiting,
        is_anybody_waiting=any(number for row in waiting for number in row.numbers),
        paces=times,
    )


def begun(user: User) -> list[BegunMatch]:
    """Return the matches that two seeks have begun and in which a user has not moved yet, the newest first."""
    seats = Seat.objects.filter(user=user, answered_ply=None, match__status=Match.Status.PLAYING)
    # Of a pair that begins by an invitation one match alone has it.
    invited = Match.objects.filter(invitation__isnull=False, public_id=OuterRef("match__pair"))
    seats = seats.filter(~Exists(invited), match__invitation=None).exclude(house_plays()).select_related("match")
    newest = list(seats.order_by("-match__started", "-pk")[:MOST_BEGUN])
    players.read_players(seat.match for seat in newest)
    return [_begun(seat) for seat in newest]


def _begun(seat: Seat) -> BegunMatch:
    match = seat.match
    return BegunMatch(match.game, match.title, opponents(match.seats.all(), seat.number), match.get_absolute_url())


def _mine(seek: Seek, now: datetime) -> Mine:
    why = seek.sleep(now)
    title = _(registry.current(seek.game).meta.title)
    waits_long = now - seek.since >= HOUSE_AFTER and bot_profiles.has(seek.game)
    rests = _(RESTS[why]) if why else ""
    has_house = waits_long and why is None
    return Mine(
        game=seek.game,
        title=title,
        paces=paces(seek),
        asked=list(conditions_in_words(seek)),
        since=seek.since,
        rests=rests,
        has_house=has_house,
    )


def paces(seek: Seek) -> str:
    """Return in words which paces suit the seeker."""
    times = [clocks.span(timedelta(days=days)) for days in (seek.fastest_days, seek.slowest_days)]
    if seek.fastest_days == seek.slowest_days:
        return _("{time} per move").format(time=times[0])
    return _("{fastest} to {slowest} per move").format(fastest=times[0], slowest=times[1])


def conditions_in_words(seek: Seek) -> Iterator[str]:
    """Yield what a seek asks besides, each in words."""
    if seek.keep:
        yield ngettext("{n} match at a time", "{n} matches at a time", seek.keep).format(n=seek.keep)
    if seek.rated is not None:
        yield _("rated") if seek.rated else _("not rated")
    if seek.paired is not False:
        yield _("as a pair") if seek.paired else _("as a pair, if my opponent wants one")
    for option in registry.current(seek.game).meta.options:
        if option.name in seek.options:
            label = next((each.label for each in option.choices if each.value == seek.options[option.name]), "")
            yield f"{_(option.title)}: {_(label)}"
    yield from rules_in_words(seek.clock)
    if seek.watchable:
        yield _("spectators allowed")
    if seek.near:
        yield _("someone of similar strength")
    if seek.language:
        yield str(dict(settings.LANGUAGES).get(seek.language, seek.language))
    if seek.min_reliability:
        yield _("at least {least}% reliability").format(least=seek.min_reliability)


def rules_in_words(clock: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is asked of a clock besides its pace, each in words; nothing of a value that none can have."""
    for name, label in STOPS.items():
        if name in clock:
            effect = _("don’t count") if clock[name] else _("count")
            yield f"{_(label)}: {effect}"
    rule = dict(Match.Absence.choices).get(clock.get("absence", ""))
    if rule:
        yield _("When time is up: {rule}").format(rule=rule)


def seekers_by_pace(user: User, now: datetime) -> list[SeekersByPace]:
    """Return how many others would play each game for two, at each pace.

    Players who already play it with the user can't be paired with them, and don't count.
    """
    rows = Seek.objects.awake(now).exclude(user=user).values_list("game", "user", "fastest_days", "slowest_days")
    playing = seekers.playing(user)
    free = [(game, fastest, slowest) for game, other, fastest, slowest in rows if (game, other) not in playing]
    counts = Counter((game, pace) for game, fastest, slowest in free for pace in PACES if fastest <= pace <= slowest)
    mine = set(Seek.objects.filter(user=user).values_list("game", flat=True))
    games = [rules.meta for slug in registry.slugs() if (rules := registry.current(slug)).meta.seats == 2]
    return [
        SeekersByPace(
            game=meta.slug,
            title=_(meta.title),
            picture=rulebook.picture_template(meta.slug),
            numbers=[counts[meta.slug, pace] for pace in PACES],
            is_mine=meta.slug in mine,
        )
        for meta in games
    ]
