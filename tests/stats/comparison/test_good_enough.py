"""The second question of an A/B comparison."""

import numpy as np
import pytest

from tertium.stats.comparison.compare import compare
from tertium.stats.comparison.estimates import good_enough
from tertium.table import JudgementTable


def asked(answers, people=3):
    """Return judgements with a preference and an answer to the second question."""
    rows = []
    for at, yes in enumerate(answers):
        about = {
            "judgement": f"j{at}",
            "annotator": f"p{at % people}",
            "segment": f"s{at // people}",
        }
        rows.append(
            about | {"aspect": "preference", "system": "new", "versus": "old", "slot": 1,
                     "label": "left", "value": 1.0 if at % 3 else -1.0}
        )  # fmt: skip
        rows.append(about | {"aspect": "good_enough", "value": float(yes),
                             "label": "yes" if yes else "no"})  # fmt: skip
    return JudgementTable.from_rows(rows)


def test_the_share_of_yes_has_its_interval():
    """Over judgements, inside its interval; the order of rows does not matter."""
    table = asked(np.random.default_rng(1).random(60) < 0.7)
    found = good_enough(table.scores("good_enough"))
    assert found.yes + found.no == 60
    assert found.share.value == pytest.approx(found.yes / 60)
    assert 0 <= found.share.low < found.share.value < found.share.high <= 1
    again = good_enough(table.shuffled(3).scores("good_enough"))
    assert again.share.low == pytest.approx(found.share.low)


def test_everybody_said_yes_and_nobody_was_asked():
    """All yes leaves doubt about the next segment; without the question there is nothing."""
    table = asked([True] * 30)
    found = good_enough(table.scores("good_enough"))
    assert (found.share.value, found.share.high) == (1.0, pytest.approx(1.0))
    assert 0.6 < found.share.low < 1
    assert good_enough(table.select(aspect="preference").scores("good_enough")) is None


def test_compare_tells_it():
    """The comparison holds the answer where it was asked."""
    found = compare(asked([True, True, False] * 10), baseline="old", advanced="new")
    assert found.good_enough.yes == 20
    assert compare(asked([]), baseline="old", advanced="new").good_enough is None
