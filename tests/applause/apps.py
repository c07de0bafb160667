"""The feature as an app of its own: its models, migrations, templates and catalogues."""

from django.apps import AppConfig


class ApplauseConfig(AppConfig):
    name = "tests.applause"
