"""The grades of a campaign, and the errors behind them."""

from tertium.model import Campaign
from tertium.stats.errors.analyse import score_campaign
from tertium.stats.grading.grade import grade
from tertium.stats.grading.remarks import read_remarks
from tertium.stats.result import Result
from tertium.table import JudgementTable

__all__ = ["results"]


def results(
    table: JudgementTable, campaign: Campaign, *, level: float, seed: int
) -> tuple[Result, ...]:
    """Return grades, then scores of the errors; neither draws random numbers."""
    spans, typology, errors = score_campaign(table, campaign, level=level)
    remarks = read_remarks(table)
    return (grade(spans, typology=typology, external=remarks.external), errors)
