"""Time: rows are moved back, beat and worker find them. What becomes of each match is compared to the letter."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any

from tests.drill.fault import HOUSE, fault
from tests.drill.site import Site, eventually

PATIENCE = 200
"""Seconds for what beat has looked at every minute."""
MATCHES = "(SELECT id FROM games_match WHERE public_id = ANY(%s))"
Scene = list[str]


def begin(site: Site, *scenes: str) -> dict[str, Scene]:
    made: dict[str, Scene] = json.loads(site.python("-m", "tests.drill.scenes", *scenes))
    return made


def move_turns(site: Site, changes: str, matches: Sequence[str]) -> None:
    site.query(f"UPDATE games_turn SET {changes} WHERE match_id IN {MATCHES}", list(matches))


def be_told(site: Site, matches: Sequence[str]) -> None:
    """Wait until every player who owes a move there was sent the letter about it."""
    sql = (
        "SELECT count(*) FROM games_turn t WHERE NOT EXISTS (SELECT 1 FROM accounts_outbox o WHERE o.kind = 'turn'"
        " AND o.recipient_id = t.user_id AND o.key = t.match_id || ':' || t.ply AND o.status = 'sent')"
        f" AND t.match_id IN {MATCHES}"
    )
    eventually(lambda: site.query(sql, list(matches))[0][0] == 0, 90, "players are told of their turns")


def never_tell(site: Site, matches: Sequence[str]) -> None:
    """Put the letters about turns off until nobody waits for them any more."""
    sql = f"split_part(key, ':', 1)::bigint IN {MATCHES}"
    site.query(
        f"UPDATE accounts_outbox SET next_try = now() + interval '1 day' WHERE kind = 'turn' AND {sql}", list(matches)
    )


def endings(site: Site, matches: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return how each match ended and how many turns are left.

    That is its status, the text of its last entry if the house made it, and how the seats came out.
    """
    sql = (
        "SELECT m.status, (SELECT text FROM games_entry e WHERE e.match_id = m.id AND e.ply = m.ply AND seat IS NULL"
        " AND ply > 0), (SELECT string_agg(outcome, ' ' ORDER BY number) FROM games_seat s WHERE s.match_id = m.id),"
        " (SELECT count(*) FROM games_turn t WHERE t.match_id = m.id) FROM games_match m"
        " WHERE public_id = ANY(%s) ORDER BY 1, 2"
    )
    return site.query(sql, list(matches))


def letters(site: Site, kind: str, matches: Sequence[str]) -> int:
    """Return how many letters of a kind were sent about some matches."""
    sql = (
        "SELECT count(*) FROM accounts_outbox WHERE kind = %s AND status = 'sent'"
        f" AND split_part(key, ':', 1)::bigint IN {MATCHES}"
    )
    return int(site.query(sql, kind, list(matches))[0][0])


def come_to(site: Site, matches: Sequence[str], ending: tuple[Any, ...]) -> None:
    """Wait until all these matches have come to an end. Raises AssertionError with what has become of them."""
    wanted = [ending] * len(matches)
    try:
        eventually(lambda: endings(site, matches) == wanted, PATIENCE, f"all matches come to {ending}")
    except AssertionError as fault:
        raise AssertionError(f"{fault}: {endings(site, matches)}") from None


def lost_on_time(site: Site, matches: Sequence[str]) -> None:
    """Check that the seat that owed a move lost, the other one won, and nobody owes anything.

    Both are told once, as `told_once` checks.
    """
    eventually(lambda: all(row[0] == "over" for row in endings(site, matches)), PATIENCE, "matches end on time")
    for status, text, outcomes, turns in endings(site, matches):
        loser = int(text.removeprefix("!timeout "))
        assert (status, turns) == ("over", 0), (status, text, turns)
        assert outcomes.split() == ["timeout" if number == loser else "won" for number in (0, 1)], outcomes


@fault("time: reminders, silence, absence, invitations, guests", harmless=True, house=HOUSE, settle=30)
def everything(site: Site) -> None:
    names = ("reminded", "silent", "never told", "never told for four paces", "both absent")
    scenes = begin(site, *names, "expired", "warned", "guest of a week ago", "guest of six days ago")
    waiting = scenes["never told"] + scenes["never told for four paces"]
    never_tell(site, waiting)
    told = scenes["silent"] + scenes["both absent"] + scenes["reminded"]
    be_told(site, told)
    ends = ("silent", "never told for four paces", "both absent", "guest of a week ago")
    site.provoked |= {match for name in ends for match in scenes[name]}
    pass_time(site, scenes)
    lost_on_time(site, scenes["silent"])
    come_to(site, scenes["both absent"], ("void", "!void", "absent absent", 0))
    come_to(site, scenes["never told for four paces"], ("void", "!void", "void void", 0))
    given_time(site, scenes["never told"])
    reminded_once(site, scenes["reminded"])
    invitations(site, scenes)
    guests(site, scenes)
    site.query("UPDATE accounts_outbox SET next_try = now() WHERE status = 'pending' AND attempts = 0")


def pass_time(site: Site, scenes: dict[str, Scene]) -> None:
    """Move all rows back at once."""
    for name in ("silent", "never told", "both absent"):
        move_turns(site, "deadline = now()", scenes[name])
    long_ago = "deadline = now(), since = now() - interval '57 days'"
    move_turns(site, long_ago, scenes["never told for four paces"])
    move_turns(site, "deadline = now() + interval '2 hours', next_reminder_at = now()", scenes["reminded"])
    open_one = "UPDATE games_invitation SET {} WHERE match_id IN " + MATCHES
    site.query(open_one.format("expires = now(), warn_at = NULL"), scenes["expired"])
    site.query(open_one.format("warn_at = now()"), scenes["warned"])
    move_guest = (
        "UPDATE accounts_user SET guest_until = now() - {} WHERE guest_until IS NOT NULL AND id IN"
        f" (SELECT user_id FROM games_seat WHERE match_id IN {MATCHES})"
    )
    site.query(move_guest.format("interval '7 days 1 minute'"), scenes["guest of a week ago"])
    site.query(move_guest.format("interval '6 days'"), scenes["guest of six days ago"])
    close = "from games.guests import services as guests; guests.close_forgotten()"  # else once an hour
    site.python("manage.py", "shell", "-c", close)


def given_time(site: Site, matches: Scene) -> None:
    """Check that players who were never told have the pace again, and that nothing was entered."""
    sql = (
        "SELECT count(*) FROM games_turn t JOIN games_match m ON m.id = t.match_id WHERE m.public_id = ANY(%s)"
        " AND m.ply = 0 AND t.deadline > now() + interval '13 days'"
    )
    eventually(lambda: site.query(sql, matches)[0][0] == len(matches), PATIENCE, "who was never told gets time")


def reminded_once(site: Site, matches: Scene) -> None:
    eventually(lambda: letters(site, "reminder", matches) == len(matches), PATIENCE, "reminders are sent")
    noted = "reminders_sent = 1 AND next_reminder_at IS NULL"
    sql = f"SELECT count(*) FROM games_turn WHERE {noted} AND match_id IN {MATCHES}"
    assert site.query(sql, matches)[0][0] == len(matches), "a reminder is noted once"


def invitations(site: Site, scenes: dict[str, Scene]) -> None:
    come_to(site, scenes["expired"], ("void", None, "", 0))
    eventually(lambda: letters(site, "lapsed", scenes["expired"]) == 1, PATIENCE, "news of an expired invitation")
    eventually(lambda: letters(site, "expiring", scenes["warned"]) == 1, PATIENCE, "a warning")


def guests(site: Site, scenes: dict[str, Scene]) -> None:
    come_to(site, scenes["guest of a week ago"], ("void", "!void", "void void", 0))
    assert endings(site, scenes["guest of six days ago"])[0][0] == "playing", "a guest can be kept for a week"


@fault("time: an outage of 3 h", harmless=True, settle=20)
def outage(site: Site) -> None:
    scenes = begin(site, "in the outage", "before the outage")
    within, before = scenes["in the outage"], scenes["before the outage"]
    be_told(site, within + before)
    site.provoked |= set(before)
    with site.without("beat"):
        site.query("UPDATE games_heartbeat SET at = at - interval '3 hours'")
        move_turns(site, "deadline = now() - interval '1 hour'", within)
        move_turns(site, "deadline = now() - interval '210 minutes'", before)
        site.last(5)
    lost_on_time(site, before)
    sql = (
        "SELECT count(*) FROM games_turn WHERE deadline BETWEEN now() + interval '115 minutes' AND now() +"
        f" interval '121 minutes' AND match_id IN {MATCHES}"
    )
    assert site.query(sql, within)[0][0] == len(within), "what ran out in the outage has its time again"


@fault("time: deadlines run out while the web is gone for 330 s")
def without_web(site: Site) -> None:
    """Stop the web for over five minutes while matches run out of time.

    This is never shortened: so long a silence is an outage, and players get their time back.
    """
    matches = begin(site, "without web")["without web"]
    be_told(site, matches)
    with site.without("web"):
        move_turns(site, "deadline = now() + interval '20 seconds'", matches)
        time.sleep(330)
        lost = {row[0] for row in endings(site, matches)} - {"playing"}
    time.sleep(75)
    assert not lost, "nobody's time runs out while nobody can come"
    assert {row[0] for row in endings(site, matches)} == {"playing"}, "who could not come has time afterwards"
    move_turns(site, "deadline = now() + interval '14 days'", matches)
