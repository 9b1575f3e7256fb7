"""Two releases: which is preferred, how sure that is, and what it means.

Read in this order: `stats.labels` (from left and right to releases), `identical` (outputs nobody
need judge), `estimates` (ratio, impact and the second question, with intervals), `parts` (by
domain, annotator, length), `scores_of_wins`, `comments`, `quality_ties` (what else the answers
tell), `published` (the interval of a published count), `sentences` (what customers read),
`compare` (all of it), `enough` (how many judgements would have done).
"""
