"""Which translations are adequate, what that cost, and whether it fits the ranking.

After the comparisons of a source, one translation after the other is asked about
("adequate?"), as few as possible; see `propagation` for the rule, `harmonise` for the ranks.
Answers that contradict the comparisons are listed for somebody to look at and code
(`CODES`), and are never averaged.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Literal

import numpy as np

from tertium.exceptions import BadInput
from tertium.model import parts_of
from tertium.stats.contrasts.answer import answer
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Answer, Contrast, Estimand, Standing
from tertium.stats.intervals import check_level
from tertium.stats.result import Result, signature
from tertium.stats.shares import wilson
from tertium.stats.tournament.graphs import Graphs
from tertium.stats.tournament.harmonise import Harmonisation, harmonise, measure_harmonisation
from tertium.stats.tournament.propagation import (
    Effort,
    Graph,
    Label,
    measure_effort,
    propagate,
    total_effort,
)
from tertium.table import Codes, Comparisons, JudgementTable, Scores

Asked = tuple[tuple[str, bool], ...]  # answers about one source: output, adequate?


@dataclass(frozen=True, slots=True)
class AdequacyLabel:
    """Whether one translation is adequate, and how that is known (see `Label`)."""

    segment: str
    annotator: str
    system: str
    adequate: bool | None
    layer: Literal["observed", "inferred"] | None
    by: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """An inadequate translation above an adequate one, for somebody to look at (see `Clash`)."""

    segment: str
    annotator: str
    inadequate: str
    adequate: str
    kind: Literal["order", "rank"]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HarmonisedRanks:
    """The ranks of one source before and after adequacy was heard."""

    segment: str
    annotator: str
    ranks: dict[str, int]
    harmonised: dict[str, int]
    changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemAdequacy(Standing):
    """The share of a system's translations that are adequate (`score`).

    `observed` were asked about, `inferred` follow from other answers; what is not known is not
    in the share. The units of the interval are annotators, documents and segments, so that
    inferring a label adds no evidence of its own.
    """

    observed: int
    inferred: int


@dataclass(frozen=True, slots=True)
class Adequacy(Result):
    """The labels, what they cost, what contradicts what, and the ranks that respect them.

    `systems` are best first, without the references, which are adequate by decree. Sources with
    a translation whose label is not known are not harmonised.
    """

    effort: Effort
    systems: tuple[SystemAdequacy, ...]
    contrasts: tuple[Contrast, ...]
    estimand: Estimand | None
    labels: tuple[AdequacyLabel, ...]
    conflicts: tuple[Conflict, ...]
    harmonised: tuple[HarmonisedRanks, ...]
    harmonisation: Harmonisation
    sources: int
    references: tuple[str, ...]
    level: float


@dataclass(frozen=True, slots=True)
class _Stage:
    """The questions about one source: its graph, and what was answered by whom."""

    segment: str
    annotator: str
    graph: Graph
    asked: Asked


def adequacy(
    data: JudgementTable | Comparisons,
    labels: Scores | None = None,
    *,
    references: Sequence[str] = (),
    level: float = 0.95,
) -> Adequacy:
    """Tell which translations are adequate from answers about some of them.

    `labels` are scores of 1 (adequate) and 0; those of the table on the aspect
    `adequate` unless given. The answers of an annotator are read with his or her own
    comparisons of that segment, else with those of somebody else. `references` are
    systems whose translations are adequate without asking.
    """
    check_level(level)
    if labels is None and isinstance(data, JudgementTable):
        labels = data.scores("adequate")
    rows = data.comparisons() if isinstance(data, JudgementTable) else data
    stages, ambiguous = _stages(Graphs.of(rows), labels)
    found: list[AdequacyLabel] = []
    conflicts: list[Conflict] = []
    efforts: list[Effort] = []
    harmonised: list[HarmonisedRanks] = []
    for stage in stages:
        result = propagate(stage.graph, stage.asked, references)
        about = stage.segment, stage.annotator
        found += [
            AdequacyLabel(*about, label.system, label.adequate, label.layer, label.by, label.path)
            for label in result.labels
        ]
        conflicts += [
            Conflict(*about, clash.inadequate, clash.adequate, clash.kind, clash.path)
            for clash in result.clashes
        ]
        efforts.append(measure_effort(stage.graph, result.labels))
        harmonised += _harmonised(stage, result.labels)
    effort = total_effort(efforts)
    judged = [one for one in found if one.adequate is not None and one.system not in references]
    told = _answer(judged, _documents(rows, labels), level)
    return Adequacy(
        effort=effort,
        systems=_systems(judged, told, level),
        contrasts=told.contrasts if told else (),
        estimand=told.estimand if told else None,
        labels=tuple(found),
        conflicts=tuple(conflicts),
        harmonised=tuple(harmonised),
        harmonisation=measure_harmonisation(
            (list(one.ranks.values()), list(one.harmonised.values())) for one in harmonised
        ),
        sources=len(stages),
        references=tuple(references),
        level=level,
        signature=signature(
            "adequacy",
            references="+".join(sorted(references)) or "none",
            harmonise="stable",
            **({"units": told.estimand.sampled} if told else {}),
            level=f"{level:g}",
        ),
        warnings=(
            *_warnings(stages, found, effort, references, ambiguous),
            *(told.notes if told else ()),
        ),
    )


def _harmonised(stage: _Stage, labels: Sequence[Label]) -> Iterator[HarmonisedRanks]:
    """Yield the ranks of a source if every translation has its label."""
    adequate = [label.adequate for label in labels]
    known = [one for one in adequate if one is not None]
    if len(known) < len(adequate):
        return
    before = stage.graph.ranks
    after = harmonise(before, known)
    yield HarmonisedRanks(
        stage.segment,
        stage.annotator,
        dict(zip(stage.graph.systems, before, strict=True)),
        dict(zip(stage.graph.systems, after, strict=True)),
        before != after,
    )


def _stages(graphs: Graphs, labels: Scores | None) -> tuple[list[_Stage], int]:
    """Bring answers and graphs together; return how many answers fit several graphs.

    A graph without answers is a stage of its own where nobody has answered about its
    segment, or where its annotator answers elsewhere: there the stage is still open.
    """
    said = _comparisons(graphs)
    about = [graphs.about(graph)[:3] for graph in range(len(graphs))]
    by_segment: dict[str, list[int]] = {}
    for graph, (segment, _, _) in enumerate(about):
        by_segment.setdefault(segment, []).append(graph)
    asked = _asked(labels)
    stages, used, ambiguous = [], set(), 0
    for (segment, annotator, pass_), answers in asked.items():
        fitting = by_segment.get(segment, [])
        for same in ((annotator, pass_), (annotator,)):
            narrower = [graph for graph in fitting if about[graph][1:][: len(same)] == same]
            fitting = narrower or fitting
            if narrower:
                break
        ambiguous += len(fitting) > 1
        fitting = sorted(fitting, key=lambda graph: -len(said[graph]))[:1]
        used |= set(fitting)
        comparisons = [answer for graph in fitting for answer in said[graph]]
        drawn = Graph.of(comparisons, [output for output, _ in answers])
        stages.append(_Stage(segment, annotator, drawn, answers))
    people, segments = ({key[place] for key in asked} for place in (1, 0))
    for number, (segment, annotator, _) in enumerate(about):
        if number not in used and (annotator in people or segment not in segments):
            stages.append(_Stage(segment, annotator, Graph.of(said[number]), ()))
    return sorted(stages, key=lambda stage: (stage.segment, stage.annotator)), ambiguous


def _comparisons(graphs: Graphs) -> list[list[tuple[str, str, float]]]:
    """Return the comparisons of every graph."""
    said: list[list[tuple[str, str, float]]] = [[] for _ in range(len(graphs))]
    rows = graphs.rows
    for graph, one, two, value in zip(
        graphs.graph.tolist(),
        rows.system.values(),
        rows.versus.values(),
        rows.value.tolist(),
        strict=True,
    ):
        said[graph].append((one, two, value))
    return said


def _asked(labels: Scores | None) -> dict[tuple[str, str, str | None], Asked]:
    """Return the answers by segment, annotator and pass; unanswered rows are left out."""
    if labels is None:
        return {}
    wrong = ~np.isnan(labels.value) & ~np.isin(labels.value, (0.0, 1.0))
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise BadInput(
            f"{labels.value[row]:g} does not say whether a translation is adequate",
            where=f"segment {labels.segment.take(np.array([row])).values()[0]!r}",
            fix="Write 1 for adequate and 0 for inadequate.",
        )
    found: dict[tuple[str, str, str | None], set[tuple[str, bool]]] = {}
    for segment, annotator, pass_, system, value in zip(
        labels.segment.values(),
        labels.annotator.values(),
        labels.pass_.values(),
        labels.system.values(),
        labels.value.tolist(),
        strict=True,
    ):
        if system and not np.isnan(value):
            found.setdefault((segment, annotator, pass_ or None), set()).add((system, value == 1))
    return {key: tuple(sorted(found[key])) for key in sorted(found, key=str)}


def _documents(rows: Comparisons, labels: Scores | None) -> dict[str, str]:
    """Return the document of each segment, where it is known."""
    known: dict[str, str] = {}
    for view in (rows, *(() if labels is None else (labels,))):
        known |= {
            segment: document
            for segment, document in zip(view.segment.values(), view.document.values(), strict=True)
            if document
        }
    return known


def _answer(
    labels: Sequence[AdequacyLabel], documents: dict[str, str], level: float
) -> Answer | None:
    """Contrast systems by their shares of adequate translations."""
    if not labels:
        return None
    names, system = np.unique([one.system for one in labels], return_inverse=True)
    _, person = np.unique([one.annotator for one in labels], return_inverse=True)
    _, segment = np.unique([one.segment for one in labels], return_inverse=True)
    document = Codes.of(documents.get(one.segment) for one in labels)
    adequate = np.array([bool(one.adequate) for one in labels], dtype=float)
    number = np.bincount(system)
    share = np.bincount(system, adequate) / number
    rows = Outputs(
        tuple(names.tolist()),
        system.astype(np.int64),
        person.astype(np.int64),
        segment.astype(np.int64),
        document.codes,
        adequate,
        1 / number[system],
        share[system],
    )
    return answer(rows, quantity="share of adequate translations", unit="share", level=level)


def _systems(
    labels: Sequence[AdequacyLabel], told: Answer | None, level: float
) -> tuple[SystemAdequacy, ...]:
    """Return every system's share of adequate translations, best first.

    Where all are adequate or none, the interval is Wilson's with segments as cases.
    """
    observed = Counter(one.system for one in labels if one.layer == "observed")
    found = []
    for one in told.systems if told else ():
        values = {field.name: getattr(one, field.name) for field in fields(one)}
        if one.score in (0.0, 1.0) and one.segments > 1:
            sure = wilson(int(one.score) * one.segments, one.segments, level=level)
            values["low"], values["high"] = sure.low, sure.high
        elif one.low is not None and one.high is not None:
            values["low"], values["high"] = max(0.0, one.low), min(1.0, one.high)
        asked = observed[one.system]
        found.append(SystemAdequacy(**values, observed=asked, inferred=one.judgements - asked))
    return tuple(found)


def _warnings(
    stages: Sequence[_Stage],
    labels: Sequence[AdequacyLabel],
    effort: Effort,
    references: Sequence[str],
    ambiguous: int,
) -> tuple[str, ...]:
    """Say, one sentence each, what is missing."""
    if not stages:
        return ("There are no comparisons and no answers yet.",)
    notes = []
    people = {stage.annotator for stage in stages if stage.asked}
    if not people:
        notes.append("No adequacy question has been asked yet.")
    elif len(people) == 1:
        notes.append("One annotator: the confidence intervals hold for this annotator only.")
    if effort.open:
        notes.append(
            f"{effort.open:,} of {effort.unique:,} vertices have no label yet; they count as "
            "still to be asked, and their sources are not harmonised."
        )
    known = {label.system for label in labels}
    absent = sorted({part for name in references for part in parts_of(name)} - known)
    if absent:
        notes.append(f"No translation by the reference {', '.join(absent)} was compared.")
    if ambiguous:
        notes.append(
            f"{ambiguous:,} times answers fit the comparisons of several annotators, passes or "
            "conditions; those with the most comparisons are taken."
        )
    return tuple(notes)
