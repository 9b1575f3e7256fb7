"""What judgements mean: functions from the table to results."""
