"""Everything the API takes and gives, as types: requests are decoded into them, the schema is made from them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from games.rules.game import OptionValue

Number = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
Text = Annotated[str, msgspec.Meta(max_length=2**17)]
When = Annotated[datetime, msgspec.Meta(tz=True)]
Kind = Literal["draw", "cancel", "undo", "pause", "time", "seat"]
Remedy = Literal["claim", "more", "cancel", "substitute", "house"]
Days = Literal[1, 2, 3, 5, 7, 14]
Options = dict[str, OptionValue]
Share = Annotated[int, msgspec.Meta(ge=0, le=100)]
Absence = Literal["loss", "choice"]
Status = Literal["open", "playing", "over", "void"]
Verdict = Literal[
    "counts",
    "unrated",
    "void",
    "substitute",
    "house",
    "guest",
    "struck",
    "unmoved",
    "program",
    "absence",
    "paired",
]


class Given(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is sent: keys that are not known are refused."""


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What is answered: keys may be added in time."""


class Error(Seen, frozen=True):
    """Why something was not done: `code` for programs, `message` in the reader's language, `extra` data that helps.

    Where a match has moved on (409), `extra.match` is the match as it now is.
    """

    code: str
    message: str
    extra: dict[str, Any]


# --- Myself ---------------------------------------------------------------------------------------------------------


class ReliabilitySeen(Seen, frozen=True):
    """Of the last 50 matches with people, not with guests, within 180 days, how many ended without somebody's absence.

    Of matches that ended by the same absence one counts, so that `kept` and `absences` make up all that count; `missed`
    are all that ended so. `percent` is rounded down, null for a player who has ended fewer than five matches.
    """

    percent: int | None
    kept: int
    absences: int
    missed: int


class VacationSeen(Seen, frozen=True):
    """A time in which a player's clocks stand."""

    begins: When
    ends: When


class Me(Seen, frozen=True):
    """Whose token this is, what it may do, how many matches wait, how reliable I am, and the vacations that last or are
    planned. `is_program` is what my account says of itself, for matches that begin from now on."""

    name: str
    language: str
    time_zone: str
    token: str
    scopes: list[str]
    waiting: int
    reliability: ReliabilitySeen
    vacations: list[VacationSeen]
    is_program: bool


class Turn(Seen, frozen=True):
    """A match that waits for me; `asked` says for what, `page` is its address for people."""

    match: str
    game: str
    title: str
    opponents: list[str]
    since: When
    deadline: When
    asked: str
    page: str


class Turns(Seen, frozen=True):
    """The matches that wait for me, most urgent first."""

    results: list[Turn]
    next: str | None


# --- Games ----------------------------------------------------------------------------------------------------------


class ChoiceSeen(Seen, frozen=True):
    """A value of an option."""

    value: OptionValue
    label: str


class OptionSeen(Seen, frozen=True):
    """A question settled before a match."""

    name: str
    title: str
    help: str
    choices: list[ChoiceSeen]
    default: OptionValue


class GameSeen(Seen, frozen=True):
    """A game that can be played here, in its newest version; `levels` are those of the computer, weakest first."""

    slug: str
    title: str
    version: int
    seats: list[str]
    options: list[OptionSeen]
    levels: list[ChoiceSeen]
    rules: str


class Games(Seen, frozen=True):
    """All games, and what an inviter may choose from of a clock: days a move, hours of a bank and of what a move adds
    to it, days that each player may use in all."""

    results: list[GameSeen]
    paces: list[int]
    banks: list[int]
    increments: list[int]
    totals: list[int]


# --- Matches --------------------------------------------------------------------------------------------------------


class ClockSeen(Seen, frozen=True):
    """What a match says of time: days for each move, or a bank of hours for all of them (`pace_days` is then 0), to
    which each move adds `increment_hours` up to `cap_hours`.

    `nights` and `weekends` say whether these are free, `vacations` whether a vacation stops the clock. `total_days` is
    what each player may use in all, everything counted; `absence` what happens when time is up: `loss`, or `choice` of
    the player who has stayed. By `last_moment` the match is over; null until it has begun. `sentence` says it in short,
    `details` at length, both in the reader's language.
    """

    pace_days: int
    bank_hours: int
    increment_hours: int
    cap_hours: int
    nights: bool
    weekends: bool
    vacations: bool
    total_days: int
    absence: Absence
    last_moment: When | None
    sentence: str
    details: list[str]


class MatchQuery(Given, frozen=True):
    """Which matches, and from where on: `cursor` comes from `next`."""

    status: Literal["playing", "over", "void"] | None = None
    cursor: str | None = None


class MatchRow(Seen, frozen=True):
    """A match in a list; `waiting` where it waits for me, `result` once it is over."""

    id: str
    game: str
    title: str
    version: int
    status: Status
    seat: int
    players: list[str]
    waiting: bool
    changed: When | None
    result: str
    page: str


class Matches(Seen, frozen=True):
    """My matches, newest first; `next` is the address of the rest, null at the end."""

    results: list[MatchRow]
    next: str | None


class TimeSeen(Seen, frozen=True):
    """What a player has left of time, in seconds, as far as I may know.

    `left` is what was left for the move at `counted_from`, from when on it is counted; by `last_moment` all time of the
    player is used up; these three are null where I know of no move that is owed. `stands_until` is when the clock runs
    again, null while it runs. `bank`, null without one, and `total` are what bank and all time held when the player was
    asked last, while that lasts and while the answer is secret.
    """

    left: float | None
    counted_from: When | None
    stands_until: When | None
    last_moment: When | None
    bank: float | None
    total: float


class SeatSeen(Seen, frozen=True):
    """Who sits where, whether the match waits for him as far as I may know, and until when.

    `is_program`: as the match began the player's account said that a program plays with it.
    `outcome` is empty until the match is over. `offer` is the kind of what the player offers, empty for nothing;
    `offer_days` for how many days, and `offer_seat` the seat for which it is, null where it is for all. `offer_number`
    is that of the newest offer of the seat: the same offered again has another.
    `vacations` are those that stop the player's clock here and are not over; `time` is what the player has left, null
    once the match is over.
    """

    number: int
    name: str
    is_me: bool
    is_bot: bool
    is_program: bool
    owes: bool
    deadline: When | None
    time: TimeSeen | None
    outcome: str
    score: int | None
    offer: str
    offer_days: int
    offer_seat: int | None
    offer_number: int
    vacations: list[VacationSeen]


class SubstituteSeen(Seen, frozen=True):
    """By entry `ply`, as I count, `name` took over the seat of `former`."""

    ply: int
    seat: int
    former: str
    name: str


class TimeUpSeen(Seen, frozen=True):
    """The time of `seat` is up, and the player who stayed may choose what happens, by `until`; without a choice that
    is a win.

    `choices` are what I may choose now, none if it is not for me to choose. The seat can still move until then.
    """

    seat: int
    until: When
    choices: list[Remedy]


class RatingSeen(Seen, frozen=True):
    """How strong somebody is held to be: a `number`, and the `deviation` by which it may be wrong; `settled` once that
    is small."""

    number: float
    deviation: float
    settled: bool


class RatingChangeSeen(Seen, frozen=True):
    """What a rated match has done to the rating of a seat's player; nothing unless the `verdict` is `counts`."""

    seat: int
    verdict: Verdict
    before: RatingSeen
    after: RatingSeen


class MatchSeen(Seen, frozen=True):
    """The match as I see it now.

    `to_act` are the seats that I may know to owe a move; `asked` says whether I owe one, `prompt` what is asked.
    Send `serial` back as `expected` with the answer. `stamp` changes whenever what I see changes. `view` is what my
    seat may know, in the form of its game; `plan` what I have composed and not submitted. `reason` says why a moderator
    ended the match, empty where none did. `may_take_back` says whether I may ask the others to take my last move back,
    `paused_until` when its clocks run again, null while they do.
    `substitutes` are those who took over seats; until `open_until` somebody is sought for one. `time_up` is null unless
    a player's time is up and the other one may choose. `ratings` is empty before a rated match is over.
    `spoils_rating`: the match is rated, and a move that I send with a token has it count for nobody, unless I lose it,
    since my account did not say as it began that a program plays with it. `twin` is the other match of its pair, null
    for a match by itself.
    """

    id: str
    game: str
    version: int
    title: str
    options: dict[str, OptionValue]
    status: Status
    rated: bool
    spoils_rating: bool
    private: bool
    watchable: bool
    pace_days: int
    clock: ClockSeen
    seat: int
    seats: list[SeatSeen]
    asked: bool
    to_act: list[int]
    prompt: str
    serial: int
    plan: str
    time_up: TimeUpSeen | None
    unread: int
    substitutes: list[SubstituteSeen]
    open_until: When | None
    view: Any
    result: str
    reason: str
    may_take_back: bool
    paused_until: When | None
    ratings: list[RatingChangeSeen]
    twin: str | None
    stamp: str
    commitment: str
    started: When
    ended: When | None
    page: str


class LogQuery(Given, frozen=True):
    """After which entry to begin: the `ply` of the last one that is known, -1 for all."""

    after: Annotated[int, msgspec.Meta(ge=-1, le=2**31 - 1)] = -1


class Line(Seen, frozen=True):
    """An entry of the log: what was done as text and in words, and what happened as data, all as far as I may know.

    `seat` is null for what the house did. A `?` in the text stands for what is hidden from me. `reason` says why a
    moderator made it, empty otherwise; `by_program` whether it is a move that was sent with a token, or
    plays a plan last kept with one.
    """

    ply: int
    seat: int | None
    text: str
    sentences: list[str]
    events: list[Any]
    at: When
    reason: str
    by_program: bool


class Log(Seen, frozen=True):
    """Entries, oldest first; `next` is the address of the following ones, null at the end."""

    results: list[Line]
    next: str | None


class StepsQuery(Given, frozen=True):
    """The steps composed so far, as in a move: `place HI4a@2; place MI3b@1`."""

    plan: Text = ""


class Step(Seen, frozen=True):
    """A step I may take: `move` is the plan with it. Nothing can follow a step that `ends` the move."""

    text: str
    label: str
    move: str
    ends: bool


class Steps(Seen, frozen=True):
    """What may follow a plan: every step, what the plan leads to, and whether it is a `complete` move already."""

    serial: int
    plan: str
    complete: bool
    prompt: str
    steps: list[Step]
    view: Any


class PlanGiven(Given, frozen=True):
    """All steps of the plan, empty to drop it; `expected` is the serial it was composed for."""

    plan: Text
    expected: Number


class PlanSeen(Seen, frozen=True):
    """What I have composed; `dropped` where a plan was dropped because something else is now asked."""

    plan: str
    serial: int
    dropped: bool


class MoveGiven(Given, frozen=True):
    """A whole move; `expected` is the serial of the question it answers."""

    move: Text
    expected: Number


class Submitted(Seen, frozen=True):
    """The entry the move became; `repeated` where the same move had been made before for the same question."""

    ply: int
    repeated: bool
    match: MatchSeen


class OfferGiven(Given, frozen=True):
    """What to offer the others: a draw, to cancel the match, to `undo` my last move, a `pause` of so many `days`, or
    more `time` for my move; `agree` where it is what one of them offers, or asks, with the same days. Without `agree`,
    what another already offers is refused, and not agreed to. With the `number` (`offer_number`) of what I have seen,
    nothing newer is agreed to."""

    kind: Kind
    days: Number = 0
    agree: bool = False
    number: Number | None = None


class DeclineGiven(Given, frozen=True):
    """What to decline of what the others offer: all of it, or a `kind` alone. With the `number` (`offer_number`) of
    what I have seen, nothing newer is declined."""

    kind: Kind | None = None
    number: Number | None = None


class RemedyGiven(Given, frozen=True):
    """What is to happen now that the other player's time is up; `time_up.choices` of the match says what can."""

    choice: Remedy


class CursorQuery(Given, frozen=True):
    """From where on: `cursor` comes from `next`."""

    cursor: str | None = None


class PlayerQuery(Given, frozen=True):
    """The player asked about: the name of a `player`, or me without one."""

    player: Annotated[str, msgspec.Meta(max_length=150)] = ""
