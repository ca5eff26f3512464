"""A PostgreSQL server for the tests: a temporary cluster on a free port.

`python -m tests.postgres_server COMMAND…` runs a command with such a server, with its address in REFEREE_TEST_POSTGRES.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

VARIABLE = "REFEREE_TEST_POSTGRES"
PASSWORD = "open:se/same?%"
HURRIED = ("fsync=off", "full_page_writes=off", "shared_buffers=32MB", "max_connections=300", "autovacuum=off")
"""Unsafe but fast: tests only kill the clients of the server, never the server."""


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; Debian doesn't put them on the path."""
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda folder: float(folder.parent.name), default=None)


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a server that runs inside a ``with`` block."""
    if not (folder := programs()):
        raise SystemExit("PostgreSQL isn't installed: apt-get install postgresql")
    room = Path(tempfile.mkdtemp(prefix="referee-postgres-"))
    as_somebody = _as_somebody(room)
    path = room / "kept"

    def run(program: str, *words: object) -> None:
        done = subprocess.run(
            [folder / program, "-D", path, *map(str, words)], cwd=room, capture_output=True, text=True, check=False,
            **as_somebody,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"{program}: {done.stdout}{done.stderr}")

    try:
        (room / "password").write_text(PASSWORD, encoding="utf-8")
        who = "-U", "referee", "-A", "scram-sha-256", f"--pwfile={room / 'password'}"
        run("initdb", *who, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        port = free_port()
        lines = (*HURRIED, f"port={port}", f"unix_socket_directories={room}", "listen_addresses=127.0.0.1")
        run("pg_ctl", "start", "-w", "-l", room / "log", "-o", " ".join(f"-c {setting}" for setting in lines))
        try:
            yield f"postgresql+psycopg://referee:{quote(PASSWORD, safe='')}@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "stop", "-w", "-m", "immediate")
    finally:
        shutil.rmtree(room, ignore_errors=True)


def _as_somebody(room: Path) -> dict[str, Any]:
    """The user who runs the programs: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            somebody = pwd.getpwnam(name)
        except KeyError:
            continue
        os.chown(room, somebody.pw_uid, somebody.pw_gid)
        return {"user": somebody.pw_uid, "group": somebody.pw_gid, "extra_groups": []}
    raise SystemExit("PostgreSQL isn't run by root, and there is nobody else here")


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is stopped with it
    with cluster() as address:
        return subprocess.run(sys.argv[1:], env=os.environ | {VARIABLE: address}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
