"""What several judgements of the same output tell about annotators, and about the model.

Read in this order: `cells` (who scored what, and who passed), `accuracy` (everybody against the
consensus of the others), `curve` (how many scores an output needs), `inferred` (what the model
infers against what is measured), `redundancy` (all of it).
"""
