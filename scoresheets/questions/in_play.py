"""Facts of the play: tricks and trump, bids, pots and bets, cards on the table, and reports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from referee.cards import RANK_NAMES, SUIT_NAMES, Card, read_cards
from referee.declared.columns import Round
from referee.game.common_reports import ANY_TIME
from referee.game.game import leaders
from referee.kit.betting import BettingHand
from referee.language.reports import Report
from referee.language.words import Seat, so_many
from referee.table.value import pots
from scoresheets.questions.at_table import cards_held, size_of
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Position, Tricked, by_name, line, names, suit_name
from scoresheets.questions.verbs import kinds_of

# Tricks


def has_tricks(at: Position) -> bool:
    return hasattr(at.current, "trick") or at.fact("tricks") is not None


def taken(at: Position) -> Mapping[Seat, int]:
    """The tricks that each has taken in the hand that is meant."""
    told = at.fact("tricks")
    if isinstance(told, Mapping) and told:
        return told
    known = getattr(at.hand, "taken", None)
    return known if isinstance(known, Mapping) else {}


@asked(
    "who win/take/get/make trick [last with card]",
    "who trick [win take last]",
    "who trick go [to]",
    "WHO win/take trick [last]",
    "who collect/pick trick [up]",
    "what card win/take trick",
    "what win/take trick",
    "trick who",
)
def trick_taken(at: Position) -> Known | None:
    """Who took the trick that is meant."""
    if not has_tricks(at) or at.question.hand.which == "next":
        return None
    if (at.meant and not at.question.polar) or at.question.supposing or at.question.negated:
        return None
    which = at.question.trick.which
    if not which and not re.search(r"\b(?:won|took|taken|got|made|collected|picked)\b", at.question.plain):
        return None  # who takes a trick, not who took this one
    if which in ("", "this") and at.under_way and which:
        return winning_now(at)
    trick = at.trick
    if trick is None:
        if which == "number" and at.hand is not None:
            return Known("That trick hasn't been played, or its cards aren't known.", ("nobody",))
        return Known("No trick has been taken yet." if at.tricks or at.going else "That isn't known.", ("nobody",))
    return _of_trick(trick)


def _of_trick(trick: Tricked) -> Known:
    winning = next((played for played in trick.cards if played.who == trick.winner), None)
    if winning and trick.count == 1:
        return Known(f"{trick.winner}, with {winning.card.pretty}", (trick.winner, winning.card), (str(trick),))
    cards = f"its cards aren't known (line {trick.line})"
    return Known(f"{trick.winner}: {cards}", (trick.winner,))


@asked(
    "who winning trick [now]",
    "what card winning [trick]",
    "who leading trick",
    "what winning [trick]",
    "winning trick WHO",
    "who/what most card trick",
)
def winning_now(at: Position) -> Known | None:
    """Who would take the trick in progress if it ended there."""
    trick = at.under_way
    if not hasattr(at.current, "trick") or not at.question.has("trick", "card", "what"):
        return None
    if trick is None:
        return Known("No card has been played to this trick yet.", ("nobody",))
    who = at.takes(at.played, trick.cards)
    card = next(played.card for played in trick.cards if played.who == who)
    return Known(f"{who} so far, with {card.pretty}", (who, card), (str(trick),))


@asked(
    "who lead [trick first card play this]",
    "who lead/start trick [first]",
    "who play first trick",
    "who start/open trick",
    "who lead SUIT/CARD",
    "who lead WHO/turn",
    "who lead need [now trick]",
    "what first card [play lead trick]",
    "what card play/lead first [trick]",
    "who on lead",
    "who turn lead",
    "lead [WHO trick first]",
    "who start/play first [card trick]",
    "who play first [card lead trick]",
)
def who_led(at: Position) -> Known | None:
    """Who led, or is to lead."""
    if not hasattr(at.current, "trick"):
        return None
    question, tricks = at.question, at.tricks
    which = question.trick.which
    if which == "next" or question.has("turn", "on") or re.search(r"\bnext\b", question.plain):
        if at.under_way:
            return Known("The player who takes this trick.", ("unknown",), (str(at.under_way),))
        leader = at.current.leader if hasattr(at.current, "leader") else ""
        return Known(f"{leader} leads.", (leader,)) if leader else None
    if not which and question.has("first") and tricks and tricks[0].cards:
        trick: Tricked | None = tricks[0]
    elif which in ("last", "number"):
        trick = at.trick
    elif question.hand.which and tricks:
        trick = tricks[0]
    else:
        trick = at.under_way
        if trick is None and re.search(r"\bled\b", question.plain):
            trick = at.trick
    if trick and trick.cards:
        first = trick.cards[0]
        if question.suits and first.card.suit not in question.suits and not question.polar:
            trick = next(
                (one for one in reversed(tricks) if one.cards and one.cards[0].card.suit in question.suits), None
            )
            if trick is None:
                return Known(f"Nobody led {suit_name(question.suits[0])}.", ("nobody",))
            first = trick.cards[0]
        return Known(
            f"{first.who} led {first.card.pretty}", (first.who,), (str(trick),) if len(trick.cards) > 1 else ()
        )
    if which in ("last", "number"):
        return Known("No trick has been played." if not tricks else "Its cards aren't known.", ("nobody",))
    leader = getattr(at.current, "leader", "")
    if leader and at.going and not getattr(at.current, "loose", False):
        return Known(f"{leader} leads.", (leader,))
    return None


@asked(
    "what lead [trick suit card WHO]",
    "what suit/card lead [trick]",
    "what suit follow [need must trick]",
    "what lead suit [need]",
    "SUIT lead",
    "what WHO lead first [card trick]",
    "what play first trick [card]",
)
def what_led(at: Position) -> Known | None:
    """The card and the suit that were led."""
    if not hasattr(at.current, "trick"):
        return None
    trick = at.trick if at.question.trick.which in ("last", "number") else at.under_way
    if trick is None and re.search(r"\bled\b", at.question.plain):
        trick = at.trick
    if at.question.has("first") and at.tricks and not at.question.trick.which:
        trick = at.tricks[0]
    if trick is None or not trick.cards:
        return Known("No card has been led." if at.going else "Nothing: no hand is in progress.", ("nothing",))
    first = trick.cards[0]
    if at.meant and first.who not in at.meant and not at.question.polar:
        led = [one.cards[0] for one in at.tricks if one.cards and one.cards[0].who in at.meant]
        if not led:
            return Known(f"{names(at.meant)} hasn't led.", ("nothing",))
        first = led[0 if at.question.has("first") else -1]
    suit = at.played.suit_of(first.card) if hasattr(at.played, "suit_of") else first.card.suit
    card = f"{first.who} led {first.card.pretty}"
    if at.question.has("suit"):
        return Known(suit_name(suit).capitalize(), (suit,), (card,))
    return Known(f"{first.card.pretty}: {card}", (suit, first.card), (str(trick),))


@asked(
    "what trick [card in lie play board]", "what card trick [play in lie]", "what board trick", "what card play trick"
)
def trick_cards(at: Position) -> Known | None:
    """The cards of the trick that is meant."""
    if not hasattr(at.current, "trick") or at.meant:
        return None
    trick = at.trick if at.question.trick.which in ("last", "number") else at.under_way
    if trick is None or not trick.cards:
        return Known("Its cards aren't known." if trick else "No card yet.", ("nothing",))
    taker = (f"{trick.winner} took it.",) if trick.winner else ()
    return Known(str(trick), tuple(played.card for played in trick.cards), taker)


@asked(
    "what WHO play [trick first card last]",
    "what card WHO play [trick first last]",
    "what WHO put/throw [trick card first last]",
    "what WHO lead [trick]",
    "what suit WHO play [trick]",
    "WHO play CARD/SUIT trick",
)
def card_of(at: Position) -> Known | None:
    """The card that somebody played to a trick."""
    if not hasattr(at.current, "trick") or not at.meant:
        return None
    who = at.meant[0]
    if at.question.trick.which:
        trick = at.under_way if at.question.trick.which == "this" else at.trick
        found = [played for played in (trick.cards if trick else []) if played.who == who]
        if not found:
            if trick is not None and not trick.cards:
                return Known("Its cards aren't known.", ("unknown",))
            return Known(f"{who} hasn't played to that trick.", ("nothing",))
    else:
        found = [played for trick in at.tricks for played in trick.cards if played.who == who]
        if not found:
            return None
        if at.question.has("first"):
            found = found[:1]
    played = found[-1]
    return Known(
        played.card.pretty, (played.card, played.card.suit), (f"{who} plays {played.card.pretty} (line {played.line})",)
    )


@asked(
    "many trick left [game play there go hand win more after take]",
    "many more trick [left play]",
    "many trick most left",
    "many left trick",
    "most trick left [many play]",
    "many trick gone [left]",
    "many trick [left play there]",
)
def tricks_left(at: Position) -> Known | None:
    """How many tricks are to come."""
    left = getattr(at.current, "tricks_left", None)
    if left is None or at.question.hand.which not in ("", "this"):
        return None
    if at.meant or not (at.question.has("left", "gone", "most") or re.search(r"\bmore\b", at.question.plain)):
        return None
    if not at.going:
        return Known("0: no hand is in progress.", (0,))
    after = f", {left - 1} after this one" if at.under_way and left else ""
    size = getattr(at.current, "size", 0)
    return Known(
        f"{left}{after}",
        (left, left - 1) if after else (left,),
        (f"{so_many(size, 'trick')} in this hand",) if size else (),
    )


@asked(
    "many trick play/done/been/gone/over [have there]",
    "what trick [on number]",
    "what number trick",
    "many trick take [all]",
    "many trick been play/take",
)
def tricks_done(at: Position) -> Known | None:
    """How many tricks were played, or which one is in progress."""
    left = getattr(at.current, "tricks_left", None)
    if left is None or at.meant or (at.question.mine and at.question.has("take")):
        return None
    size = getattr(at.played, "size", 0)
    done = sum(getattr(at.played, "taken", {}).values())
    if at.question.has("what"):
        return Known(f"Trick {min(done + 1, size)} of {size}", (done + 1,))
    return Known(f"{done} of {size}", (done,))


@asked(
    "many trick WHO [win take get make now already has all of]",
    "many trick who [win take get make all]",
    "many WHO take/win/make [trick]",
    "who most/fewest trick [win take make]",
    "many trick take/win/make [all]",
    "who take/win most/fewest",
    "many trick all",
    "what trick WHO [win take]",
    "who no trick [take win]",
    "who N trick [take win make on]",
    "WHO take/win/get anything",
    "WHO take/win/make N trick",
    "WHO take/win trick",
    "WHO trick [N take win make no]",
    "trick WHO",
    "who take/win/make trick",
    "many trick [so]",
    "who take what",
    "who many trick",
)
def tricks_taken(at: Position) -> Known | None:
    """How many tricks players have taken."""
    if not has_tricks(at) or at.question.trick.which:
        return None
    if re.match(r" many (?:is|does|do|for) (?!WHO)", at.question.plain):
        return None  # how much, not how many
    count = taken(at)
    if not count:
        return at.no_such_hand()
    bid = bids(at)
    if at.question.has("most", "fewest"):
        best = leaders(dict(count), at.question.has("fewest"))
        return Known(f"{names(best)}, {count[best[0]]}{at.of_hand}", tuple(best), (by_name(count),))
    if at.question.has("N") and at.question.has("who") and not at.question.polar:
        same = [seat for seat, number in count.items() if number in at.question.numbers]
        return Known(names(same) if same else "Nobody", tuple(same) or ("nobody",), (by_name(count),))
    if at.question.has("who") and (at.question.has("no") or at.question.negated):
        none = [seat for seat, number in count.items() if not number]
        return Known(
            names(none) if none else "Nobody: everyone has a trick.", tuple(none) or ("nobody",), (by_name(count),)
        )
    if at.question.has("who") and not at.question.has("many", "what") and not at.question.polar:
        some = [seat for seat, number in count.items() if number]
        return Known(by_name({seat: count[seat] for seat in some}) or "Nobody", tuple(some))
    found = {seat: count[seat] for seat in at.meant if seat in count}
    if not found and at.meant:
        found = {side: count[side] for side in at.sides if side in count}
    if at.question.polar and len(found) == 1 and not at.question.numbers:
        ((who, number),) = found.items()
        return Known("Yes" if number else "No", (), (f"{who} has taken {so_many(number, 'trick')}.",), bool(number))
    if len(found) == 1:
        ((who, number),) = found.items()
        of = f" of {bid[who]}" if who in bid else ""
        return Known(f"{number}{of}{at.of_hand}", (number,), (by_name(count),))
    everybody = found or {**count}
    said = ", ".join(f"{who} {number}" + (f" of {bid[who]}" if who in bid else "") for who, number in everybody.items())
    total = sum(everybody.values())
    return Known(said + at.of_hand, (*everybody.values(), total), (f"{total} in all",))


@asked(
    "many trick WHO/who/all need [win make bid take more left contract still set reach]",
    "many WHO need [make win bid more take contract still set]",
    "many more trick WHO [need take make win bid]",
    "what WHO need [make bid contract]",
    "many trick WHO short/missing [bid]",
    "many trick need [make bid contract more win take]",
    "many need [make bid contract]",
    "many more trick [need bid WHO]",
    "many trick WHO left [make need take win]",
    "many trick WHO must take/make/win",
    "many trick bidder/declarer need",
    "who need trick [many more most fewest]",
    "who need most/fewest",
)
def tricks_needed(at: Position) -> Known | None:
    """How many tricks players still need to make their bids."""
    if at.question.hand.which not in ("", "this") or not has_tricks(at):
        return None
    bid, count = bids(at), taken(at)
    if waiting := not_bid_yet(at, bid):
        return waiting
    if not bid:
        return None
    teams = at.referee.names.teams
    if teams and not contract_of(at) and all(who in teams for who in bid):
        at_side: dict[Any, int] = {}
        for who, amount in bid.items():
            at_side[teams[who]] = at_side.get(teams[who], 0) + amount
        bid, count = (
            at_side,
            {side: sum(count.get(seat, 0) for seat in teams if teams[seat] == side) for side in at_side},
        )
    by_side = {
        side: sum(count.get(seat, 0) for seat in at.current.seats if at.current.side(seat) == side)
        for side in at.current.sides
    }
    needs: dict[Any, int] = {}
    for who, amount in bid.items():
        took = count.get(who, by_side.get(who, 0))
        if contract_of(at):
            side = at.current.side(who)
            took = max(by_side.get(side, 0), count.get(side, 0))
        needs[who] = amount - took
    if at.question.has("most", "fewest"):
        best = leaders(needs, at.question.has("fewest"))
        return Known(f"{names(best)}, {needs[best[0]]}", tuple(best), (by_name(needs),))
    found = {who: needs[who] for who in (*at.meant, *at.sides) if who in needs}
    if at.meant and not found:
        return Known(f"{names(at.meant)}: no bid", ("none",), (f"bid: {by_name(bid)}",))
    if len(found) == 1:
        ((who, number),) = found.items()
        took = bid[who] - number
        shown = (f"{who}: bid {bid[who]}, took {took}",)
        return Known(
            "0 more: one too many already"
            if number == -1
            else f"0 more: {-number} too many already"
            if number < 0
            else f"{number} more",
            (number,),
            shown,
        )
    found = found or needs
    return Known(
        ", ".join(f"{who} {max(0, number)}" for who, number in found.items()),
        tuple(found.values()),
        (f"bids: {by_name(bid)}",),
    )


@asked(
    "CARD trump",
    "RANK trump",
    "what trump [suit card SUIT hand now]",
    "what suit trump [WHO]",
    "what trump suit",
    "trump SUIT",
    "trump",
    "who trump",
    "what trump/suit make [WHO]",
    "SUIT trump",
)
def trump(at: Position) -> Known | None:
    """The suit that is trump."""
    if at.question.cards and at.question.polar and at.hand is not None and hasattr(at.hand, "suit_of"):
        wanted = at.question.cards[0]
        suit = getattr(at.hand, "trump", None)
        yes = suit is not None and at.hand.suit_of(wanted) == suit
        return Known("Yes" if yes else "No", (), (f"trump: {suit_name(suit)}" if suit else "no trump yet",), yes)
    if at.question.cards or at.question.ranks or at.question.has("who"):
        return None
    facts = at.referee.game.facts
    if "trump" not in facts and not hasattr(at.current, "trump"):
        return None
    if at.hand is None:
        return at.no_such_hand()
    suit = at.fact("trump") if "trump" in facts else getattr(at.hand, "trump", None)
    if at.meant and at.question.seats:
        return None
    if suit is None or suit in ("", "none"):
        rule = next((name for name in ("trump-suit", "no-trump", "no-trumps") if name in at.referee.game.rules), "")
        text = "There is no trump." if not at.going or any(taken(at).values()) else "No trump yet."
        return Known(text, ("none",), (at.referee.rule_text(rule),) if rule else ())
    shown = [line(report) for report in at.reports if report.verb in ("trump", "upcard")]
    return Known(f"{suit_name(suit).capitalize()}{at.of_hand}", (suit,), tuple(shown[-1:]))


@asked(
    "who make/name/choose/call/declare/pick trump [SUIT suit]",
    "who trump make/name/call/choose",
    "who named trump",
    "who chose/choose trump",
    "who SUIT trump [make call]",
)
def trump_maker(at: Position) -> Known | None:
    """Who named trumps."""
    told = [report for report in at.reports if report.verb in ("trump", "trumps", "makes", "calls") and report.who]
    maker = at.fact("maker", "bidder")
    if told:
        return Known(f"{told[-1].who}", (told[-1].who,), (line(told[-1]),))
    if isinstance(maker, str) and maker:
        return Known(maker, (maker,))
    turned = [report for report in at.reports if report.verb in ("upcard", "trump")]
    return Known("Nobody: a card was turned up.", ("nobody",), (line(turned[-1]),)) if turned else None


# Bids


def contract_of(at: Position) -> int:
    """The tricks that the winning bid undertakes, in a game of one contract."""
    value = at.fact("contract")
    return value if isinstance(value, int) else 0


def bids(at: Position) -> Mapping[Any, int]:
    """What each has bid in the hand that is meant, or the contract of the one who plays it."""
    contract, bidder = contract_of(at), at.fact("bidder", "declarer", "maker")
    if contract and isinstance(bidder, str) and bidder:
        return {bidder: contract}
    for name in ("bidding", "bid", "bids"):
        value = at.fact(name)
        if isinstance(value, Mapping) and value:
            numbers = {who: amount for who, amount in value.items() if isinstance(amount, int)}
            if numbers:
                return numbers
    return {}


def every_bid(at: Position) -> Mapping[Any, int]:
    """Everybody's bid, even if the bidding ended in one contract."""
    value = at.fact("bidding", "bid")
    numbers = (
        {who: amount for who, amount in value.items() if isinstance(amount, int)} if isinstance(value, Mapping) else {}
    )
    return numbers or bids(at)


def not_bid_yet(at: Position, bid: Mapping[Any, int]) -> Known | None:
    """The answer about a bid that is still to come."""
    bidding = any(kind.verb == "bids" for kind in at.referee.game.reports) or at.fact("bidding", "bid") is not None
    if not at.going or at.earlier or not bidding or contract_of(at):
        return None
    waiting = [who for who in at.meant if who not in bid and who in at.current.seats]
    if waiting and not any(side in bid for side in at.sides):
        return Known(f"{names(waiting)} {'have' if len(waiting) > 1 else 'has'}n't bid yet.", ("nothing",))
    return Known("Nobody has bid yet.", ("nobody",)) if not bid else None


@asked(
    "what/many WHO bid/call [trick make]",
    "what bid [WHO now who all team hand]",
    "who bid [what many]",
    "many WHO trick bid",
    "who bid most/fewest [trick]",
    "who most/fewest bid [make]",
    "what most/fewest bid [now who]",
    "WHO bid N [trick]",
    "who bid N [trick]",
    "who bid zero/nil/nothing/misere",
    "who zero/nil/misere [bid]",
    "what bid/call all [make]",
    "bid WHO",
    "what contract [who WHO]",
    "who contract [have play]",
    "what winning bid",
    "many winning bid",
    "who winning bid/auction [win]",
    "who win bid/auction/bidding/contract",
    "who bidder/declarer/maker",
    "who play contract",
    "what contract",
    "who not bid [yet]",
    "who still need/left bid",
    "who left bid [need]",
    "who bid/need bid left",
    "who open/start bid",
)
def what_bid(at: Position) -> Known | None:
    """What players have bid."""
    if at.fact("bidding", "bid", "bids", "contract") is None and not any(
        kind.verb == "bids" for kind in at.referee.game.reports
    ):
        return None
    question = at.question
    if question.trick.which:
        return None
    if at.hand is None:
        return at.no_such_hand()
    bid = every_bid(at)
    told = [report for report in at.reports if report.verb in ("bids", "passes")]
    of_whom = {report.who: report for report in told}
    if question.has("contract", "winning", "bidder", "declarer", "auction", "maker") or question.has("win"):
        contract, bidder = contract_of(at), at.fact("bidder", "declarer", "maker")
        if not contract and not bidder:
            best = max(bid.values(), default=None)
            if best is None:
                return Known("Nobody has bid yet.", ("nobody",))
            most = [who for who, amount in bid.items() if amount == best]
            return Known(f"{names(most)}, {best}", (*most, best), (by_name(bid),))
        return Known(f"{bidder}, {contract}" if contract else str(bidder), (bidder, contract), tuple(map(line, told)))
    if question.negated or question.has("left", "need"):
        missing = [seat for seat in at.current.seats if seat not in of_whom and seat not in bid]
        return Known(names(missing) if missing else "Nobody: everyone has bid.", tuple(missing) or ("nobody",))
    if question.has("open", "start") and told:
        return Known(str(told[0].who), (told[0].who,), (line(told[0]),))
    if question.has("zero", "nil", "nothing", "misere"):
        none = [who for who, amount in bid.items() if amount == 0]
        return Known(names(none) if none else "Nobody", tuple(none) or ("nobody",), (by_name(bid),) if bid else ())
    if not bid and not told:
        return Known("Nobody has bid yet.", ("nobody",)) if at.going or not at.question.hand.which else None
    if question.has("most", "fewest"):
        best_bid = leaders(dict(bid), question.has("fewest"))
        if not best_bid:
            return Known("Nobody has bid yet.", ("nobody",))
        amount = bid[best_bid[0]]
        return Known(f"{names(best_bid)}, {amount}{at.of_hand}", (*best_bid, amount), (by_name(bid),))
    if question.has("N") and question.has("who"):
        same = [who for who, amount in bid.items() if amount in question.numbers]
        if not question.polar:
            return Known(names(same) if same else "Nobody", tuple(same) or ("nobody",), (by_name(bid),))
    named = [who for who in (*at.meant, *at.sides) if who in bid or who in of_whom]
    if len(set(named)) == 1 and len(at.meant) < 2:
        who = named[0]
        shown = (line(of_whom[who]),) if who in of_whom else ()
        if who in bid:
            return Known(f"{bid[who]}{at.of_hand}", (bid[who],), shown)
        return Known("A pass", ("pass",), shown)
    if len(at.meant) == 1:
        return Known(f"{at.meant[0]} hasn't bid yet.", ("nothing",))
    found = {who: bid[who] for who in named if who in bid} or bid
    passed = [report.who for report in told if report.verb == "passes" and report.who not in bid]
    if question.has("who") and question.polar is False and not question.has("what", "many") and contract_of(at):
        return Known(by_name(bid), tuple(bid))
    said = by_name(found) + "".join(f", {who} passed" for who in passed if not at.meant)
    teams = at.referee.names.teams
    if teams and all(who in teams for who in found):
        sums: dict[Any, int] = {}
        for who, amount in found.items():
            sums[teams[who]] = sums.get(teams[who], 0) + amount
        return Known(by_name(sums), (*sums.values(), *found.values()), (by_name(found),))
    return Known(said + at.of_hand, tuple(found.values()))


def question_of_each(at: Position) -> bool:
    """Whether it asks for everybody's number rather than for the sum."""
    return bool(re.search(r" (?:each|every)(?:one|body)?\b", at.question.plain)) and not at.question.has("total")


@asked(
    "what/many total bid [trick all]",
    "many trick bid [total all]",
    "many bid total/all [trick]",
    "what bid total/add/come/sum [up all]",
    "many bid [total all trick]",
    "sum bid [what]",
    "what sum bid",
    "over/under bid [what many trick hand total over under]",
    "many over/under [bid]",
    "overbid/underbid [hand]",
    "over/under",
)
def total_bid(at: Position) -> Known | None:
    """The sum of all bids, and whether it is above or below the number of tricks."""
    bid = every_bid(at)
    if not bid or at.meant or contract_of(at):
        return None
    if question_of_each(at):
        return what_bid(at)
    total, size = sum(bid.values()), getattr(at.played, "size", 0)
    shown: tuple[str, ...] = (by_name(bid),)
    if not size:
        size = size_of(at) or 0
    if not size:
        column = next((column for column in getattr(at.referee.game, "columns", ()) if column.name == "tricks"), None)
        size = getattr(getattr(column, "spec", None), "total", 0) or 0
    if isinstance(size, int) and size:
        gap = total - size
        said = f"{abs(gap)} {'over' if gap > 0 else 'under'}" if gap else "as many as there are tricks"
        shown = (f"{so_many(size, 'trick')}: {said}", *shown)
        if at.question.has("over", "under", "overbid", "underbid") and not at.question.has("total"):
            return Known(said[:1].upper() + said[1:], (abs(gap),), (f"bid {total} for {so_many(size, 'trick')}",))
    return Known(f"{total}{at.of_hand}", (total,), shown)


@asked(
    "WHO/who make bid/contract/it/nil/zero [still]",
    "WHO/who fail/break/set nil/zero",
    "nil fail/break/set/make [who WHO]",
    "WHO/who fail/lose bid/contract [make]",
    "WHO/who make [bid N trick still contract]",
    "who make bid [exactly]",
    "who fail [bid]",
    "who set/down/bust [went go]",
    "WHO set/down [go bid]",
    "WHO reach bid/contract [N]",
    "bid/contract make [WHO]",
    "WHO over/under bid [go]",
    "WHO/who over/under/bust/set [bid go by]",
    "WHO/who set [go get bust by last]",
    "set [get]",
    "WHO bid exactly [make]",
    "WHO win/take bid trick",
)
def made_bid(at: Position) -> Known | None:
    """Whether bids were made, or still can be."""
    bid, count = bids(at), taken(at)
    question = at.question
    if bid and not count and at.going and not at.earlier:
        count = dict.fromkeys(at.current.seats, 0)
    if not bid and isinstance(at.hand, Round):
        return _made_contract(at)
    if not bid or not count or question.trick.which or (question.mine and not at.meant):
        return at.no_such_hand() if question.hand.which and at.hand is None and question.polar else None
    if question.has("who") is False and not question.polar:
        return None
    side_of = at.played.side
    bid, count = _by_team(at, bid, count)
    took = {who: count.get(who, 0) for who in bid}
    if contract_of(at) or any(who not in count for who in bid):
        by_side: dict[Any, int] = {}
        for seat, number in count.items():
            by_side[side_of(seat)] = by_side.get(side_of(seat), 0) + number
        took = {who: by_side.get(side_of(who), by_side.get(who, 0)) for who in bid}
    done = at.hand is not None and at.hand.finished
    left = getattr(at.played, "tricks_left", size_of(at) or 0)
    exact = must_be_exact(at)
    missed = question.has("fail", "set", "down", "bust", "over", "under", "break", "lose")
    if done and len(at.meant) == 1 and at.meant[0] in bid and exact and question.has("over", "under"):
        player = at.meant[0]
        more = took[player] - bid[player]
        yes = more > 0 if question.has("over") else more < 0
        return Known(f"{'Yes' if yes else 'No'}: bid {bid[player]}, took {took[player]}{at.of_hand}", (), (), yes)
    if question.has("who") or (question.words == ["set"] and question.polar):
        nils = question.has("nil", "zero")
        asked_of = [who for who in bid if not (nils and bid[who])]
        made = [who for who in asked_of if took[who] == bid[who] or (took[who] > bid[who] > 0 and not exact)]
        found = [who for who in asked_of if who not in made] if missed else made
        if question.has("over", "under"):
            found = [who for who in found if (took[who] > bid[who]) is question.has("over")]
        state = ", ".join(f"{who} {took[who]} of {bid[who]}" for who in bid)
        if not done:
            found = [who for who in found if not missed or _lost(took[who], bid[who], left, exact)]
            if missed:
                return Known(
                    names(found) if found else "Nobody, so far.", tuple(found) or ("nobody",), (state,), bool(found)
                )
            if question.has("still") or re.match(r" who (?:can|could|may|might|will)\b", question.plain):
                able = [who for who in bid if not _lost(took[who], bid[who], left, exact)]
                return Known(names(able) if able else "Nobody", tuple(able) or ("nobody",), (state,))
            return Known(f"The hand isn't over: {state}", tuple(found))
        return Known(names(found) if found else "Nobody", tuple(found) or ("nobody",), (state,))
    who = next((one for one in (*at.meant, *at.sides) if one in bid), None)
    if who is None:
        return None
    exact = exact or not bid[who]  # a bid of zero is
    wanted = question.numbers[0] if question.numbers else bid[who]
    said = f"bid {bid[who]}, took {took[who]}" if done else f"{took[who]} of {bid[who]}, {so_many(left, 'trick')} left"
    if done:
        yes = took[who] == wanted if exact else took[who] >= wanted
        yes = yes is not missed
        return Known(f"{'Yes' if yes else 'No'}: {said}{at.of_hand}", (), (), yes)
    possible = took[who] <= wanted <= took[who] + left if exact else wanted <= took[who] + left
    if re.match(r" (?:can|could|will|may|might)\b", question.plain) or question.has("still"):
        return Known(
            f"{'Yes' if possible else 'No'}: {took[who]} so far, {so_many(left, 'trick')} left", (), (), possible
        )
    if not possible:
        return Known(f"{'Yes' if missed else 'No'}: {said}", (), (), missed)
    return Known(f"Not yet: {said}", ("not yet",), (), False if not missed else None)


def must_be_exact(at: Position) -> bool:
    """Whether a bid is missed with more tricks, too."""
    makes = [column.spec.makes for column in getattr(at.hand, "columns", ()) if hasattr(column.spec, "makes")]
    return makes == ["exact"] if makes else not contract_of(at)


def _by_team(
    at: Position, bid: Mapping[Any, int], count: Mapping[Any, int]
) -> tuple[Mapping[Any, int], Mapping[Any, int]]:
    """Bids and tricks added up for each team. Bids of zero are the player's own."""
    teams = at.referee.names.teams
    if not teams or contract_of(at) or not all(who in teams for who in bid):
        return bid, count
    bids_of: dict[Any, int] = {}
    took: dict[Any, int] = {}
    for who, amount in bid.items():
        side = teams[who] if amount else who
        bids_of[side] = bids_of.get(side, 0) + amount
        took[side] = took.get(side, 0) + count.get(who, 0)
    return bids_of, took


def _made_contract(at: Position) -> Known | None:
    """Whether a contract was made, or who made or missed it, by the score lines of the last finished round."""
    hand = at.hand if isinstance(at.hand, Round) and at.hand.finished else at.referee.last
    if not isinstance(hand, Round) or (at.hand is not hand and at.question.hand.which):
        return None
    contracts = [column.name for column in hand.columns if column.spec.kind == "contract"]
    lines = [one for one in at.referee.lines if one.hand == hand.number and one.rule in contracts]
    holders = dict.fromkeys(hand.side(who) for name in contracts for who in hand.of(name))
    if not lines or not holders:
        return None
    missed = at.question.has("fail", "set", "down", "bust")
    gained = {side: any(one.who == side and one.points > 0 for one in lines) for side in holders}
    why = tuple(one.because for one in lines if one.because)
    of_hand = f" (hand {hand.number})"
    if not at.meant:
        found = [side for side, made in gained.items() if made is not missed]
        return Known(names(found) + of_hand if found else f"Nobody{of_hand}.", tuple(found) or ("nobody",), why)
    side = next((side for side in (*at.meant, *at.sides) if side in gained), None)
    if side is None:
        return None
    yes = gained[side] is not missed
    return Known(f"{'Yes' if yes else 'No'}{of_hand}", (), why, yes)


def _lost(took: int, wanted: int, left: int, exact: bool) -> bool:
    """Whether a bid can't be made any more."""
    return took + left < wanted or (exact and took > wanted)


# Chips and bets


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
)
def pot(at: Position) -> Known | None:
    """The chips in the pots."""
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
    said = ", ".join(f"{each.name} {each.chips}" for each in lying) if len(lying) > 1 else str(chips)
    return Known(said, (chips,), (f"in it: {names(lying[0].contenders)}",) if lying[0].contenders else ())


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
    "stillin WHO",
    "who stay",
    "many player still",
)
def still_in(at: Position) -> Known | None:
    """Who is still in."""
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
    told = [line(report) for report in at.reports if report.verb in ("folds", "drops")]
    return Known(names(gone) if gone else "Nobody", tuple(gone) or ("nobody",), tuple(told))


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
    "many bet most/fewest [WHO can now]",
    "most bet [what WHO]",
    "many raise [WHO can]",
    "many WHO bet/raise [can now most]",
    "many WHO/all/who put [pot far total in]",
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
    said = str(due) if due == most else f"{due} to {most}"
    kind = "raise to" if betting.last and not betting.unopened else "bet"
    return Known(said, (due, most), (f"{who} may {kind} {said}.",))


# What was reported


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
)
def last_report(at: Position) -> Known | None:
    """The last report, or somebody's."""
    told = [report for report in at.reports if not isinstance(report, ANY_TIME)]
    if at.meant:
        told = [report for report in told if report.who in at.meant]
        if not told:
            return Known("Nothing yet in this hand.", ("nothing",))
    if not told:
        return None
    if at.question.has("card", "play"):
        told = [report for report in told if report.verb == "plays"] or told
    report = told[-1]
    cards = tuple(_cards_of(report))
    if at.question.has("who") and report.who:
        return Known(f"{report.who}", (report.who,), (line(report),))
    return Known(f"{line(report)}", (report.who, *cards))


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
    if at.question.has("who") and re.search(r"\b(?:got|get|gets|won|took|captured|taken)\b", at.question.plain):
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


FILLING = frozenset(
    [
        "who",
        "what",
        "many",
        "when",
        "WHO",
        "N",
        "CARD",
        "SUIT",
        "RANK",
        "card",
        "first",
        "last",
        "just",
        "point",
        "chip",
        "time",
        "all",
        "anything",
        "something",
        "most",
        "hand",
        "trick",
        "next",
        "out",
        "now",
        "up",
        "no",
        "not",
        "pile",
        "top",
        "far",
        "often",
        "times",
        "already",
        "on",
        "off",
        "back",
        "down",
    ]
) - {"most", "far", "pile", "top", "no", "trick", "point", "time", "chip", "all", "next"}

BLAMED = frozenset(
    ["revoke", "revoked", "renege", "reneged", "trump", "trumped", "ruffed", "followed", "cheat", "cheated", "card"]
)
"""Verbs of accusations, which the rules answer."""


def told_fact(at: Position) -> Known | None:
    """Who reported what: ``who knocked``, ``what did Ben discard``, ``did Cat pass``."""
    question = at.question
    if question.supposing or question.hand.which in ("next", "after next") or question.trick.which:
        return None
    if not question.polar and not question.has("who", "what", "many", "when"):
        return None
    others = [(word, said) for word, said in zip(question.words, question.said, strict=True) if word not in FILLING]
    if question.polar and not at.meant and not question.has("who"):
        return None
    if question.has("many") and not re.search(r"\b(?:did|has|have|were|was)\b", question.plain):
        return None
    verbs = [
        (said, kinds) for word, said in others if (kinds := kinds_of(at.referee, said) or kinds_of(at.referee, word))
    ]
    if len(verbs) != 1 or len(others) > 2:
        return None
    said, kinds = verbs[0]
    if said in BLAMED or (question.has("WHO") and question.has("why")):
        return None
    rest = [other for _, other in others if other != said]
    if rest and not all(any(_mentions(other, kind) for kind in kinds) for other in rest):
        return None
    if at.hand is None:
        return at.no_such_hand()
    asks_now = re.search(r"\b(?:who|what) (?:can|may|must|should)\b| (?:can|may|must|should|will) ", question.plain)
    habit = (
        not question.polar
        and said.endswith("s")
        and not question.hand.which
        and not re.search(r"\b(?:has|have|did|was)\b", question.plain)
    )
    if asks_now or (habit and not question.seats):
        return None
    if question.polar and re.match(r" (?:does|do|is|are|will|can|may|must|should|could) ", question.plain):
        return None
    found = [report for report in at.reports if type(report) in kinds and _same(report, question, rest)]
    named = [report for report in found if not at.meant or report.who in at.meant]
    bare = set(question.words) <= {"who", "WHO", "when", "first", "last", others[0][0]}
    if not named and not bare and not (question.polar and found):
        return None
    if question.polar:
        if not named:
            instead = [report for report in at.reports if type(report) in kinds and report.who in at.meant]
            return Known("No", (), tuple(map(line, instead[-3:])), False)
        return Known("Yes", (), tuple(map(line, named[-3:])), True)
    if not named:
        return Known("Nobody, so far." if question.has("who") else "Nothing, so far.", ("nobody", "nothing", 0))
    if question.has("who") and (more := re.search(r" (?:more|most|less|fewer|fewest|least)\b", question.plain)):
        amounts: dict[Seat, int] = {}
        for one in named:
            amounts[one.who] = amounts.get(one.who, 0) + (_number(one) or len([*_cards_of(one)]))
        best = leaders(amounts, more[0] not in (" more", " most"))
        return Known(f"{names(best)}, {amounts[best[0]]}", tuple(best), (by_name(amounts),))
    if question.has("who"):
        if question.has("first"):
            named = named[:1]
        elif question.has("last", "just"):
            named = named[-1:]
        who = tuple(dict.fromkeys(report.who for report in named))
        return Known(names([one for one in who if one]) or line(named[-1]), who, tuple(map(line, named[-5:])))
    if question.has("many") and not any(isinstance(_number(report), int) for report in named):
        return Known(str(len(named)), (len(named),), tuple(map(line, named[-5:])))
    if question.has("when"):
        return Known(line(named[-1]), (named[-1].line,))
    report = named[0] if question.has("first") else named[-1]
    if question.has("many"):
        if report.verb in ("melds", "lays", "opens", "captures"):
            return None
        total = [number for one in named if isinstance(number := _number(one), int)]
        value = total[-1] if len(total) == 1 or report.verb in ("bids", "bets", "raises") else sum(total)
        return Known(str(value), (value,), tuple(map(line, named[-5:])))
    return Known(_without(report), (report.who, *_cards_of(report)), tuple(map(line, named[-5:])))


def _mentions(word: str, kind: type[Report]) -> bool:
    return word in kind.verb.split() or word.removesuffix("s") in kind.verb.split() or word in ("card", "cards")


def _cards_of(report: Report) -> Iterable[Card]:
    for value in vars(report).values() if hasattr(report, "__dict__") else ():
        if isinstance(value, Card):
            yield value
        elif isinstance(value, tuple):
            yield from (one for one in value if isinstance(one, Card))


def _number(report: Report) -> int | None:
    for name in getattr(report, "__dataclass_fields__", {}):
        if (
            name not in ("who", "line")
            and isinstance(value := getattr(report, name), int)
            and not isinstance(value, bool)
        ):
            return value
    return None


def _same(report: Report, question: Any, rest: Iterable[str]) -> bool:
    """Whether a report has the cards, suits, ranks and numbers that a question names."""
    cards = [card.face for card in _cards_of(report)]
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


def _without(report: Report) -> str:
    """The part of a report after its verb. All of it if there is none."""
    text = report.text
    for verb in (report.verb, *type(report).also):
        if (place := text.find(f" {verb} ")) >= 0:
            rest = text[place + len(verb) + 2 :]
            cards = [*_cards_of(report)]
            if cards and len(cards) == len(rest.split()):
                return " ".join(card.pretty for card in cards)
            return rest
    return text


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


@asked("what WHO show [card top]", "what card WHO show", "what WHO top [card]", "what show [board card]")
def shows(at: Position) -> Known | None:
    """The cards that lie face up in front of players."""
    up = getattr(at.played, "up", None)
    if not isinstance(up, Mapping) or not up:
        return None
    found = {seat: cards for seat, cards in up.items() if not at.meant or seat in at.meant}
    pretty = {seat: " ".join(card.pretty for card in cards) for seat, cards in found.items()}
    if len(pretty) == 1:
        return Known(next(iter(pretty.values())), tuple(card for cards in found.values() for card in cards))
    return Known(", ".join(f"{seat} {cards}" for seat, cards in pretty.items()), ("cards",))


@asked(
    "many WHO meld/open [point with for card worth all]",
    "many/what WHO put/go down [point card worth with]",
    "what WHO open/meld [with]",
    "many first meld [WHO worth point]",
)
def melded(at: Position) -> Known | None:
    """What a side melded, and what the cards are worth."""
    question = at.question
    if not at.meant or question.has("card") or question.hand.which in ("next", "after next"):
        return None
    values = at.glance("card values")
    who = {*at.meant, *at.sides, *(seat for seat in at.current.seats if at.current.side(seat) in at.sides)}
    told = [report for report in at.reports if report.verb in ("melds", "opens") and report.who in who]
    if question.has("open", "first") and told:
        told = [report for report in told if report.who == told[0].who][:1]
    if not told or not isinstance(values, Mapping):
        return (
            None
            if not any(kind.verb == "melds" for kind in at.referee.game.reports)
            else Known("Nothing, so far.", (0, "nothing"))
        )
    cards = [card for report in told for card in _cards_of(report)]
    pretty = " ".join(card.pretty for card in cards)
    if not question.has("many"):
        return Known(pretty, tuple(cards), tuple(map(line, told)))
    worth = sum(int(values.get(card.text, values.get(card.rank, 0))) for card in cards)
    return Known(f"{worth}: {pretty}", (worth,), tuple(map(line, told)))


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
            for card in _cards_of(report)
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
        if trick.winner and any(
            played.card.rank in ranks and (not question.cards or played.card in question.cards)
            for played in trick.cards
        ):
            return Known(trick.winner, (trick.winner,), (str(trick),))
    return Known("Nobody, as far as the table knows.", ("nobody",)) if at.played.seen else None


# What lies on the table


@asked(
    "what board [lie card left there]",
    "what card board [lie]",
    "many card board [lie]",
    "what lie board",
    "what left board",
    "what lie/there/out [board card face up]",
)
def board(at: Position) -> Known | None:
    """What lies face up on the table."""
    hand = at.played
    lying = getattr(hand, "lying", None)
    if lying is None:
        lying = getattr(hand, "board", None)
    cards = [card for card in lying if isinstance(card, Card)] if isinstance(lying, (list, tuple)) else []
    if not isinstance(lying, (list, tuple)) or at.meant:
        return trick_cards(at) if hasattr(hand, "trick") else None
    builds = getattr(hand, "builds", [])
    shown = tuple(
        f"a build of {RANK_NAMES.get(build.rank, build.rank)}s: {' '.join(card.pretty for card in build.cards)}"
        for build in builds
        if hasattr(build, "rank")
    )
    if at.question.has("many"):
        return Known(str(len(cards)), (len(cards),), (" ".join(card.pretty for card in cards),) if cards else ())
    return Known(" ".join(card.pretty for card in cards) or "Nothing", tuple(cards), shown)


@asked(
    "what top [card pile discard lie]",
    "what card top [pile]",
    "what top pile [card]",
    "what pile/card show [top]",
    "what pile show",
    "what pile [top card]",
    "top card",
    "what card pile top [lie]",
    "what lie pile/top",
    "what card play/match",
)
def top(at: Position) -> Known | None:
    """The top card of the pile."""
    hand = at.played
    told = at.fact("top")
    card = told if told is not None else getattr(hand, "top", None)
    if card is None and not at.question.has("top", "pile"):
        return None
    if card is None:
        if "top" not in at.referee.game.facts and not hasattr(hand, "top"):
            return _turned(at)
        return Known("Nothing that the table knows.", ("nothing",))
    pretty = value_text(card)
    return Known(pretty, (card, pretty))


def _turned(at: Position) -> Known | None:
    """The card that was turned up."""
    turned = [report for report in at.reports if report.verb == "upcard"]
    return Known(_without(turned[-1]), tuple(_cards_of(turned[-1])), (line(turned[-1]),)) if turned else None


@asked("many card pile [there lie left]", "many pile [card]", "how big pile", "many card pile top")
def pile(at: Position) -> Known | None:
    """The number of cards in the discard pile."""
    value = at.fact("pile", "discards")
    if isinstance(value, int):
        return Known(str(value), (value,))
    lying = getattr(at.played, "pile", None)
    if isinstance(lying, list):
        return Known(str(len(lying)), (len(lying),))
    return None


@asked(
    "many card stock [left there draw still in]",
    "many stock [left card]",
    "many card left draw/stock/deal [stock]",
    "how big stock",
    "stock empty/left/gone [many card]",
    "many card left",
    "many card undealt/untouched [left]",
    "many left draw [card]",
    "card left stock",
    "what stock [left there]",
)
def stock(at: Position) -> Known | None:
    """How many cards are left in the stock."""
    value = at.fact("stock", "talon", "left")
    if value is None:
        value = getattr(at.played, "stock", None)
    if not isinstance(value, int) or isinstance(value, bool) or at.question.hand.which not in ("", "this"):
        return cards_held(at) if not at.question.has("stock") else None
    if at.question.polar:
        return Known(
            "Yes" if (value == 0) == at.question.has("empty", "gone") else "No",
            (),
            (f"{value} left",),
            (value == 0) == at.question.has("empty", "gone"),
        )
    return Known(str(value), (value,))


@asked(
    "what suit [now call play follow need WHO must current order]",
    "what suit play [now]",
    "what suit call [who WHO]",
    "what call [suit now]",
    "what follow [need now suit]",
    "SUIT suit [now play]",
    "what play suit",
    "suit SUIT",
)
def suit(at: Position) -> Known | None:
    """The suit to be followed on the pile."""
    hand = at.played
    told = at.fact("suit")
    value = told if told is not None else getattr(hand, "suit", None)
    if hasattr(hand, "trick") or not isinstance(value, str) or not value:
        return None
    if re.search(r"\bbefore\b", at.question.plain):
        return None
    called = getattr(hand, "called", None)
    shown = [line(report) for report in at.reports if any(card.says for card in _cards_of(report))]
    return Known(suit_name(value).capitalize(), (value,), tuple(shown[-1:]) if called else ())


@asked("what suit before [RANK N CARD WHO call play last that]", "what suit before")
def suit_before(at: Position) -> Known | None:
    """The suit that was to be followed before a card called another."""
    hand = at.played
    if hasattr(hand, "trick") or not hasattr(hand, "suit"):
        return None
    plays = [report for report in at.reports if report.verb in ("plays", "upcard")]
    places = [i for i, report in enumerate(plays) if any(card.says for card in _cards_of(report))]
    i = places[-1] if places else len(plays) - 1
    if i < 1:
        return None
    card = [*_cards_of(plays[i - 1])][-1]
    return Known(suit_name(card.says or card.suit).capitalize(), (card.says or card.suit,), (line(plays[i - 1]),))


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
    if told is None:
        return Known("To the left: clockwise", ("left", "clockwise")) if at.question.has("way") else None
    return Known(f"To the {told}", (told, "clockwise" if told == "left" else "anticlockwise"))


@asked(
    "many card draw/owe/pick/take [WHO must need up have next now]",
    "many draw/owe [WHO card must next need]",
    "many WHO draw/owe/pick [card must up next need]",
    "many penalty [card draw]",
    "what penalty",
    "many card WHO need draw/pick/take [up]",
)
def owed(at: Position) -> Known | None:
    """How many cards the next player must draw."""
    value = at.fact("penalty")
    if value is None:
        value = getattr(at.current, "owed", None)
    if not isinstance(value, int) or not value or at.question.hand.which not in ("", "this"):
        return None
    return Known(str(value), (value,))


@asked("pile frozen", "frozen [pile]", "what frozen")
def frozen(at: Position) -> Known | None:
    """Whether the pile is frozen."""
    value = at.fact("frozen")
    if value is None:
        return None
    yes = value in ("yes", True)
    return Known("Yes" if yes else "No", (), (f"top card: {value_text(at.fact('top'))}",), yes)


def value_text(value: Any) -> str:
    if isinstance(value, Card):
        return value.pretty
    if isinstance(value, Mapping):
        return by_name(value)
    if isinstance(value, str):
        named = read_cards(value) if 1 < len(value) < 4 else None
        return named[0].pretty if named and len(named) == 1 and named[0].suit else SUIT_NAMES.get(value, value)
    if isinstance(value, (list, tuple)):
        return " ".join(map(value_text, value)) or "none"
    return "none" if value is None else str(value)


@asked("many meld [WHO have board lie on]", "what meld [WHO lie have there board]", "who meld/open [have]")
def melds(at: Position) -> Known | None:
    """The melds on the table."""
    laid = getattr(at.played, "melds", None)
    if not isinstance(laid, list) or at.question.hand.which not in ("", "this"):
        return None
    told = [report for report in at.reports if report.verb in ("melds", "lays", "opens")]
    mine = [report for report in told if not at.meant or report.who in at.meant]
    count = len([report for report in mine if report.verb != "lays"])
    if at.question.has("many"):
        return Known(str(count), (count,), tuple(map(line, mine[-5:])))
    if at.question.has("who"):
        who = tuple(dict.fromkeys(report.who for report in mine))
        return Known(names(who) if who else "Nobody", who or ("nobody",), tuple(map(line, mine[-5:])))
    return Known("; ".join(_without(report) for report in mine) or "None", (), tuple(map(line, mine[-5:])))
