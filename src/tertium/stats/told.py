"""How results speak of numbers."""

from tertium.text.told import count

__all__ = ["count"]
