"""Real scores with a third of the annotators spoilt, and held-out judgements of the others.

Of the spoilt annotators a third give nearly the same score to everything, a third any score,
and a third the opposite of what they thought. A third of the scores that the others gave
to outputs is held out; a method is good if its estimates correlate with the held-out mean
z-scores of the same outputs.
"""

import csv
import gzip
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from studies._crowds import scores_of
from tertium.stats.annotators.model import annotators
from tertium.stats.assessment.control import control_tests
from tertium.table import Codes, Scores

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

DATA = Path(__file__).parents[2] / "shared" / "data"  # as in the tests
_WMT = ("cs-en", "de-en", "ha-en", "is-en")
_ROLES = {
    "SYSTEM": "real", "REPEAT": "repeat", "BAD_REF": "degraded", "REF": "reference",
    "system": "real", "repeat": "repeat", "cal": "degraded", "ref": "reference",
}  # fmt: skip
_NEARLY = 2.0  # points: the sd of scores that are nearly the same


@dataclass(frozen=True, slots=True)
class Held:
    """Correlations with held-out scores: of the model, of mean z, of mean z of who passes.

    The last is NaN where there are no control items. `outputs` counts those compared: held-out
    scores there, and others to estimate from.
    """

    model: float
    all: float
    passing: float
    outputs: int


def real_sets(data: Path = DATA) -> Iterator[tuple[str, str, Scores]]:
    """Yield (data set, part, scores): hume-da-ende, wmt21-da by pair, toship-da by campaign."""
    rows = _rows(data / "hume-da-ende" / "judgements.csv.gz")
    yield "hume-da-ende", "en-de", _wmt_scores(rows)
    for pair in _WMT:
        rows = _rows(data / "wmt21-da" / f"judgements.{pair}.csv.gz")
        yield "wmt21-da", pair, _wmt_scores(rows)
    campaigns: dict[str, list[dict[str, str]]] = {}
    for row in _rows(data / "toship-da" / "judgements.csv.gz"):
        campaigns.setdefault(row["campaign"], []).append(row)
    for name, rows in sorted(campaigns.items()):
        yield "toship-da", name, _scores(rows, "user", "score", ["real"] * len(rows))


def _rows(path: Path) -> list[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _wmt_scores(rows: list[dict[str, str]]) -> Scores:
    return _scores(rows, "worker", "raw_score", [_ROLES[row["type"]] for row in rows])


def _scores(rows: list[dict[str, str]], person: str, score: str, roles: list[str]) -> Scores:
    return scores_of(
        annotator=Codes.of(row[person] for row in rows),
        segment=Codes.of(row["segment"] for row in rows),
        system=Codes.of(row["system"] for row in rows),
        role=Codes.of(roles),
        value=np.array([float(row[score]) for row in rows]),
    )


def spoil(scores: Scores, people: Ints, rng: np.random.Generator) -> Floats:
    """Return the values with those of some annotators spoilt, in turn by the three ways."""
    value = scores.value.copy()
    for turn, person in enumerate(people.tolist()):
        mine = scores.annotator.codes == person
        if turn % 3 == 0:
            nearly = rng.uniform(20, 90) + _NEARLY * rng.normal(size=mine.sum())
            value[mine] = np.clip(np.round(nearly), 0, 100)
        elif turn % 3 == 1:
            value[mine] = rng.integers(0, 101, mine.sum())
        else:
            value[mine] = 100 - value[mine]
    return value


def held_out(scores: Scores, seed: int, *, spoilt: bool) -> Held:
    """Fit all methods to the scores that are left and compare them with those held out."""
    rng = np.random.default_rng(seed)
    people = np.unique(scores.annotator.codes)
    bad = rng.permutation(people)[: len(people) // 3] if spoilt else people[:0]
    item = _items(scores)
    output = np.isin(_role(scores), ("real", "repeat"))
    # Everything one annotator gave to one output is held out, or nothing.
    _, cell = np.unique(item * (people.max() + 1) + scores.annotator.codes, return_inverse=True)
    held = rng.random(cell.max() + 1)[cell] < 1 / 3
    held &= output & ~np.isin(scores.annotator.codes, bad)
    items = int(item.max()) + 1
    wanted, seen = _means(_z(scores), item, held, items)
    given = replace(scores, value=spoil(scores, bad, rng)).take(~held)
    left, output = item[~held], output[~held]
    z, known = _means(_z(given), left, output, items)
    both = seen & known
    passing, _ = _means(_z(given), left, output & _passes(given), items)
    control = "degraded" in given.role.names
    estimates = (_model(given, left, items), z, passing)
    model, plain, passed = (
        float(np.corrcoef(estimate[both], wanted[both])[0, 1]) if estimate[both].any() else 0.0
        for estimate in estimates
    )
    return Held(model, plain, passed if control else float("nan"), int(both.sum()))


def _passes(given: Scores) -> Bools:
    """Mark the scores of annotators who pass the test with degraded items."""
    passed = {test.annotator for test in control_tests(given) if test.passed}
    return np.array([name in passed for name in given.annotator.names])[given.annotator.codes]


def _model(given: Scores, item: Ints, items: int) -> Floats:
    found = annotators(given)
    quality = {(one.segment, one.system): one.mean for one in found.items if one.role == "real"}
    _, first = np.unique(item, return_index=True)
    rows = given.take(first)
    estimate = np.zeros(items)
    names = zip(rows.segment.values(), rows.system.values(), strict=True)
    estimate[item[first]] = [quality.get(name, 0.0) for name in names]
    return estimate


def _role(scores: Scores) -> NDArray[np.str_]:
    return np.array(scores.role.names)[scores.role.codes]


def _items(scores: Scores) -> Ints:
    key = scores.segment.codes * (len(scores.system.names) + 1) + scores.system.codes
    return np.asarray(np.unique(key, return_inverse=True)[1])


def _z(scores: Scores) -> Floats:
    """Standardise by all scores of each annotator."""
    person = scores.annotator.codes
    number = np.maximum(np.bincount(person), 1)
    off = scores.value - (np.bincount(person, scores.value) / number)[person]
    sd = np.sqrt(np.bincount(person, off**2) / np.maximum(number - 1, 1))
    return off / np.where(sd > 0, sd, 1)[person]


def _means(value: Floats, item: Ints, rows: Bools, items: int) -> tuple[Floats, Bools]:
    """Return the mean of some rows by item, 0 without any, and which items have one."""
    number = np.bincount(item[rows], minlength=items)
    return np.bincount(item[rows], value[rows], items) / np.maximum(number, 1), number > 0
