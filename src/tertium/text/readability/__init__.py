"""What makes a text easy or hard to read, as far as the text says so itself.

Read in this order: `sentences` and `syllables` (how a text is cut), `readable` (a text that is cut
once), `feature` (one thing that is measured, by dimension), the dimensions (`surface`, `lexis`,
`diversity`, `cohesion`, `syntax`, `concepts`, `layout`), `registry` (all features, those of other
packages too), `formulas`, `passages` (the hardest part of a text).
"""
