"""The answer to a question: from the position, whether something is allowed, its value, or the rules.

`answer` is the only function that the prompt, ``referee ask`` and a web page need. Nothing is saved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from referee.cards import RANK_NAMES
from referee.declared.columns import Round
from referee.entry.spoken.readings import ways
from referee.language.reports import Report
from referee.language.words import Seat
from referee.rules.rule import Kind
from referee.table.certainty import Certainty
from referee.table.rulings import Ruling
from scoresheets.book.wording import stems_in
from scoresheets.display import phrases
from scoresheets.questions.about.bids import every_bid
from scoresheets.questions.about.cards_held import size_of
from scoresheets.questions.about.chips import shared_pot
from scoresheets.questions.asking import is_question
from scoresheets.questions.evening import of_the_evening
from scoresheets.questions.facts import vocabulary
from scoresheets.questions.following import Before, asks_why, in_full
from scoresheets.questions.house_asked import of_the_house, price_of_breach, wished
from scoresheets.questions.how_to import to_type
from scoresheets.questions.known import fact, reference
from scoresheets.questions.parse import ASKING, WORD, Question, parse, speaking_for, spelled_out
from scoresheets.questions.position import Position, after_verb, cards_of, number_of, suit_name
from scoresheets.questions.supposing import supposed
from scoresheets.questions.to_a_trick import OnTrick, on_a_trick
from scoresheets.questions.two_in_one import each_asked, is_bare
from scoresheets.questions.verbs import kinds_of

if TYPE_CHECKING:
    from referee.table.referee import Referee
    from scoresheets.book.rulebook import Found
    from scoresheets.disputes.cases import Case
    from scoresheets.keeping.session import Session
    from scoresheets.questions.rules import Looked

__all__ = ["Answer", "answer", "fact", "is_question", "stated"]


@dataclass
class Answer:
    """An answer of one line, and the lines that show it.

    ``kind`` is ``fact``, ``can``, ``ruling``, ``rule``, ``near`` if a rule may answer, ``silent`` if the rules don't
    say, or ``unknown`` if a word isn't understood. ``rules`` has the ids of the rules shown. ``settles`` is set if a
    ruling may help. ``asked`` is the question in full, ``players`` those whom a fact names. ``also`` has the answers to
    more questions in the same line.
    """

    kind: str
    first: str
    shown: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    settles: bool = False
    asked: str = ""
    players: tuple[Seat, ...] = ()
    also: list[Answer] = field(default_factory=list)

    def lines(self) -> list[str]:
        """All of it, the answer first."""
        return [self.first, *(f"  {text}" for text in self.shown)]

    @property
    def every(self) -> list[Answer]:
        """The answers to all questions in the line."""
        return [self, *self.also]


def answer(session: Session, text: str, speaker: str = "", before: str = "") -> Answer:
    """The answer to a question about a session, or to two in one line.

    ``speaker`` is the player who asks, if known. ``before`` is the question before, in full, if this may follow it.
    """
    if len(asked := each_asked(text, session.referee)) == 1:
        return _answered(session, text, speaker, before)
    whole = _answered(session, text, speaker, before)
    if all(map(is_bare, asked[1:])) and whole.kind in SURE:
        return whole
    each = [_answered(session, asked[0], speaker, before)]
    for text_ in asked[1:]:
        if not is_bare(text_) or asks_why(text_):
            each.append(_next_of_two(session, text_, speaker, each[-1]))
    sure = [one for one in each if one.kind in SURE]
    if not sure or (len(sure) < len(each) and whole.kind in SURE and not whole.rules):
        return whole
    first, *also = [replace(one, shown=[]) for one in each] if len(each) > 1 else each
    return replace(first, also=also, asked=each[-1].asked, players=each[-1].players)


def _next_of_two(session: Session, text: str, speaker: str, earlier: Answer) -> Answer:
    """The answer to the second of two questions. What it doesn't name itself is as in the first."""
    if (hand := re.match(r"Hand (\d+)\b", earlier.first)) and re.search(r"\b(?:it|then)\b", text):
        return _answered(session, f"{text} in hand {hand[1]}", speaker, "")
    given = _answered(session, text, speaker, earlier.asked)
    if given.kind in SURE:
        return given
    before, question = parse(earlier.asked, session.referee), parse(text, session.referee)
    whom = [] if question.seats else [" and ".join(dict.fromkeys(before.seats or earlier.players))]
    things = [word for word in before.said if word.isalpha() and word not in (*ASKING, "WHO", "many", *question.said)]
    for more in filter(None, (*whom, *things[:MOST_THINGS])):
        full = _answered(session, f"{text} {more}", speaker, "")
        if full.kind == "fact" or (full.kind in SURE and more in whom):
            return full
    if given.first == NOT_UNDERSTOOD:
        given = replace(given, first=f"'{text}' isn't understood. {SEE_LOG}")
    return given


MOST_THINGS = 3
"""Words of a question that the next one may leave out."""


def _answered(session: Session, text: str, speaker: str, before: str) -> Answer:
    """The answer to one question, which may follow another."""
    referee = session.referee
    if before:
        earlier = _answered(session, before, speaker, "")
        if earlier.kind in ("unknown", "silent"):
            return _answered(session, text, speaker, "")
        if asks_why(text):
            return _why(session, text, earlier, speaker)
        typed = text
        text = in_full(text, Before(before, earlier.players), referee, Seat(speaker))
        given = _answer(session, text, speaker)
        if given.kind not in SURE and text != typed and (alone := _answer(session, typed, speaker)).kind in SURE:
            given, text = alone, typed
    else:
        given = _answer(session, text, speaker)
    given.asked = text
    return given


SURE = ("fact", "can", "ruling", "rule")
"""The kinds of answers that answer the question."""


def _why(session: Session, text: str, earlier: Answer, speaker: str) -> Answer:
    """The reason for an answer: where points come from, the same question with *why*, or what shows the answer."""
    scores = {"score", "point", "winning", "losing", "leading", "last", "lose"}
    of_points = len(earlier.players) == 1 and scores & {*parse(earlier.asked, session.referee).words}
    asked = f"why did {earlier.players[0]} get points" if of_points else f"why {earlier.asked}"
    judged = earlier.kind in ("can", "ruling") or not re.match(r"\W*(?:and |but |so )?(?:why|how)\b", text.lower())
    given = earlier if judged else _answer(session, asked, speaker)
    if judged or given.kind not in ("fact", "rule"):
        if judged and not earlier.shown and earlier.kind == "fact":
            return _answer(session, text, speaker)
        first, *shown = earlier.shown or [earlier.first]
        if earlier.first.startswith("No: "):
            first, shown = earlier.first.removeprefix("No: "), earlier.shown
        given = Answer(earlier.kind, first, shown, earlier.rules)
    given.asked = earlier.asked
    return given


def _answer(session: Session, text: str, speaker: str) -> Answer:
    """The answer to a question in full."""

    def then(asked: str) -> tuple[str, list[str]] | None:
        given = _as_it_is(session, asked, speaker)
        return (given.first, given.shown) if given.kind in ("fact", "can") else None

    text = speaking_for(text, session.referee)
    if shared := shared_pot(Position(session.referee, parse(text, session.referee), Seat(speaker))):
        return Answer("fact", shared.text, [*shared.shown])
    if would := supposed(session.referee, text, then):
        return Answer("fact", would.first, would.shown)
    return _as_it_is(session, text, speaker)


def _as_it_is(session: Session, text: str, speaker: str) -> Answer:
    """The answer to a question about the position as it is, or about the rules."""
    referee = session.referee
    question = parse(text, referee)
    if text_to_type := to_type(question, _words_of(referee)):
        return Answer("fact", text_to_type)
    at = Position(referee, question, Seat(speaker))
    about_rules = of_the_house(referee, question) or price_of_breach(referee, question) or wished(referee, question)
    if known := about_rules or of_the_evening(session, question) or fact(at) or reference(at):
        shown = [one for one in known.shown if one != f"Next: {known.text}"]
        named = [one for one in known.value if one in referee.hand.seats or one in referee.hand.sides]
        return Answer("fact", known.text, shown, players=tuple(dict.fromkeys(named or question.seats)))
    if allowed := _allowed(referee, question, text):
        return allowed
    return _by_rules(session, _with_bid(at, question), text)


def _with_bid(at: Position, question: Question) -> Question:
    """A question about what would be, which tells the rules that its player has bid zero."""
    if not question.supposing or not question.seats or question.has("zero", "nil"):
        return question
    bid = every_bid(at)
    if any(bid.get(seat) != 0 for seat in question.seats):
        return question
    return replace(question, plain=f"{question.plain} nil ")


def _words_of(referee: Referee) -> frozenset[str]:
    """The stems of the words that the rules of the game use."""
    return stems_in(" ".join(rule.text for rule in referee.game.rules.values()))


def stated(session: Session, text: str) -> Answer | None:
    """Whether a sentence about a player is true, if a fact of the position shows it. None for any other line."""
    question = parse(text, session.referee)
    question.polar = question.asking = True
    entered = (
        question.seats
        and not question.numbers
        and re.search(
            r"\b(?:is|are|was|were|has|have|had|made|got|won|lost|missed|failed|broke|deals|shuffles|leads)\b", text
        )
    )
    known = fact(Position(session.referee, question)) if entered else None
    return Answer("fact", known.text, [*known.shown]) if known and known.yes is not None else None


# Whether it is allowed


def reports_meant(referee: Referee, text: str, question: Question) -> Iterator[str]:
    """The possible reports in ``can I …``, the likeliest first."""
    plain = re.sub(r"\s+", " ", spelled_out(text, referee).strip().rstrip("?!. "))
    melds = getattr(referee.hand, "melds", None)
    if isinstance(melds, list) and (onto := _ONTO.match(plain)):
        tries = [*reports_meant(referee, onto["adds"], question)]
        lays = [
            f"{re.sub(r' (?:lay|add|put|play)s?(?= )', ' lays', one)} on {n + 1}"
            for one in tries
            for n in range(len(melds))
        ]
        yield from sorted(lays, key=lambda one: not referee.can(one).accepted)
    match = re.match(r"(?:and |so |but )?(?:can|could|may|might|am|is|are)(?: not|n't)? (.+)$", plain, re.IGNORECASE)
    if not match:
        return
    rest = match[1]
    rest = re.sub(r"\b(?:still|now|just|please|then|really|even|actually)\b ?", "", rest, flags=re.IGNORECASE)
    rest = re.sub(r"^(.+?) (?:allowed|able|permitted|supposed) to ", r"\1 ", rest, flags=re.IGNORECASE)
    rest = re.sub(r" (?:on|onto|to) (?:it|this|that|top|there|(?:the|this|that) trick)$", "", rest, flags=re.IGNORECASE)
    pile = getattr(referee.hand, "pile", None)
    if top := pile[-1] if isinstance(pile, list) and pile else None:
        rank = RANK_NAMES.get(getattr(top, "rank", ""), "two")
        rest = re.sub(rf"\b(take|takes|pick up) the {rank}\s*$", rf"\1 {top.text}", rest, flags=re.IGNORECASE)
    first, _, behind = rest.partition(" ")
    if first.lower() in ("i", "we", "you", "he", "she", "they", "one"):
        seats = [str(seat) for seat in referee.next()][:1]
        for who in (*seats, ""):
            yield from _worded(f"{who} {behind}".strip())
        rest = f"{seats[0]} {behind}" if seats else behind
    else:
        yield from _worded(rest)
    yield from (way.text for way in ways(rest, referee) if not way.far)  # a phrase of the game


_ONTO = re.compile(
    r"(?P<adds>.+ (?:lay|add|put|play) .+?) (?:off )?(?:on|onto|to) (?:the|my|our|that|his|her|their|\w+'s) [a-z ]+$",
    re.IGNORECASE,
)
"""A card added to a meld that is named by its player or its cards."""

SAID_FOR = (
    (
        r"\b(?:puts?|lay|throw|chuck|toss|dump|drop|slough|sluff|use|leads?|(?:trump|follow) with)"
        r"(?: down| on| out)?\b",
        "plays",
    ),
    (r"\bpick(?:s)? up\b", "takes"),
    (r"\b(?:say|says|call|go)\b", "bids"),
    (r"\b(?:it|them|that)$", "pile"),
    (r"\b(?:too|as well|also|again|next|here|there|on it|on that|on top)\b", ""),
)
"""Everyday words for the verbs of reports, tried if a line can't be parsed."""


def _worded(text: str) -> Iterator[str]:
    yield from _in_cards(text)
    for pattern, verb in SAID_FOR:
        other = re.sub(r"\s+", " ", re.sub(pattern, verb, text)).strip()
        if other != text:
            yield from _in_cards(other)
            text = other if not verb else text


def _in_cards(text: str) -> Iterator[str]:
    yield text
    short = re.sub(r"\b(?:the|a|an|my|his|her|of)\b ?", "", text).strip()
    if short != text:
        yield short
    from scoresheets.book.tabletalk import SUITS
    from scoresheets.questions.parse import RANKS

    spoken = re.sub(
        r"\b(\w+) of (\w+)\b",
        lambda match: (
            f"{RANKS.get(match[1].lower(), match[1])}{SUITS[match[2].lower().removesuffix('s')]}"
            if (match[1].lower() in RANKS or match[1].isdigit()) and match[2].lower().removesuffix("s") in SUITS
            else match[0]
        ),
        text,
    )
    spoken = re.sub(r"\b(?:the|a|an|my|his|her)\b ?", "", spoken)
    if spoken not in (text, short):
        yield spoken


def _allowed(referee: Referee, question: Question, text: str) -> Answer | None:
    """Whether a report in the question would be accepted now."""
    if question.supposing or question.hand.which in ("last", "next", "before last", "after next"):
        return None
    if re.match(r" (?:can|could|may|might) (?:not )?(?:a|an|the|you|two|three|any|one|every)\b", question.plain):
        return None
    if referee.over:
        return None
    if general := _not_broken_yet(referee, question):
        return general
    on_it = on_a_trick(referee, question)
    for meant in reports_meant(referee, text, question):
        ruling = referee.can(meant)
        if ruling.report is None:
            continue
        if not ruling.accepted and (wild := _with_choice(referee, ruling.report)):
            ruling = wild
        later = ruling.kind is Kind.OUT_OF_TURN  # but the trick goes on
        in_turn = all(breach.rule.endswith("-order") for breach in ruling.broken)
        if not ruling.accepted and in_turn and not question.seats and question.suits:
            continue  # it asks in general
        if on_it and (later or any(breach.rule in on_it.rules for breach in ruling.doubts)):
            break
        return _ruled(referee, ruling)
    if on_it and not re.search(r" (?:i|we|you|he|she|they|one|WHO) (?:still |even )?lead\b", question.plain):
        return _of_trick(referee, on_it)
    led = _may_lead(referee, question) or (on_it and _of_trick(referee, on_it))
    return led or _limit(referee, question) or _in_general(referee, question) or _what(referee, question)


def _of_trick(referee: Referee, on_it: OnTrick) -> Answer:
    """Whether a card may go on a trick, with the rules that say so."""
    shown = [text for rule in on_it.rules if (text := _rule_text(referee, rule))]
    return Answer("can", on_it.first, shown, [*on_it.rules])


def _may_lead(referee: Referee, question: Question) -> Answer | None:
    """Whether a suit that must be broken first may be led, if it is broken: ``can Ann lead a heart``."""
    hand = referee.hand
    suit = question.suits[0] if len(question.suits) == 1 and not question.cards and question.has("lead") else None
    rule = getattr(getattr(hand, "rules", None), "breaks", {}).get(suit)
    if not suit or not rule or suit not in getattr(hand, "broken", ()):
        return None
    suit_of = getattr(hand, "suit_of", None)
    cards = ((entry.report, getattr(entry.report, "card", None)) for entry in referee.entries_now if suit_of)
    played = [f"{report.who} played {card.pretty} (line {report.line})" for report, card in cards
              if card and suit_of and suit_of(card) == suit]  # fmt: skip
    broken, turn = f"{suit_name(suit)} are broken", referee.next()
    if turn and question.seats and question.seats[0] not in turn:
        first = f"{broken[0].upper()}{broken[1:]}, but it's {turn[0]}'s turn."
    else:
        first = f"Yes: {broken}." if not getattr(hand, "trick", None) else f"{broken[0].upper()}{broken[1:]}."
    return Answer("can", first, played[:1], [rule.name], players=tuple(question.seats))


_AT_FIRST = re.compile(
    r" (?:straight (?:away|off)|right away|first|at once|immediately|to (?:start|begin)(?: with)?)\b"
)


def _not_broken_yet(referee: Referee, question: Question) -> Answer | None:
    """When anybody may lead a suit that must be broken first, while it isn't: ``may I lead a spade straight away``."""
    rules = getattr(getattr(referee.hand, "rules", None), "breaks", {})
    suits = [suit for suit in question.suits if suit in rules and suit not in getattr(referee.hand, "broken", ())]
    anybody = question.has("lead") and not (question.seats or question.cards or question.supposing)
    if not anybody or len(suits) != 1 or len(question.suits) > 1 or not question.polar:
        return None
    at_first = _AT_FIRST.search(question.plain)
    if not at_first and any(ask.verb.verb == "plays" and ask.seats() for _, ask in referee.asks()):
        return None  # it asks for the card that is next
    rule = rules[suits[0]].name
    return Answer("can", f"{'No: ' * bool(at_first)}{_rule_text(referee, rule)}", [], [rule])


def _in_general(referee: Referee, question: Question) -> Answer | None:
    """Whether a player may make any report with a verb: ``can Ann discard now``."""
    verbs = [word for word in question.said if word != "WHO"]
    kinds = kinds_of(referee, verbs[0]) if len(verbs) == 1 else set()
    who = question.seats[0] if question.seats else next(iter(referee.next()), Seat(""))
    if not re.match(r" (?:can|may|could) (?:i|WHO) ", question.plain) or len(kinds) != 1 or len(question.seats) > 1:
        return None
    if legal := referee.legal(who, next(iter(kinds)).verb) if who in referee.seats else []:
        return Answer("can", f"Yes, for example: {legal[0].text}")
    return Answer("can", f"No: {phrases.awaits(referee, besides=False)}") if referee.next() else None


_LEAST = re.compile(r"\b(?:least|lowest|smallest|minimum|fewest)\b")
_MOST = re.compile(r"\b(?:most|highest|biggest|largest|maximum)\b")
_LEAVE = r"(?:can|could|may|must|need|allowed|supposed|bid)"


def _limit(referee: Referee, question: Question) -> Answer | None:
    """The least or the most that a player may report, or what is barred: ``what's the least Ann can bid``."""
    plain = question.plain
    barred = re.search(r"\b(?:number|bid|what|which)\b.*\b(?:can|may|must|allowed)\b", plain) and question.negated
    least, most = _LEAST.search(plain), _MOST.search(plain)
    if not (barred or least or most) or not re.search(rf"\b{_LEAVE}\b", plain) or question.polar:
        return None
    if re.search(r" (?:did|has|have|had|was|were) ", plain):
        return None
    who = (question.seats or [*referee.next()] or [Seat("")])[0]
    bids = [one for one in referee.legal(who) if number_of(one) is not None] if who in referee.next() else []
    verbs = {one.verb for one in bids}
    said = set().union(*(kinds_of(referee, word) for word in question.said if word.isalpha()))
    if verbs != {"bids"} or not (question.has("bid", "call", "say", "open") or verbs & {kind.verb for kind in said}):
        return None
    numbers = sorted({number for one in bids if (number := number_of(one)) is not None})
    if barred:
        top = max(max(numbers), size_of(Position(referee, question)) or 0)
        none = [number for number in range(top + 1) if number not in numbers]
        return Answer("can", f"{', '.join(map(str, none))}" if none else f"None: any number up to {top} is allowed")
    shown = [f"{who} {next(iter(verbs))} {numbers[0]} to {numbers[-1]}"] if len(numbers) > 1 else []
    return Answer("can", str(numbers[0] if least else numbers[-1]), shown)


def _what(referee: Referee, question: Question) -> Answer | None:
    """What a player may, or can't, do with a verb: ``what can't Ann bid``."""
    match = re.match(r" (?:what|which \w+) (?:can|could|may)(?P<not> not)? (?:i|WHO) ", question.plain)
    verbs = [word for word, typed in zip(question.said, question.words, strict=True) if typed not in ("what", "WHO")]
    kinds = kinds_of(referee, verbs[0]) if len(verbs) == 1 else set()
    said = {kind.verb for kind in kinds}
    if not match or len(said) != 1 or len(question.seats) > 1:
        return None
    who = question.seats[0] if question.seats else next(iter(referee.next()), Seat(""))
    legal = referee.legal(who, said.pop()) if who in referee.seats else []
    if not legal:
        return Answer("can", f"Nothing now. {phrases.awaits(referee, besides=False)}")
    if not match["not"]:
        more = " …" if len(legal) > MOST_SHOWN else ""
        return Answer("can", ", ".join(after_verb(one) for one in legal[:MOST_SHOWN]) + more)
    numbers = [number for one in legal if (number := number_of(one)) is not None]
    if len(numbers) != len(legal):
        return None
    top = max(max(numbers), size_of(Position(referee, question)) or 0)
    barred = [number for number in range(top + 1) if number not in numbers]
    return Answer("can", ", ".join(map(str, barred)) or f"Nothing: any number up to {top} is allowed")


MOST_SHOWN = 12


def _with_choice(referee: Referee, report: Report) -> Ruling | None:
    """The ruling on the same card with a suit or a rank chosen for it, if that is allowed."""
    faces = [card.face for card in cards_of(report)]
    legal = referee.legal(report.who, report.verb) if faces and report.who in referee.next() else ()
    chosen = next((one for one in legal if [card.face for card in cards_of(one)] == faces), None)
    return referee.can(chosen) if chosen else None


def _ruled(referee: Referee, ruling: Ruling) -> Answer:
    """Yes or no, from the ruling on a trial report."""
    rules = [breach.rule for breach in ruling.broken]
    text = ruling.report.text if ruling.report else ruling.text
    if ruling.accepted:
        if ruling.doubts:
            why = [breach.why for breach in ruling.doubts]
            return Answer("can", "Can't say yet.", why, [breach.rule for breach in ruling.doubts])
        return Answer("can", f"Yes: {text}")
    shown = [_rule_text(referee, rule) for rule in dict.fromkeys(rules)]
    return Answer("can", f"No: {ruling.message}", [one for one in shown if one], rules)


def _rule_text(referee: Referee, rule: str) -> str:
    try:
        return referee.rule_text(rule)
    except KeyError:
        return ""


# By the rules


SEE_LOG = "To see what was entered, type `log`."
WHAT_IF = "Referee can't say what would happen then. You can enter a report and type `undo` afterwards."
NOT_UNDERSTOOD = f"That question isn't understood. {SEE_LOG}"


def _by_rules(session: Session, question: Question, text: str) -> Answer:
    """What is known about a player's action, or what the rules in force say."""
    from scoresheets.book.rulebook import as_played, every_of, own_of
    from scoresheets.questions.at_a_glance import at_a_glance
    from scoresheets.questions.rules import begun, in_force, is_played, look_up

    referee = session.referee
    if _accuses(question) and question.words != ["N"] and (case := _case(session, text)):
        return case
    own = own_of(referee.in_force, session.game)
    rules = as_played([*every_of(session.slug), *own], referee)
    looked = look_up(question, rules)
    if not looked.rules and (line := at_a_glance(referee, question)):
        return Answer("fact", line)
    if two := _two_rules(referee, question, rules):
        return two
    of_now = _of_now(question)
    if _of_the_past(question) or of_now:
        return _of_position(question, looked, looked.rules[:1] if of_now else [])
    near = looked.rules or looked.nearest
    if played := in_force(question, near):
        yes = "Yes" if is_played(played) else "No"
        return Answer("rule", f"{yes}: {played.text}", [], [played.name], True)
    of_a_player = bool(re.match(r" (?:can|may|could) WHO ", question.plain))
    if _what_if(question) and not question.plain.startswith(" what "):
        of_a_player = of_a_player or not question.plain.endswith(" nil ")
    if looked.rules and not of_a_player:
        first, *others = looked.rules
        names = [rule.name for rule in looked.rules]
        return Answer("rule", begun(first.text, question), [rule.text for rule in others], names, True)
    names = [rule.name for rule in near]
    closest = [f"The closest rule: {rule.text}" for rule in near[:1]]
    if looked.idle:
        return Answer("unknown", f"'{looked.idle[0]}' isn't understood here. {SEE_LOG}", closest, names, True)
    if looked.strange:
        words = " or ".join(f"'{word}'" for word in looked.strange[:2])
        silent = f"The rules don't answer that: they don't mention {words}."
        if _only_score(referee):
            return Answer("unknown", silent, [f"In {referee.game.name}, the rules here are only those of the score."])
        return Answer("unknown", silent, closest, names, True)
    if not near:
        return Answer("unknown", NOT_UNDERSTOOD, settles=True)
    if looked.perhaps or looked.rules:
        more = [f"The next closest: {rule.text}" for rule in near[1:]]
        if _what_if(question):
            return Answer("near", WHAT_IF, [*closest, *more], names, True)
        return Answer("near", closest[0], more, names, True)
    return Answer("silent", "The rules don't say.", closest, names, True)


_DIFFERENCE = re.compile(r"\bdifference between (?:a |an |the )?(.+?) and (?:a |an |the )?(.+?)\s*$")


def _two_rules(referee: Referee, question: Question, rules: Sequence[Found]) -> Answer | None:
    """The rules about two things whose difference is asked for."""
    from scoresheets.questions.rules import look_up

    if not (match := _DIFFERENCE.search(question.plain)) or question.seats:
        return None
    found = [look_up(parse(f"what is {thing} worth", referee), rules) for thing in match.groups()]
    first = [looked.rules[0] for looked in found if looked.rules]
    if len(first) < len(found) or first[0].name == first[1].name:
        return None
    return Answer("rule", first[0].text, [first[1].text], [rule.name for rule in first], True)


def _only_score(referee: Referee) -> bool:
    """Whether the game is a sheet of numbers, whose rules don't say how to play."""
    return isinstance(referee.hand, Round) and not any(kind.verb == "plays" for kind in referee.game.reports)


def _what_if(question: Question) -> bool:
    """Whether it asks what one of the players would do: ``what if Ann plays 9D``."""
    return question.supposing and bool(question.seats)


def _of_position(question: Question, looked: Looked, near: Sequence[Found]) -> Answer:
    """The answer to a question about the position that no fact answers. A rule can only be close to it."""
    strange = [word for word in looked.strange if WORD.get(word, word) not in vocabulary()]
    first = f"'{strange[0]}' isn't understood here. {SEE_LOG}" if strange else NOT_UNDERSTOOD
    closest = [f"The closest rule: {rule.text}" for rule in near]
    return Answer("unknown", first, closest, [rule.name for rule in near], True)


_PAST = (
    r"(?:did|was|were|had|went|got|took|won|lost|led|froze|bid|made|held|drew|laid|threw|said|shot|dealt|put|paid"
    r"|(?!need)\w{2,}ed)"
)
_HAPPENED = re.compile(
    rf" (?:who|what|which|where) (?:\w+ )?{_PAST}\b"
    r"| who could not\b"
    r"| (?:who|what|which|where|many|when)\b.* (?:did|was|were|has|have|had)\b"
    r"| (?:did|was|were|has|have|had|could WHO have)\b"
)
"""Patterns of a question about the past."""


def _of_the_past(question: Question) -> bool:
    """Whether it asks what happened, which no rule can answer."""
    if question.supposing or question.has("why", "how"):
        return False
    present = re.search(r"\b(?:is|are|can|may|must|do|does|need|allowed)\b", question.plain)
    first = question.plain.split()[:1]
    past = question.past and first in (["who"], ["what"], ["which"], ["where"], ["when"])
    return (past or bool(_HAPPENED.match(question.plain))) and not present


def _of_now(question: Question) -> bool:
    """Whether it asks how things are now, which a rule can't answer for certain."""
    if question.supposing or question.defines or _GENERAL.search(question.plain):
        return False
    named = re.match(r" (?:who|whose|what|which|many|far|often|where|when|how)\b.*\bWHO\b", question.plain)
    time = question.hand.which in ("this", "last", "before last") or question.trick.which in ("this", "last")
    now = time or re.search(r"\b(?:yet|now|at the moment|so far|this time)\b", question.text, re.IGNORECASE)
    is_so = re.match(
        r" (?:whose .*\bis|what (?:is|are) .*\b(?:board|pile|stock|pot)|who (?:is|has|have)"
        r"|(?:is|has|have|are) (?:WHO|any|some|every|no(?!t))\w*|many .* left\b)",
        question.plain,
    )
    return bool(named or now or is_so)


_GENERAL = re.compile(
    r"\b(?:can|could|may|might|must|should|need|allowed|supposed|beats?|worth|why)\b"
    r"|\b(?:get|scores?|points?|pays?|loses?|many) (?:\w+ )?for\b"
)
"""Words of a question that a rule may answer, even if it names a player."""


def _accuses(question: Question) -> bool:
    """Whether it accuses somebody, rather than asking about a fact or a rule."""
    plain = question.plain
    happened = bool(re.match(r" (?:did|has|have|had|was|were) ", plain))
    if (question.supposing and not happened) or question.has("why", "how", "many", "what", "far"):
        return False
    states = plain.split()[0] not in (*ASKING, "many") if plain.split() else False
    return states or bool(re.match(r" (?:did|has|have|had|was|were|is|who) ", plain))


def _case(session: Session, text: str) -> Answer | None:
    """The ruling on a report that a question disputes."""
    from scoresheets.disputes.cases import consider
    from scoresheets.disputes.questions import read

    case = consider(session, text.strip().rstrip("?").strip())
    if not (case.report and case.line):
        return None
    who = text.strip().lower().startswith("who")
    anybody = re.search(r"\b(?:any|some)(?:one|body)\b", text.lower())
    if case.certainty is Certainty.NO_EVIDENCE and (who or anybody or not read(session.referee, text).spoken):
        return None  # it asks what happened, without an accusation
    return _accused(case)


def _accused(case: Case) -> Answer:
    """How certain it is that a player did what the question says."""
    text = {
        Certainty.PROVEN: "Yes",
        Certainty.POSSIBLE: "Can't say yet",
        Certainty.NO_EVIDENCE: "Nothing shows it",
    }[case.certainty]
    why = [breach.why for breach in dict.fromkeys(case.suspicion.of)]
    shown = [f"{case.report} (line {case.line})", *(rule.text for rule in case.rules[:1])]
    first = f"{text}: {why[0]}" if why else f"{text}."
    return Answer("ruling", first, [*why[1:], *shown], [rule.name for rule in case.rules[:2]], True)
