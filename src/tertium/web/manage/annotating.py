"""The annotators' addresses in the same description; their routes are made in `web.annotate`."""

from msgspec import Struct

from tertium.web import annotate
from tertium.web.annotate import consolidate, crowd, judgements, settings, steps, tasks, tutorial
from tertium.web.annotate.consolidate import ConsolidationPage, DecisionOutcome, DecisionsInput
from tertium.web.annotate.schemas import (
    Batch,
    BreakPage,
    Consent,
    ConsentDecision,
    CrowdAct,
    CrowdDecision,
    Instructions,
    LinkStatus,
    Preferences,
    Profile,
    ProfilePage,
    Submission,
    SubmissionOutcome,
    ThanksPage,
    TutorialAnswer,
    TutorialFeedback,
)
from tertium.web.openapi import Endpoint

_AT = "/a/{token}"
_CROWD = "/crowd/{token}"
_JSON = ("application/json",)
_FORM = ("application/x-www-form-urlencoded",)


class BatchQuery(Struct, frozen=True):
    """Which batch; the first with open items if none is named."""

    batch: str = ""


class TextsPageQuery(Struct, frozen=True):
    """Which page of texts, from 1, and the state that is known already."""

    page: str = "1"
    state: str = ""


annotating = (
    Endpoint(
        "GET",
        _CROWD,
        "What a crowd is asked to do, and the consent",
        crowd.show_door,
        template="annotate/crowd.html",
        public=True,
    ),
    Endpoint(
        "POST",
        _CROWD,
        "Agree and get a personal link, or decline",
        crowd.join,
        takes=CrowdDecision,
        sent_as=_FORM,
        template="annotate/crowd_end.html",
        public=True,
    ),
    Endpoint(
        "GET",
        f"{_CROWD}/tasks",
        "The tasks as by the trial link; nothing is kept",
        crowd.trial,
        gives=Batch,
        template="annotate/trial.html",
        public=True,
    ),
    Endpoint(
        "GET",
        f"{_AT}/leave",
        "Stop before the end, or withdraw consent",
        crowd.show_leave,
        template="annotate/crowd_leave.html",
        public=True,
    ),
    Endpoint(
        "POST",
        f"{_AT}/crowd",
        "One more HIT or test, stop, or withdraw consent",
        crowd.act,
        takes=CrowdAct,
        sent_as=_FORM,
        template="annotate/crowd_end.html",
        public=True,
    ),
    Endpoint(
        "GET",
        _AT,
        "Where the holder of a link stands; leads on",
        steps.here,
        gives=LinkStatus,
        template="annotate",
        public=True,
    ),
    Endpoint(
        "GET",
        "/a/worker.js",
        "The script that keeps the pages usable without a network",
        annotate.worker,
        media=("text/javascript",),
        public=True,
    ),
    Endpoint(
        "GET",
        f"{_AT}/consent",
        "What the annotator is asked to agree to",
        steps.show_consent,
        gives=Consent,
        template="annotate/consent.html",
        public=True,
    ),
    Endpoint(
        "POST",
        f"{_AT}/consent",
        "Agree, or decline and leave nothing behind",
        steps.agree_or_decline,
        takes=ConsentDecision,
        sent_as=_FORM,
        template="annotate/declined.html",
        public=True,
    ),
    Endpoint(
        "GET",
        f"{_AT}/profile",
        "Questions about the annotator",
        steps.show_profile,
        gives=ProfilePage,
        template="annotate/profile.html",
        public=True,
    ),
    Endpoint(
        "POST",
        f"{_AT}/profile",
        "Store the annotator's profile",
        steps.give_profile,
        takes=Profile,
        sent_as=_FORM,
        template="annotate/profile.html",
        public=True,
    ),
    Endpoint(
        "GET",
        f"{_AT}/instructions",
        "What to do",
        steps.show_instructions,
        gives=Instructions,
        template="annotate/instructions.html",
        public=True,
    ),
    Endpoint("POST", f"{_AT}/instructions", "They have been read", steps.have_read, public=True),
    Endpoint(
        "GET",
        f"{_AT}/tutorial",
        "The page of the tutorial; its twin is the items, as a batch of tasks",
        tutorial.show_tutorial,
        gives=Batch,
        template="annotate/task.html",
        public=True,
    ),
    Endpoint(
        "POST",
        f"{_AT}/tutorial",
        "Try an answer, which is not kept, and get the usual one",
        tutorial.try_answer,
        takes=TutorialAnswer,
        sent_as=_JSON,
        gives=TutorialFeedback,
        public=True,
    ),
    Endpoint(
        "GET",
        f"{_AT}/tasks",
        "The page of the tasks; its twin is one batch of them",
        tasks.show_tasks,
        query=BatchQuery,
        gives=Batch,
        template="annotate/task.html",
        public=True,
    ),
    Endpoint(
        "POST",
        f"{_AT}/judgements",
        "Store answers; each is acknowledged when it is on disk",
        judgements.receive,
        takes=Submission,
        sent_as=_JSON,
        gives=SubmissionOutcome,
        public=True,
    ),
    Endpoint(
        "GET",
        f"{_AT}/break",
        "Between two parts: how much was done, and when the next part opens",
        steps.show_break,
        gives=BreakPage,
        template="annotate/break.html",
        public=True,
    ),
    Endpoint(
        "GET",
        f"{_AT}/thanks",
        "How much was done, and the code that proves it",
        steps.show_thanks,
        gives=ThanksPage,
        template="annotate/thanks.html",
        public=True,
    ),
    Endpoint(
        "GET",
        f"{_AT}/consolidate",
        "Texts with the marks of all who read them",
        consolidate.show_consolidation,
        query=TextsPageQuery,
        gives=ConsolidationPage,
        template="annotate/consolidate.html",
        public=True,
        unchanged=True,
    ),
    Endpoint(
        "POST",
        f"{_AT}/consolidate",
        "Ask for the other marks; the own ones stay as they are from then on",
        consolidate.open_others,
        public=True,
    ),
    Endpoint(
        "POST",
        f"{_AT}/decisions",
        "Store decisions about marks; each is acknowledged when it is on disk",
        consolidate.decide,
        takes=DecisionsInput,
        sent_as=_JSON,
        gives=DecisionOutcome,
        public=True,
    ),
    Endpoint(
        "GET",
        f"{_AT}/preferences.json",
        "How the annotator likes the pages",
        settings.show_preferences,
        gives=Preferences,
        media=("application/json",),
        public=True,
    ),
    Endpoint(
        "POST",
        f"{_AT}/preferences",
        "Keep how the annotator likes the pages",
        settings.set_preferences,
        takes=Preferences,
        sent_as=_JSON,
        gives=Preferences,
        public=True,
    ),
)
