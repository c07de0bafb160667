"""The lessons of En Garde."""

from games.boards.en_garde.lessons.advanced import ADVANCED
from games.boards.en_garde.lessons.first import FIRST

LESSONS = (FIRST, ADVANCED)
