"""Who people are and how they are reached."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = gettext_lazy("Accounts")

    def ready(self) -> None:
        from accounts import (
            guests,  # noqa: F401  hears of addresses that are proved
            notices,
            streams,
        )

        notices.register()
        streams.listen()
