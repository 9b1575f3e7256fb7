"""Who judged what: the shares of annotators, documents and segments in an estimate.

An estimate is Σ w_i·y_i over judgements i; w sums to 1. How much annotators and documents can
move it, and how much of their spread can be seen, follows from the weights alone, in any
layout: crossed, nested, with unequal loads, with holes.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array

from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import add_up, numbered

SEGMENTS_PER_DOCUMENT = 1.5  # with fewer, a document is no more than its segment
_SWEEPS = 30  # of the additive fit of annotators and documents
_MANY_DOCUMENTS = 200  # beyond that, their effective number is taken from their shares
_MANY_PRODUCTS = 5_000_000  # beyond that, a table of texts by texts takes too much memory
_MANY_ANNOTATORS = 2000  # beyond that, tables of two annotators each are kept sparse
_NOTHING = 1e-12


@dataclass(frozen=True)
class Layout:
    """Judgements with their weights and units, all coded from 0 without gaps.

    `documents_known` says whether documents vary apart from segments: they do not where they
    are unknown, or where most documents hold a single segment.
    """

    weight: Floats
    annotator: Ints
    document: Ints
    segment: Ints
    documents_known: bool

    @classmethod
    def of(
        cls, weight: Floats, annotator: Ints, segment: Ints, document: Ints | None = None
    ) -> "Layout":
        """Return the layout of these units; a segment without a document (−1) is one by itself."""
        segment = numbered(segment)
        weight = np.asarray(weight, dtype=float) / weight.sum()
        nowhere = np.zeros(len(weight), dtype=np.int64)
        if document is None or not (document >= 0).any():
            return cls(weight, numbered(annotator), nowhere, segment, False)
        own = document.max() + 1 + segment
        document = numbered(np.where(document >= 0, document, own))
        documents, segments = _number(document), _number(segment)
        if documents > 1 and segments < SEGMENTS_PER_DOCUMENT * documents:
            return cls(weight, numbered(annotator), nowhere, segment, False)
        return cls(weight, numbered(annotator), document, segment, True)

    def __len__(self) -> int:
        return len(self.weight)

    def within(self) -> "Layout":
        """Return the same layout, to speak of these documents only."""
        return Layout(self.weight, self.annotator, self.document, self.segment, False)

    @cached_property
    def annotators(self) -> int:
        """The number of annotators."""
        return _number(self.annotator)

    @cached_property
    def documents(self) -> int:
        """The number of documents that vary; 1 where they are not known."""
        return _number(self.document)

    @cached_property
    def segments(self) -> int:
        """The number of segments."""
        return _number(self.segment)

    # Shares ----------------------------------------------------------------

    @cached_property
    def by_annotator(self) -> Floats:
        """W_j: the share of each annotator."""
        return add_up(self.weight, self.annotator, self.annotators)

    @cached_property
    def by_document(self) -> Floats:
        """W_d: the share of each document."""
        return add_up(self.weight, self.document, self.documents)

    @cached_property
    def by_segment(self) -> Floats:
        """W_s: the share of each segment."""
        return add_up(self.weight, self.segment, self.segments)

    @cached_property
    def squares(self) -> float:
        """Σw²: the share of the variance of single judgements that stays in the estimate."""
        return float((self.weight**2).sum())

    @cached_property
    def cell(self) -> Ints:
        """Which annotator in which document."""
        return numbered(self.annotator * self.documents + self.document)

    @cached_property
    def _in_documents(self) -> csr_array:
        """W[j, d]."""
        shape = (self.annotators, self.documents)
        return csr_array((self.weight, (self.annotator, self.document)), shape=shape)

    @cached_property
    def _in_segments(self) -> csr_array:
        """W[j, s]."""
        shape = (self.annotators, self.segments)
        return csr_array((self.weight, (self.annotator, self.segment)), shape=shape)

    @cached_property
    def _own(self) -> csr_array:
        """P[j, d]: the share of a document among the judgements of one annotator."""
        return csr_array(self._in_documents.multiply(1 / self.by_annotator[:, None]))

    # How much of the spread of units is in the estimate, and how much can be seen --------

    @cached_property
    def annotator_share(self) -> float:
        """q_a: the part of σ_a² in the variance of the estimate."""
        return float((self.by_annotator**2).sum())

    @cached_property
    def document_share(self) -> float:
        """q_d: the part of σ_d² in the variance of the estimate."""
        return float((self.by_document**2).sum())

    @cached_property
    def segment_share(self) -> float:
        """The part of what judgements of a segment share in the variance of the estimate."""
        return float((self.by_segment**2).sum())

    @cached_property
    def annotator_freedom(self) -> float:
        """ν_a: as many annotators as the seen spread is worth, less one."""
        if self.annotators < 2:
            return 0.0
        p2, p3, p4 = (float((self.by_annotator**k).sum()) for k in (2, 3, 4))
        w = self.by_annotator
        trace = p2 - 2 * p3 + p2 * p2
        off = p2**4 + 2 * p4 * p2 - 4 * p2 * p3 * p2 + 2 * p3**2
        diagonal = float((w**4 * ((1 - 2 * w + p2) ** 2 - (p2 - 2 * w) ** 2)).sum())
        return trace**2 / (off + diagonal)

    @cached_property
    def _beside_people(self) -> Floats:
        """G: how documents move the deviations from each annotator's own mean."""
        shared = (self._own.T @ self._in_documents).toarray()
        return np.asarray(np.diag(self.by_document) - shared)

    @cached_property
    def document_freedom(self) -> float:
        """ν_d: as many documents as the spread seen inside annotators is worth."""
        if self.documents < 2 or self.seen_documents < _NOTHING * self.document_share:
            return 0.0
        if self.documents > _MANY_DOCUMENTS:
            return self.document_share**2 / float((self.by_document**4).sum()) - 1
        g = self._beside_people
        squared = g @ g.T
        return float(np.trace(squared) ** 2 / (squared**2).sum())

    @cached_property
    def seen_annotators(self) -> float:
        """c_aa: the part of σ_a² in the expectation of Q_a."""
        p2, p3 = (float((self.by_annotator**k).sum()) for k in (2, 3))
        return p2 - 2 * p3 + p2 * p2

    @cached_property
    def seen_across(self) -> float:
        """c_ad: the part of σ_d² in the expectation of Q_a."""
        w = self._in_documents
        cross = float(self.by_annotator @ (w @ self.by_document))
        both = self.annotator_share * self.document_share
        return max(float((w.data**2).sum()) - 2 * cross + both, 0.0)

    @cached_property
    def seen_documents(self) -> float:
        """c_dd: the part of σ_d² in the expectation of Q_d."""
        if self.documents <= _MANY_DOCUMENTS:
            return float((self._beside_people**2).sum())
        inside = float(self.by_document @ self._own_share_inside)
        return max(self.document_share - 2 * inside + self._overlap(self._in_documents), 0.0)

    @cached_property
    def _own_share_inside(self) -> Floats:
        """(PᵀW)_dd: how much of a document belongs to annotators' own means."""
        product = self._own.multiply(self._in_documents)
        return np.asarray(csr_array(product).sum(axis=0)).ravel()

    @cached_property
    def _alike(self) -> csr_array:
        """PPᵀ: how far two annotators judged the same documents."""
        return self._own @ self._own.T

    def _overlap(self, by: csr_array) -> float:
        """‖PᵀB‖² = Σ PPᵀ∘BBᵀ for shares B of annotators in documents or segments.

        By texts or by annotators, whichever has fewer products.
        """
        own = self._own
        by_texts = int(np.diff(own.indptr) @ np.diff(by.indptr).astype(np.int64))
        by_annotators = sum(int((np.bincount(one.indices) ** 2).sum()) for one in (own, by))
        if by_texts < min(by_annotators, _MANY_PRODUCTS):
            return float(((own.T.tocsr() @ by).data ** 2).sum())
        other = by @ by.T
        if self.annotators > _MANY_ANNOTATORS:
            return float(self._alike.multiply(other).sum())
        # Full tables need not be sorted first; what is 0 is left out, as in sparse ones.
        products = (self._alike.toarray() * other.toarray()).ravel()
        return float(products[products != 0].sum())

    def noise_in_annotators(self, single: Floats, shared: Floats) -> Floats:
        """n_a: what single judgements and shared segments add to the expectation of Q_a."""
        w = self.by_annotator
        squared = add_up(self.weight**2, self.annotator, self.annotators)
        own = float(((1 - 2 * w) * squared).sum() + self.annotator_share * self.squares)
        by = self._in_segments
        cross = float(w @ (by @ self.by_segment))
        together = float((by.data**2).sum()) - 2 * cross
        together += self.annotator_share * self.segment_share
        return single * own + shared * max(together, 0.0)

    def noise_in_documents(self, single: Floats, shared: Floats) -> Floats:
        """n_d: what single judgements and shared segments add to the expectation of Q_d."""
        cells = csr_array(
            (self.weight**2, (self.annotator, self.document)), shape=self._in_documents.shape
        )
        of_people = np.asarray(self._own.power(2).sum(axis=1)).ravel()
        squared = np.asarray(cells.sum(axis=1)).ravel()
        own = float(squared.sum() - 2 * cells.multiply(self._own).sum() + of_people @ squared)
        where = np.zeros(self.segments, dtype=np.int64)
        where[self.segment] = self.document
        by = self._in_segments.tocoo()
        inside = np.asarray(self._own[by.row, where[by.col]]).ravel()
        cross = float((self.by_segment[by.col] * inside * by.data).sum())
        together = self.segment_share - 2 * cross
        together += self._overlap(self._in_segments)
        return single * own + shared * max(together, 0.0)

    # Residuals -------------------------------------------------------------

    def deviations(self, value: Floats) -> tuple[Floats, int]:
        """Return what annotator and document leave of `value` (rows × columns), and its df."""
        n = len(self)
        cells = _number(self.cell)
        freedom = n - cells
        if freedom >= n / 4:
            return value - self._means(self.cell, cells, value)[self.cell], freedom
        left = value - (self.weight[:, None] * value).sum(0)
        for _ in range(_SWEEPS):
            left = left - self._means(self.annotator, self.annotators, left)[self.annotator]
            left = left - self._means(self.document, self.documents, left)[self.document]
        return left, max(n - self.annotators - self.documents + 1, 1)

    def _means(self, unit: Ints, number: int, value: Floats) -> Floats:
        """Return weighted means by unit."""
        total = self.sums(unit, number, value * self.weight[:, None])
        return total / add_up(self.weight, unit, number)[:, None]

    def sums(self, unit: Ints, number: int, value: Floats) -> Floats:
        """Add up `value` (rows × columns) by unit."""
        if value.shape[1] == 1:
            return add_up(value[:, 0], unit, number)[:, None]
        order = csr_array(
            (np.ones(len(unit)), (unit, np.arange(len(unit)))), shape=(number, len(unit))
        )
        return np.asarray(order @ value)

    def own_means(self, value: Floats) -> Floats:
        """Return for every row the weighted mean of its annotator."""
        return self._means(self.annotator, self.annotators, value)[self.annotator]


def _number(codes: Ints) -> int:
    return int(codes.max(initial=-1)) + 1
