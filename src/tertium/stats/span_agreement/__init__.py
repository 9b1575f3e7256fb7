"""Agreement on marked errors: tokens, overlapping spans, alignments, unitising, categories.

Read in this order: `readings` (who marked what in which text), `jackknife` (every two annotators,
with intervals), `token_tables`, `overlap`, `gamma`, `unitizing` and `categories` (five ways to
agree), `example` (a text to be drawn), `agreement` (all of it), `quick` (what a page can show).
"""
