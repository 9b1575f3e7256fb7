"""The OpenAPI document describes every address, and every address keeps to it."""

import re

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Route

from tertium.web.manage import endpoints
from tertium.web.openapi import COOKIE, FORM_HEADER

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def test_every_route_is_described(app, stranger):
    """Every address and method the application serves stands in the document, and no other."""
    paths = stranger.get("/openapi.json").json()["paths"]
    described = {(path, method.upper()) for path, told in paths.items() for method in told}
    served = {
        (route.path, method)
        for route in app.routes
        if isinstance(route, Route) and route.path not in ("/", "/openapi.json")
        for method in route.methods - {"HEAD"}
    }
    assert described == served


def test_every_type_is_explained(stranger):
    """Whoever reads the document finds a sentence on every type and a summary at every address."""
    document = stranger.get("/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    for name, schema in document["components"]["schemas"].items():
        if schema.get("type") == "object":
            assert schema.get("description"), name
    ids = [one["operationId"] for told in document["paths"].values() for one in told.values()]
    assert len(ids) == len(set(ids))
    assert all(one["summary"] for told in document["paths"].values() for one in told.values())


@pytest.mark.parametrize("revealed", [False, True])
def test_twins_of_many_systems_are_as_described(manager, forest, revealed):
    """What every twin gives can be read as the type that describes it."""
    here = "/manage/campaigns/forest"
    if revealed:
        assert manager.post(f"{here}/reveal", {"sure": "yes"}).status_code == 200
    graph = "segment=trains-01&annotator=ann-01"
    for endpoint in endpoints:
        if endpoint.twin.startswith("/manage/campaigns/{campaign}"):
            if "{assignment}" in endpoint.twin:  # nobody edits here; see test_edited
                continue
            path = endpoint.twin.format(campaign="forest", annotator="ann-01")
            answer = manager.get(f"{path}?{graph}" if "graph" in path else path)
            assert answer.status_code == 200, path
            msgspec.json.decode(answer.content, type=endpoint.gives)


BOUNDED = settings(
    max_examples=5,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def try_out(operation, send):
    """Send what schemathesis makes up for one operation, and hold the answers to the document."""

    @BOUNDED
    @given(operation.as_strategy())
    def tried(case):
        case.validate_response(send(case), checks=CHECKS)

    tried()


def test_whatever_is_sent_is_answered_as_described(app, manager, campaign, judged, store):
    """Generated requests, good and bad: no server error, only described codes, kinds and shapes."""
    document = schemathesis.openapi.from_asgi("/openapi.json", app)
    names = {
        "campaign": campaign.name,
        "annotator": "ann-01",
        "assignment": "assignment",
        "token": store.annotators.all(campaign.name)[0].token,
        "file": "log.jsonl",
        "kind": "json",
        "draft": "draft",
        "conflict": "conflict",
        "item": "item",
        "party": "party",
        "move": "1",
        "deleted": "deleted",
    }
    cookies = {COOKIE: manager.client.cookies[COOKIE]}

    def send(case):
        case.path_parameters = {
            name: names[name] for name in re.findall(r"{(\w+)}", case.operation.path)
        }
        return case.call(app=app, cookies=cookies, headers={FORM_HEADER: manager.token})

    operations = [found.ok() for found in document.get_all_operations()]
    # Reading first: writing closes the campaign sooner or later. The stream never ends.
    for operation in sorted(operations, key=lambda one: one.method):
        if operation.path not in ("/manage/campaigns/{campaign}/live", "/manage/sign-out"):
            try_out(operation, send)
