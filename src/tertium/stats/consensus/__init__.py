"""One label for each item from the labels that several annotators gave it.

Read in this order: `votes` (who gave which label to which item), `fitting` (expectation
maximisation, several starts), `dawid_skene`, `mace` and `ordinal` (the models), `majority` (the
most frequent label, and how often fewer annotators would have given it), `gold` (accuracy),
`consensus` (all of it).
"""
