"""Models of the quality square as YAML files: four corners, what each asks, and when it passes.

Adequacy and readability are rated (`pass`: from which value on), major and technical errors are
counted (`most`: how many are borne, in `per` words, or in the whole text with 0). Whether the
threshold itself passes (`inclusive`), units and the logic between criteria are data.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal, cast, get_args

from tertium.exceptions import NotFound
from tertium.formats.settings import Table
from tertium.formats.shipped import ShippedFiles

CornerName = Literal["adequacy", "readability", "major", "technical"]
Scope = Literal["global", "local"]
Kind = Literal["objective", "semi-objective", "subjective"]
Logic = Literal["all", "any"]
CORNERS: tuple[CornerName, ...] = get_args(CornerName)
RATED: tuple[CornerName, ...] = ("adequacy", "readability")


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing that reviewers look at: about the whole or a place, and how objective it is."""

    id: str
    ask: str
    scope: Scope
    kind: Kind
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Corner:
    """One of the four values. A rating passes from `limit` on, a count up to it.

    `guard` is the sd of one reviewer that earlier reviews had, 0 if it is not known. Marked
    errors of the `severities` are major; the `typology` weighs all others.
    """

    name: CornerName
    criteria: tuple[Criterion, ...]
    limit: float
    inclusive: bool
    unit: str
    logic: Logic = "all"
    lowest: float = 0.0
    highest: float = 100.0
    guard: float = 0.0
    per: float = 0.0
    severities: tuple[str, ...] = ()
    typology: str = ""

    @property
    def rated(self) -> bool:
        """Whether more is better."""
        return self.name in RATED

    def passes(self, value: float) -> bool:
        """Tell whether a value is on the good side of the threshold."""
        if value == self.limit:
            return self.inclusive
        return value > self.limit if self.rated else value < self.limit


@dataclass(frozen=True, slots=True)
class SquareModel:
    """Four corners; which of them open the way to the fourth; and what makes a text pass."""

    name: str
    title: str
    cite: str
    corners: tuple[Corner, ...]
    gate: tuple[CornerName, ...]
    gate_logic: Logic
    logic: Logic

    def corner(self, name: CornerName) -> Corner:
        """Return a corner by name."""
        return next(one for one in self.corners if one.name == name)

    @property
    def criteria(self) -> Mapping[str, tuple[Corner, Criterion]]:
        """Every criterion by its id, with its corner."""
        return {one.id: (corner, one) for corner in self.corners for one in corner.criteria}

    @property
    def fingerprint(self) -> str:
        """Eight digits that change with whatever is changed in the model."""
        return sha256(repr(self).encode()).hexdigest()[:8]


def model_names() -> tuple[str, ...]:
    """Return the names of the models that ship."""
    return _FILES.names()


def read_model(name: str | Path = "full") -> SquareModel:
    """Return a model that ships, by name, or the one in a file, by path."""
    return _FILES.read(name)


def _model(top: Table) -> SquareModel:
    name = top.text("name")
    corners = tuple(_corner(top, one) for one in CORNERS)
    seen: set[str] = set()
    for corner in corners:
        for one in corner.criteria:
            if one.id in seen:
                raise top.bad(
                    corner.name, f"criterion {one.id!r} is there twice", "Rename one of them."
                )
            seen.add(one.id)
    known = [one for one in CORNERS if one != "technical"]
    for given in top.texts("gate"):
        if given not in known:
            raise NotFound.among("corner before technical errors", given, known,
                                 where=top.where("gate"))  # fmt: skip
    model = SquareModel(
        name=name,
        title=top.text("title", name),
        cite=top.text("cite", ""),
        corners=corners,
        gate=cast(tuple[CornerName, ...], top.texts("gate")),
        gate_logic=top.either("gate_logic", get_args(Logic), "logic"),
        logic=top.either("logic", get_args(Logic), "logic"),
    )
    top.close()
    return model


def _corner(top: Table, name: CornerName) -> Corner:
    if name not in top:
        raise top.bad("", f"no corner {name!r}", f"The four corners are {', '.join(CORNERS)}.")
    entry = top.table(name)
    rated = name in RATED
    threshold = "pass" if rated else "most"
    if threshold not in entry:
        raise entry.bad("", f"{name} has no threshold", f"Add the line {threshold}: …")
    if "inclusive" not in entry:
        raise entry.bad(
            "",
            f"{name} does not say whether its threshold passes",
            "Add the line inclusive: true, or inclusive: false.",
        )
    criteria = tuple(_criterion(one, rated) for one in entry.tables("criteria"))
    if not criteria:
        raise entry.bad("", f"{name} has no criteria", "List at least one, with scope and kind.")
    lowest = entry.amount("lowest", 0.0) if rated else 0.0
    highest = entry.amount("highest", 100.0) if rated else 0.0
    limit = entry.amount(threshold)
    if rated and not lowest < limit <= highest:
        raise entry.bad(
            threshold,
            f"{threshold} {limit:g} is not on the scale from {lowest:g} to {highest:g}",
            "Choose a threshold above the lowest rating and not above the highest.",
        )
    corner = Corner(
        name=name,
        criteria=criteria,
        limit=limit,
        inclusive=entry.switch("inclusive"),
        unit=entry.text("unit"),
        logic=entry.either("logic", get_args(Logic), "logic"),
        lowest=lowest,
        highest=highest,
        guard=entry.amount("guard", 0.0),
        per=0.0 if rated else entry.amount("per", 0.0),
        severities=() if rated else entry.texts("severities"),
        typology="" if rated else entry.text("typology", ""),
    )
    entry.close()
    return corner


def _criterion(entry: Table, rated: bool) -> Criterion:
    given = entry.text("id")
    if not given.isidentifier() or given in ("comment", "problem", "overall", "error"):
        raise entry.bad("id", f"{given!r} cannot name a criterion", "Use letters, digits and _.")
    for name, known in (("scope", get_args(Scope)), ("kind", get_args(Kind))):
        if entry.text(name) not in known:
            raise NotFound.among(name, entry.text(name), known, where=entry.where(name))
    found = Criterion(
        given,
        entry.text("ask", given),
        cast(Scope, entry.text("scope")),
        cast(Kind, entry.text("kind")),
        1.0 if rated else entry.amount("weight", 1.0),
    )
    entry.close()
    return found


_FILES = ShippedFiles("squares", "model of the quality square", _model)
