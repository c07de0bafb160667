"""House opponents: who they are, that they answer, and what they are never told."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils import timezone

from accounts import broker
from accounts.models import Outbox, User
from games import tasks
from games.bots import services as bots, sweeps as bot_sweeps
from games.core.models import Match, Opponent, Seat, Turn
from games.core.reading import bot_profiles
from games.core.services import eligibility, expiry, play
from games.core.services.eligibility import LobbyError
from games.core.services.sweeps import expire
from games.lobby import services as lobby
from games.offers import services as offers
from games.offers.kinds import cancel
from games.offers.services import BadOffer
from games.rematch import services as rematch
from games.rules import engine, playout, registry
from games.rules.chance import KeyedChance
from games.rules.errors import BadOption, UnknownGame
from games.rules.game import Position
from tests.games.tables import AUCTION, answer, begin, first_move, next_user, now, owing, seat, texts, turn, under_way

pytestmark = pytest.mark.django_db


@pytest.fixture
def duel(ann: User, noon: Any) -> Match:
    """En Garde of Ann on the left, who begins, against the house."""
    return bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0)


def house(slug: str = "en-garde") -> User:
    return bots.bot_of(slug)


# --- Who they are ---------------------------------------------------------------------------------------------------


def test_every_game_with_a_computer_player_of_its_own_has_a_house_opponent() -> None:
    assert set(bot_profiles.PROFILES) == {slug for slug, package in registry.PACKAGES.items() if package.has("bot")}
    assert {registry.current(slug).meta.seats for slug in bot_profiles.PROFILES} == {2}


def test_it_comes_into_being_when_first_asked_for_and_only_once() -> None:
    fencer = bots.bot_of("en-garde")
    assert bots.bot_of("en-garde") == fencer
    assert (fencer.username, fencer.is_bot, fencer.email) == ("Maestro.Belcolpo", True, "")
    assert not fencer.has_usable_password()
    assert not fencer.has_usable_password()
    assert Opponent.objects.get().game == "en-garde"


def test_every_game_has_one_of_its_own_and_keeps_it() -> None:
    hired = {slug: bots.bot_of(slug) for slug in bot_profiles.PROFILES}
    assert {slug: user.username for slug, user in hired.items()} == {
        slug: house.name for slug, house in bot_profiles.PROFILES.items()
    }
    assert {slug: bots.bot_of(slug) for slug in bot_profiles.PROFILES} == hired


def test_its_name_gets_a_number_where_that_of_a_person_looks_like_it() -> None:
    User.objects.create_user("maestro-be1colpo")
    fencer = bots.bot_of("en-garde")
    assert fencer.username == "Maestro.Belcolpo.2"
    fencer.full_clean(exclude=["password", "email"])
    with pytest.raises(ValidationError):
        User.require_unlike("Maestro_Belcolpo_2")


def test_a_game_without_a_computer_player_has_none(ann: User) -> None:
    with pytest.raises(LobbyError, match=r"^This game has no computer opponent\.$"):
        bots.challenge(ann, AUCTION, {})
    assert not bot_profiles.has(AUCTION)


@pytest.mark.parametrize("slug", bot_profiles.PROFILES)
def test_its_strength_is_claimed_of_as_many_matches_as_were_measured(slug: str) -> None:
    claimed = bot_profiles.PROFILES[slug]
    assert 90 <= claimed.wins <= bot_profiles.MATCHES_MEASURED
    assert bot_profiles.MATCHES_MEASURED == 100


# --- A match against one --------------------------------------------------------------------------------------------


def test_a_challenge_begins_at_once(duel: Match, ann: User) -> None:
    assert duel.status == Match.Status.PLAYING
    assert owing(duel) == ["Ann"]
    assert (seat(duel, ann).number, seat(duel, ann).house) == (0, False)
    assert (seat(duel, house()).number, seat(duel, house()).house) == (1, True)
    assert duel.pace_days == 3


def test_the_seats_are_drawn_unless_one_is_wanted(ann: User) -> None:
    drawn = {seat(bots.challenge(ann, "en-garde", {}), ann).number for _ in range(12)}
    assert drawn == {0, 1}


def test_it_answers_the_move_by_a_move_of_its_own(duel: Match, ann: User) -> None:
    answer(duel, ann, first_move(duel, ann))
    assert owing(duel) == ["Maestro.Belcolpo"]
    assert bots.move_for_bot(duel.pk)
    assert owing(duel) == ["Ann"]
    assert len(texts(duel)) == 2


def test_to_answer_again_does_nothing(duel: Match, ann: User) -> None:
    assert not bots.move_for_bot(duel.pk)
    answer(duel, ann, first_move(duel, ann))
    assert [bots.move_for_bot(duel.pk) for _ in range(3)] == [True, False, False]
    assert not bots.move_for_bot(0)


@pytest.mark.parametrize("slug", bot_profiles.PROFILES)
def test_a_match_against_it_is_played_to_its_end(slug: str, ann: User) -> None:
    match = bots.try_out(ann, slug)
    while user := next_user(match):
        if user == ann:
            answer(match, ann, first_move(match, ann))
        else:
            assert bots.move_for_bot(match.pk)
    assert now(match).status == Match.Status.OVER
    assert {row.outcome for row in match.seats.all()} == {"won", "lost"}


def test_two_of_the_house_play_one_another_to_the_end_by_the_sweep_alone() -> None:
    fencer = bots.bot_of("en-garde")
    other = User.objects.create_user("Second", is_bot=True)
    Opponent.objects.create(user=other, game="another")
    match = begin(fencer, other, rounds=1)
    moves = 0
    while now(match).status == Match.Status.PLAYING:
        made = bot_sweeps.move_bots()
        assert 0 < made <= bot_sweeps.MAX_BOT_MOVES
        moves += made
    assert now(match).ply == moves
    assert bot_sweeps.move_bots() == 0


def test_options_that_do_not_exist_are_refused_and_nothing_is_begun(ann: User) -> None:
    bots.bot_of("en-garde")
    with pytest.raises(BadOption):
        bots.challenge(ann, "en-garde", {"rounds": 99})
    with pytest.raises(UnknownGame):
        bots.challenge(ann, "chess", {})
    with pytest.raises(LobbyError, match=r"^The time per move can be 1, 2, 3, 5, 7, 14 days\.$"):
        bots.challenge(ann, "en-garde", {}, pace_days=4)
    with pytest.raises(LobbyError, match=r"^There’s no such seat"):
        bots.challenge(ann, "en-garde", {}, seat=2)
    assert not Match.objects.exists()


def test_one_user_has_at_most_so_many_matches_against_the_house(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eligibility, "MAX_WITH_HOUSE", 2)
    first = bots.challenge(ann, "en-garde", {})
    bots.challenge(ann, "field-of-glory", {})
    with pytest.raises(LobbyError, match=r"^You already have 2 matches against the computer\."):
        bots.challenge(ann, "en-garde", {})
    play.resign(first.public_id, ann.pk)
    bots.challenge(ann, "en-garde", {})
    bots.challenge(ben, "en-garde", {})


def test_twenty_matches_against_the_house_are_as_many_as_one_may_have(ann: User) -> None:
    rows = [Match(game="en-garde", version=1, pace_days=3, status=Match.Status.PLAYING) for _ in range(19)]
    Match.objects.bulk_create(rows)
    Seat.objects.bulk_create([Seat(match=row, user=ann, number=0, joined=0, entropy="", house=True) for row in rows])
    bots.challenge(ann, "en-garde", {})
    with pytest.raises(LobbyError, match=r"^You already have 20 matches against the computer\."):
        bots.challenge(ann, "en-garde", {})


def test_a_guest_plays_against_the_house_and_nobody_else(cat: User, ann: User, noon: Any) -> None:
    guest = User(username="Guest-1", guest_until="2026-03-03T12:00Z")
    guest.save()
    assert bots.try_out(guest, "en-garde").status == Match.Status.PLAYING
    with pytest.raises(LobbyError, match=r"^Guests can only play against the computer\."):
        lobby.invite(guest, lobby.Terms("en-garde", {}, pace_days=3))
    offered = lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3))
    with pytest.raises(LobbyError, match=r"^Guests can only play against the computer\."):
        lobby.join(offered.match.public_id, guest)


# --- What reaches whom ----------------------------------------------------------------------------------------------


def test_a_house_opponent_is_never_told_anything_and_its_opponent_everything(duel: Match, ann: User) -> None:
    answer(duel, ann, first_move(duel, ann))
    bots.move_for_bot(duel.pk)
    play.resign(duel.public_id, ann.pk)
    assert set(Outbox.objects.values_list("recipient__username", "kind")) == {("Ann", "turn"), ("Ann", "end")}


def test_it_is_neither_reminded_nor_late(duel: Match, ann: User, noon: Any) -> None:
    answer(duel, ann, first_move(duel, ann))
    assert turn(duel, house()).next_reminder_at is None
    for _ in range(8):  # a fortnight in which no worker answers
        noon.shift(2 * 86400)
        expire()
    assert now(duel).status == Match.Status.PLAYING
    assert expiry.expire(duel.pk) == "nothing"
    assert bot_sweeps.move_bots() == 1


def test_a_person_is_late_against_it_as_against_anybody(duel: Match, ann: User, noon: Any) -> None:
    under_way(duel, absence="choice")  # a house opponent is left no choice
    Turn.objects.filter(match=duel, user=ann).update(looked_ply=F("ply"))
    noon.shift(4 * 86400)
    assert expiry.expire(duel.pk) == "timeout"
    assert seat(duel, house()).outcome == "won"


# --- The worker -----------------------------------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The matches for which a worker was asked."""
    found: list[int] = []
    monkeypatch.setattr(broker.breaker, "rests_until", 0.0)
    monkeypatch.setattr(
        "accounts.broker.current_app.send_task",
        lambda task, args, **_: found.append(*args) if task == "games.tasks.answer" else None,
    )
    return found


def test_a_worker_is_asked_once_the_move_is_committed_and_only_where_the_house_owes_one(
    duel: Match, ann: User, asked: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer(duel, ann, first_move(duel, ann))
        assert asked == []
    assert asked == [duel.pk]
    with django_capture_on_commit_callbacks(execute=True):
        tasks.answer(duel.pk)
    assert asked == [duel.pk]
    assert owing(duel) == ["Ann"]


def test_what_no_worker_was_asked_for_is_found_by_the_sweep(duel: Match, ann: User) -> None:
    answer(duel, ann, first_move(duel, ann))
    tasks.answer_owed()
    tasks.answer_owed()
    assert len(texts(duel)) == 2


def test_a_sweep_takes_up_no_more_than_it_can_do_the_longest_owed_first(ann: User) -> None:
    made = [bots.challenge(ann, "en-garde", {"starter": "left"}, seat=1) for _ in range(3)]
    for match, hours in zip(made, (1, 3, 2), strict=True):
        Turn.objects.filter(match=match).update(since=timezone.now() - timedelta(hours=hours))
    assert bots.owed(2) == [made[1].pk, made[2].pk]


def test_one_match_that_cannot_be_answered_keeps_no_other_waiting(ann: User, caplog: pytest.LogCaptureFixture) -> None:
    broken, sound = (bots.challenge(ann, "en-garde", {"starter": "right"}, seat=0) for _ in range(2))
    broken.snapshots.all().delete()
    Match.objects.filter(pk=broken.pk).update(version=99)
    with caplog.at_level(logging.CRITICAL):
        assert bot_sweeps.move_bots() == 1
    assert len(texts(sound)) == 1


def test_where_its_computer_player_fails_it_makes_a_random_move(
    duel: Match, ann: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(playout.BOTS, "club", lambda *_: 1 / 0)
    answer(duel, ann, first_move(duel, ann))
    assert bots.move_for_bot(duel.pk)
    assert "The computer player of en-garde failed" in caplog.text


# --- Levels ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def playing(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who chooses for the house, by name."""
    found: list[str] = []

    def noted(name: str) -> Any:
        def choose(game: Any, view: Any, steps: Any, chance: Any) -> Any:
            found.append(name)
            return steps[0]

        return choose

    for name in ("en-garde", "casual", "club"):
        monkeypatch.setitem(playout.BOTS, name, noted(name))
    return found


@pytest.mark.parametrize(("wanted", "plays"), [("casual", "casual"), ("", "club")])
def test_it_plays_at_the_level_that_was_chosen_or_at_the_usual_one(
    ann: User, playing: list[str], wanted: str, plays: str
) -> None:
    match = bots.challenge(ann, "en-garde", {"starter": "right"}, seat=0, level=wanted)
    assert (seat(match, house()).level, seat(match, ann).level) == (plays, "")
    assert bots.move_for_bot(match.pk)
    assert set(playing) == {plays}


@pytest.mark.parametrize("level", ["", "of-a-later-version"])
def test_a_match_without_a_known_level_goes_on_as_before_there_were_levels(
    ann: User, playing: list[str], level: str
) -> None:
    match = bots.challenge(ann, "en-garde", {"starter": "right"}, seat=0)
    Seat.objects.filter(match=match, house=True).update(level=level)
    assert bots.move_for_bot(match.pk)
    assert set(playing) == {"en-garde"}


def test_a_level_that_does_not_exist_is_refused_and_nothing_is_begun(ann: User) -> None:
    with pytest.raises(LobbyError, match=r"^There’s no level “grandmaster”\. Available: beginner, casual"):
        bots.challenge(ann, "en-garde", {}, level="grandmaster")
    assert not Match.objects.exists()


def test_a_search_has_processor_time_for_a_move_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 10.5, 10.95])
    monkeypatch.setattr("games.bots.services.time.thread_time", lambda: next(clock))
    enough = bots._enough()
    assert [enough(), enough()] == [False, True]


def test_of_two_answers_at_once_one_counts(duel: Match, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(duel, ann, first_move(duel, ann))
    choose = bots._chosen

    def overtaken(*given: Any) -> Any:
        monkeypatch.setattr(bots, "_chosen", choose)
        assert bots.move_for_bot(duel.pk)
        return choose(*given)

    monkeypatch.setattr(bots, "_chosen", overtaken)
    assert not bots.move_for_bot(duel.pk)
    assert len(texts(duel)) == 2


def test_it_answers_when_the_pause_is_over_however_long_it_thought(duel: Match, ann: User, noon: Any) -> None:
    rests = []
    for _ in range(3):
        rests.append(bots._rest(duel, 0.25))
        noon.shift(0.2)
    assert rests == pytest.approx([0.25, 0.05, 0])


@pytest.mark.parametrize("slug", bot_profiles.PROFILES)
def test_it_decides_alike_where_nothing_differs_but_what_it_cannot_see(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.bots.services.secrets.token_bytes", bytes)  # the same dice of its own both times
    rules, chance = registry.current(slug), KeyedChance(bytes(32))
    played, differing = playout.Playout(rules, {}, "blind", [slug, slug]), 0
    while len(played.log.entries) <= 30 and (owing := engine.to_act(rules, position := played.log.position)):
        number = min(owing)
        imagined = Position(rules.imagine(rules.view(position.state, number), number, chance))
        differing += imagined != position
        assert bots._chosen(rules, imagined, number) == bots._chosen(rules, position, number)
        played.play(1)
    assert differing > 10


def test_its_choices_come_from_a_chance_of_their_own(duel: Match, ann: User) -> None:
    answer(duel, ann, first_move(duel, ann))
    bots.move_for_bot(duel.pk)
    assert [entry.draws for entry in duel.entries.filter(ply__gt=0)] == [[], []]
    assert Turn.objects.get(match=duel).user == ann


# --- Offers ---------------------------------------------------------------------------------------------------------


def test_it_agrees_at_once_to_cancel(duel: Match, ann: User) -> None:
    assert offers.make(duel.public_id, ann.pk, "cancel")
    assert now(duel).status == Match.Status.VOID
    assert not Turn.objects.exists()


def cancelled(user: User) -> Match:
    """Return a match with the house that was begun and cancelled."""
    match = bots.challenge(user, "en-garde", {})
    offers.make(match.public_id, user.pk, "cancel")
    return match


def test_it_agrees_to_cancel_five_matches_a_day_with_one_player(ann: User, ben: User, noon: Any) -> None:
    for _ in range(5):
        assert now(cancelled(ann)).status == Match.Status.VOID
    match = bots.challenge(ann, "en-garde", {})
    with pytest.raises(BadOffer) as refused:
        offers.make(match.public_id, ann.pk, "cancel")
    assert str(refused.value) == (
        "The computer agrees to cancel 5 matches a day, and you’ve reached that limit. Keep playing, or resign."
    )
    assert (now(match).status, texts(match)) == (Match.Status.PLAYING, [])
    assert now(cancelled(ben)).status == Match.Status.VOID
    noon.shift(cancel.DAY)
    assert offers.make(match.public_id, ann.pk, "cancel") is True


def test_matches_cancelled_with_people_are_not_counted(ann: User, ben: User) -> None:
    for number in range(5):
        match = begin(ann, ben, public_id=f"match{number}")
        offers.make(match.public_id, ann.pk, "cancel")
        assert offers.make(match.public_id, ben.pk, "cancel", agreeing=True) is True
    assert now(cancelled(ann)).status == Match.Status.VOID


def test_it_declines_every_draw_by_a_sentence(duel: Match, ann: User) -> None:
    with pytest.raises(offers.BadOffer, match=r"^The computer never agrees to a draw"):
        offers.make(duel.public_id, ann.pk, "draw")
    assert (seat(duel, ann).offer, now(duel).status) == ("", Match.Status.PLAYING)


def test_a_rematch_begins_at_once_with_sides_swapped(duel: Match, ann: User) -> None:
    play.resign(duel.public_id, ann.pk)
    again = rematch.rematch(duel.public_id, ann)
    assert (again.status, again.rematch_of) == (Match.Status.PLAYING, now(duel))
    assert seat(again, ann).number == 1
    assert bots.move_for_bot(again.pk)
