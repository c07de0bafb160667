"""How long a text is: a line end counts one, as in the browser that let it be typed."""

import pytest
from django import forms
from django.core.exceptions import ValidationError

from accounts.fields import TextField
from games.chat.admin import HidingForm
from games.core.seams.match_admin import WordForm
from games.reports.forms import ClosingForm
from tests.accounts.test_characters import fields_of_text

DJANGOS = ["NewPersonForm.", "PersonForm."]
"""Forms of Django's, in which a text has one line."""


def _is_too_long(field: forms.CharField, text: str) -> bool:
    try:
        field.clean(text)
    except ValidationError as error:
        return any(each.code == "max_length" for each in error.error_list)
    return False


def test_every_field_counts_a_line_end_as_one_sign() -> None:
    typed = [(form, name, field) for form, name, field in fields_of_text() if not field.widget.is_hidden]
    limited = {f"{form.__name__}.{name}": field for form, name, field in typed if field.max_length}
    ours = {name: field for name, field in limited.items() if not name.startswith(tuple(DJANGOS))}
    assert {"WordForm.reason", "HidingForm.reason", "ClosingForm.words", "WebhookForm.name", "TokenForm.name"} <= set(
        ours
    )
    for name, field in ours.items():
        assert field.max_length is not None
        full = "a\r\n\r\n" + "b" * (field.max_length - 3)
        assert (name, _is_too_long(field, full), _is_too_long(field, f"{full}b")) == (name, False, True)


def test_no_field_of_several_lines_is_another() -> None:
    several = [(form.__name__, name, field) for form, name, field in fields_of_text() if _has_lines(field)]
    assert [(form, name) for form, name, field in several if not isinstance(field, TextField)] == []


def _has_lines(field: forms.Field) -> bool:
    return isinstance(field.widget, forms.Textarea)


@pytest.mark.parametrize(("form", "name"), [(WordForm, "reason"), (HidingForm, "reason"), (ClosingForm, "words")])
def test_a_moderators_reason_of_three_hundred_signs_may_have_line_ends(form: type[forms.Form], name: str) -> None:
    text = "a\r\nb\r\n" + "c" * 296
    assert form.base_fields[name].clean(text) == text.replace("\r\n", "\n")
