"""What weakens an analysis of effort, one sentence each."""

from collections.abc import Iterator, Sequence

import numpy as np

from tertium.stats.effort.collected import REVISION
from tertium.stats.effort.filters import FilteredJudgements
from tertium.stats.effort.measured import EditIndicators
from tertium.stats.effort.methods import TRAINED
from tertium.stats.effort.regress import FEWEST
from tertium.stats.told import count, some_of
from tertium.wording import say

_LONG = 3600.0  # seconds with one text after which nobody believes it was all work
_ROUGH = 6  # editors below which intervals are wide because people are few


def find_warnings(
    raw: EditIndicators, filtered: FilteredJudgements, methods: Sequence[str]
) -> Iterator[str]:
    """Say what a reader should know before believing the scores."""
    used = filtered.measured
    yield from _people(used)
    yield from _training(used, methods)
    yield from _texts(raw)
    yield from _times(raw, filtered)
    yield from _design(used)
    if {REVISION} == {used.condition.names[code] for code in np.unique(used.condition.codes)}:
        yield "All texts were revised under one condition, so there are no conditions to compare."
    missing = [name for name in ("seconds", "keystrokes", "hter") if name not in used.values]
    if missing:
        yield f"Nothing is said about {' and '.join(missing)}: not measured."


def seen_again(measured: EditIndicators) -> np.ndarray:
    """Tell which judgements come after another of the same source by the same editor.

    An output that two systems share is one judgement about both.
    """
    order = np.lexsort((np.nan_to_num(measured.order, nan=np.inf), measured.segment.codes,
                        measured.annotator.codes))  # fmt: skip
    who, what = measured.annotator.codes[order], measured.segment.codes[order]
    again = np.zeros(len(measured), dtype=bool)
    said = measured.judgement.codes[order]
    other = (said[1:] != said[:-1]) | (said[1:] < 0)
    again[order[1:]] = (who[1:] == who[:-1]) & (what[1:] == what[:-1]) & other
    return again


def _people(used: EditIndicators) -> Iterator[str]:
    editors = len(np.unique(used.annotator.codes))
    if editors == 1:
        yield (
            "There is one post-editor: results hold for this post-editor only, and outputs of one "
            "source can be compared only if several of them were edited."
        )
    elif editors < _ROUGH:
        yield f"There are only {editors} post-editors; others may differ from all of them."


def _training(used: EditIndicators, methods: Sequence[str]) -> Iterator[str]:
    needed = [name for name in methods if name in TRAINED]
    if not needed:
        return
    if not used.train.any():
        yield (
            "There is no training set that all post-editors edited: the regressions are left "
            "out, and only measured effort and the log model are reported."
        )
        return
    number = np.bincount(used.annotator.codes[used.train], minlength=len(used.annotator.names))
    working = np.unique(used.annotator.codes[used.test])
    few = [repr(used.annotator.names[code]) for code in working if number[code] < FEWEST]
    if few:
        yield (
            f"{some_of(few)} edited fewer than {FEWEST} tasks of the training set and "
            f"{'is' if len(few) == 1 else 'are'} left out of the regressions."
        )


def _texts(raw: EditIndicators) -> Iterator[str]:
    if (emptied := int(raw.emptied.sum())) > 0:
        yield (
            f"{count(emptied, 'edited text is', 'edited texts are')} empty; HTER counts every "
            "word of the output as deleted."
        )
    if (nothing := int(raw.without_mt.sum())) > 0:
        yield (
            f"{count(nothing, 'output was', 'outputs were')} empty, so editing "
            f"{'it' if nothing == 1 else 'them'} was translating; they count as outputs of "
            "their systems."
        )
    strange = raw.unchanged & (raw.values.get("keystrokes", np.zeros(len(raw))) > 0)
    if (changed := int(strange.sum())) > 0:
        yield (
            f"{count(changed, 'output was', 'outputs were')} left unchanged after keys were "
            "pressed; the keys count."
        )
    if (unknown := int(np.isnan(raw.words).sum())) > 0:
        yield (
            f"{count(unknown, 'judgement has', 'judgements have')} no source words, so effort "
            "per word, productivity and regression 4 leave them out."
        )


def _times(raw: EditIndicators, filtered: FilteredJudgements) -> Iterator[str]:
    long = raw.raw_seconds > _LONG
    if long.any():
        longest = float(np.nanmax(raw.raw_seconds)) / 3600
        after = float(np.nanmax(filtered.measured.values["seconds"], initial=0.0))
        rest = (
            f"the filter of times deals with {'it' if long.sum() == 1 else 'them'}"
            if after <= _LONG
            else "consider --idle or --cap, since the editor may have been left open"
        )
        yield (
            f"{count(int(long.sum()), 'judgement', 'judgements')} took more than an hour, the "
            f"longest {longest:.1f} hours: {rest}."
        )
    touched = filtered.dropped + filtered.capped
    if touched:
        yield say(
            "The filter of times left out {dropped:,} and capped {capped:,} of {judgements:,} "
            "judgements ({share:.1%} of all seconds); raw times stand beside.",
            dropped=filtered.dropped,
            capped=filtered.capped,
            judgements=filtered.judgements,
            share=filtered.seconds_removed,
        )
    if (torn := int(raw.torn.sum())) > 0:
        yield (
            f"{count(torn, 'judgement has', 'judgements have')} a log that is not whole or does "
            "not rebuild the text; times and keys of them are left out."
        )
    zero = int((raw.raw_seconds == 0).sum())
    if zero:
        yield f"{count(zero, 'judgement', 'judgements')} took 0 seconds; look at their log."


def _design(used: EditIndicators) -> Iterator[str]:
    rows = used.test
    again = seen_again(used) & rows
    if again.any():
        at = int(np.flatnonzero(again)[0])
        yield (
            f"{count(int(again.sum()), 'judgement is', 'judgements are')} of a source that the "
            f"same editor had edited before ({used.annotator.names[used.annotator.codes[at]]!r}, "
            f"segment {used.segment.names[used.segment.codes[at]]!r}): the second time is "
            "easier. Leave them out with --first-only."
        )
    if not rows.any():
        return
    size = len(used.system.names)
    pairs = np.unique(used.annotator.codes[rows] * size + used.system.codes[rows])
    editors = np.unique(used.annotator.codes[rows])
    systems = np.unique(used.system.codes[rows])
    if len(pairs) < len(editors) * len(systems) and len(editors) > 1:
        yield (
            "Not every editor edited outputs of every system, so differences between editors may "
            "pass for differences between systems."
        )
