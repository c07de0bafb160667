"""Telling a browser: a push by the service that its maker runs, whether a page of ours is open or not."""
