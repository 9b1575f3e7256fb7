"""Accuracy and use: what can be recomputed of the study that set the levels.

Christianson, Dorr and Olive (2014), "MADCAT Evaluation: Operational Accuracy of MT Applied to
OCR". Texts and answers were not published, so the thresholds themselves cannot be
recomputed; how errors become accuracy, and how many documents users got, can.
"""

from dataclasses import replace

import numpy as np

from tertium.stats.published.claim import Claim
from tertium.stats.utility import Measured, study_documents, utility

__all__ = ["CLAIMS"]

PAPER = "Christianson, Dorr and Olive (2014)"
ERRORS = 0.45  # edits per source word, the mean of two documents
_WORDS = 200
_NOTE = (
    "45% is the mean of two documents; the number holds for a document with a little more. With "
    "exactly 45% the step to 55% would be the machine translation itself."
)


def _accuracy() -> float:
    """Return the accuracy of a document with as many errors."""
    edits, words = np.array([ERRORS * _WORDS]), np.array([float(_WORDS)])
    found = utility(Measured(("",), ("d",), edits, words, words, "given"), denominator="source")
    assert found.systems[0].accuracy_source.value is not None  # the document has words
    return found.systems[0].accuracy_source.value


def _documents(kind: str) -> float:
    """Count the documents made from one with a little more than 45% of its words wrong."""
    words = [f"w{number}" for number in range(_WORDS)]
    wrong = round(ERRORS * _WORDS) + 1
    mt = ["x"] * wrong + words[wrong:]
    made = study_documents([" ".join(mt)], [" ".join(words)], source=[" ".join(words)])
    return float(sum(one.kind == kind or not kind for one in made))


CLAIMS: tuple[Claim, ...] = tuple(
    replace(claim, paper=PAPER)
    for claim in (
        Claim("Accuracy of MT with 45% errors (1 − .45)", 0.55, _accuracy, 0.0),
        Claim("Corrected documents in steps of 5%", 10, lambda: _documents("corrected"), 0, _NOTE),
        Claim("Documents that users got", 12, lambda: _documents(""), 0, _NOTE),
    )
)
