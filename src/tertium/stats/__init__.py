"""What judgements mean: functions from the table to results, one module or folder each.

All rest on `result` (what comes back), `arrays`, `codes` and `order` (arrays, units as numbers, who
comes first), `intervals`, `resampling`, `shares` and `pearson` (how sure), `labels` (answers of A/B
comparisons), `team` (whom to look at), `told` (how numbers are written) and the folder `contrasts`.
"""
