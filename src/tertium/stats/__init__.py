"""What judgements mean: functions from the table to results, one module or folder each."""
