"""Passwords: hashed with argon2, a few at a time, and never compared with nothing.

Hashing takes about 50 ms and 64 MB on purpose. It runs in the threads of the
handlers, and only two of them at once may spend that memory.
"""

from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tertium.exceptions import BadInput

MIN_LENGTH = 10
_hasher = PasswordHasher()
_turn = BoundedSemaphore(2)


def hash_password(password: str) -> str:
    """Return the hash to keep, or say that the password is too short."""
    if len(password) < MIN_LENGTH:
        raise BadInput(
            f"the password has {len(password)} characters",
            fix=f"Choose one of at least {MIN_LENGTH}; a few words in a row are easy to remember.",
        )
    with _turn:
        return _hasher.hash(password)


@cache
def _nobody() -> str:
    """Return a hash that no password matches: an unknown name takes as long as a known one."""
    return _hasher.hash("nobody has this name")


def matches(kept: str | None, password: str) -> bool:
    """Tell whether a password belongs to the kept hash; with none kept it never does."""
    with _turn:
        try:
            return _hasher.verify(kept or _nobody(), password) and bool(kept)
        except (VerificationError, InvalidHashError):
            return False
