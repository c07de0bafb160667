"""Figures about everything there is, which take long to count. Features say what is counted: `Counted`."""

from django.db import models


class Figure(models.Model):
    """What a sweep has counted of many rows, for pages to show: `value`, empty until it is counted for the first time.

    `counted` is when that began and `took` how many seconds it took.
    """

    key = models.CharField(max_length=100, unique=True)
    value = models.JSONField(null=True)
    counted = models.DateTimeField()
    took = models.FloatField(default=0)

    def __str__(self) -> str:
        return f"figure {self.key}"
