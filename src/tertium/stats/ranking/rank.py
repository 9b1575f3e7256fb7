"""Which systems are better, by the comparisons people made, and how sure is that?"""

from typing import Literal, get_args

import numpy as np

from tertium.choices import ContrastInterval as Named
from tertium.choices import RankingInterval as Interval
from tertium.choices import RankingMethod as Method
from tertium.choices import Ties
from tertium.exceptions import BadInput, NotFound
from tertium.protocols.conditions import BUDGET, FOLLOW_UP
from tertium.stats.arrays import Ints, number_or_none
from tertium.stats.codes import filled, numbered
from tertium.stats.contrasts.record import Estimand, Units
from tertium.stats.contrasts.separate import CORRECTIONS, Correction
from tertium.stats.intervals import check_level, check_seed
from tertium.stats.ranking.judged import JudgedSystems, by_influence, by_runs, crossed
from tertium.stats.ranking.matches import Matches, Tally, one_list, read_matches, tally
from tertium.stats.ranking.result import Component, PairCount, PositionBias, RankedSystem, Ranking
from tertium.stats.ranking.scores import expected_wins, mean_dominance, strengths, win_shares
from tertium.stats.ranking.trueskill import trueskill
from tertium.stats.ranking.warnings import find_warnings
from tertium.stats.result import signature
from tertium.stats.shares import clopper_pearson, two_sided_p
from tertium.table import Comparisons, JudgementTable

METHODS: tuple[Method, ...] = get_args(Method)
TIES: tuple[Ties, ...] = get_args(Ties)
INTERVALS: tuple[Interval, ...] = get_args(Interval)
_FEWEST_RUNS = 20
QUANTITIES: dict[Method, str] = {
    "bradley-terry": "log strength (Bradley and Terry), mean 0",
    "wins": "share of wins among decided comparisons",
    "expected-wins": "mean share of wins over opponents",
    "dominance": "mean dominance over sources",
    "trueskill": "TrueSkill mean",
}


def rank(
    data: JudgementTable | Comparisons,
    *,
    method: Method = "bradley-terry",
    ties: Ties = "davidson",
    interval: Interval = "auto",
    level: float = 0.95,
    correction: Correction = "none",
    prior: float | None = None,
    runs: int = 200,
    seed: int = 0,
) -> Ranking:
    """Rank systems by pairwise preferences or by rankings read as such.

    `ties` says what a tie means to Bradley–Terry: an outcome of its own (davidson), half a
    win each (half), or nothing (drop). The default interval of strengths is the crossed one:
    annotators, documents and segments vary, and a judgement with all its pairs is one. Other
    methods have the two-way interval of annotators and segments; "segment" and "annotator" let
    one of them vary, "information" none, which is right only if every comparison came from
    another person about another segment. Two systems differ significantly where p < 1 − level,
    without correction for the number of pairs, as the shared tasks do; rank ranges and clusters
    follow from that, and correction="holm" guards all pairs together, as the simultaneous rank
    ranges always do.

    Where the comparisons do not identify a strength there is no score; `prior`, the sd
    of a normal prior on log strengths (1 is usual), gives one that the prior shares in.
    `runs` and `seed` are those of TrueSkill; WMT published 1,000 runs.
    """
    _check(method, ties, interval, level, correction, prior, runs, seed)
    rows = data.comparisons() if isinstance(data, JudgementTable) else data
    matches = read_matches(rows)
    counts = tally(matches.first, matches.second, matches.value, len(matches.systems))
    used = _usable(interval, matches, method)
    if method == "trueskill":
        played = Tally(counts.wins, counts.ties + matches.shared)
        judged = by_runs(trueskill(played, runs=runs, seed=seed), matches, counts, level)
    else:
        if method == "bradley-terry":
            scored = strengths(matches, ties=ties, prior=prior)
        elif method == "dominance":
            scored = mean_dominance(rows, matches.systems)
        else:
            scored = {"wins": win_shares, "expected-wins": expected_wins}[method](matches)
        if used == "crossed":
            judged = crossed(scored, matches, ties, level, correction)
        else:
            judged = by_influence(scored, matches, used, level, correction)
    systems = _systems(judged, matches)
    position = position_bias(rows, level=level)
    bradley_terry, runs_drawn = method == "bradley-terry", method == "trueskill"
    estimand = _estimand(method, used, matches)
    return Ranking(
        method=method,
        systems=systems,
        contrasts=judged.contrasts,
        pairs=_pairs(counts, matches.systems, systems),
        position=position,
        components=_components(judged, systems),
        annotators=matches.annotators,
        segments=matches.segments,
        judgements=matches.judgements,
        comparisons=len(matches),
        level=level,
        tie=judged.tie,
        documents=matches.documents,
        estimand=estimand,
        ties=ties if bradley_terry else None,
        interval=None if runs_drawn else used,
        correction="none" if runs_drawn else correction,
        signature=signature(
            "rank",
            method=method,
            **({"ties": ties} if bradley_terry else {}),
            **({"prior": f"{prior:g}"} if bradley_terry and prior is not None else {}),
            interval="runs" if runs_drawn else used,
            **({"units": estimand.sampled} if estimand else {}),
            level=f"{level:g}",
            correction="none" if runs_drawn else correction,
            **({"runs": runs, "seed": seed} if runs_drawn else {}),
        ),
        warnings=judged.notes
        + find_warnings(
            matches,
            counts,
            systems,
            judged.contrasts,
            position,
            named=bool((rows.annotator.codes >= 0).any()),
            method=method,
            ties=ties,
            interval=used,
            prior=prior if bradley_terry else None,
            why=judged.why,
            finite=judged.finite,
            steered=_steered(rows),
        ),
    )


def _steered(rows: Comparisons) -> float:
    """Return the share of comparisons that earlier answers have chosen."""
    chosen = [code for code, name in enumerate(rows.set.names) if name in (FOLLOW_UP, BUDGET)]
    return float(np.isin(rows.set.codes, chosen).mean()) if len(rows) else 0.0


def _check(
    method: str,
    ties: str,
    interval: str,
    level: float,
    correction: str,
    prior: float | None,
    runs: int,
    seed: int,
) -> None:
    check_level(level)
    for kind, given, known in (
        ("method", method, METHODS),
        ("way with ties", ties, TIES),
        ("interval", interval, INTERVALS),
        ("correction", correction, CORRECTIONS),
    ):
        if given not in known:
            raise NotFound.among(kind, given, known, where="rank")
    if prior is not None and not 0 < prior < np.inf:
        raise BadInput(
            f"the prior {prior:g} is not above 0",
            where="prior",
            fix="Write the sd of log strengths, such as 1, or leave it out.",
        )
    if runs < _FEWEST_RUNS:
        raise BadInput(
            f"{runs} runs are too few for a range",
            where="runs",
            fix=f"Write at least {_FEWEST_RUNS}; WMT published 1000.",
        )
    check_seed(seed)


def _usable(interval: Interval, matches: Matches, method: Method) -> Literal["crossed"] | Named:
    """Return the interval that can be made: one annotator cannot tell how people differ."""
    if interval == "auto" or interval == "crossed":
        if method == "bradley-terry":
            return "crossed"
        interval = "two-way"
    people = interval in ("two-way", "annotator")
    return "segment" if people and matches.annotators < 2 else interval


def _estimand(method: Method, used: str, matches: Matches) -> Estimand:
    """Say what is estimated, and for which annotators and texts."""
    documents = matches.documents if used == "crossed" else None
    people = used in ("crossed", "two-way", "annotator") and matches.annotators > 1
    texts = used in ("crossed", "two-way", "segment")
    return Estimand(
        QUANTITIES[method],
        "log" if method == "bradley-terry" else "identity",
        "like these" if people else "this annotator" if matches.annotators == 1 else "these",
        ("documents like these" if documents else "segments like these")
        if texts
        else "these segments",
        Units(matches.annotators, matches.documents, matches.segments),
    )


def _systems(judged: JudgedSystems, matches: Matches) -> tuple[RankedSystem, ...]:
    """Return systems from best to worst, those of a better component first, without score last."""
    score = judged.score
    names = np.arange(len(score))
    judgements = _acts(matches)
    # A component in which nothing is known still stands where its wins put it.
    last = np.where(np.isnan(score), len(score) + 1, judged.standings.rank)
    order = np.lexsort((names, last, judged.component))
    found = []
    standings = judged.standings
    for code in order.tolist():
        known = not np.isnan(score[code])
        low, high = int(standings.low[code]), int(standings.high[code])
        together = int(standings.all_low[code]), int(standings.all_high[code])
        found.append(
            RankedSystem(
                matches.systems[code],
                number_or_none(score[code]),
                number_or_none(judged.low[code]),
                number_or_none(judged.high[code]),
                int(standings.rank[code]) if known else None,
                low if known else None,
                high if known else None,
                int(standings.cluster[code]) if known else None,
                int(judgements[code]),
                int(judged.component[code]) + 1,
                (low, high) if known else None,
                together if known else None,
            )
        )
    return tuple(found)


def _acts(matches: Matches) -> Ints:
    """Count for each system the judgements in which it was compared."""
    size = max(len(matches.systems), 1)
    both = np.concatenate([matches.first, matches.second])
    act = np.sort(np.concatenate([matches.judgement, matches.judgement]) * size + both)
    once = act[np.diff(act, prepend=-1) != 0]
    return np.bincount(once % size, minlength=len(matches.systems))


def _components(judged: JudgedSystems, systems: tuple[RankedSystem, ...]) -> tuple[Component, ...]:
    return tuple(
        Component(tuple(one.system for one in systems if one.component == code), why)
        for code, why in enumerate(judged.why, start=1)
    )


def _pairs(
    counts: Tally, names: tuple[str, ...], systems: tuple[RankedSystem, ...]
) -> tuple[PairCount, ...]:
    """Count every pair that was compared, in the order of the ranking."""
    index = {name: code for code, name in enumerate(names)}
    order = [index[one.system] for one in systems]
    compared = counts.compared
    return tuple(
        PairCount(
            names[i],
            names[j],
            int(counts.wins[i, j]),
            int(counts.wins[j, i]),
            int(counts.ties[i, j]),
        )
        for k, i in enumerate(order)
        for j in order[k + 1 :]
        if compared[i, j]
    )


def position_bias(rows: Comparisons, *, level: float) -> PositionBias:
    """Test with the exact binomial test whether outputs won because they were shown first.

    Merged outputs count once: they had one place on the screen.
    """
    side = shown_first(rows)
    known = ~np.isnan(rows.value) & (side != 0)
    outcome = np.sign(rows.value[known]) * side[known]
    left, right = int((outcome > 0).sum()), int((outcome < 0).sum())
    ties = int((outcome == 0).sum())
    if not left + right:
        return PositionBias(left, right, ties, None, None, None, None)
    low, high = clopper_pearson(left, left + right, level=level)
    p = two_sided_p(left, left + right)
    return PositionBias(left, right, ties, left / (left + right), low, high, p)


def shown_first(rows: Comparisons) -> Ints:
    """Return +1 where `system` was shown before `versus`, −1 where after, 0 if unknown.

    A row tells the place of its `system` only. Places of one judgement are 1, 2, …, so
    that of `versus` is known from the rows in which it is the `system`, and if only one
    output of the judgement has no such row, its place is the one left over.
    """
    outputs, left, right = one_list(rows.system, rows.versus)
    judgement = filled(rows.judgement.codes, np.arange(len(rows)))
    width = max(len(outputs), 1)
    shown = numbered(np.concatenate([judgement * width + left, judgement * width + right]))
    system, versus = shown[: len(rows)], shown[len(rows) :]
    number = int(shown.max(initial=-1)) + 1
    act = np.zeros(number, dtype=np.int64)
    act[shown] = np.concatenate([judgement, judgement])
    place = np.full(number, np.nan)
    given = ~np.isnan(rows.slot)
    place[system[given]] = rows.slot[given]
    outputs_of = np.bincount(act)
    unknown = np.bincount(act, np.isnan(place))
    left_over = outputs_of * (outputs_of + 1) / 2 - np.bincount(act, np.nan_to_num(place))
    # A single output without a place has the one that is left over.
    place = np.where(np.isnan(place) & (unknown[act] == 1), left_over[act], place)
    with np.errstate(invalid="ignore"):
        difference = np.sign(place[versus] - place[system])
    return np.asarray(np.nan_to_num(difference), dtype=np.int64)
