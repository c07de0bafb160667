"""Likeness: what speaks for two accounts being one person's, for moderators, and what it does not prove."""

from accounts import known_browsers
from games.core.seams import desk, leaving, merging, sweeps
from games.core.seams.leaving import Document
from games.likeness import at_desk, documents, traces
from games.rules.sentence import N_


def register() -> None:
    """Keep traces of sign-ins for two weeks, and show moderators what they and the matches say. Guests leave none."""
    known_browsers.signed_in.connect(traces.leave_traces, dispatch_uid="likeness")
    desk.on_person("likeness", at_desk.likeness_of, "admin/likeness/accounts.html")
    sweeps.register("likeness", every=3_600, do=traces.sweep_traces)
    merging.register("likeness", None)
    about = N_("traces: on which of the last 14 days you signed in, and whether a network or a browser was noted.")
    leaving.register(
        "likeness", forget=traces.forget_traces, documents=[Document("traces", about, documents.traces_of)]
    )
