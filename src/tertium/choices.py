"""What the options of analyses may be: each list once.

Nothing is imported here, so that a command can show its options before it loads the analysis.
The first of a list is the default, unless an analysis chooses by what it reads.
"""

from typing import Literal

__all__ = [
    "AgreementVariant",
    "Aligner",
    "AnnotatorModel",
    "ChunkScheme",
    "ComparisonInterval",
    "ConsensusMethod",
    "Contradictions",
    "ContrastInterval",
    "Correction",
    "Denominator",
    "Distance",
    "EffortMethod",
    "Engine",
    "EntropyCorrection",
    "ErrorFile",
    "Every",
    "Fold",
    "Folds",
    "FuzzyUnit",
    "Grouping",
    "Link",
    "MarkedName",
    "MeanOver",
    "Measure",
    "Merits",
    "MetaLevel",
    "MetaMeasure",
    "MetaPart",
    "MetaRecipe",
    "Metric",
    "OutputFormat",
    "Passing",
    "RankingInterval",
    "RankingMethod",
    "Raters",
    "Repeated",
    "Rule",
    "ScoreRecipe",
    "ScoredLayer",
    "Scoring",
    "Sum",
    "Ties",
    "TokenSide",
    "Tokens",
    "Unaligned",
    "Weights",
    "WordsOf",
]

# Comparisons and rankings
ComparisonInterval = Literal[
    "auto", "crossed", "naive", "segment", "annotator", "two-way", "two-way-t", "t", "hierarchical"
]
Contradictions = Literal["collapse", "feedback"]
ContrastInterval = Literal["two-way", "annotator", "segment", "information"]
Correction = Literal["none", "holm", "bh"]
Measure = Literal["preferences", "scores", "errors", "chunks", "time", "keys", "hter"]
Passing = Literal["all", "passed"]
RankingInterval = Literal["auto", "crossed", ContrastInterval]
RankingMethod = Literal["bradley-terry", "wins", "expected-wins", "dominance", "trueskill"]
Rule = Literal["planned", "anytime-valid", "bayes"]
ScoreRecipe = Literal["z", "raw", "wmt-z", "wmt24", "wmt25", "wmt26"]
Ties = Literal["davidson", "half", "drop"]

# Annotators
AgreementVariant = Literal["textbook", "wmt"]
AnnotatorModel = Literal["auto", "slope", "paper"]
ConsensusMethod = Literal["majority", "dawid-skene", "mace", "ordinal"]
Engine = Literal["auto", "ep", "gibbs"]
Link = Literal["logit", "probit"]
MarkedName = Literal["category", "severity", "error"]
Metric = Literal["nominal", "ordinal", "interval"]
Raters = Literal["these", "population"]
TokenSide = Literal["target", "source", "both"]
Weights = Literal["none", "linear", "quadratic"]

# Meta-evaluation
Grouping = Literal["none", "item", "system"]
MeanOver = Literal["outputs", "judgements"]
MetaLevel = Literal["system", "document", "segment"]
MetaMeasure = Literal["scores", "errors"]
MetaPart = Literal["language-pair", "domain"]
MetaRecipe = Literal["wmt24", "wmt25"]

# Error annotation, chunks and grades
ChunkScheme = Literal["cp", "gbu", "kinds"]
Merits = Literal["apart", "count"]
Repeated = Literal["all", "once"]
ScoredLayer = Literal["observed", "consolidated", "arbitrated"]
Scoring = Literal["raw", "calibrated", "non-linear", "j2450", "lisa", "wmt-mqm"]
Sum = Literal["strict", "paper"]
WordsOf = Literal["source", "target"]

# Post-editing, production and entropy
Aligner = Literal["builtin", "eflomal"]
Denominator = Literal["edited", "source"]
Distance = Literal["ter", "words", "characters"]
EffortMethod = Literal[
    "as-is", "mean", "mean-log",
    "ridge-1", "bayes-1", "svr-1",
    "ridge-4", "bayes-4", "svr-4",
    "ridge-5", "bayes-5", "svr-5",
    "log-ridge", "model",
]  # fmt: skip
EntropyCorrection = Literal["none", "miller-madow", "rarefaction"]
Every = Literal["year", "month", "day"]
Fold = Literal["lower", "ascii", "keep"]
Folds = Literal["grouped", "plain"]
FuzzyUnit = Literal["characters", "words"]
Tokens = Literal["words", "spaces"]
Unaligned = Literal["count", "drop"]

# Files
ErrorFile = Literal[
    "narrow", "mqm", "appraise", "appraise-batches", "pearmut", "wmt", "mtme", "its", "xlsx"
]
OutputFormat = Literal["text", "json", "csv", "latex", "html"]
