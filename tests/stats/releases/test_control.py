"""The control chart: against the plain recursion, and its false alarms in simulated charts."""

import numpy as np
import pytest

from studies.operations import false_alarms, made, steady
from tertium.exceptions import BadInput
from tertium.stats.releases.control import chart


def test_smoothed_values_follow_the_recursion():
    """Z = λ x + (1 − λ) z, starting from the baseline (Roberts, 1959)."""
    found = chart(steady(np.random.default_rng(1), 9, 6), "production", baseline=3, weight=0.3)
    values = [point.value for point in found.points]
    smoothed = found.centre
    for point, value in zip(found.points[3:], values[3:], strict=True):
        smoothed = 0.3 * value + 0.7 * smoothed
        assert point.smoothed == pytest.approx(smoothed)
    assert [point.smoothed for point in found.points[:3]] == [found.centre] * 3


def test_values_and_centre_are_ratios_of_sums():
    """By hand: edits over sizes, the baseline pooled."""
    data = made([0, 0, 1, 1, 2, 2], range(6), [1, 3, 2, 8, 5, 6], [10, 10, 10, 20, 10, 20])
    found = chart(data, "production", baseline=2)
    assert [point.value for point in found.points] == pytest.approx([4 / 20, 10 / 30, 11 / 30])
    assert found.centre == pytest.approx(14 / 50)


def test_limits_agree_with_resampled_documents():
    """The standard error of a smoothed value is that of the textbook bootstrap within releases."""
    rng = np.random.default_rng(4)
    data = steady(rng, 6, 30)
    found = chart(data, "production", baseline=2, weight=0.4)
    drawn = []
    for _ in range(1500):
        picked = np.concatenate([rng.choice(np.flatnonzero(data.release == r), 30)
                                 for r in range(6)])  # fmt: skip
        sums = [(data.edits[picked][data.release[picked] == r].sum(),
                 data.size[picked][data.release[picked] == r].sum()) for r in range(6)]  # fmt: skip
        centre = sum(e for e, _ in sums[:2]) / sum(s for _, s in sums[:2])
        smoothed, path = centre, []
        for edits, size in sums[2:]:
            smoothed = 0.4 * edits / size + 0.6 * smoothed
            path.append(smoothed - centre)
        drawn.append(path)
    half = [(point.high - point.low) / 2 / found.limit for point in found.points[2:]]
    assert half == pytest.approx(list(np.std(drawn, axis=0)), rel=0.12)


@pytest.mark.parametrize("anchor", [False, True])
def test_false_alarms_keep_to_the_stated_level(anchor, monkeypatch):
    """A small round of the study: without a change about one chart in twenty raises an alarm."""
    monkeypatch.setattr("tertium.stats.releases.control._DRAWS", 2000)
    assert 0.005 <= false_alarms(10, 12, anchor=anchor, charts=200) <= 0.11


def test_a_lasting_change_is_found_and_dated():
    """Twelve points more from the sixth release on."""
    rng = np.random.default_rng(3)
    found = [chart(steady(rng, 12, 20, shift=0.12, since=6), "production") for _ in range(30)]
    assert sum(bool(one.alarms) for one in found) >= 28
    dated = [int(one.since[1:]) for one in found if one.alarms]
    assert np.mean([abs(at - 6) <= 1 for at in dated]) > 0.8
    first = [point for one in found for point in one.points if point.alarm]
    assert all(point.smoothed > point.high for point in first if point.release in ("r10", "r11"))


def test_changes_are_written_at_their_release():
    """Several at one release, none elsewhere."""
    found = chart(steady(np.random.default_rng(1), 4, 5), "production",
                  changes={"r2": ["glossary", "retrained"]})  # fmt: skip
    assert [point.changes for point in found.points] == [(), (), ("glossary", "retrained"), ()]


def test_a_release_without_error_has_no_point():
    """One document says nothing about chance; too few releases make no chart."""
    data = made([0, 0, 1, 2, 2], range(5), [1, 2, 3, 1, 2], [10] * 5)
    assert [point.release for point in chart(data, "production").points] == ["r0", "r2"]
    assert chart(made([0, 0, 1], range(3), [1, 2, 3], [9] * 3), "production") is None
    assert chart(made([0, 0], range(2), [1, 2], [9] * 2), "production") is None


def test_releases_without_any_edit_make_no_chart():
    """Nothing varies, so nothing can be out of the usual."""
    assert chart(made([0, 0, 1, 1], range(4), [0] * 4, [9] * 4), "production") is None


def test_impossible_settings_are_refused():
    """With the option to change."""
    data = steady(np.random.default_rng(1), 4, 5)
    with pytest.raises(BadInput, match="--weight"):
        chart(data, "production", weight=0)
    with pytest.raises(BadInput, match="--baseline"):
        chart(data, "production", baseline=0)
