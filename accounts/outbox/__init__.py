"""What we tell people: queued with the change it tells of, delivered afterwards, at least once."""

from accounts.outbox.delivery import deliver, deliver_all, deliver_due, due_rows
from accounts.outbox.queueing import email_row, enqueue, queue, queue_all, queue_to, queued, release, wake, wake_sweep
from accounts.outbox.registry import find_subjects_by, needed_while, notice_kinds, notice_title, register, subjects
from accounts.outbox.upkeep import health, listed_since, remove_old
from accounts.outbox.wanted import wants
