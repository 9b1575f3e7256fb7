"""Do two halves of a crowd differ as their intervals allow?

The annotators of a published set are parted into two halves with about equal work, and each half is
ranked by itself. The contrast of two systems is the same in both, so that the difference of the
two estimates, divided by what their intervals say about its error, has a mean square of 1 if the
intervals are right. Texts are shared by the halves: what documents add is not seen here.
"""

import csv
import gzip
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from scipy.special import ndtri

Rank = Callable[[Path], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Halves:
    """The root mean square of standardised differences, and the share beyond 1.96 (nominal .05)."""

    spread: float
    beyond: float


def compare_halves(
    file: Path, annotator: str, rankings: dict[str, Rank], *, splits: int, seed: int = 0
) -> dict[str, Halves]:
    """Part the annotators of a file (by the column `annotator`) and rank both halves, each way."""
    with gzip.open(file, "rt", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    rng = np.random.default_rng(seed)
    found: dict[str, list[float]] = {name: [] for name in rankings}
    for _ in range(splits):
        one = _half(Counter(row[annotator] for row in rows), rng)
        with TemporaryDirectory() as folder:
            files = [Path(folder) / f"{name}.csv" for name in ("one", "other")]
            _write(files[0], [row for row in rows if row[annotator] in one])
            _write(files[1], [row for row in rows if row[annotator] not in one])
            for name, rank in rankings.items():
                found[name] += _standardised(*(rank(file) for file in files))
    values = {name: np.array(z) for name, z in found.items()}
    limit = float(ndtri(0.975))
    return {
        name: Halves(float(np.sqrt((z**2).mean())), float((np.abs(z) > limit).mean()))
        for name, z in values.items()
    }


def _half(work: Counter[str], rng: np.random.Generator) -> set[str]:
    """Draw half of the annotators; of every two with about equal work, one."""
    order = sorted(work, key=lambda name: (-work[name], name))
    return {
        pair[int(rng.integers(2)) % len(pair)]
        for pair in (order[at : at + 2] for at in range(0, len(order), 2))
    }


def _write(file: Path, rows: list[dict[str, str]]) -> None:
    with file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def _standardised(one: dict[str, Any], other: dict[str, Any]) -> Iterator[float]:
    """Return the differences of the contrasts of two halves, divided by their standard errors."""
    found = {(pair["a"], pair["b"]): pair for pair in other["contrasts"]}
    for pair in one["contrasts"]:
        same = found.get((pair["a"], pair["b"]))
        turned = found.get((pair["b"], pair["a"]))
        beside = same or turned
        if beside is None or pair["low"] is None or beside["low"] is None:
            continue
        difference = pair["difference"] - (1 if same else -1) * beside["difference"]
        yield difference / float(np.hypot(_error(pair), _error(beside)))


def _error(contrast: dict[str, Any]) -> float:
    return (contrast["high"] - contrast["low"]) / (2 * float(ndtri(0.975)))
