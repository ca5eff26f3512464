"""Whose turn it is."""

from __future__ import annotations

import re

from referee.game.common_reports import ANY_TIME, Deal
from referee.language.words import Seat, quoted
from referee.rules.rule import Kind
from referee.table.referee import Referee
from scoresheets.display import phrases
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Position, line, names


@asked(
    "who turn/go [another next now play bid WHO discard draw put throw card act]",
    "who next/up [play turn go bid act speak move now WHO draw discard]",
    "who first/start [go play bid act turn next now move speak out hand trick bet betting draw discard]",
    "who go/act/speak/move [next first now turn]",
    "who play/bid [next now turn first]",
    "who wait/waiting [what]",
    "what next/now [happen play go do turn]",
    "what happen [next now]",
    "what do [next now]",
    "turn [WHO now play]",
    "who on [now turn play lead]",
    "what need [next do now enter happen]",
    "what wait/waiting",
    "next WHO [turn play]",
    "what/who next player",
    "WHO up [next now]",
    "who meant/supposed play/go/bid/act [now next]",
    "what go [next]",
    "who lead next",
    "who play next",
    "who roll [now next first]",
    "who need go/play/bid/act/speak/move/discard/draw [now next first]",
    "who bet/draw/discard/check/act [now]",
)
def turn(at: Position) -> Known | None:
    """Whose turn it is."""
    if (
        at.question.has("bet", "draw", "discard", "check")
        and {*at.question.words}
        <= {
            "who",
            "bet",
            "draw",
            "discard",
            "check",
            "now",
        }
        and not re.match(r" (?:whose|who (?:is|has) to) ", at.question.plain)
    ):
        return None  # who did
    if at.question.negated or (at.under_way and re.search(r"\bstill\b|\byet to\b|\bleft to\b", at.question.plain)):
        return None
    if at.question.has("out") and re.search(r" (?:went|gone) out\b", at.question.plain):
        return None
    if at.question.has("first") and re.search(r" (?:went|did .* go) ", at.question.plain):
        return first_player(at)
    if _DONE.search(at.question.plain):
        return None
    if at.question.words == ["who", "up"] and not at.going and any(at.referee.scores.values()):
        return None  # who leads, between hands
    if at.question.hand.which not in ("", "this") or (at.question.mine and not at.meant and not at.question.polar):
        return None if at.question.hand.which or at.question.has("need") else _turn(at)
    return _turn(at)


_DONE = re.compile(r" (?:did|has|have|had) (?!to\b|(?:a|another|one more) (?:turn|go)\b)| (?:drew|discarded|went) ")
"""Words of a question for what somebody did."""


def _turn(at: Position) -> Known | None:
    if at.referee.over and not at.going:
        return Known(_sentence(phrases.won(at.referee)), ("nobody",))
    if at.question.has("first") and at.question.has("bet", "bid", "draw"):
        if not at.going:
            return first_next(at)
        verbs_said = {f"{word}s" for word in at.question.words}
        if done := [report for report in at.reports if report.verb in verbs_said and report.who]:
            return Known(str(done[0].who), (done[0].who,), (line(done[0]),))
    if at.question.has("first", "start") and at.going and (first := first_player(at)):
        return first
    awaited = at.awaited
    what = phrases.awaits(at.referee, besides=False)
    seats = tuple(dict.fromkeys(seat for seat, _ in awaited))
    if at.question.has("lead") and at.under_way is not None:
        return None
    if at.question.has("bid") and at.question.negated:
        return None
    if at.question.has("bid") and not any("bid" in does for _, does in awaited):
        return Known("Nobody: nobody bids now.", ("nobody",), (what,))
    verbs = list(dict.fromkeys(does for _, does in awaited))
    if len(seats) == 1:
        text = re.sub(r"^[Nn]ext: ", "", what).partition(" Also ")[0].strip()
        alone = text.startswith(f"{seats[0]} ") and ";" not in text
        return Known(text if alone else f"{seats[0]} {' or '.join(verbs[:3])}.", seats, (what,))
    if at.question.has("start", "first", "open", "lead"):
        return None
    if seats and len(seats) < len(at.current.seats):
        return Known(f"{names(seats)}", seats, (what,))
    return Known(_sentence(what.removeprefix("next: ")), seats, ())


_FIRST = {"bid": "bids", "call": "bids", "lead": "plays", "play": "plays", "show": "shows", "worth": "shows"}
"""The reports of those who are first to do something."""


@asked(
    "who lead [first trick now it start opening next]",
    "who leading trick [first now it start opening]",
    "who first/opening lead [trick]",
    "who lead going/go [first]",
)
def first_leader(at: Position) -> Known | None:
    """Who leads to the first trick, while no card of it is known."""
    hand, question = at.current, at.question
    if question.polar or at.meant or at.tricks or not hasattr(hand, "trick") or getattr(hand, "trick", None):
        return None
    if re.search(r" (?:did|had|was|led) ", question.plain):
        return None
    if at.going and question.hand.which in ("", "this"):
        card = next((card for card in hand.pack if card not in hand.seen), None)
        tries = [seat for seat in hand.seats if card and may_play(at.referee, seat, card.text)]
        if len(tries) != 1 or any(at.taken.values()):
            return None
        return Known(str(tries[0]), tuple(tries), tuple(filter(None, (_lead_rule(at),))))
    return first_next(at)


def may_play(referee: Referee, seat: Seat, card: str) -> bool:
    """Whether it is a player's turn to play a card."""
    ruling = referee.can(f"{quoted(seat)} plays {card}")
    return ruling.report is not None and ruling.kind is not Kind.OUT_OF_TURN


def _lead_rule(at: Position) -> str:
    return at.referee.rule_text("lead-order") if "lead-order" in at.referee.game.rules else ""


_AFTER_DEALER = re.compile(r"^(?:The player on the dealer's left|Elder) leads (?:to the first trick|first)\b")
"""A rule by which the first lead always goes with the deal."""


@asked("who first/start bid/call/lead/play/go [next turn deal hand when]", "who lead", "who show/worth first [hand]")
def first_next(at: Position) -> Known | None:
    """Who is the first to bid or play in the next hand, if that was always the same seat from the dealer."""
    if at.going and at.question.hand.which == "next" and re.search(r" after this\b", at.question.plain):
        return None  # to the next trick
    shows = at.question.has("show", "worth")
    if at.going and not shows and not at.question.hand.which and not at.question.has("first", "start"):
        return None  # who leads to the next trick
    at = at.upcoming(bare=True)
    if (
        not (at.question.hand.which == "next" or (shows and not at.question.hand.which))
        or at.question.polar
        or at.meant
    ):
        return None
    hand = at.current
    if at.going and not (at.referee.game.deal_passes or shows):
        return None
    verb = next((verb for word, verb in _FIRST.items() if at.question.has(word)), "")
    steps = set()
    for one in at.hands:
        done = [told for told in at.in_hand(one.number).reports if not isinstance(told, (Deal, *ANY_TIME))]
        first = next((told.who for told in done if told.who and verb in ("", told.verb)), None)
        if first and one.dealer:
            steps.add((one.seats.index(first) - one.seats.index(one.dealer)) % len(one.seats))
    if verb == "plays" and _AFTER_DEALER.match(_lead_rule(at)):
        steps = {1}
    if len(steps) != 1:
        by_card = verb == "plays" and _lead_rule(at).startswith("The player with ")
        return Known(_lead_rule(at).partition(",")[0] + ".", ("unknown",)) if by_card else None
    now = at.going and at.question.hand.which != "next"
    dealer = hand.dealer if now else at.referee.dealer if not at.going else hand.next_dealer or hand.after(hand.dealer)
    who = hand.after(dealer, steps.pop())
    return Known(str(who), (who,), (f"{dealer} deals {'this hand' if now else 'next'}.",))


def first_player(at: Position) -> Known | None:
    """Who played or spoke first in the hand in progress."""
    if at.tricks and at.tricks[0].cards:
        first = at.tricks[0].cards[0]
        return Known(f"{first.who}, with {first.card.pretty}", (first.who,))
    done = [report for report in at.reports if report.who and not isinstance(report, (Deal, *ANY_TIME))]
    return Known(str(done[0].who), (done[0].who,), (line(done[0]),)) if done and at.hand is not None else None


def _sentence(text: str) -> str:
    text = f"{text[:1].upper()}{text[1:]}"
    return text if text.endswith((".", "!", "?")) else f"{text}."


@asked(
    "who after/before WHO [sit next play turn bid go deal act speak move come comes declare call name choose]",
)
def follower(at: Position) -> Known | None:
    """Who comes after somebody."""
    hand = at.current
    if len(at.question.seats) != 1:
        return None
    step = getattr(hand, "direction", 1)
    step = step if isinstance(step, int) else 1
    step = -step if at.question.has("before") else step
    who = hand.after(at.question.seats[0], step)
    while who in getattr(hand, "folded", ()) and who != at.question.seats[0]:
        who = hand.after(who, step)
    return Known(f"{who}", (who,))


@asked(
    "what way [round play go turn game]",
    "what way play/go/round",
    "way left/right/clockwise/anticlockwise [play]",
    "what direction",
    "clockwise [play go way]",
    "how way",
)
def direction(at: Position) -> Known | None:
    """The direction of play."""
    told = at.fact("direction")
    if told is None and any("way pass" in fact.words for fact in at.referee.game.asked):
        return None  # the way that cards are passed
    if told is None:
        return Known("To the left: clockwise", ("left", "clockwise")) if at.question.has("way") else None
    return Known(f"To the {told}", (told, "clockwise" if told == "left" else "anticlockwise"))
