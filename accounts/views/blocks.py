"""The page of those whom one blocks."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.request import SignedIn, signed_in_to_fill_in, signed_in_to_post


@signed_in_to_fill_in
def blocked(request: SignedIn) -> HttpResponse:
    """Show the users whom the reader blocks, and a form to block one more; `?name=` fills it in."""
    error = ""
    name = request.POST.get("name") or request.GET.get("name", "")
    if request.method == "POST":
        try:
            other = blocks.block_by_name(request.user, name)
        except ValidationError as refused:
            error = refused.messages[0]
        else:
            messages.success(request, _("You’ve blocked {name}.").format(name=other.username))
            return redirect("blocks")
    context = {"blocked": list(blocks.blocked_by(request.user)), "error": error, "name": name[:100]}
    return render(request, "accounts/blocks.jinja", context, status=422 if error else 200)


@signed_in_to_post
def unblock(request: SignedIn) -> HttpResponse:
    """Take a block back, named by `name`."""
    named = request.POST.get("name", "")
    other = next((person for person in blocks.blocked_by(request.user) if person.username == named), None)
    if other is not None:
        blocks.unblock(request.user, other)
        messages.success(request, _("You’ve unblocked {name}.").format(name=other.username))
    return redirect("blocks")
