"""What each mark of a grader is worth: good solutions add points, errors take them away."""

from dataclasses import dataclass, replace

import numpy as np

from tertium.exceptions import BadInput
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.errors.parts import NONE
from tertium.stats.errors.weigh import weigh
from tertium.table import Codes, Spans
from tertium.typology import Typology, canonical

EXTERNAL = "external"  # the category above author, recipients, medium, topic, location and time


@dataclass(frozen=True, slots=True)
class Marks:
    """By mark: points (errors below 0), whether one is critical, and its category.

    `names` are categories in the order of the typology, `titles` what they are called, and
    `external` tells which of them describe the situation and the brief rather than the text.
    """

    points: Floats
    critical: Bools
    category: Ints
    names: tuple[str, ...]
    titles: tuple[str, ...]
    external: Bools
    unlisted: int


def weigh_marks(spans: Spans, typology: Typology, *, strict: bool) -> Marks:
    """Weigh marks by a typology; a mark that brings points but no severity keeps its points."""
    costs = weigh(_named(spans, typology), typology, strict=strict)
    points = np.where(costs.merit, costs.points, -costs.points)
    found = [_id(name, typology) for name in spans.category.names] + [NONE]
    rank = {node.id: at for at, node in enumerate(typology.nodes)}
    names = tuple(sorted(set(found), key=lambda name: (rank.get(name, len(rank)), name)))
    place = np.array([names.index(name) for name in found], dtype=np.int64)
    titles = {node.id: node.name for node in typology.nodes}
    return Marks(
        points=points,
        critical=costs.critical,
        category=place[spans.category.codes],
        names=names,
        titles=tuple(titles.get(name, name) for name in names),
        external=np.array([_is_external(name, typology) for name in names], dtype=bool),
        unlisted=costs.unlisted,
    )


def _id(name: str, typology: Typology) -> str:
    node = typology.node(name)
    return node.id if node else canonical(name)


def _is_external(category: str, typology: Typology) -> bool:
    node = typology.node(category)
    above = [one.id for one in typology.above(node)] if node else [category.split("/")[0]]
    return EXTERNAL in above


def _named(spans: Spans, typology: Typology) -> Spans:
    """Name the severity of marks that bring only their points: the one that weighs as much."""
    bare = (spans.severity.codes < 0) & ~np.isnan(spans.value)
    if not bare.any():
        return spans
    by_weight = {
        one.weight * (1 if one.merit else -1): one.id for one in reversed(typology.severities)
    }
    for value in np.unique(spans.value[bare]):
        if float(value) not in by_weight:
            known = ", ".join(f"{weight:g}" for weight in sorted(by_weight))
            raise BadInput(
                f"a mark is worth {value:g} points, which {typology.name} does not have",
                fix=f"Known: {known}.",
            )
    names = [
        by_weight[float(value)] if own else name or None
        for name, value, own in zip(spans.severity.values(), spans.value, bare, strict=True)
    ]
    return replace(spans, severity=Codes.of(names))
