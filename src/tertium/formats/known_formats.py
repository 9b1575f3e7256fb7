"""Formats of judgements that are no narrow files, each recognised by its own declaration."""

from tertium.formats.appraise_batches import BATCHES
from tertium.formats.bio_mqm import BIO_MQM
from tertium.formats.bio_mqm_json import BIO_MQM_JSON
from tertium.formats.doccano import DOCCANO, DOCCANO_CSV
from tertium.formats.format import Format
from tertium.formats.hume import HUME
from tertium.formats.its import ITS
from tertium.formats.label_studio import LABEL_STUDIO
from tertium.formats.mtme import MTME_LINES, MTME_RATINGS
from tertium.formats.mtme_scores import MTME_SCORES
from tertium.formats.pearmut import PEARMUT
from tertium.formats.pet import PET
from tertium.formats.posedion import POSEDION
from tertium.formats.potato import POTATO
from tertium.formats.qrev import QREV
from tertium.formats.qrev_files import QREV_FILES
from tertium.formats.ranking_xml import RANKING_XML
from tertium.formats.scorecard import SCORECARD
from tertium.formats.tprdb_edits import TPRDB
from tertium.formats.translog import TRANSLOG
from tertium.formats.webanno import WEBANNO
from tertium.formats.wmt_assessments import WMT_RELEASE
from tertium.formats.wmt_esa import WMT_JUDGEMENTS, WMT_SEGMENTS

# The first that fits is taken.
FORMATS: tuple[Format, ...] = (
    PET,
    RANKING_XML,
    WMT_RELEASE,
    PEARMUT,
    WMT_SEGMENTS,
    WMT_JUDGEMENTS,
    MTME_RATINGS,
    MTME_LINES,
    MTME_SCORES,
    ITS,
    SCORECARD,
    BIO_MQM,
    BIO_MQM_JSON,
    QREV,
    QREV_FILES,
    HUME,
    BATCHES,
    TPRDB,
    TRANSLOG,
    POSEDION,
    LABEL_STUDIO,
    POTATO,
    WEBANNO,
    DOCCANO,
    DOCCANO_CSV,
)
