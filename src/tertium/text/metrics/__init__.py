"""Automatic metrics of translations against references, computed here and nowhere downloaded.

Read in this order: `metric` (statistics that add up, scores from their sums), `tokens`, `ngrams`,
then a module for each metric. Texts are cut once for a batch of segments, and n-grams are counted
as numbers for all systems together. BLEU, chrF and TER equal sacrebleu's on any input.
"""

from collections.abc import Callable

from tertium.choices import TextMetric, Tokeniser
from tertium.text.metrics.bleu import Bleu
from tertium.text.metrics.chrf import Chrf, ChrfPlusPlus
from tertium.text.metrics.edits import Per, Ter, Wer
from tertium.text.metrics.meteor import Meteor, stemmer_for
from tertium.text.metrics.metric import Metric
from tertium.text.metrics.nist import Nist

__all__ = ["TITLES", "Metric", "text_metric"]

_UNSPACED = ("zh", "ja")  # TER then takes characters for words
_MADE: dict[str, Callable[[Tokeniser, bool, str], Metric]] = {
    "bleu": lambda cut, lowercase, language: Bleu(cut, lowercase),
    "chrf": lambda cut, lowercase, language: Chrf(lowercase),
    "chrf++": lambda cut, lowercase, language: ChrfPlusPlus(lowercase),
    "ter": lambda cut, lowercase, language: Ter(asian=cut[:2] in _UNSPACED),
    "nist": lambda cut, lowercase, language: Nist(cut, lowercase),
    "wer": lambda cut, lowercase, language: Wer(cut, lowercase),
    "per": lambda cut, lowercase, language: Per(cut, lowercase),
    "meteor": lambda cut, lowercase, language: Meteor(cut, stemmer_for(language)),
}


def text_metric(
    name: TextMetric, *, tokeniser: Tokeniser = "13a", lowercase: bool = False, language: str = ""
) -> Metric:
    """Return a metric with its options; TER and METEOR have a lower case of their own."""
    return _MADE[name](tokeniser, lowercase, language)


TITLES: dict[str, str] = {
    kind.name: kind.title for kind in (Bleu, Chrf, ChrfPlusPlus, Ter, Nist, Wer, Per, Meteor)
}
