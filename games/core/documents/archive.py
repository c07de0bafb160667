"""All that the site knows of one user, as a zip of JSON documents that is written while it is sent."""

import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import blocks, outbox
from accounts.models import Feed, Outbox, Preferences, SignUp, User
from accounts.personal import personal
from games.core.clock.terms import Chosen
from games.core.documents import records
from games.core.models import Match, Seat, Substitution
from games.core.seams import leaving
from games.core.seams.leaving import PORTION, fields, in_portions
from games.rules.record import dumps


class _Pipe(io.RawIOBase):
    """A file that is only written to; what was written is taken out again and again, so that it never grows large."""

    def __init__(self) -> None:
        self.held: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.held.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        taken = b"".join(self.held)
        self.held = []
        return taken


def stream(user: User) -> Iterator[bytes]:
    """Yield the archive in pieces, each with one document at most.

    A document's name says what is in it.
    """
    pipe = _Pipe()
    with personal(user), zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, document in archive_documents(user):
            archive.writestr(name, document)
            yield pipe.take()
    yield pipe.take()


def archive_documents(user: User) -> Iterator[tuple[str, bytes]]:
    """Yield every document of the archive and its name: about the account first, then about matches, one by one."""
    yield "README.txt", _readme().encode()
    yield "account.json", _json(_account(user))
    yield "settings.json", _json(_settings(user))
    yield from _parts("seats", (_seat(row) for row in in_portions(_seats(user))))
    yield from _parts("given-away", (_given_away(row) for row in in_portions(_seats_given(user))))
    for document in leaving.documents():
        yield from _parts(document.name, document.rows(user))
    yield from _parts("mails", (_mail(row) for row in in_portions(_mails(user))))
    for seat in in_portions(_seats(user).filter(number__isnull=False)):
        yield f"matches/{seat.match.public_id}.json", _record(seat)


def _readme() -> str:
    lines = [
        _("account.json: who you are here, your favourites, the players you block and the programs that play for you."),
        _("settings.json: which emails you want."),
        _("seats: all your matches, with your results, notes and plans."),
        _("given-away: seats that someone took over from you, with your notes and plans."),
        *(_(document.about) for document in leaving.documents()),
        _(
            "mails: what we sent you, or meant to send you, in the last {days} days, and older emails "
            "about matches still in progress."
        ).format(days=settings.OUTBOX_KEPT),
        _("matches: the full record of every finished match, and what you know about matches in progress."),
    ]
    parts = [_("This is everything the site knows about you."), "\n".join(lines), _("All times are in UTC.")]
    return "\n\n".join(parts) + "\n"


def _parts(name: str, rows: Iterable[dict[str, Any]]) -> Iterator[tuple[str, bytes]]:
    """Yield the rows as documents of PORTION rows each, at least one: `name/1.json`, `name/2.json` …"""
    number = 1
    part = []
    for row in rows:
        part.append(row)
        if len(part) == PORTION:
            yield f"{name}/{number}.json", _json(part)
            number = number + 1
            part = []
    if part or number == 1:
        yield f"{name}/{number}.json", _json(part)


ENDPOINT = ("channel", "name", "address", "shape", "created", "used", "failing", "off", "error")


def _json(value: Any) -> bytes:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1).encode()


# --- What the documents hold ----------------------------------------------------------------------------------------


def _account(user: User) -> dict[str, Any]:
    names = ["username", "email", "date_joined", "last_login", "time_zone", "language", "bounced", "proved"]
    names += ["dump_number", "is_program"]
    programs = [fields(token, "name", "scope", "created", "used") for token in user.auth_token_set.all()]
    sign_ups = SignUp.objects.filter(guest=user)  # what a guest has filled in to become an account
    return {
        **fields(user, *names),
        **leaving.of_account(user),
        "blocked": [person.username for person in blocks.blocked_by(user)],
        "programs": programs,
        "endpoints": [fields(each, *ENDPOINT) for each in user.endpoints.all()],
        "vacations": [fields(each, "begins", "ends", "automatic", "created") for each in user.vacations.all()],
        "feeds": [fields(each, "created") for each in Feed.objects.filter(user=user)],
        "sign_ups": [fields(row, "username", "email", "time_zone", "language", "expires") for row in sign_ups],
    }


def _settings(user: User) -> dict[str, Any]:
    row = Preferences.objects.filter(user=user).first() or Preferences(user=user)
    return fields(row, *(field.name for field in Preferences._meta.fields if field.name not in ("id", "user")))


def _seats(user: User) -> QuerySet[Seat]:
    rows = Seat.objects.filter(user=user).select_related("match").prefetch_related("match__rulings")
    return rows.order_by("pk")


def _seat(row: Seat) -> dict[str, Any]:
    match = fields(row.match, "game", "status", "rated", "private", "watchable", "pair", "pace_days")
    match |= fields(row.match, "created", "started", "ended")
    match |= {"clock": Chosen.of(row.match).columns, "last_moment": row.match.last_moment}
    names = ["number", "entropy", "entropy_source", "outcome", "score", "army", "notes", "plan", "offer", "offer_days"]
    names += ["plan_by_program", "chat_muted", "spared", "absent", "absent_since", "declared"]
    return {"match": row.match.public_id, **match, **fields(row, *names), "reason": row.match.reason}


def _seats_given(user: User) -> QuerySet[Substitution]:
    rows = Substitution.objects.filter(former=user).select_related("match", "user").prefetch_related("match__seats")
    return rows.order_by("pk")


def _given_away(row: Substitution) -> dict[str, Any]:
    """Return a seat that its player gave away, with the number `ply` by which this player knows the entry."""
    names = ("seat", "notes", "plan", "absent", "absent_since", "created")
    seat = next(each for each in row.match.seats.all() if each.number == row.seat)
    about = {"match": row.match.public_id, "game": row.match.game, "to": row.user.username}
    return {**about, "ply": seat.counted(row.ply), **fields(row, *names)}


def _mails(user: User) -> Any:
    return Outbox.objects.of(user).order_by("created", "kind", "key")


def _mail(row: Any) -> dict[str, Any]:
    return {
        "what": outbox.notice_title(row.kind),
        **fields(row, "status", "created", "sent_at", "error", "report", "came_back"),
    }


def _record(seat: Seat) -> bytes:
    """Return the record of a match as its player may read it now."""
    if seat.match.status == Match.Status.PLAYING:
        return records.seen_json(seat.match, seat.index)
    return dumps(records.finished_record(seat.match))
