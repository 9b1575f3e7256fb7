"""Steps in their order: what hides the source comes first, and is closed when it is complete.

A document's source leaves the server only when its holder has answered everything about it, in
all versions, that is asked without sight of the source. From then on these answers stay. Single
segments are taken together in the blocks in which they are asked.
"""

from collections.abc import Iterable, Mapping

from tertium.design.items import items_of
from tertium.exceptions import BadInput
from tertium.model import Assignment, Campaign, Judgement
from tertium.protocols import Protocol
from tertium.web.annotate.marks import hides_source

Work = Iterable[Assignment]
Answers = Mapping[str, Judgement]


def opens_too_early(
    campaign: Campaign, protocol: Protocol, part: Work, work: Work, answered: Answers
) -> bool:
    """Tell whether a part of somebody's work would show a source that is still hidden."""
    if not protocol.settings.get("hidden"):
        return False
    texts = _texts(campaign, protocol, work)
    still = {
        texts[one.id] for one in work if hides_source(protocol, one) and one.id not in answered
    }
    return any(not hides_source(protocol, one) and texts.get(one.id) in still for one in part)


def refuse_out_of_order(
    campaign: Campaign,
    protocol: Protocol,
    assignment: Assignment,
    judgement: str,
    work: Work,
    answered: Answers,
) -> None:
    """Refuse an answer to a step that is not open yet, or that is closed."""
    if opens_too_early(campaign, protocol, (assignment,), work, answered):
        raise BadInput(
            "this step is not open yet",
            fix="Read the whole text without its source first, in every version you are given.",
        )
    if not hides_source(protocol, assignment):
        return
    known = answered.get(assignment.id)
    texts = _texts(campaign, protocol, work)
    complete = all(
        one.id in answered
        for one in work
        if hides_source(protocol, one) and texts[one.id] == texts.get(assignment.id)
    )
    if complete and (known is None or known.id != judgement):
        raise BadInput(
            "the first step of this text is closed, because it is complete and its source open",
            fix="Keep the stored answer; say in the second step what you see now.",
        )


def _texts(campaign: Campaign, protocol: Protocol, work: Work) -> dict[str, str]:
    """Return by assignment what is closed at once: a document, or a block of single segments.

    A document is named by its first segment, a block by its number: it begins where the source is
    hidden after it was shown.
    """
    found: dict[str, str] = {}
    block, hid = 0, False
    for one in work:
        hides = hides_source(protocol, one)
        block += hides and not hid
        hid = hides
        segments = items_of(campaign).document(one.segment)
        single = protocol.rates and not segments[0].document
        found[one.id] = f"block {block}" if single else segments[0].id
    return found
