"""QUAFF: the tables and figures of the pilot experiment, analysed again.

Simard, Kuhn and Rémillard (2015), "QUAFF: Pilot Experiment". The judgements themselves were not
published; what follows runs our analyses on judgements that are as the report counts them.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from tertium.protocols.preferences import preference
from tertium.stats.agreement.agree import Agreement, agree
from tertium.stats.comparison.compare import Comparison, compare
from tertium.stats.comparison.enough import enough_from_shares
from tertium.stats.comparison.quality_ties import quality_ties
from tertium.stats.published.claim import printed_tables, recomputes
from tertium.table import JudgementTable

LABELS = ("advanced", "baseline", "both_good", "both_bad", "other")
ANSWERS = ("left", "right", *LABELS[2:])  # the advanced system stands left
PRINTED = printed_tables("quaff")


Row = dict[str, Any]


def preferences(counts: Mapping[str, int], about: Row, segments: str = "") -> Iterator[Row]:
    """Yield judgements of *advanced* and *baseline*, each of a segment of its own, by answer."""
    for answer, number in counts.items():
        said = preference("advanced", "baseline", answer)
        row = about | {"aspect": said.aspect, "value": said.value, "label": said.label}
        row |= {"system": said.system, "versus": said.versus}
        yield from ({"segment": f"{segments}{answer}-{k}"} | row for k in range(number))


def crossed_labels(
    counts: Sequence[Sequence[int]], labels: Sequence[str], *, passes: bool = False
) -> JudgementTable:
    """Return the answers behind a table of two annotators, or of one annotator in two passes."""
    who: tuple[Row, Row] = ({"annotator": "rows"}, {"annotator": "columns"})
    if passes:
        who = ({"annotator": "e", "pass": "a"}, {"annotator": "e", "pass": "b"})
    rows: list[Row] = []
    for row, line in zip(labels, counts, strict=True):
        for column, number in zip(labels, line, strict=True):
            for k in range(number):
                about = {"segment": f"{row}-{column}-{k}", "system": "any", "aspect": "overall"}
                rows += [about | who[0] | {"label": row}, about | who[1] | {"label": column}]
    return JudgementTable.from_rows(rows)


def _compared(rows: list[Row], identical: float | dict[str, float]) -> Comparison:
    table = JudgementTable.from_rows(rows)
    return compare(table, baseline="baseline", advanced="advanced", identical=identical)


@cache
def _comparison() -> Comparison:
    """Compare 1,200 segments with the labels of Table 3."""
    rows: list[Row] = []
    for domain, counts in PRINTED["table_3"].items():
        about = {"annotator": "e", "domain": domain}
        rows += preferences(dict(zip(ANSWERS, counts, strict=True)), about, f"{domain}-")
    return _compared(rows, PRINTED["identical"])


@cache
def _by_evaluator() -> Comparison:
    """Compare 100 judgements of each evaluator, with the shares of Table 6."""
    rows: list[Row] = []
    for evaluator, shares in PRINTED["table_6"].items():
        about = {"annotator": evaluator}
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
    counts = dict(
        zip(("left", "right", "both_good"), PRINTED["table_1"][str(evaluator)], strict=True)
    )
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
    return agree(crossed_labels(PRINTED["figures"][name], LABELS, passes=" " not in name))


@cache
def _appendix(times: int) -> Agreement:
    counts = (np.array(PRINTED["appendix"]["counts"]) * times).tolist()
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
    table = PRINTED["table_6"].values()
    shares = [[one[label] / 100 for one in table] for label in (0, 1)]
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
