"""Templates in Jinja by name: there is an engine for each language (`fogsite.jinja`)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.template.loader import select_template
from django.utils.translation import get_language

LANGUAGES = {code for code, _name in settings.LANGUAGES}


def engine() -> str:
    """The name of the engine that draws in the active language."""
    language = get_language()
    return f"jinja-{language if language in LANGUAGES else settings.LANGUAGE_CODE}"


def template(*names: str) -> Any:
    """The first of these templates that there is, in the active language. Raises TemplateDoesNotExist."""
    return select_template(names, using=engine())
