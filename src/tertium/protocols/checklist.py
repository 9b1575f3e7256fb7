"""A checklist of error categories: ticked or counted for every translation, without passages.

An answer is a list with an object for every output shown, in display order: how many errors of
each category, by its id. A category that is not there has none, so `[{}]` says: read, and
nothing is wrong.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tertium.exceptions import BadInput
from tertium.model import Assignment, Example, Observation, parts_of
from tertium.protocols.for_each import read_each
from tertium.protocols.spans import points_of
from tertium.typology import Severity, Typology

CHECKLIST = "checklist"  # the question, and the option that names the typology
READ = "read"  # the aspect of the row that says: this output was read for errors
MOST_ERRORS = 99  # of one category in one output


@dataclass(frozen=True, slots=True)
class Checklist:
    """Which categories of a typology have errors, or how many, for every output shown."""

    typology: Typology
    counted: bool = False
    when: tuple[str, ...] = ()
    name: str = CHECKLIST
    widget: str = "checklist"

    @property
    def severity(self) -> Severity:
        """Every error has the first severity of the typology that costs points."""
        known = self.typology.severities
        costing = (one for one in known if one.weight > 0 and not one.merit)
        return next(costing, known[0])

    def read(self, value: Any, shown: int | None = None) -> list[dict[str, int]]:
        """Return the counts with ids as the typology writes them, in its order, without zeros."""
        given = read_each(
            self.name,
            value,
            shown,
            lambda one: isinstance(one, Mapping),
            one="an object of categories",
            fix="Send an object for each; an empty one says that nothing is wrong.",
            several="answers",
            act="Send an object for",
        )
        return [self._counts(one) for one in given]

    def _counts(self, given: Mapping[str, Any]) -> dict[str, int]:
        most = MOST_ERRORS if self.counted else 1
        counts: dict[str, int] = {}
        for name, count in given.items():
            category = self.typology.category(str(name)).id
            if type(count) is not int or not 0 <= count <= most:
                raise BadInput(
                    f"{count!r} is not a number of errors of {category!r}",
                    where=self.name,
                    fix=f"Send a whole number from 0 to {most}.",
                )
            counts[category] = count
        order = (node.id for node in self.typology.nodes)
        return {category: counts[category] for category in order if counts.get(category)}

    def expect(self, value: Any, example: Example) -> list[dict[str, int]]:
        """Return what most people tick; one translation needs no list."""
        return self.read(value if isinstance(value, list) else [value], len(example.texts))

    def agrees(self, given: list[dict[str, int]], expected: list[dict[str, int]]) -> bool:
        """Tell whether each translation has errors in the same categories at the top."""
        return [self._tops(one) for one in given] == [self._tops(one) for one in expected]

    def _tops(self, counts: Mapping[str, int]) -> set[str]:
        above = (self.typology.above(self.typology.category(one)) for one in counts)
        return {[node.id for node in nodes][-1] for nodes in above}


def observe_checklist(
    given: list[dict[str, int]], assignment: Assignment, ask: Checklist
) -> Iterator[Observation]:
    """Yield for every output that it was read, then one row of an error for each that counts."""
    severity = ask.severity.id
    for place, (slot, counts) in enumerate(zip(assignment.slots, given, strict=True), 1):
        for system in parts_of(slot):
            yield Observation(READ, system=system, slot=place)
            for category, count in counts.items():
                error = Observation(
                    "error",
                    value=points_of({"category": category, "severity": severity}, ask.typology),
                    system=system,
                    slot=place,
                    side="target",
                    category=category,
                    severity=severity,
                )
                yield from [error] * count
