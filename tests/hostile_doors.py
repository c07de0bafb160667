"""Everything with something to write into, and how it may answer: the doors that `test_hostile.py` tries.

The matches and invitations they lead to are those of its house.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from django.contrib import admin
from django.test import Client
from django.urls import reverse

from games.rules.fantasy_dice_battles import data as dice
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from tests.hostile import NUMBERS, TEXTS, in_a_path, written
from tests.parts.cast import PASSWORD

DONE, LED, WRONG, FORBIDDEN, MISSING, LATE, UNFIT = 200, 302, 400, 403, 404, 409, 422
TOO_LONG = WRONG
"""How Django refuses to lead on to an address without end."""
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Door:
    """Something to write into: `TEXT` in the path and each of the `fields` is the text, `filled` is as it should be.

    `answers` are the statuses it may be answered with. A `followed` one is looked at where it leads, too. One that
    has no `texts` of its own shares all of them with the others.
    """

    method: str
    path: str
    fields: tuple[str, ...] = ()
    answers: tuple[int, ...] = (DONE, LED, UNFIT)
    filled: tuple[tuple[str, str], ...] = ()
    followed: bool = False
    headers: tuple[str, ...] = ()
    texts: Sequence[str] = ()

    def opened(self, client: Client, text: str) -> Any:
        """Return what is answered to a text."""
        path = self.path.replace("TEXT", in_a_path(text))
        sent = written({**dict(self.filled), **dict.fromkeys(self.fields, text)})
        headers = dict.fromkeys(self.headers, text.encode("utf-8", "replace").decode("latin-1"))
        if self.method == "GET":
            return client.get(f"{path}?{sent}", headers=headers)
        return client.post(path, sent, FORM, headers=headers)


def get(path: str, *fields: str, answers: tuple[int, ...] = (DONE,), **more: Any) -> Door:
    return Door("GET", path, fields, answers, **more)


def post(path: str, *fields: str, answers: tuple[int, ...] = (UNFIT,), **filled: str) -> Door:
    return Door("POST", path, fields, answers, tuple(filled.items()))


def every(door: Door, **more: Any) -> Door:
    """Return a door that gets all texts: one of each kind, and everything that shows others what was written."""
    return replace(door, texts=TEXTS, **more)


# --- The pages ------------------------------------------------------------------------------------------------------

LOGIN, SIGN_UP = reverse("account_login"), reverse("account_signup")
ADDRESSES, PASSWORDS = reverse("account_email"), reverse("account_change_password")
NEW = {"username": "Dora", "email": "dora@example.org", "password1": PASSWORD}
CHOSEN = {
    "option_variant": "advanced",
    "option_rounds": "5",
    "option_starter": "left",
    "option_aid": "True",
    "option_last_retreat": "hand",
    "seat": "drawn",
    "pace_days": "3",
    "audience": "open",
}
INVITE, HOUSE = "/invitations/new/en-garde/", "/house/en-garde/"
MOVE, FIELD, DICE = "/m/firstmatch/", "/m/fieldmatch/", "/m/dicematch1/"
REALM = armies.text(SETS[DEFAULT_SET].presets["realm_a"].army)

VISITOR = [
    every(post(LOGIN, "login", "password", answers=(DONE,))),
    post(LOGIN, "remember", "next", answers=(LED,), login="Ann", password=PASSWORD),
    get(LOGIN, "next"),
    every(post(SIGN_UP, "username", "email", "password1", "time_zone", answers=(DONE,))),
    *[post(SIGN_UP, name, answers=(DONE, LED), **{**NEW, name: ""}) for name in NEW],
    post(SIGN_UP, "time_zone", "next", answers=(DONE, LED), **NEW),
    every(post(reverse("account_reset_password"), "email", answers=(DONE,))),
    every(post(reverse("account_request_login_code"), "email", answers=(DONE,))),
    get(reverse("account_request_login_code"), "next"),
    post(reverse("account_confirm_login_code"), "code", "next", answers=(LED,)),
    get("/accounts/password/reset/key/TEXT/", answers=(DONE, MISSING)),
    get("/accounts/confirm-email/TEXT/", answers=(DONE, MISSING)),
    get("/sign-up/TEXT/", answers=(MISSING,)),
    post("/sign-up/TEXT/", answers=(MISSING,)),
    every(get("/t/TEXT/", "log", answers=(MISSING,))),
    post("/t/TEXT/submit", "move", "expected", answers=(MISSING,)),
    get("/o/TEXT/", answers=(MISSING,)),
    post("/o/TEXT/", "act", confirm="on", answers=(MISSING,)),
    every(get("/f/TEXT/calendar.ics", answers=(MISSING,))),
    get("/f/TEXT/turns.atom", answers=(MISSING,)),
    get("/mail/stop/TEXT/", answers=(MISSING,)),
    post("/mail/stop/TEXT/", answers=(MISSING,)),
    every(get("/players/TEXT/", answers=(MISSING,))),
    get("/players/Ann/", "page"),
    get("/TEXT/", answers=(MISSING,)),
    get("/rules/TEXT/", answers=(MISSING,)),
    get("/m/TEXT/", answers=(LED, TOO_LONG, MISSING)),
    get("/m/overmatch1/", "eyes", answers=(LED, TOO_LONG)),
    get("/m/overmatch1/", "log"),
    post("/try/en-garde", "entropy", "time_zone", answers=(LED,)),
    post("/try/en-garde", "ticket", answers=(LED, UNFIT)),
    post("/try/TEXT", answers=(MISSING,)),
    post("/i/TEXT/guest", answers=(LED, TOO_LONG, MISSING)),
    post("/i/openmatch1/guest", "entropy", "time_zone", answers=(LED,)),
    post("/appearance", "language", "theme", "next", answers=(LED,)),
    get("/", "lang", headers=("Accept-Language", "User-Agent", "Referer", "If-None-Match", "X-Forwarded-For")),
    get("/matches/", headers=("Cookie", "HX-Request", "HX-Current-URL", "HX-Target"), answers=(LED,)),
]

KEEP = reverse("keep")
GUEST = [
    every(get(KEEP, "next")),
    every(post(KEEP, "username", "email", "password1", "time_zone")),
    post(KEEP, "next", "email"),
    every(post(KEEP, "next", answers=(LED, TOO_LONG), **NEW)),
]

ANN = [
    get("/players/", "q"),
    post("/players/Ben/favourite", "on", answers=(LED,)),
    post("/players/Ben/tell", "on", "back", answers=(LED,)),
    get("/matches/", "page", "waiting", "others"),
    get("/matches/next/", "after", answers=(LED,)),
    post("/settings/", "time_zone", "language", "hints"),
    post("/settings/coach", "silent", "speaks", answers=(LED,)),
    get("/settings/mails/", "page"),
    post("/settings/programs/", "name", answers=(DONE, UNFIT), scope="read"),
    post("/settings/programs/", "name", "scope"),
    post("/settings/programs/declare", "is_program", answers=(LED,)),
    post("/settings/programs/revoke", "number", answers=(LED,)),
    every(
        post("/settings/endpoints/", "name", answers=(LED, UNFIT), address="https://example.org/", shape="signed"),
        followed=True,
    ),
    post("/settings/endpoints/", "address", "shape", answers=(UNFIT,), name="Room"),
    post("/settings/endpoints/try", "number", answers=(MISSING,)),
    post("/settings/endpoints/remove", "number", answers=(LED,)),
    post("/settings/endpoints/device", "endpoint", "p256dh", "auth", answers=(MISSING,)),
    post("/seeks/en-garde/", "fastest_days", slowest_days="7", keep="0"),
    post("/seeks/en-garde/", "slowest_days", fastest_days="3", keep="0"),
    post("/seeks/en-garde/", "keep", fastest_days="3", slowest_days="7"),
    post("/seeks/en-garde/", "rated", fastest_days="3", slowest_days="7", keep="0"),
    post("/seeks/en-garde/", "language", fastest_days="3", slowest_days="7", keep="0"),
    post("/seeks/en-garde/", "min_reliability", fastest_days="3", slowest_days="7", keep="0"),
    post("/seeks/en-garde/", "nights", "weekends", "vacations", fastest_days="3", slowest_days="7", keep="0"),
    post("/seeks/en-garde/", "absence", "option_starter", fastest_days="3", slowest_days="7", keep="0"),
    get("/seeks/TEXT/", answers=(MISSING,)),
    post("/seeks/en-garde/withdraw", "slug", answers=(LED,)),
    post("/seeks/en-garde/house", "ticket", "entropy", answers=(LED,)),
    post("/settings/vacation/", "begins", ends="2100-01-01T12:00"),
    post("/settings/vacation/", "ends"),
    post("/settings/vacation/call-off", "number", answers=(LED,)),
    post("/settings/vacation/back", "match", answers=(LED,)),
    post("/settings/vacation/automatic", "automatic", answers=(LED,)),
    get("/settings/blocks/", "name"),
    post("/settings/blocks/", "name"),
    post("/settings/blocks/unblock", "name", answers=(LED,)),
    post("/settings/leave/", "password", confirm="on"),
    post("/settings/leave/", "confirm", password="wrong"),
    post(ADDRESSES, "email", answers=(DONE,), action_add=""),
    *[post(ADDRESSES, "email", answers=(LED,), **{f"action_{act}": ""}) for act in ("remove", "primary", "send")],
    post(PASSWORDS, "oldpassword", "password1", "password2", answers=(DONE,)),
    post(reverse("account_reauthenticate"), "password", "next", answers=(DONE,)),
    post(reverse("account_reauthenticate"), "next", answers=(LED,), password=PASSWORD),
    post(reverse("account_logout"), "next", answers=(LED,)),
    get("/players/TEXT/", answers=(MISSING,)),
]

FACTOR, PASSKEYS = reverse("mfa_index"), reverse("mfa_list_webauthn")
SECOND_FACTOR = [
    post(f"{FACTOR}totp/activate/", "code", answers=(DONE,)),
    every(post(f"{PASSKEYS}add/", "name", "credential", answers=(DONE,))),
    post(f"{PASSKEYS}add/", "passwordless", answers=(DONE,)),
    post(f"{FACTOR}recovery-codes/generate/", "next", answers=(DONE,)),
    get(f"{PASSKEYS}keys/TEXT/edit/", answers=(LED, MISSING)),
    get(f"{PASSKEYS}keys/TEXT/remove/", answers=(LED, MISSING)),
]
WITH_APP = [
    every(post(f"{FACTOR}authenticate/", "code", answers=(DONE,))),
    post(f"{FACTOR}authenticate/", "credential", answers=(DONE,)),
    post(f"{PASSKEYS}login/", "credential", answers=(LED,)),
    post(f"{PASSKEYS}login/", "next", answers=(LED,)),
]

LOBBY = [
    get("/invitations/", "game", "pace", "language", "page", answers=(UNFIT,)),
    get("/invitations/", "page"),
    get("/invitations/new/", "to", "audience", answers=(LED,)),
    get(INVITE, "to"),
    get("/invitations/new/TEXT/", answers=(MISSING,)),
    get("/invitations/new/en-garde/clock", "pace_days", "bank_hours", "total_days"),
    get("/invitations/new/en-garde/words", *CHOSEN, "language", "note", "min_reliability"),
    post(INVITE, *CHOSEN, "language", "invited", "note", "min_reliability"),
    every(post(INVITE, "note", answers=(LED, UNFIT), **CHOSEN), followed=True),
    post(INVITE, "entropy", "ticket", answers=(LED, UNFIT), **CHOSEN),
    post(INVITE, "private", answers=(LED,), **CHOSEN),
    post(INVITE, "invited", answers=(UNFIT, LATE), **CHOSEN | {"audience": "personal"}),
    get("/i/TEXT/", answers=(MISSING,)),
    post("/i/TEXT/join", answers=(LED, MISSING)),
    *[post(f"/i/TEXT/{act}", answers=(MISSING,)) for act in ("withdraw", "again", "decline", "leave")],
    post("/i/openmatch1/join", "entropy", answers=(LED,)),
    post(HOUSE, *CHOSEN),
    post(HOUSE, "entropy", "ticket", answers=(LED, UNFIT), **CHOSEN),
    post("/try/en-garde", "entropy", answers=(LED,)),
    get("/house/TEXT/", answers=(MISSING,)),
]

MATCH = [
    get("/m/TEXT/", answers=(MISSING,)),
    get(f"{MOVE}TEXT/", answers=(DONE, MISSING)),
    get(f"{MOVE}0/", "log"),
    get(MOVE, "eyes"),
    every(post(f"{MOVE}submit", "move", expected="0")),
    post(f"{MOVE}submit", "expected", answers=(LATE,), move="F5"),
    post(f"{MOVE}plan", "move", answers=(LED, UNFIT), expected="0"),
    post(f"{MOVE}plan", "expected", answers=(LATE,), move="F5"),
    post(f"{FIELD}submit", "move", expected="0"),
    post(f"{FIELD}plan", "move", answers=(LED, UNFIT), expected="0"),
    post(f"{DICE}submit", "move", expected="0"),
    post(f"{DICE}plan", "move", answers=(LED, UNFIT), expected="0"),
    every(post(f"{DICE}army", "army", expected="0")),
    post(f"{DICE}army", "expected", answers=(LATE,), army=REALM),
    post(f"{MOVE}resign", "confirm", "unlost", answers=(LED,)),
    get(f"{MOVE}offer/TEXT", answers=(MISSING,)),
    get("/m/TEXT/seat", answers=(MISSING,)),
    post("/m/TEXT/seat/take", answers=(MISSING,)),
    post("/m/TEXT/seat/close", answers=(MISSING,)),
    post(f"{MOVE}offer/draw", "act", confirm="on"),
    post(f"{MOVE}offer/undo", "act"),
    post(f"{MOVE}time-up", "choice", answers=(LATE,), confirm="1"),
    post(f"{MOVE}time-up", "confirm", answers=(LED, LATE), choice="claim"),
    get(f"{MOVE}stamp", headers=("If-None-Match",)),
    get(f"{MOVE}record.json", "ply"),
    post(f"{MOVE}hints", "shown", answers=(LED,)),
    post("/m/overmatch1/rematch", "entropy", "instead", answers=(LED,)),
    post("/m/overmatch1/rematch", "ticket", answers=(LED, UNFIT)),
    post("/m/overmatch1/rematch", "pace_days", "bank_hours", another="1"),
    post("/m/overmatch1/rematch", "another", "total_days", "absence", answers=(LED, UNFIT), another="1", pace_days="3"),
]

TALK = [
    get(f"{MOVE}chat", "before"),
    every(post(f"{MOVE}chat", "text", answers=(LED, UNFIT)), followed=True),
    post(f"{MOVE}mute", "muted", answers=(LED,)),
    post(f"{MOVE}mute-match", "muted", answers=(LED,)),
    every(post(f"{MOVE}notes", "notes", answers=(LED, UNFIT)), followed=True),
]

REPORTS = [
    get("/report/match/TEXT/", answers=(MISSING,)),
    get("/report/line/TEXT/", answers=(MISSING,)),
    get("/report/player/TEXT/", answers=(MISSING,)),
    post("/report/match/firstmatch/", "reason"),
    every(post("/report/match/firstmatch/", "text", answers=(LED, LATE, UNFIT), reason="insult"), followed=True),
    get("/settings/reports/", "page"),
]

ARMIES = [
    post("/armies/take", "name", "text"),
    every(post("/armies/take", "name", answers=(LED, UNFIT), text=REALM), followed=True),
    get("/armies/new/realm/", "preset"),
    get("/armies/new/TEXT/", answers=(MISSING,)),
    post("/armies/new/realm/", *dice.PLACES, "reserve 1", "name", deed="keep"),
    post("/armies/new/realm/", "name", "deed", answers=(DONE, UNFIT)),
    post("/armies/new/realm/", "1:F1", "reserve 1", answers=(DONE, UNFIT), deed="arrange"),
    post("/armies/new/realm/", "unit", "at", answers=(DONE, UNFIT)),
    post("/armies/new/realm/", "at", answers=(DONE, UNFIT), unit="footmen"),
    get("/armies/TEXT/", answers=(MISSING,)),
    post("/armies/TEXT/delete", answers=(LED, MISSING)),
]


def admins() -> Iterator[Door]:
    """Yield the lists of the admin: search, page, order, and every filter a list has or that somebody might try."""
    answers = (DONE, LED, WRONG)
    for model, shown in admin.site._registry.items():
        path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        named = [each if isinstance(each, str) else cast(Any, each).parameter_name for each in shown.list_filter]
        yield from (get(path, name, answers=answers) for name in [*named, "q", "p", "o", "pk__gte", "nothing"])
        for date in {"created", "date_joined"}.intersection(named):
            yield get(path, f"{date}__year", answers=answers, texts=NUMBERS)
            yield get(path, f"{date}__day", answers=answers)
        yield get(f"{path}TEXT/change/", answers=(DONE, LED, FORBIDDEN, MISSING))  # a row may have that number
    yield post(reverse("admin:accounts_user_add"), "username", "email", "password1", "password2", answers=(DONE,))
    yield post(reverse("admin:login"), "username", "password", "next", answers=(DONE, LED))
