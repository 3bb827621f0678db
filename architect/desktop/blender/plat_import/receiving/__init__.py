# SPDX-License-Identifier: GPL-3.0-or-later
"""Receives files in a process of its own, and knows nothing of Blender."""
