"""The addresses of the feature."""

from django.urls import path

from tests.applause import api, views

PAGES = [path("m/<slug:public_id>/applause", views.applaud, name="applaud")]
OPERATIONS = [path("v1/matches/<slug:public_id>/applause/", api.ApplauseView.as_view(), name="api_applaud")]
