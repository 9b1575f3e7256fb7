"""How much do a few questions tell?

Full rankings are rebuilt from the answers of a perfect annotator to the questions of a
tournament, then with follow-up questions (`tertium simulate tournament`). After that,
campaigns are simulated whose annotators err, to see what steering gains: budget mode
beside tournaments with follow-ups and beside pairs drawn at random.
"""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations, pairwise
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from tertium.design.full_rankings import FullRankings, dense_ranks, full_rankings
from tertium.design.rebuild import PUBLISHED, AfterFollowUps, rebuild
from tertium.design.steering import (
    Answers,
    Pair,
    Strengths,
    campaign_strengths,
    dominances,
    follow_ups,
    next_pair,
)
from tertium.design.tournament import tournament
from tertium.formats.judgements import read_judgements
from tertium.stats.result import signature
from tertium.stats.tournament.graphs import questions, reachability

Floats = NDArray[np.float64]
DATA = Path(__file__).parents[2] / "shared" / "data"  # as in the tests
PAIRS = ("cze-eng", "deu-eng", "eng-deu", "ron-eng", "eng-ron", "tur-eng", "eng-tur", "rus-eng")
EACH = 750  # rankings of each language pair; the smallest file has a few more
DRAWN = 6000  # rankings simulated
SIZES = (4, 5, 6, 8, 10, 12, 20)
WAYS = ("random", "tournament", "budget")
WITHOUT = "tournament without follow-ups"
MOST = {6: 12, 12: 36}  # questions about each source, by number of outputs
CAMPAIGNS, SOURCES = 40, 60
SYSTEM_SD, OUTPUT_SD, NOISE, TIE = 1.0, 1.4, 0.3, 0.3


# Rankings ----------------------------------------------------------------


def random_orders(number: int, n: int, seed: int = 0) -> FullRankings:
    """Draw orders without ties."""
    rng = np.random.default_rng([seed, n])
    return _rankings(rng.random((number, n)))


def tied_orders(number: int, n: int, seed: int = 0) -> FullRankings:
    """Draw rankings as people give them: about a quarter of the pairs tied.

    Worths are normal and rounded to steps of .9 sd, which ties a quarter of the pairs, as
    in WMT rankings; those that call everything equal are left out.
    """
    rng = np.random.default_rng([seed, n, 1])
    worth = np.round(rng.standard_normal((number, n)) / 0.9)
    return _rankings(worth[np.ptp(worth, axis=1) > 0])


def spanning_tree(n: int, draw: np.random.Generator) -> list[Pair]:
    """Draw n − 1 pairs that connect all: each output is asked against an earlier one."""
    order = [int(at) for at in draw.permutation(n)]
    pairs = [(order[at], order[draw.integers(at)]) for at in range(1, n)]
    return [(min(pair), max(pair)) for pair in pairs]


def _rankings(worth: Floats) -> FullRankings:
    ranks = dense_ranks(worth)
    return FullRankings(ranks, np.ones_like(ranks), np.arange(len(ranks)))


def _published() -> dict[str, FullRankings]:
    """Read the published rankings of five, if they are there."""
    if not DATA.is_dir():
        return {}
    rng = np.random.default_rng(0)
    each = {}
    for pair in PAIRS:
        table = read_judgements(DATA / "wmt16-rr" / f"rankings.{pair}.csv.gz")
        found = full_rankings(table.comparisons(), 5)
        each[pair] = found.take(rng.permutation(len(found.ranks))[:EACH])
    together = FullRankings(
        np.concatenate([found.ranks for found in each.values()]),
        np.concatenate([found.sizes for found in each.values()]),
        # Segments of different files are different, whatever their codes.
        np.concatenate([found.segment + 10**6 * at for at, found in enumerate(each.values())]),
    )
    table = read_judgements(DATA / "wmt13-rr-fren" / "rankings5.train.csv.gz")
    return {
        "WMT16, 8 pairs": together,
        **{f"WMT16 {pair}": found for pair, found in each.items()},
        "WMT13 fr-en": full_rankings(table.comparisons(), 5),
    }


# Campaigns ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Campaign:
    """One simulated campaign: a way of asking, outputs per source, questions per source."""

    way: str
    outputs: int
    questions: int
    seed: int


@dataclass(frozen=True, slots=True)
class Found:
    """What a campaign found out, about sources after each question and about systems.

    `correlation` and `best` are means over sources: r of dominance with the true worths,
    chance that an output of highest dominance is the best. `order` is the share of pairs
    of systems in the right order and `scale` the slope on the true strengths: by
    Bradley–Terry, and `dominance_order` by mean dominance.
    """

    correlation: Floats
    best: Floats
    order: float
    scale: float
    dominance_order: float


def simulate(campaign: Campaign) -> Found:
    """Ask about every source in one way, and see what the answers say.

    Systems have strengths N(0, 1), outputs lie around them with sd 1.4. The annotator
    compares with logistic noise of scale .3 and calls differences below .3 a tie.
    """
    n = campaign.outputs
    rng = np.random.default_rng([campaign.seed, n])
    systems = SYSTEM_SD * rng.standard_normal(n)
    wins, ties = np.zeros((2, n, n))
    correlation, best = np.zeros((2, SOURCES, campaign.questions))
    mean = np.zeros(n)
    for source in range(SOURCES):
        worth = systems + OUTPUT_SD * rng.standard_normal(n)
        posterior = campaign_strengths(wins, ties)
        ask = _asking(campaign, posterior, rng)
        answers: list[tuple[int, int, float]] = []
        f = np.zeros(n)
        for number in range(campaign.questions):
            pair = ask(answers)
            if pair is not None:
                answers.append((*pair, _answer(worth, pair, rng)))
                f = _dominance(n, answers)
            correlation[source, number] = np.corrcoef(f, worth)[0, 1] if np.ptp(f) else 0.0
            best[source, number] = (worth[f == f.max()] == worth.max()).mean()
        mean += f / SOURCES
        for i, j, value in answers:
            wins[i, j] += value > 0
            wins[j, i] += value < 0
            ties[[i, j], [j, i]] += value == 0
    strengths, _ = campaign_strengths(wins, ties)
    return Found(
        correlation.mean(0),
        best.mean(0),
        _ordered(strengths, systems),
        float(np.polyfit(systems, strengths, 1)[0]),
        _ordered(mean, systems),
    )


def _asking(
    campaign: Campaign, posterior: Strengths, rng: np.random.Generator
) -> Callable[[Answers], Pair | None]:
    """Return the function that chooses the next pair of one source."""
    n = campaign.outputs
    if campaign.way == "budget":
        return lambda answers: (next_pair(n, answers, posterior, rng) or (None,))[0]
    if campaign.way.startswith("tournament"):
        drawn = tournament(n, rng)

        def choose(answers: Answers) -> Pair | None:
            if len(answers) < len(drawn):
                return drawn[len(answers)]
            return next(iter(follow_ups(n, answers)), None)

        return choose
    pairs = list(combinations(range(n), 2))
    order = rng.permutation(len(pairs))
    return lambda answers: pairs[order[len(answers)]]


def _answer(worth: Floats, pair: Pair, rng: np.random.Generator) -> float:
    seen = worth[pair[0]] - worth[pair[1]] + NOISE * rng.logistic()
    return 0.0 if abs(seen) < TIE else float(np.sign(seen))


def _dominance(n: int, answers: Answers) -> Floats:
    arcs = np.zeros((1, n, n), dtype=bool)
    for i, j, value in answers:
        arcs[0, i, j] |= value >= 0
        arcs[0, j, i] |= value <= 0
    return np.asarray(dominances(reachability(arcs))[0])


def _ordered(found: Floats, truth: Floats) -> float:
    """Return the share of pairs in the right order."""
    upper = np.triu_indices(len(truth), 1)
    right = np.sign(np.subtract.outer(found, found)) == np.sign(np.subtract.outer(truth, truth))
    return float(right[upper].mean())


# The page ----------------------------------------------------------------


def run() -> Evidence:
    """Rebuild rankings, simulate campaigns, and arrange both as tables."""
    published = _published()
    drawn = {
        "simulated, a quarter tied": tied_orders(DRAWN, 5),
        "strict random orders": random_orders(DRAWN, 5),
    }
    rebuilt = {
        name: rebuild(rankings, np.random.default_rng(1))
        for name, rankings in (published | drawn).items()
    }
    name = "WMT16, 8 pairs" if published else "simulated, a quarter tied"
    rebuilt[f"{name}, spanning tree"] = rebuild(
        (published | drawn)[name], np.random.default_rng(1), questions=spanning_tree
    )
    campaigns = [
        Campaign(way, outputs, asked, seed)
        for outputs, most in MOST.items()
        for way, asked in ((WITHOUT, questions(outputs)), *((way, most) for way in WAYS))
        for seed in range(CAMPAIGNS)
    ]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(simulate, campaigns, chunksize=4))
    averages = {
        (outputs, way): _average(
            [
                one
                for campaign, one in zip(campaigns, found, strict=True)
                if (campaign.outputs, campaign.way) == (outputs, way)
            ]
        )
        for outputs in MOST
        for way in (*WAYS, WITHOUT)
    }
    body = "\n\n".join(
        [
            (__doc__ or "").split("\n", 2)[2].strip(),
            _questions_table(),
            _rebuilt_table(rebuilt, published),
            _growth_table(),
            _steering_tables(averages),
        ]
    )
    return Evidence(
        "Tournaments, follow-up questions and budget mode",
        body,
        signature("tournament", rankings=DRAWN, campaigns=CAMPAIGNS, sources=SOURCES, seed=0),
    )


def _average(found: list[Found]) -> Found:
    return Found(
        *(
            np.mean([getattr(one, name) for one in found], axis=0)
            for name in ("correlation", "best", "order", "scale", "dominance_order")
        )
    )


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _questions_table() -> str:
    sizes = (2, 3, 4, 5, 6, 8, 10, 12, 20, 30, 50, 60)
    rows = []
    for n in sizes:
        every = n * (n - 1) // 2
        rows.append([str(n), str(questions(n)), str(every), f"{1 - questions(n) / every:.0%}"])
    return "## How many questions\n\n" + _table(
        ["alternatives", "tournament", "all pairs", "saved"], rows
    )


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def _rebuilt_table(
    rebuilt: dict[str, tuple[AfterFollowUps, ...]], published: dict[str, FullRankings]
) -> str:
    head = [
        "rankings of five", "questions", "r (sd)", "inferred right", "… as in the paper",
        "… decided", "no path", "reversed", "exact", "best", "+1: r / best", "+2: r / exact",
        "+3: r / exact",
    ]  # fmt: skip
    rows = []
    for name, (zero, one, two, three) in rebuilt.items():
        rows.append(
            [
                name,
                f"{zero.questions:g}",
                f"{zero.correlation.mean:.3f} ({zero.correlation.sd:.3f})",
                _share(zero.accuracy_all),
                _share(zero.accuracy),
                _share(zero.accuracy_decided),
                _share(zero.unrelated),
                _share(zero.reversed),
                _share(zero.exact),
                _share(zero.best),
                f"{one.correlation.mean:.3f} / {_share(one.best)}",
                f"{two.correlation.mean:.3f} / {_share(two.exact)}",
                f"{three.correlation.mean:.3f} / {_share(three.exact)}",
            ]
        )
    source = (
        f"The published rankings are those of five outputs in WMT 2016 ({EACH} of each language "
        "pair) and WMT 2013; rankings that call everything equal are left out."
        if published
        else "The published rankings of WMT were not at hand when this page was written, so it "
        "rests on simulated ones."
    )
    return (
        "## Rankings rebuilt by a perfect annotator\n\n"
        f"{source} The paper reports r = {PUBLISHED.correlation:g} (sd {PUBLISHED.sd:g}) and "
        f"{PUBLISHED.accuracy:.1%} on {PUBLISHED.rankings} rankings of WMT 2010. *Inferred "
        "right*: pairs never asked whose relation (better, tied, worse) is right; *as in the "
        "paper*: among pairs whose dominance differs, an original tie counting as wrong; "
        "*decided*: the same without original ties.\n\n" + _table(head, rows)
    )


def _growth_table() -> str:
    rows = []
    for n in SIZES:
        steps = rebuild(random_orders(DRAWN // n * 4, n), np.random.default_rng(n), follow_ups=6)
        rows.append(
            [
                str(n),
                f"{steps[0].questions:g}",
                *(f"{step.correlation.mean:.3f} / {step.best:.0%}" for step in steps[:5]),
                f"{steps[6].correlation.mean:.3f} / {steps[6].exact:.0%}",
            ]
        )
    head = ["alternatives", "questions", "r / best", *(f"+{k}" for k in (1, 2, 3, 4))]
    return (
        "## More alternatives\n\nStrict random orders, the hardest case. One follow-up question "
        "finds the best of five, two that of six, three that of eight or ten, four that of "
        "twelve; rebuilding a whole order of many takes many more.\n\n"
        + _table([*head, "+6: r / exact"], rows)
    )


def _steering_tables(averages: dict[tuple[int, str], Found]) -> str:
    parts = [
        "## Steering\n",
        f"{CAMPAIGNS} campaigns of {SOURCES} sources for each way. Strengths of systems N(0, "
        f"{SYSTEM_SD:g}), outputs around them with sd {OUTPUT_SD:g}, an annotator who errs. "
        "*random*: pairs drawn at random; *tournament*: followed by follow-up questions; "
        "*budget*: always the most informative pair (`next_pair`). Shown is r of dominance with "
        "the true worths, and how often the best is found, after so many questions per source.\n",
    ]
    for outputs, at in ((6, (5, 6, 7, 8, 10, 12)), (12, (11, 12, 14, 16, 20, 24, 30, 36))):
        rows = [
            [
                way,
                *(
                    f"{found.correlation[number - 1]:.3f} / {found.best[number - 1]:.0%}"
                    for number in at
                ),
            ]
            for way in WAYS
            for found in [averages[outputs, way]]
        ]
        parts.append(_table([f"{outputs} outputs", *map(str, at)], rows) + "\n")
        parts.append(_needed(averages, outputs) + "\n")
    rows = [
        [f"{outputs} outputs, {way}", f"{found.order:.1%}", f"{found.scale:.2f}",
         f"{found.dominance_order:.1%}"]
        for (outputs, way), found in averages.items()
    ]  # fmt: skip
    parts.append(
        "What steering does to systems, at the end of the campaigns: the share of pairs of "
        "systems in the right order, by Bradley–Terry and by mean dominance, and the slope of "
        "Bradley–Terry strengths on the true ones.\n"
    )
    parts.append(
        _table(["", "Bradley–Terry order", "Bradley–Terry slope", "mean dominance order"], rows)
    )
    parts.append(
        "\nSteering ranks the outputs of each source better for the same number of questions; "
        "the order of systems it tells no better and no worse. Where questions are steered, "
        "Bradley–Terry strengths lie closer together than with random pairs, because close pairs "
        "are asked and the outputs of one system differ from source to source; a tournament "
        "without follow-ups, whose pairs do not depend on answers, is all but free of it. Rank "
        "systems by mean dominance where questions were steered, and read distances between "
        "them from questions that were not."
    )
    return "\n".join(parts)


def _needed(averages: dict[tuple[int, str], Found], outputs: int) -> str:
    """Say after how many questions each way reaches what the random one reaches at its end."""
    goals = (0.85, 0.9)
    words = []
    for goal in goals:
        reached = [f"{way} {_first(averages[outputs, way].correlation, goal)}" for way in WAYS]
        words.append(f"r = {goal:g}: {', '.join(reached)}")
    return f"Questions per source needed for {'; for '.join(words)}."


def _first(curve: Floats, goal: float) -> str:
    """Return where a rising curve first reaches the goal, between two questions."""
    for number, (before, after) in enumerate(pairwise(curve), start=1):
        if before < goal <= after:
            return f"{number + (goal - before) / (after - before):.1f}"
    return f"more than {len(curve)}"
