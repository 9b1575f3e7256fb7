"""Post-editing effort: indicators, made comparable across editors, and what systems cost.

Read in this order: `collected` and `measured` (what editing cost), `filters` (of times), `methods`,
`regress`, `mixed` and `logmodel` (editors made comparable), `wins`, `reference` and `ways` (one
indicator by every method), `standings` (systems compared), `productivity`, `analyse` (all of it)
and `warnings`.
"""
