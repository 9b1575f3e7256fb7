"""Direct assessments as WMT published them until 2021: the `ad-*` files, raw and standardised.

A line for each score: HIT, worker, languages, system, `type` of item, segment, score, time of the
HIT. Fields are parted by tabs or blanks, not always by the same in one file; names of systems may
stand in quotation marks. Files called `stnd` hold z scores. Where the means and standard deviations
of all their workers lie beside them (`ad-*-trk-mean-sd.txt`, as R printed them), the raw scores
follow. Files of documents have `doc_id` instead of a segment.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tertium.formats.about import About
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.plain import read_lines
from tertium.formats.records import Records
from tertium.formats.sheets import as_number
from tertium.table import JudgementTable

_NAMES = ("HITId", "WorkerId", "sys_id", "type", "score")
_COLUMNS = {
    "hit_id": "HITId", "worker": "WorkerId", "source_language": "Input.src",
    "target_language": "Input.trg", "system": "sys_id", "type": "type", "segment": "sid",
    "document": "doc_id", "raw_score": "score", "hit_seconds": "time",
}  # fmt: skip
# The item types of the crowd study of HUME (2016) under the names that WMT has for them.
_TYPES = {"system": "SYSTEM", "repeat": "REPEAT", "cal": "BAD_REF", "ref": "REF"}
_FIELD = re.compile(r'"([^"]*)"|(\S+)')
_PRINTED = re.compile(r'\[1\] (?:"(.*)"|(\S+))')
_WHOLE = 1e-4  # raw scores are whole numbers; so far off one that was recovered may be
Moments = Mapping[str, tuple[float, float]]  # worker → mean and standard deviation


def release_table(file: GivenFile) -> JudgementTable:
    """Return the judgements of a file; a file with a header only has none."""
    found = list(_rows(file))
    if not found:
        return JudgementTable.from_rows([]).noted("The file has a header and no scores.")
    whole = {name: key for name, key in _COLUMNS.items() if key in _header(file)}
    notes: tuple[str, ...] = ()
    if _standardised(file, found):
        found, notes = _raw(file, found)
    columns = ["z_score" if name == "raw_score" and notes else name for name in whole]
    if notes and all("raw_score" in row for _, row in found):
        columns.append("raw_score")
    return Records(file, tuple(columns), found).table().noted(*notes)


def _fields(line: str) -> list[str]:
    return [quoted or bare for quoted, bare in _FIELD.findall(line)]


def _header(file: GivenFile) -> list[str]:
    return _fields(file.beginning[:2_000].split(b"\n", 1)[0].decode("utf-8", "replace"))


def _is_release(file: GivenFile) -> bool:
    return set(_NAMES) <= set(_header(file))


def _rows(file: GivenFile) -> Iterator[tuple[int, dict[str, str | None]]]:
    header = _header(file)
    lines = file.lines()
    next(lines)
    for number, line in lines:
        fields = _fields(line)
        if len(fields) != len(header):
            raise file.wrong(
                f"this row has {len(fields)} fields, the header has {len(header)}",
                "Separate fields by tabs or blanks; put names with blanks in double quotes.",
                line=number,
            )
        given = dict(zip(header, fields, strict=True))
        row: dict[str, str | None] = {name: given.get(key) for name, key in _COLUMNS.items()}
        row["type"] = _TYPES.get(given["type"], given["type"])
        row["segment"] = row["segment"] or row["document"]
        yield number, row


def _standardised(file: GivenFile, rows: list[tuple[int, dict[str, str | None]]]) -> bool:
    """Tell whether scores are z scores: by the name of the file, or because some are negative."""
    return "stnd" in file.path.name or any(as_number(row["raw_score"] or "") < 0 for _, row in rows)


def _raw(
    file: GivenFile, rows: list[tuple[int, dict[str, str | None]]]
) -> tuple[list[tuple[int, dict[str, str | None]]], tuple[str, ...]]:
    """Return rows with z scores, and with raw ones where the moments of all workers are known."""
    known = _moments(file.path.parent)
    found = []
    for line, row in rows:
        score = row.pop("raw_score")
        found.append((line, row | {"z_score": score}))
    if all((row["worker"] or "") in known for _, row in found):
        raw = []
        for _, row in found:
            mean, spread = known[row["worker"] or ""]
            raw.append(as_number(row["z_score"] or "") * spread + mean)
        if all(abs(value - round(value)) < _WHOLE for value in raw):
            for (_, row), value in zip(found, raw, strict=True):
                row["raw_score"] = str(round(value))
            return found, (
                "Scores were published as z scores; the raw scores follow from the workers' means "
                "and standard deviations beside the file.",
            )
    return found, (
        "Scores are z scores, standardised by annotator when they were published; their scale is "
        "not 0 to 100. Raw scores follow where the files ad-*-trk-mean-sd.txt lie beside this one.",
    )


def _moments(folder: Path) -> Moments:
    """Return what R printed of every worker, three lines each: who, mean, standard deviation."""
    found: dict[str, tuple[float, float]] = {}
    for path in sorted(folder.glob("ad-*trk-mean-sd.txt*")):
        printed = [_PRINTED.fullmatch(line.strip()) for line in read_lines(path)]
        values = [one[1] or one[2] for one in printed if one]
        for worker, mean, spread in zip(values[::3], values[1::3], values[2::3], strict=False):
            found[worker] = (as_number(mean), as_number(spread))
    return found


WMT_RELEASE = Format(
    "WMT direct assessments (ad-*)",
    release_table,
    (".csv", ".txt", ".tsv"),
    recognises=_is_release,
    beside=("*ad-*", "*clusters.csv"),
    about=About("until 2021", published="WMT21 to English, Wikipedia 2021; HUME"),
)
