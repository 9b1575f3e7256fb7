"""Word translation entropy: what people and engines choose between, and what it costs.

Read in this order: `prepare` (words with their renderings), `correlate` (entropy beside effort),
`stages` (from draft to revision), `analyse` (all of it) and `warnings`.
"""
