"""What the worker does for the people who run the site. Every task is harmless when run twice."""

from celery import shared_task

from fogsite import alarm


@shared_task
def ping() -> None:
    """Tell somebody elsewhere whether all is well."""
    alarm.ping()
