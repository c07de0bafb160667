"""Fields of forms, which count signs as browsers do."""

from typing import Any

from django import forms


class TextField(forms.CharField):
    """Text in which a line end is one sign: browsers count one for `maxlength`, and send two."""

    def to_python(self, value: Any) -> str | None:
        text: str | None = super().to_python(value)
        return text.replace("\r\n", "\n") if text else text
