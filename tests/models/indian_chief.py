"""Indian Chief: fill seven boxes in seven turns, each with a meld of a different number of cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from referee.testing.models import RANKS, SUITS, Cards, ModelTable, Move, added, pack, shuffled, without

PLAYERS = range(2, 9)
BOOK = {
    "beggar": 2, "lawyer": 25, "lawyer-sum": 25, "doctor": 10, "poker": tuple(range(5, 51, 5)), "hand-size": 8,
    "ace": 1, "court": 10, "packs": lambda players: 1 if players < 4 else 2, "stealing": "yes",
}  # fmt: skip
LISTED = ("melds",)
STRIKES = ("meld-once", "steal-order", "steal")
REACHES = (
    "melds", "takes", "melds of packs", "melds of held-cards", "melds of meld-once", "melds of one-report",
    "melds of must-meld", "takes of steal", "takes of steal-order", "takes of steal-tie", "scores of points-possible",
    "a beggar", "a lawyer", "a doctor", "melds shuffled in at once",
)  # fmt: skip
HANDS = 1
NAMES = ("thief", "beggar", "poor", "lawyer", "rich", "doctor", "chief")


@dataclass(frozen=True)
class Position:
    table: ModelTable
    seed: float
    held: dict[str, Cards]
    stub: Cards
    made: dict[str, Cards]  # the kinds that each has melded
    turn: int = 0
    full: bool = False  # hands were made up, and what each will meld is decided
    plan: dict[str, str] = field(default_factory=dict)
    shown: frozenset[str] = frozenset()
    melds: tuple[tuple[str, str], ...] = ()  # in this turn
    lying: dict[str, Cards] = field(default_factory=dict)  # of the turn before
    thieves: dict[str, str] = field(default_factory=dict)
    stolen: tuple[tuple[str, str, str], ...] = ()  # who, what, from whom
    points: tuple[dict[str, tuple[int, str]], ...] = ()
    again: bool = False  # the melds were shuffled in before all hands were made up

    @property
    def dice(self) -> random.Random:
        return random.Random(f"{self.seed} {self.turn}")


def value(card: str, house: Mapping[str, Any]) -> int:
    return int(house["ace"] if card[0] == "A" else house["court"] if card[0] in "KQJ" else card[:-1])


def total(cards: Iterable[str], house: Mapping[str, Any]) -> int:
    return sum(value(card, house) for card in cards)


def height(card: str) -> int:
    """Aces are lowest among Thieves, kings highest."""
    return (RANKS[:0:-1] + RANKS[:1]).index(card[:-1]) if card[0] != "A" else -1


def deal(table: ModelTable, chance: random.Random) -> Position:
    cards = shuffled(pack(packs=table.house["packs"]), chance)
    held = {seat: tuple(cards.pop() for _ in range(table.house["hand-size"])) for seat in table.seats}
    made: dict[str, Cards] = dict.fromkeys(table.seats, ())
    return planned(Position(table, chance.random(), held, tuple(cards), made, full=True))


def planned(p: Position) -> Position:
    """Everybody's melds at the signal: often thieves at first, and melds that score."""
    dice, plan = p.dice, {}
    for seat, hand in p.held.items():
        free = [size for size in range(1, 8) if NAMES[size - 1] not in p.made[seat] or "meld-once" in p.table.struck]
        size = 1 if 1 in free and dice.random() < 0.4 else dice.choice(free)
        tries = [dice.sample(hand, size) for _ in range(30)]
        if size == 4:
            tries.sort(key=lambda four: total(four, p.table.house) != p.table.house["lawyer-sum"])
        if size == 6:
            tries.sort(key=lambda six: not doctors(tuple(six), ""))
        suit = dice.choice(["", *(f" in {suit}" for suit in SUITS)]) if size == 6 else ""
        words = " ".join(sorted(tries[0])) + suit
        plan[seat] = words
        if size == 7 and dice.random() < 0.5:
            plan[seat] = halves(words.split())
    return replace(p, plan=plan)


def halves(seven: list[str]) -> str:
    return f"{' '.join(seven[:5])}, {' '.join(seven[5:])}"


def made_up(p: Position) -> Position:
    """Hands are filled up from the stub, and from the melds if that isn't enough. Then melds go into the stub."""
    stub, dice, again = list(p.stub), p.dice, p.again
    table = shuffled([card for cards in p.lying.values() for card in cards], dice)
    held = {seat: list(cards) for seat, cards in p.held.items()}
    for hand in held.values():
        while len(hand) < p.table.house["hand-size"]:
            if not stub:
                stub, table, again = table, [], True
            hand.append(stub.pop())
    hands = {seat: tuple(hand) for seat, hand in held.items()}
    return planned(replace(p, held=hands, stub=tuple(shuffled([*stub, *table], dice)), full=True, again=again))


def moves(p: Position) -> Iterator[Move]:
    if p.turn == 7:
        return
    if not p.full:
        yield from steals(p)
    full = p if p.full else made_up(p)
    for seat in without(p.held, p.shown):
        yield Move(seat, "dealt", " ".join(full.held[seat]), less=("",))
        yield Move(seat, "dealt", " ".join(full.held[seat][1:]), breaks=("packs", "held-cards"))
    if not {*p.held} - p.shown:
        for seat in p.held:
            yield from melds(p, seat)


def steals(p: Position) -> Iterator[Move]:
    """From the lowest Thief up, each may take a card from another player's meld."""
    for seat, hand in p.held.items():
        for whom, cards in p.lying.items() if len(hand) < p.table.house["hand-size"] else ():
            for card in dict.fromkeys(cards):
                yield Move(seat, "takes", f"{card} from {whom}", breaks=against_stealing(p, seat, whom))
        for thief, card, whom in p.stolen if "steal" not in p.table.struck else ():
            if card not in p.lying[whom]:
                tied = thief in p.thieves and p.thieves.get(seat, "")[:-1] == p.thieves[thief][:-1]
                breaks = ("steal", "steal-tie") if tied and seat not in (thief, whom) else ("steal",)
                yield Move(seat, "takes", f"{card} from {whom}", breaks=breaks)


def against_stealing(p: Position, seat: str, whom: str) -> Cards:
    """Only Thieves steal, once each, from others, and in order from the lowest."""
    if seat not in p.thieves or p.table.house["stealing"] == "no":
        return ("steal",)
    gone = [height(p.thieves[other]) for other, _, _ in p.stolen if other in p.thieves]
    twice = seat == whom or any(seat == other for other, _, _ in p.stolen)
    late = bool(gone) and max(gone) > height(p.thieves[seat])
    return ("steal",) * twice + ("steal-order",) * late


def melds(p: Position, seat: str) -> Iterator[Move]:
    """Every meld that is still open, and invalid ones."""
    hand, entered = tuple(sorted(p.held[seat])), any(seat == other for other, _ in p.melds)
    again = ("one-report",) * entered
    for size in range(1, min(len(hand), 7) + 1):
        breaks = ("meld-once",) * (NAMES[size - 1] in p.made[seat]) + again
        for words in {" ".join(cards): None for cards in combinations(hand, size)}:
            yield meld(p, seat, words, breaks)
    if not entered and ("," in p.plan[seat] or " in " in p.plan[seat]):
        size = len(cards_in(p.plan[seat]))
        breaks = ("meld-once",) * (NAMES[size - 1] in p.made[seat]) + again
        yield meld(p, seat, p.plan[seat], breaks)._replace(listed=False)
    if len(hand) > 7:
        yield Move(seat, "melds", " ".join(hand[:8]), breaks=("must-meld", *again))
    other = p.table.left(seat)
    for card in [*p.held[other][:2], *p.stub[:1]]:
        if card not in hand:
            breaks = ("packs",) if p.held[other].count(card) == p.table.house["packs"] else ()
            yield Move(seat, "melds", card, breaks=("held-cards", *breaks, *again))
    yield Move(seat, "scores", "-7 thief", breaks=("points-possible", *again))
    yield Move(seat, "scores", "1000 chief", breaks=("points-possible", *again))
    if p.melds:
        yield Move(seat, "deals", breaks=("must-meld",))
        yield Move(seat, "takes", f"AS from {other}", breaks=("steal", "illegal"))


def meld(p: Position, seat: str, words: str, breaks: Cards) -> Move:
    """A meld. Its points may be entered instead if nobody's Beggar Man needs its cards."""
    plain = all(len(cards_in(meld)) != 2 for meld in p.plan.values())
    points, what = worth(p, seat, words) if plain and words == p.plan[seat] else (0, "")
    return Move(seat, "melds", words, (f"{seat} scores {points} {what}",) if what else (), breaks)


def likely(p: Position, move: Move) -> float:
    if move.verb == "melds":
        return move.words == p.plan[move.who]
    return 3 if move.verb == "takes" else 1


def cards_in(words: str) -> Cards:
    return tuple(words.partition(" in ")[0].replace(",", "").split())


def worth(p: Position, seat: str, words: str) -> tuple[int, str]:
    """The value of a meld, and its kind."""
    house, cards = p.table.house, cards_in(words)
    points, what = total(cards, house), NAMES[len(cards) - 1]
    match what:
        case "thief":
            return points, what
        case "beggar":
            others = [card for other, meld in p.melds if other != seat for card in cards_in(meld)]
            ranks = {card[:-1] for card in cards}
            return house["beggar"] * sum(card[:-1] in ranks for card in others), what
        case "poor":
            return total((card for card in cards if card[-1] == "S"), house), what
        case "lawyer":
            return house["lawyer"] * (points == house["lawyer-sum"]), what
        case "rich":
            return -points, what
        case "doctor":
            return house["doctor"] * doctors(cards, words.partition(" in ")[2]), what
    ways = [set(range(5))] if "," in words else map(set, combinations(range(7), 5))
    splits = [([cards[n] for n in way], [cards[n] for n in range(7) if n not in way]) for way in ways]
    return max(house["poker"][poker(five)] + total(two, house) % 10 for five, two in splits), what


def doctors(cards: Cards, suit: str) -> int:
    ranks, suits = {card[:-1] for card in cards}, Counter(card[-1] for card in cards)
    good = len(ranks) == len(cards) and "A" in ranks and suits["H"]
    return (suits[suit] if suit else max(suits.values())) if good else 0


def poker(five: list[str]) -> int:
    """High card, pair, two pair, threes, straight, flush, full house, fours, straight flush, fives."""
    pairs = sum(card[:-1] == other[:-1] for card, other in combinations(five, 2))
    places = sorted(RANKS.index(card[:-1]) for card in five)
    straight = not pairs and (places[-1] - places[0] == 4 or places == [0, 9, 10, 11, 12])
    flush = len({card[-1] for card in five}) == 1
    return max({0: 0, 1: 1, 2: 2, 3: 3, 4: 6, 6: 7, 10: 9}[pairs], 4 * straight, 5 * flush, 8 * (straight and flush))


def after(p: Position, move: Move) -> Position:
    who = move.who
    if move.verb == "takes":
        card, _, whom = move.words.split()
        held, lying = {**p.held, who: (*p.held[who], card)}, {**p.lying, whom: without(p.lying[whom], [card])}
        return replace(p, held=held, lying=lying, stolen=(*p.stolen, (who, card, whom)))
    if move.verb == "dealt":
        return replace(p if p.full else made_up(p), shown=p.shown | {who})
    held = {**p.held, who: without(p.held[who], cards_in(move.words))}
    made = {**p.made, who: (*p.made[who], NAMES[len(cards_in(move.words)) - 1])}
    p = replace(p, held=held, made=made, melds=(*p.melds, (who, move.words)))
    if len(p.melds) < len(p.held):
        return p
    points = {seat: worth(p, seat, words) for seat, words in p.melds}
    lying = {seat: cards_in(words) for seat, words in p.melds}
    thieves = {seat: cards[0] for seat, cards in lying.items() if len(cards) == 1}
    return Position(
        p.table, p.seed, p.held, p.stub, p.made, p.turn + 1, lying=lying, thieves=thieves, points=(*p.points, points),
        again=p.again,
    )  # fmt: skip


def score(p: Position) -> dict[str, int]:
    scores: dict[str, int] = {}
    for points in p.points:
        scores = added(scores, {seat: number for seat, (number, _) in points.items()})
    return scores


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """The value of everybody's meld, turn by turn."""
    if not start.melds:
        for points in end.points[start.turn :]:
            yield {f"{seat} scores {number} {what}" for seat, (number, what) in points.items()}


def winners(table: ModelTable) -> list[str]:
    return [seat for seat in table.seats if table.scores[seat] == max(table.scores.values())] if table.scores else []


def facts(p: Position) -> dict[str, object]:
    stealing = [] if p.melds or p.turn == 7 else sorted(p.thieves, key=lambda seat: height(p.thieves[seat]))
    able = (
        []
        if p.table.house["stealing"] == "no"
        else [seat for seat in stealing if seat not in {who for who, _, _ in p.stolen}]
    )
    if not p.full:
        able = [seat for seat in able if "steal-order" not in against_stealing(p, seat, "")]
    open_boxes = {seat: 7 - len({*made}) for seat, made in p.made.items()}
    return {"turn": min(p.turn + 1, 7), "open": open_boxes} | ({} if p.full else {"stealing": able})


def came_to(end: Position) -> Iterator[str]:
    for points in end.points:
        yield from (f"a {what}" for number, what in points.values() if number > 0)
    yield from ["melds shuffled in at once"] * end.again
