"""Sentences to reporters that moderators begin with, by the outcome of the report."""

from django.conf import settings
from django.utils.translation import gettext as _, override

from accounts.models import User
from games.reports.models import Report
from games.rules.sentence import N_

Outcome = Report.Outcome

GOES_ON = N_("If it goes on, please report it again. You can also mute the chat, or block the player.")
AGAIN = N_("If you notice it again, please report it.")
GONE = N_("The player is gone, and can’t write to you any more.")
LEFT = N_("The player has left the site.")
TOLD = N_("We can’t decide this ourselves, so we’ve told them what we found.")
ASKED = N_("Only they can change a name, and we’ve asked them to.")

OUTSIDE_CHATS = {Report.Reason.CHEATING, Report.Reason.NAME}
"""Reasons to which it is no answer that chats can be muted."""

ANSWERS: dict[str, list[str]] = {
    Outcome.NOTHING: [
        N_("We’ve looked into it. Thank you for telling us."),
        N_("If somebody doesn’t move, their time runs out by itself. You needn’t do anything."),
        N_("Programs may play here. The log says which moves came from one."),
        N_("Nobody can influence cards and dice. Once the match is over, you can check its draws on its page."),
        N_("Two people may play from one home. We’ve seen no sign that one person has two accounts."),
    ],
    Outcome.WARNED: [GOES_ON, GONE, AGAIN],
    Outcome.HIDDEN: [GOES_ON, GONE, AGAIN],
    Outcome.RULED: [N_("You’ll find it on the page of the match, with the reason.")],
    Outcome.ACCOUNT: [GOES_ON, GONE, AGAIN],
    Outcome.PASSED: [
        TOLD,
        ASKED,
        N_("We can’t decide this ourselves."),
    ],
    Outcome.UNABLE: [
        N_("We’re sorry that you had to see it."),
        LEFT,
    ],
}
"""The first of each outcome that fits is sent if the moderator neither chooses nor writes another one."""


def key_of(outcome: str, number: int) -> str:
    """Return what a form calls a sentence."""
    return f"{outcome}-{number}"


def language_of(reader: User) -> str:
    """Return the code of the language that somebody reads here."""
    return reader.language or settings.LANGUAGE_CODE


def language_named(reader: User) -> str:
    """Return the name of the language that somebody reads here."""
    code = language_of(reader)
    return str(dict(settings.LANGUAGES).get(code, code))


def answers_for(report: Report, has_operators: bool = True) -> dict[str, list[tuple[str, str]]]:
    """Return the sentences of each outcome with their keys in forms, in the language of the reporter.

    Those are left out that don't fit the reported person: nothing goes on after an account is closed. So are those that
    say that the operators know of it, if none can look at it here.
    """
    unfit = set() if has_operators else {TOLD, ASKED}
    with override(language_of(report.reporter)):
        return {
            outcome: [
                (key_of(outcome, number), _(text))
                for number, text in enumerate(texts)
                if text not in unfit and _fits(text, report)
            ]
            for outcome, texts in ANSWERS.items()
        }


def _fits(text: str, report: Report) -> bool:
    """Say whether a sentence is true of the reported person, of none all are, and answers what was reported."""
    about = report.reported
    if text == GOES_ON and report.reason in OUTSIDE_CHATS:
        return False
    if about is None:
        return True
    return text not in (GOES_ON, AGAIN) if about.left is not None else text not in (GONE, LEFT)
