"""The description of the API made ready to be read: operations by what they are about, types by name."""

from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.core.api import schema


def drawn_reference() -> SafeString:
    """Return all operations and types in the reader's language, drawn once for each: it is the same for all readers."""
    return _drawn(get_language())


@cache
def _drawn(_language: str | None) -> SafeString:
    return render_to_string("api/_reference.jinja", context())


def context() -> dict[str, Any]:
    """Return the operations by what they are about, and the types."""
    found = schema.description()
    return {"sections": _sections(found["paths"]), "types": _types(found["components"]["schemas"])}


def _sections(paths: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    sections: dict[str, list[dict[str, Any]]] = {}
    for path, methods in paths.items():
        for method, operation in methods.items():
            sections.setdefault(operation["tags"][0], []).append(_operation(path, method, operation))
    return sections


def _operation(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    codes = operation["responses"]
    done = next(code for code in codes if code.startswith("2"))
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "said": description_parts(" ".join([operation["summary"], operation.get("description", "")])),
        "query": [
            (each["name"], type_in_words(each["schema"])) for each in operation["parameters"] if each["in"] == "query"
        ],
        "takes": _of(operation.get("requestBody", {})),
        "gives": _of(codes[done]),
        "refusals": [code for code in codes if code >= "4"],
    }


def _of(holder: dict[str, Any]) -> list[dict[str, Any]]:
    if schema.STREAM in holder.get("content", {}):
        return [{"text": schema.STREAM}]
    content = holder.get("content", {}).get("application/json")
    return type_in_words(content["schema"]) if content else []


def _types(schemas: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the API's own, then those of the games."""
    return [
        {
            "name": name,
            "game": name.partition(".")[0] if "." in name else "",
            "said": description_parts(found.get("description", "")),
            "fields": [(key, type_in_words(value)) for key, value in found.get("properties", {}).items()],
        }
        for name, found in sorted(schemas.items(), key=lambda item: ("." in item[0], item[0]))
    ]


def description_parts(text: str) -> list[dict[str, str]]:
    """Return a description as pieces: plain text, and `code` that stood between backticks."""
    return [{"code" if number % 2 else "text": piece} for number, piece in enumerate(text.split("`"))]


def type_in_words(found: dict[str, Any]) -> list[dict[str, str]]:
    """Return a type in words, as pieces: plain text, or the `name` of a type of its own."""
    if "$ref" in found:
        return [{"name": found["$ref"].rpartition("/")[2]}]
    if "anyOf" in found:
        return _joined([type_in_words(each) for each in found["anyOf"]], " | ")
    if "enum" in found:
        return [{"text": " | ".join(f"“{value}”" for value in found["enum"])}]
    if found.get("type") == "array":
        return [{"text": "["}, *_items(found), {"text": "]"}]
    if found.get("type") == "object" and isinstance(found.get("additionalProperties"), dict):
        return [{"text": "{…: "}, *type_in_words(found["additionalProperties"]), {"text": "}"}]
    return [{"text": found.get("format") or found.get("type") or "any"}]


def _items(found: dict[str, Any]) -> list[dict[str, str]]:
    if "prefixItems" in found:
        return _joined([type_in_words(each) for each in found["prefixItems"]], ", ")
    items = found.get("items")
    return [*type_in_words(items), {"text": " …"}] if isinstance(items, dict) else [{"text": "…"}]


def _joined(parts: list[list[dict[str, str]]], between: str) -> list[dict[str, str]]:
    return [piece for number, part in enumerate(parts) for piece in [{"text": between}] * bool(number) + part]
