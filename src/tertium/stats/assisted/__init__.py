"""Estimates of human scores that a metric assists, without letting it bias them: read `mean`."""
