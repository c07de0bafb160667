"""Scenes in which what is read of ratings by a key can be tried; see `readers`."""

from __future__ import annotations

import json
import re
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied

from accounts import blocks, guests, people
from accounts.models import User
from games.admin import MatchAdmin
from games.core.models import Match, Seat
from games.core.services import play
from games.favourites import services as favourites
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.ratings import dump, dumped_facts as facts, pages, queries as reading, services as ratings, shapes as shown
from games.ratings.models import RatingChange
from games.site import oneself
from tests.games import tables
from tests.games.rows.doors import Act, Cast, posted
from tests.games.rows.doors_ratings import GAME, rated, season
from tests.games.rows.doors_substitutes import taken
from tests.games.rows.readers import over, reader
from tests.parts.cast import person

CAST = ("Ann", "Ben", "Cat")


@reader("ratings.tally_due", [["counts", "counts"], ["absence", "absence"], ["counts", "counts"]], of_a_person=True)
def _due(cast: Cast) -> Act:
    made = season(cast)

    def tallied() -> list[list[str]]:
        ratings.tally_due()
        rows = [RatingChange.objects.filter(match=match) for match in made]
        return [list(found.values_list("verdict", flat=True)) for found in rows]

    return tallied


@reader("ratings.of_person", ["1421", "1421, 1"], of_a_person=True)
def _of_person(cast: Cast) -> Act:
    """Set the scene on Ben's profile, and beside him in the table."""
    rated(f"{cast.key}-rated", cast.ann, cast.ben)
    rated(f"{cast.key}-house", cast.ann, cast.cat, answered_ply=None)
    ratings.tally(GAME)

    def read() -> list[str]:
        profile = reading.of_person(cast.ben.pk)
        listed = [row for row in pages.ranking(GAME, cast.ben, None).rows if row.is_me]
        assert [each.mine.number for each in pages.overview(cast.ben) if each.mine] == [1421]
        return [
            ", ".join(str(each.number) for each in profile),
            ", ".join(f"{row.rated.number}, {row.rated.matches}" for row in listed),
        ]

    return read


@reader("ratings.curves", [[1579, 1638, 1683], []], of_a_person=True)
def _curves(cast: Cast) -> Act:
    """Set the scene: Ann wins against Ben three times, and a match of Cat's doesn't count."""
    for number in range(3):
        rated(f"{cast.key}-{number}", cast.ann, cast.ben)
    rated(f"{cast.key}-house", cast.ann, cast.cat, answered_ply=None)
    ratings.tally(GAME)

    def read() -> list[list[int]]:
        found = [reading.curves(user.pk) for user in (cast.ann, cast.cat)]
        return [[number for curve in each.values() for number in curve.numbers] for each in found]

    return read


@reader("oneself.read_oneself", ([1579], ["Ben"], [1421], []), of_a_person=True)
def _oneself(cast: Cast) -> Act:
    """Return Ann's page and Ben's, whom she likes to play; Cat has blocked her."""
    rated(f"{cast.key}-rated", cast.ann, cast.ben)
    ratings.tally(GAME)
    favourites.add(cast.ann, cast.ben), favourites.add(cast.ann, cast.cat)
    blocks.block(cast.cat, cast.ann)
    names = {user.username: name for user, name in zip((cast.ann, cast.ben, cast.cat), CAST, strict=True)}

    def read() -> tuple[list[Any], ...]:
        found = [oneself.read_oneself(user) for user in (cast.ann, cast.ben)]
        shown = [([row.number for row in each.rated], [names[name] for name in each.favourites]) for each in found]
        return tuple(part for each in shown for part in each)

    return read


@reader("ratings.of_match", ["1500 → 1579", "1500 → 1421"])
def _of_match(cast: Cast) -> Act:
    """Set the scene with two matches of the same people. The first is asked for."""
    match = rated(f"{cast.key}-first", person(f"Kim.{cast.key}"), person(f"Lou.{cast.key}"))
    ratings.tally(GAME)
    seats = list(Seat.objects.filter(match=match).select_related("user"))

    def read() -> list[str]:
        over = Match.objects.get(pk=match.pk)
        found = reading.of_match(over, seats)
        assert [each.after.number for each in shown.changes_by_seat(over, seats)] == [1579.133, 1420.867]
        return [each.words.partition(" (")[0] for each in found.changes]

    return read


@reader("ratings.of_match.unrated", ["Not rated: Guest-1 joined as a guest.", ""])
def _unrated(cast: Cast) -> Act:
    """Set the scene with two matches by link. A guest joined one, and Ben the other."""
    joined = []
    for key, user in (("guest", guests.create()), ("ben", cast.ben)):
        match = tables.offer(cast.ann, public_id=f"{cast.key}-{key}")
        Match.objects.filter(pk=match.pk).update(rated=key == "guest")
        Invitation.objects.filter(match=match).update(audience="link")
        lobby.join(match.public_id, user)
        joined.append(tables.now(match))

    def read() -> list[str]:
        found = [reading.of_match(match, match.seats.select_related("user")) for match in joined]
        return [re.sub(r"Guest-\d+", "Guest-1", each.unrated) for each in found]

    return read


@reader("admin.ask_view", ["refused", 200])
def _strike_view(cast: Cast) -> Act:
    """Set the scene for Ann, who sits in the match, and for Cat, who sits in another match of Ben's."""
    match = rated(f"{cast.key}-struck", cast.ann, cast.ben)
    rated(f"{cast.key}-other", cast.cat, cast.ben)
    User.objects.filter(pk__in=[cast.ann.pk, cast.cat.pk]).update(is_superuser=True)

    def asked(user: User) -> object:
        try:
            request = posted(User.objects.get(pk=user.pk))
            return MatchAdmin(Match, admin.site).ask_view(request, match.pk, "strike").status_code
        except PermissionDenied:
            return "refused"

    return lambda: [asked(cast.ann), asked(cast.cat)]


@reader("facts.fact_lines", ["0", "1", "2"])
def _facts(cast: Cast) -> Act:
    """Set the scene with this season's lines among all lines, in the order of ends."""
    season(cast)
    named = re.compile(rf'"match":"{cast.key}-(\d)"')
    return lambda: [found[1] for line in facts.fact_lines() if (found := named.search(line))]


@reader("dump.dump_lines", [["Ann", "Ben"], ["Cat", "Ben"]], of_a_person=True)
def _dump(cast: Cast) -> Act:
    """Set the scene with the lines of two matches. In one Cat has taken over from Ann.

    They say by number who sits there.
    """
    ours = [over(cast).public_id, taken(cast).public_id]
    play.resign(ours[1], cast.cat.pk)
    called = {user.dump_number: name for user, name in zip((cast.ann, cast.ben, cast.cat), CAST, strict=True)}

    def read() -> list[list[str]]:
        found = {line["match"]: line["seats"] for line in map(json.loads, dump.dump_lines())}
        return [[called[seat["player"]] for seat in found[key]] for key in ours]

    return read


@reader("people.number_all", [True, False])
def _number_all(cast: Cast) -> Act:
    """Say whether another number than before: Ann, who had none yet, and Ben, who has one."""
    User.objects.filter(pk=cast.ann.pk).update(dump_number=None)

    def numbered() -> list[bool]:
        people.number_all()
        users = [User.objects.get(pk=user.pk) for user in (cast.ann, cast.ben)]
        return [
            user.dump_number not in (None, before.dump_number) for user, before in zip(users, cast[:2], strict=True)
        ]

    return numbered
