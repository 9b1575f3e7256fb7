"""What a one-only plan keeps: how evenly everybody meets all treatments, and what is left out."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tertium.design.one_only import TEST, TRAIN, treatments_of
from tertium.design.select import Selection
from tertium.model import Campaign, Plan
from tertium.protocols.conditions import QUESTIONNAIRE

_ENOUGH_TRAINING = 20  # the mean and sd of an editor are then known to about a fifth
_ENOUGH_TASKS = 30


@dataclass(frozen=True, slots=True)
class Editor:
    """The work of one editor; `fewest` and `most` tell how often they meet one treatment."""

    annotator: str
    training: int
    test: int
    fewest: int
    most: int
    twice: int  # sources that they would meet again


@dataclass(frozen=True, slots=True)
class EditReport:
    """What is dealt of what could be edited, treatments being outputs under conditions."""

    treatments: int
    wanted: int  # tasks of the test set
    dealt: int
    editors: tuple[Editor, ...]

    @property
    def left_out(self) -> int:
        """How many tasks nobody is given."""
        return self.wanted - self.dealt


def edit_report(campaign: Campaign, plan: Plan, selection: Selection) -> EditReport:
    """Count what a plan gives to everybody."""
    work = [one for one in plan.assignments if one.condition != QUESTIONNAIRE]
    train = {one.segment for one in work if one.set == TRAIN}
    by_segment = {
        segment: treatments_of(campaign, outputs)
        for segment, outputs in selection.vertices.items()
        if segment not in train
    }
    every = {one for treatments in by_segment.values() for one in treatments}
    editors = []
    for person in plan.annotators:
        mine = [one for one in work if one.annotator == person.id]
        test = [one for one in mine if one.set == TEST]
        met = Counter((one.slots[0], one.condition) for one in test)
        often = [met[one.slot, one.condition] for one in every]
        editors.append(
            Editor(
                annotator=person.id,
                training=len(mine) - len(test),
                test=len(test),
                fewest=min(often, default=0),
                most=max(often, default=0),
                twice=len(mine) - len({one.segment for one in mine}),
            )
        )
    return EditReport(
        treatments=len(every),
        wanted=campaign.design.judges * sum(len(one) for one in by_segment.values()),
        dealt=sum(editor.test for editor in editors),
        editors=tuple(editors),
    )


def about_editing(campaign: Campaign, report: EditReport) -> Iterator[str]:
    """Tell what weakens the conclusion of a plan for editing, one sentence each."""
    design = campaign.design
    people = len(report.editors)
    if report.left_out:
        yield (
            f"{report.left_out:,} of {report.wanted:,} tasks are left out, evenly over all: to "
            f"edit everything takes {design.judges * report.treatments} post-editors, since each "
            "works on a source once."
        )
    if people > 1 and not design.training:
        yield (
            "No training set: only a model can normalise post-editors, and it needs everyone to "
            f"have seen all systems. Set training = {_ENOUGH_TRAINING} or more."
        )
    elif people > 1 and design.training < _ENOUGH_TRAINING:
        yield (
            f"A training set of {design.training} is too small to normalise post-editors. "
            f"Set training = {_ENOUGH_TRAINING} or more."
        )
    each = report.dealt / report.treatments if report.treatments else 0
    if 0 < each < _ENOUGH_TASKS:
        yield (
            f"About {each:.0f} edited texts for each of {report.treatments} treatments: below "
            f"{_ENOUGH_TASKS} only large differences show. Add texts or post-editors."
        )
    for aid in design.crossed:
        if not campaign.options.get(aid):
            yield (
                f"Half of the tasks should have a {aid}, but [options] names none: both halves "
                f"will look the same."
            )
