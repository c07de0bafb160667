"""Who people are and how they are reached."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import (
            guests,  # noqa: F401  hears of addresses that are proved
            notices,
            streams,
        )

        notices.register()
        streams.listen()
