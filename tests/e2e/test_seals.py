"""What a browser keeps of a match when it is begun or joined there, and what an operator who cheats is caught by."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models import Match, MatchSecret, Seat
from games.core.seams import begin
from games.core.seams.begin import Player
from games.core.services import play
from games.lobby import services as lobby
from games.rules import chance
from tests.e2e.choosing import show
from tests.e2e.conftest import DESKTOP, PHONE, Person
from tests.games.tables import AUCTION, now, offer
from tests.parts.cast import person

pytestmark = pytest.mark.by_turns(4)

OTHER = bytes(range(1, 33))
KEPT = "JSON.parse(localStorage.getItem('seals') ?? '[]')"

Arrive = Callable[..., Person]


@pytest.fixture
def ben(arrive: Arrive) -> Person:
    """Ben at a browser of his own."""
    ben = arrive("Ben", DESKTOP)
    ben.sign_in()
    return ben


@pytest.fixture
def offered(service: str) -> Match:
    """An open invitation by Ann."""
    return offer(person("Ann"))


def join(ben: Person, match: Match) -> None:
    ben.open(match.invitation.get_absolute_url())
    ben.page.get_by_role("button", name="Join this match").click()
    ben.page.wait_for_url(f"**{match.get_absolute_url()}")


def checked(ben: Person, match: Match) -> Page:
    """Return the page of the match, once it is over and was checked there."""
    play.resign(match.public_id, User.objects.get(username="Ben").pk)
    ben.open(match.get_absolute_url())
    show(ben.page, "facts")
    ben.page.get_by_role("button", name="Check this match").click()
    expect(ben.page.locator("#check output.message")).to_be_visible()
    return ben.page


def kept(page: Page) -> Any:
    return page.locator("[data-step=kept]")


def cheat(monkeypatch: pytest.MonkeyPatch, before: Callable[[Match], None]) -> None:
    """Do something between the arrival of the last share and the start."""
    start = lobby._start

    def exchanged(match: Match) -> None:
        before(match)
        start(match)

    monkeypatch.setattr(lobby, "_start", exchanged)


def another_secret(match: Match) -> None:
    MatchSecret.objects.filter(match=match).update(secret=OTHER)
    match.commitment = chance.commitment(match.public_id, OTHER)  # written with the start


def another_share(match: Match) -> None:
    Seat.objects.filter(match=match, user__username="Ben").update(entropy="f" * 32)


def test_who_joins_finds_the_seal_and_the_share_as_they_were(offered: Match, ben: Person) -> None:
    join(ben, offered)
    [entry] = ben.page.evaluate(KEPT)
    share = Seat.objects.get(match=offered, user__username="Ben").entropy
    assert (entry["match"], entry["seal"], entry["share"]) == (offered.public_id, offered.commitment, share)
    page = checked(ben, offered)
    expect(kept(page)).to_have_text("This is the seal I saw, and this is my random number correct (2)")
    expect(page.locator("#check output")).to_have_text("Everything is correct.")


EXCHANGES = {
    "Your browser was shown a different seal.": another_secret,
    "Your browser added a different number.": another_share,
}


def caught(page: Page, fault: str) -> None:
    """Require that what was kept differs, that the verdict says how, and that all other steps agree."""
    expect(kept(page)).to_have_text("This is the seal I saw, and this is my random number incorrect")
    expect(page.locator("#check output.error")).to_have_text(fault)
    expect(page.locator("#check .agrees")).to_have_count(7)


@pytest.mark.parametrize("fault", EXCHANGES)
def test_what_is_exchanged_after_the_last_share_is_caught(
    fault: str, offered: Match, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheat(monkeypatch, EXCHANGES[fault])
    join(ben, offered)
    caught(checked(ben, offered), fault)


def test_the_record_of_such_an_exchange_is_sound_to_anyone_who_kept_nothing(
    offered: Match, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheat(monkeypatch, another_secret)
    join(ben, offered)
    ben.page.evaluate("localStorage.clear()")
    page = checked(ben, offered)
    skipped = "this browser saved neither; compare them with your first email"
    expect(kept(page)).to_have_text(f"This is the seal I saw, and this is my random number {skipped}")
    expect(page.locator("#check output.success")).to_have_text(
        "Everything that could be checked is correct. Compare the seal and your random number with those in your "
        "first email."
    )


@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_match_with_the_house_has_the_seal_that_its_page_showed(
    how: dict[str, Any], arrive: Arrive, service: str
) -> None:
    visitor = arrive("Nobody", how)
    visitor.open("/")
    seal = visitor.page.locator("details.seal code").first
    shown = seal.text_content()
    visitor.page.get_by_role("button", name="Try it now").click()
    visitor.page.wait_for_url("**/m/**")
    [entry] = visitor.page.evaluate(KEPT)
    match = Match.objects.get()
    assert (entry["match"], entry["seal"], entry["house"]) == (match.public_id, shown, True)
    assert match.commitment == shown


def house_match(ben: Person) -> Match:
    ben.open("/house/en-garde/")
    ben.page.get_by_role("button", name="Start the match").click()
    ben.page.wait_for_url("**/m/**")
    return Match.objects.get()


def test_a_share_of_the_house_that_was_chosen_afterwards_is_caught(
    ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = begin.player

    def choose(user: User, commitment: str, entropy: str = "") -> Player:
        return player(user, commitment, "e" * 32 if user.is_bot else entropy)

    monkeypatch.setattr(begin, "player", choose)
    caught(checked(ben, house_match(ben)), "The computer’s number isn’t the start of the seal.")


def test_a_rematch_with_the_house_is_kept_like_the_match_before(ben: Person) -> None:
    before = house_match(ben)
    page = checked(ben, before)
    page.locator("#rematch").get_by_role("button", name="Rematch with sides swapped").click()
    page.wait_for_url(lambda url: before.public_id not in url)
    again = Match.objects.get(rematch_of=before)
    assert [entry["match"] for entry in page.evaluate(KEPT)] == [before.public_id, again.public_id]
    expect(kept(checked(ben, again))).to_have_text("This is the seal I saw, and this is my random number correct (2)")


def test_who_invites_has_seen_the_seal_before_giving_a_share(ben: Person) -> None:
    ben.open("/invitations/new/en-garde/")
    ben.page.get_by_role("button", name="Offer the match").click()
    ben.page.wait_for_url("**/i/**")
    [entry] = ben.page.evaluate(KEPT)
    match = Match.objects.get()
    assert (entry["match"], entry["seal"]) == (match.public_id, match.commitment)
    assert entry["share"] == Seat.objects.get().entropy
    facts = ben.page.locator("details.seal")
    for each in (entry["seal"], entry["share"]):
        expect(facts).to_contain_text(each)


def test_who_left_and_joined_again_is_known_by_the_last_share(ben: Person, service: str) -> None:
    match = offer(person("Ann"), AUCTION)
    for _ in range(2):
        ben.open(match.invitation.get_absolute_url())
        ben.page.get_by_role("button", name="Join this match").click()
        ben.page.get_by_role("button", name="Leave the table").click()
        ben.page.wait_for_url("**/invitations/")
    ben.open(match.invitation.get_absolute_url())
    ben.page.get_by_role("button", name="Join this match").click()
    expect(ben.page.get_by_text("Waiting for one more player")).to_be_visible()
    assert len({entry["share"] for entry in ben.page.evaluate(KEPT)}) == 3
    lobby.join(match.public_id, person("Cat"))
    expect(kept(checked(ben, match))).to_have_text("This is the seal I saw, and this is my random number correct (2)")


REFUSED = "Storage.prototype.setItem = () => { throw new DOMException('no room', 'QuotaExceededError'); };"
BROKEN = "localStorage.setItem('seals', '{]');"


@pytest.mark.parametrize("fault", [REFUSED, BROKEN])
def test_a_browser_that_keeps_nothing_plays_all_the_same(fault: str, offered: Match, ben: Person) -> None:
    ben.page.add_init_script(fault)
    join(ben, offered)
    assert now(offered).status == "playing"
    expect(kept(checked(ben, offered))).to_have_class("skipped")


def test_two_hundred_shares_are_kept_and_the_oldest_dropped(offered: Match, ben: Person) -> None:
    ben.open("/")
    old = json.dumps([{"match": str(number), "seal": "", "share": ""} for number in range(200)])
    ben.page.evaluate("(old) => localStorage.setItem('seals', old)", old)
    join(ben, offered)
    found = [entry["match"] for entry in ben.page.evaluate(KEPT)]
    assert found == [*[str(number) for number in range(1, 200)], offered.public_id]


def test_two_presses_at_once_make_one_guest(arrive: Arrive, service: str) -> None:
    visitor = arrive("Nobody", DESKTOP)
    visitor.open("/")
    visitor.page.get_by_role("button", name="Try it now").dblclick()
    visitor.page.wait_for_url("**/m/**")
    assert User.objects.filter(is_bot=False).count() == 1
