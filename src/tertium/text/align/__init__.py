"""Which words of a translation render which words of its source.

A *link* is a pair (source word, target word), both counted from 0; an alignment of a
sentence pair is a set of links. Two aligners are there: the small built-in one, and eflomal
as an outside program.
"""

from collections.abc import Callable, Sequence
from typing import get_args

from tertium.choices import Aligner
from tertium.exceptions import NotFound
from tertium.text.align.builtin import align_builtin
from tertium.text.align.corpus import Sentence
from tertium.text.align.eflomal import PROGRAM, align_eflomal
from tertium.text.align.measure import AlignmentScore, score_alignment
from tertium.text.align.pharaoh import read_links
from tertium.text.align.symmetrise import Link, Links, grow_diag_final_and

__all__ = [
    "ALIGNERS",
    "PROGRAM",
    "Aligner",
    "AlignmentScore",
    "Link",
    "Links",
    "Sentence",
    "align",
    "grow_diag_final_and",
    "read_links",
    "score_alignment",
]

ALIGNERS: tuple[Aligner, ...] = get_args(Aligner)
_BY_NAME: dict[str, Callable[[Sequence[Sentence], Sequence[Sentence]], list[Links]]] = {
    "builtin": align_builtin,
    "eflomal": align_eflomal,
}


def align(
    sources: Sequence[Sentence], targets: Sequence[Sentence], *, aligner: Aligner = "builtin"
) -> list[Links]:
    """Align sentence pairs, given as words; more pairs of the same kind make it better.

    Whoever has a larger corpus of the same languages appends it and drops its links.
    """
    if aligner not in _BY_NAME:
        raise NotFound.among("aligner", aligner, _BY_NAME)
    return _BY_NAME[aligner](sources, targets)
