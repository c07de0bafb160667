"""Hints beside the board and reasons for what cannot be done."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Preferences, User
from games.core.models import Match
from games.core.pages import rulebook
from games.core.pages.hints import Help
from games.core.services import play
from games.rules import registry
from tests.bench import budgets
from tests.games.browsing import HTMX, form, signed_in, told
from tests.games.tables import AUCTION, answer, begin, choices, play_on, seat
from tests.rules.contract.playouts import played

pytestmark = pytest.mark.django_db


def page(match: Match, user: User, **more: Any) -> Any:
    return signed_in(user).get(match.get_absolute_url(), **more)


def hints(match: Match, user: User) -> list[str]:
    """Return the hints that a page shows, without their links."""
    return [hint["said"] for hint in page(match, user).context["page"].help.hints]


def starts(match: Match, user: User) -> list[str]:
    """Return how the hints begin."""
    return [" ".join(said.split()[:4]) for said in hints(match, user)]


# --- hints ----------------------------------------------------------------------------------------------------------


def test_the_first_turn_is_explained_with_a_link_to_the_rules(match: Match, ann: User) -> None:
    response = page(match, ann)
    assert "Play one card: your fencer moves exactly that many spaces" in told(response)
    assert 'href="/rules/en-garde/#turn"' in told(response)


def test_a_hint_stays_until_its_question_is_answered_and_does_not_come_again(
    match: Match, ann: User, ben: User
) -> None:
    first = ["You win a round", "Play one card: your"]
    assert starts(match, ann) == first
    assert starts(match, ann) == first
    answer(match, ann, "F1")
    answer(match, ben, choices(match, ben)[0])
    assert starts(match, ann) == []


def test_who_waits_reads_the_aim_and_learns_to_move_on_the_first_turn(match: Match, ann: User, ben: User) -> None:
    assert starts(match, ben) == ["You win a round"]
    answer(match, ann, "F1")
    assert starts(match, ben) == ["You’re the fencer on", "Play one card: your"]


def test_hints_come_with_what_htmx_fetches_too(match: Match, ann: User) -> None:
    assert 'id="hints"' in told(page(match, ann, headers=HTMX))


def test_who_has_finished_a_match_of_the_game_is_left_alone(match: Match, ann: User, ben: User) -> None:
    play.resign(match.public_id, ben.pk)
    assert hints(begin(ann, ben, public_id="secondmtch"), ann) == []
    assert hints(begin(ann, ben, game="field-of-glory", public_id="thirdmatch"), ann) != []


def test_a_void_match_teaches_nobody(match: Match, ann: User, ben: User) -> None:
    play.adjudicate(match.public_id, "!void")
    assert hints(begin(ann, ben, public_id="secondmtch"), ann) != []


@pytest.mark.parametrize(("choice", "shown"), [("always", True), ("first", False), ("never", False)])
def test_one_chooses_for_all_matches(choice: str, shown: bool, match: Match, ann: User, ben: User) -> None:
    play.resign(match.public_id, ben.pk)
    Preferences.objects.create(user=ann, hints=choice)
    assert bool(hints(begin(ann, ben, public_id="secondmtch"), ann)) is shown


def test_one_switches_hints_off_and_on_in_a_match(match: Match, ann: User, ben: User) -> None:
    client = signed_in(ann)
    before = hints(match, ann)
    off = form(client.get(match.get_absolute_url()), "/hints").send(client)
    assert off.context["page"].help.hints == []
    assert "Show hints" in told(off)
    on = form(off, "/hints").send(client)
    assert [hint["said"] for hint in on.context["page"].help.hints] == before
    assert "Hide hints" in told(on)
    assert hints(match, ben) != []


def test_hints_switched_on_begin_again(match: Match, ann: User, ben: User) -> None:
    assert hints(match, ann)
    answer(match, ann, "F1")
    answer(match, ben, choices(match, ben)[0])
    client = signed_in(ann)
    client.post(f"{match.get_absolute_url()}hints", {"shown": "1"})
    assert starts(match, ann) == ["You win a round", "Play one card: your"]


def test_a_match_that_is_over_explains_nothing(match: Match, ann: User, ben: User) -> None:
    play.resign(match.public_id, ben.pk)
    assert page(match, ann).context["page"].help == Help()
    assert 'id="why"' not in told(page(match, ann))


def test_strangers_switch_nothing(match: Match, cat: User) -> None:
    assert signed_in(cat).post(f"{match.get_absolute_url()}hints", {"shown": "1"}).status_code == 404


def test_what_was_shown_is_nobody_elses_business(match: Match, ann: User, ben: User) -> None:
    hints(match, ann)
    assert seat(match, ann).hinted == {"aim": seat(match, ann).serial, "move": seat(match, ann).serial}
    assert seat(match, ben).hinted == {}


@pytest.mark.parametrize("slug", sorted(set(registry.slugs()) - {AUCTION}))
def test_every_hint_leads_to_a_section_of_the_rules(slug: str, ann: User) -> None:
    rules = registry.current(slug)
    places = set(re.findall(r'id="([\w-]+)"', told(signed_in(ann).get(rulebook.rules_url(slug)))))
    plies = [ply for match in played(slug, rules.meta.version) for ply in match.plies]
    named = {hint.section for ply in plies for hint in rules.hints(rules.view(ply.before.state, ply.seat), ply.seat)}
    assert named
    assert named <= places


def test_help_begins_with_what_can_be_done_now_and_says_why_not_last(match: Match, ann: User, ben: User) -> None:
    hints(match, ann)
    client = signed_in(ann)
    form(client.get(match.get_absolute_url()), "/hints").send(client)
    said = told(client.get(match.get_absolute_url()))
    sheet = said[said.index('id="help"') :]
    places = [sheet.index(each) for each in ("What now?", "Round 1, score 0–0.", "Play one card: your", "Why can’t I")]
    assert places == sorted(places)
    assert "Waiting for Ann." in told(page(match, ben)).split("What now?")[1]


# --- why not --------------------------------------------------------------------------------------------------------


def reasons(match: Match, user: User) -> list[str]:
    """Return the list of reasons as it is read."""
    rows = re.findall(r"<li>(<strong data-parts.*?)</li>", told(page(match, user)), re.DOTALL)
    return [re.sub(r"<[^>]*>", "", row) for row in rows]


def test_without_a_script_the_page_lists_what_is_not_possible_and_why(match: Match, ann: User) -> None:
    listed = reasons(match, ann)
    assert "Step back 1 · Step back 2 · Step back 3 · Step back 4 · Step back 5: there’s no space behind you." in listed
    assert listed[-2].endswith("the fencers are 22 apart; an attack from here reaches 5 spaces at most.")
    assert listed[-1] == "Move there: a card moves you 1 to 5 spaces, but never past the other fencer."


def test_every_reason_names_the_parts_of_the_board_it_concerns(match: Match, ann: User) -> None:
    response = page(match, ann)
    (back,) = [row for row in response.context["page"].help.whys if "no space behind you" in row["reason"]]
    assert [wish["parts"] for wish in back["wishes"]] == [f"card-{value}" for value in range(1, 6)]
    assert 'data-about="card-1"' in told(response)
    assert 'data-about="space-23"' in told(response)


def test_who_waits_is_told_that_it_is_not_his_turn(match: Match, ben: User) -> None:
    response = page(match, ben)
    assert response.context["page"].help.whys == []
    assert 'data-otherwise="It’s not your turn. Waiting for Ann."' in told(response)


def test_an_earlier_entry_gives_neither_hints_nor_reasons(match: Match, ann: User) -> None:
    response = signed_in(ann).get(f"{match.get_absolute_url()}0/")
    assert response.context["page"].help == Help()
    assert 'id="why"' not in told(response)


def test_the_page_of_a_long_match_still_costs_at_most_twelve_queries(match: Match, ann: User) -> None:
    play_on(match, 10)
    client = signed_in(ann)
    client.post(f"{match.get_absolute_url()}hints", {"shown": "1"})
    taken = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(match.get_absolute_url()).status_code == 200
        taken.append(len(queries))
    assert taken[0] == taken[1] + 1 <= budgets.QUERIES  # the hints shown are noted once
