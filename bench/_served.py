"""The real application with one more address that does nothing, for comparison.

`python -m bench._served DATABASE PORT` serves it as `tertium serve` would.
"""

import sys

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tertium.cli.serve import listen, run_app
from tertium.store import Store
from tertium.web.app import create_app

_ANSWER = msgspec.json.encode({"saved": [], "refused": []})


async def nothing(request: Request) -> Response:
    """Read JSON, keep none of it, answer JSON."""
    msgspec.json.decode(await request.body())
    return Response(_ANSWER, media_type="application/json")


def main() -> None:
    """Serve until killed."""
    database, port = sys.argv[1], int(sys.argv[2])
    app = create_app(Store.open(database, create=False))
    # First in the list, so that finding it costs no more than finding the real one.
    app.router.routes.insert(0, Route("/nothing", nothing, methods=["POST"]))
    run_app(app, listen("127.0.0.1", port))


if __name__ == "__main__":
    main()
