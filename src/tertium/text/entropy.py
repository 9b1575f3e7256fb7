"""Word translation entropy: how many ways people, or an engine, render one word in context.

H = −Σ p log2 p over the renderings of a source word (Carl and Schaeffer, 2014): 0 if all
render it the same way, log2 n if n translators all differ. Counts of a few translators give
too little entropy, since rare renderings are not seen; two corrections are offered:

- *Miller–Madow* adds (k − 1) / (2n ln 2) bits for k renderings seen in n translations.
- *Rarefaction* gives the entropy that m of the n translators are expected to show, drawn
  without replacement, so that words translated unequally often can be compared.

For an engine the renderings are weighted by its own scores, and of every word the least
likely tenth of its options is dropped first, as in the paper.
"""

import string
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from tertium.choices import EntropyCorrection as Correction
from tertium.choices import Fold

__all__ = [
    "CORRECTIONS",
    "DROPPED",
    "FOLDS",
    "Correction",
    "Fold",
    "MachineWords",
    "Options",
    "Variety",
    "entropy",
    "fewest",
    "folded",
    "machine_entropy",
    "variety",
]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

CORRECTIONS: tuple[Correction, ...] = get_args(Correction)
FOLDS: tuple[Fold, ...] = get_args(Fold)
DROPPED = 0.1  # share of an engine's options that is dropped, the least likely first

_ASCII = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def entropy(weights: Sequence[float] | Floats) -> float:
    """Return the entropy in bits of renderings with these counts or weights.

    >>> entropy([2, 1, 1]), entropy([4])
    (1.5, 0.0)
    """
    share = np.asarray(weights, dtype=float)
    share = share[share > 0] / share.sum()
    return abs(float(-(share * np.log2(share)).sum()))


def folded(text: str, fold: Fold = "lower") -> str:
    """Return a rendering without letter case.

    `ascii` lowers A to Z only, as the TPR-DB does: É and é stay two renderings there.

    >>> folded("Één"), folded("Één", "ascii")
    ('één', 'Één')
    """
    if fold == "keep":
        return text
    return text.translate(_ASCII) if fold == "ascii" else text.lower()


@dataclass(frozen=True, slots=True)
class Variety:
    """What is known of each word: translations, different renderings, their entropy.

    `plain` is the entropy of the counts, `entropy` the one asked for; both are NaN for words
    with too few translations.
    """

    number: Ints
    kinds: Ints
    plain: Floats
    entropy: Floats


def variety(
    word: Ints,
    rendering: Ints,
    words: int,
    *,
    correction: Correction = "none",
    at: int | None = None,
) -> Variety:
    """Return the variety of renderings of each of `words` words.

    `word` and `rendering` give one row per translation of a word; their order does not
    matter. `at` is the number of translators to rarefy to, by default the `fewest`.
    """
    number = np.bincount(word, minlength=words)
    pairs, counts = np.unique(np.stack([word, rendering]), axis=1, return_counts=True)
    owner = pairs[0]
    kinds = np.bincount(owner, minlength=words)
    plain = np.full(words, np.nan)
    seen = number > 0
    sums = np.bincount(owner, counts * np.log2(counts), minlength=words)
    plain[seen] = np.maximum(np.log2(number[seen]) - sums[seen] / number[seen], 0.0)
    if correction == "miller-madow":
        found = plain.copy()
        found[seen] += (kinds[seen] - 1) / (2 * number[seen] * np.log(2))
    elif correction == "rarefaction":
        target = at if at is not None else fewest(number)
        terms = _rarefied(number[owner], counts, target)
        found = np.bincount(owner, terms, minlength=words).astype(float)
        found[number < target] = np.nan
    else:
        found = plain
    return Variety(number, kinds, plain, found)


def fewest(number: Ints) -> int:
    """Return the fewest translations of a word that has two at least: one shows no variety."""
    several = number[number >= 2]
    return int(several.min()) if len(several) else 1


def _rarefied(number: Ints, counts: Ints, at: int) -> Floats:
    """Return what a rendering seen `counts` of `number` times is expected to add to H.

    The times x it is seen among `at` drawn translators are hypergeometric.
    """
    distinct, back = np.unique(np.stack([number, counts]), axis=1, return_inverse=True)
    n, c = distinct[0][:, None], distinct[1][:, None]
    x = np.arange(1, at + 1)[None, :]
    possible = (x <= c) & (at - x <= n - c) & (at <= n)
    with np.errstate(invalid="ignore"):
        log = _choose(c, x) + _choose(n - c, at - x) - _choose(n, np.full_like(n, at))
    chance = np.where(possible, np.exp(np.where(possible, log, -np.inf)), 0.0)
    terms: Floats = (chance * (-(x / at) * np.log2(x / at))).sum(1)
    return terms[back.ravel()]


def _choose(n: Ints, k: Ints) -> Floats:
    """Return the logarithm of the binomial coefficient."""
    return np.asarray(gammaln(n + 1.0) - gammaln(k + 1.0) - gammaln(n - k + 1.0))


@dataclass(frozen=True, slots=True)
class Options:
    """What an engine considered: one row per option and source word that it renders.

    `sentence` and `position` (of the source word) count from 0, `score` is the engine's
    logarithmic score. `lengths` are the source words of each sentence, `words` their texts
    where the file tells them, `where` the place of each sentence in the file. `before` is the
    word that the option follows and `path` the logarithmic score of what leads there, where the
    file tells them.
    """

    kind: str
    sentence: Ints
    position: Ints
    rendering: tuple[str, ...]
    score: Floats
    lengths: tuple[int, ...]
    words: tuple[tuple[str, ...], ...]
    where: tuple[str, ...]
    before: tuple[str, ...] = ()
    path: Floats | None = None


@dataclass(frozen=True, slots=True)
class MachineWords:
    """The entropy of every source word in the engine's options, NaN where it has none.

    Words stand sentence after sentence; `begin` is the first word of each sentence.
    """

    begin: Ints
    options: Ints
    kinds: Ints
    entropy: Floats


def machine_entropy(
    options: Options, *, drop: float = DROPPED, factor: float = 1.0, fold: Fold = "lower"
) -> MachineWords:
    """Return the entropy of each source word over the engine's renderings of it.

    Of a word's n options the ⌊drop · n⌋ least likely are left out; the scores of the rest,
    times `factor`, become probabilities. Options with the same words are one rendering. So a word
    that the engine does not know, and only copies, has entropy 0, however unlikely that is.

    Transitions are those from one target word to the next (Carl and Schaeffer, 2014): where it is
    known which word an option follows, probabilities sum to one for each of these words, and the
    entropy of the source word is the mean over them, weighted by how likely the engine got there.
    """
    lengths = np.array(options.lengths, dtype=np.int64)
    begin = np.cumsum(lengths) - lengths
    total = int(lengths.sum())
    word = begin[options.sentence] + options.position
    order = np.lexsort((-options.score, word))
    word, score = word[order], options.score[order]
    number = np.bincount(word, minlength=total)
    first = np.cumsum(number) - number
    rank = np.arange(len(word)) - first[word]
    # A share of 0.1 of ten is one option, though 0.1 · 10 may be a little less in binary.
    kept = rank < number[word] - np.floor(drop * number[word] + 1e-9)
    weight = np.exp(factor * (score - score[np.minimum(first[word], len(score) - 1)]))[kept]
    code = _coded(options.rendering, fold)[order][kept]
    after = np.zeros(len(order), dtype=np.int64)
    if options.before:
        after = _coded(options.before, fold)
    if options.path is not None:
        path = options.path[order]
        likeliest = np.full(total, -np.inf)
        np.maximum.at(likeliest, word[kept], path[kept])
        weight = weight * np.exp(factor * (path[kept] - likeliest[word[kept]]))
    places, place = np.unique(
        np.stack([word[kept], after[order][kept]]), axis=1, return_inverse=True
    )
    pairs, owner = np.unique(np.stack([place.ravel(), code]), axis=1, return_inverse=True)
    weights = np.bincount(owner.ravel(), weight)
    whole = np.bincount(pairs[0], weights, minlength=places.shape[1])
    share = weights / whole[pairs[0]]
    terms = -share * np.log2(np.where(share > 0, share, 1.0))
    after_each = np.bincount(pairs[0], terms, minlength=places.shape[1])
    likely = np.bincount(places[0], whole, minlength=total)
    with np.errstate(invalid="ignore"):
        found = np.bincount(places[0], after_each * whole, minlength=total) / likely
    found[number == 0] = np.nan
    kinds = np.unique(np.stack([word[kept], code]), axis=1)[0]
    return MachineWords(
        begin=begin,
        options=number,
        kinds=np.bincount(kinds, minlength=total),
        entropy=np.abs(found),
    )


def _coded(texts: tuple[str, ...], fold: Fold) -> Ints:
    """Return a number for each text, the same for equal ones."""
    codes = np.unique([folded(text, fold) for text in texts], return_inverse=True)[1]
    return np.asarray(codes, dtype=np.int64)
