"""Two annotators' labels on the same tokens, crossed: the ground of κ, AC1 and positive agreement.

Tokens by the rule `words-and-signs@1` are words as in `tertium.text.words` (in scripts without
spaces every character), and beside them every other visible character that a reader sees as one: a
full stop, a bracket, an emoji. A *gap* stands before every token and after the last; a mark without
a token of its own (a point where something is missing, a space) belongs to the gap at its
beginning. A mark that touches a part of a token marks the token.

A token carries the *set* of the labels marked on it: where marks of one annotator overlap, none
wins over the other, and two tokens agree if their sets are equal. The empty set is “no error”.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from scipy.sparse import csr_array

from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.span_agreement.readings import Mark, SharedOutput, SharedReadings
from tertium.text.spans import cuts_character
from tertium.text.words import word_spans

LabelSet = frozenset[str]
_NONE: LabelSet = frozenset()
TOKEN_RULE = "words-and-signs@1"
Tokens = tuple[Ints, Ints]  # beginnings and ends


@lru_cache(maxsize=20_000)
def token_spans(text: str, language: str = "") -> Tokens:
    """Return where the tokens of a text begin and end.

    >>> begin, end = token_spans("Ja, 👍🏽!")
    >>> ["Ja, 👍🏽!"[b:e] for b, e in zip(begin, end)]
    ['Ja', ',', '👍🏽', '!']
    """
    found: list[tuple[int, int]] = []
    at = 0
    for begin, end in (*word_spans(text, language), (len(text), len(text))):
        found.extend(_signs(text, at, begin))
        if end > begin:
            found.append((begin, end))
        at = end
    places = np.array(found, dtype=np.int64).reshape(-1, 2)
    return places[:, 0].copy(), places[:, 1].copy()


def _signs(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    """Return the visible characters of a stretch without words."""
    found = []
    at = begin
    while at < end:
        after = at + 1
        while after < end and cuts_character(text, after):
            after += 1
        seen = text[at:after]
        if any(not sign.isspace() and unicodedata.category(sign)[0] != "C" for sign in seen):
            found.append((at, after))
        at = after
    return found


def touched(tokens: Tokens, mark: Mark) -> tuple[range, int | None]:
    """Return the tokens that a mark touches, or the gap it belongs to if it touches none."""
    begins, ends = tokens
    if mark.end > mark.start:
        first = int(np.searchsorted(ends, mark.start, side="right"))
        last = int(np.searchsorted(begins, mark.end, side="left"))
        if first < last:
            return range(first, last), None
    return range(0), int(np.searchsorted(begins, mark.start, side="left"))


@dataclass(frozen=True, slots=True)
class TokenTables:
    """The table of every pair of readings, as filled cells.

    Pair of readings `at[i]` has `count[i]` tokens with the sets `row[i]` and `column[i]` of
    `sets`; set 0 is empty.
    """

    at: Ints
    row: Ints
    column: Ints
    count: Floats
    sets: tuple[LabelSet, ...]
    number: int  # pairs of readings

    def renamed(self, name: Callable[[str], str]) -> "TokenTables":
        """Give labels other names (such as those of a level above); sets may become equal."""
        new = [frozenset(map(name, labels)) for labels in self.sets]
        known = {labels: code for code, labels in enumerate(dict.fromkeys(new))}
        codes = np.array([known[labels] for labels in new])
        return TokenTables(
            self.at, codes[self.row], codes[self.column], self.count, tuple(known), self.number
        )

    def features(self) -> csr_array:
        """Return for each pair of readings what κ and its relatives need.

        Columns: tokens, equal ones, marked by both, by the first only, by the second only, then
        the tokens of the first annotator by set, and of the second.
        """
        width = len(self.sets)
        one, two = self.row > 0, self.column > 0
        kinds: list[tuple[Bools, Ints | int]] = [
            (np.ones(len(self.at), dtype=bool), 0),
            (self.row == self.column, 1),
            (one & two, 2),
            (one & ~two, 3),
            (two & ~one, 4),
            (np.ones(len(self.at), dtype=bool), 5 + self.row),
            (np.ones(len(self.at), dtype=bool), 5 + width + self.column),
        ]
        rows = np.concatenate([self.at[chosen] for chosen, _ in kinds])
        columns = np.concatenate(
            [np.broadcast_to(place, self.at.shape)[chosen] for chosen, place in kinds]
        )
        counts = np.concatenate([self.count[chosen] for chosen, _ in kinds])
        return csr_array((counts, (rows, columns)), shape=(self.number, 5 + 2 * width))


def cross_tokens(read: SharedReadings, *, side: str, gaps: bool = False) -> TokenTables:
    """Cross the labels of every two readings of an output, token by token.

    `side` is "target", "source" or "both". With `gaps` every gap between tokens counts as a token
    more; without, marks that belong to a gap do not count. Outputs whose text is not known have
    no tokens.
    """
    sides = ("target", "source") if side == "both" else (side,)
    sets: dict[LabelSet, int] = {_NONE: 0}
    at: list[int] = []
    cells: list[tuple[int, int]] = []
    counts: list[int] = []
    number = 0
    for output in read.outputs:
        labelled = [
            _labelled(output, reading.marks, sides, gaps=gaps) for reading in output.readings
        ]
        total = _size(output, sides, gaps=gaps)
        for one, two in combinations(labelled, 2):
            table = _crossed(one, two, total)
            for (first, second), count in table.items():
                at.append(number)
                cells.append(
                    (sets.setdefault(first, len(sets)), sets.setdefault(second, len(sets)))
                )
                counts.append(count)
            number += 1
    coded = np.array(cells, dtype=np.int64).reshape(-1, 2)
    return TokenTables(
        np.array(at, dtype=np.int64),
        coded[:, 0],
        coded[:, 1],
        np.array(counts, dtype=float),
        tuple(sets),
        number,
    )


def _crossed(
    one: Mapping[tuple[str, int], LabelSet], two: Mapping[tuple[str, int], LabelSet], total: int
) -> Counter[tuple[LabelSet, LabelSet]]:
    table: Counter[tuple[LabelSet, LabelSet]] = Counter()
    marked = one.keys() | two.keys()
    for token in marked:
        table[one.get(token, _NONE), two.get(token, _NONE)] += 1
    if total > len(marked):
        table[_NONE, _NONE] += total - len(marked)
    return table


def _labelled(
    output: SharedOutput, marks: Iterable[Mark], sides: tuple[str, ...], *, gaps: bool
) -> dict[tuple[str, int], LabelSet]:
    """Return the labels of marked tokens; gap k is written −1 − k."""
    found: dict[tuple[str, int], LabelSet] = {}
    for mark in marks:
        text = output.text(mark.side)
        if text is None or mark.side not in sides or not mark.placed:
            continue
        tokens, gap = touched(token_spans(text, output.language), mark)
        places = list(tokens) if gap is None else [-1 - gap] if gaps else []
        for place in places:
            key = (mark.side, place)
            found[key] = found.get(key, _NONE) | {mark.label}
    return found


def _size(output: SharedOutput, sides: tuple[str, ...], *, gaps: bool) -> int:
    size = 0
    for side in sides:
        text = output.text(side)
        if text is not None:
            tokens = len(token_spans(text, output.language)[0])
            size += tokens + (tokens + 1 if gaps else 0)
    return size


def kappa(sums: Floats) -> Floats:
    """Return Cohen's κ from rows of `TokenTables.features`; NaN where one set is all there is."""
    n, observed, expected = _chance(sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = (observed - expected) / (1 - expected)
    return np.where((n > 0.5) & (1 - expected > 1e-9), value, np.nan)


def first_ac1(sets: int) -> Callable[[Floats], Floats]:
    """Return Gwet's AC1 for so many different sets: chance is Σ π(1 − π) / (sets − 1)."""

    def statistic(sums: Floats) -> Floats:
        width = (sums.shape[1] - 5) // 2
        n = np.maximum(sums[:, 0], 1e-12)
        shares = (sums[:, 5 : 5 + width] + sums[:, 5 + width :]) / (2 * n[:, None])
        expected = (shares * (1 - shares)).sum(1) / max(1, sets - 1)
        value = (sums[:, 1] / n - expected) / (1 - expected)
        return np.where((sums[:, 0] > 0.5) & (sets > 1), value, np.nan)

    return statistic


def positive(sums: Floats) -> Floats:
    """Return positive agreement on marked tokens, whatever their label: 2a / (2a + b + c)."""
    marked = 2 * sums[:, 2] + sums[:, 3] + sums[:, 4]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(marked > 0.5, 2 * sums[:, 2] / marked, np.nan)


def equal_share(sums: Floats) -> Floats:
    """Return the share of tokens with equal labels."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sums[:, 0] > 0.5, sums[:, 1] / sums[:, 0], np.nan)


def _chance(sums: Floats) -> tuple[Floats, Floats, Floats]:
    width = (sums.shape[1] - 5) // 2
    n = sums[:, 0]
    safe = np.maximum(n, 1e-12)
    expected = (sums[:, 5 : 5 + width] * sums[:, 5 + width :]).sum(1) / safe**2
    return n, sums[:, 1] / safe, expected
