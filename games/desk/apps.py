"""The feature as an app of its own: its models, migrations, templates and catalogues."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class DeskConfig(AppConfig):
    name = "games.desk"
    verbose_name = gettext_lazy("Moderators’ desk")
