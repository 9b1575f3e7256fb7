"""A door for judges: models and metrics that read translations in place of annotators.

A judge is a command or an HTTP address; it gets a prompt and returns a text. Read in this order:
`prompts` (what is asked), `answers` (what may be answered, and what is refused), `door` (asking
once), `command_door` and `address_door`, `cache`, `budget`, `asking` (many questions at once, with
retries), `questions` (from texts to prompts), `rows` (answers as rows of the one table) and
`judging` (all of it). What a judge says has the layer `computed` and never enters the agreement of
annotators.
"""
