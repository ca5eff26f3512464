"""Samba: partners meld sets and escaleras with three packs, and fill them up to seven cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations, permutations

from referee.testing.models import SUITS, Cards, Dealt, ModelTable, Move, added, pack, shuffled, without

PLAYERS = range(4, 5)
BOOK = {
    "packs": 3, "hand-size": 15, "draw": 1, "canasta": 7, "wild": 2, "sevens": 2, "values": (50, 20, 20, 10, 5, 5),
    "natural": 500, "samba": 500, "mixed": 300, "red-three": 100, "out": 200, "ask-penalty": 100,
    "opening": (15, 50, 90, 120, 160), "opening-from": (0, 1500, 3000, 7000), "six-red-threes": 1000,
    "target": 10000, "kept-red-three": 500, "pile-penalty": 50, "frozen": "by-wilds",
}  # fmt: skip
HANDS = 2
STRIKES = ("two-wilds", "opening-minimum", "own-melds", "going-out", "frozen-pile", "black-three")
LISTED = ("takes pile", "melds", "lays", "joins", "discards")
FINDINGS = ("must-go-out", "red-three", "undeclared-red-three")
REACHES = (
    "takes pile", "declares", "melds", "lays", "joins", "asks", "answers", "penalty", "holds",
    "melds of meld-shape", "melds of opening-minimum", "lays of own-melds", "lays of seven-cards",
    "takes pile of frozen-pile", "takes pile of blocked-pile", "discards of red-three", "melds of black-three",
    "discards of draw-first", "melds of going-out", "discards of pile-use", "out", "stopped", "stock out",
)  # fmt: skip
LADDER = ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RED, WILD = ("3H", "3D"), ("JK", "2S", "2H", "2D", "2C")
RUNS = {"|".join(rank + suit for rank in LADDER[a:b]) for suit in SUITS for a, b in combinations(range(12), 2)}


@dataclass(frozen=True)
class Position(Dealt):
    stock: Cards  # the next card last
    pile: Cards
    turn: str
    melds: tuple[tuple[str, Cards], ...] = ()  # whose, and of what; joined away: of nothing
    red: Counter[str] = field(default_factory=Counter)  # laid out, by team
    off: dict[str, int] = field(default_factory=dict)  # penalties by team
    drawn: str = ""  # stock, pile
    due: str = ""  # the top of a pile just taken, to be melded
    fit: bool = False  # two natural cards of its rank were in the hand
    frozen: bool = False  # that pile was
    taken: Cards = ()  # that pile, while it may go back
    answer: str = ""  # ?, yes, no
    paid: bool = False  # for an attempt after that
    last: Cards = ()  # what came in this turn with the stock's last card
    ended: bool = False
    out: str = ""
    told: Cards = ()  # players who have entered theirs
    slow: bool = False  # nobody hurries to meld, so that the stock runs out

    def own(self) -> dict[int, Cards]:
        """The melds of the team in turn, by number."""
        team = self.table.team(self.turn)
        return {number: cards for number, (whose, cards) in enumerate(self.melds, 1) if cards and whose == team}


def total(cards: Iterable[str], table: ModelTable) -> int:
    """The value of cards by the house's scale. Red threes count nothing."""
    kinds = ("JK", "A", "2", "K Q J 10 9 8", "7 6 5 4", "3")
    worth = {rank: points for ranks, points in zip(kinds, table.house["values"], strict=True) for rank in ranks.split()}
    return sum(worth["JK" if card == "JK" else card[:-1]] for card in cards if card not in RED)


def natural(cards: Iterable[str]) -> list[str]:
    return [card for card in cards if card not in WILD]


def is_set(cards: Iterable[str]) -> bool:
    return len({card[:-1] for card in natural(cards)}) == 1


@cache
def misshapen(cards: Cards, full: int, most: int) -> frozenset[str]:
    """The rules that a meld breaks: the same rank with a few wild cards, or natural cards of a suit in a row."""
    plain = natural(cards)
    wild = {"two-wilds"} if is_set(cards) and len(cards) - len(plain) > most else set()
    run = len(plain) == len(cards) and "|".join(sorted(cards, key=place)) in RUNS
    fits = 3 <= len(cards) <= full and not {*RED} & {*cards} and (run or is_set(cards))
    return frozenset(wild | (set() if fits else {"meld-shape"}))


def place(card: str) -> int:
    """The place of a card in a sequence."""
    return LADDER.index(card[:-1]) if card[:-1] in LADDER else -1


def size(table: ModelTable) -> int:
    """The number of cards that completes a meld."""
    return int(table.house["canasta"])


def wilds(table: ModelTable) -> int:
    """The number of wild cards allowed in a set."""
    return 9 if "two-wilds" in table.struck else int(table.house["wild"])


def takes(meld: Cards, card: str, full: int) -> bool:
    return card not in WILD and len(meld) < full and not misshapen((*meld, card), full, 9)


def is_frozen(p: Position) -> bool:
    """Whether the pile can only be taken with two natural cards from the hand."""
    always, cold = p.table.house["frozen"] == "always", any(card in WILD or card in RED for card in p.pile)
    return (always or cold) and "frozen-pile" not in p.table.struck


def deal(table: ModelTable, chance: random.Random) -> Position:
    cards = shuffled(pack(packs=table.house["packs"], jokers=2), chance)
    held = {seat: tuple(cards.pop() for _ in range(table.house["hand-size"])) for seat in table.seats}
    return Position(
        table, held, held, tuple(cards[:-1]), (cards[-1],), table.left(table.dealer), slow=chance.random() < 0.2
    )


def opening(position: Position) -> Iterator[Move]:
    yield Move(position.table.dealer, "deals", less=("deal",))
    yield Move("", "upcard", position.pile[0])


# Legal moves


def moves(p: Position) -> Iterator[Move]:
    who, hand, other = p.turn, p.held[p.turn], p.table.left(p.turn)
    if p.ended:
        for seat in without(p.table.seats, p.told):
            reds = sum(card in RED for card in p.held[seat])
            points = f"{seat} penalty red {reds}; " * bool(reds) + f"{seat} holds {total(p.held[seat], p.table)}"
            if p.held[seat]:
                known = reds and p.held[seat] == p.dealt[seat]  # perhaps, and then charged for without a word
                yield Move(seat, "holds", " ".join(p.held[seat]), () if known else (points,))
        return
    if p.answer == "?":
        partner = p.table.left(other)
        yield Move(partner, "answers", "yes")
        never = (
            len(hand) == 1
            and not {*p.last} & {*RED}
            and not may_end(replace(p, answer="no"), hand, ()) <= {"going-out"}
        )
        yield Move(partner, "answers", "no", breaks=("partner-said-no",) * never)
        yield Move(who, "discards", hand[0], breaks=("turn-order", "red-three"))
        return
    for card in sorted({*hand} & {*RED}):
        drawn = f" draws {p.stock[-1]}" if p.stock else ""
        both = f"{who} declares {card}"
        yield Move(who, "declares", card + drawn, (both, *[f"{both}; {who}{drawn}"] * bool(p.drawn)) if drawn else ())
    if not p.drawn:
        yield from draws(p)
    elif not p.answer:
        yield Move(who, "asks")
    elif p.answer == "no" and not p.paid:
        yield Move(who, "penalty", "no")
    if p.taken:
        yield Move(who, "penalty", "upcard")
    if {*p.last} & {*RED} and not {*p.last} & {*RED} & {*hand}:
        yield Move(who, "stops")
    elif p.drawn:
        yield Move(who, "stops", breaks=("stock-out", "last-red-three"))
    if hand:
        yield from partings(p)
    if p.drawn:
        yield Move(who, "takes pile", breaks=("turn-order", "blocked-pile", "pile-use", "frozen-pile"))
    yield Move(other, "discards", p.held[other][0], breaks=("turn-order",))


def draws(p: Position) -> Iterator[Move]:
    """A card from the stock, or the pile if its top card is useful. Without either the hand ends."""
    who, hand, top = p.turn, p.held[p.turn], p.pile[-1]
    blocked = top in WILD or top[:-1] == "3"
    frozen = is_frozen(p)
    pair = sum(card[:-1] == top[:-1] for card in natural(hand)) > 1
    fits = [number for number, meld in p.own().items() if not blocked and takes(meld, top, size(p.table))]
    broken = {"blocked-pile"} if blocked else set()
    if not blocked and not pair:
        broken = ({"frozen-pile"} if frozen else set()) | (set() if fits else {"pile-use"})
    if not broken and len(hand) + len(p.pile) <= 4:
        ways = [] if frozen else [(len(hand) + len(p.pile) - 1, laid(p, number, (top,))) for number in fits]
        ways += [(len(hand) + len(p.pile) - 3, [*p.own().values(), (top,) * 3])] * pair
        rest = [*hand, *p.pile]
        if not any(n > 1 or most_sevens(p, lying, rest if n else ()) >= p.table.house["sevens"] for n, lying in ways):
            broken = {"going-out"}
    yield Move(
        who,
        "takes pile",
        breaks=tuple(sorted(broken)),
        hidden=not blocked and len(hand) > 7 > len(p.pile) and not p.melds,
    )
    if p.stock:
        cards = " ".join(p.stock[: -p.table.house["draw"] - 1 : -1])
        yield Move(who, "draws", cards, (f"{who} draws",))
        yield Move(who, "draws", f"{cards} {hand[0]}", breaks=("draw-first", "three-packs"))
        yield Move(p.table.left(who), "draws", cards, breaks=("turn-order",))
        yield Move(who, "stops", breaks=("stock-out",))
        return
    yield Move(who, "draws", breaks=("stock-out", "turn-order"))
    few = len(hand) + len(p.pile) < 3 and sevens(p, p.own().values()) < p.table.house["sevens"]
    yield Move(who, "stops", breaks=("stock-out",) if fits and not frozen and not few else ())


def partings(p: Position) -> Iterator[Move]:
    """Cards that leave the hand or move on the table, each with the rules this breaks."""
    who, hand, own = p.turn, p.held[p.turn], p.own()
    tried = [("melds", [cards], 0, True) for cards in sorted(choices(p, 3, size(p.table)))]  # and whether it is listed
    tried += [("melds", groups, 0, False) for groups in (*several(p), [hand[:3]], [hand[-3:]], [hand[::2][:4]])]
    for number, (_, meld) in enumerate(p.melds, 1):
        fitting = sorted(choices(p, 1, size(p.table) - len(meld), meld)) if number in own else []
        tried += [("lays", [cards], number, True) for cards in fitting]
        tried += [("lays", [cards], number, False) for cards in (hand[-1:], hand[:2]) if number < 4]
    tried += [("discards", [(card,)], 0, True) for card in sorted({*hand})]
    for verb, groups, on, listed in tried:
        words = ", ".join(" ".join(group) for group in groups) + f" on {on}" * (on > 0)
        yield Move(who, verb, words, breaks=breaks(p, verb, groups, on, own), listed=listed)
    for a, b in permutations(own, 2):
        both, others = (*own[a], *own[b]), [own[number] for number in own if number not in (a, b)]
        shape = (
            misshapen(both, size(p.table), p.table.house["wild"])
            if is_set(own[a]) and is_set(own[b])
            else {"join-sets"}
        )
        broken = {*breaks(p, "joins", [], 0, own), *shape, *may_end(p, hand, [both, *others])} - {*p.table.struck}
        yield Move(who, "joins", f"{a} {b}", breaks=("join-sets", *sorted(broken)) if broken else ())


def breaks(p: Position, verb: str, groups: list[Cards], on: int, own: dict[int, Cards]) -> Cards:
    """Whether it comes after the draw, and first with the top of a pile just taken."""
    cards, meld = tuple(card for group in groups for card in group), p.melds[on - 1][1] if on else ()
    left, lying = without(p.held[p.turn], cards), laid(p, on, cards) if on else [*own.values(), *groups]
    top, pair = p.due in cards and verb != "discards", [group for group in groups if p.due in group and is_set(group)]
    paired = p.fit and any(len(natural(group)) > 2 for group in pair)
    going = len(left) < 2 and sevens(p, lying) >= p.table.house["sevens"] and p.answer != "no"
    rules: dict[str, object] = {
        "draw-first": not p.drawn, "stock-out": not p.drawn, "red-three": {*RED} & {*cards},
        "last-red-three": verb == "discards" and {*p.last} & {*RED},
        "pile-use": p.due and not (top and ((on and (p.frozen or takes(meld, p.due, size(p.table)))) or paired)),
        "frozen-pile": top and (p.frozen if on else not paired),
        "opening-minimum": verb == "melds" and not own and total(cards, p.table) < minimum(p),
        "own-melds": on and on not in own, "seven-cards": on and len(meld) + len(cards) > size(p.table),
        "black-three": verb != "discards" and {"3S", "3C"} & {*cards} and not going,
    }  # fmt: skip
    broken = {rule for rule, applies in rules.items() if applies}
    for group in groups if verb in ("melds", "lays") and "seven-cards" not in broken else ():
        broken |= misshapen((*meld, *group), size(p.table), p.table.house["wild"])
    if cards and (not left or verb != "discards"):
        broken |= may_end(p, left, own.values() if verb == "discards" else lying)
    return tuple(sorted(broken))


def may_end(p: Position, left: Cards, lying: Iterable[Cards]) -> set[str]:
    """The last card may go if there are enough melds of seven. The last but one only if the last one could go."""
    lying, no = list(lying), {"partner-said-no"} if p.answer == "no" else set()
    if len(left) > 1 or (left and {*p.last} & {*RED}):
        return set()
    if not left:
        return (set() if sevens(p, lying) >= p.table.house["sevens"] else {"going-out"}) | no
    given = [*p.stock] if left[0] in RED and p.stock else []  # for a red three
    if left[0] in RED and sum(card in RED for card in given) >= len(given):
        return set()
    enough = most_sevens(p, lying, given or left) >= p.table.house["sevens"]
    return (set() if enough else {"going-out"}) | no


def sevens(p: Position, melds: Iterable[Cards]) -> int:
    return sum(len(cards) == size(p.table) for cards in melds)


def most_sevens(p: Position, lying: Iterable[Cards], rest: Iterable[str]) -> int:
    """The most melds of seven possible by joining sets and adding one card."""
    lying, most, wild = list(lying), size(p.table), wilds(p.table)
    nearly = [meld for meld in lying if len(meld) == most - 1]
    full = any(not misshapen((*meld, card), most, wild) for meld in nearly for card in {*rest})
    best = sevens(p, lying) + full
    for first, other in combinations(lying, 2):
        if is_set(first) and is_set(other) and not misshapen((*first, *other), most, wild):
            others = [meld for meld in lying if meld is not first and meld is not other]
            best = max(best, most_sevens(p, [(*first, *other), *others], rest))
    return best


def laid(p: Position, on: int, cards: Cards) -> list[Cards]:
    own = p.own()
    return [*(own | {on: (*own[on], *cards)} if on in own else own).values()]


def minimum(p: Position) -> int:
    """The minimum for a team's first melds, from its score at the start of the hand."""
    score, (least, *higher) = p.table.scores.get(p.table.team(p.turn), 0), p.table.house["opening"]
    reached = [more for start, more in zip(p.table.house["opening-from"], higher, strict=True) if score >= start]
    return int(max(reached, default=least))


def choices(p: Position, least: int, most: int, meld: Cards = (), hand: Cards = ()) -> set[Cards]:
    """Cards of a rank with wild cards, or a sequence; of several alike, the first.

    With a meld, only cards that can be added to it.
    """
    hand, limit, wild = hand or p.held[p.turn], wilds(p.table), int(p.table.house["wild"])
    jokers, deuces = ([card for wild in kinds for card in hand if card == wild] for kinds in (WILD[:1], WILD[1:]))
    some_wild = {(*jokers[:a], *deuces[:b]) for a in range(wild + 1) for b in range(wild + 1 - a)}
    plain, groups = [card for card in natural(hand) if card not in RED], set()
    for rank in {card[:-1] for card in (natural(meld)[:1] if is_set(meld) else [] if meld else plain)}:
        alike = sorted((card for card in plain if card[:-1] == rank), key=lambda card: (card != p.due, card))
        groups |= {(*alike[:size], *added_wild) for size in range(len(alike) + 1) for added_wild in some_wild}
    for suit in {card[-1] for card in (meld[:1] if meld else plain)} if not (meld and is_set(meld)) else ():
        places = [place for place, rank in enumerate(LADDER) if rank + suit in plain and rank + suit not in meld]
        runs = [places[a:b] for a, b in combinations(range(len(places) + 1), 2) if b - a <= most]
        groups |= {tuple(LADDER[place] + suit for place in run) for run in runs if run[-1] - run[0] < size(p.table)}
    return {
        cards
        for cards in groups
        if least <= len(cards) <= most and not misshapen((*meld, *cards), size(p.table), limit)
    }


def several(p: Position) -> list[list[Cards]]:
    """All sets in a hand together, and with them an escalera."""
    hand = p.held[p.turn]
    sets = [tuple(sorted(card for card in natural(hand) if card[:-1] == rank))[: size(p.table)] for rank in LADDER]
    sets = [cards for cards in sets if len(cards) > 2]
    rest = Counter(hand) - Counter(card for cards in sets for card in cards)
    runs = [cards for cards in choices(p, 3, size(p.table), hand=tuple(rest)) if rest and not is_set(cards)]
    return [groups for groups in (sets, sets[:2], [*sets, *runs[:1]]) if len(groups) > 1]


def likely(p: Position, move: Move) -> float:
    left = after(p, move).held[p.turn] if move.verb in ("melds", "lays") and len(p.held[p.turn]) < 9 else ()
    if len(left) == 1 and left[0] in RED:
        return 0  # what the stock gives for it may have no way out
    if p.slow and p.stock and move.verb in ("melds", "lays", "takes pile"):
        return 0.003
    if move.verb == "discards":  # large piles, often frozen, with several cards of a rank
        return 9 if any(card[:-1] == move.words[:-1] for card in p.pile) else 3 if move.words in WILD else 1
    return {"declares": 40, "melds": 8, "lays": 6, "takes pile": 9, "penalty": 0.03, "asks": 0.1}.get(move.verb, 1)


# Effects


def after(p: Position, move: Move) -> Position:
    who, words, team = move.who, move.words.split(), p.table.team(move.who)
    hand = p.held[who]
    match move.verb:
        case "holds":
            return replace(p, told=(*p.told, who))
        case "answers":
            return replace(p, answer=words[0])
        case "asks":
            return replace(p, answer="?")
        case "penalty" if words == ["no"]:
            return replace(p, off=added(p.off, {team: p.table.house["ask-penalty"]}), paid=True)
        case "penalty":
            held = {**p.held, who: without(hand, p.taken)}
            off = added(p.off, {team: p.table.house["pile-penalty"]})
            return replace(p, held=held, pile=p.taken, taken=(), due="", drawn="", off=off)
        case "stops":
            return vain(replace(p, ended=True))
        case "takes pile":
            top, frozen = p.pile[-1], is_frozen(p)
            fit = sum(card[:-1] == top[:-1] for card in natural(hand)) > 1
            p = replace(p, held={**p.held, who: (*hand, *p.pile)}, drawn="pile", frozen=frozen)
            return replace(p, pile=(), taken=p.pile, due=top, fit=fit)
        case "draws":
            few = p.stock[-p.table.house["draw"] :]
            for _ in few:
                p = given(p, who)
            return replace(p, drawn="stock", last=p.last if p.stock else few)
        case "declares":
            left = without(hand, words[:1])
            taken = tuple(card for card in p.taken if card in left)
            return given(replace(p, held={**p.held, who: left}, red=p.red + Counter([team]), taken=taken), who)
        case "joins":
            a, b = (int(word) - 1 for word in words)
            melds = [*p.melds]
            melds[a], melds[b] = (team, (*melds[a][1], *melds[b][1])), (team, ())
            return replace(p, melds=tuple(melds), taken=())
        case "discards":
            held = {**p.held, who: without(hand, words)}
            p = replace(p, held=held, pile=(*p.pile, words[0]), ended=not held[who], out="" if held[who] else who)
            if p.ended:
                return p
            p = vain(p)
            return replace(p, turn=p.table.left(who), drawn="", due="", taken=(), answer="", paid=False, last=())
    groups = [tuple(group.split()) for group in move.words.split(" on ")[0].split(", ")]
    melds = [*p.melds]
    if move.verb == "melds":
        melds += [(team, group) for group in groups]
    else:
        whose, lying = melds[int(words[-1]) - 1]
        melds[int(words[-1]) - 1] = (whose, (*lying, *groups[0]))
    left = without(hand, [card for group in groups for card in group])
    p = replace(p, held={**p.held, who: left}, melds=tuple(melds), due="", taken=())
    return p if left else replace(p, ended=True, out=who)


def given(p: Position, who: str) -> Position:
    """Moves a card from the stock to a hand."""
    if not p.stock:
        return p
    last = p.last if len(p.stock) > 1 else p.stock[-1:]
    return replace(p, held={**p.held, who: (*p.held[who], p.stock[-1])}, stock=p.stock[:-1], last=last)


def vain(p: Position) -> Position:
    """A player who heard yes and isn't out pays for it."""
    off = {p.table.team(p.turn): p.table.house["ask-penalty"]} if p.answer == "yes" else {}
    return replace(p, off=added(p.off, off))


# Scoring


def numbers(p: Position, team: str) -> dict[str, int]:
    melds = [cards for whose, cards in p.melds if whose == team]
    full = [cards for cards in melds if len(cards) == size(p.table)]
    mixed, sambas = sum(len(natural(cards)) < size(p.table) for cards in full), sum(not is_set(cards) for cards in full)
    held = [card for seat, cards in p.held.items() if p.table.team(seat) == team for card in cards]
    return {
        "points": sum(total(cards, p.table) for cards in melds),
        "natural": len(full) - mixed - sambas, "samba": sambas, "mixed": mixed, "red": p.red[team],
        "held": total(held, p.table), "kept": sum(card in RED for card in held),
    }  # fmt: skip


def score(p: Position) -> dict[str, int]:
    brought, house = {}, p.table.house
    for team in {p.table.team(seat): 0 for seat in p.table.seats}:
        n = numbers(p, team)
        red = house["six-red-threes"] if n["red"] == 2 * house["packs"] else n["red"] * house["red-three"]
        red *= 1 if n["natural"] + n["samba"] + n["mixed"] >= house["sevens"] else -1
        out = house["out"] if p.out and p.table.team(p.out) == team else 0
        canastas = sum(n[kind] * house[kind] for kind in ("natural", "samba", "mixed"))
        off = n["held"] + n["kept"] * house["kept-red-three"] + p.off.get(team, 0)
        brought[team] = n["points"] + canastas + red + out - off
    return brought


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """Both teams' numbers, and the payments for red threes in between."""
    if end.off != start.off:
        return  # of other penalties nobody tells which they were
    first, second = (in_numbers(end, seat) for seat in end.table.seats[:2])
    kept = {seat: sum(card in RED for card in cards) for seat, cards in end.held.items()}
    yield first
    yield {f"{seat} penalty red {reds}" for seat, reds in kept.items() if reds and not start.ended}
    yield second


def in_numbers(p: Position, seat: str, **other: int) -> str:
    """A team's final totals."""
    team = p.table.team(seat)
    n = numbers(p, team) | other
    parts = "".join(f" {name} {n[name]}" for name in ("natural", "samba", "mixed", "red", "held") if n[name])
    return f"{seat} scores {n['points']}{parts}{' out' * bool(p.out and p.table.team(p.out) == team)}"


def contrary(start: Position, end: Position) -> Iterator[str]:
    """Less than is on the table already, or who went out when nobody has."""
    for seat in start.table.seats[:2]:
        lies = numbers(start, start.table.team(seat))
        for name in ("points", "natural", "mixed", "red"):
            if lies[name]:
                yield in_numbers(end, seat, **{name: lies[name] - (5 if name == "points" else 1)})


def came_to(end: Position) -> Iterator[str]:
    yield "out" if end.out else "stopped"
    if not end.stock:
        yield "stock out"


def facts(p: Position) -> dict[str, object]:
    frozen = is_frozen(p)
    cards = {seat: len(cards) for seat, cards in p.held.items()}
    return {
        "stock": len(p.stock), "pile": len(p.pile), "frozen": "yes" if frozen else "no", "cards": cards,
        "melds": sum(bool(cards) for _, cards in p.melds), "hand": p.table.hand,
    }  # fmt: skip


def winners(table: ModelTable) -> set[str]:
    best = max(table.scores.values(), default=0)
    ahead = {team for team, points in table.scores.items() if points == best}
    return ahead if best >= table.house["target"] and len(ahead) == 1 else set()
