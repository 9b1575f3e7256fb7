"""How long do a million judgements take?

*agree*: ten annotators prefer one of two systems, or neither, on 100,000 segments; all pairs of
annotators, all coefficients, all intervals. *assess*: a million scores of 20 systems by 2,000
annotators, standardised as at WMT (`wmt-z`). Both begin with rows in memory; the processor's time
of one run.
"""

import time
from dataclasses import fields

import numpy as np

from studies import Evidence
from tertium.stats.agreement.agree import agree
from tertium.stats.assessment.assess import assess
from tertium.stats.result import signature
from tertium.table import Codes, Comparisons, JudgementTable, Scores

LIMITS = {"agree": 20.0, "assess": 30.0}  # seconds


def compared(segments: int, annotators: int = 10) -> Comparisons:
    """Return preferences of everybody on every segment, drawn at random."""
    size = annotators * segments
    rng = np.random.default_rng(4)
    same = {"system": "advanced", "versus": "baseline", "aspect": "preference"}
    return JudgementTable.from_columns(
        {
            "annotator": np.repeat([f"e{n}" for n in range(annotators)], segments).astype(object),
            "segment": np.tile([f"s{n}" for n in range(segments)], annotators).astype(object),
            "value": rng.choice([1.0, -1.0, 0.0], size),
            **{name: np.full(size, text, dtype=object) for name, text in same.items()},
        }
    ).comparisons()


def scored(size: int, annotators: int, segments: int = 1_000, systems: int = 20) -> Scores:
    """Return scores of systems that are better the later they are named."""
    rng = np.random.default_rng(10)
    codes = {
        "system": (rng.integers(0, systems, size), "y", systems),
        "segment": (rng.integers(0, segments, size), "s", segments),
        "annotator": (rng.integers(0, annotators, size), "w", annotators),
        "role": (np.zeros(size, dtype=np.int64), "real", 1),
    }
    empty, nothing = Codes(np.full(size, -1), ()), np.full(size, np.nan)
    made = {one.name: empty if one.type is Codes else nothing for one in fields(Scores)[:-1]}
    for name, (numbers, letter, number) in codes.items():
        names = tuple(f"{letter}{n:04}" for n in range(number)) if number > 1 else (letter,)
        made[name] = Codes(numbers, names)
    made["value"] = np.clip(30 + 3 * codes["system"][0] + rng.normal(0, 20, size), 0, 100)
    return Scores(**made)


def run() -> Evidence:
    """Time both."""
    rows, slow = [], []
    ratings, scores = compared(100_000), scored(1_000_000, 2_000)
    for name, work in {
        "agree": lambda: agree(ratings),
        "assess": lambda: assess(scores, recipe="wmt-z", segments=False),
    }.items():
        start = time.process_time()
        work()
        took = time.process_time() - start
        slow += [name] if took > LIMITS[name] else []
        rows.append(f"| {name} | {took:.1f} | {LIMITS[name]:.0f} |")
        print(rows[-1], flush=True)
    body = "\n".join(
        [
            (__doc__ or "").split("\n", 2)[2].strip(),
            "",
            "| analysis | seconds | at most |",
            "|---|---|---|",
            *rows,
            "",
            f"Wanted: within these times: {'**not met**' if slow else 'met'}.",
        ]
    )
    return Evidence("A million judgements", body, signature("bench-large", judgements=1_000_000))
