"""What every plug-in can check by itself."""

from tertium import protocols
from tertium.testing import check_protocol


def test_the_protocol_keeps_its_promises() -> None:
    """It reads, observes and refuses as all protocols do, and has words for what people read."""
    check_protocol(protocols.get("traffic_light"))
