"""What a look at a match costs, however long its log is: never more than so many entries are played again for it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.core.models import Match
from games.core.pages import log_pages
from games.core.reading import positions
from games.core.services import play, upkeep
from games.offers import undo
from games.rules import engine
from games.rules.engine import Replay
from games.tasks import award_due
from tests.games.browsing import signed_in, told
from tests.games.long import lengthened
from tests.games.programs import program
from tests.games.tables import now, play_link, play_on
from tests.test_urls import TABLE

pytestmark = pytest.mark.django_db

ENTRIES = 3000
MOST = 400
"""Entries that a look may play: two walks, each from the snapshot before."""
RECORDS = {"record", "positions", "api_record"}
"""Documents of whole matches, which are limited by themselves."""
LOGS = ("", "?log=all", "?log=1500", "?eyes=0&log=all")
"""What is said beside the address of a page."""


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a mark for each entry that is played, again or for the first time."""
    found: list[str] = []

    def noted(name: str, original: Any) -> Any:
        def counted(*given: Any, **more: Any) -> Any:
            found.append(name)
            return original(*given, **more)

        return counted

    monkeypatch.setattr(Replay, "_trusted", noted("again", Replay._trusted))
    monkeypatch.setattr(engine, "enter", noted("anew", engine.enter))
    return found


@pytest.fixture
def running(ann: User, ben: User) -> Match:
    """A match that goes on, and was looked at for the last time long ago."""
    return play_on(lengthened(ann, ben, ENTRIES), 4)


def addresses(match: Match) -> Iterator[str]:
    """Yield every address of a match that is looked at, as `tests/test_urls.py` knows them."""
    for name, address in TABLE.items():
        if address.args[:1] != ("firstmatch",) or address.method != "get" or name in RECORDS:
            continue
        plies = (0, 7, ENTRIES // 2, match.ply - 1, match.ply) if name == "match_ply" else (None,)
        for ply in plies:
            args = address.args if ply is None else (match.public_id, str(ply))
            asks = LOGS if name.startswith("match") else ("", "?after=-1", "?after=1500") if "_log" in name else ("",)
            yield from (reverse(name, args=args) + ask for ask in asks)


def costly(match: Match, clients: dict[str, Any], steps: list[str]) -> dict[tuple[str, str], int]:
    """Return who plays too much by asking for what: so many entries. Each must be answered to somebody."""
    found, answered = {}, set()
    for address in addresses(match):
        for who, client in clients.items():
            del steps[:]
            response = client.get(address)
            assert response.status_code < 500
            if response.status_code == 200:
                answered.add(address)
            if len(steps) > MOST:
                found[who, address] = len(steps)
    assert len(answered) > 20
    return found


def everybody(ann: User, cat: User) -> dict[str, Any]:
    return {"cat": signed_in(cat), "ann": signed_in(ann), "program": program(ann)}


@pytest.mark.by_turns(1)
@pytest.mark.parametrize("watchable", [True, False])
def test_no_look_at_a_running_match_plays_its_whole_log(
    ann: User, ben: User, cat: User, steps: list[str], watchable: bool
) -> None:
    match = play_on(lengthened(ann, ben, ENTRIES, watchable=watchable), 4)
    assert costly(match, everybody(ann, cat), steps) == {}
    del steps[:]
    assert Client().get(f"/t/{play_link(match, ann)}/?log=all").status_code == 200
    assert 0 < len(steps) <= MOST


@pytest.mark.by_turns(1)
@pytest.mark.parametrize(("days", "is_summed_up"), [(90, True), (0, False)])
def test_no_look_at_a_match_that_is_over_plays_its_whole_log(
    running: Match, ann: User, cat: User, steps: list[str], days: int, is_summed_up: bool
) -> None:
    play.resign(running.public_id, ann.pk)
    if is_summed_up:
        award_due()
    upkeep.thin(timezone.now() + timedelta(days=days))
    assert costly(now(running), everybody(ann, cat), steps) == {}
    assert ("Key moments" in told(Client().get("/m/firstmatch/"))) == is_summed_up


def test_the_seat_that_is_open_is_shown_without_playing_all(
    running: Match, cat: User, steps: list[str], open_to_all: None
) -> None:
    del steps[:]
    assert signed_in(cat).get("/m/firstmatch/seat").status_code == 200
    assert 0 < len(steps) <= MOST


@pytest.fixture
def open_to_all(running: Match) -> None:
    """Somebody is sought for the seat that owes a move."""
    running.seats.filter(turn__isnull=False).update(open_until=running.created.replace(year=2999))


def test_moderators_read_the_newest_lines(running: Match, mo: User, steps: list[str]) -> None:
    del steps[:]
    assert signed_in(mo).get(f"/admin/games/match/{running.pk}/change/").status_code == 200
    assert 0 < len(steps) <= MOST


def test_nothing_is_told_otherwise_than_by_the_whole_log(running: Match) -> None:
    whole = [
        (played.entry.ply, positions.dump(position), played.events)
        for played, position in positions.walk_entries(running)
    ]
    assert [ply for ply, _state, _events in whole] == [*range(running.ply + 1)]
    for first, last in [(-1, 100), (38, 45), (1499, 1600), (running.ply - 50, running.ply)]:
        walk = positions.walk(running, first, last)
        assert positions.dump(walk.position) == whole[last][1]
        assert [each.events for each in walk.played] == [each[2] for each in whole[first + 1 : last + 1]]


def test_a_walk_over_entries_that_went_back_plays_no_more_than_it_tells_of(running: Match, steps: list[str]) -> None:
    del steps[:]
    positions.walk(running, 1499, 1600)
    assert len(steps) <= 101 + positions.SNAPSHOT_INTERVAL


def test_going_back_once_more_plays_a_few_entries(running: Match, steps: list[str]) -> None:
    del steps[:]
    undo.go_back(running.public_id, 1500, "A mistake.")
    assert len(steps) <= positions.SNAPSHOT_INTERVAL
    kept = now(running).snapshots.get(ply=running.ply + 1)
    play_on(now(running), 3)
    assert kept.back
    assert running.snapshots.filter(pk=kept.pk, ply=kept.ply).exists()


def test_of_a_match_that_was_over_long_ago_few_snapshots_stay(running: Match, ann: User) -> None:
    play.resign(running.public_id, ann.pk)
    upkeep.thin(timezone.now() + upkeep.POSITIONS_KEPT)
    match = now(running)
    backs = {*match.entries.filter(text__startswith="!rollback ").values_list("ply", flat=True)}
    kept = {*match.snapshots.values_list("ply", flat=True)}
    assert kept == backs | {*range(128, match.ply, 128)} | {match.ply}


@pytest.mark.parametrize("asked", ["all", "1500", "0", "99999999999", "x", ""])
def test_the_log_is_read_in_pages(running: Match, ann: User, asked: str) -> None:
    page = signed_in(ann).get(f"/m/firstmatch/?log={asked}")
    plies = [line.ply for line in page.context["page"].log.lines]
    last = int(asked) if asked in ("0", "1500") else running.ply
    assert plies == [*range(max(last - log_pages.ENTRIES_A_PAGE + 1, 0), last + 1)]
    assert ("Earlier entries" in told(page)) == (plies[0] > 0)
    assert ("Later entries" in told(page)) == (last < running.ply)


def test_every_entry_is_on_one_page(running: Match, cat: User, ann: User) -> None:
    play.resign(running.public_id, ann.pk)
    match, client, asked = now(running), signed_in(cat), "all"
    found: list[int] = []
    while asked:
        page = client.get(f"/m/firstmatch/?eyes=1&log={asked}").context["page"]
        found = [line.ply for line in page.log.lines] + found
        asked = page.log.earlier_log
    assert found == [*range(match.ply + 1)]


def test_pages_lead_back_to_the_newest(running: Match) -> None:
    page = log_pages.LogPage.asked("all", 250)
    seen = []
    while page and page.earlier:
        page = log_pages.LogPage.asked(page.earlier, 250)
        seen.append(page and (page.first, page.last, page.later))
    assert seen == [(51, 150, "all"), (0, 50, "150")]


def test_a_long_log_without_snapshots_is_played_once(running: Match, ann: User, steps: list[str]) -> None:
    running.snapshots.all().delete()
    client, played = signed_in(ann), []
    for _look in range(2):
        del steps[:]
        client.get("/m/firstmatch/7/?log=all")
        client.get("/m/firstmatch/1500/")
        client.get("/m/firstmatch/")
        played.append(len(steps))
    assert played[0] > ENTRIES
    assert played[1] < MOST
