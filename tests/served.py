"""A table served in a thread of the tests, and a client for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from scoresheets.web.serving import Server


@contextmanager
def running(server: Server) -> Iterator[Server]:
    """A server that runs inside a ``with`` block."""
    listening = threading.Thread(target=server.run)
    listening.start()
    try:
        while not server.listening:
            assert listening.is_alive()
            time.sleep(0.005)
        yield server
    finally:
        server.stop()
        listening.join()
