"""Looking up words that may have a form of their own for a variant."""

from tertium.web.languages import messages

__all__ = ["phrase"]


def phrase(language: str, *keys: str, otherwise: str = "") -> str:
    """Return the message of the first key that has one."""
    known = messages(language)
    return next((str(known[key]) for key in keys if key in known), otherwise)
