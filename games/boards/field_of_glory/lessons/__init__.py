"""The lessons of Field of Glory."""

from games.boards.field_of_glory.lessons.first import FIRST
from games.boards.field_of_glory.lessons.flank import SECOND

LESSONS = (FIRST, SECOND)
