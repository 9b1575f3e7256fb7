"""Linguistic checkpoints: which kinds of source words a system fails to translate.

Read in this order: `instances` (which source words belong to a class), `matches` (what became of
them in each output), `units` (sentences of systems, with bands), `scores` (per class, system and
band), `correlate` (with human bands), `marked` (words inside marked errors), `examples`, `analyse`
(all of it) and `limitations`.
"""
