"""The lessons of Fantasy Dice Battles."""

from games.boards.fantasy_dice_battles.lessons.first import FIRST
from games.boards.fantasy_dice_battles.lessons.own import OWN

LESSONS = (FIRST, OWN)
