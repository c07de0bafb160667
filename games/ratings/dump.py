"""The public dump: every match that is over and that everybody may look at, a JSON line each, in the order of ends.

A line holds the facts that ratings come from and the whole record, so that anyone with it can recompute all ratings
and check every draw; docs/ratings.md describes it. People are called by their dump numbers, and who has none by
nothing: guests, house opponents, and those who have left. What a match did to the ratings of the others stands in the
line, for with somebody who is called by nothing it cannot be recomputed.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple, NoReturn

import msgspec

from accounts import faults
from accounts.models import User
from games.core.documents import records
from games.core.models import Match, Seat, Substitution
from games.ratings import dumped_facts as documents, rated
from games.ratings.counting import Verdict
from games.ratings.facts import RatedMatch, Sat
from games.ratings.replay import Change, Ledger
from games.rules import registry
from games.rules.errors import RulesError
from games.rules.record import Record
from games.rules.sentence import N_, sentence

MATCHES_AT_ONCE = 200
"""Matches that are read at once."""
OVER = (Match.Status.OVER, Match.Status.VOID)


class Unreadable(RulesError):
    """A match that can't be written down: without it, anyone who has the dump would come to other ratings."""

    code = "unreadable"


class People(NamedTuple):
    """Those who sit or sat in some matches: their dump numbers by user and by name, of those who are called by one."""

    by_key: dict[int, int]
    by_name: dict[str, int]


def dump_lines() -> Iterator[bytes]:
    """Yield the lines of the dump, without their ends. No more than MATCHES_AT_ONCE matches are held at any time.

    Matches of games that cannot be played here now are left out, all of a game. Raises Unreadable.
    """
    ledgers = defaultdict[str, Ledger](Ledger)
    absences = dict[Any, int]()
    pairs = dict[Any, int]()
    for order, (match, facts, record, people) in enumerate(_matches(), 1):
        facts = replace(facts, substituted=bool(record.substitutes))
        changes = ledgers[match.game].take(facts)
        seats = [_seat(*each, people, absences) for each in zip(facts.seats, changes, strict=True)]
        line = {
            "order": order,
            "ended": _day(record.entries[-1].at),
            **documents.of_match(match, facts),
            "pair": _pair(facts, people, pairs),
            "verdict": changes[0].verdict.value,
            "seats": seats,
            "record": _numbered(record, people),
        }
        if _leads_to_the_first(match, facts, people):
            line |= {"match": None, "record": None}
        yield msgspec.json.encode(line)


def _matches() -> Iterator[tuple[Match, RatedMatch, Record, People]]:
    public = Match.objects.filter(status__in=OVER, private=False, ply__gte=0, game__in=registry.slugs())
    public = public.order_by("ended", "pk")
    keys = public.values_list("pk", flat=True).iterator(chunk_size=MATCHES_AT_ONCE)
    while part := list(islice(keys, MATCHES_AT_ONCE)):
        found = Match.objects.in_bulk(part)
        matches = [found[key] for key in part]
        people = _people(part)
        written = faults.one_by_one(_records, matches, _unreadable)
        for each in zip(matches, rated.rated_matches(matches), written, strict=True):
            yield *each, people


def _records(matches: Sequence[Match]) -> list[Record]:
    return [_with_log(record) for record in records.all_finished(matches)]


def _unreadable(match: Match, error: Exception) -> NoReturn:
    template = N_("Match {match} can’t be written to the dump: {why}")
    raise Unreadable(sentence(template, match=match.public_id, why=faults.why(error))) from error


def _with_log(record: Record) -> Record:
    if not record.entries:
        raise ValueError("it has no log")
    return record


def _people(match_ids: Sequence[int]) -> People:
    keys = {*Seat.objects.filter(match__in=match_ids).values_list("user", flat=True)}
    keys |= {*Substitution.objects.filter(match__in=match_ids).values_list("former", flat=True)}
    rows = User.objects.filter(pk__in=keys, is_bot=False, guest_until=None, dump_number__isnull=False)
    found = list(rows.values_list("pk", "username", "dump_number"))
    by_key = {key: number for key, _, number in found if number}
    return People(by_key, {name: by_key[key] for key, name, _ in found})


def _seat(seat: Sat, change: Change, people: People, absences: dict[Any, int]) -> dict[str, Any]:
    """Return a seat as the dump tells of it; of a player without a number neither rating nor absence, which would lead
    from one match to the next.
    """
    number = people.by_key.get(seat.player)
    if number is None:
        return documents.of_seat(seat._replace(player=None, absence=None), absences) | {"after": None}
    after = list(change.after) if change.verdict is Verdict.COUNTS else None
    return documents.of_seat(seat._replace(player=number), absences) | {"after": after}


def _pair(facts: RatedMatch, people: People, pairs: dict[Any, int]) -> int | None:
    """Return the number of its pair, and add it to `pairs` if it is new.

    Return `None` if somebody is called by nothing. Otherwise the pair would lead from one match to the next.
    """
    if facts.pair is None or any(seat.player not in people.by_key for seat in facts.seats):
        return None
    return pairs.setdefault(facts.pair, len(pairs) + 1)


def _leads_to_the_first(match: Match, facts: RatedMatch, people: People) -> bool:
    """Return whether this is the second match of a pair in which somebody is called by nothing.

    Its id is made from that of the first, and both have the same shares, by which they would be put together.
    """
    is_second = facts.pair is not None and match.pair != match.public_id
    return is_second and any(seat.player not in people.by_key for seat in facts.seats)


def _numbered(record: Record, people: People) -> Record:
    """Return the record with numbers for names and days for times; no digest holds either, so that it verifies as
    before.
    """
    number = {name: str(number) for name, number in people.by_name.items()}
    return msgspec.structs.replace(
        record,
        seats=[msgspec.structs.replace(each, name=number.get(each.name, "")) for each in record.seats],
        substitutes=[msgspec.structs.replace(each, name=number.get(each.name, "")) for each in record.substitutes],
        entries=[msgspec.structs.replace(each, at=f"{_day(each.at)}T00:00:00Z") for each in record.entries],
    )


def _day(at: str) -> str:
    return at[:10]
