"""Scores of outputs, one for each annotator and output, and who passed the control test."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.assessment.control import control_tests
from tertium.stats.assessment.rows import Rows, read_rows
from tertium.stats.codes import together
from tertium.table import JudgementTable, Scores

FEWEST = 20  # outputs, before a correlation over them says anything
_EXPECTED = 2  # judgements in a consensus of annotators who passed


Tested = Literal["passed", "failed", "untested"]


@dataclass(frozen=True, slots=True)
class Cells:
    """The first score that each annotator gave each output, and scores of degraded copies.

    `scores` holds both; `at` tells where the cells stand there, `copies` where the copies.
    """

    scores: Scores
    at: Ints
    copies: Ints
    person: Ints
    item: Ints
    value: Floats
    names: tuple[str, ...]  # of people
    tested: tuple[Tested, ...]  # of people
    items: int

    def __len__(self) -> int:
        return len(self.value)

    @property
    def people(self) -> int:
        """How many annotators there are."""
        return len(self.names)

    @property
    def passed(self) -> Bools:
        """Tell which annotators passed."""
        return np.array([one == "passed" for one in self.tested])

    @property
    def counts(self) -> Ints:
        """How many annotators scored each output."""
        return np.bincount(self.item, minlength=self.items)

    def depth(self) -> int:
        """Return how many scores at least half of all outputs have, and at least 20."""
        counts = np.sort(self.counts)[::-1]
        return int(counts[max((len(counts) - 1) // 2, min(FEWEST, len(counts)) - 1)])

    def drawn(self, rows: Bools) -> Scores:
        """Return the scores of some cells, and those of degraded copies by the same people."""
        there = np.zeros(len(self.scores.annotator.names), dtype=bool)
        there[self.scores.annotator.codes[self.at[rows]]] = True
        copies = self.copies[there[self.scores.annotator.codes[self.copies]]]
        return self.scores.take(np.sort(np.concatenate([self.at[rows], copies])))

    def trusted(self, held: int) -> Bools:
        """Tell whose scores make the consensus: who passed, if they are enough; else all."""
        passed = self.passed
        if passed.any() and passed[self.person].mean() * held >= _EXPECTED:
            return passed
        return np.ones(self.people, dtype=bool)


def read_cells(data: JudgementTable | Scores, *, aspect: str) -> Cells:
    """Read the scores of outputs, each annotator's first one for each."""
    rows = read_rows(data, aspect=aspect)
    results = {one.annotator: one.passed for one in control_tests(rows)}
    rows = rows.take((rows.scores.annotator.codes >= 0) & (rows.item >= 0))
    real = rows.plays("real") | (rows.scores.role.codes < 0)
    first = np.zeros(len(rows), dtype=bool)
    first[np.flatnonzero(real)[_first(rows.take(real))]] = True
    cells = rows.take(first)
    codes = np.unique(cells.scores.annotator.codes)
    names = tuple(rows.scores.annotator.names[code] for code in codes.tolist())
    item = together(cells.item)
    return Cells(
        rows.scores,
        np.flatnonzero(first),
        np.flatnonzero(rows.plays("degraded")),
        np.searchsorted(codes, cells.scores.annotator.codes),
        item,
        cells.value,
        names,
        tuple(_TESTED[results[name]] for name in names),
        int(item.max(initial=-1)) + 1,
    )


_TESTED: dict[bool | None, Tested] = {True: "passed", False: "failed", None: "untested"}


def _first(rows: Rows) -> Ints:
    """Return where the first score stands that somebody gave an output."""
    return np.unique(together(rows.scores.annotator.codes, rows.item), return_index=True)[1]


def z_scores(value: Floats, person: Ints, people: int) -> Floats:
    """Standardise by annotator; who gives one score only has z = 0."""
    number = np.maximum(np.bincount(person, minlength=people), 1)
    off = value - (np.bincount(person, value, people) / number)[person]
    sd = np.sqrt(np.bincount(person, off**2, people) / np.maximum(number - 1, 1))
    return np.asarray(off / np.where(sd > 0, sd, 1.0)[person])


def mean_of(value: Floats, item: Ints, items: int) -> Floats:
    """Return the mean by output, NaN without any score."""
    with np.errstate(invalid="ignore"):
        return np.bincount(item, value, items) / np.bincount(item, minlength=items)


def by_person(person: Ints, people: int) -> list[Ints]:
    """Return the rows of each person."""
    order = np.argsort(person, kind="stable")
    return np.split(order, np.cumsum(np.bincount(person, minlength=people))[:-1])
