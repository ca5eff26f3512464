"""Evidence against brute force: every way of laying the unseen cards, on small packs."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from referee.cards import Card, Pack
from referee.core import Deal, Game, Seat, Verdict
from referee.core import Told as When
from referee.kit.evidence import Evidence, agrees
from referee.kit.holdings import from_the_pack, take_up
from referee.kit.tricks import Plays, Trick, TrickHand, follows_suit
from referee.table import Referee

CASES = 10_000


async def play_hand(hand: TrickHand) -> None:
    deal = await hand.deal()
    hand.deal_cards(deal.size or 1, deal)
    hand.leader = hand.eldest
    while hand.tricks_left:
        hand.put(await hand.ask_play(follows_suit))


def small(ranks: str) -> Game[TrickHand]:
    return Game(
        slug="small", name="Small", summary="", family="", players=range(2, 5), pack=Pack(ranks), hand=TrickHand,
        play=play_hand, over=lambda hand: False, rules={},
        reports={kind: When("in turn") for kind in (Deal, Plays, Trick)},
        categories={}, dealt=(from_the_pack,), deal_out=take_up,
    )  # fmt: skip


@dataclass
class Told:
    """What the table knows, kept plainly."""

    sizes: dict[str, int]
    pack: list[Card]
    dealt: dict[str, set[Card]] = field(default_factory=dict)
    played: list[tuple[str, Card]] = field(default_factory=list)
    out: list[tuple[int, str, str]] = field(default_factory=list)  # after so many cards, who, of which suit

    def deals(self) -> Iterator[dict[str, set[Card]]]:
        """Every way the hands can have been dealt."""
        mine = {
            seat: {card for who, card in self.played if who == seat} | self.dealt.get(seat, set())
            for seat in self.sizes
        }
        rest = [card for card in self.pack if not any(card in some for some in mine.values())]

        def lay(seats: list[str], rest: list[Card]) -> Iterator[dict[str, set[Card]]]:
            if not seats:
                yield {}
                return
            seat, *others = seats
            for more in itertools.combinations(rest, self.sizes[seat] - len(mine[seat])):
                for hands in lay(others, [card for card in rest if card not in more]):
                    yield {seat: mine[seat] | set(more), **hands}

        for hands in lay(list(self.sizes), rest):
            if all(not any(card.suit == suit for card in self.left(hands, seat, at)) for at, seat, suit in self.out):
                yield hands

    def left(self, hands: dict[str, set[Card]], seat: str, at: int) -> set[Card]:
        """What a seat still held after so many cards."""
        return hands[seat] - {card for _, card in self.played[:at]}


class Small:
    """One small hand, really dealt, told to the referee with revokes and known hands mixed in."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        ranks, players, size = self.random.choice(
            [("A K", 3, 2), ("A K", 4, 2), ("A K", 2, 3), ("A K Q", 2, 4), ("A K", 2, 4), ("A K", 3, 2)]
        )
        self.game = small(ranks)
        self.seats = ["Ann", "Ben", "Cat", "Dan"][:players]
        self.referee = Referee(self.game, self.seats)
        pack = list(Pack(ranks))
        self.random.shuffle(pack)
        self.dealt = {seat: pack[i * size : (i + 1) * size] for i, seat in enumerate(self.seats)}
        self.held = {seat: set(some) for seat, some in self.dealt.items()}
        self.told = Told(dict.fromkeys(self.seats, size), list(Pack(ranks)))
        assert self.referee.hear(f"deal Ann {size}").accepted
        for seat in self.seats:
            if self.random.random() < 0.25:
                self.referee.hear(f"{seat} dealt {' '.join(card.text for card in self.dealt[seat])}")
                self.told.dealt[seat] = set(self.dealt[seat])

    def play(self) -> Iterator[tuple[bool | None, bool | None]]:
        """Plays the hand; at every card off suit what enumeration says of it, and what the referee says."""
        while self.held[self.referee.next()[0]]:
            hand = self.referee.hand
            assert isinstance(hand, TrickHand)
            seat = self.referee.next()[0]
            led = hand.led
            follow = [card for card in self.held[seat] if card.suit == led]
            honest = self.random.random() < 0.7
            card = self.random.choice(sorted((honest and follow) or self.held[seat], key=str))
            text = f"{seat} plays {card}"
            if led and card.suit != led:
                yield self.enumerated(seat, card, led), self.judged(text, seat, card, led)
            ruling = self.referee.hear(text, overrule=True)
            assert ruling.accepted, ruling
            at = len(self.told.played)
            self.held[seat].remove(card)
            self.told.played.append((seat, card))
            if led and card.suit != led and not ruling.broken:
                self.told.out.append((at, seat, led))
            if ruling.findings:
                return  # an earlier breach is out: what follows is judged without it
            if not self.referee.hand.dealer:
                return

    def enumerated(self, seat: str, card: Card, led: str) -> bool | None:
        """Whether not following is proven illegal; None where no deal agrees with what was told before."""
        told = Told(self.told.sizes, self.told.pack, self.told.dealt, [*self.told.played, (seat, card)], self.told.out)
        at = len(self.told.played)
        holds = [any(one.suit == led for one in told.left(hands, seat, at)) for hands in told.deals()]
        return all(holds) if holds else None

    def judged(self, text: str, seat: str, card: Card, led: str) -> bool | None:
        ruling = self.referee.can(text)
        hand = self.referee.hand
        assert isinstance(hand, TrickHand)
        if not agrees(hand, Seat(seat), card):
            return None
        assert ruling.accepted or ruling.verdict is Verdict.ILLEGAL, ruling
        evidence = Evidence(hand, Seat(seat), card)
        without = evidence.may_lack(led)  # type: ignore[arg-type]
        assert ruling.accepted == without
        told = Told(self.told.sizes, self.told.pack, self.told.dealt, [*self.told.played, (seat, card)], self.told.out)
        at = len(self.told.played)
        may = [any(one.suit == led for one in told.left(hands, seat, at)) for hands in told.deals()]
        assert not may or evidence.may_hold(led) == any(may)  # type: ignore[arg-type]
        return not ruling.accepted


@pytest.mark.parametrize("part", range(10))
def test_a_play_is_illegal_exactly_when_every_deal_says_so(part: int) -> None:
    judged = 0
    for seed in itertools.count(part * 1_000_000):
        for expected, found in Small(seed).play():
            if expected is not None:
                assert found == expected, f"seed {seed}"
                judged += 1
        if judged >= CASES // 10:
            return


@pytest.mark.parametrize("seed", range(300))
def test_honest_play_never_raises_a_finding(seed: int) -> None:
    one = Small(seed)
    for seat in one.seats:
        one.held[seat] = set(one.dealt[seat])
    while one.referee.hand.dealer:
        hand = one.referee.hand
        assert isinstance(hand, TrickHand)
        seat = one.referee.next()[0]
        follow = [card for card in one.held[seat] if card.suit == hand.led] or list(one.held[seat])
        card = one.random.choice(sorted(follow, key=str))
        one.held[seat].remove(card)
        ruling = one.referee.hear(f"{seat} plays {card}")
        assert ruling.accepted and not ruling.findings, f"seed {seed}"


def culprits(told: Told) -> set[str]:
    """Whoever may have revoked, if somebody must have: without one suit believed to be out, the reports agree."""
    if any(True for _ in told.deals()):
        return set()
    found = set()
    for seat, suit in {(who, suit) for _, who, suit in told.out}:
        others = [one for one in told.out if one[1:] != (seat, suit)]
        if any(True for _ in Told(told.sizes, told.pack, told.dealt, told.played, others).deals()):
            found.add(seat)
    return found


@pytest.mark.parametrize("seed", range(1500))
def test_one_revoke_is_found_as_soon_as_it_is_proven_and_never_earlier(seed: int) -> None:
    one = Small(seed)
    guilty = ""
    found: set[str] = set()
    while one.referee.hand.dealer and not found:
        hand = one.referee.hand
        assert isinstance(hand, TrickHand)
        seat, led = one.referee.next()[0], hand.led
        follow = sorted((card for card in one.held[seat] if card.suit == led), key=str)
        astray = sorted((card for card in one.held[seat] if card.suit != led), key=str)
        revokes = not guilty and follow and astray and led and one.random.random() < 0.5
        card = one.random.choice(astray if revokes else follow or astray)
        text = f"{seat} plays {card}"
        refused = not one.referee.can(text).accepted
        ruling = one.referee.hear(text, overrule=True)
        assert ruling.accepted
        guilty = seat if revokes else guilty
        if refused:  # proven on the spot, if nobody else had revoked before
            assert guilty, f"seed {seed}"
            return
        at = len(one.told.played)
        one.held[seat].remove(card)
        one.told.played.append((seat, card))
        if led and card.suit != led:
            one.told.out.append((at, seat, led))
        found = {finding.who for finding in ruling.findings}
        possible = culprits(one.told)
        assert found == (possible if len(possible) == 1 else set()), f"seed {seed}"
        assert found <= {guilty}, f"seed {seed}"


def test_three_out_of_a_suit_prove_the_fourth() -> None:
    """Counting shows it: nobody else can have the last two spades."""
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
    assert [(one.name, one.who, one.lines) for one in ruling.findings] == [("revoke", "Ben", (2, 3))]
