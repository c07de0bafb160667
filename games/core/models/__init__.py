"""Matches and what belongs to them: constraints and querysets, no game logic."""

from games.core.models.chat import ChatLine
from games.core.models.figure import Figure
from games.core.models.log import ROLLBACK, Entry, EntryQuerySet, Ruling, Snapshot, WaitingRuling, waiting_ruling
from games.core.models.match import ALPHABET, Match, MatchQuerySet, MatchSecret, new_public_id, second_of
from games.core.models.opponent import Opponent
from games.core.models.seat import Seat, SeatQuerySet
from games.core.models.service import Heartbeat, Outage
from games.core.models.substitution import Substitution
from games.core.models.time_up import TimeUp, TimeUpQuerySet
from games.core.models.turn import Turn, TurnQuerySet
