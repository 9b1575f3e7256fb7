"""What every result shows of systems and their contrasts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tertium.wording import say

ALL_THE_SAME = say("all judgements say the same")  # a reason for a contrast without an interval
Text = Literal["segment", "document"]  # what is one of many texts


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
    not, "nobody" where texts were measured without them; `texts` says the same of documents or
    segments.
    """

    quantity: str
    scale: str
    annotators: Literal["like these", "these", "this annotator", "nobody"]
    texts: Literal["documents like these", "segments like these", "this document", "these segments"]
    units: Units

    @property
    def sampled(self) -> str:
        """The units that the interval lets vary, as signatures name them."""
        texts = {"documents like these": "documents", "these segments": ""}
        people = "annotators" if self.annotators == "like these" else ""
        return "+".join(one for one in (people, texts.get(self.texts, "segments")) if one) or "none"


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

    def turned(self) -> "Contrast":
        """Return the same contrast, seen from the other system."""
        return replace(
            self,
            a=self.b,
            b=self.a,
            difference=_minus(self.difference),
            low=_minus(self.high),
            high=_minus(self.low),
        )


def against(contrasts: Sequence[Contrast], baseline: str) -> tuple[Contrast, ...]:
    """Return the contrasts of all other systems with one of them, which is always `b`."""
    ours = [one for one in contrasts if baseline in (one.a, one.b)]
    return tuple(one if one.b == baseline else one.turned() for one in ours)


def why_not(a: str, b: str, alone: tuple[bool, bool], text: Text = "segment") -> str:
    """Say why a contrast has no interval: one text says nothing about others, or none differs.

    `alone` tells of both systems whether there is only one text of them.
    """
    if not any(alone):
        return ALL_THE_SAME
    if all(alone):
        return say(f"there is only one {text}")
    return say(f"there is only one {text} of {{a}}", a=a if alone[0] else b)


def _minus(number: float | None) -> float | None:
    return None if number is None else -number


@dataclass(frozen=True, slots=True)
class Standing:
    """One system: its score, the ranks that are left open, and what it rests on.

    `rank`, its ranges and `cluster` count inside `component`, a group of systems that contrasts
    connect. `rank_range` follows from single contrasts, `rank_range_simultaneous` from contrasts
    corrected for their number. `documents` is None where they are not known.
    """

    system: str
    score: float
    low: float | None
    high: float | None
    rank: int
    rank_range: tuple[int, int]
    rank_range_simultaneous: tuple[int, int]
    cluster: int
    component: int
    judgements: int
    annotators: int
    documents: int | None
    segments: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Which system is better, by how much, and for whom: `systems` best first, all pairs.

    `notes` are sentences on what limits the contrasts.
    """

    systems: tuple[Standing, ...]
    contrasts: tuple[Contrast, ...]
    estimand: Estimand
    notes: tuple[str, ...] = ()
