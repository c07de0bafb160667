"""Reads the environment as the service does, and ends with 1 and a sentence where it makes no sense.

Run as a program, `python fogsite/environment.py`, it needs only the packages that the settings import: an upgrade asks
it before it installs the others, which takes minutes.
"""

import sys
from pathlib import Path
from types import ModuleType

if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    sys.path[0] = str(here.parent)  # here lie modules that have the names of packages
    project = ModuleType("fogsite")  # without its __init__, which loads Celery
    project.__path__ = [str(here)]
    sys.modules["fogsite"] = project

    from fogsite import env, settings  # noqa: F401  reads all variables

    if told := env.misspelt():
        env.exit_with(" ".join(told))
