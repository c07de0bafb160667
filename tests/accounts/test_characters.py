"""Which texts show nothing, and that no field takes one for a word."""

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any

import pytest
from django import forms
from django.core.exceptions import FieldDoesNotExist, ValidationError

from accounts import characters as signs
from accounts.fields import TextField
from accounts.views import passkeys
from tests.hostile import UNSEEN

SEEN = ["a", "ا", "は", "5", "!", "…", "👩\u200d🚀", "\u200bx", "\u2800.", "मो"]

FORMS = (
    "accounts.admin", "accounts.views.endpoints", "accounts.views.forms", "accounts.views.passkeys",
    "accounts.views.programs", "games.admin", "games.core.admin_forms", "games.lobby.forms", "games.reports.admin",
    "games.reports.forms", "games.seeks.forms", "games.vacations.forms", "games.core.views.clock_form",
    "games.core.views.match_form", "games.chat.admin", "games.offers.admin", "games.ratings.admin",
    "games.substitutes.admin", "games.core.seams.match_admin",
)  # fmt: skip
"""The modules whose forms are looked at."""
LOOKED_UP = ("password", "code", "login", "email", "username", "invited", "credential", "address")
"""Fields whose text nobody reads, or that must be found or be an address."""


def _forms(kind: Any) -> Iterator[Any]:
    for each in kind.__subclasses__():
        yield each
        yield from _forms(each)


def fields_of_text() -> Iterator[tuple[Any, str, forms.CharField]]:
    """Yield every field of our forms that takes a text, with its form and its name."""
    for name in FORMS:
        import_module(name)
    ours = {each for each in _forms(forms.BaseForm) if each.__module__ in FORMS}
    for form in sorted(ours, key=lambda each: f"{each.__module__}.{each.__name__}"):
        for name, field in form.base_fields.items():
            if type(field) in (forms.CharField, TextField):
                yield form, name, field


def _texts() -> Iterator[tuple[str, list[Any]]]:
    """Yield every field of our forms that must be filled in with a text, with all that looks at it."""
    for form, name, field in fields_of_text():
        if field.required and not name.startswith(LOOKED_UP):
            yield f"{form.__name__}.{name}", [field.run_validators, *_of_the_model(form, name)]


def _of_the_model(form: Any, name: str) -> list[Any]:
    if not issubclass(form, forms.ModelForm):
        return []
    with suppress(FieldDoesNotExist):
        return [form._meta.model._meta.get_field(name).run_validators]
    return []


@pytest.mark.parametrize("text", UNSEEN)
def test_a_text_of_blanks_and_invisible_signs_shows_nothing(text: str) -> None:
    assert signs.shows_nothing(text)


@pytest.mark.parametrize("text", SEEN)
def test_a_text_with_one_sign_that_can_be_seen_shows_something(text: str) -> None:
    assert not signs.shows_nothing(text)


def test_no_form_takes_a_text_that_shows_nothing() -> None:
    fields = dict(_texts())
    assert {"TokenForm.name", "WebhookForm.name", "HidingForm.reason", "ReopeningForm.reason"} <= set(fields)
    taken = [name for name, looks in fields.items() if not _refused(looks)]
    assert taken == ["EditForm.name", "SubstituteForm.name"]  # the first is of allauth, the second a player's


def test_the_name_of_a_passkey_can_be_seen() -> None:
    name = forms.CharField()
    passkeys._limit(name)
    with pytest.raises(ValidationError, match="This contains only invisible characters"):
        name.clean("\u200b\u2800")


def _refused(looks: list[Any]) -> bool:
    try:
        for look in looks:
            look("\u200b\u2800")
    except ValidationError:
        return True
    return False
