"""Words per hour, and what post-editing gains over from scratch."""

import numpy as np
import pytest
from scipy.stats import t as student

from tertium.rendering.effort import gain_sentence
from tertium.stats.effort.filters import TimeFilter, filter_times
from tertium.stats.effort.measured import measure
from tertium.stats.effort.productivity import productivity
from tests.stats.effort.written import edits_of, row


def kit(gains, *, spread=0.0, seed=0, segments=6):
    """Return rows: everybody post-edits 10 words in 20 s, and is slower from scratch by a gain."""
    rng = np.random.default_rng(seed)
    rows = []
    for person, gain in enumerate(gains):
        for at in range(segments):
            one, two = np.exp(spread * rng.normal(size=2))
            name = f"e{person:02d}"
            rows.append(row(name, f"{person}p{at}", seconds=20.0 * one, rating=3))
            rows.append(row(name, f"{person}s{at}", "scratch", mt="", edited="new",
                            seconds=20.0 * gain * two))  # fmt: skip
    return rows


def found(tmp_path, rows, cap=None):
    measured = filter_times(measure(edits_of(tmp_path, rows)), TimeFilter(cap=cap)).measured
    return {one.condition: one for one in productivity(measured)}


def test_words_per_hour_by_hand(tmp_path):
    """Ten words in 20 seconds are 1,800 words per hour."""
    told = found(tmp_path, kit([2.0, 1.5]))
    assert list(told) == ["postedit", "scratch"]
    post = told["postedit"]
    assert post.words_per_hour.value == pytest.approx(1800)
    assert [one.gain for one in post.annotators] == pytest.approx([2.0, 1.5])
    assert post.gain.value == pytest.approx(3**0.5)  # the geometric mean of 2 and 1.5
    assert post.rating == 3
    assert told["scratch"].gain.value is None
    assert told["scratch"].rating is None
    assert told["scratch"].annotators[0].words_per_hour == pytest.approx(900)


def test_with_many_editors_the_interval_is_students(tmp_path):
    """Where segments add nothing, editors' log gains are all that varies."""
    gains = np.exp(np.random.default_rng(1).normal(0.4, 0.2, 12))
    told = found(tmp_path, kit(gains))["postedit"].gain
    logs = np.log(gains)
    reach = student.ppf(0.975, 11) * logs.std(ddof=1) / 12**0.5
    assert told.value == pytest.approx(np.exp(logs.mean()))
    # Segments say the same here, so that only editors vary: near Student's interval.
    assert np.log(told.low) == pytest.approx(logs.mean() - reach, abs=0.1 * reach)
    assert np.log(told.high) == pytest.approx(logs.mean() + reach, abs=0.1 * reach)


def test_three_editors_get_a_finite_interval_and_one_only_their_own(tmp_path):
    """Few editors borrow from past campaigns; one editor's interval is over segments."""
    few = found(tmp_path, kit([1.5, 1.6, 1.4], spread=0.2))["postedit"].gain
    assert 0.7 < few.low < few.value < few.high < 3.2
    one = found(tmp_path, kit([1.5], spread=0.2))["postedit"].gain
    assert one.low < one.value < one.high


def test_the_true_gain_is_inside(tmp_path):
    """In 190 of 200 campaigns or so of eight editors; 180 would be too few."""
    rng = np.random.default_rng(3)
    base = measure(edits_of(tmp_path, kit([1.0] * 8, segments=4)))
    inside = 0
    for _ in range(200):
        gains = np.exp(rng.normal(np.log(1.5), 0.2, 8))[base.annotator.codes]
        noise = np.exp(0.3 * rng.normal(size=len(base)))
        seconds = 20.0 * np.where(base.scratch, gains, 1.0) * noise
        told = productivity(base.with_seconds(seconds))[0].gain
        inside += told.low <= 1.5 <= told.high
    assert inside >= 180


def test_several_conditions_each_have_a_gain(tmp_path):
    """Engine, glossary and from scratch in one file."""
    rows = [
        row(f"e{person}", f"{condition}{at}", "scratch" if condition == "scratch" else "x",
            seconds=seconds, condition=condition)
        for person in range(3)
        for condition, seconds in (("plain", 20.0), ("glossary", 10.0), ("scratch", 40.0))
        for at in range(3)
    ]  # fmt: skip
    told = found(tmp_path, rows)
    assert list(told) == ["glossary", "plain", "scratch"]
    assert told["glossary"].gain.value == pytest.approx(4.0)
    assert told["plain"].gain.value == pytest.approx(2.0)


def test_conditions_of_a_revision_are_compared_with_revision_alone(tmp_path):
    """Nobody translates from scratch what others wrote; a glossary is compared with none."""
    rows = [
        row(f"e{person}", f"{condition}{at}", "x", seconds=seconds + at, condition=condition)
        for person in range(3)
        for condition, seconds in (("revision", 20.0), ("revision+glossary", 10.0))
        for at in range(3)
    ]
    told = found(tmp_path, rows)
    assert list(told) == ["revision+glossary", "revision"]
    assert told["revision+glossary"].against == "revision"
    assert told["revision+glossary"].gain.value == pytest.approx(63 / 33)
    assert (told["revision"].against, told["revision"].gain.value) == ("", None)
    said = gain_sentence(told["revision+glossary"], 0.95)
    assert said.startswith("Revision with glossary is 1.91 times as fast as revision (95% CI ")


def test_raw_times_stand_beside_filtered_ones(tmp_path):
    """The night with an open editor shows in the raw pace only."""
    rows = [row("a", f"{at}", seconds=18.0 + at % 5) for at in range(30)]
    told = found(tmp_path, [*rows, row("a", "night", seconds=30_000.0)], cap=3.0)["postedit"]
    assert told.words_per_hour.value > 10 * told.raw_words_per_hour
