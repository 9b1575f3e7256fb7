"""Formats of judgements that are no narrow files, each recognised by its own declaration."""

from tertium.formats.appraise_batches import BATCHES
from tertium.formats.bio_mqm import BIO_MQM
from tertium.formats.format import Format
from tertium.formats.hume import HUME
from tertium.formats.its import ITS
from tertium.formats.metric_scores import METRIC_FORMATS
from tertium.formats.mtme import MTME_LINES, MTME_RATINGS
from tertium.formats.pearmut import PEARMUT
from tertium.formats.pet import PET
from tertium.formats.qrev import QREV
from tertium.formats.scorecard import SCORECARD
from tertium.formats.wmt_esa import WMT_JUDGEMENTS, WMT_SEGMENTS

# The first that fits is taken.
FORMATS: tuple[Format, ...] = (
    PET,
    PEARMUT,
    WMT_SEGMENTS,
    WMT_JUDGEMENTS,
    MTME_RATINGS,
    MTME_LINES,
    ITS,
    SCORECARD,
    BIO_MQM,
    QREV,
    HUME,
    BATCHES,
    *METRIC_FORMATS,
)
