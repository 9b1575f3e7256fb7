"""What is known about errors in several versions of the same text."""

from dataclasses import dataclass

from tertium.stats.result import Estimate, Result

__all__ = ["Combination", "ErrorSet", "ErrorSets", "KindCategory", "SetError", "Version"]


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
