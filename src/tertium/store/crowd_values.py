"""What the store hands out about a crowd: frozen values, and the words of the log."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

PREFIX = "w-"  # before the keyed hash that is an annotator of a crowd
# In the history
CAME = "crowd joined"
CLAIMED = "work claimed"
ENDED = "visit ended"
TOPPED_UP = "crowd topped up"
EXCLUDED = "crowd excluded"
LEFT = "consent withdrawn"
TESTED = "test graded"


@dataclass(frozen=True, slots=True)
class PublicLink:
    """The link of a language pair; by the trial one everything is shown and nothing kept."""

    token: str
    campaign: str
    group: str
    trial: bool


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of a crowd; `parameters` are what the platform gave with the newest visit."""

    annotator: str
    group: str
    came_at: datetime
    tests: int
    qualified_at: datetime | None
    failed_at: datetime | None
    excluded_at: datetime | None
    left_at: datetime | None
    paid_at: datetime | None
    rejected_at: datetime | None
    claims: int
    finished: int
    working: bool
    ending: str
    parameters: Mapping[str, str]
