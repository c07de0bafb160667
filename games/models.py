"""Where Django finds the models of the core and of the features that have no app of their own.

Import a model from where it is defined, not from here.
"""

import games.core.models
import games.deeds.models
import games.favourites.models
import games.lobby.models
import games.ratings.models
import games.reports.models
import games.seeks.models  # noqa: F401
