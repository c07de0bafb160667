"""Checking a finished match in a browser: sound records agree in all, altered ones name what does not and where."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.boards.registry import check_script
from games.core.documents import records
from games.rules import registry
from games.rules.engine import Replay
from games.rules.game import dump
from games.rules.record import Record, dumps, loads
from tests.games.tables import AUCTION
from tests.parts import depth
from tests.parts.cast import person
from tests.rules.golden import kept
from tests.rules.test_encoding import ENCODINGS
from tests.rules.test_fairness import COMMIT, DIGEST, DRAWS, SEED, SHUFFLE

pytestmark = pytest.mark.by_turns(6)

GOLDEN = {path.stem: path for path in kept() if not path.stem.startswith(AUCTION)}
SOUND = "en-garde-1-advanced-points"  # 26 entries; 0 and 12 deal
PLAYERS = ("Ann", "Ben")
MODULE = "import('/static/js/check.js')"

Json = dict[str, Any]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A browser of its own, in which nobody is signed in."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


def golden(name: str) -> Record:
    """Return a golden record as Ann and Ben have played it."""
    record = loads(GOLDEN[name].read_bytes())
    named = zip(record.seats, PLAYERS, strict=True)
    seats = [msgspec.structs.replace(joiner, name=name) for joiner, name in named]
    return msgspec.structs.replace(record, seats=seats)


@pytest.fixture
def look(transactional_db: None, live_server: LiveServer, page: Page) -> Callable[[str], Record]:
    """Takes a golden record in as a match and opens its page as a visitor."""

    def open_page(name: str) -> Record:
        record = golden(name)
        match = records.import_record(record, [person(name).username for name in PLAYERS])
        page.goto(live_server.url + match.get_absolute_url())
        page.locator(".tab-facts").click()  # that of the match
        return record

    return open_page


def words(page: Page) -> list[str]:
    """Return what stands at each step that was come to."""
    return [text for text in page.locator("#check .verdict").all_inner_texts() if text]


def test_every_game_of_this_site_tells_browsers_its_draws_and_its_end() -> None:
    assert {slug for slug in registry.slugs() if not check_script(slug)} == {AUCTION}


CHECK = """async ([record, shown]) => {
    const { check } = await import('/static/js/check.js');
    const rules = shown.rules ? (await import(shown.rules)).default : null;
    const told = [];
    for await (const each of check(record, { ...shown, rules })) told.push(each);
    return told.map(({ step, ok, count, ply }) => [step, ok, ok === false ? ply : count]);
}"""


RESULTS = """async ([record, results, positions, script]) => {
    const { rightResult } = await import('/static/js/check.js');
    const { default: rules } = await import(script);
    return results.map((result) => rightResult({ ...record, result }, positions, rules));
}"""


def shown(record: Record, **more: Any) -> Json:
    """Return what the page of the match shows beside the record."""
    names = [joiner.name for joiner in record.seats]
    seen = {"match": record.match, "seal": record.commitment, "names": names, "positions": positions(record)}
    return {**seen, "rules": check_script(record.game), **more}


def positions(record: Record) -> list[Any]:
    """Return where the match stood after every entry."""
    replay = Replay(registry.game(record.game, record.version))
    return [json.loads(dump(replay.position)) for entry in record.entries if replay.push(entry) is not None]


def steps(record: Record) -> list[tuple[str, int]]:
    """Return what a sound record is told of: each step and how much was compared."""
    draws, entries = sum(len(entry.draws) for entry in record.entries), len(record.entries)
    first = [("record", 1), ("seal", 1), ("seats", len(record.seats)), ("log", entries)]
    return [*first, ("draws", draws), ("digests", entries), ("result", 1)]


def test_every_true_record_agrees_in_every_step(live_server: LiveServer, page: Page) -> None:
    page.goto(f"{live_server.url}/fairness/")
    for name in depth.chosen(list(GOLDEN), 6, "records"):
        record = golden(name)
        told = page.evaluate(CHECK, [json.loads(dumps(record)), shown(record)])
        assert told.pop(2) == ["kept", None, 1]
        assert told == [[step, True, count] for step, count in steps(record)], name


def other_results(record: Record) -> list[Json | None]:
    """Return every result that the match did not have: another reason, another winner, other scores, none."""
    true = json.loads(dumps(record))["result"]
    winners, scores = true.get("winners", []), true.get("scores", [])
    reasons = {
        "resignation",
        "timeout",
        "adjudication",
        "agreed",
        "void",
        "bound",
        "points",
        "drawn-rounds",
        "level",
        "heroes",
        "control",
    }
    others = [{**true, "reason": reason} for reason in sorted(reasons - {true["reason"]})]
    others += [{**true, "winners": each} for each in ([], [0], [1], [0, 1]) if each != winners]
    return [*others, {**true, "scores": [*scores[1:], 9]}, {**true, "more": 1}, None]


def test_no_record_agrees_with_another_result_or_other_players(live_server: LiveServer, page: Page) -> None:
    page.goto(f"{live_server.url}/fairness/")
    for name in depth.chosen(list(GOLDEN), 6, "records"):
        record, data = golden(name), json.loads(dumps(golden(name)))
        results = other_results(record)
        assert page.evaluate(RESULTS, [data, results, positions(record), check_script(record.game)]) == [False] * len(
            results
        ), name
        told = page.evaluate(CHECK, [{**data, "result": results[0]}, shown(record)])
        assert told[-1] == ["result", False, len(record.entries) - 1], name
        for wrong in (["Ben", "Ann"], ["Mallory", "Ben"], ["Ann"]):
            assert page.evaluate(CHECK, [data, shown(record, names=wrong)])[-1] == ["seats", False, 0], name


def test_who_has_left_may_be_called_otherwise_in_a_record_that_was_kept(live_server: LiveServer, page: Page) -> None:
    page.goto(f"{live_server.url}/fairness/")
    record = golden(SOUND)
    told = page.evaluate(CHECK, [json.loads(dumps(record)), shown(record, names=[None, "Ben"])])
    assert told[-1] == ["result", True, 1]


@pytest.mark.parametrize("name", [SOUND, "field-of-glory-1-control", "fantasy-dice-battles-1-heroes"])
def test_one_press_checks_the_match_and_says_what_agrees(name: str, look: Callable[[str], Record], page: Page) -> None:
    record = look(name)
    page.get_by_role("button", name="Check this match").click()
    expect(page.locator("#check output")).to_have_text("Everything is correct.")
    told = words(page)
    assert told.pop(2) == "this browser didn’t save one"
    assert told == [f"correct ({count})" for _, count in steps(record)]


def head(**changes: object) -> Callable[[Json], object]:
    return lambda data: data.update(changes)


def entry(ply: int, **changes: object) -> Callable[[Json], object]:
    return lambda data: data["entries"][ply].update(changes)


def altered_draw(data: Json) -> None:
    n, value = data["entries"][12]["draws"][3]
    data["entries"][12]["draws"][3] = [n, (value + 1) % n]


def cut_off(data: Json) -> None:
    del data["entries"][20:]


def added(data: Json) -> None:
    data["entries"].append({**data["entries"][25], "ply": 26})


def swapped(data: Json) -> None:
    entries = data["entries"]
    entries[5], entries[6] = entries[6], entries[5]


def other_entropy(data: Json) -> None:
    data["seats"][0]["entropy"] = "f" * 32


def exchanged_names(data: Json) -> None:
    one, other = data["seats"]
    one["name"], other["name"] = other["name"], one["name"]


TAMPERED = {
    "another match": (head(match="another"), "record", 0),
    "another format": (head(format="fog-record/2"), "record", 0),
    "another secret": (head(secret="f" * 64), "seal", 0),
    "another seal": (head(commitment="f" * 64), "seal", 0),
    "another option": (lambda data: data["options"].update(rounds=3), "log", 0),
    "exchanged entries": (swapped, "log", 5),
    "a time before the last": (entry(4, at="1999-12-31T00:00:00Z"), "log", 4),
    "an entry too many": (added, "log", 26),
    "another entropy": (other_entropy, "draws", 0),
    "an altered draw": (altered_draw, "draws", 12),
    "a draw too few": (lambda data: data["entries"][12]["draws"].pop(), "draws", 12),
    "a draw too many": (entry(7, draws=[[2, 1]]), "draws", 7),
    "a deal left out": (entry(12, draws=[]), "draws", 12),
    "another move": (entry(9, text="F1"), "digests", 9),
    "another seat": (lambda data: entry(9, seat=1 - data["entries"][9]["seat"])(data), "digests", 9),
    "another time": (entry(25, digest="f" * 64), "digests", 25),
    "the last entries missing": (cut_off, "digests", 20),
    "another winner": (lambda data: data["result"].update(winners=[1 - data["result"]["winners"][0]]), "result", 25),
    "no result": (head(result=None), "result", 25),
    "exchanged names": (exchanged_names, "seats", 0),
}
"""What is altered, the step at which it shows, and the first entry that is wrong."""


OTHERS = {
    "seal": ({"seal": "e" * 64, "share": "a" * 32}, 0),
    "share": ({"share": "e" * 32}, 0),
    "house": ({"house": True}, 0),
}
"""What a browser has kept otherwise than the record has it, and the seat of its player."""


@pytest.mark.parametrize("other", OTHERS)
def test_what_a_browser_kept_otherwise_is_named_and_the_other_steps_are_checked_all_the_same(
    other: str, live_server: LiveServer, page: Page
) -> None:
    page.goto(f"{live_server.url}/fairness/")
    record, (changes, me) = golden(SOUND), OTHERS[other]
    kept = {"seal": record.commitment, "share": record.seats[me].entropy, "house": False, **changes}
    seen = shown(record, kept=[kept], me=me)
    check = CHECK.replace("ok === false ? ply", "step === 'kept' ? other").replace("count, ply", "count, ply, other")
    told = page.evaluate(check, [json.loads(dumps(record)), seen])
    assert told.pop(2) == ["kept", False, other]
    assert told == [[step, True, count] for step, count in steps(record)]


def test_altered_records_are_named_with_the_first_entry_that_differs(look: Callable[[str], Record], page: Page) -> None:
    sound = dumps(look(SOUND))
    for name, (tamper, step, ply) in TAMPERED.items():
        data = json.loads(sound)
        tamper(data)
        send(page, json.dumps(data))
        assert said(page) == f"This record isn’t valid: entry {ply} is the first one that’s wrong.", name
        assert words(page)[-1] == f"incorrect, first at entry {ply}", name
        expect(page.locator("#check .differs")).to_have_attribute("data-step", step)


def test_a_record_is_read_however_a_program_has_saved_it(look: Callable[[str], Record], page: Page) -> None:
    record = dumps(look(SOUND)).decode()
    for encoding in ENCODINGS:
        send(page, record, encoding)
        assert said(page) == "Everything is correct.", encoding


def send(page: Page, text: str, encoding: str = "utf-8") -> None:
    """Choose a file in place of the site's own record."""
    page.locator("#check output").evaluate("(output) => { output.className = ''; }")
    document = {"name": "record.json", "mimeType": "application/json", "buffer": text.encode(encoding)}
    page.locator("#check-file").set_input_files(document)  # type: ignore[arg-type]


def said(page: Page) -> str:
    """Return what is concluded, once it is."""
    return page.locator("#check output.message").inner_text()


def test_what_is_no_record_is_told_from_one(look: Callable[[str], Record], page: Page) -> None:
    look(SOUND)
    for text in ("", "{", "\0" * 100):
        send(page, text)
        assert said(page).startswith("The record couldn’t be read. Choose this match’s record")
    for text in ("[]", "null", '{"format": "fog-record/1"}'):
        send(page, text)
        assert said(page) == "This record isn’t valid: entry 0 is the first one that’s wrong."


def test_the_browser_agrees_with_all_five_test_vectors(live_server: LiveServer, page: Page) -> None:
    page.goto(f"{live_server.url}/fairness/")
    sealed = f"{MODULE}.then(({{ commitment }}) => commitment('{COMMIT['match']}', '{COMMIT['secret']}'))"
    assert page.evaluate(sealed) == COMMIT["commitment"]
    grown = page.evaluate(
        "([secret, parts]) => import('/static/js/check.js').then(({ seed }) => seed(secret, parts))",
        [COMMIT["secret"], json.loads(SEED["message"])],
    )
    assert grown == SEED["seed"]
    drawing = """async ([seed, n, label, epoch, count]) => {
        const { draw, keyOf } = await import('/static/js/check.js');
        const key = await keyOf(seed);
        const drawn = [];
        for (let k = 0; k < count; k += 1) drawn.push(String(await draw(key, BigInt(n), label, epoch, k)));
        return drawn;
    }"""
    for name, values in DRAWS.items():
        label, epoch = name.split(", epoch ")
        n = 6 if "dice" in label else 2**63 + 1
        found = page.evaluate(drawing, [SEED["seed"], str(n), label, int(epoch), 6])
        assert [int(value) for value in found] == values
    things = list(range(10))
    for last in range(9, 0, -1):
        chosen = int(page.evaluate(drawing, [SEED["seed"], str(last + 1), "deal", 0, 10 - last])[-1])
        things[last], things[chosen] = things[chosen], things[last]
    assert things == SHUFFLE["deal"]
    written = page.evaluate(
        f"(message) => {MODULE}.then(({{ canonical }}) => canonical(message))", json.loads(DIGEST["message"])
    )
    assert written == DIGEST["message"]


def test_without_scripts_the_page_names_the_command(
    look: Callable[[str], Record], page: Page, browser: Browser
) -> None:
    look(SOUND)
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(page.url)
    plain.locator(".tab-facts").click()
    expect(plain.locator("#check .check-it")).to_be_hidden()
    needed = plain.locator("#check noscript p")
    expect(needed).to_be_visible()
    expect(needed).to_have_text("Turn on JavaScript to check the match in your browser.")
    match = page.url.rstrip("/").rpartition("/")[2]
    plain.get_by_text("Check it without this site").click()
    expect(plain.locator("#check pre")).to_have_text(f"python -m games.rules.verify {match}.json")
    context.close()
