"""The description of the API, held against what it does, with requests that nobody thought of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.test import Client
from django.urls import get_resolver
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from accounts.models import User
from games.core.api import schema
from games.rules import registry
from tests.games.programs import Program, program
from tests.games.tables import begin, offer
from tests.parts import depth
from tests.test_urls import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.by_turns(12)]

EXAMPLES = 12
"""Requests of each sort to each address."""


def test_every_address_but_those_for_looking_at_is_described() -> None:
    described = {re.sub(r"\{(\w+)\}", r"<\1>", path) for path in schema.description()["paths"]}
    served = {
        re.sub(r"<\w+:(\w+)>", r"<\1>", f"/{route}")
        for route, name in addresses(get_resolver())
        if name and name.startswith("api_")
    }
    assert served - described == {"/api/", "/api/v1/schema/", r"/api/^(?P<address>[\s\S]*)\Z"}
    assert described <= served


def test_anybody_may_read_the_description(client: Client) -> None:
    response = client.get("/api/v1/schema/")
    assert response["Content-Type"] == "application/json"
    assert response["Cache-Control"] == "public, max-age=300"
    assert response.json()["openapi"] == "3.1.0"
    assert msgspec.json.encode(schema.description()) == response.content


def test_views_and_events_are_described_by_the_structs_of_the_rules() -> None:
    types = schema.description()["components"]["schemas"]
    assert types["EnGarde.EnGardeView"]["properties"]["hands"]["type"] == "array"
    assert types["EnGarde.Attacked"]["properties"]["type"] == {"enum": ["Attacked"]}
    assert types["FieldOfGlory.Attacked"]["properties"]["flank"] == {"type": "boolean", "default": False}
    assert types["House.Resigned"]["required"] == ["type", "seat"]
    views = types["MatchSeen"]["properties"]["view"]["anyOf"]
    assert len(views) == len(registry.slugs())
    assert {"$ref": "#/components/schemas/FieldOfGlory.FieldOfGloryView"} in views


def test_no_name_of_a_type_says_where_its_code_stands() -> None:
    assert {name for name in schema.description()["components"]["schemas"] if name.startswith("games.")} == set()


def test_types_and_the_events_of_each_game_stand_in_alphabetical_order() -> None:
    types = schema.description()["components"]["schemas"]
    assert list(types) == sorted(types)
    refs = [each["$ref"].rpartition("/")[2] for each in types["Line"]["properties"]["events"]["items"]["anyOf"]]
    for prefix in ("House", "EnGarde", "FieldOfGlory", "FantasyDiceBattles"):
        mine = [name for name in refs if name.startswith(f"{prefix}.")]
        assert len(mine) > 3
        assert mine == sorted(mine)


def test_every_operation_says_what_it_is_for() -> None:
    operations = [each for methods in schema.description()["paths"].values() for each in methods.values()]
    assert len({each["operationId"] for each in operations}) == len(operations)
    assert all(each["summary"].endswith((".", "?")) for each in operations)


# --- Requests that nobody thought of --------------------------------------------------------------------------------


@pytest.fixture
def anns_house(ann: User, ben: User) -> Iterator[Program]:
    """Ann's program, a match of each game, and an invitation."""
    for slug in registry.slugs():
        if registry.current(slug).meta.seats == 2:
            begin(ann, ben, game=slug, public_id=slug)
    offer(ben, public_id="openmatch1")
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)  # the connection is the test's
    yield program(ann)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def operations() -> list[Any]:
    """Return every method of every address, for schemathesis."""
    found: Any = schemathesis.openapi.from_dict(schema.description())
    found.app = get_wsgi_application()
    return [each.ok() for each in found.get_all_operations()]


bounded = settings(
    max_examples=EXAMPLES,
    derandomize=not depth.turn(),
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

KNOWN = {"public_id": "en-garde"}
FITTING, UNFIT = GenerationMode.POSITIVE, GenerationMode.NEGATIVE


def requests(operation: Any, mode: GenerationMode) -> Any:
    """Return what to send: to any address of its form, and to that of a match of Ann's."""
    anywhere = operation.as_strategy(mode)
    if "{public_id}" not in operation.path:
        return anywhere
    if mode == UNFIT and not (operation.body or operation.query):
        return anywhere
    return anywhere | operation.as_strategy(mode, path_parameters=dict(KNOWN))


def send(case: Any, headers: dict[str, str]) -> None:
    """Send one request, hold the answer against the description, and take back everything it did.

    The rules of a game may still refuse a request that fits. So not every one has to be accepted.
    """
    with transaction.atomic():
        case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])
        transaction.set_rollback(True)


@pytest.mark.parametrize("operation", operations(), ids=lambda each: each.label)
def test_requests_that_fit_are_answered_as_described(operation: Any, anns_house: Program) -> None:
    @bounded
    @given(case=requests(operation, FITTING))
    def fuzz(case: Any) -> None:
        send(case, anns_house.headers)

    fuzz()


@pytest.mark.parametrize(
    "operation",
    [each for each in operations() if each.body or each.query or each.path_parameters],
    ids=lambda each: each.label,
)
def test_requests_that_do_not_fit_are_refused_as_described(operation: Any, anns_house: Program) -> None:
    @bounded
    @given(case=requests(operation, UNFIT))
    def fuzz(case: Any) -> None:
        send(case, anns_house.headers)

    fuzz()
