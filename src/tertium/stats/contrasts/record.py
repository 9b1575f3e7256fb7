"""What every result shows of systems and their contrasts."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["ALL_THE_SAME", "Contrast", "Estimand", "Units"]

ALL_THE_SAME = "all judgements say the same"  # a reason for a contrast without an interval


@dataclass(frozen=True, slots=True)
class Units:
    """How many units were sampled; `documents` is None where they are not known."""

    annotators: int
    documents: int | None
    segments: int


@dataclass(frozen=True, slots=True)
class Estimand:
    """What is estimated, on which scale, and for which annotators and texts.

    `annotators` is "like these" where the interval lets annotators vary, "these" where it does
    not; `texts` says the same of documents or segments.
    """

    quantity: str
    scale: str
    annotators: Literal["like these", "these", "this annotator"]
    texts: Literal["documents like these", "segments like these", "this document", "these segments"]
    units: Units


@dataclass(frozen=True, slots=True)
class Contrast:
    """The score of `a` less that of `b`, with the p of a two-sided test that it is 0.

    The interval stands for this pair alone, and p < 1 − level exactly where it excludes 0;
    `p_adjusted` is corrected for all pairs (Holm, 1979). `reason` is given where there is no
    contrast. `further` is about how many further judgements would separate the two, None if they
    are separated or no number would do; then `limit` says what is missing.
    """

    a: str
    b: str
    difference: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_adjusted: float | None = None
    annotators: int | None = None
    documents: int | None = None
    reason: str | None = None
    further: int | None = None
    limit: Literal["annotators", "documents"] | None = None
