"""Matches, clocks, pages."""

import sys

from django.apps import AppConfig
from django.core.exceptions import ImproperlyConfigured


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import guests
        from accounts.channels.push import badge
        from games import features
        from games.boards import registry
        from games.chat import notices as chat
        from games.deeds import services as awards
        from games.lobby import notices as invitations
        from games.notices import subjects as subjects_of_notices
        from games.notices import time_up, turns
        from games.offers import notices as offers
        from games.pages import lists
        from games.rematch import notices as rematch
        from games.reports import notices as reports
        from games.seats import notices as substitutes
        from games.vacations import notices as vacations

        guests.kept.connect(awards.look_anew_at)
        badge.count_by(lists.matches_waiting)
        turns.register()
        invitations.register()
        chat.register()
        offers.register()
        rematch.register()
        time_up.register()
        vacations.register()
        substitutes.register()
        reports.register()
        subjects_of_notices.register()
        registry.load_games()
        try:
            features.load()
        except ImproperlyConfigured as fault:  # every program then ends with this sentence alone
            sys.exit(str(fault))
