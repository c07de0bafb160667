"""How forms are drawn, allauth's and the admin's too."""

from __future__ import annotations

from typing import Any

from django.forms import BoundField
from django.forms.renderers import DjangoTemplates


class Field(BoundField):
    """A field that takes the focus where it is the first wrong one of its form, whether scripts run or not."""

    def build_widget_attrs(self, attrs: dict[str, Any], widget: Any = None) -> dict[str, Any]:
        """Django's own, which say already that a field is wrong and which words tell why."""
        more = super().build_widget_attrs(attrs, widget)
        return {**more, "autofocus": True} if self._is_first_wrong() else more

    def _is_first_wrong(self) -> bool:
        names = (name for name in self.form.fields if name in self.form.errors)
        return not self.is_hidden and next(names, None) == self.name


class Renderer(DjangoTemplates):
    """Django's renderer with fields of ours."""

    bound_field_class = Field
