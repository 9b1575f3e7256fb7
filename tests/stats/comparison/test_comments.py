"""Comments: reason codes in four languages, and their table."""

import pytest

from tertium.stats.comparison.comments import REASONS, reason
from tertium.stats.comparison.compare import compare
from tertium.table import JudgementTable


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Not enough context.", "context"),
        ("Pas assez de contexte pour décider", "context"),
        ("Ohne Kontext unklar", "context"),
        ("There is an error in the source", "source"),
        ("Erreur dans la source", "source"),
        ("Fehler im Ausgangstext", "source"),
        ("badly segmented", "segmentation"),
        ("La phrase est tronquée", "segmentation"),
        ("The two are identical", "near_identical"),
        ("Las dos son iguales", "near_identical"),
        ("Agreement error", "error"),
        ("Terminologie officielle", "error"),
        ("Falsche Zeitform", "error"),
        ("falta una palabra", "error"),
        ("wrong language", "language"),
        ("Incroyablement, la traduction automatique est meilleure que l'original!", "uncoded"),
        ("near_identical: only the quotes differ", "near_identical"),
        ("I liked it #segmentation", "segmentation"),
    ],
)
def test_comments_find_their_reason(text, code):
    """A written code comes first, then words; the rest stays uncoded."""
    assert reason(text) == code
    assert code in REASONS


def test_comments_are_counted_by_label_and_reason(table):
    """Label first, then how many, then why; the texts are listed."""
    found = compare(
        table(
            [
                ("e1", "s1", "both_bad", {"comment": "Not enough context"}),
                ("e1", "s2", "both_bad", {"comment": "Agreement error"}),
                ("e2", "s3", "advanced", {"comment": "nice"}),
                ("e2", "s4", "baseline"),
            ]
        ),
        identical=0.1,
    ).comments
    assert found.total == 3
    assert [(c.label, c.comments, c.reasons) for c in found.by_label] == [
        ("advanced", 1, {"uncoded": 1}),
        ("both_bad", 2, {"context": 1, "error": 1}),
    ]
    assert found.listed[0].text == "Not enough context"


def test_reported_problems_stand_beside_comments():
    """A problem comes with its code and is nobody's preference."""
    rows = [
        {"annotator": "e1", "segment": "s1", "system": "adv", "versus": "base", "slot": 1,
         "aspect": "preference", "value": 1.0, "label": "left"},
        {"annotator": "e1", "segment": "s2", "aspect": "problem", "label": "source",
         "comment": "garbled"},
    ]  # fmt: skip
    found = compare(JudgementTable.from_rows(rows), identical=0.1)
    assert found.judgements == 1
    (problem,) = found.comments.by_label
    assert (problem.label, problem.reasons) == ("problem", {"source": 1})
