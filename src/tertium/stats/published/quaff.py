"""QUAFF: the tables and figures of the pilot experiment, analysed again.

Simard, Kuhn and Rémillard (2015), "QUAFF: Pilot Experiment". The judgements themselves were not
published; what follows runs our analyses on judgements that are as the report counts them.
"""

from functools import cache
from itertools import product

import numpy as np

from tertium.stats.agreement.agree import Agreement, agree
from tertium.stats.comparison.compare import Comparison, compare
from tertium.stats.comparison.enough import enough_from_shares
from tertium.stats.comparison.quality_ties import quality_ties
from tertium.stats.published.claim import recomputes
from tertium.stats.published.printed import Row, crossed_labels, preferences
from tertium.table import JudgementTable

LABELS = ("advanced", "baseline", "both_good", "both_bad", "other")
ANSWERS = ("left", "right", *LABELS[2:])  # the advanced system stands left
TABLE_1 = {1: (34, 15, 52), 2: (43, 22, 35), 3: (31, 18, 43)}
TABLE_3 = {"Environment": (161, 82, 68, 285, 4), "Health": (172, 96, 94, 235, 3)}
IDENTICAL = {"Environment": 0.226, "Health": 0.262}
# Table 6, in per cent: a row per evaluator, a column per label.
TABLE_6 = {
    1: (44, 30, 8, 17, 0), 2: (16, 11, 6, 66, 0), 3: (23, 11, 21, 44, 0), 4: (12, 7, 6, 71, 4),
    5: (40, 20, 12, 27, 0),
}  # fmt: skip
# Figures 4 and 5. In Figure 4 rows are the first pass; in Figure 5 the columns belong to
# the evaluator named first: its column sums are the row sums of Figure 4.
FIGURES = {
    "1": ((84, 4, 0, 1, 0), (9, 50, 1, 2, 0), (3, 3, 5, 0, 0), (10, 4, 1, 21, 0), (0, 1, 0, 1, 0)),
    "3": ((34, 2, 9, 7, 0), (3, 8, 11, 5, 0), (3, 2, 21, 4, 0), (9, 7, 6, 68, 1), (0, 0, 0, 0, 0)),
    "3.a 5.a": (
        (34, 11, 8, 28, 0), (5, 14, 13, 8, 0), (2, 1, 6, 1, 0), (11, 1, 3, 54, 0), (0, 0, 0, 0, 0),
    ),
    "2.a 4.b": (
        (9, 0, 1, 16, 0), (0, 9, 3, 11, 1), (0, 2, 6, 1, 0), (8, 3, 2, 124, 4), (0, 0, 0, 0, 0),
    ),
    "1.a 4.a": (
        (15, 6, 3, 0, 0), (4, 9, 1, 2, 0), (3, 2, 1, 0, 0), (63, 44, 5, 32, 1), (4, 1, 1, 2, 1),
    ),
}  # fmt: skip
APPENDIX = ((20, 5, 10), (5, 40, 15), (15, 10, 30))


def _compared(rows: list[Row], identical: float | dict[str, float]) -> Comparison:
    table = JudgementTable.from_rows(rows)
    return compare(table, baseline="baseline", advanced="advanced", identical=identical)


@cache
def _comparison() -> Comparison:
    """Compare 1,200 segments with the labels of Table 3."""
    rows: list[Row] = []
    for domain, counts in TABLE_3.items():
        about = {"annotator": "e", "domain": domain}
        rows += preferences(dict(zip(ANSWERS, counts, strict=True)), about, f"{domain}-")
    return _compared(rows, IDENTICAL)


@cache
def _by_evaluator() -> Comparison:
    """Compare 100 judgements of each evaluator, with the shares of Table 6."""
    rows: list[Row] = []
    for evaluator, shares in TABLE_6.items():
        about = {"annotator": str(evaluator)}
        rows += preferences(dict(zip(ANSWERS, shares, strict=True)), about, f"{evaluator}-")
    return _compared(rows, 0.244)


@recomputes(compare)
def ratio(domain: str) -> float | None:
    """Return the improvement ratio of a domain, or of all: the paper counts segments by vote."""
    found = _comparison()
    if domain == "All":
        assert found.published_count is not None
        return found.published_count.improvement_ratio.value
    (part,) = (part for part in found.by_domain if part.domain == domain)
    return part.improvement_ratio.value


@recomputes(compare)
def count(domain: str, label: str) -> float:
    """Return how many segments have a label."""
    return float(_counts(domain)[label])


@recomputes(compare)
def percentage(domain: str, label: str) -> float:
    """Return the share of segments that have a label, in per cent."""
    counts = _counts(domain)
    return 100 * counts[label] / sum(counts.values())


def _counts(domain: str) -> dict[str, int]:
    found = _comparison()
    return next((part.counts for part in found.by_domain if part.domain == domain), found.counts)


@recomputes(compare)
def share(domain: str, column: str) -> float | None:
    """Return what Table 4 prints, in per cent of all outputs, identical ones included."""
    found = _comparison()
    part = next((part for part in found.by_domain if part.domain == domain), found)
    assert part.identical is not None
    if column == "no preference":
        neutral = part.counts["both_good"] + part.counts["both_bad"]
        return 100 * neutral / sum(part.counts.values()) * (1 - part.identical)
    shares = {
        "identical": part.identical,
        "advanced": part.advanced_share,
        "baseline": part.baseline_share,
        "impact": part.impact.value,
    }
    return _per_cent(shares[column])


def _per_cent(value: float | None) -> float | None:
    return None if value is None else 100 * value


@recomputes(compare)
def before(evaluator: int) -> float | None:
    """Return the improvement ratio of an evaluator of Table 1."""
    counts = dict(zip(("left", "right", "both_good"), TABLE_1[evaluator], strict=True))
    found = _compared(list(preferences(counts, {"annotator": "e"})), 0.0)
    return found.improvement_ratio.value


@recomputes(compare)
def evaluator(number: int, what: str) -> float | None:
    """Return the improvement ratio or the impact (in per cent) of an evaluator of Table 6."""
    (one,) = (one for one in _by_evaluator().by_annotator if one.annotator == str(number))
    return one.improvement_ratio.value if what == "ratio" else _per_cent(one.impact.value)


@recomputes(compare)
def extreme(which: str) -> float:
    """Return which evaluator of Table 6 prefers the advanced system least or most clearly."""
    ratios = {one.annotator: one.improvement_ratio.value for one in _by_evaluator().by_annotator}
    chosen = min if which == "least" else max
    return float(chosen(ratios, key=lambda name: ratios[name] or 0.0))


@cache
def _figure(name: str) -> Agreement:
    return agree(crossed_labels(FIGURES[name], LABELS, passes=" " not in name))


@cache
def _appendix(times: int) -> Agreement:
    counts = (np.array(APPENDIX) * times).tolist()
    return agree(crossed_labels(counts, LABELS[:3]))


@recomputes(agree)
def kappa(figure: str) -> float | None:
    """Return Cohen's κ of two passes (Figure 4) or two evaluators (Figure 5)."""
    found = _figure(str(figure))
    return found.intra.mean if found.cohen.mean is None else found.cohen.mean


@recomputes(agree)
def equal(figure: str) -> float:
    """Return the share of equal labels in two passes, in per cent."""
    (pair,) = _figure(str(figure)).intra.pairs
    return 100 * pair.percent


@recomputes(agree)
def labelled(figure: str, who: str, label: str) -> float:
    """Return the share of a label among the answers of the rows or columns of Figure 5, in %."""
    (one,) = (one for one in _figure(figure).by_annotator if one.annotator == who)
    return 100 * one.shares[label]


@recomputes(agree)
def appendix(what: str, times: int) -> float | None:
    """Return κ of the worked example, its interval, or the share of equal labels."""
    (pair,) = _appendix(times).cohen.pairs
    if what == "half":
        assert pair.low is not None
        assert pair.high is not None
        return (pair.high - pair.low) / 2
    values = {"kappa": pair.kappa, "low": pair.low, "high": pair.high, "equal": pair.percent}
    return values[what]


@recomputes(enough_from_shares)
def curve(evaluators: int, judgements: int) -> float:
    """Return P(ratio ≤ 1) from the shares of Table 6."""
    shares = [[TABLE_6[one][label] / 100 for one in TABLE_6] for label in (0, 1)]
    drawn = enough_from_shares(
        *shares, sizes=(judgements,), annotators=(evaluators,), replicates=20_000
    )
    return drawn.points[0].ratio_at_most_1


@recomputes(quality_ties)
def ties(evaluators: int) -> float | None:
    """Return the quality ties behind 10 disagreements on 100 examples, in per cent."""
    segment, one = np.array(list(product(range(100), range(evaluators)))).T
    value = np.where((segment < 10) & (one == 0), -1.0, 1.0)
    found = quality_ties(segment, value, resamples=100)
    return None if found is None else _per_cent(found.share.value)
