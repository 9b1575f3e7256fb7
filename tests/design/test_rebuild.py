"""Would a tournament have given the same ranking?"""

from itertools import combinations
from statistics import mean

import numpy as np
import pytest
from scipy.stats import pearsonr, rankdata

from studies.tournament import Campaign, random_orders, simulate, spanning_tree, tied_orders
from tertium.design.full_rankings import FullRankings, dense_ranks, full_rankings
from tertium.design.rebuild import rebuild, simulate_tournament
from tertium.design.steering import follow_ups
from tertium.design.tournament import tournament
from tertium.exceptions import BadInput
from tertium.formats.judgements import read_judgements
from tertium.table import JudgementTable

PAIRS = ("cze-eng", "deu-eng", "eng-deu", "ron-eng", "eng-ron", "tur-eng", "eng-tur", "rus-eng")


def ranking_rows(rankings, *, one_judgement=True):
    """Write rankings (lists of ranks, or dicts of system and rank) as comparisons."""
    for number, ranks in enumerate(rankings):
        named = ranks if isinstance(ranks, dict) else dict(zip("abcdefgh", ranks, strict=False))
        for (one, rank), (two, other) in combinations(named.items(), 2):
            yield {
                "judgement": f"j{number}" if one_judgement else f"j{number}-{one}-{two}",
                "annotator": "ann",
                "segment": f"s{number}",
                "system": one,
                "versus": two,
                "aspect": "preference",
                "value": float(np.sign(other - rank)),
            }


def table(rankings, **more):
    """Build a table of rankings."""
    return JudgementTable.from_rows(ranking_rows(rankings, **more))


def orders(ranks):
    """Take an array of ranks as rankings of different segments."""
    ranks = dense_ranks(-np.asarray(ranks, dtype=float))
    return FullRankings(ranks, np.ones_like(ranks), np.arange(len(ranks)))


def random_ranks(number, n, levels, seed):
    """Draw rankings with ties, at least two of whose outputs differ."""
    ranks = np.random.default_rng(seed).integers(0, levels, (number, n))
    return ranks[np.ptp(ranks, axis=1) > 0]


def slowly(ranks, seed, asked_after):
    """Rebuild one ranking after the other, as the method is told in words."""
    rng = np.random.default_rng(seed)
    n = len(ranks[0])
    draws = [tournament(n, rng) for _ in ranks]
    correlations, exact, best, right, inferred, questions = [], [], [], [], [], []
    for rank, pairs in zip(ranks.tolist(), draws, strict=True):
        answers = [(i, j, np.sign(rank[j] - rank[i])) for i, j in pairs]
        for _ in range(asked_after):
            for i, j in follow_ups(n, answers):
                answers.append((i, j, np.sign(rank[j] - rank[i])))
        f = dominance(n, answers)
        rebuilt = rankdata([-x for x in f], "dense")
        correlations.append(pearsonr(rankdata(rank, "dense"), rebuilt).statistic)
        exact.append(list(rebuilt) == list(rankdata(rank, "dense")))
        top = [v for v in range(n) if f[v] == max(f)]
        best.append(mean(rank[v] == min(rank) for v in top))
        questions.append(len(answers))
        seen = {(min(i, j), max(i, j)) for i, j, _ in answers}
        for v, w in combinations(range(n), 2):
            if (v, w) not in seen:
                inferred.append(bool(np.sign(f[v] - f[w]) == np.sign(rank[w] - rank[v])))
                if f[v] != f[w]:
                    right.append(inferred[-1])
    return {
        "r": mean(correlations),
        "exact": mean(exact),
        "best": mean(best),
        "accuracy": mean(right) if right else None,
        "accuracy_all": mean(inferred) if inferred else None,
        "questions": mean(questions),
    }


def dominance(n, answers):
    """Count along all paths, found by trying every order of two steps."""
    reach = {(v, v) for v in range(n)}
    for i, j, value in answers:
        reach |= {(i, j)} if value > 0 else {(j, i)} if value < 0 else {(i, j), (j, i)}
    while True:
        more = {(a, d) for a, b in reach for c, d in reach if b == c} - reach
        if not more:
            break
        reach |= more
    over = {(v, w) for v, w in reach if (w, v) not in reach}
    return [sum((v, w) in over for w in range(n)) - sum((w, v) in over for w in range(n))
            for v in range(n)]  # fmt: skip


@pytest.mark.parametrize(("n", "levels"), [(4, 4), (5, 3), (6, 6), (7, 4)])
def test_all_at_once_gives_what_one_after_the_other_gives(n, levels):
    """The fast version agrees with a slow one, before and after follow-ups."""
    ranks = random_ranks(40, n, levels, seed=n)
    steps = rebuild(orders(ranks), np.random.default_rng(7), follow_ups=2)
    for step in steps:
        slow = slowly(ranks, 7, step.follow_ups)
        assert step.correlation.mean == pytest.approx(slow["r"])
        for field in ("exact", "best", "accuracy", "accuracy_all", "questions"):
            assert getattr(step, field) == pytest.approx(slow[field]), field


# Statistics of the tournament on published five-way rankings: r, sd, orderings right, exact,
# best, accuracy as the paper counts; then r and best after one, r and exact after two and
# three follow-ups.
MEASURED = {
    "wmt16": (0.945, 0.067, 0.78, 0.42, 0.87, None, 0.980, 0.997, 0.995, 0.88, 0.999, 0.98),
    "wmt13": (0.949, 0.066, 0.80, 0.46, 0.89, 0.86, 0.980, 0.998, 0.995, 0.88, 0.999, 0.98),
    "rus-eng": (0.953, 0.067, 0.80, 0.49, 0.90, 0.87, 0.983, 0.994, 0.997, 0.92, 1.000, 0.99),
    "strict": (0.916, 0.073, 0.70, 0.20, 0.80, None, 0.960, 0.996, 0.987, 0.71, 0.998, 0.94),
}


def check(steps, expected):
    """Compare with numbers measured on about 2,000 rankings and printed with few digits."""
    r, sd, right, exact, best, paper, r1, best1, r2, exact2, r3, exact3 = expected
    zero, one, two, three = steps
    assert zero.correlation.mean == pytest.approx(r, abs=0.006)
    assert zero.correlation.sd == pytest.approx(sd, abs=0.006)
    assert zero.accuracy_all == pytest.approx(right, abs=0.02)
    assert zero.exact == pytest.approx(exact, abs=0.035)
    assert zero.best == pytest.approx(best, abs=0.025)
    if paper:
        assert zero.accuracy == pytest.approx(paper, abs=0.015)
        assert 0.90 < zero.accuracy_decided < 0.94
    assert one.correlation.mean == pytest.approx(r1, abs=0.004)
    assert one.best == pytest.approx(best1, abs=0.005)
    assert two.correlation.mean == pytest.approx(r2, abs=0.003)
    assert two.exact == pytest.approx(exact2, abs=0.025)
    assert three.correlation.mean == pytest.approx(r3, abs=0.001)
    assert three.exact == pytest.approx(exact3, abs=0.012)


def test_strict_random_orders_are_rebuilt_as_measured():
    """Without ties less can be inferred: r .916."""
    check(rebuild(random_orders(4000, 5), np.random.default_rng(1)), MEASURED["strict"])


def test_a_spanning_tree_is_worse_than_the_tournament():
    """Four questions connect five outputs too, but r falls by .04 and more."""
    rankings = random_orders(1500, 5)
    four, six = (
        rebuild(rankings, np.random.default_rng(0), follow_ups=0, questions=drawn)[0]
        for drawn in (spanning_tree, tournament)
    )
    assert (four.questions, six.questions) == (4, 6)
    assert four.correlation.mean < six.correlation.mean - 0.04


def test_simulated_rankings_have_the_ties_of_people():
    """A quarter of the pairs is tied, and r lies above that of strict orders."""
    rankings = tied_orders(2000, 5)
    tied = rankings.ranks[:, :, None] == rankings.ranks[:, None, :]
    assert (tied.mean() * 25 - 5) / 20 == pytest.approx(0.23, abs=0.03)
    found = rebuild(rankings, np.random.default_rng(0), follow_ups=0)[0]
    assert 0.94 < found.correlation.mean < 0.98


def test_a_small_round_of_the_study_shows_what_steering_does():
    """Budget mode ranks sources better than random pairs, and draws strengths together."""
    budget, random = (simulate(Campaign(way, 6, 8, seed=1)) for way in ("budget", "random"))
    assert budget.correlation[-1] > random.correlation[-1] + 0.02
    assert budget.scale < 0.8 * random.scale


def test_wmt16_rankings_are_rebuilt_as_measured(shared_data):
    """All eight pairs of WMT 2016, 300 rankings each, beside the paper's .93 and 85.4%."""
    found = [
        simulate_tournament(
            read_judgements(shared_data / "wmt16-rr" / f"rankings.{pair}.csv.gz").comparisons(),
            limit=300,
        )
        for pair in PAIRS
    ]
    assert all(result.rankings == 300 and result.alternatives == 5 for result in found)

    def over_pairs(step, *fields):
        values = [result.by_follow_ups[step] for result in found]
        for field in fields:
            values = [getattr(value, field) for value in values]
        return mean(values)

    expected = MEASURED["wmt16"]
    assert over_pairs(0, "correlation", "mean") == pytest.approx(expected[0], abs=0.006)
    assert over_pairs(0, "correlation", "sd") == pytest.approx(expected[1], abs=0.006)
    assert over_pairs(0, "accuracy_all") == pytest.approx(expected[2], abs=0.02)
    assert over_pairs(0, "exact") == pytest.approx(expected[3], abs=0.035)
    assert over_pairs(0, "best") == pytest.approx(expected[4], abs=0.025)
    assert 0.42 < over_pairs(0, "unrelated") < 0.48
    assert over_pairs(0, "reversed") == pytest.approx(0.06, abs=0.012)
    assert over_pairs(1, "correlation", "mean") == pytest.approx(expected[6], abs=0.004)
    assert over_pairs(1, "best") == pytest.approx(expected[7], abs=0.004)
    assert over_pairs(2, "exact") == pytest.approx(expected[9], abs=0.025)
    assert over_pairs(3, "exact") == pytest.approx(expected[11], abs=0.012)
    assert found[0].published.correlation == 0.93
    assert found[0].published.accuracy == 0.854


def test_russian_and_french_rankings_are_rebuilt_as_measured(shared_data):
    """Two more sets of five-way rankings, all of them."""
    russian = read_judgements(shared_data / "wmt16-rr" / "rankings.rus-eng.csv.gz")
    french = read_judgements(shared_data / "wmt13-rr-fren" / "rankings5.train.csv.gz")
    check(simulate_tournament(russian.comparisons()).by_follow_ups, MEASURED["rus-eng"])
    result = simulate_tournament(french.comparisons())
    check(result.by_follow_ups, MEASURED["wmt13"])
    assert (result.rankings, result.alternatives, result.reduction) == (9996, 5, 0.4)


# Reading rankings --------------------------------------------------------


def test_rankings_are_read_from_comparisons():
    """Dense ranks in the order of names, ties kept, gaps closed."""
    found = full_rankings(table([[1, 2, 2, 5], [3, 3, 1, 2]]).comparisons())
    assert found.ranks.tolist() == [[0, 1, 1, 2], [2, 2, 0, 1]]
    assert found.segment.tolist() == [0, 1]
    assert (found.all_tied, found.contradictory, found.other_sizes, found.incomplete) == (0,) * 4


def test_a_merged_output_is_one_alternative_and_counts_for_its_systems():
    """The output of two systems was shown once, and who dominates it dominates both."""
    found = full_rankings(table([{"a": 1, "b+c": 2, "d": 3}]).comparisons())
    assert found.ranks.tolist() == [[0, 1, 2]]
    assert found.sizes.tolist() == [[1, 2, 1]]


def test_pairs_with_a_judgement_each_are_gathered_by_annotator_and_segment():
    """A file that asks pair by pair may still compare everything."""
    pairwise = table([[1, 2, 3], [2, 1, 1]], one_judgement=False).comparisons()
    assert full_rankings(pairwise).ranks.tolist() == [[0, 1, 2], [1, 0, 0]]


def test_what_cannot_be_rebuilt_is_counted_and_told():
    """All tied, contradictory, of another size, incomplete: four reasons to be left out."""
    four = [[1, 2, 3, 4], [2, 1, 4, 3], [1, 1, 1, 1]]
    rows = list(ranking_rows([*four, [1, 2, 3], [1, 2, 3, 4], [4, 3, 2, 1]]))
    of = {number: [row for row in rows if row["judgement"] == f"j{number}"] for number in range(6)}
    circle = of[4]
    circle[2]["value"] = -1.0  # a above b, c and d, but d above a
    incomplete = of[5][:-1]
    kept = [row for number in range(4) for row in of[number]] + circle + incomplete
    result = simulate_tournament(JudgementTable.from_rows(kept), seed=3)
    assert (result.rankings, result.alternatives) == (2, 4)
    assert (result.all_tied, result.contradictory) == (1, 1)
    assert (result.other_sizes, result.incomplete) == (1, 1)
    assert len(result.warnings) == 4
    smaller = simulate_tournament(JudgementTable.from_rows(kept), alternatives=3)
    assert smaller.rankings == 1
    assert smaller.by_follow_ups[0].accuracy is None
    assert smaller.by_follow_ups[0].exact == 1
    assert "every pair" in smaller.warnings[-1]


def test_an_unanswered_or_repeated_pair_makes_a_judgement_incomplete():
    """Without every pair once there is no ranking to rebuild."""
    rows = list(ranking_rows([[1, 2, 3], [1, 2, 3], [1, 2, 3]]))
    rows[0]["value"] = None
    found = full_rankings(JudgementTable.from_rows([*rows, rows[-1]]).comparisons())
    assert (len(found.ranks), found.incomplete) == (1, 2)


@pytest.mark.parametrize(
    ("rankings", "said"),
    [
        ([], "there are no full rankings"),
        ([[1, 1, 1], [2, 2, 2]], "none of 2 judgements of 3 outputs puts them in an order"),
    ],
)
def test_files_without_an_order_are_refused_with_one_sentence(rankings, said):
    """Nothing, or nothing but ties, cannot be rebuilt."""
    with pytest.raises(BadInput, match=said):
        simulate_tournament(table(rankings))


def test_a_size_that_is_not_there_is_refused_with_those_that_are():
    """Whoever asks for seven is told of three and four."""
    with pytest.raises(BadInput, match=r"rankings of 7 outputs.*some of 3, 4"):
        simulate_tournament(table([[1, 2, 3], [1, 2, 3, 4]]), alternatives=7)


@pytest.mark.parametrize("wrong", [{"follow_ups": -1}, {"repeats": 0}, {"limit": 0}, {"seed": -1}])
def test_impossible_numbers_are_refused(wrong):
    """Below the least that makes sense."""
    with pytest.raises(BadInput, match="too few"):
        simulate_tournament(table([[1, 2, 3]]), **wrong)


@pytest.mark.parametrize("n", [2, 3, 60])
def test_very_few_and_very_many_alternatives(n):
    """From two outputs to sixty the questions are those of the tournament."""
    ranks = np.array([np.random.default_rng(seed).permutation(n) for seed in range(3)])
    steps = rebuild(orders(ranks), np.random.default_rng(0), follow_ups=1)
    assert steps[0].questions == len(tournament(n, np.random.default_rng(0)))
    if n <= 3:
        assert steps[0].correlation.mean == pytest.approx(1)
        assert steps[1].questions == steps[0].questions


def test_repeats_and_seed_are_what_they_say():
    """Each ranking may be asked several times; the same seed asks the same."""
    rankings = table([[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]])
    first = simulate_tournament(rankings, repeats=50, seed=2)
    assert first == simulate_tournament(rankings, repeats=50, seed=2)
    assert first != simulate_tournament(rankings, repeats=50, seed=3)
    assert (first.rankings, first.repeats) == (2, 50)
    assert "repeats:50" in first.signature
