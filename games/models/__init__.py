"""Matches and what belongs to them: constraints and querysets, no game logic."""

from games.deeds.models import Award
from games.favourites.models import Favourite
from games.lobby.models import (
    INVITATION_STANDS,
    WARNED_BEFORE,
    Invitation,
    InvitationQuerySet,
    invitation_expires,
    invitation_warned,
)
from games.models.chat import ChatLine
from games.models.log import Entry, EntryQuerySet, Ruling, Snapshot
from games.models.match import ALPHABET, Match, MatchQuerySet, MatchSecret, new_public_id, second_of
from games.models.opponent import Opponent
from games.models.seat import Seat, SeatQuerySet
from games.models.service import Heartbeat, Outage
from games.models.substitution import Substitution
from games.models.time_up import TimeUp, TimeUpQuerySet
from games.models.turn import Turn, TurnQuerySet
from games.ratings.models import Rating, RatingChange
from games.reports.models import Report
from games.seeks.models import Seek, SeekQuerySet, Sleep
from games.statistics.models import Figure
from games.summaries.models import Summary

__all__ = [
    "ALPHABET",
    "INVITATION_STANDS",
    "WARNED_BEFORE",
    "Award",
    "ChatLine",
    "Entry",
    "EntryQuerySet",
    "Favourite",
    "Figure",
    "Heartbeat",
    "Invitation",
    "InvitationQuerySet",
    "Match",
    "MatchQuerySet",
    "MatchSecret",
    "Opponent",
    "Outage",
    "Rating",
    "RatingChange",
    "Report",
    "Ruling",
    "Seat",
    "SeatQuerySet",
    "Seek",
    "SeekQuerySet",
    "Sleep",
    "Snapshot",
    "Substitution",
    "Summary",
    "TimeUp",
    "TimeUpQuerySet",
    "Turn",
    "TurnQuerySet",
    "invitation_expires",
    "invitation_warned",
    "new_public_id",
    "second_of",
]
