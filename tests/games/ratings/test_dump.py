"""The public dump: what a line holds and what it never holds, and that all ratings can be recomputed from it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.bots import services as bots
from games.chat import notes, services as chat
from games.core.documents import records
from games.core.models import Entry, Match, MatchSecret, Substitution
from games.core.services import leaving, play
from games.ratings import dump, services as ratings
from games.ratings.models import Rating
from games.rules import record as rules_record, verify
from tests.games.conftest import NOON
from tests.games.ratings import second
from tests.games.ratings.test_services import season, won
from tests.games.substitutes.test_services import take_over
from tests.games.tables import answer, begin, finished, first_move, now, offer
from tests.games.tampering import tamper
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


def written() -> list[dict[str, Any]]:
    return [json.loads(line) for line in dump.dump_lines()]


def recorded(line: dict[str, Any]) -> rules_record.Record:
    return rules_record.loads(msgspec.json.encode(line["record"]))


def numbers(*users: User) -> list[int | None]:
    return [User.objects.get(pk=user.pk).dump_number for user in users]


@pytest.fixture
def over(ann: User, ben: User, noon: Any) -> Match:
    """A rated match that Ann has won; Ben has chatted, and made notes."""
    match = begin(ann, ben)
    Match.objects.update(rated=True)
    for user in (ann, ben):
        answer(match, user, first_move(match, user))
    chat.say(match.public_id, ben, "Call me at ben@example.org")
    notes.save(match.public_id, ben.pk, "She bluffs.")
    noon.shift(3600)
    play.resign(match.public_id, ben.pk)
    ratings.tally("en-garde")
    return now(match)


def test_a_line_has_all_that_counts_and_a_record_that_verifies(over: Match, ann: User, ben: User) -> None:
    (line,) = written()
    record, (first, other) = line.pop("record"), numbers(ann, ben)
    sat = {"moved": True, "kind": "person", "by_program": False, "absence": None}
    assert line == {
        "order": 1,
        "ended": "2026-03-02",
        "game": "en-garde",
        "match": "firstmatch",
        "rated": True,
        "void": False,
        "substituted": False,
        "struck": False,
        "pair": None,
        "verdict": "counts",
        "seats": [
            {"player": first, "points": 2, **sat, "after": [1579.133, 237.356]},
            {"player": other, "points": 0, **sat, "after": [1420.867, 237.356]},
        ],
    }
    assert [joiner["name"] for joiner in record["seats"]] == [str(first), str(other)]
    verify.check(rules_record.loads(msgspec.json.encode(record)))
    assert rules_record.loads(msgspec.json.encode(record)).secret == records.finished_record(over).secret


def test_it_holds_neither_names_nor_hours_nor_what_was_said(over: Match) -> None:
    (line,) = dump.dump_lines()
    said = [b"Ann", b"Ben", b"example.org", b"bluffs", b"Call me", b"12:00", b"13:00"]
    assert [each for each in said if each in line] == []
    assert {entry["at"] for entry in json.loads(line)["record"]["entries"]} == {"2026-03-02T00:00:00Z"}


def test_only_matches_that_everybody_may_look_at_are_in_it(over: Match, ann: User, ben: User, cat: User) -> None:
    private, void = (begin(ann, ben, public_id=name) for name in ("private001", "voidmatch1"))
    for match in (private, void):
        play.adjudicate(match.public_id, "!void")
    Match.objects.filter(pk=private.pk).update(private=True)
    begin(ann, cat, public_id="running001")
    offer(ann, public_id="openmatch1")
    never = offer(ann, public_id="neverbegan")
    Match.objects.filter(pk=never.pk).update(status="void", ended=NOON)
    found = written()
    assert [(line["order"], line["match"], line["verdict"]) for line in found] == [
        (1, "firstmatch", "counts"),
        (2, "voidmatch1", "unrated"),
    ]
    assert (found[1]["void"], found[1]["seats"][0]["after"]) == (True, None)
    verify.check(recorded(found[1]))


def test_a_guest_and_the_house_have_no_number(ann: User, ben: User, noon: Any) -> None:
    first, other = begin(ann, ben, public_id="guestmatch"), bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0)
    for match in (first, other):
        play.resign(match.public_id, ann.pk)
    User.objects.filter(pk=ben.pk).update(guest_until=NOON)
    (ours,) = numbers(ann)
    found = [{seat["kind"]: seat["player"] for seat in line["seats"]} for line in written()]
    assert found == [{"person": ours, "guest": None}, {"person": ours, "house": None}]


def test_a_substitute_is_named_by_number_too(match: Match, ann: User, ben: User, cat: User) -> None:
    take_over(match, ben, cat)
    play.resign(match.public_id, cat.pk)
    (line,) = written()
    anns, bens, cats = numbers(ann, ben, cat)
    assert (line["substituted"], line["verdict"]) == (True, "substitute")
    assert [seat["player"] for seat in line["seats"]] == [anns, cats]
    assert [each["name"] for each in line["record"]["seats"]] == [str(anns), str(bens)]
    assert [each["name"] for each in line["record"]["substitutes"]] == [str(cats)]
    verify.check(recorded(line))


def test_who_has_left_is_called_by_nothing_and_the_other_keeps_the_rating(over: Match, ann: User, ben: User) -> None:
    anns, bens = numbers(ann, ben)
    leaving.close_account(ben)
    (line,) = written()
    assert [seat["player"] for seat in line["seats"]] == [anns, None]
    assert [seat["after"] for seat in line["seats"]] == [[1579.133, 237.356], None]
    assert [joiner["name"] for joiner in line["record"]["seats"]] == [str(anns), ""]
    text = json.dumps(line)
    assert [each for each in (str(bens), "former player", f'"{ben.pk}"') if each in text] == []
    verify.check(recorded(line))


def test_nothing_leads_from_one_match_of_who_has_left_to_the_next(ann: User, ben: User, cat: User) -> None:
    """Neither an absence by which both were lost, nor a rating."""
    for number, winner in enumerate((ann, cat)):
        match = won(winner, ben, f"ratedmatc{number}")
        match.seats.filter(user=ben).update(outcome="timeout", absent_since=NOON)
    assert [line["seats"][1]["absence"] for line in written()] == [1, 1]
    leaving.close_account(ben)
    found = [line["seats"][1] for line in written()]
    assert found[0] == found[1]
    assert (found[0]["player"], found[0]["absence"], found[0]["after"]) == (None, None, None)


def test_it_is_read_in_portions(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many queries for two matches as for one, and none for those that were not asked for yet."""
    monkeypatch.setattr(dump, "MATCHES_AT_ONCE", 2)
    for number in range(5):
        play.resign(begin(ann, ben, public_id=f"match{number:05}").public_id, ann.pk)
    taken, lines = [], dump.dump_lines()
    for _ in range(5):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            next(lines)
        taken.append(len(asked))
    portion = taken[2]
    assert taken == [portion + 1, 0, portion, 0, portion]
    assert portion == 9


def many(people: list[User], number: int) -> None:
    """Write matches of these people, in two games, each with a log of one entry. Some don't count."""
    made = season(people, number)
    keys = [match.pk for match in made]
    Match.objects.filter(pk__in=keys).update(ply=0, result={"reason": "resignation"})
    Match.objects.filter(pk__in=keys[::9]).update(struck="A trial.")
    Match.objects.filter(pk__in=keys[4::11]).update(rated=False)
    Match.objects.filter(pk__in=keys[5::13]).update(status="void", result=None)
    Match.objects.filter(pk__in=keys[1::3]).update(game="field-of-glory")
    MatchSecret.objects.bulk_create(MatchSecret(match_id=key, scheme="fog1", secret=bytes(32)) for key in keys)
    Entry.objects.bulk_create(Entry(match_id=key, ply=0, text="!start {}", by_program=False) for key in keys)
    Entry.objects.bulk_create(Entry(match_id=key, ply=1, seat=0, text="F1", by_program=True) for key in keys[7::17])
    Match.objects.filter(pk__in=keys[7::17]).update(ply=1)
    handed = Match.objects.filter(pk__in=keys[2::29])
    handed.update(rated=False)
    Substitution.objects.bulk_create(
        Substitution(match=match, seat=0, ply=0, former=people[0], user=people[1]) for match in handed
    )


@pytest.mark.parametrize("leave", [0, 3])
def test_the_second_program_comes_to_the_numbers_of_the_database(leave: int) -> None:
    """From the dump of 400 matches, also where some of the players have left since."""
    people = [person(name) for name in ("Ada", "Bob", "Cid", "Dot", "Eli", "Fay", "Gus", "Hal")]
    many(people, 400)
    ratings.tally_due()
    for user in people[:leave]:
        leaving.close_account(user)
    lines = written()
    noted: dict[str, dict[int | None, Any]] = {"en-garde": {}, "field-of-glory": {}}
    for row in Rating.objects.filter(user__left=None).select_related("user"):
        noted[row.game][row.user.dump_number] = tuple(row.value)
    found = {
        game: {player: tuple(map(float, rating)) for player, rating in book.ratings.items()}
        for game, book in second.books(lines).items()
    }
    assert (len(lines), found) == (400, noted)
    assert {line["verdict"] for line in lines} == {
        *("counts", "unrated", "void", "struck", "unmoved", "program", "absence", "substitute"),
    }
    read: dict[str, second.Book] = {}
    for line in lines:
        assert (read.setdefault(line["game"], second.Book()).read(line) or "counts") == line["verdict"]


def test_a_match_that_cannot_be_read_is_named_and_no_dump_made_without_it(over: Match, ann: User, cat: User) -> None:
    other = begin(ann, cat, public_id="unreadable")
    play.resign(other.public_id, cat.pk)
    tamper(other, 1, draws="[[1]]")
    with pytest.raises(dump.Unreadable, match="Match unreadable can’t be written to the dump: "):
        written()


def test_nor_without_one_that_has_no_log(ann: User, ben: User) -> None:
    finished(ann, ben, [1])
    Match.objects.update(ply=0, result={"reason": "resignation"})
    MatchSecret.objects.create(match=Match.objects.get(), scheme="fog1", secret=bytes(32))
    with pytest.raises(dump.Unreadable, match="Match row0000000 can’t be written to the dump: it has no log"):
        written()


def test_lines_stand_in_the_order_in_which_matches_ended(ann: User, ben: User) -> None:
    for hours, public_id in ((2, "endedlast1"), (1, "endedfirst")):
        play.resign(begin(ann, ben, public_id=public_id).public_id, ann.pk)
        Match.objects.filter(public_id=public_id).update(ended=NOON + timedelta(hours=hours))
    assert [(line["order"], line["match"]) for line in written()] == [(1, "endedfirst"), (2, "endedlast1")]


def test_matches_of_a_game_that_is_gone_are_left_out(over: Match, ann: User, cat: User) -> None:
    other = begin(ann, cat, public_id="ofgonegame")
    play.resign(other.public_id, cat.pk)
    Match.objects.filter(pk=other.pk).update(game="last-stone", total_days=None)
    assert [line["match"] for line in written()] == [over.public_id]
