"""The facts that can be asked for, one module for each subject."""

from __future__ import annotations

from scoresheets.questions.about import (
    bids,
    cards_held,
    cards_played,
    chips,
    deal,
    goal,
    hands,
    melds,
    over_game,
    piles,
    reports,
    score,
    seats,
    tricks,
    trump,
    turn,
)
from scoresheets.questions.facts import FACTS

SUBJECTS = (
    score,
    goal,
    deal,
    turn,
    seats,
    hands,
    cards_held,
    cards_played,
    tricks,
    trump,
    bids,
    chips,
    reports,
    piles,
    melds,
    over_game,
)
"""The subjects in the order in which their facts are tried. The first that fits a question answers it."""

_ORDER = [subject.__name__ for subject in SUBJECTS]
FACTS.sort(key=lambda declared: _ORDER.index(declared.answer.__module__))
