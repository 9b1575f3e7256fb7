"""What translations are good for: accuracy, levels of use, and the study behind the levels.

Read in this order: `levels` (what which accuracy is good for), `accuracy` (of documents and
systems), `corrections` and `study` (documents of known accuracy), `thresholds` (what users say).
"""

from tertium.stats.utility.accuracy import measure, utility
from tertium.stats.utility.study import study_documents
from tertium.stats.utility.thresholds import thresholds

__all__ = ["measure", "study_documents", "thresholds", "utility"]
