"""Direct assessment: scores from 0 to 100, standardised, tested, and made into rankings.

Read in this order: `rows` (who scored what), `ranks` and `control` (who reads before scoring),
`recipes` (of organisers, and how they cut a ranking), `average` (means of outputs and systems),
`pairwise` (all pairs tested), `assess` (all of it), `warnings` and `ranking`.
"""
