"""Can a campaign be compared with an earlier one? What its anchors leave open."""

from collections import Counter
from collections.abc import Iterator

from tertium.design.hits import HitReport
from tertium.design.words import counted
from tertium.model import Campaign, Plan

ENOUGH_ANCHORS = 20  # a correlation of .6 is then known to about ±.3
_WIDE = 25  # points that anchors should span, to tell how somebody reacts to quality


def about_anchors(campaign: Campaign, plan: Plan, report: HitReport) -> Iterator[str]:
    """Tell where a comparison with the earlier campaign would rest on little or nothing."""
    if not campaign.anchors:
        return
    score = {(anchor.segment, anchor.system): anchor.score for anchor in campaign.anchors}
    met = [one for one in plan.assignments if one.role == "anchor"]
    if not met:
        yield (
            "The anchors are not shown: nothing links this campaign with the earlier one. "
            "Set anchored = 10 or so."
        )
        return
    each = each_meets(report, "anchors")
    none, least = sum(number == 0 for number in each.values()), min(each.values(), default=0)
    if none:
        yield (
            f"{counted(none, 'annotator')} of {len(each):,} meet no anchor: their scores are put "
            "on the earlier scale by what the others do only. Give everyone HITs with anchors."
        )
    elif least < ENOUGH_ANCHORS:
        yield (
            f"Some annotators meet {counted(least, 'anchor')} only: agreement with "
            f"the earlier campaign stays uncertain. Give each at least {ENOUGH_ANCHORS}."
        )
    pairs = dict.fromkeys(line.pair for line in report.hits)
    for pair in pairs:
        of = f" of {pair}" if len(pairs) > 1 else ""
        shown = {(one.segment, one.slots[0]) for one in met if one.group == pair}
        scores = [score[one] for one in shown if one in score]
        if not scores:
            yield f"No anchors{of}: it cannot be compared with the earlier campaign."
            continue
        if len(scores) < ENOUGH_ANCHORS:
            yield (
                f"Only {counted(len(scores), 'anchor')}{of} in all: what happened to be scored "
                f"high or low then decides the comparison. Use {ENOUGH_ANCHORS} or more."
            )
        low, high = min(scores), max(scores)
        if low == high:
            yield (
                f"All anchors{of} have the same score: agreement with the earlier scores and the "
                "slope to the earlier scale cannot be estimated."
            )
        elif high - low < _WIDE:
            yield (
                f"The anchors{of} were all given {low:.0f} to {high:.0f}: the slope to the earlier "
                "scale is hardly identified. Choose good and bad ones."
            )


def each_meets(report: HitReport, kind: str) -> Counter[str]:
    """Return how many items of a kind everybody meets."""
    found: Counter[str] = Counter()
    for line in report.hits:
        found[line.annotator] += getattr(line, kind)
    return found
