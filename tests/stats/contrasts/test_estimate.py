"""Systems and their contrasts from judgements of outputs."""

from dataclasses import replace

import numpy as np
import pytest

from tertium.stats.contrasts.crossed import Prior, crossed, squares
from tertium.stats.contrasts.estimate import better_first, estimate, stand
from tertium.stats.contrasts.layout import Layout
from tertium.stats.contrasts.outputs import Outputs, compare_pairs


def judged(systems=3, people=3, texts=4, size=3, *, seed=0, kept=1.0, gap=1.0) -> Outputs:
    random = np.random.default_rng(seed)
    shape = systems, people, texts, size
    system, person, text, place = (i.ravel() for i in np.indices(shape))
    value = random.normal(size=len(system)) + gap * system
    value = value + random.normal(size=(texts, size))[text, place]
    here = random.random(len(system)) < kept
    system, person, text, place, value = (
        column[here] for column in (system, person, text, place, value)
    )
    return outputs(system, person, text * size + place, text, value)


def outputs(system, person, segment, text, value) -> Outputs:
    number = np.bincount(system)
    return Outputs(
        tuple(f"s{code}" for code in range(len(number))),
        system,
        person,
        segment,
        text,
        value,
        1 / number[system],
        (np.bincount(system, value) / number)[system],
    )


def test_a_contrast_is_the_interval_of_paired_differences():
    rows = judged(2)
    half = len(rows.value) // 2
    difference = rows.value[half:] - rows.value[:half]
    layout = Layout.of(
        np.ones(half), rows.annotator[:half], rows.segment[:half], rows.document[:half]
    )
    expected = crossed(layout, squares(layout, difference[:, None]))
    found = estimate(rows, level=0.95).contrasts[0]
    assert (found.a, found.b) == ("s1", "s0")
    assert found.difference == pytest.approx(expected.estimate[0])
    assert found.high - found.difference == pytest.approx(expected.reach(0.95)[0])
    assert found.p == pytest.approx(expected.p()[0])


def test_pairs_in_one_layout_and_pairs_one_by_one_agree():
    rows = judged(3)
    first, second = better_first(rows.score)
    together = compare_pairs(rows, first, second)
    # Another system, judged elsewhere too, breaks the common layout but not these pairs.
    extra = judged(1, people=5, seed=9)
    more = outputs(
        *(
            np.concatenate(
                [getattr(rows, name), getattr(extra, name) + (3 if name == "system" else 0)]
            )
            for name in ("system", "annotator", "segment", "document", "value")
        )
    )
    alone = compare_pairs(more, first, second)
    assert alone.found.estimate == pytest.approx(together.found.estimate)
    assert alone.found.reach(0.95) == pytest.approx(together.found.reach(0.95))


def test_nobody_judged_both():
    rows = judged(2, people=4)
    apart = rows.annotator % 2 == rows.system
    own = outputs(
        *(
            getattr(rows, name)[apart]
            for name in ("system", "annotator", "segment", "document", "value")
        )
    )
    found = estimate(own, level=0.95)
    assert [one.difference for one in found.contrasts] == [None]
    assert found.contrasts[0].reason == "no annotator judged both s1 and s0"
    assert found.component.tolist() == [0, 1]


def test_rates_are_compared_on_the_log_scale():
    rows = judged(2, people=4, texts=6)
    rates = outputs(rows.system, rows.annotator, rows.segment, rows.document, np.exp(rows.value))
    found = estimate(rates, level=0.95, better="lower", scale="log")
    contrast = found.contrasts[0]
    assert (contrast.a, contrast.b) == ("s0", "s1")
    assert contrast.low < contrast.difference < contrast.high < 0
    ten = outputs(rows.system, rows.annotator, rows.segment, rows.document, 10 * rates.value)
    again = estimate(ten, level=0.95, better="lower", scale="log").contrasts[0]
    assert again.p == pytest.approx(contrast.p)
    assert again.low == pytest.approx(10 * contrast.low)
    assert (found.low > 0).all()


def test_clear_differences_give_clusters_and_ranges():
    found = estimate(judged(4, people=6, texts=10, gap=3.0), level=0.95)
    assert found.order.tolist() == [3, 2, 1, 0]
    assert found.standings.cluster.tolist() == [4, 3, 2, 1]
    assert found.standings.all_low.tolist() == [4, 3, 2, 1]
    none = estimate(judged(4, gap=0.0, seed=3), level=0.95)
    assert none.standings.cluster.tolist() == [1, 1, 1, 1]
    assert none.standings.all_low.tolist() == [1, 1, 1, 1]


def test_equal_scores_are_ordered_by_name_not_by_rounding():
    score = np.array([0.1 + 0.2, 0.3, 0.5])
    first, second = better_first(score)
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == [(2, 0), (2, 1), (0, 1)]
    nothing = np.full(3, np.nan)
    found = stand(score, np.zeros(3, dtype=int), first, second, nothing, level=0.95)
    assert found.rank.tolist() == [2, 2, 1]


def test_holm_makes_all_ranges_true_together():
    found = estimate(judged(6, gap=0.6, seed=5), level=0.95)
    standings = found.standings
    assert (standings.all_low <= standings.low).all()
    assert (standings.all_high >= standings.high).all()
    for one in found.contrasts:
        assert one.p <= one.p_adjusted
        assert (one.p < 0.05) == (one.low > 0 or one.high < 0)


@pytest.mark.parametrize("kept", [1.0, 0.6])
def test_names_and_order_do_not_matter(kept):
    rows = judged(4, kept=kept, seed=2)
    order = np.random.default_rng(1).permutation(len(rows.value))
    moved = outputs(
        rows.system[order],
        9 - rows.annotator[order],
        70 - rows.segment[order],
        20 - rows.document[order],
        rows.value[order],
    )
    before, after = estimate(rows, level=0.9), estimate(moved, level=0.9)
    for one, two in zip(before.contrasts, after.contrasts, strict=True):
        assert (one.a, one.b) == (two.a, two.b)
        assert (one.difference, one.low, one.high, one.p) == pytest.approx(
            (two.difference, two.low, two.high, two.p)
        )


def test_judgements_that_all_say_the_same_have_no_interval():
    rows = judged(2)
    flat = replace(rows, value=rows.system.astype(float), centre=rows.system.astype(float))
    found = estimate(flat, level=0.95).contrasts[0]
    assert found.difference == pytest.approx(1)
    assert (found.low, found.p, found.reason) == (None, None, "all judgements say the same")


def test_one_segment_says_nothing_about_others():
    rows = judged(2, texts=1, size=1)
    found = estimate(rows, level=0.95).contrasts[0]
    assert (found.low, found.p, found.reason) == (None, None, "there is only one segment")


@pytest.mark.parametrize("same", [True, False])
def test_a_system_with_one_segment_has_no_contrast_with_an_interval(same):
    """What other segments of it would have said is not known, however many the other has."""
    rows = judged(3)
    kept = (rows.system != 1) | (rows.segment == 0)
    one = outputs(
        rows.system[kept],
        rows.annotator[kept],
        np.where((rows.system[kept] == 1) & (not same), 99, rows.segment[kept]),
        rows.document[kept],
        rows.value[kept],
    )
    told = {(one.a, one.b): one for one in estimate(one, level=0.95).contrasts}
    for (a, b), found in told.items():
        if "s1" in (a, b):
            assert (found.low, found.p) == (None, None)
            assert found.reason == "there is only one segment of s1"
        else:
            assert found.p is not None
            assert found.reason is None


def test_more_judgements_help_until_people_are_the_limit():
    few = estimate(judged(2, people=6, texts=8, gap=0.25, seed=4), level=0.95).contrasts[0]
    assert few.p > 0.05
    assert few.further is None or few.further > 0
    assert (few.further is None) == (few.limit is not None)
    prior = Prior(annotators=5.0)
    hopeless = estimate(judged(2, people=2, gap=0.25, seed=4), level=0.95, prior=prior).contrasts[0]
    assert hopeless.limit == "annotators"
