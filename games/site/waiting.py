"""How much waits for a user: what the head of each page and the page of my matches count."""

from dataclasses import dataclass

from django.utils import timezone

from accounts.database.columns import number_of
from accounts.models import User
from games.core.pages import lists
from games.lobby.models import Invitation
from games.seeks.models import Seek


@dataclass(frozen=True)
class Numbers:
    """How many matches wait for a user's move or choice, how many invitations for an answer, and how many seeks to be
    told that the user is here."""

    matches: int = 0
    invitations: int = 0
    seeks: int = 0


def waiting_numbers(user: User) -> Numbers:
    """Return how much waits for the user, by one query."""
    invited = Invitation.objects.waiting().unblocked(user).filter(invited=user)
    seeks = Seek.objects.unlooked(timezone.now()).filter(user=user)
    counts = (lists.number_waiting(user), number_of(invited), number_of(seeks))
    return Numbers(*User.objects.filter(pk=user.pk).values_list(*counts).get())
