"""The service's settings, with which it posts to servers of a test too."""

from fogsite.settings import *  # noqa: F403

OUTWARD_TO_LOOPBACK = True
