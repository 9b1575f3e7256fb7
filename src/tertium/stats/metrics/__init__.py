"""Automatic metrics: systems scored against references, or by scores that were made elsewhere.

Read in this order: `gather` (statistics of all segments, read in batches), `given` (scores made
elsewhere), `resample` (resamples and random swaps of segments or documents), `compare` (intervals,
contrasts, ranks), `score` (the result), `rows` (scores as rows of the one table), `translations`
and `renderings` (translations of many people, some of which serve as references).
"""
