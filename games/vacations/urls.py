"""The addresses of the feature “vacations”."""

from django.urls import path

from games.vacations import views

PAGES = [
    path("settings/vacation/", views.vacation, name="vacation"),
    path("settings/vacation/call-off", views.call_off, name="call_off_vacation"),
    path("settings/vacation/back", views.come_back, name="come_back"),
    path("settings/vacation/automatic", views.choose_automatic, name="choose_automatic_vacation"),
]
