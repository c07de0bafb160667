"""People with an account, as they have chosen, and the last step of each channel, which notes what it is given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from django.utils import timezone

from accounts import channels
from accounts.channels import DeliveryError, Notice, Rejection
from accounts.models import Endpoint, Outbox, Preferences, User
from tests.week.book import Book, Told
from tests.week.people import MAILBOX, Person


def enter(person: Person, name: str) -> User:
    """Return somebody with an account who has chosen this."""
    user = User.objects.create_user(name, f"{name}@example.org", None, time_zone=person.zone)
    begin, end = person.quiet or (None, None)
    Preferences.objects.create(
        user=user,
        rhythm=person.rhythm,
        summary_hour=person.hour,
        quiet_from=begin,
        quiet_to=end,
        urgent_anyway=person.urgent_anyway,
        turn_mails=person.turns,
        remind_late=person.late,
        by_email=person.by_email,
    )
    for channel in person.endpoints:
        address = f"https://{channel}.example.org/{user.pk}"
        Endpoint.objects.create(user=user, channel=channel, name=channel, address=address)
    return user


@contextmanager
def noted(book: Book) -> Iterator[None]:
    """Have channels note in a book what they are given, or take nothing, as it says."""

    def transport(channel: str) -> _Noting:
        return _Noting(book, channel)

    with mock.patch.object(channels, "transport", transport):
        yield


class _Noting:
    """A channel that hands on nothing."""

    def __init__(self, book: Book, channel: str) -> None:
        self.book, self.channel = book, channel

    def send(self, row: Outbox, notice: Notice) -> None:
        now = timezone.now()
        if self.book.is_down(self.channel, now):
            raise self._failure()
        assert row.recipient_id is not None
        for each in notice.context.get("notices", [notice]):
            told = Told(row.recipient_id, each.url, each.template, self.channel, now, each.urgent)
            self.book.told.append(told)

    def _failure(self) -> DeliveryError:
        if self.channel == MAILBOX:
            return Rejection("The mail server takes nothing from us.", of_all=True)
        return DeliveryError("The server responded with status 503.")

    def close(self) -> None:
        """Do nothing: nothing is kept open."""
