"""The feature as an app of its own: its templates and catalogues."""

from django.apps import AppConfig


class LessonsConfig(AppConfig):
    name = "games.lessons"
