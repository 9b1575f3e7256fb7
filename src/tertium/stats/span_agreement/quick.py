"""Agreement on marked tokens alone: what a page can show while people work."""

from dataclasses import dataclass

import numpy as np

from tertium.stats.agreement.kappa import fitting_word
from tertium.stats.intervals import check_level
from tertium.stats.result import Estimate, signature
from tertium.stats.span_agreement.jackknife import every_two
from tertium.stats.span_agreement.readings import read_marks
from tertium.stats.span_agreement.token_tables import TOKEN_RULE, cross_tokens, kappa
from tertium.table_spans import Spans


@dataclass(frozen=True, slots=True)
class TokenPair:
    """Two annotators: κ on the tokens of the outputs that both read."""

    a: str
    b: str
    outputs: int
    kappa: float | None


@dataclass(frozen=True, slots=True)
class TokenAgreement:
    """The mean κ over pairs of annotators, with its interval."""

    kappa: Estimate
    word: str
    outputs: int
    pairs: tuple[TokenPair, ...]
    signature: str


def agree_tokens(spans: Spans, *, level: float = 0.95) -> TokenAgreement:
    """Measure agreement on which tokens of the target are marked, and as what.

    It is the first number of `agree_spans`, without those that take long.
    """
    check_level(level)
    read = read_marks(spans, label=None, unit=None)
    pairs = every_two(read, level, "these")
    measured = pairs.measure(cross_tokens(read, side="target").features(), kappa)
    shared = np.bincount(pairs.cells.pair, minlength=len(pairs.cells.people))
    return TokenAgreement(
        kappa=measured.mean,
        word=fitting_word(measured.mean),
        outputs=len(read.outputs),
        pairs=tuple(
            TokenPair(read.annotators[a], read.annotators[b], int(number), value)
            for (a, b), number, value in zip(
                pairs.cells.people, shared, measured.pairs, strict=True
            )
        ),
        signature=signature(
            "agree-tokens",
            label=read.label,
            side="target",
            tokens=TOKEN_RULE,
            ci=f"{read.unit}-jackknife-t-log",
            level=f"{level:g}",
        ),
    )
