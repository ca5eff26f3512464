"""Bids and contracts, and whether they were made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.declared.columns import Round
from referee.declared.contracts import ContractAtWork
from referee.game.game import leaders
from referee.language.words import Seat, so_many
from scoresheets.questions.about.cards_held import size_of
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Position, by_name, line, names, players, polar


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
    "many trick WHO/who/all need [win make bid take more left contract still set reach]",
    "many WHO need [make win bid more take contract still set]",
    "many more trick WHO [need take make win bid]",
    "what WHO need [make bid contract]",
    "many trick WHO short/missing [bid]",
    "many point WHO need trick/bid/make [make bid]",
    "many trick need [make bid contract more win take]",
    "many need [make bid contract]",
    "many more trick [need bid WHO]",
    "many trick WHO left [make need take win]",
    "many trick WHO must take/make/win",
    "many trick bidder/declarer need",
    "who need trick [many more most fewest]",
    "who need most/fewest",
    "what all need [make bid]",
)
def tricks_needed(at: Position) -> Known | None:
    """How many tricks players still need to make their bids."""
    if at.question.hand.which not in ("", "this") or not (at.has_tricks or isinstance(at.current, Round)):
        return None
    if (known := contract_needs(at)) is not None:
        return known
    if at.fact("tricks") is None and not getattr(at.current, "size", 0):
        return None  # the bid isn't in tricks
    bid, count = bids(at), at.taken
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
        text = f"{number} more" if number >= 0 else f"0 more: {so_many(-number, 'trick')} too many already"
        return Known(text if who in at.meant or len(at.meant) > 1 else f"{text} for {who}", (number,), shown)
    found = found or needs
    return Known(
        ", ".join(f"{who} {max(0, number)}" for who, number in found.items()),
        tuple(found.values()),
        (f"bids: {by_name(bid)}",),
    )


def contract_needs(at: Position) -> Known | None:
    """What the side that plays the contract of a sheet still needs for it."""
    hand = at.current
    contract = next(iter(contracts(hand)), None)
    if contract is None or not isinstance(hand, Round):
        return None
    if not hand.of(contract.name):
        return Known("Nobody has bid yet." if contract.spec.needs is None else "Nobody has called yet.", ("nobody",))
    needs: dict[Any, int] = {}
    for who in hand.of(contract.name):
        side, (bid, _) = hand.side(who), contract.bid_and_has(hand, who)
        so_far = sum(hand.by_side(name).get(side, 0) for name in contract.spec.of)
        needs[side] = max(0, bid - so_far)
    shown = tuple(line(report) for report in at.reports if report.verb == contract.name)
    found = {side: needs[side] for side in at.sides if side in needs}
    if at.meant and not found:
        return Known(f"{names(at.meant)}: no bid", ("none",), shown)
    found = found or needs
    text = f"{next(iter(found.values()))} more" if at.meant and len(found) == 1 else by_name(found)
    return Known(text, tuple(found.values()), shown)


@asked(
    "what/many WHO bid/call [trick make]",
    "what bid [WHO now who all team hand]",
    "who bid [what many]",
    "many WHO trick bid",
    "many/what WHO say",
    "who bid most/fewest [trick]",
    "who most/fewest bid [make]",
    "what most/fewest bid [now who]",
    "WHO bid N [trick]",
    "who bid N [trick]",
    "who bid zero/nil/nothing/misere",
    "who play/go zero/nil/nothing",
    "who zero/nil/misere [bid]",
    "what bid/call all [make]",
    "bid WHO",
    "what contract [who WHO]",
    "who contract [have play]",
    "what winning bid",
    "many winning bid",
    "who winning bid/auction [win]",
    "who win/take/get/have/make bid/auction/bidding/contract [last]",
    "who/what declarer team [play on]",
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
    if question.has("contract") and any("contract" in fact.words for fact in at.referee.game.asked):
        return None  # the game's own
    if question.trick.which or re.search(r" (?:can|could|may|must|should) (?:not )?WHO ", question.plain):
        return None
    if question.has("take", "make") and question.has("who") and not question.polar and not _one_bidder(at):
        return None  # who made good what they bid
    if at.hand is None:
        return at.no_such_hand()
    bid = every_bid(at)
    reports = [report for report in at.reports if report.verb in ("bids", "passes")]
    of_whom = {report.who: report for report in reports}
    named_contract = question.has("contract") and at.meant and question.has("what", "many")
    won = not named_contract and question.has("contract", "winning", "bidder", "declarer", "auction", "maker", "win")
    if won or (question.has("take", "make") and question.has("who")):
        contract, bidder = contract_of(at), at.fact("bidder", "declarer", "maker")
        if not contract and not bidder:
            best = max(bid.values(), default=None)
            if best is None:
                return Known("Nobody has bid yet.", ("nobody",))
            most = [who for who, amount in bid.items() if amount == best]
            return Known(f"{names(most)}, {best}", (*most, best), (by_name(bid),))
        who = at.played.side(bidder) if bidder and question.has("team") else bidder
        return Known(f"{who}, {contract}" if contract else str(who), (who, contract), tuple(map(line, reports)))
    if question.negated or question.has("left", "need"):
        missing = [seat for seat in at.current.seats if seat not in of_whom and seat not in bid]
        return Known(names(missing) if missing else "Nobody: everyone has bid.", tuple(missing) or ("nobody",))
    if question.has("open", "start") and reports:
        return Known(str(reports[0].who), (reports[0].who,), (line(reports[0]),))
    if question.has("zero", "nil", "nothing", "misere"):
        none = [who for who, amount in bid.items() if amount == 0]
        return players(none, (by_name(bid),) if bid else ())
    if not bid and not reports:
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
            return players(same, (by_name(bid),))
    named = [who for who in at.everybody_meant if who in bid or who in of_whom]
    if len(set(named)) == 1 and len(at.meant) < 2:
        who = named[0]
        shown = (line(of_whom[who]),) if who in of_whom else ()
        if who in bid:
            return Known(f"{bid[who]}{at.of_hand}", (bid[who],), shown)
        return Known("A pass", ("pass",), shown)
    if len(at.meant) == 1 and not named:
        return Known(f"{at.meant[0]} hasn't bid yet.", ("nothing",))
    found = {who: bid[who] for who in named if who in bid} or bid
    passed = [report.who for report in reports if report.verb == "passes" and report.who not in bid]
    if question.has("who") and question.polar is False and not question.has("what", "many") and contract_of(at):
        return Known(by_name(bid), tuple(bid))
    text = by_name(found) + "".join(f", {who} passed" for who in passed if not at.meant)
    teams = at.referee.names.teams
    if teams and all(who in teams for who in found):
        sums: dict[Any, int] = {}
        for who, amount in found.items():
            sums[teams[who]] = sums.get(teams[who], 0) + amount
        return Known(by_name(sums), (*sums.values(), *found.values()), (by_name(found),))
    return Known(text + at.of_hand, tuple(found.values()))


@asked("many make/fail/set [bid go player]")
def how_many_made(at: Position) -> Known | None:
    """How many players made or missed their bids."""
    if at.question.polar or at.meant or not at.question.past:
        return None
    who = replace(at.question, words=["who", *at.question.words[1:]])
    known = made_bid(replace(at, question=who, _cache={}))
    if known is None or not known.value or (at.going and not at.earlier and not known.text.startswith("Nobody")):
        return known
    found = [one for one in known.value if one != "nobody"]
    return Known(f"{len(found)}: {known.text}" if found else f"0{at.of_hand}", (len(found),), known.shown)


def _one_bidder(at: Position) -> bool:
    """Whether a hand in progress has one bid that counts, so that *who made the bid* asks whose that is."""
    return at.going and not at.earlier and bool(contracts(at.current) or contract_of(at))


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
    "bid N add/total/come [up all]",
    "what sum bid",
    "total bid",
    "over/under bid [what many trick hand total over under]",
    "many over/under [bid trick over under]",
    "overbid/underbid [hand many far]",
    "over/under",
    "over/under [bid call add all up total trick there]",
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
        if at.question.polar and at.question.has("over") is not at.question.has("under"):
            yes = gap > 0 if at.question.has("over") else gap < 0
            return Known(
                f"{'Yes' if yes else 'No'}: {so_many(abs(gap), 'trick')}" if yes else "No",
                (),
                (f"bid {total} of {size}", *shown),
                yes,
            )
        text = f"{abs(gap)} {'over' if gap > 0 else 'under'}" if gap else "as many as there are tricks"
        shown = (f"{so_many(size, 'trick')}: {text}", *shown)
        if at.question.has("over", "under", "overbid", "underbid") and not at.question.has("total"):
            return Known(text[:1].upper() + text[1:], (abs(gap),), (f"bid {total} for {so_many(size, 'trick')}",))
    return Known(f"{total}{at.of_hand}", (total,), shown)


EVER = re.compile(r" (?:yet|ever|any|so far|all (?:night|evening|game)|tonight|every|all|always|never)\b")
"""Words of a question for all the hands of a game."""


@asked(
    "who/WHO make/fail/set/down all/bid/contract/it [bid contract it hand one single go ever all never]",
    "who/WHO fail/set/down [bid contract it one go hand single most fewest never]",
    "who make/fail most/fewest [bid contract hand]",
    "who/WHO make [bid contract it never]",
)
def bids_over_game(at: Position) -> Known | None:
    """Who has made or missed bids in all the hands of the game so far."""
    question = at.question
    most = question.has("most", "fewest")
    if question.hand.which or question.numbers or not (most or EVER.search(f" {question.text.lower()}")):
        return None
    if not question.past or (at.question.mine and not at.meant):
        return None
    made: dict[Any, list[int]] = {}
    missed: dict[Any, list[int]] = {}
    for hand in at.hands:
        then = at.in_hand(hand.number)
        for who, good in (made_in(then) if hand.finished else {}).items():
            (made if good else missed).setdefault(who, []).append(hand.number)
            (missed if good else made).setdefault(who, [])
    if not any(made.values()) and not any(missed.values()):
        return None
    misses = question.has("fail", "set", "down")
    found = missed if misses else made
    shown = (", ".join(f"{who} {len(made[who])} of {len(made[who]) + len(missed[who])}" for who in made) + " made",)
    if most:
        best = leaders({who: len(hands) for who, hands in found.items()}, question.has("fewest"))
        return Known(f"{names(best)}, {len(found[best[0]])}", tuple(best), shown)
    every = question.has("all") and not misses
    if at.meant:
        mine = [who for who in dict.fromkeys((*at.meant, *at.sides)) if who in made]
        hands = [number for who in mine for number in (missed if every else found)[who]]
        if not mine or not question.polar:
            return None
        yes = not hands if every else bool(hands)
        in_hands = f": hand {', '.join(map(str, hands))}" if hands else ""
        return Known(f"{'Yes' if yes else 'No'}{in_hands}", (), shown, yes)
    never = question.negated or question.has("never")
    if not question.has("who") or question.polar or not (every or misses or never):
        return None
    none = (missed if every else found) if every or never else None
    some = [who for who in made if not none[who]] if none is not None else [who for who in made if found[who]]
    return players(some, shown)


def made_in(at: Position) -> dict[Any, bool]:
    """Who made the bid in a finished hand, and who missed it."""
    if isinstance(at.hand, Round) and contracts(at.hand):
        return {
            at.hand.side(who): has >= bid
            for column in contracts(at.hand)
            for who in at.hand.of(column.name)
            for bid, has in [column.bid_and_has(at.hand, who)]
        }
    kinds = {kind.verb for kind in at.referee.game.reports}
    if {"wins", "loses"} <= kinds:
        return {at.played.side(one.who): one.verb == "wins" for one in at.reports if one.verb in ("wins", "loses")}
    bid, count = bids(at), at.taken
    if not bid or not count:
        return {}
    side_of, exact = at.played.side, must_be_exact(at)
    bid, count = _by_team(at, bid, count)
    found = {}
    for who, amount in bid.items():
        took = count.get(who, 0)
        if contract_of(at) or who not in count:
            took = sum(number for seat, number in count.items() if side_of(seat) == side_of(who))
        found[who] = took == amount if exact or not amount else took >= amount
    return found


@asked(
    "WHO/who make bid/contract/it/nil/zero [still]",
    "WHO/who fail/break/set nil/zero",
    "nil fail/break/set/make [who WHO]",
    "WHO/who fail/lose bid/contract [make]",
    "WHO/who make [bid N trick still contract]",
    "who make bid [exactly]",
    "WHO make alone [it]",
    "what happen nil/bid/contract [WHO]",
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
    "make [bid contract]",
    "all make [bid still it contract]",
    "bidder/declarer make/fail/set/down [bid contract it go went team]",
)
def made_bid(at: Position) -> Known | None:
    """Whether bids were made, or still can be."""
    if at.question.has("bidder", "declarer") and not at.meant and at.question.polar:
        bidder = at.fact("bidder", "declarer", "maker")
        if isinstance(bidder, str) and bidder:
            at = replace(at, question=replace(at.question, seats=[Seat(bidder)]), _cache={})
    bid, count = bids(at), at.taken
    question = at.question
    wanted = 0 if question.has("nil", "zero") else question.numbers[0] if len(question.numbers) == 1 else None
    anybody = question.has("nil", "zero") and re.search(r" (?:any|some)(?:one|body) ", question.plain)
    if anybody and not question.hand.which and not at.meant and not at.going:
        return next(filter(None, (_nils(at.in_hand(hand.number)) for hand in reversed(at.hands))), None)
    if wanted is not None and question.polar and question.past and at.meant and not question.hand.which:
        for hand in reversed(at.hands):  # the last in which it was bid
            then = at.in_hand(hand.number)
            if all(every_bid(then).get(who, -1) == wanted for who in at.meant):
                if hand is at.hand:
                    break
                return made_bid(then)
    if not bid and (known := _won_or_lost(at)):
        return known
    if bid and not count and at.going and not at.earlier:
        count = dict.fromkeys(at.current.seats, 0)
    if isinstance(at.hand, Round) and (not bid or contracts(at.hand)):
        return _made_contract(at)
    if not bid or not count or question.trick.which or (question.mine and not at.meant):
        return at.no_such_hand() if question.hand.which and at.hand is None and question.polar else None
    if not (question.polar or question.has("who", "happen", "nil")):
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
    if question.has("all") and question.polar:
        return _all_make(at, bid, took, left if not done else 0, exact)
    if question.has("who") or not (question.polar or at.meant) or (question.words == ["set"] and question.polar):
        nils = question.has("nil", "zero")
        asked_of = [who for who in bid if not (nils and bid[who]) and bid[who] in (question.numbers or [bid[who]])]
        made = [who for who in asked_of if took[who] == bid[who] or (took[who] > bid[who] > 0 and not exact)]
        found = [who for who in asked_of if who not in made] if missed else made
        if question.has("over", "under"):
            found = [who for who in found if (took[who] > bid[who]) is question.has("over")]
        state = ", ".join(f"{who} {took[who]} of {bid[who]}" for who in bid)
        if not done:
            found = [who for who in found if not missed or _lost(took[who], bid[who], left, exact)]
            if missed and not found and question.past and at.referee.last and not question.hand.which:
                return made_bid(at.in_hand(at.referee.last.number))
            if missed:
                text = names(found) if found else "Nobody, so far."
                return Known(text, tuple(found) or ("nobody",), (state,), bool(found))
            if question.has("still") or re.match(r" who (?:can|could|may|might|will)\b", question.plain):
                able = [who for who in bid if not _lost(took[who], bid[who], left, exact)]
                return players(able, (state,))
            return Known(f"The hand isn't over: {state}", tuple(found))
        text = f"{names(found) if found else 'Nobody'}{at.of_hand}"
        return Known(text, tuple(found) or ("nobody",), (state,))
    who = next((one for one in (*at.meant, *at.sides) if one in bid), None)
    if who is None and at.meant and at.going and at.referee.last and not question.hand.which:
        return made_bid(at.in_hand(at.referee.last.number))
    if who is None:
        return None
    exact = exact or not bid[who]  # a bid of zero is
    wanted = question.numbers[0] if question.numbers else bid[who]
    text = f"bid {bid[who]}, took {took[who]}" if done else f"{took[who]} of {bid[who]}, {so_many(left, 'trick')} left"
    if done:
        yes = took[who] == wanted if exact else took[who] >= wanted
        yes = yes is not missed
        if question.has("happen"):
            return Known(f"{'Made' if yes else 'Missed'}: {text}{at.of_hand}")
        return Known(f"{'Yes' if yes else 'No'}: {text}{at.of_hand}", (), (), yes)
    possible = took[who] <= wanted <= took[who] + left if exact else wanted <= took[who] + left
    if re.match(r" (?:can|could|will|may|might)\b", question.plain) or question.has("still"):
        return Known(
            f"{'Yes' if possible else 'No'}: {took[who]} so far, {so_many(left, 'trick')} left", (), (), possible
        )
    if not possible:
        return Known(f"{'Yes' if missed else 'No'}: {text}", (), (), missed)
    return Known(f"Not yet: {text}", ("not yet",), (), False if not missed else None)


def _all_make(at: Position, bid: Mapping[Any, int], took: Mapping[Any, int], left: int, exact: bool) -> Known:
    """Whether all bids can be made, or were."""
    needs = [bid[who] - took[who] for who in bid]
    more = sum(max(0, need) for need in needs)
    yes = more == left and min(needs) >= 0 if exact else more <= left
    state = ", ".join(f"{who} {took[who]} of {bid[who]}" for who in bid)
    text = f": {so_many(left, 'trick')} left" if left else at.of_hand
    return Known(f"{'Yes' if yes else 'No'}{text}", (), (state,), yes)


@asked(
    "many/far/how WHO over/under/short [go by trick bid]",
    "many/far WHO fail [by trick bid]",
    "many WHO over/under/short [by trick bid]",
    "many WHO fail/down by",
)
def missed_by(at: Position) -> Known | None:
    """By how many tricks players missed their bids."""
    if known := _contract_missed_by(at):
        return known
    bid, count = bids(at), at.taken
    done = at.hand is not None and at.hand.finished
    found = {who: count.get(who, 0) - bid[who] for who in (*at.meant, *at.sides) if who in bid}
    if at.meant and not done and at.referee.last and not at.question.hand.which:
        return missed_by(at.in_hand(at.referee.last.number))
    if not found or not done or not count:
        return None
    who, more = next(iter(found.items()))
    text = f"{abs(more)} {'over' if more > 0 else 'under'}" if more else "0: the bid was made"
    return Known(f"{text}{at.of_hand}", (abs(more),), (f"{who}: bid {bid[who]}, took {count.get(who, 0)}",))


def _contract_missed_by(at: Position) -> Known | None:
    """By how much a contract of a sheet was missed, in the hand that is meant or the last finished one."""
    hand = at.hand if isinstance(at.hand, Round) and at.hand.finished else at.referee.last
    if not isinstance(hand, Round):
        return None
    for column in contracts(hand):
        for who in hand.of(column.name):
            bid, has = column.bid_and_has(hand, who)
            if hand.side(who) in at.sides:
                more = has - bid
                text = f"{abs(more)} {'over' if more > 0 else 'short'}" if more else "0: the bid was made"
                return Known(f"{text} (hand {hand.number})", (abs(more),), (_has_of(hand, who, bid, has),))
    return None


def _won_or_lost(at: Position) -> Known | None:
    """Whether a player won or lost the game played alone, in a game that enters only that."""
    missed = at.question.has("fail", "set", "down", "bust")
    numbers = [at.number] if at.question.hand.which else range(at.current.number, 0, -1)
    for number in numbers:
        found = (
            made_in(then)
            if {"wins", "loses"} <= {kind.verb for kind in at.referee.game.reports}
            and (then := at.in_hand(number)).hand
            else {}
        )
        mine = {side: won for side, won in found.items() if not at.meant or side in at.sides}
        if not at.meant:  # the last who did
            mine = {side: won for side, won in mine.items() if won is not missed}
        if mine:
            ((side, won), *_) = mine.items()
            shown = tuple(line(one) for one in at.in_hand(number).reports if one.verb in ("wins", "loses"))
            if at.question.has("who"):
                return Known(f"{side} (hand {number})", (side,), shown)
            text = f"{'Yes' if won is not missed else 'No'}{'' if at.meant else f': {side}'} (hand {number})"
            return Known(text, (side,), shown, won is not missed)
    if not at.meant and {"wins", "loses"} <= {kind.verb for kind in at.referee.game.reports}:
        return players([])
    return None


def _nils(at: Position) -> Known | None:
    """Who made, or missed, a bid of zero in a finished hand."""
    missed = at.question.has("fail", "set", "break", "lose")
    good = made_in(at)
    found = [who for who, amount in every_bid(at).items() if amount == 0 and who in good and good[who] is not missed]
    return players(found, (f"hand {at.number}: {by_name(every_bid(at))}",)) if found else None


def _has_of(hand: Round, who: Any, bid: int, has: int) -> str:
    return f"{hand.side(who)} needed {bid}, has {has}"


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


def _bids_in(hand: Round) -> set[int]:
    """The bids of the contracts in a hand."""
    return {column.bid_and_has(hand, who)[0] for column in contracts(hand) for who in hand.of(column.name)}


def _made_contract(at: Position) -> Known | None:
    """Whether a contract was made, or who made or missed it: in the hand that is meant, or the last finished one."""
    hand = at.hand if isinstance(at.hand, Round) and at.hand.finished else at.referee.last
    if not isinstance(hand, Round) or (at.hand is not hand and at.question.hand.which):
        return None
    missed = at.question.has("fail", "set", "down", "bust")
    now = at.current
    if (
        isinstance(now, Round)
        and not at.earlier
        and any(now.side(who) in at.sides for one in contracts(now) for who in now.of(one.name))
    ):
        return Known("Not yet: the hand isn't over.", ("not yet",), (), False if not missed else None)
    if at.question.numbers and not at.question.hand.which:  # the last hand with that bid
        done = [other for other in reversed(at.hands) if isinstance(other, Round) and other.finished]
        hand = next((other for other in done if {*at.question.numbers} & _bids_in(other)), None)
        if hand is None:
            return None
    gained, why = {}, []
    for column in contracts(hand):
        for who in hand.of(column.name):
            bid, has = column.bid_and_has(hand, who)
            gained[hand.side(who)] = has >= bid
            why.append(_has_of(hand, who, bid, has))
    of_hand = f" (hand {hand.number})"
    if not gained:
        return None
    if not at.meant and at.question.polar and len(gained) == 1:
        return polar(next(iter(gained.values())) is not missed, *why)
    if not at.meant:
        found = [side for side, made in gained.items() if made is not missed]
        return Known(names(found) + of_hand if found else f"Nobody{of_hand}.", tuple(found) or ("nobody",), tuple(why))
    side = next((side for side in (*at.meant, *at.sides) if side in gained), None)
    if side is None and not at.question.hand.which:
        before = (then for then in map(at.in_hand, range(hand.number - 1, 0, -1)) if {*at.sides} & {*made_in(then)})
        return _made_contract(earlier) if (earlier := next(before, None)) else None
    if side is None:
        return Known(f"{names(at.sides)} had no bid{of_hand}.", ("none",), tuple(why)) if at.question.polar else None
    yes = gained[side] is not missed
    return Known(f"{'Yes' if yes else 'No'}{of_hand}", (), tuple(why), yes)


def contracts(hand: Any) -> list[ContractAtWork]:
    """The columns of a sheet that are contracts."""
    return [column for column in getattr(hand, "columns", ()) if isinstance(column, ContractAtWork)]


def _lost(took: int, wanted: int, left: int, exact: bool) -> bool:
    """Whether a bid can't be made any more."""
    return took + left < wanted or (exact and took > wanted)
