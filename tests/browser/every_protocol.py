"""A campaign of every installed protocol with texts as long as a test wants them.

Each is the protocol's own demonstration with other texts, so a plug-in that brings a demonstration
is looked at as well.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

from tertium import protocols
from tertium.cli.demo import write_texts
from tertium.design import build_plan
from tertium.formats.campaign import read_campaign
from tertium.model import Campaign
from tertium.store import Store
from tests.browser.conftest import Server

# Sentences of common length; each of the numbers in a source that a translation lacks is a hint.
SENTENCES = {
    "en": "The council met on Tuesday and agreed to repair the old bridge before the winter. "
    "Nobody knows yet how much the new stones from the quarry in the valley will cost. "
    "Pedestrians may cross the river by the mill while the work goes on. "
    "The mayor thanked everybody who had written letters and asked for a little patience.",
    "de": "Der Rat tagte am Dienstag und beschloss, die alte Brücke vor dem Winter "
    "auszubessern. Noch weiß niemand, wie viel die neuen Steine aus dem Steinbruch im Tal "
    "kosten werden. Fußgänger dürfen den Fluss während der Bauarbeiten bei der Mühle überqueren. "
    "Die Bürgermeisterin dankte allen, die Briefe geschrieben hatten, und bat um etwas Geduld.",
    "ar": "اجتمع المجلس يوم الثلاثاء واتفق على إصلاح الجسر القديم قبل حلول الشتاء. لا أحد يعرف "
    "بعد كم ستكلف الحجارة الجديدة من المحجر الواقع في الوادي. يجوز للمشاة عبور النهر عند الطاحونة "
    "أثناء العمل. شكرت رئيسة البلدية كل من كتب رسائل وطلبت قليلا من الصبر.",
    "zh": "市议会星期二开会，同意在冬天之前修好那座旧桥。"
    "现在还没有人知道山谷采石场的新石头要花多少钱。"
    "施工期间行人可以在磨坊旁边过河。市长感谢所有写信的人，并请大家再耐心等一等。",
}
NUMBERS = "First 17 then 23 then 31 then 43 and 59 lorries came."
PER_WORD = {"zh": 1.7}  # characters, where words are not set apart


def written(language: str, words: int, *, turn: int = 0) -> str:
    """Return a text of so many words; another one at every turn."""
    text = SENTENCES[language]
    if language in PER_WORD:
        turned = text[turn % len(text) :] + text
        return "".join(islice(cycle(turned), round(words * PER_WORD[language])))
    found = text.split()
    start = turn % len(found)
    return " ".join(islice(cycle(found[start:] + found[:start]), words))


@cache
def demonstrated(name: str) -> Campaign:
    """Return the first demonstration of a protocol as it is shipped."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / name
        write_texts(protocols.get(name).demonstrations[0].file, made)
        return read_campaign(made)


def campaign_of(name: str, words: int, *, target: str = "de", hints: bool = False) -> Campaign:
    """Return a campaign whose sources and outputs all have so many words."""
    made = demonstrated(name)
    numbers = NUMBERS.split() if hints else []
    segments = tuple(
        replace(
            one,
            source=" ".join([*numbers, written("en", words - len(numbers), turn=7 * n)]),
            source_language="en",
            target_language=target,
        )
        for n, one in enumerate(made.segments)
    )
    place = {one.id: n for n, one in enumerate(segments)}
    systems = {one.name: n for n, one in enumerate(made.systems)}
    outputs = {
        (segment, system): written(target, words, turn=7 * place[segment] + 3 * systems[system])
        for segment, system in made.outputs
    }
    design = replace(made.design, min_words=1, max_words=1000)
    return replace(made, segments=segments, outputs=outputs, design=design)


def with_outputs(campaign: Campaign, count: int) -> Campaign:
    """Return the campaign with so many systems, all on one screen."""
    target = campaign.segments[0].target_language
    systems = tuple(replace(campaign.systems[0], name=f"system-{n}") for n in range(count))
    words = len(campaign.segments[0].source.split())
    outputs = {
        (segment.id, one.name): written(target, words, turn=7 * place + 5 * n)
        for place, segment in enumerate(campaign.segments)
        for n, one in enumerate(systems)
    }
    options = {**campaign.options, "outputs": count}
    return replace(campaign, systems=systems, outputs=outputs, options=options)


def every_case() -> Iterator[str]:
    """Yield the names of all protocols that can be shown; some again, in another way."""
    for protocol in protocols.in_order():
        if protocol.demonstrations:
            yield protocol.name
        if "outputs" in protocol.settings:
            together = protocol.planning.together  # scored side by side; ordered, any number
            yield from (
                f"{protocol.name} {count}" for count in ((2, together) if together else (6,))
            )


def ready(store: Store, campaign: str, now: datetime) -> Any:
    """Return the first annotator of a campaign, who has come as far as the tasks."""
    person = store.annotators.all(campaign)[0]
    for step in ("consented", "profile", "instructed", "tutored"):
        store.annotators.record_step(campaign, person.id, step, {}, at=now)
    return person


def link_maker(server: Server) -> Callable[..., str]:
    """Return a function that stores the campaign of a case once, and returns somebody's address."""
    found: dict[tuple[Any, ...], str] = {}

    def link(case: str, words: int, **changes: Any) -> str:
        key = (case, words, *changes.items())
        if key not in found:
            name, _, how = case.partition(" ")
            campaign = campaign_of(name, words, **changes)
            if how == "document":
                campaign = replace(campaign, options={**campaign.options, "document": True})
            elif how:
                campaign = with_outputs(campaign, int(how))
            campaign = replace(campaign, name=f"layout-{uuid4().hex[:8]}")
            now = datetime.now(UTC)
            with Store.open(server.database) as store:
                store.campaigns.put(campaign, build_plan(campaign), at=now)
                person = ready(store, campaign.name, now)
            found[key] = f"{server.address}/a/{person.token}"
        return found[key]

    return link
