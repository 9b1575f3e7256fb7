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
from pathlib import Path

from tertium.exceptions import BadInput, NotFound
from tertium.formats.delimited import separator
from tertium.formats.entries import Texts
from tertium.formats.files import plain_suffix, read_text
from tertium.formats.recognise import read_texts
from tertium.formats.sheets import Row, Sheet
from tertium.text.natural import natural

__all__ = ["ANCHOR", "SUFFIXES", "Production", "Unit", "is_production", "read_production"]

ANCHOR = "anchor"
_TABLES, _TREES = (".tsv", ".tab", ".csv"), (".xlf", ".xliff", ".tmx")
SUFFIXES = (*_TABLES, *_TREES)
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
    if plain_suffix(path) in _TREES:
        return True
    if plain_suffix(path) not in _TABLES:
        return False
    first = read_text(path).split("\n", 1)[0]
    header = {name.strip().strip('"') for name in first.split(separator(path, first))}
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
        raise BadInput(
            "no segment has both a machine translation and a final text",
            where=str(path),
            fix="Export the file after translation, with the proposals of the engine in it.",
        )
    units = tuple(replace(unit, anchor=True) for unit in found.units) if anchor else found.units
    _check_anchor(units)
    return replace(found, units=units)


def _folder(folder: Path, mt: str | None, final: str | None) -> Production:
    files = [file for file in folder.rglob("*") if plain_suffix(file) in SUFFIXES]
    files.sort(key=lambda file: [natural(part) for part in file.relative_to(folder).parts])
    if not files:
        raise BadInput(
            "no production file in this folder",
            where=str(folder),
            fix=f"Production is read from {', '.join(SUFFIXES)}, each also with .gz.",
        )
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
    raise BadInput(
        "the file lies too deep in its folder",
        where=str(folder / file),
        fix="Use release.xlf, release/file.xlf or release/scenario/file.xlf.",
    )


def _file(path: Path, mt: str | None, final: str | None) -> Production:
    if plain_suffix(path) in _TABLES:
        return _table(path)
    if plain_suffix(path) in _TREES:
        return _tree(read_texts(path), mt, final)
    raise BadInput(
        "this is not a production file",
        where=str(path),
        fix=f"Production is read from {', '.join(SUFFIXES)}, each also with .gz.",
    )


# Tables --------------------------------------------------------------------------------


def _table(path: Path) -> Production:
    sheet = Sheet(path)
    final = next((name for name in _FINAL if name in sheet.header), "final")
    sheet.require("mt", final, what="segments")
    units = []
    for row in sheet:
        about = {
            name: row.get(name, "")
            for name in ("release", "date", "document", "segment", "scenario", "input")
        }
        if "recognised" in row and not about["input"]:
            about["input"] = "recognised" if row["recognised"] else "clean"
        if about["date"]:
            _check_date(sheet, row)
        if row[final]:
            units.append(
                Unit(
                    f"{path}:{row.line}",
                    row["mt"],
                    row[final],
                    row.get("source"),
                    anchor=_is_anchor(sheet, row),
                    match=_match(sheet, row),
                    **about,
                )
            )
    return Production(tuple(units), unfinished=len(sheet) - len(units))


def _check_date(sheet: Sheet, row: Row) -> None:
    """Refuse what is no year, month or day."""
    given = row["date"]
    try:
        date.fromisoformat(given + "-01-01"[3 * given.count("-") :])
    except ValueError:
        raise BadInput(
            f"{given!r} is not a date",
            where=sheet.place(row.line, "date"),
            fix="Write it like 2026-03-14, 2026-03 or 2026.",
        ) from None


def _is_anchor(sheet: Sheet, row: Row) -> bool:
    given = row.get("set", "").lower()
    if given != ANCHOR and get_close_matches(given, [ANCHOR], n=1):
        raise BadInput(
            f"{row['set']!r} is not a known set",
            where=sheet.place(row.line, "set"),
            fix=f"Write {ANCHOR!r} for the fixed set, and leave the field empty elsewhere.",
        )
    return given == ANCHOR


def _match(sheet: Sheet, row: Row) -> float | None:
    """Return the match as a fraction; tools write 101 and 102 for matches in context."""
    if not row.get("match"):
        return None
    plain = Row(row.line, {"match": row["match"].removesuffix("%").strip()})
    fix = "Write per cent from 0 to 100, such as 85, or leave the field empty."
    return min(sheet.number(plain, "match", low=0, high=102, fix=fix), 100.0) / 100


def _check_anchor(units: tuple[Unit, ...]) -> None:
    """Refuse a fixed set that holds a segment twice for one release."""
    seen: dict[tuple[str, ...], str] = {}
    for unit in units:
        if not (unit.anchor and unit.segment):
            continue
        key = (unit.release or unit.date, unit.document, unit.segment)
        if key in seen:
            raise BadInput(
                f"segment {unit.segment!r} of the anchor set stands twice in release {key[0]!r}, "
                f"first in {seen[key]}",
                where=unit.place,
                fix="Remove one of them.",
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
        raise BadInput(
            "it is not clear which texts are machine translation and which are final",
            where=texts.file,
            fix=f"Name them with --mt and --final; the file has {several}.",
        )
    return machine, delivered


def _only(names: list[str]) -> str | None:
    """Return the name if there is just one."""
    return names[0] if len(names) == 1 else None
