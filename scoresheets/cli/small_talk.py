"""What players type besides reports and questions: courtesies, corrections, and that they stop or go on."""

from __future__ import annotations

import re

from referee.entry.spoken.second_thoughts import EXCLAIMS, HESITATES, MEANS, REGRETS

_FIRST = rf"(?:(?:no|nope|hey|nothing|{HESITATES}|{REGRETS})\b[,.!: ]*)*"
MOST_LETTERS = 300  # of a sentence about the next game, a house rule or the evening

_LAST_LINE = (
    r"(?:all )?(?:(?:that|this)(?: (?:last )?(?:one|line|entry))?|it|last|what i (?:just )?(?:said|typed)"
    r"|the last(?: one| line| entry)?)"
)
TAKES_BACK = re.compile(
    rf"{_FIRST}(?:(?:please|(?:can|could) (?:you|we)|let['\u2019]?s) )*"
    rf"(?:undo {_LAST_LINE}|(?<=\w )undo|go back|cancel"
    r"|(?:take|scratch|strike|cancel|delete|erase|forget|remove|scrap|ignore)(?: back| out| about)? "
    rf"{_LAST_LINE}(?: back| out| off| again)?"
    r"|(?:that|it)(?:['\u2019]s| is| was) (?:(?:only|just) )?(?:a|my|by|an) (?:mistake|accident|typo)"
    r"|(?:that|it) (?:did(?:n['\u2019]t| not)|never) happen(?:ed)?"
    r"|i (?:typed|entered|said|did|put|hit|pressed) (?:that|it|this)(?: in)? (?:by (?:mistake|accident)|accidentally)"
    r")(?: please)?[.!?]*"
    rf"|(?:(?:no|sorry|oh|wait)[,.! ]+)*(?:(?!correction)(?:{EXCLAIMS})"
    r"|that(?:['\u2019]s| is| was) wrong)(?:[,.! ]+(?:sorry|no|wrong))?[.!]*",
    re.IGNORECASE,
)
"""Ways to ask for an undo of the last line."""

NOT_MEANT = re.compile(
    rf"{_FIRST}(?:(?:that|this|it)(?:['\u2019]s| is| was)(?: (?:only|just|not|a|an|the|my|all))* "
    r"(?:question|mistake|wrong|names?|error|accident|typo)\b.*|wrong (?:game|line|one|players?)"
    r"|(?:i|we) (?:did not|didn['\u2019]t|never) (?:mean|want|ask)\b.*|(?:i|we) (?:was|were) (?:just |only )?asking\b.*"
    r"|leave it|(?:cancel|undo|delete|scrap|forget|remove) (?:the|this|that) (?:\w+ )?(?:game|session))[.!]*",
    re.IGNORECASE,
)
"""Ways to say that the line before wasn't meant as it was understood."""

PUTS_BACK = re.compile(
    r"(?:no,?\s+)?(?:(?:put|bring|get) (?:that|it|this)(?: one)? back(?: in)?|redo (?:that|it|this))[.!]*",
    re.IGNORECASE,
)
"""Ways to ask for what was undone."""

RULE_COUNTS = re.compile(
    r"(?:(?:no|but|ok(?:ay)?|and|wait)[,. ]+)*(?:it|that|this|(?:the|that|this) rule|the change)"
    r"(?:['\u2019]s| is| should| must| has to| already| needs to)* ?"
    r"(?:counts?|starts?|appl(?:y|ies)|begins?|be|valid|on)?(?: already)? (?:for|from|with|in|at) "
    r"(?:this (?:hand|round|deal|one)|(?:hand|round|deal) (?:1|one)|now"
    r"|the (?:start|beginning|first (?:hand|round|deal)))(?: on)?(?: already| too)?",
    re.IGNORECASE,
)
"""Lines that say that the house rule just changed counts earlier."""

OF_EVENING = re.compile(
    r"(?!.*\b(?:tricks?|hands?|points?|chips?|rounds?|pots?|cards?)\b)(?:(?:ok(?:ay)?|so|and|hey|well)[,. ]+)*"
    r"(?:(?:who|what|how|which)\b.*\b(?:won|wins?|winners?)\b.*\b(?:tonight|today|(?:this|the) (?:evening|night))\b.*"
    r"|(?:what(?:['\u2019]s| is| are) )?(?:tonight|today|(?:this|the) evening)(?:['\u2019]?s)? (?:standings|results"
    r"|winners|wins)(?: so far)?[?.!]*"
    r"|(?:the )?(?:standings|results|winners)(?: so far)?(?: (?:of|for|from))? (?:tonight|today|(?:this|the) evening)"
    r"(?: so far)?[?.!]*)",
    re.IGNORECASE,
)
"""Questions about who won the games of the evening."""

STOPS = (
    r"(?:(?:that(?:['\u2019]s| is) enough|ok(?:ay)?|right|alright|well|thanks|thank you)[,. ]+)*(?:and )?"
    r"(?:let(?:['\u2019]s| us) (?:stop|finish|end|call it a (?:night|day))"
    r"|(?:we(?:['\u2019]re| are) )?done(?= with)|we(?:['\u2019]re| are) done"
    r"|that(?:['\u2019]s| is) (?:it|enough|all|the end)(?= (?:for|of|with|{game})\b|,)"
    r"|that(?:['\u2019]s| is)(?= {game}[.,;])|we stop|enough(?=,| {game}))"
    r"(?: (?:here|now|there|(?:for|of|with) (?:tonight|today|now|this|that|the game|{game})|{game}))*"
    r"(?:[.!]*|[,;.]\s*(?P<then>.+))"
)
"""Ways to say that the game stops here, with what comes then. ``{game}`` stands for the names of the game."""

ENDS = re.compile(
    r"(?:(?:thanks|thank you|ok(?:ay)?|right|well)(?: all| everyone)?[,. ]+)?"
    r"(?:(?:(?:and )?(?:that(?:['\u2019]?s| is| was)|we(?:['\u2019]re| are)|i(?:['\u2019]m| am)) )?"
    r"(?:it|all|done|finished|enough|the (?:last|end)(?: (?:one|hand|round|game|deal))?)? ?"
    r"(?:for (?:today|tonight|now)|folks)"
    r"|(?:game over,? ?)?(?:we|let(?:['\u2019]s| us)) (?:quit|stop|end|finish)(?: (?:it|here|now|the game))?"
    r"|(?:[\w'\u2019 ]{0,40}[,.!] )?(?:good ?)?(?:bye|night)(?: bye)?"
    r"|(?:ok(?:ay)? )?(?:(?:stop|finish|end it) (?:here|there|now)|stop)"
    r"|(?:we|let(?:['\u2019]?s| us)) call it a (?:day|night)"
    r"|(?:end|stop|finish|close) (?:the |this )?(?:game|session))",
    re.IGNORECASE,
)
"""Other ways to say so, without the courtesies."""

MAY_END = re.compile(
    r"that(?:['\u2019]s| is| was) "
    r"(?:it|all|enough|(?:the )?game|the (?:last|end)(?: (?:one|hand|round|deal))?(?: of it)?)"
    r"|enough|finish(?:ed)?|game over|(?:the )?game(?: is|['\u2019]s) over|game|done|over|the end",
    re.IGNORECASE,
)
"""Lines that may mean that the game stops here."""

PLAY_AGAIN = re.compile(
    r"(?:(?:a )?new|another|next|one more|play another) game|(?:let(?:['\u2019]s| us) )?(?:play )?again|rematch"
    r"|same again",
    re.IGNORECASE,
)
"""Ways to ask for another game."""

COURTESIES = re.compile(
    r"(?:hi|hello|hey|hiya|thanks|thank you|thx|cheers|cool|great|nice|good evening|ok(?:ay)?|alright|right|lol|haha"
    r"|wow)"
    r"(?: (?:there|all|everyone|everybody|guys|so much|a lot|one))?[.!]*",
    re.IGNORECASE,
)
"""Lines that say nothing about the game."""

ONLY_TOTALS = re.compile(
    r".*\b(?:just|only|rest)\b.*\b(?:totals?|numbers?|results?|scores|points|count it|who won)\b.*"
    r"|.*\b(?:stop|enough|no more|skip|forget|leave out)\b.*\bcards\b.*|.*\b(?:enough|back to).*\bnumbers\b.*"
    r"|.*\b(?:totals?|numbers?)\b.*\b(?:only|now|from (?:here|now)(?: on)?)\b"
    r"|(?:ok(?:ay)?,? )?(?:no|stop (?:with )?the|without) (?:more )?cards\b.*",
    re.IGNORECASE,
)
"""Lines that say that no more cards will be entered."""

NOT_THERE = re.compile(r"(?:no|nobody|none|nothing)\b(?: \w+){1,5}", re.IGNORECASE)
"""Lines that say what didn't happen."""

ONE_MORE = re.compile(r"(?:just |ok(?:ay)? )?(?:one more|another)(?: (?:hand|round|deal|one|go))?", re.IGNORECASE)
NO_SUCH = re.compile(
    r"no (?!(?:tricks?|points?|chips?|bids?|good|trumps?|one|it|that|i|we|he|she|they|wait|sorry)\b)"
    r"[a-z]+(?: [a-z]+){0,4}",
    re.IGNORECASE,
)
NEXT_HAND = re.compile(
    r"(?:the )?(?:(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|last|final|next|new) (?:round|hand|deal)"
    r"|(?:round|hand|deal) \d+|last one|\w+ cards?(?: each)?)(?: now| then| next)?",
    re.IGNORECASE,
)
"""Lines that name the next hand."""

NEW_HAND = re.compile(r"(?:hand|round|deal|game)(?:[.!]*|[,.:;] .*)", re.IGNORECASE)
"""What follows ``new`` if no command is meant: ``new hand, Ann deals``."""

OF_RECORD = re.compile(r"(title|date|game|players|dealer):\s.*", re.IGNORECASE)
"""Lines of a record file that are no reports."""

FINAL = re.compile(r"(?:final|end|total|current|the) (?:scores?|result)", re.IGNORECASE)
"""Lines that ask for the score."""

WINS = re.compile(
    r"(?P<who>\S+?)(?:['\u2019]s| is)? (?:wins?|won|the winner|winner)(?: (?:the|this) (?:game|match|evening))?",
    re.IGNORECASE,
)
"""Lines that say who wins, which follows from the score."""

OOPS = re.compile(rf"(?:no,? )?(?:{REGRETS})\b", re.IGNORECASE)

CONTRADICTS = re.compile(
    rf"(?:(?:{REGRETS}|sorry|(?:oh|no) wait|wait)\b[,.!: ]*)+"
    r"(?:.+,? not an? .+|.+ (?:was|were) (?:really|actually) .+|.+ only (?:had|got|took|made) .+)",
    re.IGNORECASE,
)
"""Lines that put one thing in place of another. They are never a new report."""

A_HAND = re.compile(
    r"(?:the )?(?:(?:hand|round|deal) #?(?P<number>\d{1,6})|(?P<which>last|this|current|first|second|third|fourth|fifth"
    r"|sixth) (?:hand|round|deal))[.:!]*",
    re.IGNORECASE,
)
"""A hand by its number or place."""

OF_HAND = re.compile(r"(?:(?:the|that|this) )?(?:(?:whole|entire|last|current) )?(?:hand|round|deal)", re.IGNORECASE)
"""What may be undone as a whole."""

HOW_TO_ENTER = re.compile(
    r"(?:how|what) (?:do|can|should|must|to)\b(?: (?:i|we|you))?(?: have to)? "
    r"(?:enter|type|put|report|record|write|input|add|start|begin)\b.*",
    re.IGNORECASE,
)
"""Questions about what to type."""

YES = re.compile(r"(?:y|yes|yep|yeah|sure|ok(?:ay)?|right|correct|yes please|do it)[.!]*", re.IGNORECASE)
NO = re.compile(r"(?:n|no|nope|nah|no thanks|never ?mind|leave it)[.!]*", re.IGNORECASE)

ALSO_CALLED = {"scores": "score", "totals": "score", "points": "score", "chips": "score", "scoreboard": "score"}
"""Other names of words of the prompt."""

MEANT = re.compile(
    rf"(?:(?:no|{HESITATES}|{REGRETS})\b[,.! ]*)*{MEANS}\b[,: ]*(?P<instead>.+)",
    re.IGNORECASE,
)
"""A correction of the last line, with what it should be."""
