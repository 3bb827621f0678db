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

    Requests of other programs have no origin, and are accepted: a program on this computer can
    write the user's files anyway. `on_change(waiting, allowed)` is called in the order of changes.
    """

    def __init__(self, allowed, on_change):
        self._lock = threading.Lock()
        #: Origins with the time of their last file, in seconds since 1970; 0 for none.
        self._allowed = dict(allowed)
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
            if origin in self._allowed:
                return True
            if origin not in self._ignored and origin not in self._waiting:
                self._waiting[origin] = True
                _drop_oldest(self._waiting, WAITING_MAX)
                self._changed()
            return False

    def note_use(self, origin):
        with self._lock:
            if origin in self._allowed:
                self._allowed[origin] = time.time()
                self._changed()

    def allow(self, origin):
        with self._lock:
            self._waiting.pop(origin, None)
            self._ignored.pop(origin, None)
            self._allowed.setdefault(origin, 0)
            _drop_oldest(self._allowed, RULED_MAX)
            self._changed()

    def ignore(self, origin):
        with self._lock:
            self._waiting.pop(origin, None)
            self._allowed.pop(origin, None)
            self._ignored[origin] = True
            _drop_oldest(self._ignored, RULED_MAX)
            self._changed()

    def revoke(self, origin):
        """The origin may not send any more, and waits again when it is seen the next time."""
        with self._lock:
            self._allowed.pop(origin, None)
            self._changed()

    def allowed(self):
        """Origins that may send, with the time of their last file."""
        with self._lock:
            return dict(self._allowed)

    def _changed(self):
        self._on_change(list(self._waiting), dict(self._allowed))


def _drop_oldest(origins, most):
    while len(origins) > most:
        del origins[next(iter(origins))]


def read_origins(path, hosted):
    """Origins that may send, as stored; at first that of the service of the add-on, if any."""
    try:
        with open(path, encoding="utf-8") as file:
            stored = json.load(file)
    except (OSError, ValueError):
        stored = {hosted: 0} if hosted else {}
    if not isinstance(stored, dict):
        return {}
    return {origin: last for origin, last in stored.items() if is_origin(origin) and _is_time(last)}


def _is_time(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def write_origins(path, allowed):
    """Stores the origins that may send. Returns what went wrong; an empty text for nothing."""
    temporary = f"{path}.tmp"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(allowed, file)
        os.replace(temporary, path)
    except OSError as error:
        return f"Pages that may send are not stored: {error.strerror or error}"
    return ""
