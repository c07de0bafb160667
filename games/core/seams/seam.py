"""What all seams have in common: a list of what features have registered, by name.

A feature registers in the function `register` of its `feature.py`. `games/features.py` calls these functions as the
program starts, in the order in which it lists the features. That is the order in which a seam calls what is registered.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class BadFeature(Exception):
    """A registration that makes no sense; the text goes on where a sentence about the feature begins: “it …”."""


class Seam(Generic[T]):
    """What features have registered with a seam, as pairs of a name and what is registered, in order."""

    def __init__(self, name: str) -> None:
        """Make a seam; `name` is what it is called in a sentence."""
        self.name = name
        self.registered: dict[str, T] = {}

    def __iter__(self) -> Iterator[tuple[str, T]]:
        return iter(self.registered.items())

    def add(self, name: str, registered: T) -> None:
        """Register something by a name that the log and `/healthz` use. Raises BadFeature for a name that is taken."""
        if name in self.registered:
            raise BadFeature(f"it registers “{name}” with {self.name}, where this name is registered already")
        self.registered[name] = registered


@contextmanager
def blaming(feature: str, what: str) -> Iterator[None]:
    """Note on an error which feature raised it; `what` goes on where it says that the feature failed."""
    try:
        yield
    except Exception as error:
        error.add_note(f"The feature “{feature}” failed {what}")
        raise
