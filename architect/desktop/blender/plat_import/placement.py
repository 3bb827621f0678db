# SPDX-License-Identifier: GPL-3.0-or-later
"""Where objects are, also before Blender has evaluated them."""


def world(obj):
    matrix = obj.matrix_parent_inverse @ obj.matrix_basis if obj.parent else obj.matrix_basis
    return world(obj.parent) @ matrix if obj.parent is not None else matrix
