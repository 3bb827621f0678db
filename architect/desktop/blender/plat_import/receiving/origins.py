# SPDX-License-Identifier: GPL-3.0-or-later
"""Which pages may send files."""

import json
import os
import re
import threading
import time

#: Origins that wait for a decision; further ones are dropped, the oldest first.
WAITING_MAX = 8
#: Origins that may send, or are ignored.
RULED_MAX = 64
#: Scheme, host and port, as browsers send them. `null` is not one: any page can send it.
ORIGIN = re.compile(r"https?://(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?")


def is_origin(text):
    return ORIGIN.fullmatch(text) is not None


class OriginRules:
    """Origins that may send, that wait and that are ignored; for all threads.

    Those that may send are a file, which several Blenders share: one that is revoked in the one may
    not send to the other. Requests of other programs have no origin, and are accepted: a program on
    this computer can write the user's files anyway. `on_change(waiting, allowed, problem)` is called
    in the order of changes.
    """

    def __init__(self, store, on_change):
        self._lock = threading.Lock()
        self._store = store
        self._waiting = {}
        self._ignored = {}
        self._on_change = on_change

    def admit(self, origin):
        """Whether the origin may send; an unknown one waits for a decision from now on."""
        if origin is None:
            return True
        if not is_origin(origin):
            return False
        with self._lock:
            if origin in self._store.read():
                return True
            if origin not in self._ignored and origin not in self._waiting:
                self._waiting[origin] = True
                _drop_oldest(self._waiting, WAITING_MAX)
                self._changed()
            return False

    def note_use(self, origin):
        with self._lock:
            if origin in self._store.read():
                self._change(lambda allowed: allowed.update({origin: time.time()}))

    def allow(self, origin):
        with self._lock:
            self._waiting.pop(origin, None)
            self._ignored.pop(origin, None)
            self._change(lambda allowed: allowed.setdefault(origin, 0))

    def ignore(self, origin):
        with self._lock:
            self._waiting.pop(origin, None)
            self._ignored[origin] = True
            _drop_oldest(self._ignored, RULED_MAX)
            self._change(lambda allowed: allowed.pop(origin, None))

    def revoke(self, origin):
        """The origin may not send any more, and waits again when it is seen the next time."""
        with self._lock:
            self._change(lambda allowed: allowed.pop(origin, None))

    def allowed(self):
        """Origins that may send, with the time of their last file."""
        with self._lock:
            return dict(self._store.read())

    def _change(self, change):
        self._store.change(change)
        self._changed()

    def _changed(self):
        self._on_change(list(self._waiting), dict(self._store.read()), self._store.problem)


class OriginStore:
    """The file of origins that may send, with the time of their last file in seconds since 1970; 0
    for none. At first the one of `hosted`, if any."""

    def __init__(self, path, hosted):
        self._path = path
        self._state = None
        self._allowed = {hosted: 0} if hosted else {}
        #: Why the last change is not stored; an empty text where it is.
        self.problem = ""

    def read(self):
        """The origins; from the file where another process has changed it."""
        state = self._state_now()
        if state is not None and state != self._state:
            self._state = state
            self._allowed = self._stored()
        return self._allowed

    def change(self, change):
        allowed = self.read()
        change(allowed)
        _drop_oldest(allowed, RULED_MAX)
        temporary = f"{self._path}.{os.getpid()}.tmp"
        try:
            with open(temporary, "w", encoding="utf-8") as file:
                json.dump(allowed, file)
            os.replace(temporary, self._path)
            self.problem = ""
        except OSError as error:
            self.problem = f"Pages that may send are not stored: {error.strerror or error}"
            _remove(temporary)
        self._state = self._state_now()

    def _state_now(self):
        try:
            found = os.stat(self._path)
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ino, found.st_size

    def _stored(self):
        try:
            with open(self._path, encoding="utf-8") as file:
                stored = json.load(file)
        except (OSError, ValueError):
            return {}
        if not isinstance(stored, dict):
            return {}
        return {page: last for page, last in stored.items() if is_origin(page) and _is_time(last)}


def _is_time(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _remove(path):
    try:
        os.remove(path)
    except OSError:
        pass


def _drop_oldest(origins, most):
    while len(origins) > most:
        del origins[next(iter(origins))]
