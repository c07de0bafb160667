"""The addresses of the feature “statistics”."""

from django.urls import path

from games.statistics import api, views

PAGES = [
    path("statistics/", views.statistics, name="statistics"),
    path("statistics/<slug:slug>/", views.statistics_of, name="statistics_of"),
]
OPERATIONS = [
    path("v1/statistics/", api.StatisticsView.as_view(), name="api_statistics"),
    path("v1/statistics/<slug:slug>/", api.GameStatisticsView.as_view(), name="api_game_statistics"),
    path("v1/players/<str:name>/statistics/", api.PlayerStatisticsView.as_view(), name="api_player_statistics"),
]
