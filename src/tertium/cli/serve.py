"""`tertium serve`: campaigns in the browser, for annotators and managers."""

import os
import socket
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from tertium.exceptions import BadInput, Conflict

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

    from starlette.applications import Starlette

    from tertium.store import Store

LINKS_SHOWN = 20  # of a campaign
FEW_CAMPAIGNS = 3  # of more, two links each
# Seconds from the signal to the end. Supervisors kill what takes ten.
REQUESTS_FINISH_WITHIN = 3
STOPPED_WITHIN = 8.0
SERVED = "served"  # in the log, with the address


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path(), required=False)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8421, show_default=True, help="Port to listen on; 0 chooses a free one."
)
@click.option(
    "--base-url",
    default="",
    help="Public address of this server, such as https://judge.example.org; links begin with it.",
)
@click.option(
    "--new-version",
    is_flag=True,
    help="Add changes made to the campaign after the first judgement as a new version of the plan.",
)
def command(folder: Path, host: str, port: int, base_url: str, new_version: bool) -> None:
    """Serve the campaigns in FOLDER to annotators and managers.

    FOLDER is a campaign's folder, or a folder of campaign folders; managers can
    upload further campaigns to the latter. Prints the managers' entry link and the
    annotators' personal links. Ctrl+C stops the server within ten seconds, a second
    Ctrl+C at once; saved answers are kept.

    \b
    Examples:
      tertium serve spring
      tertium serve campaigns --host 0.0.0.0 --base-url https://judge.example.org
    """
    serve(folder, host=host, port=port, base_url=base_url, new_version=new_version)


def serve(
    folder: Path,
    *,
    host: str = "127.0.0.1",
    port: int = 8421,
    base_url: str = "",
    new_version: bool = False,
    manager: str = "",
) -> NoReturn:
    """Serve until a signal comes, then end the process.

    With `manager`, the printed link signs in under that name at once: this is
    for demonstrations.
    """
    from tertium.analyses.campaigns import campaign_folders, open_store
    from tertium.web.app import create_app
    from tertium.web.manage.keeping import KEPT

    folders = campaign_folders(folder)
    listening = listen(host, port)
    store = open_store(folder)
    store.campaigns.forget_deleted(before=datetime.now(UTC) - KEPT)
    edited: list[Conflict] = []
    try:
        files = {}
        for place in folders:
            name, trouble = put_folder(store, place, new_version=new_version)
            files[name] = place / "campaign.toml"
            if trouble is not None:
                edited.append(trouble)
                click.echo(f"tertium: {trouble}", err=True)
        single = folders == [folder]
        app = create_app(store, folder=None if single else folder)
        shown = host if host not in ("0.0.0.0", "::", "") else socket.gethostname()
        bracketed = f"[{shown}]" if ":" in shown else shown
        base = base_url.rstrip("/") or f"http://{bracketed}:{listening.getsockname()[1]}"
        app.state.base_url = base
        app.state.campaign_files = files
        store.history.add(SERVED, detail={"address": base}, at=datetime.now(UTC))
        _print_links(store, base, folder, list(files) if single else None, manager)
        run_app(app, listening)
    finally:
        listening.close()
        store.close()  # answers that were sent are stored before we leave
    # Annotators can continue with the old plan of an edited campaign; the exit code reports it.
    leave(1 if edited else 0)


def served_at(store: "Store") -> str:
    """Return the address at which a database is served, or was last; nothing if it never was."""
    addresses = [one.detail["address"] for one in store.history.events("") if one.event == SERVED]
    return addresses[-1] if addresses else ""


def listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else, so that a port in use is reported at once."""
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(kind, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # links that are opened at once wait a moment
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput(
            f"cannot listen on port {port} of {host!r}: {why.lower()}",
            fix=f"Stop what uses it, or choose another: --port {min(port + 1, 65_535)}.",
        ) from None
    return listening


def put_folder(store: "Store", folder: Path, *, new_version: bool) -> tuple[str, Conflict | None]:
    """Read a campaign folder into the store; return the campaign's name, and trouble if any.

    A campaign that was edited after judging began is trouble unless the edit is
    wanted as a new version: the stored plan stays, and is served.
    """
    from tertium.analyses.campaigns import stored_plan
    from tertium.design import build_plan, extend_plan
    from tertium.formats.campaign import read_campaign

    campaign = read_campaign(folder)
    plan = build_plan(campaign)
    now = datetime.now(UTC)
    try:
        store.campaigns.put(campaign, plan, at=now)
    except Conflict as error:
        if not new_version:
            return campaign.name, Conflict(
                error.what,
                where=str(folder / "campaign.toml"),
                fix="The stored plan is served. Undo the edit, or add it with --new-version, "
                "which keeps all that was judged.",
            )
        extended = extend_plan(stored_plan(store, campaign.name), campaign)
        store.campaigns.put(campaign, extended, at=now, new_version=True)
    return campaign.name, None


def _print_links(
    store: "Store", base: str, folder: Path, only: Sequence[str] | None, manager: str
) -> None:
    from tertium.cli.common import typed
    from tertium.web.manage import entry_path, link_of

    now = datetime.now(UTC)
    if manager and store.managers.password_hash(manager) is None:
        store.managers.add(manager, "")  # no password opens this one; only the link does
    entry = base + entry_path(store, now=now, manager=manager)
    click.echo(f"Tertium is served at {base}")
    campaigns = [one for one in store.campaigns.all() if only is None or one.name in only]
    shown = LINKS_SHOWN if len(campaigns) <= FEW_CAMPAIGNS else 2
    for state in campaigns:
        people = store.annotators.all(state.name)
        click.echo(f"{state.title} ({state.name}), links of the annotators:")
        for person in people[:shown]:
            link = link_of(base, person.token) if person.state != "revoked" else "withdrawn"
            click.echo(f"  {person.id}  {link}")
        if len(people) > shown:
            which = () if only else ("--campaign", state.name)
            click.echo(f"  … and {len(people) - shown} more: {typed('links', folder, *which)}")
    # Last, so that it is seen however many links stand above it.
    click.echo(f"Managers sign in at {base}/manage")
    note = "opens the demonstration" if manager else "makes a manager, once, within a day"
    click.echo(f"Manager link ({note}):\n  {entry}")


def run_app(app: "Starlette", listening: socket.socket) -> None:
    """Run until a signal comes; then end live pages, finish requests and return.

    Whoever reads slowly, sends slowly or asked for a long computation is waited for a few
    seconds. The loop is not closed: that would wait for every thread that still computes.
    """
    import asyncio
    import gc
    import signal
    from types import FrameType

    import uvicorn

    class Server(uvicorn.Server):
        """Stops when it is told to, whatever is going on."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            """Stop in good order; a second Ctrl+C stops at once."""
            if self.should_exit and sig == signal.SIGINT:
                leave(128 + sig)
            if not self.should_exit:
                self.should_exit = True
                latest = threading.Timer(STOPPED_WITHIN, _give_up)
                latest.daemon = True
                latest.start()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """End live pages, which never end by themselves; then wait for the rest."""
            hub = getattr(app.state, "hub", None)
            if hub is not None:
                hub.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(super().shutdown(sockets), REQUESTS_FINISH_WITHIN)

    config = uvicorn.Config(
        app,
        http="httptools",
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
    )
    server = Server(config)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.handle_exit)
    # Answers that wait for the disk are many small objects that die soon. Looking for
    # cycles among them, and in everything loaded so far, took a fifth of a submission.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    try:
        _event_loop().run_until_complete(server.serve(sockets=[listening]))
    finally:
        gc.unfreeze()  # what is never collected is reported as leaked when Python ends


def _event_loop() -> "AbstractEventLoop":
    """Return the faster loop where it is installed, else Python's own."""
    import asyncio

    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def leave(status: int) -> NoReturn:
    """End the process now, whatever other threads compute: nobody will see it.

    Nothing acknowledged is lost, because it is on disk.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # a closed terminal
            stream.flush()
    os._exit(status)


def _give_up() -> None:
    click.echo(
        "tertium: the database did not answer in time, so the server stopped without it. "
        "Answers that were not acknowledged are kept in the browsers and sent again.",
        err=True,
    )
    leave(1)
