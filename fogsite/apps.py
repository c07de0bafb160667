"""The project as an app, so that its static files and commands are found."""

import logging

from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin import apps

logger = logging.getLogger(__name__)


class FogsiteConfig(AppConfig):
    name = "fogsite"

    def ready(self) -> None:
        from fogsite import checks, env, outside  # noqa: F401  registers them
        from fogsite.metrics import tasks  # noqa: F401  hears of them

        if settings.SENTRY_DSN and not env.is_dsn(settings.SENTRY_DSN):
            logger.warning("%s Until then errors stand in this log alone.", outside.NO_DSN)
        if settings.METRICS_FAULT:
            logger.warning(settings.METRICS_FAULT)


class AdminConfig(apps.AdminConfig):
    """Django's admin, with our own site in place of its default."""

    default_site = "fogsite.admin.AdminSite"
