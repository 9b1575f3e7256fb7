"""The published numbers of the methods, obtained again.

What a paper prints stands beside what comes out here. Numbers are counted by kind: *recomputed*
by one of our analyses, from printed tables or from published judgements; a *self-check*, arithmetic
on other numbers of the same paper, which says nothing about us; a *golden vector* of ours, in
no paper; *not recomputable*, and why. Where two numbers differ, a note says why.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tertium.exceptions import BadInput
from tertium.stats.published.claim import KINDS, Claim, Kind, read_claims
from tertium.stats.result import Result, signature


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many numbers of a kind there are, agree, differ, and wait for a data set."""

    kind: Kind
    numbers: int
    agree: int
    differ: int
    data_not_at_hand: int


@dataclass(frozen=True, slots=True)
class ReproducedNumber:
    """One published number beside what was obtained.

    `agrees` is None where nothing was obtained: because it cannot be, or because `data_set` is not
    at hand. `numbers` is how many numbers the entry stands for, `analysis` what obtains them.
    """

    paper: str
    quantity: str
    kind: Kind
    published: float | None
    obtained: float | None
    agrees: bool | None
    note: str
    analysis: str
    data_set: str
    numbers: int


@dataclass(frozen=True, slots=True)
class Reproduction(Result):
    """All published numbers, and how many there are of each kind."""

    kinds: tuple[KindCount, ...]
    numbers: tuple[ReproducedNumber, ...]


def reproduce(
    claims: Sequence[Claim] | None = None, *, data: Path | str | None = None
) -> Reproduction:
    """Obtain every published number again that can be.

    `data` is a folder that holds data sets in folders of their names (`wmt16-rr`, `wmt21-da`,
    `hume-da-ende`, `mqm-ted-ende`); numbers whose data set is not in it are counted apart.
    """
    folder = None if data is None else Path(data)
    if folder is not None and not folder.is_dir():
        raise BadInput("there is no such folder", where=str(folder), fix="Name the folder of data.")
    numbers = tuple(_obtained(one, folder) for one in (read_claims() if claims is None else claims))
    return Reproduction(
        kinds=tuple(_counted(kind, numbers) for kind in KINDS),
        numbers=numbers,
        signature=signature(
            "reproduce",
            papers=len({one.paper for one in numbers}),
            data="+".join(sorted(_at_hand(numbers))) or "none",
        ),
        warnings=tuple(
            f"{one.quantity} ({one.paper}) is {one.obtained:.4g}, not {one.published:.4g}."
            for one in numbers
            if one.agrees is False and not one.note
        ),
    )


def _obtained(claim: Claim, folder: Path | None) -> ReproducedNumber:
    obtained, way = claim.obtain(folder), claim.way
    data_set, note = way.data_set if way else "", claim.note
    if obtained is None and data_set:
        note = f"The data set {data_set} is not at hand. {note}".strip()
    return ReproducedNumber(
        paper=claim.paper,
        quantity=claim.quantity,
        kind=claim.kind,
        published=claim.published,
        obtained=obtained,
        agrees=None if obtained is None else claim.agrees(obtained),
        note=note,
        analysis=way.name if way else "",
        data_set=data_set,
        numbers=claim.numbers,
    )


def _counted(kind: Kind, numbers: Sequence[ReproducedNumber]) -> KindCount:
    own = [one for one in numbers if one.kind == kind]
    return KindCount(
        kind=kind,
        numbers=sum(one.numbers for one in own),
        agree=sum(one.agrees is True for one in own),
        differ=sum(one.agrees is False for one in own),
        data_not_at_hand=sum(bool(one.data_set) and one.obtained is None for one in own),
    )


def _at_hand(numbers: Sequence[ReproducedNumber]) -> set[str]:
    return {one.data_set for one in numbers if one.data_set and one.obtained is not None}
