"""Pages for manage."""

from starlette.routing import BaseRoute

__all__ = ["routes"]

routes: list[BaseRoute] = []
