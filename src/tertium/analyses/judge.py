"""A model or another program as a judge of translations."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.analyses.analysis import Analysis, analysis
from tertium.analyses.arguments import Between, GivenFolder, Level, NewFile, Seed, listed
from tertium.exceptions import Misused

if TYPE_CHECKING:
    from tertium.judges.door import Door
    from tertium.judges.judging import Judging

_Positive = Between(0, open_least=True)


@analysis
def judge(
    folder: GivenFolder,
    /,
    *,
    prompt: str = "da",
    command: str | None = None,
    address: str | None = None,
    model: str = "",
    temperature: Annotated[float, Between(0, 2)] = 0.0,
    system: str | tuple[str, ...] = (),
    reference: str | None = None,
    judgements: NewFile | None = None,
    cache: NewFile | None = None,
    again: bool = False,
    most_calls: Annotated[int | None, Between(0)] = None,
    most_cost: Annotated[float | None, Between(0)] = None,
    price_per_call: Annotated[float, Between(0)] = 0.0,
    price_in: Annotated[float, Between(0)] = 0.0,
    price_out: Annotated[float, Between(0)] = 0.0,
    parallel: Annotated[int, Between(1, 64)] = 4,
    retries: Annotated[int, Between(0, 20)] = 5,
    reask: Annotated[int, Between(0, 10)] = 1,
    timeout: Annotated[float, _Positive] = 60.0,
    level: Level = 0.95,
    seed: Seed = 0,
) -> "Analysis[Judging]":
    """Ask a language model or another program to judge translations.

    FOLDER is a campaign's folder, or holds source and outputs as `tertium new` reads them. The
    judge is a command that reads and writes JSON lines, or an HTTP address that speaks the common
    chat-completions protocol (key in TERTIUM_JUDGE_KEY). Answers that cannot be read are refused
    and counted. The rows have the layer computed: they never enter the agreement of annotators.

    Args:
        prompt (NAME|FILE): Prompt: da (direct assessment), esa (error spans and score), pairwise,
            or a TOML file.
        command: Command that reads a JSON line per question and writes one per answer.
        address: Address of a chat-completions server, such as http://localhost:8000/v1.
        model: Name of the model.
        temperature: Sampling temperature.
        system: Judge this system only; may be repeated. [default: all]
        reference: System that is the reference, if the prompt names one. [default: as in the
            folder]
        judgements: Write the rows of the one table (CSV, JSON lines, Parquet).
        cache: File of replies that were paid for; another run asks only what is not in it.
            [default: beside `judgements`]
        again: Ask again where the cache has an answer that cannot be read.
        most_calls: Maximum number of calls.
        most_cost: Maximum cost, by the prices given.
        price_per_call: Price of a call.
        price_in: Price of a million tokens of questions.
        price_out: Price of a million tokens of answers.
        parallel: Questions asked at the same time.
        retries: Retries of a question after a failure that may pass, with back-off.
        reask: Times to ask again for an answer that can be read.
        timeout: Seconds to wait for an answer.
        seed: Random seed of the order of pairs and of waiting times.

    """
    from tertium.analyses.files import check_ending
    from tertium.formats.files import replacing
    from tertium.formats.folder_texts import read_folder_texts
    from tertium.judges.asking import Patience
    from tertium.judges.budget import Budget, JudgePrices
    from tertium.judges.cache import ReplyCache
    from tertium.judges.judging import judge_items
    from tertium.judges.prompts import read_prompt
    from tertium.judges.questions import items_to_judge

    check_ending(judgements, "judgements", "--judgements", (".csv", ".jsonl", ".parquet"))
    prices = JudgePrices(price_per_call, price_in, price_out)
    if most_cost is not None and prices == JudgePrices():
        raise Misused(
            "a cost needs prices", fix="Add --price-per-call, or --price-in and --price-out."
        )
    asked = read_prompt(prompt)
    texts = read_folder_texts(Path(folder), references=() if reference is None else (reference,))
    found = items_to_judge(texts, asked, systems=listed(system), seed=seed)
    door = _door(command, address, model, temperature, timeout)
    kept = cache
    if kept is None and judgements is not None:
        kept = Path(judgements).with_suffix(".cache")
    try:
        with ReplyCache(None if kept is None else Path(kept)) as replies:
            result, table = judge_items(
                found,
                asked,
                door,
                model=model,
                temperature=temperature,
                cache=replies,
                budget=Budget(prices, most_calls, most_cost),
                patience=Patience(retries, reask, again, parallel, seed),
                today=datetime.now(UTC).date(),
                notes=texts.notes,
                level=level,
                progress=_shown if sys.stderr.isatty() else lambda done, of: None,
            )
    finally:
        door.close()
    if judgements is None:
        return Analysis(result)
    path = Path(judgements)
    with replacing(path) as beside:
        table.write(beside)
    return Analysis(result, (f"Wrote {path}.",))


def _door(
    command: str | None, address: str | None, model: str, temperature: float, timeout: float
) -> "Door":
    from tertium.judges.address_door import AddressDoor
    from tertium.judges.command_door import CommandDoor

    if (command is None) == (address is None):
        raise Misused("a judge is a command or an address", fix="Add --command or --address.")
    if command is not None:
        return CommandDoor(command, model, temperature, timeout)
    if not model:
        raise Misused("an address needs the name of a model", fix="Add --model.")
    return AddressDoor(str(address), model, temperature, timeout)


def _shown(done: int, of: int) -> None:
    """Show how far the questions are, on one line of the terminal."""
    sys.stderr.write(f"\r{done:,} of {of:,} questions" + "\n" * (done == of))
    sys.stderr.flush()
