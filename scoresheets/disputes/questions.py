"""Parses a dispute in plain words: players, reports, cards, numbers, a hand, and whether it is an accusation."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from referee.cards import read_cards
from referee.language.reports import Report
from referee.language.words import Seat
from referee.rules.custom import own_rules
from referee.table.referee import Referee
from scoresheets.book.rulebook import every_of, idioms
from scoresheets.book.tabletalk import NUMBERS, RANKS, SMALL, SUITS, phrases
from scoresheets.book.wording import words_in
from scoresheets.questions.verbs import kinds_of

POINTS = frozenset(("score", "scores", "scored", "points", "point", "total", "worth", "counts", "chips"))

ALLOWED = frozenset(
    ("allowed", "legal", "illegal", "legally", "may", "can", "could", "couldn", "must", "should", "valid", "fair",
     "right", "wrong", "ok", "okay", "correct", "permitted", "possible", "cheated", "cheat")
)  # fmt: skip

_ANYBODY = r"(?:any|some)(?:body|one)|who"
_OF_ALL = re.compile(rf"(?:(?:did|has|have|was|were) )?(?:{_ANYBODY})\b(?!.*\b(?:if|when)\b)")
_SUPPOSED = re.compile(r"(?:what|how|when|until|till|which|may|can|must|should|is|are|do|does|if|suppose)\b")
_PAST = re.compile(r"\b(?:\w+ed|led|took|drew|threw|laid|bet|hit|had|did|didn't|wasn't|built|held|kept|broke|forgot)\b")


_LATEST = re.compile(r"(?:^|\b(?:is|was|were|about|did|does|on|of|for|the) )(?:that|this|last)\b(?=(?: (\w+))?)")


@dataclass
class Asked:
    """What a question names; ``words`` are those that name nothing at this table."""

    text: str
    seats: set[Seat] = field(default_factory=set)  # the players meant: the first named, and others joined by ``or``
    others: set[Seat] = field(default_factory=set)  # at the table, if anybody is named
    kinds: set[type[Report]] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)
    ranks: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    hand: int = 0
    line: int = 0
    points: bool = False
    latest: bool = False  # ``that``, ``the last one``
    allowed: bool = False  # whether it asks if something was allowed
    words: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)  # those words that aren't the verb of a report
    rule: str = ""  # named by its id
    spoken: bool = False  # whether it uses a phrase of players, which means a rule

    @property
    def about(self) -> str:
        """The question without the players, cards, lines and hands that it names."""
        return " ".join(self.words)

    @property
    def judges(self) -> bool:
        """Whether it asks if a report was right, by any rule."""
        judged = self.allowed or self.latest or bool(self.cards) or self.text.lower().startswith("why")
        return judged and bool(self.kinds or self.cards or self.latest or self.seats)

    @property
    def blames(self) -> bool:
        """Whether it says anything about a report beyond its verb."""
        return (
            sum(not phrase.optional for phrase in phrases(words_in(self.about))) > 1 or bool(self.ranks) or self.spoken
        )

    @property
    def asks_leave(self) -> bool:
        """Whether it asks what is allowed or required, or about a hypothetical play."""
        return bool(
            re.match(r"(?:what if|may|can|must|should|do \w+ have to|is it (?:ok|okay|allowed))\b", self.text.lower())
        )

    @property
    def accuses(self) -> bool:
        """Whether it is about an action, and not about a rule alone."""
        low = self.text.lower().strip()
        if self.seats or self.latest or self.line:
            return not (_SUPPOSED.match(low) and not _PAST.search(low) and not self.latest and not self.allowed)
        return bool(_OF_ALL.match(low) and _PAST.search(low)) or bool(self.hand and _PAST.search(low))


def read(referee: Referee, text: str) -> Asked:
    """What the words of a question name at this table."""
    asked = Asked(text)
    for kind in ("hand", "line"):
        if at := re.search(rf"\b{kind}\s+(\d{{1,9}})\b", text, re.IGNORECASE):
            setattr(asked, kind, int(at[1]))
            text = text.replace(at[0], " ")
    for word in re.findall(r"[\w♠♥♦♣+]+(?:[-'’][\w]+)*", text):
        bare = re.sub(r"['’]s$", "", word)
        low = bare.lower()
        if seat := referee.names.ever.whole(bare):
            joined = re.search(rf"\b(?:or|and|nor|,) {re.escape(word)}", text)
            asked.seats |= {seat} if joined or not asked.seats else set()  # only the first clause is the accusation
            continue
        if low in own_rules(referee.in_force) or (low in referee.game.rules and "-" in low):
            asked.rule = low
            continue
        if 2 <= len(low) <= 4 and low not in SMALL and not low.isdigit() and (cards := read_cards(bare)):
            asked.cards |= {card.text for card in cards}
            continue
        asked.words.append(word)
        _take(referee, asked, low.removesuffix("n't").removesuffix("n’t"))
    asked.spoken = any(idioms(words_in(asked.about), every_of(referee.game.slug)))
    behind = {match[1] for match in _LATEST.finditer(text.lower())}
    asked.latest = any(not word or word in ALLOWED or word in SMALL or kinds_of(referee, word) for word in behind)
    asked.others = {*referee.players} - asked.seats if asked.seats else set()
    return asked


def _take(referee: Referee, asked: Asked, low: str) -> None:
    """Classifies a word that is neither a name nor a card."""
    singular = low.removesuffix("es") if low == "sixes" else low.removesuffix("s")
    if low.isdigit() or low in NUMBERS:
        asked.numbers.add(int(low[:9]) if low.isdigit() else NUMBERS[low])
    if singular in RANKS:
        asked.ranks.add(RANKS[singular])
    if low in ALLOWED:
        asked.allowed = True
    elif low in POINTS:
        asked.points = True
    elif kinds := kinds_of(referee, low):
        asked.kinds = asked.kinds or kinds  # later clauses only add detail
    elif low not in SMALL and low not in NUMBERS and singular not in (*RANKS, *SUITS) and not low.isdigit():
        asked.strange.append(low)
