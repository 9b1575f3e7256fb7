"""The grades of a campaign, the errors behind them, and what was said about whole texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tertium.model import Campaign
from tertium.protocols.conditions import DOCUMENT
from tertium.stats.errors.analyse import score_campaign
from tertium.stats.grading.grade import ExternalAnswer, grade
from tertium.stats.result import Result
from tertium.table import JudgementTable

_MARKING = ("overall", "error", "source", "target", "problem")  # aspects of other rows


@dataclass(frozen=True, slots=True)
class Remarks:
    """Comments by document and student, and what was answered about the brief."""

    comments: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    external: tuple[ExternalAnswer, ...] = ()


def read_remarks(table: JudgementTable) -> Remarks:
    """Return what a table says about whole texts."""
    comments: dict[tuple[str, str], dict[str, None]] = {}
    external = []
    for row in table.rows():
        document, student = row["document"] or "", row["system"] or ""
        asked = row["unit"] == DOCUMENT and row["aspect"] not in _MARKING
        if asked:
            external.append(
                ExternalAnswer(
                    document, student, row["annotator"] or "", row["aspect"], row["label"] or ""
                )
            )
        if row["comment"] and (asked or row["aspect"] == "overall"):
            comments.setdefault((document, student), {})[row["comment"]] = None
    return Remarks({key: tuple(said) for key, said in comments.items()}, tuple(external))


def results(
    table: JudgementTable, campaign: Campaign, *, level: float, seed: int
) -> tuple[Result, ...]:
    """Return grades, then scores of the errors; neither draws random numbers."""
    spans, typology, errors = score_campaign(table, campaign, level=level)
    remarks = read_remarks(table)
    return (grade(spans, typology=typology, external=remarks.external), errors)
