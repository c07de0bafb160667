"""Scenes in which what is read of one match by a key, and what people keep, can be tried; see `readers`."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts import blocks, feeds, outbox
from accounts.models import Preferences, User
from games.boards.fantasy_dice_battles import saved_armies
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.chat import notices as chat_notices, services as chat
from games.core.documents import archive, records
from games.core.models import ChatLine, Match, Seat, Snapshot
from games.core.notices import turns
from games.core.pages import hints
from games.core.reading import access, play_links, positions, unread
from games.core.services import play, secret
from games.core.services.locked import LockedMatch
from games.deeds.models import Award
from games.end_notices import notices as end_notices
from games.favourites import services as favourites
from games.lobby import services as lobby
from games.offers import notices as offer_notices, undo
from games.ratings.models import Rating, RatingChange
from games.rematch import notices as rematch_notices, services as rematch
from games.reports import filing
from games.reports.models import Report
from games.rules.fantasy_dice_battles.army import armies as notation
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.rules.game import dump
from games.seeks import services as seeks
from games.seeks.fit import Wish
from games.vacations import services as vacations
from games.watching import live_matches as running
from tests.games import tables
from tests.games.programs import program
from tests.games.rows.doors import DAY, NOON, Act, Cast, posted
from tests.games.rows.readers import of_every_kind, over, reader, shown
from tests.parts import features

# --- One match ------------------------------------------------------------------------------------------------------


@reader("chat.chat_lines", ["Hello"])
def _lines(cast: Cast) -> Act:
    match, _ = cast.talk()
    ending = f" from {cast.key}"
    return lambda: [each.text.removesuffix(ending) for each in chat.chat_lines(tables.seat(match, cast.ben))]


@reader("seats with news", [(2, 1), (2, 0)], of_a_person=True)
def _news(cast: Cast) -> Act:
    """Set the scene: lines of the chat, a hidden one twice, and how many matches wait for the player there."""
    match, line = cast.talk()
    chat.hide(line, "An insult.")
    other = tables.begin(cast.ben, cast.cat, public_id=f"{cast.key}-other")
    chat.say(other.public_id, cast.ben, "Elsewhere")
    play.resign(other.public_id, cast.ben.pk)
    seats = Seat.objects.with_news().filter(match=match).order_by("number")
    return lambda: [(seat.chat_news, seat.turns_due) for seat in seats.all()]


@reader("seats with unread", ([0, 0], [0, 1]), of_a_person=True)
def _seats_unread(cast: Cast) -> Act:
    """Set the scene for Ann, who has written the only line, and for Ben."""
    match, _ = cast.talk()
    seats = Seat.objects.filter(match=match).order_by("number")

    def read() -> tuple[list[int], ...]:
        return tuple([seat.unread for seat in seats.with_unread(user)] for user in (cast.ann, cast.ben))

    return read


@reader("unread.lines", [[], [1]])
def _unread(cast: Cast) -> Act:
    match, _ = cast.talk()
    return lambda: [list(unread.lines(user.pk, [match.pk]).values()) for user in (cast.ann, cast.ben)]


@reader("chat.note_shown", [True, True])
def _seen(cast: Cast) -> Act:
    """Return who looks at older lines again has still seen the newer ones."""
    match = cast.match()
    older, newer = (chat.say(match.public_id, cast.ann, text) for text in ("older", "newer"))

    def read(*lines: ChatLine) -> bool:
        chat.note_shown(tables.seat(match, cast.ben), lines[-1].pk)
        return tables.seat(match, cast.ben).chat_read == newer.pk

    return lambda: [read(older, newer), read(older)]


@reader("chat_notices.chat_notice", ["new"])
def _chat_notice(cast: Cast) -> Act:
    """Set the scene with four lines: one was read, one is hidden and one is the reader's own."""
    match = cast.match()
    read, _, hidden = (chat.say(match.public_id, cast.ann, text) for text in ("read", "new", "hidden"))
    chat.say(match.public_id, cast.ben, "mine")
    chat.mark_read(match.public_id, cast.ben.pk, read.pk)
    chat.hide(hidden, "An insult.")
    seat = tables.seat(match, cast.ben)

    def told() -> Any:
        notice = chat_notices.chat_notice(cast.ben, {"seat": seat.pk})
        return notice and [line.text for line in notice.context["lines"]]

    return told


@reader("rematch_notices.rematch_notice", True)
def _rematch_notice(cast: Cast) -> Act:
    match = over(cast)
    again = rematch.rematch(match.public_id, cast.ann)
    payload = {"seat": tables.seat(match, cast.ben).pk, "by": tables.seat(match, cast.ann).pk, "match": again.pk}

    def told() -> Any:
        notice = rematch_notices.rematch_notice(cast.ben, payload)
        return notice and notice.context["url"].endswith(f"/i/{again.public_id}/")

    return told


@reader("notices.turn_notice", ((True, True), None))
def _turn_notice(cast: Cast) -> Act:
    match = tables.play_on(cast.match(), 2)
    payload = {"seat": tables.seat(match, cast.ann).pk, "ply": tables.turn(match, cast.ann).ply}

    def told(**changed: int) -> Any:
        notice = turns.turn_notice(cast.ann, {**payload, **changed})
        return notice and (notice.context["match"] == match, notice.context["is_first"])

    return lambda: (told(), told(ply=0))


@reader("undo.bar", ["NOTHING", "SHOWN", "ANSWERED"])
def _bar(cast: Cast) -> Act:
    """Set the scene beside a match in which the other has moved last."""
    other = tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-beside")
    tables.play_on(other, 2)
    match = cast.match()

    def bar() -> str:
        found = undo.bar(tables.now(match), tables.seat(match, cast.ann))
        return found.name if found else ""

    def asked() -> Any:
        yield bar()
        for user in (cast.ann, cast.ben):
            tables.answer(match, user, tables.first_move(match, user))
            yield bar()

    return lambda: list(asked())


@reader("undo.require_possible", [1, 0])
def _asked(cast: Cast) -> Act:
    """Return who has parried asks once, and cannot where the match went back too often already."""
    match = cast.match()
    who = tables.duel(match)
    tables.answer(match, who, "P")

    def asked() -> Any:
        undo.require_possible(LockedMatch(tables.now(match)), tables.seat(match, who))
        yield 1
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(undo, "MAX_UNDONE", 0)
            with pytest.raises(undo.BadOffer):
                undo.require_possible(LockedMatch(tables.now(match)), tables.seat(match, who))
        yield 0

    return lambda: list(asked())


@reader("offers.taken_back_notice", ["", "newer", "older"])
def _taken_back(cast: Cast) -> Act:
    """Return a moderator went back twice."""
    match = cast.match()
    for why in ("older", "newer"):
        tables.answer(match, cast.ann, tables.first_move(match, cast.ann))
        undo.go_back(match.public_id, 0, why)
    seat = tables.seat(match, cast.ben)

    def reason(ply: int) -> str:
        notice = offer_notices.taken_back_notice(cast.ben, {"seat": seat.pk, "ply": ply, "looked": 0})
        assert notice is not None
        return str(notice.context["reason"])

    return lambda: [reason(ply) for ply in (3, 4, 2)]


@reader("notices.end_notice", True)
def _end_notice(cast: Cast) -> Act:
    match = over(cast)
    seat = tables.seat(match, cast.ben)

    def told() -> bool:
        notice = end_notices.end_notice(cast.ben, {"seat": seat.pk})
        return notice is not None and notice.context["match"] == match

    return told


@reader("rematch.existing", (True, None, None))
def _standing(cast: Cast) -> Act:
    """Return a rematch that was withdrawn stands no more, one that was begun and cancelled does."""
    match, other = over(cast), over(cast, "other")
    again = rematch.rematch(match.public_id, cast.ben)
    withdrawn = rematch.rematch(other.public_id, cast.ben)
    lobby.withdraw(withdrawn.public_id, cast.ben)
    return lambda: (rematch.existing(match) == again, rematch.existing(again), rematch.existing(other))


@reader("outbox.queued", ["pending", None])
def _status(cast: Cast) -> Act:
    match = cast.match()
    keys = [(cast.ann.pk, f"{match.pk}:0"), (cast.ann.pk, f"{match.pk}:1")]
    return lambda: [notice and notice.status for notice in outbox.queued("turn", keys)]


@reader("positions.newest_position", True)
def _position(cast: Cast) -> Act:
    match = tables.play_on(cast.match(), 2)
    stood = dump(positions.newest_position(match).position)
    return lambda: dump(positions.newest_position(match).position) == stood


@reader("positions.newest_of", ["good"])
def _positions(cast: Cast) -> Act:
    """Set the scene with a match whose snapshot is another's. No position of it is told."""
    good, bad = tables.play_on(cast.match(), 2), tables.play_on(over(cast, "bad"), 0)
    Snapshot.objects.filter(match=bad).update(digest="0" * 64)
    names = {good.pk: "good", bad.pk: "bad"}
    return lambda: [names[pk] for pk in positions.newest_of([good, bad])]


@reader("positions.walk", ([1, 2], True))
def _walk(cast: Cast) -> Act:
    match = tables.play_on(cast.match(), 3)

    def walked() -> Any:
        walk = positions.walk(match, 0, 2)
        return [each.entry.ply for each in walk.played], all(each.entry.match_id == match.pk for each in walk.played)

    return walked


@reader("records", ([0, 1], [True, False]))
def _record(cast: Cast) -> Act:
    """Return a record, and the check of a match, know of no entry that was written since the row was read."""
    match = tables.play_on(cast.match(), 3)
    stood = tables.now(match)
    tables.play_on(match, 1)
    ended = over(cast)

    def read() -> Any:
        records.verify_match(stood)
        record = records.finished_record(ended)
        return [entry.ply for entry in record.entries], [each.name == cast.ann.username for each in record.seats]

    return read


@reader("secret.revealed", (True, True))
def _secret(cast: Cast) -> Act:
    match = over(cast)
    other = tables.offer(cast.cat, public_id=f"{cast.key}-other", secret=bytes(32))
    lobby.withdraw(other.public_id, cast.cat)
    return lambda: (secret.revealed(match) == tables.SECRET.hex(), secret.revealed(tables.now(other)) == "00" * 32)


@reader("records.every_position", 3)
def _every_position(cast: Cast) -> Act:
    """Count the positions: as many as the row that was read has entries."""
    match = tables.play_on(cast.match(), 2)
    stood = tables.now(match)
    tables.play_on(match, 1)
    return lambda: len(json.loads(b"".join(records.every_position(stood))))


@reader("access.match_for", [True, True])
def _entered(cast: Cast) -> Act:
    match = cast.match()
    return lambda: [access.match_for(user.pk, match.public_id).seat.user == user for user in (cast.ann, cast.ben)]


@reader("access.finished_match", (True, 2))
def _over(cast: Cast) -> Act:
    match = over(cast)
    return lambda: ((found := access.finished_match(None, match.public_id)).match == match, len(found.seats))


@reader("running.watchable", (["-open"], []))
def _running(cast: Cast) -> Act:
    """Set the scene with two matches, of them one that may be watched.

    There is none for a user whom one of its players has blocked.
    """
    cast.match()
    tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-open", watchable=True)
    blocks.block(cast.ben, cast.cat)

    def listed(user: User | None) -> list[str]:
        found = running.watchable(user.pk if user else None).values_list("public_id", flat=True)
        return [name.removeprefix(cast.key) for name in found if name.startswith(f"{cast.key}-")]

    return lambda: (listed(None), listed(cast.cat))


@reader("access.seat_in_session", [(True, True), (True, True), (True, True)])
def _in_session(cast: Cast) -> Act:
    match = cast.match()
    other = tables.begin(cast.cat, cast.ann, public_id=f"{cast.key}-other")

    def found(user: User, match: Match) -> Any:
        client, request = Client(), posted(user)
        client.force_login(user)
        request.session = client.session
        seat = access.seat_in_session(request, match.public_id)
        return seat.user == user, seat.match == match

    return lambda: [found(cast.ann, match), found(cast.ben, match), found(cast.ann, other)]


@reader("pages_guide: hints", [False, True, True], of_a_person=True)
def _hints(cast: Cast) -> Act:
    """Say whether a game is known: Ann has finished one of it, Ben has not, Cat only one of another."""
    over(cast, seat=0)
    match = tables.begin(cast.ann, cast.cat, public_id=f"{cast.key}-now")
    other = tables.begin(cast.ann, cast.ben, game="field-of-glory", public_id=f"{cast.key}-field")
    asked = ((cast.ann, match), (cast.cat, match), (cast.ann, other))
    return lambda: [hints.hints_wanted(access.match_for(user.pk, each.public_id)) for user, each in asked]


# --- What people keep -----------------------------------------------------------------------------------------------


def _kept(cast: Cast) -> SavedArmy:
    """Return Ann's army beside Cat's, and beside one that Ann made for a data set that is gone."""
    text = notation.text(SETS[DEFAULT_SET].presets["realm_a"].army)
    made = saved_armies.save(cast.ann, "Mine", text)
    saved_armies.save(cast.cat, "Cat's", text)
    SavedArmy.objects.create(user=cast.ann, data_set="gone", name="Old", text=text)
    return made


@reader("armies.keep: a name", ("Old", DEFAULT_SET), of_a_person=True)
def _named_alike(cast: Cast) -> Act:
    """Return a name that an army of another data set has, and one of somebody else, is free."""
    made = _kept(cast)
    saved_armies.save(cast.cat, "Old", made.text)
    return lambda: ((kept := saved_armies.save(cast.ann, "Old", made.text)).name, kept.data_set)


@reader("armies.saved", ["Mine"], of_a_person=True)
def _armies(cast: Cast) -> Act:
    _kept(cast)
    return lambda: [name for name, _ in saved_armies.saved(cast.ann)]


@reader("views_armies", (["Mine", "Old"], "Mine", "Mine", [404, 404, 404]), of_a_person=True)
def _army_pages(cast: Cast) -> Act:
    made = _kept(cast)
    mine, old = f"/armies/{made.pk}/", SavedArmy.objects.get(user=cast.ann, name="Old").pk

    def status(user: User, address: str) -> int:
        client = Client()
        client.force_login(user)
        return client.get(address).status_code

    return lambda: (
        [row["army"].name for row in shown(cast.ann, "/armies/", "rows")],
        shown(cast.ann, mine, "name"),
        shown(cast.ann, f"{mine}delete", "army").name,
        [status(cast.cat, mine), status(cast.cat, f"{mine}delete"), status(cast.ann, f"/armies/{old}/")],
    )


@reader("play_links.opened", [(True, ""), (True, "-theirs")])
def _links(cast: Cast) -> Act:
    """Set the scene with two matches that wait for their players.

    Beside them is one whose player has a second factor and has switched links off.
    """
    of_every_kind(cast)
    Authenticator.objects.create(user=cast.cat, type=Authenticator.Type.WEBAUTHN, data={})
    Preferences.objects.update_or_create(user=cast.cat, defaults={"play_links": False})
    waiting = [(cast.match(), cast.ann), (Match.objects.get(public_id=f"{cast.key}-theirs"), cast.ben)]
    given = [(tables.play_link(match, user), user) for match, user in waiting]

    def opened(token: str, user: User) -> tuple[bool, str]:
        found = play_links.opened(token).found
        return found.seat.user == user, found.match.public_id.removeprefix(cast.key)

    return lambda: [opened(token, user) for token, user in given]


BROUGHT = features.items("DOCUMENTS")
ARCHIVED = (
    sorted(
        [
            "README.txt",
            "account.json",
            "armies/1.json",
            "chat/1.json",
            "decisions/1.json",
            "deeds/1.json",
            "given-away/1.json",
        ]
        + ["invitations/1.json", "mails/1.json"]
        + [f"matches/{name}.json" for name in ("-mine", "-over", "-theirs", "-void", "")]
        + ["rating-changes/1.json", "ratings/1.json", "reports/1.json", "seats/1.json", "seeks/1.json", "settings.json"]
        + BROUGHT
    ),
    {
        "README.txt": "text",
        "account.json": {
            "favourites": 1,
            "blocked": 1,
            "programs": 1,
            "endpoints": 0,
            "vacations": 1,
            "feeds": 1,
            "sign_ups": 0,
        },
        "settings.json": {},
        "given-away/1.json": 0,
        "invitations/1.json": 7,
        "seeks/1.json": 1,
        "seats/1.json": 8,
        "ratings/1.json": 1,
        "rating-changes/1.json": 1,
        "deeds/1.json": 1,
        "armies/1.json": 2,
        "chat/1.json": 1,
        "reports/1.json": 1,
        "decisions/1.json": 1,
        "mails/1.json": 10,
        **dict.fromkeys(BROUGHT, 0),
    },
)
"""The documents, and how many rows each holds."""


@reader("archive", ARCHIVED, of_a_person=True)
def _archive(cast: Cast) -> Act:
    """Return all that Ann has of everything, and nothing of the others."""
    of_every_kind(cast)
    _kept(cast)
    match, _line = cast.talk()
    chat.say(match.public_id, cast.ben, "Ben's line")
    cast.invited(cast.cat, cast.ann)
    blocks.block(cast.ann, cast.cat)
    favourites.add(cast.ann, cast.ben), favourites.add(cast.ben, cast.cat)
    program(cast.ann), program(cast.ben)
    for user in (cast.ann, cast.ben):
        feeds.renew_addresses(user)
        vacations.plan_vacation(user, None, NOON + DAY)
        seeks.ask(user, Wish("en-garde", 3, 7))
        numbers = {"number": 1500.0, "deviation": 250.0}
        Rating.objects.create(user=user, game=match.game, matches=1, changed=NOON, **numbers)
        before = {f"{name}_before": value for name, value in numbers.items()}
        RatingChange.objects.create(user=user, match=match, verdict="counts", **numbers, **before)
        Award.objects.create(user=user, game=match.game, deed="win", match=match, earned=NOON)
        filing.file(user, "match", match.public_id, "cheating", "")
    Report.objects.filter(reporter__in=[cast.ann, cast.ben]).update(words_to_reported="Stop it.")

    def written() -> Any:
        with zipfile.ZipFile(BytesIO(b"".join(archive.stream(cast.ann)))) as found:
            names = sorted(name.replace(cast.key, "") for name in found.namelist())
            return names, {name: _size(found.read(name)) for name in found.namelist() if not name.startswith("match")}

    return written


def _size(document: bytes) -> Any:
    try:
        found = json.loads(document)
    except ValueError:
        return "text"
    if isinstance(found, list):
        return len(found)
    return {key: len(each) for key, each in found.items() if isinstance(each, list)}
