"""The addresses of the feature “seeks”."""

from django.urls import path

from games.seeks import api, views

PAGES = [
    path("seeks/", views.seeks_page, name="seeks"),
    path("seeks/<slug:slug>/", views.seek, name="seek"),
    path("seeks/<slug:slug>/withdraw", views.withdraw, name="withdraw_seek"),
    path("seeks/<slug:slug>/house", views.house, name="seek_house"),
]
OPERATIONS = [
    path("v1/seeks/", api.SeeksView.as_view(), name="api_seeks"),
    path("v1/seeks/<slug:slug>/", api.SeekView.as_view(), name="api_seek"),
]
