"""Addresses for programs. They end with a slash; whatever is none of them is answered in JSON all the same."""

from django.urls import path, re_path

from games.api.view import Nowhere
from games.api.views import about, matches, myself

urlpatterns = [
    path("", about.docs, name="api_docs"),
    path("v1/schema/", about.SchemaView.as_view(), name="api_schema"),
    path("v1/me/", myself.MeView.as_view(), name="api_me"),
    path("v1/turns/", myself.TurnsView.as_view(), name="api_turns"),
    path("v1/games/", myself.GamesView.as_view(), name="api_games"),
    path("v1/matches/", matches.MatchesView.as_view(), name="api_matches"),
    path("v1/matches/<slug:public_id>/", matches.OneMatchView.as_view(), name="api_match"),
    path("v1/matches/<slug:public_id>/log/", matches.LogView.as_view(), name="api_log"),
    path("v1/matches/<slug:public_id>/steps/", matches.StepsView.as_view(), name="api_steps"),
    path("v1/matches/<slug:public_id>/plan/", matches.PlanView.as_view(), name="api_plan"),
    path("v1/matches/<slug:public_id>/submit/", matches.SubmitView.as_view(), name="api_submit"),
    path("v1/matches/<slug:public_id>/resign/", matches.ResignView.as_view(), name="api_resign"),
    re_path("^(?P<address>.*)$", Nowhere.as_view(), name="api_nowhere"),
]
