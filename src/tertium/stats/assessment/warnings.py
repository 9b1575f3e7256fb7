"""What weakens an assessment, one sentence each."""

import numpy as np

from tertium.stats.arrays import Bools
from tertium.stats.assessment.average import SystemAverages
from tertium.stats.assessment.control import control_pairs
from tertium.stats.assessment.recipes import Recipe
from tertium.stats.assessment.rows import Rows, Standards
from tertium.stats.codes import different, together
from tertium.stats.contrasts.estimate import EstimatedContrasts
from tertium.stats.contrasts.limitations import limitations
from tertium.stats.told import count, some_of
from tertium.table import JudgementTable, Scores

_UNEVEN = 3.0  # points of 100 by which the company of systems may differ before it is told


def find_warnings(
    data: JudgementTable | Scores,
    rows: Rows,
    kept: Bools,
    standards: Standards,
    averaged: SystemAverages,
    found: EstimatedContrasts,
    recipe: Recipe,
    test: str,
    passing: str,
) -> tuple[str, ...]:
    """Say what a reader should know before relying on the numbers."""
    if not len(rows):
        return ("There are no scores yet.",)
    notes = [*rows.scale.notes(), *([recipe.note] if recipe.note else [])]
    if not kept.any():
        return (*notes, "No score counts by this recipe, so there is nothing to rank.")
    if averaged.systems == 1:
        notes.append("There is one system, so there is nothing to compare.")
    notes += _people(rows.take(kept), found)
    notes += _left_out(rows, kept, passing)
    notes += _standards(rows, standards, recipe)
    notes += _campaigns(data, rows)
    notes += _copies(rows)
    notes += _missing(averaged, found)
    if recipe.standard:
        notes += _company(rows, averaged, kept)
    if test != "interval" and averaged.systems > 1:
        notes.append(
            f"The {test} test assumes independent segments and ignores annotators: where "
            "annotators differ, too many differences come out significant. The confidence "
            "intervals allow for differences between annotators."
        )
    return tuple(notes)


def _people(rows: Rows, found: EstimatedContrasts) -> list[str]:
    if (rows.scores.annotator.codes < 0).any():
        return [
            "Some scores do not name their annotator; they count as one annotator’s, so neither "
            "z-scores nor confidence intervals allow for differences between those annotators."
        ]
    if different(rows.scores.annotator.codes) == 1:
        return ["One annotator: the confidence intervals hold for this annotator only."]
    return list(limitations(found.pairs))


def _left_out(rows: Rows, kept: Bools, passing: str) -> list[str]:
    if passing != "passed":
        return []
    annotator = rows.scores.annotator.codes
    everyone, used = different(annotator), different(annotator[kept])
    return [
        f"{everyone - used:,} of {everyone:,} annotators did not pass their control items, or had "
        "none, and are left out."
    ]


def _standards(rows: Rows, standards: Standards, recipe: Recipe) -> list[str]:
    if not recipe.standard or not standards.flat.any():
        return []
    names = _names(rows, standards.flat)
    return [
        f"One score, or always the same score: {some_of(names)}. Their sd is taken as 1, so all "
        "their standardised scores are 0."
    ]


def _names(rows: Rows, people: Bools) -> list[str]:
    codes = np.unique(rows.scores.annotator.codes[people[rows.person]])
    return [(*rows.scores.annotator.names, "no name")[code] for code in codes]


def _campaigns(data: JudgementTable | Scores, rows: Rows) -> list[str]:
    notes = []
    campaigns = different(rows.scores.campaign.codes)
    if campaigns > 1:
        persons = different(rows.person)
        several = persons - different(rows.scores.annotator.codes)
        notes.append(
            f"These scores come from {campaigns:,} campaigns; systems of the same name are taken "
            "as the same system"
            + (
                f", and {count(several, 'annotator')} seen in several campaigns "
                f"{'is' if several == 1 else 'are'} standardised in each."
                if several
                else "."
            )
        )
    if isinstance(data, JudgementTable):
        pairs = tuple(data.by_language_pair())
        if len(pairs) > 1:
            notes.append(
                f"These scores come from {len(pairs):,} language pairs, which are ranked together "
                f"here; --language-pair {pairs[0]} ranks one by itself."
            )
    return notes


def _copies(rows: Rows) -> list[str]:
    notes = []
    lost = sum(int(control_pairs(rows, role).lost.sum()) for role in ("degraded", "repeat"))
    if lost:
        notes.append(
            f"{count(lost, 'control item')} without a partner: the annotator did not score the "
            "original, or the file does not name it; control tests leave them out."
        )
    same = together(rows.hit, rows.item, rows.scores.role.codes, rows.scores.pass_.codes)
    again = len(rows) - different(same)
    if again:
        notes.append(
            f"{count(again, 'score')} given again for the same item by the same annotator in the "
            "same HIT; all of them are averaged."
        )
    return notes


def _missing(averaged: SystemAverages, found: EstimatedContrasts) -> list[str]:
    """Explain what has no interval."""
    notes = []
    if len(averaged.domain) == 1:
        notes.append("With one segment there are no confidence intervals.")
    else:
        unsure = [averaged.names[code] for code in np.flatnonzero(np.isnan(found.low))]
        if unsure:
            notes.append(
                f"Without an interval, because all scores are equal or from one text: "
                f"{some_of(unsure)}."
            )
        pairs = sum(one.p is None and one.difference is not None for one in found.contrasts)
        if pairs and not unsure:
            notes.append(
                f"{count(pairs, 'pair')} of systems without an interval, as nothing varies there."
            )
    if different(found.component) > 1:
        apart = next(one for one in found.contrasts if one.reason and one.difference is None)
        notes.append(
            f"The systems fall into {different(found.component):,} groups without a common "
            f"annotator ({apart.reason}); each group is ranked by itself."
        )
    return notes


def _company(rows: Rows, averaged: SystemAverages, kept: Bools) -> list[str]:
    """Tell when annotators saw different mixes of systems, which standardising mistakes.

    Who sees a good system beside bad ones gives it a higher z than who sees it beside good
    ones (Knowles, 2021).
    """
    value = rows.value[kept]
    raw = averaged.scores(value)
    if averaged.systems < 2:
        return []
    people = int(averaged.person.max()) + 1
    count = np.bincount(
        averaged.person * averaged.systems + averaged.system, minlength=people * averaged.systems
    ).reshape(people, averaged.systems)
    total = count.sum(1, keepdims=True)
    others = total - count
    with np.errstate(divide="ignore", invalid="ignore"):
        beside = (count @ raw)[:, None] - count * raw
        company = np.where(others > 0, beside / others, np.nan)
        seen = np.where(np.isnan(company), 0, count)
        mean = np.nansum(company * seen, 0) / seen.sum(0)
    balanced = (raw.sum() - raw) / (averaged.systems - 1)
    uneven = float(np.nanmax(np.abs(mean - balanced), initial=0.0))
    if uneven < _UNEVEN * rows.scale.point(rows.value):
        return []
    return [
        f"Annotators saw different mixes of systems (the company of a system differs by up to "
        f"{uneven:.2g}): standardised scores may reverse an order. The annotator model "
        "with system effects does not have this fault."
    ]
