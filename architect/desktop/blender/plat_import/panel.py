# SPDX-License-Identifier: GPL-3.0-or-later
"""The tab Plat in the sidebar of the 3D view."""

import textwrap
import time

import bpy

from .service import SERVICE

#: Of a letter at the usual size, of all that is beside a text in a box, and of a button.
CHARACTER_PIXELS = 7
MARGIN_PIXELS = 75
BUTTON_CHARACTERS = 3


class PLAT_OT_receiver(bpy.types.Operator):
    bl_idname = "plat.receiver"
    bl_label = "Receive Buildings"
    bl_description = "Start or stop receiving buildings from pages on this computer"

    def execute(self, context):
        from . import start, stop

        if SERVICE.is_running:
            stop()
        else:
            start()
        return {"FINISHED"}


class _OriginOperator:
    origin: bpy.props.StringProperty()

    def execute(self, context):
        self.decide()
        return {"FINISHED"}


class PLAT_OT_allow(_OriginOperator, bpy.types.Operator):
    bl_idname = "plat.allow"
    bl_label = "Allow"
    bl_description = "Let this page send buildings to Blender"

    def decide(self):
        SERVICE.allow(self.origin)


class PLAT_OT_ignore(_OriginOperator, bpy.types.Operator):
    bl_idname = "plat.ignore"
    bl_label = "Ignore"
    bl_description = "Do not show this page again until Blender is restarted"

    def decide(self):
        SERVICE.ignore(self.origin)


class PLAT_OT_revoke(_OriginOperator, bpy.types.Operator):
    bl_idname = "plat.revoke"
    bl_label = "Revoke"
    bl_description = "This page may not send any more"

    def decide(self):
        SERVICE.revoke(self.origin)


class PLAT_PT_panel(bpy.types.Panel):
    bl_idname = "PLAT_PT_panel"
    bl_label = "Plat"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Plat"

    def draw(self, context):
        layout = _Lines(self.layout, context)
        row = layout.row()
        if SERVICE.is_running:
            text = f"At port {SERVICE.port}" if SERVICE.port else "Starting"
            row.label(text=text, icon="CHECKMARK" if SERVICE.port else "TIME")
            row.operator("plat.receiver", text="", icon="PAUSE")
        else:
            row.label(text="Not receiving", icon="PAUSE")
            row.operator("plat.receiver", text="Start", icon="PLAY")
        if SERVICE.problem:
            layout.text(SERVICE.problem, icon="ERROR")
        for origin in SERVICE.waiting:
            self._draw_waiting(layout.box(), origin)
        if SERVICE.is_running:
            self._draw_allowed(layout.box())
        layout.prop(context.window_manager, "plat_replaces")
        column = layout.column()
        column.operator("plat.play_clips", text="Open Doors", icon="PLAY")
        column.operator("plat.close_clips", text="Close Doors", icon="REW")
        for each in SERVICE.imports:
            self._draw_import(layout.box(), each)

    def _draw_waiting(self, box, origin):
        # A person decides by it, so it is shown whole.
        box.text(origin, icon="QUESTION")
        box.text("wants to send")
        row = box.row()
        row.operator("plat.allow").origin = origin
        row.operator("plat.ignore").origin = origin

    def _draw_allowed(self, box):
        box.text("Pages that may send:" if SERVICE.allowed else "No page may send yet.")
        for origin, last in SERVICE.allowed.items():
            row = box.row()
            box.within(row.column(), taken=BUTTON_CHARACTERS).text(origin, _since(last))
            row.operator("plat.revoke", text="", icon="X").origin = origin

    def _draw_import(self, box, each):
        name = each.file.name or "A building"
        if each.file.version:
            name = f"{name}, version {each.file.version}"
        if each.error is not None:
            box.text(name, each.error["message"], icon="ERROR")
        elif each.summary is None:
            box.text(name, "waits", icon="TIME")
        else:
            verb = "replaced the earlier one" if each.summary["replaced"] else "imported"
            box.text(name, verb, icon="CHECKMARK")


class _Lines:
    """A layout whose texts are broken into lines: Blender cuts what is wider than the panel."""

    def __init__(self, layout, context, taken=0):
        self._layout = layout
        self._context = context
        self._taken = taken

    def __getattr__(self, name):
        return getattr(self._layout, name)

    def box(self):
        return self.within(self._layout.box())

    def within(self, layout, taken=0):
        return _Lines(layout, self._context, taken)

    def text(self, *texts, icon="NONE"):
        width = self._context.region.width / self._context.preferences.system.ui_scale
        characters = int((width - MARGIN_PIXELS) / CHARACTER_PIXELS) - self._taken
        column = self._layout.column(align=True)
        for text in texts:
            for line in textwrap.wrap(text, max(characters, 12)):
                column.label(text=line, icon=icon)
                # The lines after the first stand under its text.
                icon = "NONE" if icon == "NONE" else "BLANK1"


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
