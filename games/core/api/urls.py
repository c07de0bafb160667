"""Addresses for programs. They end with a slash; an unknown one is answered with a 404 in JSON."""

from django.urls import path, re_path

from games.core.api.listening import StreamView
from games.core.api.view import Nowhere
from games.core.api.views import about, matches, myself
from games.core.seams import addresses

urlpatterns = [
    path("", about.docs, name="api_docs"),
    path("v1/schema/", about.SchemaView.as_view(), name="api_schema"),
    path("v1/me/", myself.MeView.as_view(), name="api_me"),
    path("v1/turns/", myself.TurnsView.as_view(), name="api_turns"),
    path("v1/stream/", StreamView.as_view(), name="api_stream"),
    path("v1/games/", myself.GamesView.as_view(), name="api_games"),
    path("v1/matches/", matches.MatchesView.as_view(), name="api_matches"),
    path("v1/matches/<slug:public_id>/", matches.OneMatchView.as_view(), name="api_match"),
    path("v1/matches/<slug:public_id>/log/", matches.LogView.as_view(), name="api_log"),
    path("v1/matches/<slug:public_id>/steps/", matches.StepsView.as_view(), name="api_steps"),
    path("v1/matches/<slug:public_id>/plan/", matches.PlanView.as_view(), name="api_plan"),
    path("v1/matches/<slug:public_id>/submit/", matches.SubmitView.as_view(), name="api_submit"),
    path("v1/matches/<slug:public_id>/resign/", matches.ResignView.as_view(), name="api_resign"),
    path("v1/matches/<slug:public_id>/time-up/", matches.TimeUpView.as_view(), name="api_time_up"),
    path("v1/matches/<slug:public_id>/record/", matches.RecordView.as_view(), name="api_record"),
    *addresses.operations(),
    re_path(r"^(?P<address>[\s\S]*)\Z", Nowhere.as_view(), name="api_nowhere"),
]
