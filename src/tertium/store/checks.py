"""Whether a plan fits its campaign, and whether a new version leaves the old one intact."""

from collections.abc import Collection, Sequence

from tertium.exceptions import BadInput, Conflict, NotFound
from tertium.model import DEGRADED, Annotator, Assignment, Campaign, Plan, parts_of


def check_plan(campaign: Campaign, plan: Plan) -> None:
    """Refuse a plan that does not fit its campaign, before anything is written."""
    if len({annotator.id for annotator in plan.annotators}) < len(plan.annotators):
        raise BadInput("an annotator stands twice in the plan", fix="Give everyone their own id.")
    check_assignments(campaign, plan.annotators, plan.assignments)


def check_assignments(
    campaign: Campaign, annotators: Sequence[Annotator], assignments: Sequence[Assignment]
) -> None:
    """Refuse assignments that name what is not there."""
    people = {annotator.id for annotator in annotators}
    segments = {segment.id for segment in campaign.segments}
    systems = {system.name for system in campaign.systems}
    if campaign.design.scratch:
        from tertium.protocols.conditions import SCRATCH  # other campaigns need none of it

        systems.add(SCRATCH)
    if len({assignment.id for assignment in assignments}) < len(assignments):
        raise BadInput("an assignment stands twice in the plan", fix="Give each its own id.")
    for assignment in assignments:
        for kind, name, known in (
            ("annotator", assignment.annotator, people),
            ("segment", assignment.segment, segments),
        ):
            if name not in known:
                raise NotFound.among(kind, name, known, where=f"assignment {assignment.id!r}")
        if not systems.issuperset(assignment.slots):
            shown = [part for slot in assignment.slots for part in _behind(slot, systems)]
            for name in shown:
                if name not in systems:
                    where = f"assignment {assignment.id!r}"
                    raise NotFound.among("system", name, systems, where=where)


def fits(assignment: Assignment, campaign: Campaign) -> bool:
    """Tell whether a campaign has all texts that an assignment shows, merged ones still equal."""
    from tertium.design.tournament import merge_equal  # most commands plan nothing: left unloaded

    segment, outputs = assignment.segment, campaign.outputs
    for slot in assignment.slots:
        if (segment, slot) in outputs:
            continue
        names = parts_of(slot)
        if slot.endswith(DEGRADED) or any((segment, name) not in outputs for name in names):
            return False
        if len(merge_equal([outputs[segment, name] for name in names])) > 1:
            return False
    return True


def _behind(slot: str, systems: Collection[str]) -> tuple[str, ...]:
    """Return the systems that a slot shows: itself, or several whose outputs are the same."""
    return (slot,) if slot in systems else parts_of(slot)


def check_extends(before: Campaign, after: Campaign) -> None:
    """Refuse a new version that alters or drops what may have been judged."""
    from tertium.protocols.chunk_cuts import only_adds  # most commands edit no campaign

    segments = {segment.id: segment for segment in after.segments}
    names = {system.name for system in after.systems}
    changed = [
        *(f"segment {s.id!r}" for s in before.segments if segments.get(s.id) != s),
        *(f"system {s.name!r}" for s in before.systems if s.name not in names),
        *(
            f"the output of {system!r} for segment {segment!r}"
            for (segment, system), text in before.outputs.items()
            if after.outputs.get((segment, system)) != text
        ),
    ]
    if before.protocol != after.protocol or not only_adds(before.options, after.options):
        changed.append("the protocol")
    if changed:
        raise Conflict(
            f"{changed[0]} changed in campaign {before.name!r}, which has judgements",
            where="campaign.toml",
            fix="A new version may add texts and systems; mark a system as withdrawn to stop it.",
        )
