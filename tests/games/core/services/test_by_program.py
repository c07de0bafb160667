"""Moves sent with a token are marked for all who may know of them, and the mark tells of nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.bots import services as bots
from games.core.documents import records
from games.core.models import Entry, Match, MatchSecret, Seat
from games.core.services import play
from games.rules import verify
from games.rules.errors import ReplayMismatch
from games.rules.record import dumps, loads
from tests.games.browsing import signed_in, told
from tests.games.programs import program
from tests.games.tables import AUCTION, answer, now, seat
from tests.games.twins import MATCH, Watch, assert_same
from tests.games.twins.test_twin import lots

pytestmark = pytest.mark.django_db


def send(match: Match, user: User, text: str) -> None:
    """Make a move by program."""
    serial = seat(match, user).serial
    sent = program(user).post(f"matches/{match.public_id}/submit/", move=text, expected=serial)
    assert sent.status_code == 200


def marks(match: Match) -> list[bool]:
    return list(match.entries.values_list("by_program", flat=True))


@pytest.fixture
def mixed(match: Match, ann: User, ben: User) -> Match:
    """Ann has moved by program, Ben on the page, and has resigned."""
    send(match, ann, "F1")
    signed_in(ben).post(match.get_absolute_url() + "submit", {"move": "F1", "expected": seat(match, ben).serial})
    program(ben).post(f"matches/{match.public_id}/resign/")
    return now(match)


def test_a_move_by_token_is_marked_and_nothing_else(mixed: Match) -> None:
    assert marks(mixed) == [False, True, False, False]


def test_the_log_of_the_page_says_so_to_players_and_watchers(mixed: Match, ann: User, ben: User, cat: User) -> None:
    for client in (signed_in(ann), signed_in(ben), signed_in(cat), Client()):
        page = client.get(mixed.get_absolute_url())
        assert told(page).count("by program</span>") == 1
        assert [line.by_program for line in page.context["page"].log.lines] == [False, True, False, False]


def test_the_log_of_the_admin_says_so(mixed: Match, client: Client, mo: User) -> None:
    client.force_login(mo)
    page = told(client.get(f"/admin/games/match/{mixed.pk}/change/"))
    assert page.count("(by program)</p>") == 1


def test_the_log_of_the_api_says_so(mixed: Match, ben: User) -> None:
    lines = program(ben).get(f"matches/{mixed.public_id}/log/").json()["results"]
    assert [line["by_program"] for line in lines] == [False, True, False, False]


def test_the_mark_of_a_move_is_that_of_its_first_sending(match: Match, ann: User) -> None:
    serial = seat(match, ann).serial
    answer(match, ann, "F1")
    again = program(ann).post(f"matches/{match.public_id}/submit/", move="F1", expected=serial)
    assert again.json()["repeated"] is True
    assert marks(match) == [False, False]


def keep(match: Match, user: User, plan: str) -> None:
    """Keep a plan by program."""
    kept = program(user).put(f"matches/{match.public_id}/plan/", plan=plan, expected=seat(match, user).serial)
    assert kept.status_code == 200


def press(match: Match, user: User, move: str) -> None:
    """Make a move on the page."""
    sent = {"move": move, "expected": seat(match, user).serial}
    assert signed_in(user).post(f"{match.get_absolute_url()}submit", sent).status_code == 302


@pytest.mark.parametrize(("planned", "made"), [("F1", True), ("F2", False)])
def test_a_move_on_the_page_is_marked_that_is_the_plan_of_a_program(
    match: Match, ann: User, planned: str, made: bool
) -> None:
    keep(match, ann, planned)
    press(match, ann, "F1")
    assert marks(match) == [False, made]


@pytest.mark.parametrize(
    ("planned", "made"),
    [("bid 1; on odd; seal", True), ("bid 1; on odd", True), ("bid 1", True), ("bid 1; on even", False)],
)
def test_a_move_is_marked_that_begins_with_all_a_program_has_planned(
    auction: Match, ann: User, planned: str, made: bool
) -> None:
    answer(auction, ann, "pass")
    keep(auction, ann, planned)
    press(auction, ann, "bid 1; on odd; seal")
    assert marks(auction) == [False, False, made]


def test_a_plan_that_a_page_kept_last_is_no_programs(match: Match, ann: User) -> None:
    keep(match, ann, "F1")
    play.save_plan(match.public_id, ann.pk, "F1", seat(match, ann).serial)
    press(match, ann, "F1")
    assert marks(match) == [False, False]


def test_a_plan_for_what_is_asked_no_more_marks_nothing(match: Match, ann: User) -> None:
    keep(match, ann, "F1")
    Seat.objects.filter(user=ann).update(plan_serial=F("serial") + 1)
    press(match, ann, "F1")
    assert marks(match) == [False, False]


def test_house_opponents_are_not_marked(ann: User) -> None:
    match = bots.challenge(ann, "en-garde", {}, seat=0, pace_days=3, entropy="")
    while bots.move_for_bot(match.pk):
        pass
    assert not any(marks(match))


def test_a_marked_move_costs_no_query_more(match: Match, ann: User, ben: User) -> None:
    costs = []
    for user, by_program in ((ann, False), (ben, True)):
        serial = seat(match, user).serial
        with CaptureQueriesContext(connection) as queries:
            play.submit(match.public_id, user.pk, "F1", serial, by_program=by_program)
        costs.append(len(queries))
    assert costs[0] == costs[1]


# --- Records --------------------------------------------------------------------------------------------------------


def test_a_record_marks_it_verifies_and_comes_back_the_same(mixed: Match, tmp_path: Path) -> None:
    document = dumps(records.finished_record(mixed))
    assert document.count(b"by_program") == 1
    assert [entry.by_program for entry in loads(document).entries] == [False, True, False, False]
    verify.check(loads(document))
    taken = retake(mixed, document, tmp_path)
    assert marks(taken) == [False, True, False, False]
    assert dumps(records.finished_record(taken)) == document


def retake(match: Match, document: bytes, tmp_path: Path) -> Match:
    """Return the match taken in from its record, in place of itself."""
    path = tmp_path / "record.json"
    path.write_bytes(document)
    MatchSecret.objects.filter(match=match).delete()
    Match.objects.filter(pk=match.pk).update(public_id="elsewhere")
    call_command("import", str(path))
    return Match.objects.get(public_id=match.public_id)


def test_no_digest_binds_the_mark(mixed: Match) -> None:
    record = records.finished_record(mixed)
    turned = [msgspec.structs.replace(entry, by_program=not entry.by_program) for entry in record.entries]
    verify.check(msgspec.structs.replace(record, entries=turned))


def test_a_mark_that_is_no_truth_value_is_refused(mixed: Match) -> None:
    document = dumps(records.finished_record(mixed)).replace(b'"by_program":true', b'"by_program":"yes"')
    with pytest.raises(ReplayMismatch) as refused:
        loads(document)
    assert (refused.value.ply, refused.value.kind) == (1, "format")


def test_a_running_match_is_marked_for_its_seats_as_far_as_they_know_of_it(
    auction: Match, ann: User, ben: User, cat: User
) -> None:
    send(auction, ann, "pass")
    send(auction, ben, "bid 4; on odd; seal")
    assert Entry.objects.get(match=auction, ply=2).by_program is True
    for user, known in ((ann, [False, True]), (ben, [False, True, True]), (cat, [False, True])):
        entries = records.seen_record(now(auction), seat(auction, user).index).entries
        assert [entry.by_program for entry in entries] == known
    assert records.seen_json(now(auction), 2).count(b"by_program") == 1


def test_nothing_tells_that_a_program_has_sealed(watch: Any) -> None:
    def course(by_program: bool) -> Any:
        def play_on(watch: Watch) -> None:
            watch.play("Ann", "pass")
            ben = watch.users["Ben"]
            play.submit(MATCH, ben.pk, "bid 2; on odd; seal", seat(watch.match, ben).serial, by_program=by_program)
            watch.pause("Ben has sealed")
            watch.play("Ann", "bid 1; on odd; seal")

        return play_on

    one, other = (watch(lots(4), course(by_program), "Ann", AUCTION) for by_program in (False, True))
    assert_same(one, other)
