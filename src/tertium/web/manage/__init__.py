"""The managers' side."""

from starlette.routing import BaseRoute

__all__ = ["routes"]

routes: list[BaseRoute] = []
