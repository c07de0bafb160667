"""The test-only game as an installed app: it registers its versions and brings its board."""

from django.apps import AppConfig

from games.rules.registry import GAMES
from tests.sealed import VERSIONS


class SealedConfig(AppConfig):
    name = "tests.sealed"
    label = "sealed"

    def ready(self) -> None:
        GAMES.update(VERSIONS)
