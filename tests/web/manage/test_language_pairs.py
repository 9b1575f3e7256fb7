"""A campaign with two language pairs: its report, and how far each of them is."""

from dataclasses import replace
from datetime import timedelta

from tertium import protocols
from tertium.design import build_plan
from tertium.stats.campaign import campaign_choices
from tertium.stats.result import LanguagePairs
from tertium.testing.simulation import simulate
from tertium.web.manage.monitoring import monitoring_choices
from tertium.web.manage.results import results_of
from tests.web.manage.conftest import START, small_campaign


def two_pairs():
    """Return the small campaign, half of it into French."""
    made = small_campaign()
    segments = tuple(
        replace(one, target_language="fr" if at % 2 else "de")
        for at, one in enumerate(made.segments)
    )
    return replace(made, segments=segments, design=replace(made.design, annotators=2))


def test_each_pair_of_a_campaign_is_told_by_itself(store, manager):
    """Judgements and identical outputs are those of the pair; the page has a part for each."""
    campaign = two_pairs()
    plan = build_plan(campaign)
    store.campaigns.put(campaign, plan, at=START)
    protocol = protocols.get(campaign.protocol, campaign.options)
    given = simulate(campaign, plan, protocol, start=START, seed=3)
    store.judgements.append(given, received_at=START + timedelta(days=3))
    (found,) = results_of(store, campaign.name)
    assert isinstance(found, LanguagePairs)
    assert [one.language_pair for one in found.language_pairs] == ["en-de", "en-fr"]
    whole = len(store.table(campaign.name).comparisons())
    assert sum(one.result.judgements for one in found.language_pairs) == whole
    for one in found.language_pairs:
        identical = [
            part
            for part in store.campaigns.identical(campaign.name)
            if part.pair == one.language_pair
        ]
        shares = campaign_choices(campaign, identical)
        weight = sum(shares["sizes"].values())
        mean = sum(shares["identical"][name] * size for name, size in shares["sizes"].items())
        assert abs((one.result.identical or 0.0) - mean / weight) < 1e-9
    manager.post(f"/manage/campaigns/{campaign.name}/reveal", {"sure": "yes"})
    text = manager.get(f"/manage/campaigns/{campaign.name}/report").text
    assert "English to German" in text
    assert "English to French" in text


def test_planned_judgements_are_those_of_the_pair(store):
    """Two pairs plan together what the campaign plans."""
    campaign = two_pairs()
    store.campaigns.put(campaign, build_plan(campaign), at=START)
    planned = [
        monitoring_choices(store, campaign.name, pair)["planned"]
        for pair in (None, "en-de", "en-fr")
    ]
    assert planned[0] == planned[1] + planned[2]
    assert min(planned) > 0
