"""Drawn judgements and metrics: a good one, a noisy one, and one that is always the same."""

import numpy as np

from tertium.stats.correlation.correlate import correlate
from tertium.stats.correlation.panel import JudgedRows, Method
from tertium.table_views import Codes

METRICS = ("good", "noisy", "flat")


def judged(rows):
    """Return judgements from (annotator, document, segment, system, domain, value)."""
    columns = list(zip(*rows, strict=True))
    annotator, document, segment, system, domain = (Codes.of(one) for one in columns[:5])
    campaign = Codes.of([None] * len(rows))
    value = np.array(columns[5], dtype=float)
    return JudgedRows(annotator, segment, document, domain, campaign, system, value)


def drawn_rows(*, seed=1, systems=6, texts=24, documents=True, steps=10.0):
    """Draw two judgements of each output, and the metrics' scores of outputs."""
    rng = np.random.default_rng(seed)
    rows, scores = [], {name: {} for name in METRICS}
    for text in range(texts):
        document = f"d{text // 4}" if documents else None
        hard = rng.normal(0, 5)
        for system in range(systems):
            true = 70 + 4 * system + hard + rng.normal(0, 5)
            for annotator in rng.permutation(3)[:2]:
                value = float(np.clip(steps * round((true + rng.normal(0, 6)) / steps), 0, 100))
                domain = "news" if text % 8 < 4 else "talks"
                rows.append((f"a{annotator}", document, f"s{text}", f"y{system}", domain, value))
            key = (None, None, f"s{text}", f"y{system}")
            scores["good"][key] = 0.01 * true + rng.normal(0, 0.02)
            scores["noisy"][key] = 0.01 * true + rng.normal(0, 0.3)
            scores["flat"][key] = 0.5
    return rows, scores


def methods(scores, metrics):
    """Return metrics of outputs."""
    return [Method(name, "automatic", scores[name], {}) for name in metrics]


def correlated(*, metrics=METRICS[:2], seed=1, systems=6, documents=True, **given):
    """Correlate drawn judgements with drawn metrics."""
    rows, scores = drawn_rows(seed=seed, systems=systems, documents=documents)
    texts = {("s1", "y1"): ("Quelle", "output")}
    how = {"resamples": 200, "permutations": 200, "least": 25.0, "texts": texts} | given
    return correlate({"-": judged(rows)}, methods(scores, metrics), **how)
