"""Constructions and words that no text of ours holds, each with what you write instead (docs/style.md)."""

from __future__ import annotations

import re

EVERYWHERE = {
    r"\bwhoever(?:'s|’s)?\b": "anyone who, the player who",
    r"\bwhatever\b": "everything that, any",
    r"\bwhichever\b": "the one that, any",
    r"\bwhomever\b": "anyone whom",
    r"\b(?:for|to|by|from|than|as) who (?:has|have|is|was|may|can|does|owes|[a-z]+ed)\b": "the player who",
    r"\blest\b": "so that … not, otherwise",
    r"\bbe it\b": "whether … or …, if only to",
    r"\bas (?:it|things) stands?\b": "now, or nothing",
    r"\b(?:is|are) to be (?:had|told)\b": "you can get …, tell …",
    r"\bnobody (?:is|are) who\b": "name the ones that are",
    r"\bof (?:which|whom)\b": "name the thing first",
    r"\bof (?:ours|yours|theirs|hers)\b": "our, your, their",
    r"\b(?:whence|wherefrom|thereof|therein|wherein|hereby|whereby)\b": "from which, of it, in it",
    r", but for\b": "except",
    r"\banew\b": "again",
    r"\bmeanwhile\b": "until then, in the meantime",
    r"\bat the latest\b": "by",
    r"\bthe clock stands\b": "the clock is paused",
    r"\bends? level\b|\bended level\b": "a draw, drawn",
}
"""Patterns, read without regard to case."""

OPENINGS = {
    r"^Who (?!can |are |is it|does |did |do |will |should |may )\w+ [^?]*[.;]$": "Players who …, if you …",
    r"^(?:Whose|Whom) [^?]*[.;]$": "name the person first",
    r"^What (?:is|are|has|was) [^?]*\b(?:of|by) [^?]*\.$": "name the thing first",
}
"""Patterns for a whole sentence."""

PLAYERS = {
    r"\b(EG|FG|FD)-N?\d": "the rule itself: its number says nothing to a player",
    r"\bmanage\.py\b|\bpython -m\b": "something that a player can do: players have no shell",
    r"\b[Aa] mail\b|\bmail address|\bby mail\b|\b(turn|which) mails\b": "email",
    r"\b(is|are|all) level\b": "a draw, drawn, or equal",
    r"\bcommitment": "seal",
    r"\blaid open\b": "revealed",
    r"\b(not|has|have) kept\b": "saved",
    r"\b(that|which|who) (is|are) there\b(?! to)": "ready-made, or what it is",
    r"\bmean it\b": "Please tick the box to confirm.",
    r"\bfogsite\b": "nothing: the site has its name from SITE_NAME",
    r"\bhouse opponents?\b": "computer opponent",
    r"\bwatchers?\b|\blookers?-on\b": "spectator",
    r"\bsecond factor\b": "two-factor authentication",
    r"\bsomebody who fits\b": "an opponent",
    r"\bdays? a move\b": "days per move",
}
"""Patterns for what players read, without regard to case."""

TRANSLATED = {
    "de": {
        r"(?<![-\w])Mails?\b": "E-Mail",
        r"\d Abstand\b": "Abstand 3: the number stands after its name",
        r"\bHausgegner": "Computergegner",
        r"\b[Aa]uf(zu)?heb|aufgehoben": "speichern",
    },
    "it": {
        r"(?<![-’\w])mail\b": "e-mail",
        r"(?<![\w({])[Ee]mail\b": "e-mail",
        r"\d distanza\b": "distanza 3: the number stands after its name",
        r"avversari\w* della casa": "avversario virtuale",
    },
}
"""Patterns for what a language says."""


def compiled(table: dict[str, str], flags: re.RegexFlag = re.IGNORECASE) -> list[tuple[re.Pattern[str], str]]:
    """Return the patterns of a table, ready to search with, and what to write instead."""
    return [(re.compile(pattern, flags), instead) for pattern, instead in table.items()]
