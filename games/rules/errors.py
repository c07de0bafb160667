"""What the rules refuse, each with a stable code and a sentence that says what is possible."""

from __future__ import annotations

from games.rules.sentence import Sentence


class RulesError(Exception):
    """A refusal: `code` for programs, `sentence` for people, `status` for both, as HTTP counts it."""

    code = "rules"
    status = 422

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return str(self.sentence)


class UnknownGame(RulesError):
    """No such game, or no such version of it."""

    code = "unknown_game"


class BadOption(RulesError):
    """An option that the game does not have, or a value it does not take."""

    code = "bad_option"


class BadNotation(RulesError):
    """A text that is no step of the game."""

    code = "bad_notation"


class BadState(RulesError):
    """A state or record file that cannot be read."""

    code = "bad_state"


class Unplayable(BadState):
    """A sound state that needs something no longer offered here; it can be played on once that is put back."""

    code = "unplayable"
    status = 503


class NotYourTurn(RulesError):
    """The seat owes no move."""

    code = "not_your_turn"
    status = 409


class IllegalStep(RulesError):
    """A step that the rules do not allow here; `index` is its place in the move, from 0."""

    code = "illegal_step"

    def __init__(self, sentence: Sentence, index: int = 0) -> None:
        super().__init__(sentence)
        self.index = index


class GameOver(RulesError):
    """The match has ended."""

    code = "game_over"
    status = 409


class ReplayMismatch(RulesError):
    """A log that does not replay: `ply` of the first fault and its `kind`.

    Kinds: format, commitment, order, time, seat, text, draw, digest, result; and snapshot in a database.
    """

    code = "replay_mismatch"

    def __init__(self, sentence: Sentence, ply: int, kind: str) -> None:
        super().__init__(sentence)
        self.ply = ply
        self.kind = kind
