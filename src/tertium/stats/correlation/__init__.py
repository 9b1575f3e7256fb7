"""Meta-evaluation: which way of evaluating agrees with which other, and how surely.

Read `panel` (outputs × methods), then `rows` and `counts` (the coefficients of one group of
outputs), `ties` and `soft` (calibrated accuracy, soft pairwise accuracy), `system_level` and
`output_level` (values with bootstrap resamples), `swapping` (tests of two metrics), `ceiling`,
`odd` (outliers and disagreements) and `correlate`, which puts them together.
"""
