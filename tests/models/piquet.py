"""Piquet: change cards, declare the best of the hand, and play twelve tricks; six hands make a partie."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from referee.testing.models import RANKS, SUITS, Cards, Dealt, ModelTable, Move, added, pack, shuffled, without

PLAYERS = range(2, 3)
BOOK = {
    "least-changed": 1, "most-changed": 5, "carte-blanche": 10, "point": 1, "sequences": (3, 4, 15, 16, 17, 18),
    "trio": 3, "quatorze": 14, "lead": 1, "low-leads": "count", "trick": 1, "own-tricks": "count", "last-trick": 0,
    "cards": 10, "capot": 30, "repique-at": 30, "repique": 60, "pique-at": 30, "pique": 30, "hands": 6, "margin": 100,
    "rubicon": 100, "tie": "share", "game": "partie", "target": 100, "point-values": (11, 10, 10, 10, 10, 9, 8, 7),
}  # fmt: skip
STRIKES = ("exchange-limit", "counter-beats", "extra-not-higher", "true-declaration", "follow-suit")
LISTED = ("plays",)
REACHES = (
    "declares carte-blanche", "repique", "pique", "capot", "equal", "good", "discards of exchange-limit",
    "draws of exchange-draw", "declares of counter-beats", "declares of extra-not-higher",
    "declares of true-declaration", "declares of declaration-time", "plays of follow-suit",
)  # fmt: skip
HANDS = 6
KINDS = ("point", "sequence", "set")
Claim = tuple[str, str, int, int]  # who declares what, its size, and a point's value or how high the top card stands


@dataclass(frozen=True)
class Position(Dealt):
    talon: Cards
    turn: str
    count: dict[str, int]  # the score of the hand as called aloud
    took: dict[str, int]
    changed: Cards = ()  # who has
    thrown: Cards = ()  # for which others are drawn now
    blanche: str = ""
    claim: Claim | None = None  # the best in this round; nobody's if it was equaled
    due: bool = False  # younger answers
    told: tuple[Claim, ...] = ()  # what scores
    bonus: str = ""
    trick: Cards = ()

    @property
    def playing(self) -> bool:
        return sum(self.took.values()) + len(self.trick) > 0


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Twelve each, sometimes without face cards, or the best for elder."""
    cards, odd, seats = shuffled(pack(RANKS[:8]), chance), chance.random(), table.around(table.left(table.dealer))
    if odd < 0.9:
        cards.sort(
            key=lambda c: c[0] in "KQJ" if odd < 0.15 else RANKS.index(c[:-1]) + chance.random() * (odd - 0.15) * 8
        )
    rest = shuffled(cards[12:], chance)
    hands = shuffled(cards[:12], chance), rest[:12]
    held = {seat: tuple(hand) for seat, hand in zip(seats, hands[:: chance.choice([1, 1, 1, -1])], strict=True)}
    return Position(table, held, held, tuple(rest[12:]), seats[0], dict.fromkeys(seats, 0), dict.fromkeys(seats, 0))


# Legal moves


def moves(p: Position) -> Iterator[Move]:
    if len(p.changed) < 2 or p.thrown:
        yield from exchange(p)
    else:
        yield from () if p.playing else declarations(p)
        yield from plays(p) if any(p.held.values()) else ()


def exchange(p: Position) -> Iterator[Move]:
    """Elder first, younger if elder has shown a carte blanche. Discards are replaced from the talon."""
    who, other, number, limit = p.turn, p.table.left(p.turn), len(p.thrown), p.table.house["most-changed"]
    for seat, hand in p.dealt.items():
        faces = any(card[0] in "KQJ" for card in hand)
        wrong = ("carte-blanche",) * (faces or seat in p.changed or seat == p.blanche)
        yield Move(seat, "declares carte-blanche", "", (f"{seat} shows {' '.join(hand)}",), wrong, aside=True)
    if p.thrown:
        yield Move(who, "draws", " ".join(p.talon[:number]), ("", f"{who} draws {number}"))
        yield Move(who, "draws", " ".join(p.thrown), breaks=("exchange-draw",))
        return
    for number in range(1, (len(p.talon) if "exchange-limit" in p.table.struck else min(limit, len(p.talon)) + 2) + 1):
        wrong = ("exchange-limit",) * (number > min(limit, len(p.talon)))
        yield Move(who, "discards", " ".join(p.held[who][:number]), (f"{who} discards {number}",), wrong)
        yield Move(other, "discards", str(number), breaks=("exchange-order",))


def declarations(p: Position) -> Iterator[Move]:
    """Point, sequences, sets: elder declares, younger answers, the winner adds. Silence is a pass."""
    younger, claim = p.table.dealer, p.claim
    values = p.table.house["point-values"]
    every = [each for hand in p.held.values() for each in whole(hand, values)]
    for who, kind, size, rank in ((who, *each) for who in p.held for each in every):
        each, early = (who, kind, size, rank), not (claim or p.blanche or size > 5)
        if claim and ("", kind) == claim[:2]:
            continue  # skips declarations after ``equal``
        wrong = answers(p, each) + ("true-declaration",) * (not true(p, each))
        if each not in (*p.told, claim) and (wrong or (kind, size, rank) in whole(p.held[who], values)):
            opens = kind != "set" and (not claim or kind != claim[1]) and "counter-beats" not in p.table.struck
            less = (f"{who} declares {words(each).rpartition(' ')[0]}",) * opens
            hidden = wrong == ("true-declaration",) and early
            yield Move(who, "declares", words(each), less, wrong, hidden, aside=who == younger)
    if p.due and claim:
        equal = ("true-declaration",) * (not true(p, (younger, *claim[1:])))
        yield Move(younger, "good", less=("",), aside=True)
        yield Move(younger, "equal", breaks=("counter-beats",) if claim[1] == "set" else equal, aside=True)
        yield Move(claim[0], "good", breaks=("counter-beats",))


def answers(p: Position, claim: Claim) -> tuple[str, ...]:
    """The rules that a declaration breaks, true or not."""
    who, kind, *best = claim
    rounds = KINDS.index(kind) - (KINDS.index(p.claim[1]) if p.claim else -1)
    if not p.claim or rounds > 0:
        return ()
    if rounds == 0 and p.due and who == p.table.dealer:
        return () if best > [*p.claim[2:]] else ("counter-beats",)
    if rounds or kind == "point" or p.claim[0] != who:
        return ("declaration-time",)
    return ("extra-not-higher",) if best > [*p.claim[2:]] else ()


def words(claim: Claim) -> str:
    _, kind, size, rank = claim
    what = {"point": f"point {size}", "sequence": f"run {size}", "set": "trio" if size == 3 else "quatorze"}[kind]
    return f"{what} {rank if kind == 'point' else RANKS[8 - rank]}"


@cache
def whole(hand: Cards, values: tuple[int, ...]) -> list[tuple[str, int, int]]:
    """All points, sequences and sets of a hand in full: kind, size, rank."""
    suits = [[rank for rank in RANKS[:8] if rank + suit in hand] for suit in SUITS]
    points = [("point", len(suit), sum(values[RANKS.index(rank)] for rank in suit)) for suit in suits if suit]
    lines = ("".join("x" if rank in suit else " " for rank in RANKS[:8]) for suit in suits)
    runs = [("sequence", len(run[0]), 8 - run.start()) for line in lines for run in re.finditer("xxx+", line)]
    number = {rank: sum(rank in suit for suit in suits) for rank in RANKS[:5]}
    return points + runs + [("set", n, 8 - RANKS.index(rank)) for rank, n in number.items() if n > 2]


def true(p: Position, claim: Claim) -> bool:
    """Whether a hand has that much or more."""
    who, kind, size, rank = claim
    hand, values = p.held[who], p.table.house["point-values"]
    if kind == "point":
        counts = ([values[RANKS.index(card[:-1])] for card in hand if card[-1] == suit] for suit in SUITS)
        return any(len(suit) >= size and sum(sorted(suit)[-size:]) >= rank for suit in counts)
    longer = [(n, top) for what, n, top in whole(hand, values) if what == kind and n >= size]
    return any(rank == top or (kind == "sequence" and top - n + size <= rank <= top) for n, top in longer)


def plays(p: Position) -> Iterator[Move]:
    turn, hand, other = p.turn, p.held[p.turn], p.table.left(p.turn)
    must = p.trick and any(card[-1] == p.trick[0][-1] for card in hand)
    for card in hand:
        wrong = ("follow-suit",) if must and card[-1] != p.trick[0][-1] else ()
        yield Move(turn, "plays", card, breaks=wrong, hidden=len(hand) > 9 and not p.blanche)
    for card in p.held[other]:
        yield Move(turn, "plays", card, breaks=("one-pack",))
        yield Move(other, "plays", card, breaks=("lead-order", "one-pack"))


def likely(p: Position, move: Move) -> float:
    """Discards are named, most holdings are declared in full, and high cards are led."""
    match move.verb:
        case "discards":
            return 1 / len(move.words) ** 2
        case "equal":
            return 200
        case "declares":
            return int(move.words.split()[1]) ** 3 if "point" in move.words else 9
        case "plays" if not p.trick:
            return (9 - RANKS.index(move.words[:-1])) / (1 if p.playing else 50)
    return 1


# Scoring


def after(p: Position, move: Move) -> Position:
    who, cards, house, younger = move.who, tuple(move.words.split()), p.table.house, p.table.dealer
    match move.verb:
        case "declares carte-blanche":
            turn = younger if not p.changed and who != younger else p.turn
            return replace(p, blanche=who, turn=turn, count=added(p.count, {who: house["carte-blanche"]}))
        case "discards":
            return replace(
                p, held={**p.held, who: without(p.held[who], cards)}, changed=(*p.changed, who), thrown=cards
            )
        case "draws":
            turn = p.table.left(who if len(p.changed) == 1 else younger)
            held = {**p.held, who: (*p.held[who], *cards)}
            return replace(p, held=held, talon=p.talon[len(cards) :], thrown=(), turn=turn)
        case "good":
            return settled(p)
        case "equal" if p.claim:
            return replace(p, claim=("", *p.claim[1:]), due=False)
        case "plays":
            return played(p if p.playing else closed(settled(p)), who, move.words)
    hands = (whole(hand, house["point-values"]) for hand in p.held.values())
    claim = next((who, *each) for hand in hands for each in hand if words((who, *each)) == move.words)
    if p.claim and p.claim[1] == claim[1]:  # better than elder's, or more of the winner's
        if p.due and who == younger and claim[2:] <= p.claim[2:]:  # which isn't an answer, but may be let stand
            return replace(p, claim=("", *claim[1:]), due=False) if claim[2:] == p.claim[2:] else settled(p)
        p = replace(p, claim=claim, due=False) if p.due and who == younger else settled(p)
        return replace(p, told=(*p.told, claim))
    p = replace(settled(p), claim=claim, due=True)
    return settled(p) if who == younger else p


def settled(p: Position) -> Position:
    """Declarations without an answer win."""
    return replace(p, told=(*p.told, p.claim), due=False) if p.due and p.claim else p


def closed(p: Position) -> Position:
    """Counts the declarations, with a repique."""
    house = p.table.house
    sets, runs = {3: house["trio"], 4: house["quatorze"]}, house["sequences"]
    for who, kind, size, _ in p.told:
        points = house["point"] * size if kind == "point" else runs[size - 3] if kind == "sequence" else sets[size]
        p = replace(p, count=added(p.count, {who: points}))
    return called(p, "repique")


def called(p: Position, bonus: str, who: str = "", points: int = 0) -> Position:
    """Adds points called aloud, and the bonus for thirty against nothing."""
    house, count = p.table.house, added(p.count, {who: points} if who else {})
    ahead = [seat for seat in count if count[seat] >= house[f"{bonus}-at"] and not count[p.table.left(seat)]]
    if p.bonus or not ahead:
        return replace(p, count=count)
    return replace(p, count=added(count, {ahead[0]: house[bonus]}), bonus=bonus)


def played(p: Position, who: str, card: str) -> Position:
    """A lead counts one, a trick one, the seventh ten more, and all twelve thirty.

    In some houses a lead below ten or the leader's trick doesn't count, and the last trick counts more.
    """
    house, trick, other = p.table.house, (*p.trick, card), p.table.left(who)
    p = replace(p, held={**p.held, who: without(p.held[who], [card])}, trick=trick, turn=other)
    if len(trick) == 1:
        high = RANKS.index(card[:-1]) < 5 or house["low-leads"] == "count"
        return called(p, "pique", who, house["lead"] * high)
    beaten = trick[0][-1] == card[-1] and RANKS.index(card[:-1]) < RANKS.index(trick[0][:-1])
    taker = who if beaten else other
    took = added(p.took, {taker: 1})
    points = house["trick"] * (taker == who or house["own-tricks"] == "count")
    points += house["cards"] * (took[taker] == 7) + house["last-trick"] * (sum(took.values()) == 12)
    p = called(p, "pique", taker, points)
    capot = house["capot"] * (took[taker] == 12)
    return replace(p, trick=(), turn=taker, took=took, count=added(p.count, {taker: capot}))


def score(p: Position) -> dict[str, int]:
    return p.count


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """Totals. Or the declarations that scored, and the tricks, with the pique."""
    fresh, last, other = not (start.changed or start.blanche), end.turn, end.table.left(end.turn)
    if start.trick or not (fresh or start.playing):
        return
    in_play = {end.table.house["low-leads"], end.table.house["own-tricks"]} != {"count"}
    if end.count[last] % 2 or in_play:
        yield {f"{seat} scores {points}" for seat, points in end.count.items()}
        return
    if fresh:
        yield from [f"{end.blanche} declares carte-blanche"] * bool(end.blanche)
        yield from (f"{claim[0]} declares {words(claim)}" for claim in end.told)
    yield f"{last} takes {end.took[last] - start.took[last]} last"
    if rest := end.took[other] - start.took[other]:
        yield from [f"{end.table.left(end.table.dealer)} declares pique"] * (end.bonus == "pique" != start.bonus)
        yield f"{other} takes {rest}"


def facts(p: Position) -> dict[str, object]:
    known = {"hand": p.table.hand, "elder": p.table.left(p.table.dealer), "tricks": p.took}
    if any(p.held.values()):
        return known | {"talon": len(p.talon) - len(p.thrown)}
    table = p.table.onward(score(p))
    low, high = sorted(table.scores.values())
    margin = table.house["margin"] + high + (low if low < table.house["rubicon"] else -low)
    partie = table.house["game"] == "partie" and len(winners(table)) == 1
    return known | {"margin": margin if partie else None}


def winners(table: ModelTable) -> set[str]:
    """After the last hand, or every second hand more to break a tie. In a game to points, the player who has them."""
    best = ahead(table)
    more = table.hand - 1 - table.house["hands"]
    if table.house["game"] == "points":
        return best if len(best) == 1 and max(table.scores.values()) >= table.house["target"] else set()
    one_more = more % 2 and table.kept  # of the two that decide a tie
    return best if more >= 0 and (table.house["tie"] == "share" or (len(best) == 1 and not one_more)) else set()


def onward(p: Position) -> ModelTable:
    """Stores whether it was a tie before the hand."""
    return p.table.onward(score(p), kept=len(ahead(p.table)) > 1)


def ahead(table: ModelTable) -> set[str]:
    scores = {seat: table.scores.get(seat, 0) for seat in table.seats}
    return {seat for seat, points in scores.items() if points == max(scores.values())}


def came_to(p: Position) -> Iterator[str]:
    yield from [p.bonus, *["capot"] * (12 in p.took.values())]
