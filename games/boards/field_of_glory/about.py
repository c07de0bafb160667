"""What the site says of Field of Glory."""

from games.boards.about import About, Box
from games.boards.field_of_glory import board, email_board, reference
from games.boards.field_of_glory.armies import ARMIES
from games.boards.field_of_glory.deeds import DEEDS
from games.boards.field_of_glory.examples import examples
from games.boards.field_of_glory.facts import closing_facts, state_of_play
from games.boards.field_of_glory.key_moments import key_moments
from games.boards.field_of_glory.lessons import LESSONS
from games.boards.field_of_glory.miniature import miniature
from games.boards.field_of_glory.preview import preview
from games.boards.field_of_glory.things import things
from games.core.clock.terms import Chosen
from games.core.reading.bot_profiles import BotProfile
from games.rules.field_of_glory import events
from games.rules.sentence import N_

ABOUT = About(
    lead=N_(
        "Two ancient armies meet on a battlefield of five columns. You win if you control three of them, "
        "or if you’re ahead when both armies are spent."
    ),
    box=Box(N_("a draft, then about 7 turns each"), 1, "Martin Wallace"),
    sections={
        "cards": N_("The cards"),
        "field": N_("The battlefield and the armies"),
        "turn": N_("A turn in five phases"),
        "placing": N_("Placing units"),
        "fighting": N_("Fighting"),
        "end": N_("The end"),
        "undo": N_("Taking a move back"),
    },
    tips=(
        N_(
            "In the draft, take Commanders first: no other card has 5 command points. Then mix: strong units to "
            "fight, cheap ones for empty columns, and cards with 3 or 4 points to pay with."
        ),
        N_(
            "Keep expensive units off the flanks. Elephants, Pikes and Spears cost 3 more there, but Cavalry and light "
            "units cost nothing extra."
        ),
        N_(
            "Before you attack, expect the worst: a defender’s bonus card can add as much as 5. If you’re 6 ahead"
            " with your own, no card can save the defender, and more would be wasted."
        ),
        N_(
            "Before you end your turn, count the columns your opponent controls. If there are three, win or tie a"
            " fight in one of them. Placing units isn’t enough, because the Victory check comes first."
        ),
        N_(
            "Save a good card to defend with during your opponent’s turn. If you’re about to lose a fight, "
            "withdraw units that cost less than the attacking lead. They give no victory points, and if all of "
            "them withdraw, the attacker’s bonus card is wasted."
        ),
    ),
    bot=BotProfile("Centurio.Bellicosus", 100, {"first_player": "red"}),
    examples=examples,
    drawing=board.drawing,
    board=board.board,
    things=things,
    key_moments=key_moments,
    deeds=DEEDS,
    lessons=LESSONS,
    armies=ARMIES,
    facts=closing_facts,
    state_of_play=state_of_play,
    email=email_board.position,
    miniature=miniature,
    preview=preview,
    players=(N_("Red"), N_("Blue")),
    reference=reference.tables,
    sounds={events.Fought: "hit"},
    clock=Chosen(weekends=True),
    demo=14,
)
