"""Nothing on a board is without a card that explains it, and no card tells what its reader may not know."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.boards.registry import about
from games.core.models import Match
from games.rules import registry
from games.rules.fantasy_dice_battles.sets.offered import SETS, of_faction
from tests.e2e.moments import moments
from tests.games.browsing import HTMX, signed_in
from tests.games.tables import begin, play_on

pytestmark = pytest.mark.django_db

GAMES = [slug for slug in registry.slugs() if about(slug).things]
BARE = re.compile(r"[+−]?\d+(/\d+)?")
"""A number that stands by itself, as on a card or beside a pile."""
PROSE = {"p", "figcaption", "h2", "h3", "progress", "button", "label", "summary", "option", "strong"}
"""What says a number in words, or can be pressed."""
OPEN = {"path", "use", "img", "input", "br", "hr", "rect", "circle", "line", "meta", "link"}
"""Tags that browsers close by themselves, or that games close at once."""


class Board(HTMLParser):
    """Reads which things lie on the board and in the hand, and what lies there that is in none of them."""

    def __init__(self) -> None:
        super().__init__()
        self.things: set[str] = set()
        self.unexplained: list[str] = []
        self.way: list[tuple[str, dict[str, str | None]]] = []

    @property
    def is_on(self) -> bool:
        """Whether it reads the board or the hand, as they are seen."""
        return any(given.get("data-part") in ("board", "hand") for _tag, given in self.way)

    @property
    def is_explained(self) -> bool:
        """Whether what it reads belongs to a thing, or is not to be seen."""
        names = {"data-thing", "data-outcome", "data-scenes", "data-ground", "inert", "hidden"}
        return any(names & given.keys() or given.get("class") == "visually-hidden" for _tag, given in self.way)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.way.append((tag, given))
        if self.is_on and (thing := given.get("data-thing")):
            self.things.add(thing)
        if tag == "use" and self.is_on and not self.is_explained:
            self._note(given.get("href") or "")
        if tag in OPEN:
            self.way.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in OPEN:
            self.way.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in OPEN:
            while self.way and self.way.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        said = data.strip()
        if BARE.fullmatch(said) and self.is_on and not self.is_explained and self.way[-1][0] not in PROSE:
            self._note(said)

    def _note(self, what: str) -> None:
        around = " ".join(f"{tag}.{given.get('class') or ''}" for tag, given in self.way[-4:])
        self.unexplained.append(f"{what} in {around}")


class Cards(HTMLParser):
    """Reads the cards: what each says, by the thing that it explains."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        self.here = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "article":
            self.here = (given["id"] or "").removeprefix("thing-")
            assert self.here not in self.said
            self.said[self.here] = ""

    def handle_data(self, data: str) -> None:
        if self.here:
            self.said[self.here] += data


def read(client: Client, address: str, **more: str) -> str:
    """Return a page."""
    answer: Any = client.get(address, more, headers=HTMX)
    assert answer.status_code == 200, address
    return str(answer.content.decode())


def on(page: str) -> Board:
    """Return what lies on the board of a page."""
    board = Board()
    board.feed(page)
    return board


def cards(page: str) -> dict[str, str]:
    """Return the cards of a board."""
    found = Cards()
    found.feed(page)
    return found.said


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_on_a_board_is_without_its_card(slug: str, ann: User, ben: User) -> None:
    missing = {}
    for moment in moments(slug, ann, ben):
        client = signed_in(moment.user)
        address = moment.match.get_absolute_url()
        board = on(read(client, address))
        explained = cards(read(client, address, things="board"))
        assert board.things, moment.name
        lacks = [*board.unexplained, *(board.things - {key for key, said in explained.items() if said.strip()})]
        if lacks:
            missing[moment.name] = lacks
    assert missing == {}


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("eyes", ["all", "0", "1"])
def test_so_it_is_in_a_replay(slug: str, eyes: str, ann: User, ben: User) -> None:
    *_others, last = moments(slug, ann, ben)
    for ply in (2, last.match.ply // 2, last.match.ply - 1):
        address = reverse("match_ply", args=[last.match.public_id, ply])
        board = on(read(Client(), address, eyes=eyes))
        explained = cards(read(Client(), address, eyes=eyes, things="board"))
        assert (board.unexplained, board.things - explained.keys()) == ([], set())


@pytest.mark.parametrize("slug", GAMES)
def test_so_it_is_in_the_examples_of_the_rules(slug: str) -> None:
    page = read(Client(), reverse("rules_of", args=[slug]))
    for name in about(slug).examples():  # type: ignore[misc]
        parts = re.findall(rf'<figure[^>]*data-things="{name}">.*?<figcaption>', page, re.DOTALL)
        assert parts, name
        board = on("".join(f'<div data-part="board">{part}</div>' for part in parts))
        explained = cards(read(Client(), reverse("rules_of", args=[slug]), things=name))
        assert (board.unexplained, board.things - explained.keys()) == ([], set())
        assert board.things


FACTIONS = {preset.army.faction: preset.id for data in SETS.values() for preset in data.presets.values()}
"""Every faction that armies are built of, with a preset army of it."""


@pytest.mark.parametrize("faction", FACTIONS)
def test_so_it_is_where_an_army_is_built(faction: str, ann: User) -> None:
    client = signed_in(ann)
    address = reverse("new_army", args=[faction])
    explained = cards(read(client, address, things="board"))
    for page in (read(client, address), read(client, address, preset=FACTIONS[faction])):
        inside = page.partition('<div id="builder"')[2].partition("</fieldset>")[0]
        board = on(f'<div data-part="board"><div id="builder"{inside}</fieldset></div></div>')
        assert (board.unexplained, board.things - explained.keys()) == ([], set())
        units = {f"kind-{kind.id}" for kind in of_faction(faction).of(faction)}
        powers = {
            f"power-{kind.id}-{number}"
            for kind in of_faction(faction).of(faction)
            for number, _power in enumerate(kind.powers, 1)
        }
        assert units | powers <= board.things
    anchors = set(re.findall(r'href="[^"]*/rules/[^"]*#([\w-]+)"', read(client, address, things="board")))
    assert anchors <= about("fantasy-dice-battles").sections.keys()


@pytest.mark.parametrize("language", ["de", "it"])
def test_the_cards_of_that_are_translated(language: str, ann: User) -> None:
    address = reverse("new_army", args=["realm"])
    english = cards(read(signed_in(ann), address, things="board"))
    User.objects.filter(pk=ann.pk).update(language=language)
    other = cards(read(signed_in(ann), address, things="board"))
    assert {key for key, said in english.items() if said == other[key]} == set()


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", ["de", "it"])
def test_each_card_leads_to_a_part_of_the_rules_and_is_translated(
    slug: str, language: str, ann: User, ben: User
) -> None:
    moment = next(iter(moments(slug, ann, ben)))
    client = signed_in(moment.user)
    english = read(client, moment.match.get_absolute_url(), things="board")
    User.objects.filter(pk=moment.user.pk).update(language=language)
    other = read(signed_in(moment.user), moment.match.get_absolute_url(), things="board")
    anchors = set(re.findall(r'href="[^"]*/rules/[^"]*#([\w-]+)"', english))
    assert anchors <= about(slug).sections.keys()
    same = {key for key, said in cards(english).items() if said.strip() and said == cards(other)[key]}
    assert same == set()


def test_what_an_example_does_not_have_is_not_found() -> None:
    assert Client().get(reverse("rules_of", args=[GAMES[0]]), {"things": "nothing"}).status_code == 404


def test_strangers_are_told_nothing(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben, game="field-of-glory")
    assert signed_in(cat).get(match.get_absolute_url(), {"things": "board"}).status_code == 404


def test_what_a_seat_may_not_know_is_on_no_card(ann: User, ben: User) -> None:
    match = begin(ann, ben, game="field-of-glory")
    play_on(match, 4)
    mine, theirs = (kept(match, user) for user in (ann, ben))
    assert mine != theirs


def kept(match: Match, user: User) -> set[str]:
    """Return the cards of the hand and the draft that a player is told of."""
    said = cards(read(signed_in(user), match.get_absolute_url(), things="board"))
    return {key for key in said if key.startswith("card-")}


def test_reading_cards_is_no_look_at_what_is_new(ann: User, ben: User) -> None:
    match = begin(ann, ben, game="field-of-glory")
    before = match.seats.get(user=ann).opened_ply
    play_on(match, 3)
    page = signed_in(ann).get(match.get_absolute_url(), {"things": "board"})
    assert f'href="{match.get_absolute_url()}"' in page.content.decode()
    assert match.seats.get(user=ann).opened_ply == before
