"""Tournaments: the graph of comparisons of one source, what it implies, and what it saves.

Read in this order: `graphs` (who was preferred to whom), `orders` (what follows from that),
`dominance` (rankings of sources and systems), `consistency` and `feedback` (which answers
contradict each other, and the fewest to drop), `propagation`, `adequacy` and `harmonise` (the
second stage: adequate or not), `timings` and `efficiency` (what it saves).
"""
