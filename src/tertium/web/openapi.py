"""The description of every address, made from the types that check what is sent.

An *endpoint* says once what an address takes and gives. The managers' routes are
built from it, requests are checked by it, and the OpenAPI 3.1 document is a
rendering of it, so the three cannot drift apart.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from tertium import __version__

FORM_HEADER = "x-tertium-form"
COOKIE = "tertium_manager"
_JSON = "application/json"
_FORM = "application/x-www-form-urlencoded"
_FILES = "multipart/form-data"

Schema = dict[str, Any]


class ErrorBody(msgspec.Struct, frozen=True):
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
    sent_as: tuple[str, ...] = (_JSON, _FORM)
    query: Any = None  # the type of the query string
    gives: Any = None  # the type of the answer
    template: str = ""
    media: tuple[str, ...] = ()
    files: tuple[str, ...] = ()  # form fields that carry a file
    several: tuple[str, ...] = ()  # form fields that carry any number of files
    public: bool = False  # no sign-in needed
    unchanged: bool = False  # the twin answers 204 to whoever knows its present state

    @property
    def twin(self) -> str:
        """The address of the JSON twin; empty where there is none."""
        return f"{self.path}.json" if self.template and self.method == "GET" else ""

    @property
    def types(self) -> list[Any]:
        """The types it speaks in."""
        return [kind for kind in (self.takes, self.query, self.gives) if kind is not None]


def describe(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of all endpoints."""
    types = [ErrorBody]
    for endpoint in endpoints:
        types += [kind for kind in endpoint.types if kind not in types]
    schemas, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    described = _Schemas(dict(zip(types, schemas, strict=True)), components)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        method = endpoint.method.lower()
        paths.setdefault(endpoint.path, {})[method] = described.operation(endpoint)
        if endpoint.twin:
            paths.setdefault(endpoint.twin, {})[method] = described.operation(endpoint, twin=True)
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
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
        },
    }


class _Schemas:
    """Types with their schemas, from which operations are described."""

    def __init__(self, schemas: Mapping[Any, Schema], components: Mapping[str, Schema]) -> None:
        self._schemas = schemas
        self._components = components

    def operation(self, endpoint: Endpoint, *, twin: bool = False) -> dict[str, Any]:
        """Describe one method of one address."""
        path = endpoint.twin if twin else endpoint.path
        described: dict[str, Any] = {
            "operationId": _name(endpoint.method, path),
            "summary": endpoint.summary,
            "parameters": self._parameters(endpoint),
            "responses": self._answer(endpoint, twin) | self._errors(endpoint),
        }
        if not endpoint.public:
            described["security"] = [{"session": []}]
        if endpoint.takes is not None:
            described["requestBody"] = {"required": True, "content": self._body(endpoint)}
        return described

    def _parameters(self, endpoint: Endpoint) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in re.findall(r"{(\w+)}", endpoint.path)
        ]
        if endpoint.query is not None:
            fields = self._fields(endpoint.query)
            required = fields.get("required", ())
            found += [
                {"name": name, "in": "query", "required": name in required, "schema": kind}
                for name, kind in fields["properties"].items()
            ]
        if endpoint.method == "POST" and endpoint.path.startswith("/manage"):
            found.append(
                {
                    "name": FORM_HEADER,
                    "in": "header",
                    "required": False,
                    "schema": {"type": "string"},
                    "description": "The value of this header in any JSON answer of the managers' "
                    "side. A form may send it in its field `form` instead.",
                }
            )
        return found

    def _fields(self, kind: Any) -> Schema:
        return self._components[self._schemas[kind]["$ref"].rsplit("/", 1)[1]]

    def _body(self, endpoint: Endpoint) -> dict[str, Any]:
        schema = self._schemas[endpoint.takes]
        if not endpoint.files:
            return {media: {"schema": schema} for media in endpoint.sent_as}
        fields = self._fields(endpoint.takes)
        file = {"type": "string", "format": "binary"}
        binary: dict[str, Schema] = dict.fromkeys(endpoint.files, file)
        binary |= {name: {"type": "array", "items": file} for name in endpoint.several}
        return {_FILES: {"schema": {**fields, "properties": fields["properties"] | binary}}}

    def _answer(self, endpoint: Endpoint, twin: bool) -> dict[str, Any]:
        given = {"schema": self._schemas[endpoint.gives]} if endpoint.gives is not None else {}
        if twin:
            answer = {"200": {"description": "The page as data.", "content": {_JSON: given}}}
            same = {"204": {"description": "Nothing has changed."}} if endpoint.unchanged else {}
            return answer | same
        if endpoint.media:
            content = {media: given if media == _JSON else {} for media in endpoint.media}
            answer = {"200": {"description": endpoint.summary, "content": content}}
        elif endpoint.method == "POST":
            content = {_JSON: given} if given else {}
            if endpoint.template:
                content["text/html"] = {}
            answer = {"200": {"description": "Done.", "content": content}}
        else:
            answer = {"200": {"description": "The page.", "content": {"text/html": {}}}}
        return answer | {"303": {"description": "Go on there, or sign in first."}}

    def _errors(self, endpoint: Endpoint) -> dict[str, Any]:
        told = {_JSON: {"schema": self._schemas[ErrorBody]}, "text/html": {}}
        codes = [code for code in _ERRORS if code != 401 or not endpoint.public]
        if endpoint.method == "GET":
            codes = [code for code in codes if code not in (409, 413, 415)]
        return {str(code): {"description": _ERRORS[code], "content": told} for code in codes}


def _name(method: str, path: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "_", path.lower()).strip("_")
    return f"{method.lower()}_{words or 'root'}"


_ERRORS = {
    401: "Nobody is signed in.",
    403: "This is not allowed now.",
    404: "There is no such thing.",
    409: "It does not fit what is stored.",
    413: "The body is too large.",
    415: "The body is of another kind.",
    422: "Something sent is not what it should be.",
    429: "Too many attempts; wait a little.",
    503: "The database is busy; try again.",
}
