"""A sealed auction for three seats. Its rules:

- A1. Nine lots, worth 1 to 9, are shuffled face down. Every seat has its coins, the bank the rest of a hundred.
- A2. In each round the next lot is on offer. Its opener (seat 0 first, then in turn) may look at it: `peek` or `pass`.
- A3. Then every seat bids, all at once: `bid N; on odd; seal`, at most 5 coins and at most what it has.
- A4. Nobody learns anything of a sealed bid, not even that it is there, until the last one is in.
- A5. When a seat's time is up and its plan lacks only the seal, the bid is sealed for it.
- A6. When the last bid is in, all are opened and a die is cast.
- A7. The highest bid takes the lot and pays what it bid; in version 2, what the second highest bid.
- A8. Where two or three bids are highest, the lot is set aside and nobody pays.
- A9. Who guessed whether the die is odd or even gets a coin from the bank.
- A10. Every seat without the lot then gets coins, in any order: `take` one, or `roll` for half the die, rounded down.
- A11. After the last round the score is the worth of the lots and the coins left. The highest score wins.
- A12. If two or three scores are highest, the auction is a draw.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from games.rules.chance import Chance
from games.rules.errors import BadNotation, BadState
from games.rules.game import (
    REFEREE,
    Choice,
    Event,
    Game,
    Meta,
    Option,
    OptionValue,
    Outcome,
    Seat,
    View,
    Viewer,
)
from games.rules.sentence import N_, Sentence, sentence
from sealed_auction.rules import words
from sealed_auction.rules.state import (
    BID,
    COINS,
    CONSOLE,
    LOTS,
    MOST,
    OVER,
    PEEK,
    Act,
    AuctionView,
    Bid,
    BidNamed,
    BidSealed,
    BidsOpened,
    CoinTaken,
    DieCast,
    Finished,
    Gambled,
    GuessedRight,
    GuessNamed,
    Passed,
    Peeked,
    Result,
    RoundOpened,
    SetAside,
    State,
    Taken,
)

SEATS = (0, 1, 2)
TEXTS = {verb: verb for verb in ("peek", "pass", "seal", "take", "roll")} | {"odd": "on odd", "even": "on even"}
STEPS = {text: Act(verb) for verb, text in TEXTS.items()}
BID_TEXT = re.compile(r"bid (0|[1-9][0-9]?)", re.ASCII)

ROUNDS = Option(
    "rounds",
    N_("Rounds"),
    N_("How many lots are sold."),
    tuple(Choice(number, str(number)) for number in (1, 2, 3, 4)),
    3,
)
PURSE = Option(
    "coins",
    N_("Coins"),
    N_("What every seat begins with."),
    tuple(Choice(number, str(number)) for number in (3, 10)),
    10,
)
END_REASONS = {
    "points": N_("{winner} wins the auction {score}."),
    "level": N_("The auction ends level {score}."),
}


BOUND = max(choice.value for choice in ROUNDS.choices if isinstance(choice.value, int)) * (1 + 3 + 3)
"""In each round one seat peeks or passes, three bid, and at most three are consoled."""


def auction(version: int) -> Meta:
    """Return what is known of the auction in a version."""
    return Meta(
        slug="sealed-auction",
        version=version,
        title=N_("Sealed Auction"),
        seat_names=(N_("Red"), N_("Green"), N_("Blue")),
        options=(ROUNDS, PURSE),
        end_reasons=END_REASONS,
        hidden=("deck.*",),
        bound=BOUND,
        turn=3,
    )


class SealedAuction(Game[State, Act]):
    """Version 1: the highest bid is paid (A7)."""

    meta = auction(1)
    state_type = State

    def setup(self, options: Mapping[str, OptionValue], chance: Chance) -> State:
        deck = list(range(1, LOTS + 1))
        chance.shuffle(deck, "lots")
        rounds, purse = int(options["rounds"]), int(options["coins"])
        return State(rounds, COINS - 3 * purse, [purse] * 3, deck, [[], [], []])

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset(state.asked)

    def seen_to_act(self, state: State, viewer: Viewer) -> frozenset[Seat]:
        sealed = state.phase == BID and viewer != REFEREE
        return frozenset(seat for seat in state.asked if seat == viewer or not sealed)

    def at_rest(self, state: State, seat: Seat) -> bool:
        return seat not in state.asked

    def closes(self, state: State, seat: Seat, step: Act) -> bool:
        return step.verb in ("peek", "seal", "roll")

    def legal_steps(self, state: State, seat: Seat) -> list[Act]:
        if seat not in state.asked:
            return []
        if state.phase == PEEK:
            return [Act("peek"), Act("pass")]
        if state.phase == CONSOLE:
            return [Act("take"), Act("roll")]
        bid = state.bids[seat]
        if bid is None:
            return [Act("bid", amount) for amount in range(min(MOST, state.coins[seat]) + 1)]
        return [Act("seal")] if bid.on else [Act("odd"), Act("even")]

    # --- steps ---

    def play(self, state: State, seat: Seat, step: Act, chance: Chance) -> list[Event]:
        if step.verb in ("bid", "odd", "even"):
            return [self._write(state, seat, step)]
        state.asked.remove(seat)
        match step.verb:
            case "peek":
                state.peeker, state.peeked = seat, state.deck[0]
                return [Peeked(seat, state.peeked)]
            case "pass":
                return [Passed(seat)]
            case "seal":
                return [BidSealed(seat)]
            case "take":
                self._pay(state, seat, -1)
                return [CoinTaken(seat)]
        return [self._gamble(state, seat, chance)]

    def _write(self, state: State, seat: Seat, step: Act) -> Event:
        if step.verb == "bid":
            state.bids[seat] = Bid(step.amount)
            return BidNamed(seat, step.amount)
        bid = state.bids[seat]
        assert bid is not None
        state.bids[seat] = Bid(bid.amount, step.verb)
        return GuessNamed(seat, step.verb)

    def _gamble(self, state: State, seat: Seat, chance: Chance) -> Event:
        die = 1 + chance.below(6, f"round {state.round} roll {seat}")
        self._pay(state, seat, -(die // 2))
        return Gambled(seat, die, die // 2)

    def _pay(self, state: State, seat: Seat, price: int) -> None:
        state.coins[seat] -= price
        state.bank += price

    # --- phases ---

    def settle(self, state: State, chance: Chance) -> list[Event]:
        events: list[Event] = []
        while not state.asked and state.phase != OVER:
            if state.phase == PEEK:
                state.phase, state.bids, state.asked = BID, [None] * 3, list(SEATS)
            elif state.phase == BID:
                events += self._open_bids(state, chance)
            else:
                events += self._open_round(state)
        return events

    def _open_round(self, state: State) -> list[Event]:
        if state.round == state.rounds:
            state.phase = OVER
            return [Finished(self._scores(state))]
        state.round += 1
        state.phase, state.asked = PEEK, [self._opener(state)]
        return [RoundOpened(state.round, self._opener(state))]

    def _open_bids(self, state: State, chance: Chance) -> list[Event]:
        bids, guesses = self._opened(state)
        die = 1 + chance.below(6, f"round {state.round} die")
        lot = state.deck.pop(0)
        highest = [seat for seat in SEATS if bids[seat] == max(bids)]
        winner = highest[0] if len(highest) == 1 else None
        price = self._price(bids) if winner is not None else 0
        state.last = Result(bids, guesses, die, lot, winner, price)
        state.phase, state.asked, state.bids = CONSOLE, [seat for seat in SEATS if seat != winner], []
        state.peeker, state.peeked = None, 0
        opened = [BidsOpened(bids, guesses), DieCast(die), self._hand_over(state, lot, winner, price)]
        return [*opened, *self._reward(state, guesses, die)]

    def _opened(self, state: State) -> tuple[tuple[int, ...], tuple[str, ...]]:
        bids = [bid for bid in state.bids if bid is not None]
        return tuple(bid.amount for bid in bids), tuple(bid.on for bid in bids)

    def _price(self, bids: Sequence[int]) -> int:
        return max(bids)

    def _hand_over(self, state: State, lot: int, winner: Seat | None, price: int) -> Event:
        if winner is None:
            state.aside.append(lot)
            return SetAside(lot)
        state.prizes[winner].append(lot)
        self._pay(state, winner, price)
        return Taken(winner, lot, price)

    def _reward(self, state: State, guesses: Sequence[str], die: int) -> list[Event]:
        right = [seat for seat in SEATS if guesses[seat] == ("odd" if die % 2 else "even")]
        for seat in right:
            self._pay(state, seat, -1)
        return [GuessedRight(seat) for seat in right]

    def _opener(self, state: State) -> Seat:
        return (state.round - 1) % 3

    def _scores(self, state: State) -> tuple[int, ...]:
        return tuple(sum(state.prizes[seat]) + state.coins[seat] for seat in SEATS)

    def foreseen(self, event: Event) -> bool:
        return isinstance(event, CoinTaken | RoundOpened | Passed)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != OVER:
            return None
        scores = self._scores(state)
        best = tuple(seat for seat in SEATS if scores[seat] == max(scores))
        return Outcome("points", best, scores) if len(best) == 1 else Outcome("level", (), scores)

    def on_timeout(self, state: State, seat: Seat, plan: Sequence[Act]) -> list[Act] | None:
        written = [step.verb in verbs for step, verbs in zip(plan, (("bid",), ("odd", "even")), strict=False)]
        lacks_seal = state.phase == BID and len(plan) == 2 and all(written)
        return [*plan, Act("seal")] if lacks_seal else None

    # --- what is seen ---

    def view(self, state: State, viewer: Viewer) -> View:
        everything = viewer == REFEREE
        own = viewer in SEATS and bool(state.bids)
        return AuctionView(
            viewer=viewer,
            rounds=state.rounds,
            round=state.round,
            phase=state.phase,
            asked=tuple(sorted(self.seen_to_act(state, viewer))),
            opener=self._opener(state),
            bank=state.bank,
            coins=tuple(state.coins),
            prizes=tuple(tuple(lots) for lots in state.prizes),
            aside=tuple(state.aside),
            left=len(state.deck),
            peeker=state.peeker,
            lot=state.peeked if state.peeker is not None and viewer in (state.peeker, REFEREE) else None,
            bid=state.bids[viewer] if own else None,
            last=state.last,
            scores=self._scores(state),
            deck=tuple(state.deck) if everything else None,
            bids=tuple(state.bids) if everything else None,
        )

    def shown(self, steps: Sequence[Act], seat: Seat, viewer: Viewer) -> str:
        sealed = viewer not in (seat, REFEREE) and any(step.verb == "seal" for step in steps)
        return "bid ?; on ?; seal" if sealed else super().shown(steps, seat, viewer)

    def imagine(self, view: View, seat: Seat, chance: Chance) -> State:
        assert isinstance(view, AuctionView)
        deck = self._imagine_deck(view, chance)
        asked, bids = self._imagine_bids(view, seat, chance) if view.phase == BID else (list(view.asked), [])
        return State(
            rounds=view.rounds,
            bank=view.bank,
            coins=list(view.coins),
            deck=deck,
            prizes=[list(lots) for lots in view.prizes],
            aside=list(view.aside),
            phase=view.phase,
            round=view.round,
            asked=asked,
            peeker=view.peeker,
            peeked=0 if view.peeker is None else deck[0],
            bids=bids,
            last=view.last,
        )

    def _imagine_deck(self, view: AuctionView, chance: Chance) -> list[int]:
        opened = {*view.aside, *(lot for lots in view.prizes for lot in lots)}
        known = [] if view.lot is None else [view.lot]
        rest = [lot for lot in range(1, LOTS + 1) if lot not in opened and lot not in known]
        chance.shuffle(rest, "imagined lots")
        return known + rest

    def _imagine_bids(self, view: AuctionView, seat: Seat, chance: Chance) -> tuple[list[Seat], list[Bid | None]]:
        """Return who else has sealed is hidden too; but once the viewer has, somebody has not: the bids are not
        opened.
        """
        others = [other for other in SEATS if other != seat]
        chance.shuffle(others, "imagined order")
        in_already = others[: chance.below(3 if view.asked else 2, "imagined seals")]
        bids: list[Bid | None] = [self._imagine_bid(view, other, chance) for other in SEATS]
        return (
            [other for other in SEATS if other not in in_already and (other != seat or view.asked)],
            [view.bid if other == seat else bids[other] if other in in_already else None for other in SEATS],
        )

    def _imagine_bid(self, view: AuctionView, other: Seat, chance: Chance) -> Bid:
        amount = chance.below(min(MOST, view.coins[other]) + 1, "imagined bids")
        return Bid(amount, ("odd", "even")[chance.below(2, "imagined guesses")])

    # --- words and notation ---

    def describe(self, event: Event) -> Sentence:
        return words.describe(event)

    def label(self, step: Act) -> Sentence:
        return words.label(step)

    def prompt(self, view: View, seat: Seat) -> Sentence:
        assert isinstance(view, AuctionView)
        return words.prompt(view, seat)

    def explain(self, view: View, seat: Seat, step: Act) -> Sentence | None:
        assert isinstance(view, AuctionView)
        return words.explain(view, seat, step)

    def parse_step(self, text: str) -> Act:
        bid = BID_TEXT.fullmatch(text)
        step = Act("bid", int(bid[1])) if bid else STEPS.get(text)
        if step is None:
            template = N_("“{text}” is no step of the auction. Steps are: bid N, {steps}.")
            raise BadNotation(sentence(template, text=text[:40], steps=", ".join(STEPS)))
        return step

    def text(self, step: Act) -> str:
        return f"bid {step.amount}" if step.verb == "bid" else TEXTS[step.verb]

    # --- conservation ---

    def check(self, state: State) -> None:
        for law, holds in self._laws(state).items():
            if not holds:
                raise BadState(sentence(N_("The auction is impossible: {law}"), law=sentence(law)))

    def _laws(self, state: State) -> dict[str, bool]:
        lots = [*state.deck, *state.aside, *(lot for prize in state.prizes for lot in prize)]
        written = [bid for bid in state.bids if bid is not None]
        sealed = sum(1 for seat, bid in enumerate(state.bids) if bid and bid.on and seat not in state.asked)
        peeker = state.peeker
        return {
            N_("every lot from 1 to 9 is somewhere, once."): sorted(lots) == list(range(1, LOTS + 1)),
            N_("there are a hundred coins, none below zero."): sum(state.coins) + state.bank == COINS
            and min(*state.coins, state.bank) >= 0,
            N_("three seats take part."): len(state.coins) == len(state.prizes) == 3
            and sorted({*state.asked}) == state.asked
            and {*state.asked} <= {*SEATS},
            N_("bids are written while bids are asked for."): len(state.bids) == (3 if state.phase == BID else 0)
            and len(written) - sealed <= 1,
            N_("a seat bids what it has."): all(
                bid.amount <= coins for bid, coins in zip(state.bids, state.coins, strict=False) if bid
            ),
            N_("the peeker knows the lot on offer."): state.peeked == (0 if peeker is None else state.deck[0]),
            N_("somebody is asked until the end."): bool(state.asked) != (state.phase == OVER),
        }


class SecondPriceAuction(SealedAuction):
    """Version 2: the second highest bid is paid (A7)."""

    meta = auction(2)

    def _price(self, bids: Sequence[int]) -> int:
        return sorted(bids)[-2]
