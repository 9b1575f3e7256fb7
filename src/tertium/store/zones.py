"""Time zones by name, as far as this machine knows them."""

from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from tertium.exceptions import NotFound

_REGIONS = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def zones() -> tuple[str, ...]:
    """Return the names of time zones: UTC first, then places by region."""
    places = (name for name in available_timezones() if name.startswith(_REGIONS) and "/" in name)
    return ("UTC", *sorted(places))


@cache
def zone_named(name: str) -> tzinfo:
    """Return a time zone."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise NotFound.among("time zone", name, zones()) from None


def zone_or_utc(name: str) -> tzinfo:
    """Return a stored time zone, UTC on a machine that does not know it."""
    try:
        return zone_named(name)
    except NotFound:
        return UTC
