"""HITs of direct assessment: outputs in batches, control items among them."""

from tertium.design.hits.build import deal_hits, late_hits

__all__ = ["deal_hits", "late_hits"]
