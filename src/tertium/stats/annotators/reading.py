"""From the rows of the table to the arrays of the model.

An item is one output: a segment as translated by a system. Repeats are further scores of
the same item, a degraded copy and a reference are items of their own.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from tertium.exceptions import BadInput
from tertium.model import parts_of
from tertium.stats.annotators.problem import Problem
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.assessment.rows import Rows
from tertium.stats.codes import together
from tertium.table import Scores

ROLES = ("real", "repeat", "anchor", "degraded", "reference")
_PLAIN = ("real", "repeat", "anchor")
FARTHEST = 6.0  # sds; a single score farther away would move its item by itself
_OUTPUT, _DEGRADED, _REFERENCE = range(3)
_KINDS = ("real", "degraded", "reference")


@dataclass(frozen=True, slots=True)
class Reading:
    """A problem with the names of everything in it.

    `segment`, `system` and `role` are those of each item; `average` and `spread` belong to the
    original scores, and `clipped` counts those moved to 6 sds. `unpaired_copies` counts degraded
    copies without an original among the scores, `unmarked_repeats` scores of an item that its
    annotator had scored before, though they are not marked as repeats, `unnamed` scores without an
    annotator, and `in_several_campaigns` annotators of more than one. `mix` counts the scores of
    each annotator (rows) for each system. `text` and `document` are the segment and the document
    (−1 where it is not known) of each score.
    """

    problem: Problem
    segment: tuple[str, ...]
    system: tuple[str, ...]
    role: tuple[str, ...]
    annotators: tuple[str, ...]
    systems: tuple[str, ...]
    mix: Floats
    text: Ints
    document: Ints
    average: float
    spread: float
    clipped: int
    unpaired_copies: int
    unmarked_repeats: int
    unnamed: int
    in_several_campaigns: int

    def standardised(self, score: float) -> float:
        """Put a score of the original scale on the standardised one."""
        return (score - self.average) / self.spread


def read_scores(rows: Rows, *, control: bool) -> Reading:
    """Read scores as a problem; `control` says whether control items take part."""
    wanted = rows.plays(*(ROLES if control else _PLAIN)) | (rows.scores.role.codes < 0)
    named = rows.scores.annotator.codes >= 0
    unnamed, rows = int((wanted & ~named).sum()), rows.take(wanted & named)
    _check(rows.value)
    role = np.array([*rows.scores.role.names, "real"])[rows.scores.role.codes]
    kind = np.select([role == "degraded", role == "reference"], [_DEGRADED, _REFERENCE], _OUTPUT)
    system = _texts(rows, kind)
    step = max(int(rows.item.max()), int(rows.segment.max())) + 1
    text = np.where((kind == _REFERENCE) & (system < 0), rows.segment, step + rows.item)
    keys, first, item = np.unique(kind * 2 * step + text, return_index=True, return_inverse=True)
    there = np.bincount(rows.scores.annotator.codes, minlength=1) > 0
    people, person = np.flatnonzero(there), (np.cumsum(there) - 1)[rows.scores.annotator.codes]
    # Sorted, so that neither sums nor draws depend on the order of rows.
    order = np.lexsort((rows.value, role == "repeat", person, item))
    item, person, value, role = item[order], person[order], rows.value[order], role[order]
    again = (np.diff(item, prepend=-1) == 0) & (np.diff(person, prepend=-1) == 0)
    average, spread = float(value.mean()), float(value.std(ddof=1))
    standard = (value - average) / spread
    kinds = kind[first]
    better, worse = _pairs(keys, kinds, 2 * step)
    segments, systems = (*rows.scores.segment.names, ""), (*rows.scores.system.names, "")
    of_item = tuple(systems[code] for code in system[first].tolist())
    anchor = np.bincount(item, role != "anchor", len(keys)) == 0
    shown = np.where(anchor, "anchor", np.array(_KINDS)[kinds])
    known, weights, group = _systems(of_item, kinds, anchor)
    problem = Problem(
        item=item.astype(np.int64),
        annotator=person.astype(np.int64),
        score=np.clip(standard, -FARTHEST, FARTHEST),
        items=len(keys),
        annotators=len(people),
        better=better,
        worse=worse,
        systems=weights,
        group=group,
    )
    return Reading(
        problem=problem,
        segment=tuple(segments[code] for code in rows.segment[first].tolist()),
        system=of_item,
        role=tuple(shown.tolist()),
        annotators=tuple(rows.scores.annotator.names[code] for code in people.tolist()),
        systems=known,
        mix=_mix(problem),
        text=together(rows.scores.campaign.codes, rows.segment)[order],
        document=_documents(rows.scores)[order],
        average=average,
        spread=spread,
        clipped=int((np.abs(standard) > FARTHEST).sum()),
        unpaired_copies=int((kinds == _DEGRADED).sum()) - len(worse),
        unmarked_repeats=int((again & (role != "repeat") & (kinds[item] == _OUTPUT)).sum()),
        unnamed=unnamed,
        in_several_campaigns=_in_several_campaigns(rows.scores),
    )


def _check(value: Floats) -> None:
    if len(value) < 2:
        found = "one score" if len(value) else "no scores"
        raise BadInput(
            f"{found}: too few for the annotator model",
            where="annotators",
            fix="Collect scores of several outputs, some of them by several annotators.",
        )
    if not np.isfinite(value).all():
        odd = value[~np.isfinite(value)][0]
        raise BadInput(f"a score is {odd:g}", where="annotators", fix="Write a finite number.")
    if value.min() == value.max():
        raise BadInput(
            f"all {len(value):,} scores are {value[0]:g}: they do not vary",
            where="annotators",
            fix="Check that the column of scores was read, or collect scores that differ.",
        )


def _documents(scores: Scores) -> Ints:
    """Return the document of each score, −1 where it is not known."""
    known = scores.document.codes
    return np.where(known >= 0, together(scores.campaign.codes, known), -1)


def _in_several_campaigns(scores: Scores) -> int:
    """Count the annotators who are named in more than one campaign."""
    if len(scores.campaign.names) < 2:
        return 0
    seen = np.unique(np.stack([scores.annotator.codes, scores.campaign.codes]), axis=1)
    return int((np.bincount(seen[0]) > 1).sum())


def _texts(rows: Rows, kind: Ints) -> Ints:
    """Return the system whose text was shown.

    The row of a reference may name the system whose output it stands in for. Then it is
    the same text for all systems, and has none.
    """
    translates = np.zeros(len(rows.scores.system.names) + 1, dtype=bool)
    translates[rows.system[kind == _OUTPUT]] = True
    return np.where((kind == _REFERENCE) & translates[rows.system], -1, rows.system)


def _pairs(keys: Ints, kinds: Ints, step: int) -> tuple[Ints, Ints]:
    """Return originals and their degraded copies, where there is an original."""
    worse = np.flatnonzero(kinds == _DEGRADED)
    wanted = keys[worse] - step * _DEGRADED
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    found = keys[place] == wanted
    return place[found], worse[found]


def _systems(
    of_item: tuple[str, ...], kinds: Ints, anchor: Bools
) -> tuple[tuple[str, ...], csr_array, csr_array]:
    """Return the systems, the weights of their items, and the centre of every item.

    An output that several systems share counts for each, and is centred between them.
    Anchors keep their systems apart from the others, control texts have a centre by kind.
    """
    output = kinds == _OUTPUT
    parts = [
        parts_of(name) if real else (_KINDS[kind],)
        for name, kind, real in zip(of_item, kinds.tolist(), output.tolist(), strict=True)
    ]
    item = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    # Control texts are told from a system of the same name, anchors come after systems.
    rank = np.where(anchor, 1, np.where(output, 0, 2))[item].tolist()
    labels = list(zip(rank, (name for part in parts for name in part), strict=True))
    centres = sorted(set(labels))
    index = {label: code for code, label in enumerate(centres)}
    column = np.array([index[label] for label in labels], dtype=np.int64)
    shares = 1 / np.bincount(item)[item]
    group = csr_array((shares, (item, column)), shape=(len(parts), len(centres)))
    systems = tuple(name for rank, name in centres if rank == 0)
    mine = column < len(systems)
    size = np.bincount(column, minlength=len(centres))
    weights = csr_array(
        ((1 / size[column])[mine], (column[mine], item[mine])), shape=(len(systems), len(parts))
    )
    return systems, weights, group


def _mix(problem: Problem) -> Floats:
    """Count the scores of each annotator for the outputs of each system."""
    belongs = problem.averages.T.tocsr().astype(bool).astype(float)
    given = csr_array(
        (np.ones(len(problem)), (problem.annotator, problem.item)),
        shape=(problem.annotators, problem.items),
    )
    return np.asarray((given @ belongs).toarray())
