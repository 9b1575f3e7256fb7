"""The whole analysis: against plain definitions, and where data are bad."""

from dataclasses import replace

import numpy as np
import pytest

from tertium.exceptions import BadInput
from tertium.stats.correlation.correlate import correlate, spearman_brown
from tertium.stats.correlation.panel import Method
from tests.stats.correlation import plain
from tests.stats.correlation.drawn import correlated, drawn_rows, judged, methods

QUICK = {"resamples": 100, "permutations": 100}


def tables(rows, scores):
    """Return mean human scores and a metric's, a list for each segment, systems in order."""
    cells = {}
    for _, _, segment, system, _, value in rows:
        cells.setdefault((segment, system), []).append(value)
    segments = sorted({segment for segment, _ in cells}, key=lambda name: int(name[1:]))
    systems = sorted({system for _, system in cells})
    human = [
        [float(np.mean(cells[one, system])) if (one, system) in cells else np.nan
         for system in systems]
        for one in segments
    ]  # fmt: skip
    metric = [[scores.get((None, None, one, system), np.nan) for system in systems]
              for one in segments]  # fmt: skip
    return human, metric


def value(result, level, measure, grouping="none", *, metric="good", subset="all", by=""):
    """Return one coefficient."""
    (found,) = (
        one
        for one in result.correlations
        if (one.level, one.measure, one.grouping, one.metric, one.subset, one.by)
        == (level, measure, grouping, metric, subset, by)
    )
    return found


@pytest.mark.parametrize("gaps", [False, True], ids=["all outputs", "gaps"])
def test_values_are_those_of_the_definitions(gaps):
    """Segments and systems, ties and gaps; each measure once more in plain Python."""
    rows, scores = drawn_rows(seed=3, texts=12)
    if gaps:
        rows = [row for place, row in enumerate(rows) if place % 7 or row[3] != "y2"]
        scores["good"] = {
            key: one for place, (key, one) in enumerate(scores["good"].items()) if place % 11
        }
    human, metric = tables(rows, scores["good"])
    human, metric = (
        [[x if x == x and y == y else np.nan for x, y in zip(*pair, strict=True)]
         for pair in zip(one, two, strict=True)]
        for one, two in ((human, metric), (metric, human))
    )  # fmt: skip
    result = correlate({"-": judged(rows)}, methods(scores, ["good"]), **QUICK)
    flat_h, flat_m = ([one for row in table for one in row] for table in (human, metric))
    by_item = list(zip(human, metric, strict=True))
    expected = {
        ("segment", "pearson", "none"): plain.pearson(flat_h, flat_m),
        ("segment", "kendall-b", "none"): plain.tau_b(flat_h, flat_m),
        ("segment", "pearson", "item"): plain.average([plain.pearson(*one) for one in by_item]),
        ("segment", "kendall-b", "item"): plain.average([plain.tau_b(*one) for one in by_item]),
        ("segment", "acc-eq", "item"): plain.average([plain.acc_eq(*one, 0.0) for one in by_item]),
        ("segment", "acc-eq-calibrated", "item"): plain.acc_star(human, metric)[0],
    }
    means = [np.nanmean(np.array(table), axis=0) for table in (human, metric)]
    right, pairs = plain.pairwise_accuracy(*means)
    expected |= {
        ("system", "pearson", "none"): plain.pearson(*means),
        ("system", "kendall-b", "none"): plain.tau_b(*means),
        ("system", "accuracy", "none"): right / pairs,
    }
    if not gaps:
        soft = plain.soft(np.array(human).T.tolist(), np.array(metric).T.tolist())
        expected["system", "soft-accuracy", "none"] = soft
    for place, wanted in expected.items():
        assert value(result, *place).value == pytest.approx(wanted, abs=1e-9), place
    found = value(result, "segment", "acc-eq-calibrated", "item")
    assert found.epsilon == pytest.approx(plain.acc_star(human, metric)[1], abs=1e-12)


def test_order_names_and_scale_change_nothing():
    """Rows in another order, systems and segments renamed, a metric on another scale."""
    rows, scores = drawn_rows(seed=5)
    before = correlate({"-": judged(rows)}, methods(scores, ["good", "noisy"]), **QUICK)
    turned = {f"y{at}": f"z{9 - at}" for at in range(6)}
    moved = [(*row[:2], f"t{row[2]}", turned[row[3]], *row[4:]) for row in rows[::-1]]
    other = {
        name: {(None, None, f"t{key[2]}", turned[key[3]]): 3 + 20 * one
               for key, one in found.items()}
        for name, found in scores.items()
    }  # fmt: skip
    after = correlate({"-": judged(moved)}, methods(other, ["good", "noisy"]), **QUICK)
    for one, two in zip(before.correlations, after.correlations, strict=True):
        if one.value is None:
            assert two.value is None
        else:
            assert two.value == pytest.approx(one.value, abs=1e-9), one
            assert two.n == one.n


def test_a_better_metric_wins_and_a_copy_does_not():
    """Good against noisy is significant; a metric against itself has p 1 and one cluster."""
    result = correlated()
    p = {(one.level, one.measure): one.p for one in result.differences if one.method == "perm-both"}
    assert p["segment", "acc-eq-calibrated"] < 0.05
    assert p["segment", "pearson"] < 0.05
    clusters = {one.metric: one.cluster for one in result.clusters
                if (one.level, one.measure) == ("segment", "acc-eq-calibrated")}  # fmt: skip
    assert clusters == {"good": 1, "noisy": 2}
    rows, scores = drawn_rows()
    twice = [Method(name, "automatic", scores["good"], {}) for name in ("one", "two")]
    copies = correlate({"-": judged(rows)}, twice, recipe="wmt24", **QUICK)
    for one in copies.differences:
        assert one.difference == 0
        if one.method == "perm-both":
            assert one.p == 1
    assert {one.cluster for one in copies.clusters} == {1}
    assert {one.cluster for one in copies.recipe.metrics} == {1}


def test_intervals_hold_their_value():
    """Every interval holds its value, and stays where the measure can be."""
    for one in correlated(documents=True).correlations:
        if one.low is not None:
            assert one.low - 1e-9 <= one.value <= one.high + 1e-9, one
            assert one.low >= (0 if "acc" in one.measure else -1)
            assert one.high <= 1


def test_parts_are_analysed_by_themselves():
    """By domain: the values are those of the domain's judgements alone."""
    rows, scores = drawn_rows(seed=7)
    both = correlate({"-": judged(rows)}, methods(scores, ["good"]), by="domain", **QUICK)
    alone = correlate(
        {"-": judged([row for row in rows if row[4] == "news"])}, methods(scores, ["good"]), **QUICK
    )
    for level, measure, grouping in (
        ("system", "pearson", "none"),
        ("segment", "acc-eq-calibrated", "item"),
    ):
        inside = value(both, level, measure, grouping, by="news").value
        assert inside == pytest.approx(value(alone, level, measure, grouping).value, abs=1e-12)


def test_pairs_are_pooled_over_language_pairs():
    """Pairwise accuracy counts pairs, other measures are means of language pairs."""
    parts = {pair: drawn_rows(seed=seed, systems=size)
             for pair, seed, size in (("de-en", 1, 4), ("cs-en", 2, 6))}  # fmt: skip
    scores = {
        (pair, None, *key[2:]): one
        for pair, (_, found) in parts.items()
        for key, one in found["noisy"].items()
    }
    result = correlate(
        {pair: judged(rows) for pair, (rows, _) in parts.items()},
        [Method("noisy", "automatic", scores, {})],
        by="language-pair",
        **QUICK,
    )
    accuracy = {
        by: value(result, "system", "accuracy", metric="noisy", by=by)
        for by in ("", "de-en", "cs-en")
    }
    assert accuracy[""].n == accuracy["de-en"].n + accuracy["cs-en"].n
    right = sum(accuracy[by].n * accuracy[by].value for by in ("de-en", "cs-en"))
    assert accuracy[""].value == pytest.approx(right / accuracy[""].n)
    pearson = [value(result, "system", "pearson", metric="noisy", by=by).value
               for by in ("", "de-en", "cs-en")]  # fmt: skip
    assert pearson[0] == pytest.approx(np.mean(pearson[1:]))


def test_the_ceiling_is_that_of_the_definitions():
    """An annotator against the mean of the others; halves close to a plain split."""
    rows, scores = drawn_rows(seed=4, texts=40)
    result = correlate({"-": judged(rows)}, methods(scores, ["good"]), levels=["segment"], **QUICK)
    own, others = [], []
    cells = {}
    for annotator, _, segment, system, _, one in rows:
        cells.setdefault((segment, system), []).append((annotator, one))
    for judgements in cells.values():
        mine = [one for annotator, one in judgements if annotator == "a0"]
        rest = [one for annotator, one in judgements if annotator != "a0"]
        if mine and rest:
            own.append(mine[0])
            others.append(sum(rest) / len(rest))
    found = {
        (one.annotator, one.measure): one for one in result.ceiling if one.kind != "annotators"
    }
    assert found["a0", "pearson"].value == pytest.approx(plain.pearson(own, others), abs=1e-9)
    assert found["a0", "pearson"].n == len(own)
    rng = np.random.default_rng(8)
    values = {cell: [one for _, one in judgements] for cell, judgements in cells.items()}
    split = [list(zip(*plain.halves(values, rng).values(), strict=True)) for _ in range(50)]
    wanted = np.mean([plain.pearson(*one) for one in split])
    halves = found["", "pearson"]
    assert halves.value == pytest.approx(wanted, abs=0.02)
    assert halves.corrected == pytest.approx(spearman_brown(halves.value))


# Bad data -----------------------------------------------------------------------------------


def test_constant_scores_are_undefined_and_said():
    """No measure of a metric that says the same of everything, but for plain accuracy."""
    result = correlated(metrics=("flat",))
    for level, measure, grouping in (
        ("system", "pearson", "none"),
        ("system", "soft-accuracy", "none"),
        ("system", "accuracy", "none"),
        ("segment", "acc-eq-calibrated", "item"),
        ("segment", "pearson", "none"),
    ):
        one = value(result, level, measure, grouping, metric="flat")
        assert (one.value, one.undefined) == (None, "scores do not vary")
    assert any("do not vary" in warning for warning in result.warnings)


def test_two_systems_are_one_pair():
    """Correlations of systems are not defined, accuracy is."""
    result = correlated(systems=2)
    assert value(result, "system", "pearson").undefined == "two systems are one pair"
    assert value(result, "system", "accuracy").value == 1.0
    assert any("Two systems" in warning for warning in result.warnings)


def test_methods_are_compared_on_what_all_scored():
    """A metric that lacks outputs narrows all; what none shares is refused with both names."""
    rows, scores = drawn_rows()
    some = {key: one for place, (key, one) in enumerate(scores["noisy"].items()) if place % 3}
    result = correlate(
        {"-": judged(rows)}, [*methods(scores, ["good"]), Method("some", "automatic", some, {})],
        **QUICK,
    )  # fmt: skip
    assert value(result, "segment", "pearson").n == len(some)
    assert any("some lacks 48" in warning for warning in result.warnings)
    other = Method("other", "automatic", {(None, None, "x1", "y1"): 0.3}, {})
    with pytest.raises(BadInput, match=r"segment 's0' of system 'y0', the metric segment 'x1'"):
        correlate({"-": judged(rows)}, [other], **QUICK)


def test_ties_everywhere_are_calibrated_away():
    """People who give two scores only: a metric without ties is helped by ε."""
    rows, scores = drawn_rows(steps=60.0)
    result = correlate({"-": judged(rows)}, methods(scores, ["good"]), **QUICK)
    plainly = value(result, "segment", "acc-eq", "item").value
    calibrated = value(result, "segment", "acc-eq-calibrated", "item")
    assert calibrated.value > plainly + 0.1
    assert calibrated.epsilon > 0
    assert any("the same score" in warning for warning in result.warnings)


def test_scores_of_whole_systems_tell_of_systems_only():
    """Soft accuracy needs segments; asking for segments is refused."""
    rows, _scores = drawn_rows()
    whole = {(None, None, f"y{at}"): float(at) + 0.3 * (at == 2) for at in range(6)}
    method = Method("whole", "automatic", {}, whole)
    result = correlate({"-": judged(rows)}, [method], **QUICK)
    assert {one.level for one in result.correlations} == {"system"}
    assert value(result, "system", "pearson", metric="whole").value > 0.9
    assert value(result, "system", "soft-accuracy", metric="whole").undefined
    with pytest.raises(BadInput, match="score whole systems"):
        correlate({"-": judged(rows)}, [method], levels=["segment"], **QUICK)


def test_a_metric_that_runs_against_people_is_asked_about():
    """Unless it is said that its lowest score is best."""
    rows, scores = drawn_rows()
    (good,) = methods(scores, ["good"])
    against = replace(good, segments={key: -one for key, one in good.segments.items()})
    result = correlate({"-": judged(rows)}, [against], **QUICK)
    assert any("--lower good" in warning for warning in result.warnings)
    turned = correlate({"-": judged(rows)}, [against], lower=["good"], **QUICK)
    assert not any("--lower" in warning for warning in turned.warnings)
    assert value(turned, "segment", "pearson").value > 0.5


def test_outliers_and_largest_disagreements_are_named():
    """A system far below the others; the output on which the metric is wrong most."""
    rows, scores = drawn_rows()
    rows = [(*row[:5], row[5] - 60) if row[3] == "y0" else row for row in rows]
    key = (None, None, "s1", "y1")
    scores["good"][key] = 5.0
    texts = {("s1", "y1"): ("Quelle", "output")}
    result = correlate({"-": judged(rows)}, methods(scores, ["good"]), texts=texts, **QUICK)
    assert [one.system for one in result.outliers] == ["y0"]
    assert value(result, "system", "pearson", subset="without outliers").n == 5
    first = result.disagreements[0]
    assert (first.segment, first.system, first.source) == ("s1", "y1", "Quelle")
    assert first.difference > 3
