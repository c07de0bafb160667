"""Scenes in which what is asked of letters and of the channels they take can be tried; see `readers`."""

from __future__ import annotations

from datetime import timedelta
from math import inf
from typing import Any, cast

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts import notices, outbox
from accounts.channels import Notice, Transports
from accounts.channels.email.reports import DeliveryFailure
from accounts.models import Endpoint, Halt, Outbox, Preferences, User
from accounts.outbox import bounces, delivery, endpoints, halts, strangers, upkeep
from tests.games.rows.doors import DAY, NOON, Act, Cast
from tests.games.rows.readers import reader
from tests.parts.cast import person

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
FAILED: dict[str, Any] = {"status": "failed", "attempts": 1, "failed_at": NOON, "refused": True}
SENT: dict[str, Any] = {"status": "sent", "sent_at": NOON}


def channel(scene: Cast, name: str = "") -> str:
    """Return the channel of a scene, or the one of this name beside it."""
    return f"{scene.key} {name}".strip()


def halt(scene: Cast, name: str = "", **given: Any) -> None:
    fields = {"since": NOON, "next_try": NOON, **given}
    Halt.objects.create(channel=channel(scene, name), **fields)


def halted(scene: Cast) -> dict[str, tuple[int, str]]:
    """Return the tries and the error of each halted channel of the scene."""
    found = Halt.objects.filter(channel__startswith=scene.key)
    return {each.channel.removeprefix(scene.key).strip(): (each.tries, each.error) for each in found}


def letter(scene: Cast, name: str, beside: str = "", **given: Any) -> None:
    """Write a letter to Ann of this name by the scene's channel, or by one beside it."""
    about = {"user": scene.ann.pk, "change": "token_made", "ip": "", "agent": "", "at": NOON.isoformat()}
    fields = {"recipient": scene.ann, "payload": about, "next_try": NOON, **given}
    Outbox.objects.create(kind=notices.SECURITY, key=f"{scene.key} {name}", channel=channel(scene, beside), **fields)


def letters(scene: Cast, *fields: str) -> dict[str, Any]:
    """Return what these fields hold of each letter of the scene."""
    found = Outbox.objects.filter(key__startswith=scene.key).values_list("key", *fields)
    return {key.removeprefix(f"{scene.key} "): held for key, *held in found}


# --- What comes back ------------------------------------------------------------------------------------------------


BACK = [({"own": ["5.1.1"], "with it": ["5.1.1"], "later": [""]}, True, ["Room"]), False, True]


@reader("bounces", BACK, of_a_person=True)
def _bounces(scene: Cast) -> Act:
    """Return a letter comes back, with what was told by it; its reader shows that emails arrive, and that they read
    them.
    """
    about = {**SENT, "attempts": 1, "address": scene.ann.email}
    for name in ("own", "with it", "later"):
        letter(scene, name, **about | ({"sent_at": NOON + HOUR} if name == "later" else {}))
    address = {"channel": "webhook", "address": "https://example.org/"}
    for user, name, off in ((scene.ann, "Room", None), (scene.ann, "Old", NOON), (scene.ben, "Ben's", None)):
        Endpoint.objects.create(user=user, name=name, off=off, **address)
    row = Outbox.objects.get(key=f"{scene.key} own")
    token = bounces.link_token(scene.ann)

    def unreachable() -> bool:
        return User.objects.get(pk=scene.ann.pk).is_unreachable

    def come_back() -> Any:
        bounces._noted(row.pk, DeliveryFailure(final=True, status="5.1.1"))
        bounces._noted(row.pk, DeliveryFailure(final=False, status="4.1.1"))
        told = Outbox.objects.filter(kind=bounces.BOUNCED, recipient=scene.ann).values_list("endpoint__name", flat=True)
        yield letters(scene, "report"), unreachable(), list(told)
        bounces.arrives(bounces.read_link(token))
        bounces.prove(EmailAddress.objects.get(user=scene.ben))
        yield unreachable()
        yield User.objects.get(pk=scene.ben.pk).proved is not None

    return lambda: list(come_back())


@reader("bounces, twice", [False, True], of_a_person=True)
def _bounces_twice(scene: Cast) -> Act:
    """Return two letters to Ann come back for want of time, one after the other; two to Ben did so before."""
    about = {**SENT, "attempts": 1}
    for user, name, sent in ((scene.ann, "own", NOON), (scene.ann, "next", NOON + HOUR), (scene.ben, "his", NOON)):
        letter(scene, name, **about | {"recipient": user, "address": user.email, "sent_at": sent})
    Outbox.objects.filter(key=f"{scene.key} his").update(report="4.2.2", came_back=True)

    def come_back() -> Any:
        for name in ("own", "next"):
            bounces._noted(
                Outbox.objects.get(key=f"{scene.key} {name}").pk, DeliveryFailure(final=True, status="4.2.2")
            )
            yield User.objects.get(pk=scene.ann.pk).is_unreachable

    return lambda: list(come_back())


@reader("strangers.note_posted", [True, False])
def _posted(scene: Cast) -> Act:
    """Return Ann's first webhook was slow; of her second nothing is known."""
    address = {"user": scene.ann, "channel": "webhook", "address": "https://example.org/"}
    slow, other = (Endpoint.objects.create(name=name, **address) for name in ("slow", "other"))

    def noted() -> list[bool]:
        strangers.note_posted(slow, strangers.BUDGET + 1)
        return [Endpoint.objects.get(pk=each.pk).slow is not None for each in (slow, other)]

    return noted


CANCELLED = {"own": ["obsolete"], "sent": ["sent"], "other": ["pending"], "failed": ["failed"], "back": ["sent"]}
AGAIN = CANCELLED | {"failed": ["pending"], "back": ["pending"]}


@reader("upkeep.cancel, upkeep.send_again", [CANCELLED, AGAIN])
def _cancelled(scene: Cast) -> Act:
    """Return all but one are chosen: what waits is cancelled, what failed or came back is sent again."""
    letter(scene, "own")
    letter(scene, "sent", **SENT)
    letter(scene, "other")
    letter(scene, "failed", **FAILED)
    letter(scene, "back", **SENT, report="5.1.1", came_back=True)
    chosen = Outbox.objects.filter(key__startswith=scene.key).exclude(key=f"{scene.key} other")

    def done() -> Any:
        for act in (upkeep.cancel, upkeep.send_again):
            act(chosen)
            yield letters(scene, "status")

    return lambda: list(done())


# --- Halts ----------------------------------------------------------------------------------------------------------


@reader("halts.letter_accepted", ({"own": [False], "other": [True]}, {"other": (0, "")}))
def _accepted(scene: Cast) -> Act:
    letter(scene, "own", refused=True)
    letter(scene, "other", "other", refused=True)
    halt(scene)
    halt(scene, "other")

    def accepted() -> Any:
        halts.letter_accepted(channel(scene))
        return letters(scene, "refused"), halted(scene)

    return accepted


def _refused(scene: Cast) -> None:
    """Write a letter that failed since the channel's server took one, and one of each kind that didn't."""
    letter(scene, "own", **FAILED, mailbox="a@example.org")
    letter(scene, "other", "other", **FAILED, mailbox="b@example.org")
    letter(scene, "before", **{**FAILED, "refused": False}, mailbox="c@example.org")
    letter(scene, "waits", attempts=1, refused=True, mailbox="d@example.org")
    letter(scene, "stranger's", **FAILED, mailbox="s@example.org", recipient=None, address="s@example.org")


@reader("halts.letter_refused", [set(), set(), {""}])
def _in_a_row(scene: Cast) -> Act:
    """Return what fails goes to a second mailbox, then to the same one again, then to a third."""
    _refused(scene)

    def refused() -> Any:
        found = []
        for number, mailbox in enumerate(("e", "e", "f")):
            letter(scene, str(number), **FAILED, mailbox=f"{mailbox}@example.org")
            halts.letter_refused(channel(scene), "No.")
            found.append(set(halted(scene)))
        return found

    return refused


@reader("halts.at_fault", [True, False, True, False])
def _at_fault(scene: Cast) -> Act:
    """Set the scene by two channels: a letter fails beside others', one is taken, one fails again, and one is not known
    to be refused for its own sake."""
    failed: dict[str, Any] = {**FAILED, "refused": False, "mailbox": "a@example.org"}
    letter(scene, "other", "other", **failed | {"failed_at": NOON + 3 * HOUR})
    letter(scene, "another's", **failed | {"failed_at": NOON + 3 * HOUR, "mailbox": "b@example.org"})
    letter(scene, "own", **failed)

    def known() -> Any:
        yield halts.at_fault(channel(scene), "a@example.org")
        letter(scene, "taken", **SENT | {"sent_at": NOON + HOUR}, mailbox="a@example.org")
        yield halts.at_fault(channel(scene), "a@example.org")
        letter(scene, "again", **failed | {"failed_at": NOON + 2 * HOUR})
        yield halts.at_fault(channel(scene), "a@example.org")
        Outbox.objects.filter(key=f"{scene.key} again").update(refused=True)
        yield halts.at_fault(channel(scene), "a@example.org")

    return lambda: list(known())


WAITING = {
    "own": ["pending", 0],
    "other": ["failed", 1],
    "before": ["failed", 1],
    "waits": ["pending", 1],
    "stranger's": ["pending", 0],
}


@reader("halts.halt", [(WAITING, {"": (0, error), "other": (0, "Never.")}) for error in ("No.", "Go away.")])
def _halt(scene: Cast) -> Act:
    """Return a channel is halted twice, beside one that was halted before."""
    _refused(scene)
    halt(scene, "other", error="Never.")

    def halt_for(error: str) -> Any:
        halts.halt(channel(scene), error)
        return letters(scene, "status", "attempts"), halted(scene)

    return lambda: [halt_for(error) for error in ("No.", "Go away.")]


@reader("halts.is_halted", [True, False])
def _is_halted(scene: Cast) -> Act:
    halt(scene)
    return lambda: [halts.is_halted(channel(scene, name)) for name in ("", "other")]


@reader("halts.to_try", (["", "other"], {"": (1, ""), "other": (1, ""), "later": (0, "")}))
def _to_try(scene: Cast) -> Act:
    """Return two are due, one is not; of two callers at once each gets what the other has not got."""
    halt(scene)
    halt(scene, "other")
    halt(scene, "later", next_try=NOON + MINUTE)

    def named() -> Any:
        first, second = (halts.to_try(NOON) for _ in range(2))
        found = [next(first), *second, *first]
        mine = sorted(each.removeprefix(scene.key).strip() for each in found if each.startswith(scene.key))
        return mine, halted(scene)

    return named


@reader("halts.ask_soon", {"": (1, ""), "other": (2, ""), "new": (0, "")})
def _ask_soon(scene: Cast) -> Act:
    """Set the scene with a channel that was tried twice, beside another, and one that wasn't tried yet."""
    for name, tries in (("", 2), ("other", 2), ("new", 0)):
        halt(scene, name, tries=tries)

    def asked() -> Any:
        for name in ("", "new"):
            halts.ask_soon(channel(scene, name))
        return halted(scene)

    return asked


# --- The outbox -----------------------------------------------------------------------------------------------------


@reader("delivery._due_ids", ["lapsed", "own", "other"])
def _due(scene: Cast) -> Act:
    """Set the scene with letters by two channels that aren't halted and one that is."""
    letter(scene, "own", next_try=NOON - MINUTE)
    letter(scene, "other", "other")
    letter(scene, "halted", "halted")
    letter(scene, "later", next_try=NOON + MINUTE)
    letter(scene, "held", status="sending", lease=NOON + MINUTE)
    letter(scene, "lapsed", status="sending", lease=NOON - MINUTE, next_try=NOON - HOUR)
    letter(scene, "sent", **SENT)
    letter(scene, "failed", **FAILED)
    halt(scene, "halted")
    mine = {pk: name for name, [pk] in letters(scene, "pk").items()}
    return lambda: [mine[pk] for pk in delivery._due_ids() if pk in mine]


@reader("strangers.next_rows", [["first", "Ben's"], ["Ben's"], ["second", "Ben's"]])
def _next(scene: Cast) -> Act:
    """Set the scene with two webhooks for Ann, one failing, and one for Ben. One for Ann is in flight, then told."""
    for user, name, failing in ((scene.ann, "second", NOON), (scene.ann, "first", None), (scene.ben, "Ben's", None)):
        made = Endpoint.objects.create(user=user, channel="webhook", address="https://a.example/", failing=failing)
        letter(scene, name, recipient=user, endpoint=made)
    letter(scene, "later", next_try=NOON + MINUTE)
    mine = Outbox.objects.filter(key__startswith=scene.key)
    mine.update(channel="webhook")

    def named() -> list[str]:
        found = strangers.next_rows(delivery.due_rows(NOON).filter(key__startswith=scene.key), NOON)
        return [mine.get(pk=pk).key.removeprefix(f"{scene.key} ") for pk in found]

    def asked() -> Any:
        yield named()
        mine.filter(key=f"{scene.key} first").update(status="sending", lease=NOON + MINUTE)
        yield named()
        mine.filter(key=f"{scene.key} first").update(lease=None, **SENT)
        yield named()

    return lambda: list(asked())


@reader("delivery._claim_all", ["own", "with it"], of_a_person=True)
def _taken(scene: Cast) -> Act:
    """Return what has waited for a summary of Ann's by one channel, and is due."""
    Preferences.objects.update_or_create(user=scene.ann, defaults={"rhythm": "hourly"})
    held: dict[str, Any] = {"held": NOON - HOUR}
    letter(scene, "own", **held)
    letter(scene, "with it", **held)
    letter(scene, "waited for nothing")
    letter(scene, "later", **held | {"next_try": NOON + MINUTE})
    letter(scene, "other", "other", **held)
    letter(scene, "on its way", **held | {"status": "sending", "lease": NOON + MINUTE})
    letter(scene, "Ben's", **held | {"recipient": scene.ben})
    [pk] = letters(scene, "pk")["own"]
    return lambda: sorted(row.key.removeprefix(f"{scene.key} ") for row in delivery._claim_all(pk, halted=False))


@reader("delivery._keep_together", {"late": [NOON + HOUR], "soon": [NOON + HOUR], "sent": [NOON], "other": [NOON]})
def _keep_together(scene: Cast) -> Act:
    """Set the scene with rows of one letter: tried sooner, later, and not again. There is another letter too."""
    letter(scene, "soon")
    letter(scene, "late", next_try=NOON + HOUR)
    letter(scene, "sent", **SENT)
    letter(scene, "other")
    tried = Outbox.objects.filter(key__in=[f"{scene.key} {name}" for name in ("soon", "late", "sent")])

    def kept() -> Any:
        delivery._keep_together(list(tried))
        return letters(scene, "next_try")

    return kept


def _beside(scene: Cast, user: User, **given: Any) -> Outbox:
    """Return the letter "own" as it goes to a room of this user's."""
    off = given.pop("off", None)
    room = Endpoint.objects.create(user=user, channel="webhook", name="Room", address="https://example.org/", off=off)
    key = f"{scene.key} own@{room.pk}"
    fields = {"recipient": user, "kind": notices.SECURITY, "key": key, "channel": "webhook", "next_try": NOON, **given}
    return Outbox.objects.create(endpoint=room, **fields)


@reader("endpoints.take_over", [False, False, True], of_a_person=True)
def _take_over(scene: Cast) -> Act:
    """Return a letter that Ann wants in her room alone: at first it is there by what helps nothing."""
    letter(scene, "own")
    row, chosen = Outbox.objects.get(key=f"{scene.key} own"), Preferences(by_email=False)

    def others() -> None:
        _beside(scene, scene.ben)
        _beside(scene, scene.ann, off=NOON)
        _beside(scene, scene.ann, kind="turn")
        _beside(scene, scene.ann, error="The server responded with status 500.")
        _beside(scene, scene.ann, status="failed", error="The server responded with status 404.")

    def looked() -> list[bool]:
        found = []
        for happens in (lambda: None, others, lambda: _beside(scene, scene.ann)):
            happens()
            found.append(endpoints.take_over(chosen, row))
        return found

    return looked


LEFT = {"own": ["pending"], "other": ["obsolete"], "own@": ["failed"]}


@reader("endpoints.reclaim_letters", LEFT, of_a_person=True)
def _hand_back(scene: Cast) -> Act:
    """Look again at Ann's letter by mail only: not by another channel, of another sort, or Ben's."""
    mail = {"status": "obsolete", "kind": notices.SECURITY, "channel": "email", "key": f"{scene.key} own"}
    own = Outbox.objects.create(recipient=scene.ann, **mail)
    besides = [
        Outbox.objects.create(recipient=scene.ben, **mail),
        Outbox.objects.create(recipient=scene.ann, **mail | {"kind": "turn"}),
        Outbox.objects.create(recipient=scene.ann, **mail | {"channel": "other"}),
        Outbox.objects.create(recipient=scene.ann, **mail | {"key": f"{scene.key} own too"}),
    ]
    row = _beside(scene, scene.ann, status="failed")

    def handed() -> dict[str, list[str]]:
        endpoints.reclaim_letters([row])
        states = [Outbox.objects.get(pk=each.pk).status for each in (own, *besides, row)]
        return {"own": states[:1], "other": sorted(set(states[1:-1])), "own@": states[-1:]}

    return handed


class Carrier:
    """A channel that takes every letter."""

    def of(self, channel: str) -> Carrier:
        return self

    def send(self, row: Outbox, notice: Notice) -> None:
        pass


TRIED = {"other": ["pending"], "obsolete": ["obsolete"], "own": ["sent"], "waits": ["pending"], "later": ["pending"]}


@reader("delivery._try", (2, TRIED))
def _try(scene: Cast) -> Act:
    """Set the scene with two halted channels.

    The first letter is no longer owed, so a second one is tried, and no third. The letter to Ann would come before
    those to Ben, but is not yet due.
    """
    about = {"user": person(f"Gus.{scene.key}", left=NOON).pk}
    letter(scene, "other", "other", next_try=NOON - 3 * HOUR)
    letter(scene, "obsolete", recipient=scene.ben, next_try=NOON - 2 * HOUR, payload=about)
    letter(scene, "own", recipient=scene.ben, next_try=NOON - HOUR)
    letter(scene, "waits", recipient=scene.ben)
    letter(scene, "later", next_try=NOON + MINUTE)
    halt(scene)
    halt(scene, "other")

    def tried() -> Any:
        return delivery._try(channel(scene), cast(Transports, Carrier())), letters(scene, "status")

    return tried


ELSEWHERE = {
    "own": ["The mail server isn’t accepting emails right now. We’ll send this one later."],
    "told": ["Before."],
    "other": [""],
    "later": [""],
    "Ben's": [""],
    "elsewhere": [""],
}


@reader("delivery._tell_elsewhere", (1, ELSEWHERE), of_a_person=True)
def _tell_elsewhere(scene: Cast) -> Act:
    """Set the scene with letters for a halted channel. One is due, not told, and to somebody with an endpoint."""
    room = Endpoint.objects.create(user=scene.ann, name="Room", channel="webhook", address="https://example.org/")
    letter(scene, "own")
    letter(scene, "told", error="Before.")
    letter(scene, "other", "other")
    letter(scene, "later", next_try=NOON + MINUTE)
    letter(scene, "Ben's", recipient=scene.ben)
    letter(scene, "elsewhere", endpoint=room)
    halt(scene, error="No.")
    one = Halt.objects.get(channel=channel(scene))
    return lambda: (delivery._tell_elsewhere(one, inf), letters(scene, "error"))


WELL: dict[str, Any] = {"ok": True, "late": 0, "failed": 0, "refused": 0, "halted": None}
HEALTH = [
    WELL,
    WELL | {"failed": 1},
    WELL | {"failed": 1, "refused": 3},
    WELL | {"ok": False, "failed": 1, "refused": 4},
    WELL | {"ok": False, "failed": 1, "refused": 4, "late": 1},
    WELL | {"ok": False, "failed": 1, "refused": 4, "late": 1, "halted": 3600},
]


@reader("upkeep.health", HEALTH)
def _health(scene: Cast) -> Act:
    """Add rows within the call, as it is about all of them: first what doesn't count, then each kind."""

    def unremarkable() -> None:
        letter(scene, "due", next_try=NOON - upkeep.LATE + MINUTE)
        letter(scene, "sent", **SENT)
        letter(scene, "long ago", status="failed", failed_at=NOON - 2 * DAY)
        letter(scene, "tried again", failed_at=NOON)

    def refused() -> None:
        for number, mailbox in enumerate(("a", "a", "b")):
            letter(scene, f"refused {number}", refused=True, mailbox=f"{mailbox}@example.org")

    def halts_made() -> None:
        halt(scene, since=NOON - MINUTE)
        halt(scene, "other", since=NOON - HOUR)

    def looked() -> Any:
        found = []
        for happens in (
            unremarkable,
            lambda: letter(scene, "failed", **{**FAILED, "refused": False}),
            refused,
            lambda: letter(scene, "third", "other", refused=True, mailbox="c@example.org"),
            lambda: letter(scene, "late", "other", next_try=NOON - upkeep.LATE),
            halts_made,
        ):
            happens()
            found.append(outbox.health(timezone.now()))
        return found

    return looked
