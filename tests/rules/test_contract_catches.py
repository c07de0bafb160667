"""The contract suite itself: each kind of broken game is caught by the clause that is meant to catch it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
import pytest
from sealed_auction.rules.game import SealedAuction, auction
from sealed_auction.rules.state import COINS, OVER, PEEK, Act, AuctionView, Bid, BidNamed, State

from games.rules.chance import Chance
from games.rules.errors import RulesError
from games.rules.game import Event, OptionValue, Outcome, Seat, View, Viewer
from games.rules.guide import Why
from games.rules.registry import GAMES
from games.rules.sentence import Sentence, sentence
from tests.rules import test_contract as contract, test_contract_views as views


def seen(game: SealedAuction, state: State, viewer: Viewer) -> AuctionView:
    """Return the honest view."""
    view = SealedAuction.view(game, state, viewer)
    assert isinstance(view, AuctionView)
    return view


class ShowsTheDeck(SealedAuction):
    meta = auction(101)

    def view(self, state: State, viewer: Viewer) -> View:
        return msgspec.structs.replace(seen(self, state, viewer), deck=tuple(state.deck))


class ShowsTheBids(SealedAuction):
    meta = auction(102)

    def view(self, state: State, viewer: Viewer) -> View:
        return msgspec.structs.replace(seen(self, state, viewer), bids=tuple(state.bids))


class OffersByHiddenFacts(SealedAuction):
    meta = auction(103)

    def legal_steps(self, state: State, seat: Seat) -> list[Act]:
        steps = super().legal_steps(state, seat)
        return steps if state.deck[0] > 4 else steps[::-1]


class Loud(Event, frozen=True):
    """A bid, told to everybody."""

    seat: Seat
    amount: int


class TellsTheBid(SealedAuction):
    meta = auction(104)

    def play(self, state: State, seat: Seat, step: Act, chance: Chance) -> list[Event]:
        events = super().play(state, seat, step, chance)
        return [Loud(event.seat, event.amount) if isinstance(event, BidNamed) else event for event in events]


class TellsTheTopOfTheDeck(SealedAuction):
    """A player who passes tells everybody the lot that nobody looked at."""

    meta = auction(117)

    def play(self, state: State, seat: Seat, step: Act, chance: Chance) -> list[Event]:
        events = super().play(state, seat, step, chance)
        return [*events, Loud(seat, state.deck[0])] if step.verb == "pass" else events


class ShowsTheMove(SealedAuction):
    meta = auction(105)

    def shown(self, steps: Sequence[Act], seat: Seat, viewer: Viewer) -> str:
        return "; ".join(self.text(step) for step in steps)


class ForgetsTheSecret(SealedAuction):
    """The deck is not declared hidden."""

    meta = msgspec.structs.replace(auction(106), hidden=())


class ChangesWhatItIsAsked(SealedAuction):
    meta = auction(107)

    def legal_steps(self, state: State, seat: Seat) -> list[Act]:
        state.bank += 1
        return super().legal_steps(state, seat)


class OffersTwice(SealedAuction):
    meta = auction(108)

    def legal_steps(self, state: State, seat: Seat) -> list[Act]:
        return super().legal_steps(state, seat) * 2


class OffersToThoseWhoOweNothing(SealedAuction):
    meta = auction(109)

    def legal_steps(self, state: State, seat: Seat) -> list[Act]:
        return [Act("pass")] if state.phase == OVER else super().legal_steps(state, seat)


class DrawsTwiceWithOneLabel(SealedAuction):
    meta = auction(110)

    def _gamble(self, state: State, seat: Seat, chance: Chance) -> Event:
        chance.below(6, "die")
        return super()._gamble(state, seat, chance)


class LosesACoin(SealedAuction):
    meta = auction(111)

    def _pay(self, state: State, seat: Seat, price: int) -> None:
        state.coins[seat] -= price


class EndsForNoReason(SealedAuction):
    meta = auction(112)

    def outcome(self, state: State) -> Outcome | None:
        ended = super().outcome(state)
        return ended and msgspec.structs.replace(ended, reason="boredom")


class PreviewsTheSeal(SealedAuction):
    """A step that shows something is not declared to close."""

    meta = auction(113)

    def closes(self, state: State, seat: Seat, step: Act) -> bool:
        return step.verb in ("seal", "roll")


class ImaginesSomethingElse(SealedAuction):
    meta = auction(114)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        state = super().imagine(view, seat, chance)
        state.bids = [bid and Bid(0, "odd") for bid in state.bids]
        return state


class BelievesSomethingElse(SealedAuction):
    meta = auction(133)

    def believe(self, view: View, seat: Seat, chance: Chance) -> State:
        state = super().believe(view, seat, chance)
        state.bids = [bid and Bid(0, "odd") for bid in state.bids]
        return state


class ReadsOtherThanItWrites(SealedAuction):
    meta = auction(115)

    def parse_step(self, text: str) -> Act:
        return super().parse_step("on odd" if text == "on even" else text)


class RemembersMatches(SealedAuction):
    """A game with a memory of its own: the second match differs from the first."""

    meta = auction(116)
    matches = 0

    def setup(self, options: Mapping[str, OptionValue], chance: Chance) -> State:
        state = super().setup(options, chance)
        RemembersMatches.matches += 1
        state.deck = state.deck[RemembersMatches.matches % 7 :] + state.deck[: RemembersMatches.matches % 7]
        return state


class LetsTheOpenerGoOnPeeking(SealedAuction):
    meta = auction(123)

    def play(self, state: State, seat: Seat, step: Act, chance: Chance) -> list[Event]:
        events = super().play(state, seat, step, chance)
        state.asked += [seat] if step.verb == "peek" else []
        return events

    def at_rest(self, state: State, seat: Seat) -> bool:
        return super().at_rest(state, seat) or state.peeker == seat


class SaysNone(SealedAuction):
    """A name that nobody looked up ends in a sentence."""

    meta = auction(118)

    def describe(self, event: Event) -> Sentence:
        return sentence("{who} does something.", who=str(None))


class KeepsAWishUnfilled(SealedAuction):
    meta = auction(119)

    def whys(self, view: View, seat: Seat) -> list[Why]:
        return [Why(sentence("Take {{lot}}"), sentence("It is gone."), ())]


class Secretive(Event, frozen=True):
    """Somebody passed, which not even that seat is told."""

    seat: Seat

    def seen_by(self, viewer: Viewer) -> Event | None:
        return None


class KeepsASeatInTheDark(SealedAuction):
    meta = auction(120)

    def play(self, state: State, seat: Seat, step: Act, chance: Chance) -> list[Event]:
        return [*super().play(state, seat, step, chance), Secretive(seat)]


class StumblesOverABrokenState(SealedAuction):
    meta = auction(121)

    def check(self, state: State) -> None:
        if sum(state.coins) + state.bank != COINS:
            raise KeyError(state.bank)
        super().check(state)


class HasALawThatNothingBreaks(SealedAuction):
    """The coins are not counted any more, though the law says that they are."""

    meta = auction(122)

    def _laws(self, state: State) -> dict[str, bool]:
        return {law: holds or "coins" in law for law, holds in super()._laws(state).items()}


class AsksWhoPassesAgain(SealedAuction):
    """Chance soon ends that; two who want it can go on passing for ever."""

    meta = auction(125)

    def play(self, state: State, seat: Seat, step: Act, chance: Chance) -> list[Event]:
        events = super().play(state, seat, step, chance)
        if step.verb == "pass":
            state.asked.append(seat)
        return events

    def at_rest(self, state: State, seat: Seat) -> bool:
        return super().at_rest(state, seat) or state.phase == PEEK

    def closes(self, state: State, seat: Seat, step: Act) -> bool:
        return super().closes(state, seat, step) or step.verb == "pass"


Clause = Callable[[str, int], None]

BROKEN: list[tuple[type[SealedAuction], Clause]] = [
    (ShowsTheDeck, views.test_a_leaf_declared_hidden_changes_no_view),
    (ShowsTheDeck, views.test_a_leaf_kept_from_a_viewer_does_not_change_what_it_sees),
    (ShowsTheBids, views.test_a_leaf_kept_from_a_viewer_does_not_change_what_it_sees),
    (OffersByHiddenFacts, views.test_a_seat_is_told_the_same_in_states_that_differ_only_in_what_it_may_not_know),
    (PreviewsTheSeal, views.test_a_seat_is_told_the_same_in_states_that_differ_only_in_what_it_may_not_know),
    (TellsTheBid, views.test_moves_that_end_alike_are_told_alike_exactly_where_they_are_shown_alike),
    (ShowsTheMove, views.test_moves_that_end_alike_are_told_alike_exactly_where_they_are_shown_alike),
    (ForgetsTheSecret, views.test_a_leaf_of_the_state_changes_some_view_or_is_declared_hidden),
    (ChangesWhatItIsAsked, contract.test_asking_and_moving_leaves_the_position_given_as_it_was),
    (OffersTwice, contract.test_steps_offered_are_unique_and_each_is_accepted),
    (OffersToThoseWhoOweNothing, contract.test_who_owes_nothing_is_offered_nothing_and_may_not_move),
    (DrawsTwiceWithOneLabel, contract.test_a_label_of_chance_belongs_to_one_entry),
    (LosesACoin, contract.test_every_state_obeys_the_laws_of_the_game),
    (EndsForNoReason, contract.test_every_match_ends_within_the_bound_for_a_declared_reason),
    (ImaginesSomethingElse, views.test_imagined_and_believed_states_are_lawful_and_look_the_same_to_the_seat),
    (BelievesSomethingElse, views.test_imagined_and_believed_states_are_lawful_and_look_the_same_to_the_seat),
    (ReadsOtherThanItWrites, contract.test_every_step_reads_back_from_its_text),
    (RemembersMatches, contract.test_the_same_seed_gives_the_same_match),
    (SaysNone, contract.test_everything_that_happens_can_be_said),
    (KeepsAWishUnfilled, contract.test_everything_that_happens_can_be_said),
    (KeepsASeatInTheDark, contract.test_a_seat_is_told_all_of_its_own_events),
    (
        StumblesOverABrokenState,
        contract.test_a_state_that_breaks_a_law_is_refused_by_its_name_and_every_law_refuses_some,
    ),
    (
        HasALawThatNothingBreaks,
        contract.test_a_state_that_breaks_a_law_is_refused_by_its_name_and_every_law_refuses_some,
    ),
    (TellsTheTopOfTheDeck, views.test_a_move_tells_the_same_in_states_that_look_the_same_before_and_after),
    (
        AsksWhoPassesAgain,
        contract.test_two_seats_in_one_hand_that_keep_a_match_going_come_to_its_end_within_the_bound,
    ),
    (LetsTheOpenerGoOnPeeking, contract.test_no_seat_makes_more_moves_in_a_row_than_its_game_allows),
]


@pytest.mark.parametrize(("broken", "clause"), BROKEN)
def test_a_broken_game_is_caught(broken: type[SealedAuction], clause: Clause, monkeypatch: pytest.MonkeyPatch) -> None:
    slug, version = broken.meta.slug, broken.meta.version
    monkeypatch.setitem(GAMES, (slug, version), f"{__name__}.{broken.__name__}")
    with pytest.raises((AssertionError, RulesError)):
        clause(slug, version)
