"""How fast `manage.py verify` goes through a database: `python -m tests.bench.verify` measures on PostgreSQL."""

from __future__ import annotations

import io
import time

from tests.bench.service import database
from tests.bench.verdict import verdict

MATCHES, GOAL = 300, 10_000


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    with database(postgres=True):
        from django.core.management import call_command

        from accounts.models import User
        from games.core.documents import records
        from games.core.models import Entry
        from games.rules import playout, registry

        names = ["Ann", "Ben"]
        for name in names:
            User.objects.create_user(name, f"{name}@example.org", "x")
        for number in range(MATCHES):
            rules = registry.current(registry.slugs()[number % len(registry.slugs())])
            record = playout.playout(rules, rules.meta.settle({}), f"bench-{number}", ["random"] * rules.meta.seats)
            records.import_record(record, names)
        entries = Entry.objects.count()
        for processes in (1, 2):
            begun = time.perf_counter()
            call_command("verify", processes=processes, stdout=io.StringIO(), stderr=io.StringIO())
            took = time.perf_counter() - begun
            goal = f"goal ≥ 10,000 on two cores, {verdict(entries / took >= GOAL)}" if processes == 2 else "one core"
            speed = f"verify, {processes} processes: {entries / took:,.0f} entries a second"
            print(f"{speed} ({goal}; {entries} entries)", flush=True)


if __name__ == "__main__":
    main()
