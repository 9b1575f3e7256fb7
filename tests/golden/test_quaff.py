"""The pilot experiment of Simard, Kuhn and Rémillard (2015), end to end through the table.

The judgements were not published; these campaigns have exactly the counts of the
report's tables, so every number that follows from counts alone must come out.
"""

import numpy as np
import pytest

from tertium.protocols.preferences import ANSWERS
from tertium.stats.agreement.agree import agree
from tertium.stats.comparison.compare import compare
from tertium.table import JudgementTable

LABELS = ("advanced", "baseline", "both_good", "both_bad", "other")
FIGURES = {
    # name: table, κ, share of equal labels
    "figure 4, evaluator 1": (
        [[84, 4, 0, 1, 0], [9, 50, 1, 2, 0], [3, 3, 5, 0, 0], [10, 4, 1, 21, 0], [0, 1, 0, 1, 0]],
        0.69,
        0.80,
    ),
    "figure 4, evaluator 3": (
        [[34, 2, 9, 7, 0], [3, 8, 11, 5, 0], [3, 2, 21, 4, 0], [9, 7, 6, 68, 1], [0] * 5],
        0.51,
        0.655,
    ),
    "figure 5, 3.a and 5.a": (
        [[34, 11, 8, 28, 0], [5, 14, 13, 8, 0], [2, 1, 6, 1, 0], [11, 1, 3, 54, 0], [0] * 5],
        0.35,
        0.54,
    ),
    "figure 5, 2.a and 4.b": (
        [[9, 0, 1, 16, 0], [0, 9, 3, 11, 1], [0, 2, 6, 1, 0], [8, 3, 2, 124, 4], [0] * 5],
        0.41,
        0.74,
    ),
    "figure 5, 1.a and 4.a": (
        [[15, 6, 3, 0, 0], [4, 9, 1, 2, 0], [3, 2, 1, 0, 0], [63, 44, 5, 32, 1], [4, 1, 1, 2, 1]],
        0.10,
        0.29,
    ),
}


def judgement(number, annotator, segment, label, domain=None):
    """Write one judgement; the side on which the advanced system stands alternates."""
    left, right = ("adv", "base") if number % 2 else ("base", "adv")
    won = {"advanced": "adv", "baseline": "base"}.get(label)
    answer = label if won is None else ("left" if left == won else "right")
    return {
        "judgement": f"j{number}", "annotator": annotator, "segment": segment, "domain": domain,
        "system": left, "versus": right, "slot": 1, "aspect": "preference", "label": answer,
        "value": ANSWERS[answer],
    }  # fmt: skip


@pytest.mark.parametrize("figure", FIGURES)
def test_printed_tables_give_the_printed_kappa(figure):
    """Two raters with the printed table agree as the report says."""
    counts, kappa, equal = FIGURES[figure]
    rows = []
    for i, j in np.ndindex(5, 5):
        for _ in range(counts[i][j]):
            segment = f"s{len(rows)}"
            rows.append(judgement(len(rows), "x", segment, LABELS[i]))
            rows.append(judgement(len(rows) + 1, "y", segment, LABELS[j]))
    found = agree(JudgementTable.from_rows(rows))
    (pair,) = found.cohen.pairs
    assert pair.n == 200
    assert pair.kappa == pytest.approx(kappa, abs=0.005)
    assert found.percent == pytest.approx(equal, abs=0.0005)
    assert pair.low < pair.kappa < pair.high


def test_the_pilot_experiment_comes_out():
    """1,200 segments, two domains, five evaluators: Tables 3 and 4 and the sentence."""
    counts = {"Environment": (161, 82, 68, 285, 4), "Health": (172, 96, 94, 235, 3)}
    rows = []
    for domain, numbers in counts.items():
        for label, number in zip(LABELS, numbers, strict=True):
            for _ in range(number):
                k = len(rows)
                rows.append(judgement(k, f"e{k % 5 + 1}", f"s{k}", label, domain))
    found = compare(
        JudgementTable.from_rows(rows),
        baseline="base",
        advanced="adv",
        identical={"Environment": 0.226, "Health": 0.262},
        price=0.5,
    )
    assert found.improvement_ratio.value == pytest.approx(1.87, abs=0.005)
    assert found.advanced_share == pytest.approx(0.210, abs=0.0005)
    assert found.baseline_share == pytest.approx(0.112, abs=0.0005)
    assert found.impact.value == pytest.approx(0.098, abs=0.0005)
    environment, health = found.by_domain
    assert environment.improvement_ratio.value == pytest.approx(1.96, abs=0.005)
    assert environment.impact.value == pytest.approx(0.102, abs=0.0005)
    assert health.improvement_ratio.value == pytest.approx(1.79, abs=0.005)
    assert health.impact.value == pytest.approx(0.0935, abs=0.0005)
    assert found.sentence.startswith(
        "Annotators prefer adv to base by 1.9 to 1, ties excluded (95% CI "
    )
    assert found.cost.total == 600
    assert found.counts == {
        "advanced": 333, "baseline": 178, "both_good": 162, "both_bad": 520,
        "tie": 0, "neither": 0, "other": 7,
    }  # fmt: skip
