"""HITs of direct assessment: outputs in batches, control items among them."""

from tertium.design.hits.build import deal_hits, late_hits
from tertium.design.hits.report import HitLine, HitReport, SystemMix, hit_report, short_of

__all__ = ["HitLine", "HitReport", "SystemMix", "deal_hits", "hit_report", "late_hits", "short_of"]
