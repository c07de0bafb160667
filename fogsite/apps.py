"""The project as an app, so that its static files and commands are found."""

from django.apps import AppConfig


class FogsiteConfig(AppConfig):
    name = "fogsite"
