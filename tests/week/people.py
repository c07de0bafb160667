"""What people have chosen, at random; nothing here knows the service."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

ZONES = (
    *("Europe/London", "Europe/Berlin", "Europe/Athens", "America/St_Johns", "America/New_York", "America/Los_Angeles"),
    *("America/Sao_Paulo", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Apia"),
)
MAILBOX, WEBHOOK, PUSH = "email", "webhook", "push"


@dataclass(frozen=True)
class Person:
    """When and where somebody wants to be told.

    `hour` is that of the daily summary, `quiet` the hours from and until which it is quiet, `turns` whether turns are
    told at all, `late` whether to remind of a turn three hours before its time is up; `endpoints` are channels.
    """

    zone: str
    rhythm: str = "each"
    hour: int = 18
    quiet: tuple[int, int] | None = None
    urgent_anyway: bool = True
    turns: bool = True
    late: bool = True
    by_email: bool = True
    endpoints: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """The channels by which to tell, as long as all of them work."""
        return self.endpoints if self.endpoints and not self.by_email else (MAILBOX, *self.endpoints)


def anybody(chance: Random) -> Person:
    """Return somebody who has chosen by chance."""
    return Person(
        zone=chance.choice(ZONES),
        rhythm=chance.choices(["each", "hourly", "daily", "off"], [40, 25, 30, 5])[0],
        hour=chance.randrange(24),
        quiet=_quiet(chance),
        urgent_anyway=chance.random() < 0.5,
        turns=chance.random() < 0.95,
        late=chance.random() < 0.8,
        by_email=chance.random() < 0.5,
        endpoints=chance.choice([(), (), (WEBHOOK,), (PUSH,), (WEBHOOK, PUSH)]),
    )


def _quiet(chance: Random) -> tuple[int, int] | None:
    """Return a night, some hours of the day, or none."""
    night = (chance.choice([20, 21, 22, 23, 0, 1]), chance.choice([2, 3, 5, 6, 7, 8, 9]))
    day = (chance.randrange(24), chance.randrange(24))
    return chance.choices([None, night, day], [35, 50, 15])[0]
