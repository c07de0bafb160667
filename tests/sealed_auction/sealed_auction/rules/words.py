"""What the sealed auction says."""

from __future__ import annotations

from games.rules.game import Event, Seat
from games.rules.sentence import N_, Sentence, Who, counted, sentence
from sealed_auction.rules.state import (
    BID,
    CONSOLE,
    MOST,
    PEEK,
    Act,
    AuctionView,
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
    RoundOpened,
    SetAside,
    Taken,
)

LABELS = {
    "peek": N_("Look at the lot"),
    "pass": N_("Do not look"),
    "odd": N_("Guess an odd die"),
    "even": N_("Guess an even die"),
    "seal": N_("Seal the bid"),
    "take": N_("Take one coin"),
    "roll": N_("Roll for coins"),
}


def label(step: Act) -> Sentence:
    """Return a step as its button says it."""
    if step.verb == "bid":
        return counted(N_("Bid {count} coin"), N_("Bid {count} coins"), step.amount)
    return sentence(LABELS[step.verb])


def prompt(view: AuctionView, seat: Seat) -> Sentence:
    """Return what the seat is asked."""
    if view.phase == PEEK:
        return sentence(N_("Look at the lot, or leave it face down."))
    if view.phase == CONSOLE:
        return sentence(N_("Take one coin, or roll for up to three."))
    if view.bid is None:
        return counted(
            N_("Bid up to {count} coin for the lot."),
            N_("Bid up to {count} coins for the lot."),
            min(MOST, view.coins[seat]),
        )
    return sentence(N_("Seal your bid.") if view.bid.on else N_("Guess whether the die will be odd or even."))


def explain(view: AuctionView, seat: Seat, step: Act) -> Sentence | None:
    """Return the rule that forbids a step."""
    match step.verb:
        case "peek" | "pass" if view.phase != PEEK:
            return sentence(N_("only the opener may look, before the bids (A2)."))
        case "take" | "roll" if view.phase != CONSOLE:
            return sentence(N_("coins are handed out after the bids are opened (A10)."))
        case "bid" | "odd" | "even" | "seal" if view.phase != BID:
            return sentence(N_("no bids are taken now (A3)."))
        case "bid" if view.bid is None:
            most = min(MOST, view.coins[seat])
            return counted(
                N_("you can bid {count} coin at most (A3)."), N_("you can bid {count} coins at most (A3)."), most
            )
        case "bid" | "odd" | "even" | "seal":
            return sentence(N_("a bid is an amount, then a guess, then the seal (A3)."))
    return None


def describe(event: Event) -> Sentence:
    """Return an event in words."""
    match event:
        case RoundOpened(number, opener):
            return sentence(
                N_("Round {round}: a lot is on offer; {who} may look at it."), round=number, who=Who(opener)
            )
        case Peeked(seat, lot):
            template = N_("{who} looks at the lot: it is worth {lot}.") if lot else N_("{who} looks at the lot.")
            return sentence(template, who=Who(seat), lot=lot)
        case Passed(seat):
            return sentence(N_("{who} does not look at the lot."), who=Who(seat))
        case BidNamed(seat, amount):
            return counted(N_("{who} bids {count} coin."), N_("{who} bids {count} coins."), amount, who=Who(seat))
        case GuessNamed(seat, on):
            return sentence(N_("{who} guesses {on}."), who=Who(seat), on=on)
        case BidSealed(seat):
            return sentence(N_("{who} seals the bid."), who=Who(seat))
    return _describe_opening(event)


def _describe_opening(event: Event) -> Sentence:
    match event:
        case BidsOpened(bids, guesses):
            parts = tuple(_said_bid(*bid) for bid in zip(range(len(bids)), bids, guesses, strict=True))
            return sentence(N_("The bids are opened: {bids}."), bids=parts)
        case DieCast(die):
            return sentence(N_("The die shows {die}."), die=die)
        case Taken(seat, lot, price):
            template = N_("{who} takes the lot of {lot} for {price}.")
            return sentence(template, who=Who(seat), lot=lot, price=price)
        case SetAside(lot):
            return sentence(N_("No bid is highest: the lot of {lot} is set aside."), lot=lot)
        case GuessedRight(seat):
            return sentence(N_("{who} guessed the die and gets a coin."), who=Who(seat))
        case CoinTaken(seat):
            return sentence(N_("{who} takes a coin."), who=Who(seat))
        case Gambled(seat, die, coins):
            one, many = N_("{who} rolls {die} and gets {count} coin."), N_("{who} rolls {die} and gets {count} coins.")
            return counted(one, many, coins, who=Who(seat), die=die)
        case Finished(scores):
            return sentence(N_("The auction ends {scores}."), scores=":".join(str(score) for score in scores))
    raise TypeError(f"the auction knows no {event!r}")


def _said_bid(seat: Seat, amount: int, on: str) -> Sentence:
    return sentence(N_("{who} {amount} on {on}"), who=Who(seat), amount=amount, on=on)
