from __future__ import annotations

import json
import os
import subprocess
import warnings
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from threading import Thread, Timer
from typing import IO, TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from ._command import command

if TYPE_CHECKING:
    from opensearchpy import OpenSearch

START_TIMEOUT_S = 60
STOP_TIMEOUT_S = 10
REQUEST_TIMEOUT_S = 60
#: How much of the log is kept, for the error message if the server does not start.
LOG_LINES = 100
#: Longer than any debugging session. A fork stops with its server in any case.
IDLE_TIMEOUT = "1d"
#: The server is local: no proxy.
_opener = build_opener(ProxyHandler({}))


class RockpoolError(Exception):
    """The server did not start, or refused a request. Has the server's message."""


class _Engine:
    """What a server and its forks have in common."""

    #: `http://127.0.0.1:41234`
    url: str

    @cached_property
    def client(self) -> OpenSearch:
        """An opensearch-py client. Raises RockpoolError if opensearch-py is not installed."""
        try:
            from opensearchpy import OpenSearch
        except ImportError as error:
            raise RockpoolError("`client` needs opensearch-py: pip install opensearch-py") from error
        return OpenSearch(hosts=[self.url])

    @contextmanager
    def fork(self) -> Iterator[Fork]:
        """A server on its own port that starts with everything in this one. Later changes to one do not affect the other."""
        forks = f"{self.url}/_rockpool/forks"
        made = _ask("POST", forks, {"idle_timeout": IDLE_TIMEOUT})
        fork = Fork(made["url"])
        try:
            yield fork
        finally:
            fork._close_client()
            _ask("DELETE", f"{forks}/{made['id']}")

    def _close_client(self) -> None:
        if "client" in self.__dict__:
            self.__dict__.pop("client").close()


class Fork(_Engine):
    """A fork of a server, made by `Server.fork`."""

    def __init__(self, url: str) -> None:
        self.url = url


class Server(_Engine):
    """A server in memory, on a free port. Stops with the `with` block, and when this process ends, even if it is killed.

    seed: a folder of documents. `films.ndjson` (or .json, .csv, gzipped or not) becomes the index `films`;
    `films.mapping.json`, if there, is the request body that the index is created with.
    arguments: further options of `rockpool serve`, such as `["--demo"]`.
    """

    def __init__(self, seed: str | os.PathLike[str] | None = None, arguments: Sequence[str] = ()) -> None:
        self._arguments = ["serve", "--port", "0", "--ephemeral", "--exit-on-stdin-close"]
        self._arguments += ["--log-level", "warn", *arguments]
        if seed is not None:
            self._arguments += ["--seed", str(Path(seed))]
        self.url = ""
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Server:
        process = self._process = _spawn(self._arguments)
        log: deque[str] = deque(maxlen=LOG_LINES)
        reader = Thread(target=_keep, args=(_file(process.stderr), log), daemon=True)
        reader.start()
        timer = Timer(START_TIMEOUT_S, process.kill)
        timer.start()
        try:
            self.url = _file(process.stdout).readline().strip()
        finally:
            timer.cancel()
            if not self.url:
                self._stop()
        if not self.url:
            reader.join(STOP_TIMEOUT_S)
            words = "".join(log).strip()
            raise RockpoolError(f"the server did not start (it ended with {process.returncode}): {words}")
        for line in log.copy():
            warnings.warn(line.strip(), RuntimeWarning, stacklevel=2)
        return self

    def __exit__(self, *_: object) -> None:
        self._close_client()
        self._stop()

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        _file(process.stdin).close()
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        _file(process.stdout).close()
        self.url = ""


def _spawn(arguments: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*command(), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        # Ctrl-C must reach the tests only: they still need the server to clean up.
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


def _file(stream: IO[str] | None) -> IO[str]:
    """All three streams are pipes, so none is None."""
    assert stream is not None
    return stream


def _keep(stream: IO[str], lines: deque[str]) -> None:
    """Reads to the end: a full pipe would block the server."""
    with stream:
        lines.extend(stream)


def _ask(method: str, url: str, body: object = None) -> Any:
    """The JSON response. Raises RockpoolError for an error status."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data, {"content-type": "application/json"}, method=method)
    try:
        with _opener.open(request, timeout=REQUEST_TIMEOUT_S) as answer:
            return json.load(answer)
    except HTTPError as error:
        with error:
            raise RockpoolError(f"{method} {url}: {error.read().decode()}") from None
