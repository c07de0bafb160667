"""What the site says of Fantasy Dice Battles."""

from games.boards.about import About, Box
from games.boards.fantasy_dice_battles import army_plan, board, email_board, reference
from games.boards.fantasy_dice_battles.armies import ARMIES, preset
from games.boards.fantasy_dice_battles.deeds import DEEDS
from games.boards.fantasy_dice_battles.examples import examples
from games.boards.fantasy_dice_battles.key_moments import key_moments
from games.boards.fantasy_dice_battles.lessons import LESSONS
from games.boards.fantasy_dice_battles.miniature import miniature
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.boards.fantasy_dice_battles.preview import preview
from games.boards.fantasy_dice_battles.state_of_play import state_of_play
from games.boards.fantasy_dice_battles.things import things
from games.core.clock.terms import Chosen
from games.core.reading.bot_profiles import BotProfile
from games.rules.fantasy_dice_battles import events
from games.rules.sentence import N_
from games.saved.services import Saved

ABOUT = About(
    lead=N_(
        "Two fantasy armies face each other, each with three battalions. You both give your orders in "
        "secret, and then the dice fly. Once a player has lost two of their three heroes, the side with "
        "more heroes standing wins."
    ),
    box=Box(N_("about 10 rounds"), 2),
    sections={
        "units": N_("The units"),
        "battalions": N_("Battalions and units"),
        "choosing": N_("Choosing an army"),
        "orders": N_("Orders"),
        "round": N_("A round, step by step"),
        "dice": N_("What the dice hit"),
        "wounds": N_("Wounds, flight and fallen heroes"),
        "regrouping": N_("Regrouping"),
        "end": N_("The end"),
        "undo": N_("Taking a move back"),
        "powers": N_("The powers"),
    },
    tips=(
        N_(
            "Each card in your hand shows what it would do at each battalion. First give a card to the battalion where "
            "the fewest of your cards work, and then to the others."
        ),
        N_(
            "Keep units of one kind together. With two of them in a battalion, their card rolls one more die, and"
            " it still works there if one falls."
        ),
        N_(
            "Send reinforcements every round. Fill the front row first, and begin with the battalion where dice could "
            "reach your hero. Armour and high morale belong in front."
        ),
        N_(
            "Play a regrouping order in almost every round. At best, it brings back the unit that’s next to be "
            "lost. At worst, you get rid of a useless card and draw a new one."
        ),
        N_(
            "Aim for two heroes, not for many units. Send your best attack against a battalion with gaps in "
            "front: if its hero falls, all of its units flee."
        ),
    ),
    bot=BotProfile("Magus.Alearius", 100),
    examples=examples,
    drawing=board.drawing,
    players=("Ann", "Ben"),
    reference=reference.tables,
    board=board.board,
    things=things,
    key_moments=key_moments,
    deeds=DEEDS,
    lessons=LESSONS,
    side=preset,
    armies=ARMIES,
    email=email_board.position,
    miniature=miniature,
    preview=preview,
    state_of_play=state_of_play,
    composes={"army": army_plan.plan_of},
    saved=(
        Saved("armies", N_("armies: the armies you’ve saved."), SavedArmy, ("data_set", "name", "text", "changed")),
    ),
    sounds={events.Rolled: "dice"},
    clock=Chosen(weekends=True),
    demo=6,
)
