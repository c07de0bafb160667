"""The Celery application; tasks live beside the code they call (`accounts/tasks.py`, `games/tasks.py`)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fogsite.settings")

app = Celery("fogsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
