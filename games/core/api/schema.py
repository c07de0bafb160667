"""The OpenAPI description: operations from the signatures of the views, components from the types they name.

Views and events of matches are described by the very structs of the rules, prefixed by the class of their game.
"""

import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, get_type_hints

import msgspec
from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from games.core.api.endpoint import Nothing, Spec
from games.core.api.shapes import Error
from games.rules import house, registry
from games.rules.engine import AnyGame
from games.rules.game import Event, View

PLACE = "#/components/schemas/{name}"
SECURITY = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token from your settings, under “Programs”: `Authorization: Bearer fog_…`.",
    }
}
REFUSALS = {
    400: "The request does not fit: unknown or missing keys, a wrong type, a cursor that this site has not issued.",
    401: "No token, or one that is not valid (any more).",
    403: "The token may only look.",
    404: "There is nothing here, or nothing for you.",
    409: "Not possible any more: something has changed meanwhile.",
    413: "The body is too long.",
    415: "The body is not said to be JSON.",
    422: "Understood, but not allowed; the message says why and what is.",
    429: "Too many requests.",
}

STREAM = "text/event-stream"

Json = dict[str, Any]


class Speaking(AutoSchema):
    """Describes a view that was written with `endpoint`; leaves out all others."""

    def get_operation(self, path: str, path_regex: str, path_prefix: str, method: str, registry: Any) -> Json | None:
        spec: Spec | None = getattr(getattr(self.view, method.lower()), "spec", None)
        return None if spec is None else operation(spec, path, method.upper())


def operation(spec: Spec, address: str, method: str) -> Json:
    """Return one method of one address."""
    summary, _blank, more = spec.said.partition("\n\n")
    described: Json = {
        "operationId": spec.name,
        "summary": summary.strip(),
        "tags": [address.split("/")[3]],
        "parameters": [*_in_path(address), *_in_query(spec.query)],
        "security": [{"token": []}],
        "responses": {str(code): response for code, response in _responses(spec, method)},
    }
    if more:
        described["description"] = " ".join(more.split())
    if spec.body is not Nothing:
        described["requestBody"] = {"required": True, "content": _json(spec.body)}
    return described


def _in_path(address: str) -> list[Json]:
    names = [part[1:-1] for part in address.split("/") if part.startswith("{")]
    schema = {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}
    return [{"name": name, "in": "path", "required": True, "schema": schema} for name in names]


def _in_query(query: type[msgspec.Struct]) -> list[Json]:
    shape = msgspec.json.schema_components([query], ref_template=PLACE)[1][query.__name__]
    required = shape.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": _not_null(schema)}
        for name, schema in shape["properties"].items()
    ]


def _not_null(schema: Json) -> Json:
    """Return a query leaves out what it does not say."""
    some = [each for each in schema.get("anyOf", []) if each != {"type": "null"}]
    return some[0] if len(some) == 1 else {key: schema[key] for key in schema if key != "default" or schema[key]}


def _responses(spec: Spec, method: str) -> Iterator[tuple[int, Json]]:
    if spec.streams:
        yield 200, {"description": "Events, one by one.", "content": {STREAM: {"schema": {"type": "string"}}}}
    yield spec.status, {"description": "Done.", **({"content": _json(*spec.gives)} if spec.gives else {})}
    if method == "GET":
        yield 304, {"description": "What you have (If-None-Match) is what there is."}
    shared = {400, 401, 429} | (set() if method == "GET" else {403, 413, 415})
    for code in sorted(shared | set(spec.refusals)):
        yield code, {"description": REFUSALS[code], "content": _json(Error)}


def _json(*shapes: type[msgspec.Struct]) -> Json:
    refs: list[Json] = [{"$ref": PLACE.format(name=shape.__name__)} for shape in shapes]
    return {"application/json": {"schema": refs[0] if len(refs) == 1 else {"anyOf": refs}}}


# --- Components -----------------------------------------------------------------------------------------------------


def with_components(result: Json, generator: Any, **more: Any) -> Json:
    """Return the description with every type it names."""
    specs = [
        spec
        for _path, _regex, method, view in generator.endpoints
        if (spec := getattr(getattr(view.cls, method.lower(), None), "spec", None))
    ]
    named = {shape for spec in specs for shape in (spec.body, *spec.gives)} | {Error}
    shapes = sorted(named - {Nothing}, key=lambda shape: shape.__name__)
    _refs, components = msgspec.json.schema_components(shapes, ref_template=PLACE)
    views = []
    events = [_adopted(components, "House", _events(house.__name__))]
    for slug in registry.slugs():
        rules = registry.current(slug)
        views += _adopted(components, _name(slug), [_view(rules)])
        events.append(_adopted(components, _name(slug), _events(_package(rules))))
    components["MatchSeen"]["properties"]["view"] = {"anyOf": views}
    components["Steps"]["properties"]["view"] = {"anyOf": views}
    components["Line"]["properties"]["events"]["items"] = {"anyOf": [each for some in events for each in some]}
    result["components"] = {"schemas": dict(sorted(components.items())), "securitySchemes": SECURITY}
    return result


def _adopted(components: Json, prefix: str, shapes: list[type[msgspec.Struct]]) -> list[Json]:
    """Add types and all they name under a prefix; references to the types themselves."""
    refs, found = msgspec.json.schema_components(shapes, ref_template=PLACE.format(name=f"{prefix}.{{name}}"))
    components.update({f"{prefix}.{name}": schema for name, schema in found.items()})
    return list(refs)


def _name(slug: str) -> str:
    return "".join(word.capitalize() for word in slug.split("-"))


def _package(rules: AnyGame) -> str:
    return type(rules).__module__.rpartition(".")[0]


def _view(rules: AnyGame) -> type[View]:
    """Return the type of a game's views, as exactly as its `view` says."""
    method = type(rules).view
    found: type[View] = get_type_hints(method, vars(sys.modules[method.__module__]))["return"]
    return found


def _events(module: str) -> list[type[msgspec.Struct]]:
    """Return the events that are defined in a module, or in the modules of a package."""
    return sorted(
        (each for each in _below(Event) if module in (each.__module__, each.__module__.rpartition(".")[0])),
        key=lambda each: each.__name__,
    )


def _below(kind: type[Event]) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


@cache
def schema_json() -> msgspec.Raw:
    """Return the whole description as JSON, which is written once."""
    return msgspec.Raw(msgspec.json.encode(description()))


@cache
def description() -> Json:
    """Return the whole description. It never changes while the program runs."""
    found: Json = SchemaGenerator(patterns=[path("api/", include("games.core.api.urls"))]).get_schema(public=True)
    return found
