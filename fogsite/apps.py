"""The project as an app, so that its static files and commands are found."""

from django.apps import AppConfig
from django.contrib.admin import apps


class FogsiteConfig(AppConfig):
    name = "fogsite"

    def ready(self) -> None:
        from fogsite import checks  # noqa: F401  registers them


class AdminConfig(apps.AdminConfig):
    """Django's admin, with our own site in place of its default."""

    default_site = "fogsite.admin.AdminSite"
