"""Single steps of the crossed interval, each by itself."""

import numpy as np
import pytest

from tertium.stats.contrasts.crossed import crossed, document_share, excess, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.contrasts.ratio import independent_cases, log_ratios_of, unanimous_bound


def complete(people, documents, size):
    """Return the layout in which everybody judges everything."""
    person, text, place = (i.ravel() for i in np.indices((people, documents, size)))
    return Layout.of(np.ones(len(person)), person, text * size + place, text)


@pytest.mark.parametrize(("segments", "known"), [(15, False), (18, True)])
def test_documents_of_hardly_more_than_one_segment_are_their_segments(segments, known):
    """From one and a half segments per document on, documents vary apart from segments."""
    segment = np.arange(segments)
    layout = Layout.of(np.ones(segments), segment % 3, segment, segment % 12)
    assert layout.documents_known is known


def test_excess_is_the_p_of_annotators_who_differ_as_much():
    """Uniform where annotators differ by just as much, small where by more, large where by less."""
    layout, rng = complete(6, 4, 3), np.random.default_rng(0)
    own = rng.standard_normal((6, 200))[layout.annotator]
    noise = rng.standard_normal((len(layout), 200))
    found = {
        sd: np.array([excess(layout, squares(layout, (sd * own + noise)[:, [k]]), 0.5)
                      for k in range(200)])
        for sd in (0.0, 0.5, 2.0)
    }  # fmt: skip
    assert (found[0.5] < 0.05).mean() == pytest.approx(0.05, abs=0.04)
    assert found[0.5].mean() == pytest.approx(0.5, abs=0.08)
    assert np.median(found[2.0]) < 0.001
    assert np.median(found[0.0]) > 0.9


def test_the_part_of_documents_is_found_by_moments():
    """A variance of 1 between documents beside one of 3 inside them."""
    layout, rng = complete(3, 200, 4), np.random.default_rng(1)
    value = rng.standard_normal(200)[layout.document]
    value = value + 3**0.5 * rng.standard_normal(len(layout))
    assert document_share(layout, squares(layout, value[:, None])) == pytest.approx(0.25, abs=0.05)


def test_shared_spread_counts_as_twice_the_degrees_of_freedom():
    """Squares that are equal for all pairs stay, so only what is known about them changes."""
    layout = complete(3, 6, 2)
    rng = np.random.default_rng(2)
    values = rng.standard_normal((len(layout), 5))
    first, second = np.triu_indices(5, 1)
    sums = squares(layout, values)
    even = np.eye(5) * np.diag(sums.annotator).mean(), np.eye(5) * np.diag(sums.document).mean()
    sums = type(sums)(sums.estimate, sums.one, sums.single, sums.segment, *even, sums.freedom)
    alone = crossed(layout, sums, first, second)
    together = crossed(layout, sums, first, second, pooled=True)
    assert together.weight.max(1).mean() > 1.1 * alone.weight.max(1).mean()


def test_the_log_ratio_is_the_mean_of_what_judgements_add():
    """Half a win on both sides, and the variance of a share on the logit scale."""
    won = np.array([1.0] * 7 + [0.0] * 3)
    y = log_ratios_of(won)
    assert y.mean() == pytest.approx(np.log(7.5 / 3.5))
    share = 7.5 / 11
    assert y[0] - y[-1] == pytest.approx(1 / (share * (1 - share)))


def test_cases_are_annotators_in_documents_and_wilson_bounds_their_share():
    """A segment without a document is one by itself."""
    who, segment = np.array([0, 0, 0, 1]), np.array([0, 1, 2, 0])
    assert independent_cases(who, segment, np.array([5, 5, -1, 5])) == 3
    z = 1.959964
    share = 3 / (3 + z**2)
    assert unanimous_bound(3, z) == pytest.approx(np.log(share / (1 - share)))
