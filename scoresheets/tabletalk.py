"""How players speak of rules: the turns of phrase of the card table, and which rules each of them means.

A rule is meant by its id or by what a breach of it is called; every game names like rules alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from referee.cards import RANK_NAMES, SUIT_NAMES

SMALL = frozenset(
    re.findall(
        r"\w+",
        """
        a about actually after again all allowed already also although am an and any anybody anyhow anyone anything are
        as at be because been before being but by can cannot could couldn did didn do does doesn done down during either
        else every everybody everyone everything for from get gets getting gone got had happen happened happens has have
        having he hers her here him his how however i if in into is isn it its itself just last legal let made
        make makes making many may me meant might mine more much must my myself needn next no not now of off ok okay on
        once one only or other ought our out over own proper properly really right rule ruled rules said same say says shall she should
        shouldn simply since so some somebody someone something somewhere still suppose than that the their them then
        there these they thing things this those though till time to too true twice unless until up us very want wanted wants
        was wasn we well were weren what whatever when where whether which while who whom whose why will with without
        won would wouldn wrong yes yet you your yourself t s d ll m re ve
        """,
    )
)
"""Words that say nothing of the rule somebody looks for."""

SAME = {
    "answer": "follow",
    "ask": "claim",
    "back": "discard",
    "begin": "start lead",
    "begins": "start lead",
    "best": "highest",
    "clockwise": "left",
    "color": "colour",
    "coloured": "colour",
    "cost": "pay",
    "costs": "pay",
    "deck": "pack",
    "draw": "take",
    "flush": "suit",
    "fold": "drop",
    "foot": "suit",
    "highest": "top best",
    "hold": "keep",
    "jack": "knave",
    "joins": "seats",
    "keep": "hold",
    "kitty": "talon pot",
    "level": "tie",
    "money": "chips",
    "order": "turn",
    "penalty": "pay",
    "pick": "draw take",
    "price": "pay",
    "put": "place lay play",
    "reached": "target",
    "rotation": "turn",
    "run": "sequence escalera",
    "set": "trio",
    "shuffle": "reshuffle",
    "spot": "square place",
    "square": "spot",
    "stake": "ante",
    "start": "begin lead",
    "stock": "talon",
    "stuck": "left",
    "take": "captures draw",
    "taken": "occupied",
    "talon": "stock",
    "throw": "discard",
    "tie": "equal level",
    "turn": "order rotation",
    "widow": "talon",
    "wild": "joker",
}
"""Words that tables use for one another."""

VERBS = {
    form: verb.split()
    for verb in (
        "draw drew drawn", "take took taken", "lay laid", "throw threw thrown", "lead led", "deal dealt", "pay paid",
        "hold held", "keep kept", "win won", "lose lost", "forget forgot forgotten", "break broke broken", "build built",
        "give gave given", "beat beaten", "begin began begun", "choose chose chosen", "steal stole stolen",
        "catch caught", "tell told", "leave left", "show shown", "see seen", "sink sank sunk", "tie tied", "go went gone",
        "make made", "fall fell fallen", "know known",
    )
    for form in verb.split()
}  # fmt: skip
"""Verbs with forms that no ending makes."""

_SUITS = r"(?:spade|heart|diamond|club|trump)s?"
_PLAYS = r"(?:play|threw|throw|put|discard|laid|lay|trump|ruff|slough|sluff|shed|dropp?)\w*"

_TALK: tuple[tuple[str, str], ...] = (
    # what was said, and the ids and findings that it may mean
    (rf"(?:revok|reneg)\w*|(?:not|n't|fail\w*|forg[eo]t\w*|could(?: have)?|should(?: have)?|must|have) to? ?follow\w*"
     rf"(?: suit)?|follow\w*(?: the)? suit|(?:had|has|have|held|holds|holding|got|kept)(?: still| a| an| the| any| some"
     rf"| more| another| \w+ of)* {_SUITS}\b(?:.*\b{_PLAYS}.*)?|off[- ]suit", r"^follow-suit$|\brevoke$"),
    (rf"(?:out of|before|not|n't|skip\w*|miss\w*)(?: \w+){{0,2}} turn|out of order|jump\w* (?:in|the queue)"
     r"|before (?:had|has|did|was)(?: \w+)?",
     r"(?<!declaration-)order$|-rotation$|^deal-alternates$"),
    (r"(?:out of|in|wrong) sequence", r"sequence"),
    (r"turn order|order of play|which way round|direction of play", r"^(?:turn|bid|lead|draw)-order$|revers"),
    (r"(?:come\w*|came) out even|(?:add|sum)\w* (?:up|to)|even (?:bid|total)s?|hook", r"overbid"),
    (r"(?:go|goes|going|gone|went|come|coming) out|(?:run|ran|get|got|getting)(?: \w+)? (?:rid|out) of(?: \w+)? cards"
     r"|(?:the |an? |\w+ )?last card|finish\w*|last cards",
     r"(?<!stock)(?<!box)(?<!turn)(?<!even)(?:^|-)(?<!deal-)out(?:$|-)|^empty-hand$|^hand-(?:end|over)$|finish|last-(?:one|card)|one-card-call|^page-one|cooper"),
    (r"expos\w*|flash\w*|show\w*(?: \w+){0,2} (?:card|hand)s?", r"expos"),
    (r"peek\w*|peep\w*|look\w* (?:at|through|into)|spy\w*", r"peek|face-down|expos|secret"),
    (r"too (?:much|little|high|low|big|small)|not enough|(?:wrong|right) (?:amount|number|sum)",
     r"amount|range|limit|minimum|-size$|-count$|^higher-|^sufficient|overbid|^put-in$"),
    (r"mis-?deal\w*|re-?deal\w*|deal\w* again|thrown? in", r"misdeal|three-kings|joker-widow"),
    (r"(?:too|so) (?:late|early|soon)|in time|late|early", r"(?:^|-)time(?:$|-)|-first$|-final$|^deal-when-done$"),
    (r"(?:forg[eo]t\w*|fail\w*|not|n't|without|miss\w*) (?:to )?(?:say\w*|call\w*|declar\w*|announc\w*|the call)",
     r"call$|page-one|undeclared"),
    (r"(?:before|without|forg[eo]t\w*|not|n't) (?:(?:he|she|they|to|have|had|a) )*(?:draw|drew)\w*", r"draw-first"),
    (r"(?:lie|lies|lied|liar|lying|bluff\w*|cheat\w*)\b", r"\blie$|liar|truth|true|^solution$"),
    (r"too (?:many|few) cards|(?:wrong|different) number of cards|(?:short|missing) (?:of )?(?:a |one )?cards?"
     r"|cards? (?:short|too many|too few|missing)|how many cards|number of cards",
     r"^hand-(?:size|count)$|^even-deal$|^deal-(?:out|forty)$|^(?:two|five)-cards$|^card-count$|^packets$"),
    (r"(?:stock|deck|pack|talon)(?: \w+)? (?:run|runs|ran|used|empty|out|exhausted|gone)\w*(?: out| up)?"
     r"|(?:no|no more) cards (?:left )?in the (?:stock|deck|talon)", r"restock|stock-(?:out|empty|count)|reshuffle"),
    (r"(?:twice|two of them|doubles?) in the (?:pack|deck)|same card|already (?:been )?played|played (?:already|before)"
     r"|(?:isn't|not) in the (?:pack|deck)|which cards are (?:there|used)", r"packs?$|^pack-|^spent-card$|^own-deck$"),
    (r"(?:who|which player|whose)(?: \w+)? deals?|(?:turn|wrong player) to deal|deal pass\w*|wrong dealer|next dealer",
     r"^(?:dealer|oracle)-rotation$|^deal-alternates$|^first-(?:dealer|farmer)$|^farm-passes$"),
    (r"(?:game|match)(?: \w+){0,2} (?:end|over|won|finish)\w*|wins? the (?:game|match)|play(?:ed|ing)? (?:up )?to",
     r"^game-(?:end|won|point|ten|over)$|^most-|^lowest-score$|^last-in$|^game$|ships$|^rubber$"),
)  # fmt: skip
TALK = tuple((re.compile(rf"\b(?:{said})"), re.compile(meant)) for said, meant in _TALK)

HINTS = tuple(
    (re.compile(said), re.compile(meant))
    for said, meant in (
        (r"\b(?:must|have to|has to|need to|obliged|forced|compulsory)\b", r"^must-|compulsory|^forced|^no-standing"),
        (r"\bhow many\b", r"-(?:count|size|range|limit|limits|cap)$"),
        (r"^where\b", r"^placement$|position|^on-board$|spot|^layout$"),
        (r"^(?:(?:until|till|since|from) )?when\b", r"(?:^|-)time$|-(?:first|last|order)$"),
        (r"\b(?:again|twice|more than once|a second time)\b", r"-once$|^spent-|^one-|^once-"),
    )
)
"""What a question begins with speaks for some rules too, beside what it says."""

WORTH = frozenset("score scores scored points point worth count counts value pay pays paid bring brings bonus".split())
"""Words that ask what something brings."""

RANKS = {name: rank for rank, name in RANK_NAMES.items()} | {"two": "2"}
"""Ranks in words; they may mean a rule, or only the card that somebody played."""

SUITS = {name.removesuffix("s"): suit for suit, name in SUIT_NAMES.items()}

NUMBERS = {word: number for number, word in enumerate(
    "nought one two three four five six seven eight nine ten eleven twelve".split())} | {"zero": 0, "nil": 0}  # fmt: skip

ORDINALS = frozenset("first second third fourth fifth".split())


class Phrase(NamedTuple):
    """Something that was said, as a word or as the rules that it means.

    What is ``optional`` says nothing where no rule has it; what is said in ``passing`` counts half.
    """

    word: str
    meant: re.Pattern[str] | None = None
    optional: bool = False
    passing: bool = False


def forms_of(word: str) -> list[str]:
    """A word in every form that it may have in a rule, as far as its endings don't say so."""
    stems = (word, re.sub(r"(?:s|ing|ning|ting)$", "", word), re.sub(r"ing$", "e", word))
    return next((VERBS[stem] for stem in stems if stem in VERBS), [word])


def phrases(text: str, passing: bool = False) -> Iterator[Phrase]:
    """What a question says of rules: the phrases of the table first, then its words but for the small ones.

    Ranks are said in ``passing`` where they are only the card that somebody played.
    """
    rest = re.sub(r"\s+", " ", text.lower().replace("’", "'"))
    for said, meant in TALK:
        if found := said.search(rest):
            yield Phrase(found[0], meant)
            rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    for said, meant in HINTS:
        if found := said.search(rest):
            yield Phrase(found[0], meant, optional=True, passing=True)
    for word in dict.fromkeys(re.findall(r"[^\W_]+", rest)):
        if word in SMALL:
            continue
        singular = word.removesuffix("s")
        number = word in NUMBERS or word in ORDINALS or word.isdigit()
        if number or {word, singular} & {*RANKS, *SUITS}:
            yield Phrase(word, optional=True, passing=passing or (number and word not in RANKS))
        else:
            yield Phrase(word)
