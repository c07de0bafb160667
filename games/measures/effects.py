"""What people are kept from by measures that run: the hooks of the seam `bars`.

They look at the end of the term themselves. So nothing outlives its term, even if the sweep is late.
"""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.core.seams.bars import Act
from games.measures import words
from games.measures.models import Kind, Measure, MeasureQuerySet
from games.rules.sentence import N_, Sentence, sentence

KINDS = {Act.CHAT: Kind.MUTE, Act.RATED: Kind.UNRATED}
WHY = {
    Act.CHAT: N_(
        "A moderator has decided that you can’t write in chats until {until}. Reason: {reason} You can answer under "
        "“Settings”, “Decisions about you”."
    ),
    Act.RATED: N_(
        "A moderator has decided that you can’t begin or join rated matches until {until}. Reason: {reason} You can "
        "answer under “Settings”, “Decisions about you”."
    ),
}


def _in_force(act: Act) -> MeasureQuerySet:
    return Measure.objects.in_force(timezone.now()).filter(kind=KINDS[act])


def why_not(user_id: int, act: Act) -> Sentence | None:
    """Say to a user who is kept from something until when and why, and where to answer."""
    found = _in_force(act).filter(person=user_id).first()
    if found is None or found.ends is None:
        return None
    return sentence(WHY[act], until=words.when(found.ends), reason=found.reason)


def users(act: Act) -> QuerySet[Measure, Any]:
    """Return the keys of those who are kept from something."""
    return _in_force(act).order_by().values_list("person", flat=True)
