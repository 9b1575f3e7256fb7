"""Published numbers that can be recomputed, one module per paper.

A module holds the paper's own tables and a tuple `CLAIMS`; adding a number is one
`Claim`, adding a paper is one module and one line here.
"""

from tertium.stats.published import aziz, gladkoff, lommel, madcat, perrella, pighin, quaff, vela
from tertium.stats.published.claim import Claim

__all__ = ["CLAIMS", "Claim"]

CLAIMS: tuple[Claim, ...] = (
    *quaff.CLAIMS,
    *pighin.CLAIMS,
    *aziz.CLAIMS,
    *madcat.CLAIMS,
    *gladkoff.CLAIMS,
    *lommel.CLAIMS,
    *perrella.CLAIMS,
    *vela.CLAIMS,
)
