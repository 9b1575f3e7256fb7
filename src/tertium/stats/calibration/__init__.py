"""This campaign on the scale of an earlier one, by outputs that both have scored.

Read in this order: `known` and `reading` (what the two campaigns say), `link` (how annotators of
this one use the scale), `place` (systems on the earlier scale), `doubt` (how sure that is),
`calibrate` (all of it, and what weakens it).
"""
