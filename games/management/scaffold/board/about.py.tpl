"""What the site says of Last Stone."""

from __future__ import annotations

from games.boards.about import About
from games.rules.sentence import N_
from games.core.reading.bot_profiles import BotProfile

ABOUT = About(
    lead=N_("Two players take one to three stones at a time from a heap. The player who takes the last one wins."),
    sections={"begin": N_("The heap"), "turn": N_("Your turn"), "end": N_("The end")},
    bot=BotProfile("Last.Stone.Bot", 100, {"stones": 20}),
)
