"""`manage.py export PUBLIC_ID`: write a finished match as a record, or any match as one of its seats sees it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.core.documents import records
from games.core.models import Match
from games.rules.errors import RulesError
from games.rules.record import dumps


class Command(BaseCommand):
    help = "Print a finished match as a record in JSON, or any match as one of its seats sees it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("public_id", metavar="PUBLIC_ID", help="the match")
        parser.add_argument("--seat", type=int, metavar="N", help="as this seat (0 is the first) sees the match")

    def handle(self, *args: Any, public_id: str, seat: int | None, **options: Any) -> None:
        match = Match.objects.filter(public_id=public_id).first()
        if match is None:
            raise CommandError(_("There is no match {match}.").format(match=public_id))
        try:
            document = dumps(records.finished_record(match)) if seat is None else records.seen_json(match, seat)
        except RulesError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(document.decode(), ending="")
