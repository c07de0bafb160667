"""Matches, clocks, pages."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import lobby_notices, notices, talk_notices

        notices.register()
        lobby_notices.register()
        talk_notices.register()
