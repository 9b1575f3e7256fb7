"""Time per source word, by tournament and by ranking."""

from dataclasses import replace
from itertools import combinations
from statistics import mean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tertium.exceptions import BadInput
from tertium.stats.crossover.efficiency import _reduction, efficiency
from tertium.stats.crossover.timings import Timings
from tertium.table import JudgementTable

SYSTEMS = ("a", "b", "c", "d")
QUESTIONS = ((0, 1), (2, 3), (0, 2))  # a tournament of four
RANKS = (1, 2, 3, 3)


def judged(annotator, segment, way, seconds, *, ranks=RANKS, first=True, asked=QUESTIONS, **more):
    """Write one source as judged in one way; the seconds of a tournament are shared out evenly."""
    pairs = asked if way == "tournament" else combinations(range(len(ranks)), 2)
    pairs = list(pairs)
    for number, (one, two) in enumerate(pairs):
        single = way == "tournament"
        yield {
            "judgement": f"{annotator}-{segment}-{way}" + (f"-{number}" if single else ""),
            "annotator": annotator,
            "segment": segment,
            "condition": way,
            "system": SYSTEMS[one],
            "versus": SYSTEMS[two],
            "aspect": "preference",
            "value": float(np.sign(ranks[two] - ranks[one])),
            "seconds": seconds / len(pairs) if single else seconds,
            "order": (0 if first else 1000) + number,
            **more,
        }


def crossover(times, *, first=lambda annotator, segment: True, **more):
    """Write {(annotator, segment): (tournament seconds, ranking seconds)} as rows."""
    for (annotator, segment), (tournament, ranking) in times.items():
        early = first(annotator, segment)
        if tournament is not None:
            yield from judged(annotator, segment, "tournament", tournament, first=early, **more)
        if ranking is not None:
            yield from judged(annotator, segment, "ranking", ranking, first=not early, **more)


def table(rows):
    """Build a table of such rows."""
    return JudgementTable.from_rows(list(rows))


def test_a_small_crossover_by_hand():
    """Two annotators, two sources of 10 and 20 words: 1 − 2.25 / 3.25 is saved."""
    times = {
        ("x", "s1"): (20, 30), ("x", "s2"): (40, 60),
        ("y", "s1"): (30, 40), ("y", "s2"): (40, 60),
    }  # fmt: skip
    found = efficiency(table(crossover(times)), {"s1": 10, "s2": 20})
    assert found.tournament == pytest.approx((2 + 2 + 3 + 2) / 4)
    assert found.ranking == pytest.approx((3 + 3 + 4 + 3) / 4)
    assert found.reduction.value == pytest.approx(1 - 2.25 / 3.25)
    assert found.reduction.low < found.reduction.value < found.reduction.high
    assert (found.annotators, found.segments, found.sources) == (2, 2, 4)
    assert [length.at_most for length in found.by_length] == [10, None]
    assert found.by_length[0].tournament == pytest.approx(2.5)
    assert found.by_length[0].reduction.value == pytest.approx(1 - 2.5 / 3.5)
    assert [a.reduction for a in found.by_annotator] == pytest.approx([1 / 3, 1 - 2.5 / 3.5])


def test_a_ranking_counts_once_however_many_pairs_it_orders():
    """Six comparisons of one ranking have one time; answers without a value cost time too."""
    rows = list(crossover({("x", "s1"): (30, 60), ("x", "s2"): (30, 60)}))
    rows[0]["value"] = None  # could not decide, after ten seconds
    found = efficiency(table(rows), {"s1": 10, "s2": 10})
    assert (found.tournament, found.ranking) == (pytest.approx(3), pytest.approx(6))


def test_the_order_of_rows_changes_nothing():
    """Judgements may arrive as they like."""
    times = {(a, s): (20 + i, 35 + 2 * i) for i, (a, s) in enumerate(
        (a, s) for a in "xyz" for s in ("s1", "s2", "s3"))}  # fmt: skip
    rows = table(crossover(times, first=lambda a, s: a != "x"))
    lengths = {"s1": 7, "s2": 15, "s3": 33}
    whole = efficiency(rows, lengths)
    mixed = efficiency(rows.shuffled(3), lengths)
    assert mixed.reduction.value == pytest.approx(whole.reduction.value)
    assert mixed.reduction.low == pytest.approx(whole.reduction.low)
    assert mixed.period.second.value == pytest.approx(whole.period.second.value)


@given(st.integers(0, 10_000))
@settings(max_examples=15)
def test_times_and_reductions_are_those_of_a_slow_count(seed):
    """Averages over the sources that an annotator judged in both ways, up to each length."""
    rng = np.random.default_rng(seed)
    lengths = {f"s{k}": int(rng.integers(3, 70)) for k in range(5)}
    times = {}
    for annotator in "xyz":
        for segment in lengths:
            pair = [float(value) for value in rng.integers(5, 90, 2)]
            if rng.random() < 0.2:
                pair[rng.integers(2)] = None
            times[annotator, segment] = tuple(pair)
    found = efficiency(table(crossover(times)), lengths)
    both = {key: pair for key, pair in times.items() if None not in pair}
    assert found.sources == len(both)
    for length in found.by_length:
        cells = [
            (t / lengths[s], r / lengths[s])
            for (_, s), (t, r) in both.items()
            if length.at_most is None or lengths[s] <= length.at_most
        ]
        tournament, ranking = (mean(column) for column in zip(*cells, strict=True))
        assert length.tournament == pytest.approx(tournament)
        assert length.ranking == pytest.approx(ranking)
        assert length.reduction.value == pytest.approx(1 - tournament / ranking)


# Intervals ---------------------------------------------------------------


def timings(annotators, segments, *, spread, noise, seed, ratio=0.75):
    """Draw a crossover in which everybody judges every source."""
    rng = np.random.default_rng(seed)
    own = np.log(ratio) + spread * rng.standard_normal((annotators, 1))
    source = noise * rng.standard_normal((1, segments))  # the same for all who judge it
    ranking = np.exp(1 + 0.5 * rng.standard_normal((annotators, segments)))
    ratios = np.exp(own + source + noise * rng.standard_normal((annotators, segments)))
    who, what = (codes.ravel() for codes in np.indices((annotators, segments)))
    pace = np.stack([(ranking * ratios).ravel(), ranking.ravel()], axis=1)
    unknown = np.full(len(who), -1)
    return Timings(
        who, what, unknown, np.full(len(who), 10.0), pace, pace * np.nan, np.full(pace.shape, 4)
    )


@pytest.mark.parametrize("annotators", [3, 8])
def test_intervals_contain_the_truth(annotators):
    """Of 95% intervals at least 92 in 100 do, with few annotators and with more."""
    campaigns, hits = 300, 0
    # The median annotator's ratio of mean times: both noises of a source widen its mean.
    truth = 1 - 0.75 * np.exp(0.3**2)
    for seed in range(campaigns):
        estimate = _reduction(timings(annotators, 12, spread=0.2, noise=0.3, seed=seed), 0.95)
        hits += estimate.low <= truth <= estimate.high
    assert hits / campaigns >= 0.92


def test_one_annotators_interval_is_students():
    """Alone, only sources vary: t on their shares in the two means."""
    used = timings(1, 9, spread=0, noise=0.3, seed=1)
    estimate = _reduction(used, 0.95)
    t, r = used.pace.T
    shares = t / t.mean() - r / r.mean()
    reach = stats.t.ppf(0.975, 8) * shares.std(ddof=1) / 3
    ratio = np.log(t.mean() / r.mean())
    assert estimate.low == pytest.approx(1 - np.exp(ratio + reach), rel=1e-5)
    assert estimate.high == pytest.approx(1 - np.exp(ratio - reach), rel=1e-5)


def test_equal_times_everywhere_save_nothing_and_leave_no_interval():
    """Nothing varies from which an interval could follow."""
    found = efficiency(
        table(crossover({(a, s): (30, 30) for a in "xy" for s in ("s1", "s2")})),
        {"s1": 5, "s2": 5},
    )
    assert found.reduction.value == 0
    assert found.reduction.low is None


# Order -------------------------------------------------------------------


@pytest.mark.parametrize("by", ["annotator", "segment"])
def test_the_second_time_is_told_apart_from_the_way(by):
    """Both ways take a fifth less the second time; the tournament saves 30% for itself."""
    names = ("s1", "s2", "s3", "s4")

    def first(annotator, segment):
        return (annotator in "xy") if by == "annotator" else (segment in names[:2])

    times = {}
    for number, annotator in enumerate("xyzw"):
        for segment in names:
            ranking = 40.0 + 10 * number
            tournament = 0.7 * ranking
            early = first(annotator, segment)
            times[annotator, segment] = (
                (tournament, 0.8 * ranking) if early else (0.8 * tournament, ranking)
            )
    found = efficiency(table(crossover(times, first=first)), dict.fromkeys(names, 12))
    assert found.period.second.value == pytest.approx(-0.2)
    assert found.period.reduction == pytest.approx(0.3)
    assert (found.period.tournament_first, found.period.ranking_first) == (8, 8)


def test_the_interval_of_the_second_time_is_that_of_welch():
    """Annotators with different orders are compared as two groups."""
    rng = np.random.default_rng(3)
    times = {
        (a, s): tuple(np.exp(3 + rng.standard_normal(2) / 3)) for a in "uvwxyz" for s in ("s", "t")
    }
    found = efficiency(
        table(crossover(times, first=lambda a, s: a in "uv")), {"s": 10, "t": 10}
    ).period
    means = {a: mean(np.log(times[a, s][0] / times[a, s][1]) for s in ("s", "t")) for a in "uvwxyz"}
    groups = [means[a] for a in "wxyz"], [means[a] for a in "uv"]
    interval = stats.ttest_ind(*groups, equal_var=False).confidence_interval(0.95)
    assert np.log1p(found.second.low) == pytest.approx(interval.low / 2)
    assert np.log1p(found.second.high) == pytest.approx(interval.high / 2)


def test_one_order_only_is_a_warning():
    """If everybody began with the tournament, habit and way cannot be told apart."""
    found = efficiency(table(crossover({("x", "s1"): (20, 30), ("y", "s1"): (20, 31)})), {"s1": 10})
    assert found.period is None
    assert any("came first" in note for note in found.warnings)


# Agreement ---------------------------------------------------------------


def test_agreement_within_and_across_the_two_ways():
    """Tournaments agree completely here, rankings are reversed, and so is one annotator."""
    rows = []
    for segment in ("s1", "s2"):
        for annotator, ranks in (("x", (1, 2, 3, 4)), ("y", (4, 3, 2, 1))):
            full = tuple(combinations(range(4), 2))
            rows += judged(annotator, segment, "tournament", 20, ranks=(1, 2, 3, 4), asked=full)
            rows += judged(annotator, segment, "ranking", 30, ranks=ranks, first=False)
    found = efficiency(table(rows), {"s1": 8, "s2": 30}).agreement
    assert [part.at_most for part in found] == [10, 20, None]
    for part in found:
        assert part.tournament.value == pytest.approx(1)
        assert part.ranking.value == pytest.approx(-1)
        assert part.across.value == pytest.approx(0)


# What may be missing -----------------------------------------------------


def test_one_way_alone_gives_its_time_and_a_warning():
    """Nothing to compare with: time per word, no reduction."""
    rows = table(judged("x", "s1", "ranking", 50))
    found = efficiency(rows, {"s1": 25})
    assert (found.tournament, found.ranking) == (None, pytest.approx(2))
    assert found.reduction.value is None
    assert any("no tournament to compare with" in note for note in found.warnings)


def test_a_judgement_that_does_not_say_how_it_was_asked_is_what_it_looks_like():
    """Several comparisons in one judgement are a ranking, single ones a tournament."""
    rows = [{**row, "condition": None} for row in crossover({("x", "s1"): (20, 60)})]
    found = efficiency(table(rows), {"s1": 10})
    assert (found.tournament, found.ranking) == (pytest.approx(2), pytest.approx(6))


def test_rows_without_a_judgement_are_told_apart_by_the_way():
    """A ranking without an id counts once per source, a question once per row."""
    rows = [{**row, "judgement": None} for row in crossover({("x", "s1"): (30, 60)})]
    found = efficiency(table(rows), {"s1": 10})
    assert (found.tournament, found.ranking) == (pytest.approx(3), pytest.approx(6))


def test_a_tournament_broken_off_is_left_out():
    """Two questions of three connect nothing; one alone is less than others were asked."""
    whole = {("x", s): (30, 60) for s in ("s1", "s2", "s3")}
    rows = list(crossover(whole))
    dropped = {"x-s2-tournament-2", "x-s3-tournament-1", "x-s3-tournament-2"}
    rows = [row for row in rows if row["judgement"] not in dropped]
    rows += judged("y", "s3", "tournament", 30)
    found = efficiency(table(rows), {"s1": 10, "s2": 10, "s3": 10})
    assert found.sources == 1
    assert any("2 judged sources were broken off" in note for note in found.warnings)


def test_sources_without_time_or_length_are_left_out_and_counted():
    """One sentence for each reason."""
    rows = list(crossover({("x", s): (30, 60) for s in ("s1", "s2", "s3")}))
    for row in rows:
        if row["judgement"] == "x-s2-tournament-1":
            row["seconds"] = None
    found = efficiency(table(rows), {"s1": 10, "s2": 10})
    assert found.sources == 1
    assert any("1 judged sources were not timed" in note for note in found.warnings)
    assert any("2 judged sources have no known length" in note for note in found.warnings)


def test_sources_of_one_pass_each_are_averaged():
    """Judged twice in the same way, a source has the mean of both times."""
    rows = [
        {**row, "pass": name, "judgement": row["judgement"] + name}
        for name, seconds in (("a", 20), ("b", 40))
        for row in judged("x", "s1", "ranking", seconds)
    ]
    assert efficiency(table(rows), {"s1": 10}).ranking == pytest.approx(3)


@pytest.mark.parametrize(
    ("change", "lengths", "said"),
    [
        ({"seconds": None}, {"s1": 10}, "seconds: the judgements have no timings"),
        ({}, {}, "lengths: the length of no judged source is known"),
        ({"condition": "pairs"}, {"s1": 10}, "no judgements of a tournament or a ranking"),
    ],
)
def test_what_cannot_be_told_is_one_sentence(change, lengths, said):
    """No time, no length, no way of asking."""
    rows = [{**row, **change} for row in crossover({("x", "s1"): (20, 30)})]
    with pytest.raises(BadInput, match=said):
        efficiency(table(rows), lengths)


def test_nothing_is_told_of_nothing():
    """An empty table is one sentence too."""
    with pytest.raises(BadInput, match="no judgements"):
        efficiency(table([]), {"s1": 3})


def test_nobody_in_both_ways_is_a_warning():
    """Different people in the two ways cannot be compared within annotators."""
    rows = [*judged("x", "s1", "tournament", 20), *judged("y", "s1", "ranking", 30)]
    found = efficiency(table(rows), {"s1": 10})
    assert found.reduction.value is None
    assert any("No annotator judged the same source" in note for note in found.warnings)


def test_timings_keep_their_counts_when_some_are_taken():
    """Taking sources does not forget what was left out."""
    whole = replace(timings(2, 3, spread=0, noise=0.1, seed=0), untimed=4)
    assert whole.take(whole.annotator == 0).untimed == 4
    assert len(whole.take(whole.annotator == 0)) == 3
