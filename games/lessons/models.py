"""How far users have come in lessons."""

from django.conf import settings
from django.db import models


class Reached(models.Model):
    """The scene of a lesson at which a user is. `lesson` is the game and the lesson's key, as in its addresses."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lessons_reached", db_index=False
    )
    lesson = models.CharField(max_length=100)
    scene = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "lesson"], name="one_scene_a_lesson")]

    def __str__(self) -> str:
        return f"scene {self.scene} of {self.lesson}, user {self.user_id}"
