"""Translation edit rate: how many edits turn a hypothesis into its reference, per word of it.

Edits are insertions, deletions and substitutions of one token and shifts of a run of
tokens (Snover et al., 2006). HTER is the same number with the post-edited text as reference.
The number can exceed 1, and the rate of many segments is all edits over all lengths, not the
mean of their rates. Edits and lengths equal those of sacrebleu with the same options, or, with
`tercom`, those of the program that TER was published with.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.exceptions import BadInput
from tertium.text.ter.search import Search
from tertium.text.ter.tokens import tokenisers

Kind = Literal["keep", "substitute", "insert", "delete"]
_KINDS: dict[str, Kind] = {"k": "keep", "s": "substitute", "d": "delete"}


@dataclass(frozen=True, slots=True)
class Shift:
    """A run of `length` tokens that began at `start` and begins at `to` afterwards.

    Shifts follow one another: places are those after the shifts before it.
    """

    start: int
    to: int
    length: int


@dataclass(frozen=True, slots=True)
class Step:
    """One token of the alignment after all shifts.

    `hypothesis` and `reference` are the tokens, None where there is none (an insertion has
    none of the hypothesis, a deletion none of the reference). `place` is where the token
    stood in the hypothesis before any shift, and `shift` the number of the last shift that
    moved it, None if it stayed.
    """

    kind: Kind
    hypothesis: str | None
    reference: str | None
    place: int | None
    shift: int | None


@dataclass(frozen=True, slots=True)
class Operations:
    """What to do to a hypothesis: first the shifts in order, then the steps from left to right."""

    shifts: tuple[Shift, ...]
    steps: tuple[Step, ...]

    @property
    def edits(self) -> int:
        """Count the edits: each shift, and each step that does not keep a token."""
        return len(self.shifts) + sum(step.kind != "keep" for step in self.steps)


@dataclass(frozen=True, slots=True)
class TerScore:
    """TER of one pair: `score` is a fraction, `length` counts the tokens of the reference.

    Without a reference token the score is 1 if there is anything to delete, else 0.
    """

    score: float
    edits: int
    length: int
    operations: Operations


@dataclass(frozen=True, slots=True, eq=False)
class TerScores:
    """TER of many pairs: one score, number of edits and length for each."""

    scores: np.ndarray
    edits: np.ndarray
    lengths: np.ndarray

    @property
    def corpus(self) -> float:
        """Return all edits over all lengths."""
        return _score(int(self.edits.sum()), int(self.lengths.sum()))


def ter(
    hypothesis: str,
    reference: str,
    *,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
    tercom: bool = False,
) -> TerScore:
    """Return the translation edit rate of a hypothesis, and the edits themselves.

    `normalized` sets punctuation apart and resolves XML entities, `no_punct` drops
    punctuation, `asian_support` makes those two know Chinese and Japanese characters, each
    of which is then a token; `case_sensitive` keeps letter case. With `tercom` shifts are
    sought as Tercom 0.7 does, else as sacrebleu does; they rarely differ.

    >>> found = ter("on the mat the cat sat", "the cat sat on the mat")
    >>> found.edits, found.length, found.operations.shifts
    (1, 6, (Shift(start=0, to=3, length=3),))
    """
    cut, cut_reference = tokenisers(normalized, no_punct, asian_support, case_sensitive)
    hypothesis_tokens, reference_tokens = cut(hypothesis), cut_reference(reference)
    search, length = Search(tercom), len(reference_tokens)
    edits = search.run(hypothesis_tokens, reference_tokens)
    operations = _operations(search, hypothesis_tokens, reference_tokens)
    return TerScore(_score(edits, length), edits, length, operations)


def ter_many(
    hypotheses: Sequence[str],
    references: Sequence[str],
    *,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
    tercom: bool = False,
) -> TerScores:
    """Return the translation edit rate of each pair, without its operations."""
    if len(hypotheses) != len(references):
        raise BadInput(
            f"{len(hypotheses)} hypotheses but {len(references)} references",
            fix="Give one reference for each hypothesis, in the same order.",
        )
    cut, cut_reference = tokenisers(normalized, no_punct, asian_support, case_sensitive)
    run = Search(tercom).run
    wanted = [cut_reference(reference) for reference in references]
    pairs = zip(hypotheses, wanted, strict=True)
    edits = np.array([run(cut(text), tokens) for text, tokens in pairs], dtype=np.int64)
    lengths = np.array([len(tokens) for tokens in wanted], dtype=np.int64)
    scores = np.where(lengths, edits / np.maximum(lengths, 1), edits > 0)
    return TerScores(scores, edits, lengths)


def ter_signature(
    *,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
    tercom: bool = False,
) -> str:
    """Return how a rate was counted, for signatures: the options in sacrebleu's short form.

    Shifts are named where they are not sacrebleu's.

    >>> ter_signature()
    'case.lc+norm.no+punct.yes+asian.no'
    """
    answers = {
        "norm": normalized,
        "punct": not no_punct,
        "asian": asian_support,
    }
    case = "mixed" if case_sensitive else "lc"
    chosen = [f"{name}.{'yes' if answer else 'no'}" for name, answer in answers.items()]
    return "+".join([f"case.{case}", *chosen, *(["shifts.tercom"] if tercom else [])])


def _score(edits: int, length: int) -> float:
    return edits / length if length else float(edits > 0)


def _operations(search: Search, hypothesis: list[str], reference: list[str]) -> Operations:
    """Arrange what a search found for readers."""
    places = list(range(len(hypothesis)))
    moved: list[int | None] = [None] * len(hypothesis)
    shifts = tuple(Shift(*shift) for shift in search.shifts)
    for number, (start, to, length) in enumerate(search.shifts):
        run = places[start : start + length]
        del places[start : start + length]
        places[to:to] = run
        for place in run:
            moved[place] = number
    steps = []
    left, right = iter(places), iter(reference)
    for letter in search.trace():
        wanted = None if letter == "d" else next(right)
        if letter == "i":
            steps.append(Step("insert", None, wanted, None, None))
        else:
            at = next(left)
            steps.append(Step(_KINDS[letter], hypothesis[at], wanted, at, moved[at]))
    return Operations(shifts, tuple(steps))
