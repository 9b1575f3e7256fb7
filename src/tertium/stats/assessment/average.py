"""From scores to means: of outputs, and of systems by a recipe."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array

from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.assessment.recipes import Recipe
from tertium.stats.assessment.rows import Rows
from tertium.stats.codes import together

_DECIMALS = 10  # equal scores shall be equal, in whatever order they are added
_INCOMPLETE = "#incomplete"  # how Appraise marks documents that only fill up a HIT


@dataclass(frozen=True, slots=True)
class SystemAverages:
    """Scores that count, and how each system's score is made of them.

    `system` and `unit` belong to rows; the score of a system is the sum of weight · value over
    its rows. `cells` are the rows' means by system × unit, NaN where there is no row;
    `domain` belongs to units. `component` groups systems that units or people connect.
    """

    names: tuple[str, ...]
    system: Ints
    unit: Ints
    person: Ints
    weight: Floats
    domain: Ints
    component: Ints

    @property
    def systems(self) -> int:
        """The number of systems."""
        return len(self.names)

    def scores(self, value: Floats) -> Floats:
        """Return the score of each system, without the dust that adding leaves behind."""
        found = np.bincount(self.system, self.weight * value, self.systems)
        return np.round(found.astype(float), _DECIMALS)

    def cells(self, value: Floats) -> Floats:
        """Return means by system × unit, NaN where a system has no score for a unit."""
        units = len(self.domain)
        at = self.system * units + self.unit
        size = self.systems * units
        with np.errstate(invalid="ignore"):
            means = np.bincount(at, value, size) / np.bincount(at, minlength=size)
        return np.round(means, _DECIMALS).reshape(self.systems, units)

    def centres(self, value: Floats) -> Floats:
        """Return for each row the mean that its system has in its domain."""
        group = together(self.system, self.domain[self.unit])
        total = np.bincount(group, self.weight * value)
        return (total / np.bincount(group, self.weight))[group]


def counted(rows: Rows, recipe: Recipe) -> Bools:
    """Tell which rows count by the recipe."""
    kept = rows.plays(*recipe.roles) & (rows.system >= 0) & (rows.segment >= 0)
    if recipe.latest:
        documents = rows.scores.document
        filling = [code for code, name in enumerate(documents.names) if _INCOMPLETE in name]
        kept &= ~np.isin(documents.codes, filling)
        kept &= _latest(rows, kept)
    return kept


def _latest(rows: Rows, kept: Bools) -> Bools:
    """Tell which scores are the last that a person gave an item: by `order`, else by row."""
    when = np.lexsort((np.arange(len(rows)), np.nan_to_num(rows.scores.order, nan=-1.0), ~kept))
    key = together(rows.person, rows.item)
    last = np.full(int(key.max(initial=-1)) + 1, -1)
    chosen = when[kept[when]]
    last[key[chosen]] = chosen  # later ones overwrite earlier ones
    return np.asarray(last[key] == np.arange(len(rows)))


def average(rows: Rows, recipe: Recipe) -> SystemAverages:
    """Weigh the rows: a unit counts once for its system, whoever scored it how often.

    With `domains` every domain counts once, with `passes` every pass over a segment is a
    unit of its own.
    """
    scores = rows.scores
    used, system = np.unique(rows.system, return_inverse=True)
    by = [scores.campaign.codes, rows.segment]
    if recipe.passes:
        by.append(scores.pass_.codes)
    unit = together(*by)
    units = int(unit.max(initial=-1)) + 1
    domain = np.full(units, -1)
    if recipe.domains:
        domain[unit] = scores.domain.codes
    cell = together(system, unit)
    share = 1.0 / np.bincount(cell)[cell]
    part = together(system, domain[unit])
    parts = np.bincount(part, share)
    has = np.zeros(len(parts), dtype=np.int64)
    has[part] = system
    number = np.bincount(has, minlength=len(used))  # of domains of each system
    return SystemAverages(
        tuple(scores.system.names[code] for code in used),
        system,
        unit,
        rows.person,
        share / parts[part] / number[system],
        domain,
        _components(system, unit, rows.person, len(used)),
    )


def _components(system: Ints, unit: Ints, person: Ints, systems: int) -> Ints:
    """Return the group of each system: what units or people connect, even by way of others."""
    # Imported here, because it brings SciPy's linear algebra to analyses that never come here.
    from scipy.sparse.csgraph import connected_components

    if not len(system):
        return np.zeros(0, dtype=np.int64)
    units, people = int(unit.max()) + 1, int(person.max()) + 1
    size = systems + units + people
    one, two = [], []
    for other, number, offset in ((unit, units, systems), (person, people, systems + units)):
        met = np.flatnonzero(np.bincount(system * number + other))
        one.append(met // number)
        two.append(met % number + offset)
    edges = np.concatenate(one), np.concatenate(two)
    graph = coo_array((np.ones(len(edges[0])), edges), shape=(size, size))
    found = connected_components(graph, directed=False)[1][:systems]
    return np.unique(found, return_inverse=True)[1].astype(np.int64)
