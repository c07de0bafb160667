"""The project as an app, so that its static files and commands are found."""

from django.apps import AppConfig


class FogsiteConfig(AppConfig):
    name = "fogsite"

    def ready(self) -> None:
        from fogsite import checks  # noqa: F401  registers them
