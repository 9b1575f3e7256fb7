"""Tournaments: the graph of comparisons of one source, and what it implies.

Read in this order: `graphs` (who was preferred to whom), `orders` (what follows from that),
`dominance` (rankings of sources and systems), `consistency` and `feedback` (which answers
contradict each other, and the fewest to drop), `propagation`, `adequacy` and `harmonise` (the
second stage: adequate or not). What it saves is in `stats.crossover`.
"""
