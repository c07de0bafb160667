"""The addresses of the feature “reports”."""

from django.urls import path

from games.reports import views

PAGES = [
    path("report/match/<slug:key>/", views.report, {"kind": "match"}, name="report_match"),
    path("report/line/<slug:key>/", views.report, {"kind": "line"}, name="report_line"),
    path("report/player/<str:key>/", views.report, {"kind": "player"}, name="report_player"),
    path("settings/reports/", views.my_reports, name="my_reports"),
]
