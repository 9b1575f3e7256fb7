"""Annotating and managing in the browser."""
