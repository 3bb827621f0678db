# SPDX-License-Identifier: GPL-3.0-or-later
"""The process that receives files, as Blender sees it.

HTTP needs threads, and Python's threads within Blender are not safe: with the server in Blender
3.4.1 itself, it crashed in 3 of 5 runs of `blender.long.test.ts`, in the memory of Python. So the
server is `receiving`, in a process of its own, and nothing here waits for it.
"""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from .receiving.protocol import HOST, PORTS

#: Seconds within which the process connects.
START_S = 15
#: Seconds for a message to it.
SEND_S = 1
#: Connections that have not sent the secret; the oldest is closed.
STRANGERS_MAX = 8
BLOCK_BYTES = 1 << 16


class ReceiverLost(Exception):
    """The process is not there, or has ended: the message is for the person."""


class ReceiverProcess:
    """Starts the process. Raises `ReceiverLost` where there is no Python to start it with."""

    def __init__(self, version, origins_path, hosted):
        self._secret = secrets.token_hex(16)
        self._connection = None
        self._strangers = []
        self._received = b""
        self._until = time.monotonic() + START_S
        self._listener = socket.create_server((HOST, 0))
        self._listener.setblocking(False)
        self._spool = tempfile.mkdtemp(prefix="plat-receive-")
        given = {
            "port": self._listener.getsockname()[1],
            "secret": self._secret,
            "spool": self._spool,
            "version": version,
            "ports": PORTS,
            "origins_path": origins_path,
            "hosted": hosted,
        }
        try:
            self._process = _start(given)
        except OSError as error:
            self._listener.close()
            shutil.rmtree(self._spool, ignore_errors=True)
            raise ReceiverLost(f"Python cannot be started: {error.strerror or error}.") from error

    def messages(self):
        """What has come since the last call. Raises `ReceiverLost` when no more can come."""
        if self._connection is None and not self._accept():
            return []
        ended = False
        try:
            while not ended:
                block = self._connection.recv(BLOCK_BYTES)
                ended = not block
                self._received += block
        except BlockingIOError:
            pass
        except OSError:
            ended = True
        *lines, self._received = self._received.split(b"\n")
        if ended and not lines:
            raise ReceiverLost("The receiver has ended. Start it again.")
        return [json.loads(line) for line in lines]

    def send(self, message):
        """Sends one message. One that is lost means that the process is: `messages` raises then."""
        try:
            self._connection.settimeout(SEND_S)
            self._connection.sendall(json.dumps(message).encode() + b"\n")
            self._connection.setblocking(False)
        except OSError:
            self._connection.close()
            self._process.kill()

    def close(self):
        """Ends the process at once, and removes files that have come."""
        for each in (self._listener, self._connection, *self._strangers):
            if each is not None:
                each.close()
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self._spool, ignore_errors=True)

    def _accept(self):
        """Takes the connection of the process; True when it is there."""
        try:
            self._strangers.append(self._listener.accept()[0])
            self._strangers[-1].setblocking(False)
        except BlockingIOError:
            pass
        # Another program may have found the port.
        for connection in list(self._strangers):
            found = self._secret_of(connection)
            if found is None:
                continue
            self._strangers.remove(connection)
            if secrets.compare_digest(found, self._secret.encode()):
                self._connection = connection
                self._listener.close()
                return True
            connection.close()
        while len(self._strangers) > STRANGERS_MAX:
            self._strangers.pop(0).close()
        if self._process.poll() is not None:
            message = f"The receiver has ended with {self._process.returncode}, see the console."
            raise ReceiverLost(message)
        if time.monotonic() > self._until:
            raise ReceiverLost(f"The receiver has not started within {START_S} s.")
        return False

    def _secret_of(self, connection):
        """What a connection has sent at first; None where it has sent nothing yet."""
        try:
            return connection.recv(len(self._secret))
        except BlockingIOError:
            return None
        except OSError:
            return b""


def _start(given):
    command = [_python(), "-E", "-s", "-m", "receiving"]
    process = subprocess.Popen(
        command,
        # The package is found there.
        cwd=os.path.dirname(os.path.abspath(__file__)),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        # Windows would show a console. Elsewhere Ctrl+C in a terminal is for Blender.
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        start_new_session=os.name == "posix",
    )
    with process.stdin as stdin:
        stdin.write(json.dumps(given).encode() + b"\n")
    return process


def _python():
    """Blender's own Python. Where Blender uses that of the system, as in Debian, `sys.executable` is
    what is found first in PATH, which need not be the same."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    own = os.path.join(sys.prefix, "bin", version)
    return own if os.path.exists(own) else sys.executable
