"""Razz compared with PokerKit: random hands, with every possible act of every player tested before each one.

The differences:

FREE_FOLD   In PokerKit nobody folds if a check costs nothing. The rulebook has the normal rules of betting, and
            they let you fold in turn.
CAP         The rulebook has no cap on raises. PokerKit allows a bet and three raises in a round, so the house has
            `cap=3`.
BURN        PokerKit burns a card before each street, the rulebook none. So the house has `burn=yes`, or PokerKit
            burns an unknown card.
MUCK_DEALT  If the pack runs out on the seventh street, PokerKit deals folded and burned cards again if there are
            enough. In the rulebook one card is turned up for all, and the comparison ends there.
ODD_CHIPS   In PokerKit chips that can't be divided go to the first winner, here one each from the dealer's left.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from pokerkit import Automation, ChipsPushing, FixedLimitRazz

from referee import Referee, find_game
from referee.cards import PIPS, Card, Pack
from referee.testing.often import times
from tests.differential.asking import SEATS, standing, tell, would_stand

GAMES = times(2)
ANTE, BET = 1, 6
AMOUNTS = range(BET // 2, 9 * BET, BET // 2)
BY_ITSELF = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
STYLES = {"careful": (1, 6, 1, 3), "bold": (0.1, 4, 3, 1), "staying": (0, 6, 1, 0), "folding": (4, 2, 2, 8)}
"""How likely somebody is to bring in low, to check or call, to bet or raise, to fold."""


def theirs(card: Card) -> str:
    return card.rank.replace("10", "T") + card.suit.lower()


class Night:
    """One table of both programs: a hand after the other, the deal going round."""

    def __init__(self, players: int, style: str, seed: int, asking: bool = True, alike: bool = False) -> None:
        self.luck = random.Random(f"razz {players} {style} {seed}")
        self.burn, self.style = self.luck.choice(["yes", "no"]), STYLES[style]
        self.asking, self.alike = asking, alike  # whether everybody's cards are of the same ranks
        self.met: set[str] = set()  # the differences that came up
        self.seats = SEATS[:players]
        house = {"ante": str(ANTE), "bet": str(BET), "cap": "3", "burn": self.burn}
        self.referee = Referee(find_game("razz"), self.seats, house)

    def play(self, hand: int) -> None:
        players = len(self.seats)
        before = dict(self.referee.scores)
        self.around = [self.seats[(hand + 1 + i) % players] for i in range(players)]
        self.pack = list(Pack())
        self.luck.shuffle(self.pack)
        self.down: dict[str, list[Card]] = {seat: [] for seat in self.around}
        self.state = FixedLimitRazz.create_state(
            BY_ITSELF, True, ANTE, BET // 2, BET, 2 * BET, 10_000, players, rake=lambda amount, state: (0, amount)
        )
        tell(self.referee, f"deal {self.seats[hand % players]}")
        while self.state.status:
            if self.state.actor_index is None:
                self.deal()
            else:
                self.act()
            if "MUCK_DEALT" in self.met:
                tell(self.referee, "misdeal")
                return
        self.show()
        brought = {seat: self.referee.scores[seat] - before[seat] for seat in self.around}
        assert brought == self.shares(), (hand, self.down)

    # Cards

    def deal(self) -> None:
        state = self.state
        seventh = state.street_index == 4
        if state.card_burning_status:
            self.met.add("BURN")
            last = self.burn == "yes" and (len(self.pack) > 1 or not seventh)
            state.burn_card(theirs(self.pack.pop()) if last else "??")
        if state.board_dealing_count:
            card = self.pack.pop()
            for seat in self.staying():
                acts = would_stand(self.referee, f"{seat} checks")
                assert "community-card" in acts.rules or seat not in self.referee.next()
            state.deal_board(theirs(card))
            tell(self.referee, f"upcard {card}")
            self.met.add("one card for all")
            return
        if seventh and len(self.pack) < len(self.staying()):
            self.met.add("MUCK_DEALT")
            assert would_stand(self.referee, f"{self.referee.next()[0]} checks").rules == ("community-card",)
            return
        up: dict[str, Card] = {}
        while state.hole_dealee_index is not None:
            seat, card = self.around[state.hole_dealee_index], self.draw(len(state.hole_cards[state.hole_dealee_index]))
            face_up = state.hole_dealing_statuses[state.hole_dealee_index][0]
            state.deal_hole(theirs(card))
            if face_up:
                up[seat] = card
            else:
                self.down[seat].append(card)
        if up:
            tell(self.referee, "upcard " + " ".join(str(up[seat]) for seat in self.around if seat in up))

    def draw(self, held: int) -> Card:
        """The next card, for somebody who has so many."""
        at = next((i for i, card in enumerate(self.pack) if PIPS[card.rank] == held + 1), -1) if self.alike else -1
        return self.pack.pop(at)

    def staying(self) -> list[str]:
        return [seat for seat, stays in zip(self.around, self.state.statuses, strict=True) if stays]

    # Bets

    def act(self) -> None:
        state, referee = self.state, self.referee
        who = self.around[state.actor_index]
        assert referee.next() == [who]
        raises = {n for n in AMOUNTS if state.can_complete_bet_or_raise_to(n)}
        acts: dict[str, Any] = {f"{who} {verb} {n}": n for n in raises for verb in ("bets", "raises")}
        if state.can_post_bring_in():
            acts[f"{who} bets {BET // 2}"] = state.post_bring_in
        if state.can_check_or_call():
            acts[f"{who} {'calls' if state.checking_or_calling_amount else 'checks'}"] = state.check_or_call
        if state.can_fold():
            acts[f"{who} folds"] = state.fold
        if self.asking:
            self.ask(who, raises, acts)
        text = self.choose(who, acts)
        tell(referee, text)
        done = acts[text]
        state.complete_bet_or_raise_to(done) if isinstance(done, int) else done()
        assert referee.fact("pot") == state.total_pot_amount or not state.status
        if state.completion_betting_or_raising_count == 4:
            self.met.add("CAP")

    def ask(self, who: str, raises: set[int], acts: dict[str, Any]) -> None:
        """Checks that PokerKit allows the same acts, and only by the player in turn."""
        stand = standing(self.referee, (f"{who} {verb}" for verb in ("calls", "checks", "folds")))
        if f"{who} checks" in acts:
            assert f"{who} folds" in stand and f"{who} folds" not in acts  # FREE_FOLD
            stand.remove(f"{who} folds")
            self.met.add("FREE_FOLD")
        assert stand == {act for act in acts if len(act.split()) == 2}
        amounts = {*raises, BET // 2, *self.luck.sample(AMOUNTS, 4)}
        stand = standing(self.referee, (f"{who} {verb} {n}" for verb in ("bets", "raises") for n in amounts))
        low = f"{who} bets {BET // 2}"
        assert (low in stand) == (low in acts)
        assert {int(act.split()[2]) for act in stand if act != low} == raises
        other = self.luck.choice([seat for seat in self.around if seat != who])
        assert not standing(self.referee, (f"{other} {verb}" for verb in ("calls", "checks", "folds", "bets")))

    def choose(self, who: str, acts: dict[str, Any]) -> str:
        low, call, more, fold = self.style
        likely = {"calls": call, "checks": call, "folds": fold, "bets": more, "raises": more}
        other = "raises" if self.unopened() else "bets"
        possible = sorted(act for act in acts if act.split()[1] != other)
        weights = [low if act == f"{who} bets {BET // 2}" else likely[act.split()[1]] + 0.01 for act in possible]
        return self.luck.choices(possible, weights)[0]

    def unopened(self) -> bool:
        return not self.state.completion_betting_or_raising_count and not max(self.state.bets)

    # Showdown

    def show(self) -> None:
        referee = self.referee
        if referee.hand.dealer:  # more than one stays
            assert {*referee.next()} <= {*self.around}
            for seat in self.luck.sample(referee.next(), len(referee.next())):
                tell(referee, f"{seat} shows {' '.join(map(str, self.down[seat]))}")
        assert not referee.hand.dealer and not referee.fact("pot")

    def shares(self) -> dict[str, int]:
        """What the hand brought everybody by PokerKit, its ODD_CHIPS dealt out as here."""
        (pot,) = [operation.amounts for operation in self.state.operations if isinstance(operation, ChipsPushing)]
        winners = [i for i, amount in enumerate(pot) if amount]
        shares = [*self.state.payoffs]
        odd = sum(pot) % len(winners)
        if odd:
            self.met.add("ODD_CHIPS")
        shares[winners[0]] -= odd
        for i in winners[:odd]:
            shares[i] += 1
        return dict(zip(self.around, shares, strict=True))


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_hands_of_razz_go_as_with_pokerkit(players: int, style: str, seed: int) -> None:
    night = Night(players, style, seed)
    for hand in range(2):
        night.play(hand)


def test_every_difference_comes_up() -> None:
    differences = {"FREE_FOLD", "CAP", "BURN", "MUCK_DEALT", "ODD_CHIPS", "one card for all"}
    met: set[str] = set()
    for seed in range(10):
        if met == differences:
            return
        for night in (Night(8, "staying", seed, False), Night(3, "careful", seed, seed < 2, alike=True)):
            for hand in range(3):
                night.play(hand)
            met |= night.met
    assert met == differences
