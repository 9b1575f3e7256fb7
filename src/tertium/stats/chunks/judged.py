"""Who said what of which chunk, as numbers."""

from dataclasses import dataclass

import numpy as np

from tertium.exceptions import BadInput
from tertium.protocols.chunk_schemes import CHUNK, Scheme, canonical_label, find_scheme
from tertium.stats.arrays import Ints
from tertium.stats.codes import together
from tertium.stats.labels import refuse_repeats
from tertium.table import Codes, JudgementTable

_EVIDENCE = ("real", "repeat")


@dataclass(frozen=True, slots=True)
class JudgedChunks:
    """One judgement of one chunk per row; `label` is its place in the scheme, 0 if correct."""

    annotator: Codes
    document: Codes
    segment: Codes
    system: Codes
    unit: Codes
    pass_: Codes
    label: Ints
    text: tuple[str, ...]
    name: str
    scheme: Scheme

    def __len__(self) -> int:
        return len(self.label)

    @property
    def chunk(self) -> Ints:
        """Which chunk each row is about, numbered from 0."""
        return together(self.segment.codes, self.system.codes, self.unit.codes)


def judged_chunks(table: JudgementTable, scheme: str | None = None) -> JudgedChunks:
    """Return the judgements of chunks that a table holds (rows of the aspect `chunk`)."""
    rows = [
        row
        for row in table.select(aspect=[CHUNK]).rows()
        if row["layer"] == "observed" and row["role"] in _EVIDENCE
    ]
    if not rows:
        raise BadInput(
            "there are no judged chunks",
            fix="Give rows annotator,segment,system,unit,aspect,label with the aspect chunk.",
        )
    for row in rows:
        if not row["unit"] or not row["label"]:
            raise BadInput(
                "a judged chunk has no name or no answer",
                where=f"judgement {row['judgement']}",
                fix="Write which chunk (unit) and what is said of it (label).",
            )
    labels = [canonical_label(row["label"]) for row in rows]
    name, found = find_scheme(labels, scheme)
    columns = {
        field: Codes.of([row[column] for row in rows])
        for field, column in (
            *((one, one) for one in ("annotator", "document", "segment", "system", "unit")),
            ("pass_", "pass"),
        )
    }
    judged = JudgedChunks(
        label=np.array([found.index(one) for one in labels], dtype=np.int64),
        text=tuple(row["text"] or "" for row in rows),
        name=name,
        scheme=found,
        **columns,
    )
    chunk = judged.chunk
    _, first = np.unique(chunk, return_index=True)
    named = [f"{rows[at]['segment']}, chunk {rows[at]['unit']}" for at in first]
    refuse_repeats(judged.annotator, chunk, named, judged.pass_)
    return judged
