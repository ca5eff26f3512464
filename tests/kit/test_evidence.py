"""Evidence against brute force: every way of laying the unseen cards, on small packs."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field

import pytest

from referee.cards import UNKNOWN, Card, Pack, Suit, cards
from referee.game.common_reports import Deal
from referee.game.game import Game
from referee.kit import tricks
from referee.kit.evidence import Charge, Evidence, Heap, Part, Share, can_be_laid, charges, fell, fewest
from referee.kit.evidence import Void as Doubted
from referee.kit.holdings import from_the_pack, take_up
from referee.kit.tricks import Plays, Takes, Trick, TrickHand, follows_suit
from referee.language.reports import Blind, Report
from referee.language.words import Seat
from referee.rules.rule import illegal, impossible
from referee.table.referee import Referee
from referee.testing.often import times
from tests.kit.tables import sit_down

CASES = times(2400)  # 12,000 hold too


class Throws(Report):
    """cards changed before the play: some are discarded face down, and as many are drawn"""

    cards: Blind


async def play_hand(hand: TrickHand) -> None:
    deal = await hand.deal()
    hand.deal_cards(deal.size or 1, deal)
    hand.leader = hand.eldest
    while changed := await hand.ask(None, Throws, aside=True).maybe():
        hand.hold(changed.who).throw_unnamed(len(changed.cards))
        hand.hold(changed.who).gain(changed, *changed.cards)
    playing = hand.ask_play() | hand.ask(None, Takes, aside=True)
    while hand.tricks_left:
        match await playing:
            case Plays() as play:
                hand.put(play)
            case takes:
                hand.take_unnamed(takes.who, takes.tricks)


dealer_rotation = illegal("The deal passes.", turn=Deal)
lead_order = illegal("Play is clockwise.", tricks.whole_trick, tricks.one_card_each, turn=Plays)
one_pack = impossible("Every card is there once.", tricks.from_hand, from_the_pack)
follow_suit = illegal("Suit is followed.", tricks.follows_suit, finding="revoke")


def small(ranks: str) -> Game[TrickHand]:
    return Game(
        slug="small", name="Small", summary="", family="", players=range(2, 5), pack=Pack(ranks), hand=TrickHand,
        play=play_hand, over=lambda hand: False, pack_rule=one_pack, deal_out=take_up,
        verbs=dict.fromkeys((Deal, Throws, Plays, Trick, Takes), "in turn"),
    )  # fmt: skip


Void = tuple[int, str, Suit]
"""When a player didn't follow suit: the number of events before."""

HELD, THROWN = 1000, -1


@dataclass
class Told:
    """Known facts in plain form: a card comes to a player and goes, or stays in the stock."""

    pack: list[Card]
    sizes: dict[str, int]
    dealt: dict[str, list[Card]] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)
    drawn: dict[str, list[Card]] = field(default_factory=dict)
    played: list[tuple[int, str, Card]] = field(default_factory=list)  # when, who, what
    unnamed: list[tuple[int, str]] = field(default_factory=list)
    out: list[Void] = field(default_factory=list)
    now: int = 0

    def holds(self, *out: Void, but: Iterable[Void] = (), keeps: tuple[str, Suit] | None = None) -> bool:
        """Whether a deal exists in which all this is true. Optionally, somebody also has a card of a suit."""
        came, went = Counter[tuple[str, str]](), Counter[tuple[str, int]]()
        for seat, size in self.sizes.items():
            came[seat, "dealt"], came[seat, "drawn"] = size, self.changed.get(seat, 0)
            went[seat, THROWN] = self.changed.get(seat, 0)
            went[seat, HELD] = size - sum(who == seat for _, who, _ in self.played) - self.unnamed_of(seat)
        for at, seat in self.unnamed:
            went[seat, at] += 1
        if min(went.values()) < 0:
            return False
        voids = [void for void in (*self.out, *out) if void not in but]
        fixed = {card: (seat, at) for at, seat, card in self.played}
        named = {card: (seat, "dealt") for seat, cards in self.dealt.items() for card in cards}
        named |= {card: (seat, "drawn") for seat, cards in self.drawn.items() for card in cards}
        cards = sorted(self.pack, key=lambda card: (card not in fixed, card not in named))

        def ways(card: Card) -> Iterator[tuple[str, str, int]]:
            for (seat, how), room in came.items():
                if not room or named.get(card, (seat, how)) != (seat, how):
                    continue
                if card in fixed:
                    if fixed[card][0] == seat and true(card, *fixed[card]):
                        yield seat, how, fixed[card][1]
                    continue
                for (who, at), n in went.items():
                    if n and who == seat and not (at == THROWN and how == "drawn") and true(card, seat, at):
                        yield seat, how, at

        def true(card: Card, seat: str, at: int) -> bool:
            return not any(who == seat and suit == card.suit and at > since for since, who, suit in voids)

        def lay(i: int, kept: bool) -> bool:
            if i == len(cards):
                return kept and not any(came.values()) and not any(went.values())
            card = cards[i]
            if sum(came.values()) > len(cards) - i:
                return False
            for seat, how, at in ways(card):
                came[seat, how] -= 1
                went[seat, at] -= card not in fixed
                here = kept or (at == HELD and (seat, card.suit) == keeps)
                if lay(i + 1, here):
                    return True
                came[seat, how] += 1
                went[seat, at] += card not in fixed
            return card not in fixed and card not in named and lay(i + 1, kept)

        return lay(0, keeps is None)

    def unnamed_of(self, seat: str) -> int:
        return sum(who == seat for _, who in self.unnamed)

    def playing(self, seat: str, card: Card) -> "Told":
        """The same after a card is played, which may disprove a suspected void."""
        out = [void for void in self.out if void[1:] != (seat, card.suit)]
        played = [*self.played, (self.now, seat, card)]
        return Told(
            self.pack, self.sizes, self.dealt, self.changed, self.drawn, played, self.unnamed, out, self.now + 1
        )

    def wrong(self) -> list[tuple[Void, ...]]:
        """Every smallest set of breaches that explains the play."""
        for size in range(len(self.out) + 1):
            if ways := [wrong for wrong in itertools.combinations(self.out, size) if self.holds(but=wrong)]:
                return ways
        return []


class Small:
    """One small hand, actually dealt and played, partly reported to the referee; with ``revokes`` of one type."""

    def __init__(self, seed: int, revokes: float = 0.3, untold: bool = True) -> None:
        self.random = random.Random(seed)
        ranks, players, size = self.random.choice(
            [
                ("A K", 3, 2),
                ("A K", 2, 3),
                ("A K", 2, 4),
                ("A K Q", 2, 5),
                ("A K Q", 3, 4),
                ("A K Q", 3, 3),
                ("A K Q", 4, 3),
            ]
        )
        self.seats = ["Ann", "Ben", "Cat", "Dan"][:players]
        self.revokes, self.untold = revokes, untold
        self.referee = Referee(small(ranks), self.seats)
        self.said: list[str] = []
        pack = list(Pack(ranks))
        self.told = Told([*pack], dict.fromkeys(self.seats, size))
        self.random.shuffle(pack)
        self.held = {seat: pack[i * size : (i + 1) * size] for i, seat in enumerate(self.seats)}
        stock = pack[players * size :]
        self.guilty: set[Void] = set()
        self.refused = False
        self.caught: set[str] = set()  # by a card of a suit that seemed to be void
        self.tell(f"deal Ann {size}")
        for seat in self.seats:
            if self.random.random() < 0.5:
                self.told.dealt[seat] = told = [card for card in self.held[seat] if self.random.random() < 0.9]
                unnamed = [UNKNOWN] * (size - len(told))
                self.tell(f"{seat} dealt {' '.join(map(str, (*told, *unnamed)))}")
        for seat in self.seats if untold else []:
            if self.random.random() < 0.3 and (count := self.random.randint(0, min(2, size, len(stock)))):
                new, stock = stock[:count], stock[count:]
                thrown = self.random.sample(self.held[seat], count)
                self.held[seat] = [card for card in self.held[seat] if card not in thrown] + new
                named = [card for card in new if self.random.random() < 0.4]
                self.told.changed[seat], self.told.drawn[seat] = count, named
                self.tell(f"{seat} throws {' '.join(map(str, (*named, *[UNKNOWN] * (count - len(named)))))}")

    @property
    def where(self) -> str:
        return "; ".join(self.said)

    @property
    def hand(self) -> TrickHand:
        hand = self.referee.hand
        assert isinstance(hand, TrickHand)
        return hand

    def tell(self, text: str) -> set[str]:
        """Makes a report. Returns the players who are found out."""
        ruling = self.referee.hear(text, overrule=True)
        self.said.append(text)
        assert ruling.accepted, f"{self.where}: {ruling.message}"
        return {finding.who for finding in ruling.findings}

    def cards(self) -> Iterator[tuple[str, Card]]:
        """Everybody's cards in the order of play. Some between tricks aren't reported."""
        while self.hand.dealer and self.hand.tricks_left:
            if self.untold and not self.hand.trick and self.hand.tricks_left > 1 and self.random.random() < 0.25:
                for seat in self.seats:
                    self.told.unnamed.append((self.told.now, seat))
                    self.held[seat].pop(self.random.randrange(len(self.held[seat])))
                    self.told.now += 1
                self.tell(f"{self.random.choice(self.seats)} takes 1")
            seat = self.referee.next()[0]
            follow = [card for card in self.held[seat] if card.suit == self.hand.led]
            careless = self.random.random() < self.revokes
            card = self.random.choice(follow if follow and not careless else self.held[seat])
            if follow and card not in follow and self.hand.led:
                self.guilty.add((self.told.now, seat, self.hand.led))
            yield seat, card

    def play(self, seat: str, card: Card) -> set[str]:
        """Reports a played card, and remembers the referee's conclusions."""
        led, told = self.hand.led, self.told.playing(seat, card)
        self.caught |= {seat} if len(told.out) < len(self.told.out) else set()
        self.held[seat].remove(card)
        ruling = self.referee.hear(f"{seat} plays {card}", overrule=True)
        self.said.append(f"{seat} plays {card}")
        self.refused = bool(ruling.broken)
        assert ruling.accepted, f"{self.where}: {ruling.message}"
        if led and card.suit != led and not self.refused:
            told.out.append((self.told.now, seat, led))
        self.told = told
        return {finding.who for finding in ruling.findings}

    @property
    def named(self) -> set[str]:
        """The players named in present findings, alone or with others."""
        return {seat for _, finding in self.referee.findings for seat in finding.suspects}

    @property
    def alone(self) -> set[str]:
        return {finding.suspects[0] for _, finding in self.referee.findings if len(finding.suspects) == 1}

    @property
    def proven(self) -> set[str]:
        """The players who are guilty in every possible deal."""
        out = self.told.out
        return {seat for _, seat, _ in out if not self.told.holds(but=[void for void in out if void[1] != seat])}


def expected(told: Told, seat: str, led: Suit) -> tuple[bool, bool]:
    """Whether not following suit is certainly illegal, or possibly, over every possible deal."""
    return (
        not told.holds((told.now - 1, seat, led), but=told.out),
        told.holds(but=told.out, keeps=(seat, led)),
    )


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(10))
def test_a_play_is_illegal_exactly_when_every_deal_says_so(seed: int) -> None:
    judged = Counter[bool]()
    for number in itertools.count(seed * 1_000_000):
        game = Small(number, revokes=0.6)
        for seat, card in game.cards():
            led, so_far = game.hand.led, judged.total()
            if led and card.suit != led:
                illegal, may_be = expected(game.told.playing(seat, card), seat, led)
                where = f"seed {number}: {game.where}; {seat} plays {card}"
                assert may_be == Evidence(game.hand, Seat(seat), card).may_hold(led), where
                assert illegal == bool(follows_suit(game.hand, Plays(card, who=Seat(seat)))), where
                judged[illegal] += 1
            game.play(seat, card)
            assert game.refused == (judged.total() > so_far and illegal), f"seed {number}: {game.where}"
            assert game.alone == game.proven | game.caught, f"seed {number}: {game.where}"
            assert {who for way in game.told.wrong() for _, who, _ in way} <= game.named, f"seed {number}: {game.where}"
            assert game.told.holds() <= (game.named == game.caught), f"seed {number}: {game.where}"
        if judged.total() >= CASES // 10:
            break
    assert min(judged[True], judged[False]) > CASES // 500


@pytest.mark.parametrize("seed", range(500))
def test_honest_play_never_raises_a_finding(seed: int) -> None:
    game = Small(seed, revokes=0)
    for seat, card in game.cards():
        findings = game.play(seat, card)
        assert not findings and not game.refused, f"seed {seed}: {game.where}"


@pytest.mark.parametrize("seed", range(1500))
def test_one_revoke_is_found_as_soon_as_it_is_proven_and_never_earlier(seed: int) -> None:
    game = Small(seed, revokes=0.6)
    for seat, card in game.cards():
        if game.guilty:
            game.revokes = 0
        game.play(seat, card)
        guilty = {who for _, who, _ in game.guilty}
        if game.refused:  # proven on the spot
            assert game.guilty, f"seed {seed}: {game.where}"
            return
        assert game.alone == game.proven | game.caught <= guilty, f"seed {seed}: {game.where}"
        assert game.named >= (set() if game.told.holds() else guilty), f"seed {seed}: {game.where}"


def test_three_out_of_a_suit_prove_the_fourth() -> None:
    """By counting: nobody else can have the last spade."""
    referee = Referee(small("A K Q J"), ["Ann", "Ben", "Cat", "Dan"])
    for text in [
        "deal Dan 4",
        "trick AS KH QH JH",
        "trick KS AH AD KD",
        "Ann plays AC",
        "Ben plays KC",
        "Cat plays QC",
    ]:
        assert referee.hear(text).accepted, text
    assert referee.hear("Dan plays JC").accepted
    assert referee.hear("Ann plays QD").accepted  # so the queen and the jack of spades aren't Ann's …
    ruling = referee.hear("Ben plays JD")
    assert ruling.accepted and not referee.hear("Dan dealt AS").accepted


def test_the_suit_comes_out_in_another_hand() -> None:
    referee = Referee(small("A K Q J"), ["Ann", "Ben", "Cat", "Dan"])
    for text in ["deal Dan 4", "trick AS KH QH JH"]:
        assert referee.hear(text).accepted
    ruling = referee.hear("trick KS QS AD KD")
    assert [(finding.name, finding.who, finding.proof) for finding in ruling.findings] == [("revoke", "Ben", (2, 3))]


# Counting alone

S, H, D = Suit("S"), Suit("H"), Suit("D")


def laid(spades: int, hearts: int, *shares: Share) -> bool:
    return can_be_laid(shares, [Heap({S: spades, H: hearts}, spades + hearts)])


def test_a_hand_that_was_out_of_a_suit_later_needs_others_first() -> None:
    """Two cards played while hearts were open, then three without any: five in all, three of them spades."""
    later = Share([Part(2, ()), Part(3, (H,))])
    assert laid(3, 2, later) and laid(5, 0, later) and not laid(2, 9, later) and not laid(3, 1, later)
    assert laid(5, 4, later, Share([Part(4, ())])) and not laid(4, 4, later, Share([Part(4, ())]))
    assert not laid(4, 9, later, Share([Part(2, (H,))])) and laid(5, 2, later, Share([Part(2, (H,))]))
    both = Share([Part(1, ()), Part(2, (H,))])
    assert laid(5, 3, later, both) and not laid(4, 9, later, both)


def test_known_cards_find_room_where_they_may_have_been() -> None:
    parts = [Part(1, (S,)), Part(2, (S, H))]
    assert laid(9, 9, Share(parts, {D: 2, H: 1})) and not laid(9, 9, Share(parts, {D: 1, H: 2}))
    assert not laid(9, 9, Share(parts, {S: 1, D: 2}))
    assert laid(0, 1, Share([Part(2, ()), Part(1, (S,))], {S: 2}))
    assert not laid(0, 9, Share([Part(1, ()), Part(1, (S,))], {S: 2}))
    assert laid(0, 0, Share(parts, {D: 2}, {H: 2}, (0, 1))) and not laid(0, 0, Share(parts, {D: 2}, {H: 3}, (0, 1)))
    assert not laid(0, 1, Share(parts, {D: 2}, {H: 1}, (2, 2)))
    assert not laid(0, 0, Share(parts, {D: 2}, {H: 1}, (1, 1))) and laid(0, 1, Share(parts, {D: 2}, {H: 1}, (1, 1)))
    assert laid(0, 0, Share([Part(1, ())], {D: 1})) and not laid(9, 9, Share([Part(1, ())], {D: 2}))


def test_no_more_of_a_heap_is_in_hands_than_there_may_be() -> None:
    heaps = [Heap({S: 3}, 1), Heap({S: 1, H: 2}, 3)]
    assert can_be_laid([Share([Part(2, (H,))])], heaps) and not can_be_laid([Share([Part(3, (H,))])], heaps)
    assert can_be_laid([Share([Part(4, ())])], heaps) and not can_be_laid([Share([Part(5, ())])], heaps)


def charged(*clashes: str, weights: dict[str, int] | None = None) -> list[Charge]:
    """The charges if not all of a1, a2, b1 … can be right; the letter is the player."""
    doubted = sorted({act for clash in clashes for act in clash.split()})
    stand = lambda believed: not any({*clash.split()} <= {*believed} for clash in clashes)  # noqa: E731
    return charges(doubted, stand, lambda act: Seat(act[0]), lambda act: (weights or {}).get(act, 1))


def test_what_is_wrong_by_itself_is_sure() -> None:
    assert charged() == [] and charged("a1") == [Charge(["a1"], True)]
    assert charged("a1", "b1 c1") == [Charge(["a1"], True), Charge(["b1", "c1"], False)]


def test_who_did_one_wrong_thing_or_another_is_named_with_both() -> None:
    assert charged("a1 a2") == [Charge(["a1", "a2"], False)]
    assert charged("a1 a2", weights={"a2": 2}) == [Charge(["a1", "a2"], False)]
    assert charged("a1 a2", "b1 c1") == [Charge(["a1", "a2"], False), Charge(["b1", "c1"], False)]
    assert charged("a1 a2", "a1 b1", "a2 b1") == [Charge(["a1", "a2"], False), Charge(["a1", "a2", "b1"], False)]


def test_all_are_suspected_who_did_it_in_one_of_the_ways_with_the_fewest_breaches() -> None:
    assert charged("a1 b1") == [Charge(["a1", "b1"], False)]
    assert charged("a1 b1 c1") == [Charge(["a1", "b1", "c1"], False)]
    assert charged("a1 b1", "c1 d1") == [Charge(["a1", "b1", "c1", "d1"], False)]
    assert charged("a1 b1 c1", weights={"c1": 2}) == [Charge(["a1", "b1"], False)]


def test_nobody_is_suspected_alone() -> None:
    """Either Ann is guilty, or both others are, which is less likely and no proof."""
    assert charged("a1 b1", "a1 c1") == [Charge(["a1", "b1", "c1"], False)]
    assert charged("a1 b1", weights={"b1": 2}) == [Charge(["a1", "b1"], False)]


def test_the_fewest_that_must_be_wrong() -> None:
    def ways(stand: Callable[[Collection[str]], bool], weight: Callable[[str], int] = lambda _: 1) -> list[str]:
        return sorted("".join(sorted(way)) for way in fewest("abc", stand, weight))

    assert ways(lambda believed: True) == [""]
    assert ways(lambda believed: "b" not in believed) == ["b"]
    assert ways(lambda believed: len(believed) < 2) == ["ab", "ac", "bc"]
    assert ways(lambda believed: len(believed) < 3, lambda act: 1 + (act == "a")) == ["b", "c"]
    assert ways(lambda believed: False) == []


# Cards that fell in tricks nobody told


def four() -> TrickHand:
    """Ann leads; everybody has two cards of eight, spades and hearts."""
    hand = sit_down(TrickHand, Pack("A K Q J", without="AD KD QD JD AC KC QC JC"))
    hand.deal_cards(2, Deal(line=1))
    hand.leader = hand.seats[0]
    return hand


def test_a_card_that_fell_is_in_no_hand() -> None:
    hand = four()
    ben = hand.seats[1]
    hand.take_unnamed(hand.seats[0], 1)
    for card in cards("AS KS QS"):
        hand.tell(Deal(line=2), card)
        hand.fallen.add(card)
    assert Evidence(hand, ben, cards("AH")[0]).heaps() == [[Heap({"S": 1, "H": 3, fell(S): 3}, 7)]]
    assert Evidence(hand, ben).may_hold(S) and Evidence(hand, ben).may_lack(S)
    (last,) = cards("JS")
    hand.tell(Deal(line=2), last)
    hand.fallen.add(last)
    assert not Evidence(hand, ben).may_hold(S) and Evidence(hand, ben).may_hold(H)
    assert Evidence(hand, ben).may_lack(S) and not Evidence(hand, ben).may_lack(H)


def test_a_card_looked_at_apart_is_of_its_suit() -> None:
    hand = four()
    ben = hand.seats[1]
    ace = cards("AS")[0]
    apart = Evidence(hand, ben, apart=ace)
    assert apart.heaps() == [[Heap({Suit("AS"): 1, "S": 3, "H": 4}, 8)]]
    assert apart.may_hold(Suit("AS")) and apart.may_lack(Suit("AS"))
    seems_out = Doubted(ben, S, Plays(cards("AH")[0], who=ben, line=3))
    assert apart.share(ben, [seems_out]).parts == [Part(2, {S, fell(S), Suit("AS")})]
    called = Doubted(ben, Suit("AS"), seems_out.play)
    assert apart.share(ben, [called]).parts == [Part(2, {Suit("AS"), fell(Suit("AS"))})]
