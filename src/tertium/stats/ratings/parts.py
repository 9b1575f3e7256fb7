"""Majority answers of outputs, and groups of annotators beside each other."""

from dataclasses import dataclass, replace

import numpy as np

from tertium.exceptions import BadInput
from tertium.stats.agreement.agree import agree_on
from tertium.stats.agreement.ratings import score_ratings
from tertium.stats.codes import different_of, together
from tertium.stats.ratings.moved import Movements
from tertium.stats.ratings.rated import Rated
from tertium.stats.ratings.shares import CategoryShare, distributions
from tertium.stats.result import Estimate


@dataclass(frozen=True, slots=True)
class MajorityAnswers:
    """The answers that more than half of the annotators of an output gave, for one system.

    `outputs` were answered by two annotators or more, `unanimous` alike by all; `undecided` have no
    majority and count for no category. `mean` is that of the majority answers.
    """

    system: str
    outputs: int
    unanimous: int
    undecided: int
    shares: tuple[CategoryShare, ...]
    mean: float | None


@dataclass(frozen=True, slots=True)
class RatingGroup:
    """One group of annotators: what they chose, how severe they are, how far they agree.

    `severity` is the mean of its annotators, `agreement` Krippendorff's α (ordinal) inside of the
    group.
    """

    group: str
    annotators: int
    judgements: int
    shares: tuple[CategoryShare, ...]
    mean: Estimate | None
    severity: float | None
    agreement: Estimate


def majority_answers(rated: Rated) -> tuple[MajorityAnswers, ...]:
    """Return the majority answers of every system; outputs of one annotator have none."""
    output = together(rated.system, rated.segment)
    size = int(output.max(initial=-1)) + 1
    votes = np.zeros((size, len(rated.labels)))
    np.add.at(votes, (output, rated.category), 1.0)
    owner = np.zeros(size, dtype=np.int64)
    owner[output] = rated.system
    several = different_of(output, rated.annotator, size) > 1
    total, most = votes.sum(1), votes.max(1)
    chosen = votes.argmax(1)
    found = []
    for code, name in enumerate(rated.systems):
        own = several & (owner == code)
        decided = own & (most > total / 2)
        number = np.bincount(chosen[decided], minlength=len(rated.labels))
        whole = max(int(decided.sum()), 1)
        shares = tuple(
            CategoryShare(label, int(n), n / whole)
            for label, n in zip(rated.labels, number.tolist(), strict=True)
        )
        mean = float(number @ rated.values / whole) if rated.averaged and decided.any() else None
        found.append(
            MajorityAnswers(
                name,
                int(own.sum()),
                int((own & (most == total)).sum()),
                int((own & ~decided).sum()),
                shares,
                mean,
            )
        )
    return tuple(found)


def rating_groups(
    rated: Rated, movements: Movements | None, level: float
) -> tuple[RatingGroup, ...]:
    """Set groups of annotators beside each other, where everybody belongs to one of several."""
    groups = rated.scores.group
    code = together(groups.codes)
    number = int(code.max(initial=-1)) + 1
    of_people = different_of(rated.annotator, code, len(rated.annotators))
    if number < 2 or (groups.codes < 0).any() or (of_people > 1).any():
        return ()
    names = [""] * number
    for name, at in zip(groups.values(), code.tolist(), strict=True):
        names[at] = name
    told = distributions(rated, code, number, level)
    found = []
    for at, name in enumerate(names):
        rows = code == at
        people = np.unique(rated.annotator[rows])
        severity = None
        if movements is not None and movements.fitted.model.precision.shift is not None:
            severity = float(-movements.fitted.at.shift[people].mean())
        found.append(
            RatingGroup(
                name,
                len(people),
                int(rows.sum()),
                told[at].shares,
                told[at].mean,
                severity,
                agreement_of(rated.take(rows), level),
            )
        )
    return tuple(found)


def agreement_of(rated: Rated, level: float) -> Estimate:
    """Return Krippendorff's α of the ordered categories; no value where nobody can be compared."""
    scores = replace(rated.scores, value=rated.category.astype(float))
    try:
        return agree_on(score_ratings(scores), metric="ordinal", level=level).krippendorff
    except BadInput:  # somebody answered twice without saying in which pass
        return Estimate(None)
