# SPDX-License-Identifier: GPL-3.0-or-later
"""Which pages may send files."""

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
    write the user's files anyway.
    """

    def __init__(self, allowed=()):
        self._lock = threading.Lock()
        #: Origins with the time of their last file, in seconds since 1970; 0 for none.
        self._allowed = {origin: last for origin, last in dict(allowed).items() if is_origin(origin)}
        self._waiting = {}
        self._ignored = {}

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
            return False

    def note_use(self, origin):
        with self._lock:
            if origin in self._allowed:
                self._allowed[origin] = time.time()

    def allow(self, origin):
        with self._lock:
            self._waiting.pop(origin, None)
            self._ignored.pop(origin, None)
            self._allowed.setdefault(origin, 0)
            _drop_oldest(self._allowed, RULED_MAX)

    def ignore(self, origin):
        with self._lock:
            self._waiting.pop(origin, None)
            self._allowed.pop(origin, None)
            self._ignored[origin] = True
            _drop_oldest(self._ignored, RULED_MAX)

    def revoke(self, origin):
        """The origin may not send any more, and waits again when it is seen the next time."""
        with self._lock:
            self._allowed.pop(origin, None)

    def waiting(self):
        with self._lock:
            return list(self._waiting)

    def allowed(self):
        """Origins that may send, with the time of their last file."""
        with self._lock:
            return dict(self._allowed)


def _drop_oldest(origins, most):
    while len(origins) > most:
        del origins[next(iter(origins))]
