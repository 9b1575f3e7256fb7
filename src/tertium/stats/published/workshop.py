"""The workshop volume on operational evaluation (MTE 2014): what its examples allow to analyse.

Lommel, Popović and Burchardt, Figures 1 and 2: where in the sentence the marked tokens stand
changes none of the numbers of Figure 2, nor the category sets of Figure 1. Christianson, Dorr and
Olive: how many documents users got. Vela, Schumann and Wurm: what a sum of points means.
Starlander: ratings with the printed shares of equal answers. Carl and Schaeffer: bins with the
printed r.
"""

from itertools import combinations

import numpy as np

from tertium.formats.scale_files import read_grades
from tertium.stats.agreement.agree import agree
from tertium.stats.checkpoints.instances import Instance, Instances
from tertium.stats.checkpoints.matches import TranslatedTexts, count_matches
from tertium.stats.entropy.correlate import binned
from tertium.stats.grading.sums import strict_sum
from tertium.stats.published.claim import recomputes
from tertium.stats.span_agreement.categories import same_sets
from tertium.stats.span_agreement.readings import Mark, Reading, SharedOutput, SharedReadings
from tertium.stats.span_agreement.token_tables import cross_tokens, kappa
from tertium.stats.utility.study import study_documents
from tertium.table import JudgementTable

SENTENCE = " ".join("abcdefghijklmnopqrs")  # nineteen tokens of one letter, two characters apart


def _mark(first: int, number: int, label: str) -> Mark:
    """Mark some tokens of the sentence."""
    return Mark("target", 2 * first, 2 * (first + number) - 1, label)


FIGURE_1 = (
    (_mark(0, 1, "mistranslation"), _mark(4, 1, "word order")),
    (_mark(4, 1, "word order"),),
)
FIGURE_2 = {
    1: (_mark(0, 3, "word order"), _mark(6, 1, "mistranslation"), _mark(10, 1, "agreement")),
    2: (_mark(0, 5, "word order"), _mark(6, 2, "mistranslation")),
    3: (_mark(0, 3, "word order"), _mark(6, 1, "mistranslation")),
}
PAIRS = tuple(combinations(FIGURE_2, 2))
# Gaspari et al., Section 3.3.2: aligned reference words and the output.
CHECKPOINTS = {
    1: ("is", "And still like this , is a star ."),
    2: ("gave", "It was a gift that did me he"),
    3: ("he has", "Anto has asthma , it breathes with difficulty"),
}


def _pair(one: int, two: int) -> tuple[float, float]:
    """Return how many tokens two annotators label alike, and κ."""
    readings = tuple(Reading(who, FIGURE_2[who]) for who in (one, two))
    output = SharedOutput("1", "", 0, SENTENCE, None, readings)
    sums = cross_tokens(
        SharedReadings((output,), (), 1, "segment", "category"), side="target"
    ).features()
    table = sums.toarray()
    return float(table[0, 1]), float(kappa(table)[0])


@recomputes(cross_tokens)
def equal_tokens(one: int, two: int) -> float:
    """Return how many tokens of Figure 2 two annotators label alike."""
    return _pair(one, two)[0]


@recomputes(cross_tokens)
def equal_share(one: int, two: int) -> float:
    """Return the share of tokens of Figure 2 that two annotators label alike."""
    return _pair(one, two)[0] / len(SENTENCE.split())


@recomputes(kappa)
def token_kappa(one: int, two: int) -> float:
    """Return the token κ of two annotators of Figure 2."""
    return _pair(one, two)[1]


@recomputes(kappa)
def mean_kappa() -> float:
    """Return the mean token κ of Figure 2."""
    return sum(_pair(*pair)[1] for pair in PAIRS) / len(PAIRS)


@recomputes(cross_tokens)
def mean_share() -> float:
    """Return the mean share of tokens of Figure 2 labelled alike."""
    return sum(_pair(*pair)[0] for pair in PAIRS) / len(PAIRS) / len(SENTENCE.split())


@recomputes(same_sets)
def sets(one: int, two: int) -> float:
    """Return how far the sets of categories agree that two annotators of Figure 2 used."""
    return same_sets(FIGURE_2[one], FIGURE_2[two])


@recomputes(same_sets)
def sets_of_figure_1() -> float:
    """Return how far the sets of categories of Figure 1 agree."""
    return same_sets(*FIGURE_1)


@recomputes(study_documents)
def documents(kind: str) -> float:
    """Count the documents made from one with a little more than 45% of its words wrong."""
    words = [f"w{number}" for number in range(200)]
    mt = ["x"] * 91 + words[91:]
    made = study_documents([" ".join(mt)], [" ".join(words)], source=[" ".join(words)])
    return float(sum(kind in (one.kind, "all") for one in made))


@recomputes(strict_sum)
def grade(merits: int, faults: int) -> float:
    """Return the grade that points for good solutions and for errors earn in 100 words."""
    return float(read_grades().grade(float(strict_sum(merits, faults, 0))))


@recomputes(agree)
def majority(unanimous: int, four: int, three: int) -> float:
    """Return on how many of 100 sentences most of five annotators agree."""
    shapes = {"aaaaa": unanimous, "aaaab": four, "aaabc": three}
    shapes["aabbc"] = 100 - sum(shapes.values())
    rows = [
        {"annotator": str(who), "segment": f"{shape}-{k}", "system": "x", "aspect": "overall",
         "label": label}
        for shape, number in shapes.items()
        for k in range(number)
        for who, label in enumerate(shape)
    ]  # fmt: skip
    found = agree(JudgementTable.from_rows(rows))
    (share,) = (one.share for one in found.majorities if one.at_least == 3)
    return 100 * share


@recomputes(binned)
def bins(r: int, number: int, what: str) -> float | None:
    """Return explained variance (in %), F or p of so many bins whose r is given in hundredths."""
    x = np.arange(number, dtype=float)
    line = x - x.mean()
    bend = line**2 - np.mean(line**2)  # no line explains any of it
    rho = r / 100
    y = rho * line / np.linalg.norm(line) + (1 - rho**2) ** 0.5 * bend / np.linalg.norm(bend)
    found = binned(x, y, x.astype(np.int64), width=1.0, level=0.95)
    if what == "variance":
        return None if found.r_squared is None else 100 * found.r_squared
    return found.f if what == "F" else found.p


@recomputes(count_matches)
def checkpoint(example: int) -> float:
    """Return the share of matched n-grams of an example."""
    phrase, output = (tuple(text.split()) for text in CHECKPOINTS[example])
    links = frozenset((0, at) for at in range(len(phrase)))
    instances = Instances(("VER",), ("VER",), frozenset(), (Instance(0, 0, (0,)),), (("",),))
    found = count_matches(instances, TranslatedTexts((phrase,), (links,), {"RbMT": (output,)}))
    return float(found.matched[0, 0] / found.total[0])
