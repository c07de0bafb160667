"""What moderators have decided about the reader, and answering it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.limits import limited
from accounts.request import SignedIn, number_in, signed_in_to_look, signed_in_to_post
from games.core.reading.access import NotYours
from games.core.reading.voice import SiteVoice
from games.measures import pages, services as measures
from games.measures.forms import AnswerForm
from games.measures.models import Measure
from games.rules.errors import RulesError


@signed_in_to_look
def decisions(request: SignedIn) -> HttpResponse:
    """Show the decisions about me, each with a form to answer while that is possible."""
    return _page(request)


def _page(request: SignedIn, key: int = 0, error: str = "", text: str = "", status: int = 200) -> HttpResponse:
    page = pages.decisions(request.user, request.GET.get("page"))
    context = {"page_obj": page, "decisions": page.object_list, "wrong": key, "error": error, "text": text}
    context["longest"] = measures.MAX_ANSWER
    return render(request, "measures/decisions.jinja", context, status=status)


@limited("answer")
@signed_in_to_post
def answer(request: SignedIn, key: str) -> HttpResponse:
    """Answer a decision about me, once."""
    measure = Measure.objects.filter(pk=number_in(key) or 0, person=request.user).first()
    if measure is None:
        raise NotYours
    form = AnswerForm(request.POST)
    text = request.POST.get("text", "")
    if not form.is_valid():
        return _page(request, measure.pk, str(form.errors["text"][0]), text, 422)
    try:
        measures.answer(measure, request.user, form.cleaned_data["text"])
    except RulesError as error:
        return _page(request, measure.pk, error.sentence.said(SiteVoice()), text, error.status)
    messages.success(request, _("Thank you. Another moderator will read your answer, and we’ll tell you the outcome."))
    return redirect("decisions")
