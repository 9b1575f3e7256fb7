"""Leading a crowd: more judgements where annotators differ most, and lists of who may come."""

from datetime import datetime
from pathlib import Path

from tertium import protocols
from tertium.exceptions import BadInput, NotFound
from tertium.formats.files import read_text
from tertium.model import Campaign, parts_of
from tertium.stats.agreement.disputed import most_disputed
from tertium.stats.agreement.ratings import Ratings, preference_ratings, score_ratings
from tertium.stats.campaign import first_aspect
from tertium.store import Store
from tertium.store.pool import ItemKey


def top_up(
    store: Store, name: str, more: int, disputed: int | None, *, by: str, at: datetime
) -> int:
    """Ask for more judgements of all items, or of the most disputed ones; return of how many."""
    items = None if disputed is None else disputed_items(store, name, disputed)
    return store.claims.top_up(name, more, items, by=by, at=at)


def disputed_items(store: Store, name: str, number: int) -> list[ItemKey]:
    """Return the items of the pool on which two judgements are farthest apart on average."""
    campaign = store.campaigns.get(name)
    pool = store.claims.items(name)
    found: dict[ItemKey, None] = {}
    for one in most_disputed(_ratings(store, campaign), len(pool)):
        for segment, slots in pool:
            parts = {part for slot in slots for part in parts_of(slot)}
            if segment == one.segment and (not one.system or one.system in parts):
                found.setdefault((segment, slots))
    if not found:
        raise BadInput(
            "there is no item on which annotators differ",
            where=name,
            fix="Wait until items have two judgements, or leave out --most-disputed.",
        )
    return list(found)[:number]


def _ratings(store: Store, campaign: Campaign) -> Ratings:
    table = store.table(campaign.name)
    if table.has_comparisons():
        return preference_ratings(table.comparisons())
    aspects = protocols.get(campaign.protocol, campaign.options).scales
    aspect = first_aspect(campaign) if not aspects else next(iter(aspects))
    return score_ratings(table.scores(aspect))


def read_ids(path: Path) -> list[str]:
    """Return the ids of a file with one on each line."""
    if not path.is_file():
        raise NotFound(f"no file {str(path)!r}", fix="Check the name.")
    return [line.strip() for line in read_text(path).splitlines() if line.strip()]
