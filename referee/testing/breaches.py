"""Records that break each check of a sheet's play, made from the sheet alone.

    from referee.testing.breaches import broken_records

    for name, record in broken_records(game).items():
        ...

Each record is one hand without other breaches. Its last line is a report that must be refused, or a finding about an
earlier card. `broken_records` judges them all, and raises `Mismatch` if the referee sees one otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from referee.cards import RANKS, SUITS, Card
from referee.declared import sheet as declared
from referee.game.game import Game
from referee.records.record import Judge
from referee.testing.sheets import Mismatch, PlainHand, RandomTable

TRIES = 400
"""How many random hands may be looked at for one breach."""


class Broken(NamedTuple):
    """A report that breaks a rule, and reports before it.

    With ``finding`` it is accepted, and found out by that player's later cards.
    """

    rule: str
    report: str
    finding: str = ""
    before: tuple[str, ...] = ()


class Script(RandomTable):
    """One hand that is played correctly. ``known``: whether everybody's dealt cards are reported."""

    def __init__(self, game: Any, seed: int, known: bool) -> None:
        super().__init__(game, seed)
        self.known = known
        self.plain = self.shuffled(1)
        self.told_hands: set[str] = set()

    def moments(self) -> Iterator[str]:
        """Yields what comes next in the hand, before it happens: deal, call, pass, card, end."""
        plain = self.plain
        self.lines = [f"deal {plain.dealer}"]
        yield "deal"
        if self.known:
            self.lines += [self.as_dealt(plain, seat) for seat in plain.dealt]
        yield "call"
        self.lines += self.opening(plain)
        if self.known:
            self.told_hands = {seat for seat in plain.dealt if plain.hands[seat] == plain.dealt[seat]}
        steps, passed = self.to_pass(plain, 1)
        if passed:
            yield "pass"
        self.lines += [f"{seat} passes {texts(cards)}" for seat, cards in passed.items()]
        plain.pass_on(steps, passed)
        while not plain.over:
            yield "card"
            self.play(self.chance.choice(self.legal()))
        yield "end"

    def play(self, card: Card) -> None:
        seat = self.plain.next
        self.lines.append(f"{seat} plays {card.text}")
        self.plain.put(seat, card)

    def legal(self, rule: str = "") -> list[Card]:
        """The cards that the next player may play, or those that break a rule."""
        seat = self.plain.next
        return [card for card in self.plain.hands[seat] if self.plain.breaks(seat, card) == rule]

    @property
    def record(self) -> list[str]:
        return [f"game: {self.game.slug}", f"players: {', '.join(self.seats)}", "", *self.lines]


def texts(cards: Any) -> str:
    return " ".join(card.text for card in cards)


class Breach(NamedTuple):
    """A way to break a check: at which moment, whether all hands are known, and how."""

    moment: str
    known: bool
    of: Callable[[Script], Broken | None]
    applies: Callable[[Game[Any]], object]


BREACHES: dict[str, Breach] = {}


def breach(
    name: str, moment: str = "card", known: bool = False, applies: Callable[[Any], object] = lambda game: True
) -> Callable[[Callable[[Script], Broken | None]], Callable[[Script], Broken | None]]:
    """Registers a way to break a check, for the games it applies to."""

    def added(of: Callable[[Script], Broken | None]) -> Callable[[Script], Broken | None]:
        BREACHES[name] = Breach(moment, known, of, applies)
        return of

    return added


def broken_records(game: Game[Any]) -> dict[str, list[str]]:
    """The lines of a record for each check of a sheet's play, by what is broken. Raises Astray."""
    return {name: broken_record(game, name) for name, one in BREACHES.items() if one.applies(game)}


def broken_record(game: Game[Any], name: str) -> list[str]:
    """The lines of a record that breaks one check. Raises Astray if the referee doesn't see it, or if none is found."""
    one = BREACHES[name]
    for seed in range(TRIES):
        script = Script(game, seed, one.known)
        broken = next(filter(None, (one.of(script) for moment in script.moments() if moment == one.moment)), None)
        if broken is None:
            continue
        judge = _Judge(game).judge(script.record)
        if broken.finding:
            shown = _shows(script, judge, broken)
        else:
            script.lines += [*broken.before, f"! [{broken.rule}] {broken.report}"]
            if failures := _Judge(game).judge(script.record).failures:
                script.mismatch(f"{name}: {failures[0]}")
            shown = True
        if shown:
            return script.record
    raise Mismatch(f"none of {TRIES} hands of {game.slug} can break this: {name}")


def _shows(script: Script, judge: Judge, broken: Broken) -> bool:
    """Plays on from a hidden breach to the card that shows it. False if the breach can't be hidden."""
    plain, seat = script.plain, script.plain.next
    card = next(card for card in plain.hands[seat] if broken.report == f"{seat} plays {card.text}")
    denied = plain.denied(card)
    script.play(card)
    judge.feed(script.lines[-1])
    if judge.failures:
        return False
    while not plain.over:
        who, cards = plain.next, script.legal()
        shows = [card for card in cards if who == seat and plain.suit(card) in denied]
        script.play(script.chance.choice(shows or cards))
        judge.feed(script.lines[-1])
        if judge.failures:
            script.mismatch(str(judge.failures[0]))
        findings = judge.latest.findings if judge.latest else ()
        if any(finding.name == broken.finding and finding.suspects == (seat,) for finding in findings):
            script.lines.append(f"= finding {broken.finding} {seat}")
            return True
        if shows:
            script.mismatch(f"nobody finds what {broken.report} breaks")
    return False


class _Judge(Judge):
    """Judges records of a game that may not be found by its name."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self.game = game

    def _game(self, name: str) -> Game[Any]:
        return self.game


# What a sheet has


def play_of(game: Any) -> declared.Play:
    play: declared.Play = game.declared.play
    return play


def counted(game: Any, *kinds: type[Any]) -> list[Any]:
    """The columns that the tricks fill."""
    kinds = kinds or (declared.Count, declared.Who)
    return [column for column in game.columns if isinstance(column.spec, kinds) and column.spec.cards]


def comes_first(game: Any) -> str:
    """The rule that asks for something before the first card, "" if nothing does."""
    for column in game.columns:
        if game.at_play.comes_first(column):
            return str(column.name)
    return "trump-suit" if play_of(game).trump in ("maker", "upcard", "declarer") else ""


def picks_up(play: declared.Play) -> bool:
    return play.trump == "maker" and play.upcard


def contract_alone(game: Any) -> bool:
    return any(getattr(column.spec, "alone", None) for column in game.columns)


def sits_out(game: Any) -> bool:
    return game.playing is not None


# The breaches


@breach("a revoke", known=True)
def revoke(script: Script) -> Broken | None:
    seat = script.plain.next
    wrong = script.legal("follow-suit")
    return Broken("follow-suit", f"{seat} plays {wrong[0].text}") if wrong and seat in script.told_hands else None


@breach("a revoke that a later card shows")
def hidden_revoke(script: Script) -> Broken | None:
    wrong = script.legal("follow-suit") if not script.plain.tricks else []
    return Broken("follow-suit", f"{script.plain.next} plays {wrong[0].text}", "revoke") if wrong else None


@breach("out of turn")
def out_of_turn(script: Script) -> Broken | None:
    plain = script.plain
    last = len(plain.trick) == len(plain.in_play) - 1
    if not plain.trick or last:
        return None
    other = next(seat for seat in reversed(plain.in_play) if seat not in (plain.next, *(who for who, _ in plain.trick)))
    return Broken("lead-order", f"{other} plays {plain.hands[other][0].text}")


@breach("a lead by another player than the winner")
def wrong_winner(script: Script) -> Broken | None:
    plain = script.plain
    if plain.trick or not plain.tricks:
        return None
    other = next(seat for seat in plain.in_play if seat != plain.leader)
    return Broken("lead-order", f"{other} plays {plain.hands[other][0].text}")


@breach("two cards to one trick")
def two_cards(script: Script) -> Broken | None:
    plain = script.plain
    if len(plain.trick) < 2:
        return None
    seat = plain.trick[-1][0]
    return Broken("lead-order", f"{seat} plays {plain.hands[seat][0].text}") if plain.hands[seat] else None


@breach("a card that was played before")
def twice(script: Script) -> Broken | None:
    plain = script.plain
    gone = [text for text, copies in plain.gone.items() if copies == plain.play.copies]
    return Broken("pack", f"{plain.next} plays {gone[0]}") if gone else None


@breach("a card of another hand", known=True)
def of_another(script: Script) -> Broken | None:
    plain = script.plain
    if plain.next not in script.told_hands:
        return None
    own = {card.text for card in plain.hands[plain.next]}
    others = [card.text for seat in plain.in_play for card in plain.hands[seat] if card.text not in own]
    return Broken("pack", f"{plain.next} plays {others[0]}") if others else None


@breach("a card that isn't in the pack", applies=lambda game: len(game.pack_for(max(game.players), {})) < 52)
def foreign(script: Script) -> Broken | None:
    pack = {*script.game.pack_for(len(script.seats), {})}
    gone = [card for suit in SUITS for rank in RANKS if (card := Card(rank, suit)) not in pack]
    return Broken("pack", f"{script.plain.next} plays {gone[0].text}") if gone else None


@breach("a trick with too many cards")
def too_many(script: Script) -> Broken | None:
    plain = script.plain
    if plain.trick or not plain.tricks or len(plain.hands[plain.leader]) < 2:
        return None
    cards = [plain.hands[seat][0] for seat in plain.in_play]
    return Broken("lead-order", f"trick {texts(cards)} {plain.hands[plain.leader][1].text}")


@breach("a hand with too many cards", moment="deal")
def too_many_dealt(script: Script) -> Broken | None:
    plain = script.plain
    first, second, *_ = plain.dealt
    return Broken("pack", f"{script.as_dealt(plain, first)} {plain.dealt[second][0].text}")


@breach("a card before the call", moment="call", applies=comes_first)
def too_early(script: Script) -> Broken | None:
    plain = script.plain
    seat = plain.first()
    return Broken(comes_first(script.game), f"{seat} plays {plain.hands[seat][0].text}")


@breach("a card before trump is named", moment="call", applies=lambda game: play_of(game).trump == "maker")
def too_early_for_trump(script: Script) -> Broken | None:
    plain = script.plain
    seat = plain.first()
    calls = next(column for column in script.game.columns if isinstance(column.spec, declared.Contract))
    called = f"{plain.dealers_place} {calls.verb}"
    return Broken("trump-suit", f"{seat} plays {plain.hands[seat][0].text}", before=(called,))


@breach("a discard by another player than the dealer", applies=lambda game: picks_up(play_of(game)))
def discards_for_another(script: Script) -> Broken | None:
    plain = script.plain
    known = (*plain.hands[plain.dealers_place], *plain.away)
    if not plain.upcard or plain.upcard not in known or plain.trick or plain.tricks:
        return None
    return Broken("trump-suit", f"{plain.next} discards {plain.hands[plain.next][0].text}")


@breach("a suit led too early", known=True, applies=lambda game: play_of(game).breaks)
def early(script: Script) -> Broken | None:
    seat = script.plain.next
    for name in script.plain.play.breaks if seat in script.told_hands else ():
        if wrong := script.legal(f"{name}-broken"):
            return Broken(f"{name}-broken", f"{seat} plays {wrong[0].text}")
    return None


@breach("a suit led too early, shown by a later card", applies=lambda game: play_of(game).breaks)
def hidden_early(script: Script) -> Broken | None:
    plain = script.plain
    for name in plain.play.breaks if sum(plain.tricks.values()) < 3 else ():
        if wrong := script.legal(f"{name}-broken"):
            return Broken(f"{name}-broken", f"{plain.next} plays {wrong[0].text}", f"{name}-broken")
    return None


@breach("another first lead", applies=lambda game: play_of(game).leads)
def first_lead(script: Script) -> Broken | None:
    wrong = script.legal("first-lead")
    return Broken("first-lead", f"{script.plain.next} plays {wrong[0].text}") if wrong else None


@breach("a first trick that isn't clean", known=True, applies=lambda game: play_of(game).clean)
def not_clean(script: Script) -> Broken | None:
    wrong = script.legal("clean")
    return Broken("clean", f"{script.plain.next} plays {wrong[0].text}") if wrong else None


@breach("too many cards passed", moment="pass", applies=lambda game: play_of(game).passes)
def passes_too_many(script: Script) -> Broken | None:
    plain, seat = script.plain, script.seats[0]
    each = plain.play.passes if isinstance(plain.play.passes, int) else plain.play.passes[str(len(script.seats))]
    return Broken("passing", f"{seat} passes {texts(plain.hands[seat][: each + 1])}")


@breach("a card passed that wasn't dealt", moment="pass", known=True, applies=lambda game: play_of(game).passes)
def passes_of_another(script: Script) -> Broken | None:
    plain, (seat, other, *_) = script.plain, script.seats
    each = plain.play.passes if isinstance(plain.play.passes, int) else plain.play.passes[str(len(script.seats))]
    return Broken("pack", f"{seat} passes {texts(plain.hands[other][:each])}")


@breach("the upcard played by another player", applies=lambda game: play_of(game).upcard)
def upcard_elsewhere(script: Script) -> Broken | None:
    plain = script.plain
    shown = plain.upcard and f"upcard {plain.upcard.text}" in script.lines
    if not plain.upcard or not shown or plain.next == plain.dealers_place:
        return None
    return Broken("pack", f"{plain.next} plays {plain.upcard.text}")


@breach("a card of a partner who sits out", applies=contract_alone)
def alone(script: Script) -> Broken | None:
    plain = script.plain
    return Broken("lead-order", f"{plain.idle} plays {plain.hands[plain.idle][0].text}") if plain.idle else None


@breach("a game of a dealer who sits out", moment="call", applies=lambda game: game.at_play.declares and sits_out(game))
def dealer_declares(script: Script) -> Broken | None:
    plain = script.plain
    return Broken("sitting-out", f"{plain.out} declares hearts") if plain.out else None


@breach("a second game declared", applies=lambda game: game.at_play.declares)
def declares_again(script: Script) -> Broken | None:
    plain = script.plain
    return Broken("trump-suit", f"{plain.after(plain.declarer)} declares hearts") if plain.declarer else None


@breach("a card that was laid away", applies=lambda game: game.at_play.declares and game.at_play.leaves_cards)
def laid_away(script: Script) -> Broken | None:
    plain, named = script.plain, any(f"{script.plain.declarer} discards" in text for text in script.lines)
    if not named or plain.next != plain.declarer:
        return None
    return Broken("pack", f"{plain.declarer} plays {plain.away[0].text}")


@breach("a game won without the points", moment="end", applies=lambda game: play_of(game).needs)
def without_points(script: Script) -> Broken | None:
    wrong = script.wrong_game(script.plain)
    return Broken("card-points", wrong) if wrong else None


@breach("other numbers than in the tricks", moment="end", applies=lambda game: counted(game))
def other_numbers(script: Script) -> Broken | None:
    column = counted(script.game)[0]
    tellers = column.tellers(script.sums.hand)
    if isinstance(column.spec, declared.Who):
        other = next(seat for seat in tellers if f"{seat} {column.verb}" not in script.numbers(script.plain))
        return Broken(column.name, f"{other} {column.verb}")
    there = sum(_taken(script.plain, column, tellers, script).values())
    wrong = {seat: there * (seat == tellers[0]) for seat in tellers}
    if wrong == _taken(script.plain, column, tellers, script):
        return None
    return Broken(column.name, f"{column.verb} {' '.join(map(str, wrong.values()))}")


@breach("fewer than in the tricks so far", applies=lambda game: counted(game, declared.Count))
def too_few(script: Script) -> Broken | None:
    plain, column = script.plain, counted(script.game, declared.Count)[0]
    tellers = column.tellers(script.sums.hand)
    taken = _taken(plain, column, tellers, script)
    having = [seat for seat in tellers if taken[seat]]
    if plain.trick or not having or len(plain.hands[plain.leader]) < 2:
        return None
    return Broken(column.name, f"{having[0]} {column.verb} {taken[having[0]] - 1}")


def _taken(plain: PlainHand, column: Any, tellers: Any, script: Script) -> dict[str, int]:
    """What a column counts so far, by those who have numbers in it."""
    words = next(text for text in script.numbers(plain) if text.startswith(f"{column.verb} "))
    return dict(zip(tellers, map(int, words.split()[-len(tellers) :]), strict=True))
