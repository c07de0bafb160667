"""Matches, clocks, pages."""

import sys

from django.apps import AppConfig
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = gettext_lazy("Games")

    def ready(self) -> None:
        from accounts.channels.push import badge
        from games import features
        from games.boards import registry
        from games.core.notices import rulings, subjects as subjects_of_notices, time_up, turns
        from games.core.pages import lists

        badge.count_by(lists.matches_waiting)
        turns.register()
        time_up.register()
        rulings.register()
        subjects_of_notices.register()
        registry.load_games()
        try:
            features.load()
        except ImproperlyConfigured as fault:  # every program then ends with this sentence alone
            sys.exit(str(fault))
