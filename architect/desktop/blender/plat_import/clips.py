# SPDX-License-Identifier: GPL-3.0-or-later
"""Clips of doors and windows: NLA tracks that are muted until they are played."""

import bpy

REST = "plat_rest"


def arrange(objects, clips):
    """Names the tracks by their clips, mutes them, and notes where the objects rest.

    `clips` are the names of the clips in the file. The importer makes a track for each clip of an
    object and leaves the first one active; a door would open as soon as the frame changes.
    """
    known = sorted(clips, key=len, reverse=True)
    for obj in objects:
        animation = obj.animation_data
        if animation is None:
            continue
        if animation.action is not None and not animation.nla_tracks:
            animation.nla_tracks.new().strips.new(animation.action.name, 1, animation.action)
        animation.action = None
        obj.rotation_mode = "QUATERNION"
        obj[REST] = _rest(obj)
        _to_rest(obj)
        for track in animation.nla_tracks:
            track.name = next((clip for clip in known if track.name.startswith(clip)), track.name)
            track.lock = False
            track.mute = True
            for strip in track.strips:
                strip.extrapolation = "HOLD_FORWARD"


def _rest(obj):
    """Place and rotation when closed: the first keys of the clips. Blender has evaluated the first
    clip at the current frame already."""
    values = {"location": list(obj.location), "rotation_quaternion": list(obj.rotation_quaternion)}
    for track in obj.animation_data.nla_tracks:
        for strip in track.strips:
            for curve in strip.action.fcurves:
                if curve.data_path in values and len(curve.keyframe_points) > 0:
                    first = curve.keyframe_points[0].co[1]
                    values[curve.data_path][curve.array_index] = first
    return [*values["location"], *values["rotation_quaternion"]]


def _to_rest(obj):
    values = list(obj[REST])
    obj.location = values[:3]
    obj.rotation_quaternion = values[3:]


def moving(objects):
    """The objects of an import that have clips."""
    return [obj for obj in objects if REST in obj]


def play(objects, frame):
    """Opens from a frame of the timeline on."""
    for obj in objects:
        for track in obj.animation_data.nla_tracks:
            for strip in track.strips:
                length = strip.frame_end - strip.frame_start
                # The end first, where the strip moves forward: a strip cannot end before it begins.
                strip.frame_end = max(strip.frame_end, frame + length)
                strip.frame_start = frame
                strip.frame_end = frame + length
            track.mute = False


def close(objects):
    """Closes at once, at every frame."""
    for obj in objects:
        for track in obj.animation_data.nla_tracks:
            track.mute = True
        _to_rest(obj)


def of_selection(context):
    """Moving parts of the selected doors and windows, or of all where none is selected."""
    selected = set(context.selected_objects)
    parts = moving(context.scene.objects)
    chosen = [obj for obj in parts if selected.intersection(_upwards(obj))]
    return chosen or parts


def _upwards(obj):
    """The object and what it is part of, up to the door; not the wall, which has many."""
    while obj is not None:
        yield obj
        if obj.get("kind") in ("door", "window"):
            return
        obj = obj.parent


class PLAT_OT_play_clips(bpy.types.Operator):
    bl_idname = "plat.play_clips"
    bl_label = "Open Doors and Windows"
    bl_description = "Open the selected doors and windows, or all, from the current frame on"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        play(of_selection(context), context.scene.frame_current)
        if not bpy.app.background and not context.screen.is_animation_playing:
            bpy.ops.screen.animation_play()
        return {"FINISHED"}


class PLAT_OT_close_clips(bpy.types.Operator):
    bl_idname = "plat.close_clips"
    bl_label = "Close Doors and Windows"
    bl_description = "Close the selected doors and windows, or all"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        close(of_selection(context))
        return {"FINISHED"}


CLASSES = (PLAT_OT_play_clips, PLAT_OT_close_clips)
