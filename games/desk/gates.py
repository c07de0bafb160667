"""What the gates ask of this feature (`tests/parts/features.py`)."""

from django.utils import timezone

from games.core.models import Match
from games.desk.models import Note, OpenedPage

OF_NO_MATCH = ["desk.person", "desk.openedpage", "admin.logentry"]
SWEEPS = {"desk": 3_600}
FORGETS = ["desk"]
MERGES = ["desk"]
DELETED = {Note: ["person"], OpenedPage: ["by", "person"]}
KEPT = {Note: ["by"]}
HANDED_OVER = {Note: ["person"], OpenedPage: ["person"]}
NO_GUESTS = {Note: ["by"], OpenedPage: ["by"]}


def make_rows(match: Match) -> None:
    """Have a note about each player by the other, and each look at the other."""
    one, other = match.seats.all()
    for by, about in ((one, other), (other, one)):
        Note.objects.create(person=about.user, by=by.user, text="A note.", written=timezone.now())
        OpenedPage.objects.create(by=by.user, at=timezone.now(), page="/admin/", status=200, person=about.user)
