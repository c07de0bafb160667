"""`verify`: every match of the database is played again and compared."""

import io
import multiprocessing
import os
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from games.core.models import Entry, Match, MatchSecret, Snapshot
from games.core.services import play
from games.management.commands import verify as command
from games.rules import registry
from tests.games.commands.stopping import Pressed
from tests.games.conftest import NOON
from tests.games.tables import AUCTION, answer, begin, offer, play_on
from tests.games.tampering import tamper

FAULT = "1 match is faulty."


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def verify(*args: str, **streams: Any) -> str:
    out = io.StringIO()
    call_command("verify", *args, stdout=out, **streams)
    return out.getvalue()


def fault(*args: str) -> str:
    """Return the one line that `verify` prints on the one match at fault."""
    out = io.StringIO()
    with pytest.raises(CommandError, match=FAULT):
        call_command("verify", *args, stdout=out)
    return out.getvalue().splitlines()[0]


@pytest.mark.django_db
def test_running_finished_open_and_void_matches_verify(match: Match, auction: Match, ann: User, ben: User) -> None:
    play_on(auction, 6)
    play_on(match, 40)
    play.resign(match.public_id, ben.pk)
    play.adjudicate(begin(ann, ben, public_id="voidmatch1").public_id, "!void")
    offer(ann, public_id="openmatch1")
    assert verify() == "4 matches verified.\n"
    assert verify("--game", AUCTION) == "1 match verified.\n"


@pytest.mark.django_db
def test_running_ones_recent_ones_or_a_sample_are_verified_alone(match: Match, ann: User, ben: User) -> None:
    old = begin(ann, ben, public_id="oldmatch01")
    over = begin(ann, ben, public_id="overmatch1")
    play.resign(over.public_id, ben.pk)
    then = timezone.now() - timedelta(days=9)
    Match.objects.filter(pk=old.pk).update(created=then, moved=then)
    yesterday = str((timezone.now() - timedelta(days=1)).date())
    verified = {
        options: verify(*options).partition(" ")[0]
        for options in (
            ("--running",),
            ("--since", yesterday),
            ("--running", "--since", yesterday),
            ("--sample", "2"),
            ("--sample", "99"),
            ("--running", "--sample", "1"),
        )
    }
    assert list(verified.values()) == ["2", "2", "1", "2", "3", "1"]


@pytest.mark.django_db
@pytest.mark.parametrize("column", ["created", "moved", "ended"])
def test_a_match_is_verified_that_was_offered_moved_or_ended_since_the_day_began(
    column: str, match: Match, ben: User
) -> None:
    play.resign(match.public_id, ben.pk)
    long_ago, day = NOON - timedelta(days=9), datetime(2026, 3, 1, tzinfo=UTC)
    found = []
    for at in (day, day - timedelta(microseconds=1)):
        Match.objects.update(**{"created": long_ago, "moved": long_ago, "ended": long_ago, column: at})
        found.append(verify("--since", "2026-03-01"))
    assert found == ["1 match verified.\n", "0 matches verified.\n"]


@pytest.mark.django_db
def test_what_has_happened_today_is_verified(match: Match) -> None:
    assert verify("--since", str(NOON.date())) == "1 match verified.\n"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--since", "yesterday"), "yesterday is not a day. Write it like 2026-11-28."),
        (("--since", "0000-01-01"), "0000-01-01 is not a day. Write it like 2026-11-28."),
        (
            ("--since", "9998-01-01"),
            "9998-01-01 is still to come, so nothing has happened since. Name a day that is past.",
        ),
        (("--sample", "0"), "A sample of 0 verifies nothing. Ask for at least one match, or leave it out."),
    ],
)
def test_what_narrows_to_nothing_is_refused_with_a_sentence(options: tuple[str, str], said: str) -> None:
    with pytest.raises(CommandError, match=f"^{re.escape(said)}$"):
        verify(*options)


@pytest.mark.django_db
def test_an_unknown_game_is_refused() -> None:
    known = ", ".join(registry.slugs())
    with pytest.raises(CommandError, match=rf"^There’s no game “chess”\. The games are: {known}\.$"):
        verify("--game", "chess")


@pytest.mark.django_db
def test_a_terminal_sees_a_bar_and_a_pipe_plain_lines(match: Match) -> None:
    terminal, pipe = Terminal(), io.StringIO()
    verify(stderr=terminal)
    verify(stderr=pipe)
    assert terminal.getvalue() == f"\r[{'#' * 40}] 1/1\n"
    assert pipe.getvalue() == "1/1\n"


@pytest.mark.django_db
def test_the_other_matches_are_verified_although_one_is_at_fault(match: Match, ann: User, ben: User) -> None:
    begin(ann, ben, public_id="secondmatc")
    Match.objects.filter(pk=match.pk).update(commitment="0" * 64)
    out = io.StringIO()
    with pytest.raises(CommandError, match=FAULT):
        call_command("verify", stdout=out)
    assert out.getvalue() == (
        "firstmatch: ply 0, commitment: The secret doesn’t match the seal.\n2 matches verified.\n"
    )


ALTERED = [
    ({"digest": "0" * 64}, "digest: Entry 2 doesn’t match the digest it was written with."),
    ({"seat": 0}, "seat: Entry 2 is wrong: It’s not your turn. The match is waiting for seat 1."),
    ({"text": "Q9"}, "text: Entry 2 is wrong: "),
    ({"draws": "[[2, 1]]"}, "draw: Entry 2 doesn’t contain the draws that follow from the secret."),
    ({"created": "2020-01-01 00:00:00+00:00"}, "time: Entry 2 is older than the entry before it."),
    ({"ply": 99}, "order: Entry 3 is where entry 2 should be."),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("columns", "words"), ALTERED)
def test_an_altered_entry_is_named_with_its_ply_and_kind(columns: dict[str, Any], words: str, match: Match) -> None:
    play_on(match, 4)
    tamper(match, 2, **columns)
    assert fault().startswith(f"firstmatch: ply 2, {words}")


@pytest.mark.django_db
def test_a_match_that_cannot_even_be_read_is_named_and_the_others_are_verified(match: Match, auction: Match) -> None:
    play_on(match, 4)
    tamper(match, 2, draws="[[1]]")
    assert fault().startswith("firstmatch: cannot be read: ")


@pytest.mark.django_db
def test_an_entry_missing_at_the_end_is_missed(match: Match) -> None:
    play_on(match, 4)
    tamper(match, 4, ply=99)
    assert fault() == "firstmatch: ply 4, order: The newest entry, 4, is missing."


@pytest.mark.django_db
def test_a_result_that_does_not_follow_from_the_log_is_named(match: Match, ann: User) -> None:
    play.resign(match.public_id, ann.pk)
    Match.objects.filter(pk=match.pk).update(result={"reason": "resignation", "winners": [0]})
    assert fault() == "firstmatch: ply 1, result: The record doesn’t end with the result of its match."


@pytest.mark.django_db
def test_a_match_said_to_be_over_that_is_not_is_named(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(status="void")
    assert fault() == "firstmatch: ply 0, result: The record doesn’t end with the result of its match."


@pytest.mark.django_db
def test_a_match_with_another_digest_than_its_newest_entry_is_named(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(digest="0" * 64)
    assert fault() == "firstmatch: ply 0, digest: The digest of the newest entry, 0, does not match."


@pytest.mark.django_db
@pytest.mark.parametrize("columns", [{"digest": "0" * 64}, {"state": b"{}"}])
def test_a_snapshot_that_the_log_does_not_lead_to_is_named(columns: dict[str, Any], match: Match) -> None:
    play_on(match, 4)
    Snapshot.objects.filter(match=match, ply=4).update(**columns)
    assert fault() == "firstmatch: ply 4, snapshot: The snapshot at entry 4 does not match the log."


@pytest.mark.django_db
def test_snapshots_that_are_gone_or_of_another_version_are_no_fault(match: Match) -> None:
    play_on(match, 4)
    Snapshot.objects.filter(ply=4).update(version=7)
    Snapshot.objects.filter(ply=0).delete()
    assert verify() == "1 match verified.\n"


@pytest.mark.django_db
@pytest.mark.parametrize("begun", [True, False])
def test_another_secret_breaks_the_commitment(begun: bool, ann: User, ben: User) -> None:
    match = begin(ann, ben) if begun else offer(ann)
    MatchSecret.objects.filter(match=match).update(secret=bytes(32))
    assert fault() == "firstmatch: ply 0, commitment: The secret doesn’t match the seal."


@pytest.mark.django_db
def test_moves_made_while_a_match_is_verified_are_no_fault(match: Match, ann: User) -> None:
    from games.core.documents import records

    read_before = Match.objects.get(pk=match.pk)
    answer(match, ann, "F1")
    assert Entry.objects.filter(match=match).count() == 2
    records.verify_match(read_before)


# --- In several processes -------------------------------------------------------------------------------------------


@pytest.fixture
def planted(ann: User, ben: User, cat: User, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Twelve matches in six parts, and the faults planted in some of them, as they are told."""
    monkeypatch.setattr(command, "MATCHES_TOGETHER", 2)
    made = [play_on(begin(ann, ben, public_id=f"match{number:02}"), 4) for number in range(11)]
    play_on(begin(ann, ben, cat, game=AUCTION, public_id="auction11"), 3)
    tamper(made[0], 2, digest="0" * 64)
    tamper(made[3], 4, ply=99)
    Snapshot.objects.filter(match=made[7], ply=4).update(state=b"{}")
    Match.objects.filter(pk=made[10].pk).update(commitment="0" * 64)
    return [
        "match00: ply 2, digest: Entry 2 doesn’t match the digest it was written with.",
        "match03: ply 4, order: The newest entry, 4, is missing.",
        "match07: ply 4, snapshot: The snapshot at entry 4 does not match the log.",
        "match10: ply 0, commitment: The secret doesn’t match the seal.",
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("processes", [1, 2, 5])
def test_faults_are_the_same_and_in_the_same_order_in_however_many_processes(
    processes: int, planted: list[str]
) -> None:
    out, lines = io.StringIO(), io.StringIO()
    with pytest.raises(CommandError, match=r"^4 matches are faulty\.$"):
        call_command("verify", processes=processes, stdout=out, stderr=lines)
    assert out.getvalue().splitlines() == [*planted, "12 matches verified."]
    assert lines.getvalue().splitlines() == ["2/12", "4/12", "6/12", "8/12", "10/12", "12/12"]


@pytest.mark.django_db(transaction=True)
def test_processes_other_than_this_one_do_the_work(planted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "faults", pid_of_the_looker)
    with command.verified([[1], [2], [3], [4]], 2) as found:
        pids = {pid for (pid,) in found}
    assert str(os.getpid()) not in pids
    assert 1 <= len(pids) <= 2


def pid_of_the_looker(pks: list[int]) -> list[str]:
    return [str(os.getpid())]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("processes", [1, 2])
def test_ctrl_c_ends_it_with_what_was_found_so_far(
    processes: int, planted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, stderr = io.StringIO(), Pressed()
    with pytest.raises(SystemExit) as stopped:
        call_command("verify", processes=processes, stdout=out, stderr=stderr)
    assert stopped.value.code == 130
    assert stderr.getvalue() == "Stopped: 2 of 12 matches verified, 1 of them faulty.\n"
    assert out.getvalue().splitlines() == planted[:1]
    assert multiprocessing.active_children() == []


@pytest.mark.django_db
def test_no_process_at_all_is_refused() -> None:
    with pytest.raises(CommandError, match=r"^At least one process is needed\.$"):
        verify("--processes", "0")


@pytest.mark.django_db
def test_a_part_is_read_in_six_queries_however_many_matches_it_has(
    match: Match, ann: User, ben: User, django_assert_num_queries: Any
) -> None:
    begin(ann, ben, public_id="secondmatc")
    for pks in ([match.pk], list(Match.objects.values_list("pk", flat=True))):
        with django_assert_num_queries(6):
            assert command.faults(pks) == []
