"""Old Maid: discard pairs and draw cards until one is left. The player who has it loses."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from referee.testing.models import RANKS, Cards, ModelTable, Move, pack, rank, shuffled, without

PLAYERS = range(2, 11)
BOOK = {"games": 1, "packs": 1, "maid": "queen", "pairs": "rank", "removed": None}
STRIKES = ("all-pairs-out", "matching-pair", "no-exposing", "one-card")
LISTED = ("draws",)
REACHES = (
    "discards", "draws", "holds", "discards of all-pairs-out", "discards of matching-pair", "discards of card-count",
    "discards of pack-51", "discards of one-card", "draws of draw-order", "draws of sit-out", "draws of pack-51",
    "draws of all-pairs-out", "shows of no-exposing", "holds of last-holder", "dealt of even-deal",
)  # fmt: skip
MAIDS = {"queen": ("Q",), "jack": ("J",), "joker": ("JK",), "any": RANKS}


@dataclass(frozen=True)
class Position:
    table: ModelTable
    dealt: dict[str, Cards]
    aside: str  # the card removed from the game, if any
    odd_deal: bool  # the extra cards didn't go to the first players
    hands: dict[str, Cards]
    waiting: Cards  # who hasn't thrown the pairs that were dealt
    drawn: str = ""  # who has drawn last, "" before the first draw
    card: str = ""  # that was drawn
    threw: bool = False  # a pair after it
    loser: str = ""

    @property
    def holders(self) -> list[str]:
        """The players with cards, from the left of the last one who drew."""
        around = self.table.around(self.table.left(self.drawn or self.table.dealer))
        return [seat for seat in around if self.hands[seat]]

    @property
    def drawer(self) -> str:
        return self.holders[0]

    @property
    def giver(self) -> str:
        """The nearest player with cards on the drawer's right."""
        around = self.table.around(self.drawer)[1:]
        return next((seat for seat in reversed(around) if self.hands[seat]), "")

    @property
    def over(self) -> bool:
        return bool(self.loser) or (not self.waiting and sum(map(len, self.hands.values())) == 1)


def match(p: Position, *cards: str) -> bool:
    """Whether cards have the same rank, and the same color if the house requires it."""
    red = {card[-1] in "HD" for card in cards}
    return len({*map(rank, cards)}) == 1 and (len(red) == 1 or p.table.house["pairs"] == "rank")


def pairs(p: Position, seat: str) -> list[Cards]:
    """The pairs that a hand discards, as many as it has."""
    thrown: list[Cards] = []
    left = [*p.hands[seat]]
    while left:
        card = left.pop(0)
        if twin := next((other for other in left if match(p, card, other)), ""):
            left.remove(twin)
            thrown.append((card, twin))
    return thrown


def deal(table: ModelTable, chance: random.Random) -> Position:
    """All cards except one are dealt singly from the dealer's left, or sometimes from another player."""
    maid, removed = table.house["maid"], table.house["removed"]
    cards = shuffled([*pack(packs=table.house["packs"]), *["JK"] * (maid == "joker")], chance)
    fits = [card for card in cards if rank(card) in MAIDS[maid] and maid != "joker"]
    aside = removed if removed in fits else chance.choice(fits) if fits else ""
    cards = [*without(cards, [aside] if aside else [])]
    odd = chance.random() < 0.2
    first = chance.choice(table.seats) if odd else table.left(table.dealer)
    hands = {seat: tuple(cards[i :: len(table.seats)]) for i, seat in enumerate(table.around(first))}
    return Position(table, hands, aside, odd, hands, table.seats)


def opening(p: Position) -> Iterator[Move]:
    """If extra cards went elsewhere, that is entered first."""
    yield Move(p.table.dealer, "deals")
    for seat, cards in p.dealt.items() if p.odd_deal else ():
        yield Move(seat, "dealt", str(len(cards)))


def moves(p: Position) -> Iterator[Move]:
    if p.over:
        return
    for seat, cards in p.hands.items():
        if not cards:
            yield Move(seat, "holds", breaks=("last-holder",) if seat not in p.waiting else ())
            continue
        yield Move(seat, "shows", cards[0], breaks=("no-exposing",), aside=True)
        yield Move(seat, "holds", aside=True)
        yield Move(seat, "holds", "5", breaks=() if odd(p, "5") else ("last-holder",), aside=True)
    yield Move(p.table.dealer, "dealt", "99", breaks=("even-deal",))
    if p.waiting:
        for seat in p.waiting:
            yield from first_pairs(p, seat)
    elif len(p.holders) == 1:
        yield Move(p.drawer, "holds")  # who kept pairs is left with them
    else:
        yield from draws(p)
        if p.drawn:
            yield from pair_made(p)


def maids(p: Position) -> Cards:
    return tuple(MAIDS[p.table.house["maid"]])


def odd(p: Position, of_rank: str) -> bool:
    """Whether the last card may be of a rank, as far as the table knows."""
    known = p.aside and p.aside == p.table.house["removed"]
    return of_rank == rank(p.aside) if known else of_rank in maids(p)


def thrown(seat: str, cards: Cards, breaks: Cards = (), aside: bool = False) -> Move:
    """Cards by name, by rank, or by number only."""
    words, ranks = " ".join(cards) or "0", " ".join(map(rank, cards)) or "0"
    less = (f"{seat} discards {ranks}", f"{seat} discards {len(cards)}")
    return Move(seat, "discards", words, less, breaks, aside=aside)


def first_pairs(p: Position, seat: str) -> Iterator[Move]:
    """All pairs are discarded before the first draw."""
    hand, mine = p.hands[seat], pairs(p, seat)
    gone = tuple(card for pair in mine for card in pair)
    yield thrown(seat, gone)
    if mine:
        yield thrown(seat, gone[2:], ("all-pairs-out",))
        again = (*gone[:2], *hand.count(gone[0]) * gone[:1])  # once more than it is there
        yield Move(seat, "discards", " ".join(again), breaks=("card-count", "matching-pair", "pack-51"))
    if "matching-pair" not in p.table.struck:
        yield Move(seat, "discards", "3", breaks=("matching-pair",))
    yield Move(seat, "discards", str(len(hand) + 2 + len(hand) % 2), breaks=("card-count",))
    yield from no_pair(p, seat, aside=False)
    yield Move(seat, "draws", breaks=("draw-order", "sit-out"))
    yield from not_theirs(p, seat, "discards")


def no_pair(p: Position, seat: str, aside: bool) -> Iterator[Move]:
    """Two cards that don't match: of two ranks, or of one rank and two colors."""
    first, *others = p.hands[seat]
    kinds = {match(p, first, card): card for card in others if rank(card) == rank(first)}
    kinds[None] = next((card for card in others if rank(card) != rank(first)), "")
    for other in (kinds.get(False), kinds[None]):
        if other:
            hands = {**p.hands, seat: without(p.hands[seat], [first, other])}
            kept = ("all-pairs-out",) * bool(pairs(replace(p, hands=hands), seat))
            yield thrown(seat, (first, other), ("matching-pair", *kept), aside)


def not_theirs(p: Position, seat: str, verb: str) -> Iterator[Move]:
    """A card that is elsewhere."""
    owner = p.giver if verb == "draws" else seat
    elsewhere = [cards[0] for other, cards in p.hands.items() if other != owner and cards]
    gone = [card for cards in p.dealt.values() for card in cards if all(card not in h for h in p.hands.values())]
    others = [card for card in (*elsewhere[:1], *gone[:1], p.aside) if card and card not in p.hands[owner]]
    for card in dict.fromkeys(others):
        twin = f"{card} {rank(card)}" if verb == "discards" else card
        yield Move(seat, verb, twin, breaks=("card-count", "pack-51", "all-pairs-out", "matching-pair"))


def draws(p: Position) -> Iterator[Move]:
    """A card from the nearest player on the right, after the last pair was discarded."""
    drawer, giver = p.drawer, p.giver
    kept = ("all-pairs-out",) if p.drawn and not p.threw and pair_of(p) else ()
    for card in p.hands[giver]:
        less = (f"{drawer} draws {rank(card)}", f"{drawer} draws", f"draws {card}", "draws")
        yield Move(drawer, "draws", card, less, kept)
    yield Move(drawer, "draws", breaks=kept)
    yield from not_theirs(p, drawer, "draws")
    for seat in p.table.seats:
        if seat != drawer:
            yield Move(seat, "draws", breaks=("draw-order", "sit-out", "one-card"))


def pair_of(p: Position) -> list[Cards]:
    """The pairs that may be made with the card drawn."""
    return [(p.card, card) for card in without(p.hands[p.drawn], [p.card]) if match(p, card, p.card)]


def pair_made(p: Position) -> Iterator[Move]:
    """One pair is discarded after a draw: with the card drawn, or one kept before."""
    seat, hand = p.drawn, p.hands[p.drawn]
    late = "all-pairs-out" in p.table.struck
    for pair in combinations(hand, 2):
        if match(p, *pair):
            yield thrown(seat, pair, ("one-card",) if p.threw else (), aside=late)
    if "one-card" in p.table.struck:
        return
    if len(hand) > 3:
        yield Move(seat, "discards", "4", breaks=("one-card", "matching-pair", "card-count", "all-pairs-out"))
    if p.threw and len(hand) > 1:
        yield Move(seat, "discards", "2", breaks=("one-card", "matching-pair"))


def likely(p: Position, move: Move) -> float:
    if move.verb in ("holds", "shows"):
        stuck = len(p.holders) == 1 and not p.waiting and move.verb == "holds"
        return 1 if stuck else 0.05 if "matching-pair" in p.table.struck and not p.waiting else 0.001
    return 0 if move.verb == "draws" and not move.words else 20 if move.verb == "discards" else 1


def after(p: Position, move: Move) -> Position:
    if move.verb == "shows":
        return p
    if move.verb == "holds":
        return replace(p, loser=move.who)
    if move.verb == "draws":
        giver, who = p.giver, move.who
        hands = {**p.hands, giver: without(p.hands[giver], [move.words]), who: (*p.hands[who], move.words)}
        return replace(p, hands=hands, drawn=who, card=move.words, threw=False)
    gone = () if move.words == "0" else move.words.split()
    waiting = tuple(seat for seat in p.waiting if seat != move.who)
    hands = {**p.hands, move.who: without(p.hands[move.who], gone)}
    return replace(p, hands=hands, waiting=waiting, threw=not p.waiting)


def score(p: Position) -> dict[str, int]:
    """The game lost by one player."""
    return {p.loser or p.holders[0]: 1}


def short(start: Position, end: Position) -> list[str]:
    """The player left with a card."""
    (loser,) = score(end)
    left = end.hands[loser]
    named = len(left) == 1 and not end.loser and end.table.hand % 2 and "matching-pair" not in end.table.struck
    return [f"{loser} holds {left[0]}" if named else f"{loser} holds"]


def winners(table: ModelTable) -> set[str]:
    lost = {seat: table.scores.get(seat, 0) for seat in table.seats}
    return {seat for seat in lost if lost[seat] == min(lost.values())} if table.hand > table.house["games"] else set()


def facts(p: Position) -> dict[str, object]:
    if p.over:
        return {}
    cards = {seat: len(hand) for seat, hand in p.hands.items()}
    return {"left": sum(cards.values()), "cards": cards, "from": p.giver or None, "game": p.table.hand}
