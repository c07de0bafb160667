"""The addresses of the feature “watching”."""

from django.urls import path

from games.watching import api, moderators, views

PAGES = [
    path("watch/", views.running, name="running"),
    path("replays/", views.recent, name="replays"),
    path("m/<slug:public_id>/watch", views.stamp, name="watch_stamp"),
    path("m/<slug:public_id>/<int:ply>/preview.png", views.preview, name="preview"),
    path("m/<slug:public_id>/desk", moderators.stamp, name="desk_stamp"),
    path("m/<slug:public_id>/desk.png", moderators.board_picture, name="desk_picture"),
    path("m/<slug:public_id>/pictures", views.pictures, name="pictures"),
]
OPERATIONS = [
    path("v1/running/", api.RunningView.as_view(), name="api_running"),
    path("v1/running/<slug:public_id>/", api.WatchedView.as_view(), name="api_watched"),
    path("v1/running/<slug:public_id>/log/", api.WatchedLogView.as_view(), name="api_watched_log"),
]
