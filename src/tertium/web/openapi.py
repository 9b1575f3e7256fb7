"""The description of every address, made from the types that check what is sent.

An *endpoint* says once what an address takes and gives. The routes are built
from it, requests are checked by it, and the OpenAPI 3.1 document is a
rendering of it, so the three cannot drift apart.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from tertium import __version__

__all__ = ["CSRF_HEADER", "Endpoint", "Told", "describe"]

CSRF_HEADER = "x-tertium-form"


class Told(msgspec.Struct, frozen=True):
    """An error: what happened, where, and what to do."""

    what: str
    where: str
    fix: str


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address: what it is for, what it takes and what it gives.

    With a `template` the answer is a page, and the same answer as JSON stands
    at the address with `.json` at its end. `media` marks an answer that is
    neither, such as a download.
    """

    method: Literal["GET", "POST"]
    path: str
    summary: str
    handler: Callable[..., Any]
    takes: Any = None  # the type of the body
    query: Any = None  # the type of the query string
    gives: Any = None  # the type of the answer
    template: str = ""
    media: str = ""
    files: tuple[str, ...] = ()  # form fields that carry files
    public: bool = False  # no sign-in needed

    @property
    def twin(self) -> str:
        """The address of the JSON twin; empty where there is none."""
        return f"{self.path}.json" if self.template and self.method == "GET" else ""


def describe(endpoints: Sequence[Endpoint], *, errors: Sequence[int] = (404, 422)) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of all endpoints."""
    types: list[Any] = [Told]
    for endpoint in endpoints:
        types += [
            kind
            for kind in (endpoint.takes, endpoint.query, endpoint.gives)
            if kind is not None and kind not in types
        ]
    schemas, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    schema_of = dict(zip([id(kind) for kind in types], schemas, strict=True))

    def schema(kind: Any) -> dict[str, Any]:
        return schema_of[id(kind)]

    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        shared = _shared(endpoint, components, schema, errors)
        answer = _answer(endpoint, schema)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = {
            "operationId": _name(endpoint.method, endpoint.path),
            **shared,
            "responses": answer | shared["responses"],
        }
        if endpoint.twin:
            given = {"application/json": {"schema": schema(endpoint.gives)}}
            paths.setdefault(endpoint.twin, {})["get"] = {
                "operationId": _name("GET", endpoint.twin),
                **shared,
                "responses": {"200": {"description": "The same as data.", "content": given}}
                | shared["responses"],
            }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tertium",
            "version": __version__,
            "description": "Judging translations: the annotators' and the managers' side.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "tertium_manager"}
            },
        },
    }


def _name(method: str, path: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "_", path.lower()).strip("_")
    return f"{method.lower()}_{words or 'root'}"


def _shared(
    endpoint: Endpoint,
    components: dict[str, Any],
    schema: Callable[[Any], dict[str, Any]],
    errors: Sequence[int],
) -> dict[str, Any]:
    """Return what the page and its twin have in common."""
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]
    if endpoint.query is not None:
        fields = components[schema(endpoint.query)["$ref"].rsplit("/", 1)[1]]
        parameters += [
            {
                "name": name,
                "in": "query",
                "required": name in fields.get("required", ()),
                "schema": kind,
            }
            for name, kind in fields["properties"].items()
        ]
    told = {"application/json": {"schema": schema(Told)}, "text/html": {}}
    described: dict[str, Any] = {
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": {
            str(code): {"description": _WHY[code], "content": told}
            for code in (*errors, *(() if endpoint.public else (401,)), 403, 409, 413, 429)
            if endpoint.method == "POST" or code in (401, 403, 404, 422)
        },
    }
    if not endpoint.public:
        described["security"] = [{"session": []}]
    if endpoint.method == "POST":
        if endpoint.path.startswith("/manage"):
            parameters.append(
                {
                    "name": CSRF_HEADER,
                    "in": "header",
                    "required": False,  # a form carries it in its field `form`
                    "schema": {"type": "string"},
                    "description": "The `form` value of any page's JSON twin.",
                }
            )
        if endpoint.takes is not None:
            described["requestBody"] = _body(endpoint, components, schema)
    return described


def _body(
    endpoint: Endpoint,
    components: dict[str, Any],
    schema: Callable[[Any], dict[str, Any]],
) -> dict[str, Any]:
    taken = schema(endpoint.takes)
    if not endpoint.files:
        return {"required": True, "content": {"application/json": {"schema": taken}}}
    fields = components[taken["$ref"].rsplit("/", 1)[1]]
    binary = {name: {"type": "string", "format": "binary"} for name in endpoint.files}
    form = {**fields, "properties": fields["properties"] | binary}
    return {"required": True, "content": {"multipart/form-data": {"schema": form}}}


def _answer(endpoint: Endpoint, schema: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    if endpoint.media:
        return {"200": {"description": endpoint.summary, "content": {endpoint.media: {}}}}
    if endpoint.method == "GET":
        moved = {"303": {"description": "Sign in first, or go on to the next page."}}
        return {"200": {"description": "The page.", "content": {"text/html": {}}}} | moved
    return {
        "200": {
            "description": "Done; programs get this.",
            "content": {"application/json": {"schema": schema(endpoint.gives)}},
        },
        "303": {"description": "Done; browsers go on to the next page."},
    }


_WHY = {
    401: "Nobody is signed in.",
    403: "This is not allowed now.",
    404: "There is no such thing.",
    409: "It does not fit what is stored.",
    413: "The body is too large.",
    422: "Something sent is not what it should be.",
    429: "Too many attempts.",
}
