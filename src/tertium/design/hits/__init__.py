"""HITs of direct assessment: outputs in batches, control items among them."""

from tertium.design.hits.build import deal_hits, late_hits
from tertium.design.hits.report import HitLine, HitReport, Mix, hit_report, short_of

__all__ = ["HitLine", "HitReport", "Mix", "deal_hits", "hit_report", "late_hits", "short_of"]
