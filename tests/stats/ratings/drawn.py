"""Ratings by simulated annotators, as tables."""

import numpy as np

from tertium.table import JudgementTable


def ratings(
    seed=0,
    people=5,
    documents=6,
    segments=4,
    systems=(0.8, 0.0, -0.5),
    severity=0.8,
    thresholds=(-2.0, -0.7, 0.7, 2.0),
):
    """Return rows (annotator, segment, document, system, value) of answers from 1."""
    rng = np.random.default_rng(seed)
    shift = rng.normal(0, severity, people)
    rows = []
    for d in range(documents):
        hard = rng.normal(0, 0.4)
        for s in range(segments):
            here = hard + rng.normal(0, 0.8)
            for j in range(people):
                for k, quality in enumerate(systems):
                    latent = quality + shift[j] + here + rng.logistic()
                    answer = 1 + int((latent > np.array(thresholds)).sum())
                    rows.append((f"ann-{j}", f"{d}.{s}", f"doc-{d}", f"sys-{k}", float(answer)))
    return rows


def table(rows, **columns):
    """Return rows as the one table; further columns have a value per row."""
    names = ("annotator", "segment", "document", "system", "value")
    given = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    given["judgement"] = [str(n) for n in range(len(rows))]
    given["aspect"] = ["overall"] * len(rows)
    return JudgementTable.from_columns(given | columns)
