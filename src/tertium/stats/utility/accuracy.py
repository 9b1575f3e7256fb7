"""How accurate machine translation is, by document, and what it is good for.

Accuracy is 1 − edits / words. Edits are those of TER between the machine translation and its
own corrected text: insertions, deletions and substitutions of a word, and moves of any number
of adjacent words. Words are those of the corrected text (HTER), or of the source, as in the
study that set the levels; both are given. The accuracy of many segments is one minus all edits
over all words, not the mean of their accuracies, and it can be negative.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.choices import Denominator
from tertium.exceptions import BadInput
from tertium.formats.usefulness import ScoredDocument
from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import coded
from tertium.stats.contrasts.answer import answer
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Answer, Contrast, Estimand, Standing
from tertium.stats.intervals import check_level
from tertium.stats.resampling import totals
from tertium.stats.result import Estimate, Result, signature
from tertium.stats.shares import wilson
from tertium.stats.told import count
from tertium.stats.utility.levels import LEVELS, Level, level_of, levels_signature
from tertium.table import Edits
from tertium.text import WORD_RULE, characters_per_word, count_words
from tertium.text.ter import ter_many, ter_signature

FEW = 10  # documents; below this, what share of them reaches a level is hardly known


@dataclass(frozen=True, slots=True, eq=False)
class EditCounts:
    """Edits and words of many segments or documents; source words are NaN where unknown.

    A row whose document is not known is a document of its own. `counted` says how.
    """

    system: tuple[str, ...]
    document: tuple[str, ...]
    edits: Floats
    words: Floats
    source_words: Floats
    counted: str
    unspaced: int = 0  # rows in scripts without spaces, of which TER sees one word each


@dataclass(frozen=True, slots=True)
class Reach:
    """How many documents reach a level, and what share that is."""

    level: str
    at: float
    documents: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class SystemUtility:
    """One system over all its documents.

    `level` is what its accuracy reaches, `surely` what the lower end of the interval reaches;
    both, `reach`, `score` and the ranks, which follow from contrasts, go by the chosen denominator.
    """

    system: str
    documents: int
    segments: int
    edits: float
    words: float
    source_words: float | None
    accuracy: Estimate
    accuracy_source: Estimate
    level: str
    surely: str
    reach: tuple[Reach, ...]
    score: float | None
    rank: int
    rank_range: tuple[int, int]
    rank_range_simultaneous: tuple[int, int]
    cluster: int
    component: int


@dataclass(frozen=True, slots=True)
class DocumentUtility:
    """One document of one system; accuracies by both denominators."""

    document: str
    system: str
    segments: int
    edits: float
    words: float
    source_words: float | None
    accuracy: float | None
    accuracy_source: float | None
    level: str


@dataclass(frozen=True, slots=True)
class Utility(Result):
    """What the translations of each system are good for, overall and by document."""

    systems: tuple[SystemUtility, ...]
    documents: tuple[DocumentUtility, ...]
    levels: tuple[Level, ...]
    denominator: Denominator
    contrasts: tuple[Contrast, ...]
    estimand: Estimand
    level: float


def measure(
    mt: Sequence[str],
    edited: Sequence[str],
    *,
    source: Sequence[str | None] = (),
    system: Sequence[str] = (),
    document: Sequence[str] = (),
    asian: bool = False,
) -> EditCounts:
    """Count edits and words of texts; `asian` makes every Chinese or Japanese character a token."""
    options = {"normalized": asian, "asian_support": asian}
    found = ter_many(mt, edited, **options)
    given = list(source) or [None] * len(mt)
    return EditCounts(
        tuple(system) or ("",) * len(mt),
        tuple(document) or ("",) * len(mt),
        found.edits.astype(float),
        found.lengths.astype(float),
        np.array([np.nan if text is None else count_words(text) for text in given], dtype=float),
        ter_signature(**options),
        0 if asian else sum(characters_per_word(text) > 1 for text in edited),
    )


def measure_edits(edits: Edits, *, asian: bool = False) -> EditCounts:
    """Count edits and words of outputs that people edited; both texts must be known.

    What was translated from scratch has no machine translation to be accurate.
    """
    known = [
        None not in (mt, edited) and system != "scratch"
        for mt, edited, system in zip(edits.mt, edits.edited, edits.system.values(), strict=True)
    ]
    edits = edits.take(np.array(known, dtype=bool))
    return measure(
        list(edits.mt),
        list(edits.edited),
        source=list(edits.source),
        system=edits.system.values(),
        document=edits.document.values(),
        asian=asian,
    )


def measure_scored(documents: Sequence[ScoredDocument]) -> EditCounts:
    """Take edits and words of documents that somebody else has counted."""
    return EditCounts(
        tuple(one.system for one in documents),
        tuple(one.document for one in documents),
        np.array([one.edits for one in documents]),
        np.array([one.words for one in documents]),
        np.array([one.source_words for one in documents]),
        "given",
    )


def utility(
    data: EditCounts,
    *,
    denominator: Denominator = "edited",
    levels: tuple[Level, ...] = LEVELS,
    level: float = 0.95,
) -> Utility:
    """Tell how accurate each system is, which level it reaches, and how many documents do.

    Documents vary: the rate of edits has an interval on the log scale, since it is skewed, and
    two systems are contrasted by the ratio of their rates, paired by documents. Shares of
    documents have Wilson's interval.
    """
    check_level(level)
    if not len(data.edits):
        raise BadInput("there are no edited texts", fix="Give at least one edited segment.")
    if denominator == "source" and np.isnan(data.source_words).any():
        raise BadInput(
            "the source is not known for every text",
            fix="Add the sources, or divide by the words of the corrected text "
            "(--denominator edited).",
        )
    system, names = coded(data.system)
    documents = [
        one
        for code, name in enumerate(names)
        for one in _documents(data, np.flatnonzero(system == code), name, denominator, levels)
    ]
    found = {by: _answer(documents, names, by, level) for by in ("edited", "source")}
    systems = [
        _system(
            name,
            [one for one in documents if one.system == name],
            {by: _standing(told, name) for by, told in found.items()},
            denominator,
            levels,
            level,
        )
        for name in names
    ]
    chosen = found[denominator]
    return Utility(
        systems=tuple(systems),
        documents=tuple(documents),
        levels=levels,
        denominator=denominator,
        contrasts=chosen.contrasts,
        estimand=chosen.estimand,
        level=level,
        signature=signature(
            "utility",
            levels=levels_signature(levels),
            words=denominator if denominator == "edited" else f"source/{WORD_RULE}",
            ter=data.counted,
            interval="crossed,log",
            units=chosen.estimand.sampled,
            level=f"{level:g}",
        ),
        warnings=tuple(_warnings(data, systems, documents)),
    )


def _documents(
    data: EditCounts,
    rows: Ints,
    system: str,
    denominator: Denominator,
    levels: tuple[Level, ...],
) -> list[DocumentUtility]:
    """Sum the segments of each document; a row without one stands for itself."""
    names = [data.document[row] or f"segment {row + 1}" for row in rows]
    document, known = coded(names)
    columns = np.stack([data.edits, data.words, data.source_words], axis=1)[rows]
    sums = totals(document, columns, len(known))
    segments = np.bincount(document, minlength=len(known))
    found = []
    for name, number, (edits, words, source) in zip(known, segments, sums, strict=True):
        accuracy, from_source = _accuracy(edits, words), _accuracy(edits, source)
        chosen = accuracy if denominator == "edited" else from_source
        found.append(
            DocumentUtility(
                name,
                system,
                int(number),
                edits,
                words,
                None if np.isnan(source) else source,
                accuracy,
                from_source,
                level_of(chosen, levels),
            )
        )
    return found


def _accuracy(edits: float, words: float) -> float | None:
    """Return 1 − edits / words; without words there is nothing to be accurate about."""
    return float(1 - edits / words) if words > 0 else None


def _answer(
    documents: list[DocumentUtility], names: tuple[str, ...], by: str, level: float
) -> Answer:
    """Contrast the accuracies of systems, document by document."""
    words = np.array([_words(one, by) for one in documents])
    known = np.flatnonzero(words > 0)  # NaN where the source is not known
    kept = [documents[at] for at in known]
    present = tuple(name for name in names if any(one.system == name for one in kept))
    system = np.array([present.index(one.system) for one in kept], dtype=np.int64)
    document, _ = coded([one.document for one in kept])
    words = words[known]
    total = np.bincount(system, words, len(present))
    rate = np.array([one.edits for one in kept]) / words
    weight = words / total[system]
    found = answer(
        Outputs(
            present,
            system,
            np.zeros(len(kept), dtype=np.int64),
            document,
            document,
            rate,
            weight,
            np.asarray(np.bincount(system, weight * rate, len(present))[system], dtype=float),
        ),
        quantity=f"accuracy by {by} words",
        unit="share",
        level=level,
        better="lower",
        scale="log",
        least=float((0.5 / total).mean()) if len(total) else 0.0,
        most=1.0,
        nobody=True,
    )
    longest: dict[str, int] = {}
    for one in kept:
        longest[one.document] = max(one.segments, longest.get(one.document, 0))
    units = replace(found.estimand.units, segments=sum(longest.values()))
    return replace(found, estimand=replace(found.estimand, units=units))


def _words(document: DocumentUtility, by: str) -> float:
    words = document.words if by == "edited" else document.source_words
    return np.nan if words is None else words


def _standing(found: Answer, system: str) -> Standing | None:
    return next((one for one in found.systems if one.system == system), None)


def _system(
    name: str,
    documents: list[DocumentUtility],
    standing: dict[str, Standing | None],
    denominator: Denominator,
    levels: tuple[Level, ...],
    level: float,
) -> SystemUtility:
    edits = np.array([one.edits for one in documents])
    words = {by: np.array([_words(one, by) for one in documents]) for by in standing}
    accuracy = {by: _with_interval(edits, words[by], one, level) for by, one in standing.items()}
    chosen, place = accuracy[denominator], standing[denominator]
    # Documents without a word have no accuracy; they do not count for shares.
    known = [share for one in documents if (share := _chosen(one, denominator)) is not None]
    reach = []
    for at, one in enumerate(levels):
        number = sum(level_of(share, levels[: at + 1]) == one.name for share in known)
        reach.append(Reach(one.name, one.at, number, wilson(number, len(known), level=level)))
    source = words["source"]
    return SystemUtility(
        system=name,
        documents=len(documents),
        segments=sum(one.segments for one in documents),
        edits=float(edits.sum()),
        words=float(words["edited"].sum()),
        source_words=None if np.isnan(source).any() else float(source.sum()),
        accuracy=accuracy["edited"],
        accuracy_source=accuracy["source"],
        level=level_of(chosen.value, levels),
        surely=level_of(chosen.low, levels),
        reach=tuple(reach),
        score=chosen.value,
        rank=place.rank if place else 0,
        rank_range=place.rank_range if place else (0, 0),
        rank_range_simultaneous=place.rank_range_simultaneous if place else (0, 0),
        cluster=place.cluster if place else 0,
        component=place.component if place else 0,
    )


def _with_interval(edits: Floats, words: Floats, found: Standing | None, level: float) -> Estimate:
    """Return 1 − all edits / all words; documents without a word count for the value only."""
    whole = float(words.sum())
    if found is None or not whole > 0:
        return Estimate(None)
    rate = float(edits.sum()) / whole
    if rate == 0 and len(edits) > 1:  # nothing varies, so documents count as single cases
        return replace(wilson(len(edits), len(edits), level=level), value=1.0)
    if found.low is None or found.high is None or found.score >= 1:
        return Estimate(1 - rate)
    wider = rate / (1 - found.score)
    return Estimate(1 - rate, 1 - wider * (1 - found.low), 1 - wider * (1 - found.high))


def _chosen(document: DocumentUtility, denominator: Denominator) -> float | None:
    return document.accuracy if denominator == "edited" else document.accuracy_source


def _warnings(
    data: EditCounts, systems: list[SystemUtility], documents: list[DocumentUtility]
) -> list[str]:
    told = []
    if not all(data.document):
        told.append(
            "Documents are not known for every segment; such a segment counts as a document of "
            "its own, and intervals may be too narrow."
        )
    fewest = min(one.documents for one in systems)
    if fewest == 1:
        told.append("With one document there is no interval: documents are what varies.")
    elif fewest < FEW:
        told.append(
            f"{fewest} documents are few: what share of documents reaches a level is uncertain."
        )
    sets = {one.system: {d.document for d in documents if d.system == one.system}
            for one in systems}  # fmt: skip
    if len({frozenset(found) for found in sets.values()}) > 1:
        told.append(
            "The systems translated different documents; a difference between them may come from "
            "the documents."
        )
    if any(one.words == 0 for one in documents):
        told.append("A document without a word in its corrected text has no accuracy.")
    if data.unspaced:
        told.append(
            f"{count(data.unspaced, 'text is', 'texts are')} in a script without spaces, of which "
            "TER sees one word each; --asian counts characters of Chinese and Japanese."
        )
    return told
