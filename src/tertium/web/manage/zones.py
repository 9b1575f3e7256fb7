"""Deadlines in time zones: a day ends when it ends where the deadline was set."""

from datetime import UTC, date, datetime, time

from tertium.store import CampaignState
from tertium.store.zones import zone_named
from tertium.web.annotate.wording import date_in_words


def end_of_day(day: date, zone: str = "UTC") -> datetime:
    """Return the last moment of a day in a time zone, in UTC."""
    return datetime.combine(day, time(23, 59, 59), tzinfo=zone_named(zone)).astimezone(UTC)


def deadline_words(state: CampaignState, language: str) -> str:
    """Return the deadline's last day, time and zone in words; nothing without a deadline."""
    if state.deadline is None:
        return ""
    zone = state.zone.replace("_", " ")
    return f"{date_in_words(language, state.deadline)}, {state.deadline:%H:%M} ({zone})"
