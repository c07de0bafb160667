"""The service's settings with time limits that a test can reach: a task may last 10 seconds, a sweep one."""

from fogsite.settings import *  # noqa: F403

CELERY_TASK_TIME_LIMIT = 10
OUTBOX_SWEEP_LASTS = 1
