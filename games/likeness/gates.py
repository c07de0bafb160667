"""What the gates ask of this feature (`tests/parts/features.py`)."""

from django.utils import timezone

from games.core.models import Match
from games.likeness.models import Trace

DOCUMENTS = ["traces/1.json"]
SWEEPS = {"likeness": 3_600}
FORGETS = ["likeness"]
DELETED = {Trace: ["user"]}
NO_GUESTS = {Trace: ["user"]}


def make_rows(match: Match) -> None:
    """Have each player sign in from one network today."""
    for seat in match.seats.all():
        Trace.objects.create(user=seat.user, kind=Trace.Kind.NETWORK, digest="0" * 32, day=timezone.now().date())
