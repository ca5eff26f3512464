"""Carioca told truthfully: any form, never refused, always the true score; and what a hand can count."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from referee import Referee, Ruling, find_game
from referee.cards import card as card_of
from referee.games.carioca import Lays, Melds, laid_on, lie
from referee.kit.melds import Meld
from tests.often import times

NAMES = ["Ada", "Bob", "Cem", "Dov", "Eva"]
EVENINGS = times(30)
LADDER = [*"A23456789", "10", *"JQKA"]
CONTRACTS = ["TT", "TE", "EE", "TTT", "TTE", "TEE", "EEE"]
WORDS = "two trios|trio and escalera|two escaleras|three trios|two trios and an escalera|a trio and two escaleras"
PACK = [rank + suit for suit in "SHDC" for rank in LADDER[1:]] * 2 + ["JK"] * 4


def value(card: str) -> int:
    rank = card if card == "JK" else card[:-1]
    return {"JK": 50, "A": 20, "K": 10, "Q": 10, "J": 10}.get(rank) or int(rank)


class Pile:
    """A meld on the table: a trio by its rank, an escalera by the cards that belong in its places."""

    def __init__(self, cards: list[str], places: list[int] | None, suit: str) -> None:
        self.cards, self.places, self.suit = cards, places, suit

    def fits(self, card: str) -> list[tuple[str, str]]:
        """Every way to lay a card there: what is said of the end, and where the card, or the joker, goes."""
        if self.places is None:
            return [("", "")] if card == "JK" or card[:-1] == self.suit else []
        low, high = self.places[0], self.places[-1]
        room = {"high": high < 13, "low": low > 0}
        if card == "JK" or self.swap(card) is not None:
            default = "high" if room["high"] else "low"
            return [("", default)] * room[default] + [(end, end) for end in room if room[end]]
        goes = {
            "high": room["high"] and LADDER[high + 1] + self.suit,
            "low": room["low"] and LADDER[low - 1] + self.suit,
        }
        ways = [(end, end) for end in goes if goes[end] == card]
        return [("", ways[0][1]), *ways] if ways else []

    def swap(self, card: str) -> int | None:
        places = [LADDER[place] + self.suit for place in self.places or []]
        return next((i for i, place in enumerate(places) if place == card and self.cards[i] == "JK"), None)

    def lay(self, card: str, end: str) -> None:
        if self.places is None:
            self.cards.append(card)
            return
        if (i := self.swap(card)) is not None:
            self.cards[i], card = card, "JK"
        if end == "high":
            self.cards, self.places = [*self.cards, card], [*self.places, self.places[-1] + 1]
        else:
            self.cards, self.places = [card, *self.cards], [self.places[0] - 1, *self.places]


def melds_in(hand: list[str], kind: str, jokers: int) -> list[Pile]:
    """Every trio or escalera that a hand makes with so many jokers at most."""
    held, found = Counter(hand), []
    most = min(jokers, held["JK"])
    if kind == "T":
        for rank in LADDER[1:]:
            cards = [card for card in hand if card != "JK" and card[:-1] == rank]
            for wild in range(min(most, 2) + 1):
                if len(cards) >= 3 - wild:
                    found.append(Pile([*cards[: 3 - wild], *["JK"] * wild], None, rank))
        return found
    for suit, low in itertools.product("SHDC", range(11)):
        places = [*range(low, low + 4)]
        cards = [card if held[card := LADDER[place] + suit] else "JK" for place in places]
        if cards.count("JK") <= min(most, 3):
            found.append(Pile(cards, places, suit))
    return found


class Evening:
    """A table that really plays; ``told`` says whether the referee hears the turns or only what was left."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.seats = NAMES[: self.random.randint(2, 5)]
        first = self.random.randint(1, 7)
        self.first, self.last = first, self.random.randint(first, min(7, first + 2))
        self.further = self.random.random() < 0.7
        house = {"hands": f"{self.first}-{self.last}"} | ({} if self.further else {"new-melds": "no"})
        self.referee = Referee(find_game("carioca"), self.seats, house)
        self.twin = Referee(find_game("carioca"), self.seats, house)
        self.score = dict.fromkeys(self.seats, 0)
        self.dealer = self.random.choice(self.seats)
        self.said = [f"seed {seed}: {self.seats}, {house}"]

    def often(self, chance: float) -> bool:
        return self.random.random() < chance

    # Telling

    def tell(self, text: str) -> Ruling:
        self.said.append(text)
        ruling = self.referee.hear(text)
        assert ruling.accepted, self.way(f"{text} is {ruling.verdict}: {ruling.message}")
        assert not ruling.findings, self.way(f"{ruling.findings}")
        return ruling

    def way(self, what: str) -> str:
        return "\n  ".join([what, *self.said[-60:], self.said[0]])

    def refused(self, text: str, *rules: str) -> None:
        before = (self.referee.entries[:], repr(self.referee.hand.holdings), repr(self.referee.hand.melds))
        ruling = self.referee.hear(text)
        assert not ruling.accepted, self.way(f"{text} is let pass")
        assert set(rules) & set(ruling.rules), self.way(f"{text} breaks {ruling.rules}, not {rules}: {ruling.message}")
        assert before == (self.referee.entries, repr(self.referee.hand.holdings), repr(self.referee.hand.melds))

    def who(self, seat: str) -> str:
        """The player in turn, in full, by a beginning, or left out."""
        if self.often(0.2):
            return ""
        return (seat if self.often(0.6) else self.random.choice([seat[0], seat[:2].lower()])) + " "

    def right(self, seat: str) -> str:
        return self.seats[self.seats.index(seat) - 1]

    # Playing

    def deal(self, number: int) -> None:
        self.number, self.kind = number, CONTRACTS[number - 1]
        self.size = 12 if number == 7 else 11
        cards = PACK[:]
        self.random.shuffle(cards)
        self.hands: dict[str, list[str]] = {}
        for seat in self.seats:  # some are lucky
            hand = self.lucky(cards) if self.often(0.5) else []
            for card in hand:
                cards.remove(card)
            self.hands[seat] = hand
        for seat in self.seats:
            while len(self.hands[seat]) < self.size:
                self.hands[seat].append(cards.pop())
        self.dealt = {seat: sorted(hand, key=lambda _: self.random.random()) for seat, hand in self.hands.items()}
        self.stock, self.pile = cards[1:], [cards[0]]
        self.melds: list[Pile] = []
        self.down: set[str] = set()
        self.begun = False

    def lucky(self, cards: list[str]) -> list[str]:
        """Most of a contract."""
        hand: list[str] = []
        for kind in self.kind:
            left = list((Counter(cards) - Counter(hand)).elements())
            self.random.shuffle(left)
            hand += self.random.choice(melds_in(left, kind, 1)).cards
        self.random.shuffle(hand)
        return hand[: self.random.randint(len(hand) - 2, len(hand))]

    def contract(self, hand: list[str], kinds: str) -> list[Pile] | None:
        if not kinds:
            return []
        some = melds_in(hand, kinds[0], 1)
        self.random.shuffle(some)
        for meld in some:
            rest = self.contract(list((Counter(hand) - Counter(meld.cards)).elements()), kinds[1:])
            if rest is not None:
                return [meld, *rest]
        return None

    def play(self, number: int) -> None:
        """One hand, told in full or in what was left."""
        self.deal(number)
        told = self.often(0.7)
        self.named = self.random.choice([0.0, 0.5, 1.0])
        self.known = {seat: Counter[str]() for seat in self.seats}
        self.unknown = dict.fromkeys(self.seats, self.size)
        self.tell_deal(told)
        turn, out = self.right(self.dealer), ""
        for _ in range(90):
            if self.turn(turn, told):
                out = turn
                break
            turn = self.right(turn)
        if not out:
            if told:
                self.tell("misdeal")
            else:
                self.referee.undo(len(self.referee.entries) - self.before)
            return
        self.tell_rest(out, told)
        for seat in self.seats:
            left = sum(map(value, self.hands[seat]))
            self.score[seat] += left
            assert self.referee.hand_scores()[seat] == left, self.way(
                f"{seat} {left}, not {self.referee.hand_scores()}"
            )
        assert self.referee.scores == self.score == self.twin.scores, self.way("another score")
        self.dealer = self.right(self.dealer)

    def tell_deal(self, told: bool) -> None:
        self.before = len(self.referee.entries)
        self.tell(
            self.random.choice(["deal", f"{self.dealer} deals", f"deal {self.dealer} {self.size}"])
            if self.score and any(self.score.values())
            else f"deal {self.dealer}"
        )
        self.twin_deals = f"deal {self.dealer}"
        self.top_known = told and self.often(0.7)
        if self.top_known:
            self.tell(f"upcard {self.pile[0]}")
        if told:
            for seat in self.seats:
                if self.often(0.15):
                    self.tell_dealt(seat)

    def tell_dealt(self, seat: str) -> None:
        self.tell(f"{seat} dealt {' '.join(self.dealt[seat])}")
        self.known[seat] += Counter(self.dealt[seat])
        self.unknown[seat] -= self.size

    def turn(self, seat: str, told: bool) -> bool:
        """Whether SEAT gets out of cards."""
        hand = self.hands[seat]
        self.try_wrong(seat, told, drawn=False)
        if self.often(0.4):
            card = self.pile.pop()
            said = self.random.choice(["", f" {card}"]) if self.top_known or len(self.pile) else f" {card}"
            self.act(told, seat, f"takes{said}")
            self.gain(seat, card)
        else:
            if not self.stock:
                self.stock, self.pile = self.pile[:-1], self.pile[-1:]
                self.random.shuffle(self.stock)
                self.top_known = True
            card = self.stock.pop()
            named = self.often(self.named)
            self.act(told, seat, "draws" + f" {card}" * named)
            self.gain(seat, card if named else "")
        hand.append(card)
        self.try_wrong(seat, told, drawn=True)
        if seat in self.down:
            while self.extend(seat, told):
                self.check(told)
        elif (melds := self.contract(hand, self.kind)) is not None:
            self.down.add(seat)
            self.melds += melds
            self.act(told, seat, f"melds {', '.join(map(self.typed, melds))}")
            self.lose(seat, *itertools.chain.from_iterable(meld.cards for meld in melds))
            self.check(told)
            if told and self.often(0.5) and hand:
                self.refused(f"{seat} lays {hand[0]} on 1", "later-turns")
                self.refused(f"{seat} melds 2S 2H 2D", "later-turns")
        if hand:
            card = self.random.choice(self.spare(hand))
            self.pile.append(card)
            self.act(told, seat, f"discards {card}")
            self.lose(seat, card)
        self.check(told, None if not hand else self.right(seat))
        return not hand

    def spare(self, hand: list[str]) -> list[str]:
        """Cards that stand alone, if there are any."""
        near = [card for card in hand if sum(self.near(card, other) for other in hand) == 1]
        return near or [card for card in hand if card != "JK"] or hand

    @staticmethod
    def near(one: str, other: str) -> bool:
        if "JK" in (one, other):
            return True
        apart = abs(LADDER.index(one[:-1]) - LADDER.index(other[:-1]))
        return apart == 0 or (one[-1] == other[-1] and apart < 3)

    def extend(self, seat: str, told: bool) -> bool:
        """Lays something on a meld, or melds, if there is a way."""
        hand = self.hands[seat]
        ways = [
            (n, card, said, end)
            for n, meld in enumerate(self.melds, 1)
            for card in dict.fromkeys(hand)
            for said, end in meld.fits(card)
        ]
        fresh = [meld for kind in "TE" for meld in melds_in(hand, kind, 4)] if self.further else []
        fresh = [meld for meld in fresh if meld.cards.count("JK") < len(meld.cards)]
        if fresh and self.often(0.5):
            meld = self.random.choice(fresh)
            self.melds.append(meld)
            self.act(told, seat, f"melds {self.typed(meld)}")
            self.lose(seat, *meld.cards)
            return bool(hand)
        if not ways:
            return False
        n, card, said, end = self.random.choice(ways)
        meld = self.melds[n - 1]
        text, swaps = card, meld.swap(card) is not None
        if card == "JK" and meld.places and self.often(0.3):
            place = meld.places[-1] + 1 if end == "high" else meld.places[0] - 1
            text = f"JK={LADDER[place]}{meld.suit}"
        meld.lay(card, end)
        cards = [card]
        if said == "" and not swaps and card != "JK":
            for more in [one for one in hand if one != card and one != "JK"][:4]:  # several at once
                if (meld.fits(more) and meld.swap(more) is None) and more not in cards:
                    meld.lay(more, meld.fits(more)[0][1])
                    cards.append(more)
                    text += f" {more}"
        self.act(told, seat, f"lays {text} on {n} {said}".strip())
        self.lose(seat, *cards)
        return bool(hand)

    def typed(self, meld: Pile) -> str:
        if meld.places and "JK" not in meld.cards and self.often(0.5):
            return f"{meld.cards[0]}-{meld.cards[-1]}"
        cards = meld.cards[:]
        if self.often(0.3):
            suits = [LADDER[place] + meld.suit for place in meld.places] if meld.places else [meld.suit] * 3
            cards = [f"JK={place}" if card == "JK" else card for card, place in zip(cards, suits, strict=True)]
        return " ".join(cards).lower() if self.often(0.2) else " ".join(cards)

    def act(self, told: bool, seat: str, text: str) -> None:
        self.begun = True
        if told:
            self.tell(self.who(seat) + text)

    def gain(self, seat: str, card: str) -> None:
        if card:
            self.known[seat][card] += 1
        else:
            self.unknown[seat] += 1

    def lose(self, seat: str, *cards: str) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            if self.known[seat][card]:
                self.known[seat][card] -= 1
            else:
                self.unknown[seat] -= 1

    # What must be so, and what must not

    def check(self, told: bool, turn: str | None = None) -> None:
        if not told:
            return
        facts = {name: self.referee.fact(name) for name in ("stock", "melds", "cards", "contract", "hand")}
        want = {
            "stock": len(self.stock),
            "melds": len(self.melds),
            "cards": {seat: len(hand) for seat, hand in self.hands.items()},
            "contract": [*WORDS.split("|"), "three escaleras"][self.number - 1],
            "hand": self.number - self.first + 1,
        }
        if all(self.hands.values()):
            assert facts == want, self.way(f"{facts}, not {want}")
            assert not turn or self.referee.next() == [turn], self.way("next")
            assert not turn or self.referee.fact("top") == self.pile[-1], self.way("top")

    def try_wrong(self, seat: str, told: bool, drawn: bool) -> None:
        """Something that is not allowed."""
        if not told or self.often(0.7):
            return
        other, hand = self.right(seat), self.hands[seat]
        if drawn:
            wrong = [(f"{seat} draws", "draw-first"), (f"{seat} takes", "draw-first")]
            if seat not in self.down:
                wrong += [
                    (f"{seat} lays {hand[0]} on 1", "contract"),
                    (f"{seat} melds {' '.join(hand[:3])}", "contract"),
                ]
            else:
                misfit = [(n, card) for n, meld in enumerate(self.melds, 1) for card in hand if not meld.fits(card)]
                wrong += [(f"{seat} lays {card} on {n}", "extension") for n, card in misfit]
                wrong += [
                    (f"{seat} lays {card} on {n} high", "joker-swap")
                    for n, meld in enumerate(self.melds, 1)
                    if meld.places and meld.places[-1] == 13
                    for card in hand
                    if meld.swap(card) is not None
                ]
        else:
            wrong = [(f"{seat} discards {hand[0]}", "draw-first"), (f"{seat} melds {hand[0]}", "draw-first")]
            wrong += [(f"{seat} takes {card}", "draw-first") for card in self.pile[1:-1] if card != self.pile[-1]]
            wrong += [(f"{seat} draws {self.pile[-1]}", "packs")] * (
                PACK.count(self.pile[-1]) == self.pile[1:].count(self.pile[-1])
            )
        wrong += [(f"{other} draws", "turn-order"), (f"{other} discards 9D", "turn-order")]
        if self.begun:
            wrong += [(f"{seat} out", "hand-end"), (f"{seat} holds 20", "hand-count")]
        if not self.unknown[seat]:
            lacking = [card for card in PACK if card not in hand]
            wrong.append((f"{seat} discards {self.random.choice(lacking)}", "hand-count"))
        self.refused(*self.random.choice(wrong))

    def tell_rest(self, out: str, told: bool) -> None:
        """What is left, and to another table in numbers only."""
        left = [seat for seat in self.seats if seat != out]
        self.random.shuffle(left)
        if told:
            asked = [seat for seat in left if self.unknown[seat]]
            assert set(self.referee.next() if asked else []) == set(asked), self.way(f"{asked} are asked")
            if asked:
                self.refused(f"{left[0]} draws", "hand-end")
                self.refused(f"{left[0]} out", "hand-end")
                if self.often(0.3) and self.unknown[asked[0]] >= self.size:
                    self.tell_dealt(asked[0])
        elif self.often(0.5):
            self.tell(f"{out} out")
            self.refused(f"{left[0]} out", "hand-end")
        for seat in left:
            if told and not self.unknown[seat]:
                continue
            hand = self.hands[seat]
            ways = [" ".join(hand), str(sum(map(value, hand)))]
            if len(hand) > 1:
                ways.append(" ".join(card if card == "JK" else card[:-1] for card in hand))
            if told:
                self.refused(f"{seat} holds {' '.join(hand[1:])} {' '.join(hand[:1] * 2)}", "hand-count", "packs")
                self.refused(f"{seat} holds {sum(map(value, hand)) % 50 + 50 * len(hand) + 1}", "deadwood")
            self.tell(f"{seat} holds {self.random.choice(ways)}")
        for text in [self.twin_deals, *(f"{seat} holds {sum(map(value, self.hands[seat]))}" for seat in left)]:
            assert self.twin.hear(text).accepted, self.way(text)
        for seat in left:  # told again
            self.tell(
                f"{seat} holds {self.random.choice([' '.join(self.hands[seat]), sum(map(value, self.hands[seat]))])}"
            )
            self.refused(f"{seat} holds {sum(map(value, self.hands[seat])) + 1}", "deadwood")
        self.tell(f"{out} out")
        self.refused(f"{left[0]} out", "hand-end")


@pytest.mark.parametrize("seed", range(EVENINGS))
def test_what_is_told_truly_is_never_refused(seed: int) -> None:
    evening = Evening(seed)
    for number in range(evening.first, evening.last + 1):
        hands = evening.referee.standing.hands
        for _ in range(6):
            evening.play(number)
            if evening.referee.standing.hands > hands:
                break
        else:
            evening.tell("end")
            break
    assert evening.referee.over
    least = min(evening.score.values())
    ahead = [seat for seat in evening.seats if evening.score[seat] == least]
    assert evening.referee.ahead() == ahead
    assert evening.referee.winners() == (ahead if evening.referee.standing.hands > hands else [])


@pytest.mark.parametrize("seed", range(40))
def test_an_escalera_takes_what_it_takes_on_the_table(seed: int) -> None:
    """Every card, to every end, at every step of a growing escalera."""
    rng = random.Random(seed)
    suit, low, wild = rng.choice("SHDC"), rng.randrange(11), rng.sample(range(4), rng.randint(1, 2))
    places = [*range(low, low + 4)]
    cards = ["JK" if i in wild else LADDER[place] + suit for i, place in enumerate(places)]
    pile = Pile(cards, places, suit)
    meld = Meld(Melds(()), *lie([card_of(card) for card in cards]))
    for _ in range(rng.randint(1, 11)):
        ways = {}
        for card in dict.fromkeys([*PACK, *(f"JK={rank}{suit}" for rank in LADDER[1:])]):
            for said in ("", "low", "high"):
                laid = laid_on(meld, Lays((card_of(card),), said or None, on=1))  # type: ignore[arg-type]
                goes = dict(pile.fits(card[:2] if card.startswith("JK") else card))
                if card.startswith("JK="):
                    beyond = {"high": places[-1] + 1, "low": places[0] - 1}
                    named = [end for end in beyond if end in goes and LADDER[beyond[end]] + suit == card[3:]]
                    goes = {end: end for end in named} | ({"": named[0]} if named else {})
                assert isinstance(laid, Meld) == (said in goes), (pile.cards, card, said, laid)
                if isinstance(laid, Meld):
                    ways[card, said] = goes[said], laid
        if not ways:
            assert len(places) == 14  # from ace to ace
            return
        (card, _), (end, meld) = rng.choice(list(ways.items()))
        pile.lay(card[:2] if card.startswith("JK") else card, end)
        places = pile.places or []
        assert [one.text for one in meld.cards] == pile.cards
        assert meld.run and [one.text for one in meld.run.cards] == [LADDER[place] + suit for place in places]


# What a hand can count


def counts(size: int, pool: list[str], exactly: bool = False) -> set[int]:
    """Everything that so many cards of a pool can count, or fewer but one at least."""
    reach = {(0, 0)}
    for points, copies in Counter(map(value, pool)).items():
        reach |= {(n + k, total + k * points) for n, total in reach for k in range(1, min(copies, size - n) + 1)}
    return {total for n, total in reach if (n == size if exactly else n)}


def table(hands: str, *said: str) -> Referee:
    referee = Referee(find_game("carioca"), NAMES[:3], {"hands": hands})
    for text in said:
        assert referee.hear(text).accepted, text
    return referee


def stands(referee: Referee, text: str) -> bool:
    accepted = referee.hear(text).accepted
    if accepted:
        referee.undo()
    return accepted


@pytest.mark.parametrize(("hands", "size", "most"), [("1-1", 11, 340), ("7-7", 12, 360)])
def test_what_one_hand_can_count(hands: str, size: int, most: int) -> None:
    can, referee = counts(size, PACK), table(hands, "deal Ada")
    assert max(can) == most and min(can) == 2
    for points in (*range(-1, 14), *range(most - 80, most + 3), 10**8):
        assert stands(referee, f"Bob holds {points}") == (points in can), points


def test_what_a_hand_told_card_by_card_can_count() -> None:
    melded = ["AS", "AH", "AD", "2S", "3S", "4S", "5S", "2H", "3H", "JK", "5H"]
    lines = ["deal Ada", "upcard AC", "Cem draws JK", f"Cem dealt {' '.join(melded)}"]
    referee = table("6-6", *lines, "Cem melds AS AH AD, 2S-5S, 2H 3H JK 5H", "Cem discards JK")
    left = list((Counter(PACK) - Counter([*melded, "JK", "AC"])).elements())
    can = counts(11, left, exactly=True)
    for points in (*range(22, 40), *range(max(can) - 70, max(can) + 3)):
        assert stands(referee, f"Bob holds {points}") == (points in can), points
    told = left[:5] + left[-6:]
    assert referee.hear(f"Bob holds {' '.join(told)}").accepted
    can = counts(11, list((Counter(left) - Counter(told)).elements()), exactly=True)
    for points in (*range(22, 40), *range(max(can) - 70, max(can) + 3)):
        assert stands(referee, f"Ada holds {points}") == (points in can), points


def both(size: int, one: int, other: int) -> bool:
    """Whether two hands can count so much: jokers and aces are few, tens and small cards enough for two."""

    def rest(points: int, jokers: int, aces: int) -> bool:
        left = points - 50 * jokers - 20 * aces
        return left == 0 or 2 <= left <= 10 * (size - jokers - aces)

    shares = itertools.product(range(5), range(9))
    return any(
        rest(one, jokers, aces)
        and any(rest(other, more, further) for more in range(5 - jokers) for further in range(9 - aces))
        for jokers, aces in shares
        if jokers + aces <= size
    )


@pytest.mark.parametrize(("hands", "size", "most"), [("2-2", 11, 460), ("7-7", 12, 480)])
def test_what_two_hands_can_count_together(hands: str, size: int, most: int) -> None:
    rng = random.Random(most)
    alone = counts(size, PACK)
    for _ in range(12):
        one = rng.choice([points for points in alone if points > 100])
        referee = table(hands, "deal Ada", "Bob out", f"Cem holds {one}")
        for other in (*range(most - one - 12, most - one + 3), rng.randint(2, most - one)):
            can = other in alone and both(size, one, other)
            assert stands(referee, f"Ada holds {other}") == can, (one, other)


@pytest.mark.parametrize("seed", range(12))
def test_dear_hands_that_were_really_held_are_never_refused(seed: int) -> None:
    rng = random.Random(seed)
    size, number = rng.choice([(11, 1), (12, 7)]), rng.randint(2, 4)
    cards = sorted(PACK, key=value)[-size[0] * number - rng.choice([0, 1, 3, 9]) :]
    rng.shuffle(cards)
    referee = Referee(find_game("carioca"), NAMES[: number + 1], {"hands": f"{size[1]}-{size[1]}"})
    assert referee.hear("deal Ada").accepted
    for seat in NAMES[1 : number + 1]:
        held = [cards.pop() for _ in range(size[0])]
        text = " ".join(held) if rng.random() < 0.3 else str(sum(map(value, held)))
        assert referee.hear(f"{seat} holds {text}").accepted, (seat, held)
    assert referee.winners() == ["Ada"]
