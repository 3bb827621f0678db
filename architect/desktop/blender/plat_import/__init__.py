# SPDX-License-Identifier: GPL-3.0-or-later
"""Receives buildings from the Architect of Plat: `docs/blender.md` of its repository."""

import bpy

from . import clips, panel
from .service import SERVICE, tick

#: For Blender before 4.2; later ones read `blender_manifest.toml`.
bl_info = {
    "name": "Plat Import",
    "author": "The authors of Plat",
    "version": (1, 0, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > Plat",
    "description": "Receives buildings that pages of Plat send",
    "category": "Import-Export",
}

CLASSES = (*clips.CLASSES, *panel.CLASSES)


def start():
    SERVICE.start()
    if SERVICE.is_running and not bpy.app.timers.is_registered(tick):
        bpy.app.timers.register(tick, first_interval=0.2, persistent=True)


def stop():
    if bpy.app.timers.is_registered(tick):
        bpy.app.timers.unregister(tick)
    SERVICE.stop()


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)
    panel.register_properties()
    # Without a window there is no person to allow a page: `background.serve` starts it there.
    if not bpy.app.background:
        start()


def unregister():
    stop()
    panel.unregister_properties()
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
