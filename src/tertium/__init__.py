"""Tertium: the workbench for judging translations.

Every way of judging a translation ends in one table of judgements, and
everything said about people, systems and texts is read from that table.
"""

__version__ = "0.1.0"

__all__ = ["__version__"]
