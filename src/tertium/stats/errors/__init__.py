"""Errors, weighed: points, scores by every published formula, and who passes.

Read in this order: `collected` and `layers` (what a campaign marked, answered and decided),
`formulas` (points to scores), `scale` (what was agreed), `weigh` (what each error costs),
`decision` (pass or fail by a sample), `rates` (systems and how sure), `verdicts` (who passes),
`parts` (by category, severity, annotator, document; examples), `analyse` (all of it), `warnings`
and `card` (the scorecard of one system).
"""
