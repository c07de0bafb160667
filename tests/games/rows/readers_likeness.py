"""Scenes in which what sign-ins leave can be tried; see `readers`."""

from __future__ import annotations

from django.utils import timezone

from games.likeness import traces
from games.likeness.models import Trace
from tests.games.rows.doors import Act, Cast
from tests.games.rows.readers import reader


@reader("likeness.sweep_traces", [True, False])
def _sweep(cast: Cast) -> Act:
    """Set the scene with a trace of today, and one that is two weeks old."""
    today = timezone.now().date()
    days = [today, today - traces.KEPT]
    made = [Trace.objects.create(user=cast.ann, kind="network", digest=cast.key, day=day) for day in days]

    def left() -> list[bool]:
        traces.sweep_traces()
        return [Trace.objects.filter(pk=row.pk).exists() for row in made]

    return left
