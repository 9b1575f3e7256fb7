"""Error sets and what they tell: which errors come from the MT, and which are commonest where.

Intervals resample segments: two errors of one sentence are not two pieces of evidence.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.exceptions import NotFound
from tertium.stats.arrays import Floats
from tertium.stats.error_sets.found import KINDS, VersionErrors
from tertium.stats.error_sets.gather import Key, VersionError, begin, joined
from tertium.stats.resampling import Resampling, percentile, resampled
from tertium.stats.result import Estimate, Result, signature
from tertium.text import WORD_RULE

_FEW = 10  # segments; an interval of fewer says little


@dataclass(frozen=True, slots=True)
class Version:
    """One version of the text: its kind (mt, postedited, human), and what was found in it."""

    kind: str
    system: str
    segments: int
    words: int
    errors: int
    per_1000: Estimate


@dataclass(frozen=True, slots=True)
class SetError:
    """One error of a set. `from_mt`: it stood in the MT already, and nobody touched it."""

    kind: str
    system: str
    side: str | None
    start: int | None
    end: int | None
    category: str
    severity: str
    text: str
    from_mt: bool


@dataclass(frozen=True, slots=True)
class ErrorSet:
    """A passage of the source and the errors it caused; empty where no word of it is linked."""

    set: str
    segment: str
    passage: str
    versions: str  # kinds with an error, such as `mt+postedited`
    errors: tuple[SetError, ...]


@dataclass(frozen=True, slots=True)
class Combination:
    """How many sets have errors in exactly these versions."""

    versions: str
    sets: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class KindCategory:
    """A category in one kind of version; `from_mt` counts what came from the MT."""

    kind: str
    category: str
    errors: int
    per_1000: Estimate
    share: Estimate
    from_mt: int


@dataclass(frozen=True, slots=True)
class ErrorSets(Result):
    """Error sets, which versions they touch, and the commonest errors by kind of version.

    `inherited` is the share of errors in the post-edited version that come from the MT,
    `survived` the share of MT errors that are still there. `corrected` tells how many errors
    stand where somebody put them, rather than where alignment did.
    """

    versions: tuple[Version, ...]
    inherited: Estimate
    survived: Estimate
    combinations: tuple[Combination, ...]
    categories: tuple[KindCategory, ...]
    sets: tuple[ErrorSet, ...]
    segments: int
    corrected: int
    aligner: str
    level: float


def sets_of(
    found: VersionErrors,
    *,
    given: Mapping[Key, str] | None = None,
    decided: Mapping[Key, str] | None = None,
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> ErrorSets:
    """Join the errors of several versions of the same segments into sets.

    `given` are sets of a file, `decided` those of managers. The idea of error sets around a source
    passage is that of Daems, Macken and Vandepitte (2014), On the Origin of Errors; there they are
    linked by hand.
    """
    corrected = _corrected(found.errors, given or {})
    counted = _SetCounts(found.segments, level=level, resamples=resamples, seed=seed)
    errors, inherited = found.errors, found.inherited
    words = {name: float(len(found.texts.sources[name].words)) for name in found.segments}
    sets = joined_sets(found, given=corrected, decided=decided)
    few = len(found.segments) < _FEW
    return ErrorSets(
        versions=tuple(
            _version(kind, system, errors, counted, words)
            for kind, system in found.versions.items()
        ),
        inherited=_share(counted, errors, inherited) if found.edited else Estimate(None),
        survived=_survived(counted, errors, inherited) if found.edited else Estimate(None),
        combinations=_combinations(sets, counted),
        categories=_categories(errors, inherited, counted, words, found.versions),
        sets=sets,
        segments=len(found.segments),
        corrected=len({*corrected, *(decided or {})}),
        aligner=found.aligner,
        level=level,
        signature=signature(
            "sets",
            versions="+".join(found.versions),
            aligner=found.aligner,
            errors="distinct",
            words=WORD_RULE,
            ci="segments",
            level=level,
            resamples=resamples,
            seed=seed,
        ),
        warnings=(f"only {len(found.segments)} segments: intervals are rough",) if few else (),
    )


def inherited_share(found: VersionErrors) -> Estimate:
    """Return the share of errors of the post-edited version that come from the MT.

    Which errors stand in one set does not matter for it.
    """
    if not found.edited:
        return Estimate(None)
    counted = _SetCounts(found.segments, level=0.95, resamples=2000, seed=0)
    return _share(counted, found.errors, found.inherited)


def _corrected(errors: Sequence[VersionError], given: Mapping[Key, str]) -> dict[Key, str]:
    """Refuse a file of sets that speaks of errors which are not there."""
    known = {one.key for one in errors}
    for key in given:
        if key not in known:
            segment, system, side, start, end, category = key
            raise NotFound(
                f"no {category!r} at {start}–{end} in the {side} of {system!r}, segment "
                f"{segment!r}",
                where="sets",
                fix="Change only the column set; write the sets anew if errors were changed.",
            )
    return dict(given)


class _SetCounts:
    """Counts by segment, and their ratios with intervals."""

    def __init__(self, segments: Sequence[str], *, level: float, resamples: int, seed: int) -> None:
        self._place = {name: place for place, name in enumerate(segments)}
        self._how = Resampling(level, resamples, seed)

    def count(self, of: Sequence[str], weights: Sequence[float] | None = None) -> Floats:
        """Return how often each segment is named, or what its weights sum to."""
        found = np.zeros(len(self._place))
        places = [self._place[name] for name in of]
        np.add.at(found, places, 1.0 if weights is None else np.asarray(weights))
        return found

    def ratio(self, above: Floats, below: Floats, *, times: float = 1.0) -> Estimate:
        """Return the ratio of two sums; not known where nothing is below."""
        if not below.sum():
            return Estimate(None)
        value = float(times * above.sum() / below.sum())
        tops, bottoms = resampled(np.stack([above, below], axis=1), self._how).T
        drawn = times * tops[bottoms > 0] / bottoms[bottoms > 0]
        if len(self._place) < 2 or not len(drawn):
            return Estimate(value)
        low, high = percentile(drawn, level=self._how.level)
        return Estimate(value, low, high)


def _version(
    kind: str,
    system: str,
    errors: Sequence[VersionError],
    counted: _SetCounts,
    words: Mapping[str, float],
) -> Version:
    own = [one.segment for one in errors if one.kind == kind]
    per = counted.ratio(counted.count(own), _lengths(counted, words), times=1000)
    return Version(kind, system, len(words), int(sum(words.values())), len(own), per)


def _lengths(counted: _SetCounts, words: Mapping[str, float]) -> Floats:
    return counted.count(list(words), list(words.values()))


def _share(
    counted: _SetCounts, errors: Sequence[VersionError], inherited: Mapping[Key, Key]
) -> Estimate:
    own = [one for one in errors if one.kind == "postedited"]
    came = [one.segment for one in own if one.key in inherited]
    return counted.ratio(counted.count(came), counted.count([one.segment for one in own]))


def _survived(
    counted: _SetCounts, errors: Sequence[VersionError], inherited: Mapping[Key, Key]
) -> Estimate:
    still = set(inherited.values())
    own = [one for one in errors if one.kind == "mt"]
    kept = [one.segment for one in own if one.key in still]
    return counted.ratio(counted.count(kept), counted.count([one.segment for one in own]))


def joined_sets(
    found: VersionErrors,
    *,
    given: Mapping[Key, str] | None = None,
    decided: Mapping[Key, str] | None = None,
) -> tuple[ErrorSet, ...]:
    """Return the sets, in each segment by the first word of the source that they touch."""
    names = joined(found.errors, found.inherited, given or {}, decided)
    groups: dict[tuple[str, str], list[VersionError]] = {}
    for one in found.errors:
        groups.setdefault((one.segment, names[one.key]), []).append(one)
    place = {segment: number for number, segment in enumerate(found.segments)}
    ordered = sorted(
        groups.items(), key=lambda one: (place[one[0][0]], min(begin(error) for error in one[1]))
    )
    return tuple(_set(name, segment, members, found) for (segment, name), members in ordered)


def _set(name: str, segment: str, members: list[VersionError], found: VersionErrors) -> ErrorSet:
    order = {kind: place for place, kind in enumerate(KINDS)}
    members.sort(
        key=lambda one: (order[one.kind], one.key[3] or 0, one.key[4] or 0, one.side, one.key[5])
    )
    touched = sorted(frozenset().union(*(one.source for one in members)))
    passage = ""
    if touched:
        spans = found.texts.sources[segment].spans
        passage = found.texts.wholes[segment][spans[touched[0]][0] : spans[touched[-1]][1]]
    kinds = "+".join(kind for kind in KINDS if any(one.kind == kind for one in members))
    told = tuple(
        SetError(
            one.kind,
            one.key[1],
            one.side,
            one.key[3],
            one.key[4],
            one.key[5],
            one.severity,
            one.text,
            one.key in found.inherited,
        )
        for one in members
    )
    return ErrorSet(name, segment, passage, kinds, told)


def _combinations(sets: Sequence[ErrorSet], counted: _SetCounts) -> tuple[Combination, ...]:
    every = counted.count([one.segment for one in sets])
    found = Counter(one.versions for one in sets)
    return tuple(
        Combination(
            versions,
            number,
            counted.ratio(
                counted.count([one.segment for one in sets if one.versions == versions]), every
            ),
        )
        for versions, number in sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    )


def _categories(
    errors: Sequence[VersionError],
    inherited: Mapping[Key, Key],
    counted: _SetCounts,
    words: Mapping[str, float],
    versions: Mapping[str, str],
) -> tuple[KindCategory, ...]:
    """Return the categories of each kind of version, the commonest first."""
    lengths = _lengths(counted, words)
    found = []
    for kind in KINDS:
        if kind not in versions:
            continue
        own = [one for one in errors if one.kind == kind]
        every = counted.count([one.segment for one in own])
        numbers = Counter(one.key[5] for one in own)
        for category, number in sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0])):
            these = [one for one in own if one.key[5] == category]
            count = counted.count([one.segment for one in these])
            found.append(
                KindCategory(
                    kind,
                    category,
                    number,
                    counted.ratio(count, lengths, times=1000),
                    counted.ratio(count, every),
                    sum(one.key in inherited for one in these),
                )
            )
    return tuple(found)
