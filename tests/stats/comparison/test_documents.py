"""How alike judgements of one document are."""

import numpy as np
import pytest

from tertium.stats.comparison.estimates import document_correlation
from tertium.table import JudgementTable


def judged(document_sd, documents=60, segments=10, people=3, seed=0, *, known=True, turned=False):
    """Return preferences of documents that differ by this sd on the logit scale."""
    rng = np.random.default_rng(seed)
    rows = []
    for text in range(documents):
        lean = rng.normal(0, document_sd)
        for segment in range(segments):
            for who in range(people):
                value = 1.0 if rng.random() < 1 / (1 + np.exp(-lean)) else -1.0
                turn = turned and segment % 2 == 0
                rows.append({
                    "annotator": f"a{who}", "document": f"d{text}" if known else None,
                    "segment": f"s{text}-{segment}", "aspect": "preference", "slot": 1,
                    "system": "base" if turn else "adv", "versus": "adv" if turn else "base",
                    "value": -value if turn else value, "label": "left",
                })  # fmt: skip
    return JudgementTable.from_rows(rows)


def test_it_is_the_part_of_the_variance_that_documents_make():
    """An sd of 1 on the logit scale moves p by an sd of .21: ρ ≈ .21²/.25."""
    found = document_correlation(judged(1.0, documents=150))
    assert found == pytest.approx(0.17, abs=0.04)
    assert document_correlation(judged(0.0)) < 0.03


def test_which_system_is_written_first_does_not_matter():
    """Half of the rows turned round say the same."""
    there, turned = (document_correlation(judged(1.0, turned=one)) for one in (False, True))
    assert turned == pytest.approx(there)


def test_without_documents_nothing_is_told():
    """Unknown documents, one document, one answer, or nothing at all."""
    assert document_correlation(judged(1.0, documents=5, known=False)) is None
    assert document_correlation(judged(1.0, documents=1)) is None
    assert document_correlation(judged(1.0, documents=4, segments=1)) is None
    assert document_correlation(JudgementTable.from_rows([])) is None
