"""What editing cost, judgement by judgement: the indicators, given or computed.

A *task* is one system's output for one source; a judgement is one editor's work on it. Tasks
of the *training set* were edited by everybody, so they tell how editors differ; the others
tell how systems differ. What was translated from scratch belongs to no system.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tertium.protocols.conditions import EDITING, SCRATCH
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.table import INDICATORS, Codes, Edits
from tertium.text import count_words
from tertium.text.ter import ter

TRAIN = "train"
FRACTIONS = ("hter",)  # already per word
_TYPES = {"insert": "insertions", "delete": "deletions", "substitute": "substitutions"}


TARGETS = ("seconds", "keystrokes", "hter")


@dataclass(frozen=True)
class EditIndicators:
    """Judgements with their indicators by name; NaN where something was not measured.

    `seconds` of `values` may be filtered, `raw_seconds` never are.
    """

    judgement: Codes
    annotator: Codes
    segment: Codes
    document: Codes
    system: Codes
    condition: Codes
    train: Bools
    scratch: Bools
    words: Floats
    order: Floats
    rating: Floats
    raw_seconds: Floats
    unchanged: Bools
    emptied: Bools
    without_mt: Bools
    torn: Bools  # the log is not whole, so it tells no effort
    values: Mapping[str, Floats]

    def __len__(self) -> int:
        return len(self.words)

    def take(self, rows: Bools | Ints) -> "EditIndicators":
        """Keep some rows (a mask or positions)."""
        kept = {
            name: getattr(self, name).take(rows)
            for name in ("judgement", "annotator", "segment", "document", "system", "condition")
        }
        numbers = {
            name: getattr(self, name)[rows]
            for name in (
                *("train", "scratch", "words", "order", "rating", "raw_seconds"),
                *("unchanged", "emptied", "without_mt", "torn"),
            )
        }
        values = {name: column[rows] for name, column in self.values.items()}
        return EditIndicators(**kept, **numbers, values=values)

    def with_seconds(self, seconds: Floats) -> "EditIndicators":
        """Return the same judgements with filtered seconds."""
        return replace(self, values={**self.values, "seconds": seconds})

    @cached_property
    def test(self) -> Bools:
        """Judgements that compare systems: outside the training set, of some system's output."""
        return ~self.train & ~self.scratch

    @cached_property
    def task(self) -> Ints:
        """A number for each task: equal for judgements of the same output."""
        both = self.segment.codes * (len(self.system.names) + 1) + self.system.codes
        return np.asarray(np.unique(both, return_inverse=True)[1])

    def indicator(self, name: str, *, per_word: bool = False) -> Floats:
        """Return one indicator, per source word if asked; a rate already is."""
        values = self.values[name]
        return values / self.words if per_word and name not in FRACTIONS else values


def measure(edits: Edits) -> EditIndicators:
    """Return every indicator of the judgements; what is missing and follows from the texts is made.

    HTER is TER of the output against the editor's own text, with sacrebleu's defaults; an
    output of which nothing is known, or a translation from scratch, has none.
    """
    conditions = edits.condition.values()
    systems = edits.system.values()
    # A revised translation from scratch keeps the name of its system, but there was a text.
    scratch = np.array(
        [
            condition.partition("+")[0] == SCRATCH or (system == SCRATCH and not text)
            for condition, system, text in zip(conditions, systems, edits.mt, strict=True)
        ],
        dtype=bool,
    )
    named = Codes.of(
        condition or (SCRATCH if alone else EDITING)
        for condition, alone in zip(conditions, scratch, strict=True)
    )
    known = ~scratch & np.array([text is not None for text in edits.mt], dtype=bool)
    known &= np.array([text is not None for text in edits.edited], dtype=bool)
    # The whole time of a judgement is no measure where its log could not be read.
    torn = edits.indicators.get("replayed", np.ones(len(edits))) == 0
    seconds = np.where(torn, np.nan, edits.seconds)
    values = {"seconds": seconds, "keystrokes": edits.keystrokes}
    values |= {name: edits.indicators[name] for name in INDICATORS if name in edits.indicators}
    for name, computed in _edited_words(edits, known).items():
        given = values.get(name, np.full(len(edits), np.nan))
        values[name] = np.where(np.isnan(given), computed, given)
    values = {name: column for name, column in values.items() if not np.isnan(column).all()}
    same = [a == b for a, b in zip(edits.mt, edits.edited, strict=True)]
    return EditIndicators(
        judgement=edits.judgement,
        annotator=edits.annotator,
        segment=edits.segment,
        document=edits.document,
        system=edits.system,
        condition=named,
        train=~scratch & np.array([name == TRAIN for name in edits.set.values()], dtype=bool),
        scratch=scratch,
        words=_words(edits),
        order=edits.order,
        rating=edits.rating,
        raw_seconds=seconds,
        unchanged=known & np.array(same, dtype=bool),
        emptied=np.array([text is not None and not text.strip() for text in edits.edited], bool),
        without_mt=known & np.array([not (text or "").strip() for text in edits.mt], bool),
        torn=torn,
        values=values,
    )


def _words(edits: Edits) -> Floats:
    """Return the source words of each judgement; a source is counted once, NaN without any."""
    counted = {text: count_words(text) for text in set(edits.source) if text}
    return np.array([counted.get(text) or np.nan for text in edits.source], dtype=float)


def _edited_words(edits: Edits, known: Bools) -> dict[str, Floats]:
    """Return HTER and the edits of words by type, where both texts are known."""
    names = ("hter", *_TYPES.values(), "shifts")
    found = {name: np.full(len(edits), np.nan) for name in names}
    for row in np.flatnonzero(known):
        rate = ter(edits.mt[row], edits.edited[row])
        kinds = Counter[str](step.kind for step in rate.operations.steps)
        found["hter"][row] = rate.score
        found["shifts"][row] = len(rate.operations.shifts)
        for kind, name in _TYPES.items():
            found[name][row] = kinds[kind]
    return found


def log_scale(name: str, values: Floats) -> Floats:
    """Return log(1 + x), for fractions log(1 + 100 x): nothing done at all is data too."""
    return np.log1p(100 * values if name in FRACTIONS else values)


def raw_scale(name: str, logs: Floats) -> Floats:
    """Return what `log_scale` was made of; what a model puts below nothing is nothing."""
    values = np.maximum(np.expm1(logs), 0.0)
    return values / 100 if name in FRACTIONS else values


def covariates_of(measured: EditIndicators, rows: Ints) -> tuple[tuple[Floats, ...], bool]:
    """Return log source length and log position, where known for all and not constant.

    The second value says whether the position is among them (it is the last).
    """
    found = []
    for values in (np.log(measured.words[rows]), np.log1p(measured.order[rows])):
        known = not np.isnan(values).any() and values.std() > 0
        found.append(values - values.mean() if known else None)
    return tuple(one for one in found if one is not None), found[1] is not None
