"""The page of my matches: what waits for its reader, what for others, and what is over, each list a page at a time.

It costs the same queries however much is listed: one counts everything, each list is one, and who sits in all these
matches is read together.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils import timezone

from accounts.database.columns import number_of
from accounts.models import User
from games.core.models import TimeUp, Turn
from games.core.pages import lists, paging as parts
from games.core.pages.lists import MatchRow
from games.core.pages.paging import PartPage
from games.core.reading import players
from games.lobby import pages as invitations
from games.seeks.models import Seek
from games.site import oneself, returning
from games.site.oneself import Oneself
from games.site.returning import Returning
from games.site.waiting import Numbers
from games.vacations import pages as vacations


class Counts(NamedTuple):
    """How many rows each list has, how many seeks of the reader there are, how many of these must still hear that the
    reader is here, until when the reader's vacation lasts, `None` without one, and when they last opened a match.
    """

    to_me: int
    choosing: int
    waiting: int
    others: int
    ended: int
    finished: int
    sought: int
    seeks: int
    vacation_until: datetime | None
    opened: datetime | None


def menu_counts(user: User) -> Counts:
    """Return all of it, by one query."""
    listed = (
        invitations.to_me(user),
        TimeUp.objects.waiting(user.pk),
        Turn.objects.filter(user=user),
        lists.others(user),
        lists.just_ended(user),
        lists.finished_of_user(user),
        Seek.objects.filter(user=user),
        Seek.objects.unlooked(timezone.now()).filter(user=user),
    )
    more = (vacations.lasting(user), returning.last_opened(user))
    found = User.objects.filter(pk=user.pk).values_list(*map(number_of, listed), *more)
    return Counts(*found.get())


@dataclass(frozen=True)
class MyMatches:
    """The rows of each list, and which page of it they are.

    `ended` are the matches that the reader has not opened since they ended, `unread` those in whose chat something is
    new, `numbers` what the head of every page says, `me` how its reader fares and whom they like to play, `sought` in
    how many games they look for an opponent. `returning` is for a reader who comes back after a week.
    """

    to_me: list[dict[str, Any]]
    choosing: list[MatchRow]
    waiting: list[MatchRow]
    others: list[MatchRow]
    ended: list[MatchRow]
    finished: list[MatchRow]
    to_me_page: PartPage
    choosing_page: PartPage
    waiting_page: PartPage
    others_page: PartPage
    ended_page: PartPage
    finished_page: PartPage
    unread: set[int]
    me: Oneself
    numbers: Numbers
    vacation_until: datetime | None
    sought: int
    returning: Returning | None


def page(user: User, asked: QueryDict) -> MyMatches:
    """Return the pages of the lists that are asked for: `invited`, `choosing`, `waiting`, `others`, `ended`, and `page`
    of what is over.
    """
    count = menu_counts(user)
    invited = parts.page_of(asked, "invited", invitations.to_me(user), count.to_me)
    choosing = parts.page_of(asked, "choosing", lists.choosing(user), count.choosing)
    turns = parts.page_of(asked, "waiting", lists.waiting_turns(user), count.waiting)
    others = parts.page_of(asked, "others", lists.others(user), count.others)
    ended = parts.page_of(asked, "ended", lists.just_ended(user), count.ended)
    over = parts.page_of(asked, "page", lists.finished_of_user(user), count.finished)
    mine = [*(row.match for row in (*choosing, *turns)), *others, *ended, *over]
    players.read_players([*mine, *(row.match for row in invited)], unread_of=user, with_turns=True)
    stand = lists.seen_by(user, mine)
    return MyMatches(
        to_me=invitations.rows(invited, user),
        choosing=[lists.choosing_row(row, user, stand) for row in choosing],
        waiting=[lists.waiting_row(turn, user, stand) for turn in turns],
        others=[lists.others_row(match, user, stand) for match in others],
        ended=[lists.finished_row(match, user, stand.get(match.pk), is_reader=True) for match in ended],
        finished=[lists.finished_row(match, user, stand.get(match.pk), is_reader=True) for match in over],
        to_me_page=invited,
        choosing_page=choosing,
        waiting_page=turns,
        others_page=others,
        ended_page=ended,
        finished_page=over,
        unread={match.pk for match in mine if any(seat.unread for seat in match.seats.all())},
        me=oneself.read_oneself(user),
        numbers=Numbers(count.waiting + count.choosing, count.to_me, count.seeks),
        vacation_until=count.vacation_until,
        sought=count.sought,
        returning=returning.read_returning(user, count.opened),
    )
