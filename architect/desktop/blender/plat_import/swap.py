# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts a new import in the place of the earlier one, and leaves what a person has made."""

import time

import bpy

from .placement import world

#: Properties of all that an import makes: the id of its project, its version, and its name.
PROJECT = "plat_project"
VERSION = "plat_version"
NAME = "plat_name"
#: Property of collections: what part of the building they have.
PART = "plat_part"
#: Property of replaced objects that are not removed yet.
RETIRED = "plat_retired"
#: Seconds after which they are removed.
RETIRED_S = 60
#: Lists of Blender's data that an import adds to, and what is in them.
LISTS = {
    "objects": bpy.types.Object,
    "meshes": bpy.types.Mesh,
    "actions": bpy.types.Action,
    "materials": bpy.types.Material,
    "node_groups": bpy.types.NodeTree,
    "images": bpy.types.Image,
    "collections": bpy.types.Collection,
    "cameras": bpy.types.Camera,
    "lights": bpy.types.Light,
    "armatures": bpy.types.Armature,
}


def former_of(project):
    """All that an earlier import of the project has made in this file.

    Blender copies properties too. What has the name that the import gave is no copy; where a person
    has renamed the original, the first one counts as it.
    """
    named = {}
    for kind in LISTS:
        for each in getattr(bpy.data, kind):
            is_own = each.library is None and each.override_library is None
            if is_own and each.get(PROJECT) == project:
                named.setdefault((kind, _given_name(each)), []).append(each)
    return [
        next((each for each in group if each.name == name), group[0])
        for (_, name), group in named.items()
    ]


def swap_in(new, root, former, scene, grabbed):
    """Removes `former`, and puts `new` with its collection `root` in its place; nothing of it has to
    be there. What is `grabbed` is removed later. Returns true where there was a former building."""
    old_objects = _of_type(former, bpy.types.Object)
    objects = _Pairs(old_objects, _of_type(new, bpy.types.Object), _own_name)
    collections = _Pairs(
        _of_type(former, bpy.types.Collection), _of_type(new, bpy.types.Collection), _part
    )
    names = _names_of(former)
    _move_additions(objects, collections, root)
    _place(root, collections, scene)
    _keep_children(objects)
    _remap(collections, former)
    _remap(objects, former)
    _remove(former, grabbed)
    _rename(new, names)
    return bool(old_objects)


def mark(new, project, version):
    """Notes what an import has made."""
    for each in new:
        if is_there(each):
            each[PROJECT] = project
            each[NAME] = each.name
            if version:
                each[VERSION] = version


def maybe_grabbed():
    """Objects that a person may be moving at this moment: the selected ones, since Blender 3.4 does
    not state it. It writes to them until the person lets go, so they must not be removed. The
    importer selects others."""
    windows = () if bpy.app.background else bpy.context.window_manager.windows
    return {obj for window in windows for obj in selected_in(window.view_layer)}


def selected_in(layer):
    """The selected objects of a view layer."""
    # One that was just removed is None there.
    objects = [obj for obj in layer.objects if obj is not None]
    return [obj for obj in objects if obj.select_get(view_layer=layer)]


def is_there(data):
    try:
        return bool(data.name)
    except ReferenceError:
        return False


class _Pairs:
    """What was there, and what comes in its place."""

    def __init__(self, old, new, key):
        self.old = set(old)
        by_key = {key(each): each for each in new}
        self._new = {each: by_key.get(key(each)) for each in old}

    def get(self, old):
        """What comes in the place of something; None where nothing does."""
        return self._new.get(old)

    def __iter__(self):
        return iter([(old, new) for old, new in self._new.items() if new is not None])


def _of_type(data, kind):
    return [each for each in data if is_there(each) and isinstance(each, kind)]


def _own_name(obj):
    """The name in the file; that of an object before it is marked has a number perhaps."""
    return obj.get("svcId") or _stem(_given_name(obj))


def _given_name(data):
    """The name that an import gave; its own before that."""
    return data.get(NAME, data.name)


def _part(collection):
    return collection.get(PART)


def _move_additions(objects, collections, root):
    """Objects and collections that a person has put into those of the building."""
    for old in collections.old:
        target = collections.get(old) or root
        for obj in list(old.objects):
            if obj not in objects.old:
                _link(target.objects, obj)
        for child in list(old.children):
            if child not in collections.old:
                _link(target.children, child)


def _link(into, each):
    # By identity: what is linked from another file can have the same name.
    if all(other != each for other in into):
        into.link(each)


def _place(root, collections, scene):
    """Puts the building where the former one was, also in another scene or collection."""
    tree = [each.collection for each in bpy.data.scenes]
    tree += [each for each in bpy.data.collections if each.library is None]
    parents = []
    for parent in tree:
        for child in list(parent.children):
            if child in collections.old and _part(child) == _part(root):
                parent.children.unlink(child)
                parents.append(parent)
    for parent in parents:
        _link(parent.children, root)
    if parents and scene.collection not in parents:
        scene.collection.children.unlink(root)


def _keep_children(objects):
    """Objects of a person under one that is not there any more: they stay where they are, under the
    nearest one that is."""
    for obj in bpy.data.objects if objects.old else ():
        parent = obj.parent
        if parent not in objects.old or obj in objects.old or objects.get(parent) is not None:
            continue
        before = world(parent) @ obj.matrix_parent_inverse
        while parent is not None and objects.get(parent) is None:
            parent = parent.parent
        heir = objects.get(parent) if parent is not None else None
        obj.parent_type = "OBJECT"
        obj.parent = heir
        if heir is None:
            obj.matrix_world = before @ obj.matrix_basis
        else:
            obj.matrix_parent_inverse = world(heir).inverted() @ before


def _remap(pairs, former):
    """Lets what a person has made, such as a constraint or a camera, use what is new."""
    own = set(former)
    users = bpy.data.user_map(subset=pairs.old) if pairs.old else {}
    # Each remap looks at all of Blender's data, so that only those are made that change something.
    for old, new in pairs:
        if users[old] - own:
            old.user_remap(new)


def _remove(former, grabbed):
    objects = _of_type(former, bpy.types.Object)
    for obj in objects:
        if obj in grabbed:
            _retire(obj)
    bpy.data.batch_remove(
        [obj for obj in objects if obj not in grabbed] + _of_type(former, bpy.types.Collection)
    )
    # Meshes, materials and the rest stay where a person uses them for something else. Those that use
    # others come first.
    left = [each for each in former if is_there(each) and each not in grabbed]
    for kind in (bpy.types.Mesh, bpy.types.Action, bpy.types.Material, bpy.types.ID):
        unused = [each for each in left if is_there(each) and each.users == 0]
        bpy.data.batch_remove([each for each in unused if isinstance(each, kind)])


#: When the next retired objects are due, in seconds of `time.monotonic`.
_due_at = None


def _retire(obj):
    """Takes an object out of the file without removing it."""
    global _due_at
    _due_at = time.monotonic() + RETIRED_S
    for collection in obj.users_collection:
        collection.objects.unlink(obj)
    obj.parent = None
    obj.animation_data_clear()
    for name in list(obj.keys()):
        del obj[name]
    obj.name = "Replaced"
    if obj.type == "MESH":
        obj.data = bpy.data.meshes.new("Replaced")
    obj[RETIRED] = True


def remove_retired():
    """Removes what was replaced a minute ago."""
    global _due_at
    if _due_at is None or time.monotonic() < _due_at:
        return
    _due_at = None
    retired = [obj for obj in bpy.data.objects if RETIRED in obj and obj.users == 0]
    meshes = [obj.data for obj in retired if obj.type == "MESH"]
    bpy.data.batch_remove(retired)
    bpy.data.batch_remove([mesh for mesh in meshes if mesh.users == 0])


def _names_of(former):
    """The names that an earlier import got, by what they are of."""
    names = {}
    for each in former:
        name = _given_name(each)
        key = _kind(each), _stem(name)
        # Of two earlier imports the lower number.
        names[key] = min(names.get(key, name), name, key=lambda each: (len(each), each))
    return names


def _rename(new, names):
    """Gives the names that the former import had until now: `wall_3` for `wall_3.001`. Where another
    project has `wall_3`, the former import had a number too."""
    for each in new:
        if not is_there(each):
            continue
        kind = _kind(each)
        own = _own_name(each) if kind == "objects" else _stem(each.name)
        wanted = names.get((kind, own), own)
        # Blender would give another thing of this name the number.
        if wanted not in getattr(bpy.data, kind):
            each.name = wanted


def _kind(data):
    """The name of the list of Blender's data that something is in."""
    return next(name for name, kind in LISTS.items() if isinstance(data, kind))


def _stem(name):
    """A name without the number that Blender adds to a second one."""
    stem, dot, number = name.rpartition(".")
    return stem if dot and len(number) == 3 and number.isdigit() else name
