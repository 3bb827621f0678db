# SPDX-License-Identifier: GPL-3.0-or-later
"""Receives buildings in a Blender without a window, which has no timers of its own."""

import time

from .service import SERVICE


def serve(is_over, after_each=lambda: None):
    """Receives until `is_over()`. Files that come are imported here, on the main thread. Raises
    `RuntimeError` where the receiver cannot start, or has ended."""
    SERVICE.start()
    try:
        while not is_over():
            SERVICE.pump()
            if not SERVICE.is_running:
                raise RuntimeError(SERVICE.problem)
            after_each()
            time.sleep(0.02)
    finally:
        SERVICE.stop()
