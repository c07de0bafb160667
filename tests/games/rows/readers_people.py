"""Scenes in which what is read of people by a key can be tried, and lists of the admin; see `readers`."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts import blocks, feeds, known_browsers, notices, outbox, second_factor, sign_ups, tokens
from accounts.admin_lists import bounded, people_called
from accounts.backends import Backend
from accounts.channels.email import unsubscribe
from accounts.models import Endpoint, Feed, Outbox, Preferences, SignUp, User
from accounts.outbox import endpoints, pools
from games.admin import GameFilter, newest_entry, own_matches
from games.bots import services as bots
from games.chat import services as chat
from games.core.models import ChatLine, Entry, Match, Seat, Turn
from games.core.notices import subjects
from games.core.seams import begin
from games.core.services import looks
from games.feeds import pages as feed_pages
from games.lobby.models import Invitation
from tests.games import tables
from tests.games.rows.doors import DAY, Act, Cast, posted
from tests.games.rows.readers import named, of_every_kind, reader, shown
from tests.parts.cast import PASSWORD, person


@reader("tokens.find", True)
def _found(cast: Cast) -> Act:
    token = tokens.create(cast.ann, f"program of {cast.key}", "look")
    return lambda: (found := tokens.find(token)) and found.name == f"program of {cast.key}"


@reader("tokens.create: whose address is proved", ["made", "refused"])
def _entitled(cast: Cast) -> Act:
    EmailAddress.objects.filter(user=cast.ben).update(verified=False)

    def made(user: User) -> str:
        try:
            tokens.create(user, "program", "look")
        except ValidationError:
            return "refused"
        return "made"

    return lambda: [made(cast.ann), made(cast.ben)]


@reader("delivery.deliver: the address", True)
def _addressed(cast: Cast) -> Act:
    match = cast.match()
    row = Outbox.objects.get(recipient=cast.ann, kind="turn", key__startswith=f"{match.pk}:")
    Outbox.objects.filter(pk=row.pk).update(next_try=timezone.now())
    other = Outbox.objects.exclude(recipient=cast.ann).get(payload__match=match.pk)
    Outbox.objects.filter(pk=other.pk).update(next_try=timezone.now() - DAY)

    def delivered() -> bool:
        outbox.deliver(row.pk)
        return Outbox.objects.get(pk=row.pk).address == cast.ann.email.lower()

    return delivered


@reader("begin.player: who is of the house", [True, False])
def _house(cast: Cast) -> Act:
    """Return a house opponent, and a computer player of somebody else's."""
    other = person(f"Bot.{cast.key}", is_bot=True)
    match = cast.offered(tables.AUCTION)

    def is_house(user: User, joined: int) -> bool:
        begin.add_seats(match, [begin.player(user, match.commitment)], joined)
        return tables.seat(match, user).house

    return lambda: [is_house(bots.bot_of("en-garde"), 1), is_house(other, 2)]


@reader("programs", ["program"], of_a_person=True)
def _programs(cast: Cast) -> Act:
    tokens.create(cast.ann, "program", "look")
    tokens.create(cast.cat, "Cat's", "look")
    return lambda: [token.name for token in shown(cast.ann, "/settings/programs/", "tokens")]


def _endpoints(cast: Cast) -> tuple[Endpoint, Endpoint]:
    """Return one of Ann's and one of Cat's."""
    given = {"channel": "webhook", "shape": "signed", "secret": "c2VjcmV0", "address": "https://example.org/"}
    return Endpoint.objects.create(user=cast.ann, name="Ann's", **given), Endpoint.objects.create(
        user=cast.cat, name="Cat's", **given
    )


@reader("endpoints", ["Ann's"], of_a_person=True)
def _shown_endpoints(cast: Cast) -> Act:
    _endpoints(cast)
    return lambda: [each.name for each in shown(cast.ann, "/settings/endpoints/", "endpoints")]


def _feeds(cast: Cast) -> str:
    """Return the token of Ann's; Cat has one too."""
    for user in (cast.ann, cast.cat):
        feeds.renew_addresses(user)
    return feeds.feed_token(Feed.objects.get(user=cast.ann))


@reader("feeds.find", True, of_a_person=True)
def _feed(cast: Cast) -> Act:
    token = _feeds(cast)
    return lambda: (found := feeds.find(token)) and found.user == cast.ann


@reader("feeds.feed_addresses", True, of_a_person=True)
def _feed_addresses(cast: Cast) -> Act:
    token = _feeds(cast)
    return lambda: token in shown(cast.ann, "/settings/endpoints/", "feeds")["atom"]


@reader("feeds.owed_turns", [True], of_a_person=True)
def _due(cast: Cast) -> Act:
    """Return one that is told, one that is muted, and those of others."""
    match, muted = cast.match(), tables.begin(cast.ann, cast.cat, public_id=f"{cast.key}-muted")
    tables.begin(cast.cat, cast.ben, public_id=f"{cast.key}-theirs")
    looks.mute_match(tables.seat(muted, cast.ann), muted=True)
    return lambda: [each.turn.match == match for each in feed_pages.owed_turns(cast.ann)]


@reader("endpoints.queue_for_endpoints", ["Ann's"], of_a_person=True)
def _spread(cast: Cast) -> Act:
    _endpoints(cast)
    row = Outbox.objects.create(recipient=cast.ann, kind="turn", key=cast.key)

    def spread() -> list[str]:
        endpoints.queue_for_endpoints(row)
        return [each.endpoint.name for each in Outbox.objects.filter(key__startswith=f"{cast.key}@") if each.endpoint]

    return spread


@reader("notices.off_notice", [True, False])
def _off(cast: Cast) -> Act:
    mine, hers = _endpoints(cast)
    Endpoint.objects.filter(pk=mine.pk).update(off=timezone.now())
    return lambda: [notices.off_notice(cast.ann, {"endpoint": each.pk}) is not None for each in (mine, hers)]


@reader("backends", [True, True])
def _signed_in(cast: Cast) -> Act:
    return lambda: [Backend().get_user(str(user.pk)) == user for user in (cast.ann, cast.ben)]


@reader("blocks.blocked_by", [True], of_a_person=True)
def _blocked(cast: Cast) -> Act:
    blocks.block(cast.ann, cast.ben)
    blocks.block(cast.ben, cast.cat)
    return lambda: [user == cast.ben for user in blocks.blocked_by(cast.ann)]


@reader("known_browsers.knows", [True, False, False, True])
def _known(cast: Cast) -> Act:
    def knows(user: User, login: str) -> bool:
        response, request = HttpResponse(), posted(AnonymousUser())
        known_browsers.remember(response, user)
        request.COOKIES = {name: each.value for name, each in response.cookies.items()}
        return known_browsers.knows(request, login)

    return lambda: [knows(by, of.username) for by in (cast.ann, cast.ben) for of in (cast.ann, cast.ben)]


@reader("notices.confirmation_notice", (True, None))
def _confirmation(cast: Cast) -> Act:
    """Return an address that is to be confirmed, and one that is."""
    new = EmailAddress.objects.create(user=cast.ann, email=f"{cast.key}@example.net")
    old = EmailAddress.objects.get(user=cast.ben, verified=True)

    def told(address: EmailAddress, user: User) -> Any:
        notice = notices.confirmation_notice(user, {"email_address": address.pk})
        return notice and notice.context["name"] == user.username

    return lambda: (told(new, cast.ann), told(old, cast.ben))


@reader("notices.security_notice", [True, True, None])
def _security(cast: Cast) -> Act:
    """Return one who is here, and one who has left."""
    User.objects.filter(pk=cast.cat.pk).update(left=timezone.now())

    def told(user: User) -> Any:
        payload = {"user": user.pk, "change": "token_made", "ip": "", "agent": "", "at": timezone.now().isoformat()}
        notice = notices.security_notice(user, payload)
        return notice and notice.context["name"] == user.username

    return lambda: [told(user) for user in (cast.ann, cast.ben, cast.cat)]


def _asked(cast: Cast, name: str, by: User | AnonymousUser | None = None) -> SignUp:
    """Return a sign-up that waits."""
    filled = {"username": f"{name}.{cast.key}", "email": f"{name}.{cast.key}@example.org", "time_zone": "UTC"}
    return sign_ups._kept(None, filled, PASSWORD, by or AnonymousUser())


@reader("notices.sign_up_notice", (True, None))
def _welcome(cast: Cast) -> Act:
    """Return a sign-up that waits, and one whose time is over."""
    made, past = _asked(cast, "Dora"), _asked(cast, "Olaf")
    SignUp.objects.filter(pk=past.pk).update(expires=timezone.now() - DAY)

    def told(sign_up: SignUp) -> Any:
        notice = notices.sign_up_notice(User(email=sign_up.email), {"sign_up": sign_up.pk})
        return notice and notice.context["name"] == sign_up.username

    return lambda: (told(made), told(past))


@reader("sign_ups.newest_sign_up", (True, True, None))
def _asked_for(cast: Cast) -> Act:
    """Set the scene: asked for by a guest, by a visitor, and by a visitor who never asked."""
    guest = person(f"Guest.{cast.key}", guest_until=timezone.now() + DAY)
    mine, seen = _asked(cast, "Dora", guest), _asked(cast, "Olaf")
    request, visitor = posted(guest), posted(AnonymousUser())
    visitor.session[sign_ups.SESSION] = seen.pk
    return lambda: (
        sign_ups.newest_sign_up(request) == mine,
        sign_ups.newest_sign_up(visitor) == seen,
        sign_ups.newest_sign_up(posted(AnonymousUser())),
    )


def _left(rows: Iterable[Any]) -> list[bool]:
    """Return which rows are there still."""
    return [type(row)._base_manager.filter(pk=row.pk).exists() for row in rows]


@reader("sign_ups.remove_expired", [True, False])
def _expired(cast: Cast) -> Act:
    made = [_asked(cast, "Dora"), _asked(cast, "Olaf")]
    SignUp.objects.filter(pk=made[1].pk).update(expires=timezone.now())
    return lambda: (sign_ups.remove_expired(), _left(made))[1]


@reader("upkeep.remove_old", [False, True, True, True])
def _old_letters(cast: Cast) -> Act:
    """Set the scene with letters to strangers. The old ones, no longer to be sent, are found."""
    long_ago, address = timezone.now() - timedelta(days=400), f"{cast.key}@example.net"
    sent = {"status": "sent", "sent_at": timezone.now()}
    made = [
        Outbox.objects.create(kind="sign_up", channel="email", key=f"{cast.key} {number}", address=address, **each)
        for number, each in enumerate(
            [
                {**sent, "created": long_ago},
                {"status": "pending", "created": long_ago},
                {**sent, "created": timezone.now()},
                {**sent, "created": long_ago, "recipient": cast.ann},
            ]
        )
    ]
    return lambda: (outbox.remove_old(), _left(made))[1]


@reader("pools._others", (1, 1))
def _alike(cast: Cast) -> Act:
    """Return a row, one sent lately, one sent long ago, one on its way, one of another channel; nothing else counts."""
    sent, now = {"status": "sent", "sent_at": timezone.now()}, timezone.now()
    kinds: list[dict[str, Any]] = [
        {**sent, "channel": "email"},
        {**sent, "channel": "email"},
        {"status": "sent", "sent_at": now - 2 * DAY, "channel": "email"},
        {"status": "sending", "lease": now, "channel": "email"},
        {"status": "pending", "channel": "email"},
        {**sent, "channel": "pigeon"},
    ]
    alike = {"kind": "greeting", "recipient": cast.ann}
    made = [Outbox.objects.create(key=f"{cast.key} {number}", **alike, **each) for number, each in enumerate(kinds)]
    rows = Outbox.objects.filter(key__startswith=cast.key)
    return lambda: pools._others(made[0], rows, DAY)


# --- Second factors, settings ---------------------------------------------------------------------------------------


def _passkey(user: User) -> Authenticator:
    return Authenticator.objects.create(user=user, type="webauthn", data={"name": "Mine", "credential": {}})


@reader("second_factor.generate_authenticator_name", "Passkey 2", of_a_person=True)
def _next_name(cast: Cast) -> Act:
    TOTP.activate(cast.ann, generate_totp_secret())
    _passkey(cast.ann)
    return lambda: second_factor.Adapter().generate_authenticator_name(cast.ann, Authenticator.Type.WEBAUTHN)


@reader("second_factor.was_used", [True, False, False], of_a_person=True)
def _used(cast: Cast) -> Act:
    """Set the scene with the user's own passkey, one that was taken away, and somebody else's."""
    mine, gone, other = _passkey(cast.ann), _passkey(cast.ann), _passkey(cast.ben)
    number = gone.pk
    gone.delete()

    def used(pk: int) -> bool:
        request = posted(cast.ann)
        request.session["account_authentication_methods"] = [{"method": "mfa", "id": pk, "at": 1}]
        request.session["account_authentication_methods_user"] = str(cast.ann.pk)
        return second_factor.was_used(request)

    return lambda: [used(pk) for pk in (mine.pk, number, other.pk)]


@reader("views.settings", [(True, False, True), (True, True, False), (True, True, True)], of_a_person=True)
def _settings(cast: Cast) -> Act:
    Preferences.objects.update_or_create(user=cast.ann, defaults={"chat_mails": False})
    Preferences.objects.update_or_create(user=cast.ben, defaults={"turn_mails": False})

    def seen(user: User) -> Any:
        mails = shown(user, "/settings/", "mails").instance
        return shown(user, "/settings/", "person").instance == user, mails.chat_mails, mails.turn_mails

    return lambda: [seen(user) for user in (cast.ann, cast.ben, cast.cat)]


@reader("views.stop_mails", True)
def _stopping(cast: Cast) -> Act:
    link = unsubscribe.unsubscribe_url(cast.ben, "turn_mails").removeprefix("http://testserver")
    return lambda: shown(cast.ann, link, "person") == cast.ben


# --- The admin ------------------------------------------------------------------------------------------------------


def _moderator(cast: Cast) -> User:
    return person(f"Mo.{cast.key}", is_staff=True, is_superuser=True)


LETTERS_OF = {
    "over": ["end", "end", "start", "turn"],
    "stranger": ["start", "turn"],
    "void": ["end", "end", "start", "turn"],
}
FOUND = ["over", "stranger", "void", "withdrawn"]
IN_ADMIN = (["joined", "mine", "offered", "theirs"], FOUND, FOUND, LETTERS_OF)
"""Ann's own running matches, and what she finds: matches, invitations, letters by match."""


@reader("admin: own matches", IN_ADMIN, of_a_person=True)
def _admin_own(cast: Cast) -> Act:
    """Return a player's running matches, and those that are open, are not to be found: not they, nor what belongs to
    them.
    """
    of_every_kind(cast)
    cast.ann.is_staff = cast.ann.is_superuser = True
    request = posted(cast.ann)

    def of_scene(model: Any) -> Any:
        return admin.site.get_model_admin(model).get_queryset(request)

    def seen() -> Any:
        matches = {match.pk: match for match in Match.objects.filter(public_id__startswith=cast.key)}
        told: dict[str, list[str]] = {}
        for pk, kind in of_scene(Outbox).order_by("kind").values_list("payload__match", "kind"):
            if pk in matches:
                told.setdefault("".join(named([matches[pk]], cast)), []).append(kind)
        invitations = of_scene(Invitation).filter(match__in=matches)
        return (
            named(own_matches(request), cast),
            named(of_scene(Match).filter(pk__in=matches), cast),
            named((each.match for each in invitations), cast),
            told,
        )

    return seen


@reader("admin: what is sealed", ([0], ["open"], 0))
def _admin_sealed(cast: Cast) -> Act:
    """Set the scene: Ben has answered in secret. A moderator finds neither his entry nor whose turn it is."""
    match = tables.begin(cast.ann, cast.ben, game="fantasy-dice-battles", public_id=f"{cast.key}-secret")
    tables.answer(match, cast.ben, "army horde_a; ready")
    tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-open")
    request = posted(_moderator(cast))

    def rows(model: Any) -> Any:
        return admin.site.get_model_admin(model).get_queryset(request).filter(match__public_id__startswith=cast.key)

    def seen() -> Any:
        plies = list(rows(Entry).filter(match=match).values_list("ply", flat=True))
        turns = [found.removeprefix(f"{cast.key}-") for found in rows(Turn).values_list("match__public_id", flat=True)]
        return plies, turns, newest_entry(tables.now(match)).ply

    return seen


@reader("sent mails", [["mine"], []], of_a_person=True)
def _sent(cast: Cast) -> Act:
    """Set the scene with letters about Ann's match. She reads which match it was.

    Cat, who doesn't play in it, doesn't.
    """
    match = tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-mine")
    rows = list(Outbox.objects.filter(payload__match=match.pk, recipient=cast.ann, kind="turn"))
    urls = {match.get_absolute_url(): "mine"}

    def about(user: User) -> list[str]:
        return [urls[found.url] for found in subjects.matches(user, rows).values()]

    return lambda: [about(user) for user in (cast.ann, cast.cat)]


@reader("admin: by game", [["fence"], ["field"], ["fence", "field"]])
def _admin_games(cast: Cast) -> Act:
    tables.offer(cast.ann, public_id=f"{cast.key}-fence")
    tables.offer(cast.ann, "field-of-glory", public_id=f"{cast.key}-field")
    rows, request = Match.objects.filter(public_id__startswith=cast.key), posted(cast.ann)

    def by(game: str | None) -> list[str]:
        chosen = GameFilter(request, {"game": [game]} if game else {}, Match, admin.site.get_model_admin(Match))
        return named(chosen.queryset(request, rows), cast)

    return lambda: [by("en-garde"), by("field-of-glory"), by(None)]


@reader("admin: people by name and address", [["named"], ["named"], ["other"], ["other"], [], []])
def _admin_people(cast: Cast) -> Act:
    """Set the scene for a search of people.

    The search is by a name and one that looks like it, by an address in either case, and in full. It's not by having no
    address.
    """
    named, other = person(f"Bar.n.{cast.key}"), person(f"Olaf.{cast.key}")
    nobody = person(f"House.{cast.key}")
    User.objects.filter(pk=nobody.pk).update(email="")
    mine = {named.pk: "named", other.pk: "other", nobody.pk: "nobody"}
    asked = [named.username, f"bam{cast.key}", other.email, other.email.upper(), f"Bar.n.{cast.key}x", ""]
    return lambda: [[mine[pk] for pk in people_called(text) if pk in mine] for text in asked]


@reader("admin_lists.bounded", ["found"])
def _bounded(cast: Cast) -> Act:
    wanted, _ = person(f"Wanted{cast.key}"), person(f"Other{cast.key}")
    found = User.objects.filter(pk=wanted.pk)
    return lambda: ["found" if user == wanted else "other" for user in bounded(User.objects.all(), found)]


SOUGHT = {
    "entries by match": ["own"],
    "seats by match": ["own", "own"],
    "seats by player": ["other", "own"],
    "none": [],
}


@reader("admin: rows by match and by player", SOUGHT)
def _admin_sought(cast: Cast) -> Act:
    """Set the scene: Ann and Ben in one match, Cat and Ann in another, Ben and Cat in a third."""
    own = tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-own")
    tables.begin(cast.cat, cast.ann, public_id=f"{cast.key}-other")
    tables.begin(cast.ben, cast.cat, public_id=f"{cast.key}-third")

    def by(model: Any, text: str) -> list[str]:
        rows = model.objects.filter(match__public_id__startswith=cast.key)
        found, _ = admin.site.get_model_admin(model).get_search_results(posted(cast.ben), rows, text)
        return named((each.match for each in found), cast)

    return lambda: {
        "entries by match": by(Entry, own.public_id),
        "seats by match": by(Seat, own.public_id),
        "seats by player": by(Seat, cast.ann.username),
        "none": by(Entry, cast.ann.username),
    }


@reader("admin: one row", (True, True, [200, 302]))
def _admin_row(cast: Cast) -> Act:
    """Return the page of a ruling and that of hiding a line are about what their addresses name."""
    mo = _moderator(cast)
    match, line = cast.talk()
    tables.begin(cast.cat, cast.ben, public_id=f"{cast.key}-other")
    hidden = chat.say(match.public_id, cast.ben, "An insult")
    chat.hide(hidden, "An insult.")

    def status(pk: int) -> int:
        client = Client()
        client.force_login(mo)
        return client.get(f"/admin/games/chatline/{pk}/hide/").status_code

    return lambda: (
        shown(mo, f"/admin/games/match/{match.pk}/rule/", "match") == match,
        shown(mo, f"/admin/games/chatline/{line.pk}/hide/", "line") == line,
        [status(each.pk) for each in ChatLine.objects.filter(match=match).order_by("pk")],
    )
