"""The annotators' side: a personal link, and everything it leads to.

`/a/{token}` leads on to the step that comes next: consent, profile,
instructions, tutorial, tasks, a break between two parts, thanks. Each is a page with a
`.json` twin. `/crowd/{token}` is the public door of an open crowd, which leads to such a link.
"""

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from tertium.web.annotate import consolidate, crowd, judgements, settings, steps, tasks, tutorial
from tertium.web.annotate.steps import completion_code
from tertium.web.annotate.visit import page
from tertium.web.assets import STATIC

__all__ = ["completion_code", "routes"]


async def worker(request: Request) -> Response:
    """GET /a/worker.js: the service worker, served here so that its scope is `/a/`."""
    return FileResponse(
        STATIC / "annotate" / "service-worker.js",
        media_type="text/javascript",
        headers={"cache-control": "no-cache"},
    )


_AT = "/a/{token}"
_break = page(steps.show_break)
_compare = page(consolidate.show_consolidation, closed=True)
_consent = page(steps.show_consent, agreed=False)
_here = page(steps.here, agreed=False, closed=True)
_instructions = page(steps.show_instructions)
_profile = page(steps.show_profile)
_thanks = page(steps.show_thanks, closed=True)
_tutorial = page(tutorial.show_tutorial)

routes: list[BaseRoute] = [
    Route(f"{_AT}/judgements", judgements.receive, methods=["POST"]),
    Route("/a/worker.js", worker),
    Route(f"{_AT}.json", _here),
    Route(_AT, _here),
    Route(f"{_AT}/consent.json", _consent),
    Route(f"{_AT}/consent", _consent),
    Route(f"{_AT}/consent", page(steps.agree_or_decline, agreed=False), methods=["POST"]),
    Route(f"{_AT}/profile.json", _profile),
    Route(f"{_AT}/profile", _profile),
    Route(f"{_AT}/profile", page(steps.give_profile), methods=["POST"]),
    Route(f"{_AT}/instructions.json", _instructions),
    Route(f"{_AT}/instructions", _instructions),
    Route(f"{_AT}/instructions", page(steps.have_read), methods=["POST"]),
    Route(f"{_AT}/tutorial.json", _tutorial),
    Route(f"{_AT}/tutorial", _tutorial),
    Route(f"{_AT}/tutorial", page(tutorial.try_answer), methods=["POST"]),
    Route(f"{_AT}/tasks.json", page(tasks.tasks_of_batch)),
    Route(f"{_AT}/tasks", page(tasks.show_tasks)),
    Route(f"{_AT}/break.json", _break),
    Route(f"{_AT}/break", _break),
    Route(f"{_AT}/thanks.json", _thanks),
    Route(f"{_AT}/thanks", _thanks),
    Route(f"{_AT}/consolidate.json", _compare),
    Route(f"{_AT}/consolidate", _compare),
    Route(f"{_AT}/consolidate", page(consolidate.open_others, closed=True), methods=["POST"]),
    Route(f"{_AT}/decisions", page(consolidate.decide, closed=True), methods=["POST"]),
    Route(f"{_AT}/leave.json", page(crowd.show_leave)),
    Route(f"{_AT}/leave", page(crowd.show_leave)),
    Route(f"{_AT}/crowd", page(crowd.act), methods=["POST"]),
    Route("/crowd/{token}/tasks.json", crowd.public(crowd.trial)),
    Route("/crowd/{token}/tasks", crowd.public(crowd.trial)),
    Route("/crowd/{token}.json", crowd.public(crowd.show_door)),
    Route("/crowd/{token}", crowd.public(crowd.show_door)),
    Route("/crowd/{token}", crowd.public(crowd.join, posted=True), methods=["POST"]),
    Route(f"{_AT}/preferences.json", page(settings.show_preferences)),
    Route(f"{_AT}/preferences", page(settings.set_preferences), methods=["POST"]),
]
