"""The whole ranking: hard cases, what must always hold, and what it says in words."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import __version__
from tertium.exceptions import BadInput, NotFound
from tertium.stats.contrasts.variance import INTERVALS
from tertium.stats.ranking.rank import METHODS, TIES, rank
from tertium.stats.tournament.dominance import dominance
from tertium.table import Codes, JudgementTable
from tertium.table_views import arranged
from tests.stats.ranking.compared import compared, drawn

STRENGTHS = {"a": 1.0, "b": 0.5, "c": -0.5, "d": -1.0}
RUNS = {"runs": 20}  # enough for TrueSkill to say something


def ways():
    """Return every way to rank, by method, ties and interval."""
    for method in METHODS:
        for ties in TIES if method == "bradley-terry" else TIES[:1]:
            for interval in INTERVALS:
                yield {"method": method, "ties": ties, "interval": interval, **RUNS}


@pytest.fixture(scope="module")
def rows():
    """Return 800 comparisons of four systems by four annotators."""
    return drawn(STRENGTHS, 800)


@pytest.mark.parametrize("method", METHODS)
def test_a_clear_order_comes_out_whatever_the_method(rows, method):
    """Best first, every field filled, and the score inside its interval."""
    found = rank(compared(rows), method=method, **RUNS)
    assert [one.system for one in found.systems] == ["a", "b", "c", "d"]
    assert [one.rank for one in found.systems] == [1, 2, 3, 4]
    for one in found.systems:
        assert one.low <= one.score <= one.high
        assert one.rank_low <= one.rank <= one.rank_high
        assert one.component == 1
    assert found.components == ()
    assert (found.annotators, found.segments, found.comparisons) == (4, 30, 800)
    assert len(found.contrasts) == len(found.pairs) == 6
    assert f"method:{method}" in found.signature


def test_ties_and_contrasts_are_told(rows):
    """ν is given for Davidson only; contrasts agree with the scores and their test."""
    found = rank(compared(rows))
    assert found.tie == pytest.approx(0.6, abs=0.15)
    assert rank(compared(rows), ties="half").tie is None
    score = {one.system: one.score for one in found.systems}
    for one in found.contrasts:
        assert one.difference == pytest.approx(score[one.a] - score[one.b])
        assert (one.p < 0.05) == (one.low > 0)
    assert found.signature == (
        "rank|method:bradley-terry|ties:davidson|interval:crossed|"
        f"units:annotators+segments|level:0.95|correction:none|tertium:{__version__}"
    )


def test_a_table_ranks_like_its_comparisons(rows):
    """The table and its view give the same result."""
    names = ("annotator", "segment", "system", "versus", "value", "slot")
    table = JudgementTable.from_rows(
        {"aspect": "preference", **dict(zip(names, row, strict=True))} for row in rows
    )
    assert rank(table) == rank(arranged(compared(rows)))


HARD = {
    "nothing": [],
    "no answer": [("j", "s", "a", "b", None)],
    "one row": [("j", "s", "a", "b", 1)],
    "only ties": [(f"j{k % 3}", f"s{k}", "a", "b", 0) for k in range(12)],
    "one cycle": [("j", "s", one, two, 1) for one, two in ("ab", "bc", "ca")],
    "contradictions": [(f"j{k}", f"s{k}", "a", "b", v) for k in range(6) for v in (1, -1)],
    "one segment": [(f"j{k}", "s", "a", "b", 1 if k % 3 else -1) for k in range(12)],
    "one annotator": [("j", f"s{k}", "a", "b", 1 if k % 3 else -1) for k in range(12)],
    "nobody named": [(None, None, "a", "b", 1 if k % 3 else -1) for k in range(12)],
    "all merged": [("j", "s", "a+b", "c+d", 1), ("j", "t", "a+b", "c+d", -1)],
    "two groups": [
        (f"j{k % 3}", f"s{k}", *("ab" if k % 2 else "cd"), -1 if k % 5 == 0 else 1)
        for k in range(40)
    ],
    "always first": [(f"j{k % 3}", f"s{k}", "a", "bc"[k % 2], 1) for k in range(12)]
    + [(f"j{k % 3}", f"s{k}", "b", "c", -1 if k % 4 == 0 else 1) for k in range(12)],
    "one missing": [(f"j{k % 3}", f"s{k}", "a", "b", -1 if k % 4 == 0 else 1) for k in range(12)]
    + [("j0", "s1", "c", "d", None)],
    "sixty": [
        (f"j{k % 4}", f"s{k}", f"m{i:02}", f"m{(i + 1 + i % 7) % 60:02}", (k * i) % 3 - 1)
        for k in range(6)
        for i in range(60)
    ],
}


@pytest.mark.parametrize("name", HARD)
def test_hard_cases_give_what_they_can(name):
    """No way to rank fails, prints what is no number, or leaves doubts untold."""
    view = compared(HARD[name])
    for way in ways():
        found = rank(view, **way)
        shown = json.loads(
            json.dumps(asdict(found), allow_nan=False)
        )  # refuses what JSON cannot say
        assert [one["system"] for one in shown["systems"]] == [s.system for s in found.systems]
        for one in found.systems:
            assert (one.score is None) == (one.rank is None) == (one.cluster is None)
            assert one.score is None or np.isfinite(one.score)
            if one.low is not None:
                assert -np.inf < one.low <= one.score + 1e-12
                assert one.score - 1e-12 <= one.high < np.inf
        if name not in ("sixty", "always first"):  # which dominance can rank well
            assert found.warnings


def test_what_is_not_identified_is_said(rows):
    """A system that always wins has no strength, the others are ranked among themselves."""
    more = [(f"j{k % 4}", f"s{k}", "best", "abcd"[k % 4], 1, 1) for k in range(20)]
    found = rank(compared(rows + more))
    best, *others = found.systems
    assert (best.system, best.score, best.rank) == ("best", None, None)
    assert [one.rank for one in others] == [1, 2, 3, 4]
    assert [one.systems for one in found.components] == [("best",), ("a", "b", "c", "d")]
    assert any(
        note == "best: won every decided comparison with the others, "
        "so its strength has no finite estimate."
        for note in found.warnings
    )
    alone = rank(compared(rows))
    assert [one.score for one in others] == pytest.approx([one.score for one in alone.systems])


def test_groups_that_never_met_are_ranked_apart():
    """Each has its own first place, and no contrast crosses them."""
    found = rank(compared(HARD["two groups"]))
    assert [(one.system, one.rank, one.component) for one in found.systems] == [
        ("a", 1, 1), ("b", 2, 1), ("c", 1, 2), ("d", 2, 2),
    ]  # fmt: skip
    assert {(one.a, one.b) for one in found.contrasts} == {("a", "b"), ("c", "d")}
    wins = rank(compared(HARD["two groups"]), method="wins")
    assert any("2 groups that were never compared" in note for note in wins.warnings)


def test_a_prior_gives_every_system_a_number_and_says_so():
    """It is a choice, named in the signature and in words, and no interval is shorter for it."""
    view = compared(HARD["always first"])
    found = rank(view, prior=1.0)
    assert [one.system for one in found.systems] == ["a", "b", "c"]
    assert all(one.score is not None for one in found.systems)
    assert "|prior:1|" in found.signature
    assert any(note.startswith("A normal prior with sd 1") for note in found.warnings)
    sharp = rank(view, prior=1.0, interval="information")
    for one, two in zip(found.contrasts, sharp.contrasts, strict=True):
        assert one.high - one.low >= two.high - two.low - 1e-9


def test_one_annotator_speaks_for_one(rows):
    """The interval then holds segments alone; the two-way one is that of the segments."""
    alone = [("j0", *row[1:]) for row in rows]
    found = rank(compared(alone))
    assert found.estimand.annotators == "this annotator"
    assert "One annotator: the confidence intervals hold for this annotator only." in found.warnings
    assert "|interval:segment|" in rank(compared(alone), interval="two-way").signature
    for one, two in zip(found.contrasts, rank(compared(rows)).contrasts, strict=True):
        assert one.high - one.low < two.high - two.low


def test_a_system_that_one_annotator_judged_speaks_of_that_one(rows):
    """Others who judged other systems do not make it a common opinion."""
    late = [("j0", f"s{k}", "new", "abcd"[k % 4], 1 if k % 3 else -1, 1) for k in range(40)]
    found = rank(compared(rows + late), method="wins")
    assert (
        "Only one annotator judged new: this confidence interval holds for that annotator only."
        in found.warnings
    )
    new = next(one for one in found.systems if one.system == "new")
    own = rank(compared(late), method="wins", interval="segment")
    assert (new.low, new.high) == pytest.approx(
        next((one.low, one.high) for one in own.systems if one.system == "new")
    )


def test_two_annotators_are_few(rows):
    """Two people hardly tell how much people differ."""
    pair = [(f"j{k % 2}", *row[1:]) for k, row in enumerate(rows)]
    assert any("fewer annotators, how much" in note for note in rank(compared(pair)).warnings)


def test_the_ranking_not_the_pair_is_the_unit():
    """Saying every pair of a ranking twice changes no interval."""
    rng = np.random.default_rng(5)
    rows = []
    for number in range(90):
        worth = rng.normal([0.6, 0.0, -0.6], 1.0)
        for i, j in ((0, 1), (0, 2), (1, 2)):
            value = int(np.sign(worth[i] - worth[j]))
            act = f"x{number}"
            rows.append((f"j{number % 5}", f"s{number}", "abc"[i], "abc"[j], value, i + 1, act))
    once, twice = rank(compared(rows)), rank(compared(rows + rows))
    assert once.judgements == twice.judgements == 90
    for one, two in zip(once.contrasts, twice.contrasts, strict=True):
        assert (two.low, two.high) == pytest.approx((one.low, one.high))
    naive = rank(compared(rows + rows), interval="information").contrasts[0]
    assert naive.high - naive.low < 0.8 * (once.contrasts[0].high - once.contrasts[0].low)


def test_holm_is_stricter(rows):
    """Corrected p values are not smaller, and ranges not narrower."""
    plain, holm = rank(compared(rows[:150])), rank(compared(rows[:150]), correction="holm")
    for one, two in zip(plain.contrasts, holm.contrasts, strict=True):
        assert two.p >= one.p
    for one, two in zip(plain.systems, holm.systems, strict=True):
        assert two.rank_low <= one.rank_low
        assert two.rank_high >= one.rank_high


def test_a_position_that_decides_is_told(rows):
    """If the first output wins too often, the reader hears of it."""
    biased = [(*row[:4], 1, 1) if k % 2 else row for k, row in enumerate(rows)]
    found = rank(compared(biased))
    assert found.position.share > 0.6
    assert any("where an output stood seems to have mattered" in n for n in found.warnings)


@settings(max_examples=15)
@given(st.randoms(use_true_random=False))
def test_order_direction_and_names_do_not_matter(random):
    """Rows may come in any order and be told from either side; names only name."""
    rows = drawn(STRENGTHS, 120, seed=random.randrange(1000))
    turned = [
        (a, s, two, one, -value, 2 if slot == 1 else 1)
        if random.random() < 0.5
        else (a, s, one, two, value, slot)
        for a, s, one, two, value, slot in rows
    ]
    random.shuffle(turned)
    names = dict(zip("abcd", ["w", "x", "y", "z"], strict=True))
    renamed = [(a, s, names[one], names[two], v, slot) for a, s, one, two, v, slot in turned]
    for method in ("bradley-terry", "wins", "expected-wins", "dominance"):
        first = rank(compared(rows), method=method)
        again = rank(compared(renamed), method=method)
        assert again.position == first.position
        for one, two in zip(first.systems, again.systems, strict=True):
            assert replace(two, score=0, low=0, high=0) == replace(
                one, system=names[one.system], score=0, low=0, high=0
            )
            assert (two.score, two.low, two.high) == pytest.approx((one.score, one.low, one.high))


def test_trueskill_is_drawn_from_its_seed(rows):
    """The same seed gives the same runs, another one others; both are signed."""
    view = compared(rows[:100])
    one, two = (rank(view, method="trueskill", seed=s, **RUNS) for s in (0, 1))
    assert one == rank(view, method="trueskill", seed=0, **RUNS)
    assert one.systems != two.systems
    assert one.signature.split("|")[-3:-1] == ["runs:20", "seed:0"]
    assert any(note.startswith("TrueSkill as WMT published it") for note in one.warnings)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"method": "elo"}, "no method named 'elo'"),
        ({"ties": "rao"}, "no way with ties named 'rao'"),
        ({"interval": "naive"}, "no interval named 'naive'"),
        ({"correction": "bonferroni"}, "no correction named 'bonferroni'"),
        ({"level": 1.5}, "the level 1.5 is not between 0 and 1"),
        ({"prior": 0.0}, "the prior 0 is not above 0"),
        ({"runs": 5}, "5 runs are too few"),
        ({"seed": -1}, "the seed -1 is below 0"),
    ],
)
def test_a_wrong_choice_is_refused_in_words(given, message):
    """What is known stands beside what was asked."""
    with pytest.raises((BadInput, NotFound), match=message):
        rank(compared([]), **given)


def test_dominance_keeps_its_named_recipe_beside_the_graphs(rows):
    """The same scores; graphs have the crossed interval of all contrasts, this one two-way."""
    ranked, graphs = rank(compared(rows), method="dominance"), dominance(compared(rows))
    for one, two in zip(ranked.systems, graphs.systems, strict=True):
        assert (one.system, one.score) == (two.system, pytest.approx(two.score))
    assert any("two-way interval" in note and "graph" in note for note in ranked.warnings)
    assert not any("two-way" in note for note in rank(compared(rows)).warnings)


def test_steered_questions_are_told():
    rows = [("p", f"s{k}", "a", "b", 1.0 if k % 3 else -1.0) for k in range(20)]
    view = compared(rows)
    steered = replace(view, set=Codes.of(["follow-up"] * 5 + ["unique"] * 15))
    assert not any("earlier answers" in note for note in rank(view).warnings)
    assert any(note.startswith("25% of the comparisons") for note in rank(steered).warnings)
    assert not any("earlier answers" in note for note in rank(steered, method="dominance").warnings)
