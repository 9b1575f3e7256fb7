"""Work of every kind changes hands: compared, ranked, scored, edited, marked, cut into parts."""

from collections import Counter
from datetime import UTC, datetime

import pytest

from tertium import protocols
from tertium.cli.demo import demonstrations, write_texts
from tertium.design import build_plan
from tertium.design.hand_over import item_of
from tertium.exceptions import BadInput
from tertium.formats.campaign import read_campaign
from tertium.store import Store
from tertium.testing import simulate
from tertium.web.manage.handing import Hands

NOW = datetime(2026, 11, 2, 9, tzinfo=UTC)


def items_of(store, campaign, annotator):
    """Return what somebody is asked or has answered, by item."""
    item = item_of(campaign)
    return {item(one) for one in store.assignments.of(campaign.name, annotator)}


@pytest.mark.parametrize("shown", demonstrations(), ids=lambda one: one.file.stem)
def test_every_kind_of_work_can_be_handed_over(shown, tmp_path):
    """Half done, to a colleague and to somebody new: nothing is lost, nobody has an item twice."""
    write_texts(shown.file, tmp_path / "campaign")
    campaign = read_campaign(tmp_path / "campaign")
    plan = build_plan(campaign)
    protocol = protocols.get(campaign.protocol, campaign.options)
    with Store.open(tmp_path / "tertium.db") as store:
        store.campaigns.put(campaign, plan, at=NOW)
        given = simulate(campaign, plan, protocol, start=NOW, seed=1)
        first = plan.annotators[0].id
        own = [one for one in given if one.annotator == first]
        store.judgements.append(own[: len(own) // 2], received_at=NOW)
        hands = Hands(store, campaign.name, by="ada", at=NOW)
        peers = [p.id for p in plan.annotators if p.group == plan.annotators[0].group]
        before = {name: items_of(store, campaign, name) for name in peers}
        if before[first] <= before[peers[1]]:  # everybody judges everything
            with pytest.raises(BadInput, match="judges an item twice"):
                hands.give(first, peers[1], 3)
        else:
            assert hands.give(first, peers[1], 3)
        after = {name: items_of(store, campaign, name) for name in peers}
        assert set().union(*after.values()) == set().union(*before.values())
        assert len(store.assignments.answered(campaign.name, first)) == len(own) // 2
        people = {one.id: one for one in store.annotators.all(campaign.name)}
        giver = next(one for one in peers if people[one].done < people[one].assigned)
        joined = Hands(store, campaign.name, by="ada", at=NOW).join(giver=giver, stops=True)
        work = store.assignments.of(campaign.name, joined)
        asked = Counter(
            (one.segment, one.slots, one.pass_, one.condition, one.role) for one in work
        )
        assert work
        assert max(asked.values()) == 1
        paused = {one.id: one for one in store.annotators.all(campaign.name)}[giver]
        assert paused.state == "paused"
        assert paused.done == people[giver].done
