"""`export` and `import`: matches leave and enter the database as documents."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from accounts.models import Outbox, User
from games.core.clock.terms import Chosen
from games.core.models import Match
from games.core.services import play
from games.lobby import services as lobby
from games.rules import playout, registry, verify
from games.rules.record import dumps, loads
from tests.games.tables import SECRET, answer, now, offer, play_on, seat
from tests.games.tampering import forget

CLOCK = Chosen(pace_days=0, bank_hours=120, increment_hours=24, cap_hours=240, weekends=True, total_days=90)


def export(match: Match, *args: str) -> str:
    out = io.StringIO()
    call_command("export", match.public_id, *args, stdout=out)
    return out.getvalue()


def take_in(path: Path, *args: str) -> str:
    out = io.StringIO()
    call_command("import", str(path), *args, stdout=out)
    return out.getvalue()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A playout of En Garde, as a file."""
    path = tmp_path / "record.json"
    path.write_bytes(dumps(playout.playout(registry.current("en-garde"), {"rounds": 1}, "7", ["random"] * 2)))
    return path


# --- export ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_finished_match_is_exported_as_a_record_that_verifies(match: Match, ann: User, ben: User) -> None:
    play_on(match, 5)
    play.resign(match.public_id, ben.pk)
    record = loads(export(match).encode())
    verify.check(record)
    verify.replay(record)
    assert record.match == "firstmatch"
    assert [joiner.name for joiner in record.seats] == ["Ann", "Ben"]
    assert record.secret == SECRET.hex()
    assert record.entries[-1].text == "!resign 1"
    assert record.result is not None
    assert (record.result.reason, record.result.winners) == ("resignation", (0,))


@pytest.mark.django_db
def test_a_void_match_is_exported_with_its_secret(auction: Match, ann: User) -> None:
    play_on(auction, 2)
    play.adjudicate(auction.public_id, "!void")
    record = loads(export(auction).encode())
    verify.check(record)
    assert record.result is not None
    assert record.result.reason == "void"


@pytest.mark.django_db
def test_a_running_match_is_not_exported_in_full(match: Match) -> None:
    with pytest.raises(CommandError) as refusal:
        export(match)
    assert str(refusal.value) == (
        "Match firstmatch is still in progress. You can export it only as one of its seats sees it."
    )


@pytest.mark.django_db
def test_a_running_match_is_exported_as_a_seat_sees_it(match: Match, ann: User) -> None:
    answer(match, ann, "F1")
    told = export(match, "--seat", "0")
    seen = json.loads(told)
    assert seen["format"] == "fog-seat/1"
    assert (seen["match"], seen["seat"], seen["seats"]) == ("firstmatch", 0, ["Ann", "Ben"])
    assert [entry["text"] for entry in seen["entries"][1:]] == ["F1"]
    assert seen["entries"][1]["sentences"][0] == "Ann advances 1 to space 2."
    assert seen["view"]["hands"][1] is None
    assert len(seen["view"]["hands"][0]) == 5
    assert seen["entries"][1]["digest"] == now(match).digest
    for secret in (SECRET.hex(), '"draws":', "entropy", '"pile_order": [', seat(match, ann).entropy):
        assert secret not in told


@pytest.mark.django_db
def test_a_seat_is_not_exported_what_the_others_have_sealed(auction: Match, ann: User, ben: User, cat: User) -> None:
    answer(auction, ann, "peek")
    before = export(auction, "--seat", "2")
    answer(auction, ben, "bid 4; on odd; seal")
    assert export(auction, "--seat", "2") == before
    assert "bid 4; on odd; seal" in export(auction, "--seat", "1")
    answer(auction, ann, "bid 2; on even; seal")
    answer(auction, cat, "bid 1; on odd; seal")
    after = json.loads(export(auction, "--seat", "2"))
    assert [entry["text"] for entry in after["entries"] if entry["seat"] is not None] == ["peek", "bid 1; on odd; seal"]
    assert [entry["ply"] for entry in after["entries"]] == [0, 1, 2]


@pytest.mark.django_db
def test_export_names_what_there_is_not(match: Match, ann: User) -> None:
    with pytest.raises(CommandError, match=r"^There is no match nowhere\.$"):
        call_command("export", "nowhere")
    with pytest.raises(CommandError, match=r"^Match firstmatch has no seat 2; its seats are 0 to 1\.$"):
        export(match, "--seat", "2")
    with pytest.raises(CommandError, match=r"^Match secondmatc never began\. There’s nothing to export\.$"):
        export(offer(ann, public_id="secondmatc"))
    withdrawn = offer(ann, public_id="thirdmatch")
    lobby.withdraw(withdrawn.public_id, ann)
    with pytest.raises(CommandError, match=r"^Match thirdmatch never began\. There’s nothing to export\.$"):
        export(withdrawn, "--seat", "0")


# --- import ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_what_was_exported_comes_back_the_same(match: Match, ben: User, tmp_path: Path) -> None:
    Match.objects.update(**CLOCK.columns)
    play_on(match, 5)
    play.resign(match.public_id, ben.pk)
    before = now(match)
    path = tmp_path / "record.json"
    path.write_text(export(match))
    forget(match)
    told = Outbox.objects.count()
    assert take_in(path) == "Match firstmatch is imported: 7 entries.\n"
    after = Match.objects.get(public_id="firstmatch")
    for field in ("status", "ply", "digest", "result", "commitment", "options", "started", "moved", "ended"):
        assert getattr(after, field) == getattr(before, field), field
    assert list(after.seats.values_list("user__username", "outcome")) == [("Ann", "won"), ("Ben", "lost")]
    assert Chosen.of(after) == CLOCK
    assert export(after) == path.read_text()
    assert Outbox.objects.count() == told
    call_command("verify", stdout=io.StringIO())


@pytest.mark.django_db
def test_a_record_names_the_clock_in_the_sentence_of_its_offer_and_as_data(match: Match, ann: User) -> None:
    Match.objects.update(**CLOCK.columns)
    running = json.loads(export(match, "--seat", "0"))["clock"]
    play.resign(match.public_id, ann.pk)
    with translation.override("de"):
        over = json.loads(export(match))["clock"]
    said = "5 days for all moves, plus 1 day per move, up to 10 days, weekends don’t count"
    assert over == CLOCK.columns | {"sentence": said}
    assert running["sentence"].startswith(f"{said}, the match ends by ")


@pytest.mark.django_db
def test_a_record_with_an_impossible_clock_is_refused_whole(match: Match, ann: User, tmp_path: Path) -> None:
    play.resign(match.public_id, ann.pk)
    path = tmp_path / "record.json"
    path.write_text(export(match).replace('"pace_days":3', '"pace_days":4'))
    forget(match)
    with pytest.raises(
        CommandError, match=r"^The time per move can be 1, 2, 3, 5, 7, 14 days\. Nothing was imported\.$"
    ):
        take_in(path)
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_an_imported_match_has_its_page(record: Path, ann: User, ben: User, client: Any) -> None:
    take_in(record, "--players", "Ben, Ann")
    match = Match.objects.get()
    assert list(match.seats.values_list("user__username", flat=True)) == ["Ben", "Ann"]
    client.force_login(ann)
    assert client.get(match.get_absolute_url()).status_code == 200
    assert client.get(f"{match.get_absolute_url()}3/").status_code == 200


@pytest.mark.django_db
def test_a_void_match_comes_back_void(auction: Match, tmp_path: Path) -> None:
    play.adjudicate(auction.public_id, "!void")
    path = tmp_path / "record.json"
    path.write_text(export(auction))
    forget(auction)
    take_in(path)
    match = Match.objects.get()
    assert (match.status, match.result) == ("void", None)
    assert set(match.seats.values_list("outcome", flat=True)) == {"void"}


def refused(path: Path, *args: str) -> str:
    before = Match.objects.count()
    with pytest.raises(CommandError) as refusal:
        take_in(path, *args)
    assert Match.objects.count() == before
    return str(refusal.value).replace(str(path), "FILE")


@pytest.mark.django_db
def test_a_match_that_is_here_already_is_not_imported_again(record: Path, ann: User, ben: User) -> None:
    take_in(record, "--players", "Ann,Ben")
    assert refused(record, "--players", "Ann,Ben") == ("There is already a match playout-7 here. Nothing was imported.")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ("Ann,Ben", "No player here is called Ben. Name the players of the match, seat 0 first."),
        ("Ann", "The match needs 2 different players, one for each seat, not Ann."),
        (
            "Ann,Ann",
            "The match needs 2 different players, one for each seat, not Ann, Ann.",
        ),
    ],
)
def test_the_players_of_an_imported_match_must_be_here(players: str, sentence: str, record: Path, ann: User) -> None:
    assert refused(record, "--players", players) == f"{sentence} Nothing was imported."


def altered(path: Path, **changes: Any) -> Path:
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    return path


@pytest.mark.django_db
def test_a_record_that_was_tampered_with_is_refused_with_ply_and_kind(record: Path, ann: User, ben: User) -> None:
    entries = json.loads(record.read_text())["entries"]
    entries[3]["digest"] = "0" * 64
    words = "Entry 3 doesn’t match the digest it was written with. Nothing was imported."
    assert refused(altered(record, entries=entries), "--players", "Ann,Ben") == f"FILE: ply 3, digest: {words}"


@pytest.mark.django_db
def test_a_truncated_record_is_refused(record: Path, ann: User, ben: User) -> None:
    record.write_bytes(record.read_bytes()[:-200])
    assert refused(record).startswith("FILE: ply 0, format: This is not a match record: ")
    assert refused(record.with_name("none.json")).endswith(" cannot be read: No such file or directory.")


@pytest.mark.django_db
def test_only_finished_matches_are_imported(tmp_path: Path, ann: User, ben: User) -> None:
    running = playout.Playout(registry.current("en-garde"), {}, "7", ["random"] * 2)
    running.play(3)
    path = tmp_path / "record.json"
    path.write_bytes(dumps(running.record()))
    assert refused(path, "--players", "Ann,Ben") == (
        "The match in this record isn’t over. You can import only finished matches. Nothing was imported."
    )


@pytest.mark.django_db
def test_an_id_that_fits_no_address_is_refused(tmp_path: Path, ann: User, ben: User) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(dumps(playout.playout(registry.current("en-garde"), {"rounds": 1}, "a/b", ["random"] * 2)))
    assert refused(path, "--players", "Ann,Ben") == (
        "“playout-a/b” can’t be the id of a match here. Use at most 40 letters, digits, - or _. Nothing was imported."
    )


@pytest.mark.django_db
def test_a_day_that_no_calendar_has_is_refused(record: Path, ann: User, ben: User) -> None:
    record.write_text(record.read_text().replace("2000-01-01T", "2000-02-30T"))
    assert refused(record, "--players", "Ann,Ben") == (
        "FILE: ply 0, time: Entry 0 has no readable time in UTC. Nothing was imported."
    )
    assert not Match.objects.exists()
