"""Published scores cut into five steps, beside the scores themselves."""

from scipy.stats import spearmanr

from tertium.analyses.judgements import read
from tertium.stats.assessment.assess import assess
from tertium.stats.ratings.analyse import rate


def significant(contrasts):
    """Return pairs of systems that differ significantly, the better one first."""
    return {(one.a, one.b) for one in contrasts if one.p is not None and one.p < 0.05}


def test_cut_scores_keep_the_order_of_the_scores(shared_data):
    """WMT 2021, Czech to English: 92 crowd annotators, nine systems."""
    table = read(shared_data / "wmt21-da" / "judgements.cs-en.csv.gz").table
    (cut,) = rate(table, aspects=("overall",), steps=5).aspects
    whole = assess(table, segments=False)
    z = {one.system: one.score for one in whole.systems}
    order = spearmanr([one.score for one in cut.systems], [z[one.system] for one in cut.systems])
    assert order.statistic > 0.8
    ahead, by_score = significant(cut.contrasts), significant(whole.contrasts)
    assert ahead & by_score
    assert not ahead & {(b, a) for a, b in by_score}
