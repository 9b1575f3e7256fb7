"""XML as trees whose nodes know their line.

Entity declarations are refused: a few lines of them can unfold into gigabytes,
and no exchange format needs them. Document types without them are accepted
(TMX files name theirs), and nothing outside the file is ever loaded.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from tertium.exceptions import BadInput
from tertium.formats.files import read_bytes

__all__ = ["LANG", "Node", "children", "content", "local", "parse"]

LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_DEEPEST = 200  # far more than any tool writes, far less than Python can follow
_INDENT = re.compile(r"[ \t]*\n[ \t\n]*")


class Node(Element):
    """An element and the line it begins on."""

    line: int = 0


def parse(path: Path) -> Node:
    """Return the root of an XML file, gzipped or not."""
    parser = expat.ParserCreate(namespace_separator="}")

    def node(tag: str, attributes: dict[str, str]) -> Node:
        made = Node(tag, attributes)
        made.line = parser.CurrentLineNumber
        return made

    builder = TreeBuilder(element_factory=node)

    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise BadInput(
                f"elements are nested more than {_DEEPEST} deep",
                where=f"{path}:{parser.CurrentLineNumber}",
                fix="Export the file again from the tool that wrote it.",
            )
        if tag.rpartition("}")[2] == "cp" and not _is_character(attributes.get("hex", "FFFD")):
            raise BadInput(
                f"{attributes['hex']!r} is not the number of a character",
                where=f"{path}:{parser.CurrentLineNumber}",
                fix='Write it as in hex="001A".',
            )
        builder.start(_braced(tag), {_braced(key): value for key, value in attributes.items()})

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_braced(tag))

    def refuse(name: str, *_: object) -> None:
        raise BadInput(
            f"the file declares an entity {name!r}",
            where=f"{path}:{parser.CurrentLineNumber}",
            fix="Export it again without entity declarations.",
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(read_bytes(path), True)
    except expat.ExpatError as error:
        raise BadInput(
            f"this is not well-formed XML ({expat.ErrorString(error.code)})",
            where=f"{path}:{error.lineno}:{error.offset + 1}",
            fix="Export the file again from the tool that wrote it.",
        ) from None
    except (LookupError, ValueError) as error:  # told by the codec, not by the parser
        raise BadInput(
            f"the encoding that the file names cannot be read ({error})",
            where=f"{path}:1",
            fix="Save it as UTF-8.",
        ) from None
    root = builder.close()
    assert isinstance(root, Node)  # the factory makes nothing else
    return root


def _is_character(number: str) -> bool:
    try:
        chr(int(number, 16)).encode("utf-8")  # half of a surrogate pair is no character
    except (ValueError, OverflowError):
        return False
    return True


def _braced(name: str) -> str:
    return f"{{{name}" if "}" in name else name


def local(node: Element) -> str:
    """Return the name of an element without its namespace."""
    return node.tag.rpartition("}")[2]


def children(node: Element, *names: str) -> Iterator[Node]:
    """Yield the elements with these names anywhere below, in reading order."""
    for found in node.iter():
        if found is not node and local(found) in names and isinstance(found, Node):
            yield found


def content(node: Element, *, codes: frozenset[str]) -> str:
    """Return the text of an element; what stands inside `codes` is mark-up, not text.

    Line breaks that only indent the file become one space.
    """
    return _INDENT.sub(" ", "".join(_pieces(node, codes)).replace("\r\n", "\n")).strip()


def _pieces(node: Element, codes: frozenset[str]) -> Iterator[str]:
    yield node.text or ""
    for child in node:
        if local(child) == "cp":  # XLIFF 2: a character that XML cannot hold
            yield chr(int(child.get("hex", "FFFD"), 16))
        elif local(child) not in codes:
            yield from _pieces(child, codes)
        yield child.tail or ""
