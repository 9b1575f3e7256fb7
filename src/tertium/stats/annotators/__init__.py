"""The annotator model: qualities of outputs and how each annotator judges, at once.

Read in this order: `problem` (what is given and what comes back), `normal` and `expectation` (the
paper's model by expectation propagation), `sums`, `single_scores`, `centres`, `chains`,
`canonical` and `gibbs` (the same and its variants by sampling), `reading` (from the table),
`choose` (which variant, which engine), `assemble` (outputs and annotators), `systems` (which
system is better) and `model` (all of it, and what weakens it).
"""
