"""Scenes in which what is read of matches by a key can be tried: each gives the call, and answers alike in every cast.

What else the same people have stands in the scene itself, so that a condition that is left out shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.http import QueryDict
from django.test import Client

from accounts import blocks
from accounts.models import User
from games.bots import services as bots
from games.core.models import Heartbeat, Match, Outage, Turn
from games.core.pages import lists
from games.core.reading import answers, reliability, results as profiles
from games.core.reading.reliability import Reliability
from games.core.services import absences, heartbeats, play, sweeps
from games.lobby import lists as lobby_page, notices as invitations, pages as pages_lobby, services as lobby
from games.lobby.models import Invitation
from games.offers import services as offers
from games.offers.kinds import cancel
from games.seeks.models import Seek
from games.site import home, my_matches, oneself, waiting
from tests.games import tables
from tests.games.programs import program
from tests.games.rows.doors import DAY, NOON, Act, Cast, Door
from tests.games.tampering import unguarded
from tests.parts.cast import person


class Read(NamedTuple):
    """A scene and what is read in it."""

    scene: Door
    expected: object


READERS: dict[str, Read] = {}
OF_A_PERSON: set[str] = set()
"""Scenes that read all that one person has."""


def reader(name: str, expected: object, *, of_a_person: bool = False) -> Callable[[Door], Door]:
    def listed(made: Door) -> Door:
        assert name not in READERS
        READERS[name] = Read(made, expected)
        if of_a_person:
            OF_A_PERSON.add(name)
        return made

    return listed


def over(cast: Cast, key: str = "over", **given: Any) -> Match:
    """Return a match that Ann has lost to Ben."""
    match = tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-{key}", **given)
    play.resign(match.public_id, cast.ann.pk)
    return tables.now(match)


def void(cast: Cast, key: str = "void") -> Match:
    """Return a match that Ann and Ben have cancelled."""
    match = tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-{key}")
    offers.make(match.public_id, cast.ann.pk, "cancel")
    offers.make(match.public_id, cast.ben.pk, "cancel", agreeing=True)
    return tables.now(match)


def of_every_kind(cast: Cast) -> dict[str, Match]:
    """Return one match of each kind that Ann may have, and one of Cat and Ben.

    Ann's are: offered, joined, to move, to wait for, over, void and withdrawn.
    """
    key = cast.key
    found = {
        "offered": tables.offer(cast.ann, public_id=f"{key}-offered"),
        "joined": tables.begin(cast.cat, cast.ann, game=tables.AUCTION, public_id=f"{key}-joined"),
        "mine": tables.begin(cast.ann, cast.ben, public_id=f"{key}-mine"),
        "theirs": tables.begin(cast.ben, cast.ann, public_id=f"{key}-theirs"),
        "over": over(cast),
        "void": void(cast),
        "withdrawn": tables.offer(cast.ann, public_id=f"{key}-withdrawn"),
        "stranger": tables.begin(cast.cat, cast.ben, public_id=f"{key}-stranger"),
    }
    lobby.withdraw(found["withdrawn"].public_id, cast.ann)
    return found


def named(found: Iterable[Match], cast: Cast) -> list[str]:
    """Return matches by what they are in their scene, sorted."""
    return sorted(match.public_id.removeprefix(f"{cast.key}-") for match in found)


def shown(user: User, address: str, name: str) -> Any:
    """Return what a page is drawn from, by name."""
    client = Client()
    client.force_login(user)
    return client.get(address).context[name]


# --- Lists of matches -----------------------------------------------------------------------------------------------


@reader("lists.waiting_turns", [(["mine"], "Your turn: advance.")], of_a_person=True)
def _waiting(cast: Cast) -> Act:
    of_every_kind(cast)

    def listed() -> Any:
        rows = lists.waiting_rows(list(lists.waiting_turns(cast.ann)), cast.ann)
        return [(named([row.match], cast), row.asked) for row in rows]

    return listed


@reader("lists.next_waiting", "also", of_a_person=True)
def _next(cast: Cast) -> Act:
    made = of_every_kind(cast)
    tables.begin(cast.ann, cast.cat, public_id=f"{cast.key}-also")
    return lambda: str(lists.next_waiting(cast.ann, made["mine"].public_id)).removeprefix(f"{cast.key}-")


@reader("lists.after_move", "also", of_a_person=True)
def _after(cast: Cast) -> Act:
    made = of_every_kind(cast)
    tables.begin(cast.ann, cast.cat, public_id=f"{cast.key}-also")
    Turn.objects.filter(match=made["mine"], user=cast.ann).delete()
    return lambda: str(lists.after_move(cast.ann, made["mine"].public_id)).removeprefix(f"{cast.key}-")


@reader("waiting.waiting_numbers", waiting.Numbers(2, 1, 1), of_a_person=True)
def _waits(cast: Cast) -> Act:
    for user, game, days in ((cast.ann, "en-garde", 1), (cast.ann, "field-of-glory", 0), (cast.ben, "en-garde", 2)):
        Seek.objects.create(user=user, game=game, fastest_days=3, slowest_days=7, looked=NOON - days * DAY)
    for key, inviter in (("mine", cast.ann), ("also", cast.ann), ("theirs", cast.ben)):
        tables.begin(inviter, cast.cat, public_id=f"{cast.key}-{key}")
    for audience, invited in (("personal", cast.ann), ("personal", cast.cat), ("open", None)):
        lobby.invite(
            cast.ben, lobby.Terms("en-garde", {}, 3, audience=audience, invited=invited.username if invited else "")
        )
    return lambda: waiting.waiting_numbers(cast.ann)


@reader("oneself.what_closing_ends", {"running": 2, "invitations": 1}, of_a_person=True)
def _what_ends(cast: Cast) -> Act:
    for key, other in (("mine", cast.ben), ("also", cast.cat)):
        tables.begin(cast.ann, other, public_id=f"{cast.key}-{key}")
    for inviter in (cast.ann, cast.ben):
        lobby.invite(inviter, lobby.Terms("en-garde", {}, 3))
    return lambda: oneself.what_closing_ends(cast.ann)


@reader("lists.others", ["joined", "offered", "theirs"], of_a_person=True)
def _others(cast: Cast) -> Act:
    of_every_kind(cast)
    return lambda: named(lists.others(cast.ann), cast)


@reader(
    "my_matches.menu_counts",
    my_matches.Counts(
        to_me=1,
        choosing=0,
        waiting=1,
        others=4,
        ended=1,
        finished=1,
        sought=0,
        seeks=0,
        vacation_until=None,
        opened=NOON,
    ),
    of_a_person=True,
)
def _counts(cast: Cast) -> Act:
    tables.opened(of_every_kind(cast)["over"], cast.ann)
    cast.invited(cast.ben, cast.ann)
    cast.invited(cast.ann, cast.cat)
    return lambda: my_matches.menu_counts(cast.ann)


PROFILE = (
    Reliability(kept=2),
    (3, [(False, 0, 0, 1, 1), (True, 0, 0, 1, 0)], [(False, 0, 0, 1, 1)], 2),
    (3, [(False, 0, 0, 1, 1), (True, 0, 0, 1, 0)], [(False, 0, 0, 1, 1)], 2),
    (4, [(False, 0, 0, 2, 1), (True, 0, 0, 1, 0)], [(False, 0, 0, 2, 1)], 2),
)
"""Reliability; then to a visitor, to Cat and to Ann: matches over, results by opponent, those against
Ben, and matches running."""


@reader("profiles", PROFILE, of_a_person=True)
def _profile(cast: Cast) -> Act:
    """Return one running, two over against people (one in time, one private) and one against the house."""
    of_every_kind(cast)
    made = over(cast, "private")
    Match.objects.filter(pk=made.pk).update(private=True)
    house = bots.challenge(cast.ann, "en-garde", {"starter": "left"}, seat=0)
    play.resign(house.public_id, cast.ann.pk)

    def seen(by: int | None) -> Any:
        matches = profiles.finished_of_person(cast.ann, by)
        ended = profiles.results(cast.ann, matches, cast.ben.pk)
        by_house, by_reader = (
            [(each.house, each.won, each.level, each.lost, each.void) for each in part]
            for part in (ended.all, ended.against_reader)
        )
        return matches.count(), by_house, by_reader, ended.running

    def answered() -> Any:
        return reliability.reliability_of(cast.ann.pk), seen(None), seen(cast.cat.pk), seen(cast.ann.pk)

    return answered


@reader("answers.times", [timedelta(0), timedelta(hours=1)], of_a_person=True)
def _answer_time(cast: Cast) -> Act:
    """Set the scene: Ann answers immediately, Ben after an hour, nobody in a match that goes on."""
    match = cast.match()
    for number in range(4):
        tables.play_on(match, 1)
        _write_time(match, number + 1, NOON + timedelta(hours=(number + 1) // 2))
    play.resign(match.public_id, cast.ann.pk)
    return lambda: [found and found.half for found in (answers.times(user.pk) for user in (cast.ann, cast.ben))]


@reader("absences.since", [NOON + timedelta(hours=2), NOON + timedelta(hours=3), NOON - DAY], of_a_person=True)
def _since(cast: Cast) -> Act:
    """Set the scene: Ann's newest move is in one match, Ben's in another. What Cat did was not a move."""
    users = (cast.ann, cast.ben, cast.cat)
    User.objects.filter(pk__in=[user.pk for user in users]).update(date_joined=NOON - DAY)
    for number, opponent in enumerate((cast.ben, cast.cat)):
        match = tables.begin(cast.ann, opponent, public_id=f"{cast.key}-{number}")
        tables.play_on(match, 2 - number)
        _write_time(match, 1, NOON + timedelta(hours=1 + number))
    _write_time(tables.now(Match.objects.get(public_id=f"{cast.key}-0")), 2, NOON + timedelta(hours=3))
    play.resign(f"{cast.key}-1", cast.cat.pk)

    def told() -> Any:
        found = absences.since([user.pk for user in users])
        return [found[user.pk] for user in users]

    return told


def _write_time(match: Match, ply: int, when: datetime) -> None:
    """Change what the models let nobody change."""
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("UPDATE games_entry SET created = %s WHERE match_id = %s AND ply = %s", [when, match.pk, ply])


@reader("front.numbers", {"people": 1, "running": 3, "finished": 1})
def _numbers(cast: Cast) -> Act:
    """Return what is counted grows by what a scene has, and not by what does not count."""

    def grown() -> dict[str, int]:
        before = home.site_numbers()
        of_every_kind(cast)
        bots.bot_of("field-of-glory")
        person(f"Gus.{cast.key}")
        person(f"Hal.{cast.key}", is_active=False)
        person(f"Ian.{cast.key}", guest_until=NOON)
        after = home.site_numbers()
        return {name: after[name] - before[name] for name in after}

    return grown


MY_MATCHES = [("mine", True), ("over", False), ("theirs", False), ("void", False)]
"""With whether they wait for Ann."""


@reader("api: my matches", (MY_MATCHES, ["over"], ["mine", "theirs"]), of_a_person=True)
def _api_matches(cast: Cast) -> Act:
    of_every_kind(cast)
    ann = program(cast.ann)

    def seen(query: str = "") -> list[tuple[str, bool]]:
        rows = ann.get(f"matches/{query}").json()["results"]
        return sorted((row["id"].removeprefix(f"{cast.key}-"), row["waiting"]) for row in rows)

    def of(status: str) -> list[str]:
        return [name for name, _ in seen(f"?status={status}")]

    return lambda: (seen(), of("over"), of("playing"))


@reader("api: invitations", ["from-me", "mine", "open", "to-me"], of_a_person=True)
def _api_invitations(cast: Cast) -> Act:
    _invitations(cast)
    ann = program(cast.ann)

    def mine() -> list[str]:
        rows = ann.get("invitations/").json()["results"]
        return sorted(row["id"].removeprefix(f"{cast.key}-") for row in rows if row["id"].startswith(cast.key))

    return mine


@reader("api: begun", "0" * 31 + "7", of_a_person=True)
def _api_begun(cast: Cast) -> Act:
    made = tables.offer(cast.ben, public_id=cast.key)
    ann = program(cast.ann)
    return lambda: ann.post(f"invitations/{made.public_id}/join/", entropy="0" * 31 + "7").json()["entropy"]


# --- Invitations ----------------------------------------------------------------------------------------------------


def _invitations(cast: Cast) -> None:
    """Make invitations: Ann's own, open ones of Cat's, and personal ones to Ann and to Ben.

    One of Cat's is past, one is withdrawn. One of Ann's is to somebody whom she blocks.
    """
    gus, hal = (person(f"{name}.{cast.key}") for name in ("Gus", "Hal"))
    by = {"mine": cast.ann, "open": cast.cat, "past": cast.cat, "gone": cast.cat, "blocked": gus, "blocking": hal}
    for name, user in by.items():
        tables.offer(user, public_id=f"{cast.key}-{name}")
    Invitation.objects.filter(match__public_id=f"{cast.key}-past").update(expires=NOON)
    lobby.withdraw(f"{cast.key}-gone", cast.cat)
    blocks.block(cast.ann, gus)
    blocks.block(hal, cast.ann)
    ann, ben, cat = cast.ann, cast.ben, cast.cat
    for name, inviter, whom in (("to-me", cat, ann), ("to-ben", cat, ben), ("from-me", ann, ben)):
        Match.objects.filter(pk=cast.invited(inviter, whom).pk).update(public_id=f"{cast.key}-{name}")


def _of_scene(rows: Iterable[Invitation], cast: Cast) -> list[str]:
    return named((row.match for row in rows if row.match.public_id.startswith(cast.key)), cast)


@reader("pages_lobby", (["open"], ["to-me"], ["from-me", "mine"]), of_a_person=True)
def _lobby(cast: Cast) -> Act:
    _invitations(cast)
    return lambda: (
        _of_scene(pages_lobby.open_to(cast.ann, {}), cast),
        named((row.match for row in pages_lobby.to_me(cast.ann)), cast),
        named((row.match for row in pages_lobby.own_invitations(cast.ann)), cast),
    )


@reader("lobby.page", (["open"], ["to-me"], ["from-me", "mine"], 1), of_a_person=True)
def _lobby_page(cast: Cast) -> Act:
    _invitations(cast)

    def shown() -> Any:
        found = lobby_page.page(cast.ann, {}, QueryDict())
        parts = (found.open_invitations, found.to_me, found.mine)
        return *(
            _of_scene((row["invitation"] for row in part), cast) for part in parts
        ), found.to_me_page.paginator.count

    return shown


FILTERED = [
    ["language", "pace", "plain", "rated"],
    ["game", "language", "plain", "rated"],
    ["game", "pace", "plain", "rated"],
]
"""What is let through by game, by pace and by language; the others differ from the first in one thing each."""


@reader("pages_lobby.open_to: filtered", FILTERED)
def _filtered(cast: Cast) -> Act:
    """Set the scene with four that differ from the first in one thing each."""
    for name, game in {"plain": "en-garde", "game": "field-of-glory"}.items():
        tables.offer(cast.cat, game, public_id=f"{cast.key}-{name}")
    tables.offer(cast.cat, pace_days=7, public_id=f"{cast.key}-pace")
    for name, change in {"rated": {"rated": True}}.items():
        made = tables.offer(cast.cat, public_id=f"{cast.key}-{name}")
        Match.objects.filter(pk=made.pk).update(**change)
    made = tables.offer(cast.cat, public_id=f"{cast.key}-language")
    Invitation.objects.filter(match=made).update(language="it")
    chosen: list[dict[str, Any]] = [
        {"game": "en-garde"},
        {"pace": 3},
        {"language": "de"},
    ]
    return lambda: [_of_scene(pages_lobby.open_to(cast.ann, each), cast) for each in chosen]


@reader("lobby_notices", True)
def _invited_notice(cast: Cast) -> Act:
    match = cast.invited(cast.ann, cast.ben)

    def told() -> Any:
        notice = invitations.invited_notice(cast.ben, {"match": match.pk})
        return notice and notice.context["url"].endswith(f"/i/{match.public_id}/")

    return told


# --- What is due ----------------------------------------------------------------------------------------------------


@reader("sweeps.due_matches", ["late"])
def _due(cast: Cast) -> Act:
    """Return one match is overdue, one not yet, one waits for the house."""
    late, early = cast.match(), tables.begin(cast.ann, cast.ben, pace_days=7, public_id=f"{cast.key}-early")
    house = bots.challenge(cast.cat, "en-garde", {"starter": "left"}, seat=1)
    mine = {late.pk: "late", early.pk: "early", house.pk: "house"}
    return lambda: [mine[pk] for pk in sweeps.due_matches(NOON + 3 * DAY) if pk in mine]


@reader("lobby.expire", [False, True])
def _expired(cast: Cast) -> Act:
    """Set the scene with two invitations. The time of one is over."""
    waits, past = (tables.offer(cast.ann, public_id=f"{cast.key}-{name}") for name in ("waits", "past"))
    Invitation.objects.filter(match=past).update(expires=NOON)
    return lambda: [lobby.expire(match.pk, NOON) for match in (waits, past)]


@reader("bots.owed", ["waits"])
def _owed(cast: Cast) -> Act:
    """Set the scene with two matches that wait for the house, one of them over, and a third.

    In the third a person owes a move.
    """
    made = [bots.challenge(cast.ann, "en-garde", {"starter": "left"}, seat=seat) for seat in (1, 1, 0)]
    Match.objects.filter(pk=made[1].pk).update(status="void")
    names = dict(zip((match.pk for match in made), ("waits", "void", "asks"), strict=True))
    return lambda: [names[pk] for pk in bots.owed(1000) if pk in names]


@reader("outages.credit: what is owed", ["begun", "not begun"])
def _outages(cast: Cast) -> Act:
    """Set the scene with four outages. One has given its time to every turn, and one saw no turn."""
    given = {"done": (5, 5), "begun": (5, 4), "not begun": (5, 0), "nobody's": (0, 0)}
    mine = {}
    for name, (last, credited) in given.items():
        made = Outage.objects.create(began=NOON - DAY, ended=NOON, last_turn=last, credited=credited)
        mine[made.pk] = name
    return lambda: [mine[each.pk] for each in Outage.objects.owed() if each.pk in mine]


# --- Who plays for whom ---------------------------------------------------------------------------------------------


@reader("offers.make: few are cancelled", True, of_a_person=True)
def _cancelled(cast: Cast) -> Act:
    """Set the scene so that only what was cancelled with the house within a day counts.

    What was cancelled with people, resigned, or cancelled long ago doesn't count.
    """
    void(cast)
    for number in range(cancel.MAX_CANCELLED):
        made = bots.challenge(cast.ann, "en-garde", {"starter": "left"}, seat=0)
        if number % 2:
            play.resign(made.public_id, cast.ann.pk)
        else:
            offers.make(made.public_id, cast.ann.pk, "cancel")
            Match.objects.filter(pk=made.pk).update(ended=NOON - 2 * DAY)
    house = bots.challenge(cast.ann, "en-garde", {"starter": "left"}, seat=0)
    return lambda: offers.make(house.public_id, cast.ann.pk, "cancel")


@reader("heartbeats.record_heartbeat", [("other", False), ("part", True)])
def _noted(cast: Cast) -> Act:
    Heartbeat.objects.update_or_create(name=f"{cast.key} other", defaults={"at": NOON - DAY})

    def heard() -> Any:
        heartbeats.record_heartbeat(cast.key, "part")
        found = Heartbeat.objects.filter(name__startswith=cast.key).order_by("name").values_list("name", "at")
        return [(name.removeprefix(f"{cast.key} "), at == NOON) for name, at in found]

    return heard


@reader("heartbeats.ages", (3600, {"web1": 3600}))
def _ages(cast: Cast) -> Act:
    Heartbeat.objects.update_or_create(name=f"{cast.key} web1", defaults={"at": NOON - timedelta(hours=1)})

    def looked() -> Any:
        last = heartbeats.last(f"{cast.key} web1")
        return last and round((NOON - last).total_seconds()), heartbeats.ages(cast.key)

    return looked


@reader("heartbeats.forget_part", (True, [" other"]))
def _forgotten(cast: Cast) -> Act:
    for what in ("web2", "other"):
        Heartbeat.objects.update_or_create(name=f"{cast.key} {what}", defaults={"at": NOON})

    def forgotten() -> Any:
        done = heartbeats.forget_part(f"{cast.key} web2")
        left = Heartbeat.objects.filter(name__startswith=cast.key).values_list("name", flat=True)
        return done, [name.removeprefix(cast.key) for name in left]

    return forgotten
