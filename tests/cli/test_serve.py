"""Serving campaigns: what is printed, what is refused, how it stops."""

import os
import re
import signal
import socket
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from tertium.analyses.campaigns import campaign_folders, open_store, stored_names
from tertium.cli.main import cli
from tertium.cli.serve import put_folder
from tertium.exceptions import BadInput, NotFound
from tertium.model import Judgement
from tertium.store import Store
from tertium.web.manage.sessions import new_session, session_cookie
from tertium.web.openapi import COOKIE

TOML = """\
name = "{name}"
title = "Trains"
protocol = "ab@1"
seed = 5
[systems]
baseline = "one"
advanced = "two"
[[texts]]
source_language = "en"
target_language = "de"
file = "texts.tsv"
[design]
annotators = {annotators}
common = 6
"""


def write_campaign(folder, name="spring", annotators=2, lines=20):
    """Write a campaign folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "campaign.toml").write_text(TOML.format(name=name, annotators=annotators))
    rows = [
        f"The number {k} train leaves the station.\tZug {k}.\tDer Zug {k}." for k in range(lines)
    ]
    (folder / "texts.tsv").write_text("\n".join(["source\tone\ttwo", *rows]) + "\n")
    return folder


def judge(store, name="spring"):
    """Give the first answer, which freezes the plan."""
    person = store.annotators.all(name)[0].id
    first = store.assignments.of(name, person)[0]
    now = datetime.now(UTC)
    store.judgements.append(
        [Judgement("judgement-1", name, first.id, person, {"better": "left"}, now)],
        received_at=now,
    )


def test_a_folder_is_a_campaign_or_holds_campaigns(tmp_path):
    """Either way the campaigns are found; hidden folders are not campaigns."""
    write_campaign(tmp_path / "all" / "b", "b")
    write_campaign(tmp_path / "all" / "a", "a")
    write_campaign(tmp_path / "all" / ".drafts" / "c", "c")
    assert [path.name for path in campaign_folders(tmp_path / "all")] == ["a", "b"]
    assert campaign_folders(tmp_path / "all" / "a") == [tmp_path / "all" / "a"]
    with pytest.raises(NotFound):
        campaign_folders(tmp_path / "none")


def test_an_unchanged_campaign_is_taken_as_it_is(tmp_path):
    """Starting again changes nothing: same version, same links."""
    folder = write_campaign(tmp_path / "spring")
    with Store.open_folder(folder) as store:
        put_folder(store, folder, new_version=False)
        tokens = [person.token for person in store.annotators.all("spring")]
        judge(store)
        put_folder(store, folder, new_version=False)
        assert store.campaigns.state("spring").version == 1
        assert [person.token for person in store.annotators.all("spring")] == tokens


def test_an_edit_after_judging_began_is_told_or_added(tmp_path):
    """One sentence names the file and the old plan stays; --new-version adds and moves nothing."""
    folder = write_campaign(tmp_path / "spring")
    with Store.open_folder(folder) as store:
        put_folder(store, folder, new_version=False)
        judge(store)
        before = {
            p.id: store.assignments.of("spring", p.id) for p in store.annotators.all("spring")
        }
        write_campaign(folder, annotators=3)
        name, told = put_folder(store, folder, new_version=False)
        assert name == "spring"
        assert told.where.endswith("campaign.toml")
        assert "--new-version" in told.fix
        assert {p.id for p in store.annotators.all("spring")} == set(before)
        assert store.campaigns.state("spring").version == 1
        put_folder(store, folder, new_version=True)
        assert store.campaigns.state("spring").version == 2
        people = [person.id for person in store.annotators.all("spring")]
        assert people == ["ann-01", "ann-02", "ann-03"]
        assert {p: store.assignments.of("spring", p) for p in before} == before
        assert store.assignments.of("spring", "ann-03")


def test_a_campaign_in_a_served_folder_uses_the_database_there(tmp_path):
    """`tertium status all/a` finds what `tertium serve all` has stored."""
    write_campaign(tmp_path / "all" / "a", "a")
    write_campaign(tmp_path / "all" / "b", "b")
    with Store.open_folder(tmp_path / "all") as store:
        for name in ("a", "b"):
            put_folder(store, tmp_path / "all" / name, new_version=False)
    with open_store(tmp_path / "all" / "a", create=False) as store:
        assert stored_names(store, tmp_path / "all" / "a") == ["a"]
        assert stored_names(store, tmp_path / "all") == ["a", "b"]
        with pytest.raises(NotFound):
            stored_names(store, tmp_path / "all" / "a", "b")
    write_campaign(tmp_path / "alone", "alone")
    with open_store(tmp_path / "alone") as store, pytest.raises(BadInput, match="opened yet"):
        stored_names(store, tmp_path / "alone")


def run(*words, cwd, **more):
    """Start a command as a person would."""
    return subprocess.Popen(
        [sys.executable, "-m", "tertium", *map(str, words)],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        **more,
    )


def test_a_port_in_use_is_told_in_one_sentence(tmp_path):
    """Nothing is stored, nothing hangs; the remedy is another port."""
    write_campaign(tmp_path / "spring")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        out, err = run("serve", "spring", "--port", port, cwd=tmp_path).communicate(timeout=60)
    assert out == ""
    assert err.startswith(f"tertium: cannot listen on port {port}")
    assert f"--port {port + 1}" in err
    assert len(err.strip().splitlines()) == 1
    assert not (tmp_path / "spring" / "tertium.db").exists()


def test_an_edited_campaign_is_served_by_its_old_plan(tmp_path):
    """People can go on; one sentence and the exit code say that somebody should look."""
    folder = write_campaign(tmp_path / "spring")
    with Store.open_folder(folder) as store:
        put_folder(store, folder, new_version=False)
        judge(store)
    write_campaign(folder, annotators=3)
    server = run("serve", "spring", "--port", 0, cwd=tmp_path)
    try:
        printed = ""
        while "ann-02" not in printed:
            line = server.stdout.readline()
            assert line, server.stderr.read()
            printed += line
        link = re.search(r"ann-01  (http\S+)", printed)[1]
        assert "<h1" in urlopen(link, timeout=60).read().decode()
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=60)
    finally:
        server.kill()
    assert server.returncode == 1
    assert "ann-03" not in printed + out
    (sentence,) = err.strip().splitlines()
    assert sentence.startswith("tertium: ")
    assert "campaign.toml" in sentence


def test_serving_prints_links_that_open_and_stops_when_asked(tmp_path):
    """One link for managers, one for each annotator; SIGTERM ends it cleanly, live pages too."""
    write_campaign(tmp_path / "all" / "spring")
    server = run("serve", "all", "--port", 0, cwd=tmp_path)
    try:
        printed = ""
        while "/manage/enter" not in printed:  # the last line
            line = server.stdout.readline()
            assert line, server.stderr.read()
            printed += line
        entry = re.search(r"http\S+/manage/enter\?key=\S+", printed)[0]
        links = re.findall(r"ann-\d+  (http\S+)", printed)
        assert len(links) == 2
        listed = CliRunner().invoke(cli, ["links", str(tmp_path / "all")], catch_exceptions=False)
        assert re.findall(r"ann-\d+  (http\S+)", listed.stdout) == links  # with the server's port
        assert "first manager" in urlopen(entry, timeout=60).read().decode()
        assert "<h1" in urlopen(links[0], timeout=60).read().decode()
        with Store.open_folder(tmp_path / "all") as store:
            store.managers.add("ada", "")
            cookie = session_cookie(store, new_session("ada"), now=datetime.now(UTC))
        live = f"{entry.partition('/manage')[0]}/manage/campaigns/spring/live"
        stream = urlopen(Request(live, headers={"cookie": f"{COOKIE}={cookie}"}), timeout=60)
        while not stream.readline().startswith(b"event: figures"):
            pass
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=60) == 0
        assert server.stderr.read() == ""  # it would say so if a stream had to be cut off
    finally:
        server.kill()


def test_what_to_type_next_is_found_by_the_shell(tmp_path):
    """It runs as printed, whatever the folder's name, where `tertium` alone would not be found."""
    folder = write_campaign(tmp_path / "spring & summer")
    (folder / "campaign.toml").unlink()
    program = Path(sys.executable).with_name("tertium")
    about = ["--source-language", "en", "--target-language", "de", "--baseline", "one"]
    place = {"cwd": tmp_path, "env": {**os.environ, "PATH": "/usr/bin:/bin"}}
    made = subprocess.run(
        [program, "new", folder.name, *about], **place, capture_output=True, text=True, check=True
    )
    following = made.stderr.partition("then run: ")[2]
    assert following == f"{program} check '{folder.name}'\n"
    subprocess.run(following, shell=True, **place, check=True, stdout=subprocess.DEVNULL)
