"""Real parts for tests: databases, a Redis, a mail server, a worker, a browser."""
