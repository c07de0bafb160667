"""What is to be told: queued with the change it tells of, delivered afterwards, at least once."""

from accounts.outbox.delivery import deliver, deliver_all, deliver_due, due_rows, wants
from accounts.outbox.queueing import enqueue, letter, queue, queue_all, queue_to, queued, release, wake, wake_sweep
from accounts.outbox.registry import find_subjects_by, kinds, needed_while, register, subjects, title
from accounts.outbox.upkeep import health, listed_since, remove_old

__all__ = [
    "deliver",
    "deliver_all",
    "deliver_due",
    "due_rows",
    "enqueue",
    "find_subjects_by",
    "health",
    "kinds",
    "letter",
    "listed_since",
    "needed_while",
    "queue",
    "queue_all",
    "queue_to",
    "queued",
    "register",
    "release",
    "remove_old",
    "subjects",
    "title",
    "wake",
    "wake_sweep",
    "wants",
]
