import numpy as np
import pytest

from tertium.exceptions import BadInput
from tertium.stats.annotators.reading import read_scores
from tertium.stats.assessment.rows import read_rows
from tests.stats.annotators.scored import crowd, scored

BASE = [("w", "1", "a", 70), ("w", "2", "a", 40), ("v", "1", "a", 60), ("v", "2", "b", 10)]


def read(rows, *, control=True):
    return read_scores(read_rows(scored(rows)), control=control)


def items(reading):
    """Return (segment, system, role) of each item with the values standardised back."""
    found = {}
    problem = reading.problem
    for item, score in zip(problem.item, problem.score, strict=True):
        key = reading.segment[item], reading.system[item], reading.role[item]
        value = round(float(reading.average + reading.spread * score), 6)
        found.setdefault(key, []).append(value)
    return {key: sorted(values) for key, values in found.items()}


def test_an_item_is_an_output_and_repeats_belong_to_it():
    """A repeat is one more score of its output, under its own segment or another name."""
    found = items(read([*BASE, ("w", "1", "a", 75, "repeat"), ("v", "9", "a", 55, "repeat", "1")]))
    assert found == {
        ("1", "a", "real"): [55, 60, 70, 75],
        ("2", "a", "real"): [40],
        ("2", "b", "real"): [10],
    }


def test_a_degraded_copy_is_an_item_below_its_original():
    """Copies of all annotators are one item, and one pair."""
    reading = read([*BASE, ("w", "1", "a", 20, "degraded"), ("v", "x", "a", 25, "degraded", "1")])
    found = items(reading)
    assert found[("1", "a", "degraded")] == [20, 25]
    ((better, worse),) = zip(reading.problem.better, reading.problem.worse, strict=True)
    assert (reading.segment[better], reading.role[better]) == ("1", "real")
    assert reading.role[worse] == "degraded"
    assert reading.unpaired_copies == 0


def test_a_copy_without_an_original_is_counted():
    """It stays an item of its own, without a pair."""
    reading = read([*BASE, ("w", "7", "a", 20, "degraded")])
    assert reading.unpaired_copies == 1
    assert len(reading.problem.better) == 0
    assert reading.problem.items == 4


def test_references_of_one_segment_are_one_text():
    """A reference may stand under the name of the system it replaces, or under its own."""
    rows = [*BASE, ("w", "1", "a", 90, "reference"), ("v", "1", "b", 95, "reference")]
    found = items(read([*rows, ("v", "1", "human", 85, "reference")]))
    assert found[("1", "", "reference")] == [90, 95]
    assert found[("1", "human", "reference")] == [85]


def test_control_items_may_be_left_out():
    """Without control only outputs and their repeats remain."""
    rows = [*BASE, ("w", "1", "a", 20, "degraded"), ("v", "1", "a", 99, "reference")]
    reading = read([*rows, ("v", "1", "a", 61, "repeat")], control=False)
    assert set(reading.role) == {"real"}
    assert len(reading.problem) == 5


def test_training_items_never_take_part():
    """Rows of other roles are not read."""
    assert len(read([*BASE, ("w", "1", "a", 3, "training")]).problem) == len(BASE)


def test_anchors_are_items_but_not_of_the_systems():
    """An anchor comes from an earlier campaign; its system is not ranked."""
    reading = read([*BASE, ("w", "0", "old", 50, "anchor")])
    assert reading.systems == ("a", "b")
    assert reading.role[reading.system.index("old")] == "anchor"


def test_an_output_that_systems_share_counts_for_each():
    """`a+b` is one item in the mean of a and of b, and is centred between them."""
    reading = read([*BASE, ("w", "3", "a+b", 50)])
    shared = reading.system.index("a+b")
    weights = reading.problem.systems.toarray()
    assert reading.systems == ("a", "b")
    assert weights[:, shared] == pytest.approx([1 / 3, 1 / 2])
    assert weights.sum(1) == pytest.approx([1, 1])
    assert reading.problem.group.toarray()[shared] == pytest.approx([0.5, 0.5])


def test_scores_are_standardised_over_all_annotators():
    """One mean and one standard deviation for everybody; far scores are moved to 6."""
    reading = read(crowd(0))
    score = reading.problem.score
    assert score.mean() == pytest.approx(0)
    assert score.std(ddof=1) == pytest.approx(1)
    far = read([*(("w", f"{k}", "a", 50 + k % 2) for k in range(99)), ("w", "far", "a", 100)])
    assert far.clipped == 1
    assert far.problem.score.max() == 6


def test_scores_that_are_not_marked_as_repeats_are_counted():
    """The same annotator, the same output, twice."""
    assert read([*BASE, ("w", "1", "a", 70)]).unmarked_repeats == 1
    assert read([*BASE, ("w", "1", "a", 70, "repeat")]).unmarked_repeats == 0


def test_annotators_in_several_campaigns_are_counted():
    """One name in two campaigns is taken for one person."""
    rows = [(*row[:4], "real", None, campaign) for campaign, row in zip("xxyy", BASE, strict=True)]
    assert read(rows).in_several_campaigns == 0
    assert read([*rows, ("w", "3", "a", 9, "real", None, "y")]).in_several_campaigns == 1


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "no scores"),
        (BASE[:1], "one score"),
        ([("w", "1", "a", 70), ("v", "2", "a", 70)], "all 2 scores are 70"),
        ([("w", "1", "a", 70), ("v", "2", "a", None)], "one score"),
    ],
)
def test_what_cannot_be_modelled_is_refused(rows, said):
    """Too little, or nothing that differs: one clear sentence."""
    with pytest.raises(BadInput, match=said):
        read(rows)


def test_the_order_of_rows_does_not_matter():
    """Shuffled rows give the same arrays."""
    rows = crowd(1)
    rng = np.random.default_rng(0)
    one, two = read(rows), read([rows[k] for k in rng.permutation(len(rows))])
    assert one.problem.item.tolist() == two.problem.item.tolist()
    assert one.problem.score.tolist() == two.problem.score.tolist()
