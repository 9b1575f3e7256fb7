"""Scores of one way of evaluating: of outputs or of whole systems, in files of several kinds.

- a table `segment,system,score`, or `system,score` for scores of systems; a column
  `language_pair` or `campaign` may stand beside them;
- a file of mt-metrics-eval: `….seg.score` or `….sys.score` (`SYSTEM SCORE` on each line);
- a directory of mt-metrics-eval, whose `metric-scores` hold one or more metrics.

Judgement files are ways of evaluating too; they are read by the analysis.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tertium.exceptions import BadInput, NotFound
from tertium.formats.delimited import TABLE_ENDINGS
from tertium.formats.files import plain_suffix
from tertium.formats.given import GivenFile
from tertium.formats.metric_scores import SCORE_COLUMNS

_SCORE = ".score"
_LANGUAGES = re.compile(r"([a-z]{2,3}-[a-z]{2,3})")
_LOOKED_AT = 20  # rows that tell whether a column holds numbers
_LEVELS = {"seg": True, "sys": False}
_BESIDE = ("language_pair", "campaign")
_ABOUT = (*_BESIDE, "document", "domain", "source_language", "target_language")
_FIX = (
    f"Give a file with the columns {','.join(SCORE_COLUMNS)} or system,score, judgements, or a "
    "directory of mt-metrics-eval."
)


@dataclass(slots=True)
class MethodScores:
    """Scores as they stand in a file; of whole systems, where there are no `segments`.

    `language_pairs` and `campaigns` have one name for each score, or are empty. `missing` counts
    rows without a number (NaN, None).
    """

    name: str
    segments: list[str] = field(default_factory=list)
    systems: list[str] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    language_pairs: list[str] = field(default_factory=list)
    campaigns: list[str] = field(default_factory=list)
    missing: int = 0

    def __len__(self) -> int:
        return len(self.scores)


def read_method_scores(path: Path, name: str | None) -> tuple[MethodScores, ...]:
    """Return the scores in a file or directory; nothing where it holds no such scores.

    `name` is what the method is called; of a directory it chooses the metric.
    """
    if path.is_dir():
        return _directory(path, name) if (path / "metric-scores").is_dir() else ()
    file = GivenFile(path)
    if file.suffix == _SCORE:
        return (_mtme(file, name or _metric_of(path), _pair_of(path)),)
    if file.suffix in TABLE_ENDINGS and _is_scores(file):
        return tuple(_tables(file, name))
    return ()


def _is_scores(file: GivenFile) -> bool:
    """Tell whether a table holds scores by system, and nothing else but numbers."""
    header = file.header
    others = [at for at, name in enumerate(header) if name not in (*SCORE_COLUMNS, *_ABOUT)]
    if "system" not in header or not ("score" in header or others) or "annotator" in header:
        return False
    first = file.records()[:_LOOKED_AT]
    return all(_number(fields[at].strip()) is not None for _, fields in first for at in others)


def _tables(file: GivenFile, name: str | None) -> Iterator[MethodScores]:
    """Read the column that is called as the metric, or else `score`.

    Without a name every column beside `score` is a metric, as `tertium score` writes them.
    """
    others = [column for column in file.header if column not in (*SCORE_COLUMNS, *_ABOUT)]
    if name is None and others:
        yield from (_table(file, column, column) for column in others)
    elif name in others:
        yield _table(file, name, name)
    else:
        yield _table(file, name or file.path.name.partition(".")[0], "score")


def _table(file: GivenFile, name: str, column: str) -> MethodScores:
    found = MethodScores(name)
    header = file.header
    wanted = ("segment", "system", column, *_BESIDE)
    at = {one: header.index(one) for one in wanted if one in header}
    lists = {
        "segment": found.segments,
        "system": found.systems,
        "language_pair": found.language_pairs,
        "campaign": found.campaigns,
    }
    kept = [(lists[one], place) for one, place in at.items() if one != column]
    for line, fields in file.records():
        score = _number(fields[at[column]].strip())
        if score is None:
            raise file.field_place(line, at[column]).wrong(
                f"the score {fields[at[column]]!r} is not a finite number",
                "Write a number, or nothing where there is none.",
            )
        if math.isnan(score):
            found.missing += 1
            continue
        found.scores.append(score)
        for values, place in kept:
            values.append(fields[place].strip())
    if not found.scores:
        raise file.wrong("there are no scores", _FIX)
    return found


def _number(text: str) -> float | None:
    """Return a score, NaN where none was given, None where it is not a number."""
    if text == "" or text.casefold() in ("none", "nan", "na", "null"):
        return math.nan
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


# mt-metrics-eval ------------------------------------------------------------------------------


def _pair_of(path: Path) -> str:
    found = _LANGUAGES.search(path.name) or _LANGUAGES.fullmatch(path.parent.name)
    return found[1] if found else ""


def _metric_of(path: Path) -> str:
    """Return `BLEU-refA` of `BLEU-refA.sys.score`, `mqm` of `en-de.mqm.seg.score`."""
    stem = path.name.removesuffix(".gz").removesuffix(_SCORE)
    stem = re.sub(r"\.(seg|sys|doc|domain)$", "", stem)
    return re.sub(r"^[a-z]{2,3}-[a-z]{2,3}\.", "", stem)


def _mtme(file: GivenFile, name: str, pair: str) -> MethodScores:
    """Read `SYSTEM SCORE` lines; segment n of a system is its n-th line."""
    kind = re.search(r"\.(\w+)\.score$", file.path.name.removesuffix(".gz"))
    if kind is None or kind[1] not in _LEVELS:
        raise file.wrong(
            "this file holds neither scores of segments nor of systems",
            "Give a file named ….seg.score or ….sys.score.",
        )
    found = MethodScores(name)
    seen: dict[str, int] = {}
    for number, line in file.lines():
        parts = line.split()
        score = _number(parts[-1]) if len(parts) in (2, 3) else None
        if score is None:
            raise file.place(number).wrong(
                f"{line.strip()[:50]!r} is not a system and its score",
                "Write SYSTEM, a tab and a number, or None.",
            )
        system = parts[-2]
        seen[system] = seen.get(system, 0) + 1
        if math.isnan(score):
            continue  # nobody scored this output
        found.systems.append(system)
        found.scores.append(score)
        if _LEVELS[kind[1]]:
            found.segments.append(str(seen[system]))
    if pair:
        found.language_pairs = [pair] * len(found)
    if not found.scores:
        raise file.wrong("there are no scores", "Every line says None.")
    return found


def _directory(path: Path, name: str | None) -> tuple[MethodScores, ...]:
    """Read the metrics of a directory, scores of segments before those of systems."""
    metrics: dict[str, list[Path]] = {}
    for file in sorted((path / "metric-scores").rglob("*")):
        if plain_suffix(file) == _SCORE and re.search(r"\.(seg|sys)\.score", file.name):
            metrics.setdefault(_metric_of(file), []).append(file)
    wanted = [one for one in metrics if name is None or name in (one, one.rpartition("-")[0])]
    if not wanted:
        raise NotFound.among("metric", name or "", metrics, where=str(path))
    return tuple(_joined(one, metrics[one]) for one in wanted)


def _joined(name: str, files: list[Path]) -> MethodScores:
    """Join the language pairs of a metric; of each, segments count before systems."""
    chosen: dict[str, Path] = {}
    for file in sorted(files, key=lambda one: ".seg." not in one.name):
        chosen.setdefault(_pair_of(file), file)
    parts = [_mtme(GivenFile(file), name, pair) for pair, file in chosen.items()]
    if len({bool(part.segments) for part in parts}) > 1:
        raise BadInput(
            f"{name} has scores of segments for some language pairs only",
            where=str(files[0].parent.parent),
            fix="Remove the files of systems, or give each language pair by itself.",
        )
    found = MethodScores(name)
    for part in parts:
        for values, more in _lists(found, part):
            values.extend(more)
        found.missing += part.missing
    return found


def _lists(one: MethodScores, two: MethodScores) -> Iterator[tuple[list[str], list[str]]]:
    for column in ("segments", "systems", "scores", "language_pairs", "campaigns"):
        yield getattr(one, column), getattr(two, column)
