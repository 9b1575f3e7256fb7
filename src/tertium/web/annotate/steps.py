"""The way to the work and out of it: consent, profile, instructions, a break, thanks.

Nothing is recorded before somebody has agreed. Every step is dated once, so
that a manager can tell who has read what; pages can be read again later.
"""

import base64
import hashlib
import hmac

import msgspec
from starlette.responses import Response

from tertium.exceptions import BadInput, NotFound
from tertium.store.values import Step
from tertium.web.annotate.consolidate import to_compare
from tertium.web.annotate.definitions import definitions
from tertium.web.annotate.edits import editing_of, recorded
from tertium.web.annotate.forms import read_form
from tertium.web.annotate.phrases import phrase
from tertium.web.annotate.schemas import (
    BreakPage,
    Consent,
    ConsentDecision,
    Instructions,
    LinkStatus,
    Profile,
    ProfilePage,
    ThanksPage,
)
from tertium.web.annotate.visit import Stopped, Visit, json_of
from tertium.web.annotate.wording import answer_notes, instructions, paragraphs
from tertium.web.languages import translator

CONSENT_SENTENCES = ("what", "kept", "code", "used", "free")


def _twin(visit: Visit) -> bool:
    return visit.request.url.path.endswith(".json")


def here(visit: Visit) -> Response:
    """GET /a/{token}: lead on to the step that comes next."""
    stage, own = visit.stage()
    if visit.state.state == "closed" and stage != "thanks":
        raise Stopped("closed", visit.visitor)
    if _twin(visit):
        return json_of(LinkStatus(visit.campaign.title, stage, own, visit.deadline))
    return visit.go(stage)


def consent_sentences(visit: Visit) -> list[str]:
    """Return what annotators agree to, in the campaign's words or ours."""
    protocol, language = visit.protocol, visit.language
    sentences = paragraphs(visit.campaign.wording.consent) or [
        phrase(protocol, language, f"consent.{name}.{protocol.purpose}", f"consent.{name}")
        for name in CONSENT_SENTENCES
    ]
    if editing_of(protocol):  # said whatever words the campaign has of its own
        sentences.append(translator(language)(recorded(protocol)))
    return sentences


def show_consent(visit: Visit) -> Response:
    """GET consent: five sentences, what is kept and for how long, two equal buttons."""
    wording = visit.campaign.wording
    page = Consent(
        visit.campaign.title,
        consent_sentences(visit),
        wording.contact,
        visit.visitor.consented_at,
    )
    if _twin(visit):
        return json_of(page)
    return visit.show("consent.html", page, own_words=bool(wording.consent))


def agree_or_decline(visit: Visit) -> Response:
    """POST consent: note that somebody agreed, or note nothing at all."""
    decision = read_form(visit.body, ConsentDecision)
    visit.check_language(decision.language)
    if decision.agree == "no":
        return visit.show("declined.html", Consent(visit.campaign.title, [], ""))
    _record(visit, "consented")
    if decision.language and decision.language != visit.preferences.language:
        chosen = msgspec.structs.replace(visit.preferences, language=decision.language)
        visit.store.annotators.set_preferences(
            visit.visitor.campaign, visit.visitor.annotator, msgspec.to_builtins(chosen)
        )
    return visit.go("")


def show_profile(visit: Visit) -> Response:
    """GET profile: three questions, all of them optional."""
    page = ProfilePage(visit.campaign.title, visit.visitor.profiled_at is not None)
    return json_of(page) if _twin(visit) else visit.show("profile.html", page, error=None)


def give_profile(visit: Visit) -> Response:
    """POST profile: keep what was told, apart from the answers."""
    try:
        profile = read_form(visit.body, Profile)
    except BadInput as error:
        page = ProfilePage(visit.campaign.title, given=False)
        return visit.show("profile.html", page, status=422, error=error)
    told = msgspec.to_builtins(profile)
    visit.store.annotators.record_step(
        visit.visitor.campaign, visit.visitor.annotator, "profile", told, at=visit.now
    )
    return visit.go("")


def instructions_of(visit: Visit) -> Instructions:
    """Return the campaign's own instructions, or ours for its protocol."""
    wording = visit.campaign.wording
    own = paragraphs(wording.instructions)
    return Instructions(
        title=visit.campaign.title,
        paragraphs=own or instructions(visit.protocol, visit.language),
        answers=[] if own else answer_notes(visit.protocol, visit.language),
        definitions=definitions(visit.protocol, visit.language),
        language=wording.language if own else visit.language,
        deadline=visit.deadline,
    )


def show_instructions(visit: Visit) -> Response:
    """GET instructions: what to do, before the first item and whenever wanted."""
    page = instructions_of(visit)
    return json_of(page) if _twin(visit) else visit.show("instructions.html", page)


def have_read(visit: Visit) -> Response:
    """POST instructions: they have been read."""
    _record(visit, "instructed")
    return visit.go("")


def show_thanks(visit: Visit) -> Response:
    """GET thanks: how much was done, the code, and how to come back."""
    stage, own = visit.stage()
    if stage != "thanks" and not _twin(visit):
        return visit.go("")
    page = ThanksPage(
        title=visit.campaign.title,
        own=own,
        code=code_of(visit) if own.done == own.assigned else "",
        contact=visit.campaign.wording.contact,
        deadline=visit.deadline,
    )
    if _twin(visit):
        return json_of(page)
    if visit.member is not None:
        from tertium.web.annotate.crowd import end_of_visit  # which shows steps as well

        return end_of_visit(visit, visit.member)
    return visit.show("thanks.html", page, invited=to_compare(visit))


def show_break(visit: Visit) -> Response:
    """GET break: one part is done; when the next one opens."""
    stage, own = visit.stage()
    opens_at = visit.opens_at()
    if stage != "break" or opens_at is None:
        if _twin(visit):
            raise NotFound("there is no break now", fix="Open your link again to go on.")
        return visit.go("")
    page = BreakPage(
        title=visit.campaign.title,
        own=own,
        opens_at=opens_at,
        contact=visit.campaign.wording.contact,
        deadline=visit.deadline,
    )
    return json_of(page) if _twin(visit) else visit.show("break.html", page)


def code_of(visit: Visit) -> str:
    """Return this annotator's completion code."""
    return completion_code(visit.store.secret(), visit.visitor.campaign, visit.visitor.annotator)


def completion_code(secret: bytes, campaign: str, annotator: str) -> str:
    """Return the code that proves that an annotator finished, such as `TQ4X-7MKB`.

    It follows from the database's secret, so it is the same at every visit,
    cannot be guessed, and a manager can compare it with what is claimed.
    """
    name = f"completed/{campaign}/{annotator}".encode()
    digest = hmac.new(secret, name, hashlib.sha256).digest()
    # Base 32 without padding: no 0, 1, 8 or 9 that could be misread.
    letters = base64.b32encode(digest[:5]).decode()
    return f"{letters[:4]}-{letters[4:]}"


def _record(visit: Visit, step: Step) -> None:
    visit.store.annotators.record_step(
        visit.visitor.campaign, visit.visitor.annotator, step, None, at=visit.now
    )
