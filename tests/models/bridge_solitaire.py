"""Bridge Solitaire: bid and play a bridge hand alone, against the rest of the pack."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, islice

from referee.testing.models import RANKS, Cards, ModelTable, Move, added, pack, shuffled, without

PLAYERS = range(1, 2)
BOOK = {
    "minor": 20, "major": 30, "first-no-trump": 40, "no-trump": 30, "over-doubled": 100, "over-vulnerable": 200,
    "insult": (50, 100), "down": 50, "down-vulnerable": 100, "down-doubled": (100, 200, 200, 300),
    "down-doubled-vulnerable": (200, 300), "slam": (500, 1000), "vulnerable-slam": (750, 1500), "four-honours": 100,
    "five-honours": 150, "four-aces": 150, "game-points": 100, "games": 2, "rubber": 700, "long-rubber": 500,
    "unfinished-game": 300, "unfinished-part": 100, "open": 13, "keep": 6, "no-trump-cards": 4, "house-tie": "high",
    "house-tricks": 6, "honours": "auto",
}  # fmt: skip
STRIKES = ("follow-suit", "nt-shape", "sufficient-bid")
LISTED = ("bids", "passes", "plays")
REACHES = (
    "keeps", "bids", "passes", "claims honours", "NT", "doubled", "redoubled", "made", "down", "stock out", "slam",
    "keeps of keep-six", "keeps of keep-jokers", "bids of house-bid", "bids of nt-shape", "bids of sufficient-bid",
    "passes of must-bid", "bids of doubling", "plays of follow-suit", "plays of first-legal", "plays of nt-four",
)  # fmt: skip
HANDS = 4
BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
ANN, HOUSE = "Ann", "house"
Sides = dict[str, int]


@dataclass(frozen=True)
class Position:
    table: ModelTable
    open: Cards  # face up, some of them kept
    kept: Cards
    hand: Cards
    stock: Cards
    left: Cards
    said: Cards = ()  # reported before the first lead: keeps, calls, honors
    bid: str = ""  # the house's first, then cards played
    declarer: str = ""
    turn: str = ""
    led: str = ""
    taken: tuple[str, ...] = ()

    @property
    def jokers(self) -> int:
        return self.hand.count("JK")

    @property
    def trump(self) -> str:
        return self.bid[1:].replace("NT", "")

    @property
    def over(self) -> bool:
        return bool(self.turn) and not self.led and not (self.stock and self.left)

    def will_do(self, card: str) -> bool:
        """Whether the house can play a card to the player's lead."""
        return "JK" in (card, self.led) or card[-1] in (self.led[-1], self.trump)


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Sometimes the hand is all spades, the best possible, or good for no trump."""
    keep, lie, cards = table.house["keep"], table.house["open"], shuffled(pack(jokers=2), chance)
    odd, rest = chance.random(), 54 - lie + keep
    if odd < 0.3:
        cards.sort(key=lambda card: card[-1] != "S" if odd < 0.12 else 10.5 if card == "JK" else RANKS.index(card[:-1]))
        cards = [*cards[:keep], *cards[rest:], *cards[keep:rest]]
    jokers = [card for card in cards[:lie] if card == "JK"]
    others, down = without(cards[:lie], jokers), tuple(cards[lie : lie + 13 - keep])
    ways = [(*jokers, *named) for named in islice(combinations(others, keep - len(jokers)), 2000)]
    even = [way for way in ways if balanced((*way, *down))] if odd > 0.7 else []
    kept = ways[0] if odd < 0.3 else (*even, chance.choice(ways))[0]
    hand = (*kept, *down)
    return Position(table, tuple(cards[:lie]), kept, hand, tuple(cards[lie + 13 - keep :]), hand)


def opening(p: Position) -> Iterator[Move]:
    """In every second hand, the cards are entered at once, so that honors count automatically."""
    yield Move(ANN, "deals", less=("deal",))
    yield Move("", "upcard", " ".join(p.open), less=("",))
    if p.table.hand % 2:
        yield Move(ANN, "dealt", " ".join(p.hand))


def dealt(p: Position) -> dict[str, Cards]:
    return {} if p.table.hand % 2 else {ANN: p.hand}


def suits(hand: Cards) -> dict[str, list[int]]:
    return {suit: sorted(RANKS.index(c[:-1]) for c in hand if c[-1] == suit) for suit in "CDHS"}


def balanced(hand: Cards) -> bool:
    return sorted(map(len, suits(hand).values())) in ([3, 3, 3, 4], [3, 3, 3, 3], [2, 3, 3, 3])


def sure_tricks(mine: list[int]) -> int:
    """In a suit with all other cards in the house's hand: the top card wins, or the lowest loses to a higher one."""
    theirs, sure, mine = [rank for rank in range(13) if rank not in mine], 0, [*mine]
    while mine:
        wins = not theirs or mine[0] < theirs[0]
        (mine if wins else theirs).pop(0)
        sure += wins
        mine = mine if wins else mine[:-1]
    return sure


def house_bid(p: Position) -> str:
    """The shortest suit, at six minus the sure tricks."""
    lengths = {suit: len(cards) for suit, cards in suits(p.hand).items()}
    shortest = [suit for suit in lengths if lengths[suit] == min(lengths.values())]
    level = p.table.house["house-tricks"] - sum(map(sure_tricks, suits(p.hand).values()))
    return f"{level}{shortest[-1 if p.table.house['house-tie'] == 'high' else 0]}" if level > 0 else ""


def honours(p: Position) -> int:
    house, trump = p.table.house, p.trump
    held = len({*p.hand} & {rank + trump for rank in RANKS[:5]} if trump else {*p.hand} & {"AS", "AH", "AD", "AC"})
    if held < 4 or house["honours"] == "off":
        return 0
    return int(house["four-aces" if not trump else "four-honours" if held == 4 else "five-honours"])


# Legal moves


def moves(p: Position) -> Iterator[Move]:
    shown = p.table.hand % 2
    if "keeps" not in p.said:
        thrown, strange = without(p.open, p.kept), next(card for card in p.stock if card != "JK")
        yield Move(ANN, "keeps", " ".join(p.kept), less=("",))
        yield Move(ANN, "keeps", " ".join(p.kept[1:]), breaks=("keep-six", "keep-jokers"))
        yield Move(ANN, "keeps", " ".join((*p.kept[1:], strange)), breaks=("keep-six",))
        if "JK" in p.kept and len(p.kept) < 12:
            yield Move(ANN, "keeps", " ".join((*without(p.kept, ["JK"]), thrown[0])), breaks=("keep-jokers",))
    elif not p.turn:
        yield from calls(p)
    elif honours(p) and "claims honours" not in p.said and not (shown and p.table.house["honours"] == "auto"):
        yield Move(ANN, "claims honours", str(honours(p)))
        yield Move(HOUSE, "claims honours", str(honours(p)), breaks=("honours-held",))
    elif not p.over:
        yield from plays(p)


def calls(p: Position) -> Iterator[Move]:
    """The house's call first, which needn't be entered if the hand is known; then the player's."""
    due, shown = house_bid(p), p.table.hand % 2
    if "house" not in p.said:
        for bid in BIDS[:30]:
            wrong = ("house-bid", "bid-form") * (bid != due)
            yield Move(HOUSE, "bids", bid, ("",) * shown, wrong, "N" not in bid and not shown, aside=True)
        yield Move(HOUSE, "passes", "", ("",) * shown, ("house-bid",) * bool(due), not shown, aside=True)
    for number, word in enumerate(("", "doubled", "redoubled")):
        wrong = ("doubling",) * bool(number and number != p.jokers)
        for bid in BIDS:
            low = ("sufficient-bid",) * bool(due and BIDS.index(bid) <= BIDS.index(due))
            shape = ("nt-shape",) * ("N" in bid and not balanced(p.hand))
            hidden = not (low or shown) and "house" in p.said
            yield Move(ANN, "bids", f"{bid} {word}".strip(), (), low + shape + wrong, hidden)
        yield Move(ANN, "passes", word, (), wrong + ("must-bid",) * (not due), bool(due) and not shown)


def plays(p: Position) -> Iterator[Move]:
    """The player follows suit. The house plays from the stock, to a lead the first card that fits."""
    who, most = p.turn, min(len(p.stock), 99 if p.trump else p.table.house["no-trump-cards"])
    if who == ANN:
        follow = [card for card in p.left if p.led not in ("", "JK") and card[-1] == p.led[-1] and card != "JK"]
        for card in dict.fromkeys(p.left):
            wrong = ("follow-suit",) * bool(follow and card not in follow)
            yield Move(ANN, "plays", card, breaks=wrong, hidden=len(p.left) > 10 and p.table.hand % 2 == 0)
        yield Move(HOUSE, "plays", p.stock[0] if p.stock else "2S", breaks=("lead-order", "one-pack"))
        yield Move(ANN, "plays", next((c for c in p.stock if c != "JK"), p.open[0]), breaks=("one-pack", "keep-six"))
        return
    for card in dict.fromkeys(p.stock):
        wrong = ("first-legal",) * bool(p.led and not p.will_do(card) and most > 1)
        yield Move(HOUSE, "plays", card, breaks=wrong)
    if p.led:
        if not p.trump and (p.led != "JK" or most == 1):
            yield Move(HOUSE, "plays", " ".join("?" * most))
        first = next((n for n, card in enumerate(p.stock[:most], 1) if p.will_do(card)), most)
        if first > 1:
            less = f"house plays {f'?{first - 1}' if first > 2 else '?'} {p.stock[first - 1]}"
            yield Move(HOUSE, "plays", " ".join(p.stock[:first]), (less,), listed=False)
        if first < len(p.stock):
            wrong = ("first-legal", "nt-four")
            yield Move(HOUSE, "plays", " ".join(p.stock[: first + 1]), breaks=wrong)


def likely(p: Position, move: Move) -> float:
    """Nothing is left out, and jokers are named. Bids are low, or at no trump."""
    if move.verb in ("bids", "passes"):
        bid, _, word = move.words.rpartition(" ") if "doubled" in move.words else (move.words, "", "")
        if move.who == ANN and ("house" not in p.said or ("re" in word) + bool(word) != p.jokers):
            return 0
        if bid in ("6NT", "7NT") and sum(map(sure_tricks, suits(p.hand).values())) > 11:
            return 500
        if bid and honours(replace(p, bid=bid)) and bid[0] < "4":
            return 50
        return 5 if not bid or ("N" in bid and bid[0] < "5") else 1 / (1 + BIDS.index(bid))
    if move.verb != "plays" or p.turn == HOUSE:
        return 0 if "?" in move.words else 999 if " " in move.words else 1
    return 1 if move.words == "JK" else (13 - RANKS.index(move.words[:-1])) ** 2


def after(p: Position, move: Move) -> Position:
    who, words = move.who, tuple(move.words.split())
    if move.verb != "plays":
        p = replace(p, said=(*p.said, HOUSE if who == HOUSE else move.verb))
        if move.verb not in ("bids", "passes"):
            return p
        p = replace(p, bid=words[0] if move.verb == "bids" else p.bid)
        if who == HOUSE:
            return p
        declarer = ANN if move.verb == "bids" else HOUSE
        return replace(p, declarer=declarer, turn=HOUSE if declarer == ANN else ANN)
    left = without(p.left, words) if who == ANN else p.left
    p = replace(p, left=left, stock=p.stock if who == ANN else without(p.stock, words))
    other = HOUSE if who == ANN else ANN
    if not p.led:
        return replace(p, led=words[0], turn=other)
    taker = who if beats(p, words[-1], who) else other
    return replace(p, led="", turn=taker, taken=(*p.taken, taker))


def beats(p: Position, card: str, who: str) -> bool:
    if "JK" in (card, p.led):
        return who == HOUSE or p.led == card
    if card[-1] == p.led[-1]:
        return RANKS.index(card[:-1]) < RANKS.index(p.led[:-1])
    return card[-1] == p.trump


# Scoring


def result(p: Position) -> tuple[Sides, Sides, Sides]:
    """Points, and the scores below the line and games of both. Cards left in hand count as tricks."""
    house, side = p.table.house, p.declarer
    below, games = p.table.kept or (Sides(), Sides())
    other, level, trump, jokers = HOUSE if side == ANN else ANN, int(p.bid[0]), p.trump, p.jokers
    vulnerable, points = games.get(side, 0) > 0, {ANN: honours(p), HOUSE: 0}
    over = p.taken.count(side) + len(p.left) * (side == ANN) - level - 6
    if over < 0:
        steps = house["down-doubled-vulnerable" if vulnerable else "down-doubled"]
        lost = sum(steps[min(trick, len(steps) - 1)] for trick in range(-over)) * jokers
        points[other] += lost or -over * house["down-vulnerable" if vulnerable else "down"] * (not jokers)
        return points, below, games
    each = house["no-trump" if not trump else "minor" if trump in "CD" else "major"]
    made = (level * each + (0 if trump else house["first-no-trump"] - each)) * 2**jokers
    doubled = house["over-vulnerable" if vulnerable else "over-doubled"] * jokers
    slam = house["vulnerable-slam" if vulnerable else "slam"]
    points[side] += made + over * (doubled if jokers else each) + (0, *house["insult"])[jokers]
    points[side] += slam[level - 6] if level > 5 else 0
    below = added(below, {side: made})
    if below[side] >= house["game-points"]:
        below, games = {}, added(games, {side: 1})
        if games[side] == house["games"]:
            points[side] += house["long-rubber" if games.get(other) else "rubber"]
    return points, below, games


def score(p: Position) -> dict[str, int]:
    return result(p)[0]


def onward(p: Position) -> ModelTable:
    points, below, games = result(p)
    return p.table.onward(points, kept=(below, games))


def winners(table: ModelTable) -> set[str]:
    best = {side for side, points in table.scores.items() if points == max(table.scores.values())}
    return best if table.house["games"] in table.kept[1].values() else set()


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """The calls, honors, and the tricks of both."""
    if start.led or start.said[:1] != ("keeps",) or (start.said == ("keeps", "house")):
        return
    if not start.turn:
        bid = house_bid(start)
        word = ("", " doubled", " redoubled")[end.jokers]
        yield f"house bids {bid}" if bid else "house passes"
        yield f"Ann bids {end.bid}{word}" if end.declarer == ANN else f"Ann passes{word}"
    if "claims honours" in end.said and "claims honours" not in start.said:
        yield f"claims honours {honours(end)}"
    ann, house = (end.taken.count(side) - start.taken.count(side) for side in (ANN, HOUSE))
    yield {f"{side} takes {n}" for side, n in ((ANN, ann + len(end.left)), (HOUSE, house)) if n}


def facts(p: Position) -> dict[str, object]:
    below, games = result(p)[1:] if p.over else p.table.kept or (Sides(), Sides())
    sides = [side for side in (ANN, HOUSE) if games.get(side)]
    rubber: dict[str, object] = {f"{name}games": games.get(side, 0) for name, side in (("", ANN), ("house-", HOUSE))}
    rubber |= {f"{name}part": below.get(side, 0) for name, side in (("", ANN), ("house-", HOUSE))}
    rubber["vulnerable"] = (*sides, "none")[0] if len(sides) < 2 else "both"
    if p.over:
        return rubber
    contract = p.bid + ("", " doubled", " redoubled")[p.jokers] if p.turn else None
    sure = sum(map(sure_tricks, suits(p.hand).values()))
    return rubber | {"stock": len(p.stock), "contract": contract, "declarer": p.declarer or None,
                     "house-bid": house_bid(p) or "pass", "winning-tricks": sure}  # fmt: skip


def came_to(p: Position) -> Iterator[str]:
    yield from (p.bid[1:], ("", "doubled", "redoubled")[p.jokers], "stock out" * bool(p.left))
    made = p.taken.count(p.declarer) + len(p.left) * (p.declarer == ANN) > int(p.bid[0]) + 5
    yield "down" if not made else "slam" if p.bid[0] in "67" else "made"
