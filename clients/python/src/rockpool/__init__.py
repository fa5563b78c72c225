"""OpenSearch for tests, without Docker: a server in one process, and a copy of it for every test.

The fixtures of pytest are in `pytest_plugin`; without it:

>>> with Server(seed="tests/data") as server, server.fork() as fork:
...     fork.client.search(index="films")
"""

from ._server import Fork, RockpoolError, Server

__all__ = ["Fork", "RockpoolError", "Server"]
