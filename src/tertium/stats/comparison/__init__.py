"""Two releases: which is preferred, how sure that is, and what it means.

Read in this order: `labels` (from left and right to releases), `identical` (outputs nobody need
judge), `estimates` (ratio and impact with intervals), `parts` (by domain, annotator, length),
`scores_of_wins`, `comments`, `quality_ties` (what else the answers tell), `sentences` (what
customers read), `compare` (all of it), `enough` (how many judgements would have done).
"""
