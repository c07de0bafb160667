"""What the API is: for programs as OpenAPI, for people as a page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import looks_limited
from games.core.api import reference, schema
from games.core.api.view import ApiView


class SchemaView(ApiView):
    """The description of the API, for anybody."""

    authentication_classes = []
    permission_classes = []
    throttle_classes = []

    def get(self, request: Request) -> Response:
        return Response(schema.schema_json(), headers={"Cache-Control": "public, max-age=300"})


@looks_limited("browse")
@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Return every address of the API, for people."""
    return render(
        request, "api/docs.jinja", {"reference": reference.drawn_reference(), "here": request.build_absolute_uri()}
    )
