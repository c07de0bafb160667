"""The card that a match closes with."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from fogsite.art import desk
from games.core.models import Match, Seat
from games.core.services import play
from games.lobby.services import Terms, invite, join
from games.rematch.services import rematch
from tests.games.browsing import signed_in, told
from tests.games.tables import attack, begin, play_on, seat

pytestmark = pytest.mark.django_db


def card(match: Match, user: User, more: str = "") -> str:
    """Return the card as the page has it, empty for none."""
    page = told(signed_in(user).get(match.get_absolute_url() + more))
    return page.partition('<section class="closing')[2].partition("</section>")[0]


def facts(shown: str) -> list[str]:
    """Return what a card says of the end: what decided it, and then the rest."""
    return re.findall('(?:<p class="cause">|<li>)(.*?)</', shown)


def test_winner_and_loser_each_read_their_own_result_first(match: Match, ann: User, ben: User) -> None:
    over = play_on(match, choose=attack)
    scores = {user: seat(over, user).score for user in (ann, ben)}
    for user, other in ((ann, ben), (ben, ann)):
        verdict = {"won": "You won", "lost": "You lost"}[seat(over, user).outcome]
        assert f'<h2 id="closing-title" tabindex="-1">{verdict} {scores[user]}–{scores[other]}</h2>' in card(over, user)
    assert {seat(over, user).outcome for user in (ann, ben)} == {"won", "lost"}


def test_what_decided_it_stands_above_the_rematch(match: Match, ann: User) -> None:
    shown = card(play_on(match, choose=attack), ann)
    assert 0 < shown.index('class="cause"') < shown.index('id="rematch"')


def test_its_seal_is_whole_broken_or_two_halves_and_a_void_match_has_none(match: Match, ann: User) -> None:
    play.resign(match.public_id, ann.pk)
    found = {}
    for outcome in Seat.Outcome:
        match.seats.filter(user=ann).update(outcome=outcome)
        found[str(outcome)] = "".join(re.findall(r"img/seals\.svg#(\w+)", card(match, ann)))
    marks = {"won": "whole", "lost": "broken", "timeout": "broken", "level": "joined"}
    assert found == {**dict.fromkeys(["absent", "void"], ""), **marks}
    assert set(marks.values()) == set(re.findall(r'<symbol id="(\w+)"', desk.files()["img/seals.svg"]))


def test_above_the_board_the_result_is_not_told_again(match: Match, ann: User, ben: User) -> None:
    over = play_on(match, choose=attack)
    pages = [told(signed_in(user).get(over.get_absolute_url())) for user in (ann, ben)]
    lines = [page.partition('<details class="since')[2].partition("</summary>")[0] for page in pages]
    assert {line.rpartition("<summary>")[2] for line in lines} == {"What happened", ""}  # who won has seen it all
    assert [page.count('<p class="result" aria-hidden="true">') for page in pages] == [1, 1]


def test_the_card_says_at_most_three_facts_and_leads_to_the_beginning(match: Match, ann: User) -> None:
    over = play_on(match, choose=attack)
    shown = card(over, ann)
    assert 1 <= len(facts(shown)) <= 3
    replay = f"{over.get_absolute_url()}0/?eyes=all"
    assert f'href="{replay}">Replay</a>' in shown
    assert Client().get(replay).status_code == 200


def test_the_card_names_no_moves_nor_cards(match: Match, ann: User) -> None:
    play.resign(play_on(match, 4).public_id, ann.pk)
    assert facts(card(match, ann)) == ["You resigned."]


def test_there_is_none_while_the_match_runs_nor_at_earlier_entries_nor_for_watchers(match: Match, ann: User) -> None:
    assert card(match, ann) == ""
    play.resign(match.public_id, ann.pk)
    assert card(match, ann, "0/") == card(match, ann, "?eyes=all") == ""


def test_a_guest_may_keep_the_result_or_try_another_game_and_a_member_may_not(match: Match, ann: User) -> None:
    play.resign(match.public_id, ann.pk)
    assert "Save this result" not in card(match, ann)
    assert "Try another game" not in card(match, ann)
    User.objects.filter(pk=ann.pk).update(guest_until=timezone.now() + timedelta(days=1))
    assert "Save this result" in card(match, ann)
    assert '<a href="/">Try another game</a>' in card(match, ann)


def test_it_holds_the_only_rematch_of_the_page(match: Match, ann: User, ben: User) -> None:
    play.resign(match.public_id, ann.pk)
    for words, wanted in (("Rematch with sides swapped", 1), ('id="rematch"', 1), ("/rematch", 2)):
        whole = told(signed_in(ann).get(match.get_absolute_url()))
        assert (card(match, ann).count(words), whole.count(words)) == (wanted, wanted)
    rematch(match.public_id, ben)
    whole = told(signed_in(ann).get(match.get_absolute_url()))
    assert (card(match, ann).count("Accept Ben’s rematch"), whole.count("Accept Ben’s rematch")) == (1, 1)
    assert whole.count('id="rematch"') == 1


def test_how_a_pair_stands_is_said_once(ann: User, ben: User, cat: User) -> None:
    first = invite(ann, Terms("en-garde", {}, paired=True)).match
    join(first.public_id, ben)
    (other,) = Match.objects.filter(pair=first.public_id).exclude(pk=first.pk)
    address, words = first.get_absolute_url(), "This is one of two matches with sides swapped"
    assert told(signed_in(ann).get(address)).count(words) == 1
    for each in (first, other):
        play.resign(each.public_id, ann.pk)
    words = "Both matches of this pair are over: "
    assert [told(signed_in(user).get(address)).count(words) for user in (ann, cat)] == [1, 1]
    assert card(first, ann).count(f'<a href="{other.get_absolute_url()}">') == 1


def test_it_leads_to_the_rematch_that_somebody_has_offered(match: Match, ann: User, ben: User) -> None:
    play.resign(match.public_id, ann.pk)
    offered = rematch(match.public_id, ann).invitation.get_absolute_url()
    assert f'<a id="rematch" href="{offered}">You’ve offered a rematch</a>' in card(match, ann)
    assert 'class="button">Accept Ann’s rematch</button>' in card(match, ben)
    assert f'<a href="{offered}">Look at the rematch</a>' in card(match, ben)
    assert "sides swapped" not in card(match, ben)


@pytest.mark.parametrize("waits", [False, True])
def test_the_next_match_is_offered_where_one_waits(match: Match, ann: User, ben: User, waits: bool) -> None:
    if waits:
        begin(ann, ben, public_id="secondmatch")
    play.resign(match.public_id, ben.pk)
    assert ("Next match" in card(match, ann)) is waits


@pytest.mark.parametrize(
    ("outcome", "title"),
    [
        ("level", "The match is a draw"),
        ("timeout", "You lost"),
        ("absent", "The match is void"),
        ("void", "The match is void"),
    ],
)
def test_every_other_end_has_its_title(match: Match, ann: User, outcome: str, title: str) -> None:
    play.resign(match.public_id, ann.pk)
    Seat.objects.filter(match=match, user=ann).update(outcome=outcome, score=None)
    assert f'<h2 id="closing-title" tabindex="-1">{title}</h2>' in card(match, ann)


def test_anyone_who_looks_on_is_not_congratulated(match: Match) -> None:
    over = play_on(match, choose=attack)
    page = told(Client().get(over.get_absolute_url()))
    assert "wins the match" in page
    assert "message success result" not in page
