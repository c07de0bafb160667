"""The pages that explain the games."""

import ast
import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

import games
from accounts.models import User
from games.boards.registry import about as registered
from games.core.models import Match
from games.core.pages import rulebook
from games.rules import registry
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.rules.field_of_glory.cards import KINDS
from tests.games.browsing import signed_in, told
from tests.games.tables import answer, begin, offer

pytestmark = pytest.mark.django_db


def test_a_game_is_introduced_by_what_it_is_about() -> None:
    assert rulebook.context("en-garde")["lead"].startswith("Two fencers face each other on a piste")
    assert "" not in {row["lead"] for row in rulebook.explained()}


OWN = [slug for slug in registry.slugs() if registry.current(slug).__module__.startswith("games.")]
FENCING, GLORY, DICE = (
    reverse("rules_of", args=[slug]) for slug in ("en-garde", "field-of-glory", "fantasy-dice-battles")
)


def words(html: str) -> str:
    """Return the text of a page, without markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.fixture
def glory(client: Client) -> str:
    return told(client.get(GLORY))


def test_every_game_is_explained(client: Client) -> None:
    page = told(client.get(reverse("rules")))
    assert [slug for slug in OWN if f'href="{reverse("rules_of", args=[slug])}"' not in page] == []
    assert [slug for slug in OWN if f"/{slug}/tile" not in page] == []


def test_a_game_without_a_page_is_not_linked_and_one_that_does_not_exist_is_not_found(client: Client) -> None:
    assert rulebook.rules_url("sealed-auction") == ""
    for slug in ("sealed-auction", "chess"):
        assert client.get(reverse("rules_of", args=[slug])).status_code == 404


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ("Rules of En Garde", "A hit wins the round.")),
        ("de", ("Regeln von En Garde", "Wer trifft, gewinnt die Runde.")),
        ("it", ("Regole di En Garde", "Con una stoccata si vince il round.")),
    ],
)
def test_the_rules_are_told_in_the_language_of_the_reader(
    client: Client, language: str, sentences: tuple[str, ...]
) -> None:
    page = told(client.get(FENCING, headers={"Accept-Language": language}))
    assert [sentence for sentence in sentences if sentence not in page] == []


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "Field of Glory: The Card Game"),
        ("de", "Field of Glory: Das Kartenspiel"),
        ("it", "Field of Glory: il gioco di carte"),
    ],
)
def test_a_game_has_its_title_in_the_language_of_the_reader(client: Client, language: str, title: str) -> None:
    reading = {"Accept-Language": language}
    assert all(title in told(client.get(page, headers=reading)) for page in ("/", reverse("rules"), GLORY))


def test_the_rules_go_through_every_phase_of_a_turn(glory: str) -> None:
    assert re.findall(r"<h3 id=[^>]*>(.*?)</h3>", glory) == [
        "1. Victory check",
        "2. Advance",
        "3. Flank attacks",
        "4. Actions",
        "5. Draw cards",
    ]


@pytest.mark.parametrize("url", [FENCING, GLORY, DICE])
def test_every_part_is_in_the_contents_and_has_an_address(client: Client, url: str) -> None:
    page = told(client.get(url))
    listed = re.findall(r'<li><a href="#(.*?)">(.*?)</a></li>', page)
    assert len(listed) > 3
    parts = re.findall(r'<h2 id="(.*?)">(.*?)</h2>', page)
    assert [part for part in parts if part[0] != "contents"] == listed
    assert (listed[0][0], listed[-1][0]) == ("glance", "tips")


@pytest.mark.parametrize("url", [FENCING, GLORY, DICE])
def test_the_game_at_a_glance_is_a_picture_and_at_most_six_short_lines(client: Client, url: str) -> None:
    (glance,) = re.findall(r'<section class="glance">(.*?)</section>', told(client.get(url)), re.DOTALL)
    lines = [words(line) for line in re.findall(r"<dd>(.*?)</dd>", glance)]
    assert glance.count("<figure") == 1
    assert 3 < len(lines) <= 6
    assert max(len(line.split()) for line in lines) <= 30


@pytest.mark.parametrize(("url", "anchor"), [(GLORY, "cards"), (DICE, "units")])
def test_the_table_of_units_comes_before_the_rules(client: Client, url: str, anchor: str) -> None:
    parts = re.findall(r'<h2 id="(.*?)">', told(client.get(url)))
    assert parts[:3] == ["glance", "contents", anchor]


@pytest.mark.parametrize("slug", OWN)
def test_every_game_has_five_tips_in_each_language(client: Client, slug: str) -> None:
    english = registered(slug).tips
    assert len(set(english)) == 5
    for language in ("de", "it"):
        page = told(client.get(reverse("rules_of", args=[slug]), headers={"Accept-Language": language}))
        tips = page.partition('<h2 id="tips">')[2].partition("</ol>")[0]
        assert tips.count("<li>") == 5
        assert [tip for tip in english if tip in tips] == []


def test_a_game_may_do_without_a_glance_and_tips() -> None:
    context = rulebook.context("sealed-auction")
    assert context["beside"][:2] == (None, [])


def cited(prefix: str) -> set[str]:
    """Return the numbers of rules in all that modules say of a game; docstrings and comments say nothing to players."""
    found: set[str] = set()
    for module in Path(games.__path__[0]).rglob("*.py"):
        tree = ast.parse(module.read_text())
        silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
                found.update(re.findall(rf"\b{prefix}\d+", node.value))
    return found


@pytest.mark.parametrize(("url", "prefix"), [(FENCING, "EG-N"), (GLORY, "FG-"), (DICE, "FD-")])
def test_every_rule_that_a_sentence_cites_is_found_on_the_page_by_its_number(
    client: Client, url: str, prefix: str
) -> None:
    numbers = re.findall(rf'<small class="rule" id="({prefix}\d+)">\1</small>', told(client.get(url)))
    assert sorted(set(numbers)) == sorted(numbers)
    assert len(numbers) > 9
    assert cited(prefix) - set(numbers) == set()


@pytest.mark.parametrize("url", [FENCING, GLORY, DICE])
def test_the_numbers_of_rules_are_shown_on_request(client: Client, url: str) -> None:
    page = told(client.get(url))
    assert page.count('<input type="checkbox" id="numbers"> Show rule numbers</label>') == 1


def test_the_card_reference_has_every_unit_with_its_numbers(glory: str) -> None:
    rows = re.findall(r'<tr class="named">(.*?)</tr>', glory)
    found = [words(row).replace("–", "0").replace("+", "").rsplit(" ", 5) for row in rows]
    assert found == [
        [kind.name, *map(str, (len(kind.points), kind.cost, kind.flank, kind.value, kind.prize))]
        for kind in KINDS
        if kind.unit
    ]


@pytest.mark.parametrize(
    "told_of",
    [
        "Elephants 2 5 +3 5 3 Command points: 2, 3 −4 when attacking Light Infantry −2 when leading in woods "
        "can share a column with Light Infantry run wild when lost in a fight",
        "Pikes 3 5 +3 4 2 Command points: 2, 3, 4 +1 more when attacking with two Pikes −2 when leading in woods "
        "Spears",
        "Medium Infantry 8 3 +1 3 1 Command points: 2, 2, 3, 3, 3, 4, 4, 4 Cavalry",
        "+3 when attacking Elephants +1 when leading in woods can share a column with Elephants",
        "Cavalry 6 2 – 3 1 Command points: 2, 2, 3, 3, 4, 4 −2 when attacking Elephants −1 when attacking Pikes",
        "Commander 5 Used only for its command points Command points: 5, 5, 5, 5, 5",
        "Hill 1 +1 for the defender if they control this card.",
    ],
)
def test_the_card_reference_tells_what_is_special(glory: str, told_of: str) -> None:
    assert told_of in words(glory)


def test_a_card_that_is_discarded_itself_is_not_told_to_cost_the_three_that_it_draws(client: Client) -> None:
    page = words(told(client.get(GLORY, headers={"Accept-Language": "de"})))
    assert "Spielst du Reserve, ziehst du drei Karten und wirfst dann die Reserve selbst ab" in page
    assert "Zieh drei Karten, dann wirf diese Karte ab" in page


def test_the_round_that_is_told_rolls_the_dice_that_its_caption_counts(client: Client) -> None:
    page = words(told(client.get(DICE)))
    counted = re.search(r"Ann’s Outriders at battalion 2: (\d) normal dice", page)
    assert counted
    assert counted[1] == "5"
    assert "Ann’s Outriders attack with five dice" in page


def drawings(page: str) -> list[str]:
    """Return the words of every drawn example of the rule book."""
    book = page.partition('<div class="book">')[2]
    return [words(figure) for figure in re.findall(r"<figure.*?</figure>", book, re.DOTALL)]


@pytest.mark.parametrize(
    ("place", "told_of"),
    [
        (0, "Ann, the left fencer, is on space 6 of 23; Ben, the right fencer, is on space 14. They are 8 apart."),
        (1, "is on space 9 of 23; Ben, the right fencer, is on space 14. They are 5 apart."),
        (2, "Ann: 4 4 Ben: 4 4 At a distance of 4, Ann attacks with two 4s."),
        (3, "Ann: 3 5 5 Ben: 4 Ann attacked after an advance, so Ben can retreat instead"),
        (4, "Ann: 1 3 4 4 5 Ben: 2 2 3 4 5 Ann advances 1 and draws the last card."),
    ],
)
def test_a_bout_is_drawn_and_said(client: Client, place: int, told_of: str) -> None:
    assert told_of in drawings(told(client.get(FENCING)))[place]


@pytest.mark.parametrize(
    ("place", "told_of"),
    [
        (0, "Column 1, woods, controlled by Red. Red has Cavalry (combat value 3). Blue has no units."),
        (1, "Attack 4 Heavy Infantry +2 flank attack 6 Defence 4 Pikes 4"),
        (2, "Column 4, plain, neutral. Red has no units. Blue has Light Infantry (combat value"),
        (3, "Column 1, plain, neutral. Red has Cavalry (combat value 3)."),
        (4, "Cavalry combat value 3 movement cost 2 command points 4"),
        (4, "command points 5"),
        (5, "Attack 3 Cavalry +2 Overlap 5 Defence 4 Heavy Infantry 4"),
        (6, "+1 second unit +5 bonus card: Commander 10 Defence 4 Pikes +5 bonus card: Commander 9"),
    ],
)
def test_a_battle_is_drawn_and_said(glory: str, place: int, told_of: str) -> None:
    assert told_of in drawings(glory)[place]


@pytest.fixture
def dice(client: Client) -> str:
    return told(client.get(DICE))


def test_the_rules_say_whose_the_armies_and_numbers_are(dice: str) -> None:
    assert "The armies, their values, most powers and the faces of the die are our own" in dice


@pytest.mark.parametrize(
    ("slug", "sentence"),
    [
        ("field-of-glory", "Your units in the attacked column stay out of such a fight"),
        ("field-of-glory", "Flank attacks led from a neighbouring column follow the exception described above."),
        ("field-of-glory", "When you play Reserves, draw three cards and then discard the Reserves card"),
        ("field-of-glory", "You can hold more than nine cards during your turn"),
        ("field-of-glory", "This happens even if there are no discards to shuffle"),
        ("field-of-glory", "You can look through your own pile at any time"),
        ("field-of-glory", "You can play both Overlap cards"),
        ("field-of-glory", "You can’t place Commanders, Overlap or Reserves."),
        ("en-garde", "Play a card no higher than the number of spaces behind you, move back as many spaces"),
        ("en-garde", "If the last card ended the round, both hands are shown."),
        ("en-garde", "after a retreat that ends the round"),
        ("en-garde", "Who starts the first round is random, unless you agreed otherwise."),
        (
            "fantasy-dice-battles",
            "The player with more heroes standing wins; if both have the same number, it’s a draw.",
        ),
        ("fantasy-dice-battles", "Each friendly unit here, including the hero, is healed of all wounds and poison."),
        ("fantasy-dice-battles", "the discards are shuffled into a new one"),
        ("fantasy-dice-battles", "it comes back unhurt"),
        ("fantasy-dice-battles", "or two if the kind is named twice"),
        ("fantasy-dice-battles", "If more of a kind are fleeing, the one nearest to being lost comes back first."),
        ("fantasy-dice-battles", "If the battalion has more of a kind, take the first of F1, F2, F3, S1, S2."),
        ("fantasy-dice-battles", "“Here” on a card means the battalion where it was played."),
        ("fantasy-dice-battles", "even if nobody is left opposite the hero’s own"),
        ("fantasy-dice-battles", "all units belong to one faction, and you may both choose the same one;"),
        ("fantasy-dice-battles", "even just to get rid of it;"),
        ("fantasy-dice-battles", "your orders are complete but not sealed, the site plays them unchanged."),
        ("fantasy-dice-battles", "what those rules leave open: a match ends after round 40"),
    ],
)
def test_what_decides_cases_that_players_wonder_about_is_said(client: Client, slug: str, sentence: str) -> None:
    assert sentence in told(client.get(f"/rules/{slug}/"))


def test_the_unit_reference_has_every_unit_with_its_numbers(dice: str) -> None:
    found = [words(row).rsplit(" ", 4) for row in re.findall(r'<tr class="named">(.*?)</tr>', dice)]
    assert found == [
        [kind.name, *map(str, ("–" if kind.hero else kind.cost, kind.copies, kind.attack, kind.morale))]
        for kind in SETS[DEFAULT_SET].kinds.values()
    ]


@pytest.mark.parametrize(
    "told_of",
    [
        "Bronze, halberds, no armour; 2 normal dice; F1, F2, F3 Guard: Attack −2 for the opposing active card if its "
        "class is cavalry. Regroups Halberdiers, Footmen.",
        "Silver, magic, no armour; 2 normal dice; S1, S2 Heal: Each friendly unit here, including the hero, loses its "
        "poison die, or one wound if it has no poison. Steadfast:",
        "Hunt Attack +x if the opposing card is active and its class is named on this card.",
        "Frenzy One more die for each friendly whelp that is here, in the reinforcements or fleeing. Whelps are",
    ],
)
def test_the_references_tell_what_units_and_powers_do(dice: str, told_of: str) -> None:
    assert told_of in words(dice)


@pytest.mark.parametrize(
    ("place", "told_of"),
    [
        (0, "Battalion 1, Ann: F1 Halberdiers; F2 Men-at-Arms, armour; F3 Men-at-Arms, armour; S1"),
        (1, "Ann’s Outriders at battalion 2: 5 normal dice (4 attack, +1 for a second unit)."),
        (1, "Ben reveals Goblin Archers at battalion 2: inactive, because no such unit is there."),
        (1, "2 smash dice on Ann’s Men-at-Arms (battalion 3, F2): 2 wounds."),
        (1, "Ann draws 3 cards. Ben draws 3 cards."),
        (
            2,
            "Battalion 1, Ben: F2 Goblins; F3 Ogres, armour, 2 of 3 wounds; S1 Goblin Archers; H Goblin King, 2",
        ),
    ],
)
def test_a_skirmish_is_drawn_and_said(dice: str, place: int, told_of: str) -> None:
    assert told_of in drawings(dice)[place]


def test_the_examples_are_named_in_the_language_of_the_reader(client: Client) -> None:
    page = told(client.get(GLORY, headers={"Accept-Language": "de"}))
    ground, sides = (
        "Spalte 1, Wald, von Rot kontrolliert.",
        "Rot: Kavallerie (Kampfstärke 3). Blau: keine Einheiten",
    )
    assert f"{ground} {sides}." in page


def test_the_rules_are_at_hand_where_one_plays(ann: User, match: Match) -> None:
    client, link = signed_in(ann), f'href="{FENCING}"'
    invitation = offer(ann, public_id="openmatch1")
    pages = (
        reverse("invite_to", args=["en-garde"]),
        reverse("invitation", args=[invitation.public_id]),
        reverse("match", args=[match.public_id]),
    )
    assert [page for page in pages if link not in told(client.get(page))] == []
    assert f'href="{reverse("rules")}"' in told(client.get("/matches/"))


@pytest.mark.parametrize("page", ["home", "lobby"])
def test_every_list_of_games_links_their_rules(ann: User, ben: User, page: str, client: Client) -> None:
    offer(ben, public_id="openmatch1")
    offer(ben, public_id="openmatch2", game="field-of-glory")
    shown = told((client if page == "home" else signed_in(ann)).get(reverse(page)))
    assert [url for url in (FENCING, GLORY) if f'href="{url}"' not in shown] == []


def test_a_battle_of_dice_leads_to_what_every_unit_can_do(ann: User, ben: User) -> None:
    match = begin(ann, ben, game="fantasy-dice-battles")
    for user in (ann, ben):
        answer(match, user, f"army {next(iter(SETS[DEFAULT_SET].presets))}; ready")
    assert f'href="{DICE}#units"' in told(signed_in(ann).get(reverse("match", args=[match.public_id])))


def test_a_match_leads_to_what_every_card_can_do(ann: User, ben: User) -> None:
    match = begin(ann, ben, game="field-of-glory")
    assert f'href="{GLORY}#cards"' in told(signed_in(ann).get(reverse("match", args=[match.public_id])))
