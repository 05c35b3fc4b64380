"""Schemathesis against the OpenAPI description: what is described is what is answered."""

import json
from typing import Any
from urllib.request import urlopen

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from hoofspiel.server.openapi import description
from hoofspiel.server.routes import ENDPOINTS

schema = schemathesis.openapi.from_dict(description())


@pytest.fixture(scope="module")
def address(server: Any) -> str:
    return str(server.address)


@schema.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_every_address_answers_as_described(case: Any, address: str) -> None:
    """All checks but one: that a name has letters and that a game exists is more than a schema can say."""
    case.call_and_validate(base_url=address, excluded_checks=[positive_data_acceptance])


def test_the_description_is_served_and_names_every_address(address: str) -> None:
    with urlopen(f"{address}/openapi.json") as answer:
        told = json.loads(answer.read())
    assert told["openapi"] == "3.1.0"
    assert {(m.upper(), path) for path, methods in told["paths"].items() for m in methods} == {
        (endpoint.method, endpoint.path) for endpoint in ENDPOINTS
    }
