# SPDX-License-Identifier: GPL-3.0-or-later
"""Receives files in threads, and imports them on the main thread, which alone may touch data."""

import json
import os
import time

import bpy

from . import building
from .import_queue import ImportQueue
from .origins import OriginRules
from .protocol import ImportFailure, hosted_origin
from .receiver import Receiver

#: Seconds between two looks for a file that has come.
TICK_S = 0.1
#: A file waits that long for Blender to leave Edit Mode or to end a rendering.
BUSY_S = 20


class Service:
    """The receiver with its origins and jobs. One a process: `SERVICE`."""

    def __init__(self):
        self.rules = OriginRules()
        self.queue = ImportQueue()
        self.receiver = None
        #: Why it does not run, for the panel.
        self.problem = ""
        self.replaces = True
        self._first_seen = {}
        self._stored = None

    def start(self):
        if self.receiver is not None:
            return
        self.rules = OriginRules(_stored_origins())
        self._stored = self.rules.allowed()
        try:
            version = ".".join(str(part) for part in bpy.app.version)
            self.receiver = Receiver(self.rules, self.queue, version)
            self.problem = ""
        except OSError as error:
            self.problem = f"Cannot listen: {error.strerror or error}"

    def stop(self):
        if self.receiver is None:
            return
        self.receiver.close()
        self.receiver = None
        self.store()

    def pump(self):
        """Imports the file that is next, on the main thread."""
        job = self.queue.next()
        if job is None:
            return
        reason = _busy_reason()
        since = self._first_seen.setdefault(job.id, time.monotonic())
        if reason is not None and time.monotonic() - since < BUSY_S:
            self.queue.put_back(job)
            return
        del self._first_seen[job.id]
        try:
            if reason is not None:
                message = f"Blender {reason}. End that, then send it again. Nothing was changed."
                raise ImportFailure("blender_busy", message)
            self.queue.end(job, summary=self._import(job.file))
        except ImportFailure as failure:
            error = {"code": failure.code, "message": failure.message}
            self.queue.end(job, error=error)
        except Exception as error:  # noqa: BLE001 - the sender must not wait for ever
            message = f"The import failed: {error}."
            self.queue.end(job, error={"code": "import_failed", "message": message})
        finally:
            job.file.delete()

    def _import(self, file):
        window = _window()
        if window is None:
            scene, view_layer = bpy.context.scene, bpy.context.view_layer
            return building.import_building(file, scene, view_layer, self.replaces)
        with bpy.context.temp_override(window=window):
            # What a person has changed since the last step is a step of its own.
            bpy.ops.ed.undo_push(message="Before the import")
            summary = building.import_building(
                file, window.scene, window.view_layer, self.replaces
            )
            bpy.ops.ed.undo_push(message="Import from Plat")
        return summary

    def store(self):
        """Writes the origins that may send, where they have changed."""
        allowed = self.rules.allowed()
        if allowed == self._stored:
            return
        path = _origins_path()
        temporary = f"{path}.tmp"
        try:
            with open(temporary, "w", encoding="utf-8") as file:
                json.dump(allowed, file)
            os.replace(temporary, path)
            self._stored = allowed
        except OSError as error:
            self.problem = f"Pages that may send are not stored: {error.strerror or error}"


SERVICE = Service()


def tick():
    """Called by Blender's timer."""
    if SERVICE.receiver is None:
        return None
    waiting, jobs = SERVICE.rules.waiting(), [job.state for job in SERVICE.queue.recent()]
    SERVICE.pump()
    SERVICE.store()
    _redraw_panels((waiting, jobs))
    return TICK_S


_shown = None


def _redraw_panels(state):
    """The panel is drawn again when a page has come to wait, or a job has ended."""
    global _shown
    if state == _shown:
        return
    _shown = state
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


def _window():
    windows = bpy.context.window_manager.windows
    return windows[0] if not bpy.app.background and len(windows) > 0 else None


def _busy_reason():
    """Why nothing can be imported now; None where it can."""
    is_running = getattr(bpy.app, "is_job_running", None)
    if is_running is not None and is_running("RENDER"):
        return "renders a picture"
    window = _window()
    view_layer = window.view_layer if window else bpy.context.view_layer
    active = view_layer.objects.active
    if active is not None and active.mode != "OBJECT":
        return f"is in {active.mode.replace('_', ' ').title()} Mode"
    return None


def _origins_path():
    folder = bpy.utils.user_resource("CONFIG", path="plat_import", create=True)
    return os.path.join(folder, "origins.json")


def _stored_origins():
    """Origins that may send; at first only that of the service this add-on came from."""
    try:
        with open(_origins_path(), encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        hosted = hosted_origin()
        return {hosted: 0} if hosted else {}
