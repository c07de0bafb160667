"""Ratings of players, and what each match did to them. All of it is derived and may be computed again."""

from django.conf import settings
from django.db import models

from games.core.models.match import Match
from games.ratings import numbers
from games.ratings.counting import Verdict


class Rating(models.Model):
    """A player's rating in a game, from `matches` that have counted; the newest of them ended at `changed`."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings", db_index=False)
    game = models.CharField(max_length=40)
    number = models.FloatField()
    deviation = models.FloatField()
    matches = models.PositiveIntegerField()
    changed = models.DateTimeField()

    class Meta:
        ordering = ["game", "-number"]
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_rating_a_game")]
        indexes = [
            models.Index(fields=["game", "-number"], name="rating_by_number"),
            models.Index(fields=["game", "deviation"], name="rating_by_deviation"),
            models.Index(fields=["game", "changed"], name="rating_by_change"),
        ]

    def __str__(self) -> str:
        return f"rating of user {self.user_id} in {self.game}"

    @property
    def value(self) -> numbers.Strength:
        """Number and deviation."""
        return numbers.Strength(self.number, self.deviation)


class RatingChange(models.Model):
    """What a rated match that is over did to the rating of one of its players: nothing unless the `verdict` is that
    it counts."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rating_changes", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes")
    verdict = models.CharField(max_length=10, choices=[(each.value, each.value) for each in Verdict])
    number_before = models.FloatField()
    deviation_before = models.FloatField()
    number = models.FloatField()
    deviation = models.FloatField()

    class Meta:
        ordering = ["match", "pk"]
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="one_rating_change_a_player")]

    def __str__(self) -> str:
        return f"rating change of user {self.user_id} by match {self.match_id}"

    @property
    def before(self) -> numbers.Strength:
        """The rating before the match."""
        return numbers.Strength(self.number_before, self.deviation_before)

    @property
    def after(self) -> numbers.Strength:
        """The rating after it."""
        return numbers.Strength(self.number, self.deviation)
