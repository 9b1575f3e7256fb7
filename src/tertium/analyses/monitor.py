"""Interim analysis of a running campaign."""

from typing import TYPE_CHECKING, Any

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import CampaignName, LanguagePair, Scale, Seed, Source
from tertium.choices import Rule

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.monitoring.result import Monitoring
    from tertium.stats.result import LanguagePairs

_USUAL = ("aspect", "overall")  # found by itself, also before the first score


@analysis
def monitor(
    file: Source,
    /,
    *,
    baseline: str | None = None,
    advanced: str | None = None,
    rule: Rule | None = None,
    looks: int | None = None,
    planned: int | None = None,
    bound: float | None = None,
    rope: float | None = None,
    aspect: str | None = None,
    scale: Scale = None,
    level: float = 0.95,
    seed: Seed = 0,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "Monitoring | LanguagePairs":
    """Interim analysis of a running campaign: may it stop, and what limits precision?

    FILE holds preferences (annotator,document,segment,left,right,answer) or scores
    (annotator,document,segment,system,score), or is a campaign's folder. Judgements are taken
    in the order of the column submitted_at, else of the file. Without the column document,
    conclusions are about segments like these only.

    Args:
        baseline: Baseline system, by its name in FILE.
        advanced: New system, by its name in FILE.
        rule: Stopping rule: planned interim analyses (group-sequential), an anytime-valid test,
            or a Bayesian rule. [default: planned; anytime-valid if the campaign plans no interim
            analyses]
        looks: Number of planned interim analyses. [default: 4, or that of the campaign]
        planned: Planned sample size: judgements of the two systems. [default: from the campaign]
        bound: Standard deviation between annotators allowed under the null hypothesis of the
            anytime-valid test, of log ratios or of scores. [default: 0.3, or 5% of the scale]
        rope: Region of practical equivalence of the Bayesian rule, as a ratio or score
            difference. [default: 1.25, or 2% of the scale]
        aspect: Aspect of the scores. [default: preferences if any, then overall or the only one]
        level: Confidence level: one minus the false-positive rate.

    """
    from tertium.analyses.judgements import read
    from tertium.stats.monitoring.monitor import monitor as monitored

    judgements = read(
        file, campaign=campaign, scale=scale, aspect=aspect, language_pair=language_pair
    )
    given = {
        "baseline": baseline,
        "advanced": advanced,
        "rule": "planned" if rule is None and looks is not None else rule,
        "looks": looks,
        "planned": planned,
        "bound": bound,
        "rope": rope,
        "aspect": aspect,
        "level": level,
        "seed": seed,
    }
    wanted = {name: value for name, value in given.items() if value is not None}

    def analyse(part: "Judgements") -> "Monitoring":
        choices = _known(part) | wanted
        if "aspect" not in choices and part.scored:
            choices["aspect"] = part.aspect()
        return part.noted(monitored(part.table, **choices))

    return judgements.each_pair(analyse)


def _known(judgements: "Judgements") -> dict[str, Any]:
    """Return what a campaign answers by itself, as on its manager's page."""
    from tertium.analyses.campaigns import open_store
    from tertium.web.manage.monitoring import monitoring_choices

    if judgements.campaign is None or judgements.path is None:
        return {}
    with open_store(judgements.path, create=False) as store:
        known = monitoring_choices(store, judgements.campaign.name, judgements.language_pair)
    return {name: value for name, value in known.items() if (name, value) != _USUAL}
