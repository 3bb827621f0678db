"""Runs the add-on in Blender for a test, which steers it by lines of JSON on standard input.

Each line is `{"id", "code"}`: Python that is run on the main thread, with `answer` as its answer.
"""

import json
import os
import queue
import sys
import threading
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

commands = queue.Queue()
is_over = threading.Event()


def read():
    for line in sys.stdin:
        commands.put(json.loads(line))
    is_over.set()


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
    names = {"bpy": bpy, "service": plat_import.service.SERVICE, "digest": digest, "answer": None}
    try:
        exec(command["code"], names)
        write({"id": command["id"], "answer": names["answer"]})
    except Exception:
        write({"id": command["id"], "error": traceback.format_exc()})


def pump():
    while not commands.empty():
        run(commands.get())


def tick():
    pump()
    if is_over.is_set() and commands.empty():
        plat_import.stop()
        os._exit(0)
    return 0.02


addon_utils.enable("plat_import", default_set=False, persistent=True)
threading.Thread(target=read, daemon=True).start()
if bpy.app.background:
    background.SERVICE.start()
    write({"id": 0, "answer": background.SERVICE.receiver.port})
    background.serve(lambda: is_over.is_set() and commands.empty(), pump)
    os._exit(0)
else:
    bpy.app.timers.register(tick, persistent=True)
    write({"id": 0, "answer": plat_import.service.SERVICE.receiver.port})
