# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks a GLB file before it is imported, as `glb-check.ts` and `gltf-check.ts` do.

Blender's importer stops half-way at a faulty file: what it has made until then would stay.
"""

import json
import os
import re
import struct

HEADER_BYTES = 12
CHUNK_HEADER_BYTES = 8
MAGIC = b"glTF"
JSON_CHUNK = 0x4E4F534A
BINARY_CHUNK = 0x004E4942
#: Bytes of the JSON of a file: that of a building of 1,513 nodes has 0.5 MB.
JSON_BYTES_MAX = 128 * 1024 * 1024
#: Extensions that a file may require: Blender 3.4 reads them.
READ_EXTENSIONS = (
    "KHR_materials_ior",
    "KHR_materials_transmission",
    "KHR_materials_volume",
    "KHR_mesh_quantization",
    "KHR_texture_transform",
)
#: Numbers of an element, by the type of its accessor.
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
#: Bytes of a number, by the code of its type.
NUMBER_BYTES = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
LISTS = (
    "accessors",
    "animations",
    "buffers",
    "bufferViews",
    "images",
    "materials",
    "meshes",
    "nodes",
    "samplers",
    "scenes",
    "textures",
)


class GltfFault(Exception):
    """A fault of a glTF file: the message is what follows "the file "."""


def check_glb(path):
    """Raises `GltfFault` for a file that is not GLB, or with a part or a place that is not there."""
    check_gltf(*_parts(path))


def read_glb(path):
    """The JSON of a GLB file that was checked."""
    return _parts(path)[0]


def _parts(path):
    """The JSON of a GLB file, and the bytes of its other part. Raises `GltfFault`."""
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        head = file.read(HEADER_BYTES)
        if len(head) < HEADER_BYTES or head[:4] != MAGIC:
            raise GltfFault(f"is not a GLB file: it begins with {_first_of(head)}")
        version, length = struct.unpack_from("<II", head, 4)
        if version != 2:
            raise GltfFault(f"must be of GLB version 2, it has version {version}")
        if length != size:
            raise GltfFault(f"states {length} bytes and has {size}: it was cut")
        chunk = _chunk_at(file, HEADER_BYTES, size)
        if chunk is None or chunk[0] != JSON_CHUNK:
            raise GltfFault("does not begin with its JSON")
        _kind, start, length = chunk
        if length > JSON_BYTES_MAX:
            raise GltfFault(f"has {length} bytes of JSON, more than {JSON_BYTES_MAX}")
        binary = _chunk_at(file, start + length, size)
        file.seek(start)
        gltf = _parse_json(file.read(length))
    return gltf, binary[2] if binary and binary[0] == BINARY_CHUNK else 0


def building_problem(gltf):
    """Why a whole GLB file cannot become a building; None where it can."""
    unread = [name for name in gltf.get("extensionsRequired", []) if name not in READ_EXTENSIONS]
    if unread:
        names = ", ".join(str(name) for name in unread)
        return f"The file requires {names}, which is not read. Send the portable GLB."
    nodes = gltf.get("nodes", [])
    named = [extras for extras in map(extras_of, nodes) if "svcId" in extras]
    if not named:
        return (
            "The file was not exported from Plat: no node has an svcId. "
            "Import it as any glTF."
        )
    seen = set()
    for extras in named:
        svc_id = extras["svcId"]
        if not all(isinstance(extras.get(name), str) for name in ("svcId", "kind", "label")):
            return f"The node {json.dumps(svc_id)} has no text as svcId, kind and label."
        if svc_id in seen:
            return f"The file has the svcId {svc_id} twice."
        seen.add(svc_id)
        if extras["kind"] == "zone" and not _is_polygon(extras.get("polygon")):
            return f"The room {svc_id} has no polygon of three corners and more."
    meshes = gltf.get("meshes", [])
    if not any("mesh" in node and meshes[node["mesh"]].get("primitives") for node in nodes):
        return "The file has nothing to draw: no node has a mesh."
    return None


def extras_of(node):
    extras = node.get("extras")
    return extras if isinstance(extras, dict) else {}


def _is_polygon(value):
    """True for corners `[x, z]`."""
    return (
        isinstance(value, list)
        and len(value) >= 3
        and all(
            isinstance(corner, list)
            and len(corner) == 2
            and all(isinstance(each, (int, float)) for each in corner)
            for corner in value
        )
    )


def check_gltf(gltf, binary_bytes):
    """Checks the JSON of a GLB file with a binary chunk of that size. Raises `GltfFault`."""
    if not isinstance(gltf, dict):
        raise GltfFault("has JSON that is not an object")
    asset = gltf.get("asset")
    version = asset.get("version") if isinstance(asset, dict) else None
    if not isinstance(version, str) or not re.fullmatch(r"2\.\d{1,3}", version):
        raise GltfFault(f"must be glTF 2.0, its version is {json.dumps(version)}")
    parts = {name: _list_of(gltf, name, "it") for name in LISTS}
    _check_bytes(parts, binary_bytes)
    _check_meshes(parts)
    _check_tree(gltf, parts)
    _check_animations(parts)


def _check_bytes(parts, binary_bytes):
    buffers, views = parts["buffers"], parts["bufferViews"]
    if len(buffers) > 1:
        raise GltfFault(f"must have one buffer, it has {len(buffers)}")
    for buffer in buffers:
        if "uri" in buffer:
            raise GltfFault("has its buffer in another file")
        length = _whole(buffer, "byteLength", "buffers[0]")
        if length > binary_bytes:
            raise GltfFault(f"is cut: its buffer has {binary_bytes} of {length} bytes")
    for at, view in enumerate(views):
        name = f"bufferViews[{at}]"
        buffer = _named(view, "buffer", buffers, name)
        end = _whole(view, "byteOffset", name, 0) + _whole(view, "byteLength", name)
        if end > buffer["byteLength"]:
            raise GltfFault(f"has {name} past its buffer")
    for at, accessor in enumerate(parts["accessors"]):
        _check_accessor(accessor, views, f"accessors[{at}]")
    for at, image in enumerate(parts["images"]):
        if "uri" in image and not str(image["uri"]).startswith("data:"):
            raise GltfFault(f"has images[{at}] in another file")
        _named(image, "bufferView", views, f"images[{at}]", optional=True)


def _check_accessor(accessor, views, name):
    kind, number = accessor.get("type"), accessor.get("componentType")
    width = WIDTHS.get(kind) if isinstance(kind, str) else None
    number_bytes = NUMBER_BYTES.get(number) if isinstance(number, int) else None
    if width is None or number_bytes is None:
        raise GltfFault(f"has {name} of an unknown type")
    if "sparse" in accessor:
        raise GltfFault(f"has {name} that is sparse")
    count = _whole(accessor, "count", name)
    if count == 0:
        return
    # Without one all numbers are zero, and 2 MB of file could be gigabytes of them.
    if "bufferView" not in accessor:
        raise GltfFault(f"has {name} without a bufferView")
    view = _named(accessor, "bufferView", views, name)
    size = width * number_bytes
    stride = _whole(view, "byteStride", name, size)
    end = _whole(accessor, "byteOffset", name, 0) + stride * (count - 1) + size
    if end > view["byteLength"]:
        raise GltfFault(f"has {name} past its bufferView")


def _check_meshes(parts):
    accessors, materials, textures = parts["accessors"], parts["materials"], parts["textures"]
    for at, texture in enumerate(textures):
        _named(texture, "source", parts["images"], f"textures[{at}]", optional=True)
        _named(texture, "sampler", parts["samplers"], f"textures[{at}]", optional=True)
    for at, material in enumerate(materials):
        _check_textures(material, textures, f"materials[{at}]")
    for at, mesh in enumerate(parts["meshes"]):
        name = f"meshes[{at}]"
        for primitive in _list_of(mesh, "primitives", name):
            attributes = primitive.get("attributes")
            if not isinstance(attributes, dict):
                raise GltfFault(f"has {name} without attributes")
            for attribute in attributes:
                _named(attributes, attribute, accessors, name)
            _named(primitive, "indices", accessors, name, optional=True)
            _named(primitive, "material", materials, name, optional=True)


def _check_textures(owner, textures, name):
    """Textures are named in fields of any depth, such as `pbrMetallicRoughness`."""
    for field, value in owner.items():
        if not isinstance(value, dict) or field == "extras":
            continue
        if field.endswith("Texture"):
            _named(value, "index", textures, f"{name} {field}")
        _check_textures(value, textures, name)


def _check_tree(gltf, parts):
    """Each node has one parent at most, and none is under itself."""
    nodes, scenes = parts["nodes"], parts["scenes"]
    parents = {}
    for at, node in enumerate(nodes):
        _named(node, "mesh", parts["meshes"], f"nodes[{at}]", optional=True)
        for child in _places(node, "children", nodes, f"nodes[{at}]"):
            if child in parents:
                raise GltfFault(f"has a node under two others, one is nodes[{at}]")
            parents[child] = at
    # With one parent each, exactly the nodes of a ring are not reached from above.
    reached = [at for at in range(len(nodes)) if at not in parents]
    for at in reached:
        reached.extend(nodes[at].get("children", []))
    if len(reached) < len(nodes):
        raise GltfFault("has a node under itself")
    if not scenes:
        raise GltfFault("has no scene")
    _named(gltf, "scene", scenes, "it", optional=True)
    for at, scene in enumerate(scenes):
        for root in _places(scene, "nodes", nodes, f"scenes[{at}]"):
            if root in parents:
                raise GltfFault(f"has a node in scenes[{at}] that is under another")


def _check_animations(parts):
    for at, animation in enumerate(parts["animations"]):
        name = f"animations[{at}]"
        samplers = _list_of(animation, "samplers", name)
        for sampler in samplers:
            _named(sampler, "input", parts["accessors"], name)
            _named(sampler, "output", parts["accessors"], name)
        for channel in _list_of(animation, "channels", name):
            _named(channel, "sampler", samplers, name)
            target = channel.get("target")
            if not isinstance(target, dict):
                raise GltfFault(f"has {name} without a target")
            _named(target, "node", parts["nodes"], name, optional=True)


def _list_of(owner, name, owner_name):
    """A list of objects in a field; empty where the field is absent."""
    entries = owner.get(name, [])
    if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
        raise GltfFault(f"has {name} that are not a list of objects, in {owner_name}")
    return entries


def _places(owner, field, entries, name):
    """The places in a list that a field names."""
    places = owner.get(field, [])
    if not isinstance(places, list):
        raise GltfFault(f"has {field} of {name} that are not a list")
    for place in places:
        _named({field: place}, field, entries, name)
    return places


def _named(owner, field, entries, name, optional=False):
    """The entry of a list that a field names by its place; None for an absent optional one."""
    place = owner.get(field)
    if place is None and optional and field not in owner:
        return None
    if not _is_whole(place) or place >= len(entries):
        raise GltfFault(f"has {name} whose {field} is not there: {json.dumps(place)}")
    return entries[place]


def _whole(owner, field, name, usual=None):
    value = owner.get(field, usual)
    if not _is_whole(value):
        raise GltfFault(f"has {name} whose {field} is not a number of bytes")
    return value


def _is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def _chunk_at(file, place, size):
    """Kind, start and length of the chunk at a place; None at the end of the file."""
    if place == size:
        return None
    file.seek(place)
    head = file.read(CHUNK_HEADER_BYTES)
    if len(head) < CHUNK_HEADER_BYTES:
        raise GltfFault("ends within the head of a part")
    length, kind = struct.unpack("<II", head)
    start = place + CHUNK_HEADER_BYTES
    if start + length > size:
        raise GltfFault(f"has a part of {length} bytes past its end")
    return kind, start, length


def _parse_json(content):
    try:
        return json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise GltfFault(f"has faulty JSON: {error}") from error


def _first_of(head):
    """The first bytes for a message: as text where they are visible ASCII."""
    first = head[:4]
    if not first:
        return "nothing"
    if all(0x20 <= byte <= 0x7E for byte in first):
        return json.dumps(first.decode("ascii"))
    return first.hex()
