"""500 Rummy: cards score for the player who lays them. You may take the pile as deep as a card is useful at once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from itertools import combinations_with_replacement as with_repeats
from typing import Any

from referee.testing.models import RANKS, SUITS, Cards, Dealt, ModelTable, Move, added, pack, shuffled, without

PLAYERS = range(2, 9)
BOOK = {
    "packs": lambda players: 1 if players < 5 else 2, "jokers": 2, "hand-size": 7, "target": 500,
    "ace": 15, "low-ace": 1, "joker": 15, "court": 10, "out": 0, "round-the-corner": "no",
    "top-card": "melded", "last-discard": "free",
}  # fmt: skip
STRIKES = ("pile-use", "suits-differ")
LISTED = ("takes", "claims", "melds", "lays", "discards")
REACHES = (
    "takes", "claims", "melds", "lays", "holds", "discards of pile-use", "melds of suits-differ", "takes of pile-use",
    "melds of meld-shape", "lays of lay-off", "claims of rummy-call", "melds of rummy-call", "melds of joker-named",
    "stock out", "out", "low ace",
)  # fmt: skip
LADDER = ("A", *RANKS[::-1])
SETS = [tuple(rank + suit for suit in suits) for rank in RANKS for n in (3, 4) for suits in combinations(SUITS, n)]
RUNS = [tuple(r + suit for r in LADDER[a:b]) for suit in SUITS for a, b in combinations(range(15), 2) if b - a > 2]
ROUND = [
    tuple(rank + suit for rank in (LADDER[:13] * 2)[a : a + n])
    for suit in SUITS
    for a in range(13)
    for n in range(3, 13)
]
ROUND += [tuple(rank + suit for rank in LADDER[:13]) for suit in SUITS]


THREES = {corner: [meld for meld in SETS + runs if len(meld) == 3] for corner, runs in (("no", RUNS), ("yes", ROUND))}
MELDS = {corner: {tuple(sorted(meld)) for meld in SETS + runs} for corner, runs in (("no", RUNS), ("yes", ROUND))}


DOUBLED = [tuple(r + suit for suit in suits) for r in RANKS for n in (3, 4) for suits in with_repeats(SUITS, n)]
DOUBLED = [cards for cards in DOUBLED if len({*cards}) < len(cards)]


def all_runs(table: ModelTable) -> list[Cards]:
    return ROUND if table.house["round-the-corner"] == "yes" else RUNS


def doubles(table: ModelTable) -> bool:
    """Whether a set may have a suit twice."""
    return "suits-differ" in table.struck


@dataclass(frozen=True)
class Position(Dealt):
    stock: Cards
    pile: Cards
    turn: str
    melds: tuple[Cards, ...] = ()  # jokers as the cards they stand for
    laid: dict[str, int] = field(default_factory=dict)  # the value of everybody's cards on the table
    drawn: str = ""
    owed: str = ""  # the card for which the pile was taken
    taken: Cards = ()  # taken by a call, which it must be played for
    free: bool = False  # whether Rummy may be called
    told: Cards = ()

    @property
    def over(self) -> bool:
        return not self.stock or not all(self.held.values())


def value(card: str, house: Mapping[str, Any]) -> int:
    special = {"JK": "joker", "A": "ace", "K": "court", "Q": "court", "J": "court"}
    rank = card[:2] if card[:2] == "JK" else card[:-1]
    return int(house[special[rank]] if rank in special else rank)


def total(cards: Iterable[str], house: Mapping[str, Any]) -> int:
    return sum(value(card, house) for card in cards)


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Seven each from one pack, or from two packs for five players and more. Cards often go together."""
    cards = shuffled(pack(packs=table.house["packs"], jokers=table.house["jokers"]), chance)
    noise, size = chance.choice([4, 30, 60]), table.house["hand-size"]
    cards.sort(key=lambda card: SUITS.find(card[-1]) * 13 + LADDER.index(card[:-1]) + chance.random() * noise)
    held = {seat: tuple(cards[place * size : place * size + size]) for place, seat in enumerate(table.seats)}
    upcard, *stock = shuffled(cards[size * len(held) :], chance)
    return Position(table, held, held, tuple(stock), (upcard,), table.left(table.dealer))


def opening(p: Position) -> Iterator[Move]:
    yield Move(p.table.dealer, "deals", less=("deal",))
    yield Move("", "upcard", p.pile[0], less=("",))


def longer(meld: Cards, table: ModelTable) -> list[Cards]:
    """Everything that can be added to a meld."""
    if len({card[:-1] for card in meld}) == 1:
        suits = [suit for suit in SUITS if doubles(table) or meld[0][:-1] + suit not in meld]
        return [(meld[0][:-1] + suit,) for suit in suits if len(meld) < 4]
    if table.house["round-the-corner"] == "yes":
        row = [rank + meld[0][-1] for rank in LADDER[:13] * 3]
        low, free = row.index(meld[0]) + 13, 13 - len(meld)
        high = low + len(meld)
        parts = [(down, up) for down in range(free + 1) for up in range(free - down + 1) if down + up]
        return [(*row[low - down : low], *row[high : high + up]) for down, up in parts]
    row = [rank + meld[0][-1] for rank in LADDER]
    low = row.index(meld[0])
    high = low + len(meld)
    return [(*row[a:low], *row[high:b]) for a in range(low + 1) for b in range(high, 15) if low - a + b - high]


def ways(cards: Cards, hand: Cards) -> Iterator[Cards]:
    """These cards from a hand, with jokers where needed, and for three cards other combinations."""
    jokers = hand.count("JK")
    if len({*cards}.difference(hand)) > jokers:
        return
    missing = (Counter(cards) - Counter(hand)).total()
    if len(cards) > 4 and missing and len({*cards}) < len(cards):
        return  # an ace at either end
    for number in range(missing, 1 + (jokers if len(cards) < 4 else min(jokers, missing))):
        for wild in combinations(range(len(cards)), number):
            if not Counter(card for at, card in enumerate(cards) if at not in wild) - Counter(hand):
                yield tuple(f"JK={card}" if at in wild else card for at, card in enumerate(cards))


def of_use(p: Position, card: str, others: Cards) -> bool:
    """Whether a card can be melded or laid off with cards of the hand."""
    hand = (card, *others)
    for cards in (
        *THREES[p.table.house["round-the-corner"]],
        *(cards for meld in p.melds for cards in longer(meld, p.table)),
    ):
        if (card in cards or card == "JK") and len({*cards}.difference(hand)) <= hand.count("JK"):
            return True
    return doubles(p.table) and in_a_doubled_set(p, card, hand)


def in_a_doubled_set(p: Position, card: str, hand: Cards) -> bool:
    ranks = RANKS if card == "JK" else (card[:-1],)
    sets = [meld[0][:-1] for meld in p.melds if len(meld) < 4 and len({card[:-1] for card in meld}) == 1]
    if {*ranks} & {*sets}:
        return True
    natural = [other[:-1] for other in hand if other != "JK"]
    return max(map(natural.count, ranks)) + hand.count("JK") > 2


def free(p: Position, place: int) -> bool:
    """Whether that is the top card alone, which may be kept."""
    return p.table.house["top-card"] == "free" and place == len(p.pile) - 1


def callable(p: Position) -> Iterator[str]:
    """The cards for which Rummy can be called."""
    return (card for at, card in enumerate(p.pile) if p.free and of_use(p, card, p.pile[at + 1 :]))


def moves(p: Position) -> Iterator[Move]:
    who, hand, other = p.turn, p.held[p.turn], p.table.left(p.turn)
    if p.over:
        for seat, cards in p.held.items():
            points = total(cards, p.table.house)
            if cards:
                yield Move(seat, "holds", " ".join(cards), (f"{seat} holds {points}",), aside=seat in p.told)
            yield Move(seat, "holds", str(points + 1), breaks=("hand-count",))
            yield Move(seat, "draws", breaks=("hand-end",))
        return
    late, early = ("draw-first", "turn-order") * bool(p.drawn), ("draw-first",) * (not p.drawn)
    if laid := p.laid.get(who):
        yield Move(who, "scores", str(laid - 1), breaks=("meld-points",))
    yield Move(who, "draws", p.stock[-1], (f"{who} draws",), late)
    yield Move(other, "draws", breaks=("turn-order",))
    calls = {*callable(p)}
    for card in dict.fromkeys((*p.pile[::-1], p.stock[0])):
        at = len(p.pile) - 1 - p.pile[::-1].index(card) if card in p.pile else len(p.pile)
        lies = card in p.pile
        useless = lies and not free(p, at) and not of_use(p, card, (*hand, *p.pile[at + 1 :]))
        yield Move(who, "takes", card, breaks=late + ("pile-draw",) * (not lies) + ("pile-use",) * useless)
        for seat in p.table.seats:
            back = p.table.left(seat) == p.turn
            wrong = ("rummy-call",) * back if card in calls else ("rummy-call", "pile-draw")
            yield Move(seat, "claims", card, breaks=wrong, aside=not wrong)
    for on, lying in enumerate(((), *p.melds)):
        for cards in longer(lying, p.table) if on else SETS + all_runs(p.table) + DOUBLED * doubles(p.table):
            for words in ways(cards, hand):
                jokers = " ".join(words).count("JK=")
                listed = not jokers or (len(cards) < 4 and jokers < 3)
                yield play(p, on, words, early, listed=listed)
    alike = [tuple(card for card in hand if card[:-1] == rank)[:3] for rank in RANKS]
    for cards in (hand[:3], hand[-3:], hand[:1] * 3, hand[:2], *(three for three in alike if len({*three}) == 2)):
        if tuple(sorted(cards)) not in MELDS[p.table.house["round-the-corner"]]:
            double = len({*cards}) < len(cards) and len({card[:-1] for card in cards}) == 1
            missing = ("hand-count",) * bool(Counter(cards) - Counter(hand))
            shape = ("suits-differ", *missing) if double and len(cards) > 2 else ("meld-shape",)
            yield play(p, 0, cards, early + (("joker-named",) if "JK" in cards else shape), listed=False)
    for on, card in enumerate(hand[: len(p.melds)], 1):
        if (card,) not in longer(p.melds[on - 1], p.table):
            yield play(p, on, (card,), ("lay-off", "joker-named"))
    for card in dict.fromkeys(hand):
        wrong = ("pile-use",) * bool(p.owed) + ("rummy-call",) * bool(p.taken)
        yield Move(who, "discards", card, breaks=early + wrong)
    if p.stock[0] not in hand:
        unseen = p.drawn == "draws" and len(hand) == 1 + len(p.dealt[who]) and not p.melds
        yield Move(who, "discards", p.stock[0], breaks=("hand-count",), hidden=unseen)


def play(p: Position, on: int, words: Cards, wrong: Cards, listed: bool = True) -> Move:
    """Cards melded or laid off, with the rules broken while a card of the pile is owed."""
    cards = [word[:2] if word[:2] == "JK" else word for word in words]
    wrong += ("pile-use",) * bool(p.owed and p.owed not in cards)
    wrong += ("rummy-call",) * bool(p.taken and (p.owed not in cards or Counter(cards) - Counter(p.taken)))
    last = len(words) >= len(p.held[p.turn]) and p.table.house["last-discard"] == "needed"
    wrong += ("last-discard",) * last
    text = " ".join(words) + f" on {on}" * bool(on)
    return Move(p.turn, "lays" if on else "melds", text, breaks=wrong, listed=listed)


def likely(p: Position, move: Move) -> float:
    if move.verb == "discards":
        return 1.5 / len(p.held[p.turn])
    return {"melds": 1, "lays": 2, "draws": 3, "claims": 2, "takes": 0.3}.get(move.verb, 1)


def after(p: Position, move: Move) -> Position:
    who, words, hand = move.who, move.words.split(), p.held[move.who]
    match move.verb:
        case "holds":
            return replace(p, told=(*p.told, who))
        case "draws":
            held = {**p.held, who: (*hand, p.stock[-1])}
            return replace(p, held=held, stock=p.stock[:-1], drawn="draws", free=False)
        case "takes" | "claims":
            places = [at for at, card in enumerate(p.pile) if card == move.words]
            good = [at for at in places if of_use(p, move.words, p.pile[at + 1 :])]
            at = (good if move.verb == "claims" else places)[-1]
            held, taken = {**p.held, who: (*hand, *p.pile[at:])}, p.pile[at:] if move.verb == "claims" else ()
            owed = "" if move.verb == "takes" and free(p, at) else move.words
            p = replace(p, held=held, taken=taken, pile=p.pile[:at], owed=owed, turn=who)
            return replace(p, drawn=move.verb, free=False)
        case "discards":
            held = {**p.held, who: without(hand, words)}
            p = replace(p, held=held, pile=(*p.pile, *words), drawn="", free=True)
            return replace(p, turn=p.table.left(who)) if held[who] else p
    on, lying, house = 0, [*p.melds], p.table.house
    if move.verb == "lays":
        *words, _, number = words
        on = int(number)
    before = lying[on - 1] if on else ()
    stood = sorted((*before, *(word.removeprefix("JK=") for word in words)))
    runs = all_runs(p.table)
    same = [meld for meld in SETS + runs if sorted(meld) == stood] or [tuple(stood)]
    if house["round-the-corner"] == "no":
        same = [meld for meld in same if meld not in runs or " ".join(before) in " ".join(meld)]
    meld = same[-1]
    below = [card for card, above in pairwise(meld) if (card[0], above[0]) == ("A", "2") and card in words]
    new = house["round-the-corner"] == "yes" or meld[:1] != before[:1]
    low = meld in runs and new and bool(below)
    points = total(words, house) - (house["ace"] - house["low-ace"]) * low
    lying = [*lying[: on - 1], meld, *lying[on:]] if on else [*lying, meld]
    left = without(hand, [word[:2] if word[:2] == "JK" else word for word in words])
    laid = added(p.laid, {who: points})
    return replace(p, held={**p.held, who: left}, melds=tuple(lying), laid=laid, owed="", taken=())


def score(p: Position) -> dict[str, int]:
    house = p.table.house
    out = {seat: house["out"] * (not hand) for seat, hand in p.held.items()}
    return {seat: p.laid.get(seat, 0) - total(hand, house) + out[seat] for seat, hand in p.held.items()}


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """The points laid and held by everybody."""
    if not start.over:
        held = {seat: total(hand, end.table.house) for seat, hand in end.held.items()}
        yield {f"{seat} scores {end.laid.get(seat, 0)} held {points}" for seat, points in held.items()}


def contrary(start: Position, end: Position) -> Iterator[str]:
    """Less than a player has laid."""
    yield from (f"{seat} scores {points - 1} held 10" for seat, points in start.laid.items() if points)


def facts(p: Position) -> dict[str, object]:
    top = {"top": p.pile[-1]} if len(p.pile) > 1 else {}
    known = {"stock": len(p.stock), "pile": len(p.pile), "melds": len(p.melds), "hand": p.table.hand, **top}
    rummy = bool(p.owed and p.drawn == "claims") or (not p.over and any(callable(p)))
    return {"cards": {seat: len(hand) for seat, hand in p.held.items()}, "rummy": rummy, **known}


def came_to(end: Position) -> Iterator[str]:
    yield "out" if end.stock else "stock out"
    yield from ["low ace"] * any(meld in RUNS and meld[0][0] == "A" for meld in end.melds)


def winners(table: ModelTable) -> set[str]:
    best = max(table.scores.values())
    return {seat for seat, points in table.scores.items() if points == best} if best >= table.house["target"] else set()
