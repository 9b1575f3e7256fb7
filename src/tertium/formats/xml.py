"""XML as trees whose nodes know their line.

Entity declarations are refused: a few lines of them can unfold into gigabytes,
and no exchange format needs them. Document types without them are accepted
(TMX files name theirs), and nothing outside the file is ever loaded.
"""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from tertium.formats.files import BOM
from tertium.formats.given import GivenFile, Place

LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_DEEPEST = 200  # far more than any tool writes, far less than Python can follow
_EXPORT = "Export the file again from the tool that wrote it."
_INDENT = re.compile(r"[ \t]*\n[ \t\n]*")


class Node(Element):
    """An element, and where it begins."""

    line: int = 0
    file: GivenFile

    @property
    def where(self) -> Place:
        """The line it begins on."""
        return self.file.place(self.line)


def parse(file: GivenFile, root: str = "", fix: str = "") -> Node:
    """Return the root of an XML file, which must be called `root` if that is given."""
    marked = "utf-8" if file.content.startswith(BOM) else None  # whatever the declaration says
    parser = expat.ParserCreate(marked, namespace_separator="}")
    depth = 0

    def here() -> Place:
        return file.place(parser.CurrentLineNumber)

    def node(tag: str, attributes: dict[str, str]) -> Node:
        made = Node(tag, attributes)
        made.line, made.file = parser.CurrentLineNumber, file
        return made

    builder = TreeBuilder(element_factory=node)

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise here().wrong(f"elements are nested more than {_DEEPEST} deep", _EXPORT)
        if tag.rpartition("}")[2] == "cp" and not _is_character(attributes.get("hex", "FFFD")):
            raise here().wrong(
                f"{attributes['hex']!r} is not the number of a character",
                'Write it as in hex="001A".',
            )
        builder.start(_braced(tag), {_braced(key): value for key, value in attributes.items()})

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_braced(tag))

    def refuse(name: str, *_: object) -> None:
        raise here().wrong(
            f"the file declares an entity {name!r}", "Export it again without entity declarations."
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(file.content, True)
    except expat.ExpatError as error:
        raise Place(f"{file}:{error.lineno}:{error.offset + 1}").wrong(
            f"this is not well-formed XML ({expat.ErrorString(error.code)})", _EXPORT
        ) from None
    except (LookupError, ValueError) as error:  # told by the codec, not by the parser
        raise file.wrong(
            f"the encoding that the file names cannot be read ({error})",
            "Save it as UTF-8.",
            line=1,
        ) from None
    found = builder.close()
    assert isinstance(found, Node)  # the factory makes nothing else
    if root and local(found) != root:
        raise found.where.wrong(f"the root element is {local(found)!r}, not {root!r}", fix)
    return found


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
    text = "".join(piece for _, piece in walk(node, codes=codes) if isinstance(piece, str))
    return _INDENT.sub(" ", text.replace("\r\n", "\n")).strip()


def walk(node: Element, *, codes: frozenset[str]) -> Iterator[tuple[str, "str | Node"]]:
    """Yield the pieces of a text, and where elements in it begin and end, in reading order."""
    yield "text", node.text or ""
    for child in node:
        assert isinstance(child, Node)  # the parser makes nothing else
        if local(child) == "cp":  # XLIFF 2: a character that XML cannot hold
            yield "text", chr(int(child.get("hex", "FFFD"), 16))
        elif local(child) not in codes:
            yield "begin", child
            yield from walk(child, codes=codes)
            yield "end", child
        yield "text", child.tail or ""
