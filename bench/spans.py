"""How long does γ take, and is it the number that pygamma-agreement finds?

Two annotators mark 1,000 segments of about 100 characters; the same marks, the same dissimilarity
and the same kind of random marks go to both programs, with all segments on one line and marks free
to be aligned across their borders, since pygamma-agreement knows no borders. The disorder of the
best alignment must be the same number; γ differs by what chance is drawn. Without
pygamma-agreement (the extra `bench`) only our own time is told, beside the limit.
"""

import importlib.util
import logging
import time

import numpy as np

from studies import Evidence
from tertium.stats.result import signature
from tertium.stats.span_agreement.gamma import (
    GammaChoices,
    Layout,
    Units,
    align,
    gamma_features,
    gamma_value,
)

SEGMENTS = 1000
LENGTH = 100  # characters of a segment
LIMIT = 10.0  # seconds for γ of 1,000 segments
SMALLER = (50, 200)  # segments that pygamma-agreement takes whole
CHOICES = GammaChoices()
_LABELS = 6


def drawn(segments: int, seed: int = 0) -> tuple[Units, Units, Layout]:
    """Draw marks of two people who see the same errors, at times with other limits or names."""
    rng = np.random.default_rng(seed)
    number = rng.poisson(2.0, segments)
    text = np.repeat(np.arange(segments), number)
    start = text * LENGTH + rng.integers(0, LENGTH - 30, len(text))
    long, label = rng.integers(2, 25, len(text)), rng.integers(0, _LABELS, len(text))
    people = []
    for _ in range(2):
        seen = rng.random(len(text)) < 0.7
        moved = start + rng.integers(-2, 3, len(text))
        other = np.where(rng.random(len(text)) < 0.2, rng.integers(0, _LABELS, len(text)), label)
        begins = np.maximum(text * LENGTH, moved)[seen].astype(float)
        ends = begins + (long + rng.integers(0, 3, len(text)))[seen]
        _, first = np.unique(np.stack([begins, ends, other[seen]]), axis=1, return_index=True)
        people.append(
            Units(
                begins[first], ends[first], other[seen][first], text[seen][first], text[seen][first]
            )
        )
    return *people, Layout(LENGTH * np.arange(segments, dtype=float), LENGTH * segments)


def _free(units: Units) -> Units:
    """Take the borders of segments away."""
    return Units(units.start, units.end, units.label, units.text * 0, units.unit)


def _ours(segments: int, *, borders: bool) -> tuple[float, float, float]:
    """Return γ, the disorder of the best alignment, and the seconds of processor it took."""
    one, two, layout = drawn(segments)
    if not borders:
        one, two = _free(one), _free(two)
        layout = Layout(layout.begins, layout.length, apart=False)
    start = time.process_time()
    found = gamma_features(one, two, layout, segments, CHOICES, (0,))
    value = float(gamma_value(found.sum(0, keepdims=True))[0])
    took = time.process_time() - start
    return value, align(one, two, CHOICES).total / ((len(one) + len(two)) / 2), took


def _theirs(segments: int) -> tuple[float, float, float]:
    """Return the same of pygamma-agreement, compiled before the clock starts."""
    from pyannote.core import Segment
    from pygamma_agreement import CombinedCategoricalDissimilarity, Continuum
    from pygamma_agreement.sampler import ShuffleContinuumSampler

    logging.getLogger().setLevel(logging.ERROR)
    one, two, layout = drawn(segments)

    def continuum(last: int) -> Continuum:
        made = Continuum()
        for name, units in (("one", one), ("two", two)):
            for start, end, label in zip(
                units.start[:last], units.end[:last], units.label[:last], strict=True
            ):
                made.add(name, Segment(float(start), float(end)), f"c{label}")
        made.bound_sup = float(layout.length)
        return made

    differs = CombinedCategoricalDissimilarity(
        alpha=CHOICES.alpha, beta=CHOICES.beta, delta_empty=CHOICES.empty
    )
    continuum(5).compute_gamma(differs, n_samples=1, sampler=ShuffleContinuumSampler())
    whole = continuum(len(one) + len(two))
    np.random.seed(0)
    start = time.process_time()
    found = whole.compute_gamma(
        differs, n_samples=CHOICES.samples, sampler=ShuffleContinuumSampler()
    )
    took = time.process_time() - start
    return float(found.gamma), float(found.observed_disorder), took


def run() -> Evidence:
    """Time γ of 1,000 segments, and compare with pygamma-agreement where it is installed."""
    installed = importlib.util.find_spec("pygamma_agreement") is not None
    within, _, took = _ours(SEGMENTS, borders=True)
    marks = sum(len(units) for units in drawn(SEGMENTS)[:2])
    body = (
        f"γ of two annotators on {SEGMENTS:,} segments with {marks:,} marks, "
        f"{CHOICES.samples} random samples: {within:.4f} in **{took:.2f} s** of processor time "
        f"(wanted: under {LIMIT:g} s)."
    )
    if installed:
        rows = []
        for segments in (*SMALLER, SEGMENTS):
            ours, theirs = _ours(segments, borders=False), _theirs(segments)
            rows.append(
                f"| {segments:,} | {theirs[2]:.2f} | {ours[2]:.3f} | "
                f"**{theirs[2] / ours[2]:.0f}** | {theirs[1]:.6f} | {ours[1]:.6f} | "
                f"{theirs[0]:.4f} | {ours[0]:.4f} | {ours[0] - theirs[0]:+.4f} |"
            )
        body += "\n\n" + "\n".join(
            [
                "Beside pygamma-agreement, borders of segments taken away:\n",
                "| segments | pygamma s | Tertium s | ratio | disorder, pygamma | Tertium "
                "| γ, pygamma | Tertium | difference |",
                "|---|---|---|---|---|---|---|---|---|",
                *rows,
            ]
        )
        body += (
            "\n\nThe disorder of the best alignment is the same number; γ differs because each "
            f"program draws {CHOICES.samples} random samples of its own. Seconds are of the "
            "processor, so that a busy machine slows both."
        )
    else:
        body += "\n\npygamma-agreement is not installed (`pip install -e .[bench]`)."
    print(body)
    return Evidence(
        "γ: beside pygamma-agreement, and how fast",
        body,
        signature("bench-spans", segments=SEGMENTS, gamma=CHOICES, seed=0),
    )
