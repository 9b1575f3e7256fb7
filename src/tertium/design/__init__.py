"""Who judges what: texts to ask about, plans, checks."""
