"""Scenes in which what is read of seeks by a key can be tried; see `readers`."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import admin

from accounts import blocks
from games.bots import services as bots
from games.core.models import Match, Seat
from games.core.services import expiry, play
from games.lobby import new_match, remembered, services as lobby
from games.lobby.models import Invitation
from games.ratings.models import Rating
from games.seeks import pages, queries as seekers, services as seeks
from games.seeks.models import Seek
from tests.games import tables
from tests.games.browsing import form, signed_in
from tests.games.programs import program
from tests.games.rows.doors import DAY, NOON, Act, Cast, posted
from tests.games.rows.doors_seeks import sought
from tests.games.rows.readers import reader


@reader("seeks.find_opponent", [["Ann", "Ben"], [], ["Cat"]], of_a_person=True)
def _pair(cast: Cast) -> Act:
    """Set the scene with Ann and Ben, beside Cat who seeks in another game."""
    made = [sought(cast, cast.ann), sought(cast, cast.ben), sought(cast, cast.cat, "field-of-glory")]
    names = dict(zip(["Ann", "Ben", "Cat"], (cast.ann, cast.ben, cast.cat), strict=True))

    def paired() -> list[list[str]]:
        found = [seeks.find_opponent(made[0].pk), seeks.find_opponent(made[2].pk)]
        sits = [
            set(Seat.objects.filter(match=match).values_list("user", flat=True)) if match else set() for match in found
        ]
        left = set(Seek.objects.filter(pk__in=[each.pk for each in made]).values_list("user", flat=True))
        return [[name for name, user in names.items() if user.pk in each] for each in (*sits, left)]

    return paired


@reader("seekers.seekers", [(1600.0, ["Ben"], ["Ben"]), (1500.0, ["Ann"], ["Ann"])], of_a_person=True)
def _known(cast: Cast) -> Act:
    """Set the scene: Ann has two ratings and blocks Ben.

    She plays En Garde with Ben and Field of Glory with Cat.
    """
    for game, number in (("en-garde", 1600.0), ("field-of-glory", 1700.0)):
        Rating.objects.create(user=cast.ann, game=game, number=number, deviation=90.0, matches=9, changed=NOON)
    tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-running")
    tables.begin(cast.cat, cast.ann, game="field-of-glory", public_id=f"{cast.key}-other")
    tables.begin(cast.ann, cast.cat, public_id=f"{cast.key}-with-cat")
    blocks.block(cast.ann, cast.ben)
    blocks.block(cast.cat, cast.ann)
    made = [sought(cast, user) for user in (cast.ann, cast.ben)]
    names = {cast.ann.pk: "Ann", cast.ben.pk: "Ben", cast.cat.pk: "Cat"}

    def named(users: Iterable[int]) -> list[str]:
        return sorted(names[user] for user in users)

    def known() -> list[tuple[float, list[str], list[str]]]:
        found = [each.seeker for each in seekers.seekers(made).values()]
        return [(each.number, named(each.blocked), named(each.playing)) for each in found]

    return known


@reader("seeks.awake", [False, True, True], of_a_person=True)
def _awake(cast: Cast) -> Act:
    """Set the scene: Ann owes a first move to Ben, who waits for it. Cat owes one to the house."""
    tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-first")
    with_house = tables.begin(cast.cat, cast.ben, public_id=f"{cast.key}-house")
    Seat.objects.filter(match=with_house, user=cast.ben).update(house=True)
    made = [sought(cast, user) for user in (cast.ann, cast.ben, cast.cat)]
    return lambda: [Seek.objects.awake(NOON).filter(pk=each.pk).exists() for each in made]


@reader("seeks.note_look", [NOON, NOON - DAY], of_a_person=True)
def _look(cast: Cast) -> Act:
    made = [sought(cast, user) for user in (cast.ann, cast.ben)]
    Seek.objects.filter(pk__in=[each.pk for each in made]).update(looked=NOON - DAY)

    def looked() -> list[object]:
        seeks.note_look(cast.ann)
        return [Seek.objects.get(pk=each.pk).looked for each in made]

    return looked


@reader("seeks.remove_forgotten", [False, True], of_a_person=True)
def _forgotten(cast: Cast) -> Act:
    made = [sought(cast, user) for user in (cast.ann, cast.ben)]
    Seek.objects.filter(pk=made[0].pk).update(looked=NOON - 30 * DAY)

    def left() -> list[bool]:
        seeks.remove_forgotten(NOON)
        return [Seek.objects.filter(pk=each.pk).exists() for each in made]

    return left


@reader("seeks.forget", [False, False, True], of_a_person=True)
def _forget(cast: Cast) -> Act:
    made = [sought(cast, cast.ann), sought(cast, cast.ann, "field-of-glory"), sought(cast, cast.ben)]

    def left() -> list[bool]:
        seeks.forget(cast.ann)
        return [Seek.objects.filter(pk=each.pk).exists() for each in made]

    return left


@reader("seeks.ask_anew", ["en-garde", "field-of-glory"], of_a_person=True)
def _anew(cast: Cast) -> Act:
    """Set the scene for Ben, who came and seeks in another game too. Ann never made the first move."""
    match = tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-unbegun")
    match.invitation.delete()
    sought(cast, cast.ben, "field-of-glory")
    sought(cast, cast.cat)
    absent = {Seat.objects.get(match=match, user=cast.ann).pk}

    def again() -> list[str]:
        expiry._end_in_vain(expiry.LockedMatch.lock(pk=match.pk), absent)
        return list(Seek.objects.filter(user__in=[cast.ann, cast.ben]).order_by("game").values_list("game", flat=True))

    return again


@reader("seekers.playing", ["en-garde Ben", "field-of-glory Cat"], of_a_person=True)
def _played(cast: Cast) -> Act:
    """Set the scene for Ann, who plays Ben, and Cat at something else. Ben and Cat play each other too."""
    tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-running")
    tables.begin(cast.cat, cast.ann, game="field-of-glory", public_id=f"{cast.key}-other")
    tables.begin(cast.ben, cast.cat, public_id=f"{cast.key}-theirs")
    over = tables.begin(cast.ann, cast.cat, public_id=f"{cast.key}-over")
    Match.objects.filter(pk=over.pk).update(started=NOON - 2 * DAY)
    play.resign(over.public_id, cast.cat.pk)
    names = {cast.ben.pk: "Ben", cast.cat.pk: "Cat"}
    return lambda: sorted(f"{game} {names[user]}" for game, user in seekers.playing(cast.ann))


@reader("pages_seeks", ([("en-garde", "3 days to 7 days per move")], ["en-garde"], 5, 5), of_a_person=True)
def _pages(cast: Cast) -> Act:
    """Set the scene for Ann, who seeks in one game, and Ben, who seeks in that one and in another.

    Ann also has a match with the house on her terms.
    """
    sought(cast, cast.ann)
    Seek.objects.filter(user=cast.ann).update(fastest_days=5)
    for game in ("en-garde", "field-of-glory"):
        sought(cast, cast.ben, game)
    browser = signed_in(cast.ann)

    def shown() -> object:
        form = browser.get("/seeks/en-garde/").context["form"]
        browser.post("/seeks/en-garde/house")
        pace = Match.objects.get(seats__user=cast.ann, seats__house=False).pace_days
        Seek.objects.filter(user=cast.ann).update(fastest_days=3)
        page = pages.page(cast.ann)
        mine = [(each.game, each.paces) for each in page.mine]
        return mine, [each.game for each in page.waiting if each.is_mine], form.initial["fastest_days"], pace

    return shown


@reader("admin: seeks", ["Ann", "Cat"], of_a_person=True)
def _admin(cast: Cast) -> Act:
    """Set the scene as Ann sees the two others. She plays Ben, and has played Cat.

    Those two play each other.
    """
    tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-running")
    tables.begin(cast.ben, cast.cat, public_id=f"{cast.key}-theirs")
    play.resign(tables.begin(cast.ann, cast.cat, public_id=f"{cast.key}-over").public_id, cast.cat.pk)
    names = {cast.ann.pk: "Ann", cast.ben.pk: "Ben", cast.cat.pk: "Cat"}
    made = [sought(cast, user).pk for user in (cast.ann, cast.ben, cast.cat)]

    def listed() -> list[str]:
        rows = admin.site.get_model_admin(Seek).get_queryset(posted(cast.ann)).filter(pk__in=made)
        return sorted(names[row.user_id] for row in rows)

    return listed


@reader("api: seeks", (["en-garde", 5], [["en-garde", 5], ["field-of-glory", 3]]), of_a_person=True)
def _api(cast: Cast) -> Act:
    """Set the scene for Ann, who asks for something else in one of her two games.

    Ben seeks in the same game.
    """
    for user, game in ((cast.ann, "en-garde"), (cast.ann, "field-of-glory"), (cast.ben, "en-garde")):
        sought(cast, user, game)
    robot = program(cast.ann)

    def shown() -> object:
        changed = robot.put("seeks/en-garde/", fastest_days=5, slowest_days=7).json()
        rows = [changed, *robot.get("seeks/").json()["results"]]
        first, *listed = [[row["game"], row["fastest_days"]] for row in rows]
        return first, listed

    return shown


@reader("pages_seeks.begun", ["paired"], of_a_person=True)
def _begun(cast: Cast) -> Act:
    """Set the scene with Ann's matches. One was begun by two seeks; in another of these she has moved.

    One was offered.
    """
    for key, moved in (("paired", None), ("moved", 1)):
        match = tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-{key}")
        Invitation.objects.filter(match=match).delete()
        match.seats.filter(user=cast.ann).update(answered_ply=moved)
    cast.match()
    return lambda: [row.url.strip("/").rpartition("-")[2] for row in pages.begun(cast.ann)]


@reader("choices", ["house", "open"], of_a_person=True)
def _choices(cast: Cast) -> Act:
    """Set the scene for Ann, who played the computer last, and for Ben, who offered a match to anyone."""
    bots.challenge(cast.ann, "en-garde", {})
    lobby.invite(cast.ben, lobby.Terms("en-garde", {}, 3))
    return lambda: [remembered.choices(user, "en-garde").initial["audience"] for user in (cast.ann, cast.ben)]


@reader("new_match", ("/seeks/en-garde/", [("en-garde", 3)], ["en-garde", "field-of-glory"]), of_a_person=True)
def _new_match(cast: Cast) -> Act:
    """Set the scene for Ann, who seeks already, and plays another game than Ben."""
    sought(cast, cast.ann)
    sought(cast, cast.ben, "field-of-glory")
    tables.begin(cast.cat, cast.ann, public_id=f"{cast.key}-mine")
    tables.begin(cast.cat, cast.ben, game="field-of-glory", public_id=f"{cast.key}-hers")
    browser = signed_in(cast.ann)

    def asked() -> object:
        terms = {"option_variant": "advanced", "audience": "seek", "pace_days": "5"}
        offered = form(browser.get("/invitations/new/en-garde/"))
        led = offered.send(browser, **terms).redirect_chain
        stands = Seek.objects.filter(user=cast.ann).values_list("game", "fastest_days")
        return led[-1][0], list(stands), [new_match.usual_game(user) for user in (cast.ann, cast.ben)]

    return asked
