"""Scripts and style sheets as a page asks for them: joined, compressed and named by their content.

A page of an annotator needs some fifty modules. Asked for one after another, as each names the
next, they take seconds where the network is slow; so they are joined here when a page first names
them, and a browser keeps for good what it has got. The files stay what an author reads and a test
imports, at their own addresses.
"""

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path, PurePosixPath

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).with_name("static")

_FOR_GOOD = "public, max-age=31536000, immutable"
_KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}
_NAMED = re.compile(r"(?P<path>.+)\.(?P<digest>[0-9a-f]{10})(?P<ending>\.css|\.js)")
_IMPORT = re.compile(r"^import\s+(?:(?P<names>\{[^}]*\})\s+from\s+)?'(?P<path>\./[^']+)';$", re.M)
_EXPORT = re.compile(r"^export\s+(?=(?:async\s+)?(?:function|class|const)\s+(?P<name>\w+))", re.M)
_EXPORTED = re.compile(r"^export\s+\{(?P<names>[^}]*)\};$", re.M)


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent: its address, and its content compressed and plain."""

    address: str
    kind: str
    plain: bytes
    compressed: bytes

    def response(self, asked: str, *, compressed: bool) -> Response:
        """Answer a request: a browser keeps it for good, unless it asked for another content."""
        kept = _FOR_GOOD if asked == self.address else "no-cache"
        headers = {"cache-control": kept, "vary": "accept-encoding"}
        if compressed:
            headers["content-encoding"] = "gzip"
        content = self.compressed if compressed else self.plain
        return Response(content, media_type=self.kind, headers=headers)


@lru_cache(64)  # more than there are; an address that nobody made up by joining others
def asset(path: str) -> Asset:
    """Join the files of a page: `annotate/task.js` with its imports, `fonts+tertium.css` as one."""
    name, ending = path.rsplit(".", 1)
    if ending == "js":
        text = joined(path)
    else:
        text = "\n".join(_text(f"{part}.{ending}") for part in name.split("+"))
    plain = text.encode()
    digest = sha256(plain).hexdigest()[:10]
    address = f"/static/{name}.{digest}.{ending}"
    return Asset(address, _KINDS[f".{ending}"], plain, gzip.compress(plain, mtime=0))


def joined(path: str) -> str:
    """Return a script with all modules that it imports, each in a function of its own.

    Modules come after those that they import, so none may import itself by a detour, and only the
    script itself may wait at its top level.
    """
    modules: list[PurePosixPath] = []
    _gather(PurePosixPath(path), modules, ())
    *others, script = modules
    parts = (f"const {_variable(one)} = (() => {{\n{_body(one)}}})();\n" for one in others)
    return "".join([*parts, _body(script)])


def _gather(path: PurePosixPath, found: list[PurePosixPath], above: tuple[str, ...]) -> None:
    """Add a module after all that it needs, each of them once."""
    if path.name in above:
        raise ValueError(f"{path.name} imports itself by way of {above[-1]}")
    if path in found:
        return
    for imported in _IMPORT.finditer(_text(str(path))):
        _gather(path.parent / imported["path"], found, (*above, path.name))
    found.append(path)


def _body(path: PurePosixPath) -> str:
    """Return a module as the inside of a function: imports are read, exports are returned."""

    def read(found: re.Match[str]) -> str:
        if not found["names"]:
            return ""
        names = re.sub(r"\s+as\s+", ": ", found["names"])
        return f"const {names} = {_variable(path.parent / found['path'])};"

    text = _text(str(path))
    exports = ", ".join(_exports(text))
    inside = _EXPORTED.sub("", _EXPORT.sub("", _IMPORT.sub(read, text)))
    return f"{inside}return {{ {exports} }};\n" if exports else inside


def _exports(text: str) -> Iterator[str]:
    yield from (found["name"] for found in _EXPORT.finditer(text))
    for found in _EXPORTED.finditer(text):
        yield from (name.strip() for name in found["names"].split(",") if name.strip())


def _variable(path: PurePosixPath) -> str:
    return f"${path.stem.replace('-', '_')}"


@cache
def _text(path: str) -> str:
    return (STATIC / path).read_text(encoding="utf-8")


class Static(StaticFiles):
    """The files of pages; joined ones and fonts are named by what is in them and kept for good."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or what was joined of several."""
        named = _NAMED.fullmatch(path)
        if named and _exist(named["path"], named["ending"]):
            encodings = dict(scope["headers"]).get(b"accept-encoding", b"")
            found = asset(named["path"] + named["ending"])
            return found.response(f"/static/{path}", compressed=b"gzip" in encodings)
        response = await super().get_response(path, scope)
        if path.endswith(".woff2"):
            response.headers["cache-control"] = _FOR_GOOD
            response.headers["content-type"] = "font/woff2"  # not every system knows it
        return response


def _exist(path: str, ending: str) -> bool:
    """Tell whether the files of a joined one are ours."""
    place = PurePosixPath(path)
    files = [place.with_name(name + ending) for name in place.name.split("+")]
    return ".." not in place.parts and all((STATIC / one).is_file() for one in files)
