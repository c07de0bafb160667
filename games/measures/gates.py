"""What the gates ask of this feature (`tests/parts/features.py`)."""

from django.utils import timezone

from games.core.models import Match
from games.measures.models import Kind, Measure

ADDRESSES = {
    "decisions": ((), "get", 302, 200, 200, "post"),
    "suspended": (("x",), "get", 404, 404, 404, "put"),
    "answer_decision": (("1",), "post", 302, 404, 404, "get"),
}
OF_NO_MATCH = ["measures.measure"]
DOCUMENTS = ["measures/1.json"]
SWEEPS = {"measures": 60}
FORGETS = ["measures"]
KEPT = {Measure: ["person", "by", "undone_by", "seconded_by", "judged_by"]}
NO_GUESTS = {Measure: ["person", "by", "undone_by", "seconded_by", "judged_by"]}


def make_rows(match: Match) -> None:
    """Make a measure about each player of a match of two, in which every other key leads to the other player."""
    one, other = (seat.user for seat in match.seats.all())
    for person, moderator in ((one, other), (other, one)):
        given = {"person": person, "by": moderator, "reason": "An insult."}
        Measure.objects.create(kind=Kind.WARN, ended=timezone.now(), undone_by=moderator, **given)
        Measure.objects.create(kind=Kind.CLOSE, ended=timezone.now(), person=person, seconded_by=moderator)
        Measure.objects.create(
            **given | {"by": None},
            kind=Kind.REMIND,
            answer="No.",
            answered=timezone.now(),
            judged_by=moderator,
        )
