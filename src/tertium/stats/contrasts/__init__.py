"""Which system is better, by how much, and how sure is that for people and texts like these?

Every analysis that attaches a number to an output hands its judgements over here and gets back the
same things: intervals, paired contrasts between systems, rank ranges, clusters. Read in this order:
`layout` (who judged what), `crossed` (the interval), `outputs` (numbers attached to outputs, and
the contrasts of all pairs), `separate` (p-values to ranks), `estimate` (all of it), `record` (what
every result shows), `variance` (the two-way variance of earlier releases, by name). This folder
knows no analysis, no view of the table and no sentences.
"""
