"""`tertium demo`: a living demonstration, ready in seconds.

Two campaigns compare two releases: one half-way, with simulated judgements; one
fresh, with short documents, so that context can be seen. Two rank many systems: a
tournament with simulated judgements, and a fresh crossover of tournament and ranking.
One scores outputs, with control items; in one they are edited; in one their errors are marked.
Deleting the folder starts afresh.
"""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import mkdtemp

import click

__all__ = ["command", "prepare"]

TEXTS = Path(__file__).with_name("demo_texts")

HALFWAY = """\
# The demonstration campaign: machine translation against the same text after revision.
name = "encyclopaedia"
title = "Encyclopaedia sentences"
protocol = "ab@1"
seed = 20261115

[options]
variant = "five"
highlight = true

[systems]
baseline = "engine"
advanced = "revised"

[[texts]]
source_language = "en"
target_language = "de"
domain = "history and science"
file = "en-de.tsv"

[[texts]]
source_language = "et"
target_language = "en"
domain = "news and culture"
file = "et-en.tsv"

[design]
annotators = 5
common = 40
passes = 2
unique = "all"
batch = 50
context = 0

[prices]
per_task = 0.5
currency = "EUR"
"""

FRESH = """\
# A fresh campaign with two short documents: neighbouring sentences are shown for context.
name = "support"
title = "Customer messages and manuals"
protocol = "ab@1"
seed = 7

[options]
variant = "ternary"
good_enough = true
highlight = true

[systems]
baseline = "engine"
advanced = "revised"

[[texts]]
source_language = "en"
target_language = "fr"
domain = "support"
file = "en-fr.tsv"

[design]
annotators = 2
common = 8
unique = "all"
batch = 10

[[wording.tutorial]]
source = "The parcel weighs five kilograms."
texts = ["Le colis pèse cinq kilogrammes.", "Le colis pèse des kilogrammes."]
answer = "left"
why = "Translation 2 leaves out “five”, so 1 is better."
source_language = "en"
target_language = "fr"

[[wording.tutorial]]
source = "Please close the door."
texts = ["Veuillez fermer la porte.", "Fermez la porte, s'il vous plaît."]
answer = "tie"
why = "Both say the same and read well: neither is better."
source_language = "en"
target_language = "fr"
"""


TOURNAMENT = """\
# Four engines and a human translator: a few comparisons put all of them into order.
name = "museum"
title = "Notices of a museum"
protocol = "tournament@1"
seed = 12

[options]
adequacy = true
highlight = true

[systems]
systems = ["atlas", "breeze", "cedar", "dune"]
references = ["human"]

[[texts]]
source_language = "en"
target_language = "es"
domain = "museum"
file = "en-es.tsv"

[design]
annotators = 4
common = 4
unique = "all"
batch = 30
follow_up = 1
"""

CROSSOVER = """\
# The same notices asked in two ways, in turn: as a tournament and as rankings.
name = "museum-crossover"
title = "Notices of a museum, in two ways"
protocol = "crossover@1"
seed = 3

[systems]
systems = ["atlas", "breeze", "cedar", "dune"]
references = ["human"]

[[texts]]
source_language = "en"
target_language = "es"
domain = "museum"
file = "en-es.tsv"

[design]
annotators = 2
common = 4
unique = 0
batch = 30
pause = 0
"""

SCORES = """\
# The same notices scored from 0 to 100, with control items among them.
name = "museum-scores"
title = "Notices of a museum, scored"
protocol = "slider@1"
seed = 5

[options]
anchors = "esa"

[systems]
systems = ["atlas", "breeze", "cedar", "dune"]
references = ["human"]

[[texts]]
source_language = "en"
target_language = "es"
domain = "museum"
file = "en-es.tsv"

[design]
annotators = 4
judges = 2
real = 32
degraded = 6
references = 4
repeats = 6
apart = 16
"""

EDITS = """\
# The same notices to be edited: effort is measured, nobody is asked how good they are.
name = "museum-edits"
title = "Notices of a museum, to be corrected"
protocol = "postedit@1"
seed = 8

[systems]
systems = ["atlas", "breeze", "cedar", "dune"]
references = ["human"]

[[texts]]
source_language = "en"
target_language = "es"
domain = "museum"
file = "en-es.tsv"

[design]
annotators = 5
training = 8
scratch = true
batch = 10

[[options.questionnaire]]
name = "tiring"
question = "How tiring was this batch?"
labels = ["not at all", "a little", "rather", "very"]
"""

ERRORS = """\
# Three short texts in which errors are marked: where, of which kind, how severe.
name = "errors"
title = "Notices and a manual, to be marked"
protocol = "mqm@1"
seed = 6

[options]
typology = "mqm-core"
termbase = "en-de-terms.csv"

[systems]
systems = ["canal", "ferry"]
references = ["human"]

[[texts]]
source_language = "en"
target_language = "de"
file = "en-de-errors.tsv"

[design]
annotators = 3
common = 12
batch = 40
"""

# folder → its campaign, its texts, and the part of the work that simulated people have done
CAMPAIGNS: dict[str, tuple[str, tuple[str, ...], float]] = {
    "encyclopaedia": (HALFWAY, ("en-de.tsv", "et-en.tsv"), 0.62),
    "support": (FRESH, ("en-fr.tsv",), 0.0),
    "museum": (TOURNAMENT, ("en-es.tsv",), 1.0),
    "museum-crossover": (CROSSOVER, ("en-es.tsv",), 0.0),
    "museum-scores": (SCORES, ("en-es.tsv",), 0.8),
    "museum-edits": (EDITS, ("en-es.tsv",), 0.8),
    "errors": (ERRORS, ("en-de-errors.tsv", "en-de-terms.csv"), 0.8),
}


def prepare(folder: Path) -> None:
    """Write the demonstration into `folder`, whole or not at all."""
    from tertium.cli.simulate import fill
    from tertium.design import build_plan
    from tertium.formats import read_campaign
    from tertium.store import Store
    from tertium.testing import People

    folder.parent.mkdir(parents=True, exist_ok=True)
    building = Path(mkdtemp(prefix=".tertium-demo-", dir=folder.parent))
    try:
        now = datetime.now(UTC)
        store = Store.open_folder(building)
        for name, (described, files, share) in CAMPAIGNS.items():
            (building / name).mkdir()
            (building / name / "campaign.toml").write_text(described, encoding="utf-8")
            for file in files:
                shutil.copy(TEXTS / file, building / name)
            if not share:
                continue
            campaign = read_campaign(building / name)
            plan = build_plan(campaign)
            store.put_campaign(campaign, plan, at=now - timedelta(days=10))
            fill(
                store,
                campaign,
                plan,
                people=People(ratio=1.9, sitting=16, range=4.0),
                share=share,
                start=(now - timedelta(days=8)).replace(hour=9, minute=0),
                seed=1,
            )
        store.close()
        building.replace(folder)
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise


@click.command("demo")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("tertium-demo"),
    show_default=True,
    help="Where the demonstration is kept between runs.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8421, show_default=True, help="Port to listen on.")
def command(folder: Path, host: str, port: int) -> None:
    """Serve a living demonstration with simulated judgements already in it.

    Prints one link for the manager and one for each annotator. Everything is
    kept in a folder of its own; delete it to start afresh.

    \b
    Example:
      tertium demo --port 8500
    """
    from tertium.cli.serve import serve

    if not folder.exists():
        click.echo(f"Preparing the demonstration in {folder} …", err=True)
        prepare(folder)
    serve(folder, host=host, port=port, manager="demo")
