"""The addresses of the feature."""

from django.urls import path

from games.measures import views

PAGES = [
    path("settings/decisions/", views.decisions, name="decisions"),
    path("suspended/<str:token>/", views.suspended, name="suspended"),
    path("settings/decisions/<slug:key>/answer/", views.send_answer, name="answer_decision"),
]
