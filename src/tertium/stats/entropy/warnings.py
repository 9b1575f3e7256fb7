"""What weakens a result about word translation entropy, one sentence each."""

import numpy as np

from tertium.formats.translations import Versions
from tertium.stats.arrays import Floats
from tertium.stats.told import count
from tertium.text import count_words
from tertium.text.entropy import Correction, Variety
from tertium.text.renderings import Renderings

ENOUGH = 10  # translations of a word, from which the entropy of counts is hardly too low


def find_warnings(
    renderings: Renderings,
    human: Variety,
    mh: Floats,
    *,
    correction: Correction,
    aligner: str,
) -> tuple[str, ...]:
    """Return the doubts about a result."""
    found = []
    number = human.number[human.number > 0]
    if len(number):
        fewest, most = int(number.min()), int(number.max())
        if most < 2:
            found.append("There is one translation of each word: its variety is not known.")
        elif most < ENOUGH and correction == "none":
            found.append(
                f"At most {most} translations of a word: its entropy cannot exceed "
                f"{np.log2(most):.2f} bits and is too low on average. Compare texts at equal "
                "numbers only, or choose --correction."
            )
        elif most < ENOUGH and correction == "miller-madow":
            found.append(
                f"At most {most} translations of a word: the Miller–Madow correction takes away "
                "only a part of what is missing."
            )
        if fewest < most and correction != "rarefaction":
            found.append(
                f"Words have {fewest} to {most} translations, and entropy grows with their number. "
                "Compare words with --correction rarefaction."
            )
    if aligner not in ("given", ""):
        found.append(
            f"The words were aligned automatically ({aligner}): trust means over many words, not "
            "the entropy of a single one, which wrong or missing links move by a third of a bit."
        )
    silent = _silent(renderings)
    if silent:
        found.append(
            f"Nothing was recorded of how {', '.join(silent)} worked: their translations count, "
            "their effort does not."
        )
    if len(renderings.segments) < 2:
        found.append("With one segment there are no confidence intervals.")
    found += _machine_warnings(renderings, mh)
    return tuple(found)


def notes_on(versions: Versions) -> tuple[str, ...]:
    """Return what is odd about texts as they were read: sources or translations without words."""
    without = sum(not count_words(text) for text in versions.source)
    empty = sum(
        bool(count_words(source)) and not target.split()
        for source, target in zip(versions.source, versions.target, strict=True)
    )
    found = []
    if without:
        found.append(f"{without:,} translations of sources without words are left out.")
    if empty:
        found.append(
            f"{count(empty, 'translation is', 'translations are')} empty: all words of the source "
            "count as not rendered."
        )
    return tuple(found)


def _silent(renderings: Renderings) -> list[str]:
    """Return translators of whom no measure is known while others have some."""
    efforts = renderings.efforts
    known = np.zeros(len(renderings.translators), dtype=bool)
    for values, translator in (
        *((one, renderings.translator) for one in renderings.measures.values()),
        *((one, efforts.translator) for one in efforts.measures.values()),
    ):
        known[translator[np.isfinite(values)]] = True
    if not known.any():
        return []
    return [name for name, there in zip(renderings.translators, known, strict=True) if not there]


def _machine_warnings(renderings: Renderings, mh: Floats) -> list[str]:
    there = np.isfinite(mh)
    if not there.any():
        return []
    found = []
    without = len(renderings.segments) - len(np.unique(renderings.segment[there]))
    if without:
        found.append(
            f"{without:,} of {len(renderings.segments):,} segments are not in the engine's file."
        )
    zero = int((mh[there] == 0).sum())
    if zero:
        found.append(
            f"{zero:,} of {int(there.sum()):,} words have MH = 0: the engine knew one rendering, "
            "or did not know the word and copied it. They are left out of correlations with MH."
        )
    return found
