"""Every number has a scale: written by the user, declared, recognised, or only observed."""

import json
from importlib.resources import files

import numpy as np
import pytest

from tertium.exceptions import BadInput
from tertium.protocols import get
from tertium.scale import HUNDRED, Scale, read_range, recognise, scale_of
from tertium.table import JudgementTable


def table(values, aspect="overall"):
    """Return one score per segment."""
    return JudgementTable.from_rows(
        {"annotator": "a", "segment": str(at), "system": "x", "aspect": aspect, "value": value}
        for at, value in enumerate(values)
    )


def test_users_write_a_scale_from_the_worst_answer_to_the_best():
    """1..5, or 5..1 where 1 is best."""
    up, down = read_range("1..5"), read_range(" 5 .. 1 ")
    assert (up.lowest, up.highest, up.best) == (1, 5, "highest")
    assert (down.lowest, down.highest, down.best) == (1, 5, "lowest")
    assert (str(up), str(down), str(read_range("-1..1"))) == ("1..5", "5..1", "-1..1")
    assert read_range("0..1.5").highest == 1.5


@pytest.mark.parametrize("text", ["5", "1-5", "1..1", "a..b", "", "1..", "1..5..7"])
def test_what_is_no_scale_is_refused(text):
    """With the way to write one."""
    with pytest.raises(BadInput, match=r"is not a scale.*1\.\.5"):
        read_range(text)


@pytest.mark.parametrize(
    ("values", "scale"),
    [
        ([0, 50, 100], "0..100(recognised)"),
        ([12, 88.5], "0..100(recognised)"),  # nothing else holds 88.5
        ([1, 2, 5], "1..5(recognised)"),
        ([0, 4, 2], "0..4(recognised)"),
        ([1, 4], "1..4(recognised)"),
        ([1, 7, 3], "1..7(recognised)"),
        ([0, 10, 2.5], "0..10(recognised)"),
        ([2, 4], "2..4(observed)"),  # of 1–5, 0–10, …
        ([2, 9], "2..9(observed)"),
        ([3, 3], "3..3(observed)"),
        ([-4, 2], "-4..2(observed)"),
        ([0, 250], "0..250(observed)"),
    ],
)
def test_a_scale_is_recognised_where_only_one_fits(values, scale):
    """By its two ends, or because no other holds the scores; the table and a view agree."""
    assert str(scale_of(np.array(values, float))) == scale
    assert str(table(values).scale()) == scale
    assert str(table(values).scores().read_on) == scale


def test_steps_are_seen():
    """Whole numbers, halves, or anything."""
    assert [scale_of(np.array(v, float)).step for v in ([1, 5], [1, 2.5, 5], [1, 2.3, 5])] == [
        1.0, 0.5, 0.0,
    ]  # fmt: skip


def test_no_scores_have_the_usual_scale():
    """A campaign that nobody has worked on yet."""
    assert scale_of(np.zeros(0)) == HUNDRED
    assert table([]).scale() == HUNDRED


def test_a_sentence_says_how_the_scale_was_found():
    """Recognised: why; observed: what to do; declared: nothing; turned: which way."""
    (found,) = recognise(1, 5, 1).notes()
    assert found.startswith(
        "The scores are read on a scale from 1 to 5 with 5 as the best, because"
    )
    assert found.endswith("such as 5..1.")
    (asked,) = recognise(2, 4, 1).notes()
    assert "--scale 1..5" in asked
    assert "several scales hold them" in asked
    assert read_range("1..5").notes() == ()
    (turned,) = read_range("5..1").notes()
    assert "1 is best" in turned
    assert "an answer of 1 counts 5" in turned


def test_where_one_is_best_the_answer_is_kept_and_the_value_reversed():
    """1 becomes 5 in `value`, and stays 1 in `label`; other aspects stay."""
    both = JudgementTable.from_rows([*table([1, 4.5]).rows(), *table([2], "fluency").rows()])
    turned = both.on_scale(read_range("5..1"))
    assert [(row["value"], row["label"]) for row in turned.rows()] == [
        (5.0, "1"), (1.5, "4.5"), (2.0, None),
    ]  # fmt: skip
    assert str(turned.scale()) == "5..1"
    assert turned.on_scale(read_range("5..1")).rows() == turned.rows()  # once is enough


def test_a_scale_goes_with_the_rows():
    """Some rows, and rows in another order, are on the scale that all were."""
    known = table([2, 3, 4]).on_scale(read_range("1..5"))
    for part in (known.select(segment="1"), known.shuffled(1), known.in_time(), known.noted("x")):
        assert part.scale() == read_range("1..5")
        assert part.scores().take(np.array([0])).read_on == read_range("1..5")


def test_a_point_is_a_hundredth_or_follows_from_the_spread():
    """Of a range that was only observed nobody knows where it could have ended."""
    values = np.array([2.0, 4.0])
    assert read_range("1..5").point(values) == 0.04
    assert recognise(2, 4, 1).point(values) == pytest.approx(1 / 24)
    assert recognise(3, 3, 1).point(np.array([3.0, 3.0])) == 1.0


def test_protocols_declare_the_scales_of_their_questions():
    """The slider of the page, and the rating after post-editing; counts are no scores."""
    assert {name: str(scale) for name, scale in get("slider@1").scales.items()} == {
        "overall": "0..100"
    }
    assert str(get("postedit@1").scales["overall"]) == "1..4"
    assert set(get("square@1").scales) == {"adequacy", "readability"}
    assert get("ab@1").scales == {}


def test_labelled_ends_are_named_where_scores_are_printed():
    """A rating of post-editing from 1 to 4 says what 1 and 4 meant; the labels are the page's."""
    scale = get("postedit@1").scales["overall"]
    assert scale.words == "from 1 (needs a new translation) to 4 (nothing to change)"
    assert scale.points == f"points on a scale {scale.words}"
    shown = json.loads((files("tertium.web") / "translations" / "en.json").read_text("utf-8"))
    asked = [shown[f"answer.rating.{at}"].lower() for at in range(1, 5)]
    assert list(scale.labels) == asked


def test_steps_of_a_labelled_scale_are_named():
    """Tables list them, axes have them at their numbers; without labels there are none."""
    scale = Scale(0.0, 2.0, 1.0, labels=("bad", "fair, in part", "good"))
    assert scale.named == {0.0: "bad", 1.0: "fair, in part", 2.0: "good"}
    assert scale.legend == "0: bad; 1: fair, in part; 2: good"
    assert HUNDRED.named == {}
    assert HUNDRED.legend == ""
