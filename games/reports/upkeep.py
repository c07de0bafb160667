"""What becomes of old reports."""

from datetime import datetime, timedelta

from django.utils import timezone

from accounts.database import portions
from games.reports.models import Report

REPORTS_KEPT = timedelta(days=365)
"""How long reports are kept that are closed."""


def remove_reports(now: datetime | None = None) -> int:
    """Forget the reports that were closed long ago; how many those were."""
    before = (now or timezone.now()) - REPORTS_KEPT
    return portions.remove_rows(Report.objects.filter(closed__lte=before), "closed")
