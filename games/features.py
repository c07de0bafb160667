"""The features of the site: each is a folder, and its `feature.py` says what the feature adds to whom.

To add or remove a feature, change one line here. The order of the lines is the order in which the seams call what
features have registered.
"""

from __future__ import annotations

import re
import traceback
from importlib import import_module
from types import ModuleType

from django.core.exceptions import ImproperlyConfigured

from games.core.seams import BadFeature

FEATURES = [
    "games.statistics",
    "games.summaries",
    "games.letters",
    "games.saved",
    "games.seeks",
    "games.favourites",
    "games.ratings",
    "games.deeds",
    "games.chat",
    "games.reports",
]
SEAMS = "games.core"
"""The package in which all seams are."""
NO_NAME = re.compile(r"cannot import name '(\w+)'")


def load() -> None:
    """Let each feature register. Raises ImproperlyConfigured with a sentence that names a feature which cannot.

    A site without what a feature does when a match ends, or when somebody leaves, would lose what it must count, or
    keep what it must delete. So it does not start.
    """
    for feature in FEATURES:
        try:
            import_module(f"{feature}.feature").register()
        except Exception as error:
            told = f"The feature {feature} cannot be loaded: {_fault(feature, error)}. See docs/adding-a-feature.md."
            raise ImproperlyConfigured(told) from error


def _fault(feature: str, error: Exception) -> str:
    """Return what is wrong with a feature, as what follows a colon."""
    if isinstance(error, BadFeature):
        return str(error)
    missing = _missing(error)
    if missing in (feature, f"{feature}.feature"):
        return f"there is no {feature.replace('.', '/')}/feature.py"
    if missing == f"{feature}.feature.register":
        return "its feature.py has no function called register"
    if missing.startswith(f"{SEAMS}."):
        return f"it names a seam that does not exist, {missing}"
    if isinstance(error, SyntaxError):
        return f"line {error.lineno} of {error.filename} raised SyntaxError: {error.msg}"
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"line {frame.lineno} of {frame.filename} raised {type(error).__name__}: {error}"


def _missing(error: Exception) -> str:
    """Return the dotted name of the module, or of what a module lacks, that somebody asked for; empty for any other
    error."""
    if isinstance(error, ImportError):
        name = NO_NAME.search(str(error))
        return f"{error.name}.{name[1]}" if name else error.name or ""
    if isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        return f"{error.obj.__name__}.{error.name}"
    return ""
