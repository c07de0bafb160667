"""Scenes in which what is read of time that is up, and of matches that never began, can be tried; see `readers`."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any

from django.contrib.auth.models import AnonymousUser

from accounts import guests, sessions
from accounts.models import User
from games.bots import services as bots
from games.core.models import Match, Seat, Turn
from games.core.notices import time_up as letters
from games.core.pages import lists
from games.core.reading import access, endings
from games.core.services import guest_stays as stays, sweeps, time_up
from games.core.services.locked import LockedMatch
from games.lobby import anew, queries
from games.lobby.models import Invitation
from games.site.waiting import waiting_numbers
from tests.games.programs import program
from tests.games.rows.doors import DAY, NOON, Act, Cast, posted
from tests.games.rows.doors_seeks import sought
from tests.games.rows.doors_time_up import waiting
from tests.games.rows.readers import reader
from tests.games.tables import begin, offer
from tests.parts.cast import person


def asked(cast: Cast) -> tuple[Match, Match]:
    """Return two matches of Ann and Ben: in the first it is Ben's to choose, in the second his to move; and time is up
    in a third, where Cat may choose.
    """
    match = waiting(cast)
    elsewhere = begin(cast.ben, cast.ann, public_id=f"{cast.key}-mine")
    third = waiting(cast._replace(ben=cast.cat, key=f"{cast.key}-third"))
    Match.objects.filter(pk=third.pk).update(last_moment=NOON + 4 * DAY)
    return match, elsewhere


@reader("lists.choosing", [["first", 1, 2], [0, 1]], of_a_person=True)
def _choosing(cast: Cast) -> Act:
    asked(cast)

    def listed() -> Any:
        numbers = [waiting_numbers(user).matches for user in (cast.ben, cast.cat)]
        names = [row.match.public_id.replace(cast.key, "first") for row in lists.choosing(cast.ben)]
        return [[*names, len(lists.choosing(cast.cat)), numbers[0]], [len(lists.choosing(cast.ann)), numbers[1]]]

    return listed


@reader("lists.next_waiting with choices", ["mine", "first"], of_a_person=True)
def _next(cast: Cast) -> Act:
    first, mine = asked(cast)
    names = {first.public_id: "first", mine.public_id: "mine", None: ""}
    return lambda: [names[lists.next_waiting(cast.ben, after.public_id)] for after in (first, mine)]


@reader("seats with choices", [3, 2], of_a_person=True)
def _due(cast: Cast) -> Act:
    match, _ = asked(cast)
    seats = Seat.objects.with_news().filter(match=match).order_by("number")
    return lambda: [seat.turns_due + (seat.user == cast.ann) for seat in seats.all()]


@reader("locked.time_up", [True, None])
def _locked(cast: Cast) -> Act:
    match, mine = asked(cast)

    def found(match: Match) -> bool | None:
        row = LockedMatch.lock(pk=match.pk).time_up
        return row.seat.user == cast.ann if row else None

    return lambda: [found(match), found(mine)]


@reader("time_up.until, sealed or not", [1, 2])
def _until(cast: Cast) -> Act:
    """Set the scene for Ben, who has a day left in all.

    He has sealed what Ann may not know of, or owes nothing. Either way the days to choose would begin in a day.
    """
    match, _ = asked(cast)
    match.seats.filter(user=cast.ben).update(answered_ply=0, total_left=DAY)

    def days(blind: list[int]) -> float:
        match.seats.filter(user=cast.ann).update(blind=blind)
        locked = LockedMatch.lock(pk=match.pk)
        return (time_up.until(locked, locked.seat_of(cast.ben.pk), NOON + DAY) - NOON) / DAY

    return lambda: [days([0]), days([])]


@reader("access with what is to be chosen", [True, False])
def _access(cast: Cast) -> Act:
    found = asked(cast)
    return lambda: [hasattr(access.match_for(cast.ben.pk, each.public_id).match, "time_up") for each in found]


@reader("matches that wait, for programs", [["first", "mine"]], of_a_person=True)
def _programs(cast: Cast) -> Act:
    first, mine = asked(cast)
    names = {first.public_id: "first", mine.public_id: "mine"}
    robot = program(cast.ben)

    def listed() -> Any:
        rows = robot.get("matches/").json()["results"]
        return [sorted(names[row["id"]] for row in rows if row["waiting"])]

    return listed


@reader("sweeps.due_matches among", [[], ["first"], ["first"]])
def _due_matches(cast: Cast) -> Act:
    match, mine = asked(cast)
    Match.objects.filter(pk=match.pk).update(last_moment=NOON + 9 * DAY)
    among = [match.pk, mine.pk]
    names = {match.pk: "first", mine.pk: "mine"}
    moments = (NOON + DAY, NOON + 3 * DAY, NOON + 9 * DAY)
    Turn.objects.filter(match=mine).update(deadline=NOON + 99 * DAY)
    return lambda: [[names[key] for key in sweeps.due_matches(at, among)] for at in moments]


@reader("letters.time_up_notice", ["late", "time_up", None])
def _letters(cast: Cast) -> Act:
    match, mine = asked(cast)

    def template(match: Match, user: Any) -> str | None:
        seat = Seat.objects.get(match=match, user=user)
        notice = letters.time_up_notice(user, {"match": match.pk, "seat": seat.pk, "ply": 0})
        return notice.template if notice else None

    return lambda: [template(match, cast.ann), template(match, cast.ben), template(mine, cast.ann)]


@reader("letters.more_time_notice", [None, "more_time"])
def _more(cast: Cast) -> Act:
    match, mine = asked(cast)

    def template(match: Match, user: Any) -> str | None:
        seat = Seat.objects.get(match=match, user=user)
        notice = letters.more_time_notice(user, {"match": match.pk, "seat": seat.pk, "ply": 0})
        return notice.template if notice else None

    return lambda: [template(match, cast.ann), template(mine, cast.ben)]


@reader("anew.offered_again", ["again", None])
def _again(cast: Cast) -> Act:
    """Return Ann's match that never began is offered again, and another one by Ben."""
    before = begin(cast.ann, cast.ben, public_id=f"{cast.key}-void")
    Match.objects.filter(pk=before.pk).update(status="void", ended=NOON + timedelta(hours=1))
    before.refresh_from_db()
    again = offer(cast.ann, public_id=f"{cast.key}-again")
    Invitation.objects.filter(match=again).update(again_of=before)

    def found(user: Any) -> str | None:
        invitation = anew.offered_again(before, user.pk)
        return invitation.match.public_id.rpartition("-")[2] if invitation else None

    return lambda: [found(cast.ann), found(cast.ben)]


@reader("queries.invitation_for", True)
def _offered(cast: Cast) -> Act:
    match = cast.offered()
    return lambda: queries.invitation_for(cast.ben.pk, match.public_id).match == match


@reader("queries.invitation_for_all", True)
def _welcomed(cast: Cast) -> Act:
    match = cast.offered()
    return lambda: queries.invitation_for_all(match.public_id).match == match


@reader("queries.offered_instead", ["again", "again", None])
def _instead(cast: Cast) -> Act:
    """Return what is offered again has come to nothing too, and is offered once more."""
    names = [f"{cast.key}-{name}" for name in ("first", "second", "again")]
    made = [offer(cast.ann, public_id=name) for name in names]
    for before, after in pairwise(made):
        Invitation.objects.filter(match=after).update(again_of=before, first=made[0])

    def found(public_id: str) -> str | None:
        invitation = queries.offered_instead(public_id)
        return invitation.match.public_id.rpartition("-")[2] if invitation else None

    return lambda: [found(name) for name in names]


@reader("stays: guests", [True, False, [0]])
def _guests(cast: Cast) -> Act:
    """Set the scene: Ann is a guest, with people and with the house."""
    match = begin(cast.ann, cast.ben, public_id=f"{cast.key}-people")
    house = bots.challenge(cast.ann, "en-garde", {}).public_id
    User.objects.filter(pk=cast.ann.pk).update(guest_until=NOON + DAY)

    def found() -> Any:
        ann, seats = User.objects.get(pk=cast.ann.pk), list(match.seats.order_by("number"))
        asked = [stays.asks_address(ann, public_id) for public_id in (match.public_id, house)]
        return [*asked, [seat.number for seat in seats if endings.is_waited_for_in_vain(seats, seat)]]

    return found


@reader("anew.sought_again", [True, False], of_a_person=True)
def _sought_again(cast: Cast) -> Act:
    """Set the scene: Ann seeks in the game of a match that never began, Ben in another one."""
    match = begin(cast.ann, cast.ben, public_id=f"{cast.key}-void")
    Invitation.objects.filter(match=match).delete()
    Match.objects.filter(pk=match.pk).update(status="void", ended=NOON + timedelta(hours=1))
    match.refresh_from_db()
    sought(cast, cast.ann)
    sought(cast, cast.ben, "field-of-glory")
    return lambda: [anew.sought_again(match, match.seats.get(user=user)) for user in (cast.ann, cast.ben)]


@reader("guests.aside", (True, None))
def _aside(cast: Cast) -> Act:
    """Set the scene in a browser that has set a guest aside, and in another one."""
    guest = person(f"Aside.{cast.key}", guest_until=NOON + DAY)
    request, other = posted(AnonymousUser()), posted(AnonymousUser())
    request.session[sessions.GUEST] = guest.pk
    return lambda: (guests.aside(request) == guest, guests.aside(other))
