"""Parses a question: the question word, the players, cards and time it means, and the words left to look up."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from referee.cards import SUIT_NAMES, Card, read_cards
from referee.declared.columns import Round
from referee.language.words import Seat
from referee.table.referee import Referee
from scoresheets.book.tabletalk import RANKS as RANK_WORDS
from scoresheets.book.tabletalk import SUITS, WORDS, slips
from scoresheets.book.wording import stem, stems_in
from scoresheets.questions.facts import vocabulary

_LEXICON = tomllib.loads(Path(__file__).with_name("lexicon.toml").read_text(encoding="utf-8"))


def words_of(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


SMALL = frozenset(_LEXICON["small"].split())
"""Words that add nothing to a question."""

WORD = {said: word for word, others in _LEXICON["words"].items() for said in (word, *others.split())}
"""Maps everyday words to the words of the lexicon."""

_UP_TO_THIRTEEN = "zero one two three four five six seven eight nine ten eleven twelve thirteen"
NUMBERS = {word: number for number, word in enumerate(_UP_TO_THIRTEEN.split())}
_UP_TO_TENTH = "first second third fourth fifth sixth seventh eighth ninth tenth"
ORDINALS = {word: number for number, word in enumerate(_UP_TO_TENTH.split(), 1)}
RANKS = RANK_WORDS | {"knave": "J"}

POLAR = frozenset((
    "is", "are", "was", "were", "am", "do", "does", "did", "has", "have", "had", "will", "would", "can", "may", "could",
    "might", "must", "should", "shall",
))  # fmt: skip
"""First words of a yes-or-no question."""

ASKING = POLAR | {"who", "whose", "whom", "what", "which", "how", "when", "where", "why"}
"""First words of a question."""

FIRST_PERSON = frozenset(["i", "me", "my", "mine", "we", "us", "our", "ours", "i'm", "i've", "we're", "we've"])
SOMEBODY = frozenset(["he", "she", "they", "him", "her", "them", "his", "hers", "their", "theirs"])

HIDDEN = frozenset(_LEXICON["hidden"].split())
"""Things of which nothing is known at a table that enters only numbers."""

TO_TYPE: dict[str, str] = _LEXICON["to-type"]
"""What to type, by the words of what somebody wants to do."""

NICKNAMES = {name: card.lower() for name, card in _LEXICON["cards"].items()}
"""Cards with special names."""

OPENING = re.compile(
    r"^ (?:(?:and|so|but|or|ok|okay|well|wait|hang on|hold on|right|sorry|hey|um|erm|hmm|oh|then|quick question"
    r"|just asking|tell me|remind me"
    r"|(?:do you|does any(?:one|body)|any(?:one|body)) (?:know|remember)|(?:can|could) you (?:tell me|say)|any idea"
    r"|i (?:wonder|forget|forgot)),? )+(?=\S)"
)
"""What people say before a question."""

_SENTENCE = re.compile(rf"^ [^.?!]*[.!;]+ (?=(?:{'|'.join(sorted(ASKING))})\b)")
"""A sentence before a question: ``enough for today. who won``."""

_EITHER = re.compile(r", ?(?:is it )?(?:the )?([a-z]+) or (?:the )?([a-z]+)\s*$")
"""Two things behind a question, one of which may answer it: ``who speaks first, elder or younger``."""

_GUESS = re.compile(r", ?(?:(?:is|was) (?:it|that) )?(?:\d+|(?:\d+,? or \d+))\s*$")
"""A number behind a question for a number: ``how many cards, 9``."""

_IF_WE_STOP = re.compile(
    r",? if (?:we|it|this|that|the game) (?:all )?(?:stop|end|quit|finish|call it a (?:day|night)|(?:is|was|were) over)"
    r"(?:s|ed|ped)?(?: right)?(?: here| now| there| today| tonight)?(?=\s*$)"
)
"""What would be if nobody played on: the same as now."""

_SPELLED = {short: meant for meant, shorts in _LEXICON["spelling"].items() for short in shorts.split()}
_HURRIED = re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, sorted(_SPELLED, key=len, reverse=True)))})(?![\w'])")
"""Words as people type them in a hurry."""

PHRASES = [
    (
        re.compile(rf"\b(?:{'|'.join(re.escape(one.strip()).replace('-', '[- ]') for one in others.split(','))})\b"),
        meant,
    )
    for meant, others in _LEXICON["phrases"].items()
]
"""Everyday phrases, and what they mean in words of the lexicon."""

_JOINED = (
    (r"[’‘]", "'"),
    (r"\b(?:can't|cant|cannot)\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"\b(team|side|pair)'s (?=been|got|gone|ahead|winning|losing|behind|leading)", r"\1 is "),
    (r"\b(is|was|are|were|did|does|do|has|have|had|could|should|would|must)n'?t\b", r"\1 not"),
    (r"\b(\w+)n't\b", r"\1 not"),
    (r"\b(why|how|who|what|where)'?d\b", r"\1 did"),
    (
        r"\b(wh[oe]n?|what|where|how|that|there|it|big|far|close)'?s\b|\b(he|she)'s\b|\b(she|he)s\b(?= \w)",
        r"\1\2\3 is",
    ),
    (r"\b(who|they|you|we|what|how|where)'re\b|\b(you|they|who)re\b", r"\1\2 are"),
    (r"\b(who|they|you|we|i|what)'ve\b|\b(i|you|we|they)ve\b", r"\1\2 have"),
    (r"\b(who|they|you|we|i|he|she|it|what|where|how)'ll\b|\b(you|they|what|who|it)ll\b", r"\1\2 will"),
    (r"\bi'?m\b", "i am"),
)
"""Two words in one, with or without the apostrophe."""

_SHORT = (
    (
        r"^ (?:which|what) (?:of (?:us|you|them)|one of (?:us|you|them)|team|side|pair|partnership|players?)"
        r"(?= (?!is\b|are\b|am\b|do\b|does\b|can\b|may\b|will\b|would\b|WHO\b)\w+)",
        " who",
    ),
    (r"\bwho is got to\b", "who has got to"),
    (
        r"^ (?:which|what|whose) (?:team|side|pair|partnership|couple) (?:is|are|has|have) "
        r"(?=(?:went|gone|been|made|won|ahead|winning|leading|behind|losing)\b)",
        " who is ",
    ),
    (r"\b(?:more|most) often(?=\s*$)", "the most"),
    (r"\bwho still (?:has|have|needs?|must|had)(?: got)?(?: to)? (?!a\b|to\b)", "who left need "),
    (r"\b(hands|rounds|games|deals) (?:are|is) behind us\b", r"\1 have been played"),
    (
        r"^ (?:was|were|has|have) there (?:(?:ever|already|yet|been|anyone|anybody) )*(?:a|an|any|some) (\w+)"
        r"(?: (?:ever|yet|tonight|so far|already|at all|tonight))*(?=\s*$)",
        r" did anyone \1",
    ),
    (r"\b(can|could|may|must|should|did|does|will|would) (\S+ )?(?:only )?go for\b", r"\1 \2bid"),
    (
        r"\b(did|does|do|would|will) (\S+) (?:say|think|claim|promise|guess|announce|figure)(?: that)? "
        r"(?:he|she|they|i|we|you)(?:'d| would| will)? (?:take|get|make|win|got|have)\b",
        r"\1 \2 bid",
    ),
    (
        r"\b(many|what) (\w+) (?:have|has|are|is|were|was) not (?:(?:we|you|they|i|been|had|got) )*"
        r"(?:counted|entered|accounted for|told|typed|seen|found)(?: yet)?\b",
        r"\1 \2 left",
    ),
    (r"\bwho is (?:won|taken) (?=\w)", "who has won "),
    (r"\b(?:per|by) (?=(?:side|team|player|partnership)s?\b)", ""),
    (
        r"\bhow many more (?!tricks|cards)(\w+) (?:can|may|could) (.+?) (?:take|have|get|afford)\b",
        r"how many \1 has \2 left",
    ),
    (r" after that(?=[?. ]*$)", " "),
    (r"\b(count|winn|lead|play|bidd|deal|gett|go|need|los)in'?(?= )", r"\1ing"),
    (r"\bhow (?:bad|good|valuable|expensive) (?=is\b|are\b)", "how much "),
    (r"\bvery (?=first|last|next)", ""),
    (
        r"\bhow (?:close|near|far) (?:is|are) (\S+) (?:off|from|to|away from) (?:making|getting|reaching)"
        r" (?:it|(?:his|her|the|their) bid)\b",
        r"how many does \1 need",
    ),
    (r"\bhow far (?:has|have|does) (\S+) (?:got |have |still )*(?:left )?to go\b", r"how far is \1 from winning"),
    (r"\bwho (?:was|is) it (?:that |who )?(?=\w+ \w)", "who "),
    (r"\bhow (?:close|near)\b", "how far"),
    (r"^ (?:in |on )?(?:which|what) (?:hand|round|deal) (did|was|were|has|have) (.+?)(?: in)?(?=\s*$)", r" when \1 \2"),
    (
        r"^ how did (.+?) (?:end up (?:on|at|with)|come to|get to|add up to|make|score|lose|get) "
        r"(?=(?:-?\d+|[a-z]+)\s*$)",
        r" why did \1 get ",
    ),
    (r"\bhow (?:often|many times)\b", "often"),
    (
        r"^ what (did|does|do|will|would) (.+?) (get|score|make|win|lose) for (?=the |an? |his |her |their )",
        r" many \1 \2 \3 for ",
    ),
    (r" (?:have to |has to |need to |need )?avoid to (stay|keep|remain) (under|below)\b", r" \1 \2"),
    (r"\bmany (\w+s) (?:have|has|are|is) gone\b", r"many \1 have been played"),
    (r"\bworth (?:on top|extra|besides)(?=\s*$)", "worth"),
    (r"\bhow (?:many|much)\b", "many"),
    (r"\bhow far\b|\bby how many\b|\bby many\b", "far"),
    (
        r"\b(?:end|finish|wind|wound|come|came|walk)(?:ed|s|ing)?(?: up| away| out)? with\b"
        r"|\bcome (?:away|out) with\b|\bwind(?:s)? up with\b",
        "got",
    ),
    (r"\bpoints? did (\S+) drop\b", r"points did \1 lose"),
    (r"\bgot (?:exactly )?what (?:they|he|she) bid\b", "made it"),
    (r"\bg[eo]t (?:theirs|hers)\b|\bha(?:ve|s|d) (?:got )?(?:his|her|their) bid\b", "made it"),
    (r"\bhow (?:is|are) (.+?) (?:looking|shaping up|getting on|getting along|faring)\b", r"how is \1 doing"),
    (r"\b(has|have|had|is) (\S+(?: and \S+)?) got to(?= \w)", r"does \2 need to"),
    (r"\b(?:was|were) (\S+(?: and \S+)?) (?:right|correct|exact)\b", r"did \1 make it"),
    (r"\bpick(s|ed)? (it|them|that|this|the \w+) up\b", r"pick\1 up \2"),
    (r"\b(put|lay|laid|set|turn|turned)(s)? (it|them|that|the \w+) (down|over|up)\b", r"\1\2 \4 \3"),
    (r"\bwhat is out of (\w+)\b", r"what \1 are gone"),
    (r"\b(?:no[- ]?trump|without trump|notrump)s?(?: (?:hand|round|game))?(?=\s*$)", "no trump"),
    (r"\ball (?:3|4|5|three|four|five)(?! (?:\w+ )?(?!players|of)\w+s\b)", "all"),
    (r" or (?:can|could|must|may|do|does|should|is|are|will|did) (?:i|we|you|he|she|they|it|\S+) .*$", " "),
    (r"\b(?:draw|discard) pile\b", lambda said: "stock" if said[0].startswith("draw") else "pile"),
    (
        r"\bface[- ]up card\b|\bturned[- ]up card\b|\bturn[- ]?up\b|\btop card\b|\bcard on top\b"
        r"|\bup[- ]?cards?\b|\bdoor cards?\b",
        "top",
    ),
    (r"\b(?:still|left) out(?: there)?\b(?=\s*$)|\bnot (?:yet )?(?:been )?(?:played|taken)(?: yet)?(?=\s*$)", " left"),
    (
        r"\bstill in\b(?!(?: the| his| her| their| my)? (?:stock|deck|pack|pile|hands))"
        r"|\bin (?:this|the) hand still\b|\bstill playing\b",
        "stillin",
    ),
    (r"\b(?:the|our|both) (?:two )?(?=teams\b|sides\b)", "all "),
    (r"\bface[- ]?up\b", "top"),
    (r"\b(?:got|guessed|had|called) it right\b|\b(?:was|were) right\b", "made it"),
    (r"\bgot rid of (?:everything|all\b[\w ]*|(?:his|her|their) (?:last )?cards?)", "went out"),
    (r"\b(?:get|got|gets|getting) rid of\b", "discard"),
    (r"\bhow (?:far|much|many points) (?:back|adrift|off (?:the lead|first|the pace))\b", "how far behind"),
    (r"\bhow far (.+?) (?:off|from) (?:the lead|first(?: place)?|the (?:leader|top|front))\b", r"how far \1 behind"),
    (r"\b(throw|threw|thrown)(s|ing)? (\w+ )?away\b", r"discard \3"),
    (
        r"^ (?:has|have|was|were|did) the (pile|stock|pot|nil) (?:already |yet )?(?:been |get |got )?(\w+)\b",
        r" did anyone \2 the \1",
    ),
    (r"\bto (?:the )?(?:game|home)(?=\s*$)", "to win"),
    (r"(?<=^ )(who .+?),?(?: and)? (?:by how (?:much|many)|with (?:what|which)(?: card)?)(?=\s*$)", r"\1"),
    (rf"\bwhose trick (?:was|is) the ({'|'.join(ORDINALS)}|last)(?: one)?(?=\s*$)", r"who won the \1 trick"),
    (r"\b(?:want|try|mean)(?:s|ed)? to (?=bid|call|play|say)|\btried to (?=bid|call|play|say)", " "),
    (r"\band (?:got|made) (?:it|them|there)\b", "and made it"),
    (r"\bhad to (?=\w)", "did "),
    (r"\b(?:have|has|had) (?:still )?(?:got )?to (?=\w)(?!play|take if|meld|draw until)", "need "),
    (r"\b(tricks|rounds|hands|games) (?:are |is |still |yet |there )*to (?:be )?play(?:ed)?\b", r"\1 left"),
    (r"\bhave (?:got )?enough(?: tricks| points)?(?: yet| already| now)?(?=\s*$)", "made it"),
    (r"\b(?:ahead|winning|leading) (?:in|on) tricks\b", "most tricks"),
    (r"\bcards (?:still |yet |are |is )*to come\b", "cards coming"),
    (
        r"(?<=hands|games|cards|holes) to (?:go|come)\b(?! out)|(?<=tricks|rounds|points) to (?:go|come)\b(?! out)"
        r"|\bto (?:go|come)\b(?=(?: for \S+)?[ ?.]*$)",
        " left",
    ),
    (r"\bis it (?:still )?possible for (.+?) to\b", r"can \1"),
    (r"^ (?:is|are) (.+?) (?:still )?able to\b", r" can \1 still"),
    (r"\bwho (is|has|have|had|holds|took|won) (?:got )?more\b", r"who \1 most"),
    (r"\bwho (has|have) (won|lost|taken|made|scored) more\b", r"who \1 \2 most"),
    (r"(?:\bleft )?\b(?:to (?:account|be accounted) for|unaccounted(?: for)?)\b", " left"),
)

_IF = re.compile(
    r"\b(?:if|suppose|unless|without(?! (?:\d|one\b|two\b|three\b|four\b))|whenever)\b"
    r"|\S when (?:i|we|you|he|she|they|a|an|nobody|somebody|someone|everybody)\b|^ when a "
)
"""Signs that a question is about another position."""

SUPPOSES = re.compile(
    r"^\W*(?:(?:and|so|but|ok|well) )?"
    r"(?:(?:what|how about) if|if|supposing|suppose|imagine|assuming|assume|say|let'?s say)(?: that)?\b(?= \w)",
    re.IGNORECASE,
)
"""How a question begins that supposes something. *Say* may also begin a report."""

_LEFT_OF = (
    r"(?:on|to|at) (?P<of>\S+?(?:'s?)?) (?P<side>left|right)\b",
    r"\b(?P<side>left|right) of (?P<of>\S+)",
    r"\b(?:on|to) the (?P<side>left|right) of (?P<of>\S+)",
    r"\b(?P<of>\S+)'s? (?P<side>left|right)\b",
)

ORDINALS |= {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5, "opener": 1, "opening": 1}
_ORDINAL = "|".join(ORDINALS)
_HAND = "(?:hand|round|deal|lot)"
_GAME = "(?:hand|round|deal|lot|game)"  # all for a hand: many tables call it a game
_IN = "(?:in |for |on |of |to |during )?"


def _which(one: str, past: str) -> tuple[tuple[str, str], ...]:
    """The patterns of a hand or a trick named by its place in the game: the next, the last, this, the third."""
    return (
        (rf"\b{_IN}(?:the )?(?:next|following|coming|upcoming) {one}(?:'s)?\b", "next"),
        (rf"\b{_IN}(?:the |our |my )?(?:last|previous|preceding|past|latest) {past}\b", "last"),
        (rf"\b{_IN}(?:this|the current|the present) {one}\b", "this"),
        (rf"\b{_IN}(?:the )?(?P<ordinal>{_ORDINAL}) {past}\b", "number"),
        (rf"\b{_IN}{one} (?:number )?(?P<number>\d{{1,4}}|{'|'.join(NUMBERS)})\b", "number"),
    )


_HANDS: tuple[tuple[str, str], ...] = (
    (rf"\b(?:the )?{_HAND} after (?:the )?next(?: one)?\b|\b(?:the )?next {_HAND} but one\b", "after next"),
    (rf"\b(?:the )?{_HAND} before (?:the )?last(?: one)?\b", "before last"),
    (rf"\b(?P<back>{'|'.join(NUMBERS)}|\d{{1,2}}|a) {_GAME}s? (?:ago|back|before)(?=\s*$)", "back"),
    (rf"\b{_HAND} after this(?: one)?\b"
     rf"|\b(?:in|for) the next one\b|\bafter this {_HAND}\b|\bnext time(?: round)?\b|\bafter this(?: one)?(?=\s*$)"
     r"|\bhand next(?=\s*$)"
     r"|(?:(?<=cards)|(?<=we play)|(?<=we get)|(?<=i get)) next(?=\s*$)", "next"),
    (rf"\b(?:in |of |on )?that {_HAND}(?=\s*$)", "latest"),
    (r"(?<=is )the next one\b", "next"),
    (r"\b(?:the )?(?:last|previous)(?= pot\b)", "last"),
    (rf"\b(?:the )?(?P<ordinal>{_ORDINAL})(?= pot\b)", "number"),
    (r"\b(?:last time|the last one)\b"
     rf"|\b(?:the )?{_HAND} (?:before this(?: one)?|before|just (?:played|finished|gone))\b", "last"),
    (r"\bthis time\b|(?<!\S)this one(?=\s*$)", "this"),
    *_which(_HAND, _GAME),
    (rf"\b{_IN}(?:the )?(?P<ordinal>{_ORDINAL}) time\b", "number"),
    (rf"(?:\b(?:in|for|on)|(?<=dealt|deals|after)) the (?P<ordinal>{_ORDINAL})(?: one)?(?=\s*$)", "number"),
    (r"\b(?:in |for )?the (?P<ordinal>opener)\b", "number"),
    (rf"(?<=after )(?P<number>\d{{1,4}}|{'|'.join(NUMBERS)}) {_HAND}s\b", "number"),
)  # fmt: skip
_TRICKS = ((r"\btrick before(?: this)?(?: one)?\b", "last"), *_which("trick", "trick"))
WHEN = (*_HANDS, *_TRICKS)
"""Patterns of a hand or a trick that a question names, and which one that is."""


_PAST = re.compile(
    r" (?:did|has|have|had|was|were|been|got|took|won|lost|led|threw|put|drew|laid|bet|went|made|said|dealt|paid|held"
    r"|shot|ran|broke|froze|hit|forgot|stole|caught|gave|chose|kept|built|sat|began|did"
    r"|(?!need)\w+ed)\b"
)

_OVERALL = re.compile(
    r"\b(?:so far|in total|together|altogether|overall|in all|tonight|all (?:night|game|evening)"
    r"|(?:over|in|for|across) (?:the|this) (?:whole )?(?:game|match|evening|night)"
    r"|(?:both|all|every) (?:the |of the )?(?:hands|rounds|deals))\b"
)
"""Signs that a question is about all hands together."""

_TOGETHER = re.compile(r"\b(?:together|altogether|combined|between them|in all|added up)\b")
"""Signs that a question is about the sum of several players."""

NOUNS = re.compile(rf"\b(?:{'|'.join(_LEXICON['asking'].split())})\b")
"""Words that ask without a question word: ``gap between Ben and Cat``."""

_OF_TEAM = re.compile(r"\b(?:which|what|whose) (?:team|side|pair|partnership|couple)\b")
"""Signs that a question is about a team, not one of its players."""

SEVERAL = frozenset(["many", "red", "black", "all", "any", "both", "no"])
"""Words before several cards of a rank: *red 3s* isn't the three of spades."""

_HAPPENED = re.compile(_PAST.pattern.replace(r"|(?!need)\w+ed", "") + r"| (?:who|what|which|WHO) (?!need)\w+ed\b")

COUNTED = frozenset(["bid", "take", "need", "win"])
"""Verbs with a number behind them, where *one* is that number: ``who bid one``."""


@dataclass(frozen=True)
class When:
    """A hand or a trick that a question names: ``last``, ``this``, ``next``, ``after next``, or a number."""

    which: str = ""
    number: int = 0


NOW = When()


@dataclass
class Question:
    """A parsed question.

    ``words`` has the words that count, in the form of the lexicon, with WHO for a player, CARD, SUIT, RANK and N for a
    number. ``said`` has the same words as typed.
    """

    text: str
    plain: str = ""
    bare: str = ""  # without the hand and the trick that it names
    nickname: str = ""  # of a card, if the question uses one
    words: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    suits: list[str] = field(default_factory=list)
    ranks: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    hand: When = NOW
    trick: When = NOW
    polar: bool = False
    mine: bool = False  # it says I, we, my
    theirs: bool = False  # it says he, she, they
    supposing: bool = False  # hypothetical
    negated: bool = False
    after: bool = False  # it asks for the score after a hand
    overall: bool = False  # it asks for all hands together
    together: bool = False  # it asks for the sum of several players
    of_team: bool = False  # it asks for a team
    asking: bool = True  # phrased as a question
    defines: bool = False  # it asks what a word means

    @property
    def happened(self) -> bool:
        """Whether it asks of certain what was, or has been."""
        first = self.plain.split()[:1]
        if self.polar:
            return first in (["did"], ["has"], ["have"], ["had"], ["was"], ["were"])
        return bool(_HAPPENED.search(self.plain))

    @property
    def past(self) -> bool:
        """Whether it asks what was, or has been."""
        return bool(_PAST.search(self.plain))

    def has(self, *words: str) -> bool:
        return any(word in self.words for word in words)


def spelled_out(text: str, referee: Referee) -> str:
    """A text without the short spellings of the hurried: ``whats``, ``u``, ``&``."""

    def meant(match: re.Match[str]) -> str:
        return match[0] if referee.names.whole(match[0]) else _SPELLED[match[0].lower()]

    text = re.sub(r"(?<=[^\W\d])/(?=[^\W\d])", " and ", text) if text.count("/") == 1 else text
    text = re.sub(r"(?<=\w)\s*&\s*(?=\w)", " and ", text)
    text = re.sub(_HURRIED.pattern, meant, text, flags=re.IGNORECASE)
    for pattern, instead in _JOINED:
        text = re.sub(pattern, instead, text, flags=re.IGNORECASE)
    return text


def in_common_words(text: str) -> str:
    """A text with the phrases of players in the words of the lexicon."""
    for phrase, meant in PHRASES:
        text = phrase.sub(meant, text)
    for pattern, instead in _SHORT:
        text = re.sub(pattern, instead, text)
    return text


_BEFORE_ASKING = re.compile(
    r"^ (?P<about>(?!(?:in|on|by|to|with|for|from|at|of|after|before|until|if|per) (?:many|what|wh\w+)\b)[^?]+?)"
    r"(?P<mark>,| -+| \N{EN DASH}|:)? "
    r"(?P<asks>(?:many|far|often|what|who|whose|whom|which|when|where|how|why)\b.*)$"
)


def _asking_first(text: str) -> str:
    """The text with its question word first: ``Ben how many more``, ``bags, what are they worth``."""
    first = text.split()[:1]
    if not first or first[0] in ASKING | {"many", "far", "often"} or _IF.search(text):
        return text
    if not (match := _BEFORE_ASKING.match(text)):
        return text
    about, asks = match["about"], match["asks"].rstrip()
    if match["mark"] and (pronoun := re.search(r"\b(?:it|they|them|he|she|that|those)\b", asks)):
        return f" {asks[: pronoun.start()]}{about}{asks[pronoun.end() :]} "
    return f" {asks} {about} "


def parse(text: str, referee: Referee) -> Question:
    """Parses a question at a table."""
    question = Question(text)
    rest = f" {spelled_out(text, referee).strip().rstrip('?!. ').lower()} "
    question.overall = bool(_OVERALL.search(rest))
    question.together = bool(_TOGETHER.search(rest))
    question.of_team = bool(_OF_TEAM.search(rest))
    rest = OPENING.sub(" ", _SENTENCE.sub(" ", rest))
    if (stop := _IF_WE_STOP.search(rest)) and re.search(r"\b(?:won|wins?|winner|lost|loses?)\b", rest):
        rest = re.sub(r"^ who\b.*?\b(?:won|wins?)\b.*", " who is winning ", rest[: stop.start()] + " ")
    if (either := _EITHER.search(rest)) and not any(map(referee.names.whole, either.groups())):
        rest = f"{rest[: either.start()]} "
    if not re.match(r" (?:who|when) ", rest) and next(iter(rest.split()), "") not in POLAR:
        rest = _GUESS.sub(" ", rest)
    rest = _in_figures(referee, _without_game(referee, rest))
    rest = _asking_first(_spelled(referee, in_common_words(rest)))
    if trump := SUIT_NAMES.get(getattr(referee.hand, "trump", "") or ""):
        rest = re.sub(
            rf"(?<=^ )((?:who|has|where|was|did) .*\b(?:{'|'.join(RANKS)})) of trumps?\b", rf"\1 of {trump}", rest
        )
    first = next(iter(rest.split()), "")
    rest = re.sub(r" first (bid|trick score|contract)\b", r" \1 in hand 1", rest)
    tag = re.search(r",? (?:is|was|are|did|do|does|has|had|have) not (?:he|she|it|they|we|i)\s*$", rest)
    question.polar = first in POLAR or bool(tag)
    rest = rest[: tag.start()] + " " if tag else rest
    question.negated = " not " in rest
    question.supposing = bool(_IF.search(rest))
    for name, card in NICKNAMES.items():
        rest, found = re.subn(rf"\b{name}\b", card, rest)
        question.nickname = name if found else question.nickname
    question.plain = rest = _the_last(referee, _names(referee, question, rest))
    question.polar = question.polar or rest.startswith(" has WHO ")
    question.asking = (
        bool({*rest.split()[:3]} & {*ASKING, "many", "far"})
        or bool(tag or NOUNS.search(rest))
        or text.rstrip().endswith("?")
        or len(rest.split()) < 4
    )
    question.defines = bool(re.match(r" what (?:is|are|does) (?:a|an) \w+(?: mean| called)?\s*$", rest))
    rest = _seat_beside(question, rest)
    rest = question.bare = _time(question, rest)
    _words(question, rest, {*_own_nouns(referee), *(("match",) if referee.in_force.get("match") else ())})
    return question


def _own_nouns(referee: Referee) -> set[str]:
    """The nouns of a sheet's columns that mean something else in other games: *books* of cards."""
    columns = referee.hand.columns if isinstance(referee.hand, Round) else ()
    nouns = {re.split(r" (?:in|of|for|and) ", column.title)[0].split()[-1] for column in columns}
    every = {stem(noun) for noun in nouns}
    return {one for noun in nouns if stem(WORD.get(noun, noun)) not in every for one in (noun, noun.removesuffix("s"))}


def speaking_for(text: str, referee: Referee) -> str:
    """The text with the name of the player who asks for *I*: ``who's my partner if I'm Dan``, ``am I (Ben) next``."""
    names = "|".join(re.escape(seat) for seat in referee.seats)
    spelled = spelled_out(text, referee)
    said = rf",? (?:if|when|as|because|since) i am ({names})\b|(?<=\bi) \(({names})\)|, as ({names})(?=[?!. ]*$)"
    if referee.hand.dealer:
        spelled = re.sub(r"\bi(?:,)? as (?:the )?dealer\b", str(referee.hand.dealer), spelled, flags=re.IGNORECASE)
    if not (match := re.search(said, spelled, re.IGNORECASE)):
        return spelled if str(referee.hand.dealer or "-") in spelled and " as " in text else text
    who = next(filter(None, match.groups()))
    spelled = f"{spelled[: match.start()]}{spelled[match.end() :]}"
    for mine, named in ((r"my|mine", f"{who}'s"), (r"am i|i am", f"is {who}"), (r"i|me", who)):
        spelled = re.sub(rf"\b(?:{mine})\b", named, spelled, flags=re.IGNORECASE)
    return spelled


def _in_figures(referee: Referee, text: str) -> str:
    """The text with hundreds, and lines of the score, as figures: ``over the hundred``, ``past the rubicon``."""

    def figures(match: re.Match[str]) -> str:
        many = NUMBERS.get((match[1] or "one").strip(), 1)
        return f"{many * (100 if match[2] == 'hundred' else 1000)}"

    def line(match: re.Match[str]) -> str:
        house = referee.in_force
        value = next((house[name] for name in (f"{match[2]}-below", match[2]) if isinstance(house.get(name), int)), 0)
        if value <= max(NUMBERS.values()):
            return match[0]
        return f"{re.sub(r'(?:pass|cross)ed|^on$', 'past', match[1])} {value}"

    text = re.sub(
        r"\b(passed|crossed|past|over|from|off|under|below|reached|beyond) the ([a-z]+)(?: line)?\b", line, text
    )
    text = re.sub(r"\b(is|on) the ([a-z]+) line\b", line, text)
    return re.sub(rf"\b(?:(?:a|the) )?((?:{'|'.join(NUMBERS)}) )?(hundred|thousand)\b(?! and)", figures, text)


def _without_game(referee: Referee, text: str) -> str:
    """The text without the name of the game played: ``how many hands of spades``, ``who won tonk``."""
    game = rf"(?:{re.escape(referee.game.name.lower())}|{re.escape(referee.game.slug)})"
    text = re.sub(rf"\b(hands?|rounds?|games?|deals?|night|evening) of {game}\b", r"\1", text)
    if referee.game.slug in SUIT_NAMES.values():
        return text
    return re.sub(rf"\b(won|wins?|winning|losing|playing|at|in) {game}\b(?! game)", r"\1", text)


def _spelled(referee: Referee, text: str) -> str:
    """The text with slips mended in words that neither the game nor a question has: ``scroe``, ``delaer``."""
    strange = set(re.findall(r"[a-z]{4,}", text)) - SMALL - ASKING - WORDS - WORD.keys() - vocabulary()
    strange -= ORDINALS.keys() | HIDDEN
    strange -= {word + more for seat in referee.names.everybody for word in _split(seat) for more in ("", "s")}
    if strange:
        own = " ".join((*referee.vocabulary.shapes, *(rule.text for rule in referee.game.rules.values())))
        strange = {word for word in strange if stem(word) not in stems_in(own)}
    for word in strange:
        known = WORD.keys() | (vocabulary() if len(word) > 4 else ())
        meant = {other for other in slips(word) if len(other) > 4 and other in known}
        if len({WORD.get(other, other) for other in meant}) == 1:
            text = re.sub(rf"\b{word}\b", min(meant), text)
    return text


_THAT = re.compile(
    r"(?<= who) (won|took|got|takes|gets|had|collected|led) "
    r"(?:it|that|this|(?:that|this|the last|the previous) one)\s*$"
)


def _the_last(referee: Referee, text: str) -> str:
    """The text with the last trick, or the last prize, named: ``who won that``."""
    text = re.sub(r"^ WHO's (made|got|had|won|taken|bid|called|played|been|gone|missed|pegged) ", r" has WHO \1 ", text)
    if not re.match(r" who is ", text):
        text = re.sub(r"\bWHO's (?:team|side|partnership|lot)\b", "WHO", text)
    hand = referee.hand if referee.hand.dealer or not referee.last else referee.last
    sheet = isinstance(hand, Round) and not hand.by_cards
    thing = "hand" if sheet else "trick" if hasattr(hand, "trick") else "prize" if hasattr(hand, "prize") else ""
    if getattr(hand, "trick", None):
        text = re.sub(r"(?<= who is winning) (?:it|this|that|this one)\s*$", " this trick", text)
    if sheet:
        text = re.sub(rf"(?<= )(won|win|took|got|had) the ({_ORDINAL}|last)(?: one)?(?=\s*$)", r"\1 the \2 hand", text)
    return _THAT.sub(rf" \1 the last {thing}", text) if thing else text


def _split(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.lower())


def _names(referee: Referee, question: Question, text: str) -> str:
    """The text with WHO in place of names."""
    names = referee.names.ever
    everybody = {str(seat).lower(): seat for seat in (*referee.players, *names.everybody)}
    known = sorted(everybody.items(), key=lambda pair: -len(pair[0]))
    found: list[tuple[int, Seat]] = []

    def named(match: re.Match[str]) -> str:
        if match[1] in RANKS and re.search(r"\b(?:the|an?) $", match.string[: match.start()]):
            return match[0]  # a card: *the jack*
        found.append((match.start(), by_name[match[1]]))
        return "WHO's" if match[0] != match[1] else "WHO"

    by_name = dict(known)
    pattern = "|".join(re.escape(name) for name, _ in known)
    start = re.match(r" (?:may|will|can|art|am)\b", text)  # a question word, whatever the players' names
    head, tail = (text[: start.end()], text[start.end() :]) if start else ("", text)
    tail = re.sub(rf"(?<![\w'])({pattern})(?:'?s|')?(?![\w'])", named, tail)
    question.seats = [seat for _, seat in found]
    said = set(re.findall(r"[\w']+", tail))
    question.mine = bool(said & FIRST_PERSON)
    question.theirs = bool(said & SOMEBODY)
    return head + tail


def _seat_beside(question: Question, text: str) -> str:
    """The text with one word for the player on somebody's left or right."""
    for pattern in _LEFT_OF:
        match = re.search(pattern, text)
        if match and (match["of"].startswith("WHO") or match["of"] in ("my", "me", "dealer", "the")):
            whose = "WHO" if match["of"].startswith("WHO") else match["of"]
            return text.replace(match[0], f" {whose} {match['side']}of ", 1)
    return text


def _time(question: Question, text: str) -> str:
    """The text without its hand and trick."""
    if not re.search(r"\b(?:is|was) (?:this|it) (?:the )?last (?:hand|round|deal)\b", text):
        for pattern, which in _HANDS:
            if match := re.search(pattern, text):
                question.hand = _when(match, which)
                before = text[: match.start()].split()[-1:]
                question.after = before in (["after"], ["before"])
                if before == ["before"]:
                    question.hand = _one_before(question.hand)
                text = text.replace(f"{before[0]} {match[0]}" if question.after else match[0], " ", 1)
                break
    for pattern, which in _TRICKS:
        if match := re.search(pattern, text):
            question.trick = _when(match, which)
            text = text.replace(match[0], " trick ", 1)
            break
    return text


def _one_before(hand: When) -> When:
    """The hand before another."""
    if hand.which == "number":
        return When("number", hand.number - 1)
    return When({"this": "last", "last": "before last", "next": "this"}.get(hand.which, hand.which), hand.number)


def _when(match: re.Match[str], which: str) -> When:
    entered = match.groupdict()
    if which == "back":
        back = NUMBERS.get(entered["back"]) or int(entered["back"].replace("a", "1"))
        return When("before last", back - 1) if back > 1 else When("last")
    if which != "number":
        return When(which)
    if ordinal := entered.get("ordinal"):
        return When("number", ORDINALS[ordinal])
    number = entered.get("number") or "0"
    return When("number", int(number) if number.isdigit() else NUMBERS[number])


def _words(question: Question, text: str, keep: Collection[str] = ()) -> None:
    """Collects the words that count, those to keep as they are."""
    said = re.findall(r"[\w♠♥♦♣+=-]+(?:'\w+)?", text)
    at = 0
    while at < len(said):
        word = said[at]
        of_suit = said[at + 1 : at + 3]
        rank = RANKS.get(word) or RANKS.get(word.removesuffix("es") if word == "sixes" else word.removesuffix("s"))
        if re.fullmatch(r"(?:10|[2-9])s", word) and at and said[at - 1] in SEVERAL:
            rank = word[:-1]
        if word.isdigit() and not rank and 2 <= int(word[:3]) <= 10:
            rank = word
        if rank and len(of_suit) == 2 and of_suit[0] == "of" and (suit := SUITS.get(of_suit[1].removesuffix("s"))):
            question.cards.append(Card(rank, suit))
            _add(question, "CARD", " ".join(said[at : at + 3]))
            at += 3
            continue
        at += 1
        if word.startswith("WHO"):
            _add(question, "WHO", "WHO")
        elif _is_card(word) and not rank and (cards := read_cards(word)):
            question.cards += cards
            _add(question, "CARD", word)
        elif suit := SUITS.get(word.removesuffix("s")):
            question.suits.append(suit)
            _add(question, "SUIT", word)
        elif rank and _of_a_card(said, at - 1):
            question.ranks.append(rank)
            _add(question, "RANK", word)
        elif word.isdigit() or word in NUMBERS:
            question.numbers.append(int(word[:9]) if word.isdigit() else NUMBERS[word])
            if rank:
                question.ranks.append(rank)
            noun = said[at] if at < len(said) else ""
            if word != "one" or noun in ("card", "trick", "left") or (question.words and question.words[-1] in COUNTED):
                _add(question, "N", word)
        elif rank:
            question.ranks.append(rank)
            _add(question, "RANK", word)
        elif word not in SMALL and word != "not":
            _add(question, word if word in keep else _in_lexicon(word), word)


def _in_lexicon(word: str) -> str:
    """A word in the form that ways to ask use, or as it is."""
    known = vocabulary()
    single = word.removesuffix("s")
    return WORD.get(word) or (single if word not in known and single in known else word)


def _of_a_card(said: list[str], at: int) -> bool:
    """Whether a number is the rank of a card: *the two*, but not *the two of them* or *the two cards*."""
    behind = said[at + 1] if at + 1 < len(said) else ""
    return at > 0 and said[at - 1] in ("the", "that", "a", "an") and behind != "of" and (not behind or behind in SMALL)


def _is_card(word: str) -> bool:
    return 2 <= len(word) <= 3 and word not in SMALL and bool(re.fullmatch(r"(?:10|[akqjt2-9])[shdc♠♥♦♣]|jk", word))


def _add(question: Question, word: str, text: str) -> None:
    question.words.append(word)
    question.said.append(text)
