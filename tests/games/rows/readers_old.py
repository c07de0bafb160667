"""Scenes in which what becomes of old rows can be tried; see `readers`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.test import override_settings

from accounts import deletions, notices, session_users as holders
from accounts.models import Outbox, OutboxCount, User, Vacation
from accounts.outbox import counts
from games.core.models import Heartbeat, Match, Snapshot
from games.core.seams import afterwards, panels
from games.core.seams.panels import Panel
from games.core.services import heartbeats, leaving, schedule, upkeep
from games.guests import unproved
from games.lobby import sweeps as lobby_sweeps
from tests.games import tables
from tests.games.rows.doors import DAY, NOON, Act, Cast
from tests.games.rows.doors_old import unconfirmed
from tests.games.rows.readers import over, reader


@reader("upkeep.thin", [([1], ["", ""]), ([0, 1], ["UTC", "UTC"]), ([0], ["UTC", "UTC"])])
def _thin(cast: Cast) -> Act:
    """Return a match over for long, one over lately, one that runs: which snapshots and zones each has left."""
    matches = [over(cast, "long"), over(cast, "lately"), cast.match()]
    for match in matches[:2]:
        Snapshot.objects.get_or_create(match=match, ply=0, version=1, defaults={"state": b"", "digest": ""})
    Match.objects.filter(pk=matches[0].pk).update(ended=NOON - 90 * DAY)

    def left(match: Match) -> tuple[list[int], list[str]]:
        plies = Snapshot.objects.filter(match=match).order_by("ply").values_list("ply", flat=True)
        return list(plies), list(match.seats.values_list("zone", flat=True))

    def thinned() -> list[tuple[list[int], list[str]]]:
        upkeep.thin(NOON)
        return [left(match) for match in matches]

    return thinned


@reader("upkeep.remove_vacations", [True, False])
def _vacations(cast: Cast) -> Act:
    """Set the scene with a vacation that ended two years ago, and one that a match may not know of."""
    day = {"user": cast.ann, "begins": NOON - 731 * DAY, "ends": NOON - 730 * DAY}
    made = [Vacation.objects.create(noted=noted, **day) for noted in (True, False)]

    def gone() -> list[bool]:
        upkeep.remove_vacations(NOON)
        return [not Vacation.objects.filter(pk=each.pk).exists() for each in made]

    return gone


@reader("lobby_sweeps.void_unoffered", ["void", "open", "open", "playing"])
def _void(cast: Cast) -> Act:
    """Set the scene without an invitation: one that waits for long, one that doesn't, and one that runs.

    One more has its invitation.
    """
    names = ("alone", "lately", "invited")
    alone, lately, invited = (tables.offer(cast.ann, public_id=f"{cast.key}-{name}") for name in names)
    playing = cast.match()
    for match in (alone, lately, playing):
        match.invitation.delete()
    Match.objects.filter(pk__in=[alone.pk, invited.pk, playing.pk]).update(created=NOON - 14 * DAY)

    def ended() -> list[str]:
        lobby_sweeps.void_unoffered(NOON)
        return [tables.now(match).status for match in (alone, lately, invited, playing)]

    return ended


@reader("heartbeats.remove_forgotten", ["web1"])
def _forgotten(cast: Cast) -> Act:
    for name, at in (("web1", NOON), ("web2", NOON - 2 * DAY)):
        Heartbeat.objects.create(name=f"{cast.key} {name}", at=at)

    def left() -> list[str]:
        heartbeats.remove_forgotten()
        found = Heartbeat.objects.filter(name__startswith=cast.key).order_by("name").values_list("name", flat=True)
        return [name.removeprefix(f"{cast.key} ") for name in found]

    return left


@reader("heartbeats.record_end", [("other", False), ("part", True)])
def _end(cast: Cast) -> Act:
    for name in ("part", "other"):
        Heartbeat.objects.update_or_create(name=f"{cast.key} {name}", defaults={"at": NOON - DAY})

    def ends() -> list[tuple[str, bool]]:
        heartbeats.record_end(f"{cast.key} part", NOON + DAY)
        found = Heartbeat.objects.filter(name__startswith=cast.key).order_by("name").values_list("name", "at")
        return [(name.removeprefix(f"{cast.key} "), at == NOON + DAY) for name, at in found]

    return ends


@reader("deletions.write_missing", [True, False, False])
def _listed(cast: Cast) -> Act:
    """Set the scene with an account that was closed, one that no backup has, and a guest."""
    people = (cast.ann, cast.ben, cast.cat)
    for user, at in zip(people, (NOON, NOON - deletions.KEPT - DAY, NOON), strict=True):
        User.objects.filter(pk=user.pk).update(left=at, guest_until=NOON if user == cast.cat else None)

    def listed() -> list[bool]:
        with TemporaryDirectory() as folder, override_settings(DELETIONS_FILE=f"{folder}/list"):
            deletions.write_missing(NOON)
            found = deletions.read_list(Path(folder, "list"))
        return [user.pk in found for user in people]

    return listed


@reader("leaving.open_again", [True, False, False])
def _open_again(cast: Cast) -> Act:
    """Set the scene with an account that a restore has opened, one that is closed, and one that nobody has closed."""
    people = (cast.ann, cast.ben, cast.cat)
    User.objects.filter(pk__in=[user.pk for user in people]).update(date_joined=NOON - DAY)
    User.objects.filter(pk=cast.ben.pk).update(left=NOON)

    def back() -> list[bool]:
        found = leaving.open_again({cast.ann.pk: NOON, cast.ben.pk: NOON})
        return [user in found for user in people]

    return back


def _sweeps(cast: Cast) -> list[str]:
    """Return rows of a sweep, and of one that is no more; what both are called."""
    names = ["sweep award", f"sweep {cast.key}"]
    for name in names:
        Heartbeat.objects.update_or_create(name=name, defaults={"at": NOON - DAY})
    return names


@reader("schedule.late", ["award"])
def _late(cast: Cast) -> Act:
    _sweeps(cast)
    return lambda: [each.name for each in schedule.late()]


@reader("afterwards.failures", [("ratings", "tally")])
def _failures(cast: Cast) -> Act:
    """Return a hook that has failed since its sweep came through, and one that is no more."""
    hooks = {"hook ratings": NOON, f"hook {cast.key}": NOON, "sweep tally": NOON - DAY}
    for name, at in hooks.items():
        Heartbeat.objects.update_or_create(name=name, defaults={"at": at})
    return lambda: [(each.name, each.sweep) for each in afterwards.failures()]


@reader("panels.failed_panels", [("greeting", "on the home page")])
def _failed_panels(cast: Cast) -> Act:
    """Return a panel that has failed of late, and one that is no more."""
    for name in ("greeting", cast.key):
        Heartbeat.objects.update_or_create(name=f"panel {name} on the home page", defaults={"at": NOON})

    def named() -> list[tuple[str, str]]:
        with patch.dict(panels.HOME.panels.registered, {"greeting": Panel(str, "greeting.jinja")}):
            return [(each.name, each.place) for each in panels.failed_panels()]

    return named


@reader("schedule.remove_gone", ["sweep award"])
def _gone(cast: Cast) -> Act:
    names = _sweeps(cast)

    def left() -> list[str]:
        schedule.remove_gone()
        return list(Heartbeat.objects.filter(name__in=names).values_list("name", flat=True))

    return left


@reader("holders.remove_expired", ["here"])
def _expired(cast: Cast) -> Act:
    for name, days in (("gone", -1), ("here", 1)):
        Session.objects.create(session_key=f"{cast.key}{name}", session_data="", expire_date=NOON + days * DAY)

    def left() -> list[str]:
        holders.remove_expired()
        found = Session.objects.filter(session_key__startswith=cast.key).values_list("session_key", flat=True)
        return [key.removeprefix(cast.key) for key in found]

    return left


@reader("unproved.close_unproved", ["Una"])
def _unproved(cast: Cast) -> Act:
    """Return one to be closed, and one of each kind that stays."""
    una, late, host, invited, proved, confirmed = (
        unconfirmed(cast, name) for name in ("Una", "Late", "Host", "Invited", "Proved", "Confirmed")
    )
    User.objects.filter(pk=late.pk).update(date_joined=NOON + DAY)
    User.objects.filter(pk=proved.pk).update(proved=NOON)
    EmailAddress.objects.filter(user=confirmed).update(verified=True)
    tables.offer(host, public_id=f"{cast.key}-host")
    cast.invited(cast.ann, invited)
    users = {una.pk: "Una", late.pk: "Late", host.pk: "Host", invited.pk: "Invited", proved.pk: "Proved"}
    users[confirmed.pk] = "Confirmed"

    def closed() -> list[str]:
        unproved.close_unproved(NOON + 30 * DAY)
        return [name for pk, name in users.items() if User.objects.get(pk=pk).left]

    return closed


@reader("counts.count_deleted", {"email": 2, "pigeon": 1})
def _counted(cast: Cast) -> Act:
    def row(number: int, **given: Any) -> Outbox:
        return Outbox(recipient=cast.ann, kind=cast.key, key=f"{number}", status="obsolete", created=NOON, **given)

    rows = [row(1), row(2), row(3, channel="pigeon")]

    def kept() -> dict[str, int]:
        counts.count_deleted(rows)
        return dict(OutboxCount.objects.filter(kind=cast.key).values_list("channel", "number"))

    return kept


@reader("notices.remove_unconfirmed", [False, True, True, True])
def _unconfirmed(cast: Cast) -> Act:
    """Return a new address asked for long ago; one asked for again, one that is confirmed, and one asked for lately."""
    names = ("old", "again", "confirmed", "new")
    made = [EmailAddress.objects.create(user=cast.ann, email=f"{cast.key}.{name}@example.org") for name in names]
    for address in [*made, made[1]]:
        notices.queue_confirmation(address)
    Outbox.objects.filter(address__startswith=cast.key).update(status="sent", sent_at=NOON)
    for address in made[:3]:
        first = Outbox.objects.filter(address=address.email).values_list("pk", flat=True)[0]
        Outbox.objects.filter(pk=first).update(created=NOON - 8 * DAY)
    EmailAddress.objects.filter(pk=made[2].pk).update(verified=True)

    def left() -> list[bool]:
        notices.remove_unconfirmed(NOON)
        return [EmailAddress.objects.filter(pk=address.pk).exists() for address in made]

    return left
