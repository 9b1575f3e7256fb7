"""Work for somebody who joins a running campaign: the common set, or another's open work.

A late annotator does not change the plan: nobody else's assignments move. What
they are given is somebody's work again, in an order and with sides of their own.
"""

from collections.abc import Sequence

from tertium.design.chance import sides, stream
from tertium.design.dealing import two_passes
from tertium.design.plan import present
from tertium.design.select import systems_compared
from tertium.model import Annotator, Assignment, Campaign

__all__ = ["late_assignments"]


def late_assignments(
    campaign: Campaign, annotator: Annotator, work: Sequence[Assignment]
) -> tuple[Assignment, ...]:
    """Return new assignments about the segments of `work`, each once per pass.

    With two passes the first comes first, the second last, and other work between, so
    that nobody meets a segment again soon.
    """
    first, second = (system.name for system in systems_compared(campaign))
    draw = stream(campaign.seed, "late", annotator.id)
    once = list({(a.segment, a.pass_): a for a in work}.values())
    single = [a for a in once if not a.pass_]
    twice = {(a.segment, a.pass_): a for a in once if a.pass_}
    passes = two_passes(list(dict.fromkeys(segment for segment, _ in twice)), draw)
    before, after = (
        [twice[key] for task in tasks if (key := (task.segment, task.pass_)) in twice]
        for tasks in passes
    )
    between = [single[index] for index in draw.permutation(len(single))]
    ordered = [*before, *between, *after]
    lefts = sides(len(ordered), campaign.design.batch, draw)
    return tuple(
        present(
            campaign,
            annotator,
            segment=a.segment,
            slots=(first, second) if left else (second, first),
            order=order,
            pass_=a.pass_,
            set_=a.set,
        )
        for order, (a, left) in enumerate(zip(ordered, lefts, strict=True))
    )
