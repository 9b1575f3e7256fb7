"""For tests, demonstrations and plug-in authors: contract checks and simulated people."""

from tertium.testing.contract import check_protocol
from tertium.testing.people import People
from tertium.testing.simulation import SimulatedAnnotator, simulate

__all__ = ["People", "SimulatedAnnotator", "check_protocol", "simulate"]
