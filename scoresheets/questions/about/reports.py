"""What was reported, and by whom."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from referee.cards import Card
from referee.declared.columns import Round
from referee.game.common_reports import ANY_TIME
from referee.game.game import leaders
from referee.language.reports import Report
from referee.language.words import Seat
from scoresheets.questions.facts import asked
from scoresheets.questions.parse import WORD, words_of
from scoresheets.questions.position import Known, Position, after_verb, by_name, cards_of, line, names, number_of
from scoresheets.questions.verbs import kinds_of


@asked("what happen [go on]", "what play/enter/report [all]", "how go")
def of_a_hand(at: Position) -> Known | None:
    """Everything that was reported in a hand before this one."""
    if at.hand is None or at.question.hand.which not in ("last", "before last", "number") or at.question.trick.which:
        return at.no_such_hand() if at.question.hand.which == "last" else None
    reports = [report.text for report in at.reports if not isinstance(report, ANY_TIME)]
    return Known(f"{'; '.join(reports)}{at.of_hand}", tuple(reports)) if reports else None


@asked("how WHO/who win/lose/score/take [hand game last]", "how hand win [WHO who]")
def how_won(at: Position) -> Known | None:
    """The report by which a hand was won or lost, on a sheet, or where its points come from."""
    hand = at.hand if at.hand and at.hand.finished else at.referee.last
    if hand is None or not re.search(r" (?:did|was|has|have) ", at.question.plain) or at.question.trick.which:
        return None
    at = at.in_hand(hand.number)
    wins = [report for report in at.reports if report.verb in ("wins", "loses", "out", "declares", "shoots")]
    wins = [report for report in wins if not at.meant or report.who in (*at.meant, *at.sides)]
    if wins:
        return Known(f"{wins[-1].text}{at.of_hand}", (wins[-1].who,), (line(wins[-1]),))
    why = [one.because for one in at.referee.lines if one.hand == hand.number and one.who in at.sides and one.because]
    return Known(f"{'; '.join(why[:3])}{at.of_hand}", tuple(at.sides)) if why else None


@asked(
    "what just happen",
    "what last report/line/card/play/move [play made]",
    "what happen last",
    "what last [thing]",
    "what WHO just do",
    "what WHO do [last]",
    "what WHO last [do play]",
    "who last play/act/go/move/card [do]",
    "what card last play",
    "what just play",
    "who just play",
    "who play last [card]",
    "what last play card",
    "what last",
    "what WHO",
)
def last_report(at: Position) -> Known | None:
    """The last report, or somebody's."""
    if {*at.question.words} == {"what", "WHO"} and not re.search(r" did WHO (?:just )?do\s*$", at.question.plain):
        return None
    reports = [report for report in at.reports if not isinstance(report, ANY_TIME)]
    if at.meant:
        reports = [report for report in reports if report.who in at.meant]
        if not reports:
            return Known("Nothing yet in this hand.", ("nothing",))
    if not reports:
        return None
    if at.question.has("card", "play"):
        reports = [report for report in reports if report.verb == "plays"] or reports
    report = reports[-1]
    cards = tuple(cards_of(report))
    if at.question.has("who") and report.who:
        return Known(f"{report.who}", (report.who,), (line(report),))
    return Known(f"{line(report)}", (report.who, *cards))


@asked("what top before [that card it]", "what play/card/lie/discard before RANK/CARD/N/WHO [card play top that there]")
def card_before(at: Position) -> Known | None:
    """The card that was laid before another, or before a player's last."""
    question = at.question
    if question.numbers and not question.ranks:
        return None
    laid = [(report, [*cards_of(report)]) for report in at.reports if report.verb in ("plays", "upcard", "discards")]
    laid = [(report, cards) for report, cards in laid if cards]
    latest = not (question.cards or question.ranks or at.meant)
    for place in range(len(laid) - 1, 0, -1):
        report, cards = laid[place]
        faces = {card.face for card in question.cards}
        if any(card.face in faces or card.rank in question.ranks for card in cards) or report.who in at.meant or latest:
            before, there = laid[place - 1]
            return Known(there[-1].pretty, (there[-1].face,), (line(before),))
    return None


FILLING = words_of(
    "who what many when WHO N CARD SUIT RANK card first last just anything something hand out now up not often "
    "times already on off back down"
)


HOLDS = re.compile(
    r" (?:did|does|had|has) WHO (?:have|hold|got)\b| (?:was|is|were) WHO (?:left|stuck|caught)\b| WHO's hand "
)


@asked("who stuck/caught/left/hold/end most/fewest [point card hand left up]")
def most_left(at: Position) -> Known | None:
    """Who held the most or the least at the end of a hand."""
    if not at.question.past:
        return None
    if at.going and not at.question.hand.which and at.referee.last:
        at = at.in_hand(at.referee.last.number)
    held = at.fact("holds", "held", "deadwood")
    if not isinstance(held, Mapping) or not held:
        return None
    best = leaders({who: points for who, points in held.items() if isinstance(points, int)}, at.question.has("fewest"))
    return Known(f"{names(best)}, {held[best[0]]}{at.of_hand}", tuple(best), (by_name(held),))


@asked(
    "many/what WHO [left hold stuck caught card point end]", "many card WHO left [with end]", "what/many WHO hand worth"
)
def left_with(at: Position) -> Known | None:
    """What a player held at the end of the hand, as reported."""
    shows = at.question.has("worth")
    verbs = ("shows", "counts") if shows else ("holds", "held")
    if not HOLDS.search(at.question.plain) or (at.going and not at.question.hand.which and not shows):
        return None
    reports = [report for report in at.reports if report.verb in verbs and report.who in (*at.meant, *at.sides)]
    if shows and not reports and at.going and at.referee.last and not at.question.hand.which:
        return left_with(at.in_hand(at.referee.last.number))
    number = number_of(reports[-1]) if reports else None
    if number is None and isinstance(at.hand, Round):
        amounts = at.hand.of("holds")
        number = next((amounts[who] for who in (*at.meant, *at.sides) if who in amounts), None)
    return None if number is None else Known(f"{number}{at.of_hand}", (number,), tuple(map(line, reports[-1:])))


def keyword_told(at: Position) -> Known | None:
    """Who made a report with a word such as ``gin`` or ``alone``, which isn't a verb, or whether a player did."""
    question = at.question
    anybody = question.polar and re.search(r" (?:any|some)(?:one|body) ", question.plain)
    if not (question.has("who") or (question.polar and at.meant) or anybody) or question.supposing:
        return None
    if question.has("what", "why", "many") or (question.has("who") and question.has("WHO")):
        return None
    small = {"who", "WHO", "go", "make", "last", "first", "win", "call", "bid"}
    texts = [one for word, one in zip(question.words, question.said, strict=True) if word not in small]
    common = texts and (texts[0].isdigit() or texts[0] in WORD or texts[0] in WORD.values())
    if len(texts) != 1 or common or at.hand is None or re.search(r" (?:was|were|been) ", question.plain):
        return None
    for record in reversed(at.referee.records):
        if question.hand.which and record.run.hand is not at.hand:
            continue
        plain = re.sub(r"(?:(\w)\1)?(?:ed|ing)$", r"\1", texts[0])
        found = [
            entry.report
            for entry in record.entries
            if entry.report.who and {texts[0], plain} & {*entry.report.text.lower().split()[2:]}
        ]
        if question.polar and not anybody:
            found = [report for report in found if report.who in (*at.meant, *at.sides)]
        if found:
            who = tuple(dict.fromkeys(report.who for report in found))
            text = "Yes" if question.polar and not anybody else f"Yes: {names(who)}" if anybody else names(who)
            text = f"{text} (hand {record.number})"
            return Known(text, who, tuple(map(line, found[-5:])), True if question.polar else None)
    return None


BLAMED = words_of("revoke revoked renege reneged trump trumped ruffed followed cheat cheated card")
"""Verbs of accusations, which the rules answer."""


def reported_fact(at: Position) -> Known | None:
    """Who reported what: ``who knocked``, ``what did Ben discard``, ``did Cat pass``."""
    question = at.question
    if question.supposing or question.hand.which in ("next", "after next") or question.trick.which:
        return None
    if not question.polar and not question.has("who", "what", "many", "when"):
        return None
    others = [(word, text) for word, text in zip(question.words, question.said, strict=True) if word not in FILLING]
    if question.polar and not at.meant and not question.has("who"):
        return None
    if question.has("many") and not re.search(r"\b(?:did|has|have|were|was)\b", question.plain):
        return None
    verbs = [
        (text, kinds) for word, text in others if (kinds := kinds_of(at.referee, text) or kinds_of(at.referee, word))
    ]
    if len(verbs) != 1 or len([word for word, _ in others if word not in ("most", "fewest")]) > 2:
        return None
    text, kinds = verbs[0]
    if text in BLAMED or (question.has("WHO") and question.has("why")):
        return None
    if re.match(rf" who (?:was|were|got|(?:has|have|had|is) been) {re.escape(text)}\b", question.plain):
        return None  # to whom it was done
    rest = [other for word, other in others if other != text and word not in ("most", "fewest")]
    if rest and not all(any(_mentions(other, kind) for kind in kinds) for other in rest):
        return None
    if at.hand is None:
        return at.no_such_hand()
    asks_now = re.search(
        r" (?:can|may|must|should|will|(?:do|does) .* ha(?:ve|s) to|have (?:any|some|no)thing to) ", question.plain
    )
    habit = (
        not question.polar
        and text.endswith("s")
        and not question.hand.which
        and not re.search(r"\b(?:has|have|did|was)\b", question.plain)
    )
    if asks_now or (habit and not question.seats):
        return None
    if question.polar and re.match(r" (?:does|do|is|are|will|can|may|must|should|could) ", question.plain):
        return None
    found = [report for report in at.reports if type(report) in kinds and _same(report, question, rest)]
    named = [report for report in found if not at.meant or report.who in at.meant]
    if not named and isinstance(at.hand, Round) and text in ("played", "play"):
        return None  # nobody entered cards
    if not named and question.has("who", "when") and not (at.going or question.hand.which or question.polar):
        for hand in reversed(at.hands):  # the last in which somebody did
            known = reported_fact(at.in_hand(hand.number)) if hand is not at.hand else None
            if known and question.has("when") and "nobody" not in known.value:
                return known
            if known and "nobody" not in known.value:
                return replace(known, text=f"{known.text} (hand {hand.number})")
    bare = set(question.words) <= {"who", "WHO", "when", "first", "last", others[0][0]}
    if not named and not bare and not (question.polar and found):
        return None
    if question.polar:
        if not named:
            instead = [report for report in at.reports if type(report) in kinds and report.who in at.meant]
            return Known("No", (), tuple(map(line, instead[-3:])), False)
        return Known("Yes", (), tuple(map(line, named[-3:])), True)
    if not named and not question.past:
        return None
    if not named:
        return Known("Nobody, so far." if question.has("who") else "Nothing, so far.", ("nobody", "nothing", 0))
    if question.has("who") and (question.has("most", "fewest") or re.search(r" more\b", question.plain)):
        amounts: dict[Seat, int] = {}
        for one in named:
            amounts[one.who] = amounts.get(one.who, 0) + (number_of(one) or len([*cards_of(one)]))
        if not any(amounts.values()):
            return _how_often(at, kinds)
        best = leaders(amounts, question.has("fewest"))
        return Known(f"{names(best)}, {amounts[best[0]]}", tuple(best), (by_name(amounts),))
    if question.has("who"):
        if question.has("first"):
            named = named[:1]
        elif question.has("last", "just"):
            named = named[-1:]
        who = tuple(dict.fromkeys(report.who for report in named))
        said = names([one for one in who if one]) if any(who) else line(named[-1])
        return Known(said, who, tuple(map(line, named[-5:])))
    if question.has("many") and not any(isinstance(number_of(report), int) for report in named):
        return Known(str(len(named)), (len(named),), tuple(map(line, named[-5:])))
    if question.has("when"):
        return Known(f"{line(named[-1])}{at.of_hand}", (named[-1].line,))
    report = named[0] if question.has("first") else named[-1]
    if question.has("most", "fewest"):
        return None
    several = isinstance(at.hand, Round) and len(named) > 1 and not any([*cards_of(one)] for one in named)
    if question.has("many") or (several and question.has("what") and all(number_of(one) for one in named)):
        if report.verb in ("melds", "lays", "opens", "captures"):
            return None
        total = [number for one in named if isinstance(number := number_of(one), int)]
        value = total[-1] if len(total) == 1 or report.verb in ("bids", "bets", "raises") else sum(total)
        return Known(str(value), (value,), tuple(map(line, named[-5:])))
    whole = re.search(r" (?:has|have|all)\b", question.plain) and not question.has("first", "last")
    every = named if whole else [report]
    cards = [card for one in every for card in cards_of(one)]
    text = ", ".join(after_verb(one) for one in every)
    if text == report.text and not cards and not number_of(report):
        return Known("That isn't known.", ("unknown",), tuple(map(line, named[-5:])))
    return Known(text, (report.who, *cards), tuple(map(line, named[-5:])))


def _how_often(at: Position, kinds: Collection[type[Report]]) -> Known | None:
    """Who made reports without a number most often in the game."""
    every = [one.who for record in at.referee.records for entry in record.entries if type(one := entry.report) in kinds]
    count = {who: every.count(who) for who in every if who}
    best = leaders(count, at.question.has("fewest"))
    return Known(f"{names(best)}, {count[best[0]]}", tuple(best), (by_name(count),)) if best else None


def _mentions(word: str, kind: type[Report]) -> bool:
    return word in kind.verb.split() or word.removesuffix("s") in kind.verb.split() or word in ("card", "cards")


def _same(report: Report, question: Any, rest: Iterable[str]) -> bool:
    """Whether a report has the cards, suits, ranks and numbers that a question names."""
    cards = [card.face for card in cards_of(report)]
    if question.cards and not all(card.face in cards for card in question.cards):
        return False
    if (
        question.suits
        and not any(card.suit in question.suits for card in cards)
        and not any(re.search(rf"\b{suit}\b", report.text) for suit in question.suits)
    ):
        return False
    if question.ranks and not question.numbers:
        return any(card.rank in question.ranks for card in cards) or any(
            re.search(rf"\b{re.escape(rank)}\b", report.text) for rank in question.ranks
        )
    if question.numbers:
        return any(re.search(rf"\b{number}[SHDC]?\b", report.text) for number in question.numbers)
    return True


def thing_taken(at: Position) -> Known | None:
    """Who took a card of a rank or a suit: a capture, a trick, a draw."""
    question = at.question
    if (
        not question.has("who")
        or not (question.has("take", "win", "get", "CARD") or re.search(r"\b(?:got|gets)\b", question.plain))
        or not (question.ranks or question.cards)
    ):
        return None
    if (
        set(question.words) - {"who", "take", "win", "get", "CARD", "RANK", "N", "last", "SUIT", "trick", "what"}
        or question.supposing
    ):
        return None
    ranks = {card.rank for card in question.cards} | set(question.ranks)
    found = []
    for report in at.reports:
        cards = [
            card
            for card in cards_of(report)
            if card.rank in ranks and (not question.cards or card.face in {c.face for c in question.cards})
        ]
        if cards and report.who and report.verb in ("captures", "takes", "draws", "melds", "steals", "wins"):
            found.append(report)
    if found:
        who = tuple(dict.fromkeys(report.who for report in found))
        return Known(names(who), who, tuple(map(line, found[-5:])))
    piles = getattr(at.played, "piles", None)
    if isinstance(piles, Mapping):
        faces = {card.face for card in question.cards}
        owners = [
            seat
            for seat, pile in piles.items()
            if any(card.rank in ranks and (not faces or card.face in faces) for card in pile if isinstance(card, Card))
        ]
        if owners:
            return Known(names(owners), tuple(owners))
    for trick in at.tricks:
        if any(
            played.card.rank in ranks and (not question.cards or played.card in question.cards)
            for played in trick.cards
        ):
            return Known(trick.winner or "Nobody yet.", (trick.winner or "nobody",), (str(trick),))
    return Known("Nobody, as far as the table knows.", ("nobody",)) if at.played.seen else None
