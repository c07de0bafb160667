"""The lessons of Field of Glory."""

from games.boards.field_of_glory.lessons.first import FIRST

LESSONS = (FIRST,)
