"""A site with as many people and matches as one likes: some are played by the services, the others are copied by SQL.

Of a thousand matches 800 are over between people and 140 against the house, 40 run, 15 wait for a person who plays the
house, and five are offered to all. What is over has ended within ten years. PostgreSQL only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.db import connection

START = 1_000_000
"""The first id of the rows that are made by SQL."""
SHARES = (800, 140, 40, 15, 5)
"""So many of a thousand matches are of each kind, in the order of KINDS."""
BLOCKED = 3
"""People whom the reader blocks."""
TOLD_OF = 50
"""Offered matches that some users still have to be told of, however many are offered."""


class Cast(NamedTuple):
    """The reader of the pages, a friend, and who runs the site."""

    reader: Any
    friend: Any
    moderator: Any


def fill(people: int, matches: int, moves: int = 24, shares: Sequence[int] = SHARES, years: int = 10) -> Cast:
    """Fill an empty database. Most matches have so many moves, and those that are over have ended within so many
    years."""
    from django.db.models import F

    from accounts.models import Block, Outbox
    from games.core.models import Match
    from tests.parts.games import drawn

    cast, first = _cast(), START
    copies = [
        (share, make(cast, game, f"{game[:7]}{name}", moves))
        for game in drawn()
        for share, (name, make) in zip(shares, KINDS.items(), strict=True)
    ]
    _people(cast.friend, people)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # neither foreign keys nor the log's trigger
        for share, match in copies:
            count = max(1, matches * share // 1000 // len(drawn()))
            _matches(Match.objects.get(pk=match.pk), first, count, people, years)
            first += count
        cursor.execute("RESET session_replication_role")
        _ratings(cursor, people)
    Outbox.objects.filter(status="pending").update(status="sent", sent_at=F("created"))
    Block.objects.bulk_create(Block(blocker=cast.reader, blocked_id=START + n) for n in range(BLOCKED))
    return cast


def _cast() -> Cast:
    from accounts.models import User
    from tests.parts.cast import person

    cast = Cast(person("Ann"), person("Ben"), person("Mo", is_staff=True, is_superuser=True))
    User.objects.filter(pk__in=[each.pk for each in cast]).update(last_login="2026-01-01T00:00Z")
    return cast


# --- Matches that are copied ----------------------------------------------------------------------------------------


def _running(cast: Cast, game: str, name: str, moves: int) -> Any:
    from tests.games import tables

    return tables.play_on(tables.begin(cast.reader, cast.friend, game=game, public_id=name, watchable=True), moves)


def _over(cast: Cast, game: str, name: str, moves: int) -> Any:
    from games.core.models import Match, Turn
    from games.core.services import play
    from games.ratings import services as ratings

    match = _running(cast, game, name, moves)
    Match.objects.filter(pk=match.pk).update(rated=True)
    play.resign(match.public_id, Turn.objects.filter(match=match).values_list("user", flat=True)[0])
    ratings.tally(game)
    return match


def _against_house(cast: Cast, game: str, _name: str, _moves: int) -> Any:
    from games.bots import services as bots
    from games.core.models import Match

    match = bots.challenge(cast.friend, game, {}, seat=0)
    Match.objects.filter(pk=match.pk).update(private=False)
    while not match.turns.filter(seat__house=False).exists():
        bots.move_for_bot(match.pk)
    return Match.objects.get(pk=match.pk)


def _over_against_house(cast: Cast, game: str, name: str, moves: int) -> Any:
    from games.core.services import play

    match = _against_house(cast, game, name, moves)
    play.resign(match.public_id, cast.friend.pk)
    return match


def _offered(cast: Cast, game: str, name: str, _moves: int) -> Any:
    from tests.games import tables

    return tables.offer(cast.friend, game=game, public_id=name)


KINDS: dict[str, Callable[[Cast, str, str, int], Any]] = {
    "over": _over,
    "against": _over_against_house,
    "runs": _running,
    "house": _against_house,
    "open": _offered,
}
"""What makes a match of a kind, by a game, its name and how many moves."""


# --- Copies ---------------------------------------------------------------------------------------------------------


def copies(rows: Any, count: int, **given: Any) -> None:
    """Insert rows like each of these, as many as `count`, except for what is given.

    That is SQL in which `n` counts from 0, and columns of the row begin with `t.`. The database numbers keys that are
    not given.
    """
    model = rows.model
    fields = [field for field in model._meta.concrete_fields if field.attname in given or not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(str(given.get(field.attname, f't."{field.column}"')) for field in fields)
    table, key = f'"{model._meta.db_table}"', f't."{model._meta.pk.column}"'
    keys = [str(each) for each in rows.values_list("pk", flat=True)]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table} t, generate_series(0, {count - 1}) n "
            f"WHERE {key}::text = ANY(%s)",
            [keys],
        )


def _people(person: Any, count: int) -> None:
    from allauth.account.models import EmailAddress

    from accounts.models import User

    name, key = "'player' || n", f"{START} + n"
    looks = {"username": name, "skeleton": f"translate({name}, '01i', 'oll')", "email": f"{name} || '@example.org'"}
    left = {"date_joined": f"now() - {_age(count, 10)}", "dump_number": "NULL"}
    copies(User.objects.filter(pk=person.pk), count, id=key, **looks, **left)
    copies(EmailAddress.objects.filter(user=person), count, user_id=key, email=looks["email"])


def _age(count: int, years: int) -> str:
    """Return how long ago the row `n` of so many came to be: the first years ago, the last a day."""
    return f"interval '{years} years' * (1 - n / {count}::float) - interval '1 day'"


def _matches(match: Any, first: int, count: int, people: int, years: int) -> None:
    """Insert so many more matches like one, with ids from `first` on, and everything that belongs to them."""
    from accounts.models import Outbox
    from games.lobby.models import Invitation

    key, over = f"{first} + n", match.ended is not None
    when = f"now() - {_age(count, years)}" if over else "now() - interval '20 hours' + n * interval '1 ms'"
    moments = {"created": when, **({"started": when, "moved": when} if match.started else {})}
    moments |= {"ended": when, "thinned": "true", "awarded": "true", "tallied": "t.rated"} if over else {}
    copies(type(match).objects.filter(pk=match.pk), count, id=key, public_id=f"'m' || {key}", **moments)
    players = {seat.user_id: _player(seat, key, people) for seat in match.seats.select_related("user")}
    for seat in match.seats.all():
        row = f"2 * ({key}) + {seat.joined}"
        copies(type(seat).objects.filter(pk=seat.pk), count, id=row, match_id=key, user_id=players[seat.user_id])
        late = {
            "since": when,
            "deadline": "now() + interval '2 days' + n * interval '1 ms'",
            "next_reminder_at": "NULL",
        }
        waits = match.turns.filter(seat=seat, seat__house=False)  # to the house a worker would have seen long ago
        copies(waits, count, seat_id=row, match_id=key, user_id=players[seat.user_id], **late)
        letter = {"id": "gen_random_uuid()", "recipient_id": players[seat.user_id], "key": f"({key})::text"}
        lately = f"now() - interval '80 days' * (1 - n / {count}::float)"  # older ones are removed
        sent = {"status": "'sent'", "sent_at": lately, "created": lately, "next_try": lately}
        copies(Outbox.objects.filter(kind="turn")[:1], count, **letter, **sent)
        copies(match.rating_changes.filter(user=seat.user_id), count, match_id=key, user_id=players[seat.user_id])
    for rows in (match.entries, match.snapshots.filter(ply=match.ply)):
        copies(rows.all(), count, match_id=key)
    told = f"CASE WHEN n < {TOLD_OF} THEN 0 END" if match.started is None else "NULL"
    invited = {"match_id": key, "inviter_id": next(iter(players.values())), "created": when, "told_up_to": told}
    invited["expires"] = f"{when} + interval '14 days'"
    copies(Invitation.objects.filter(match=match), count, **invited)


def _player(seat: Any, key: str, people: int) -> str:
    """Return the key of the player in a copy: the house itself, or people by turns."""
    return (
        str(seat.user_id) if seat.house else f"{START} + mod(7919 * ({key})::bigint + {seat.joined} * 50021, {people})"
    )


RATINGS = """
INSERT INTO games_rating (user_id, game, number, deviation, matches, changed)
SELECT u.id, games.game, 1000 + mod(u.id * 7919, 1000003) / 1000.0, 50 + mod(u.id * 104729, 200), 9,
    now() - mod(u.id * 31, 3650) * interval '1 day'
FROM accounts_user u, (SELECT DISTINCT game FROM games_rating) AS games WHERE u.id >= %s
"""


def _ratings(cursor: Any, people: int) -> None:
    """Insert everybody's ratings in every game. A twentieth of them have changed within half a year."""
    cursor.execute(RATINGS, [START])


# --- What is asked of it --------------------------------------------------------------------------------------------

PAGES = {
    "visitor": [
        *("/", "/replays/", "/replays/?page=40", "/watch/", "/statistics/", "/statistics/field-of-glory/", "/ratings/"),
        *(
            "/ratings/en-garde/",
            "/ratings/en-garde/?page=15",
            "/deeds/en-garde/",
            "/players/player7/",
            "/m/en-gardover/",
        ),
    ],
    "reader": [
        *("/matches/", "/m/en-gardruns/", "/matches/waiting"),
        *("/invitations/", "/invitations/?page=5", "/invitations/?page=50", "/seeks/"),
        *("/replays/", "/watch/", "/ratings/", "/ratings/en-garde/", "/statistics/", "/deeds/en-garde/", "/settings/"),
        *("/settings/mails/", "/players/", "/players/?q=player77", "/players/?q=er", "/players/?q=nobody"),
        *("/players/player7/", "/players/player7/statistics/"),
    ],
    "moderator": [
        *("/admin/accounts/outbox/", "/admin/accounts/outbox/?q=player77", "/admin/accounts/user/"),
        "/admin/accounts/user/?q=player",
        *("/admin/accounts/user/?q=player7", "/admin/games/match/", "/admin/games/seat/", "/admin/games/entry/"),
    ],
}
"""Pages whose cost must not grow with what merely exists, by their reader."""


def sweeps() -> dict[str, Callable[[], Any]]:
    """Return what beat sends every few seconds, by its name."""
    from accounts import outbox
    from games.bots import services as bots
    from games.core.services import sweeps, upkeep
    from games.deeds import services as awards
    from games.favourites import telling
    from games.lobby import sweeps as lobby_sweeps
    from games.ratings import services as ratings
    from games.seeks import services as seeks
    from games.statistics import services as figures
    from games.substitutes import sweeps as seat_sweeps
    from games.vacations import sweeps as vacation_sweeps

    return {
        "heartbeat": sweeps.heartbeat,
        "count_due": figures.keep_due,
        "answer_owed": partial(bots.owed, sweeps.ROWS_A_SWEEP),
        "tell_due": telling.tell_due,
        "remind_due": sweeps.remind,
        "expire_due": sweeps.expire,
        "expire_invitations": lobby_sweeps.expire_invitations,
        "close_seats": seat_sweeps.close_seats,
        "take_vacations": vacation_sweeps.take_vacations,
        "find_opponents": seeks.find_opponents,
        "tally_due": ratings.tally_due,
        "award_due": awards.note_due,
        "remove_old": outbox.remove_old,
        "thin": upkeep.thin,
    }
