"""A small round of the study of ratings, so that it cannot rot."""

from pathlib import Path

import numpy as np
import pytest

from studies._rated_draws import SITUATIONS, draw, trial
from studies.ratings import _page
from tertium.stats.contrasts.crossed import ANNOTATORS, DOCUMENTS

KNOWN = (0.6, 0.3, 0.0, 0.0)  # near the truth


@pytest.mark.parametrize("one", SITUATIONS, ids=lambda one: one.name)
def test_every_situation_can_be_drawn(one):
    """Five categories, four systems, and as many annotators as it says."""
    table = draw(one.settled(3), np.random.default_rng(3))
    assert len(table.distinct("annotator")) == one.people
    assert len(table.distinct("system")) == 4
    assert set(table.scores().value) <= {1.0, 2.0, 3.0, 4.0, 5.0}


def test_expected_differences_are_those_of_the_prior():
    """Over many campaigns: root mean squares of the two half-normal priors."""
    expected = next(one for one in SITUATIONS if one.expected)
    drawn = [expected.settled(seed) for seed in range(2_000)]
    noise = np.pi / np.sqrt(3)
    for sds, scale in (
        ([one.annotators_differ for one in drawn], ANNOTATORS),
        ([one.documents_differ for one in drawn], DOCUMENTS),
    ):
        assert np.sqrt(np.mean(np.square(sds))) == pytest.approx(scale * noise, rel=0.1)


class _Here:
    """A pool that does its jobs at once."""

    def map(self, job, *given, chunksize):
        """Return what the job makes of everything."""
        return map(job, *given)


def test_a_round_fills_the_page(monkeypatch):
    """One campaign of the first situation stands for all of them."""
    monkeypatch.setattr("studies.ratings.DATA", Path("nowhere"))
    monkeypatch.setattr("studies.ratings.truth", lambda one: np.array(KNOWN))
    one = [trial(SITUATIONS[0], KNOWN, seed) for seed in (0, 1)]
    found = {key: [each[key] for each in one] for key in one[0]}
    assert np.mean(found["covered"]) > 0.5
    assert found["error"][0] < 1
    assert found["held back"][0] < found["rest"][0]
    by_name = dict.fromkeys((each.name for each in SITUATIONS), found)
    page = "\n".join(_page(by_name, 1, _Here()))
    assert "Where the width comes from" in page
