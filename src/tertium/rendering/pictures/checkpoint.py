"""The picture of instances: source, reference and output with alignment and matches.

HTML without style or script: its classes are dressed by `report.css`, and the reader's own browser
sets the texts, whatever their script and direction.
"""

from collections.abc import Collection, Sequence

from markupsafe import Markup

from tertium.stats.checkpoints.examples import CheckpointExample


def draw_instances(examples: Sequence[CheckpointExample]) -> str:
    """Return a block of three lines for each example."""
    blocks = [_block(one) for one in examples]
    return str(Markup('<div class="checkpoints">{}</div>').format(Markup("").join(blocks)))


def _block(one: CheckpointExample) -> Markup:
    rows = (
        ("source", _line(one.source, one.words, "checkpoint-word")),
        ("reference", _line(one.reference, one.aligned, "checkpoint-word")),
        (one.system, _line(one.output, one.matches, "checkpoint-match")),
    )
    lines = Markup("").join(
        Markup('<dt><bdi>{}</bdi></dt><dd dir="auto">{}</dd>').format(*row) for row in rows
    )
    told = Markup("<p><b>{}</b> <bdi>{}</bdi>: {} ({}/{})</p>").format(
        one.class_, one.segment, ", ".join(one.ngrams) or "–", one.matched, one.total
    )
    return Markup('<section class="checkpoint">{}<dl>{}</dl></section>').format(told, lines)


def _line(words: Sequence[str], places: Collection[int], kind: str) -> Markup:
    """Return words between blanks, some of them in an element of a kind."""
    inside = set(places)
    return Markup(" ").join(
        Markup('<span class="{}">{}</span>').format(kind, word) if at in inside else word
        for at, word in enumerate(words)
    )
