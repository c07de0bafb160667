"""What the site says of En Garde."""

from games.boards.about import About, Box
from games.boards.en_garde import board, email_board
from games.boards.en_garde.deeds import DEEDS
from games.boards.en_garde.examples import examples
from games.boards.en_garde.key_moments import key_moments
from games.boards.en_garde.lessons import LESSONS
from games.boards.en_garde.miniature import miniature
from games.boards.en_garde.preview import preview
from games.boards.en_garde.things import things
from games.core.reading.bot_profiles import BotProfile
from games.rules.en_garde import events
from games.rules.sentence import N_

ABOUT = About(
    lead=N_(
        "Two fencers face each other on a piste, a strip of 23 spaces. You play cards to move and to "
        "strike. The first to win five rounds, or the number you agreed on, wins the match."
    ),
    box=Box(
        N_("5 rounds to win, about 40 moves each; your first match is 1 round of the standard game"),
        0,
        "Reiner Knizia",
    ),
    sections={
        "begin": N_("Start of a round"),
        "turn": N_("Your turn"),
        "defence": N_("Defence"),
        "end": N_("End of a round"),
        "undo": N_("Taking a move back"),
    },
    tips=(
        N_(
            "Before you move, ask yourself what your opponent could do at the new distance. At 6 or more, nobody "
            "can attack directly. In the advanced game, an attack after an advance can cover up to 10 spaces."
        ),
        N_(
            "Attack with two cards rather than one: your opponent is less likely to have two. But after a parry it’s "
            "their turn, and you no longer have those cards to parry with."
        ),
        N_(
            "Nobody can parry three cards of one value, because only two others are left. An attack with three always "
            "hits, unless it follows an advance and your opponent can retreat."
        ),
        N_(
            "Use the card counter beside the board. If you hold two 4s and two have been played, only one is left. "
            "So nobody can parry your two 4s."
        ),
        N_(
            "Think ahead to the last card. When few cards are left to draw, save those that match the distance, "
            "and try to be further forward than your opponent: that decides ties."
        ),
    ),
    bot=BotProfile(
        "Maestro.Belcolpo",
        100,
        {"variant": "standard", "starter": "left", "rounds": 1},
        {"rounds": 2},
        {"advanced": {"variant": "advanced"}},
    ),
    examples=examples,
    players=("Ann", "Ben"),
    drawing=board.drawing,
    board=board.board,
    things=things,
    key_moments=key_moments,
    deeds=DEEDS,
    lessons=LESSONS,
    email=email_board.position,
    miniature=miniature,
    preview=preview,
    turns=True,
    state_of_play=board.state_of_play,
    demo=8,
    first_try=True,
    sounds={events.Attacked: "hit", events.Parried: "hit"},
)
