"""README's commands run as printed, in an empty folder, with the wheel of this checkout."""

import os
import re
import shlex
import signal
import subprocess
import sys
import sysconfig
import urllib.request
from pathlib import Path

import pytest

from tests.test_docs import README, ROOT, as_printed

SERVERS = ("tertium demo", "tertium serve")


def commands():
    """Yield what README's fences say to type, in order, with the output printed below each."""
    text = README.read_text(encoding="utf-8")
    for kind, block in re.findall(r"```(\w+)\n(.*?)```", text, re.S):
        assert kind in ("sh", "console"), f"nobody runs what stands in a fence of {kind}"
        begins = r"^\$ " if kind == "console" else "^"
        for part in re.split(begins, block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            if command.strip():
                yield command, output.rstrip("\n")


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """Install the wheel as a user would; what it depends on is lent by the tests' own Python."""
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    # Compiled or not, TER finds the same; here nobody waits for a compiler.
    uncompiled = os.environ | {"HATCH_BUILD_NO_HOOKS": "true"}
    subprocess.run(build, cwd=ROOT, env=uncompiled, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    scheme = {"base": str(environment), "platbase": str(environment)}
    packages = Path(sysconfig.get_path("purelib", "venv", vars=scheme))
    lent = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    (packages / "lent.pth").write_text("\n".join(lent))
    python = environment / "bin" / "python"
    install = ["-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([sys.executable, *install, wheel], check=True)
    where = "import tertium; print(tertium.__file__)"
    used = subprocess.run([python, "-c", where], capture_output=True, text=True, check=True).stdout
    assert used.startswith(str(environment)), "the checkout, not the wheel, would be tested"
    return environment / "bin"


def test_commands_run_as_printed(programs, tmp_path):
    """All of them, one after the other: nothing fails, and what is printed below comes out."""
    environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}
    environment.pop("PYTHONPATH", None)
    ran = []
    for command, expected in commands():
        ran.append(command)
        if command.startswith("make "):
            target = shlex.split(command)[1]
            assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.M), command
        elif command.startswith(SERVERS):
            check_serving(shlex.split(command, comments=True), tmp_path, environment)
        else:
            done = subprocess.run(
                command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True
            )
            assert done.returncode == 0, f"$ {command}\n{done.stdout}{done.stderr}"
            if expected:
                assert as_printed(expected, done.stdout), f"$ {command}\n{done.stdout}"
    assert any(command.startswith(SERVERS) for command in ran)
    assert (tmp_path / "spring.html").stat().st_size > 10_000


def check_serving(words, folder, environment):
    """Start a server as printed but for the port, open its links, and stop it."""
    server = subprocess.Popen(
        [*words, "--port", "0"], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        links = []
        for line in server.stdout:
            links += re.findall(r"http://\S+", line)
            if "/manage/enter" in line:  # the last one
                break
        assert len(links) > 3
        for link in links:
            with urllib.request.urlopen(link, timeout=60) as page:
                assert page.status == 200
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=60) == 0
    finally:
        server.kill()
        server.communicate()
