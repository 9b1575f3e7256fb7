"""A server that is killed while chunks are saved."""

import json
import subprocess
import sys

import pytest

from tertium.cli.serve import put_folder
from tertium.formats.campaign import read_campaign
from tests.web.manage.test_chunks import CALL, MEET, cut, island, makers, place, save, shown

__all__ = ["island", "place"]

# What a server does with a save, and the moment at which it is killed.
SERVER = """
import os, signal, sys
from pathlib import Path
from starlette.testclient import TestClient
from tertium.formats import chunk_files
from tertium.store import Store
from tertium.web.app import create_app
from tertium.web.manage import chunks
from tertium.web.manage.sessions import new_session, session_cookie
from tertium.web.openapi import COOKIE, FORM_HEADER
from datetime import UTC, datetime

database, folder, path, body, moment = sys.argv[1:]
kill = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
if moment == "before the file":
    chunk_files._to_disk = kill
else:
    write = chunks.write_chunking
    chunks.write_chunking = lambda *given: (write(*given), kill())
store = Store.open(database)
client = TestClient(create_app(store, folder=Path(folder)))
client.cookies.set(COOKIE, session_cookie(store, new_session("ada"), now=datetime.now(UTC)))
token = client.get("/manage.json").headers[FORM_HEADER]
client.post(path, content=body, headers={FORM_HEADER: token, "content-type": "application/json"})
"""


@pytest.mark.parametrize("moment", ["before the file", "between file and store"])
def test_a_killed_server_loses_nothing(manager, store, island, folder, tmp_path, moment):
    """What was saved is there, the interrupted save whole or not at all, and serving goes on."""
    assert save(manager, CALL, CALL).status_code == 200
    people = [(one.id, one.token) for one in store.annotators.all("island")]
    before, one = store.campaigns.get("island"), shown(manager)[MEET]
    body = json.dumps({"state": one["state"], "chunks": cut(MEET, MEET)})
    killed = subprocess.run(
        [sys.executable, "-c", SERVER, str(tmp_path / "tertium.db"), str(folder),
         f"/manage/campaigns/island/chunks/{one['id']}", body, moment],
        check=False, capture_output=True,
    )  # fmt: skip
    assert killed.returncode == -9, killed.stderr.decode()
    store.campaigns.changed()
    assert store.campaigns.get("island") == before, "the store commits last"
    assert put_folder(store, island, new_version=False) == ("island", None)
    assert store.campaigns.get("island") == read_campaign(island)
    assert len({key for key, _ in makers(store)}) == (1 if moment == "before the file" else 2)
    assert [(one.id, one.token) for one in store.annotators.all("island")] == people
    assert save(manager, CALL, "Er", CALL[3:]).status_code == 200
    assert [file.name for file in island.iterdir() if file.name.startswith(".")] == []
