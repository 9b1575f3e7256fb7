"""Work for somebody who joins a running campaign: the common set, or another's open work.

A late annotator does not change the plan: nobody else's assignments move. What
they are given is somebody's work again, in an order and with sides of their own.
"""

from collections.abc import Sequence

from tertium import protocols
from tertium.design.chance import sides, stream
from tertium.design.dealing import Task, Worklist, two_passes
from tertium.design.documents import late_documents
from tertium.design.hits import late_hits
from tertium.design.one_only import late_one_only
from tertium.design.pairing import Pairing, present, questions_in
from tertium.design.select import systems_compared, vertices_of
from tertium.model import Annotator, Assignment, Campaign
from tertium.protocols.conditions import ADEQUACY, BUDGET, FOLLOW_UP


def late_assignments(
    campaign: Campaign, annotator: Annotator, work: Sequence[Assignment]
) -> tuple[Assignment, ...]:
    """Return new assignments about the segments of `work`, each once per pass.

    With two passes the first comes first, the second last, and other work between, so
    that nobody meets a segment again soon. Among many systems a source comes with all
    its questions, also if somebody else has answered some: in the common set with
    everybody's, else with a draw of its own.
    """
    if campaign.design.kind == "hits":
        return late_hits(campaign, annotator, work)
    if campaign.design.kind == "one-only":
        return late_one_only(campaign, annotator, work)
    if campaign.design.kind == "documents":
        return late_documents(campaign, annotator, work)
    draw = stream(campaign.seed, "late", annotator.id)
    tasks = [task for assignment in work if (task := _task(campaign, assignment))]
    once = list({(task.segment, task.pass_): task for task in tasks}.values())
    single = [task for task in once if not task.pass_]
    twice = {(task.segment, task.pass_): task for task in once if task.pass_}
    passes = two_passes(list(dict.fromkeys(segment for segment, _ in twice)), draw)
    before, after = (
        [twice[key] for task in one if (key := (task.segment, task.pass_)) in twice]
        for one in passes
    )
    between = [single[index] for index in draw.permutation(len(single))]
    ordered = [*before, *between, *after]
    systems = systems_compared(campaign)
    if protocols.get(campaign.protocol).many:
        worklist = Worklist(annotator, added=ordered, ranking_first=bool(draw.integers(2)))
        vertices = {one.segment: vertices_of(campaign, one.segment, systems) for one in once}
        return tuple(Pairing(campaign, vertices, questions_in(work)).assignments(worklist))
    first, second = (system.name for system in systems)
    lefts = sides(len(ordered), campaign.design.batch, draw)
    return tuple(
        present(
            campaign,
            annotator,
            segment=task.segment,
            slots=(first, second) if left else (second, first),
            order=order,
            pass_=task.pass_,
            set_=task.set,
        )
        for order, (task, left) in enumerate(zip(ordered, lefts, strict=True))
    )


def _task(campaign: Campaign, assignment: Assignment) -> Task | None:
    """Return what is to be done again, None for what followed from the answers of another."""
    if assignment.set == FOLLOW_UP or assignment.condition == ADEQUACY:
        return None
    set_ = assignment.set
    if set_ == BUDGET:  # its source is not done, so it is begun anew
        set_ = "unique" if campaign.design.kind == "common-unique" else "shared"
    return Task(assignment.segment, set_, assignment.pass_)
