"""Every address of the site: what it is asked with, and what a visitor, a stranger and a player are answered.

An address that is not in the table fails the first test. The admin's and allauth's own are listed by prefix.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts import feeds
from accounts.channels.email import unsubscribe
from accounts.models import Feed, User
from accounts.outbox import bounces
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.core.models import ChatLine, Match, Seat
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.sets.offered import SETS
from tests.drawing import drawn_without_queries  # noqa: F401  no template asks anything
from tests.games.browsing import signed_in
from tests.games.tables import begin, offer, play_link
from tests.parts import features
from tests.parts.cast import person

FOREIGN = ("admin/", "accounts/")
"""Prefixes under which addresses are Django's or allauth's; ours among them are in the table all the same."""

OK, FOUND, NO_TOKEN, NOT_FOUND, STALE, UNFIT = 200, 302, 401, 404, 409, 422


class Address(NamedTuple):
    """`visitor`, `cat` (a stranger) and `ann` (a player) are what each is answered; `wrong`, if any, gets a 405."""

    args: tuple[str, ...]
    method: str
    visitor: int
    cat: int
    ann: int
    wrong: str = "post"


REALM = armies.text(SETS["fogsite"].presets["realm_a"].army)

TABLE = {
    "home": Address((), "get", OK, FOUND, FOUND),
    "manifest": Address((), "get", OK, OK, OK),
    "fairness": Address((), "get", OK, OK, OK),
    "about": Address((), "get", OK, OK, OK),
    "contact": Address((), "get", OK, OK, OK),
    "privacy": Address((), "get", OK, OK, OK),
    "terms": Address((), "get", OK, OK, OK),
    "rules": Address((), "get", OK, OK, OK),
    "rules_of": Address(("en-garde",), "get", OK, OK, OK),
    "ratings": Address((), "get", OK, OK, OK),
    "statistics": Address((), "get", OK, OK, OK),
    "statistics_of": Address(("en-garde",), "get", OK, OK, OK),
    "running": Address((), "get", OK, OK, OK),
    "replays": Address((), "get", OK, OK, OK),
    "dumps": Address((), "get", OK, OK, OK),
    "dump": Address(("matches-2026-11-25.jsonl.gz",), "get", NOT_FOUND, NOT_FOUND, NOT_FOUND),
    "ratings_of": Address(("en-garde",), "get", OK, OK, OK),
    "statistics_of_player": Address(("Ann",), "get", OK, OK, OK),
    "deeds_of": Address(("en-garde",), "get", OK, OK, OK),
    "my_matches": Address((), "get", FOUND, OK, OK),
    "next_match": Address((), "get", FOUND, FOUND, FOUND),
    "waiting": Address((), "get", FOUND, OK, OK),
    "lobby": Address((), "get", FOUND, OK, OK),
    "invite": Address((), "get", FOUND, FOUND, FOUND),
    "invite_to": Address(("en-garde",), "get", FOUND, OK, OK, "put"),
    "seeks": Address((), "get", FOUND, OK, OK),
    "seek": Address(("en-garde",), "get", FOUND, OK, OK, "put"),
    "withdraw_seek": Address(("en-garde",), "post", FOUND, FOUND, FOUND, "get"),
    "seek_house": Address(("en-garde",), "post", FOUND, FOUND, FOUND, "get"),
    "clock_words": Address(("en-garde",), "get", FOUND, OK, OK),
    "terms_words": Address(("en-garde",), "get", FOUND, OK, OK),
    "armies": Address((), "get", FOUND, OK, OK),
    "take_army": Address((), "post", FOUND, UNFIT, UNFIT, "get"),
    "new_army": Address(("realm",), "get", FOUND, OK, OK, "put"),
    "saved_army": Address(("1",), "get", FOUND, NOT_FOUND, OK, "put"),
    "delete_army": Address(("1",), "get", FOUND, NOT_FOUND, OK, "put"),
    "invitation": Address(("openmatch1",), "get", OK, OK, OK),
    "join": Address(("openmatch1",), "post", FOUND, FOUND, STALE, "get"),
    "join_as_guest": Address(("openmatch1",), "post", FOUND, FOUND, FOUND, "get"),
    "withdraw": Address(("openmatch1",), "post", FOUND, NOT_FOUND, FOUND, "get"),
    "offer_again": Address(("openmatch1",), "post", FOUND, NOT_FOUND, FOUND, "get"),
    "decline": Address(("openmatch1",), "post", FOUND, NOT_FOUND, NOT_FOUND, "get"),
    "leave": Address(("openmatch1",), "post", FOUND, NOT_FOUND, STALE, "get"),
    "favourite": Address(("Ben",), "post", FOUND, FOUND, FOUND, "get"),
    "tell_of_favourite": Address(("Ben",), "post", FOUND, FOUND, FOUND, "get"),
    "profile": Address(("Ann",), "get", OK, OK, OK),
    "report_match": Address(("firstmatch",), "get", FOUND, NOT_FOUND, OK, "put"),
    "report_line": Address(("1",), "get", FOUND, NOT_FOUND, OK, "put"),
    "report_player": Address(("Ben",), "get", FOUND, OK, OK, "put"),
    "my_reports": Address((), "get", FOUND, OK, OK),
    "archive": Address((), "post", FOUND, OK, OK, "get"),
    "leave_site": Address((), "get", FOUND, OK, OK, "put"),
    "vacation": Address((), "get", FOUND, OK, OK, "put"),
    "call_off_vacation": Address((), "post", FOUND, FOUND, FOUND, "get"),
    "come_back": Address((), "post", FOUND, FOUND, FOUND, "get"),
    "choose_automatic_vacation": Address((), "post", FOUND, FOUND, FOUND, "get"),
    "try_out": Address(("en-garde",), "post", FOUND, FOUND, FOUND, "get"),
    "challenge": Address(("en-garde",), "get", FOUND, OK, OK, "put"),
    "keep": Address((), "get", FOUND, FOUND, FOUND, "put"),
    "sign_in_from_guest": Address((), "post", FOUND, FOUND, FOUND, "get"),
    "back_to_guest": Address((), "post", FOUND, FOUND, FOUND, "get"),
    "merge_guest": Address((), "get", FOUND, FOUND, FOUND, "put"),
    "make_account": Address(("TOKEN",), "get", NOT_FOUND, NOT_FOUND, NOT_FOUND, "put"),
    "match": Address(("firstmatch",), "get", FOUND, NOT_FOUND, OK),
    "match_ply": Address(("firstmatch", "0"), "get", FOUND, NOT_FOUND, OK),
    "submit": Address(("firstmatch",), "post", FOUND, NOT_FOUND, UNFIT, "get"),
    "plan": Address(("firstmatch",), "post", FOUND, NOT_FOUND, STALE, "get"),
    "army": Address(("firstmatch",), "post", FOUND, NOT_FOUND, NOT_FOUND, "get"),
    "stamp": Address(("firstmatch",), "get", NOT_FOUND, NOT_FOUND, OK),
    "record": Address(("firstmatch",), "get", FOUND, NOT_FOUND, OK),
    "positions": Address(("firstmatch",), "get", NOT_FOUND, NOT_FOUND, NOT_FOUND),
    "watch_stamp": Address(("firstmatch",), "get", NOT_FOUND, NOT_FOUND, NOT_FOUND),
    "desk_stamp": Address(("firstmatch",), "get", NOT_FOUND, NOT_FOUND, NOT_FOUND),
    "desk_picture": Address(("firstmatch",), "get", NOT_FOUND, NOT_FOUND, NOT_FOUND),
    "preview": Address(("firstmatch", "0"), "get", NOT_FOUND, NOT_FOUND, NOT_FOUND),
    "pictures": Address(("firstmatch",), "get", NOT_FOUND, NOT_FOUND, NOT_FOUND),
    "resign": Address(("firstmatch",), "post", FOUND, NOT_FOUND, UNFIT, "put"),
    "open_seat": Address(("firstmatch",), "get", FOUND, NOT_FOUND, NOT_FOUND, "post"),
    "take_seat": Address(("firstmatch",), "post", FOUND, NOT_FOUND, NOT_FOUND, "get"),
    "close_seat": Address(("firstmatch",), "post", FOUND, NOT_FOUND, STALE, "get"),
    "offers": Address(("firstmatch",), "get", FOUND, NOT_FOUND, OK, "post"),
    "offer": Address(("firstmatch", "draw"), "get", FOUND, NOT_FOUND, OK, "put"),
    "time_up": Address(("firstmatch",), "get", FOUND, NOT_FOUND, FOUND, "put"),
    "chat": Address(("firstmatch",), "get", FOUND, NOT_FOUND, OK, "put"),
    "mute": Address(("firstmatch",), "post", FOUND, NOT_FOUND, FOUND, "get"),
    "mute_match": Address(("firstmatch",), "post", FOUND, NOT_FOUND, FOUND, "get"),
    "rematch": Address(("firstmatch",), "get", FOUND, NOT_FOUND, FOUND, "put"),
    "hints": Address(("firstmatch",), "post", FOUND, NOT_FOUND, FOUND, "get"),
    "notes": Address(("firstmatch",), "get", FOUND, NOT_FOUND, OK, "put"),
    "offer_link": Address(("TOKEN",), "get", NOT_FOUND, NOT_FOUND, NOT_FOUND, "put"),
    "play_link": Address(("TOKEN",), "get", OK, OK, FOUND),
    "submit_by_link": Address(("TOKEN",), "post", UNFIT, UNFIT, UNFIT, "get"),
    "plan_by_link": Address(("TOKEN",), "post", STALE, STALE, STALE, "get"),
    "army_by_link": Address(("TOKEN",), "post", NOT_FOUND, NOT_FOUND, NOT_FOUND, "get"),
    "api_docs": Address((), "get", OK, OK, OK),
    "api_schema": Address((), "get", OK, OK, OK),
    "api_me": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_turns": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_stream": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_games": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_deeds": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_ratings": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_ranking": Address(("en-garde",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_statistics": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_game_statistics": Address(("en-garde",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_player_statistics": Address(("Ann",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_matches": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_match": Address(("firstmatch",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_log": Address(("firstmatch",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_steps": Address(("firstmatch",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_plan": Address(("firstmatch",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_submit": Address(("firstmatch",), "post", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_resign": Address(("firstmatch",), "post", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_offer": Address(("firstmatch",), "put", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_decline_offer": Address(("firstmatch",), "post", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_time_up": Address(("firstmatch",), "post", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_record": Address(("firstmatch",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_chat": Address(("firstmatch",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_read_chat": Address(("firstmatch",), "post", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_mute_chat": Address(("firstmatch",), "put", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_running": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_watched": Address(("firstmatch",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_watched_log": Address(("firstmatch",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_open_seats": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_open_seat": Address(("firstmatch",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_seeks": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_seek": Address(("en-garde",), "put", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_favourites": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_notes": Address(("firstmatch",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_invitations": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_invitation": Address(("openmatch1",), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_join": Address(("openmatch1",), "post", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_leave": Address(("openmatch1",), "post", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_offer_again": Address(("openmatch1",), "post", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_decline_invitation": Address(("openmatch1",), "post", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_tickets": Address((), "get", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_challenges": Address((), "post", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_rematch": Address(("firstmatch",), "post", NO_TOKEN, NO_TOKEN, NO_TOKEN, ""),
    "api_nowhere": Address(("nowhere",), "get", NOT_FOUND, NOT_FOUND, NOT_FOUND, ""),
    "endpoints": Address((), "get", FOUND, OK, OK, "put"),
    "try_endpoint": Address((), "post", FOUND, NOT_FOUND, NOT_FOUND, "get"),
    "remove_endpoint": Address((), "post", FOUND, FOUND, FOUND, "get"),
    "ask_whether_emails_arrive": Address((), "post", FOUND, FOUND, FOUND, "get"),
    "emails_arrive": Address(("TOKEN",), "get", OK, OK, OK, "put"),
    "add_device": Address((), "post", FOUND, NOT_FOUND, NOT_FOUND, "get"),
    "worker": Address((), "get", OK, OK, OK),
    "calendar": Address(("TOKEN",), "get", OK, OK, OK),
    "atom": Address(("TOKEN",), "get", OK, OK, OK),
    "renew_feeds": Address((), "post", FOUND, FOUND, FOUND, "get"),
    "stop_feeds": Address((), "post", FOUND, FOUND, FOUND, "get"),
    "declare_program": Address((), "post", FOUND, FOUND, FOUND, "get"),
    "players": Address((), "get", FOUND, OK, OK),
    "programs": Address((), "get", FOUND, OK, OK, "put"),
    "revoke_program": Address((), "post", FOUND, FOUND, FOUND, "get"),
    "settings": Address((), "get", FOUND, OK, OK, "put"),
    "sent_mails": Address((), "get", FOUND, OK, OK),
    "blocks": Address((), "get", FOUND, OK, OK, "put"),
    "unblock": Address((), "post", FOUND, FOUND, FOUND, "get"),
    "stop_mails": Address(("TOKEN",), "get", OK, OK, OK, "put"),
    "account_reauthenticate": Address((), "get", FOUND, OK, OK, ""),
    "mfa_index": Address((), "get", FOUND, OK, OK, ""),
    "mfa_authenticate": Address((), "get", FOUND, FOUND, FOUND, ""),
    "mfa_reauthenticate": Address((), "get", FOUND, FOUND, FOUND, ""),
    "mfa_activate_totp": Address((), "get", FOUND, FOUND, FOUND, ""),
    "mfa_deactivate_totp": Address((), "get", FOUND, NOT_FOUND, NOT_FOUND, ""),
    "mfa_list_webauthn": Address((), "get", FOUND, OK, OK, ""),
    "mfa_add_webauthn": Address((), "get", FOUND, FOUND, FOUND, ""),
    "mfa_edit_webauthn": Address(("1",), "get", FOUND, FOUND, FOUND, ""),
    "mfa_remove_webauthn": Address(("1",), "get", FOUND, FOUND, FOUND, ""),
    "mfa_reauthenticate_webauthn": Address((), "get", FOUND, FOUND, FOUND, ""),
    "mfa_login_webauthn": Address((), "get", FOUND, FOUND, FOUND, ""),
    "mfa_view_recovery_codes": Address((), "get", FOUND, NOT_FOUND, NOT_FOUND, ""),
    "mfa_generate_recovery_codes": Address((), "get", FOUND, FOUND, FOUND, ""),
    "mfa_download_recovery_codes": Address((), "get", FOUND, NOT_FOUND, NOT_FOUND, ""),
    "account_signup": Address((), "get", OK, FOUND, FOUND, ""),
    "inbox": Address((), "get", NOT_FOUND, NOT_FOUND, NOT_FOUND, ""),
    "inbox_letter": Address(("1",), "get", NOT_FOUND, NOT_FOUND, NOT_FOUND, ""),
    "inbox_html": Address(("1",), "get", NOT_FOUND, NOT_FOUND, NOT_FOUND, ""),
    "appearance": Address((), "post", FOUND, FOUND, FOUND, "get"),
    "healthz": Address((), "get", 503, 503, 503, ""),
    "stream": Address((), "get", 204, 204, 204, ""),
}
TABLE |= {name: Address(*given) for name, given in features.entries("ADDRESSES").items()}

LEADS_ON = ("try_out", "appearance", "join_as_guest", "lesson_of")
"""Where visitors are led otherwise than to sign in."""
OWN_PAGES = [f"/accounts/{page}/" for page in ("email", "password/change", "logout", "reauthenticate")]
SECRET_PAGES = ["/accounts/password/reset/key/1-unknown/", "/accounts/confirm-email/unknown/"]


@pytest.fixture
def house(db: None) -> None:
    """A match of Ann and Ben, an invitation by Ann, and Cat, who has to do with neither."""
    ann, ben, _ = (person(name) for name in ("Ann", "Ben", "Cat"))
    match = begin(ann, ben, public_id="firstmatch")
    ChatLine.objects.create(pk=1, match=match, user=ben, text="Hello")
    offer(ann, public_id="openmatch1")
    feeds.renew_addresses(ann)
    SavedArmy.objects.create(pk=1, user=ann, data_set="fogsite", name="Mine", text=REALM)


def addresses(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, str | None]]:
    """Yield every pattern below a resolver and its name."""
    for found in resolver.url_patterns:
        route = prefix + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from addresses(found, route)
        elif isinstance(found, URLPattern):
            yield route, found.name


def test_every_address_is_in_the_table_and_every_line_of_the_table_is_an_address() -> None:
    found = {name or route for route, name in addresses(get_resolver()) if not route.startswith(FOREIGN)}
    own = {name for name in TABLE if not reverse(name, args=TABLE[name].args).lstrip("/").startswith(FOREIGN)}
    assert found == own


def ask(client: Client, name: str, method: str) -> Any:
    args = TABLE[name].args
    if name == "stop_mails":
        args = (
            unsubscribe.unsubscribe_url(User.objects.get(username="Ann"), "turn_mails").rstrip("/").rpartition("/")[2],
        )
    if name == "emails_arrive":
        args = (bounces.link_token(User.objects.get(username="Ann")),)
    if "_link" in name and name != "offer_link":
        args = (play_link(Match.objects.get(public_id="firstmatch"), User.objects.get(username="Ann")),)
    if name in feeds.PAGES:
        args = (feeds.feed_token(Feed.objects.get()),)
    return getattr(client, method)(reverse(name, args=args))


@pytest.mark.by_turns(90)
@pytest.mark.parametrize("name", TABLE)
@pytest.mark.parametrize("who", ["visitor", "cat", "ann"])
def test_everybody_is_answered_as_the_table_says_and_no_template_asks(
    who: str, name: str, house: None, client: Client
) -> None:
    asking = client if who == "visitor" else signed_in(User.objects.get(username=who.capitalize()))
    response = ask(asking, name, TABLE[name].method)
    assert response.status_code == getattr(TABLE[name], who)
    if who == "visitor" and response.status_code == FOUND and name not in LEADS_ON:
        assert response.headers["Location"].startswith(reverse("account_login"))


POSTED = [name for name, each in TABLE.items() if (each.method, each.visitor, each.wrong) == ("post", FOUND, "get")]


@pytest.mark.by_turns(12)
@pytest.mark.parametrize("name", [name for name in POSTED if name not in (*LEADS_ON, "back_to_guest")])
def test_after_signing_in_you_come_back_to_a_page_and_are_told_that_nothing_was_done(
    name: str, house: None, client: Client
) -> None:
    Seat.objects.update(open_until=timezone.now() + timedelta(days=1))
    ann = signed_in(User.objects.get(username="Ann"))
    for headers in ({}, {"Referer": "http://testserver/matches/?page=2"}, {"Referer": "http://evil.example/matches/"}):
        led = client.post(reverse(name, args=TABLE[name].args), headers=headers)
        assert ann.get(next_page(led)).status_code in (OK, FOUND)
        assert "Nothing has been changed yet." in client.get(led.headers["Location"]).content.decode()


def next_page(response: Any) -> str:
    """Return where a visitor who is led to sign in goes on afterwards."""
    address = urlsplit(response.headers["Location"])
    assert address.path == reverse("account_login")
    return parse_qs(address.query)["next"][0]


@pytest.mark.parametrize(
    ("referer", "page"),
    [
        ("http://testserver/m/firstmatch/?eyes=all#log", "/m/firstmatch/?eyes=all"),
        ("http://testserver/m/firstmatch/submit", "/m/firstmatch/"),  # a form that was refused stands there
        ("http://testserver/no/such/page/", "/"),
        *[
            (other, "/settings/vacation/")
            for other in (
                "",
                "http://evil.example/m/firstmatch/",
                "http://testserver//evil.example/",
                "http://testserver@evil.example/m/firstmatch/",
                "javascript://testserver/m/firstmatch/",
                "/\\\\evil.example",
                "http://testserver/matches/?q=" + "x" * 1000,
                "http://[",
            )
        ],
    ],
)
def test_you_come_back_to_the_page_on_which_you_pressed(referer: str, page: str, client: Client) -> None:
    led = client.post(reverse("come_back"), headers={"Referer": referer} if referer else {})
    assert next_page(led) == page


def test_nobody_keeps_what_is_for_one_pair_of_eyes(house: None, client: Client) -> None:
    ann = signed_in(User.objects.get(username="Ann"))
    found = {name: ask(ann, name, TABLE[name].method) for name in TABLE}
    found |= {path: ann.get(path) for path in OWN_PAGES}
    found |= {path: client.get(path) for path in SECRET_PAGES}
    kept = {name for name, response in found.items() if "no-store" not in response.headers.get("Cache-Control", "")}
    assert kept == {"api_schema", *feeds.PAGES}  # the same for all; and the reader's programs ask whether it is new


def test_the_menu_of_every_page_leads_moderators_to_the_reports(house: None) -> None:
    ann = User.objects.get(username="Ann")
    User.objects.filter(pk=ann.pk).update(is_staff=True)
    ann.groups.add(Group.objects.get(name="Moderators"))
    client = signed_in(User.objects.get(pk=ann.pk))
    pages = {name: ask(client, name, "get") for name in TABLE if TABLE[name].method == "get"}
    shown = {
        name: page.content.decode() for name, page in pages.items() if page.status_code == OK and not page.streaming
    }
    with_menu = {name for name, page in shown.items() if 'class="site-nav"' in page}
    assert {"my_matches", "match", "settings", "profile"} <= with_menu
    assert {name for name in with_menu if "/report/?state=open" not in shown[name]} == set()


def test_no_page_uses_powers_of_the_browser_that_none_needs(house: None, client: Client) -> None:
    for name in ("home", "match", "api_me", "healthz"):
        policy = ask(client, name, "get").headers["Permissions-Policy"]
        assert policy == "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


@pytest.mark.by_turns(12)
@pytest.mark.parametrize("name", [name for name, address in TABLE.items() if address.wrong])
def test_a_wrong_method_is_refused(name: str, house: None) -> None:
    assert ask(signed_in(User.objects.get(username="Ann")), name, TABLE[name].wrong).status_code == 405
    assert Match.objects.get(public_id="firstmatch").ply == 0
