"""The project: settings, URLs, Celery, health."""

from fogsite.celery import app as celery_app
