"""Reports: what players tell moderators, and what comes of it."""

from django.utils.translation import gettext_lazy

from games.core.seams import addresses, desk, leaving, match_admin, merging, notices, panels
from games.core.seams.leaving import Document
from games.reports import bells, documents, notices as letters, panels as shown, services as reports, standing, urls
from games.reports.admin import hidden_letters
from games.rules.sentence import N_


def register() -> None:
    """Lead to reporting a match from its menu. Delete what somebody who leaves has reported, and hand back what a
    moderator who leaves had taken. A report of a guest becomes one of the account."""
    addresses.register("reports", pages=urls.PAGES)
    notices.register(letters.REPORT, letters.report_notice, gettext_lazy("The outcome of your report"))
    notices.register(
        letters.DECISION, letters.decision_notice, gettext_lazy("A moderator has made a decision about you")
    )
    waiting = gettext_lazy("A report is waiting for you as a moderator")
    notices.register(bells.NEW_REPORT, bells.new_report_notice, waiting)
    match_admin.hide_letters("reports", hidden_letters)
    desk.hide_people("reports", standing.reported_by)
    panels.AT_END_OF_MENU.register("reports", shown.reportable, "reports/menu.jinja")
    merging.register("reports", reports.merge_rows)
    leaving.register(
        "reports",
        forget=reports.forget,
        documents=[
            Document(
                "reports", N_("reports: what you’ve reported to moderators, and the outcome."), documents.reported
            ),
            Document("decisions", N_("decisions: what else moderators have told you."), documents.decisions),
        ],
    )
