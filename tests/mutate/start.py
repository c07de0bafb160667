"""A pytest plugin that starts with a change, for what is run at import: `-p tests.mutate.start`."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tests.mutate import live
from tests.mutate.changes import Change

CHANGE = "MUTATE_CHANGE"
"""The variable with the file and the change, as JSON."""

if CHANGE in os.environ:
    path, change = json.loads(os.environ[CHANGE])
    live.start_with(Path(path), Change(*change))
