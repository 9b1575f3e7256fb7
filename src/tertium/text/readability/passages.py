"""The hardest passages of a text: where a reader is stopped first.

A passage is three sentences in a row. It is measured as a text of its own, so the same
formula or model that judges the text says which part of it is hardest. Passages are chosen from the
hardest on, none that overlaps one already chosen.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tertium.text.readability.readable import Readable

SENTENCES = 3


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of the composed text, from `start` to `end`, and how hard it is."""

    start: int
    end: int
    text: str
    difficulty: float


def hardest(
    text: Readable, difficulty: Callable[[Readable], float | None], *, number: int = 3
) -> tuple[Passage, ...]:
    """Return the hardest passages in the order of the text, hardest of all by `difficulty`.

    A text of three sentences or fewer has none: it is one passage.
    """
    spans = text.sentence_spans
    if len(spans) <= SENTENCES:
        return ()
    found: list[Passage] = []
    for at in range(len(spans) - SENTENCES + 1):
        start, end = spans[at][0], spans[at + SENTENCES - 1][1]
        piece = text.composed[start:end]
        trees = text.trees[at : at + SENTENCES] if len(text.trees) == len(spans) else ()
        value = difficulty(replace(text, text=piece, layout=None, trees=trees))
        if value is not None:
            found.append(Passage(start, end, piece, value))
    chosen: list[Passage] = []
    for one in sorted(found, key=lambda one: (-one.difficulty, one.start)):
        if len(chosen) < min(number, max(1, len(spans) // (2 * SENTENCES))) and all(
            one.end <= other.start or other.end <= one.start for other in chosen
        ):
            chosen.append(one)
    return tuple(sorted(chosen, key=lambda one: one.start))
