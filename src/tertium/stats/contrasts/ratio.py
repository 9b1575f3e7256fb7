"""The ratio of wins to losses on the log scale, as judgements whose mean it is.

A judgement moves the log ratio by (x − p) / p̃(1 − p̃), x being 1 for a win and p̃ the share of wins
with half a win added to both sides. Where all judgements say the same there is no spread to
estimate, and Wilson's bound of a share of 1 is what is known.
"""

import numpy as np

from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import different, filled, together

JUDGEMENT_SD = 2.0  # of a decided judgement on the scale of log ratios, without a preference


def log_ratios_of(won: Floats) -> Floats:
    """Return judgements (× columns) whose mean is the log ratio of wins to losses."""
    number = len(won)
    wins = won.sum(0)
    share = (wins + 0.5) / (number + 1)
    return np.asarray(np.log(share / (1 - share)) + (won - wins / number) / (share * (1 - share)))


def independent_cases(annotator: Ints, segment: Ints, document: Ints) -> int:
    """Count the cases in which judgements are independent: each annotator in each document.

    A segment without a document (−1) is one by itself.
    """
    return different(together(annotator, filled(document, segment)))


def unanimous_bound(cases: int, z: float) -> float:
    """Return the log ratio at Wilson's lower bound n / (n + z²) of a share of 1."""
    return float(np.log(cases) - 2 * np.log(z))
