"""The scores of this campaign: of outputs, and of anchors with what is known about them."""

from dataclasses import dataclass

import numpy as np

from tertium.exceptions import BadInput
from tertium.model import ANCHOR
from tertium.stats.arrays import Floats, Ints
from tertium.stats.assessment.rows import Rows
from tertium.stats.calibration.known import KnownOutputs
from tertium.stats.codes import together


@dataclass(frozen=True, slots=True)
class CampaignScores:
    """Scores of outputs, then those of anchors; `anchor_item` is the output among the known.

    `unmatched` counts anchors that the earlier campaign does not know.
    """

    annotators: tuple[str, ...]
    systems: tuple[str, ...]
    system: Ints
    segment: Ints
    person: Ints
    text: Ints
    value: Floats
    anchor_item: Ints
    anchor_person: Ints
    anchor_text: Ints
    anchor_value: Floats
    unmatched: int


def read_now(rows: Rows, known: KnownOutputs) -> CampaignScores:
    """Tell outputs and anchors apart, and look the anchors up in the earlier campaign."""
    rows = rows.take((rows.scores.annotator.codes >= 0) & (rows.system >= 0) & (rows.segment >= 0))
    outputs = rows.take(rows.plays("real", "repeat") | (rows.scores.role.codes < 0))
    anchors = rows.take(rows.plays("anchor"))
    if not len(outputs):
        raise BadInput(
            "no output was scored in this campaign",
            where="calibrate",
            fix="Give the scores of outputs and anchors together.",
        )
    item = _known_items(anchors, known)
    found = item >= 0
    if not found.any():
        raise BadInput(
            "no anchor of this campaign has a score in the earlier one"
            if len(anchors)
            else "this campaign has no anchors",
            where="calibrate",
            fix="Mix in outputs of the earlier campaign with the role anchor; `of` names the "
            "segment as it was called there.",
        )
    anchors, unmatched = anchors.take(found), len(np.unique(anchors.item[~found]))
    codes = np.concatenate([outputs.scores.annotator.codes, anchors.scores.annotator.codes])
    people = np.unique(codes)
    person = np.searchsorted(people, codes)
    used, system = np.unique(outputs.system, return_inverse=True)
    documents = outputs.scores.document.codes
    text = outputs.segment if (documents < 0).any() else documents
    return CampaignScores(
        annotators=tuple(rows.scores.annotator.names[code] for code in people.tolist()),
        systems=tuple(rows.scores.system.names[code] for code in used.tolist()),
        system=system,
        segment=outputs.segment,
        person=person[: len(outputs)],
        text=together(text),
        value=outputs.value,
        anchor_item=item[found],
        anchor_person=person[len(outputs) :],
        anchor_text=together(anchors.segment),
        anchor_value=anchors.value,
        unmatched=unmatched,
    )


def _known_items(anchors: Rows, known: KnownOutputs) -> Ints:
    """Return the number of each anchor among the known outputs, −1 where it is not."""
    scores = anchors.scores
    columns = np.stack([scores.of.codes, scores.segment.codes, scores.system.codes])
    kinds, kind = np.unique(columns, axis=1, return_inverse=True)
    of, segment, system = (*scores.of.names, ""), scores.segment.names, scores.system.names
    found = [_lookup(of[o], segment[s], system[y], known) for o, s, y in kinds.T.tolist()]
    return np.array(found, dtype=np.int64)[kind.ravel()]


def _lookup(of: str, segment: str, system: str, known: KnownOutputs) -> int:
    """Find an anchor by the name it had, which `of` holds, or else its segment's own name."""
    return known.names.get((of or segment.removeprefix(ANCHOR), system), -1)
