"""GET /openapi.json: the HTTP side of the protocol for tools, made from the same structs that are checked."""

import re
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec

from .answers import Endpoint
from .bodies import HttpRefusal
from .routes import ENDPOINTS

FAULTS = {
    "400": "not JSON, or a name of nothing",
    "401": "say who you are first",
    "403": "not yours to see",
    "404": "no such table",
    "405": "not this method",
    "409": "not now",
    "413": "too large",
    "415": "not JSON",
    "422": "a field is wrong",
    "429": "too often",
    "503": "the store cannot write",
}
QUERIES: dict[str, dict[str, Any]] = {
    "form": {"type": "string", "enum": ["json", "text"]},
    "texts": {"type": "string"},
    "seat": {"type": "integer", "minimum": 0, "maximum": 7},
}


def description() -> dict[str, Any]:
    named = [kind for e in ENDPOINTS for kind in (e.doc.takes, e.doc.gives, e.doc.meanwhile)]
    kinds = [*(kind for kind in named if kind not in (None, dict)), HttpRefusal]
    schemas, parts = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    known = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Hoofspiel", "version": _version(), "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {
            "schemas": parts,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}, {}],
    }


def _version() -> str:
    try:
        return version("hoofspiel")
    except PackageNotFoundError:
        return "0"


def _operation(endpoint: Endpoint, known: dict[Any, Any]) -> dict[str, Any]:
    doc = endpoint.doc
    done: dict[str, Any] = {"description": "done"}
    if doc.gives is not None:
        done["content"] = {"application/json": {"schema": known.get(doc.gives, {"type": "object"})}}
        if "form" in doc.query:
            done["content"]["text/plain"] = {"schema": {"type": "string"}}
    answers: dict[str, Any] = {str(doc.status): done}
    if doc.meanwhile is not None:
        so_far = {"application/json": {"schema": known[doc.meanwhile]}}
        answers["202"] = {"description": "not done yet: ask again in a second", "content": so_far}
    for status, what in FAULTS.items():
        answers[status] = {"description": what, "content": {"application/json": {"schema": known[HttpRefusal]}}}
    operation: dict[str, Any] = {
        "summary": doc.what,
        "operationId": endpoint.run.__name__,
        "responses": answers,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in re.findall(r"{(\w+)}", endpoint.path)
        ]
        + [{"name": name, "in": "query", "required": False, "schema": QUERIES[name]} for name in doc.query],
    }
    if doc.takes is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": known[doc.takes]}}}
    return operation
