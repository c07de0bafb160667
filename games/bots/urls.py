"""The addresses of the feature “bots”."""

from django.urls import path

from games.bots import api, views

PAGES = [
    path("try/<slug:slug>", views.try_out, name="try_out"),
    path("house/<slug:slug>/", views.challenge, name="challenge"),
]
OPERATIONS = [path("v1/challenges/", api.ChallengeView.as_view(), name="api_challenges")]
