"""The addresses of the feature."""

from django.urls import path

from games.measures import views

PAGES = [
    path("settings/decisions/", views.decisions, name="decisions"),
    path("settings/decisions/<slug:key>/answer/", views.answer, name="answer_decision"),
]
