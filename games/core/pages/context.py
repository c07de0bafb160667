"""Objects with types, as templates find them: by the names of their fields."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def spread(*parts: DataclassInstance) -> dict[str, Any]:
    """Return the fields of all these parts by name; no two parts of a page have a name in common."""
    return {field.name: getattr(part, field.name) for part in parts for field in fields(part)}
