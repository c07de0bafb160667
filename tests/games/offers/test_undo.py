"""Back to before one's last move, by consent, and back to an earlier entry, by a moderator: in En Garde, with three."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.core.clock.running import Time
from games.core.documents import records
from games.core.models import Match
from games.core.pages import matches
from games.core.reading import positions
from games.core.services import clocks, play
from games.core.services.locked import LockedMatch
from games.core.services.play import Stale
from games.offers import services as offers, undo
from games.offers.undo import BadOffer
from games.rules import verify
from games.rules.errors import BadNotation, GameOver, RulesError
from games.rules.record import Record
from games.substitutes import services as substitutes
from tests.games.core.notices.test_notices import body, sent
from tests.games.tables import (
    answer,
    begin,
    choices,
    duel,
    first_move,
    next_user,
    now,
    offer_link,
    opened,
    owing,
    play_on,
    seat,
    texts,
    turn,
)
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
Traveller = time_machine.Traveller


@pytest.fixture
def parried(match: Match, ann: User, ben: User) -> tuple[Match, User, User]:
    """Somebody has parried an attack, and is still to act: the match, who that is, and the other."""
    who = duel(match)
    answer(match, who, "P")
    assert next_user(match) == who
    return now(match), who, ben if who == ann else ann


def offered(match: Match) -> list[str]:
    return [each.offer for each in match.seats.order_by("number")]


# --- what cannot be taken back ---------------------------------------------------------------------------------------


def refusal(match: Match, user: User) -> str:
    """Return why a user may not ask for it, in a sentence; nothing has changed then."""
    before = list(match.seats.order_by("pk").values()), texts(match)
    with pytest.raises(BadOffer) as caught:
        offers.make(match.public_id, user.pk, "undo")
    assert (list(match.seats.order_by("pk").values()), texts(match)) == before
    return str(caught.value)


def test_who_has_not_moved_has_nothing_to_take_back(match: Match, ann: User, ben: User) -> None:
    for user in (ann, ben):
        assert refusal(match, user) == "You have no move to take back."


def test_a_move_that_drew_is_not_taken_back_nor_one_that_was_answered(match: Match, ann: User, ben: User) -> None:
    answer(match, ann, "F1")
    assert refusal(match, ann) == "Your last move drew or revealed something new, so you can’t take it back any more."
    answer(match, ben, "F1")
    assert refusal(match, ann) == "Your last move has been answered, so you can’t take it back any more."


def test_a_match_that_is_over_does_not_go_back(parried: tuple[Match, User, User]) -> None:
    match, who, other = parried
    play.resign(match.public_id, other.pk)
    with pytest.raises(GameOver):
        offers.make(match.public_id, who.pk, "undo")
    with pytest.raises(GameOver):
        undo.go_back(match.public_id, 1, "Too late.")
    assert not seat(match, who).may_take_back(now(match))


def test_where_answers_are_sealed_everybody_reads_the_same_sentence_no_matter_who_has_sealed(
    auction: Match, ann: User, ben: User, cat: User
) -> None:
    answer(auction, ann, "pass")
    said = [refusal(auction, ann)]
    for user in (ben, ann, cat):
        answer(auction, user, "bid 1; on odd; seal")
        said.append(refusal(auction, ann))
    assert said == ["When several players move at the same time, nothing can be taken back."] * 4


def test_why_it_cannot_be_tells_nobody_that_the_other_has_sealed_the_next_answer(ann: User, ben: User) -> None:
    battle = begin(ann, ben, game="fantasy-dice-battles")
    for user, army in ((ann, "realm_a"), (ben, "horde_a")):
        answer(battle, user, f"army {army}; ready")
    said = refusal(battle, ben)
    answer(battle, ann, first_move(battle, ann))
    assert refusal(battle, ben) == said


# --- with three ------------------------------------------------------------------------------------------------------


@pytest.fixture
def taken(auction: Match, ann: User, ben: User, cat: User) -> tuple[Match, User, list[User]]:
    """The last coin of a round is taken: the match, by whom, and the others."""
    answer(auction, ann, "pass")
    for user, coins in ((ann, 0), (ben, 1), (cat, 2)):
        answer(auction, user, f"bid {coins}; on odd; seal")
    for user in (ann, ben):
        answer(auction, user, "take")
    return now(auction), ben, [ann, cat]


def test_all_others_must_agree(taken: tuple[Match, User, list[User]], noon: Traveller) -> None:
    match, who, (one, another) = taken
    sent(noon)
    offers.make(match.public_id, who.pk, "undo")
    assert sorted(sent(noon)) == ["ann", "cat"]
    assert offers.make(match.public_id, one.pk, "undo", agreeing=True) is False
    assert (offered(match), sent(noon)) == (["undo", "undo", ""], {})
    assert offers.make(match.public_id, another.pk, "undo", agreeing=True) is True
    assert (texts(match)[-1], offered(match), owing(match)) == (f"!rollback {match.ply - 1}", [""] * 3, ["Ben"])


def test_who_has_agreed_agrees_to_nothing_any_more_once_it_is_withdrawn_or_declined(
    taken: tuple[Match, User, list[User]], noon: Traveller
) -> None:
    match, who, (one, another) = taken
    sent(noon)  # what was due before, in no order
    for end in (lambda: offers.withdraw(match.public_id, who.pk), lambda: offers.decline(match.public_id, another.pk)):
        offers.make(match.public_id, who.pk, "undo")
        offers.make(match.public_id, one.pk, "undo", agreeing=True)
        end()
        assert offered(match) == [""] * 3
    assert sent(noon)["ben"].subject == "Cat declined your offer: Sealed Auction goes on"


def test_who_agrees_may_think_again(taken: tuple[Match, User, list[User]]) -> None:
    match, who, (one, another) = taken
    offers.make(match.public_id, who.pk, "undo")
    offers.make(match.public_id, one.pk, "undo", agreeing=True)
    offers.withdraw(match.public_id, one.pk)
    assert offered(match) == ["", "undo", ""]
    assert offers.make(match.public_id, another.pk, "undo", agreeing=True) is False


def test_of_several_only_one_may_be_taken_back(taken: tuple[Match, User, list[User]]) -> None:
    match, who, _ = taken
    assert [each.user for each in match.seats.all() if each.may_take_back(match)] == [who]


# --- how it is made and ends -----------------------------------------------------------------------------------------


def test_nobody_agrees_to_what_is_not_asked(parried: tuple[Match, User, User]) -> None:
    match, who, other = parried
    for user in (who, other):
        with pytest.raises(Stale, match="Nothing was agreed"):
            offers.make(match.public_id, user.pk, "undo", agreeing=True)
    offers.make(match.public_id, who.pk, "undo")
    with pytest.raises(Stale, match="Nothing was agreed"):
        offers.make(match.public_id, who.pk, "undo", agreeing=True)
    assert texts(match)[-1] == "P"


@pytest.mark.parametrize("mover", [0, 1])
def test_anyone_who_moves_first_ends_the_offer(taken: tuple[Match, User, list[User]], mover: int) -> None:
    match, who, others = taken
    offers.make(match.public_id, who.pk, "undo")
    offers.make(match.public_id, others[mover].pk, "undo", agreeing=True)
    assert next_user(match) == who
    answer(match, who, "pass")
    assert offered(match) == [""] * 3
    with pytest.raises(Stale, match="Nothing was agreed"):
        offers.make(match.public_id, others[0].pk, "undo", agreeing=True)


def test_other_offers_stand_no_matter_what_is_taken_back(parried: tuple[Match, User, User]) -> None:
    match, who, other = parried
    offers.make(match.public_id, other.pk, "draw")
    offers.make(match.public_id, who.pk, "undo")
    assert offers.make(match.public_id, other.pk, "undo", agreeing=True) is True
    assert sorted(offered(match)) == ["", "draw"]


def test_both_pages_learn_of_the_offer_and_nobody_is_asked_again(parried: tuple[Match, User, User]) -> None:
    match, who, _ = parried
    serials = [each.serial for each in match.seats.all()]
    stamps = [matches.stamp(each) for each in match.seats.all()]
    offers.make(match.public_id, who.pk, "undo")
    assert [each.serial for each in match.seats.all()] == serials
    assert all(was != matches.stamp(each) for was, each in zip(stamps, match.seats.all(), strict=True))


def test_plans_are_dropped_with_what_they_were_made_for(parried: tuple[Match, User, User]) -> None:
    match, who, other = parried
    play.save_plan(match.public_id, who.pk, choices(match, who)[0], seat(match, who).serial)
    offers.make(match.public_id, who.pk, "undo")
    offers.make(match.public_id, other.pk, "undo", agreeing=True)
    assert (seat(match, who).plan, seat(match, who).plan_dropped) == ("", True)


def test_who_is_still_to_move_is_told_by_a_notice_of_its_own(
    parried: tuple[Match, User, User], noon: Traveller
) -> None:
    match, who, other = parried
    opened(match, who)
    offers.make(match.public_id, who.pk, "undo")
    sent(noon)
    offers.make(match.public_id, other.pk, "undo", agreeing=True)
    letters = sent(noon)
    assert [(letter.to, letter.subject) for letter in letters.values()] == [
        ([who.email], f"Your last move was taken back, as agreed: En Garde with {other.username}")
    ]
    assert body(next(iter(letters.values())))[0] == (
        f"Your last move was taken back, as agreed: En Garde with {other.username}."
    )


def test_a_letter_asks_for_each_move_again(parried: tuple[Match, User, User], noon: Traveller) -> None:
    match, who, other = parried
    sent(noon)
    offers.make(match.public_id, who.pk, "undo")
    (letter,) = sent(noon).values()
    assert (letter.to, letter.subject) == ([other.email], f"{who.username} has asked for a takeback in En Garde")
    assert body(letter)[0] == f"{letter.subject}. The next move ends the offer."
    assert f"http://testserver/o/{offer_link(match, who, other)}/" in body(letter)
    offers.decline(match.public_id, other.pk)
    offers.make(match.public_id, who.pk, "undo")
    assert list(sent(noon)) == [who.username.lower()]  # of the refusal; the other was told of this move


def test_the_record_of_a_match_that_went_back_verifies(parried: tuple[Match, User, User]) -> None:
    match, who, other = parried
    offers.make(match.public_id, who.pk, "undo")
    offers.make(match.public_id, other.pk, "undo", agreeing=True)
    play_on(match, 12)
    if now(match).ended is None:
        play.resign(match.public_id, who.pk)
    over = now(match)
    records.verify_match(over)
    record: Record = records.finished_record(over)
    verify.check(record)
    assert [entry.text for entry in record.entries[match.ply :][:2]] == ["P", f"!rollback {match.ply - 1}"]


# --- by a moderator --------------------------------------------------------------------------------------------------


def test_a_moderator_goes_back_past_a_draw_and_it_is_drawn_again(
    taken: tuple[Match, User, list[User]], noon: Traveller
) -> None:
    match, *_ = taken
    die = match.entries.get(ply=4).draws
    undo.go_back(match.public_id, 1, "The lot was worth nothing.")
    assert (texts(match)[-1], owing(match)) == ("!rollback 1", ["Ann", "Ben", "Cat"])
    assert positions.newest_position(now(match)).position.epoch == 1
    for user in (next_user(match) for _ in range(3)):
        assert user is not None
        answer(match, user, "bid 2; on odd; seal")
    assert match.entries.get(ply=now(match).ply).draws != die
    records.verify_match(now(match))


def test_a_moderator_says_why_and_all_are_told(taken: tuple[Match, User, list[User]], noon: Traveller) -> None:
    match, *_ = taken
    sent(noon)
    undo.go_back(match.public_id, 3, "Ben misread <the page>.")
    letters = sent(noon)
    told = "A moderator took the match back to an earlier move: Sealed Auction with"
    assert {name for name, letter in letters.items() if letter.subject.startswith(told)} == {"ann", "ben", "cat"}
    assert "The moderator’s reason: Ben misread <the page>." in body(letters["cat"])


@pytest.mark.parametrize("ply", [-1, 4, 10**12])
def test_a_moderator_goes_back_to_no_entry_that_is_not_there(taken: tuple[Match, User, list[User]], ply: int) -> None:
    match, *_ = taken
    before = texts(match)
    with pytest.raises(BadNotation):
        undo.go_back(match.public_id, ply, "Why not?")
    assert (texts(match), match.rulings.exists()) == (before, False)


def test_a_match_goes_back_to_where_a_seat_was_handed_over_and_no_further(
    taken: tuple[Match, User, list[User]],
) -> None:
    match, who, (one, _) = taken
    handed = match.told.counted(match.ply) + 1
    substitutes.replace(match.public_id, seat(match, one).index, "As asked.", person("Dora").username)
    answer(match, who, "pass")
    before = texts(match)
    with pytest.raises(BadNotation, match=f"Another player took over a seat at entry {handed}"):
        undo.go_back(match.public_id, handed - 1, "Why not?")
    assert (texts(match), match.rulings.count()) == (before, 1)
    undo.go_back(match.public_id, handed, "As asked.")
    assert texts(match)[-1] == f"!rollback {match.told.ply_of(handed)}"
    records.verify_match(now(match))


def test_after_a_moderator_went_back_nobody_takes_back_what_is_gone(taken: tuple[Match, User, list[User]]) -> None:
    match, who, _ = taken
    undo.go_back(match.public_id, match.told.counted(match.ply) - 1, "As asked.")
    with pytest.raises(RulesError, match="Only a moderator"):
        offers.make(match.public_id, who.pk, "undo")


# --- Clocks ----------------------------------------------------------------------------------------------------------

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def time(match: Match, user: User) -> Time:
    """Return the time of a user's turn."""
    locked = LockedMatch(now(match))
    seat = locked.seat_of(user.pk)
    return clocks.time_of(locked, seat)


def last(match: Match) -> datetime:
    """Return when the match is over if nobody moves: now and what all seats may still use."""
    locked = LockedMatch(now(match))
    left = timedelta()
    for each in locked.seats:
        running = locked.turns.get(each.pk)
        time = clocks.time_of(locked, each).total_left(locked.now) if running else each.total_left
        assert time is not None
        left += time
    return locked.now + left


def by_bank(match: Match) -> None:
    """Let a match that runs have banks, and each of its seats have used an hour."""
    given = {"pace_days": 0, "bank_hours": 72, "increment_hours": 12, "cap_hours": 168}
    Match.objects.filter(pk=match.pk).update(**given)
    match.seats.update(bank=71 * HOUR)
    for each in match.turns.all():
        each.given = each.left = 71 * HOUR
        each.deadline = each.since + 71 * HOUR
        each.save()


@pytest.fixture
def console(auction: Match, ann: User, ben: User, cat: User) -> tuple[Match, User, User]:
    """Ann, who is asked alone, may take the last coin; Ben then opens the next lot."""
    answer(auction, ann, "pass")
    for user, coins in ((ann, 0), (ben, 1), (cat, 2)):
        answer(auction, user, f"bid {coins}; on odd; seal")
    answer(auction, ben, "take")
    return auction, ann, ben


def agree(match: Match, asker: User) -> None:
    offers.make(match.public_id, asker.pk, "undo")
    for other in match.seats.exclude(user=asker):
        offers.make(match.public_id, other.user_id, "undo", agreeing=True)


@pytest.mark.parametrize("banks", [False, True])
def test_who_takes_back_has_what_was_left_and_the_other_what_there_was(
    console: tuple[Match, User, User], banks: bool, noon: Traveller
) -> None:
    match, ann, ben = console
    if banks:
        by_bank(match)
    noon.shift(5 * HOUR)
    before, over, given = time(match, ann), last(match), 71 * HOUR if banks else 3 * DAY
    assert before.left_at(timezone.now()) == given - 5 * HOUR
    answer(match, ann, "take")
    assert seat(match, ann).bank == (78 * HOUR if banks else None)
    noon.shift(20 * HOUR)
    assert time(match, ben).left_at(timezone.now()) == given - 20 * HOUR
    agree(match, ann)
    after = time(match, ann)
    assert (after.left, after.given, after.counted_from) == (given - 5 * HOUR, given, timezone.now())
    assert turn(match, ann).deadline == timezone.now() + given - 5 * HOUR
    assert [seat(match, user).bank for user in (ann, ben)] == ([71 * HOUR] * 2 if banks else [None] * 2)
    assert last(match) == over
    assert seat(match, ben).total_left == now(match).clock.total - 20 * HOUR
    noon.shift(HOUR)
    answer(match, ann, "take")
    assert (time(match, ben).left, seat(match, ann).bank) == (given, 77 * HOUR if banks else None)
    assert last(match) == over


def test_who_is_still_to_move_has_again_what_was_left_before_the_move(
    match: Match, ann: User, ben: User, noon: Traveller
) -> None:
    who = duel(match)
    noon.shift(70 * HOUR)
    over = last(match)
    answer(match, who, "P")
    assert (
        time(match, who).left == 18 * HOUR
    )  # a quarter of the time for a move, the least that the player who goes on has
    noon.shift(10 * HOUR)
    agree(match, who)
    assert (time(match, who).left, time(match, who).given) == (2 * HOUR, 3 * DAY)
    assert turn(match, who).deadline == timezone.now() + 2 * HOUR
    assert last(match) == over


def test_a_pause_goes_on_and_the_time_stands_in_it(console: tuple[Match, User, User], noon: Traveller) -> None:
    match, ann, _ = console
    answer(match, ann, "take")
    until = timezone.now() + 4 * DAY
    with transaction.atomic():
        locked = LockedMatch.lock(pk=match.pk)
        clocks.pause(locked, until)
        locked.batch.write()
    noon.shift(DAY)
    agree(match, ann)
    assert (time(match, ann).left, turn(match, ann).deadline) == (3 * DAY, until + 3 * DAY)


def test_a_moderator_who_goes_back_further_lets_turns_begin_again(
    console: tuple[Match, User, User], noon: Traveller
) -> None:
    match, ann, ben = console
    noon.shift(5 * HOUR)
    answer(match, ann, "take")
    over = last(match)
    noon.shift(HOUR)
    undo.go_back(match.public_id, 2, "Both asked.")
    assert (owing(match), time(match, ben).left) == (["Ann", "Ben"], 3 * DAY)
    assert last(match) <= over


def test_a_moderators_word_does_not_count_among_the_moves_that_players_take_back(
    parried: tuple[Match, User, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, who, other = parried
    monkeypatch.setattr(undo, "MAX_UNDONE", 1)
    undo.go_back(match.public_id, match.ply - 1, "A broken clock.")
    answer(match, who, "P")
    assert offers.make(match.public_id, who.pk, "undo") is False
    assert offers.make(match.public_id, other.pk, "undo", agreeing=True) is True
    answer(match, who, "P")
    assert refusal(match, who) == "No more takebacks: the limit is 1 per match. Keep playing."
