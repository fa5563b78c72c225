"""The fixtures `rockpool` and `rockpool_fork`; pytest finds them where this package is installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from . import Fork, Server

SEED_HELP = "folder of documents that the server starts with: films.ndjson is the index films"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("rockpool").addoption("--rockpool-seed", metavar="FOLDER", help=SEED_HELP)
    parser.addini("rockpool_seed", SEED_HELP)


@pytest.fixture(scope="session")
def rockpool(pytestconfig: pytest.Config) -> Iterator[Server]:
    """A server for the whole session (for each worker of pytest-xdist). What a session-wide fixture adds, forks have."""
    with Server(seed=_seed(pytestconfig)) as server:
        yield server


@pytest.fixture
def rockpool_fork(rockpool: Server) -> Iterator[Fork]:
    """A copy of the server for one test, which may change it: `rockpool_fork.url`, `rockpool_fork.client`."""
    with rockpool.fork() as fork:
        yield fork


def _seed(config: pytest.Config) -> Path | None:
    if given := config.getoption("rockpool_seed"):
        return Path(config.invocation_params.dir, given)
    if configured := config.getini("rockpool_seed"):
        # As with pytest's own paths: from the file that says so.
        return Path(config.inipath.parent if config.inipath else config.rootpath, configured)
    return None
