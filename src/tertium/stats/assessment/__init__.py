"""Direct assessment: scores from 0 to 100, standardised, tested, and made into rankings.

Read in this order: `rows` (who scored what), `ranks` and `control` (who reads before scoring),
`payment`, `recipes`, `average` (means of outputs and systems), `spread` (how sure),
`pairwise` (all pairs tested), `clusters`, `assess` (all of it), `ranking`.
"""
