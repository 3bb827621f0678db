# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports files that have come, on the main thread, which alone may touch data."""

import json
import os
import time
from collections import deque

import bpy

from . import building
from .receiver_process import ReceiverLost, ReceiverProcess
from .receiving.protocol import ImportFailure, SentFile
from .swap import remove_retired

#: Seconds between two looks for a file that has come.
TICK_S = 0.1
#: A file waits that long for Blender to leave Edit Mode or to end a rendering.
BUSY_S = 20
#: Jobs of Blender that an import would end or disturb.
JOBS = {"RENDER": "renders a picture", "OBJECT_BAKE": "bakes a texture"}
#: Imports that the panel shows.
SHOWN_MAX = 5


class Import:
    """A file that has come, and what became of it."""

    def __init__(self, job_id, file):
        self.id = job_id
        self.file = file
        self.since = time.monotonic()
        #: One of both at its end.
        self.summary = None
        self.error = None


class Service:
    """What Blender knows of the receiver. One a process: `SERVICE`."""

    def __init__(self):
        self._process = None
        #: The port at which it listens; None until it does.
        self.port = None
        #: What is wrong, for the panel.
        self.problem = ""
        #: Pages that wait, and those that may send with the time of their last file.
        self.waiting = []
        self.allowed = {}
        #: The newest first.
        self.imports = deque(maxlen=SHOWN_MAX)
        self._next = deque()
        self.replaces = True
        #: Counts what the panel shows.
        self.changes = 0

    @property
    def is_running(self):
        return self._process is not None

    def start(self):
        if self.is_running:
            return
        self.problem = ""
        version = ".".join(str(part) for part in bpy.app.version)
        try:
            self._process = ReceiverProcess(version, _origins_path(), _hosted_origin())
        except ReceiverLost as lost:
            self.problem = str(lost)

    def stop(self):
        if not self.is_running:
            return
        self._process.close()
        self._process = None
        self.port = None
        self.waiting = []
        self.allowed = {}
        for each in self._next:
            message = "The receiver was stopped before. Nothing was changed."
            each.error = {"code": "import_failed", "message": message}
        self._next.clear()
        self.changes += 1

    def allow(self, origin):
        self._send({"allow": origin})

    def ignore(self, origin):
        self._send({"ignore": origin})

    def revoke(self, origin):
        self._send({"revoke": origin})

    def pump(self):
        """Takes what has come, and imports the file that is next."""
        self.read()
        remove_retired()
        if not self._next:
            return
        each = self._next[0]
        reason = _busy_reason()
        if reason is not None and time.monotonic() - each.since < BUSY_S:
            return
        self._next.popleft()
        try:
            if reason is not None:
                message = f"Blender {reason}. End that, then send it again. Nothing was changed."
                raise ImportFailure("blender_busy", message)
            each.summary = self._import(each.file)
        except ImportFailure as failure:
            each.error = {"code": failure.code, "message": failure.message}
        except Exception as error:  # noqa: BLE001 - the sender must not wait for ever
            message = f"The import failed: {error}."
            each.error = {"code": "import_failed", "message": message}
        self._send({"ended": each.id, "summary": each.summary, "error": each.error})
        self.changes += 1

    def read(self):
        """Takes what the process has sent."""
        if not self.is_running:
            return
        try:
            messages = self._process.messages()
        except ReceiverLost as lost:
            self.stop()
            self.problem = self.problem or str(lost)
            return
        for message in messages:
            self._take(message)
            self.changes += 1

    def _take(self, message):
        if "file" in message:
            each = Import(message["id"], SentFile(**message["file"]))
            self._next.append(each)
            self.imports.appendleft(each)
        self.port = message.get("port", self.port)
        self.problem = message.get("problem", self.problem)
        self.waiting = message.get("waiting", self.waiting)
        self.allowed = message.get("allowed", self.allowed)

    def _send(self, message):
        if self.port is not None:
            self._process.send(message)

    def _import(self, file):
        window = _window()
        if window is None:
            scene, view_layer = bpy.context.scene, bpy.context.view_layer
            return building.import_building(file, scene, view_layer, self.replaces)
        with bpy.context.temp_override(window=window):
            # What a person has changed since the last step is a step of its own. A step costs what
            # was undone, so that a file that is refused makes none.
            summary = building.import_building(
                file,
                window.scene,
                window.view_layer,
                self.replaces,
                lambda: bpy.ops.ed.undo_push(message="Before the import"),
            )
            bpy.ops.ed.undo_push(message="Import from Plat")
        return summary


SERVICE = Service()


def tick():
    """Called by Blender's timer."""
    if not SERVICE.is_running:
        return None
    before = SERVICE.changes
    SERVICE.pump()
    if SERVICE.changes != before:
        _redraw_panels()
    return TICK_S if SERVICE.is_running else None


def _redraw_panels():
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


def _window():
    windows = bpy.context.window_manager.windows
    return windows[0] if not bpy.app.background and len(windows) > 0 else None


def _busy_reason():
    """Why nothing can be imported now; None where it can."""
    for job, reason in JOBS.items():
        if bpy.app.is_job_running(job):
            return reason
    # Another window may show another scene.
    for obj in bpy.data.objects:
        if obj.mode != "OBJECT":
            return f"is in {obj.mode.replace('_', ' ').title()} Mode"
    return None


def _origins_path():
    folder = bpy.utils.user_resource("CONFIG", path="plat_import", create=True)
    return os.path.join(folder, "origins.json")


def _hosted_origin():
    """The origin of the service that this add-on was downloaded from; None where it has none."""
    path = os.path.join(os.path.dirname(__file__), "hosted.json")
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file).get("origin")
    except OSError:
        return None
