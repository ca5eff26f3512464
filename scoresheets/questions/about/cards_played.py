"""Cards played to tricks, and where a card is."""

from __future__ import annotations

import re
from collections.abc import Iterable

from referee.cards import Card
from referee.declared.columns import Round
from referee.game.asks import Macro
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Played, Position, Tricked, cards_of, line, names, polar, suit_name


def of_tricks(at: Position, now: bool = False) -> bool:
    """Whether the question is about a hand of tricks whose cards may have been entered: what was, or is ``now``."""
    hand = at.hand
    if hand is None or (isinstance(hand, Round) and not hand.by_cards):
        return False
    return hasattr(hand, "trick") and hasattr(hand, "strength") and (now or at.question.past)


@asked(
    "WHO/who play/put/throw SUIT/RANK/CARD/trump/N [trick all first]",
    "WHO lead SUIT/RANK/CARD/trump/N [trick first]",
    "play/put/throw/lead/gone/fall SUIT/RANK/trump/N [trick been first]",
)
def cards_like_it(at: Position) -> Known | None:
    """Who played a card of a suit or a rank, or whether somebody did."""
    question = at.question
    if not of_tricks(at) or not (question.polar or question.has("who")):
        return None
    suits = [*question.suits]
    if question.has("trump"):
        if not (trump := getattr(at.played, "trump", "")):
            return Known("There is no trump.", ("nobody",), (), False)
        suits.append(trump)
    ranks = [*question.ranks, *map(str, question.numbers)]
    tricks = [at.trick] if question.trick.which else at.tricks
    cards = [card for trick in tricks if trick for card in trick.cards[: 1 if question.has("lead") else None]]
    found = [
        one
        for one in cards
        if one.card in question.cards or _suit(at, one) in suits or (one.card.rank in ranks and not question.cards)
    ]
    mine = [one for one in found if not at.meant or one.who in at.meant]
    shown = tuple(f"{one.who} played {one.card.pretty} (line {one.line})" for one in mine[-5:])
    whole = all(trick.cards for trick in tricks if trick)
    nobody = f"{'No' if question.polar else 'Nobody'}{at.of_hand or ', not in this hand'}."
    unknown = "Not that the table knows: not every card was entered."
    if question.polar:
        return Known(f"Yes{at.of_hand}" if mine else nobody if whole else unknown, (), shown, bool(mine))
    who = [seat for seat in at.played.seats if any(one.who == seat for one in mine) is not question.negated]
    return Known(names(who) + at.of_hand if who else nobody if whole else unknown, tuple(who) or ("nobody",), shown)


@asked("who play most/fewest SUIT/trump [card]", "what most/fewest SUIT/trump play [card]")
def best_card(at: Position) -> Known | None:
    """Who played the highest or the lowest card of a suit."""
    hand = at.played
    suits = at.question.suits or [getattr(hand, "trump", "")]
    cards = [one for trick in at.tricks for one in trick.cards if _suit(at, one) in suits]
    if not of_tricks(at) or re.search(r" most of | more ", at.question.plain):
        return None
    if not cards:
        return Known(f"Nobody, as far as the table knows{at.of_hand}.", ("nobody",))
    height = getattr(hand, "height", lambda card: 0)
    best = (min if at.question.has("fewest") else max)(cards, key=lambda one: height(one.card))
    return Known(f"{best.who}, with {best.card.pretty}", (best.who, best.card))


@asked("many card play/gone [all been total WHO trick]", "many card WHO play [trick]")
def cards_played(at: Position) -> Known | None:
    """How many cards have been played in the hand."""
    if not re.search(r" (?:has|have|been|did|were|are) .*\b(?:played|gone|play)\b", at.question.plain):
        return None
    found = [one for one in at.reports if one.verb == "plays" or isinstance(one, Macro)]
    count = sum(len([*cards_of(one)]) for one in found if not at.meant or one.who in at.meant)
    if at.question.trick.which or not found or (at.meant and any(isinstance(one, Macro) for one in found)):
        return None
    return Known(f"{count}{at.of_hand}", (count,))


@asked("who/WHO trumped/ruffed [trick in last]", "trumped/ruffed", "WHO trump [trick]")
def trumped(at: Position) -> Known | None:
    """Who played a trump to another suit."""
    trump = getattr(at.hand, "trump", "")
    if not of_tricks(at) or not trump:
        return None
    tricks = [trick for trick in ([at.trick] if at.question.trick.which else at.tricks) if trick and trick.cards]
    found = [one for trick in tricks if _suit(at, trick.cards[0]) != trump for one in trick.cards[1:]]
    found = [one for one in found if _suit(at, one) == trump]
    if at.question.polar:
        if not re.match(r" (?:did|has|have|was) ", at.question.plain):
            return None
        found = [one for one in found if not at.meant or one.who in at.meant]
    shown = tuple(f"{one.who} played {one.card.pretty} (line {one.line})" for one in found[-5:])
    who = [*dict.fromkeys(one.who for one in found)]
    if at.question.polar:
        return polar(bool(found), *shown)
    return Known(names(who) + at.of_hand if who else "Nobody.", tuple(who) or ("nobody",), shown)


@asked("SUIT break [been]", "who/WHO break SUIT", "break SUIT")
def broken_suit(at: Position) -> Known | None:
    """Whether a suit has been played in this hand, and who played it first."""
    question = at.question
    if not of_tricks(at, now=True) or len(question.suits) != 1 or not (question.polar or question.has("who")):
        return None
    played = [one for trick in at.tricks for one in trick.cards if _suit(at, one) in question.suits]
    if not played:
        return Known("No" if question.polar else "Nobody, so far.", ("nobody",), (), False)
    first = played[0]
    shown = (f"{first.who} played {first.card.pretty} (line {first.line})",)
    if question.polar:
        return polar(not at.meant or first.who in at.meant, *shown)
    return Known(str(first.who), (first.who,), shown)


@asked("WHO/who follow [suit trick SUIT]")
def followed_suit(at: Position) -> Known | None:
    """Whether somebody played the suit that was led, or who did."""
    question = at.question
    if not of_tricks(at) or not (question.polar or question.has("who")):
        return None
    trick = at.trick if question.trick.which else _last_followed(at)
    if trick is None or not trick.cards:
        return Known("Its cards aren't known." if trick else "No trick has been played that far.", ("unknown",))
    led = _suit(at, trick.cards[0])
    of = f"{suit_name(led)} were led"
    others = trick.cards[1:]
    if question.has("who"):
        who = [one.who for one in others if (_suit(at, one) == led) is not question.negated]
        return Known(names(who) if who else f"Nobody: {of}.", tuple(who) or ("nobody",), (str(trick),))
    mine = next((one for one in trick.cards if one.who in at.meant), None)
    if mine is None:
        return Known("Not yet." if not trick.winner else "That card isn't known.", ("unknown",), (str(trick),), False)
    if mine is trick.cards[0]:
        return Known(f"{mine.who} led {mine.card.pretty}.", ("unknown",), (str(trick),), False)
    yes = _suit(at, mine) == led
    return Known(f"{'Yes' if yes else 'No'}: {mine.who} played {mine.card.pretty}, {of}", (), (str(trick),), yes)


def _last_followed(at: Position) -> Tricked | None:
    """The last trick to which somebody meant, or anybody, played a card after the first."""
    for trick in reversed(at.tricks):
        if any(not at.meant or one.who in at.meant for one in trick.cards[1:]):
            return trick
    return None


def _suit(at: Position, played: Played) -> str:
    hand = at.played
    return str(hand.suit_of(played.card)) if hasattr(hand, "suit_of") else played.card.suit


@asked(
    "CARD play/gone/out/see/fall [been]",
    "CARD [who WHO]",
    "what CARD [gone play happen]",
    "where CARD",
    "who CARD [hold take draw play]",
    "CARD gone",
    "when CARD play",
    "who play/take CARD",
    "CARD left/still [in play game]",
    "CARD in/out [play]",
    "WHO CARD [hold still left]",
)
def card(at: Position) -> Known | None:
    """Where a card is, as far as is known."""
    if not at.question.cards or (at.question.polar and at.meant and at.question.has("play", "take")):
        return None
    wanted = at.question.cards[0]
    hand = at.hand
    if hand is None:
        return at.no_such_hand()
    had = "had|" * (not at.going)
    if at.question.has("who") and re.search(rf"\b(?:{had}got|get|gets|won|took|captured|taken)\b", at.question.plain):
        return None
    reports = [report for told, reports in hand.seen.items() if told.face is wanted.face for report in reports]
    reports.sort(key=lambda report: report.line)
    played = [report for report in reports if report.verb != "dealt"]
    if at.question.has("take") and at.question.has("who"):
        return None
    if wanted in getattr(hand, "lying", ()) and not at.meant:
        where = f"{wanted.pretty} lies on the table."
        return Known(f"No: {where}" if at.question.polar else where, (), tuple(map(line, reports[-1:])), False)
    holder = next((seat for seat in hand.seats if wanted in [*hand.known(seat)]), None)
    if at.question.has("play", "gone", "out", "see", "fall") or (at.question.polar and not at.meant):
        who = played[-1].who if played else ""
        if at.question.polar and not at.question.has("left", "still"):
            return Known("Yes" if played else "Not that the table knows.", (), tuple(map(line, played)), bool(played))
        if at.question.polar:
            return Known(
                "No" if played else "Yes, as far as the table knows.", (), tuple(map(line, played)), not played
            )
        if at.question.has("who"):
            return Known(
                f"{who}" if played else "Nobody has, as far as the table knows.",
                (who,) if played else ("nobody",),
                tuple(map(line, played)),
            )
        return Known(line(played[-1]) if played else "It hasn't been seen.", (who,) if played else ("nobody",))
    if at.question.polar:
        who = at.meant[0]
        if holder == who:
            return Known("Yes", (), tuple(map(line, reports)), True)
        if holder or played:
            return Known("No", (), tuple(map(line, reports)), False)
        return Known("Nothing shows it.", ("unknown",))
    if holder:
        return Known(f"{holder} has {wanted.pretty}.", (holder,), tuple(map(line, reports)))
    if played:
        return Known(line(played[-1]), (played[-1].who,), ())
    return Known("Nobody knows: it hasn't been seen.", ("unknown",))


@asked("WHO RANK [hold still left card]")
def rank_held(at: Position) -> Known | None:
    """Whether a player holds a card of a rank, as far as the table knows."""
    if not at.question.polar or len(at.meant) != 1 or not at.going or at.question.hand.which:
        return None
    if not re.match(r" (?:has|does|is) WHO (?:still |not )*(?:have|got|hold|holding|the|a|an)\b", at.question.plain):
        return None
    hand, who = at.current, at.meant[0]
    mine = [card for card in hand.known(who) if card.rank in at.question.ranks]
    if mine:
        return Known(f"Yes: {' '.join(card.pretty for card in mine)}", tuple(mine), (), True)
    return Known("Nothing shows it.", ("unknown",))


@asked("what trump/SUIT/RANK [gone out play been fall see card left still]",
       "what card trump/SUIT/RANK gone/out/play/fall/left [been]")  # fmt: skip
def which_gone(at: Position) -> Known | None:
    """Which cards of a suit or a rank have been seen, or are still to come, as far as the table knows."""
    question, hand = at.question, at.played
    if not question.has("gone", "out", "play", "fall", "see", "left"):
        return None
    if isinstance(hand, Round) and not hand.by_cards:
        return None
    if re.search(r" (?:can|could|may|must|should) ", question.plain):
        return None
    suits = [getattr(hand, "trump", "")] if question.has("trump") else question.suits
    if question.has("trump") and not suits[0]:
        return Known("There is no trump.", ("nothing",))
    tricks = hasattr(hand, "trick") and hasattr(hand, "strength")
    played = [one.card for trick in at.tricks for one in trick.cards]
    seen = {card.face for card in (played if tricks else hand.seen)}
    left = question.has("left") or bool(re.search(r" still out\b", question.text.lower()))
    cards = [card for card in dict.fromkeys(hand.pack) if _is_of(card, suits, question.ranks)]
    found = [card for card in cards if (card.face in seen) is not left]
    return Known(" ".join(card.pretty for card in found) or "None, so far.", tuple(found))


@asked("who start SUIT", "who open SUIT")
def started(at: Position) -> Known | None:
    """Who was the first to play a card of a suit."""
    for report in at.reports:
        if report.who and report.verb == "plays" and any(card.suit in at.question.suits for card in cards_of(report)):
            return Known(str(report.who), (report.who,), (line(report),))
    return None


@asked(
    "many SUIT/trump/RANK [card play gone out been fall see left still have]",
    "many SUIT/trump/RANK left [card play out]",
    "many SUIT/trump/RANK WHO play [card]",
)
def cards_gone(at: Position) -> Known | None:
    """How many cards of a suit or a rank have been played, or are still to come, as far as the table knows."""
    question, hand = at.question, at.played
    if isinstance(hand, Round) and not hand.by_cards:
        return None
    if not hasattr(hand, "strength") or not hasattr(hand, "trick") or question.mine or question.has("who"):
        return None
    if not question.has("gone", "out", "fall", "see", "left", "been", "play"):
        return None
    suits = question.suits or [getattr(hand, "trump", "")] if question.has("trump") else question.suits
    if question.has("trump") and not suits[0]:
        return Known("There is no trump.", (0,))
    gone = [played for trick in at.tricks for played in trick.cards if _is_of(played.card, suits, question.ranks)]
    if at.meant and question.has("left"):
        return None
    gone = [played for played in gone if not at.meant or played.who in at.meant]
    if any(trick.winner and not trick.cards for trick in at.tricks):
        return Known("That can't be known: not every card was entered.", ("unknown",))
    cards = tuple(" ".join(played.card.pretty for played in gone) for _ in gone[:1])
    if not question.has("left"):
        return Known(str(len(gone)), (len(gone),), cards)
    left = sum(_is_of(card, suits, question.ranks) for card in hand.pack) - len(gone)
    return Known(f"{left} not played yet", (left,), (f"{len(gone)} played", *cards))


def _is_of(card: Card, suits: Iterable[str], ranks: Iterable[str]) -> bool:
    return card.suit in suits or card.rank in ranks
