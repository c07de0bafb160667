"""The rules as an installed app: this module alone knows Django, so that the message catalogue is found."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    name = "games.rules"
    label = "rules"
