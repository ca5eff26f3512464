"""A game as its pages: how the table stands, what may come next, and how one hand follows another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.candidates import likeliest_first
from referee.core import Ask, Asks, Finding, Game, Hand, Line, Offence, Standing, leaders
from referee.notation import Names, Report, Seat, Vocabulary, folded
from referee.reports import ANY_TIME, Adjust, Concedes, Deal, End, House, Joins, Leaves, Misdeal, Note, Pays
from referee.rulings import Ruling
from referee.telling import TABLE, Step, Telling


class Entry(NamedTuple):
    """An accepted report with its ruling."""

    report: Report
    ruling: Ruling
    overrule: bool


@dataclass
class Page:
    """The reports of one hand, from the end of the one before, with the standing to go back to."""

    before: Standing
    number: int
    carried: list[Step]
    telling: Telling
    house: Mapping[str, Any]  # the rules that the hand is dealt under
    moves: tuple[Joins | Leaves, ...] = ()  # who sat down and got up before the deal
    steps: list[Step] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)  # how many steps there were before each entry
    proven: frozenset[Offence] = frozenset()  # what `Hand.proven` has when it is told again
    closes_last: bool = False  # its first report closed the hand before, which might have gone on


class Pages:
    """All that was told of one game, a page a hand.

    Raises ValueError where the game can't be played so: too many players, an unknown option.
    """

    def __init__(
        self, game: Game[Any], players: Sequence[str], house: Mapping[str, str] | None = None, dealer: str = ""
    ) -> None:
        if fault := game.too_few_or_many(len(players), house or {}):
            raise ValueError(fault)
        self.game = game
        self.chosen = dict(house or {})
        self.house = game.house(len(players), self.chosen)
        self.pack = game.pack_for(len(players), self.house)
        names = Names(players, game.others, game.has_partners(len(players), self.house))
        self.first_seats = names.seats
        self._names_for: dict[tuple[tuple[Seat, ...], tuple[Seat, ...]], Names] = {(names.seats, ()): names}
        self.chips = game.moves_chips(self.house)
        for seat in names.seats:
            if fault := self._is_account(seat):
                raise ValueError(fault)
        self.vocabulary = Vocabulary((*game.reports, *(kind for kind in ANY_TIME if self.chips or kind is not Pays)))
        standing = game.standing()
        if dealer:
            if not (first := names.whole(dealer)):
                raise ValueError(f"the dealer {dealer} isn't one of the players")
            standing.dealer = first
        standing.balance.update({names.teams.get(seat, seat): 0 for seat in (*names.seats, *game.others)})
        if self.chips is True:
            standing.balance.update(dict.fromkeys(game.accounts, 0))
        elif self.chips:
            standing.purse.update(dict.fromkeys((*names.seats, *game.accounts), 0))
        self.pages: list[Page] = []
        self._open(standing, 1, [])

    # Where the table stands

    @property
    def page(self) -> Page:
        return self.pages[-1]

    @property
    def hand(self) -> Hand:
        """The hand in progress, or the coming one."""
        return self.pages[-1].telling.hand

    @property
    def names(self) -> Names:
        """The names of those who sit there now."""
        return self.hand.names

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.hand.seats

    @property
    def players(self) -> tuple[Seat, ...]:
        """Everybody who has sat there: those who do now, and those who have left."""
        return (*self.seats, *self.standing.heirs)

    @property
    def sides(self) -> tuple[Seat, ...]:
        """Everybody who has a score: players or teams, whoever else the game knows, and those who have left."""
        return (*self.hand.sides, *self.standing.heirs)

    @property
    def last(self) -> Hand | None:
        """The hand finished before."""
        hands = (page.telling.hand for page in self._valid() if page is not self.page)
        return next((hand for hand in hands if hand.finished), None)

    @property
    def hands(self) -> list[Hand]:
        """The hands that were finished, and the one in progress."""
        every = [page.telling.hand for page in self._valid()][::-1]
        return [hand for hand in every if hand.finished or (hand is every[-1] and hand.dealer)]

    @property
    def standing(self) -> Standing:
        standing: Standing = self.hand.standing
        return standing

    @property
    def entries(self) -> list[Entry]:
        return [entry for page in self.pages for entry in page.entries]

    @property
    def findings(self) -> list[tuple[int, Finding]]:
        """Every finding that wasn't withdrawn, with the line of the report that brought it."""
        found: list[tuple[int, Finding]] = []
        for entry in self.entries:
            gone = {one.offences for one in entry.ruling.withdrawn}
            found = [(line, one) for line, one in found if not one.open or one.offences not in gone] if gone else found
            found += [(entry.report.line, one) for one in entry.ruling.findings]
        return found

    @property
    def lines(self) -> list[Line]:
        """Every line of the score that stands, in the order it was booked."""
        carried: list[Line] = []
        for page in [*self._valid()][::-1]:
            hand = page.telling.hand
            if hand.finished or page is self.page:
                carried += hand.lines
        return carried

    def _valid(self) -> Iterator[Page]:
        """The pages from the last one back, without those that a misdeal has taken back."""
        number = self.page.number + 1
        for page in reversed(self.pages):
            if page.number < number:
                number = page.number
                yield page

    @property
    def over(self) -> bool:
        return self.standing.over

    @property
    def broken_off(self) -> bool:
        """Whether the table stopped before the game's rules ended it; whoever led then hasn't played it out."""
        return self.standing.broken_off

    @property
    def scores(self) -> dict[Seat, int]:
        return {side: self.standing.balance.get(side, 0) for side in self.sides}

    @property
    def accounts(self) -> dict[str, int]:
        """Where chips are moved every account, summing to zero."""
        if self.chips == "beside":
            return dict(self.standing.purse)
        return dict(self.standing.balance) if self.chips else {}

    def hand_scores(self) -> dict[Seat, int]:
        """What the last finished hand brought each side, later claims included."""
        last = self.last
        if last is None:
            return {}
        found = dict.fromkeys(last.sides, 0)
        for line in self.lines:
            if line.hand == last.number and line.who in found:
                found[Seat(line.who)] += line.points
        return found

    def winners(self) -> list[Seat]:
        """Who has won; nobody before the game is over, nor where the table broke it off."""
        return [] if self.broken_off else self.ahead()

    def ahead(self) -> list[Seat]:
        """Whose score is best when the game stops, played out or broken off; nobody before."""
        if not self.over:
            return []
        if self.game.winners:
            won = list(self.game.winners(self.last or self.hand))
        else:
            still_in = {side: n for side, n in self.scores.items() if side not in self.standing.conceded}
            won = leaders(still_in, self.game.lowest_wins)
        return [side for side in won if side not in self.standing.conceded]

    @property
    def dealer(self) -> Seat:
        """Who deals the hand in progress, else the next."""
        return self.hand.dealer or self.standing.dealer or self.seats[0]

    def fact(self, name: str) -> Any:
        """A fact that the game names; between hands it is the finished hand's.  Raises KeyError."""
        hand = self.hand if self.hand.dealer else (self.last or self.hand)
        name = next((one for one in self.game.facts if one.lower() == name.lower()), name)
        if name in self.game.facts:
            return self.game.facts[name](hand)
        if name == "hand":
            return hand.number
        if name in self.accounts and name not in self.seats:
            return self.accounts[name]
        raise KeyError(name)

    # What may come next

    def _ahead(self) -> Iterator[tuple[Hand, Asks[Any]]]:
        """What is asked for now, through the optional asks to the first that isn't: the next hand's, if need be."""
        telling = self.page.telling
        yield telling.hand, telling.asks
        if not telling.asks.optional:
            return
        telling, number = self._again(self.page), self.page.number
        while telling.asks.optional:
            telling.send(None)
            if telling.hand.finished:
                number += 1
                telling = self._telling(closed := self._closed(telling.hand), number, self._ahead_house(closed))
                if telling.hand.standing.over:
                    return
            yield telling.hand, telling.asks

    def asks(self) -> list[tuple[Hand, Ask]]:
        """Every ask that may be met now, with the hand it looks at."""
        if self.standing.ended:
            return []
        found = [(hand, ask) for hand, asks in self._ahead() for ask in asks.asks]
        return [(hand, ask) for hand, ask in found if not (self.over and issubclass(ask.verb, Deal))]

    def awaited(self) -> list[Ask]:
        """The asks that the table waits for: those of the first ask that isn't optional."""
        if self.over and not self.hand.dealer:
            return []
        *_, (_, asks) = self._ahead()
        return [ask for ask in asks.asks if not ask.aside]

    def next(self) -> list[Seat]:
        """Whose report is awaited."""
        seats = (ask.seats() or () for ask in self.awaited())
        return list(dict.fromkeys(seat for some in seats for seat in some))

    def _waiting(self) -> str:
        """What is awaited, in words; whether any of it would be allowed isn't tried."""
        some = [ask for _, ask in likeliest_first((self.hand, ask) for ask in self.awaited())]
        verbs = " or ".join(dict.fromkeys(ask.does for ask in some))
        seats = " or ".join(dict.fromkeys(seat for ask in some for seat in ask.seats() or ()))
        return f"{seats} {verbs} next".strip() if verbs else ""

    # The rules of the house

    @property
    def playing(self) -> bool:
        """Whether a deal is under way, and the rules it is played by with it."""
        return self.page.telling.begun or self.page.before.goes_on

    @property
    def in_force(self) -> Mapping[str, Any]:
        """The rules of the house in the hand in progress, else in the coming one."""
        return self.page.house

    def amendments(self) -> list[tuple[int, dict[str, tuple[Any, Any]]]]:
        """Which rules of the house were changed from which hand on, and from what to what."""
        coming = self.page.number + self.playing
        houses = [(hand.number, hand.house) for hand in self.hands] + [(coming, self._house(self.standing))]
        found: list[tuple[int, dict[str, tuple[Any, Any]]]] = []
        before: Mapping[str, Any] = self.house
        for number, house in houses:
            if changed := {name: (before[name], value) for name, value in house.items() if value != before[name]}:
                found.append((number, changed))
            before = house
        return found

    def house_in(self, number: int) -> Mapping[str, Any]:
        """The rules of the house that a hand was played by; those in force where there is no such hand."""
        return next((hand.house for hand in self.hands if hand.number == number), self.in_force)

    def _house(self, standing: Standing) -> Mapping[str, Any]:
        """The rules of the house as they were changed, among so many players."""
        players = len(standing.seats or self.first_seats)
        house = self.house if players == len(self.first_seats) else self.game.house(players, self.chosen)
        return {**house, **standing.amended} if standing.amended else house

    def _ahead_house(self, before: Standing) -> Mapping[str, Any]:
        """The rules that a hand is dealt under: the last one's, where no cards are dealt for it."""
        return self.pages[-1].house if before.goes_on and self.pages else self._house(before)

    # Who sits there

    def _is_account(self, name: str) -> str:
        """What is wrong with a name that chips lie under already."""
        accounts = {folded(one) for one in (*self.game.accounts, TABLE)} if self.chips else set()
        return f"nobody can be called {name} here: that is an account of the game" if folded(name) in accounts else ""

    def _moved(self, standing: Standing, moves: Iterable[Joins | Leaves]) -> Standing:
        """How the game stands when players have sat down and got up."""
        then = standing.snapshot()
        for one in moves:
            then.reseat(one, then.seats or self.first_seats)
            then.balance.setdefault(one.who, 0)
            if self.chips == "beside":
                then.purse.setdefault(one.who, 0)
        return then

    def _names(self, standing: Standing) -> Names:
        who = standing.seats or self.first_seats, tuple(standing.heirs)
        if who not in self._names_for:
            partners = self.game.has_partners(len(who[0]), self._house(standing))
            self._names_for[who] = Names(who[0], self.game.others, partners, who[1])
        return self._names_for[who]

    # Pages

    def _telling(
        self,
        before: Standing,
        number: int,
        house: Mapping[str, Any],
        moves: tuple[Joins | Leaves, ...] = (),
        proven: frozenset[Offence] = frozenset(),
    ) -> Telling:
        standing = self._moved(before, moves)
        names = self._names(standing)
        hand = self.game.hand(
            game=self.game,
            seats=names.seats,
            house=house,
            last_house=self._house(before),
            standing=standing,
            names=names,
            pack=self.pack if house is self.house else self.game.pack_for(len(names.seats), house),
            number=number,
            proven=proven,
        )
        return Telling(hand)

    def _open(self, before: Standing, number: int, carried: list[Step]) -> None:
        """Begins the page of a hand."""
        moves = tuple(step.report for step in carried if isinstance(step.report, (Joins, Leaves)))
        house = self._ahead_house(self._moved(before, moves) if moves else before)
        for step in carried:
            if isinstance(step.report, House):
                house = {**house, **dict(step.report.amendment.values)}
        telling = self._telling(before, number, house, moves)
        page = Page(before, number, carried, telling, house, moves, [*carried])
        for step in carried:
            telling.apply(step)
        self.pages.append(page)
        self._link()

    def _again(self, page: Page, steps: Sequence[Step] | None = None) -> Telling:
        """The hand told again up to where it stands, or only so many steps of it."""
        telling = self._telling(page.before, page.number, page.house, page.moves, page.proven)
        for step in page.steps if steps is None else steps:
            telling.apply(step)
        return telling

    def _restore(self, page: Page) -> None:
        """Back to where a hand stood before the report that is refused."""
        page.telling = self._again(page)
        self._link()

    def _link(self) -> None:
        """The finished hand's facts look at the standing as it is now."""
        if last := self.last:
            last.standing = self.standing

    def _turn_page(self, page: Page) -> None:
        """Begins the next hand's page where one is finished, void or the last."""
        report = page.entries[-1].report
        hand = page.telling.hand
        stops = isinstance(report, End) or self._gives_game_away(report)
        if stops and self.whole:
            self._close(page)
            closed = self.pages.pop()
            self._open(closed.before, closed.number, [Step(End(line=report.line), 0)])
        elif hand.finished:
            self._open(self._closed(hand), page.number + 1, [])
        elif isinstance(report, Misdeal):
            again = Step(Misdeal(who=self.dealer, line=report.line), 0)
            void = [page]  # every hand that was played from this deal
            for one in self._valid():
                if void[-1].before.goes_on and one is not page:
                    void.append(one)
            every = (step for one in reversed(void) for step in self._kept(one))
            kept = [step for step in every if not isinstance(step.report, Misdeal)]  # of these the last holds
            self._open(void[-1].before, void[-1].number, [*kept, again])
        elif stops:
            stays = tuple(line for line in hand.lines if line.category in self.game.outlasts)
            end = Step(End(line=report.line), 0, stays=stays)
            self._open(page.before.snapshot(), page.number, [*self._kept(page), end])

    def _closed(self, hand: Hand) -> Standing:
        """How the game stands after a hand."""
        standing: Standing = hand.standing.snapshot()
        assert not (self.chips and sum(self.accounts.values())), f"a hand of {self.game.slug} closes unbalanced"
        standing.hands += 1
        standing.dealer = hand.next_dealer or hand.after(hand.dealer)
        over = self.game.over(hand)
        standing.over, standing.endless = standing.over or bool(over), over is None
        return standing

    def _gives_game_away(self, report: Report) -> bool:
        return isinstance(report, Concedes) and len(self.hand.sides) <= 2 and self.game.concession_ends

    @property
    def whole(self) -> bool:
        """The hand in progress may be closed as it stands, by what opens the next or by the end."""
        telling = self.page.telling
        if telling.begun and telling.asks.optional:
            telling = self._again(self.page)
            while telling.asks.optional:
                telling.send(None)
        return telling.begun and telling.hand.finished

    def _close(self, page: Page) -> None:
        """Passes over what may still be told of a hand, and begins the next page."""
        while page.telling.asks.optional:
            page.telling.send(None)
        self._open(self._closed(page.telling.hand), page.number + 1, [])
        self.page.closes_last = True

    @staticmethod
    def _kept(page: Page) -> list[Step]:
        """What outlives a hand that is void: what came before its deal, and what was booked apart from it."""
        begun = page.telling.begun or page.before.goes_on  # it may have done without a deal
        never = len(page.steps) if Deal in page.telling.hand.game.reports and not begun else 0
        dealt = next((i for i, step in enumerate(page.steps) if isinstance(step.report, Deal)), never)
        apart = (Adjust, Pays, Note, Concedes, House)
        return [step for i, step in enumerate(page.steps) if i < dealt or isinstance(step.report, apart)]
