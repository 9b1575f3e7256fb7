"""Error sets: a passage of the source with all errors it caused in the versions of a text.

Read in this order: `places` (words that belong together), `gather` (errors of all versions),
`found` (from the table, and as managers put them right), `analyse` (all of it).
"""
