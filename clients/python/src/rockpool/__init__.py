"""OpenSearch for tests, without Docker: a local server, and a fork of it for every test.

The pytest fixtures are in `pytest_plugin`. Without pytest:

>>> with Server(seed="tests/data") as server, server.fork() as fork:
...     fork.client.search(index="films")
"""

from ._server import Fork, RockpoolError, Server

__all__ = ["Fork", "RockpoolError", "Server"]
