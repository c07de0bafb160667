"""What a profile shows of somebody, to everybody."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import Prefetch
from django.utils.translation import gettext as _

from accounts import people
from accounts.models import User
from games.core.models import Match, Seat
from games.core.pages import rulebook
from games.core.pages.lists import MatchRow, finished_row
from games.core.reading import answers, reliability, results as profiles
from games.core.reading.reliability import Reliability
from games.core.reading.results import Results
from games.deeds import pages as deeds
from games.deeds.pages import PersonDeeds
from games.favourites.models import Favourite
from games.ratings import queries as ratings
from games.ratings.queries import Curve, Rated
from games.rules import registry

PAGE_SIZE = 20
"""Finished matches that a page of a profile shows."""


@dataclass(frozen=True)
class GameCard:
    """How a person fares in one game; None where nothing is known.

    `picture` names the templates that may draw the game. `results` are those against people.
    """

    title: str
    picture: list[str]
    rating: Rated | None = None
    curve: Curve | None = None
    results: Results | None = None
    against_bots: Results | None = None
    deeds: PersonDeeds | None = None


@dataclass(frozen=True)
class Profile:
    """What everybody may know of a person, and what the reader may do about them.

    `running` is the number of matches that go on. `games` has a card for each game: the rating, the same for every
    reader, and what came of the finished matches that the reader may look at. The deeds lead to those of these matches
    that gave them. Your own cards also name games in which you have no deed yet. `has_results` says if any match has
    ended, `against_reader` what came of those against the reader, and `finished` is a page of all. `reliability` and
    `answer_time`, in words, are the same for every reader.
    `dump_number` is what dumps call an account. `is_favourite`, and whether the reader `is_told` of matches that the
    person offers, is for the reader's eyes alone.
    """

    person: User
    is_me: bool
    running: int
    games: list[GameCard]
    has_results: bool
    against_reader: list[Results]
    reliability: Reliability
    answer_time: str
    dump_number: int | None
    page_obj: Page[Match]
    finished: Sequence[MatchRow]
    may_invite: bool
    may_block: bool
    may_favour: bool
    is_favourite: bool
    is_told: bool


def profile(person: User, reader: User | AnonymousUser, page: str | None) -> Profile:
    """Return the profile of a person as somebody, or a visitor, reads it; `page` is the number of a page of matches."""
    matches = profiles.finished_of_person(person, reader.pk)
    ended = profiles.results(person, matches, reader.pk)
    paginator = Paginator(matches.prefetch_related(Prefetch("seats", Seat.objects.select_related("user"))), PAGE_SIZE)
    paginator.count = sum(each.played for each in ended.all)  # which is asked already
    shown = paginator.get_page(page)
    times = answers.times(person.pk)
    is_me = person.pk == reader.pk
    mine = Favourite.objects.filter(user=reader.pk, favoured=person)
    favourite = mine.first() if reader.is_authenticated else None
    may_invite = person.is_active and not (person.is_bot or person.is_guest or is_me)
    return Profile(
        person=person,
        is_me=is_me,
        running=ended.running,
        games=_cards(
            [] if person.left else ratings.of_person(person.pk),
            {} if person.left else ratings.curves(person.pk),
            ended.all,
            deeds.of_person(person.pk, reader.pk, {each.title for each in ended.all} if is_me else ()),
        ),
        has_results=bool(ended.all),
        against_reader=ended.against_reader,
        reliability=reliability.reliability_of(person.pk),
        answer_time=times.in_words if times else "",
        dump_number=people.number_in_dumps(person),
        page_obj=shown,
        finished=[finished_row(match, person, is_reader=is_me) for match in shown],
        may_invite=may_invite,
        may_block=reader.is_authenticated and not person.is_bot and not is_me,
        may_favour=may_invite and isinstance(reader, User) and not reader.is_guest,
        is_favourite=favourite is not None,
        is_told=favourite is not None and favourite.tell,
    )


def _cards(
    rated: Iterable[Rated], curves: Mapping[str, Curve], results: Iterable[Results], achieved: Iterable[PersonDeeds]
) -> list[GameCard]:
    """Return a card for each game that any of these is about, by title. Results of a game may outlive the game."""
    known: dict[str, Mapping[str, Any]] = {
        "rating": {each.title: each for each in rated},
        "curve": curves,
        "results": {each.title: each for each in results if not each.house},
        "against_bots": {each.title: each for each in results if each.house},
        "deeds": {each.title: each for each in achieved},
    }
    slugs = {_(registry.title(slug)): slug for slug in registry.slugs()}
    return [
        GameCard(
            title,
            rulebook.picture_template(slugs.get(title, "")),
            **{part: found.get(title) for part, found in known.items()},
        )
        for title in sorted({title for found in known.values() for title in found})
    ]
