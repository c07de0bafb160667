"""Addresses that features bring, of pages and of operations for programs: one of the seams.

Who calls: `games/urls.py` and `games/core/api/urls.py`, once all features are registered: `games/features.py` has the
addresses read then, and looks for those that are taken.

In which transaction: none; a view opens its own. In what order: the addresses of the core come first, then those of
features, as `games/features.py` lists them. None can hide another: a feature is refused at the start if one of its
addresses leads elsewhere, has the name of another, or names a limit that is not there, or if one of its operations has
the name of another.

Where a view fails: as any view. Nothing is kept, and the page of errors is shown.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.conf import settings
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver
from django.urls.converters import get_converters

from accounts import limits
from games.core.seams.seam import BadFeature, Seam

METHODS = ("get", "post", "put", "delete")
ARGUMENT = re.compile(r"<(?:(\w+):)?\w+>")
SAMPLES = ("a.a", "a-a", "1", "00000000-0000-0000-0000-000000000000", "a/a")
"""Of these, each kind of argument takes the first that fits."""


class Addresses(NamedTuple):
    """What a feature brings: pages below `/`, operations below `/api/`."""

    pages: Sequence[URLPattern]
    operations: Sequence[URLPattern]


class SiteAddress(NamedTuple):
    """An address of the site: its whole route, and its name with all that stands before it."""

    route: str
    name: str
    pattern: URLPattern

    @property
    def operations(self) -> list[str]:
        """The names of its operations, if programs ask for it."""
        view = getattr(self.pattern.callback, "cls", None)
        return [spec.name for method in METHODS if (spec := getattr(getattr(view, method, None), "spec", None))]

    @property
    def limits(self) -> list[str]:
        """The names of the limits by which it is counted."""
        view = getattr(self.pattern.callback, "cls", self.pattern.callback)
        return [name for kind in ("limit", "look_limit") if (name := getattr(view, kind, ""))]


ADDRESSES = Seam[Addresses]("the addresses of the site")


def register(name: str, *, pages: Sequence[URLPattern] = (), operations: Sequence[URLPattern] = ()) -> None:
    """Add pages, each below `/`, and operations for programs, each below `/api/`. Raises BadFeature."""
    unnamed = [str(each.pattern) for each in (*pages, *operations) if not each.name]
    if unnamed:
        raise BadFeature(f"its address “{unnamed[0]}” has no name")
    ADDRESSES.add(name, Addresses(pages, operations))


def pages() -> list[URLPattern]:
    """Return the pages of all features."""
    return [page for _, brought in ADDRESSES for page in brought.pages]


def operations() -> list[URLPattern]:
    """Return the addresses for programs of all features."""
    return [operation for _, brought in ADDRESSES for operation in brought.operations]


def address_faults() -> Iterator[tuple[str, str]]:
    """Yield the features with an address or operation that is taken, each with what is wrong.

    What is wrong is worded to follow a colon.
    """
    if not ADDRESSES.registered:
        return
    site = get_resolver()
    found = list(_below(site))
    names = Counter(each.name for each in found)
    operations = Counter(name for each in found for name in each.operations)
    for feature, brought in ADDRESSES:
        for each in _among(found, [*brought.pages, *brought.operations]):
            for fault in _faults(site, each, names, operations):
                yield feature, fault


def _faults(site: URLResolver, each: SiteAddress, names: Counter[str], operations: Counter[str]) -> Iterator[str]:
    if names[each.name] > 1:
        yield f"its address “{each.route}” is called “{each.name}”, as another is"
    for name in each.operations:
        if operations[name] > 1:
            yield f"its operation “{name}” has the name of another"
    for name in each.limits:
        if name not in settings.LIMITS and name not in limits.OF_FEATURES:
            yield f"its address “{each.route}” is counted by the limit “{name}”, and there is none of this name"
    if _leads_to(site, each.route) is not each.pattern.callback:
        yield f"its address “{each.route}” is taken"


def _leads_to(site: URLResolver, route: str) -> object:
    """Return the view that answers at an address of this route; None for none."""
    try:
        return site.resolve("/" + ARGUMENT.sub(_sample, route)).func
    except Resolver404:
        return None


def _sample(argument: re.Match[str]) -> str:
    regex = get_converters()[argument[1] or "str"].regex
    return next((sample for sample in SAMPLES if re.fullmatch(regex, sample)), argument[0])


def _among(found: Iterable[SiteAddress], patterns: Sequence[URLPattern]) -> Iterator[SiteAddress]:
    return (each for each in found if any(each.pattern is pattern for pattern in patterns))


def _below(resolver: URLResolver, before: str = "", space: str = "") -> Iterator[SiteAddress]:
    """Return all addresses below a resolver."""
    for found in resolver.url_patterns:
        route = before + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from _below(found, route, f"{space}{found.namespace}:" if found.namespace else space)
        else:
            yield SiteAddress(route, f"{space}{found.name}", found)
