"""The reports that a verb means, in any form."""

from __future__ import annotations

import re

from referee.game.common_reports import ANY_TIME
from referee.language.reports import Report, forms
from referee.language.synonyms import stems as spoken_stems
from referee.table.referee import Referee
from scoresheets.questions.parse import words_of

IRREGULAR = {
    "led": "plays", "lead": "plays", "laid": "lays", "took": "takes", "taken": "takes", "won": "takes",
    "drew": "draws", "drawn": "draws", "held": "holds", "threw": "discards", "thrown": "discards", "paid": "pays",
    "dealt": "deal", "said": "declares bids",
    "say": "declares bids", "says": "declares bids", "called": "declares bids", "card": "plays",
    "revoked": "plays", "revoke": "plays", "reneged": "plays", "renege": "plays", "trumped": "plays",
    "ruffed": "plays", "followed": "plays", "upcard": "upcard", "built": "builds", "bet": "bets", "hit": "hits",
    "swapped": "exchanges", "shown": "shows", "opened": "opens melds",
}  # fmt: skip
"""Everyday words for the verbs of reports."""


COMMON = words_of("has have had get gets got make makes made go goes went count counts see sees say turn out up win")
"""Words that may stand for too many reports to mean one by themselves."""


def kinds_of(referee: Referee, word: str) -> set[type[Report]]:
    """The reports that a verb in any form may mean."""
    stems = [word, re.sub(r"(?:(\w)\1)?(?:ed|ing)$", r"\1", word), re.sub(r"(?:ed|ing)$", "", word),
             re.sub(r"d$", "", word), *IRREGULAR.get(word, "").split()]  # fmt: skip
    shapes = referee.vocabulary.shapes
    for stem in filter(None, stems):
        for form in (*forms(stem), f"{stem}s", f"{stem}es"):
            if kinds := {shape.kind for shape in shapes.get(form, ()) if shape.kind not in ANY_TIME}:
                return kinds
    if word in COMMON:
        return set()
    alike = (form.kind for stem in spoken_stems(word) for form in referee.vocabulary.meant(stem))
    return {kind for kind in alike if kind not in ANY_TIME}
