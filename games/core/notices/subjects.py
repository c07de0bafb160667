"""Which match each notice is about, for the list of what somebody was sent."""

from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from accounts import outbox
from accounts.models import Outbox, User
from accounts.outbox.registry import NoticeSubject
from games.core.models import Match
from games.core.reading import players


def register() -> None:
    """Tell the outbox how to find what its rows are about."""
    outbox.find_subjects_by(matches)


def matches(user: User, rows: Sequence[Outbox]) -> dict[UUID, NoticeSubject]:
    """Return by the number of a row the match it is about, of matches in which the user sits; by two queries."""
    named = {row.pk: row.payload["match"] for row in rows if "match" in row.payload}
    if not named:
        return {}
    found = {match.pk: match for match in Match.objects.of(user.pk).filter(pk__in=set(named.values()))}
    players.read_players(found.values())
    subjects = {pk: NoticeSubject(_words(match, user), match.get_absolute_url()) for pk, match in found.items()}
    return {row: subjects[match] for row, match in named.items() if match in subjects}


def _words(match: Match, user: User) -> str:
    others = ", ".join(seat.user.username for seat in match.seats.all() if seat.user_id != user.pk)
    return _("%(title)s against %(names)s") % {"title": match.title, "names": others} if others else match.title
