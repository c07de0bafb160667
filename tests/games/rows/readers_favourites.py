"""Scenes in which what is read of favourites by a key can be tried; see `readers`."""

from __future__ import annotations

from accounts import blocks
from accounts.models import Outbox
from games.core.reading import opponents
from games.favourites import notices, queries, services as favourites, telling
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.site import profiles
from tests.games.programs import program
from tests.games.rows.doors import DAY, NOON, Act, Cast
from tests.games.rows.readers import reader


@reader("telling", (["Ben"], [True, False, False]), of_a_person=True)
def _telling(cast: Cast) -> Act:
    """Set the scene: Ben is told of Ann, who would be told of Cat.

    Cat wanted it, and is blocked.
    """
    favourites.add(cast.ben, cast.ann, tell=True), favourites.add(cast.ben, cast.cat)
    favourites.add(cast.ann, cast.cat, tell=True), favourites.add(cast.cat, cast.ann, tell=True)
    blocks.block(cast.ann, cast.cat)
    match = lobby.invite(cast.ann, lobby.Terms("en-garde", {})).match
    names = {cast.ann.pk: "Ann", cast.ben.pk: "Ben", cast.cat.pk: "Cat"}

    def told() -> tuple[list[str], list[bool]]:
        telling.tell_due(NOON + DAY)
        assert Invitation.objects.get(match=match).told_up_to is None
        found = Outbox.objects.filter(kind="favourite", payload={"match": match.pk}).values_list("recipient", flat=True)
        may = [notices.favourite_notice(user, {"match": match.pk}) for user in (cast.ben, cast.cat, cast.ann)]
        return [names[user] for user in found if user is not None], [notice is not None for notice in may]

    return told


@reader("telling._settle", [True, False])
def _settled(cast: Cast) -> Act:
    """Set the scene with two of Ann's invitations, one of them settled."""
    mine, other = (lobby.invite(cast.ann, lobby.Terms("en-garde", {})) for _ in range(2))

    def settled() -> list[bool]:
        telling._settle([mine])
        return [Invitation.objects.get(pk=each.pk).told_up_to is None for each in (mine, other)]

    return settled


@reader("favourites/", [["Ben", True], ["Cat", False]], of_a_person=True)
def _listed(cast: Cast) -> Act:
    """Set the scene for Ann, as her program is told. Ben likes to play Cat, and Cat likes to play him."""
    favourites.add(cast.ann, cast.ben, tell=True), favourites.add(cast.ann, cast.cat)
    favourites.add(cast.ben, cast.cat), favourites.add(cast.cat, cast.ben)
    names = {cast.ben.username: "Ben", cast.cat.username: "Cat"}
    anns = program(cast.ann)

    def listed() -> list[list[object]]:
        return sorted([names[each["player"]], each["tell"]] for each in anns.get("favourites/").json()["results"])

    return listed


@reader("opponents", ([True], [True], [True], [True, False]), of_a_person=True)
def _opponents(cast: Cast) -> Act:
    """Set the scene: Ann has played Ben, and Cat is found by her name.

    Each of the three likes to play another one.
    """
    cast.match()
    for user, favoured in ((cast.ann, cast.cat), (cast.ben, cast.ann), (cast.cat, cast.ben)):
        favourites.add(user, favoured)

    def answered() -> tuple[list[bool], ...]:
        recent, found = opponents.recent_opponents(cast.ann), opponents.by_part_of_name(cast.ann, cast.cat.username)
        liked = [name == cast.cat.username for name in queries.favourites(cast.ann)]
        marked = [profiles.profile(person, cast.ann, None).is_favourite for person in (cast.cat, cast.ben)]
        return [name == cast.ben.username for name in recent], [each == cast.cat for each in found], liked, marked

    return answered
