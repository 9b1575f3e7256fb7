"""Meta-evaluation of published judgements: pairwise accuracy as published, the rest transcribed."""

import csv
import gzip
from collections import defaultdict

import numpy as np
import pytest

import tertium as tt
from tests.stats.correlation import plain

QUICK = {"resamples": 50, "permutations": 100}
COLUMNS = {
    "SacreBLEU_bleu": "bleu", "SacreBLEU_chrf": "chrf", "COMET": "comet", "COMET_src": "comet-src"
}  # fmt: skip


def value(result, level, measure, metric, grouping="none", subset="all"):
    """Return one coefficient."""
    (found,) = (
        one
        for one in result.correlations
        if (one.level, one.measure, one.metric, one.grouping, one.subset)
        == (level, measure, metric, grouping, subset)
    )
    return found


def test_metrics_order_pairs_of_shipped_systems_as_published(shared_data, tmp_path):
    """Mean raw scores of 45 campaigns: 268 pairs of systems with a difference."""
    folder = shared_data / "toship-da"
    scores = defaultdict(dict)
    with gzip.open(folder / "automatic_metrics.csv.gz", "rt") as file:
        for row in csv.DictReader(file):
            if row["column"] in COLUMNS:
                scores[row["campaign"], row["system"]][COLUMNS[row["column"]]] = row["value"]
    table = tmp_path / "metrics.csv"
    lines = [",".join((*key, *(found[name] for name in COLUMNS.values())))
             for key, found in scores.items()]  # fmt: skip
    table.write_text("\n".join(["campaign,system," + ",".join(COLUMNS.values()), *lines]) + "\n")
    result = tt.correlate(
        folder / "judgements.csv.gz", metric=str(table), mean="judgements", **QUICK
    )
    published = {"bleu": 0.772388, "chrf": 0.805970, "comet": 0.858209, "comet-src": 0.876866}
    for metric, wanted in published.items():
        one = value(result, "system", "accuracy", metric)
        assert one.n == 268
        assert one.value == pytest.approx(wanted, abs=5e-7)


def penalties(path, weights):
    """Return WMT's penalty points of each system and segment, mean over raters."""
    found = defaultdict(lambda: defaultdict(float))
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in list(file)[1:]:
            cells = line.rstrip("\n").split("\t")
            system, segment, rater, category, severity = (cells[at] for at in (0, 3, 4, 7, 8))
            found[segment, system][rater] += weights(category.casefold(), severity.casefold())
    return {key: -float(np.mean(list(one.values()))) for key, one in found.items()}


def wmt_weight(category, severity):
    """Return the points of one error."""
    if "non-translation" in category:
        return 25.0
    if severity == "major":
        return 5.0
    if severity == "minor":
        return 0.1 if category == "fluency/punctuation" else 1.0
    return 0.0


def test_marked_errors_of_ted_talks_are_as_transcribed(shared_data, tmp_path):
    """A made-up metric (length of a segment's number) against MQM, by plain definitions."""
    path = shared_data / "mqm-ted-ende" / "mqm_ted_ende.tsv.gz"
    people = penalties(path, wmt_weight)
    rng = np.random.default_rng(0)
    drawn = {key: 0.1 * one + rng.normal() for key, one in sorted(people.items())}
    table = tmp_path / "drawn.csv"
    table.write_text(
        "\n".join(["segment,system,score", *(f"{s},{y},{m!r}" for (s, y), m in drawn.items())])
    )
    result = tt.correlate(path, metric=f"drawn={table}", level=("system", "segment"), **QUICK)
    segments = sorted({segment for segment, _ in people})
    segments.sort(key=int)
    systems = sorted({system for _, system in people})
    human = np.array([[people[s, y] for y in systems] for s in segments])
    metric = np.array([[drawn[s, y] for y in systems] for s in segments])
    means = human.mean(0), metric.mean(0)
    right, pairs = plain.pairwise_accuracy(*means)
    wanted = {
        ("system", "pearson", "none"): plain.pearson(*means),
        ("system", "kendall-b", "none"): plain.tau_b(*means),
        ("system", "accuracy", "none"): right / pairs,
        ("system", "soft-accuracy", "none"): plain.soft(human.T, metric.T),
        ("segment", "pearson", "none"): plain.pearson(human.ravel(), metric.ravel()),
        ("segment", "kendall-b", "item"): plain.average(
            [plain.tau_b(h, m) for h, m in zip(human, metric, strict=True)]
        ),
    }
    for (level, measure, grouping), expected in wanted.items():
        found = value(result, level, measure, "drawn", grouping).value
        assert found == pytest.approx(expected, abs=1e-9), measure
    # Each output was read by one rater: halves are halves of talks, of which there are few.
    halves = {one.measure: one for one in result.ceiling if one.level == "system"}
    assert halves["pearson"].n == 5
    assert 0.3 < halves["pearson"].value < 1
    (first,) = {one.undefined for one in result.ceiling if one.level == "segment"}
    assert first == "each output was judged once"


def scores_of(path):
    """Return the scores of a file of mt-metrics-eval, systems × lines."""
    found = defaultdict(list)
    with gzip.open(path, "rt") as file:
        for line in file:
            system, score = line.split()
            found[system].append(np.nan if score == "None" else float(score))
    return np.array([found[system] for system in sorted(found)])


def test_error_spans_against_mqm_and_scores_are_as_transcribed(shared_data):
    """ESA against its second campaign, MQM and DA+SQM of WMT23, in files of mt-metrics-eval."""
    folder = shared_data / "esa-wmt23-ende" / "published"
    names = {"esa2": "en-de.ESA-2", "mqm": "en-de.MQM-1", "da": "wmt23.en-de.da-sqm"}
    files = {name: folder / f"{file}.seg.score.gz" for name, file in names.items()}
    human = folder / "en-de.ESA-1.seg.score.gz"
    result = tt.correlate(
        human,
        metric=[f"{name}={file}" for name, file in files.items()],
        level=("system", "segment"),
        **QUICK,
    )
    tables = {name: scores_of(file) for name, file in {"esa1": human, **files}.items()}
    known = np.all([~np.isnan(table) for table in tables.values()], axis=0)
    tables = {name: np.where(known, table, np.nan) for name, table in tables.items()}
    people = tables.pop("esa1")
    kept = known.any(0)
    for name, table in tables.items():
        means = np.nanmean(people, axis=1), np.nanmean(table, axis=1)
        right, pairs = plain.pairwise_accuracy(*means)
        complete = known.all(0)
        soft = plain.soft(people[:, complete], table[:, complete])
        found = {
            ("system", "pearson", "none"): plain.pearson(*means),
            ("system", "accuracy", "none"): right / pairs,
            ("system", "soft-accuracy", "none"): soft,
            ("segment", "pearson", "none"): plain.pearson(people.ravel(), table.ravel()),
            ("segment", "pearson", "item"): plain.average(
                [plain.pearson(h, m) for h, m in zip(people.T[kept], table.T[kept], strict=True)]
            ),
        }
        for (level, measure, grouping), wanted in found.items():
            one = value(result, level, measure, name, grouping).value
            assert one == pytest.approx(wanted, abs=1e-9), (name, measure)
