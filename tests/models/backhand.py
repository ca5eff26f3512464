"""Backhand: draw cards toward 21. The player who predicts the card that goes over wins."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from referee.testing.models import Cards, ModelTable, Move, added, pack, shuffled

PLAYERS = range(1, 41)
BOOK = {
    "min": None, "max": None, "choice": 12, "push-from": 17, "push-to": 20, "goal": 21, "cards": 5, "first-to": None,
    "hands": None, "betting": "no", "players-a-pack": 2, "ace": 1, "court": 10, "five-pays": 1,
    "first-aces": "replaced", "push": "yes",
}  # fmt: skip
STRIKES = ("bet-first", "must-hit", "push-hand", "bet-limits", "no-standing")
LISTED = ("hits", "backhands", "wins", "loses")
REACHES = ("pushes", "backhands of push-hand", "loses of five-cards", "hits of turn-order", "dealt of initial-aces")
BY_CARD = ("total", "cards")
HANDS = 4
DECIDED = ("turn-order", "bust", "five-cards", "backhand", "play-the-push")
State = tuple[int, int, bool | None]  # the count of the cards, their number, and whether they have won or lost


@dataclass(frozen=True)
class Position:
    table: ModelTable
    stock: Cards
    chips: Mapping[str, int]  # everybody's intended bets
    boxes: Mapping[str, frozenset[State]]  # every possible state of a hand, from the dealer's left
    bets: Mapping[str, int] = field(default_factory=dict)
    staked: Mapping[str, int] = field(default_factory=dict)  # when a hand was decided
    seen: Cards = ()
    won: Mapping[str, bool] = field(default_factory=dict)
    by_cards: Cards = ()  # who has won by five cards
    played: bool = False

    @property
    def betting(self) -> bool:
        return bool(self.table.house["betting"] == "yes")

    @property
    def unseen(self) -> Cards:
        packs = packs_for(self.table)
        return tuple(card for card in pack() if self.seen.count(card) < packs)

    def is_push(self, state: State) -> bool:
        house = self.table.house
        return house["push"] == "yes" and state[1] == 2 and house["push-from"] <= state[0] <= house["push-to"]

    def value(self, card: str) -> int:
        ace, court = self.table.house["ace"], self.table.house["court"]
        return int({"A": ace, "J": court, "Q": court, "K": court}.get(card[:-1]) or card[:-1])

    @property
    def aces_go(self) -> bool:
        return bool(self.table.house["first-aces"] == "replaced")

    def first_two(self, cards: Cards) -> frozenset[State]:
        """Aces among the first two are discarded, and their replacements stay."""
        kept = [card for card in cards[:2] if card[0] != "A" or not self.aces_go] + [*cards[2:]]
        return frozenset({(sum(map(self.value, kept)), 2, None)})

    def may_call(self, state: State) -> bool:
        """Whether a hand may call backhand: a push hand, below the choice."""
        struck = self.table.struck
        if self.is_push(state) and "push-hand" not in struck:
            return False
        return state[0] >= self.table.house["choice"] or "must-hit" in struck

    def next_two(self) -> Cards:
        """Two cards from the stock, and one more for each ace."""
        stock = list(self.stock)
        for card in self.seen:
            stock.remove(card)
        return tuple(stock[: 2 + self.aces_go * sum(card[0] == "A" for card in stock[:2])])

    def hit(self, state: State, more: int) -> State:
        total, cards, won = state[0] + more, state[1] + 1, state[0] + more <= self.table.house["goal"]
        return total, cards, won if self.is_push(state) or not won or cards == self.table.house["cards"] else None


def packs_for(table: ModelTable) -> int:
    return -(-len(table.seats) // int(table.house["players-a-pack"]))


def deal(table: ModelTable, chance: random.Random) -> Position:
    seats = table.seats if table.house["betting"] == "yes" else table.around(table.left(table.dealer))
    least, most = table.house["min"] or 1, table.house["max"] or 50
    chips = {seat: chance.randint(min(least, most), max(least, most)) for seat in seats}
    stock = shuffled(pack(packs=packs_for(table)), chance)
    return Position(table, tuple(stock), chips, dict.fromkeys(seats, frozenset()))


def opening(p: Position) -> Iterator[Move]:
    yield Move("" if p.betting else p.table.dealer, "deal" if p.betting else "deals", less=("deal",))


def moves(p: Position) -> Iterator[Move]:
    missing = [seat for seat in p.chips if p.betting and seat not in (*p.bets, *p.won)]
    if missing:
        yield from bets(p, missing)
        if "bet-first" in p.table.struck:
            yield from (move._replace(aside=True, listed=False) for move in plays(p))
    else:
        yield from plays(p)


def plays(p: Position) -> Iterator[Move]:
    if who := next((seat for seat, box in p.boxes.items() if box and seat not in p.won), ""):
        yield from acts(p, who)
    for seat in p.chips:
        if seat in p.won:
            yield Move(seat, "loses" if p.won[seat] else "wins", breaks=DECIDED)
            yield Move(seat, "hits", breaks=("turn-order",))
        elif not p.boxes[seat]:
            yield Move(seat, "wins", aside=bool(who), listed=False)
            yield Move(seat, "loses", aside=bool(who), listed=False)
            for cards in [] if p.played else [" ".join(p.next_two())]:
                yield Move(seat, "dealt", cards, aside=True)
                yield Move(seat, "dealt", f"{cards} 2S", breaks=("initial-aces",))
        elif seat != who and all(won is None for _, _, won in p.boxes[who]):
            yield Move(seat, "hits", breaks=("turn-order",))


def bets(p: Position, missing: list[str]) -> Iterator[Move]:
    most = max(p.table.house["min"] or 1, p.table.house["max"] or 10**9)
    for seat, chips in p.chips.items():
        late = seat not in missing
        yield Move(seat, "bets", str(chips), breaks=("bet-first",) * late, aside=late)
        for beyond in (-1, 0, most + 1):
            wrong = ("bet-limits",) if beyond >= 0 else ("impossible",)
            wrong = ("unclear",) if beyond >= 10**9 else wrong  # a number has nine digits at most
            yield Move(seat, "bets", str(beyond), breaks=wrong + ("bet-first",) * late, aside=late)
    if "bet-first" not in p.table.struck:
        yield Move(missing[0], "wins", breaks=("bet-first",))


def acts(p: Position, who: str) -> Iterator[Move]:
    """Below the choice a card must be drawn. A push hand is pushed or played. Others may call backhand."""
    house, going = p.table.house, [state for state in p.boxes[who] if state[2] is None]
    yield Move(who, "wins")
    most = house["goal"] - max(10, house["ace"], house["court"])
    cant_bust = all(w or (n == house["cards"] - 1 and total <= most) for total, n, w in p.boxes[who])
    yield Move(who, "loses", breaks=("five-cards",) * cant_bust)
    if not going:
        return
    push = [state for state in going if p.is_push(state)]
    may_call = [state for state in going if p.may_call(state)]
    others = going if "push-hand" in p.table.struck else [state for state in going if state not in push]
    no_call = ("push-hand",) * bool(push) + ("must-hit",) * any(total < house["choice"] for total, _, _ in others)
    yield Move(who, "hits")
    for card in p.unseen:
        yield Move(who, "hits", card)
        yield Move(who, "backhands", card, breaks=() if may_call else no_call)
    for card in {*p.seen[:1]}.difference(p.unseen):
        yield Move(who, "hits", card, breaks=("one-pack",))
    two, wrong = p.next_two(), () if push else ("push-hand",)
    decided = all(p.hit(state, p.value(two[0]))[2] is not None for state in going)
    yield Move(who, "hits", " ".join(two[:2]), breaks=("turn-order",) * decided, listed=False)
    for cards in ((), two):
        yield Move(who, "pushes", " ".join(cards), breaks=wrong)
    yield Move(who, "pushes", " ".join([*two, "2S"]), breaks=("initial-aces", *wrong))
    yield Move(who, "stays", breaks=("no-standing",))


def likely(p: Position, move: Move) -> float:
    often = {"dealt": 200, "bets": 1 if move.aside else 500, "wins": 4, "loses": 4, "pushes": 20}
    return often.get(move.verb, 1 if move.words else 5)


def after(p: Position, move: Move) -> Position:
    who, cards, box = move.who, tuple(move.words.split()), p.boxes[move.who]
    if move.verb == "bets":
        return replace(p, bets={**p.bets, who: int(move.words)})
    if move.verb in ("wins", "loses"):
        return decided(p, who, move.verb == "wins", played=p.played or bool(box))
    if move.verb in ("dealt", "pushes") and cards:
        new: Iterable[State] = p.first_two(cards)
    elif move.verb == "pushes":
        new = {(sum(two), 2, None) for two in product({p.value(card) for card in p.unseen}, repeat=2)}
    elif move.verb == "stays":
        new = {(total, size, won) for total, size, _ in box for won in (True, False)}
    elif move.verb == "backhands":
        may = [s for s in box if s[2] is None and p.may_call(s)]
        new = {(total, size, total + p.value(cards[0]) > p.table.house["goal"]) for total, size, _ in may}
    else:
        new = box
        for card in cards or [""]:
            values = {p.value(card)} if card else {p.value(card) for card in p.unseen}
            new = {p.hit(state, more) for state in new if state[2] is None for more in values}
    p = replace(p, boxes={**p.boxes, who: frozenset(new)}, seen=p.seen + cards, played=p.played or move.verb != "dealt")
    ends = {won for _, _, won in p.boxes[who]}
    if None in ends or len(ends) > 1:
        return p
    full = all(n == p.table.house["cards"] for _, n, _ in p.boxes[who]) and not any(map(p.is_push, box))
    five = move.verb == "hits" and full and True in ends
    return decided(p, who, ends == {True}, by_cards=p.by_cards + (who,) * five)


def decided(p: Position, who: str, won: bool, **other: Any) -> Position:
    staked = {**p.staked, who: p.bets.get(who, 0)}
    return replace(p, won={**p.won, who: won}, staked=staked, **other)


def score(p: Position) -> dict[str, int]:
    times = {seat: p.table.house["five-pays"] if seat in p.by_cards else 1 for seat in p.won}
    if not p.betting:
        return {seat: times[seat] * won for seat, won in p.won.items()}
    brought = {seat: p.staked[seat] * (times[seat] if won else -1) for seat, won in p.won.items()}
    return brought | {"bank": -sum(brought.values())}


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """Winners and losers, except for hands of five cards, which may win more than that says."""
    if end.by_cards != start.by_cards or "push-hand" in end.table.struck:
        return  # any hand may be pushed away there, and lose as another
    if bets := {
        f"{seat} bets {chips}" for seat, chips in end.staked.items() if chips and seat not in (*start.bets, *start.won)
    }:
        yield bets
    entered = {seat: f"{seat} {'wins' if won else 'loses'}" for seat, won in end.won.items() if seat not in start.won}
    yield from (entered.pop(seat) for seat, box in start.boxes.items() if box and seat in entered)  # in their turn
    yield {*entered.values()}


def contrary(start: Position, end: Position) -> Iterator[str]:
    """The opposite of the real result."""
    yield from (f"{seat} {'loses' if won else 'wins'}" for seat, won in start.won.items())


def onward(p: Position) -> ModelTable:
    wins = added(p.table.kept or {}, {seat: int(won) for seat, won in p.won.items()})
    if not p.betting:
        return p.table.onward(score(p), kept=wins)
    return replace(p.table, dealer="bank", hand=p.table.hand + 1, scores=added(p.table.scores, score(p)), kept=wins)


def corrected(table: ModelTable, more: Mapping[str, int]) -> ModelTable:
    """Without chips the hands won are the score, so those are corrected."""
    wins = added(table.kept, more) if "table" not in more else table.kept
    return replace(table, scores=added(table.scores, more), kept=wins)


def winners(table: ModelTable) -> set[str]:
    """The game ends after a number of hands won or played. The score decides who has won."""
    target, hands = table.house["first-to"], table.house["hands"]
    wins = table.kept or dict.fromkeys(table.seats, 0)
    if not (target and max(wins.values()) >= target) and not (hands and table.hand > hands):
        return set()
    return {seat for seat in table.seats if table.scores[seat] == max(table.scores[player] for player in table.seats)}


def facts(p: Position) -> dict[str, object]:
    totals = {seat: {total for total, _, _ in box} for seat, box in p.boxes.items()}
    total = {seat: reached.pop() for seat, reached in totals.items() if len(reached) == 1}
    return {"total": total, "cards": {seat: max(box)[1] for seat, box in p.boxes.items() if box}, "deal": p.table.hand}
