"""Pairs: two matches at once with sides swapped and one result."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.documents import records
from games.core.models import Match, MatchSecret
from games.core.reading import positions
from games.core.reading.access import NotYours
from games.core.seams.begin import MatchTerms
from games.core.services import play
from games.core.services.eligibility import LobbyError
from games.core.services.locked import LockedMatch
from games.lobby import services as lobby, unbegun
from games.lobby.services import Terms
from games.offers import services as offers
from games.offers.kinds.kind import BadOffer
from games.ratings import dump, services as ratings
from games.ratings.models import Rating, RatingChange
from games.rematch.services import rematch
from games.rules import chance, registry, verify
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from tests.games import tables
from tests.games.browsing import signed_in, told
from tests.games.ratings import second
from tests.games.ratings.test_dump import written
from tests.games.ratings.test_services import agree, moved, noted

pytestmark = pytest.mark.django_db

SHARES = "a" * 32, "b" * 32
Both = tuple[Match, Match]


def invited(user: User, **given: Any) -> Match:
    terms = Terms("en-garde", {"starter": "left"}, **{"rated": True, "paired": True, "seat": 0, **given})
    return lobby.invite(user, terms, entropy=SHARES[0]).match


def both(first: Match) -> Both:
    found = Match.objects.filter(pair=first.public_id).order_by("pk")
    one, other = found
    return one, other


@pytest.fixture
def pair(ann: User, ben: User, noon: Any) -> Both:
    """Ann sits on seat 0 of the first and on seat 1 of the second."""
    match = invited(ann)
    lobby.join(match.public_id, ben, SHARES[1])
    return both(match)


def names(match: Match) -> list[str]:
    return list(match.seats.order_by("number").values_list("user__username", flat=True))


def lost(match: Match, loser: User, *, after_moves: bool = True) -> None:
    """Let each side move, and one give up."""
    if after_moves:
        moved(match, *(seat.user for seat in match.seats.select_related("user").order_by("number")))
    play.resign(match.public_id, loser.pk)


def verdicts() -> list[list[str]]:
    matches = Match.objects.filter(ended__isnull=False).order_by("ended", "pk")
    return [sorted({row.verdict for row in each.rating_changes.all()}) for each in matches]


# --- Beginning ------------------------------------------------------------------------------------------------------


def test_both_begin_at_once_with_sides_swapped_on_the_same_terms(pair: Both) -> None:
    first, other = pair
    assert (names(first), names(other)) == (["Ann", "Ben"], ["Ben", "Ann"])
    assert other.public_id == f"{first.public_id}-2"
    assert MatchTerms.of(first) == MatchTerms.of(other)
    assert (first.options, first.status, first.started is None) == (other.options, other.status, False)
    assert (first.twin(), other.twin()) == (other, first)


@pytest.mark.parametrize(
    ("terms", "columns"),
    [
        ({"watchable": True}, {"watchable": True, "private": False}),
        ({"private": True, "rated": False}, {"watchable": False, "private": True}),
        ({"clock": Chosen(2, weekends=True)}, {"pace_days": 2, "weekends": True, "vacations": True}),
        ({"clock": Chosen(7, vacations=False, absence="loss")}, {"vacations": False, "absence": "loss"}),
    ],
)
def test_who_may_look_on_and_the_clock_are_the_same_in_both(
    ann: User, ben: User, terms: dict[str, Any], columns: dict[str, Any]
) -> None:
    match = invited(ann, **terms)
    lobby.join(match.public_id, ben)
    assert [{name: getattr(each, name) for name in columns} for each in both(match)] == [columns] * 2


def test_where_seats_are_drawn_the_second_has_them_the_other_way_round(ann: User, ben: User) -> None:
    match = invited(ann, seat=None)
    lobby.join(match.public_id, ben)
    first, other = both(match)
    assert names(first) == names(other)[::-1]


def test_each_has_its_own_secret_under_a_seal_that_was_told_before(ann: User, ben: User) -> None:
    match = invited(ann)
    told = match.commitment, match.invitation.second_seal
    lobby.join(match.public_id, ben, SHARES[1])
    found = both(match)
    secrets = [bytes(MatchSecret.objects.get(match=each).secret) for each in found]
    assert tuple(each.commitment for each in found) == told
    made = [chance.commitment(each.public_id, secret) for each, secret in zip(found, secrets, strict=True)]
    assert (tuple(made), secrets[0] == secrets[1]) == (told, False)
    assert [list(each.seats.order_by("joined").values_list("entropy", flat=True)) for each in found] == [[*SHARES]] * 2


def test_the_second_has_the_seal_that_was_told_also_after_a_change_of_the_key(
    ann: User, ben: User, settings: Any
) -> None:
    match = invited(ann)
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another-" + "y" * 50
    settings.SECRET_KEY_FALLBACKS = [old]
    lobby.join(match.public_id, ben)
    assert both(match)[1].commitment == match.invitation.second_seal


def test_a_match_by_itself_has_no_pair(ann: User, ben: User) -> None:
    match = tables.begin(ann, ben)
    assert (match.pair, match.twin(), match.invitation.paired) == ("", None, False)


@pytest.mark.parametrize("options", [{}, {"first_army": "drawn"}, {"first_army": "own", "second_army": "realm_a"}])
def test_who_composes_his_own_army_has_no_paired_match(ann: User, options: dict[str, Any]) -> None:
    with pytest.raises(LobbyError, match="You can’t play a pair with an army you build yourself"):
        lobby.invite(ann, Terms("fantasy-dice-battles", options, paired=True))
    assert not Match.objects.exists()


def test_a_game_that_says_so_of_all_its_matches_has_no_pairs() -> None:
    meta = registry.current("en-garde").meta
    never = msgspec.structs.replace(meta, unpaired="Both sides are alike.")
    assert (meta.may_pair({"starter": "left"}), never.may_pair({"starter": "left"})) == (True, False)


def test_more_than_two_have_no_paired_match(ann: User) -> None:
    with pytest.raises(LobbyError, match="Only two-player matches can be played as a pair"):
        lobby.invite(ann, Terms(tables.AUCTION, {}, paired=True))


@pytest.mark.parametrize(
    ("game", "is_first", "always"),
    [("field-of-glory", True, True), ("en-garde", False, True), ("fantasy-dice-battles", False, False)],
)
def test_the_form_offers_pairs_first_where_sides_are_uneven(ann: User, game: str, is_first: bool, always: bool) -> None:
    page = signed_in(ann).get(f"/invitations/new/{game}/")
    field = page.context["form"]["paired"]
    assert (bool(field.initial), field.field.disabled) == (is_first, False)
    assert ("You can’t play a pair with an army you build yourself" in page.content.decode()) is not always


def test_the_invitation_says_so(ann: User, ben: User) -> None:
    match = invited(ann)
    page = signed_in(ben).get(f"/i/{match.public_id}/").content.decode()
    assert "two matches with sides swapped, and one combined result" in page
    assert match.invitation.second_seal in page


# --- Preset armies --------------------------------------------------------------------------------------------------

DICE = "fantasy-dice-battles"
BY_LOT = {"first_army": "drawn", "second_army": "drawn"}
AGREED = {"first_army": "realm_a", "second_army": "brood_b"}


def dice(ann: User, ben: User, options: dict[str, Any]) -> Both:
    """Return a pair of Fantasy Dice Battles: Ann sits on seat 0 of the first."""
    match = lobby.invite(ann, Terms(DICE, options, rated=True, paired=True, seat=0), entropy=SHARES[0]).match
    lobby.join(match.public_id, ben, SHARES[1])
    return both(match)


def armies(match: Match) -> dict[str, tuple[str, ...]]:
    """Return the army that each player leads."""
    sides = positions.newest_position(tables.now(match)).position.state.sides
    return {name: (*side.tokens, *side.reserve) for name, side in zip(names(match), sides, strict=True)}


@pytest.mark.parametrize("options", [BY_LOT, AGREED])
def test_each_plays_both_preset_armies(ann: User, ben: User, options: dict[str, Any]) -> None:
    first, other = dice(ann, ben, options)
    assert (first.options, first.ply, tables.owing(first)) == (options, 0, ["Ann", "Ben"])
    led, then = armies(first), armies(other)
    assert (led["Ann"], led["Ben"]) == (then["Ben"], then["Ann"])
    assert led["Ann"] != led["Ben"]


def test_what_is_drawn_is_drawn_in_the_first_and_named_in_the_second(ann: User, ben: User) -> None:
    first, other = dice(ann, ben, BY_LOT)
    presets = SETS[DEFAULT_SET].presets
    sides = positions.newest_position(first).position.state.sides
    assert [presets[other.options[name]].army.tokens for name in BY_LOT] == [tuple(side.tokens) for side in sides]
    bounds = [[n for n, _ in each.entries.get(ply=0).draws] for each in (first, other)]
    assert bounds[0][:2] == [len(presets), len(presets) - 1]
    assert bounds[1] == bounds[0][2:]


def test_the_form_takes_a_pair_with_preset_armies_alone(ann: User) -> None:
    client, given = signed_in(ann), {"audience": "open", "seat": "drawn", "pace_days": "3", "absence": "choice"}
    paired = {**given, "paired": "on", "option_first_army": "drawn", "option_second_army": "realm_b"}
    refused = client.post(f"/invitations/new/{DICE}/", {**paired, "option_second_army": "own"})
    assert (refused.status_code, Match.objects.count()) == (422, 0)
    assert list(refused.context["form"].errors) == ["option_second_army"]
    assert '<details class="more terms" open>' in told(refused)
    assert "For a pair of matches, choose two preset armies: each of you plays both." in told(refused)
    made = client.post(f"/invitations/new/{DICE}/", paired)
    match = Match.objects.get()
    assert (made.status_code, match.invitation.paired) == (302, True)
    assert match.options == {"first_army": "drawn", "second_army": "realm_b"}


def test_a_rematch_draws_again_and_takes_agreed_armies_again(ann: User, ben: User) -> None:
    for options in (BY_LOT, AGREED):
        found = dice(ann, ben, options)
        for match in found:
            play.resign(match.public_id, ben.pk)
        made = rematch(found[1].public_id, ann)
        assert (made.options, made.invitation.paired) == (options, True)


def test_a_match_that_was_offered_before_there_was_the_option_begins_as_it_would_have(ann: User, ben: User) -> None:
    match = lobby.invite(ann, Terms(DICE, {}, seat=0)).match
    Match.objects.filter(pk=match.pk).update(options={})
    lobby.join(match.public_id, ben)
    play.resign(match.public_id, ben.pk)
    over = tables.now(match)
    assert over.options == {}  # as any other that is played with own armies
    verify.check(records.finished_record(over))


# --- Results and ratings --------------------------------------------------------------------------------------------


def test_one_win_each_is_level_and_counts_once(pair: Both, ann: User, ben: User, noon: Any) -> None:
    lost(pair[0], ben)
    ratings.tally("en-garde")
    assert (noted(), verdicts()) == ({}, [["paired"]])
    noon.shift(60)
    lost(pair[1], ann)
    ratings.tally("en-garde")
    assert verdicts() == [["paired"], ["counts"]]
    assert {name: (number, matches) for name, (number, _, matches) in noted().items()} == {
        "Ann": (1500, 1),
        "Ben": (1500, 1),
    }
    agree()


def test_two_wins_change_as_much_as_one_match(pair: Both, ben: User, noon: Any) -> None:
    for match in pair:
        lost(match, ben)
        ratings.tally("en-garde")
        noon.shift(60)
    assert noted() == {"Ann": (1579.133, 237.356, 1), "Ben": (1420.867, 237.356, 1)}
    agree()


@pytest.mark.parametrize("void_first", [True, False])
def test_one_that_is_void_leaves_the_other_to_count_by_itself(
    pair: Both, ben: User, noon: Any, void_first: bool
) -> None:
    void, played = pair if void_first else pair[::-1]
    ends = [lambda: play.adjudicate(void.public_id, "!void"), lambda: lost(played, ben)]
    for end in ends if void_first else ends[::-1]:
        end()
        ratings.tally("en-garde")
        noon.shift(60)
    assert verdicts() == ([["void"], ["counts"]] if void_first else [["paired"], ["counts"]])
    assert noted() == {"Ann": (1579.133, 237.356, 1), "Ben": (1420.867, 237.356, 1)}
    agree()


def test_what_does_not_count_leaves_nothing(pair: Both, ben: User, noon: Any) -> None:
    for match in pair:
        lost(match, ben, after_moves=False)
        ratings.tally("en-garde")
        noon.shift(60)
    assert (noted(), verdicts()) == ({}, [["unmoved"], ["unmoved"]])


def test_one_that_is_struck_is_taken_back_though_the_other_is_over(pair: Both, ann: User, ben: User, noon: Any) -> None:
    for match, loser in zip(pair, (ben, ann), strict=True):
        lost(match, loser)
        ratings.tally("en-garde")
        noon.shift(60)
    ratings.strike(pair[0].public_id, "One person.")
    while ratings.tally("en-garde"):
        pass
    assert verdicts() == [["struck"], ["counts"]]
    assert noted()["Ben"] == (1579.133, 237.356, 1)
    agree()


def test_a_rebuild_comes_to_the_same(pair: Both, ben: User, noon: Any) -> None:
    for match in pair:
        lost(match, ben)
        noon.shift(60)
        ratings.tally("en-garde")
    before = noted(), sorted(RatingChange.objects.values_list("match", "user", "verdict", "number"))
    ratings.rebuild("en-garde")
    assert (noted(), sorted(RatingChange.objects.values_list("match", "user", "verdict", "number"))) == before


def test_the_dump_gives_a_pair_a_number_and_the_second_program_agrees(pair: Both, ben: User, noon: Any) -> None:
    for match in pair:
        lost(match, ben)
        noon.shift(60)
        ratings.tally("en-garde")
    lines, book = written(), second.Book()
    assert [(line["pair"], line["verdict"]) for line in lines] == [(1, "paired"), (1, "counts")]
    for line in lines:
        book.read(line)
    dumped = {row.user.dump_number: row.value for row in Rating.objects.select_related("user")}
    assert {key: tuple(map(float, each)) for key, each in book.ratings.items()} == dumped


def test_the_dump_does_not_lead_from_one_to_the_other_once_somebody_has_left(pair: Both, ben: User, noon: Any) -> None:
    for match in pair:
        lost(match, ben)
        noon.shift(60)
        ratings.tally("en-garde")
    User.objects.filter(pk=ben.pk).update(dump_number=None)
    lines = written()
    assert [(line["pair"], line["verdict"]) for line in lines] == [(None, "paired"), (None, "counts")]
    assert list(dump.dump_lines())


# --- Pages ----------------------------------------------------------------------------------------------------------


def page(user: User, match: Match) -> str:
    """Return the page of a match, without what is drawn for each answer."""
    whole = told(signed_in(user).get(match.get_absolute_url(), follow=True))
    return re.sub(r'"[A-Za-z0-9]{64}"', "", whole)


def test_each_page_leads_to_the_other_and_says_how_the_pair_stands(pair: Both, ann: User, ben: User, noon: Any) -> None:
    first, other = pair
    assert f'href="{other.get_absolute_url()}"' in page(ann, first)
    lost(first, ben)
    assert "One of the two matches of this pair is over: Ann 1, Ben 0." in page(ann, other)
    noon.shift(60)
    play.adjudicate(other.public_id, "!draw")
    assert "Both matches of this pair are over: Ann 1½, Ben ½." in page(ann, first)
    card = page(ann, first).partition('<section class="closing')[2].partition("</section>")[0]
    assert f'Ann 1½, Ben ½. <a href="{other.get_absolute_url()}">Go to the other match</a>' in card


def test_who_looks_on_learns_nothing_of_the_one_that_runs(
    pair: Both, ann: User, ben: User, cat: User, noon: Any
) -> None:
    first, other = pair
    lost(first, ben)
    before = page(cat, first)
    assert (other.public_id in before, "with sides swapped. Together they count as one" in before) == (False, True)
    moved(other, *(seat.user for seat in other.seats.select_related("user").order_by("number")))
    assert page(cat, first) == before
    assert signed_in(cat).get(other.get_absolute_url()).status_code == 404
    lost(other, ann, after_moves=False)
    assert f'href="{other.get_absolute_url()}"' in page(cat, first)


def test_my_matches_lead_from_each_to_the_other(pair: Both, ann: User, ben: User, cat: User) -> None:
    first, other = pair
    tables.begin(ann, ben)
    assert (first.twin_id, other.twin_id) == (other.public_id, first.public_id)
    lost(first, ben)
    mine, theirs = (signed_in(user).get(url) for user, url in ((ann, "/matches/"), (cat, "/players/Ann/")))
    rows = [row for name in ("ended", "waiting", "others", "finished") for row in mine.context[name]]
    by_itself = {"": ""}
    led = {row.twin_url and row.match.public_id: row.twin_url for row in rows}
    assert led == {first.public_id: other.get_absolute_url(), other.public_id: first.get_absolute_url(), **by_itself}
    sides = {row.match.public_id: (row.of_pair, row.side) for row in rows if row.twin_url}
    assert sides == {
        first.public_id: ("first of a pair", "Left fencer"),
        other.public_id: ("second of a pair", "Right fencer"),
    }
    assert re.findall(r"Your side: [^.]*", told(mine)) == ["Your side: Left fencer", "Your side: Right fencer"]
    (alone,) = theirs.context["finished"]
    assert (alone.twin_url, alone.of_pair, alone.side) == ("", "", "")
    assert "Your side" not in told(theirs)
    assert other.public_id not in told(theirs)


@pytest.mark.parametrize(
    ("game", "options", "sides"),
    [
        ("field-of-glory", {}, ["Red", "Blue"]),
        ("fantasy-dice-battles", {"first_army": "realm_a", "second_army": "horde_a"}, ["Realm A", "Horde A"]),
    ],
)
def test_my_matches_say_which_side_is_mine(
    game: str, options: dict[str, Any], sides: list[str], ann: User, ben: User
) -> None:
    made = lobby.invite(ann, Terms(game, options, paired=True, seat=0)).match
    lobby.join(made.public_id, ben)
    for user, wanted in ((ann, sides), (ben, sides[::-1])):
        shown = signed_in(user).get("/matches/").context
        rows = sorted((row.of_pair, row.side) for name in ("waiting", "others") for row in shown[name])
        assert rows == [("first of a pair", wanted[0]), ("second of a pair", wanted[1])]


def test_the_menu_of_a_match_leads_its_players_to_the_other(pair: Both, ann: User) -> None:
    assert "The other match in this pair" in page(ann, pair[0])


def test_moderators_see_the_pair_in_list_and_page(pair: Both, mo: User) -> None:
    first, other = pair
    link = f'<a href="/admin/games/match/?q={other.public_id}">{other.public_id}</a>'
    client = signed_in(mo)
    for address in ("/admin/games/match/", f"/admin/games/match/{first.pk}/change/"):
        assert link in client.get(address).content.decode()
    found = client.get("/admin/games/match/", {"q": other.public_id})
    assert [match.public_id for match in found.context["cl"].result_list] == [other.public_id]


# --- What becomes of a pair -----------------------------------------------------------------------------------------


def test_a_rematch_is_a_pair_offered_once_both_are_over(pair: Both, ann: User, ben: User) -> None:
    first, other = pair
    lost(first, ben)
    with pytest.raises(LobbyError, match="isn’t over yet"):
        rematch(other.public_id, ann)
    button = f'action="{first.get_absolute_url()}rematch"'
    assert button not in page(ann, first)
    lost(other, ann)
    assert button in page(ann, first)
    made = rematch(other.public_id, ann)
    assert (made.invitation.paired, made.rematch_of, rematch(first.public_id, ben)) == (True, first, made)
    lobby.join(made.public_id, ben)
    assert [names(each) for each in both(made)] == [["Ben", "Ann"], ["Ann", "Ben"]]


def test_a_seat_of_a_pair_is_not_handed_over(pair: Both, ann: User) -> None:
    with pytest.raises(BadOffer, match="the same two players must play both"):
        offers.make(pair[0].public_id, ann.pk, "seat")


def test_a_pair_is_offered_again_once_both_are_void(pair: Both, ann: User, ben: User) -> None:
    offered = list[Match | None]()
    for match in pair:
        play.adjudicate(match.public_id, "!void")
        locked = LockedMatch.lock(pk=match.pk)
        offered.append(unbegun.offer_anew(locked, [each.pk for each in locked.seats if each.user_id == ben.pk]))
    none, made = offered
    assert none is None
    assert made is not None
    assert (made.invitation.paired, made.invitation.again_of, names(made)) == (True, pair[0], ["Ann"])


def test_once_a_link_leads_on_both_matches_of_its_pair_are_shown_to_their_players_alone(ann: User, ben: User) -> None:
    match = invited(ann, audience="link")
    lobby.join(match.public_id, ben)
    for each in both(match):
        assert not Match.objects.filter(private=True).exists()
        play.adjudicate(each.public_id, "!void")
        locked = LockedMatch.lock(pk=each.pk)
        unbegun.offer_anew(locked, [seat.pk for seat in locked.seats if seat.user_id == ben.pk])
    assert [each.private for each in both(match)] == [True, True]


def test_one_whose_other_match_was_played_is_not_offered_again(pair: Both, ann: User, ben: User) -> None:
    lost(pair[0], ann)
    play.adjudicate(pair[1].public_id, "!void")
    locked = LockedMatch.lock(pk=pair[1].pk)
    assert unbegun.offer_anew(locked, [each.pk for each in locked.seats if each.user_id == ben.pk]) is None
    assert Match.objects.count() == 2


def test_a_withdrawn_invitation_leaves_no_second_match(ann: User, ben: User) -> None:
    match = invited(ann)
    lobby.withdraw(match.public_id, ann)
    with pytest.raises((LobbyError, NotYours)):
        lobby.join(match.public_id, ben)
    assert Match.objects.count() == 1
