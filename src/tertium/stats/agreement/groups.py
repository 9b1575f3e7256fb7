"""Agreement in groups of the ratings: by annotators' group, system, document, level, category."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from tertium.choices import AgreementPart, Metric, Raters
from tertium.exceptions import BadInput
from tertium.stats.agreement.coefficients import equal_pairs, estimated
from tertium.stats.agreement.ratings import Ratings
from tertium.stats.arrays import Bools
from tertium.stats.result import Estimate
from tertium.table import Codes

_NONE = "none"


@dataclass(frozen=True, slots=True)
class PartAgreement:
    """Agreement in one group: of its annotators, or on its items.

    `items` were rated at least twice there. By category, `name` is an answer, and agreement is on
    whether an item has it.
    """

    by: AgreementPart
    name: str
    items: int
    annotators: int
    percent: float | None
    fleiss: Estimate
    krippendorff: Estimate
    ac1: Estimate


def agreement_by(
    ratings: Ratings,
    by: AgreementPart,
    metric: Metric,
    *,
    group: Codes | None,
    part_of: Mapping[str, str],
    raters: Raters,
    level: float,
) -> tuple[PartAgreement, ...]:
    """Return agreement in each group.

    `group` is that of each rating's annotator; `part_of` names the level or language pair of each
    segment.
    """
    found = [
        _measured(by, name, part, metric if by != "category" else "nominal", raters, level)
        for name, part in _parts(ratings, by, group, part_of)
    ]
    return tuple(sorted(found, key=lambda one: (one.name == _NONE, one.name)))


def _parts(
    ratings: Ratings, by: AgreementPart, group: Codes | None, part_of: Mapping[str, str]
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


def _named(
    ratings: Ratings, by: AgreementPart, group: Codes | None, part_of: Mapping[str, str]
) -> Codes:
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
            named = Codes.of(part_of.get(name) for name in ratings.segment.values())
            return named.take(ratings.item)


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
    by: AgreementPart, name: str, part: Ratings, metric: Metric, raters: Raters, level: float
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
