"""How databases are asked: PostgreSQL and SQLite quickly, Redis only while it answers."""
