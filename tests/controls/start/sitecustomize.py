"""Python loads this before anything else where it lies on its path: the fault is in every process of a test."""

import os

if name := os.environ.get("FAULT_PUT_IN"):
    from tests.controls.faults import CONTROLS

    CONTROLS[name].put_in()
