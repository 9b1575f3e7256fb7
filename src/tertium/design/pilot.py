"""The pilot round: a few items of the plan, judged by several annotators before the main round.

Its assignments are the plan's own questions again, in an order and with sides of their own, and
say so: their set is `pilot`.
"""

from collections.abc import Sequence
from dataclasses import replace

from tertium.design.chance import opaque, stream
from tertium.design.hand_over import block_of
from tertium.design.late import late_assignments
from tertium.exceptions import BadInput
from tertium.model import PILOT, Annotator, Assignment, Campaign
from tertium.protocols.conditions import QUESTIONNAIRE


def pilot_assignments(
    campaign: Campaign,
    annotators: Sequence[Annotator],
    plan: Sequence[Assignment],
    number: int,
    *,
    pilots: int = 0,
) -> tuple[Assignment, ...]:
    """Return about `number` judgements for each annotator, in every language pair the same items.

    Items are drawn by chance among those that are not in a common set, as far as there are enough,
    so that the main round keeps what it measures agreement on. `pilots` counts earlier rounds.
    """
    made: list[Assignment] = []
    for group in dict.fromkeys(annotator.group for annotator in annotators):
        chosen = _drawn(
            campaign, [one for one in plan if one.group == group], group, number, pilots
        )
        if not chosen:
            raise BadInput(
                f"there is no work to try out for {group or 'this campaign'}",
                fix="Choose annotators who have assignments.",
            )
        for annotator in annotators:
            if annotator.group == group:
                made += (
                    replace(
                        one,
                        id=opaque(campaign.seed, campaign.name, "pilot", pilots, one.id),
                        set=PILOT,
                        pass_="",
                    )
                    for one in late_assignments(campaign, annotator, chosen)
                )
    return tuple(made)


def _drawn(
    campaign: Campaign, plan: Sequence[Assignment], group: str, number: int, pilots: int
) -> list[Assignment]:
    """Draw whole blocks of one annotator's questions until there are enough judgements."""
    block = block_of(campaign)
    blocks: dict[tuple[str, ...], list[Assignment]] = {}
    for one in plan:
        if one.pass_ not in ("", "a") or one.condition == QUESTIONNAIRE:
            continue
        key = (*block(one), "common" if one.set == "common" else "")
        same = blocks.setdefault(key, [])
        if not same or same[0].annotator == one.annotator:
            same.append(one)
    draw = stream(campaign.seed, "pilot", group, pilots)
    order = [list(blocks)[place] for place in draw.permutation(len(blocks))]
    chosen: list[Assignment] = []
    seen: set[tuple[str, ...]] = set()
    for key in sorted(order, key=lambda key: key[-1] == "common"):
        if len(chosen) >= number:
            break
        if key[:-1] not in seen:
            seen.add(key[:-1])
            chosen += blocks[key]
    return chosen
