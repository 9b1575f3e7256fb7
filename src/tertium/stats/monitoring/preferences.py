"""Preferences as they arrive: the log ratio of wins, for annotators and documents like these."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.special import expit

from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.codes import filled, numbered
from tertium.stats.contrasts.crossed import DOCUMENTS, crossed, excess, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.contrasts.ratio import JUDGEMENT_SD, independent_cases, log_ratios_of
from tertium.stats.labels import LabelledJudgements
from tertium.stats.monitoring import binomial, documents
from tertium.stats.monitoring.course import Scale, Standing, known_documents
from tertium.stats.monitoring.result import Kind

ROPE = 1.25  # a ratio between 1 to 1.25 and 1.25 to 1 is no difference that matters
_LARGEST = 700.0  # the log of a ratio beyond all numbers
_AT_ONCE = 32  # simulated campaigns that are analysed together


@dataclass(frozen=True, slots=True)
class Preferences:
    """Judgements in order: who, which segment, +1 advanced, −1 baseline, 0 neither.

    `document` is −1 where it is not known. `counts` marks those that enter the e-process: decided
    ones, and of each segment, or document where it is known, those of the annotator who decided in
    it first, because two annotators' judgements of it are not independent of each other.
    """

    annotator: Ints
    segment: Ints
    document: Ints
    value: Floats
    counts: Bools
    scale: Scale
    level: float
    choices: dict[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> Kind:
        """What was judged."""
        return "preferences"

    @property
    def left_out(self) -> int:
        """How many decided judgements the e-process leaves out."""
        return int((self.value != 0).sum() - self.counts.sum())

    @property
    def notes(self) -> tuple[str, ...]:
        """What weakens the e-process."""
        if not self.left_out or self.choices.get("rule") != "anytime-valid":
            return ()
        if self._known:
            return (
                "The e-process counts each document by the annotator who decided in it first; "
                f"{self.left_out:,} decided judgements of it by others, or of a segment judged "
                "before, are left out, because they are not independent of these.",
            )
        return (
            f"The e-process counts the first decided judgement of each segment; {self.left_out:,} "
            "later ones are left out, because they are not independent of it.",
        )

    def __len__(self) -> int:
        return len(self.value)

    @property
    def _known(self) -> bool:
        return bool((self.document >= 0).any())

    def standing(self, size: int) -> Standing:
        """Return what decided judgements tell about the log ratio."""
        decided = np.flatnonzero(self.value[:size] != 0)
        annotator, segment = self.annotator[decided], self.segment[decided]
        document = self.document[decided]
        units = (
            len(np.unique(annotator)),
            known_documents(document),
            len(np.unique(segment)),
        )
        won = (self.value[decided] > 0).astype(float)
        wins, losses = float(won.sum()), float(len(won) - won.sum())
        if not wins or not losses:
            cases = independent_cases(annotator, segment, document) if len(won) else 0
            return Standing(size, len(won), *units, unanimous=cases if wins else -cases)
        layout = Layout.of(np.ones(len(won)), annotator, segment, document)
        sums = squares(layout, log_ratios_of(won)[:, None])
        ratio = float(np.log(wins / losses))
        found = crossed(layout, sums)
        if np.isnan(found.weight).any():
            return Standing(size, len(won), *units, ratio)
        beyond = excess(layout, sums, self.scale.bound)
        return Standing(size, len(won), *units, ratio, found, beyond=beyond)

    def log_e_values(self, sizes: Ints) -> Floats:
        """Return the log e-value after each number of judgements."""
        if self._known:
            return self._evidence(sizes).log_e_values
        counted = self._counted(sizes, self.annotator)
        return binomial.log_e_values(*counted, bound=self.scale.bound)

    def confidence_sequence(self, sizes: Ints) -> Floats:
        """Return low, estimate and high of the log ratio, valid at all looks."""
        if self._known:
            return self._evidence(sizes).confidence_sequence(self.level)
        counted = self._counted(sizes, self.annotator)
        return binomial.confidence_sequence(*counted, bound=self.scale.bound, level=self.level)

    def _evidence(self, sizes: Ints) -> documents.Evidence:
        """Return the evidence of documents, each by its annotator."""
        text = filled(self.document, self.segment)
        owner = np.zeros(int(text.max()) + 1, dtype=np.int64)
        owner[text[self.counts]] = self.annotator[self.counts]
        wins, losses = self._counted(sizes, text)
        return documents.evidence(wins, losses, numbered(owner), bound=self.scale.bound)

    def _counted(self, sizes: Ints, unit: Ints) -> tuple[Floats, Floats]:
        """Return wins and losses that count, by look and unit."""
        rows = np.flatnonzero(self.counts)
        codes = numbered(unit)
        first = np.searchsorted(sizes, rows, side="right")  # the look that sees it first
        inside = first < len(sizes)
        sums = []
        for sign in (1, -1):
            here = inside & (self.value[rows] == sign)
            number = np.zeros((len(sizes), int(codes.max(initial=-1)) + 1))
            np.add.at(number, (first[here], codes[rows][here]), 1.0)
            sums.append(number.cumsum(axis=0))
        return sums[0], sums[1]

    def null_p_values(self, sizes: Ints, runs: int, rng: np.random.Generator) -> Iterator[Floats]:
        """Yield p-values at each look of campaigns with the same layout and no preference."""
        rows = np.flatnonzero(self.value != 0)
        annotator, segment = numbered(self.annotator[rows]), self.segment[rows]
        document = self.document[rows]
        lean = rng.normal(0.0, self.scale.bound, (int(annotator.max(initial=-1)) + 1, runs))
        odds = lean[annotator]
        if (document >= 0).any():
            text = filled(document, segment)
            sd = DOCUMENTS * JUDGEMENT_SD
            odds = odds + rng.normal(0.0, sd, (int(text.max()) + 1, runs))[text]
        won = (rng.random(odds.shape) < expit(odds)).astype(float)
        for size in sizes:
            seen = int(np.searchsorted(rows, size))
            if not seen:
                yield np.ones(runs)
                continue
            layout = Layout.of(np.ones(seen), annotator[:seen], segment[:seen], document[:seen])
            yield np.concatenate(
                [
                    crossed(layout, squares(layout, log_ratios_of(part))).p()
                    for part in np.split(won[:seen], range(_AT_ONCE, runs, _AT_ONCE), axis=1)
                ]
            )

    def shown(self, value: float) -> float | None:
        """Return a log ratio as a ratio."""
        return float(np.exp(value)) if value < _LARGEST else None


def preferences_of(
    data: LabelledJudgements, *, scale: Scale, level: float, choices: dict[str, Any]
) -> Preferences:
    """Return the course of labelled judgements; an answer that could not judge says nothing."""
    people = data.rows.annotator.codes
    segment = filled(data.rows.segment.codes, np.arange(len(data)))
    document = data.rows.document.codes
    counts = counted_once(people, segment, document, data.value)
    return Preferences(people, segment, document, data.value, counts, scale, level, choices)


def counted_once(annotator: Ints, segment: Ints, document: Ints, value: Floats) -> Bools:
    """Return which judgements enter the e-process.

    A document (or a segment without one) belongs to the annotator who decided in it first; of each
    of its segments the first decided judgement by that annotator counts.
    """
    decided = np.flatnonzero(value != 0)
    text = filled(document, segment)[decided]
    _, begun, code = np.unique(text, return_index=True, return_inverse=True)
    own = decided[annotator[decided] == annotator[decided][begun][code]]
    _, first = np.unique(segment[own], return_index=True)
    counts = np.zeros(len(value), dtype=bool)
    counts[own[first]] = True
    return counts
