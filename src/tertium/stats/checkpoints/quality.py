"""How good the alignment is that checkpoints rest on, as far as that can be said."""

from dataclasses import dataclass

import numpy as np

from tertium.stats.checkpoints.instances import Instances
from tertium.stats.checkpoints.matches import Matches, TranslatedTexts
from tertium.text.align import AlignmentScore


@dataclass(frozen=True, slots=True)
class AlignmentQuality:
    """Links between sources and references.

    `linked` is the share of reference words that have a link, `words_per_instance` the mean
    number of reference words of an aligned instance; `unaligned` instances of `instances` have
    none. `precision`, `recall` and `error_rate` compare with links made by hand, where given.
    """

    aligner: str
    segments: int
    linked: float | None
    instances: int
    unaligned: int
    words_per_instance: float | None
    precision: float | None
    recall: float | None
    error_rate: float | None


def alignment_quality(
    instances: Instances,
    matches: Matches,
    texts: TranslatedTexts,
    aligner: str,
    by_hand: AlignmentScore | None,
) -> AlignmentQuality:
    """Describe the alignment; an instance that belongs to a group too is counted once."""
    words = sum(map(len, texts.reference))
    linked = sum(len({target for _, target in links}) for links in texts.links)
    own = ~np.isin(matches.class_code, list(instances.groups))
    sizes = np.array([len(places) for places in matches.aligned], dtype=np.int64)[own]
    known = sizes[sizes > 0]
    return AlignmentQuality(
        aligner,
        len(texts.reference),
        linked / words if words else None,
        len(sizes),
        int((sizes == 0).sum()),
        float(known.mean()) if len(known) else None,
        None if by_hand is None else by_hand.precision,
        None if by_hand is None else by_hand.recall,
        None if by_hand is None else by_hand.error_rate,
    )
