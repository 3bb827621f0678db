# SPDX-License-Identifier: GPL-3.0-or-later
"""The HTTP server of the protocol."""

import errno
import json
import os
import re
import secrets
import socket
import threading
import time
import unicodedata
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote_to_bytes

from . import gltf_check
from .protocol import (
    ADDON_VERSION,
    APP,
    GLB_BYTES_MAX,
    GLB_TYPE,
    HOST,
    NAME_CHARACTERS_MAX,
    Refusal,
    SentFile,
)

#: Seconds for which a connection may be silent, and within which a file has to come.
SILENT_S = 30
UPLOAD_S = 600
#: Seconds between two looks whether the server is to end.
END_LOOK_S = 0.1
#: Bytes that are read at once.
BLOCK_BYTES = 1 << 20
#: Seconds for which the body of a refused file is read and dropped: a connection that is closed on
#: bytes that come is reset, and the sender would lose the answer.
UNREAD_S = 5
CONNECTIONS_MAX = 32
#: Reference of the service, for senders that are not a page of one.
DOCS = "http://localhost:8080/docs"
PROJECT_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
VERSION = re.compile(r"\d{1,9}|draft")
JOB_PATH = re.compile(r"/svc/import/([A-Za-z0-9_]{1,64})")


class Receiver:
    """Listens on the first free port, and writes files into the folder `spool`. Raises `OSError`
    where no port is free."""

    def __init__(self, rules, queue, app_version, spool, ports):
        self.rules = rules
        self.queue = queue
        self.app_version = app_version
        self.spool = spool
        self._server = _listen(self, ports)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(END_LOOK_S,), daemon=True
        )
        self._thread.start()

    def close(self):
        """Stops accepting files."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    # On Windows it would let two programs share a port.
    allow_reuse_address = os.name == "posix"

    def __init__(self, port, receiver):
        self.receiver = receiver
        self._places = threading.BoundedSemaphore(CONNECTIONS_MAX)
        super().__init__((HOST, port), _Handler)

    def process_request(self, request, client_address):
        if not self._places.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request, client_address):
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request, client_address):
        """A sender that leaves is not a fault here."""


def _listen(receiver, ports):
    for port in ports:
        try:
            return _Server(port, receiver)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    raise OSError(errno.EADDRINUSE, f"ports {ports[0]} to {ports[-1]} are all in use")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "PlatImport"
    sys_version = ""
    timeout = SILENT_S

    def log_message(self, format, *args):
        """Nothing is written to the terminal of Blender."""

    # The names of methods are those of the library.
    def do_GET(self):
        self._answer(self._get)

    def do_POST(self):
        self._answer(self._post)

    def do_OPTIONS(self):
        self._answer(lambda: (204, None))

    def do_HEAD(self):
        self._answer(self._get)

    def _other(self):
        def refuse():
            allow = {"Allow": "GET, POST, OPTIONS"}
            message = f"{self.command} is not one of GET, POST."
            raise Refusal(405, "method_not_allowed", message, headers=allow)

        self._answer(refuse)

    do_PUT = do_PATCH = do_DELETE = do_TRACE = do_CONNECT = _other

    def send_error(self, code, message=None, explain=None):
        """For what the library itself refuses, such as a line that is too long."""
        self._request_id = f"req_{secrets.token_hex(16)}"
        self.close_connection = True
        self.headers = getattr(self, "headers", None) or {}
        refusal = Refusal(code, "invalid_input", f"{message or 'The request is wrong'}.")
        self._send(*self._refused(refusal))

    def _answer(self, work):
        self._request_id = f"req_{secrets.token_hex(16)}"
        self._is_body_read = False
        try:
            self._require_own_host()
            answer = (*work(), {})
        except Refusal as refusal:
            answer = self._refused(refusal)
        except (ConnectionError, socket.timeout):
            self.close_connection = True
            return
        except Exception as error:  # noqa: BLE001 - a fault must not leave the sender waiting
            message = f"The file cannot be received: {error}."
            answer = self._refused(Refusal(500, "import_failed", message))
        try:
            self.close_connection = self.close_connection or self._has_unread()
            self._send(*answer)
            if self._has_unread():
                self._drop_unread()
        except (ConnectionError, socket.timeout):
            self.close_connection = True

    def _get(self):
        path = self.path.split("?", 1)[0]
        receiver = self.server.receiver
        if path == "/svc/health":
            return 200, {
                "app": APP,
                "version": receiver.app_version,
                "addon": ADDON_VERSION,
                "port": receiver.port,
                "allowed": receiver.rules.admit(self._origin()),
            }
        found = JOB_PATH.fullmatch(path)
        if found is None:
            raise Refusal(404, "not_found", "This path does not exist: see /svc/health.")
        self._require_allowed()
        job = receiver.queue.find(found.group(1), self._origin())
        if job is None:
            raise Refusal(404, "unknown_import", "This sender has sent no import of this id.")
        return 200, job

    def _post(self):
        if self.path.split("?", 1)[0] != "/svc/import":
            raise Refusal(404, "not_found", "This path does not exist: see /svc/health.")
        self._require_allowed()
        length = self._announced()
        name, project_id, version = self._stated()
        receiver = self.server.receiver
        if not receiver.queue.reserve():
            message = "Two files are being imported: send it again."
            raise Refusal(409, "import_busy", message, headers={"Retry-After": "2"})
        path = os.path.join(receiver.spool, f"{secrets.token_hex(16)}.glb")
        file = SentFile(path, name, project_id, version)
        try:
            self._receive(path, length)
            gltf_check.check_glb(path)
            # A person may have revoked it while the file came.
            self._require_allowed()
        except BaseException as error:
            receiver.queue.release()
            file.delete()
            raise _as_refusal(error) from error
        receiver.rules.note_use(self._origin())
        return 202, receiver.queue.add(file, self._origin()).answer()

    def _receive(self, path, length):
        with open(path, "xb") as target:
            left = length
            until = time.monotonic() + UPLOAD_S
            while left > 0:
                # What has come, rather than all of a block: a slow sender is seen.
                block = self.rfile.read1(min(left, BLOCK_BYTES))
                if not block or time.monotonic() > until:
                    self._is_body_read = True
                    self.close_connection = True
                    found = f"{length - left} of {length} bytes have come"
                    raise _upload_failed(found)
                target.write(block)
                left -= len(block)
        self._is_body_read = True

    def _origin(self):
        return self.headers.get("Origin")

    def _require_own_host(self):
        """Refuses requests to another host: a page can let its own name lead to this computer,
        and would then be of the same origin (DNS rebinding)."""
        port = self.server.receiver.port
        hosts = [f"{host}:{port}" for host in (HOST, "localhost", "[::1]")]
        found = self.headers.get("Host")
        if (found or "").lower() not in hosts:
            message = f"Host must be {hosts[0]}, it is {json.dumps(found)}."
            raise Refusal(403, "host_not_allowed", message)

    def _require_allowed(self):
        origin = self._origin()
        if not self.server.receiver.rules.admit(origin):
            message = f"{origin} may not send. Allow it where the building is to be received."
            raise Refusal(403, "origin_not_allowed", message)

    def _announced(self):
        """Bytes of the body, by its head."""
        kind = self.headers.get("Content-Type", "")
        # Pages may send other types without leave (CORS); this one needs a preflight.
        if kind.split(";", 1)[0].strip().lower() != GLB_TYPE:
            message = f"Content-Type must be {GLB_TYPE}, it is {json.dumps(kind)}."
            raise Refusal(400, "not_glb", message)
        length = self.headers.get("Content-Length")
        if length is None or not re.fullmatch(r"\d{1,15}", length):
            message = "Send Content-Length: the bytes of the file."
            raise Refusal(411, "length_required", message)
        if int(length) > GLB_BYTES_MAX:
            message = f"The file has {int(length)} bytes, more than {GLB_BYTES_MAX}."
            raise Refusal(413, "payload_too_large", message)
        return int(length)

    def _stated(self):
        """Name, id and version of the project, by the head."""
        project_id = self.headers.get("X-Svc-Project-Id")
        if project_id is not None and not PROJECT_ID.fullmatch(project_id):
            raise _wrong_header("X-Svc-Project-Id", "letters, digits, - and _", project_id)
        version = self.headers.get("X-Svc-Version")
        if version is not None and not VERSION.fullmatch(version):
            raise _wrong_header("X-Svc-Version", "a number or draft", version)
        sent = self.headers.get("X-Svc-Project-Name", "")
        try:
            if re.search(r"%(?![0-9A-Fa-f]{2})", sent):
                raise ValueError("a percent sign without a number")
            name = unquote_to_bytes(sent).decode("utf-8")
        except ValueError as error:
            wanted = "percent-encoded UTF-8"
            raise _wrong_header("X-Svc-Project-Name", wanted, sent) from error
        return safe_text(name)[:NAME_CHARACTERS_MAX], project_id, version

    def _refused(self, refusal):
        """Status, body and headers for a request that is refused."""
        origin = self._origin()
        docs = f"{origin}/docs" if origin and origin != "null" else DOCS
        error = {"code": refusal.code, "message": refusal.message}
        if refusal.param is not None:
            error["param"] = refusal.param
        error["request_id"] = self._request_id
        error["doc_url"] = f"{docs}#error-{refusal.code}"
        headers = {"X-Should-Retry": "false", **refusal.headers}
        return refusal.status, {"error": error}, headers

    def _send(self, status, body, headers):
        content = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        sent = {
            "Request-Id": self._request_id,
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Vary": "Origin",
            "Access-Control-Allow-Origin": self._origin() or "*",
            "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
            "Access-Control-Allow-Headers": (
                "content-type, x-svc-project-name, x-svc-project-id, x-svc-version"
            ),
            "Access-Control-Allow-Private-Network": "true",
            "Access-Control-Max-Age": "600",
            **headers,
        }
        if body is not None:
            sent["Content-Type"] = "application/json; charset=utf-8"
        if status != 204:
            sent["Content-Length"] = str(len(content))
        if self.close_connection:
            sent["Connection"] = "close"
        for name, value in sent.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _has_unread(self):
        length = self.headers.get("Content-Length", "0")
        return not self._is_body_read and (length != "0" or "Transfer-Encoding" in self.headers)

    def _drop_unread(self):
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_WR)
        self.connection.settimeout(1)
        until = time.monotonic() + UNREAD_S
        while time.monotonic() < until and self.connection.recv(BLOCK_BYTES):
            pass


def safe_text(text):
    """The text on one line, without characters that could change how it reads."""
    line = " ".join(text.split())
    return "".join("?" if unicodedata.category(each) in _UNSAFE else each for each in line).strip()


#: Controls, marks of direction and joiners, halves of surrogate pairs.
_UNSAFE = ("Cc", "Cf", "Cs")


#: Windows has no quotas of this name.
_DISK_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


def _as_refusal(error):
    if isinstance(error, gltf_check.GltfFault):
        return Refusal(400, "not_glb", f"The file {error}.")
    if isinstance(error, OSError) and error.errno in _DISK_FULL:
        return Refusal(507, "storage_full", "The disk of this computer is full.")
    return error


def _upload_failed(found):
    message = f"The file did not come whole: {found}. Send it again."
    return Refusal(400, "upload_failed", message)


def _wrong_header(name, wanted, found):
    message = f"{name} must be {wanted}, it is {json.dumps(found[:80])}."
    return Refusal(400, "invalid_input", message, param=name)
