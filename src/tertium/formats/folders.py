"""A folder of files of one kind, read as one table.

What editors, sessions or language pairs have in files of their own belongs together. Folders
`train` and `test` inside tell the set. Ids of judgements that begin again in every file get its
name in front; what two files say of the same thing by the same annotator is refused, and so are
segments with the same name and other texts.
"""

import tempfile
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from functools import reduce
from pathlib import Path

import duckdb

from tertium.exceptions import BadInput
from tertium.formats.format import Format
from tertium.formats.given import Place
from tertium.formats.judgements import kind_of, read_judgements
from tertium.formats.queries import listed, text
from tertium.formats.shapes import Shape
from tertium.memory_database import scratch
from tertium.scale import Scale
from tertium.table import COLUMNS, JudgementTable
from tertium.table_columns import quoted

_SETS = ("train", "test")
_SHOWN = 5  # names of files in one sentence
# What nobody can say twice; the rest of a row is what was said.
_SAID_OF = ("campaign", "annotator", "group", "batch", "source_language", "target_language",
            "document", "segment", "unit", "system", "versus", "condition", "set", "role", "pass",
            "aspect", "layer")  # fmt: skip
_SEGMENT = ("campaign", "source_language", "target_language", "segment")
_PARTS = ("error", "issue", "check", "chunk")  # aspects of which one output has many rows
_Kind = Format | Shape


def judgement_files(folder: Path) -> tuple[dict[Path, _Kind], list[Path]]:
    """Return the files of judgements in a folder with their kinds, and the files left over."""
    found: dict[Path, _Kind] = {}
    others: list[Path] = []
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if not path.is_file() or any(part.startswith((".", "_")) for part in inside.parts):
            continue
        kind = kind_of(path)
        if kind is not None:
            found[path] = kind
        else:
            others.append(path)
    patterns = [
        pattern for kind in found.values() if isinstance(kind, Format) for pattern in kind.beside
    ]
    for path, kind in list(found.items()):  # a job without results, a table beside ratings
        other = not isinstance(kind, Format) and _matches(path, patterns)
        if other or f"*{path.suffix}" in patterns:
            del found[path]
    return found, [path for path in others if not _matches(path, patterns)]


def _matches(path: Path, patterns: Sequence[str]) -> bool:
    return any(fnmatch(path.as_posix(), pattern) for pattern in patterns)


def read_folder(folder: Path) -> JudgementTable:
    """Return the judgements of all files of a folder, which must be of one kind."""
    found, others = judgement_files(folder)
    if not found:
        raise Place(folder).wrong(
            "there are no judgements in this folder, and no campaign",
            "Name a campaign's folder, or one with files of judgements; tertium convert --list "
            "shows the formats.",
        )
    kinds = {_group(kind): path for path, kind in reversed(found.items())}
    if len(kinds) > 1:
        named = "; ".join(f"{path.name} is {kind}" for kind, path in sorted(kinds.items()))
        raise Place(folder).wrong(
            f"files of several kinds lie in this folder: {named}",
            "Keep one kind in a folder, or name one of the files.",
        )
    joined = read_files(list(found), folder)
    if not others:
        return joined
    names = [path.name for path in others[:_SHOWN]]
    more = f" and {len(others) - _SHOWN:,} more" if len(others) > _SHOWN else ""
    return joined.noted(f"Not read, because they hold no judgements: {', '.join(names)}{more}.")


def _group(kind: _Kind) -> str:
    return (kind.group if isinstance(kind, Format) else "") or kind.name


def read_files(paths: Sequence[Path], folder: Path) -> JudgementTable:
    """Return the judgements of several files as one table."""
    tables = {path: read_judgements(path) for path in paths}
    if len(tables) == 1:
        return next(iter(tables.values()))
    with tempfile.TemporaryDirectory(prefix="tertium-") as place:
        database = scratch()
        parts = []
        for number, (path, table) in enumerate(tables.items()):
            part = Path(place) / f"{number}.parquet"
            table.write(part)
            inside = path.relative_to(folder).parts[:-1]
            said = next((one for one in _SETS if one in inside), None)
            parts.append(
                f'SELECT * REPLACE (coalesce("set", {text(said) if said else "NULL"}) AS "set"), '
                f"{number} AS file, file_row_number AS place "
                f"FROM read_parquet({text(part)}, file_row_number = true)"
            )
        database.execute(f"CREATE TEMP TABLE files AS {' UNION ALL BY NAME '.join(parts)}")
    for refuse in (_refuse_said_twice, _refuse_other_texts):
        refuse(database, list(tables))
    names = ", ".join(quoted(name) for name in COLUMNS if name != "judgement")
    own = reduce(
        lambda query, one: f"{query} WHEN {one[0]} THEN {text(_stem(one[1]))}",
        enumerate(tables),
        "CASE file",
    )
    joined = JudgementTable.from_query(
        database,
        f"SELECT {names}, CASE WHEN judgement IN (FROM (SELECT judgement FROM files GROUP BY "
        f"judgement HAVING count(DISTINCT file) > 1)) THEN {own} END || '/' || judgement "
        "ELSE judgement END AS judgement FROM files ORDER BY file, place",
    )
    notes = dict.fromkeys(note for table in tables.values() for note in table.notes)
    return joined.noted(*notes).with_scales(_shared_scales(list(tables.values())))


def _stem(path: Path) -> str:
    return path.name.removesuffix(".gz").rpartition(".")[0] or path.name


def _shared_scales(tables: Sequence[JudgementTable]) -> Mapping[str, Scale]:
    """Return the scales that are known and the same wherever an aspect is known."""
    known = [table.scales for table in tables]
    return {
        aspect: scale
        for one in known
        for aspect, scale in one.items()
        if all(other.get(aspect, scale) == scale for other in known)
    }


def _refuse_said_twice(database: duckdb.DuckDBPyConnection, paths: Sequence[Path]) -> None:
    parts = ", ".join(text(name) for name in _PARTS)
    found = database.execute(
        f"SELECT min(file), max(file), any_value(annotator), any_value(segment), "
        f"any_value(system) FROM files WHERE aspect NOT IN ({parts}) "
        f"GROUP BY {listed(_SAID_OF)} HAVING count(DISTINCT file) > 1 ORDER BY 1, 2 LIMIT 1"
    ).fetchone()
    if found is not None:
        first, second, annotator, segment, system = found
        raise BadInput(
            f"{paths[first].name} and {paths[second].name} both hold what {annotator!r} said of "
            f"segment {segment!r} of {system!r}",
            where=str(paths[second]),
            fix="Leave one of them out; if they are different works, give annotators or segments "
            "names of their own.",
        )


def _refuse_other_texts(database: duckdb.DuckDBPyConnection, paths: Sequence[Path]) -> None:
    found = database.execute(
        f"SELECT min(file), max(file), any_value(segment) FROM files WHERE aspect = 'source' "
        f"AND text IS NOT NULL GROUP BY {listed(_SEGMENT)} "
        "HAVING count(DISTINCT regexp_replace(text, '\\s', '', 'g')) > 1 "
        "AND count(DISTINCT file) > 1 ORDER BY 1, 2 LIMIT 1"
    ).fetchone()
    if found is not None:
        first, second, segment = found
        raise BadInput(
            f"segment {segment!r} has another source in {paths[first].name} than in "
            f"{paths[second].name}",
            where=str(paths[second]),
            fix="Analyse them one by one, or write each with a column campaign of its own.",
        )
