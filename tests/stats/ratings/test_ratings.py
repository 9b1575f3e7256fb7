"""Ratings: what does not change the result, what every result says, and the edges."""

from dataclasses import replace

import numpy as np
import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.scale import Scale, read_range
from tertium.stats.ratings.analyse import rate
from tertium.stats.ratings.latent import latent_scale
from tertium.stats.ratings.rated import read_rated
from tests.stats.ratings.drawn import ratings, table


def only(rows, **given):
    """Return the one aspect of rows."""
    return rate(table(rows), **given).aspects[0]


def told(aspect):
    """Return what must not change: systems, ranks, contrasts and p, by name."""
    systems = {one.system: (one.score, one.low, one.high) for one in aspect.systems}
    ranks = {one.system: (one.rank_range, one.cluster) for one in aspect.systems}
    pairs = {
        frozenset((one.a, one.b)): (abs(one.difference), one.p, one.p_adjusted)
        for one in aspect.contrasts
    }
    return systems, ranks, pairs


def same(one, two, names=lambda name: name):
    """Assert that two results say the same."""
    (systems, ranks, pairs), (others, other_ranks, other_pairs) = told(one), told(two)
    for name, values in systems.items():
        assert others[names(name)] == pytest.approx(values, abs=1e-7)
        assert other_ranks[names(name)] == ranks[name]
    for pair, values in pairs.items():
        assert other_pairs[frozenset(map(names, pair))] == pytest.approx(values, abs=1e-7)


ROWS = ratings(seed=4)
WHOLE = only(ROWS)


def test_the_same_answers_on_a_scale_of_a_hundred_say_the_same():
    """1 to 5 as 0, 25, …, 100."""
    wide = [(*row[:4], 25 * (row[4] - 1)) for row in ROWS]
    found = rate(table(wide).on_scale(read_range("0..100"))).aspects[0]
    same(WHOLE, found)
    assert [one.share for one in found.systems[0].shares] == [
        one.share for one in WHOLE.systems[0].shares
    ]


def test_a_scale_turned_round_says_the_same():
    """Answers of which 1 is best, read on 5..1."""
    turned = [(*row[:4], 6 - row[4]) for row in ROWS]
    found = rate(table(turned).on_scale(read_range("5..1"))).aspects[0]
    same(WHOLE, found)
    assert found.labels == ("5", "4", "3", "2", "1")


def test_answers_read_backwards_reverse_every_sign():
    """Without the scale, the same model stands on its head: same p, opposite places."""
    found = only([(*row[:4], 6 - row[4]) for row in ROWS])
    places = {one.system: one.score for one in WHOLE.systems}
    for one in found.systems:
        assert one.score == pytest.approx(-places[one.system], abs=1e-7)
    assert sorted(one.p for one in found.contrasts) == pytest.approx(
        sorted(one.p for one in WHOLE.contrasts), abs=1e-7
    )


def test_a_scale_with_labels_names_its_categories_from_the_worst_to_the_best():
    """Of a scale on which 1 is best, too; its name stands for it."""
    labels = ("perfect", "good", "fair", "poor", "unusable")
    scale = Scale(1.0, 5.0, 1.0, best="lowest", name="bands@1", labels=labels)
    turned = [(*row[:4], 6 - row[4]) for row in ROWS]
    found = rate(table(turned).on_scale(scale)).aspects[0]
    same(WHOLE, found)
    assert found.labels == labels[::-1]
    assert found.scale == "bands@1"


@pytest.mark.parametrize("seed", range(3))
def test_names_and_order_do_not_matter(seed):
    """People, documents, segments and systems may be called otherwise and come in any order."""
    rng = np.random.default_rng(seed)
    new = {
        name: f"{rng.integers(10**6)}-{name}" for name in {cell for row in ROWS for cell in row[:4]}
    }
    rows = [(*(new[cell] for cell in row[:4]), row[4]) for row in ROWS]
    same(WHOLE, only([rows[at] for at in rng.permutation(len(rows))]), new.__getitem__)


def test_shares_are_counts_with_intervals_and_add_up():
    """Counts over all, each inside its interval, and the mean is theirs."""
    for one in WHOLE.systems:
        assert sum(share.count for share in one.shares) == one.judgements == 120
        assert sum(share.share for share in one.shares) == pytest.approx(1)
        assert all(0 <= share.low <= share.share <= share.high <= 1 for share in one.shares)
        mean = sum(share.share * k for k, share in enumerate(one.shares, start=1))
        assert one.mean.value == pytest.approx(mean)


def test_p_and_interval_agree():
    """Significant at 5% exactly where the interval excludes 0."""
    for seed in range(3):
        for one in only(ratings(seed=seed, people=3)).contrasts:
            assert (one.p < 0.05) == (one.low > 0 or one.high < 0)


def test_severity_and_drift_are_found():
    """A severe annotator is severe; one who becomes lenient drifts."""
    rows = ratings(seed=1, severity=0.0, documents=10)
    number = len(rows)
    order = np.arange(number, dtype=float)
    changed = []
    for at, row in enumerate(rows):
        value = row[4]
        if row[0] == "ann-0":
            value = max(1.0, value - 1)
        if row[0] == "ann-1":
            value = float(np.clip(value + (1 if at > number / 2 else -1), 1, 5))
        changed.append((*row[:4], value))
    aspect = rate(table(changed, order=order)).aspects[0]
    people = {one.annotator: one for one in aspect.annotators}
    assert people["ann-0"].severity.low > max(people[f"ann-{k}"].severity.value for k in (2, 3, 4))
    assert people["ann-1"].drift.low > 0
    assert people["ann-1"].drift.p_adjusted < 0.01
    assert people["ann-2"].drift.low < 0 < people["ann-2"].drift.high
    assert people["ann-2"].shares[0].label == "1"


def test_groups_stand_beside_each_other():
    """Shares, severity and agreement of two groups."""
    group = ["expert" if row[0] in ("ann-0", "ann-1") else "crowd" for row in ROWS]
    crowd, expert = rate(table(ROWS, group=group)).aspects[0].groups
    assert (crowd.annotators, expert.annotators) == (3, 2)
    assert crowd.judgements + expert.judgements == len(ROWS)
    assert -1 < expert.agreement.value < 1
    assert 3 * crowd.severity + 2 * expert.severity == pytest.approx(0, abs=1e-6)


def test_groups_that_annotators_change_are_no_groups():
    """HITs are not groups of annotators."""
    group = [row[2] for row in ROWS]
    assert rate(table(ROWS, group=group)).aspects[0].groups == ()


def test_tags_are_analysed_by_themselves():
    """The judgements of a tag give what they would give alone, on the scale of all."""
    level = ["hard" if row[1].endswith(("0", "1")) else "easy" for row in ROWS]
    whole = table(ROWS, level=level)
    tags = {tag: whole.select(level=tag) for tag in ("easy", "hard")}
    easy, hard = rate(whole, by="level", tags=tags).aspects[0].tags
    assert (easy.tag, hard.tag) == ("easy", "hard")
    assert easy.judgements + hard.judgements == len(ROWS)
    alone = only([row for row, tag in zip(ROWS, level, strict=True) if tag == "hard"])
    assert hard.contrasts == alone.contrasts


def test_majority_answers_leave_ties_undecided():
    """Three of four say 4; two against two have no majority."""
    rows = [
        (f"a{j}", segment, "d", "x", float(value))
        for segment, values in (("1", (4, 4, 4, 2)), ("2", (3, 3, 5, 5)), ("3", (1, 1, 1, 1)))
        for j, value in enumerate(values)
    ]
    (found,) = only(rows).majority
    assert (found.outputs, found.unanimous, found.undecided) == (3, 1, 1)
    assert [one.count for one in found.shares] == [1, 0, 0, 1, 0]


def test_failing_proportional_odds_are_told():
    """A system with both ends only is not placed by one number."""
    rng = np.random.default_rng(0)
    rows = ratings(seed=2, systems=(0.0, 0.0), severity=0.0, documents=12)
    rows = [(*row[:4], float(rng.choice([1, 5]))) if row[3] == "sys-1" else row for row in rows]
    result = rate(table(rows))
    odds = result.aspects[0].proportional_odds
    assert odds.holds is False
    assert odds.p < 0.01
    assert "Read the shares" in odds.reading
    assert odds.reading in result.warnings
    held = only(ratings(seed=2, documents=12)).proportional_odds
    assert held.holds is True
    assert max(abs(one.difference) for one in held.cuts) < 0.1


# Edges --------------------------------------------------------------------------------------


def test_a_category_that_nobody_chose_is_said_and_leaves_the_fit():
    """Thresholds would meet; the shares keep the category."""
    rows = [(*row[:4], 4.0 if row[4] == 3 else row[4]) for row in ROWS]
    result = rate(table(rows))
    aspect = result.aspects[0]
    assert aspect.merged == ("3",)
    assert len(aspect.labels) == 5
    assert len(aspect.thresholds) == 3
    assert any("No annotator chose '3'" in note for note in result.warnings)
    assert aspect.systems[0].shares[2].count == 0
    assert aspect.systems[0].shares[2].high > 0


def test_answers_without_a_number_are_counted():
    """Not applicable is no category."""
    rows = [(*row[:4], np.nan) if at % 40 == 0 else row for at, row in enumerate(ROWS)]
    result = rate(table(rows))
    assert result.aspects[0].judgements == 351
    assert "9 answers without a number (not applicable) left out." in result.warnings


def test_all_answers_the_same():
    """There is a share and nothing else."""
    result = rate(table([(*row[:4], 3.0) for row in ROWS]).on_scale(read_range("1..5")))
    aspect = result.aspects[0]
    assert aspect.contrasts == ()
    assert aspect.systems[0].latent is None
    assert aspect.systems[0].shares[2].low < 1
    assert any("All ratings are '3'" in note for note in result.warnings)


def test_a_system_whose_answers_are_all_the_best():
    """It is first, finite, and its lead rests on the prior, which is said."""
    rows = [(*row[:4], 5.0) if row[3] == "sys-0" else row for row in ROWS]
    result = rate(table(rows))
    first = result.aspects[0].systems[0]
    assert first.system == "sys-0"
    assert np.isfinite(first.score)
    assert any("at one end of the scale: sys-0" in note for note in result.warnings)


def test_one_annotator_has_no_severity():
    """The intervals hold for this annotator."""
    result = rate(table([row for row in ROWS if row[0] == "ann-0"]))
    aspect = result.aspects[0]
    assert aspect.estimand.annotators == "this annotator"
    assert aspect.annotators[0].severity is None
    assert aspect.contrasts[0].p is not None
    assert any(note.startswith("One annotator") for note in result.warnings)


def test_one_system_has_shares_and_annotators():
    """Nothing to compare, and nothing breaks."""
    aspect = only([row for row in ROWS if row[3] == "sys-0"])
    assert aspect.contrasts == ()
    assert len(aspect.annotators) == 5
    assert aspect.annotators[0].severity is not None


def test_two_categories_have_no_spread():
    """A yes-or-no answer is the smallest scale."""
    result = rate(table([(*row[:4], float(row[4] > 3)) for row in ROWS]))
    aspect = result.aspects[0]
    assert aspect.annotators[0].spread is None
    assert aspect.proportional_odds.holds is None
    assert len(aspect.contrasts) == 3


def test_systems_of_different_annotators_have_a_reason_instead():
    """No chain of annotators connects them."""
    rows = [row for row in ROWS if (row[3] == "sys-0") == (row[0] in ("ann-0", "ann-1"))]
    aspect = only(rows)
    assert {one.component for one in aspect.systems} == {1, 2}
    apart = [one for one in aspect.contrasts if one.difference is None]
    assert [one.reason for one in apart] == ["no chain of annotators connects " + pair for pair in
                                             (f"{one.a} and {one.b}" for one in apart)]  # fmt: skip
    assert len(apart) == 2


def test_systems_are_compared_through_others():
    """Nobody judged both, but a third system connects the annotators."""
    kept = {
        "ann-0": "sys-0",
        "ann-1": "sys-0",
        "ann-2": "sys-2",
        "ann-3": "sys-2",
        "ann-4": "sys-2",
    }
    rows = [row for row in ROWS if row[3] in ("sys-1", kept[row[0]])]
    result = rate(table(rows))
    assert all(one.difference is not None for one in result.aspects[0].contrasts)
    assert any(
        note.startswith("No annotator judged both sys-0 and sys-2") for note in result.warnings
    )


def test_fine_scores_are_cut_or_refused():
    """A hundred values are no categories; --steps makes some."""
    rng = np.random.default_rng(0)
    fine = [(*row[:4], float(np.clip(20 * row[4] - rng.integers(0, 20), 0, 100))) for row in ROWS]
    with pytest.raises(BadInput, match=r"too many for ordered categories.*--steps 5"):
        rate(table(fine).on_scale(read_range("0..100")))
    result = rate(table(fine).on_scale(read_range("0..100")), steps=5)
    assert result.aspects[0].labels == ("0–20", "20–40", "40–60", "60–80", "80–100")
    assert any("cut into 5 steps" in note for note in result.warnings)
    with pytest.raises(BadInput, match="cannot be cut into 1"):
        rate(table(ROWS), steps=1)
    with pytest.raises(NotFound, match="link"):
        rate(table(ROWS), link="cauchit")


def test_what_is_not_to_be_averaged_has_no_mean():
    """A scale ordered by danger is read by its shares."""
    result = rate(table(ROWS).on_scale(Scale(1.0, 5.0, 1.0, average=False)))
    aspect = result.aspects[0]
    assert all(one.mean is None for one in (*aspect.systems, *aspect.majority, *aspect.annotators))
    assert any("not averaged" in note for note in result.warnings)


def test_the_probit_link_orders_alike():
    """Another distribution, another unit, the same order."""
    found = only(ROWS, link="probit")
    assert [one.system for one in found.systems] == [one.system for one in WHOLE.systems]
    assert 0.4 < found.systems[0].score / WHOLE.systems[0].score < 0.8


def test_influences_reproduce_the_jackknife():
    """Leaving out one annotator moves a contrast by about what the annotator's judgements add."""
    rows = ratings(seed=9, people=12, documents=8)
    rated = read_rated(table(rows), "overall")
    found = latent_scale(rated, "logit", 0.95)
    movements = found.movements
    cuts, systems = 4, 3
    side = np.zeros(cuts + systems)
    side[cuts], side[cuts + 1] = 1.0, -1.0
    direction = movements.inverse(side)
    told = np.bincount(rated.annotator, movements.of_rows(movements.along(direction)))
    told += movements.by_annotator(direction, found.score[0] - found.score[1])
    left = []
    for name in rated.annotators:
        others = read_rated(table([row for row in rows if row[0] != name]), "overall")
        without = latent_scale(others, "logit", 0.95).score
        left.append(found.score[0] - found.score[1] - (without[0] - without[1]))
    assert np.corrcoef(told, left)[0, 1] > 0.998
    assert np.std(left) == pytest.approx(np.std(told), rel=0.15)


def test_no_ratings_is_said():
    """An empty table."""
    with pytest.raises(BadInput, match="no ratings"):
        rate(replace_aspect(ROWS, "error"))


def replace_aspect(rows, aspect):
    """Return rows under another aspect."""
    return table(rows, aspect=[aspect] * len(rows))


def test_several_aspects_are_told_one_by_one():
    """Each has its own latent scale; a score beside them is left out and said."""
    aspects = [("adequacy", "fluency")[n % 2] for n in range(len(ROWS))]
    result = rate(table(ROWS, aspect=aspects))
    assert [one.aspect for one in result.aspects] == ["adequacy", "fluency"]
    assert replace(result, warnings=()).signature.startswith("ratings|aspect:adequacy+fluency|")


@pytest.mark.parametrize("seed", [5, 17, 19, 30, 92, 111])
def test_small_tables_do_not_break(seed):
    """Few ratings with holes: annotators, systems or texts that hold one answer only."""
    rng = np.random.default_rng(seed)
    people, systems, documents, segments, top = rng.integers(1, (5, 5, 4, 4, 7))
    kept = rng.random()
    rows = [
        (f"a{j}", f"{d}.{s}", f"d{d}", f"y{k}", float(rng.integers(1, top + 1)))
        for j in range(people)
        for d in range(documents)
        for s in range(segments)
        for k in range(systems)
        if rng.random() < kept or (j, d, s, k) == (0, 0, 0, 0)
    ]
    aspect = only(rows, link=("logit", "probit")[seed % 2])
    for one in aspect.contrasts:
        assert one.difference is None or np.isfinite(one.difference)
        assert one.p is None or (one.p < 0.05) == (one.low > 0 or one.high < 0)
