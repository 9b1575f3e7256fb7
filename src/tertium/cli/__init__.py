"""The command line: one module per command, loaded only when it runs, and what they share."""
