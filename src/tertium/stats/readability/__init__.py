"""How hard texts are to read: models trained on ordered texts, and versions compared.

Read in this order: `corpus` (texts with levels, scores or comparisons), `fit` (which text is harder
than which, and the linear ranking model), `validate` (how well it orders texts it has not seen),
`fitness` (is a corpus fit to train on?), `train` (all of it), `measured` (what is known of each
text), `compare` (versions of the same texts), `explain` (why a text is hard, and where),
`framework` (what can be measured at all), `limitations` and `outcomes` (what stands beside).
"""
