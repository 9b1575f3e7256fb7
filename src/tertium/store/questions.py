"""Questions that are drawn during a campaign, from the answers so far.

A round of them is stored in one transaction, together with a line in the log. The
same answers give the same questions, and a round is only stored on top of the work
it was drawn from: two tabs, two servers or a server that was killed store it once.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from tertium.model import PILOT, Annotator, Campaign
from tertium.store.assignments import Assignments
from tertium.store.campaigns import Campaigns
from tertium.store.database import Database
from tertium.store.progress import Progress
from tertium.store.wins import Wins

if TYPE_CHECKING:  # here and below: most commands draw nothing, and start without it
    from tertium.design.steering import Strengths


class Questions:
    """Goes on asking where the next questions follow from the answers so far."""

    def __init__(
        self,
        database: Database,
        campaigns: Campaigns,
        assignments: Assignments,
        progress: Progress,
    ) -> None:
        self._database = database
        self._campaigns = campaigns
        self._assignments = assignments
        self._progress = progress
        self._wins: dict[str, Wins] = {}

    def draw_more(self, campaign: str, annotator: str, *, at: datetime) -> int:
        """Draw somebody's next questions if everything is answered; return how many."""
        from tertium.design.more import draws_more, more_questions

        content = self._campaigns.get(campaign)
        if not draws_more(content):
            return 0
        work = self._assignments.worklist(campaign, annotator)
        if not work.done or work.exhausted == work.changes:
            return 0
        changes, answered = work.changes, dict(work.answered)
        # A pilot tries out what the plan asks; nothing follows from its answers.
        assignments = tuple(one for one in work.assignments if one.set != PILOT)
        if not assignments or self._campaigns.state(campaign).pilot:
            return 0
        questions = more_questions(
            content,
            Annotator(annotator, assignments[0].group),
            assignments,
            answered,
            self._strengths(content) if content.design.budget else None,
        )
        if not questions:
            work.exhausted = changes
            return 0
        return self._assignments.add(
            campaign, annotator, questions, at=at, after=len(work.assignments)
        )

    def opens_at(self, campaign: str, annotator: str) -> datetime | None:
        """Return when the second half of somebody's crossover opens; None: nothing waits."""
        from tertium.design.more import opens_at, pause_of

        content = self._campaigns.get(campaign)
        work = self._assignments.worklist(campaign, annotator)
        found = opens_at(content, work.assignments, work.answered)
        if found is None:
            return None
        with self._database.reading() as connection:
            arrived = self._progress.done(connection, self._campaigns.number(campaign))[
                annotator
            ].last_at
        # By the server's clock at the latest: nobody waits for a clock that is a year ahead.
        return found if arrived is None else min(found, arrived + pause_of(content))

    def _strengths(self, campaign: Campaign) -> "Strengths":
        from tertium.design.steering import campaign_strengths

        wins = self._wins.setdefault(campaign.name, Wins(self._campaigns.number(campaign.name)))
        with self._database.reading() as connection:
            return campaign_strengths(*wins.counts(connection, campaign))
