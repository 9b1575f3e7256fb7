"""How varied the words are, by measures that do not simply fall as a text grows longer.

The type–token ratio does, so texts of different length cannot be compared by it. Golden values of
all four are in the tests.
"""

from collections import Counter, deque
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

_DRAWN = 42  # words in a sample of HD-D
_FACTOR = 0.72  # the type–token ratio at which a factor of MTLD closes
_WINDOW = 50  # words of the moving average


def hdd(words: Sequence[str]) -> float | None:
    """Return HD-D: the mean share of types in samples of 42 words (McCarthy & Jarvis, 2010).

    Hypergeometric, so nothing is drawn. A shorter text has none.
    """
    n = len(words)
    if n < _DRAWN:
        return None
    counts = Counter(Counter(words).values())
    return sum(
        number * (1.0 - _absent(n, count)) / _DRAWN for count, number in sorted(counts.items())
    )


@lru_cache(maxsize=50_000)
def _absent(n: int, count: int) -> float:
    """Return the chance that a word that occurs `count` times is not in a sample."""
    missed = 1.0
    for one in range(count):
        missed *= (n - _DRAWN - one) / (n - one)
    return max(0.0, missed)


def mtld(words: Sequence[str]) -> float | None:
    """Return MTLD: words per factor, read forwards and backwards (McCarthy & Jarvis, 2010).

    A factor closes where the type–token ratio falls below .72; the rest at the end counts as the
    part of a factor that it is. A text in which no word comes twice has no value.
    """
    forwards, backwards = _factors(words), _factors(words[::-1])
    if not forwards or not backwards:
        return None
    return (len(words) / forwards + len(words) / backwards) / 2


def _factors(words: Sequence[str]) -> float:
    factors, tokens, types = 0.0, 0, set[str]()
    for word in words:
        types.add(word)
        tokens += 1
        if len(types) < _FACTOR * tokens:
            factors, tokens = factors + 1, 0
            types.clear()
    if tokens:
        factors += (1 - len(types) / tokens) / (1 - _FACTOR)
    return factors


def mattr(words: Sequence[str]) -> float | None:
    """Return the mean type–token ratio of all windows of 50 words (Covington & McFall, 2010)."""
    n = len(words)
    if n < _WINDOW:
        return None
    inside = Counter(words[:_WINDOW])
    total = types = len(inside)
    leaving = deque(words[:_WINDOW])
    for word in words[_WINDOW:]:
        gone = leaving.popleft()
        leaving.append(word)
        if gone != word:
            inside[gone] -= 1
            types -= not inside[gone]
            types += not inside[word]
            inside[word] += 1
        total += types
    return total / (n - _WINDOW + 1) / _WINDOW


def yule_k(words: Sequence[str]) -> float | None:
    """Return Yule’s K (1944): ten thousand times the chance that two words are the same."""
    n = len(words)
    if n < 2:
        return None
    squares = sum(count * count for count in Counter(words).values())
    return 10_000 * (squares - n) / (n * n)


def repeated(sentences: Sequence[Sequence[str]], left_out: frozenset[str]) -> float | None:
    """Return the share of neighbouring sentences that have a content word in common."""
    content = [set(sentence) - left_out for sentence in sentences]
    pairs = list(pairwise(content))
    return sum(bool(a & b) for a, b in pairs) / len(pairs) if pairs else None
