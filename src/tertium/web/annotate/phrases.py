"""Looking up words that may have a form of their own for a variant."""

from tertium.protocols import Protocol
from tertium.web.languages import messages, own_messages


def phrase(protocol: Protocol, language: str, *keys: str, otherwise: str = "") -> str:
    """Return the message of the first key that has one; a protocol's own words come first."""
    for known in (own_messages(language, protocol.name), messages(language)):
        for key in keys:
            if key in known:
                return str(known[key])
    return otherwise
