"""Matches, clocks, pages."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.boards import registry
        from games.notices import chat, invitations, offers, rematch, turns

        turns.register()
        invitations.register()
        chat.register()
        offers.register()
        rematch.register()
        registry.start()
