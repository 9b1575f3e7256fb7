"""Traffic lights for translations: a protocol, a format, an analysis and a scale for Tertium."""
