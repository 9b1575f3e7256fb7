"""Agreement of ranks, by way of asking and by length, against scipy and by hand."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau, spearmanr

from tertium.stats.agreement.agree import agree
from tertium.stats.agreement.rankings import mean_correlations, rank_pairs
from tertium.stats.tournament.dominance import dominance
from tests.stats.ranked import compared, ranked


@st.composite
def rankings(draw, systems="pqrstu", people=("a", "b", "c")):
    """Draw rankings of some outputs of two segments by some people, sometimes twice."""
    listed = []
    for _ in range(draw(st.integers(1, 8))):
        names = draw(st.permutations(list(systems)))[: draw(st.integers(2, len(systems)))]
        listed.append(
            (
                draw(st.sampled_from(people)),
                draw(st.sampled_from("12")),
                {name: draw(st.integers(1, 4)) for name in names},
            )
        )
    return listed


def slow(listed):
    """Return the coefficients of every two rankings of a segment, by scipy."""
    found = {"between": [], "within": []}
    for (who, segment, one), (other, place, two) in combinations(listed, 2):
        common = sorted(set(one) & set(two))
        if segment != place or len(common) < 3:
            continue
        x, y = ([ranks[name] for name in common] for ranks in (one, two))
        if len(set(x)) > 1 and len(set(y)) > 1:
            found["within" if who == other else "between"].append(
                (spearmanr(x, y).statistic, kendalltau(x, y).statistic)
            )
    return found


@given(rankings())
def test_means_are_those_of_scipy(listed):
    """Spearman and τ-b over all pairs that share three outputs and are not flat."""
    found, expected = agree(ranked(listed)), slow(listed)
    for result, pairs in (
        (found.ranks, expected["between"]),
        (found.ranks_intra, expected["within"]),
    ):
        if not pairs:
            assert result is None
            continue
        assert result.n == len(pairs)
        spearman, kendall = np.mean(pairs, axis=0)
        assert result.spearman.value == pytest.approx(spearman)
        assert result.kendall.value == pytest.approx(kendall)


@given(rankings(), st.randoms(use_true_random=False))
def test_the_order_of_rows_and_names_changes_nothing(listed, random):
    """Rows may arrive in any order, and systems may be called anything."""
    data = ranked(listed)
    rows = list(range(len(data)))
    random.shuffle(rows)
    renamed = [(who, segment, {f"z{name}": rank for name, rank in ranks.items()})
               for who, segment, ranks in listed]  # fmt: skip
    one = agree(data).ranks
    for other in (agree(data.take(np.array(rows))).ranks, agree(ranked(renamed)).ranks):
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            assert other.n == one.n
            assert other.spearman.value == pytest.approx(one.spearman.value)


def test_tournaments_are_compared_by_dominance():
    """A few questions give ranks by dominance; pairs of annotators are correlated on those."""
    # methods §B: LW > Google, Google = Systran, Systran > Moses, Google > Bing, …
    asked = [("LW", "Google", 1), ("Google", "Systran", 0), ("Systran", "Moses", 1),
             ("Google", "Bing", 1), ("Reference", "Bing", 1), ("LW", "Moses", 1)]  # fmt: skip
    turned = [(one, two, -value if two == "Bing" else value) for one, two, value in asked]
    data = compared(
        [
            {"annotator": who, "segment": "1", "system": one, "versus": two, "value": float(value),
             "slot": 1, "condition": "tournament"}
            for who, answers in (("a", asked), ("b", turned))
            for one, two, value in answers
        ]
    )  # fmt: skip
    first, second = (graph.ranks for graph in dominance(data).segments)
    assert first == {"Bing": 4, "Google": 2, "LW": 1, "Moses": 3, "Reference": 2, "Systran": 2}
    found = agree(data).ranks
    names = sorted(first)
    x, y = ([ranks[name] for name in names] for ranks in (first, second))
    assert found.spearman.value == pytest.approx(spearmanr(x, y).statistic)
    assert found.kendall.value == pytest.approx(kendalltau(x, y).statistic)
    assert found.pearson.value == pytest.approx(np.corrcoef(x, y)[0, 1])


def test_the_same_output_of_two_systems_counts_for_both():
    """A merged output is as many translations as it has systems."""
    listed = [("a", "1", {"p+q": 1, "r": 2, "s": 3}), ("b", "1", {"p": 1, "q": 2, "r": 3, "s": 4})]
    found = agree(ranked(listed)).ranks
    assert found.spearman.value == pytest.approx(spearmanr([1, 1, 2, 3], [1, 2, 3, 4]).statistic)


@pytest.mark.parametrize(
    "listed",
    [
        [],
        [("a", "1", {"x": 1, "y": 2, "z": 3})],
        [("a", "1", {"x": 1, "y": 2}), ("b", "1", {"x": 1, "y": 2})],  # two can say nothing
        [("a", "1", {"x": 1, "y": 1, "z": 1}), ("b", "1", {"x": 1, "y": 2, "z": 3})],  # flat
        [("a", "1", {"x": 1, "y": 2, "z": 3}), ("b", "2", {"x": 1, "y": 2, "z": 3})],
    ],
)
def test_without_two_rankings_there_is_no_correlation(listed):
    """Nothing, one ranking, two outputs, everything equal, different segments."""
    assert agree(ranked(listed)).ranks is None


def test_rankings_of_sixty_outputs_are_compared():
    """A ranking, itself reversed, and itself with the halves swapped."""
    names = [f"s{n:02}" for n in range(60)]
    up = {name: n + 1 for n, name in enumerate(names)}
    down = {name: 60 - n for n, name in enumerate(names)}
    assert agree(ranked([("a", "1", up), ("b", "1", down)])).ranks.spearman.value == pytest.approx(
        -1
    )
    assert agree(ranked([("a", "1", up), ("b", "1", up)])).ranks.kendall.value == pytest.approx(1)


def simulate(random, segments, people, noise):
    """Draw rankings of five outputs whose quality everybody sees with noise."""
    listed = []
    for segment in range(segments):
        quality = random.normal(size=5)
        for person in range(people):
            seen = quality + noise * random.normal(size=5)
            ranks = np.argsort(np.argsort(-seen)) + 1
            listed.append((f"e{person}", f"s{segment}", dict(zip("pqrst", ranks, strict=True))))
    return listed


def test_intervals_cover_the_mean_correlation():
    """Of 200 campaigns of 30 segments about 95% cover what many segments give."""
    random = np.random.default_rng(5)
    truth = agree(ranked(simulate(random, 4000, 3, 1.0))).ranks.spearman.value
    hits = 0
    for _ in range(200):
        pairs = rank_pairs(ranked(simulate(random, 30, 3, 1.0)))
        found = mean_correlations(pairs.take(pairs.between)).spearman
        hits += found.low <= truth <= found.high
    assert 0.9 <= hits / 200 <= 0.99


def test_raters_like_these_are_less_certain():
    """With people as well as segments drawn, the interval is wider; two people are too few."""
    random = np.random.default_rng(6)
    listed = simulate(random, 40, 4, 1.0)
    these, like = agree(ranked(listed)), agree(ranked(listed), raters="population")
    assert like.ranks.spearman.high - like.ranks.spearman.low > (
        these.ranks.spearman.high - these.ranks.spearman.low
    )
    two = agree(ranked(simulate(random, 10, 2, 1.0)), raters="population").ranks.spearman
    assert (two.low, two.high) == (None, None)


def test_more_pairs_of_one_source_are_no_more_evidence():
    """Renamed copies of every output leave Fleiss' κ and its interval as they were.

    The comparisons of one source hang together: only new sources tell something new.
    """
    listed = simulate(np.random.default_rng(7), 40, 3, 1.0)
    copied = [
        (who, segment, {f"{name}{copy}": rank for name, rank in ranks.items()})
        for copy in range(4)
        for who, segment, ranks in listed
    ]
    one, many = agree(ranked(listed)).fleiss, agree(ranked(copied)).fleiss
    assert many.value == pytest.approx(one.value)
    assert (many.low, many.high) == pytest.approx((one.low, one.high), abs=0.003)


# By length and by way of asking ----------------------------------------------------------------


def test_bins_of_length_are_cumulative():
    """“20” means twenty words or less; the last row has everything and equals the whole."""
    random = np.random.default_rng(8)
    listed = simulate(random, 40, 3, 1.0)
    lengths = {f"s{k}": 5 + 2 * k for k in range(40)}  # 5 to 83 words
    found = agree(ranked(listed), lengths=lengths)
    assert [one.at_most for one in found.by_length] == [10, 20, 30, 40, 50, 60, None]
    assert [one.segments for one in found.by_length] == [3, 8, 13, 18, 23, 28, 40]
    assert [one.items for one in found.by_length] == [10 * n for n in (3, 8, 13, 18, 23, 28, 40)]
    whole = found.by_length[-1]
    assert whole.percent == pytest.approx(found.percent)
    assert whole.kappa == found.fleiss
    assert whole.spearman == found.ranks.spearman
    short = [row for row in listed if lengths[row[1]] <= 20]
    alone = agree(ranked(short))
    assert found.by_length[1].percent == pytest.approx(alone.percent)
    assert found.by_length[1].kappa.value == pytest.approx(alone.fleiss.value)
    assert found.by_length[1].spearman.value == pytest.approx(alone.ranks.spearman.value)


def test_lengths_that_are_not_known_are_said():
    """A segment without a length is in no bin, and the result says how many there are."""
    listed = simulate(np.random.default_rng(9), 6, 2, 1.0)
    found = agree(ranked(listed), lengths={"s0": 7, "s1": 12})
    assert [(one.at_most, one.segments) for one in found.by_length] == [(10, 1), (20, 2)]
    assert any("4 of 6 segments" in warning for warning in found.warnings)
    assert agree(ranked(listed), lengths={}).by_length == ()
    assert agree(ranked(listed)).by_length == ()


def test_scores_have_lengths_too():
    """For scores the coefficient is Krippendorff's α."""
    from tertium.table import JudgementTable

    rows = [
        {"annotator": a, "segment": f"s{k}", "system": "x", "aspect": "overall",
         "value": float((k * 7 + len(a)) % 10)}
        for a in ("a", "bb") for k in range(20)
    ]  # fmt: skip
    lengths = {f"s{k}": 3 * k for k in range(20)}
    found = agree(JudgementTable.from_rows(rows), lengths=lengths)
    assert found.by_length[-1].kappa == found.krippendorff
    assert found.by_length[-1].spearman.value is None


def crossover(random, segments=30):
    """Draw answers of three people who compare in one way and rank in another."""
    rows = []
    for segment in range(segments):
        quality = random.normal(size=4)
        for person in "abc":
            for condition, noise in (("ranking", 0.2), ("tournament", 1.5)):
                seen = quality + noise * random.normal(size=4)
                for one, two in combinations(range(4), 2):
                    rows.append(
                        {
                            "annotator": person,
                            "segment": f"s{segment}",
                            "system": "pqrs"[one],
                            "versus": "pqrs"[two],
                            "slot": 1,
                            "condition": condition,
                            "value": float(np.sign(seen[one] - seen[two])),
                        }
                    )
    return compared(rows)


def test_people_are_compared_where_they_were_asked_alike():
    """Within each way of asking between people; across the two each with him- or herself."""
    data = crossover(np.random.default_rng(10))
    found = agree(data)
    assert [(one.one, one.two) for one in found.by_method] == [
        ("ranking", "ranking"), ("tournament", "tournament"), ("ranking", "tournament"),
    ]  # fmt: skip
    ranking, tournament, across = found.by_method
    for one in (ranking, tournament):
        code = data.condition.code(one.one)
        alone = agree(data.take(data.condition.codes == code))
        assert one.percent == pytest.approx(alone.percent)
        assert one.kappa.value == pytest.approx(alone.fleiss.value)
        assert one.spearman.value == pytest.approx(alone.ranks.spearman.value)
        assert alone.by_method == ()
    assert ranking.kappa.value > across.kappa.value > tournament.kappa.value
    assert ranking.spearman.value > across.spearman.value > tournament.spearman.value
    assert across.items == 30 * 3 * 6
    # Both ways together: the same people, so items of two ways never meet.
    assert found.ranks.n == 2 * 30 * 3
    assert found.intra.pairs == ()


def test_lengths_are_told_for_each_way_of_asking():
    """Every way of asking, and the two across, has its own cumulative bins."""
    data = crossover(np.random.default_rng(11), segments=12)
    found = agree(data, lengths={f"s{k}": 4 + 3 * k for k in range(12)}).by_length
    assert {one.method for one in found} == {"ranking", "tournament", "ranking and tournament"}
    assert [one.at_most for one in found] == [10, 20, 30, 40] * 3
