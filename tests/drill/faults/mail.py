"""The mail server: gone, refusing, silent, slow. What is put off is tried again after a minute."""

import time

from tests.drill import people
from tests.drill.fault import HOUSE, fault
from tests.drill.site import Site

NOBODY = people.address(people.name(0))
"""A mailbox that is refused while others are served."""


@fault("mail server down for 60 s", harmless=True, house=HOUSE, settle=75)
def down(site: Site) -> None:
    with site.mail.down():
        site.last(60)


@fault("mail server answers 451 for 40 s", harmless=True, house=HOUSE, settle=75)
def puts_off(site: Site) -> None:
    site.mail.answer = "451 Try again later"
    site.last(40)
    site.mail.heal()


@fault("mail server answers 550 for one mailbox for 60 s", harmless=True, house=HOUSE, refused=frozenset({NOBODY}))
def refuses_one(site: Site) -> None:
    site.mail.refused.add(NOBODY)
    site.last(60)
    site.mail.heal()


@fault("mail server answers 550 for every recipient for 40 s", harmless=True, house=HOUSE, settle=75)
def refuses_all(site: Site) -> None:
    """Refuse all letters.

    This is never shortened: with few letters nobody can tell whether all are refused.
    """
    site.mail.answer = "550 Your address is blocked"
    time.sleep(40)
    site.mail.heal()


@fault("mail server hanging for 100 s", harmless=True, house=HOUSE, settle=75)
def hanging(site: Site) -> None:
    site.mail.silence("greeting")
    site.last(100)
    site.mail.heal()


@fault("mail server takes 5 s a letter, 80 due, for 150 s", harmless=True, house=HOUSE, settle=30)
def slow(site: Site) -> None:
    site.mail.slowness = 5.0
    site.query(
        "UPDATE games_turn SET deadline = now() + interval '2 hours', next_reminder_at = now() WHERE id IN"
        " (SELECT id FROM games_turn WHERE next_reminder_at IS NOT NULL ORDER BY id LIMIT 80)"
    )
    site.last(150)
    site.mail.heal()
