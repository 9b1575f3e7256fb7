"""What do several judgements of the same outputs show?"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.exceptions import BadInput
from tertium.scale import Scale
from tertium.stats.arrays import Floats
from tertium.stats.intervals import check_level, check_seed
from tertium.stats.pearson import pearson
from tertium.stats.redundancy.accuracy import (
    Accuracy,
    AccuracyGroup,
    accuracies,
    failing_share,
    groups_of,
)
from tertium.stats.redundancy.cells import FEWEST, Cells, read_cells
from tertium.stats.redundancy.curve import CurvePoint, curve, draw, fit_model, split
from tertium.stats.redundancy.inferred import InferredAnnotator, inferred_annotators
from tertium.stats.result import Estimate, Result, signature
from tertium.table import JudgementTable, Scores

_DEPTH, _PEOPLE = 3, 3  # scores of an output, and annotators, at least
_FITTED = 5  # scores per output from which the paper infers annotators
_GOOD = 0.6  # a correlation with the consensus above which an annotator is good


@dataclass(frozen=True, slots=True)
class Redundancy(Result):
    """What several judgements of the same outputs show.

    `depth` is how many scores at least half of the outputs have; `held` of them are held
    out in each of the `draws`. `consensus` tells whose scores the rest is held against:
    those of annotators who passed, or of all. `good_failing` is the share of good annotators
    (a correlation above `good`) who fail the control test. `inferred` rests on `fitted`
    scores per output; `offset_r` and `precision_r` are correlations over annotators, the
    latter on the log scale.
    """

    accuracy: tuple[Accuracy, ...]
    groups: tuple[AccuracyGroup, ...]
    good: float
    good_failing: Estimate
    curve: tuple[CurvePoint, ...]
    inferred: tuple[InferredAnnotator, ...]
    fitted: int
    offset_r: Estimate
    precision_r: Estimate
    consensus: Literal["passed", "all"]
    outputs: int
    depth: int
    held: int
    draws: int
    level: float
    scale: Scale


def redundancy(
    data: JudgementTable | Scores,
    *,
    draws: int = 20,
    aspect: str = "overall",
    level: float = 0.95,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Redundancy:
    """Show what the figures of Mathur, Baldwin and Cohn (2018) show, for any set of scores.

    Accuracy: everybody against the consensus of the others, by who passed the control test.
    Efficiency: how well k scores per output predict held-out judgements, for the annotator
    model, mean z of all, and mean z of those who passed. Inferred offsets and precisions
    against measured ones. At least half of the outputs need three scores by different
    annotators.
    """
    check_level(level)
    _check(draws, seed)
    cells = read_cells(data, aspect=aspect)
    if lack := _lack(cells):
        raise BadInput(
            f"not enough redundancy: {lack}",
            where="redundancy",
            fix="Let several annotators score the same outputs, with judges = 3 or more.",
        )
    parts = split(depth := cells.depth())
    trusted = cells.trusted(parts.held)
    accuracy = accuracies(cells, trusted, level)
    groups = groups_of(accuracy, _GOOD)
    fitted = min(_FITTED, parts.most)
    first = draw(cells, parts, np.random.default_rng(seed))
    inferred = inferred_annotators(cells, first, fitted, level)
    points = curve(
        cells, parts, trusted, fit_model, draws=draws, level=level, seed=seed, progress=progress
    )
    chosen: Literal["passed", "all"] = "all" if trusted.all() else "passed"
    return Redundancy(
        accuracy=accuracy,
        groups=groups,
        good=_GOOD,
        good_failing=failing_share(groups, level),
        curve=points,
        inferred=inferred,
        fitted=fitted,
        offset_r=pearson(
            _column(inferred, "offset"), _column(inferred, "measured_offset"), level=level
        ),
        precision_r=pearson(
            np.log(_column(inferred, "precision")),
            np.log(_column(inferred, "measured_precision")),
            level=level,
        ),
        consensus=chosen,
        outputs=cells.items,
        depth=depth,
        held=parts.held,
        draws=draws,
        level=level,
        scale=cells.scores.read_on,
        signature=signature(
            "redundancy",
            aspect=aspect,
            scale=cells.scores.read_on,
            consensus=chosen,
            held=parts.held,
            draws=draws,
            level=f"{level:g}",
            seed=seed,
        ),
        warnings=_warnings(cells, parts.held),
    )


def has_redundancy(data: JudgementTable | Scores, *, aspect: str = "overall") -> bool:
    """Tell whether outputs have enough scores for `redundancy`."""
    return not _lack(read_cells(data, aspect=aspect))


def _lack(cells: Cells) -> str:
    """Say what is missing, nothing if there is enough."""
    if cells.people < _PEOPLE:
        return f"{cells.people} annotators, where {_PEOPLE} are needed"
    if cells.items < FEWEST:
        return f"{cells.items} outputs, where {FEWEST} are needed"
    depth = cells.depth()
    if depth < _DEPTH:
        return (
            f"half of the {cells.items:,} outputs have no more than "
            f"{depth} score{'' if depth == 1 else 's'}, where {_DEPTH} by different annotators are "
            "needed"
        )
    return ""


def _check(draws: int, seed: int) -> None:
    if draws < 2:
        raise BadInput(f"{draws} is too few draws", where="draws", fix="Write 2 or more.")
    check_seed(seed)


def _column(inferred: tuple[InferredAnnotator, ...], name: str) -> Floats:
    return np.array([getattr(one, name).value for one in inferred], dtype=float)


def _warnings(cells: Cells, held: int) -> tuple[str, ...]:
    found = [*cells.scores.read_on.notes()]
    if not cells.passed.any():
        tested = any(one != "untested" for one in cells.tested)
        found.append(
            "No annotator passed the control test, so passing and failing ones are not compared."
            if tested
            else "There are no control items, so passing and failing annotators are not compared."
        )
    if held < 5:
        found.append(
            f"The consensus rests on {held} held-out score{'' if held == 1 else 's'} per output: "
            "correlations are lower than they would be with a consensus of many."
        )
    return tuple(found)
