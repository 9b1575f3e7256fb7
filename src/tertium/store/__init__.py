"""Where judgements are kept."""
