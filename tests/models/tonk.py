"""Tonk: five cards, spreads and hits, slaps and drops; every way out of a hand is paid in stakes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from referee.testing.models import RANKS, Cards, Dealt, ModelTable, Move, added, pack, shuffled, without

PLAYERS = range(2, 5)
BOOK = {
    "hand-size": 5, "low-tonk": 11, "high-tonk": 50, "stake": 1, "tonk": 2, "drop": 1, "caught": 1, "empty": 1,
    "ran-out": 1, "tonked-out": 2, "slaps": "yes", "hit-bars": "spreads",
}  # fmt: skip
STRIKES = ("hit-bar", "tonk-count", "tonk-first", "drop-first")
LISTED = ("takes", "melds", "lays", "discards", "slaps", "drops")
REACHES = (
    "declares", "draws", "takes", "melds", "lays", "slaps", "drops", "holds", "melds of spread-shape", "lays of hit",
    "lays of hit-bar", "slaps of slap", "discards of slap", "drops of drop-first", "draws of turn-order",
    "tonk", "out", "tonked out", "drop", "stock", "two tonks", "caught",
)  # fmt: skip
HANDS = 5
LADDER = ("A", *RANKS[::-1])
RUNS = {frozenset(LADDER[low:high]) for low, high in combinations(range(15), 2) if high - low > 2}


@dataclass(frozen=True)
class Position(Dealt):
    upcard: str
    stock: Cards
    turn: str
    pile: Cards = ()
    melds: tuple[tuple[str, Cards], ...] = ()  # whose
    barred: tuple[str, ...] = ()
    begun: bool = False
    drawn: str = ""  # draws, takes, slaps
    slapped: str = ""  # while it isn't played
    tonks: tuple[str, ...] = ()
    end: str = ""  # tonk, out, tonked out, drop, stock: by the player in turn
    told: tuple[str, ...] = ()


def value(card: str) -> int:
    return min(LADDER.index(card[:-1]) + 1, 10)


@cache
def is_spread(cards: frozenset[str]) -> bool:
    ranks, suits = {card[:-1] for card in cards}, {card[-1] for card in cards}
    return len(cards) > 2 and (len(ranks) == 1 or (len(suits) == 1 and ranks in RUNS))


@cache
def spreads(hand: Cards, on: Cards = ()) -> list[Cards]:
    """All spreads of a hand, and spreads it can hit."""
    choices = [cards for size in range(1, len(hand) + 1) for cards in combinations(sorted(hand), size)]
    return [cards for cards in choices if is_spread(frozenset((*on, *cards)))]


def unmatched(hand: Cards) -> int:
    """The count of a hand after its best spreads."""
    return min([sum(map(value, hand)), *(unmatched(without(hand, cards)) for cards in spreads(hand))])


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Five each; often a hand goes together, or counts little or much."""
    cards, noise, size = shuffled(pack(), chance), chance.choice([1, 3, 60, 60]), table.house["hand-size"]
    cards.sort(key=lambda card: RANKS.index(card[:-1]) + chance.random() * noise, reverse=chance.random() < 0.5)
    held = {seat: tuple(cards[place * size : place * size + size]) for place, seat in enumerate(table.seats)}
    upcard, *stock = shuffled(cards[size * len(held) :], chance)
    return Position(table, held, held, upcard, tuple(stock), table.left(table.dealer))


def moves(p: Position) -> Iterator[Move]:
    who, hand, other, house = p.turn, p.held[p.turn], p.table.left(p.turn), p.table.house
    for seat, cards in p.dealt.items() if p.end in ("", "tonk") else ():
        points = sum(map(value, cards))
        tonk = points <= house["low-tonk"] or points >= house["high-tonk"]
        wrong = ("tonk-first",) * p.begun + ("tonk-count",) * (not tonk)
        for words in (f"tonk {points}", f"tonk {' '.join(cards)}", *["tonk"] * tonk):
            yield Move(seat, "declares", words, breaks=wrong, aside=True)
    for seat in p.table.seats if p.end in ("drop", "stock") else ():
        points = unmatched(p.held[seat])
        yield Move(seat, "holds", " ".join(p.held[seat]), (f"{seat} holds {points}",), aside=seat in p.told)
        yield Move(seat, "holds", str(points + 101), breaks=("hand-count",))
        yield Move(seat, "slaps", breaks=("hand-end",))
    if p.end:
        if "out" in p.end:
            yield Move(who, "out", "tonk" * (p.end == "tonked out"), aside=True)
            yield Move(who, "out", "tonk" * (p.end == "out"), breaks=("hand-end",))
        yield Move(other, "draws", breaks=("hand-end",))
        return
    if not p.pile and not p.begun:
        yield Move("", "upcard", p.upcard, ("",))
        return
    late, early = ("turn-order",) * bool(p.drawn), () if p.drawn else ("draw-first",)
    yield Move(who, "draws", p.stock[-1] if p.stock else "", (f"{who} draws",), late)
    for card in ("", *p.pile[::-1]):
        deep = ("draw-first", "turn-order") if card not in ("", *p.pile[-1:]) or not p.pile else ()
        yield Move(who, "takes", card, (f"{who} takes",) if card else (), breaks=late + deep)
    barred = who in p.barred and house["hit-bars"] != "spreads"
    yield Move(who, "drops", breaks=("drop-first",) * bool(p.drawn) + ("hit-bar",) * barred)
    yield Move(other, "drops", breaks=("turn-order", "drop-first"))
    yield Move(other, "draws", breaks=("turn-order",))
    yield Move(who, "holds", "5", breaks=("hand-count",))
    yield Move(who, "out", breaks=("hand-end",))
    bar = ("hit-bar",) * (who in p.barred and house["hit-bars"] != "drops")
    for on, lying in enumerate(((), *(cards for _, cards in p.melds))):
        for cards in [*spreads(hand, lying), hand[:3], hand[-2:]]:
            wrong = () if is_spread(frozenset((*lying, *cards))) else ("hit" if on else "spread-shape",)
            wrong += ("slap",) * bool(p.slapped and p.slapped not in cards) + early + bar
            yield Move(who, "lays" if on else "melds", " ".join(cards) + f" on {on}" * bool(on), breaks=wrong)
    for card in hand:
        yield Move(who, "discards", card, breaks=("slap",) * bool(p.slapped) + early)
    for card in p.stock[:1]:
        unseen = p.drawn == "draws" and len(hand) == house["hand-size"] + 1
        yield Move(who, "discards", card, breaks=("one-pack", "hand-count"), hidden=unseen)
    yield from slaps(p)


def slaps(p: Position) -> Iterator[Move]:
    """Anybody may take the card just discarded and spread it at once."""
    house, tops, lying = p.table.house, p.pile[-1:], [(), *(cards for _, cards in p.melds)]
    for seat in p.table.seats:
        fits = any({*tops} & {*cards} for on in lying for cards in spreads((*p.held[seat], *tops), on))
        free = p.begun and not p.drawn and p.table.left(seat) != p.turn and house["slaps"] == "yes"
        barred = seat in p.barred and house["hit-bars"] != "drops"
        wrong = ("slap",) * (not free or not fits) + ("hit-bar",) * barred
        for card in ("", *tops):
            yield Move(seat, "slaps", card, (f"{seat} slaps",), wrong, aside=not wrong)


def likely(p: Position, move: Move) -> float:
    if move.verb == "discards":
        return 2 * value(move.words) / 10 / len(p.held[p.turn])
    return {"melds": 3, "lays": 6, "draws": 3, "slaps": 3, "drops": 0.06, "declares": 0.4}.get(move.verb, 0.6)


def after(p: Position, move: Move) -> Position:
    who, words, hand = move.who, move.words.split(), p.held.get(move.who, ())
    match move.verb:
        case "upcard":
            return replace(p, pile=(p.upcard,))
        case "declares":
            return replace(p, tonks=p.tonks if who in p.tonks else (*p.tonks, who), end="tonk")
        case "drops":
            return replace(p, end="drop", turn=who)
        case "holds" | "out":
            return replace(p, told=tuple({*p.told, who}))
        case "draws":
            held = {**p.held, who: (*hand, p.stock[-1])}
            return replace(p, held=held, stock=p.stock[:-1], begun=True, drawn="draws")
        case "takes" | "slaps":
            p = replace(p, slapped=p.pile[-1] if move.verb == "slaps" else "", turn=who, begun=True)
            return replace(p, held={**p.held, who: (*hand, p.pile[-1])}, pile=p.pile[:-1], drawn=move.verb)
        case "discards":
            left = without(hand, words)
            barred = tuple(seat for seat in p.barred if seat != who)
            p = replace(p, held={**p.held, who: left}, pile=(*p.pile, *words), barred=barred)
            if not left or not p.stock:
                return replace(p, end="stock" if left else "out")
            return replace(p, turn=p.table.left(who), drawn="")
        case "melds":
            p = replace(p, melds=(*p.melds, (who, tuple(words))))
        case _:
            *words, _, number = words
            owner, lying = p.melds[int(number) - 1]
            melds = (*p.melds[: int(number) - 1], (owner, (*lying, *words)), *p.melds[int(number) :])
            hit = (owner,) if owner not in (who, *p.barred) and "hit-bar" not in p.table.struck else ()
            p = replace(p, melds=melds, barred=(*p.barred, *hit))
    left = without(hand, words)
    return replace(p, held={**p.held, who: left}, slapped="", end="" if left else "tonked out")


def outcome(p: Position) -> tuple[list[str], int, list[str]]:
    """The winner, the stakes that others pay, and who gets another stake from a caught dropper."""
    left = {seat: unmatched(hand) for seat, hand in p.held.items()}
    lowest = [seat for seat in left if left[seat] == min(left.values())]
    house = p.table.house
    match p.end:
        case "tonk":
            return ([*p.tonks] if len(p.tonks) == 1 else []), house["tonk"], []
        case "tonked out" | "out":
            return [p.turn], house["ran-out" if p.end == "out" else "tonked-out"], []
        case "drop" if lowest != [p.turn]:
            others = without(left, [p.turn])
            least = min(left[seat] for seat in others)
            caught = [seat for seat in others if left[seat] <= left[p.turn]]
            return [seat for seat in others if left[seat] == least], 1, caught
    return (lowest if len(lowest) == 1 else []), house["drop" if p.end == "drop" else "empty"], []


def score(p: Position) -> dict[str, int]:
    stake, brought = p.table.house["stake"], dict.fromkeys(p.table.seats, 0)
    wins, stakes, caught = outcome(p)
    pays = [(seat, winner, stakes) for winner in wins for seat in p.table.seats if seat not in wins]
    for payer, payee, number in [*pays, *((p.turn, seat, p.table.house["caught"]) for seat in caught)]:
        brought[payer] -= number * stake
        brought[payee] += number * stake
    return brought if stake else {seat: int(seat in wins) for seat in brought}


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """How the hand ended, and everybody's cards if counts decide it."""
    if start.end:
        return
    if start.pile or start.begun:
        yield "rest"
    yield from (f"{seat} declares tonk" for seat in end.tonks)
    if end.end in ("out", "tonked out"):
        yield f"{end.turn} out" + " tonk" * (end.end == "tonked out")
    if end.end in ("drop", "stock"):
        yield from [f"{end.turn} drops"] * (end.end == "drop")
        yield {f"{seat} holds {unmatched(hand)}" for seat, hand in end.held.items()}


def contrary(start: Position, end: Position) -> Iterator[str]:
    """More than a player's remaining cards can count."""
    if (start.pile or start.begun) and not start.end:
        yield from (f"rest; {seat} holds {10 * len(hand) + 1}" for seat, hand in start.held.items() if hand)


def wins(p: Position) -> dict[str, int]:
    settled = p.end and (p.end not in ("drop", "stock") or len(p.told) == len(p.table.seats))
    return added(p.table.kept or dict.fromkeys(p.table.seats, 0), dict.fromkeys(outcome(p)[0] if settled else (), 1))


def facts(p: Position) -> dict[str, object]:
    cards, house = {seat: len(hand) for seat, hand in p.held.items()}, p.table.house
    barred, top = [seat for seat in p.table.seats if seat in p.barred], {"top": p.pile[-1]} if len(p.pile) > 1 else {}
    known = {"stock": len(p.stock), "cards": cards, "barred": barred, **top}
    open_play = p.begun or p.end in ("", "tonk")  # otherwise it may be entered in numbers
    return {"stake": house["stake"], "won": wins(p), "hand": p.table.hand, **(known if open_play else {})}


def onward(p: Position) -> ModelTable:
    return p.table.onward(score(p), kept=wins(p))


def came_to(end: Position) -> Iterator[str]:
    yield end.end
    yield from ["two tonks"] * (len(end.tonks) > 1) + ["caught"] * bool(outcome(end)[2])
