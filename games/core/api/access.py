"""Who may use the API and how much: tokens, their scopes, and the limits that pages have too."""

from django.http import Http404
from django.utils import translation
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts import limits, people, tokens
from accounts.models import Token, User
from games.core.api.shapes import PlayerQuery

LOOKING = ("GET", "HEAD")


class AllowedRequest(Request):
    """A request that has been let through."""

    user: User
    auth: Token


class ByToken(TokenAuthentication):
    """`Authorization: Bearer fog_…`. Who names no language is answered in the language of his settings."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, Token]:
        found = tokens.find(token.decode("latin-1"))
        if found is None:
            raise AuthenticationFailed
        tokens.note_used(found)
        return found.user, found

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        found = super().authenticate(request)
        if found is not None and found[0].language and not request.headers.get("Accept-Language"):
            translation.activate(found[0].language)
        return found


class HasScope(BasePermission):
    """Looking needs any token, everything else one that may play."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not isinstance(request.auth, Token):
            raise NotAuthenticated
        return request.method in LOOKING or "play" in request.auth.scopes


class ApiThrottle(BaseThrottle):
    """Requests of one user, looking and playing counted apart; what is played, together with the pages."""

    seconds = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        asked = request._request
        user = request.user
        if request.method in LOOKING:
            names = ("look", getattr(view, "look_limit", ""))
            self.seconds = next((wait for name in names if name and (wait := limits.consume(asked, name, user))), 0)
        else:
            _, self.seconds = limits.exceeded(asked, getattr(view, "limit", ""), user)
        return not self.seconds

    def wait(self) -> float:
        return self.seconds


def asked_about(request: AllowedRequest, query: PlayerQuery) -> User:
    """Return the player whom a program asks about. Raises Http404 for an unknown player, and for one who has left."""
    person = people.by_name(query.player) if query.player else request.user
    if person is None or person.left:
        raise Http404
    return person
