"""What is said about whole texts."""

from tertium.stats.grading.campaign import read_remarks
from tertium.table import JudgementTable


def test_comments_and_external_criteria_are_found():
    """Comments of segments and of the whole text, once each; answers about the brief."""
    about = {"annotator": "t", "document": "d", "system": "Ann"}
    table = JudgementTable.from_rows(
        [
            about | {"judgement": "1", "aspect": "overall", "segment": "1", "comment": "Good."},
            about | {"judgement": "2", "aspect": "overall", "segment": "2", "comment": "Good."},
            about | {"judgement": "1", "aspect": "error", "segment": "1", "comment": "a note"},
            about | {"judgement": "3", "aspect": "layout", "unit": "document", "label": "partly",
                     "comment": "See the brief."},
        ]
    )  # fmt: skip
    found = read_remarks(table)
    assert found.comments == {("d", "Ann"): ("Good.", "See the brief.")}
    (answer,) = found.external
    assert (answer.criterion, answer.answer, answer.annotator) == ("layout", "partly", "t")
