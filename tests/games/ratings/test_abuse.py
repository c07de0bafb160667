"""What people try with ratings, each with its effect. docs/ratings.md lists the same, under What cannot be gained."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from games.ratings.counting import Verdict
from games.ratings.facts import LEVEL, LOST, WON, PlayerKind, RatedMatch, Sat
from games.ratings.numbers import START, Strength
from games.ratings.replay import Ledger

STRONG, WEAK = Strength(1900.0, 80.0), Strength(1300.0, 80.0)


def won(winner: str = "ann", loser: str = "ben", match: object = "m", **facts: object) -> RatedMatch:
    """Return a match that one has won against another."""
    return replace(RatedMatch(match, (Sat(winner, WON), Sat(loser, LOST))), **facts)  # type: ignore[arg-type]


def lost_by(absence: str, loser: str = "ben", winner: str = "ann") -> RatedMatch:
    return RatedMatch("m", (Sat(winner, WON), Sat(loser, LOST, absence=absence)))


def verdicts(ledger: Ledger, matches: Iterable[RatedMatch]) -> list[Verdict]:
    return [ledger.take(facts)[0].verdict for facts in matches]


def nothing(facts: RatedMatch) -> Verdict:
    """Return the reason why a match changes nothing."""
    ledger = Ledger({"ann": STRONG, "ben": WEAK})
    changes = ledger.take(facts)
    assert all(change.before == change.after for change in changes)
    assert ledger.ratings == {"ann": STRONG, "ben": WEAK}
    (found,) = {change.verdict for change in changes}
    return found


def test_escape_in_move_two_is_a_loss_like_any_other() -> None:
    ledger = Ledger()
    (ann, ben) = ledger.take(won())
    assert (ann.after, ben.after) == (Strength(1579.133, 237.356), Strength(1420.867, 237.356))


def test_who_gives_up_before_the_first_move_has_not_played() -> None:
    facts = RatedMatch("m", (Sat("ann", WON), Sat("ben", LOST, moved=False)))
    assert nothing(facts) is Verdict.UNMOVED


def test_nobody_wins_who_has_not_moved() -> None:
    facts = RatedMatch("m", (Sat("ann", WON, moved=False), Sat("ben", LOST)))
    assert nothing(facts) is Verdict.UNMOVED


def test_a_mass_timeout_counts_once() -> None:
    ledger = Ledger()
    found = verdicts(ledger, (lost_by("may", winner=f"w{number}") for number in range(20)))
    assert found == [Verdict.COUNTS, *[Verdict.ABSENCE] * 19]
    assert ledger.ratings == {"w0": Strength(1579.133, 237.356), "ben": Strength(1420.867, 237.356)}


def test_the_next_absence_counts_again() -> None:
    assert verdicts(Ledger(), [lost_by("may"), lost_by("june"), lost_by("may")]) == [
        Verdict.COUNTS,
        Verdict.COUNTS,
        Verdict.ABSENCE,
    ]


def test_the_absence_of_another_player_is_another_one() -> None:
    assert verdicts(Ledger(), [lost_by("may"), lost_by("may", "cat")]) == [Verdict.COUNTS, Verdict.COUNTS]


def test_an_absence_that_did_not_count_hides_none_that_would() -> None:
    first = replace(lost_by("may"), void=True)
    assert verdicts(Ledger(), [first, lost_by("may")]) == [Verdict.VOID, Verdict.COUNTS]


def test_two_friends_who_trade_wins_stay_where_they_are() -> None:
    ledger = Ledger()
    for _ in range(20):
        ledger.take(won("ann", "ben"))
        ledger.take(won("ben", "ann"))
    ann, ben = ledger.ratings["ann"], ledger.ratings["ben"]
    assert (round(ann.number), round(ben.number)) == (1492, 1508)
    assert ann.number + ben.number == pytest.approx(2 * START.number, abs=0.1)


def test_two_friends_who_give_each_other_twenty_wins_in_turn_end_apart() -> None:
    ledger = Ledger()
    for winner, loser in [("ann", "ben")] * 20 + [("ben", "ann")] * 20:
        ledger.take(won(winner, loser))
    ann, ben = ledger.ratings["ann"], ledger.ratings["ben"]
    assert (round(ann.number), round(ben.number)) == (1270, 1730)
    assert (round(ann.deviation), round(ben.deviation)) == (110, 110)


def test_a_friend_who_loses_on_purpose_gives_less_with_each_match() -> None:
    ledger, gained = Ledger(), []
    for _ in range(40):
        (ann, _ben) = ledger.take(won("ann", "ben"))
        gained.append(round(ann.after.number - ann.before.number))
    assert (gained[0], gained[9], gained[19], gained[39]) == (79, 13, 6, 3)
    assert ledger.ratings["ann"].number < 2000


def test_anyone_who_comes_again_after_each_defeat_gives_little_to_a_known_player() -> None:
    ledger = Ledger({"ann": STRONG})
    for number in range(20):
        ledger.take(won("ann", f"new{number}"))
    assert round(ledger.ratings["ann"].number) == 1985


def test_farming_the_weak_gives_next_to_nothing() -> None:
    ledger = Ledger({"ann": STRONG, "ben": WEAK})
    for _ in range(20):
        ledger.take(won("ann", "ben"))
    assert round(ledger.ratings["ann"].number) == 1932


def test_the_house_is_never_farmed() -> None:
    assert nothing(RatedMatch("m", (Sat("ann", WON), Sat("ben", LOST, kind=PlayerKind.HOUSE)))) is Verdict.HOUSE


def test_a_guest_neither_gives_nor_loses() -> None:
    assert nothing(RatedMatch("m", (Sat("ann", WON), Sat("ben", LOST, kind=PlayerKind.GUEST)))) is Verdict.GUEST


def test_a_lost_match_called_off_by_both_counts_for_nobody() -> None:
    assert nothing(won(void=True)) is Verdict.VOID


def test_several_accounts_of_one_person_count_no_more_once_a_moderator_says_so() -> None:
    assert nothing(won(struck=True)) is Verdict.STRUCK


def test_a_program_under_the_name_of_a_person_wins_nothing() -> None:
    assert nothing(RatedMatch("m", (Sat("ann", WON, by_program=True), Sat("ben", LOST)))) is Verdict.PROGRAM


def test_a_program_under_the_name_of_a_person_draws_for_nothing() -> None:
    seats = (Sat("ann", LEVEL), Sat("ben", LEVEL, by_program=True))
    assert nothing(RatedMatch("m", seats)) is Verdict.PROGRAM


def test_one_move_by_a_program_is_no_way_out_of_a_lost_match() -> None:
    (ann, ben) = Ledger().take(RatedMatch("m", (Sat("ann", WON), Sat("ben", LOST, by_program=True))))
    assert (ann.verdict, ben.after.number) == (Verdict.COUNTS, 1420.867)


def test_a_program_that_says_what_it_is_counts() -> None:
    seats = (Sat("ann", WON, kind=PlayerKind.PROGRAM, by_program=True), Sat("ben", LOST))
    assert Ledger().take(RatedMatch("m", seats))[0].after.number == 1579.133


def test_a_seat_handed_over_in_a_lost_position_counts_for_nobody() -> None:
    assert nothing(won(substituted=True, rated=False)) is Verdict.SUBSTITUTE


def test_what_was_agreed_to_be_unrated_stays_so() -> None:
    assert nothing(won(rated=False)) is Verdict.UNRATED


def test_a_pair_is_one_match_and_who_wins_one_each_is_level() -> None:
    ledger = Ledger()
    assert verdicts(ledger, [won(pair="p"), won("ben", "ann", pair="p")]) == [Verdict.PAIRED, Verdict.COUNTS]
    assert ledger.ratings == {"ann": Strength(1500.0, 237.356), "ben": Strength(1500.0, 237.356)}


def test_a_pair_won_twice_changes_as_much_as_one_match() -> None:
    ledger = Ledger()
    verdicts(ledger, [won(pair="p"), won(pair="p")])
    assert ledger.ratings["ann"] == Strength(1579.133, 237.356)


@pytest.mark.parametrize("escape", [{"void": True}, {"rated": False}, {"substituted": True}])
def test_who_loses_the_first_of_a_pair_cannot_undo_it_by_the_second(escape: dict[str, bool]) -> None:
    ledger = Ledger()
    ledger.take(won(pair="p"))
    changes = ledger.take(won("ben", "ann", pair="p", **escape))
    assert [change.after.number for change in changes] == [1420.867, 1579.133]


def test_the_first_of_a_pair_may_be_the_one_that_does_not_count() -> None:
    ledger = Ledger()
    assert verdicts(ledger, [won(pair="p", void=True), won("ben", "ann", pair="p")]) == [Verdict.VOID, Verdict.COUNTS]
    assert ledger.ratings["ben"].number == 1579.133


def test_a_pair_in_which_neither_match_counts_changes_nothing() -> None:
    ledger = Ledger()
    assert verdicts(ledger, [won(pair="p", void=True), won(pair="p", struck=True)]) == [Verdict.VOID, Verdict.STRUCK]
    assert ledger.ratings == {}


def test_both_matches_of_a_pair_lost_by_one_absence_are_lost_once() -> None:
    ledger = Ledger()
    first, second = (replace(lost_by("may"), pair="p") for _ in range(2))
    assert verdicts(ledger, [first, second]) == [Verdict.PAIRED, Verdict.COUNTS]
    assert ledger.ratings["ben"] == Strength(1420.867, 237.356)


def test_a_draw_given_away_moves_both_as_far_towards_each_other() -> None:
    ledger = Ledger({"ann": STRONG, "ben": WEAK})
    ledger.take(RatedMatch("m", (Sat("ann", LEVEL), Sat("ben", LEVEL))))
    assert (ledger.ratings["ann"].number, ledger.ratings["ben"].number) == (1886.236, 1313.764)


def test_two_of_three_who_play_into_one_hand_gain_less_than_they_lose() -> None:
    ledger = Ledger()
    ledger.take(RatedMatch("m", (Sat("ann", WON), Sat("ben", LOST), Sat("cat", LOST))))
    assert sum(each.number for each in ledger.ratings.values()) == pytest.approx(3 * START.number, abs=0.01)


def test_losing_on_purpose_to_play_the_weak_makes_nobody_new_again() -> None:
    ledger = Ledger({"ann": STRONG})
    for number in range(30):
        ledger.take(won(f"new{number}", "ann"))
    found = ledger.ratings["ann"]
    assert (round(found.number), found.is_settled) == (1498, True)


def test_anyone_who_comes_back_under_another_name_begins_as_everybody() -> None:
    ledger = Ledger({"ann": WEAK})
    (anew, _) = ledger.take(won("ann again", "ben"))
    assert (anew.before, ledger.ratings["ann"]) == (START, WEAK)
