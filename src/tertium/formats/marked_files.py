"""Files of marked errors that are no tables: which one is it, and what does it say?"""

from pathlib import Path

from tertium.formats.appraise_batches import batches_table, is_batches
from tertium.formats.bio_mqm import bio_mqm_table, is_bio_mqm
from tertium.formats.hume import hume_table, is_hume
from tertium.formats.its import is_its, its_table
from tertium.formats.mtme import is_mtme, mtme_table
from tertium.formats.pearmut import is_pearmut, pearmut_table
from tertium.formats.qrev import is_qrev, qrev_table
from tertium.formats.scorecard import is_scorecard, scorecard_table
from tertium.formats.wmt_esa import is_wmt, wmt_table
from tertium.table import JudgementTable

__all__ = ["read_marked"]

_KNOWN = (
    (is_pearmut, pearmut_table),
    (is_wmt, wmt_table),
    (is_mtme, mtme_table),
    (is_its, its_table),
    (is_scorecard, scorecard_table),
    (is_bio_mqm, bio_mqm_table),
    (is_qrev, qrev_table),
    (is_hume, hume_table),
    (is_batches, batches_table),
)


def read_marked(path: Path) -> JudgementTable | None:
    """Return the judgements of such a file, None if it is something else."""
    for fits, read in _KNOWN:
        if fits(path):
            return read(path)
    return None
