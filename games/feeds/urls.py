"""The addresses of the feature “feeds”."""

from django.urls import path

from games.feeds import views

PAGES = [
    path("f/<str:token>/calendar.ics", views.calendar, name="calendar"),
    path("f/<str:token>/turns.atom", views.atom, name="atom"),
]
