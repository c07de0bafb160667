"""Measures: what moderators do about a person, for how long and why; and the person's answer."""

from django.utils.translation import gettext_lazy

from accounts import suspensions
from games.core.seams import addresses, bars, desk, leaving, limits, match_admin, merging, notices, sweeps
from games.core.seams.leaving import Document
from games.measures import at_desk, documents, effects, in_case, links, notices as letters, services as measures, urls
from games.measures.admin import hidden_letters
from games.rules.sentence import N_


def register() -> None:
    """Keep people from chats, from rated matches and from the site, and end that by itself. Show them what was decided
    and why. When somebody leaves, end the measures and delete the answers. Guests never have any."""
    addresses.register("measures", pages=urls.PAGES)
    suspensions.explain_by(links.after_sign_in)
    bars.register("measures", effects.why_not, effects.users)
    limits.register("answer", "10/h/user,20/h/ip", gettext_lazy("You’ve sent too many answers recently."))
    told = gettext_lazy("A moderator has made a decision about you")
    notices.register(letters.MEASURE, letters.measure_notice, told)
    notices.register(letters.ENDED, letters.ended_notice, gettext_lazy("A moderator’s decision no longer applies"))
    notices.register(letters.VERDICT, letters.verdict_notice, gettext_lazy("The outcome of your answer"))
    notices.register(letters.UNJUDGED, letters.unjudged_notice, gettext_lazy("Your answer is read again"))
    notices.register(letters.APPEAL, letters.appeal_notice, gettext_lazy("A player has answered a decision"))
    notices.register(letters.CLOSED, letters.closed_notice, gettext_lazy("Your account was closed"))
    match_admin.hide_letters("measures", hidden_letters)
    desk.on_person("measures", at_desk.about_person, "admin/measures/about_person.html")
    desk.on_closing("measures", in_case.form_for_case)
    desk.on_told("measures", in_case.has_measure)
    desk.on_acted("measures", in_case.done_about)
    desk.on_first_page("measures", at_desk.waiting, "admin/measures/waiting.html")
    sweeps.register("measures", every=60, do=measures.sweep)
    merging.register("measures", None)
    about = N_("measures: what moderators have decided about you, and your answers.")
    downloaded = Document("measures", about, documents.measures_about)
    leaving.register("measures", forget=measures.forget, documents=[downloaded])
