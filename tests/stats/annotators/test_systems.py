"""Systems by the annotator model: weights of the model, intervals of the contrasts."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.stats.annotators.expectation import expectation_propagation
from tertium.stats.annotators.model import annotators
from tertium.stats.annotators.reading import read_scores
from tertium.stats.annotators.systems import compare_systems
from tertium.stats.assessment.assess import assess
from tertium.stats.assessment.rows import read_rows
from tests.stats.annotators.scored import crowd, scored

QUICK = {"engine": "ep"}


def drawn(seed, *, systems=3, people=4, segments=8, documents=3, level=6.0):
    """Draw scores with documents: annotator, segment, system, value."""
    rng = np.random.default_rng(seed)
    offset, worth = rng.normal(0, 8, people), rng.normal(0, level, systems)
    rows = []
    for segment in range(segments):
        for system in range(systems):
            quality = 55 + worth[system] + 10 * rng.normal()
            for person in rng.permutation(people)[: rng.integers(1, people + 1)]:
                value = round(float(np.clip(quality + offset[person] + 8 * rng.normal(), 0, 100)))
                rows.append((f"w{person}", f"s{segment}", f"m{system}", value))
    return [
        {
            "annotator": a,
            "segment": s,
            "system": m,
            "value": v,
            "document": f"d{int(s[1:]) % documents}",
        }
        for a, s, m, v in rows
    ]


def fitted(rows, **choices):
    columns = ("annotator", "segment", "system", "value", "document")
    view = scored([tuple(row[name] for name in columns) for row in rows], columns)
    return annotators(view, **choices)


def told(found, names=None):
    """Return what is said about systems, under the names that they had before."""
    known = names or {}
    return {
        known.get(one.system, one.system): (
            one.score, one.low, one.high, *one.rank_range, *one.rank_range_simultaneous, one.cluster
        )
        for one in found.systems
    } | {
        frozenset((known.get(one.a, one.a), known.get(one.b, one.b))): (
            None if one.difference is None else abs(one.difference),
            one.p,
            one.p_adjusted,
            one.annotators,
            one.documents,
        )
        for one in found.contrasts
    }  # fmt: skip


def same(one, two):
    assert one.keys() == two.keys()
    for key, values in one.items():
        for a, b in zip(values, two[key], strict=True):
            assert a == b if a is None or b is None else a == pytest.approx(b, rel=1e-6, abs=1e-6)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_names_and_the_order_of_rows_change_nothing(seed):
    """Other names for systems, annotators and segments, and shuffled rows: the same answer."""
    rows = drawn(seed)
    rng = np.random.default_rng(seed)
    new = {}
    for column in ("annotator", "segment", "system", "document"):
        names = sorted({row[column] for row in rows})
        new[column] = dict(zip(names, [f"n{k}" for k in rng.permutation(len(names))], strict=True))
    renamed = [row | {c: new[c][row[c]] for c in new} for row in rows]
    shuffled = [renamed[k] for k in rng.permutation(len(renamed))]
    back = {after: before for before, after in new["system"].items()}
    same(told(fitted(rows, **QUICK)), told(fitted(shuffled, **QUICK), back))


@pytest.mark.parametrize("effects", [False, True])
def test_names_change_nothing_in_what_is_drawn(effects):
    """Draws go to annotators and outputs by their scores, so other names give the same draws."""
    rows = drawn(11, segments=12)
    turned = [
        row
        | {"annotator": f"x{9 - int(row['annotator'][1:])}"}
        | {"segment": f"t{99 - int(row['segment'][1:])}"}
        | {"system": f"y{9 - int(row['system'][1:])}"}
        for row in rows
    ]
    back = {f"y{9 - k}": f"m{k}" for k in range(9)}
    choice = {"engine": "gibbs", "variant": "slope", "system_effects": effects}
    one, two = fitted(rows, **choice), fitted(turned[::-1], **choice)
    same(told(one), told(two, back))
    mine = {person.annotator: person.precision for person in one.annotators}
    for person in two.annotators:
        assert person.precision == pytest.approx(mine[f"w{9 - int(person.annotator[1:])}"])


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), level=st.sampled_from((0.8, 0.95, 0.99)))
def test_values_lie_in_their_intervals_and_p_belongs_to_them(seed, level):
    """P < 1 − level exactly where the interval excludes no difference."""
    found = fitted(drawn(seed), level=level, **QUICK)
    for one in found.systems:
        assert one.low <= one.score <= one.high
        assert one.rank_range[0] <= one.rank <= one.rank_range[1]
        assert one.rank_range_simultaneous[0] <= one.rank_range[0]
        assert one.rank_range[1] <= one.rank_range_simultaneous[1]
    for one in found.contrasts:
        if one.p is not None:
            assert one.low <= one.difference <= one.high
            assert (one.p < 1 - level) == (one.low > 0 or one.high < 0)
            assert one.p <= one.p_adjusted


def test_with_equal_annotators_it_is_the_answer_of_rank():
    """Where all are equally precise and scored everything, contrasts are those of raw scores."""
    view = scored(crowd(6, annotators=4, each=4, systems=("a", "b", "c")))
    reading = read_scores(read_rows(view), control=True)
    found = expectation_propagation(reading.problem)
    alike = replace(
        found,
        precision=replace(found.precision, mean=np.full(4, 2.0)),
        system_cov=np.zeros((3, 3)),
    )
    ours = compare_systems(reading, alike, 0.95, (0, 100)).found.contrasts
    theirs = assess(view, recipe="raw").contrasts
    for one, two in zip(ours, theirs, strict=True):
        assert (one.a, one.b) == (two.a, two.b)
        assert (one.difference, one.low, one.high, one.p) == pytest.approx(
            (two.difference, two.low, two.high, two.p)
        )


def test_who_answers_at_random_hardly_counts():
    """The contrast is that of the good annotators, not diluted as in `rank`."""
    rng = np.random.default_rng(5)
    rows = crowd(1, annotators=5, segments=40, each=5, noise=4)
    noise = [
        (f"x{k}", segment, system, int(rng.integers(0, 101)))
        for k in range(4)
        for segment, system in {(row[1], row[2]): None for row in rows}
    ]
    good = annotators(scored(rows)).contrasts[0]
    spoilt = annotators(scored(rows + noise)).contrasts[0]
    assert spoilt.difference == pytest.approx(good.difference, abs=1.5)


def test_no_contrast_without_an_annotator_of_both():
    """Two groups of annotators with two systems each: what is missing is said."""
    one = crowd(2, systems=("a", "b"))
    two = [("o" + who, s, {"a": "c", "b": "d"}[m], v) for who, s, m, v in crowd(3)]
    found = annotators(scored(one + two))
    missing = [each for each in found.contrasts if each.difference is None]
    assert len(missing) == 4
    assert all(each.reason.startswith("no annotator judged both") for each in missing)
    assert {each.component for each in found.systems} == {1, 2}
    assert [each.rank for each in found.systems] == [1, 2, 1, 2]
    assert "cannot all be compared" in found.sentence
    assert any("4 pairs of systems without a contrast" in said for said in found.warnings)


def test_levels_let_leniency_vary_and_contrasts_do_not():
    """Annotators who differ by their level only widen the levels."""
    rows = crowd(4, annotators=4, segments=30, each=4, noise=3)
    apart = {"w0": -18, "w1": -6, "w2": 6, "w3": 18}
    lenient = [(w, s, m, 30 + v / 3 + apart[w]) for w, s, m, v in rows]
    plain = [(w, s, m, 30 + v / 3) for w, s, m, v in rows]
    wide, narrow = annotators(scored(lenient)), annotators(scored(plain))
    width = [[one.high - one.low for one in each.systems] for each in (wide, narrow)]
    assert min(width[0]) > 2 * max(width[1])
    (a,), (b,) = wide.contrasts, narrow.contrasts
    assert a.high - a.low == pytest.approx(b.high - b.low, rel=0.25)


def test_the_output_says_how_rank_differs():
    """One sentence among the warnings reconciles the two commands."""
    found = annotators(scored(crowd(0)))
    assert sum("`tertium rank` differs in weights only" in said for said in found.warnings) == 1
