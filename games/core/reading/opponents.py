"""Whom somebody has played, and may play: people, by name."""

from django.db.models import Max, QuerySet
from django.db.models.functions import Length

from accounts import names
from accounts.models import User

MOST_RECENT = 8
"""Opponents of the last matches who are named."""
MOST_FOUND = 20
"""Players that a search names."""


def recent_opponents(user: User) -> list[str]:
    """Return the names of the people somebody has played last, newest first."""
    met = invitable(user).filter(seats__match__seats__user=user, seats__match__started__isnull=False)
    newest = met.annotate(last=Max("seats__match__started")).order_by("-last", "username")
    return list(newest.values_list("username", flat=True)[:MOST_RECENT])


def by_part_of_name(user: User, text: str) -> list[User]:
    """Return the people whose name contains a text in upper or lower case, the shortest names first.

    Return `[]` for an empty text.
    """
    text = text.strip()
    if not 0 < len(text) <= names.MAX_LENGTH or "\0" in text:
        return []
    return list(invitable(user).filter(username__icontains=text).order_by(Length("username"), "username")[:MOST_FOUND])


def invitable(user: User) -> QuerySet[User]:
    """Return the users whom somebody can invite by name.

    Left out are guests, house opponents, users who have left or are suspended, and users with a block between them and
    the user.
    """
    people = User.objects.filter(is_bot=False, guest_until=None, left=None, is_active=True).exclude(pk=user.pk)
    return people.exclude(blocks__blocked=user).exclude(blocked_by__blocker=user)
