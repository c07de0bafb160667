"""What players offer each other, in words: one place for pages, mails and programs."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from games.core.models import Seat
from games.core.models.seat import Offered
from games.core.reading.voice import SiteVoice
from games.rules.sentence import N_, Param, Sentence, sentence

Say = Callable[[Offered, Mapping[str, Param]], Sentence]
"""Makes a sentence of what is offered; which of {name}, {game} and {names} it holds is said with the words."""


def always(template: str) -> Say:
    """Return the same sentence for any number of days."""
    return lambda _offered, given: sentence(template, **given)


def by_days(one: str, many: str) -> Say:
    """Return a sentence that names the days as {count}; the catalogue collects both templates from the call."""
    return lambda offered, given: Sentence(one, dict(given), many, offered.days)


UNSAID = always("")


@dataclass(frozen=True)
class Words:
    """The words for one kind of offer.

    `title` is what a list of what can be offered calls it, `question` the heading of the page about it, with the {game}
    and the {names} of the others, and `means` what happens once all agree; `rule` is where the rules of the game say
    more. `mine` and `theirs`, with the {name} of the one who offers, say that it stands, `i_agree` and `agrees` that
    one says yes to what another asks for himself; `subject` tells it in a mail, with {name} and {game}. `until` says
    until when nothing changes, `stands` for how long the offer does, to the one who made it. `confirm` is the tick that
    agreeing needs, empty where it ends nothing; `button` makes the offer, the title where it is empty, and `told` says
    that it is made. `agreed`
    tells in a mail that the one with the {name} was the last to agree, and `done` says so to him; both are empty where
    the match itself says it.
    """

    title: str
    question: Say
    means: Say
    mine: Say
    theirs: Say
    subject: Say
    i_agree: Say = UNSAID
    agrees: Say = UNSAID
    until: str = N_("The match goes on until you agree.")
    stands: str = N_("This is your offer. It stays open until you withdraw it, even after moves.")
    confirm: str = ""
    button: str = ""
    told: str = N_("Your offer stays open until you withdraw it.")
    agreed: Say = UNSAID
    done: str = ""
    rule: str = ""


WORDS: dict[str, Words] = {
    Seat.Offer.DRAW: Words(
        title=N_("Offer a draw"),
        question=always(N_("End your match of {game} with {names} in a draw?")),
        means=always(N_("The match ends immediately and nobody wins. Everyone has to agree, and it can’t be undone.")),
        mine=always(N_("You’ve offered a draw.")),
        theirs=always(N_("{name} has offered a draw.")),
        subject=always(N_("{name} has offered a draw in {game}")),
        confirm=N_("Yes, end the match in a draw."),
    ),
    Seat.Offer.CANCEL: Words(
        title=N_("Offer to cancel the match"),
        question=always(N_("Cancel your match of {game} with {names}?")),
        means=always(
            N_("The match is cancelled immediately and doesn’t count. Everyone has to agree, and it can’t be undone.")
        ),
        mine=always(N_("You’ve offered to cancel the match.")),
        theirs=always(N_("{name} has offered to cancel the match.")),
        subject=always(N_("{name} has offered to cancel {game}")),
        confirm=N_("Yes, cancel the match."),
    ),
    Seat.Offer.UNDO: Words(
        title=N_("Take back my last move"),
        question=always(N_("Take back the last move in {game} with {names}?")),
        means=always(
            N_(
                "If everyone agrees, the match goes back to before that move. You can take back a move "
                "only if nobody has answered it, and only if it didn’t draw or reveal anything. The next "
                "move ends the offer."
            )
        ),
        rule="undo",
        mine=always(N_("You’ve asked for a takeback.")),
        theirs=always(N_("{name} has asked for a takeback.")),
        i_agree=always(N_("You’ve agreed to the takeback.")),
        agrees=always(N_("{name} has agreed to the takeback.")),
        subject=always(N_("{name} has asked for a takeback in {game}")),
        until=N_("The next move ends the offer."),
        stands=N_("You’ve agreed to this. Your answer is valid until someone moves or you withdraw it."),
        button=N_("Ask for a takeback"),
        told=N_("You’ve made your request. The next move ends it."),
        done=N_("The move has been taken back."),
    ),
    Seat.Offer.PAUSE: Words(
        title=N_("Offer a pause"),
        question=always(N_("Pause your match of {game} with {names}?")),
        means=always(
            N_(
                "Once everyone agrees, all clocks are paused for the number of days offered. You can still "
                "move. The time for the whole match keeps running, so its final deadline doesn’t change."
            )
        ),
        mine=by_days("You’ve offered a pause of {count} day.", "You’ve offered a pause of {count} days."),
        theirs=by_days("{name} has offered a pause of {count} day.", "{name} has offered a pause of {count} days."),
        subject=by_days(
            "{name} has offered a pause of {count} day in {game}",
            "{name} has offered a pause of {count} days in {game}",
        ),
        until=N_("The clocks keep running until you agree."),
        agreed=by_days(
            "{name} has agreed: {game} pauses for {count} day", "{name} has agreed: {game} pauses for {count} days"
        ),
        done=N_("Agreed: the clocks are paused."),
    ),
    Seat.Offer.TIME: Words(
        title=N_("Ask for more time"),
        question=always(N_("Add more time in {game} with {names}?")),
        means=always(
            N_(
                "Once everyone agrees, the player who asked gets the extra days for the current move. They "
                "come out of the time for the whole match, so its final deadline doesn’t change."
            )
        ),
        mine=by_days("You’ve asked for {count} more day.", "You’ve asked for {count} more days."),
        theirs=by_days("{name} has asked for {count} more day.", "{name} has asked for {count} more days."),
        subject=by_days(
            "{name} has asked for {count} more day in {game}", "{name} has asked for {count} more days in {game}"
        ),
        i_agree=always(N_("You’ve agreed to more time.")),
        agrees=always(N_("{name} has agreed to more time.")),
        until=N_("The clock keeps running until you agree."),
        stands=N_("You’ve asked for this. Your request stays open until the move is made or you withdraw it."),
        told=N_("You’ve made your request. It stays open until the move is made."),
        agreed=by_days(
            "{name} has agreed to {count} more day in {game}", "{name} has agreed to {count} more days in {game}"
        ),
        done=N_("Agreed: more time has been added."),
    ),
    Seat.Offer.SEAT: Words(
        title=N_("Find a replacement"),
        question=always(N_("Find a replacement in {game} with {names}?")),
        means=always(
            N_(
                "Once everyone agrees, the seat of the player who asked is listed among the invitations "
                "for three days. That player keeps playing until someone takes over. After that, the match "
                "is no longer rated, and the former player can’t return."
            )
        ),
        mine=always(N_("You’ve asked for a replacement.")),
        theirs=always(N_("{name} has asked for a replacement.")),
        subject=always(N_("{name} has asked for a replacement in {game}")),
        i_agree=always(N_("You’ve agreed to a replacement.")),
        agrees=always(N_("{name} has agreed to a replacement.")),
        button=N_("Ask for a replacement"),
        agreed=always(N_("{name} has agreed to a replacement in {game}")),
        done=N_("Agreed: for the next three days, we’ll look for a replacement."),
    ),
}
"""By kind, every one that can be offered."""


def offer_in_words(seat: Seat, mine: bool, voice: SiteVoice) -> str:
    """Return what a seat offers, to the reader whose own it is or to others. The seat must come with its user."""
    words = WORDS[seat.offer]
    mine_or_theirs = (words.i_agree, words.agrees) if seat.agrees else (words.mine, words.theirs)
    say = mine_or_theirs[0 if mine else 1]
    return say(seat.offered, {"name": seat.user.username}).said(voice)


def subject(seat: Seat, game: str, voice: SiteVoice) -> str:
    """Return the same as a mail about a match of a game tells it to others."""
    return WORDS[seat.offer].subject(seat.offered, {"name": seat.user.username, "game": game}).said(voice)


def agreement_in_words(offered: Offered, name: str, game: str, voice: SiteVoice) -> str:
    """Return what a mail says of an offer to which the last who was asked, of this name, has agreed."""
    return WORDS[offered.kind].agreed(offered, {"name": name, "game": game}).said(voice)


def asking(seats: Iterable[Seat], kind: str) -> list[Seat]:
    """Return the seats that offer something of a kind, and do not only agree to it."""
    return [seat for seat in seats if seat.offer == kind and not seat.agrees]
