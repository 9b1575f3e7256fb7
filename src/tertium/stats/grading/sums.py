"""Points of one text of one student as one grader saw it: a *grading*."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from tertium.choices import WordsOf
from tertium.exceptions import BadInput
from tertium.formats.grade_scale import GradeScale
from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import add_up, together
from tertium.stats.errors.weigh import words_read
from tertium.stats.grading.points import Marks
from tertium.table import Spans


@dataclass(frozen=True, slots=True)
class GradedText:
    """One text of one student as one grader saw it.

    `sum` is the paper's: all good solutions minus all errors. In `strict`, what is left over of
    good solutions does not pay for `critical` errors. `rated` is what the scale looks at.
    """

    document: str
    student: str
    annotator: str
    grade: str
    sum: float
    strict: float
    rated: float
    plus: float
    minus: float
    critical: float
    internal: float
    external: float
    merits: int
    faults: int
    words: float | None


def strict_sum(plus: ArrayLike, minus: ArrayLike, critical: ArrayLike) -> Floats:
    """Return plus − minus, but what is left over of good solutions pays for no critical error.

    `minus` are the points of all errors, `critical` those of critical ones among them. Without
    critical errors it is the plain sum.

    >>> strict_sum([6, 6, 1], [3, 11, 11], [0, 8, 8]).tolist()
    [3.0, -8.0, -10.0]
    """
    gained, lost, fatal = (np.asarray(one, dtype=float) for one in (plus, minus, critical))
    ordinary = gained - (lost - fatal)
    return np.asarray(np.where(fatal > 0, np.minimum(ordinary, 0.0) - fatal, ordinary))


@dataclass(frozen=True, slots=True)
class Gradings:
    """Gradings as numbers. `of` is the grading that each judged output belongs to.

    `text` is the student's text (document × student) that each grading is about, `first` an
    output of it; `segments` is how many segments were read. `words` are NaN where not known.
    """

    of: Ints
    text: Ints
    first: Ints
    plus: Floats
    minus: Floats
    critical: Floats
    external: Floats
    merits: Ints
    faults: Ints
    segments: Ints
    words: Floats

    def __len__(self) -> int:
        return len(self.first)

    @property
    def sum(self) -> Floats:
        """The sum of the paper: good solutions minus errors."""
        return self.plus - self.minus

    @property
    def strict(self) -> Floats:
        """The sum in which nothing makes up for critical errors."""
        return strict_sum(self.plus, self.minus, self.critical)

    def rated(self, scale: GradeScale) -> Floats:
        """Return the points that a scale looks at."""
        chosen = self.strict if scale.sum == "strict" else self.sum
        return chosen * scale.per / self.words if scale.per else chosen


def sum_gradings(
    spans: Spans,
    marks: Marks,
    *,
    scale: GradeScale,
    words_of: WordsOf = "source",
    lengths: Mapping[str, float] | None = None,
) -> Gradings:
    """Add up the marks of each grading, over all segments of the text."""
    own = spans.outputs
    version = together(own.campaign.codes, own.document.codes, own.system.codes)
    key = together(version, own.annotator.codes, own.pass_.codes, own.layer.codes)
    _, first, of = np.unique(key, return_index=True, return_inverse=True)
    size, at = len(first), of[spans.output]
    words = np.bincount(of, words_read(spans, words_of, lengths or {}), size).astype(float)
    if scale.per and not (words > 0).all():
        row = first[int(np.flatnonzero(~(words > 0))[0])]
        raise BadInput(
            f"the words of the text of {own.system.values()[row]!r} are not known",
            fix=f"Add a column {words_of!r} with the texts, give --lengths FILE (segment,words), "
            "or use a scale with per: 0.",
        )
    outside = marks.external[marks.category]
    merit = marks.points > 0
    return Gradings(
        of=of,
        text=version[first],
        first=first,
        plus=add_up(np.where(merit, marks.points, 0.0), at, size),
        minus=add_up(np.where(merit, 0.0, -marks.points), at, size),
        critical=add_up(np.where(marks.critical & ~merit, -marks.points, 0.0), at, size),
        external=add_up(np.where(outside, marks.points, 0.0), at, size),
        merits=np.bincount(at[merit], minlength=size),
        faults=np.bincount(at[~merit], minlength=size),
        segments=np.bincount(of, minlength=size),
        words=words,
    )
