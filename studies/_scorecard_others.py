"""Situations for a scorecard's verdict that its rule was not made with.

Other laws of how rates vary (log-normal, a few bad documents), unequal and very few documents,
errors that repeat, other severities, other thresholds and smaller samples. Some break what the
rule needs: documents differ far more than in past campaigns, or errors come in rows.
"""

from studies._scorecard_draws import Situation, samples
from tertium.stats.errors.decision import CAUTIOUS, SPREAD, p_values

LIMITS = (8, 20, 40)  # points in 1,000 words
WORDS = (750, 1500, 4000, 12000)
RISK = 0.05
_MARGIN = 0.01  # how far a risk may exceed the stated one
_HEAVY = ((1.0, 0.75), (5.0, 0.2), (25.0, 0.05))

OTHERS = (
    Situation("1 document, others vary by .5", document=0.5),
    Situation("3 documents vary by .3", 3, document=0.3),
    Situation("4 documents vary by 1", 4, document=1.0),
    Situation("4 documents vary by 1, of which the text consists", 4, document=1.0, these=True),
    Situation("6 documents vary by 1", 6, document=1.0),
    Situation("20 documents vary by 1.5, log-normal", 20, document=1.5, law="lognormal"),
    Situation("12 documents, each bad (× 5) by a chance of ¼", 12, bad=0.25),
    Situation("8 documents of unequal length vary by .7", 8, document=0.7, unequal=1.0),
    Situation("segments vary by 3", segment=3.0, these=True),
    Situation("segments vary by 1.5, log-normal", segment=1.5, law="lognormal", these=True),
    Situation("errors repeat, 3 in a row", run=3.0, these=True),
    Situation("errors repeat, 2 in a row, 10 documents vary by .4", 10, document=0.4, run=2.0),
    Situation("points 1, 5, 25", severities=_HEAVY, these=True),
    Situation("points 1, 5, 25, 10 documents vary by .5", 10, document=0.5, severities=_HEAVY),
    Situation("points .1, 1, 5, segments vary by 1", segment=1.0, these=True,
              severities=((0.1, 0.4), (1.0, 0.45), (5.0, 0.15))),
    Situation("all errors 1 point, 15 documents vary by .8", 15, document=0.8,
              severities=((1.0, 1.0),)),
    Situation("10 documents vary by 1, but are not known", 10, document=1.0, known=False),
)  # fmt: skip
Risks = tuple[float, float]


def measure_other(
    one: Situation, words: int, limit: float, *, runs: int, seed: int
) -> tuple[Risks, Risks]:
    """Return how often texts at the threshold pass and fail, by the usual and the cautious rule."""
    counts = {spread: [0, 0] for spread in (SPREAD, CAUTIOUS)}
    for sample in samples(one, words, limit, runs=runs, seed=(seed, OTHERS.index(one))):
        for spread, both in counts.items():
            p_pass, p_fail = p_values(sample, spread=spread)
            passed = p_pass <= RISK
            both[0] += int(passed.sum())
            both[1] += int((~passed & (p_fail <= RISK)).sum())
    usual, cautious = ((both[0] / runs, both[1] / runs) for both in counts.values())
    return usual, cautious


def others_section(runs: int, seed: int = 0) -> str:
    """Measure all of them and say where the stated risk is met within a point, and where not."""
    head = ["errors come", *(f"{words:,} words" for words in WORDS), "largest", "cautious"]
    rows, missed = [], []
    for one in OTHERS:
        cells: list[Risks] = []
        careful: list[Risks] = []
        for words in WORDS:
            found = [measure_other(one, words, limit / 1000, runs=runs, seed=seed)
                     for limit in LIMITS]  # fmt: skip
            cells.append(_largest([usual for usual, _ in found]))
            careful.append(_largest([cautious for _, cautious in found]))
        largest = _largest(cells)
        met = max(largest) <= RISK + _MARGIN
        if not met:
            missed.append(f"{one.name} ({_told(largest)})")
        worst = _told(largest) if met else f"**{_told(largest)}**"
        rows.append([one.name, *map(_told, cells), worst, _told(_largest(careful))])
    lines = [head, ["---"] * len(head), *rows]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    limits = ", ".join(map(str, LIMITS))
    verdict = (
        f"It is **not** met within a point in {len(missed)} of {len(OTHERS)}: {'; '.join(missed)}."
        if missed
        else "In all of them neither risk exceeds the stated one by more than a point."
    )
    return (
        "## Situations the rule was not made with\n\nOther laws of how rates vary, very few or "
        "unequal documents, errors that repeat in a segment, other points and other thresholds "
        f"({limits} points in 1,000 words). {verdict}\n\nCells show how often a text just at the "
        "threshold passes / fails, in per cent, at the worst of the thresholds; stated risk 5 %. "
        "The last column is the largest risk of the cautious setting, which takes documents to "
        f"differ by all of their mean.\n\n{table}"
    )


def _largest(found: list[Risks]) -> Risks:
    return max(passed for passed, _ in found), max(failed for _, failed in found)


def _told(risks: Risks) -> str:
    return f"{100 * risks[0]:.1f} / {100 * risks[1]:.1f}"
