"""Scenes in which what is read of seats that went to somebody else can be tried; see `readers`."""

from __future__ import annotations

import json
from typing import Any

from accounts import blocks
from games.core.documents import archive, records
from games.core.models import Match, Seat, Substitution
from games.core.reading import reliability, substitutes
from games.core.services import play
from games.substitutes import notices, pages as open_seats, services
from tests.games import tables
from tests.games.rows.doors import DAY, NOON, Act, Cast
from tests.games.rows.doors_substitutes import seek, sought, taken
from tests.games.rows.readers import reader
from tests.parts.cast import person


@reader("substitutes.of_match", [("Ann", "Cat", 1)])
def _of_match(cast: Cast) -> Act:
    match = tables.now(taken(cast))
    taken(cast, "-other")

    def found() -> Any:
        rows = substitutes.of_match(match, list(match.seats.all()))
        return [(_called(cast, each.former), _called(cast, each.user), each.ply) for each in rows]

    return found


def _called(cast: Cast, user: Any) -> str:
    return next(name for name in ("Ann", "Ben", "Cat") if getattr(cast, name.lower()) == user)


@reader("substitutes.lapsed", ["lapsed"])
def _lapsed(cast: Cast) -> Act:
    """Set the scene with three seats. One is still open, and one was taken."""
    match, still, _ = sought(cast), sought(cast, "-still"), taken(cast, "-taken")
    Seat.objects.filter(match=still.pk, open_until__isnull=False).update(open_until=NOON + 4 * DAY)
    mine = {match.pk: "lapsed", still.pk: "still"}
    return lambda: [mine.get(pk, "other") for pk in services.lapsed(NOON + 3 * DAY) if pk in cast_matches(cast)]


def cast_matches(cast: Cast) -> set[int]:
    """Return the matches of a scene."""
    return set(Match.objects.filter(public_id__startswith=cast.key).values_list("pk", flat=True))


@reader("substitutes.require_may", ["NoSubstitute", "NoSubstitute", "NoSubstitute"])
def _may(cast: Cast) -> Act:
    """Set the scene: neither players who have played there nor players who do play may take the seat."""
    match = taken(cast)
    return lambda: [_refused(user, match) for user in (cast.ann, cast.ben, cast.cat)]


def _refused(user: Any, match: Match) -> str:
    try:
        services.require_may(user, match.seats.all())
    except services.NoSubstitute as error:
        return type(error).__name__
    return ""


@reader("notices.substitutes", ["Cat", "", "Ann is ill."])
def _told(cast: Cast) -> Act:
    first, second = taken(cast), cast._replace(key=f"{cast.key}-ruled").match()
    services.replace(second.public_id, 0, "Ann is ill.", cast.cat.username)

    def told() -> Any:
        rows = [
            Substitution.objects.select_related("match", "user", "former").get(match=each) for each in (first, second)
        ]
        letter: Any = notices.relieved_notice(cast.ann, {"match": first.pk, "ply": 1})
        return [_name(cast, letter.context["name"]), *(notices._reason(row) for row in rows)]

    return told


def _name(cast: Cast, name: str) -> str:
    return "Cat" if name == cast.cat.username else name


@reader("records of a match with a substitute", [("Ann", "Ben"), "Cat"])
def _records(cast: Cast) -> Act:
    match = taken(cast)
    play.resign(match.public_id, cast.ben.pk)
    other = taken(cast, "-other")
    play.resign(other.public_id, cast.ben.pk)

    def written() -> Any:
        record = records.finished_record(tables.now(match))
        names = {getattr(cast, name.lower()).username: name for name in ("Ann", "Ben", "Cat")}
        joined = tuple(names[joiner.name] for joiner in record.seats)
        return [joined, *(names[each.name] for each in record.substitutes)]

    return written


@reader("records of a match with a substitute, taken in", 1)
def _imported(cast: Cast) -> Act:
    match = taken(cast)
    play.resign(match.public_id, cast.ben.pk)
    record = records.finished_record(tables.now(match))
    Match.objects.filter(pk=match.pk).update(public_id=f"{cast.key}-gone")
    return lambda: records.import_record(record).substitutions.count()


@reader("archive of seats given away", ["Ben bluffs."], of_a_person=True)
def _archive(cast: Cast) -> Act:
    taken(cast)
    return lambda: [row["notes"] for row in json.loads(dict(archive.archive_documents(cast.ann))["given-away/1.json"])]


@reader("reliability of a replaced player", [1, 0], of_a_person=True)
def _reliability(cast: Cast) -> Act:
    taken(cast)
    return lambda: [reliability.reliability_of(user.pk).absences for user in (cast.ann, cast.cat)]


@reader("open seats", [False, False, True, True])
def _open_seats(cast: Cast) -> Act:
    """Set the scene: seats aren't open to those who play there."""
    match = sought(cast, "-sought")

    def found() -> Any:
        users = (cast.ann, cast.ben, cast.cat)
        rows = [match.pk in {each.match_id for each in open_seats.open_to(user)} for user in users]
        return [*rows, open_seats.find_open_seat(match.public_id).match_id == match.pk]

    return found


@reader("open seats of a blocked player", [[], []])
def _open_seats_blocked(cast: Cast) -> Act:
    match = taken(cast, "-first")
    seek(match, cast.cat)
    dan, eve = (person(f"{name}.{cast.key}") for name in ("Dan", "Eve"))
    blocks.block(cast.ann, dan)
    blocks.block(eve, cast.ben)
    mine = [seat.pk for seat in match.seats.all()]
    return lambda: [[each.pk for each in open_seats.open_to(user) if each.pk in mine] for user in (dan, eve)]
