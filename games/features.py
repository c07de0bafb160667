"""The features of the site: each is a folder, and its `feature.py` says what the feature adds to whom.

To add or remove a feature, change one line here. The order of the lines is the order in which the seams call what
features have registered.
"""

import re
import traceback
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from django.apps import AppConfig
from django.core.exceptions import ImproperlyConfigured

from games.core.seams.seam import BadFeature

FEATURES = [
    "games.statistics",
    "games.end_notices",
    "games.saved",
    "games.seeks",
    "games.favourites",
    "games.watching",
    "games.ratings",
    "games.deeds",
    "games.chat",
    "games.reports",
    "games.vacations",
    "games.lobby",
    "games.offers",
    "games.rematch",
    "games.substitutes",
    "games.bots",
    "games.guests",
    "games.feeds",
    "games.lessons",
    "games.coach",
    "games.desk",
    "games.measures",
    "games.likeness",
]
"""Each a folder; one that has an `apps.py` is a Django app of its own, with models, migrations and catalogues."""
SEAMS = "games.core.seams"
"""The package in which all seams are."""
NO_NAME = re.compile(r"cannot import name '(\w+)'")


def apps() -> list[str]:
    """Return the features that are Django apps, for INSTALLED_APPS. Raises ImproperlyConfigured if two have one label:
    they would have the same tables."""
    found = [feature for feature in FEATURES if _has(feature, "apps.py")]
    labelled = dict[str, str]()
    for feature in found:
        label = _label(feature)
        if label in labelled:
            raise _refused(feature, f"it has the app label “{label}”, as {labelled[label]} has")
        labelled[label] = feature
    return found


def _label(feature: str) -> str:
    """Return the app label of a feature. Raises ImproperlyConfigured if its `apps.py` cannot be imported."""
    try:
        return AppConfig.create(feature).label
    except Exception as error:
        raise _refused(feature, _fault(feature, error)) from error


def app_folders() -> list[Path]:
    """Return where the features lie that are Django apps, each with catalogues of its own."""
    return [folder for feature in apps() for folder in _folders(feature)]


def templates() -> list[Path]:
    """Return where the features have their templates in Jinja."""
    return [folder / "templates" for feature in FEATURES for folder in _folders(feature) if _has(feature, "templates")]


def _has(feature: str, name: str) -> bool:
    return any((folder / name).exists() for folder in _folders(feature))


def _folders(feature: str) -> list[Path]:
    """Return where a feature lies; nowhere if it is not there, which `load` then says."""
    try:
        spec = find_spec(feature)
    except ImportError:
        return []
    return [Path(each) for each in (spec and spec.submodule_search_locations) or ()]


def load() -> None:
    """Let each feature register, with its rows in the admin, and see that none takes an address of another. Raises
    ImproperlyConfigured with a sentence that names a feature which cannot.

    A site without what a feature does when a match ends, or when somebody leaves, would lose what it must count, or
    keep what it must delete. So it does not start.
    """
    from games.core.seams import addresses  # the settings import this module, before there are models

    for feature in FEATURES:
        try:
            import_module(f"{feature}.feature").register()
            if _has(feature, "admin.py"):
                import_module(f"{feature}.admin")
        except Exception as error:
            raise _refused(feature, _fault(feature, error)) from error
    for name, fault in addresses.address_faults():
        raise _refused(name, fault)


def _refused(feature: str, fault: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"The feature {feature} cannot be loaded: {fault}. See docs/adding-a-feature.md.")


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
