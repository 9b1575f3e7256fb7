"""Do control charts raise as many false alarms as they say, and do intervals cover?

Simulated production: every document has an edit distance of its own (sd 10 points around 30%)
and 50 to 400 words. On the anchor set the same documents come back in every release, with
an sd of 3 points from release to release. Simulated users: each has a threshold of his or
her own (sd 5 points around 70%) and answers about twelve documents with logistic noise.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from tertium.stats.releases.control import chart
from tertium.stats.releases.drift import distances, steps
from tertium.stats.releases.lots import Lots
from tertium.stats.result import signature
from tertium.stats.utility.thresholds import Answer, thresholds

Values = NDArray[Any]
CHARTS, STUDIES, PAIRS = 200, 400, 400
ACCURACIES = np.array([0.53, *np.arange(55, 101, 5) / 100, 1.0])
THRESHOLD = 0.7
QUALITY, MATERIAL = -0.05, 0.08


def made(release: Values, document: Values, edits: Values, size: Values) -> Lots:
    """Return measured segments that are known by their edits and sizes only."""
    number = len(edits)
    blank = ("",) * number
    return Lots(
        release=np.asarray(release, dtype=np.int64),
        releases=tuple(f"r{at}" for at in range(int(np.max(release)) + 1)),
        document=np.asarray(document, dtype=np.int64),
        documents=tuple(map(str, range(int(np.max(document)) + 1))),
        segment=tuple(map(str, document)),
        edits=np.asarray(edits, dtype=float),
        size=np.asarray(size, dtype=float),
        fuzzy=np.ones(number),
        match=np.full(number, np.nan),
        words=np.asarray(size, dtype=float),
        empty=np.zeros(number, dtype=bool),
        date=blank,
        scenario=blank,
        input=blank,
        final=blank,
    )


def steady(
    rng: np.random.Generator,
    releases: int,
    documents: int,
    *,
    anchor: bool = False,
    shift: float = 0.0,
    since: int = 0,
) -> Lots:
    """Return releases that do not differ, or by `shift` from release `since` on."""
    number = releases * documents
    release = np.repeat(np.arange(releases), documents)
    if anchor:
        size = np.tile(rng.integers(50, 400, documents), releases).astype(float)
        rate = np.tile(rng.normal(0.3, 0.1, documents), releases) + rng.normal(0, 0.03, number)
        document = np.tile(np.arange(documents), releases)
    else:
        size = rng.integers(50, 400, number).astype(float)
        rate = rng.normal(0.3, 0.1, number)
        document = np.arange(number)
    rate = rate + np.where(release >= since, shift, 0.0)
    return made(release, document, np.maximum(rate, 0) * size, size)


def false_alarms(
    releases: int, documents: int, *, anchor: bool, charts: int, shift: float = 0.0, seed: int = 0
) -> float:
    """Return the share of charts with an alarm; with a shift, from the middle on."""
    rng = np.random.default_rng([seed, releases, documents, anchor])
    raised = 0
    for at in range(charts):
        data = steady(rng, releases, documents, anchor=anchor, shift=shift, since=releases // 2)
        found = chart(data, "anchor" if anchor else "production", seed=at)
        raised += found is not None and bool(found.alarms)
    return raised / charts


@dataclass(frozen=True, slots=True)
class Covered:
    """How often an estimate could be made, its interval closed, and the truth inside."""

    estimable: float
    closed: float
    covered: float


def answered(
    rng: np.random.Generator, people: int, *, between: float = 0.05, noise: float = 0.03
) -> list[Answer]:
    """Let people with thresholds of their own judge twelve documents for one use."""
    own = THRESHOLD + rng.normal(0, between, people)
    margin = (ACCURACIES - own[:, None]) / noise + rng.logistic(size=(people, len(ACCURACIES)))
    return [
        Answer(f"u{who}", f"d{at}", "gist", bool(margin[who, at] > 0), float(accuracy))
        for who in range(people)
        for at, accuracy in enumerate(ACCURACIES)
    ]


def threshold_coverage(people: int, studies: int, *, seed: int = 0) -> tuple[Covered, Covered]:
    """Return how the curve's threshold and the mean of annotators' own ones do."""
    rng = np.random.default_rng([seed, people])
    counts = np.zeros((2, 3))
    for _ in range(studies):
        (found,) = thresholds(answered(rng, people)).uses
        for row, one in zip(counts, (found.threshold, found.own), strict=True):
            if one.value is None:
                continue
            row[0] += 1
            closed = one.low is not None and one.high is not None
            row[1] += closed
            row[2] += not closed or bool(one.low <= THRESHOLD <= one.high)  # type: ignore[operator]
    made_of = np.maximum(counts[:, :1], 1)
    shares = np.column_stack([counts[:, 0] / studies, counts[:, 1:] / made_of])
    return Covered(*map(float, shares[0])), Covered(*map(float, shares[1]))


def drift_coverage(documents: int, pairs: int, *, seed: int = 0) -> tuple[float, float]:
    """Return how often the intervals of quality and material hold the true changes."""
    rng = np.random.default_rng([seed, documents])
    hits = np.zeros(2)
    release = np.repeat([0, 1], documents)
    for _ in range(pairs):
        size = rng.integers(80, 300, 2 * documents).astype(float)
        seen = rng.normal(0.3, 0.08, 2 * documents) + (QUALITY + MATERIAL) * release
        first = made(release, np.arange(2 * documents), seen * size, size)
        fixed_size = np.tile(size[:documents], 2)
        fixed = np.tile(rng.normal(0.3, 0.08, documents), 2) + rng.normal(0, 0.04, 2 * documents)
        fixed += QUALITY * release
        anchor = made(release, np.tile(np.arange(documents), 2), fixed * fixed_size, fixed_size)
        (step,) = steps(
            first.releases,
            distances(first, 0.95, where="in production"),
            distances(anchor, 0.95, where="on the anchor set"),
        )
        for at, (one, truth) in enumerate(((step.quality, QUALITY), (step.material, MATERIAL))):
            hits[at] += (
                one.low is not None and one.high is not None and one.low <= truth <= one.high
            )
    return float(hits[0] / pairs), float(hits[1] / pairs)


def run() -> Evidence:
    """Simulate charts, steps and studies, and arrange them as tables."""
    return Evidence(
        "Control charts, drift and thresholds of use",
        "\n".join([*_charts(), "", *_drift(), "", *_thresholds()]),
        signature("operations", charts=CHARTS, pairs=PAIRS, studies=STUDIES, level=0.95, seed=0),
    )


def _charts() -> list[str]:
    lines = [
        f"**Control charts** ({CHARTS:,} a row, level 95%, usual baseline and weight). Without a "
        "change, about 5% should raise any alarm (Monte-Carlo error ±3 points); the last column is "
        "the share of 50 charts that notices 10 points more from the middle on.",
        "",
        "| releases | documents | kind | false alarms | a change of 10 points noticed |",
        "|---|---|---|---|---|",
    ]
    for releases, documents, anchor in (
        (6, 10, False), (12, 5, False), (12, 10, False), (12, 40, False), (30, 20, False),
        (6, 10, True), (12, 5, True), (12, 10, True), (12, 20, True), (24, 8, True),
    ):  # fmt: skip
        false = false_alarms(releases, documents, anchor=anchor, charts=CHARTS)
        true = false_alarms(releases, documents, anchor=anchor, charts=50, shift=0.1)
        kind = "anchor set" if anchor else "production"
        lines.append(f"| {releases} | {documents} | {kind} | {false:.1%} | {true:.0%} |")
    return lines


def _drift() -> list[str]:
    lines = [
        f"**Quality and material** ({PAIRS:,} pairs of releases a row): how often 95% intervals "
        f"hold the true changes of {QUALITY:+.0%} and {MATERIAL:+.0%}.",
        "",
        "| documents a release, in production and anchor | quality | material |",
        "|---|---|---|",
    ]
    for documents in (3, 5, 8, 20):
        quality, material = drift_coverage(documents, PAIRS)
        lines.append(f"| {documents} | {quality:.1%} | {material:.1%} |")
    return lines


def _thresholds() -> list[str]:
    lines = [
        f"**Thresholds of use** ({STUDIES:,} studies a row, twelve documents): how often an "
        "estimate can be made, how often its 95% interval is closed then, and how often it holds "
        "the truth.",
        "",
        "| users | curve: made | closed | holds | annotators' own: made | closed | holds |",
        "|---|---|---|---|---|---|---|",
    ]
    for people in (2, 3, 5, 10, 20):
        curve, own = threshold_coverage(people, STUDIES)
        cells = [
            f"{value:.1%}"
            for one in (curve, own)
            for value in (one.estimable, one.closed, one.covered)
        ]
        lines.append(f"| {people} | {' | '.join(cells)} |")
    return lines
