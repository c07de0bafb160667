#!/usr/bin/env python3
"""Django's command line."""

import os
import sys

NEEDS_NO_SERVICE = {"playout", "position", "replay"}
"""Commands about the rules alone, which work in a plain checkout."""
PRODUCTION = {"SECRET_KEY", "ENV_FILE"}
"""Variables that tell of a copy that has its own settings."""


def main() -> None:
    if NEEDS_NO_SERVICE.intersection(sys.argv[1:2]) and not PRODUCTION.intersection(os.environ):
        os.environ.setdefault("DEVELOPMENT", "1")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fogsite.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
