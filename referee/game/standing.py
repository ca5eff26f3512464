"""What is carried from hand to hand: scores, chips, who deals next, and whether the game is over."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.game.common_reports import Joins, Leaves
from referee.language.words import NOBODY, Seat


@dataclass
class Standing:
    """The state of the game between two hands.

    ``hands`` is how many are finished, and ``dealer`` who deals next, "" before the first deal.  ``balance`` has the
    points or net chips of every player or team, in games for chips also those of the pots.  ``over`` says whether the
    game is over, ``ended`` whether the table ended it, and ``broken_off`` whether it did so early.

    >>> from referee import Referee, find_game
    >>> table = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"])
    >>> table.standing.hands, table.standing.over, table.standing.balance
    (0, False, {'Ann': 0, 'Ben': 0, 'Cat': 0})

    It is small, it is copied at every deal, and it is all that going back needs. ``purse`` has the chips by account if
    the score is something else. ``seats`` is empty as long as the first players are still seated. ``heirs`` has each
    player who left since, and who sat to their left.
    """

    dealer: Seat = NOBODY  # who deals next
    due: Seat = NOBODY  # who would deal if nobody were out of the game
    hands: int = 0  # finished
    balance: dict[str, int] = field(default_factory=dict)
    purse: dict[str, int] = field(default_factory=dict)
    conceded: list[Seat] = field(default_factory=list)
    amended: dict[str, int | str | None] = field(default_factory=dict)  # house rules that changed since the first deal
    seats: tuple[Seat, ...] = ()
    heirs: dict[Seat, Seat] = field(default_factory=dict)
    arriving: tuple[Seat, ...] = ()  # players who have joined since the last hand, until their start is booked
    tie: Seat = NOBODY  # who wins if several are level at the end, by the word of the table
    over: bool = False
    endless: bool = False  # hands were finished, and no rule will ever end the game
    ended: bool = False  # by the table, so nothing more can be claimed
    broken_off: bool = False  # ended by the table before its rules had ended it
    goes_on: bool = False  # the next hand is played with the cards dealt for this one; a misdeal voids them all

    def snapshot(self) -> Standing:
        twin = object.__new__(type(self))
        facts = vars(self).items()
        vars(twin).update({name: fact.copy() if isinstance(fact, (list, dict)) else fact for name, fact in facts})
        return twin

    def reseat(self, report: Joins | Leaves, seats: tuple[Seat, ...]) -> None:
        """Adds a player to the seats, or removes one. If the next dealer leaves, the deal passes on."""
        if isinstance(report, Joins):
            place = seats.index(report.after) + 1 if report.after else len(seats)
            self.seats = (*seats[:place], report.who, *seats[place:])
            self.heirs.pop(report.who, None)
            self.arriving = (*self.arriving, report.who)
            return
        place = seats.index(report.who)
        self.seats = seats[:place] + seats[place + 1 :]
        self.heirs[report.who] = (seats[place + 1 :] + seats)[0]
        self.dealer, self.due = self.still_here(self.dealer), self.still_here(self.due)

    def stop(self, sides: int, over: bool) -> None:
        """Stops the game at this table. ``over`` says whether the game had come to its end, with that many sides."""
        given_away = len(self.conceded) >= max(1, sides - 1)
        self.broken_off = not (over or self.endless or given_away)
        self.over = self.ended = True

    def still_here(self, seat: Seat) -> Seat:
        """The player, or the one who deals in place of a player who has left."""
        while seat in self.heirs:
            seat = self.heirs[seat]
        return seat
