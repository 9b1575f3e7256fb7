"""Sentences of systems: the units that vary, with the band that people gave each output."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.exceptions import BadInput, NotFound
from tertium.stats.arrays import Bools, Ints
from tertium.text.natural import natural

ALL = "all"  # outputs of any band
NO_BAND = -1
ERROR_BANDS = ("good", "near miss", "poor")
NEAR_MISS = 3  # errors, below which an output is easily post-edited


@dataclass(frozen=True, slots=True)
class Bands:
    """The band of each output (segments × systems), −1 where none is known; the best first."""

    names: tuple[str, ...]
    code: Ints

    def chosen(self, band: int | None) -> Bools:
        """Tell which outputs are in a band, or in any at all."""
        return np.ones(self.code.shape, dtype=bool) if band is None else self.code == band


def no_bands(segments: int, systems: int) -> Bands:
    """Return that nothing is known of outputs."""
    return Bands((), np.full((segments, systems), NO_BAND))


def given_bands(
    given: Mapping[tuple[str, str], str],
    segments: Sequence[str],
    systems: Sequence[str],
    *,
    where: str,
) -> Bands:
    """Return the bands of a file, by (segment, system); the first by name is the best.

    As ranks, 1 is before 2. A segment or system that has no texts is refused.
    """
    if stranger := next((one for _, one in given if one not in systems), None):
        raise NotFound.among("system", stranger, systems, where=where)
    if not set(segments) & {segment for segment, _ in given}:
        raise BadInput(
            "none of these segments has texts",
            where=where,
            fix=f"Segments are called {', '.join(segments[:3])}, …",
        )
    names = tuple(sorted(set(given.values()), key=natural))
    code = {name: number for number, name in enumerate(names)}
    return Bands(
        names,
        np.array(
            [
                [code.get(given.get((segment, system), ""), NO_BAND) for system in systems]
                for segment in segments
            ],
            dtype=np.int64,
        ).reshape(len(segments), len(systems)),
    )


def error_bands(
    errors: Mapping[tuple[str, str], float], segments: Sequence[str], systems: Sequence[str]
) -> Bands:
    """Return bands from the mean number of errors in each output that was read.

    Gaspari et al. (2014): none is good, fewer than three a near miss, three or more poor.
    """
    code = np.full((len(segments), len(systems)), NO_BAND)
    for row, segment in enumerate(segments):
        for column, system in enumerate(systems):
            number = errors.get((segment, system))
            if number is not None:
                code[row, column] = band_of(number)
    return Bands(ERROR_BANDS, code)


def band_of(errors: float) -> int:
    """Return the band of an output with so many errors.

    >>> [band_of(errors) for errors in (0, 1, 2, 3)]
    [0, 1, 1, 2]
    """
    return 0 if errors == 0 else 1 if errors < NEAR_MISS else 2
