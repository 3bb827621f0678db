# SPDX-License-Identifier: GPL-3.0-or-later
"""The loopback protocol of desktop import: the same names and numbers as `desktop-protocol.ts`."""

import os

ADDON_VERSION = "1.0.0"
APP = "blender"
HOST = "127.0.0.1"
#: The first of these that is free is used; the page looks for Blender at each.
PORTS = (27412, 27413, 27414, 27415, 27416)
GLB_TYPE = "model/gltf-binary"
#: Bytes of a file: that of a building of 1,513 nodes has 1.7 MB, and scenes have 20,000 at most.
GLB_BYTES_MAX = 512 * 1024 * 1024
NAME_CHARACTERS_MAX = 120


class Refusal(Exception):
    """A request that is refused, with the error object of the contract."""

    def __init__(self, status, code, message, param=None, headers=None):
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.param = param
        self.headers = headers or {}


class ImportFailure(Exception):
    """Why an import has failed, for the person who has sent the file."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code
        self.message = message


class SentFile:
    """A file that was received whole, with what its sender states about it."""

    def __init__(self, path, name, project_id, version):
        self.path = path
        self.name = name
        self.project_id = project_id
        self.version = version

    def delete(self):
        try:
            os.remove(self.path)
        except OSError:
            pass
