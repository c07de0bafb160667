"""Reading what a program sends: JSON bodies and queries, decoded strictly into the shapes that the schema describes."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from games.core.api.errors import Refusal
from games.rules.encoding import utf8

LONGEST_BODY = 2 * 1024 * 1024
"""Bytes of the longest body that is read at all."""

Shape = TypeVar("Shape", bound=msgspec.Struct)


class JSONBody(BaseParser):
    """A body as msgspec reads it, up to LONGEST_BODY."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        text = stream.read(LONGEST_BODY + 1)
        if len(text) > LONGEST_BODY:
            message = _("The body is longer than {limit} kB.").format(limit=LONGEST_BODY // 1024)
            raise Refusal(413, "too_large", message)
        try:
            return msgspec.json.decode(utf8(text))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            message = _("The body isn’t valid JSON: {reason}.").format(reason=str(error).rstrip("."))
            raise Refusal(400, "bad_json", message) from error


def fitted(given: Any, shape: type[Shape], *, strict: bool = True) -> Shape:
    """Return what was sent, as a shape; not `strict` reads numbers from text, as queries have them.

    Raises Refusal (400).
    """
    if not isinstance(given, Mapping):
        raise Refusal(400, "bad_body", _("The body must be a JSON object."))
    _require_known(given, shape)
    try:
        found = msgspec.convert(dict(given.items()), shape, strict=strict)
    except msgspec.ValidationError as error:
        message = _("This isn’t valid: {reason}.").format(reason=str(error))
        raise Refusal(400, "bad_value", message) from error
    if any("\0" in value for value in _texts(given)):
        raise Refusal(400, "bad_value", _("Text can’t contain the character U+0000."))
    return found


def _require_known(given: Mapping[Any, Any], shape: type[msgspec.Struct]) -> None:
    fields = {field.encode_name: field for field in msgspec.structs.fields(shape)}
    for name in given:
        if name not in fields:
            message = _("There’s no “{name}” here. Possible names: {known}.")
            raise Refusal(400, "unknown_key", message.format(name=name, known=", ".join(fields) or "–"), key=name)
    for name, field in fields.items():
        if field.required and name not in given:
            raise Refusal(400, "missing_key", _("“{name}” is missing.").format(name=name), key=name)


def _texts(given: Any) -> list[str]:
    """Return every text in a JSON value, keys included."""
    if isinstance(given, str):
        return [given]
    if isinstance(given, Mapping):
        return [text for pair in given.items() for part in pair for text in _texts(part)]
    return [text for part in given for text in _texts(part)] if isinstance(given, list) else []
