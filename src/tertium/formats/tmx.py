"""TMX 1.4: translation units with a variant per language.

One file may hold one system's outputs (given here under the empty name), or
several variants of the target language whose `creationid` names the system.
"""

from tertium.formats.entries import Entry, Texts
from tertium.formats.given import GivenFile
from tertium.formats.xml import LANG, Node, children, content, parse

_CODES = frozenset({"bpt", "ept", "ph", "it", "ut"})


def read_tmx(file: GivenFile) -> Texts:
    """Return the segments of a TMX file."""
    root = parse(file, "tmx", "Name a TMX file of version 1.4.")
    header = next(children(root, "header"), root)
    source_language = header.get("srclang", "")
    found = list(children(root, "tu"))
    # A system may be missing in some units; who made a single translation names no system.
    several = any(len(list(children(unit, "tuv"))) > 2 for unit in found)
    units = [_unit(unit, source_language, several=several) for unit in found]
    if not units:
        raise file.wrong("the file has no units", "Name a TMX file with text in it.")
    targets = dict.fromkeys(language for _, languages in units for language in languages)
    if len(targets) > 1:
        raise file.wrong(
            f"the file has several target languages ({', '.join(sorted(targets))})",
            "Give one file per language pair.",
        )
    entries = tuple(entry for entry, _ in units)
    return Texts(
        str(file),
        entries,
        source_language if source_language != "*all*" else "",
        next(iter(targets), ""),
        tuple(dict.fromkeys(system for entry in entries for system in entry.outputs)),
    )


def _unit(unit: Node, source_language: str, *, several: bool) -> tuple[Entry, list[str]]:
    """Return a unit and the languages of its translations; the source comes first or by name."""
    variants = list(children(unit, "tuv"))
    languages = [variant.get(LANG, "") or variant.get("lang", "") for variant in variants]
    texts = [
        next((content(seg, codes=_CODES) for seg in children(variant, "seg")), "")
        for variant in variants
    ]
    lowered = [language.lower() for language in languages]
    at = lowered.index(source_language.lower()) if source_language.lower() in lowered else 0
    outputs: dict[str, str] = {}
    for index, variant in enumerate(variants):
        system = variant.get("creationid", "") if several else ""
        if index == at:
            continue
        if system in outputs and lowered[index] in lowered[:index]:
            raise variant.where.wrong(
                f"system {system!r} is given twice"
                if system
                else "several variants name no system",
                "Give every variant of the target language its system as creationid.",
            )
        outputs[system] = texts[index]
    others = [language for index, language in enumerate(languages) if index != at]
    source = texts[at] if texts else ""
    return Entry(unit.line, source, outputs, unit.get("tuid", "")), others
