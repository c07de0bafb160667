"""Telling a browser: a push by the service that its maker runs, whether one of our pages is open or not."""
