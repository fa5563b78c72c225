"""The server by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from rockpool import RockpoolError, Server


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    (tmp_path / "films.csv").write_text("title,year\nAlien,1979\nJaws,1975\n")
    return tmp_path


def mapping(path: Path, body: str) -> None:
    (path / "films.mapping.json").write_text(body)


def wait_for_end(url: str) -> None:
    for _ in range(200):
        try:
            with urlopen(url):
                time.sleep(0.05)
        except OSError:
            return
    pytest.fail(f"{url} still answers")


def test_answers_and_ends_with_its_block(seed: Path) -> None:
    mapping(seed, '{"mappings": {"properties": {"year": {"type": "keyword"}}}}')
    with Server(seed=seed) as server:
        assert server.client.info()["version"]["number"] == "2.7.0"
        assert server.client.count(index="films")["count"] == 2
        assert "keyword" in str(server.client.indices.get_mapping(index="films"))
        url = server.url
    with pytest.raises(URLError):
        urlopen(url)


def test_forks_do_not_see_each_other(seed: Path) -> None:
    with Server(seed=seed) as server, server.fork() as one, server.fork() as other:
        one.client.index(index="films", body={"title": "Brazil"}, refresh=True)
        other.client.indices.delete(index="films")
        with one.fork() as copy:
            counts = [engine.client.count(index="films")["count"] for engine in (copy, one, server)]
        assert counts == [3, 3, 2]
        assert not other.client.indices.exists(index="films")
        url = one.url
    wait_for_end(url)


def test_a_fork_ends_with_its_block() -> None:
    with Server() as server:
        with server.fork() as fork:
            url = fork.url
        wait_for_end(url)
        assert server.client.ping()


def test_takes_arguments() -> None:
    with Server(arguments=["--demo"]) as server:
        assert server.client.count(index="movies")["count"] == 3201


def test_a_block_may_be_entered_again(seed: Path) -> None:
    server = Server(seed=seed)
    for _ in range(2):
        with server:
            assert server.client.count(index="films")["count"] == 2


def test_says_why_it_did_not_start(tmp_path: Path) -> None:
    with pytest.raises(RockpoolError, match=r"ended with 1.*no files of documents"):
        Server(seed=tmp_path).__enter__()
    with pytest.raises(RockpoolError, match="unknown option"):
        Server(arguments=["--nope"]).__enter__()


def test_says_why_there_is_no_fork() -> None:
    with Server(arguments=["-E", "rockpool.limits.forks=1"]) as server, server.fork():
        with pytest.raises(RockpoolError, match="rejected_execution_exception"):
            with server.fork():
                pass


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_ends_with_its_process_when_that_is_killed() -> None:
    program = "import time; from rockpool import Server; s = Server(); s.__enter__(); print(s.url, flush=True); time.sleep(60)"
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    url = parent.stdout.readline().strip()
    urlopen(url).close()
    parent.send_signal(signal.SIGKILL)
    parent.communicate()
    wait_for_end(url)


def test_is_the_command_line_too() -> None:
    command = str(Path(sys.executable).with_name("rockpool"))
    asked = subprocess.run([command, "exec", "--", "node", "-e", "process.exit(7)"], check=False)
    assert asked.returncode == 7
    assert "serve" in subprocess.run([command, "--help"], capture_output=True, text=True, check=True).stdout
