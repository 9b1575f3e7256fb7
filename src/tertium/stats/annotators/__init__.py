"""The annotator model: qualities of outputs and how each annotator judges, at once.

Read in this order: `problem` (what is given), `posterior` (what comes back), `normal` and
`expectation` (the paper's model by expectation propagation), `sums`, `alone`, `chains`, `draws`,
`arranged` and `gibbs` (the same and its variants by sampling), `reading` (from the table), `choose`
(which variant, which engine), `systems` and `sentences` (which system is better), `assemble` and
`warnings`, and `model` (all of it).
"""

from tertium.stats.annotators.choose import ENGINES, VARIANTS, Engine, VariantName
from tertium.stats.annotators.model import annotators
from tertium.stats.annotators.result import (
    AnnotatorModel,
    Annotators,
    ConnectedGroup,
    ItemQuality,
    SystemQuality,
)

__all__ = [
    "ENGINES",
    "VARIANTS",
    "AnnotatorModel",
    "Annotators",
    "ConnectedGroup",
    "Engine",
    "ItemQuality",
    "SystemQuality",
    "VariantName",
    "annotators",
]
