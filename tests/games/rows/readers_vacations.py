"""Scenes in which what is read of vacations can be tried; see `readers`."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from accounts.models import Vacation
from games.site import my_matches
from games.vacations import pages, services as vacations
from games.vacations.notices import vacation_notice
from tests.games.rows.doors import DAY, NOON, Act, Cast
from tests.games.rows.doors_vacations import MINUTE, planned
from tests.games.rows.readers import reader
from tests.games.tables import answer, begin, turn

HOUR = timedelta(hours=1)


@reader("vacations.players_in_need", ["Ann"])
def _due(cast: Cast) -> Act:
    """Set the scene with two turns of Ann's, one nearly up. Cat has switched automatic vacations off."""
    match = cast.match()
    begin(cast.cat, cast.ben, public_id=f"{cast.key}-cats")
    begin(cast.ann, cast.ben, pace_days=7, public_id=f"{cast.key}-later")
    vacations.choose_automatic(cast.cat, wanted=False)
    now = turn(match, cast.ann).deadline - MINUTE
    return lambda: ["Ann" for user, found in vacations.players_in_need(now) if (user, found) == (cast.ann.pk, match.pk)]


@reader("vacations.due_at_last", ["Ann"])
def _due_at_last(cast: Cast) -> Act:
    """Set the scene: Ann has not answered what Ben has, in secret. Cat has switched automatic vacations off."""
    match = begin(cast.ann, cast.ben, game="fantasy-dice-battles", public_id=f"{cast.key}-secret")
    theirs = begin(cast.cat, cast.ben, game="fantasy-dice-battles", public_id=f"{cast.key}-others")
    vacations.choose_automatic(cast.cat, wanted=False)
    for each in (match, theirs):
        answer(each, cast.ben, "army horde_a; ready")
    up, names = turn(match, cast.ann).deadline, {cast.ann.pk: "Ann", cast.ben.pk: "Ben", cast.cat.pk: "Cat"}
    return lambda: [names[user] for user, found in vacations.due_at_last(up) if found in (match.pk, theirs.pk)]


@reader("vacations.unnoted", [False, True])
def _unnoted(cast: Cast) -> Act:
    """Set the scene: the matches know all of Ann's vacations, and not all of Ben's."""
    planned(cast)
    Vacation.objects.filter(user=cast.ben).update(noted=False)
    return lambda: [user.pk in vacations.unnoted() for user in (cast.ann, cast.ben)]


@reader("pages.vacations", (1, 1, 1, True, [True, False]), of_a_person=True)
def _page(cast: Cast) -> Act:
    """Return one is over, one lasts, one is planned; Ben's is planned."""
    planned(cast)
    mine = {"user": cast.ann, "automatic": True, "noted": True}
    Vacation.objects.create(**mine, begins=NOON - DAY, ends=NOON - HOUR)
    Vacation.objects.create(**mine, begins=NOON - HOUR, ends=NOON + HOUR)

    def shown() -> Any:
        page = pages.page(cast.ann)
        last = [my_matches.menu_counts(user).vacation_until is not None for user in (cast.ann, cast.ben)]
        return len(page.over), int(page.lasting is not None), len(page.to_come), page.automatic, last

    return shown


@reader("vacations.allowance_left", DAY, of_a_person=True)
def _left(cast: Cast) -> Act:
    planned(cast)
    return lambda: vacations.allowance_left(cast.ann.pk).held


@reader("vacation_notice", "29 days", of_a_person=True)
def _notice(cast: Cast) -> Act:
    made = planned(cast)
    seat = cast.ann.seats.get()

    def told() -> Any:
        notice = vacation_notice(cast.ann, {"vacation": made.pk, "match": seat.match_id, "seat": seat.pk})
        return notice and notice.context["left"]

    return told
