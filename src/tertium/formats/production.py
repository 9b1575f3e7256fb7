"""Production files: what an engine proposed and what was delivered in the end.

Nobody annotates these files: translation tools write them anyway. One *unit* is a
segment with its machine translation and its final text.

- *Tables* (CSV, TSV): columns `mt` and `final` (or `edited`), and if there are any
  `release`, `date`, `document`, `segment`, `source`, `scenario`, `input` (clean,
  recognised, …), `recognised` (the recognised source), `set` (`anchor` for the fixed set),
  `match` (best match of the source in the memory, 0 to 100). Other columns are left alone.
- *XLIFF* 1.2 and 2.x: the `target` is final, the alternative (`alt-trans`, `match`) is MT.
- *TMX*: two variants of the target language, told apart by `creationid`.

In a folder a file is a release, or a sub-folder is (`release/…`, `release/scenario/…`).
"""

import re
from dataclasses import dataclass, replace
from datetime import date
from difflib import get_close_matches
from functools import partial
from pathlib import Path

from tertium.exceptions import NotFound
from tertium.formats.delimited import TABLE_ENDINGS
from tertium.formats.entries import Texts
from tertium.formats.files import plain_suffix
from tertium.formats.given import GivenFile, Place
from tertium.formats.recognise import read_texts
from tertium.formats.sheets import Row, Sheet
from tertium.text.natural import natural

ANCHOR = "anchor"
_TREES = (".xlf", ".xliff", ".tmx")
SUFFIXES = (*TABLE_ENDINGS, *_TREES)
_ENDINGS = f"Production is read from {', '.join(SUFFIXES)}, each also with .gz."
_FINAL = ("final", "edited")
_MACHINE = re.compile(r"\bmt\b", re.IGNORECASE)  # MT, acme-mt, but not tmt


@dataclass(frozen=True, slots=True)
class Unit:
    """One segment of production; `date` may be a year, a month or a day (`2026-03`)."""

    place: str
    mt: str
    final: str
    source: str | None = None
    release: str = ""
    date: str = ""
    document: str = ""
    segment: str = ""
    scenario: str = ""
    input: str = ""
    anchor: bool = False
    match: float | None = None


@dataclass(frozen=True, slots=True)
class Production:
    """The units of one file or folder, and how many were left out.

    `without_mt` units have no machine translation (they came from a memory or from
    scratch), `unfinished` ones no final text yet.
    """

    units: tuple[Unit, ...]
    without_mt: int = 0
    unfinished: int = 0


def is_production(path: Path) -> bool:
    """Tell whether a file holds pairs of machine translation and final text."""
    file = GivenFile(path)
    if file.suffix in _TREES:
        return True
    if file.suffix not in TABLE_ENDINGS:
        return False
    header = set(file.header)
    return "mt" in header and bool(header & set(_FINAL)) and "annotator" not in header


def read_production(
    path: Path, *, mt: str | None = None, final: str | None = None, anchor: bool = False
) -> Production:
    """Return the units of a file, or of all files in a folder.

    `mt` and `final` name the variants of XLIFF and TMX files that hold several. With
    `anchor` every unit belongs to the fixed set.
    """
    found = _folder(path, mt, final) if path.is_dir() else _file(path, mt, final)
    if not found.units:
        raise Place(path).wrong(
            "no segment has both a machine translation and a final text",
            "Export the file after translation, with the proposals of the engine in it.",
        )
    units = tuple(replace(unit, anchor=True) for unit in found.units) if anchor else found.units
    _check_anchor(units)
    return replace(found, units=units)


def _folder(folder: Path, mt: str | None, final: str | None) -> Production:
    files = [file for file in folder.rglob("*") if plain_suffix(file) in SUFFIXES]
    files.sort(key=lambda file: [natural(part) for part in file.relative_to(folder).parts])
    if not files:
        raise Place(folder).wrong("no production file in this folder", _ENDINGS)
    units: list[Unit] = []
    without = unfinished = 0
    for file in files:
        found = _file(file, mt, final)
        release, scenario, document = _from_path(file.relative_to(folder), folder)
        without, unfinished = without + found.without_mt, unfinished + found.unfinished
        units += [
            replace(
                unit,
                release=unit.release or (release if not unit.date else ""),
                scenario=unit.scenario or scenario,
                document=unit.document or document,
            )
            for unit in found.units
        ]
    return Production(tuple(units), without, unfinished)


def _from_path(file: Path, folder: Path) -> tuple[str, str, str]:
    """Return release, scenario and document as the place of a file tells them."""
    name = Path(file.name.removesuffix(".gz")).stem
    match file.parts[:-1]:
        case ():
            return name, "", ""
        case (release,):
            return release, "", name
        case (release, scenario):
            return release, scenario, name
    raise Place(folder / file).wrong(
        "the file lies too deep in its folder",
        "Use release.xlf, release/file.xlf or release/scenario/file.xlf.",
    )


def _file(path: Path, mt: str | None, final: str | None) -> Production:
    file = GivenFile(path)
    if file.suffix in TABLE_ENDINGS:
        return _table(file)
    if file.suffix in _TREES:
        return _tree(read_texts(file), mt, final)
    raise file.wrong("this is not a production file", _ENDINGS)


# Tables --------------------------------------------------------------------------------


def _table(file: GivenFile) -> Production:
    final = next((name for name in _FINAL if name in file.header), "final")
    rows = Sheet("segments", ("mt", final), partial(_unit, final=final)).rows(file)
    units = tuple(unit for unit in rows if unit.final)
    return Production(units, unfinished=len(rows) - len(units))


def _unit(row: Row, *, final: str) -> Unit:
    """Return a unit; its final text is empty where the segment is not finished."""
    about = {
        name: row.get(name, "")
        for name in ("release", "date", "document", "segment", "scenario", "input")
    }
    if "recognised" in row and not about["input"]:
        about["input"] = "recognised" if row["recognised"] else "clean"
    if about["date"]:
        _check_date(row)
    if not row[final]:
        return Unit(row.where, row["mt"], "")
    return Unit(
        row.where,
        row["mt"],
        row[final],
        row.get("source"),
        anchor=_is_anchor(row),
        match=_match(row),
        **about,
    )


def _check_date(row: Row) -> None:
    """Refuse what is no year, month or day."""
    given = row["date"]
    try:
        date.fromisoformat(given + "-01-01"[3 * given.count("-") :])
    except ValueError:
        raise row.wrong(
            "date", f"{given!r} is not a date", "Write it like 2026-03-14, 2026-03 or 2026."
        ) from None


def _is_anchor(row: Row) -> bool:
    given = row.get("set", "").lower()
    if given != ANCHOR and get_close_matches(given, [ANCHOR], n=1):
        raise row.wrong(
            "set",
            f"{row['set']!r} is not a known set",
            f"Write {ANCHOR!r} for the fixed set, and leave the field empty elsewhere.",
        )
    return given == ANCHOR


def _match(row: Row) -> float | None:
    """Return the match as a fraction; tools write 101 and 102 for matches in context."""
    if not row.get("match"):
        return None
    row["match"] = row["match"].removesuffix("%").strip()
    fix = "Write per cent from 0 to 100, such as 85, or leave the field empty."
    return min(row.number("match", low=0, high=102, fix=fix), 100.0) / 100


def _check_anchor(units: tuple[Unit, ...]) -> None:
    """Refuse a fixed set that holds a segment twice for one release."""
    seen: dict[tuple[str, ...], str] = {}
    for unit in units:
        if not (unit.anchor and unit.segment):
            continue
        key = (unit.release or unit.date, unit.document, unit.segment)
        if key in seen:
            raise Place(unit.place).wrong(
                f"segment {unit.segment!r} of the anchor set stands twice in release {key[0]!r}, "
                f"first in {seen[key]}",
                "Remove one of them.",
            )
        seen[key] = unit.place


# XLIFF and TMX ---------------------------------------------------------------------------


def _tree(texts: Texts, mt: str | None, final: str | None) -> Production:
    machine, delivered = _variants(texts, mt, final)
    units, without, unfinished = [], 0, 0
    for entry in texts.entries:
        if not entry.outputs.get(delivered, "").strip():
            unfinished += 1
        elif machine not in entry.outputs:
            without += 1
        else:
            units.append(
                Unit(
                    texts.place(entry),
                    entry.outputs[machine],
                    entry.outputs[delivered],
                    entry.source,
                    document=entry.document,
                    segment=entry.segment,
                )
            )
    return Production(tuple(units), without, unfinished)


def _variants(texts: Texts, mt: str | None, final: str | None) -> tuple[str, str]:
    """Return the names of machine translation and final text among a file's variants."""
    names = list(texts.systems)
    for kind, name in (("machine translation", mt), ("final text", final)):
        if name is not None and name not in names:
            raise NotFound.among(kind, name, (n for n in names if n), where=texts.file)
    delivered = final if final is not None else "" if "" in names else None
    machine = mt
    if machine is None:
        others = [name for name in names if name != delivered]
        machine = _only(others) or _only([name for name in others if _MACHINE.search(name)])
    if delivered is None:
        delivered = _only([name for name in names if name != machine])
    if machine is None or delivered is None or machine == delivered:
        several = ", ".join(repr(name) for name in names if name) or "one text per segment only"
        raise Place(texts.file).wrong(
            "it is not clear which texts are machine translation and which are final",
            f"Name them with --mt and --final; the file has {several}.",
        )
    return machine, delivered


def _only(names: list[str]) -> str | None:
    """Return the name if there is just one."""
    return names[0] if len(names) == 1 else None
