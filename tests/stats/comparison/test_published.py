"""The paper's count of segments, against a plain jackknife."""

import numpy as np
import pytest
from scipy.stats import t

from tertium.stats.comparison.compare import compare


def test_its_interval_is_that_of_leaving_out_annotators_and_segments(table):
    """V is the sum of both jackknives; degrees of freedom by Satterthwaite."""
    rng = np.random.default_rng(3)
    labels = ("advanced", "baseline", "both_bad")
    rows = [(f"e{who}", f"s{at:02}", labels[rng.choice(3, p=(0.5, 0.3, 0.2))])
            for who in range(4) for at in range(20)]  # fmt: skip

    def log_ratio(kept):
        found = compare(table(kept)).published_count
        return np.log((found.advanced + 0.5) / (found.baseline + 0.5))

    parts = []
    for column in (0, 1):
        names = sorted({row[column] for row in rows})
        left = np.array([log_ratio([r for r in rows if r[column] != name]) for name in names])
        number = len(names)
        parts.append(((number - 1) / number * ((left - left.mean()) ** 2).sum(), number - 1))
    variance = sum(part for part, _ in parts)
    freedom = variance**2 / sum(part**2 / nu for part, nu in parts)
    reach = t.ppf(0.975, freedom) * variance**0.5
    ratio = compare(table(rows)).published_count.improvement_ratio
    assert np.log(ratio.high / ratio.low) / 2 == pytest.approx(reach, rel=1e-6)
