"""Do contrasts of effort cover the truth where systems were not edited side by side?

Post-editors work as they usually do: every segment is edited once, from one system (`once`),
whole documents from one system each (`documents`), or two editors edit each segment from two
systems (`shared`). Editors differ in pace, segments and documents in difficulty. On top of that,
editors and documents may differ in the contrast itself, by `annotator_sd` and `document_sd` in
units of the sd of a difference of two judgements.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.stats.effort.measured import EditIndicators
from tertium.stats.effort.standings import estimate_effort
from tertium.table import Codes

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
NOISE = 0.45  # sd of log effort of one judgement
_DIFFER = {"none": (0.0, 0.0), "as usual": (0.1, 0.15), "strongly": (0.25, 0.35)}


@dataclass(frozen=True, slots=True)
class Team:
    """Post-editors and the texts they edit; documents have `segments` each."""

    editors: int = 5
    documents: int = 10
    systems: int = 2
    segments: int = 10
    layout: Literal["once", "documents", "shared"] = "once"
    annotator_sd: float = 0.0
    document_sd: float = 0.0


def deal_work(team: Team, rng: np.random.Generator) -> tuple[Ints, Ints, Ints]:
    """Return the editor, segment and system of every judgement."""
    total = team.documents * team.segments
    segment = np.arange(total)
    if team.layout == "once":
        return rng.permutation(total) % team.editors, segment, rng.permutation(total) % team.systems
    if team.layout == "documents":
        document = segment // team.segments
        return document % team.editors, segment, document // team.editors % team.systems
    editor, system = (
        np.concatenate([rng.permutation(size)[:2] for _ in segment])
        for size in (team.editors, team.systems)
    )
    return editor, np.repeat(segment, 2), system


def simulate_work(team: Team, rng: np.random.Generator, systems: Floats) -> EditIndicators:
    """Draw the seconds of post-editing; `systems` are their true log efforts."""
    editor, segment, system = deal_work(team, rng)
    document = segment // team.segments
    total, unit = team.documents * team.segments, NOISE
    words = np.exp(rng.normal(np.log(20), 0.45, total)).clip(4, 60).round()[segment]
    logs = (
        np.log(60)
        + 0.9 * np.log(words / 20)
        + systems[system]
        + rng.normal(0, 0.45, team.editors)[editor]
        + rng.normal(0, 0.3, total)[segment]
        + rng.normal(0, 0.2, team.documents)[document]
        + rng.normal(0, 0.2, (total, team.systems))[segment, system]
        + rng.normal(0, team.annotator_sd * unit, (team.editors, team.systems))[editor, system]
        + rng.normal(0, team.document_sd * unit, (team.documents, team.systems))[document, system]
        + rng.normal(0, NOISE, len(editor))
    )
    seconds, rows = np.exp(logs), len(editor)
    no, unknown = np.zeros(rows, dtype=bool), np.full(rows, np.nan)
    return EditIndicators(
        judgement=Codes(np.arange(rows), tuple(f"{at:06d}" for at in range(rows))),
        annotator=Codes(editor, tuple(f"e{at}" for at in range(team.editors))),
        segment=Codes(segment, tuple(f"s{at:04d}" for at in range(total))),
        document=Codes(document, tuple(f"d{at:02d}" for at in range(team.documents))),
        system=Codes(system, tuple(f"y{at}" for at in range(team.systems))),
        condition=Codes(np.zeros(rows, dtype=np.int64), ("postedit",)),
        train=no,
        scratch=no,
        words=words,
        order=unknown,
        rating=unknown,
        raw_seconds=seconds,
        unchanged=no,
        emptied=no,
        without_mt=no,
        torn=no,
        values={"seconds": seconds},
    )


def _inside(team: Team, runs: int) -> float:
    """Return how often the interval of a ratio holds the true one, for equal systems."""
    covered = 0
    for seed in range(runs):
        rng = np.random.default_rng([17, seed, team.editors, team.documents])
        found = estimate_effort(simulate_work(team, rng, np.zeros(2)), "seconds")
        assert found is not None
        (one,) = found.contrasts
        covered += one.p is not None and one.p >= 0.05
    return covered / runs


def cover(runs: int) -> str:
    """Return rows of a table: coverage by layout, editors and documents."""
    rows = []
    layouts: tuple[Literal["once", "documents", "shared"], ...] = ("once", "documents", "shared")
    for layout in layouts:
        for editors in (3, 5, 10):
            for documents in (10, 20):
                if layout == "documents" and documents < 2 * editors:
                    continue  # no editor would meet both systems
                teams = (
                    Team(editors, documents, layout=layout, annotator_sd=one, document_sd=two)
                    for one, two in _DIFFER.values()
                )
                cells = [f"{100 * _inside(team, runs):.1f}%" for team in teams]
                rows.append(f"| {layout} | {editors} | {documents} | {' | '.join(cells)} |")
    return "\n".join(rows)
