"""Runs the add-on in Blender for a test, which steers it by lines of JSON on standard input.

Each line is `{"id", "code"}`: Python that is run on the main thread, with `answer` as its answer.
"""

import json
import os
import sys
import traceback

import addon_utils
import bpy

arguments = sys.argv[sys.argv.index("--") + 1 :]
sys.path.insert(0, arguments[0])
# Origins that may send are stored in a folder of the test.
os.environ["BLENDER_USER_CONFIG"] = arguments[1]
bpy.context.preferences.view.show_splash = False

import plat_import  # noqa: E402
from plat_import import background  # noqa: E402
from plat_import.service import SERVICE  # noqa: E402

# No thread reads it: Python's threads within Blender are not safe.
os.set_blocking(0, False)


class Commands:
    """Lines of standard input, as they come."""

    def __init__(self):
        self.is_over = False
        self._rest = b""

    def next(self):
        try:
            while not self.is_over:
                block = os.read(0, 1 << 16)
                self.is_over = not block
                self._rest += block
        except BlockingIOError:
            pass
        *lines, self._rest = self._rest.split(b"\n")
        return [json.loads(line) for line in lines]


commands = Commands()


def write(answer):
    # Errors of operators are printed without an end of line.
    print(f"\n@@ {json.dumps(answer)}", flush=True)


def digest():
    """What is in the file: each object with its place, parent, collections and properties."""
    objects = {}
    for obj in bpy.data.objects:
        objects[obj.name] = {
            "type": obj.type,
            "parent": obj.parent.name if obj.parent else None,
            "place": [round(value, 4) for row in obj.matrix_basis for value in row],
            "collections": sorted(each.name for each in obj.users_collection),
            "data": obj.data.name if obj.data else None,
            "corners": len(obj.data.vertices) if obj.type == "MESH" else 0,
            "properties": sorted(f"{name}={value}" for name, value in _plain(obj).items()),
            "tracks": [track.name for track in obj.animation_data.nla_tracks]
            if obj.animation_data
            else [],
        }
    counts = {
        name: len(getattr(bpy.data, name))
        for name in ("objects", "meshes", "materials", "images", "actions", "collections")
    }
    tree = {
        each.name: sorted(child.name for child in each.children) for each in bpy.data.collections
    }
    return {"objects": objects, "counts": counts, "tree": tree}


def _plain(obj):
    values = {name: obj[name] for name in obj.keys() if name != "svcScene"}
    return {
        name: value.to_list() if hasattr(value, "to_list") else repr(value)
        for name, value in values.items()
        if name not in ("clips", "polygon")
    }


def run(command):
    names = {"bpy": bpy, "service": SERVICE, "digest": digest, "answer": None}
    try:
        exec(command["code"], names)
        write({"id": command["id"], "answer": names["answer"]})
    except Exception:
        write({"id": command["id"], "error": traceback.format_exc()})


is_known = False


def pump():
    """Runs the commands that have come; the first answer is the port, or why there is none."""
    global is_known
    if not is_known and (SERVICE.port or SERVICE.problem):
        is_known = True
        write({"id": 0, "answer": SERVICE.port or SERVICE.problem})
    for command in commands.next():
        run(command)


def tick():
    pump()
    if commands.is_over:
        plat_import.stop()
        os._exit(0)
    return 0.02


addon_utils.enable("plat_import", default_set=False, persistent=True)
if bpy.app.background:
    background.serve(lambda: commands.is_over, pump)
    os._exit(0)
else:
    bpy.app.timers.register(tick, persistent=True)
