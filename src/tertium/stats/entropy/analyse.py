"""Word translation entropy of a text, and what it goes with.

Carl and Schaeffer (2014), "Word Transition Entropy as an Indicator for Expected Machine
Translation Quality": HH over translators, MH in an engine's options; both are correlated
with times, keys, edits and gaze.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

import numpy as np

from tertium.choices import Unaligned
from tertium.exceptions import BadInput, NotFound
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.entropy.correlate import (
    Correlation,
    Pair,
    Threshold,
    correlated,
    mean_over,
    paired,
    threshold_curve,
)
from tertium.stats.entropy.stages import Stages
from tertium.stats.entropy.warnings import find_warnings
from tertium.stats.order import by_value
from tertium.stats.result import Estimate, Result, signature
from tertium.text.entropy import (
    DROPPED,
    Correction,
    Fold,
    Options,
    Variety,
    fewest,
    folded,
    machine_entropy,
    variety,
)
from tertium.text.renderings import Renderings

UNALIGNED: tuple[Unaligned, ...] = get_args(Unaligned)

# The paper prints no bins. Its F(6) for MH from 1 to 7 means whole bits, its F(9) for HH ten
# bins up to log2 9 (nine translators): a third of a bit each.
WIDTHS = {"hh": 1 / 3, "mh": 1.0}
FITTING = 30  # words of a segment that is drawn
WATCHED = ("hh", "seconds", "keystrokes", "edits", "gaze_target")  # of threshold curves


@dataclass(frozen=True, slots=True)
class RenderingCount:
    """A rendering of a word and how many translators chose it; the empty text is none."""

    rendering: str
    times: int


@dataclass(frozen=True, slots=True)
class WordEntropy:
    """A source word in context; `position` counts from 1.

    `hh` is the entropy over translators, corrected as asked, `hh_plain` that of the counts,
    `mh` the one in the engine's options. `one_to_one` is the share of translations in which
    one target word renders this word alone, `same_order` that (of those that render it) in
    which it stands after the word before; `order_entropy` is the entropy of its jumps.
    """

    segment: str
    position: int
    word: str
    translations: int
    kinds: int
    hh: float | None
    hh_plain: float | None
    mh: float | None
    order_entropy: float | None
    one_to_one: float | None
    same_order: float | None
    renderings: tuple[RenderingCount, ...]


@dataclass(frozen=True, slots=True)
class SegmentEntropy:
    """Means over the words of a segment."""

    segment: str
    words: int
    hh: float | None
    mh: float | None
    one_to_one: float | None
    same_order: float | None


@dataclass(frozen=True, slots=True)
class Entropy(Result):
    """Word translation entropy of a text: by word, by segment, on the whole.

    `agreed` is the share of words that all render alike, `unrendered` that of renderings
    that are none; `shown` is the segment to draw.
    """

    translators: tuple[str, ...]
    words: tuple[WordEntropy, ...]
    segments: tuple[SegmentEntropy, ...]
    shown: str
    hh: Estimate
    mh: Estimate
    agreed: Estimate
    one_to_one: Estimate
    same_order: Estimate
    order_entropy: Estimate
    unrendered: Estimate
    correlations: tuple[Correlation, ...]
    thresholds: tuple[Threshold, ...]
    stages: Stages | None
    correction: str


def translation_entropy(
    renderings: Renderings,
    *,
    machine: Options | None = None,
    correction: Correction = "none",
    at: int | None = None,
    fold: Fold = "lower",
    unaligned: Unaligned = "count",
    drop: float = DROPPED,
    factor: float = 1.0,
    aligner: str = "given",
    tokens: str = "given",
    stages: Stages | None = None,
    shown: str | None = None,
    notes: tuple[str, ...] = (),
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> Entropy:
    """Return HH of every source word in context, MH where an engine's options are given.

    A word without rendering counts as one more way to render it, as in the TPR-DB, unless
    `unaligned` is "drop". HH needs two translations of a word. Means count every word once;
    intervals are over segments. Words with MH = 0, which are mostly unknown to the engine
    and only copied, are left out of correlations with MH, and counted. `shown` is the segment
    to draw, by default the one with the highest mean entropy; `notes` are doubts from reading.
    """
    if shown is not None and shown not in renderings.segments:
        raise NotFound.among("segment", shown, renderings.segments)
    words = len(renderings.words)
    codes = _codes(renderings, fold)
    counted = renderings.rendering > 0 if unaligned == "drop" else np.ones(len(codes), dtype=bool)
    human = variety(renderings.word[counted], codes[counted], words, correction=correction, at=at)
    engine = _machine(renderings, machine, drop=drop, factor=factor, fold=fold)
    hh = np.where(human.number >= 2, human.entropy, np.nan)
    known = {"hh": hh, "mh": engine}
    shares = _shares(renderings, words)
    pairs = list(_pairs(renderings, known))
    correlations = tuple(
        correlated(pair, width=WIDTHS[pair.of], level=level, resamples=resamples, seed=seed)
        for pair in pairs
    )
    segment = renderings.segment

    def mean(values: Floats, at_most: float = np.inf) -> Estimate:
        there = np.isfinite(values)
        return mean_over(values[there], segment[there], level=level, at_most=at_most)

    by_segment = _segments(renderings, hh, engine, shares)
    single = np.where(human.number >= 2, (human.kinds == 1).astype(float), np.nan)
    return Entropy(
        translators=renderings.translators,
        words=_words(renderings, codes, counted, fold, human, hh, engine, shares),
        segments=by_segment,
        shown=shown if shown is not None else _richest(by_segment),
        hh=mean(hh),
        mh=mean(engine),
        agreed=mean(single, 1.0),
        one_to_one=mean(shares["one_to_one"], 1.0),
        same_order=mean(shares["same_order"], 1.0),
        order_entropy=mean(shares["order_entropy"]),
        unrendered=mean(shares["unrendered"], 1.0),
        correlations=correlations,
        thresholds=tuple(_thresholds(pairs, level)),
        stages=stages,
        correction=correction,
        signature=signature(
            "entropy",
            case=fold,
            unaligned=unaligned,
            correction=correction
            + f"@{at or fewest(human.number)}" * (correction == "rarefaction"),
            aligner=aligner,
            words=tokens,
            **({"machine": _engine(machine, drop, factor)} if machine else {}),
            interval="segments",
            level=level,
            resamples=resamples,
            seed=seed,
        ),
        warnings=(
            *notes,
            *find_warnings(renderings, human, engine, correction=correction, aligner=aligner),
        ),
    )


def _codes(renderings: Renderings, fold: Fold) -> Ints:
    """Return the renderings of rows as numbers that letter case does not tell apart."""
    numbers: dict[str, int] = {}
    by_text = [numbers.setdefault(folded(text, fold), len(numbers)) for text in renderings.texts]
    return np.array(by_text, dtype=np.int64)[renderings.rendering]


def _engine(machine: Options, drop: float, factor: float) -> str:
    """Return how MH was found, as one word of the signature."""
    return f"{machine.kind.replace(' ', '-')},drop={drop:g},factor={factor:g}"


def _machine(
    renderings: Renderings, machine: Options | None, *, drop: float, factor: float, fold: Fold
) -> Floats:
    """Return MH of the words; sentence n of the engine is segment n of the translations."""
    found = np.full(len(renderings.words), np.nan)
    if machine is None:
        return found
    lengths = np.bincount(renderings.segment, minlength=len(renderings.segments))
    for sentence, length in enumerate(machine.lengths):
        if sentence >= len(lengths):
            raise BadInput(
                f"sentence {sentence} of the {machine.kind} has no segment: there are "
                f"{len(lengths)}, and sentences count from 0",
                where=machine.where[sentence],
                fix="Translate the same segments in the same order with the engine.",
            )
        if length > lengths[sentence]:
            raise BadInput(
                f"sentence {sentence} of the {machine.kind} has {length} source words, segment "
                f"{renderings.segments[sentence]!r} has {lengths[sentence]}",
                where=machine.where[sentence],
                fix="Give both the same segments in the same order, split into the same words "
                "(--tokens spaces keeps words as they are separated in the file).",
            )
    of_words = machine_entropy(machine, drop=drop, factor=factor, fold=fold)
    begin = np.cumsum(lengths) - lengths
    for sentence, length in enumerate(machine.lengths):
        own = slice(of_words.begin[sentence], of_words.begin[sentence] + length)
        found[begin[sentence] : begin[sentence] + length] = of_words.entropy[own]
    return found


def _shares(renderings: Renderings, words: int) -> dict[str, Floats]:
    """Return by word: one-to-one, order kept (both of what is rendered), not rendered."""
    there = renderings.rendering > 0
    alone = (renderings.source_words == 1) & (renderings.target_words == 1)
    jumped = np.unique(renderings.jump, return_inverse=True)[1]
    return {
        "one_to_one": _share(renderings.word, alone & there, words),
        "same_order": _share(renderings.word[there], renderings.jump[there] > 0, words),
        "unrendered": _share(renderings.word, ~there, words),
        "order_entropy": variety(renderings.word, jumped, words).plain,
    }


def _share(word: Ints, holds: Bools, words: int) -> Floats:
    number = np.bincount(word, minlength=words)
    true = np.bincount(word, holds, minlength=words)
    return np.asarray(np.where(number > 0, true / np.maximum(number, 1), np.nan))


def _words(
    renderings: Renderings,
    codes: Ints,
    counted: Bools,
    fold: Fold,
    human: Variety,
    hh: Floats,
    mh: Floats,
    shares: Mapping[str, Floats],
) -> tuple[WordEntropy, ...]:
    texts = {
        int(code): folded(renderings.texts[text], fold)
        for code, text in zip(codes, renderings.rendering, strict=True)
    }
    pairs, times = np.unique(
        np.stack([renderings.word[counted], codes[counted]]), axis=1, return_counts=True
    )
    listed: list[list[RenderingCount]] = [[] for _ in renderings.words]
    for (word, code), number in zip(pairs.T.tolist(), times.tolist(), strict=True):
        listed[word].append(RenderingCount(texts[code], number))
    return tuple(
        WordEntropy(
            segment=renderings.segments[renderings.segment[at]],
            position=int(renderings.position[at]) + 1,
            word=word,
            translations=int(human.number[at]),
            kinds=int(human.kinds[at]),
            hh=_known(hh[at]),
            hh_plain=_known(human.plain[at]) if human.number[at] >= 2 else None,
            mh=_known(mh[at]),
            order_entropy=_known(shares["order_entropy"][at]),
            one_to_one=_known(shares["one_to_one"][at]),
            same_order=_known(shares["same_order"][at]),
            renderings=tuple(sorted(listed[at], key=lambda one: (-one.times, one.rendering))),
        )
        for at, word in enumerate(renderings.words)
    )


def _segments(
    renderings: Renderings, hh: Floats, mh: Floats, shares: Mapping[str, Floats]
) -> tuple[SegmentEntropy, ...]:
    number = len(renderings.segments)
    means = {
        name: _segment_means(values, renderings.segment, number)
        for name, values in {"hh": hh, "mh": mh, **shares}.items()
    }
    lengths = np.bincount(renderings.segment, minlength=number)
    return tuple(
        SegmentEntropy(
            segment=name,
            words=int(lengths[at]),
            hh=_known(means["hh"][at]),
            mh=_known(means["mh"][at]),
            one_to_one=_known(means["one_to_one"][at]),
            same_order=_known(means["same_order"][at]),
        )
        for at, name in enumerate(renderings.segments)
    )


def _richest(segments: tuple[SegmentEntropy, ...]) -> str:
    """Return the segment with the highest mean entropy among those that fit on a page."""
    fitting = [one for one in segments if one.words <= FITTING] or list(segments)
    found = by_value(fitting, lambda one: one.hh or one.mh, lambda one: one.segment)
    return found[0].segment if found else ""


def _segment_means(values: Floats, segment: Ints, segments: int) -> Floats:
    there = np.isfinite(values)
    number = np.bincount(segment[there], minlength=segments)
    total = np.bincount(segment[there], values[there], minlength=segments)
    return np.asarray(np.where(number > 0, total / np.maximum(number, 1), np.nan))


def _pairs(renderings: Renderings, known: Mapping[str, Floats]) -> Iterator[Pair]:
    """Yield what is correlated."""
    word, there = renderings.word, renderings.rendering > 0
    lengths = np.bincount(renderings.segment, minlength=len(renderings.segments))
    efforts = renderings.efforts
    for of, values in known.items():
        if not np.isfinite(values).any():
            continue
        zero = {"MH is 0": values == 0} if of == "mh" else {}
        if of == "mh" and np.isfinite(known["hh"]).any():
            yield from paired(of, "hh", "word", values, known["hh"], renderings.segment, zero)
        for name, cost in renderings.measures.items():
            further = {"not rendered": ~there} | {why: rows[word] for why, rows in zero.items()}
            unit = renderings.segment[word]
            yield from paired(of, name, "word", values[word], cost, unit, further)
        means = _segment_means(
            np.where(values == 0, np.nan, values) if of == "mh" else values,
            renderings.segment,
            len(lengths),
        )
        for name, cost in efforts.measures.items():
            with np.errstate(divide="ignore", invalid="ignore"):
                each = cost / lengths[efforts.segment]
            x = means[efforts.segment]
            yield from paired(of, name, "segment", x, each, efforts.segment, {})


def _thresholds(pairs: list[Pair], level: float) -> Iterator[Threshold]:
    for pair in pairs:
        if pair.level == "word" and pair.measure in WATCHED:
            curve = threshold_curve(pair, width=WIDTHS[pair.of], level=level)
            if curve.points:
                yield curve


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
