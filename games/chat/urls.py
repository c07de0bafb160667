"""The addresses of the feature “chat”."""

from django.urls import path

from games.chat import api, views, views_of_notes

PAGES = [
    path("m/<slug:public_id>/chat", views.chat, name="chat"),
    path("m/<slug:public_id>/mute", views.mute, name="mute"),
    path("m/<slug:public_id>/notes", views_of_notes.notes, name="notes"),
]
OPERATIONS = [
    path("v1/matches/<slug:public_id>/chat/", api.ChatView.as_view(), name="api_chat"),
    path("v1/matches/<slug:public_id>/chat/read/", api.ReadView.as_view(), name="api_read_chat"),
    path("v1/matches/<slug:public_id>/chat/muted/", api.MutedView.as_view(), name="api_mute_chat"),
    path("v1/matches/<slug:public_id>/notes/", api.NotesView.as_view(), name="api_notes"),
]
