"""What the gates ask of this feature (`tests/parts/features.py`)."""

from django.utils import timezone

from games.core.models import Match
from games.desk.models import Note, OpenedPage, Week
from games.desk.weeks import monday

OF_NO_MATCH = ["desk.person", "desk.openedpage", "desk.week", "admin.logentry"]
SWEEPS = {"desk": 3_600}
FORGETS = ["desk"]
MERGES = ["desk"]
DELETED = {Note: ["person"], OpenedPage: ["by", "person"]}
KEPT = {Note: ["by"]}
HANDED_OVER = {Note: ["person"], OpenedPage: ["person"]}
NO_GUESTS = {Note: ["by"], OpenedPage: ["by"]}


def make_rows(match: Match) -> None:
    """Have a note about each player by the other, each look at the other, and a week counted."""
    one, other = match.seats.all()
    for by, about in ((one, other), (other, one)):
        Note.objects.create(person=about.user, by=by.user, text="A note.", written=timezone.now())
        OpenedPage.objects.create(by=by.user, at=timezone.now(), page="/admin/", status=200, person=about.user)
    figures = dict.fromkeys(["people", "guests", "begun", "ended", "timed_out", "joined"], 2)
    if not Week.objects.exists():
        Week.objects.create(begins=monday(timezone.now()), counted=timezone.now(), **figures)
