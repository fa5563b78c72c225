"""The fixtures `rockpool` and `rockpool_fork`, found by pytest wherever this package is installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from . import Fork, Server

SEED_HELP = "folder of documents to start with: films.ndjson becomes the index films"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("rockpool").addoption("--rockpool-seed", metavar="FOLDER", help=SEED_HELP)
    parser.addini("rockpool_seed", SEED_HELP)


@pytest.fixture(scope="session")
def rockpool(pytestconfig: pytest.Config) -> Iterator[Server]:
    """One server per session, or per pytest-xdist worker. Forks contain what session fixtures add to it."""
    with Server(seed=_seed(pytestconfig)) as server:
        yield server


@pytest.fixture
def rockpool_fork(rockpool: Server) -> Iterator[Fork]:
    """A fork of the server for one test, which may change it: `rockpool_fork.url`, `rockpool_fork.client`."""
    with rockpool.fork() as fork:
        yield fork


def _seed(config: pytest.Config) -> Path | None:
    if given := config.getoption("rockpool_seed"):
        return Path(config.invocation_params.dir, given)
    if configured := config.getini("rockpool_seed"):
        # Relative to the configuration file, like pytest's own paths.
        return Path(config.inipath.parent if config.inipath else config.rootpath, configured)
    return None
