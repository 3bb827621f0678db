# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that wait for Blender, one after another."""

import secrets
import threading
import time

#: Imports that wait for the one that is worked on.
WAITING_MAX = 1
#: Ended jobs that can be read, the newest, and the seconds for which they can.
ENDED_MAX = 64
ENDED_S = 15 * 60


class Job:
    """An import. `origin` alone reads it; None is a program without one."""

    def __init__(self, file, origin):
        self.id = f"import_{secrets.token_hex(16)}"
        self.file = file
        self.origin = origin
        self.state = "queued"
        self.summary = None
        self.error = None
        self.ended_at = None

    def answer(self):
        answer = {"id": self.id, "state": self.state}
        if self.summary is not None:
            answer["summary"] = self.summary
        if self.error is not None:
            answer["error"] = self.error
        return answer


class ImportQueue:
    """Jobs by their ids; for all threads. `on_file(job)` gets each file that has come."""

    def __init__(self, on_file):
        self._lock = threading.Lock()
        self._jobs = {}
        self._on_file = on_file
        #: Files that are being received or imported, or wait.
        self._live = 0

    def reserve(self):
        """Takes a place for a file that is about to come; False where there is none."""
        with self._lock:
            if self._live > WAITING_MAX:
                return False
            self._live += 1
            return True

    def release(self):
        """Gives back the place of a file that did not come."""
        with self._lock:
            self._live -= 1

    def add(self, file, origin):
        """Takes a file whose place is reserved."""
        job = Job(file, origin)
        with self._lock:
            self._jobs[job.id] = job
        self._on_file(job)
        return job

    def end(self, job_id, summary, error):
        job = self._jobs[job_id]
        job.file.delete()
        with self._lock:
            job.summary, job.error = summary, error
            job.state = "done" if error is None else "failed"
            job.ended_at = time.monotonic()
            self._live -= 1

    def find(self, job_id, origin):
        """The answer for a job of this origin; None for an unknown one and for another's."""
        with self._lock:
            self._forget_old()
            job = self._jobs.get(job_id)
            return job.answer() if job is not None and job.origin == origin else None

    def _forget_old(self):
        ended = [job for job in self._jobs.values() if job.ended_at is not None]
        over = len(ended) - ENDED_MAX
        now = time.monotonic()
        for at, job in enumerate(ended):
            if at < over or now - job.ended_at > ENDED_S:
                del self._jobs[job.id]
