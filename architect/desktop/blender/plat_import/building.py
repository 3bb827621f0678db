# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports a building: reads it aside, checks and arranges it, and swaps it in at the end.

Until then nothing of what was there is changed, so that a file that cannot be read costs nothing.
"""

import re

import bpy
from mathutils import Matrix

from . import clips
from .placement import world
from .receiving import gltf_check
from .receiving.protocol import ImportFailure
from .swap import LISTS, PART, former_of, is_there, mark, maybe_grabbed, selected_in, swap_in

#: Zones lie that far above the floor, in metres, so that they are seen.
ZONE_RISE_M = 0.01
ZONE_ALPHA = 0.35
#: Names of the collections by kind.
PLURALS = {
    "annotation": "Annotations",
    "beam": "Beams",
    "ceiling": "Ceilings",
    "column": "Columns",
    "door": "Doors",
    "fence": "Fences",
    "item": "Furniture",
    "opening": "Openings",
    "railing": "Railings",
    "roof": "Roofs",
    "slab": "Slabs",
    "stair": "Stairs",
    "wall": "Walls",
    "window": "Windows",
    "zone": "Rooms",
}


def import_building(file, scene, view_layer, replaces=True, before_change=lambda: None):
    """Imports a received file into a scene, or to where its project was imported before. Returns
    the summary of the protocol. `before_change` is called when the file is known to be a building.

    Raises `ImportFailure`, with all as it was before.
    """
    gltf = _read(file.path)
    before_change()
    before = {name: set(getattr(bpy.data, name)) for name in LISTS}
    view, grabbed = _View(scene, view_layer), maybe_grabbed()
    try:
        objects, nodes = _read_aside(file.path, gltf, before)
        site = next((obj for obj in nodes.values() if obj["kind"] == "site"), None)
        project = file.project_id or (site["svcId"] if site else "building")
        name = file.name or (site["label"] if site else "Building")
        arranged = _Arranged(gltf, nodes, name)
        made = arranged.into(scene, objects)
        clips.arrange(made, [each.get("name", "") for each in gltf.get("animations", [])])
        _glaze(made, scene)
    except Exception as error:
        _remove_new(before)
        view.restore()
        if isinstance(error, ImportFailure):
            raise
        message = f"Blender could not read the file: {_reason(error)}. Nothing was changed."
        raise ImportFailure("import_failed", message) from error
    new = [each for name in LISTS for each in set(getattr(bpy.data, name)) - before[name]]
    former = former_of(project) if replaces else []
    replaced = swap_in(new, arranged.root, former, scene, grabbed)
    mark(new, project, file.version)
    view.restore()
    return {
        "objects": len(nodes),
        "levels": _count(nodes, "level"),
        "rooms": _count(nodes, "zone"),
        "clips": len(gltf.get("animations", [])),
        "replaced": replaced,
    }


def _read(path):
    try:
        gltf = gltf_check.read_glb(path)
    except (gltf_check.GltfFault, OSError) as error:
        raise ImportFailure("not_glb", f"The file {error}.") from error
    problem = gltf_check.building_problem(gltf)
    if problem is not None:
        raise ImportFailure("not_a_building", problem)
    return gltf


class _View:
    """What the person has selected, and the renderer, which the importer may change."""

    def __init__(self, scene, view_layer):
        self._scene = scene
        self._engine = scene.render.engine
        self._layer = view_layer
        self._active = view_layer.objects.active
        self._selected = selected_in(view_layer)

    def restore(self):
        self._scene.render.engine = self._engine
        for obj in selected_in(self._layer):
            obj.select_set(False, view_layer=self._layer)
        # What was replaced is not there any more, or not in the layer.
        for obj in self._selected:
            if is_there(obj) and self._layer.objects.get(obj.name) == obj:
                obj.select_set(True, view_layer=self._layer)
        active = self._active if self._active is not None and is_there(self._active) else None
        is_in_layer = active is not None and self._layer.objects.get(active.name) == active
        self._layer.objects.active = active if is_in_layer else None


def _read_aside(path, gltf, before):
    """Reads the file. Returns its objects, and those of scene nodes by their id."""
    if not hasattr(bpy.types, "IMPORT_SCENE_OT_gltf"):
        message = "Blender's add-on for glTF 2.0 is off: switch it on in the preferences."
        raise ImportFailure("no_importer", message)
    _mend_numpy()
    result = bpy.ops.import_scene.gltf(filepath=path, loglevel=50)
    new = set(bpy.data.objects) - before["objects"]
    nodes = {obj["svcId"]: obj for obj in new if "svcId" in obj}
    extras = map(gltf_check.extras_of, gltf["nodes"])
    wanted = {each["svcId"] for each in extras if "svcId" in each}
    if "FINISHED" not in result or set(nodes) != wanted:
        lost = len(wanted - set(nodes))
        raise ImportFailure("import_failed", f"Blender read the file without {lost} of its nodes.")
    return list(new), nodes


def _mend_numpy():
    """Debian's Blender 3.4 reads glTF with `numpy.bool`, which NumPy 1.24 does not have."""
    try:
        import numpy
    except ImportError as error:
        message = "Blender's importer of glTF has to have NumPy, and this Python has none."
        raise ImportFailure("no_importer", message) from error
    if not hasattr(numpy, "bool"):
        numpy.bool = bool


class _Arranged:
    """Collections by building, level and kind."""

    def __init__(self, gltf, nodes, name):
        self._nodes = nodes
        self._name = name
        extras = map(gltf_check.extras_of, gltf["nodes"])
        self._zones = {each["svcId"]: each for each in extras if each.get("kind") == "zone"}
        self._collections = {}

    def into(self, scene, objects):
        """Moves the objects from where the importer has put them. Returns them with the rooms."""
        # The importer makes a metre of the file a metre of the scene, whatever its unit is.
        self._metre = 1.0 / scene.unit_settings.scale_length
        self.root = bpy.data.collections.new(self._name)
        self.root[PART] = "building"
        scene.collection.children.link(self.root)
        owners = {obj: self._owner(obj) for obj in objects}
        outlined = {
            obj: self._outline(obj) for obj in objects if owners[obj].get("svcId") in self._zones
        }
        made = []
        for obj in objects:
            target = self._collection(owners[obj])
            each = outlined.get(obj, obj)
            # Of the scene itself in Blender 3.4, of the active collection in later ones.
            for collection in obj.users_collection:
                collection.objects.unlink(obj)
            target.objects.link(each)
            made.append(each)
        bpy.data.batch_remove([obj for obj in objects if obj in outlined])
        for zone in outlined.values():
            self._nodes[zone["svcId"]] = zone
        return made

    def _owner(self, obj):
        """The object of the scene node that an object is part of, such as the door of a leaf."""
        while "svcId" not in obj and obj.parent is not None:
            obj = obj.parent
        return obj

    def _collection(self, node):
        kind = node.get("kind", "item")
        level = self._level(node)
        if kind in ("site", "building") or (level is None and kind == "level"):
            return self.root
        parent, name = self.root, PLURALS.get(kind, kind.title())
        if level is not None:
            parent = self._named(("level", level["svcId"]), self.root, level["label"])
            if kind == "level":
                return parent
            name = f"{level['label']}: {name}"
        return self._named((kind, level["svcId"] if level else None), parent, name)

    def _named(self, key, parent, name):
        known = self._collections.get(key)
        if known is None:
            known = bpy.data.collections.new(name)
            known[PART] = "/".join(each for each in key if each is not None)
            parent.children.link(known)
            self._collections[key] = known
        return known

    def _level(self, obj):
        while obj is not None and obj.get("kind") != "level":
            obj = obj.parent
        return obj

    def _outline(self, empty):
        """A floor with an outline in the place of the empty object of a zone."""
        extras = self._zones[empty["svcId"]]
        metre = self._metre
        corners = [(x * metre, -z * metre, 0.0) for x, z in extras["polygon"]]
        mesh = bpy.data.meshes.new(empty.name)
        mesh.from_pydata(corners, [], [tuple(range(len(corners)))])
        mesh.materials.append(_zone_material(extras.get("color", "#808080")))
        zone = bpy.data.objects.new(empty.name, mesh)
        for name in empty.keys():
            zone[name] = empty[name]
        zone.parent = empty.parent
        # The polygon is in the world, and the level alone has a height.
        level = self._level(empty)
        height = world(level).translation.z if level is not None else 0.0
        if empty.parent is not None:
            zone.matrix_parent_inverse = world(empty.parent).inverted()
        zone.matrix_basis = Matrix.Translation((0.0, 0.0, height + ZONE_RISE_M * metre))
        zone.show_wire = True
        zone.hide_render = True
        zone.color = (*_linear(extras.get("color", "#808080")), ZONE_ALPHA)
        return zone


def _zone_material(color):
    name = f"Room {color}"
    known = bpy.data.materials.get(name)
    if known is not None:
        return known
    material = bpy.data.materials.new(name)
    material.diffuse_color = (*_linear(color), ZONE_ALPHA)
    material.use_nodes = True
    shader = material.node_tree.nodes.get("Principled BSDF")
    shader.inputs["Base Color"].default_value = (*_linear(color), 1.0)
    shader.inputs["Alpha"].default_value = ZONE_ALPHA
    if hasattr(material, "blend_method"):
        material.blend_method = "BLEND"
    return material


def _linear(color):
    """`#rrggbb` as linear light."""
    values = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]


def _glaze(objects, scene):
    """Lets EEVEE see through glass; Cycles does so by itself."""
    materials = {slot.material for obj in objects for slot in obj.material_slots if slot.material}
    glass = [material for material in materials if _transmission(material) > 0]
    for material in glass:
        # Blender 4.2 has other names for both.
        for name in ("use_screen_refraction", "use_raytrace_refraction"):
            if hasattr(material, name):
                setattr(material, name, True)
    if glass:
        for name in ("use_ssr", "use_ssr_refraction", "use_raytracing"):
            if hasattr(scene.eevee, name):
                setattr(scene.eevee, name, True)


def _transmission(material):
    if not material.use_nodes:
        return 0.0
    for node in material.node_tree.nodes:
        if node.type != "BSDF_PRINCIPLED":
            continue
        for name in ("Transmission", "Transmission Weight"):
            if name in node.inputs:
                return node.inputs[name].default_value
    return 0.0


def _remove_new(before):
    for name in LISTS:
        bpy.data.batch_remove(list(set(getattr(bpy.data, name)) - before[name]))


def _count(nodes, kind):
    return sum(1 for obj in nodes.values() if obj["kind"] == kind)


def _reason(error):
    """The sentence in an error: Blender puts the whole traceback of an operator into it."""
    found = re.findall(r"^\w*(?:Error|Exception): (?!Python: |Traceback)(.+)$", str(error), re.M)
    lines = [line.strip() for line in [*found, *str(error).splitlines()] if line.strip()]
    if found or len(lines) == 1:
        return lines[-1 if not found else len(found) - 1].rstrip(".")
    return "its importer has failed, see the console"
