# SPDX-License-Identifier: GPL-3.0-or-later
"""The process that receives files. `receiver_process.py` starts it, and it ends with Blender.

Both send lines of JSON through a connection that this process makes, by what it reads from standard
input; the secret that it reads there goes first. Blender sends `{"allow"}`, `{"ignore"}` or
`{"revoke"}` with an origin, and `{"ended", "summary", "error"}` with the id of a job. It gets
`{"waiting", "allowed", "problem"}` when origins have changed, then once `{"port"}` or
`{"problem"}`, and `{"id", "file"}` for each file.
"""

import json
import shutil
import socket
import sys
import threading

from .import_queue import ImportQueue
from .origins import OriginRules, OriginStore
from .protocol import HOST
from .receiver import Receiver

#: Seconds for the connection to Blender, which waits for it.
CONNECT_S = 10


class _Link:
    """The connection to Blender; all threads send. Where Blender does not read for long, what is
    under way fills the buffer of the connection, and senders of files wait."""

    def __init__(self, port, secret):
        self._connection = socket.create_connection((HOST, port), timeout=CONNECT_S)
        self._connection.settimeout(None)
        self._connection.sendall(secret.encode())
        self._lock = threading.Lock()

    def send(self, message):
        with self._lock:
            self._connection.sendall(json.dumps(message).encode() + b"\n")

    def lines(self):
        """What Blender sends, until it ends."""
        with self._connection.makefile("r", encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)


def main():
    given = json.loads(sys.stdin.readline())
    try:
        _receive(given, _Link(given["port"], given["secret"]))
    except (ConnectionError, KeyboardInterrupt):
        pass
    finally:
        shutil.rmtree(given["spool"], ignore_errors=True)


def _receive(given, link):
    def note_origins(waiting, allowed, problem):
        link.send({"waiting": waiting, "allowed": allowed, "problem": problem})

    def note_file(job):
        link.send({"id": job.id, "file": vars(job.file)})

    rules = OriginRules(OriginStore(given["origins_path"], given["hosted"]), note_origins)
    queue = ImportQueue(note_file)
    link.send({"waiting": [], "allowed": rules.allowed(), "problem": ""})
    try:
        receiver = Receiver(rules, queue, given["version"], given["spool"], given["ports"])
    except OSError as error:
        link.send({"problem": f"Cannot listen: {error.strerror or error}."})
        return
    try:
        link.send({"port": receiver.port})
        for message in link.lines():
            if "ended" in message:
                queue.end(message["ended"], message.get("summary"), message.get("error"))
            for decide in ("allow", "ignore", "revoke"):
                if decide in message:
                    getattr(rules, decide)(message[decide])
    finally:
        receiver.close()


main()
