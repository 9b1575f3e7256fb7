"""XLIFF 1.2 and 2.x: units with a source and one or more translations.

One file may hold one system's outputs (the `target` of every unit, given here
under the empty name) or several: alternatives carry their system in `origin` or
`tool-id` (`alt-trans` in 1.2, `match` of the candidates module in 2.x).
"""

from dataclasses import replace

from tertium.formats.entries import Entry, Texts
from tertium.formats.given import GivenFile
from tertium.formats.xml import Node, children, content, local, parse

# Elements whose content is mark-up of the original file, not text.
CODES = frozenset({"bpt", "ept", "ph", "it", "bx", "ex", "x", "sc", "ec"})


def parse_xliff(file: GivenFile) -> Node:
    """Return the root of an XLIFF file."""
    return parse(file, "xliff", "Name an XLIFF file of version 1.2, 2.0 or 2.1.")


def read_xliff(file: GivenFile) -> Texts:
    """Return the segments of an XLIFF file."""
    root = parse_xliff(file)
    version = root.get("version", "")
    entries: list[Entry] = []
    files = list(children(root, "file"))
    first = files[0] if files else root
    for one in files:
        document = one.get("original", "") or one.get("id", "")
        if version.startswith("1"):
            entries.extend(_unit(unit, document) for unit in children(one, "trans-unit"))
        else:
            for unit in children(one, "unit"):
                entries.extend(_segments(unit, document))
    if len(files) > 1:  # ids of units are unique within a file only
        entries = [replace(one, segment=f"{one.document}.{one.segment}") for one in entries]
    if not entries:
        raise file.wrong("the file has no units", "Name an XLIFF file with text in it.")
    return Texts(
        str(file),
        tuple(entries),
        first.get("source-language", "") or root.get("srcLang", ""),
        first.get("target-language", "") or root.get("trgLang", ""),
        tuple(dict.fromkeys(system for entry in entries for system in entry.outputs)),
    )


def _add(outputs: dict[str, str], system: str, target: Node) -> None:
    """Add an alternative; one that names no system is a proposal of the tool, not an output."""
    if system in outputs:
        raise target.where.wrong(
            f"system {system!r} is given twice", "Give every unit one translation per system."
        )
    if system:
        outputs[system] = content(target, codes=CODES)


def _unit(unit: Node, document: str) -> Entry:
    """Read a `trans-unit` of version 1.2."""
    outputs: dict[str, str] = {}
    own = None
    source = ""
    for child in unit:
        if local(child) == "source":
            source = content(child, codes=CODES)
        elif local(child) == "target":
            own = content(child, codes=CODES)
        elif local(child) == "alt-trans":
            system = child.get("origin", "") or child.get("tool-id", "")
            for target in children(child, "target"):
                _add(outputs, system, target)
    if own is not None:
        outputs = {"": own, **outputs}
    return Entry(unit.line, source, outputs, unit.get("id", ""), document)


def _segments(unit: Node, document: str) -> list[Entry]:
    """Read the segments of a `unit` of version 2; its candidates belong to its only segment."""
    found = list(children(unit, "segment"))
    entries = []
    for number, segment in enumerate(found, start=1):
        texts = {local(child): content(child, codes=CODES) for child in segment}
        outputs: dict[str, str] = {}
        if len(found) == 1:
            for match in children(unit, "match"):
                for target in children(match, "target"):
                    _add(outputs, match.get("origin", ""), target)
        if "target" in texts:
            outputs = {"": texts["target"], **outputs}
        name = unit.get("id", "")
        if len(found) > 1:
            name = f"{name}.{segment.get('id', number)}"
        entries.append(Entry(segment.line, texts.get("source", ""), outputs, name, document))
    return entries
