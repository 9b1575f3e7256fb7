"""Agreement on marked errors: the worked figure, recomputed.

Lommel, Popović and Burchardt (2014), "Assessing Inter-Annotator Agreement for Translation Error
Annotation", Figure 2: three annotators mark one sentence of 19 tokens. The first marks three
tokens as word order, one as mistranslation and one as agreement; the second the same three and two
more as word order, the same one and one more as mistranslation; the third what the first did,
without agreement. Where in the sentence the tokens stand does not change any of the numbers.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from tertium.stats.published.claim import Claim
from tertium.stats.span_agreement.categories import same_sets
from tertium.stats.span_agreement.readings import Mark, Read, Reading, SharedOutput
from tertium.stats.span_agreement.token_tables import cross_tokens, kappa

__all__ = ["CLAIMS", "FIGURE_2"]

PAPER = "Lommel, Popović and Burchardt (2014)"
SENTENCE = " ".join("abcdefghijklmnopqrs")  # nineteen tokens of one letter, two characters apart


def _mark(first: int, number: int, label: str) -> Mark:
    """Mark some tokens of the sentence."""
    return Mark("target", 2 * first, 2 * (first + number) - 1, label)


FIGURE_2 = {
    1: (_mark(0, 3, "word order"), _mark(6, 1, "mistranslation"), _mark(10, 1, "agreement")),
    2: (_mark(0, 5, "word order"), _mark(6, 2, "mistranslation")),
    3: (_mark(0, 3, "word order"), _mark(6, 1, "mistranslation")),
}
EQUAL = {(1, 2): 15, (1, 3): 18, (2, 3): 16}
KAPPA = {(1, 2): 0.57, (1, 3): 0.89, (2, 3): 0.53}
SETS = {(1, 2): 0.67, (1, 3): 0.67, (2, 3): 1.0}
_NOTE = {
    (1, 3): "18 of 19 equal and the marks of the figure give (342 − 220) / (361 − 220) = .865.",
    (2, 3): "16 of 19 equal and the marks of the figure give (304 − 197) / (361 − 197) = .652.",
}


def _pair(one: int, two: int) -> tuple[float, float]:
    """Return how many tokens two annotators label alike, and κ."""
    readings = tuple(Reading(who, FIGURE_2[who]) for who in (one, two))
    output = SharedOutput("1", "", 0, SENTENCE, None, readings)
    sums = cross_tokens(Read((output,), (), 1, "segment", "category"), side="target").features()
    table = sums.toarray()
    return float(table[0, 1]), float(kappa(table)[0])


def _claims() -> Iterator[Claim]:
    for pair in combinations(FIGURE_2, 2):
        named = f"annotators {pair[0]} and {pair[1]}"
        yield Claim(f"Figure 2, equal tokens, {named}", EQUAL[pair], partial(_taken, pair, 0), 0.0)
        yield Claim(
            f"Figure 2, κ, {named}", KAPPA[pair], partial(_taken, pair, 1), 0.005,
            _NOTE.get(pair, ""),
        )  # fmt: skip
        alike = partial(same_sets, FIGURE_2[pair[0]], FIGURE_2[pair[1]])
        yield Claim(f"Figure 2, category sets, {named}", SETS[pair], alike, 0.005)


def _taken(pair: tuple[int, int], place: int) -> float:
    return _pair(*pair)[place]


CLAIMS: tuple[Claim, ...] = tuple(replace(claim, paper=PAPER) for claim in _claims())
