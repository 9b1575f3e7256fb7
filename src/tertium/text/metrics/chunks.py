"""The alignment of a text with its reference that has most matches and, of these, fewest chunks.

Words match that are equal, or else have the same stem. A *chunk* is a run of words that are matched
by a run of words in the same order. Every word that can be matched is, exactly where possible; what
is left to choose is which of several equal words goes with which. The search goes through the text
word by word and keeps, for each set of reference words that are taken and each place where the last
word went, the way with fewest chunks. That is exact unless more than `WIDTH` ways are open at once.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

WIDTH = 256
_NOWHERE = -2  # where a word went that is not matched: no word follows it
# A way through the text so far: how many matches are not exact, chunks, and what remains open.
_Way = tuple[int, int]
_State = tuple[int, int]  # reference words that are taken, as bits; where the last word went


def match_chunks(
    hypothesis: Sequence[str], reference: Sequence[str], stems: tuple[Sequence[str], Sequence[str]]
) -> tuple[int, int]:
    """Return how many words match, and in how many chunks.

    >>> words = "the dog and the cat".split(), "the cat and the dog".split()
    >>> match_chunks(*words, words)
    (5, 3)
    """
    own, wanted = stems
    goals: defaultdict[str, list[int]] = defaultdict(list)
    for place, stem in enumerate(wanted):
        goals[stem].append(place)
    left = Counter(stem for stem in own if stem in goals)
    # So many words of a stem stay without a partner, because the reference has fewer of them.
    spare = {stem: max(number - len(goals[stem]), 0) for stem, number in left.items()}
    matches = sum(left.values()) - sum(spare.values())
    if not matches:
        return 0, 0
    bits = {stem: sum(1 << place for place in places) for stem, places in goals.items()}
    ways: dict[_State, _Way] = {(0, _NOWHERE): (0, 0)}
    seen: Counter[str] = Counter()
    for word, stem in zip(hypothesis, own, strict=True):
        if stem not in goals:
            ways = _unmatched(ways)
            continue
        may_skip = spare[stem]
        further: dict[_State, _Way] = {}
        for (taken, last), (inexact, chunks) in ways.items():
            if may_skip and seen[stem] - (taken & bits[stem]).bit_count() < may_skip:
                _keep(further, (taken, _NOWHERE), (inexact, chunks))
            for place in goals[stem]:
                if not taken >> place & 1:
                    way = inexact + (reference[place] != word), chunks + (place != last + 1)
                    _keep(further, (taken | 1 << place, place), way)
        seen[stem] += 1
        ways = _narrowed(further)
    return matches, min(ways.values())[1]


def _unmatched(ways: dict[_State, _Way]) -> dict[_State, _Way]:
    further: dict[_State, _Way] = {}
    for (taken, _), way in ways.items():
        _keep(further, (taken, _NOWHERE), way)
    return further


def _keep(ways: dict[_State, _Way], state: _State, way: _Way) -> None:
    if state not in ways or way < ways[state]:
        ways[state] = way


def _narrowed(ways: dict[_State, _Way]) -> dict[_State, _Way]:
    """Keep the ways that may still be best.

    Of two ways that took the same words one with more chunks cannot win: wherever its last word
    went, going on there gains one chunk at most.
    """
    if len(ways) == 1:
        return ways
    best: dict[int, _Way] = {}
    for (taken, _), way in ways.items():
        if taken not in best or way < best[taken]:
            best[taken] = way
    kept = {state: way for state, way in ways.items() if way == best[state[0]]}
    if len(kept) <= WIDTH:
        return kept
    return dict(sorted(kept.items(), key=lambda one: (one[1], one[0]))[:WIDTH])
