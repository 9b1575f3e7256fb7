"""Tables of scores for tests."""

from tertium.table import JudgementTable

NAMES = ("annotator", "segment", "system", "value")


def scored(rows, **columns):
    """Return a table from (annotator, segment, system, score[, role]) and further columns."""
    records = []
    for row in rows:
        record = dict(zip((*NAMES, "role"), row, strict=False)) | {"aspect": "overall"}
        records.append(record | columns)
    return JudgementTable.from_rows(records)
