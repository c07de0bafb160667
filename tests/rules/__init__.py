"""Tests of the rules.

`UNOFFERED` are the games that have rules but no board yet, so that the site does not offer them.
"""

UNOFFERED = {("field-of-glory", 1): "games.rules.field_of_glory.game.FieldOfGlory"}
