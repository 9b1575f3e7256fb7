"""Crossovers of two ways of judging: the same annotators rank some sources and compare others.

Read in this order: `timings` (how long each source took), `efficiency` (what one way saves, and
how far annotators agree in each).
"""
