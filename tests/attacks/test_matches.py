"""Attacks on matches: others' cards and moves, the clock, the seal, the house, and texts that are too much."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.conftest import Judge, Players, Visitors, at_most, counted
from tests.attacks.people import address
from tests.attacks.test_accounts import token_of
from tests.attacks.visitor import FORM, Answer, Visitor
from tests.parts.production import Production

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production"), pytest.mark.by_turns(5)]


def play_by_link(inviter: Visitor, joiner: Visitor, **terms: str) -> str:
    """Return the id of a match of En Garde that has begun."""
    asked = inviter.send("/invitations/new/en-garde/", audience="link", **terms)
    assert asked.status == 302, asked.text
    joined = joiner.send(asked.location, f"{asked.location}join")
    assert joined.gist == f"302 {asked.location.replace('/i/', '/m/')}"
    return asked.location.split("/")[2]


def resign(browser: Visitor, match: str) -> None:
    assert browser.send(f"/m/{match}/resign", confirm="on").status == 302


def to_move(production: Production, match: str) -> str:
    """Return who owes a move."""
    sql = (
        "SELECT username FROM games_turn t JOIN accounts_user u ON u.id = t.user_id"
        " JOIN games_match m ON m.id = t.match_id WHERE public_id = %s"
    )
    [[who]] = production.query(sql, match)
    return str(who)


def entries(production: Production, match: str) -> int:
    sql = "SELECT count(*) FROM games_entry e JOIN games_match m ON m.id = e.match_id WHERE public_id = %s"
    return int(production.query(sql, match)[0][0])


def first_move(browser: Visitor, token: str, match: str, plan: str = "") -> dict[str, Any]:
    """Return some complete move and the serial it answers, as the API takes them."""
    found = browser.call(token, "GET", f"matches/{match}/steps/?plan={plan}").json
    if found["complete"] or not found["steps"]:
        return {"move": plan, "expected": found["serial"]}
    return first_move(browser, token, match, found["steps"][0]["move"])


# --- Others' matches ------------------------------------------------------------------------------------------------


def test_a_match_is_nothing_to_strangers(player: Players, visitor: Visitors, judge: Judge) -> None:
    (_, one), (_, other), (_, stranger), nobody = player(), player(), player(), visitor()
    match = play_by_link(one, other)
    token = token_of(stranger, "play")
    pages = ["", "0/", "stamp", "record.json", "positions.json", "chat", "notes", "resign"]
    posts = ["submit", "plan", "army", "resign", "chat", "notes", "mute", "hints", "rematch", "offer/draw"]
    calls = ["", "log/", "steps/", "plan/", "record/", "chat/", "notes/"]

    judge(
        "ok",
        "a stranger's pages, posts and calls at a running match",
        expected="25 x 404",
        answer=counted(
            [
                *(stranger.get(f"/m/{match}/{page}").status for page in pages),
                *(stranger.post(f"/m/{match}/{post}").status for post in posts),
                *(stranger.call(token, "GET", f"matches/{match}/{call}").status for call in calls),
            ]
        ),
    )
    signed_out = [nobody.get(f"/m/{match}/").gist, nobody.post(f"/m/{match}/submit").gist]
    expected = [f"302 /accounts/login/?next=/m/{match}/", "302 /accounts/login/?next=/"]  # where the post came from
    judge("ok", "nobody at a running match", expected=expected, answer=signed_out)


def test_a_token_is_good_for_what_it_says(player: Players, judge: Judge) -> None:
    (_, one), (_, other) = player(), player()
    match = play_by_link(one, other)
    reads = token_of(one, "read")
    move = first_move(one, reads, match) if to_move(one.production, match) else {}

    judge(
        "ok",
        "a token that may look, a token that is none, a cookie alone",
        expected=[200, 403, 401, 401],
        answer=[
            one.call(reads, "GET", f"matches/{match}/").status,
            one.call(reads, "POST", f"matches/{match}/submit/", move).status,
            one.call("fog_none", "GET", f"matches/{match}/").status,
            one.get(f"/api/v1/matches/{match}/").status,
        ],
    )


def test_six_moves_at_once_are_one(player: Players, judge: Judge) -> None:
    people = dict([player(), player()])
    match = play_by_link(*people.values())
    mover = people[to_move(next(iter(people.values())).production, match)]
    token = token_of(mover, "play")
    move = first_move(mover, token, match)
    before = entries(mover.production, match)

    with ThreadPoolExecutor(6) as pool:
        asked = [pool.submit(mover.call, token, "POST", f"matches/{match}/submit/", move) for _ in range(6)]
        answers = [each.result() for each in asked]

    repeated = counted(sorted(f"{each.status} repeated: {each.json.get('repeated')}" for each in answers))
    judge(
        "ok",
        "one move sent six times at once",
        expected="1 x 200 repeated: False, 5 x 200 repeated: True",
        answer=repeated,
    )
    judge("ok", "entries made by them", expected=1, answer=entries(mover.production, match) - before)


def test_a_private_match_has_no_page_for_strangers(player: Players, judge: Judge) -> None:
    (_, one), (_, other), (_, stranger) = player(), player(), player()
    match = play_by_link(one, other, private="on")
    during = stranger.get(f"/i/{match}/").status
    resign(one, match)

    answers = [during, stranger.get(f"/i/{match}/").status, stranger.get(f"/m/{match}/").status]
    judge("L5", "a stranger at a private match: /i/ during and after, /m/", expected=[404] * 3, answer=answers)


# --- The clock ------------------------------------------------------------------------------------------------------


LOOKS: dict[str, Callable[[Visitor, str, str], Answer | None]] = {
    "never looks": lambda *_: None,
    "looks by API": lambda browser, token, match: browser.call(token, "GET", f"matches/{match}/"),
    "keeps a plan by API": lambda browser, token, match: browser.call(
        token, "PUT", f"matches/{match}/plan/", {"plan": "", "expected": first_move(browser, token, match)["expected"]}
    ),
    "chats by API": lambda browser, token, match: browser.call(
        token, "POST", f"matches/{match}/chat/", {"text": "Hello"}
    ),
}


@pytest.mark.parametrize("how", LOOKS)
def test_who_refuses_mails_and_looks_is_absent(how: str, player: Players, judge: Judge) -> None:
    people = dict([player(), player()])
    production = next(iter(people.values())).production
    match = play_by_link(*people.values())
    who = to_move(production, match)
    with production.refusing(*map(address, people)):
        production.deliver()
    answer = LOOKS[how](people[who], token_of(people[who], "play"), match)
    assert answer is None or answer.status < 300, answer.text

    late = "SELECT id FROM games_match WHERE public_id = %s"
    production.query(f"UPDATE games_turn SET deadline = now() - interval '1 minute' WHERE match_id = ({late})", match)
    production.manage("expire")
    [[status]] = production.query("SELECT status FROM games_match WHERE public_id = %s", match)

    expected = "playing" if how == "never looks" else "void"  # none of them has made a first move
    judge("M2", f"a player who refuses mails and {how}, after the deadline", expected=expected, answer=status)
    absent = "SELECT count(*) FROM games_seat WHERE outcome = 'absent' AND match_id = (" + late + ")"
    [[marked]] = production.query(absent, match)
    judge("M2", f"absences of a player who refuses mails and {how}", expected=how != "never looks", answer=marked == 1)


# --- The seal and the house -----------------------------------------------------------------------------------------


def matches(production: Production) -> int:
    return int(production.query("SELECT count(*) FROM games_match")[0][0])


def begin(browser: Visitor, **fields: str) -> Answer:
    """Begin the match with the house that the page offers, or what it offers with other fields."""
    return browser.send("/house/en-garde/", **fields)


def test_looking_at_an_offer_makes_nothing(player: Players, judge: Judge) -> None:
    _, browser = player()
    before = matches(browser.production)
    for _ in range(5):
        browser.get("/house/en-garde/")
        browser.get("/")

    judge("M1", "5 looks at a match with the house", expected=0, answer=matches(browser.production) - before)


def test_an_offer_taken_twice_is_one_match(player: Players, judge: Judge) -> None:
    (_, browser), (_, other) = player(), player()
    before = matches(browser.production)
    ticket = browser.get("/house/en-garde/").form().fields["ticket"]
    answers = [begin(browser, ticket=ticket), begin(browser, ticket=ticket)]

    judge("M1", "an offer of the house taken twice", expected=True, answer=answers[0].gist == answers[1].gist)
    judge("M1", "an offer of the house taken twice: matches", expected=1, answer=matches(browser.production) - before)
    judge("M1", "an offer taken by another", expected=409, answer=begin(other, ticket=ticket).status)


@pytest.mark.parametrize("kind", ["altered", "of another game", "expired", "made up"])
def test_an_offer_that_was_not_made_is_none(kind: str, player: Players, judge: Judge) -> None:
    _, browser = player()
    before = matches(browser.production)
    mine = browser.get("/house/en-garde/").form().fields["ticket"]
    offered = {
        "altered": lambda: ("B" if mine[0] == "A" else "A") + mine[1:],
        "of another game": lambda: browser.get("/house/field-of-glory/").form().fields["ticket"],
        "expired": lambda: expired(browser.production),
        "made up": lambda: "x" * 100,
    }

    answer = begin(browser, ticket=offered[kind]())

    judge("M1", f"an offer of the house, {kind}", expected=[409 if kind == "expired" else 422, 0],
          answer=[answer.status, matches(browser.production) - before])  # fmt: skip


def expired(production: Production) -> str:
    code = (
        "from datetime import timedelta; from games.core.services import tickets; ticket = tickets.issue('en-garde');"
        "print('TICKET', ticket._replace(expires=ticket.expires - 2 * tickets.STANDS).text)"
    )
    return production.manage("shell", "-c", code).partition("TICKET ")[2].strip()


def test_nobody_deals_again_until_the_hand_pleases(player: Players, judge: Judge) -> None:
    who, browser = player()
    for _ in range(60):
        begun = browser.post("/try/en-garde")
        if begun.status == 302 and begun.location.startswith("/m/"):
            browser.post(f"{begun.location}offer/cancel", act="offer", confirm="on")

    sql = (
        "SELECT count(*) FROM games_match m JOIN games_seat s ON s.match_id = m.id"
        " JOIN accounts_user u ON u.id = s.user_id WHERE username = %s AND status = 'void'"
    )
    [[dealt]] = browser.production.query(sql, who)
    judge("M8", "60 x begin a match with the house and cancel it", expected=at_most(5, 0), answer=at_most(5, dealt))


def test_a_record_with_another_winner_is_no_record(player: Players, tmp_path: Path, judge: Judge) -> None:
    (_, one), (_, other) = player(), player()
    match = play_by_link(one, other)
    resign(one, match)
    record = one.get(f"/m/{match}/record.json").json
    verified = [verify(one.production, tmp_path, record)]
    for winner in (0, 1, None):
        forged = json.loads(json.dumps(record))
        if forged["result"].get("winner") != winner:
            forged["result"]["winner"] = winner
            verified.append(verify(one.production, tmp_path, forged))

    judge("L4", "a record, and with each other winner", expected=["fits", "refused", "refused"], answer=verified)


def verify(production: Production, place: Path, record: dict[str, Any]) -> str:
    path = place / "record.json"
    path.write_text(json.dumps(record))
    return "refused" if production.attempt("-m", "games.rules.verify", str(path)).returncode else "fits"


# --- Texts ----------------------------------------------------------------------------------------------------------


SCRIPT = "<script>alert(1)</script>"


def test_what_players_write_is_text(player: Players, judge: Judge) -> None:
    (_, one), (_, other) = player(), player()
    asked = one.send("/invitations/new/en-garde/", audience="link", note=SCRIPT)
    pages = [other.get(asked.location)]
    other.send(asked.location, f"{asked.location}join")
    match = asked.location.replace("/i/", "/m/")
    one.post(f"{match}chat", text=SCRIPT)
    pages += [
        other.get(match),
        other.get(f"{match}chat"),
        other.get("/invitations/?game=" + SCRIPT.replace("<", "%3C")),
    ]

    written = [SCRIPT in page.text and SCRIPT not in page.content.decode() for page in pages[:3]]
    judge("ok", "a script in a note and in a chat: shown, and as text", expected=[True] * 3, answer=written)
    judge(
        "ok", "pages with the script in them", expected=0, answer=sum(SCRIPT.encode() in page.content for page in pages)
    )


BOMBS = {
    "100,000 brackets": ("(" * 100_000, 422),
    "100,000 digits": ("9" * 100_000, 422),
    "two megabytes": ("F1; " * 500_000, 413),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_move_that_is_too_much_is_refused(bomb: str, player: Players, judge: Judge) -> None:
    (_, one), (_, other) = player(), player()
    match = play_by_link(one, other)
    text, expected = BOMBS[bomb]
    token = token_of(one, "play")

    called = one.call(token, "POST", f"matches/{match}/submit/", {"move": text, "expected": 0})
    judge("ok", f"a move of {bomb} by API", expected=expected, answer=called.status)
    posted = one.post(f"/m/{match}/submit", move=text, expected="0")
    judge("ok", f"a move of {bomb} by page", expected=expected, answer=posted.status)


def test_json_that_is_too_deep_is_refused(player: Players, judge: Judge) -> None:
    _, one = player()
    token = token_of(one, "play")
    lines = [("Authorization", f"Bearer {token}"), ("Content-Type", "application/json")]

    deep = one.ask("POST", "/api/v1/challenges/", b"[" * 100_000, lines)
    judge("ok", "100,000 brackets of JSON", expected=400, answer=deep.status)
    form = one.ask("POST", "/accounts/login/", b"a=b&" * 300_000, [("Content-Type", FORM)])
    judge("ok", "a form of 1.2 megabytes", expected=413, answer=form.status)
