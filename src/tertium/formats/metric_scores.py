"""Scores of automatic metrics that were made elsewhere, as the programs write them.

COMET writes one JSON object with a list for each file of outputs, MetricX JSON lines that have a
`prediction`, mt-metrics-eval a line for each segment of each system, WMT's metrics tasks a table
without header. All become rows of the layer `computed`, one for each output, whose `aspect` is the
metric. Segments that have no names are numbered from 1.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tertium.formats.about import About
from tertium.formats.delimited import TABLE_ENDINGS
from tertium.formats.format import Format
from tertium.formats.given import GivenFile, Place
from tertium.formats.jsonl import JSON_ENDINGS, json_lines
from tertium.formats.sheets import Row, Sheet
from tertium.scale import Scale
from tertium.table import JudgementTable

PROTOCOL = "metric@1"
SCORE_COLUMNS = ("segment", "system", "score")
_SCORE = ".score"
_LEVELS = ("sys", "domain", "doc", "seg")
_HUMAN = re.compile(r"[a-z]{2,3}-[a-z]{2,3}\.[^.]+\.(?:sys|domain|doc|seg)\.score(?:\.gz)?")
_METRICX = Scale(0.0, 25.0, best="lowest", name="MetricX")
# METRIC, language pair, test set; domain, document or reference; system, segment, score.
_LEAST, _AFTER = 6, 2  # columns of a WMT file, and those that may follow the score


@dataclass(frozen=True, slots=True)
class _Score:
    """One score of one output."""

    metric: str
    system: str
    segment: str
    value: float
    where: Place
    document: str = ""
    languages: tuple[str, str] = ("", "")


def read_metric_scores(path: Path) -> JudgementTable:
    """Return the scores of a file, by whatever program they were made."""
    file = GivenFile(path)
    if _HUMAN.fullmatch(path.name):
        raise file.wrong(
            "these are human scores, and no metric's", "Give a file of the folder metric-scores."
        )
    known = next((one for one in METRIC_FORMATS if one.fits(file)), None)
    if known is not None:
        return known.read(file)
    if file.suffix in TABLE_ENDINGS and set(SCORE_COLUMNS) <= set(file.header):
        return _table(_sheet(file), file)
    raise file.wrong(
        "these are no scores of a metric that Tertium can read",
        "Give the JSON of COMET, the JSON lines of MetricX, a .seg.score of mt-metrics-eval or of "
        "a metrics task of WMT, or a table with segment,system,score.",
    )


def _table(scores: Iterator[_Score], file: GivenFile, scale: Scale | None = None) -> JudgementTable:
    """Make rows of scores, refusing what is no number or stands there twice."""
    found: list[_Score] = []
    seen: dict[tuple[str, str, str], Place] = {}
    for one in scores:
        if not math.isfinite(one.value):
            raise one.where.wrong(
                f"the score of segment {one.segment!r} and system {one.system!r} is not a number",
                "Score this output again, or leave it out.",
            )
        key = one.metric, one.system, one.segment
        if key in seen:
            raise one.where.wrong(
                f"segment {one.segment!r} of {one.system!r} has a second score of {one.metric}, "
                f"after {seen[key]}",
                "Keep one score of each output; give scores against several references names of "
                "their own.",
            )
        seen[key] = one.where
        found.append(one)
    if not found:
        raise file.wrong("there are no scores", "Give a file with a score for each output.")
    table = JudgementTable.from_rows(
        {
            "protocol": PROTOCOL,
            "annotator": f"{one.metric}|file:{file.path.name}",
            "layer": "computed",
            "aspect": one.metric,
            "system": one.system,
            "segment": one.segment,
            "document": one.document or None,
            "source_language": one.languages[0] or None,
            "target_language": one.languages[1] or None,
            "value": one.value,
        }
        for one in found
    )
    for metric in {one.metric for one in found}:
        values = [one.value for one in found if one.metric == metric]
        known = scale or Scale(min(0.0, *values), max(1.0, *values), name=metric)
        table = table.on_scale(known, metric)
    return table


def _number(value: Any, where: Place) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise where.wrong(f"the score {value!r} is not a number", "Score this output again.")
    try:
        return float(value)
    except ValueError:
        raise where.wrong(
            f"the score {value!r} is not a number", "Score this output again."
        ) from None


def _sheet(file: GivenFile) -> Iterator[_Score]:
    """Read `segment,system,score`; the file's name is that of the metric."""
    metric = Path(file.path.name.removesuffix(".gz")).stem

    def read(row: Row) -> _Score:
        value = _number(row["score"], row.where)
        return _Score(metric, row.filled("system"), row.filled("segment"), value, row.where)

    return iter(Sheet("scores", SCORE_COLUMNS, read).rows(file))


# COMET ------------------------------------------------------------------------------------


def _is_comet(file: GivenFile) -> bool:
    return file.beginning.startswith(b"{") and b'"COMET"' in file.content


def _comet(file: GivenFile) -> JudgementTable:
    try:
        given = json.loads(file.text)
    except json.JSONDecodeError as error:
        raise file.wrong(
            "the JSON ends early or is damaged", "Write it again with comet-score --to_json.",
            line=error.lineno,
        ) from None  # fmt: skip
    return _table(_comet_scores(given, file), file)


def _comet_scores(given: Any, file: GivenFile) -> Iterator[_Score]:
    fix = "Write it with comet-score --to_json."
    for name, lines in given.items():
        if not isinstance(lines, list):
            raise file.wrong(f"{name!r} holds no list of segments", fix)
        system = Path(name.removesuffix(".gz")).name
        for number, line in enumerate(lines, start=1):
            where = Place(f"{file}: {name}, segment {number}")
            if not isinstance(line, dict) or "COMET" not in line:
                raise where.wrong("there is no score 'COMET'", fix)
            value = _number(line["COMET"], where)
            yield _Score("comet", system, str(number), value, where)


# MetricX ----------------------------------------------------------------------------------


def _metricx(file: GivenFile) -> JudgementTable:
    return _table(_metricx_scores(file), file, _METRICX)


def _metricx_scores(file: GivenFile) -> Iterator[_Score]:
    """Read predictions; without names, a line is a segment of the system of the file's name."""
    own = file.path.name.removesuffix(".gz").removesuffix(file.suffix)
    for number, line in enumerate(json_lines(file), start=1):
        line.need("prediction", fix="Write it with the predict script of MetricX.")
        system = line.get("system_id") or line.get("system") or own
        segment = line.get("segment_id", line.get("segment"))
        if isinstance(segment, int) and "segment_id" in line:
            segment += 1  # counted from 0 there
        document = str(line.get("document_id") or "")
        value = _number(line["prediction"], line.where)
        name = str(number if segment is None else segment)
        yield _Score("metricx", str(system), name, value, line.where, document)


# mt-metrics-eval, and metrics tasks of WMT --------------------------------------------------


def _is_wmt(file: GivenFile) -> bool:
    fields = _first_fields(file)
    return len(fields) >= _LEAST and _wmt_end(fields) is not None


def _first_fields(file: GivenFile) -> list[str]:
    if file.suffix not in (_SCORE, ".tsv", ".txt", ".tab"):
        return []
    _, line = next(file.lines(), (0, ""))
    return line.split("\t")


def _is_metric(file: GivenFile) -> bool:
    return not _is_wmt(file) and not _HUMAN.fullmatch(file.path.name)


def _wmt_end(fields: list[str]) -> int | None:
    """Return where the score stands: at the end, or before whether a metric is an ensemble."""
    for end in (len(fields) - 1, len(fields) - 1 - _AFTER):
        if end >= _LEAST - 1 and _is_number(fields[end]):
            return end
    return None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _wmt(file: GivenFile) -> JudgementTable:
    return _table(_wmt_scores(file), file)


def _wmt_scores(file: GivenFile) -> Iterator[_Score]:
    for number, line in file.lines():
        where, fields = file.place(number), line.split("\t")
        end = _wmt_end(fields)
        if end is None:
            raise where.wrong(
                "this line does not end in a score",
                "Write METRIC, LANG-PAIR, TESTSET, …, SYSTEM, SEGMENT, SCORE, separated by tabs.",
            )
        system, segment = fields[end - 2], fields[end - 1]
        first, _, second = fields[1].partition("-")
        value = float(fields[end])
        yield _Score(fields[0], system, segment, value, where, languages=(first, second))


def _mtme(file: GivenFile) -> JudgementTable:
    """Read `METRIC-REFERENCE.seg.score`."""
    name = file.path.name.removesuffix(".gz").removesuffix(_SCORE)
    metric, _, level = name.rpartition(".")
    if level in _LEVELS[:3]:
        raise file.wrong(
            f"the scores are by {'system' if level == 'sys' else level}, not by segment",
            "Give the file that ends in .seg.score: intervals follow from scores of segments.",
        )
    return _table(_mtme_scores(file, metric or name), file)


def _mtme_scores(file: GivenFile, metric: str) -> Iterator[_Score]:
    seen: Counter[str] = Counter()
    pair = re.fullmatch(r"([a-z]{2,3})-([a-z]{2,3})", file.path.parent.name)
    languages = (pair[1], pair[2]) if pair else ("", "")
    for number, line in file.lines():
        where, fields = file.place(number), line.split()
        if len(fields) != 2:
            raise where.wrong(
                f"this line has {len(fields)} fields", "Write a system and its score in each line."
            )
        system, score = fields
        seen[system] += 1
        if score != "None":
            value = _number(score, where)
            yield _Score(metric, system, str(seen[system]), value, where, languages=languages)


COMET = Format("COMET", _comet, (".json",), recognises=_is_comet, about=About("2"))
METRICX = Format(
    "MetricX", _metricx, JSON_ENDINGS, keys=("hypothesis", "prediction"), about=About("23, 24")
)
WMT_METRICS = Format(
    "WMT metrics task",
    _wmt,
    (_SCORE, ".tsv", ".txt", ".tab"),
    recognises=_is_wmt,
    about=About("2014–2019"),
)
MTME_SCORES = Format(
    "mt-metrics-eval scores", _mtme, (_SCORE,), recognises=_is_metric, about=About("2")
)
METRIC_FORMATS = (COMET, METRICX, WMT_METRICS, MTME_SCORES)
