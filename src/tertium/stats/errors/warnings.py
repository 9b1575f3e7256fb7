"""What weakens a result about errors, one sentence each."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from tertium.choices import Repeated, WordsOf
from tertium.exceptions import BadInput
from tertium.stats.errors.collected import asks_for_marks
from tertium.stats.errors.decision import CAUTIOUS
from tertium.stats.errors.rates import FEW_DOCUMENTS, STRICTNESS, Rate
from tertium.stats.errors.verdicts import Decision
from tertium.stats.errors.weigh import Costs, Readings
from tertium.stats.told import count
from tertium.table import Spans
from tertium.text import characters_per_word
from tertium.text.spans import check_passage, cuts_character
from tertium.typology import Typology, canonical
from tertium.wording import say

_ENOUGH = 6  # annotators from which on past campaigns say little about how much they differ
_STRONGLY = 0.7  # documents that differ by more of their mean may exceed the stated risks …
_SEVERAL = 20  # … unless there are so many of them


def check_places(spans: Spans) -> int:
    """Refuse passages that do not fit their texts; count those that cut a character in two."""
    cut = 0
    own = spans.outputs
    judgement = own.judgement.values()
    for at, text, quote, start, end in zip(
        spans.output, spans.texts(), spans.text, spans.start, spans.end, strict=True
    ):
        if text is None or np.isnan(start + end):
            continue
        begin, stop = int(start), int(end)
        check_passage(text, begin, stop, quote=quote, where=f"judgement {judgement[at]}")
        cut += cuts_character(text, begin) or cuts_character(text, stop)
    return cut


def find_warnings(
    spans: Spans,
    costs: Costs,
    readings: Readings,
    found: Sequence[Rate],
    decisions: Sequence[Decision],
    *,
    spread: float,
    documents: int | None,
    typology: Typology | None,
    words_of: WordsOf,
    per: str,
    repeated: Repeated,
    cut: int,
) -> list[str]:
    """Tell everything a reader must know before believing the numbers."""
    told = [*_people(readings, found), *_texts(readings, found, spread, documents)]
    if costs.unlisted and typology is not None:
        one = costs.unlisted == 1
        told.append(
            f"{count(costs.unlisted, 'error has', 'errors have')} a category that "
            f"{typology.name} does not have; only {'its' if one else 'their'} severity counts."
        )
    told += _weights(spans, costs, typology)
    if cut:
        some = count(cut, "marked passage begins or ends", "marked passages begin or end")
        told.append(f"{some} inside a character.")
    if costs.error.any() and not costs.points[costs.error].any():
        told.append("No error costs points by these weights, so scores say nothing.")
    if repeated == "once":
        unknown = sum(quote is None for quote in spans.quotes())
        again = int(costs.again.sum())
        some = count(again, "error repeats", "errors repeat")
        told.append(f"{some} an earlier one; what is repeated costs nothing.")
        if unknown:
            told.append(
                f"The marked words of {unknown:,} errors are unknown: whether they repeat others "
                "is unknown too."
            )
    if per == "words" and _unspaced(spans, words_of):
        told.append("Texts without spaces between words are counted by characters.")
    if decisions:
        told += _verdicts(readings, found, decisions, spread, documents)
    return told


def _weights(spans: Spans, costs: Costs, typology: Typology | None) -> list[str]:
    """Name the weights where some errors cost nothing by them, or did in other years."""
    by = "what the file says" if typology is None else f"{typology.name} ({typology.title})"
    categories, severities = (*spans.category.names, ""), (*spans.severity.names, "")
    free = np.flatnonzero(costs.error & ~costs.again & (costs.points == 0))
    kinds: Counter[str] = Counter()
    for row in free:
        kind, level = categories[spans.category.codes[row]], severities[spans.severity.codes[row]]
        light = typology is not None and level and typology.severity(level).weight == 0
        kinds[level if light or not kind else kind] += 1
    if kinds:
        listed = ", ".join(f"{name or 'no name'} ({n:,})" for name, n in kinds.most_common())
        some = count(len(free), "error costs", "errors cost")
        return [f"Errors are weighed by {by}; {some} nothing: {listed}."]
    dated = "source-error" in {canonical(name) for name in categories}
    return [f"Errors are weighed by {by}."] if dated else []


def _verdicts(
    readings: Readings,
    found: Sequence[Rate],
    decisions: Sequence[Decision],
    spread: float,
    documents: int | None,
) -> list[str]:
    """Tell of whom verdicts speak, and where the stated risks may be exceeded."""
    told = [
        "Verdicts are about errors as these annotators mark them; how strict annotators are is not "
        "part of the risks."
    ]
    if documents is not None and all(one.documents == documents for one in found):
        these = "this document" if documents == 1 else "these documents"
        told.append(f"Verdicts and intervals are about {these}, not about others like them.")
    if spread >= CAUTIOUS:
        return told
    strong = [one for one in found if (one.differ or 0.0) > _STRONGLY and one.documents < _SEVERAL]
    if strong:
        most = max(one.differ or 0.0 for one in strong)
        told.append(
            f"Few documents that differ strongly (by up to {most:.0%}"
            " of their mean): the stated risks may be exceeded. The cautious setting keeps them "
            "(--cautious, or cautious = true in the campaign file)."
        )
    if _spread_over_annotators(readings):
        told.append(
            "Documents are spread over annotators, whose strictness looks like a difference "
            "between documents: the stated risks may be exceeded. Let one annotator read several "
            "documents, or choose the cautious setting (--cautious, or cautious = true in the "
            "campaign file)."
        )
    return told


def _spread_over_annotators(readings: Readings) -> bool:
    """Tell whether some system has several annotators, none of whom read all its documents."""
    if not readings.by_document:
        return False
    for system in range(len(readings.names)):
        rows = readings.system == system
        people, texts = readings.person[rows], readings.document[rows]
        number = len(np.unique(texts))
        each = [len(np.unique(texts[people == one])) for one in np.unique(people)]
        if len(each) > 1 and max(each) < number:
            return True
    return False


def _people(readings: Readings, found: Sequence[Rate]) -> list[str]:
    number = int(readings.person.max(initial=-1)) + 1
    if number == 1:
        return [
            "One annotator read everything; other annotators may mark more or fewer errors, and "
            "the confidence intervals do not allow for that."
        ]
    told: list[str] = []
    few = [one.annotators for one in found if 1 < one.annotators < _ENOUGH]
    if few:
        told.append(
            say(
                "With {n} annotators, how much annotators differ is partly taken from past "
                "campaigns ({share:.0%} of the mean).",
                n=max(few),
                share=STRICTNESS,
            )
        )
    if any(one.annotators == 1 for one in found):
        told.append(
            "Some systems were read by one annotator; their confidence intervals hold for that "
            "annotator only."
        )
    met = np.zeros((len(readings.names), number), dtype=bool)
    met[readings.system, readings.person] = True
    if len(readings.names) > 1 and not met.all(0).any():
        told.append(
            "No annotator read all systems; differences between systems may come from annotators."
        )
    return told


def _texts(
    readings: Readings, found: Sequence[Rate], spread: float, documents: int | None
) -> list[str]:
    told: list[str] = []
    if not readings.by_document:
        told.append(
            "Documents are not known for every segment: all that was read counts as one document. "
            "Name the document of every segment for a narrower interval."
        )
    fewest = min(one.documents for one in found)
    if fewest < FEW_DOCUMENTS and (documents is None or documents > fewest):
        told.append(
            say(
                "Differences between documents are partly taken from past campaigns (fewer than "
                "six documents; {share:.0%} of their mean).",
                share=spread,
            )
        )
    sets = {
        frozenset(np.unique(readings.segment[readings.system == system]).tolist())
        for system in range(len(readings.names))
    }
    if len(sets) > 1:
        told.append(
            "The systems were read in different segments; a difference between them may come from "
            "the segments."
        )
    return told


def _unspaced(spans: Spans, side: WordsOf) -> bool:
    texts = spans.outputs.source if side == "source" else spans.outputs.target
    first = [text for text in texts[:50] if text]
    return any(characters_per_word(text) > 1 for text in first)


def check_read(spans: Spans) -> None:
    """Refuse judgements in which nobody looked for errors.

    Scores without a single mark were given by people who were not asked to mark anything, unless
    their protocol asks for marks.
    """
    own = spans.outputs
    scored = bool((own.score > 0).any())
    if len(own) and (len(spans) or not scored or asks_for_marks(own.protocol.names)):
        return
    raise BadInput(
        "outputs have scores, but no error is marked"
        if scored
        else "no error annotation was found",
        fix="Give a file with annotator,segment,system,side,start,end,category,severity; the last "
        "five are empty where an annotator read an output and found no error.",
    )
