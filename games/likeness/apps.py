"""The feature as an app of its own: its models, migrations, templates and catalogues."""

from django.apps import AppConfig


class LikenessConfig(AppConfig):
    name = "games.likeness"
