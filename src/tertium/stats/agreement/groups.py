"""Agreement in groups of the ratings: by annotators' group, system, document, category, tag."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import numpy as np

from tertium.choices import Metric, Raters
from tertium.exceptions import BadInput
from tertium.stats.agreement.coefficients import equal_pairs, estimated
from tertium.stats.agreement.ratings import Ratings
from tertium.stats.arrays import Bools
from tertium.stats.result import Estimate
from tertium.table import Codes

_NONE = "none"


Unit = Literal["segment", "annotator", "system"]
UNITS: tuple[Unit, ...] = get_args(Unit)
LANGUAGE_PAIR = "language-pair"
# What is no column, or known to ratings by themselves; other columns are told by a PartOf.
KNOWN = ("group", "system", "document", "category", LANGUAGE_PAIR)


@dataclass(frozen=True, slots=True)
class PartOf:
    """What a column says of each segment, annotator or system."""

    unit: Unit = "segment"
    names: Mapping[str, str] = field(default_factory=dict)

    def of(self, ratings: Ratings) -> Codes:
        """Return it for each rating."""
        if self.unit == "annotator":
            people = Codes.of(self.names.get(name) for name, _ in ratings.raters)
            return people.take(ratings.rater)
        about = ratings.segment if self.unit == "segment" else ratings.system
        if about is None:
            return Codes(np.full(len(ratings), -1), ())
        return Codes.of(self.names.get(name) for name in about.values()).take(ratings.item)


@dataclass(frozen=True, slots=True)
class PartAgreement:
    """Agreement in one group: of its annotators, or on its items.

    `items` were rated at least twice there. By category, `name` is an answer, and agreement is on
    whether an item has it.
    """

    by: str
    name: str
    items: int
    annotators: int
    percent: float | None
    fleiss: Estimate
    krippendorff: Estimate
    ac1: Estimate


def agreement_by(
    ratings: Ratings,
    by: str,
    metric: Metric,
    *,
    group: Codes | None,
    part_of: "PartOf",
    raters: Raters,
    level: float,
) -> tuple[PartAgreement, ...]:
    """Return agreement in each group.

    `group` is that of each rating's annotator; `part_of` tells it of what other columns name.
    """
    found = [
        _measured(by, name, part, metric if by != "category" else "nominal", raters, level)
        for name, part in _parts(ratings, by, group, part_of)
    ]
    return tuple(sorted(found, key=lambda one: (one.name == _NONE, one.name)))


def _parts(
    ratings: Ratings, by: str, group: Codes | None, part_of: "PartOf"
) -> Iterator[tuple[str, Ratings]]:
    if by == "category":
        yield from _one_against_all(ratings)
        return
    named = _named(ratings, by, group, part_of)
    if not any(named.names):
        raise BadInput(
            f"no {by.replace('-', ' ')} is known",
            where="--by",
            fix=f"Add a column for it to the file, or leave out --by {by}.",
        )
    for code in np.unique(named.codes):
        here: Bools = named.codes == code
        yield named.names[code] if code >= 0 else _NONE, ratings.take(here)


def _named(ratings: Ratings, by: str, group: Codes | None, part_of: "PartOf") -> Codes:
    """Return the group of each rating."""
    none = Codes(np.full(len(ratings), -1), ())
    match by:
        case "group":
            return none if group is None else group
        case "system":
            return none if ratings.system is None else ratings.system.take(ratings.item)
        case "document":
            return ratings.document.take(ratings.item)
        case _:
            return part_of.of(ratings)


def _one_against_all(ratings: Ratings) -> Iterator[tuple[str, Ratings]]:
    """Yield, for each category that anybody used, whether it was chosen or another."""
    folded = ratings.folded()
    for code in np.unique(folded.category):
        chosen = (folded.category == code).astype(np.int64)
        yield (
            folded.categories[code],
            replace(
                folded,
                category=chosen,
                categories=("other", folded.categories[code]),
                values=np.full(2, np.nan),
                sides=None,
                options=2,
            ),
        )


def _measured(
    by: str, name: str, part: Ratings, metric: Metric, raters: Raters, level: float
) -> PartAgreement:
    equal, number = equal_pairs(part)
    placed = part if metric == "nominal" else part.merged()
    return PartAgreement(
        by,
        name,
        int(part.shared.sum()),
        len({part.raters[rater][0] for rater in np.unique(part.rater)}),
        equal / number if number else None,
        estimated(part, "fleiss", raters, level),
        estimated(placed, metric, raters, level),
        estimated(part, "ac1", raters, level),
    )
