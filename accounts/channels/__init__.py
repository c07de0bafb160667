"""Ways of telling. A new one is a folder beside `email/` and a line in CHANNELS."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Protocol, Self

from django.utils.module_loading import import_string

if TYPE_CHECKING:  # settings read this package before models exist
    from accounts.models import Outbox

CHANNELS = {
    "email": "accounts.channels.email.transport.EmailTransport",
    "webhook": "accounts.channels.webhook.transport.WebhookTransport",
    "push": "accounts.channels.push.transport.PushTransport",
}

STRANGERS = ("webhook",)
"""Those that lead to servers which anybody may run, and which may be slow on purpose: nothing else waits for them."""


@dataclass(frozen=True)
class Notice:
    """What we tell a recipient, in their language.

    `template` names `emails/<template>.txt` and `.html`, rendered with `context`. `preference` is the field of
    Preferences that stops notices of this sort (`""` if nothing does). Mail programs show notices to one user with the
    same `thread` together. `proof` names what a link in the notice proves (`""` for none): within `lasts` of sending
    one, no other notice of the same kind and proof is sent to the same address. `url` is where it leads, `deadline`
    until when something is owed, `urgent` whether that is nearly over, `muted` whether its reader wants to hear nothing
    of the match, `to_suspended` whether a suspended reader gets it too.
    """

    subject: str
    template: str
    context: dict[str, Any] = field(default_factory=dict)
    preference: str = ""
    thread: str = ""
    proof: str = ""
    lasts: timedelta = timedelta()
    url: str = ""
    deadline: datetime | None = None
    urgent: bool = False
    muted: bool = False
    to_suspended: bool = False


class DeliveryError(Exception):
    """Why a notice could not be sent, as a sentence; whether trying again is pointless, or after how long it is not."""

    def __init__(self, message: str, *, permanent: bool = False, again: timedelta | None = None) -> None:
        super().__init__(message)
        self.permanent = permanent
        self.again = again


class Rejection(DeliveryError):
    """The refusal of a letter by a channel's server; `of_all` if the server would take no letter for any recipient."""

    def __init__(self, message: str, *, permanent: bool = False, of_all: bool = False) -> None:
        super().__init__(message, permanent=permanent)
        self.of_all = of_all


class Transport(Protocol):
    def send(self, row: "Outbox", notice: Notice) -> None:
        """Hand the notice over, or raise DeliveryError."""

    def close(self) -> None:
        """End what was kept open from one notice to the next."""


class Transports:
    """The transports that were asked for while a `with` lasts, each made once, so that it may keep its server."""

    def __init__(self) -> None:
        self.made: dict[str, Transport] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for each in self.made.values():
            each.close()

    def of(self, channel: str) -> Transport:
        """Return the transport of a channel; raises DeliveryError for a channel nobody provides."""
        if channel not in self.made:
            self.made[channel] = transport(channel)
        return self.made[channel]


def transport(channel: str) -> Transport:
    """Return the transport of a channel; raises DeliveryError for a channel nobody provides."""
    if channel not in CHANNELS:
        raise DeliveryError(f"There is no way of telling called “{channel}”.", permanent=True)
    made: Transport = import_string(CHANNELS[channel])()
    return made
