"""Agreement so far: whether people who were asked alike answer alike.

Nothing here names a system or tells which way the answers point.
"""

from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tertium.model import Campaign
from tertium.protocols.chunk_schemes import CHUNK
from tertium.stats.agreement.agree import Agreement, agree
from tertium.stats.agreement.kappa import fitting_word
from tertium.stats.errors.collected import collected_spans
from tertium.stats.span_agreement.quick import TokenPair, agree_tokens
from tertium.table import Comparisons, JudgementTable

LEVEL = 0.95
UNCERTAIN = "uncertain"  # the interval spans more than two words of Landis and Koch


class AnnotatorAgreement(Struct, frozen=True):
    """One annotator's mean κ with the others.

    The interval averages the ends of the pairs' intervals: pairs share a person,
    so the mean is surely no less certain than that.
    """

    annotator: str
    kappa: float
    low: float | None
    high: float | None
    shared: int


class AgreementNow(Struct, frozen=True):
    """Fleiss' κ over items that several people judged (everybody's first answer to each).

    Where errors are marked, it is the mean κ of two people on the tokens of what both read.
    """

    kappa: float | None
    low: float | None
    high: float | None
    word: str
    shared: int
    people: tuple[AnnotatorAgreement, ...]
    signature: str


def agreement_now(table: JudgementTable) -> AgreementNow | None:
    """Look at the comparisons or the judged chunks so far; None where there are none."""
    rows = table.comparisons()
    if len(rows):
        return agreement_of(rows)
    if CHUNK in table.distinct("aspect"):
        return _told(agree(table, aspect=CHUNK, level=LEVEL))
    return None


def agreement_of(rows: Comparisons) -> AgreementNow:
    """Measure agreement on what several people were asked alike."""
    return _told(agree(rows.take(_first_answers(rows)), level=LEVEL))


def _told(found: Agreement) -> AgreementNow:
    by_person: dict[str, list[Any]] = {}
    for pair in found.cohen.pairs:
        if pair.kappa is not None:
            by_person.setdefault(pair.a, []).append(pair)
            by_person.setdefault(pair.b, []).append(pair)
    return AgreementNow(
        kappa=found.fleiss.value,
        low=found.fleiss.low,
        high=found.fleiss.high,
        word=fitting_word(found.fleiss) or UNCERTAIN,
        shared=found.items,
        people=tuple(_with_others(name, pairs) for name, pairs in sorted(by_person.items())),
        signature=found.signature,
    )


def agreement_on_marks(table: JudgementTable, campaign: Campaign) -> AgreementNow | None:
    """Look at the errors marked so far; None where no two people have read the same output."""
    found = agree_tokens(collected_spans(table, campaign), level=LEVEL)
    if not found.outputs:
        return None
    by_person: dict[str, list[TokenPair]] = {}
    for pair in found.pairs:
        if pair.kappa is not None:
            by_person.setdefault(pair.a, []).append(pair)
            by_person.setdefault(pair.b, []).append(pair)
    return AgreementNow(
        kappa=found.kappa.value,
        low=found.kappa.low,
        high=found.kappa.high,
        word=found.word or UNCERTAIN,
        shared=found.outputs,
        people=tuple(
            AnnotatorAgreement(
                annotator=name,
                kappa=float(np.mean([pair.kappa for pair in pairs])),
                low=None,
                high=None,
                shared=max(pair.outputs for pair in pairs),
            )
            for name, pairs in sorted(by_person.items())
        ),
        signature=found.signature,
    )


def _first_answers(rows: Comparisons) -> NDArray[np.bool_]:
    """Return which rows are somebody's first about a pair: a second pass adds no person."""
    names = sorted({*rows.system.names, *rows.versus.names})
    one, two = (
        np.searchsorted(names, column.names)[column.codes] for column in (rows.system, rows.versus)
    )
    key = rows.annotator.codes
    for size, codes in (
        (len(rows.segment.names), rows.segment.codes),
        (len(rows.condition.names), rows.condition.codes),
        (len(names), np.minimum(one, two)),
        (len(names), np.maximum(one, two)),
    ):
        key = key * (size + 1) + codes + 1
    order = np.lexsort((rows.order, key))
    _, start = np.unique(key[order], return_index=True)
    first = np.zeros(len(rows), dtype=bool)
    first[order[start]] = True
    return first


def _with_others(name: str, pairs: list[Any]) -> AnnotatorAgreement:
    known = [pair for pair in pairs if pair.low is not None and pair.high is not None]
    ends = len(known) == len(pairs)
    return AnnotatorAgreement(
        annotator=name,
        kappa=float(np.mean([pair.kappa for pair in pairs])),
        low=float(np.mean([pair.low for pair in known])) if ends else None,
        high=float(np.mean([pair.high for pair in known])) if ends else None,
        shared=max(pair.n for pair in pairs),
    )
