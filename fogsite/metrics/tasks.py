"""Tasks of the workers, counted by their names, and when each was handed over: a queue then tells how old it is."""

from time import perf_counter, time
from typing import Any

from celery import Task
from celery.signals import before_task_publish, task_postrun, task_prerun, worker_process_init
from prometheus_client import Counter, Gauge, Histogram

from accounts import metrics
from fogsite.metrics import folder
from games.core.seams import sweeps

PUBLISHED = "published"
"""The header of a message that says when it was handed over, in seconds since 1970."""
SWEEP = "games.tasks.sweep"
RESULTS = {"SUCCESS": "success", "FAILURE": "failure"}
OTHER = "other"
BUCKETS = (0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120)
"""Seconds; the last is the time limit of a task."""

TASKS = Counter("fogsite_tasks", "Tasks that have ended.", ["task", "result"])
SECONDS = Histogram("fogsite_task_seconds", "How long a task took.", ["task"], buckets=BUCKETS)
RUNNING = Gauge("fogsite_tasks_running", "Processes that work on a task.", multiprocess_mode="livesum")


_begun = dict[str, float]()
"""When each task began that runs in this process, by its id."""


@before_task_publish.connect
def note_published(headers: dict[str, Any], **_: Any) -> None:
    headers[PUBLISHED] = time()


@worker_process_init.connect
def forget_killed(**_: Any) -> None:
    """Forget that a process was busy which was killed, and in whose place this one comes."""
    folder.forget_dead()


@task_prerun.connect
def note_begun(task_id: str, **_: Any) -> None:
    _begun[task_id] = perf_counter()
    metrics.show_number(RUNNING, 1)


@task_postrun.connect
def note_ended(task_id: str, task: Task, state: str, **_: Any) -> None:
    metrics.show_number(RUNNING, 0)
    name = name_of(task)
    metrics.observe(SECONDS, perf_counter() - _begun.pop(task_id), name)
    metrics.count_one(TASKS, name, RESULTS.get(state, OTHER))


def name_of(task: Task) -> str:
    """Return the name of a task, that of a feature's sweep with the sweep's own."""
    if task.name != SWEEP:
        return task.name
    sweep = next(iter(task.request.args or ()), None)
    return f"{SWEEP} {sweep}" if sweep in sweeps.SWEEPS.registered else f"{SWEEP} {OTHER}"
