"""Tables of the CRITT TPR-DB, the database of translation processes.

A study is a folder of tab-separated tables, whole or session by session: `st` (a row per
source word and session: its alignment group, times, edits, gaze), `sg` (a row per segment),
`kd` (a row per keystroke) and `sessions`. Files are found by these names, as `st.tsv`,
`study.st.tsv.gz` or `P01_T1.st`. Texts stand in double quotes, `---` is "none", ids of a
group are joined by `+`, its words by `_`.

Of the columns these are understood as measures, under the names used throughout; times are
milliseconds in the files and seconds here. Older releases call the reading times GazeS and
GazeT.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from tertium.exceptions import NotFound
from tertium.formats.delimited import records
from tertium.formats.given import GivenFile, Place
from tertium.text.renderings import RenderedWord, Renderings, Translation, collect, jumps

# measure → the columns it may come from, the first that is there, and how many make one.
MEASURES: Mapping[str, tuple[tuple[str, ...], float]] = {
    "seconds": (("Dur",), 1000.0),
    "kdur": (("Kdur", "TD5000"), 1000.0),
    "pause": (("Pause1", "PreGap"), 1000.0),
    "inserted": (("Ins",), 1.0),
    "deleted": (("Del",), 1.0),
    "gaze_source": (("TrtS", "GazeS"), 1000.0),
    "gaze_target": (("TrtT", "GazeT"), 1000.0),
    "fixations_source": (("FixS",), 1.0),
    "fixations_target": (("FixT",), 1.0),
}
NONE = "---"
# Measures that come from one device: where all that tell are zero, it was not there.
_DEVICES = (
    (("seconds", "inserted"), ("seconds", "kdur", "pause", "inserted", "deleted")),
    (("gaze_source", "gaze_target", "fixations_source", "fixations_target"),) * 2,
)
_NAME = re.compile(r"(?:.*[._-])?(st|sg|kd|sessions)(?:\.(?:tsv|txt|csv))?(?:\.gz)?", re.I)
_NEEDED = {
    "st": ("Session", "Text", "Part", "Id", "STseg", "SToken", "TGroup", "STid", "TTid"),
    "sg": ("Session", "Text", "Part", "STseg", "TokS", "TokT"),
    "tt": ("Session", "TTseg", "TToken"),
    "sessions": ("Session",),
    "kd": ("Session", "Time", "Type", "Char"),
}


@dataclass(frozen=True, slots=True)
class TprTable:
    """One table, possibly of several files: columns of texts, and where each row stands."""

    kind: str
    columns: Mapping[str, Sequence[str]]
    where: Sequence[Place]

    def __len__(self) -> int:
        return len(self.where)

    def texts(self, name: str) -> list[str]:
        """Return a column without quotation marks; "none" is the empty text."""
        return [_unquoted(text) for text in self.columns[name]]

    def numbers(self, name: str) -> list[float]:
        """Return a column of numbers; "none" is NaN."""
        found = []
        for row, text in enumerate(self.columns[name]):
            bare = _unquoted(text).strip()
            try:
                found.append(float(bare) if bare else math.nan)
            except ValueError:
                raise self.where[row].wrong(
                    f"column {name!r} has {bare!r}, which is not a number",
                    f"Write a number, or {NONE} for none.",
                ) from None
        return found


def read_tprdb(path: Path, *, task: str | None = None) -> Renderings:
    """Return the renderings of a study's source words, with measures of words and segments.

    A measure of a group of words is shared out among them, so that words add up to what was
    spent. What a session did not record (no keylogger, no eye tracker) is NaN, not 0. `task`
    keeps only the sessions of one task (T translation, P post-editing).
    """
    files = find_tables(path)
    if "st" not in files:
        raise Place(path).wrong(
            "there is no table of source words",
            "Name a TPR-DB folder with a table called st.tsv, or with one .st file a session.",
        )
    words = read_tpr_table(files["st"], "st")
    known = [read_tpr_table(files[kind], kind) for kind in ("sg", "sessions") if kind in files]
    _check_sessions(words, known)
    if task is not None:
        words = _of_task(words, task)
    segments = next((table for table in known if table.kind == "sg"), None)
    return collect(list(_translations(words, segments)))


def find_tables(path: Path) -> dict[str, list[Path]]:
    """Return which files of a folder, or the one given, hold which kind of table."""
    found: dict[str, list[Path]] = {}
    for file in sorted(path.iterdir()) if path.is_dir() else [path]:
        kind = table_kind(file)
        if kind is not None and file.is_file():
            found.setdefault(kind, []).append(file)
    return found


def table_kind(path: Path) -> str | None:
    """Return which kind of table a file is by its name."""
    named = _NAME.fullmatch(path.name)
    return named[1].lower() if named is not None else None


def read_tpr_table(paths: Sequence[Path], kind: str) -> TprTable:
    """Return a table whose rows stand in one file, or in several with the same columns."""
    columns: dict[str, list[str]] = {}
    where: list[Place] = []
    for file in map(GivenFile, paths):
        (first, header), *rows = list(records(file.text, "\t"))
        header = [_unquoted(name) for name in header]
        for name in _NEEDED[kind]:
            if name not in header:
                raise NotFound.among("column", name, header, where=file.place(first))
        if columns and list(columns) != header:
            raise file.place(first).wrong(
                "the columns are not those of the other tables",
                "Export all sessions from the same release of the TPR-DB.",
            )
        for line, fields in rows:
            if len(fields) != len(header):
                raise file.place(line).wrong(
                    f"this row has {len(fields)} fields, the header has {len(header)}",
                    "Give every row one field per column, separated by single tabs.",
                )
        across = list(zip(*(fields for _, fields in rows), strict=True)) or [()] * len(header)
        for name, column in zip(header, across, strict=True):
            columns.setdefault(name, []).extend(column)
        where += [file.place(line) for line, _ in rows]
    return TprTable(kind, columns, where)


def _unquoted(text: str) -> str:
    bare = text.strip().removeprefix('"').removesuffix('"')
    return "" if bare == NONE else bare


def _of_task(words: TprTable, task: str) -> TprTable:
    """Keep the rows of one task."""
    tasks = words.texts("Task") if "Task" in words.columns else [""] * len(words)
    if task not in tasks:
        raise NotFound.among("task", task, {one for one in tasks if one}, where=words.where[0])
    rows = [row for row, one in enumerate(tasks) if one == task]
    return TprTable(
        words.kind,
        {name: [column[row] for row in rows] for name, column in words.columns.items()},
        [words.where[row] for row in rows],
    )


def _check_sessions(words: TprTable, known: Sequence[TprTable]) -> None:
    """Refuse a study that names sessions without source words."""
    there = set(words.texts("Session"))
    for table in known:
        for row, session in enumerate(table.texts("Session")):
            if session not in there:
                raise table.where[row].wrong(
                    f"session {session!r} is missing from the table of source words",
                    "Add its st table, or remove the session here.",
                )


@dataclass(frozen=True, slots=True)
class _Session:
    """What the table of segments says of one session."""

    targets: int  # words of the target text
    efforts: Mapping[str, Mapping[str, float]]  # segment → measure → what it cost


def _by_session(segments: TprTable) -> dict[str, _Session]:
    """Return target words and measures of every session's segments."""
    lengths = segments.numbers("TokT")
    measures = measures_of(segments)
    names = segments.texts("STseg")
    found = {}
    for session, rows in _grouped(segments.texts("Session")):
        own = recorded({name: [column[row] for row in rows] for name, column in measures.items()})
        found[session] = _Session(
            int(sum(lengths[row] for row in rows)),
            {
                names[row]: {name: column[at] for name, column in own.items()}
                for at, row in enumerate(rows)
            },
        )
    return found


def _translations(words: TprTable, segments: TprTable | None) -> Iterator[Translation]:
    """Yield each session segment by segment, texts and segments in their own order."""
    known = _by_session(segments) if segments is not None else {}
    texts, parts, names = (words.texts(name) for name in ("Text", "Part", "STseg"))
    tokens, ids = words.texts("SToken"), words.numbers("Id")
    measures = measures_of(words)
    studies = words.texts("Study") if "Study" in words.columns else [""] * len(words)
    several = len(set(studies)) > 1
    found: list[tuple[tuple[str, str, float], Translation]] = []
    for session, rows in _grouped(words.texts("Session"), studies):
        rows = sorted(rows, key=lambda row: ids[row])
        about = known.get(session)
        rendered = _rendered(words, rows, ids, about.targets if about else None)
        jumped = jumps(rendered)
        own = recorded(
            {
                name: [
                    column[row] / max(1, one.together)
                    for row, one in zip(rows, rendered, strict=True)
                ]
                for name, column in measures.items()
            }
        )
        for name, group in groupby(range(len(rows)), key=lambda at: names[rows[at]]):
            places = list(group)
            row = rows[places[0]]
            if about is not None and name not in about.efforts:
                raise words.where[row].wrong(
                    f"segment {name} of session {session!r} is not in the table of segments",
                    "Export both tables from the same study.",
                )
            one = Translation(
                segment=f"{studies[row]}." * several + f"{texts[row]}.{name}",
                translator=parts[row],
                words=tuple(tokens[rows[at]] for at in places),
                rendered=tuple(rendered[at] for at in places),
                jumps=tuple(jumped[at] for at in places),
                measures={
                    measure: [column[at] for at in places] for measure, column in own.items()
                },
                efforts=about.efforts[name] if about is not None else {},
                where=words.where[row],
            )
            found.append(((studies[row], texts[row], ids[row]), one))
    yield from (one for _, one in sorted(found, key=lambda two: two[0]))


def _rendered(
    words: TprTable, rows: Sequence[int], ids: Sequence[float], targets: int | None
) -> list[RenderedWord]:
    """Return the renderings of a session's words; ids must lie inside its texts."""
    own = {int(ids[row]) for row in rows}
    source, target, texts = (words.columns[name] for name in ("STid", "TTid", "TGroup"))
    found = []
    for row in rows:
        theirs = _ids(target[row], words.where[row])
        if not theirs:
            found.append(RenderedWord())
            continue
        together = _ids(source[row], words.where[row])
        outside = [one for one in together if one not in own]
        if outside or int(ids[row]) not in together:
            told = f"source word {(outside or [int(ids[row])])[0]}"
            raise words.where[row].wrong(
                f"the alignment points to {told}, which is not in the session"
                if outside
                else f"the alignment group {source[row]} does not hold {told} itself",
                "Export the tables again after correcting the alignment.",
            )
        beyond = [one for one in theirs if one < 1 or (targets is not None and one > targets)]
        if beyond:
            raise words.where[row].wrong(
                f"the alignment points to target word {beyond[0]}, but the translation has "
                f"{targets} words",
                "Export the tables again after correcting the alignment.",
            )
        found.append(
            RenderedWord(_unquoted(texts[row]), tuple(one - 1 for one in theirs), len(together))
        )
    return found


def _ids(text: str, where: Place) -> list[int]:
    """Return the ids of a group, such as 73+74."""
    bare = _unquoted(text)
    try:
        return [int(one) for one in bare.split("+")] if bare else []
    except ValueError:
        raise where.wrong(
            f"{bare!r} is not a group of word ids",
            f"Write ids joined by +, such as 73+74, or {NONE} for none.",
        ) from None


def measures_of(table: TprTable) -> dict[str, list[float]]:
    """Return the measures a table has, in seconds and counts."""
    found = {}
    for measure, (names, unit) in MEASURES.items():
        for name in names:
            if name in table.columns:
                found[measure] = [value / unit for value in table.numbers(name)]
                break
    return found


def recorded(measures: dict[str, list[float]]) -> dict[str, list[float]]:
    """Blank out what a session did not record, and add up the keystrokes."""
    for tell, all_of_it in _DEVICES:
        told = [value for name in tell for value in measures.get(name, ())]
        if not any(value > 0 for value in told):
            for name in all_of_it:
                if name in measures:
                    measures[name] = [math.nan] * len(measures[name])
    if "inserted" in measures and "deleted" in measures:
        both = zip(measures["inserted"], measures["deleted"], strict=True)
        measures["keystrokes"] = [one + two for one, two in both]
    return measures


def _grouped(
    names: Sequence[str], further: Sequence[str] | None = None
) -> Iterator[tuple[str, list[int]]]:
    """Yield every name with its rows, in order of appearance."""
    groups: dict[tuple[str, str], list[int]] = {}
    for row, name in enumerate(names):
        groups.setdefault((name, further[row] if further else ""), []).append(row)
    for (name, _), rows in groups.items():
        yield name, rows
