"""Where two people part: on the span, on the name, or on whether there is an error at all.

Two readings of one output are compared category by category. *Same category, different span*
means that both noted the category somewhere in the output but not on the same passages; spans
of one category that have nothing to do with each other are counted too. Names are compared on
marks that overlap, also along the hierarchy: `accuracy/mistranslation` lies below `accuracy`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tertium.stats.result import Estimate
from tertium.stats.span_agreement.overlap import Matching
from tertium.stats.span_agreement.readings import Mark
from tertium.typology import Typology, canonical

NO_ERROR = "no error"
RELATIONS = ("same", "one above the other", "same parent", "same branch", "different branches")
Marks = Sequence[Mark]


@dataclass(frozen=True, slots=True)
class CategoryAgreement:
    """One category in all pairs of readings; `agreement` is 2·both / (2·both + one only).

    `marks` counts all marks, `both` the pairs of readings in which both noted the category, on the
    `same_span` or a `different_span`, `one_only` those in which one did. `alpha` is (k)uα.
    """

    category: str
    marks: int
    both: int
    same_span: int
    different_span: int
    one_only: int
    agreement: float | None
    alpha: Estimate | None = None


@dataclass(frozen=True, slots=True)
class CategoryConfusion:
    """How many overlapping marks got one category from one and another from the other."""

    category: str
    other: str
    marks: int


@dataclass(frozen=True, slots=True)
class Relation:
    """How the categories of overlapping marks stand to each other in the hierarchy."""

    relation: str
    marks: int
    share: float


def same_sets(one: Marks, two: Marks) -> float:
    """Return how alike the sets of categories are: shared by all of them; 1 if both are empty."""
    first, second = {m.label for m in one}, {m.label for m in two}
    return len(first & second) / len(first | second) if first | second else 1.0


def by_category(
    readings: Iterable[Marks], pairs: Iterable[tuple[Marks, Marks]]
) -> tuple[CategoryAgreement, ...]:
    """Compare all pairs of readings category by category; the last row is “no error”."""
    marks: Counter[str] = Counter()
    for reading in readings:
        marks.update(mark.label for mark in reading)
        marks[NO_ERROR] += not reading
    both: Counter[str] = Counter()
    same: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for one, two in pairs:
        first, second = _passages(one), _passages(two)
        for name in first.keys() | second.keys():
            if name in first and name in second:
                both[name] += 1
                same[name] += first[name] == second[name]
            else:
                alone[name] += 1
    names = sorted((name for name in marks if name != NO_ERROR), key=lambda n: (-marks[n], n))
    return tuple(
        CategoryAgreement(
            name,
            marks[name],
            both[name],
            same[name],
            both[name] - same[name],
            alone[name],
            2 * both[name] / (2 * both[name] + alone[name]) if both[name] + alone[name] else None,
        )
        for name in (*names, NO_ERROR)
    )


def _passages(marks: Marks) -> dict[str, set[tuple[str, int, int]]]:
    found: dict[str, set[tuple[str, int, int]]] = {}
    for mark in marks:
        found.setdefault(mark.label, set()).add((mark.side, mark.start, mark.end))
    return found or {NO_ERROR: set()}


def confusions(
    matched: Iterable[tuple[Marks, Marks, Matching]],
) -> tuple[CategoryConfusion, ...]:
    """Count the categories of overlapping marks, the commonest pair first; order says nothing."""
    found: Counter[tuple[str, str]] = Counter()
    for one, two, matching in matched:
        for i, j in matching.pairs:
            first, second = sorted((one[i].label, two[j].label))
            found[first, second] += 1
    return tuple(
        CategoryConfusion(*names, number)
        for names, number in sorted(found.items(), key=lambda item: (-item[1], item[0]))
    )


def ancestors(category: str, typology: Typology | None = None) -> tuple[str, ...]:
    """Return a category and those above it, the outermost first.

    By the typology where it knows the category, else by the path that the name is.

    >>> ancestors("Fluency/Grammar")
    ('fluency', 'fluency/grammar')
    """
    node = typology.node(category) if typology is not None else None
    if typology is not None and node is not None:
        return tuple(one.id for one in typology.above(node))[::-1]
    parts = canonical(category).split("/")
    return tuple("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))


def relations(
    found: Sequence[CategoryConfusion], lines: Mapping[str, tuple[str, ...]]
) -> tuple[Relation, ...]:
    """Tell how the categories of overlapping marks stand to each other in the hierarchy."""
    number: Counter[str] = Counter()
    for one in found:
        number[_relation(lines[one.category], lines[one.other])] += one.marks
    total = sum(number.values())
    return tuple(Relation(name, number[name], number[name] / total) for name in RELATIONS if total)


def _relation(one: tuple[str, ...], two: tuple[str, ...]) -> str:
    if one == two:
        return RELATIONS[0]
    shared = 0
    while shared < min(len(one), len(two)) and one[shared] == two[shared]:
        shared += 1
    if shared == min(len(one), len(two)):
        return RELATIONS[1]
    if not shared:
        return RELATIONS[4]
    return RELATIONS[2] if len(one) == len(two) == shared + 1 else RELATIONS[3]
