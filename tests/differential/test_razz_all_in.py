"""Razz with short stacks compared with PokerKit: every pot, its players, and the result of each hand.

On half of the nights the referee knows the stacks and sees who is all-in. Otherwise that is entered.

Besides the differences in `test_razz`, the referee lets a player raise after an all-in raise of half a bet, or complete
a smaller one. PokerKit requires a full raise. So acts are drawn from those that PokerKit allows.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from pokerkit import Automation, ChipsPushing, FixedLimitRazz

from referee import Referee, find_game
from referee.cards import Card, Pack
from referee.testing.often import times
from tests.differential.asking import story, tell
from tests.differential.test_razz import BY_ITSELF, Night
from tests.share import few

HANDS = few(50, least=20)
SHOWN = (Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING)
ALMOST_BY_ITSELF = tuple(step for step in BY_ITSELF if step not in SHOWN)
"""PokerKit forgets who was in a pot when it kills a hand that can't win, so the pots are looked at before."""


class ShortStacks(Night):
    """One table of both programs, at which everybody has other chips in every hand."""

    def __init__(self, players: int, style: str, seed: int) -> None:
        super().__init__(players, style, seed, asking=False)
        self.luck = random.Random(f"all-in {players} {style} {seed}")
        self.known = seed % 2 == 0
        self.ante, self.bet = self.luck.choice([(1, 6), (3, 4), (2, 10)])
        bring_in = self.luck.choice([1, self.bet // 2])
        self.least = bring_in
        self.house = {"ante": self.ante, "bet": self.bet, "cap": 3, "burn": self.burn, "bring-in": bring_in}
        self.pots = 0

    def play(self, hand: int) -> None:
        players = len(self.seats)
        self.around = [*self.seats[1:], self.seats[0]]
        self.pack = list(Pack())
        self.luck.shuffle(self.pack)
        self.down: dict[str, list[Card]] = {seat: [] for seat in self.around}
        chips = [max(1, int(self.luck.expovariate(1 / (6 * self.bet)))) for _ in self.around]
        self.referee = Referee(find_game("razz"), self.seats, {name: str(value) for name, value in self.house.items()})
        rules = (ALMOST_BY_ITSELF, True, self.ante, self.least, self.bet, 2 * self.bet)
        self.state = FixedLimitRazz.create_state(*rules, chips, players, rake=lambda amount, state: (0, amount))
        if self.known:
            for seat, number in zip(self.around, chips, strict=True):
                tell(self.referee, f"{seat} buys {number}")
        tell(self.referee, f"deal {self.seats[0]}")
        for seat, number in zip(self.around, chips, strict=True):
            if not self.known and number <= self.ante:
                tell(self.referee, f"{seat} antes {number} all-in")
        while self.state.status:
            if self.state.showdown_index is not None:
                self.theirs = [(pot.amount, [self.around[i] for i in pot.player_indices]) for pot in self.state.pots]
                self.state.show_or_muck_hole_cards(True)
            elif self.state.can_kill_hand():
                self.state.kill_hand()
            elif self.state.actor_index is None:
                self.deal()
            else:
                self.act()
            if "MUCK_DEALT" in self.met:
                return
        self.show()
        text = story(self.referee)
        assert {seat: self.referee.scores[seat] for seat in self.around} == self.shares(), (text, self.state.operations)

    def deal(self) -> None:
        state = self.state
        if state.street_index == 4 and not state.board_dealing_count and len(self.pack) <= len(self.staying()):
            self.met.add("MUCK_DEALT")
            return
        if state.board_dealing_count:
            if state.card_burning_status:
                state.burn_card(
                    "??" if self.burn == "no" or len(self.pack) < 2 else str(self.pack.pop()).replace("10", "T")
                )
            card = self.pack.pop()
            state.deal_board(f"{card.rank.replace('10', 'T')}{card.suit.lower()}")
            tell(self.referee, f"upcard {card}")
            self.met.add("one card for all")
            return
        super().deal()

    def act(self) -> None:
        state, referee = self.state, self.referee
        who, left = self.around[state.actor_index], state.stacks[state.actor_index]
        assert referee.next() == [who], story(referee)
        acts: dict[str, Any] = {}
        opened = max(state.bets) > 0

        def act(words: str, put_in: int, done: Any) -> None:
            acts.setdefault(f"{who} {words}{' all-in' if put_in == left and not self.known else ''}", done)

        if state.can_post_bring_in():
            amount = state.effective_bring_in_amount
            act(f"bets {amount}", amount, state.post_bring_in)
        if state.can_check_or_call():
            amount = state.checking_or_calling_amount
            words = f"calls {amount}" if amount == left else "calls" if amount else "checks"
            act(words, amount, state.check_or_call)
        if state.can_fold():
            acts[f"{who} folds"] = state.fold
        if state.can_complete_bet_or_raise_to():
            amount = state.min_completion_betting_or_raising_to_amount
            act(f"{'raises' if opened else 'bets'} {amount}", amount - state.bets[state.actor_index], amount)
        possible = sorted(acts)
        _, call, more, fold = self.style
        likely = {"calls": call, "checks": call, "folds": fold, "bets": more, "raises": more}
        line = self.luck.choices(possible, [likely[text.split()[1]] + 0.01 for text in possible])[0]
        tell(referee, line)
        done = acts[line]
        state.complete_bet_or_raise_to(done) if isinstance(done, int) else done()

    def show(self) -> None:
        referee = self.referee
        if referee.hand.dealer:  # more than one stays
            ours = [(int(chips), seats.split("+")) for chips, seats in map(str.split, referee.fact("pots"))]
            assert ours == self.theirs, (story(referee), self.state.operations)
            self.met.add("side pots" if len(ours) > 1 else "one pot")
            self.pots += len(ours)
        for seat in self.luck.sample(referee.next(), len(referee.next())) if referee.hand.dealer else ():
            tell(referee, f"{seat} shows {' '.join(map(str, self.down[seat]))}")
        assert not referee.hand.dealer and not referee.fact("pot"), story(referee)

    def shares(self) -> dict[str, int]:
        shares = [*self.state.payoffs]
        for operation in self.state.operations:
            if isinstance(operation, ChipsPushing):
                winners = [i for i, amount in enumerate(operation.amounts) if amount]
                odd = sum(operation.amounts) % len(winners)
                shares[winners[0]] -= odd
                for i in winners[:odd]:
                    shares[i] += 1
        return dict(zip(self.around, shares, strict=True))


@pytest.mark.parametrize("seed", range(times(5)))
@pytest.mark.parametrize("style", ["careful", "bold", "staying", "folding"])
@pytest.mark.parametrize("players", [2, 3, 5, 7, 8])
def test_every_pot_is_that_of_pokerkit(players: int, style: str, seed: int) -> None:
    """With every seed 5,000 hands."""
    night = ShortStacks(players, style, seed)
    for hand in range(HANDS):
        night.play(hand)
        night.met.discard("MUCK_DEALT")
    assert players == 2 or not night.pots or "side pots" in night.met  # eight who all stay run out of cards
