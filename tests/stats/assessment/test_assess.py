"""Direct assessment as a whole: means, recipes, doubts, and hard cases."""

import math
import time
from dataclasses import fields, is_dataclass
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from bench import large
from tertium.exceptions import BadInput, NotFound
from tertium.scale import read_range
from tertium.stats.assessment.assess import assess
from tertium.stats.assessment.ranking import rank_scores
from tertium.stats.assessment.recipes import RECIPES
from tertium.stats.ranking.result import Ranking
from tertium.table import Codes, JudgementTable, Scores
from tests.stats.assessment.scored import scored


def campaign(rng, *, systems=("A", "B", "C"), people=8, segments=30, gap=10.0, noise=10.0):
    """Return rows of people who score every system on their share of the segments."""
    rows = []
    strict = rng.normal(0, 8, people)
    for segment in range(segments):
        hard = rng.normal(0, 8)
        for place, system in enumerate(systems):
            value = 70 - gap * place + hard + strict[segment % people] + rng.normal(0, noise)
            rows.append(
                (f"w{segment % people}", str(segment), system, float(np.clip(value, 0, 100)))
            )
    return rows


def view(rows):
    """Return the view of plain scores without a database, for many small tests."""
    names = ("annotator", "segment", "system", "value")
    columns = dict(zip(names, zip(*rows, strict=True), strict=True))
    size = len(rows)
    made = {}
    for field in fields(Scores)[:-1]:  # the scale is no column
        if field.name == "value":
            made["value"] = np.array(columns["value"], dtype=float)
        elif field.name == "role":
            made["role"] = Codes.of(["real"] * size)
        elif field.type is Codes:
            made[field.name] = Codes.of(columns.get(field.name, [None] * size))
        else:
            made[field.name] = np.full(size, np.nan)
    return Scores(**made)


def numbers(value):
    """Yield every number that a result holds."""
    if is_dataclass(value):
        for field in fields(value):
            yield from numbers(getattr(value, field.name))
    elif isinstance(value, tuple):
        for entry in value:
            yield from numbers(entry)
    elif isinstance(value, float):
        yield value


# Means --------------------------------------------------------------------------------------


def test_means_are_taken_over_segments_not_over_scores():
    """By hand: segment 1 has three scores, segment 2 one; each counts once."""
    table = scored(
        [
            ("a", "1", "x", 60.0),
            ("b", "1", "x", 70.0),
            ("a", "1", "x", 50.0, "repeat"),
            ("a", "2", "x", 90.0),
            ("a", "2", "x", 10.0, "degraded"),
            ("a", "2", "reference", 100.0, "reference"),
            ("b", "2", "y", 40.0),
        ]
    )
    found = assess(table, recipe="raw")
    x, y = found.systems
    assert (x.system, x.raw, x.segments, x.judgements, x.annotators) == ("x", 75, 2, 4, 2)
    assert (y.raw, y.segments) == (40, 1)
    own = np.array([60.0, 50, 90, 10, 100])  # every item of a, whatever its role
    z = (own - own.mean()) / own.std(ddof=1)
    b = (70 - 55) / np.std([70, 40], ddof=1)
    assert x.z == pytest.approx(((z[0] + z[1] + b) / 3 + z[2]) / 2)
    segments = {(one.segment, one.system): one for one in found.segments}
    assert segments["1", "x"].raw == 60
    assert segments["1", "x"].n == 3
    assert segments["1", "x"].z == pytest.approx((z[0] + z[1] + b) / 3)
    assert ("2", "reference") not in segments
    scales = {one.annotator: one for one in found.scales}
    assert scales["a"].mean == own.mean()
    assert scales["a"].sd == pytest.approx(own.std(ddof=1))


def slow_z(rows):
    """Return the mean z of every system, written as one reads it."""
    own = {}
    for who, _, _, value in rows:
        own.setdefault(who, []).append(value)
    cells = {}
    for who, segment, system, value in rows:
        sd = float(np.std(own[who], ddof=1)) if len(own[who]) > 1 else 0.0
        if len(set(own[who])) == 1:
            sd = 0.0
        z = (value - np.mean(own[who])) / (sd or 1.0) if sd else 0.0
        cells.setdefault((system, segment), []).append(z)
    means = {}
    for (system, _), values in cells.items():
        means.setdefault(system, []).append(np.mean(values))
    return {system: float(np.mean(values)) for system, values in means.items()}


ROWS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "c"]),
        st.sampled_from(["1", "2", "3", "4"]),
        st.sampled_from(["x", "y", "z"]),
        st.integers(0, 100).map(float),
    ),
    min_size=1,
    max_size=25,
)


@settings(max_examples=80, deadline=None)
@given(ROWS)
def test_z_is_that_of_the_slow_version(rows):
    """Whatever the design: one score, equal scores, gaps, repeated rows."""
    found = assess(view(rows), recipe="wmt-z")
    wanted = slow_z(rows)
    assert {one.system: one.z for one in found.systems} == pytest.approx(wanted, abs=1e-9)
    assert [one.score for one in found.systems if one.component == 1] == sorted(
        (one.score for one in found.systems if one.component == 1), reverse=True
    )


@settings(max_examples=60, deadline=None)
@given(ROWS, st.sampled_from(sorted(RECIPES)), st.sampled_from(["none", "holm", "bh"]))
def test_no_result_holds_a_number_that_is_none(rows, recipe, correction):
    """Never NaN or infinity; every rank lies in its range, and clusters do not go back."""
    found = assess(view(rows), recipe=recipe, correction=correction)
    assert all(math.isfinite(value) for value in numbers(found))
    for one in found.systems:
        assert 1 <= one.rank_low <= one.rank_high
        assert one.rank_low <= one.rank or recipe == "wmt-z"  # one-sided wins may turn an order
        assert (one.low is None) == (one.high is None)
    for one in found.contrasts:
        assert (one.difference is None) <= (one.reason is not None)
        assert one.difference is None or one.difference >= 0
        assert one.p is None or 0 <= one.p <= 1
    for component in {one.component for one in found.systems}:
        inside = [one.cluster for one in found.systems if one.component == component]
        assert inside[0] == 1
        assert all(b - a in (0, 1) for a, b in pairwise(inside))


def test_adding_a_strict_annotator_does_not_move_z():
    """Standardising takes away how strict somebody is and how much of the scale is used."""
    rows = campaign(np.random.default_rng(1))
    moved = [(who, s, y, 20 + value / 4 if who == "w1" else value) for who, s, y, value in rows]
    one, two = assess(view(rows), recipe="z"), assess(view(moved), recipe="z")
    assert [x.z for x in one.systems] == pytest.approx([x.z for x in two.systems])
    assert [x.raw for x in one.systems] != pytest.approx([x.raw for x in two.systems])


# Recipes ------------------------------------------------------------------------------------


def test_wmt24_takes_the_last_score_and_the_mean_over_domains():
    """Without repeats, tutorials and filling documents; news and literature count alike."""
    rows = []
    for number, (domain, value) in enumerate([("news", 80), ("news", 60), ("novel", 20)]):
        about = {"annotator": "a", "segment": str(number), "domain": domain, "aspect": "overall"}
        rows.append(about | {"system": "x", "value": 1.0, "order": 0})
        rows.append(about | {"system": "x", "value": float(value), "order": 5})
        rows.append(about | {"system": "y", "value": 50.0, "order": 2})
        rows.append(about | {"system": "x", "value": 99.0, "role": "repeat", "order": 9})
        rows.append(about | {"system": "x", "value": 99.0, "order": 9, "segment": f"f{number}",
                             "document": "d#incomplete"})  # fmt: skip
    found = assess(JudgementTable.from_rows(rows), recipe="wmt24")
    assert {one.system: one.score for one in found.systems} == {"x": 45.0, "y": 50.0}
    assert any("without their sign" in told for told in found.warnings)


def test_wmt25_takes_both_waves_as_segments_of_their_own():
    """Scores of two passes are not averaged; Wilcoxon's test is one-sided."""
    rng = np.random.default_rng(3)
    rows = []
    for wave in "ab":
        for segment in range(30):
            base = rng.uniform(20, 80)
            for system, gain in (("x", 6), ("y", 0)):
                rows.append(
                    {"annotator": f"w{wave}", "segment": str(segment), "system": system,
                     "value": base + gain + rng.normal(0, 6), "pass": wave,
                     "aspect": "overall"}
                )  # fmt: skip
    table = JudgementTable.from_rows(rows)
    found = assess(table, recipe="wmt25")
    assert found.systems[0].segments == 60
    x, y = (np.array([row["value"] for row in rows if row["system"] == name]) for name in "xy")
    wanted = stats.wilcoxon(x - y, alternative="greater").pvalue
    assert found.contrasts[0].p == pytest.approx(wanted)
    assert assess(table, recipe="raw").systems[0].segments == 30


def test_wmt26_looks_at_two_t_tests():
    """Paired or independent: the smaller p decides."""
    rows = campaign(np.random.default_rng(4), systems=("A", "B"), gap=3.0)
    found = assess(view(rows), recipe="wmt26").contrasts[0]
    a, b = (np.array([row[3] for row in rows if row[2] == name]) for name in "AB")
    p = min(stats.ttest_rel(a, b).pvalue, stats.ttest_ind(a, b).pvalue)
    assert found.p == pytest.approx(p)


def test_a_test_may_be_chosen():
    """Wilcoxon, Mann–Whitney and permutation, two-sided in our own recipes, with corrections."""
    rows = campaign(np.random.default_rng(5), gap=4.0)
    wide = {name: np.array([row[3] for row in rows if row[2] == name]) for name in "ABC"}
    p = {}
    for test in ("wilcoxon", "mann-whitney", "permutation"):
        found = assess(view(rows), recipe="raw", test=test)
        p[test] = {(one.a, one.b): one.p for one in found.contrasts}
        assert found.test == test
        assert f"test:{test}|sides:two" in found.signature
    for a, b in p["wilcoxon"]:
        d = wide[a] - wide[b]
        assert p["wilcoxon"][a, b] == pytest.approx(stats.wilcoxon(d).pvalue)
        assert p["mann-whitney"][a, b] == pytest.approx(
            stats.mannwhitneyu(wide[a], wide[b], method="asymptotic").pvalue
        )
        drawn = stats.ttest_rel(wide[a], wide[b]).pvalue  # close to the permutation test
        assert p["permutation"][a, b] == pytest.approx(drawn, abs=0.03)
    holm = assess(view(rows), recipe="raw", test="wilcoxon", correction="holm")
    assert all(one.p >= p["wilcoxon"][one.a, one.b] for one in holm.contrasts)


def test_intervals_and_clusters_agree_in_our_own_recipe():
    """Two systems are told apart exactly where the interval of their difference leaves 0 out."""
    for seed in range(4):
        found = assess(view(campaign(np.random.default_rng(seed), gap=5.0)), recipe="z")
        for one in found.contrasts:
            assert (one.p < 0.05) == (one.low > 0)


def test_only_who_passes_is_used_if_that_is_asked():
    """Scores of others stay in the table, and it is said how many are left out."""
    rows = campaign(np.random.default_rng(6))
    controls = []
    for person in range(8):
        for number in range(6):
            real = 80.0 if person < 5 else 50.0
            copy = 20.0 + number if person < 5 else 50.0 + (-1) ** number
            segment = f"c{number}"
            controls.append((f"w{person}", segment, "A", real))
            controls.append((f"w{person}", segment, "A", copy, "degraded"))
    table = scored([*rows, *controls])
    everyone, passed = assess(table), assess(table, passing="passed")
    assert everyone.annotators == 8
    assert passed.annotators == 5
    assert passed.judgements < everyone.judgements
    assert any("3 of 8 annotators did not pass" in note for note in passed.warnings)
    assert sum(one.used for one in passed.scales) == 5
    assert len(passed.scales) == 8
    assert "passing:passed-signed-rank" in passed.signature
    kept = assess(
        scored([row for row in [*rows, *controls] if row[0] in {f"w{n}" for n in range(5)}])
    )
    assert [one.score for one in passed.systems] == [one.score for one in kept.systems]


# Doubts and hard cases ----------------------------------------------------------------------


def test_nothing_gives_nothing_and_says_so():
    """An empty table, and one in which nothing counts."""
    found = assess(JudgementTable.from_rows([]))
    assert (found.systems, found.warnings) == ((), ("There are no scores yet.",))
    found = assess(scored([("a", "1", "x", 5.0, "degraded")]))
    assert found.systems == ()
    assert "nothing to rank" in found.warnings[-1]


def test_one_score_one_system_one_annotator():
    """Every sentence that is needed, and no number that is none."""
    found = assess(scored([("a", "1", "x", 50.0)]), recipe="z")
    (one,) = found.systems
    assert (one.score, one.raw, one.low, one.rank, one.cluster) == (0, 50, None, 1, 1)
    notes = " ".join(found.warnings)
    for words in ("one system", "One annotator", "sd is taken as 1", "With one segment"):
        assert words in notes


def test_equal_scores_everywhere():
    """All z are 0, nobody is told apart, and it is said why there are no intervals."""
    rows = [(w, s, y, 70.0) for w in "abcdefg" for s in "123" for y in "xy"]
    for recipe in RECIPES:
        found = assess(scored(rows), recipe=recipe)
        assert {one.cluster for one in found.systems} == {1}
        assert all(one.z == 0 and one.raw == 70 for one in found.systems)
        assert found.contrasts[0].p in (None, 1)
        assert any("all scores are equal" in note for note in found.warnings)


def test_few_annotators_are_told_with_the_prior():
    """Two to five annotators: how much they differ comes partly from past campaigns."""
    found = assess(view(campaign(np.random.default_rng(7), people=4)), recipe="raw")
    assert any(
        "annotators, how much they differ is partly assumed" in note for note in found.warnings
    )
    many = assess(view(campaign(np.random.default_rng(7), people=8)), recipe="raw")
    assert not any("earlier campaigns" in note for note in many.warnings)


def test_repeated_rows_are_averaged_and_told():
    """The same item twice in one HIT, without a pass that tells them apart."""
    rows = [("a", "1", "x", 40.0), ("a", "1", "x", 60.0), ("a", "2", "y", 10.0)]
    found = assess(scored(rows), recipe="raw")
    assert found.systems[0].raw == 50
    assert any(note.startswith("1 score given again") for note in found.warnings)


def test_an_annotator_in_two_campaigns_is_standardised_in_each():
    """Strict in one campaign and mild in the other: both have mean z 0."""
    rows = [
        {"annotator": "a", "campaign": name, "segment": str(s), "system": y, "aspect": "overall",
         "value": base + 3.0 * s + gain}
        for name, base in (("spring", 10), ("autumn", 70))
        for s in range(5)
        for y, gain in (("x", 8), ("y", 0))
    ]  # fmt: skip
    found = assess(JudgementTable.from_rows(rows), recipe="z")
    assert [(one.campaign, one.mean) for one in found.scales] == [
        ("autumn", 80.0),
        ("spring", 20.0),
    ]
    assert found.systems[0].z == pytest.approx(-found.systems[1].z)
    assert found.systems[0].segments == 10
    assert any("2 campaigns" in note and "1 annotator seen in" in note for note in found.warnings)


def test_systems_that_nothing_connects_are_ranked_apart():
    """Two groups without common segments or people are two rankings."""
    rows = [
        ("a", "1", "x", 60.0),
        ("a", "1", "y", 50.0),
        ("b", "2", "z", 90.0),
        ("b", "2", "zz", 5.0),
    ]
    found = rank_scores(scored(rows), method="raw")
    assert [(one.system, one.rank, one.component) for one in found.systems] == [
        ("x", 1, 1),
        ("y", 2, 1),
        ("z", 1, 2),
        ("zz", 2, 2),
    ]
    assert [part.systems for part in found.components] == [("x", "y"), ("z", "zz")]
    compared = [one for one in found.contrasts if one.difference is not None]
    assert [(one.a, one.b) for one in compared] == [("z", "zz"), ("x", "y")]
    assert "no annotator judged both z and x" in {one.reason for one in found.contrasts}
    assert any("2 groups" in note for note in found.warnings)


def test_different_mixes_of_systems_are_told():
    """Who sees B beside C, and who sees A beside B: z reverses A and B, and it is said."""
    rng = np.random.default_rng(8)
    truth = {"A": 80, "B": 78, "C": 40}
    rows = []
    for who, seen in (("one", "A" * 50 + "B" * 10), ("two", "B" * 50 + "C" * 50)):
        for number, system in enumerate(seen):
            value = float(np.clip(truth[system] + rng.normal(0, 8), 0, 100))
            rows.append((who, f"{who}{number}", system, value))
    found = assess(view(rows), recipe="z")
    assert found.systems[0].system == "B"
    assert any("different mixes of systems" in note for note in found.warnings)
    fair = assess(view(campaign(rng)), recipe="z")
    assert not any("mixes" in note for note in fair.warnings)


def test_unnamed_annotators_and_missing_partners_are_told():
    """Nothing is silently assumed."""
    rows = [(None, "1", "x", 60.0), (None, "1", "y", 50.0), ("b", "9", "x", 5.0, "degraded")]
    found = assess(scored(rows), recipe="z")
    assert any("do not name their annotator" in note for note in found.warnings)
    assert any(note.startswith("1 control item without a partner") for note in found.warnings)


def test_what_is_asked_wrongly_is_told():
    """Names that nobody knows, levels and scores out of range."""
    table = scored([("a", "1", "x", 50.0)])
    for choice in (
        {"recipe": "wmt30"}, {"test": "sign"}, {"correction": "b"}, {"passing": "good"},
    ):  # fmt: skip
        with pytest.raises(NotFound):
            assess(table, **choice)
    for choice in ({"level": 1.0}, {"seed": -1}):
        with pytest.raises(BadInput):
            assess(table, **choice)
    with pytest.raises(BadInput, match=r"the score 50 .* lies outside 0 to 10"):
        assess(table.on_scale(read_range("0..10")))


def test_a_ranking_is_made_for_the_command():
    """`rank` gets score, interval, rank and cluster as from other methods, and raw beside."""
    found = rank_scores(view(campaign(np.random.default_rng(9))), method="wmt-z")
    assert isinstance(found, Ranking)
    assert found.method == "wmt-z"
    best = found.systems[0]
    assert best.score == best.z != best.raw
    assert best.low < best.score < best.high
    assert (best.rank, best.cluster, best.segments) == (1, 1, 30)


def test_many_scores_take_seconds():
    """Everything but reading the table, on a busy machine; `make bench` takes a million."""
    data = large.scored(100_000, 200)
    start = time.process_time()
    found = assess(data, recipe="wmt-z", segments=False)
    assert time.process_time() - start < 10
    assert [one.system for one in found.systems] == [f"y{n:04}" for n in range(19, -1, -1)]
