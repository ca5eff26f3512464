"""referee decides: what a card table reports is judged, scored and explained.

Pure Python: no terminal, no database, no clock and no randomness in here.
"""

from referee.games import find_game
from referee.rules import Verdict
from referee.table import Referee, Ruling

__all__ = ["Referee", "Ruling", "Verdict", "find_game"]
