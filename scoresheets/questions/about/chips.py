"""Pots, bets, and who is still in."""

from __future__ import annotations

import re
from collections.abc import Mapping

from referee.game.game import leaders
from referee.kit.betting import BettingHand
from referee.language.words import Seat
from referee.table.value import pots
from scoresheets.questions.facts import asked
from scoresheets.questions.parse import ORDINALS
from scoresheets.questions.position import Known, Position, by_name, line, names, players


@asked(
    "many/what pot [chip there lie now left total money big stand worth]",
    "many chip/money pot/board",
    "how pot [big much]",
    "what/many chip pot [worth]",
    "who pot [get win]",
    "many lie pot",
    "how big pot",
    "pot chip",
    "many play pot",
    "many",
)
def pot(at: Position) -> Known | None:
    """The chips in the pots."""
    if at.question.words == ["many"] and not re.search(r" in (?:there|it)\s*$", at.question.plain):
        return None
    accounts = [name for name in at.referee.game.accounts if name != at.referee.game.banker]
    if not accounts or at.meant or at.question.has("who"):
        return None
    if at.question.hand.which in ("last", "before last", "number") and at.hand is not at.current:
        hand = at.hand
        if hand is None:
            return at.no_such_hand()
        lines = [booked for booked in [*hand.lines, *hand.moves] if booked.who in accounts and booked.points > 0]
        paid = sum(booked.points for booked in lines)
        return Known(f"{paid}{at.of_hand}", (paid,)) if paid else None
    lying = pots(at.referee)
    if not lying:
        return Known("0: the pot is empty.", (0,))
    chips = sum(each.chips for each in lying)
    text = ", ".join(f"{each.name} {each.chips}" for each in lying) if len(lying) > 1 else str(chips)
    return Known(text, (chips,), (f"in it: {names(lying[0].contenders)}",) if lying[0].contenders else ())


def pot_winners(at: Position) -> dict[int, list[Seat]]:
    """Who took the pot of each hand in which it was paid."""
    accounts = [name for name in at.referee.game.accounts if name != at.referee.game.banker]
    booked = [(hand.number, one) for hand in at.hands for one in (*hand.lines, *hand.moves)]
    won: dict[int, list[Seat]] = {number: [] for number, one in booked if one.who in accounts and one.points < 0}
    for number, one in booked:
        if number in won and one.who in at.referee.seats and one.points > 0 and one.who not in won[number]:
            won[number].append(Seat(one.who))
    return won


_WHICH_POT = re.compile(rf" ({'|'.join(ORDINALS)}|last) pot\b")


@asked(
    "who win/take/get pot [first last N]",
    "WHO win/take/get pot [first last N far]",
    "many pot WHO/who win/take/get [most far]",
)
def pots_won(at: Position) -> Known | None:
    """Who took the pot of a hand, or whether somebody took any."""
    question, won = at.question, pot_winners(at)
    if not at.referee.game.accounts or not question.past or question.supposing:
        return None
    numbers, place = [*won], _WHICH_POT.search(question.plain)
    if question.hand.which:
        numbers = [number for number in numbers if number == at.number]
    elif place:
        nth = ORDINALS.get(place[1], len(numbers))
        numbers = numbers[nth - 1 : nth] if nth else []
    elif not (at.meant or question.has("many")):
        numbers = numbers[-1:]
    shown = tuple(f"hand {number}: {names(won[number])}" for number in numbers)
    if not (at.meant or question.has("many")):
        found = won[numbers[0]] if numbers else []
        text = f"{names(found)} (hand {numbers[0]})" if found else "Nobody, so far."
        return Known(text, tuple(found) or ("nobody",), shown)
    count = {seat: sum(seat in won[number] for number in numbers) for seat in at.meant or at.referee.seats}
    if question.has("most"):
        best = leaders(count, False)
        return Known(f"{names(best)}, {count[best[0]]}", tuple(best), shown)
    if question.polar:
        return Known("Yes" if any(count.values()) else "No", (), shown, any(count.values()))
    return Known(str(*count.values()) if len(count) == 1 else by_name(count), tuple(count.values()), shown)


_SHARED = re.compile(r"\b(?:split|splits|share|shares|divide|divides)\b")


def shared_pot(at: Position) -> Known | None:
    """What each player would get who shared the pot: ``what would each get if Ann and Ben split it``."""
    question, lying = at.question, pots(at.referee)
    if not question.supposing or len(question.seats) < 2 or not _SHARED.search(question.plain) or not lying:
        return None
    chips, each = sum(one.chips for one in lying), len(question.seats)
    odd = f", and {chips % each} left over" if chips % each else ""
    return Known(
        f"{chips // each} each{odd}", (chips // each,), (f"{chips} in the pot, shared by {names(question.seats)}",)
    )


@asked("what/who most/fewest pot [win far]", "how big most/fewest pot", "many most/fewest pot [in]")
def biggest_pot(at: Position) -> Known | None:
    """The biggest or the smallest pot of the game, and who took it."""
    accounts = [name for name in at.referee.game.accounts if name != at.referee.game.banker]
    if not accounts or not at.question.past or at.question.hand.which:
        return None
    won = pot_winners(at)
    paid = {
        hand.number: sum(one.points for one in (*hand.lines, *hand.moves) if one.who in accounts and one.points > 0)
        for hand in at.hands
        if hand.number in won
    }
    if not paid:
        return Known("No pot has been won yet.", ("none",))
    best = (min if at.question.has("fewest") else max)(paid.values())
    found = [number for number, chips in paid.items() if chips == best]
    text = ", ".join(f"{names(won[number])} in hand {number}" for number in found)
    return Known(f"{best}: {text}", (best, *(who for number in found for who in won[number])))


@asked("who put most/fewest [in pot far]", "who most/fewest put pot",
       "what/many WHO put [in pot far chip money]")  # fmt: skip
def paid_in(at: Position) -> Known | None:
    """What players have put into the pot in this hand, or who has put in the most."""
    hand = at.played
    paid = {seat: -sum(one.points for one in (*hand.lines, *hand.moves) if one.who == seat and one.points < 0)
            for seat in hand.seats}  # fmt: skip
    if not any(paid.values()) or not at.referee.game.accounts:
        return None
    if at.question.has("who"):
        best = leaders(paid, at.question.has("fewest"))
        return Known(f"{names(best)}, {paid[best[0]]}", tuple(best), (by_name(paid),))
    mine = {seat: paid[seat] for seat in at.meant if seat in paid}
    return Known(by_name(mine) if len(mine) > 1 else str(*mine.values()), tuple(mine.values())) if mine else None


def stacks(at: Position) -> dict[Seat, int]:
    """The chips in front of each player, as far as they are counted."""
    left, hand = at.referee.game.stack, at.current
    return {seat: chips for seat in hand.seats if left and (chips := left(hand, seat)) is not None}


@asked(
    "many/what WHO/all stack/chip/money [left have hold front total behind]",
    "what/many stack [WHO all who left chip]",
    "who most/fewest stack/chip/money [left have total]",
    "who many stack/chip [left have]",
    "many WHO left/behind [have chip]",
    "many chip left [all who]",
)
def stack_left(at: Position) -> Known | None:
    """The chips in front of players, without those in the pot."""
    question = at.question
    if (
        at.referee.game.stack is None
        or question.hand.which
        or question.polar
        or re.search(r" (?:did|was|were|had) ", question.plain)
    ):
        return None
    if question.words == ["many", "WHO", "behind"] and "chip" not in question.text.lower():
        return None  # by the score
    left = stacks(at)
    asks_left = question.has("left", "stack", "front")
    if not left:
        rule = at.referee.rule_text("table-stakes") if "table-stakes" in at.referee.game.rules else ""
        told = "That isn't known: the chips in front of you aren't counted."
        return Known(told, ("unknown",), (rule,) if rule else ()) if asks_left else None
    if question.has("most", "fewest"):
        best = leaders(left, question.has("fewest"))
        return Known(f"{names(best)}, {left[best[0]]}", tuple(best), (by_name(left),))
    if mine := {seat: left[seat] for seat in at.meant if seat in left}:
        left = mine
    elif at.meant:
        return None
    return Known(by_name(left) if len(left) > 1 else str(*left.values()), tuple(left.values()))


def who_plays_on(at: Position) -> tuple[Seat, ...] | None:
    """The players still in the hand. None if nobody can drop out."""
    hand = at.played
    if isinstance(hand, BettingHand):
        return tuple(seat for seat in hand.seats if seat in hand.staying) if hand.staying else None
    if (folded := [report.who for report in at.reports if report.verb in ("folds", "drops", "out")]) and at.going:
        return tuple(seat for seat in hand.seats if seat not in folded)
    playing = getattr(hand, "playing", ())
    if playing:
        return tuple(playing)
    if at.referee.game.contenders and at.going:
        return tuple(at.referee.game.contenders(hand))
    if at.referee.game.out:
        return tuple(seat for seat in hand.seats if seat not in hand.out_of_it)
    return None


@asked(
    "who stillin [hand pot it game]",
    "who in [pot hand game still]",
    "who left [in hand pot play]",
    "many stillin [player]",
    "many player left/in/stillin [hand]",
    "WHO stillin [hand pot game]",
    "who still [in]",
    "many left in",
    "many left hand [player]",
    "stillin WHO",
    "who stay",
    "many player still",
    "many left",
)
def still_in(at: Position) -> Known | None:
    """Who is still in."""
    if at.question.words == ["many", "left"] and not re.search(r" left in(?: it| there)?\s*$", at.question.plain):
        return None
    staying = who_plays_on(at)
    if staying is None or at.question.has("trick", "card"):
        if at.going and at.question.has("stillin"):
            return Known("Everyone", tuple(at.current.seats))
        return None
    if at.question.has("many"):
        return Known(str(len(staying)), (len(staying),), (names(staying),) if staying else ())
    gone = [seat for seat in at.current.seats if seat not in staying]
    return Known(names(staying) if staying else "Nobody", staying, (f"out: {names(gone)}",) if gone else ())


@asked("who out [game hand]", "WHO out [game hand]", "who fold/drop [out]", "who out hand")
def out(at: Position) -> Known | None:
    """Who is out."""
    staying = who_plays_on(at)
    if staying is None:
        return None
    gone = [seat for seat in at.current.seats if seat not in staying]
    lines = [line(report) for report in at.reports if report.verb in ("folds", "drops")]
    return players(gone, tuple(lines))


def betting_now(at: Position) -> BettingHand | None:
    """The hand in progress if it has betting and the question is about it."""
    hand = at.current
    asked_of = at.going and at.question.hand.which in ("", "this")
    return hand if asked_of and isinstance(hand, BettingHand) else None


@asked(
    "many/what WHO call/pay/owe/need/put [have in stay must call pay]",
    "many/what call/owe/pay [need must stay in cost WHO stillin put have]",
    "many cost call/stay [WHO in]",
    "many WHO need call/stay [in put]",
    "many need call/stay/put [in]",
    "what need call/put/pay [in stay]",
    "many stay [in need cost take WHO]",
    "what WHO call",
    "many WHO",
    "what price call",
    "many",
    "many WHO owe [pot]",
)
def to_call(at: Position) -> Known | None:
    """What somebody must put in to stay."""
    hand = betting_now(at)
    bare = not {*at.question.words} - {"many", "WHO"}
    if bare and not re.search(r" to (?:me|you|us|him|her|WHO)\s*$", at.question.plain):
        return None
    if hand is None or (at.question.has("put") and re.search(r" (?:has|have|did) ", at.question.plain)):
        return None
    seats = at.meant or hand.betting.to_act[:1]
    if not seats:
        return Known("Nothing: nobody has to act.", (0,))
    who = seats[0]
    if who in hand.folded or who not in hand.betting.seats:
        return Known(f"Nothing: {who} has folded.", (0,))
    owes = max(0, hand.betting.owes(who))
    shown = (line(hand.betting.last),) if hand.betting.last else ()
    return Known(f"{owes}" + (f" ({who})" if not at.meant else ""), (owes,), shown)


@asked(
    "what/many bet [now size WHO]",
    "how big bet [now]",
    "many bet most/fewest [WHO can now]",
    "most bet [what WHO]",
    "many raise [WHO can]",
    "many WHO bet/raise [can now most]",
    "many WHO/all/who put [pot far total in chip money]",
    "what/many WHO pot [in]",
    "what bet size",
)
def bet(at: Position) -> Known | None:
    """How much may be bet or raised to now, or what somebody has bet."""
    hand = betting_now(at)
    if hand is None:
        return None
    betting = hand.betting
    if at.question.has("all", "who") and at.question.has("put"):
        paid_by = {
            seat: -sum(one.points for one in (*hand.lines, *hand.moves) if one.who == seat and one.points < 0)
            for seat in hand.seats
        }
        return Known(by_name(paid_by), tuple(paid_by.values()))
    if at.meant and at.question.has("put", "pot"):
        booked = [one for one in (*hand.lines, *hand.moves) if one.who == at.meant[0] and one.points < 0]
        chips = -sum(one.points for one in booked)
        return Known(str(chips), (chips,), tuple(f"{one.category} {-one.points}" for one in booked))
    if at.meant and at.question.has("put") and isinstance(paid := getattr(hand, "put", None), Mapping):
        return Known(str(paid.get(at.meant[0], 0)), (paid.get(at.meant[0], 0),), (by_name(paid),))
    if at.meant and re.search(r" did | has | have |put", at.question.plain):
        mine = [
            report for report in at.reports if report.who in at.meant and report.verb in ("bets", "raises", "calls")
        ]
        if mine:
            stake = betting.stakes.get(at.meant[0], 0)
            return Known(str(stake), (stake,), tuple(map(line, mine)))
        return Known("Nothing", (0,))
    who = (*at.meant, *betting.to_act, *hand.staying)[0]
    if at.question.has("what") and betting.last and not re.search(r"\b(?:can|could|may|size)\b", at.question.plain):
        return Known(f"{betting.stake}", (betting.stake,), (line(betting.last),))
    if betting.capped:
        return Known("0: no more raises this round.", (0,))
    due, most = betting.due, betting.most(who)
    text = str(due) if due == most else f"{due} to {most}"
    kind = "raise to" if betting.last and not betting.unopened else "bet"
    return Known(text, (due, most), (f"{who} may {kind} {text}.",))
