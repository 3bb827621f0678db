# SPDX-License-Identifier: GPL-3.0-or-later
"""The tab Plat in the sidebar of the 3D view."""

import time

import bpy

from .service import SERVICE

#: Jobs in the panel.
SHOWN_JOBS_MAX = 5


class PLAT_OT_receiver(bpy.types.Operator):
    bl_idname = "plat.receiver"
    bl_label = "Receive Buildings"
    bl_description = "Start or stop receiving buildings from pages on this computer"

    def execute(self, context):
        from . import start, stop

        if SERVICE.receiver is None:
            start()
        else:
            stop()
        return {"FINISHED"}


class _OriginOperator:
    origin: bpy.props.StringProperty()

    def execute(self, context):
        self.decide(SERVICE.rules)
        SERVICE.store()
        return {"FINISHED"}


class PLAT_OT_allow(_OriginOperator, bpy.types.Operator):
    bl_idname = "plat.allow"
    bl_label = "Allow"
    bl_description = "Let this page send buildings to Blender"

    def decide(self, rules):
        rules.allow(self.origin)


class PLAT_OT_ignore(_OriginOperator, bpy.types.Operator):
    bl_idname = "plat.ignore"
    bl_label = "Ignore"
    bl_description = "Do not show this page again until Blender is restarted"

    def decide(self, rules):
        rules.ignore(self.origin)


class PLAT_OT_revoke(_OriginOperator, bpy.types.Operator):
    bl_idname = "plat.revoke"
    bl_label = "Revoke"
    bl_description = "This page may not send any more"

    def decide(self, rules):
        rules.revoke(self.origin)


class PLAT_PT_panel(bpy.types.Panel):
    bl_idname = "PLAT_PT_panel"
    bl_label = "Plat"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Plat"

    def draw(self, context):
        layout = self.layout
        receiver = SERVICE.receiver
        row = layout.row()
        if receiver is None:
            row.label(text="Not receiving", icon="PAUSE")
            row.operator("plat.receiver", text="Start", icon="PLAY")
        else:
            row.label(text=f"Receiving at port {receiver.port}", icon="CHECKMARK")
            row.operator("plat.receiver", text="Stop", icon="PAUSE")
        if SERVICE.problem:
            layout.label(text=SERVICE.problem, icon="ERROR")
        self._draw_waiting(layout)
        self._draw_allowed(layout)
        self._draw_jobs(layout)
        layout.prop(context.window_manager, "plat_replaces")
        row = layout.row(align=True)
        row.operator("plat.play_clips", text="Open Doors", icon="PLAY")
        row.operator("plat.close_clips", text="Close", icon="REW")

    def _draw_waiting(self, layout):
        for origin in SERVICE.rules.waiting():
            box = layout.box()
            box.label(text=f"{origin} wants to send", icon="QUESTION")
            row = box.row(align=True)
            row.operator("plat.allow").origin = origin
            row.operator("plat.ignore").origin = origin

    def _draw_allowed(self, layout):
        allowed = SERVICE.rules.allowed()
        box = layout.box()
        box.label(text="Pages that may send" if allowed else "No page may send yet")
        for origin, last in allowed.items():
            row = box.row()
            row.label(text=f"{origin} · {_since(last)}")
            row.operator("plat.revoke", text="", icon="X").origin = origin

    def _draw_jobs(self, layout):
        jobs = SERVICE.queue.recent()[:SHOWN_JOBS_MAX]
        if not jobs:
            return
        box = layout.box()
        for job in jobs:
            name = job.file.name or "A building"
            if job.file.version:
                name = f"{name}, version {job.file.version}"
            if job.state == "queued":
                box.label(text=f"{name}: waits", icon="TIME")
            elif job.state == "done":
                verb = "replaced" if job.summary["replaced"] else "imported"
                box.label(text=f"{name}: {verb}", icon="CHECKMARK")
            else:
                box.label(text=f"{name}: {job.error['message']}", icon="ERROR")


def _since(last):
    if not last:
        return "nothing sent yet"
    passed = max(0, time.time() - last)
    for seconds, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if passed >= seconds:
            return f"sent {int(passed // seconds)} {unit} ago"
    return "sent just now"


CLASSES = (PLAT_OT_receiver, PLAT_OT_allow, PLAT_OT_ignore, PLAT_OT_revoke, PLAT_PT_panel)


def register_properties():
    def update(self, _context):
        SERVICE.replaces = self.plat_replaces

    bpy.types.WindowManager.plat_replaces = bpy.props.BoolProperty(
        name="Replace the Earlier Import",
        description="A building of the same project takes the place of the one that is there",
        default=True,
        update=update,
    )


def unregister_properties():
    del bpy.types.WindowManager.plat_replaces
