"""How forms are drawn, allauth's and the admin's too."""

from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BoundField
from django.forms.renderers import DjangoTemplates


class FocusedField(BoundField):
    """A field that takes the focus where it is the first wrong one of its form, whether scripts run or not, and that is
    never cut by the browser without a word: what is too long is refused with a sentence.
    """

    def build_widget_attrs(self, attrs: dict[str, Any], widget: Any = None) -> dict[str, Any]:
        """Return Django's own, which say already that a field is wrong and which words tell why."""
        more = {**super().build_widget_attrs(attrs, widget), "maxlength": False}
        return {**more, "autofocus": True} if self._is_first_wrong() else more

    def _is_first_wrong(self) -> bool:
        """Return where all fields together are wrong, as a name and its password are, that is the first one."""
        errors = self.form.errors
        whole = NON_FIELD_ERRORS in errors and len(errors) == 1
        names = (field.name for field in self.form.visible_fields() if whole or field.name in errors)
        return bool(errors) and next(names, None) == self.name


class Renderer(DjangoTemplates):
    """Django's renderer with our own fields."""

    bound_field_class = FocusedField
