"""What the site says of the auction."""

from games.boards.about import About
from games.rules.sentence import N_

ABOUT = About(lead=N_("Three bid for lots whose worth nobody knows."))
