"""Who wins the games that most people know, the most points or the fewest, so that nobody has to be asked.

A game that tables win either way (Uno, Mau-Mau, Rommé) is in neither list.
"""

from __future__ import annotations

from scoresheets.catalogue import TALLY, known_game, low_by_the_book, slug_in

FEWEST_WIN = """
    black-lady black-maria cancellation-hearts chase-the-lady copas corazones dame-de-pique hartenjagen hearts herzeln
    hjerterfri omnibus-hearts polignac rickety-kate schwarze-dame slobberhannes spot-hearts
    card-golf four-card-golf golf mini-golf minigolf nine-card-golf play-nine six-card-golf
    biberbande cabo cactus cambio pablo rat-a-tat-cat skyjo skyjo-action yaniv
    3-13 continental-rummy contract-rummy five-crowns liverpool-rummy loba phase-10 phase-ten shanghai-rum
    shanghai-rummy telefunken three-thirteen
    6-nimmt 6-qui-prend 6-takes category-5 geschenkt no-thanks sechs-nimmt take-5 take-6
"""

MOST_WIN = """
    500 500-rum five-hundred five-hundred-rummy persian-rummy rummikub rummy-500
    gin hollywood-gin oklahoma-gin
    belote bezique binokel bolivia briscola coinche jass klaberjass mus pitch schieber sechsundsechzig setback
    sheepshead tarot tichu tressette tute
    bid-whist bridge chicago-bridge knockout-whist oh-pshaw rubber-bridge zauberer
    10000 farkle kniffel ten-thousand yahtzee yatzy zehntausend
    azul carcassonne qwirkle scrabble splendor ticket-to-ride wingspan zug-um-zug
"""

WINS = {name: lowest for names, lowest in ((FEWEST_WIN, True), (MOST_WIN, False)) for name in names.split()}


def fewest_win(name: str) -> bool | None:
    """Whether the fewest points win a game of that name; None if tables differ, or nobody here knows it.

    >>> fewest_win("Hearts"), fewest_win("Spades"), fewest_win("Uno")
    (True, False, None)
    """
    slug = slug_in(name)
    if slug != TALLY and (known := known_game(slug)):
        return low_by_the_book(known)
    return WINS.get(slug)
