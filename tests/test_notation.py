from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import Card, Cards, Pack, Rank, Suit, cards
from referee.language.reports import KW_ONLY, Blind, Groups, Report, Signed, Text, Vocabulary, forms, shape
from referee.language.words import Names, ParseError, Piece, Seat, Seats, Words, pieces, text_fault


class Bids(Report):
    """a number"""

    tricks: Annotated[int, range(5)]


class Bets(Report):
    """chips"""

    chips: int = 1


class TakesPile(Report):
    """the pile"""


class Takes(Report):
    """a number, perhaps the last"""

    tricks: int = 1
    _: KW_ONLY
    last: bool = False


class Holds(Report):
    """points or cards"""

    what: int | Cards


class Melds(Report):
    """groups"""

    groups: Groups


class Lays(Report):
    """cards on a meld"""

    cards: Cards
    _: KW_ONLY
    on: int


class Hits(Report):
    """cards, perhaps unnamed"""

    cards: Blind = Blind(())


class Trumps(Report, speaker="none", verb="trump"):
    """a suit"""

    suit: Suit


class Deals(Report, speaker="after", verb="deal", also=("deals",)):
    """a deal"""

    size: int | None = None


class Adjusts(Report, speaker="none", verb="adjust"):
    """a correction"""

    whom: Seat
    points: Signed
    reason: Text = Text("")


class Scores(Report, team=True):
    """a short form"""

    points: int
    _: KW_ONLY
    natural: int = 0
    out: bool = False


class Captures(Report):
    """tricks, cards and words in any order"""

    tricks: Annotated[int, range(14)] | None = None
    cards: Cards = ()
    _: KW_ONLY
    last: bool = False


class Votes(Report, several=True):
    """several at once"""

    how: Literal["yes", "no"]
    _: KW_ONLY
    with_: Seats = ()


class Trios(Report, verb="declares trio"):
    """a set"""

    rank: Rank


class Sequences(Report, verb="declares run"):
    """a run"""

    length: int
    top: Card | Rank | None = None


KINDS = [
    Captures,
    Bids,
    Bets,
    TakesPile,
    Takes,
    Holds,
    Melds,
    Lays,
    Hits,
    Trumps,
    Deals,
    Adjusts,
    Scores,
    Votes,
    Trios,
    Sequences,
]


class Table:
    names = Names(["Ann", "Ben", "Mary Ann", "Zoë"], partners=True)
    pack = Pack(jokers=2)


VOCABULARY = Vocabulary(KINDS)


def read(text: str) -> Report:
    return VOCABULARY.read(text, Table())


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Ben bids 2", "Ben bids 2"),
        ("ben BID 2", "Ben bids 2"),
        ("b bids 2", "Ben bids 2"),
        ("bids 2", "bids 2"),
        ("zoe bids 0", "Zoë bids 0"),
        ('"mary ann" bids 1', '"Mary Ann" bids 1'),
        ("mary bids 1", '"Mary Ann" bids 1'),
        ("Ann bids 1", "Ann bids 1"),
        ("Ann takes pile", "Ann takes pile"),
        ("Ann takes", "Ann takes"),
        ("Ann takes 3 last", "Ann takes 3 last"),
        ("Ann takes last", "Ann takes last"),
        ("Ann holds 12", "Ann holds 12"),
        ("Ann holds 7 8", "Ann holds 7 8"),
        ("Ann holds qh ad", "Ann holds QH AD"),
        ("Ann melds KD KH KS, QC QD 2H", "Ann melds KD KH KS, QC QD 2H"),
        ("Ann lays 4d on 2", "Ann lays 4D on 2"),
        ("hits ?2 7c", "hits ? ? 7C"),
        ("hits", "hits"),
        ("Ann captures 4 QH last QD", "Ann captures 4 QH QD last"),
        ("Ann captures QH last", "Ann captures QH last"),
        ("Ann captures", "Ann captures"),
        ("trump hearts", "trump H"),
        ("deal Ann 3", "deal Ann 3"),
        ("deal Ann 1+2", "deal Ann 3"),
        ("deal 4-1", "deal 3"),
        ("Ben holds 12+11+7", "Ben holds 30"),
        ("Ben holds 30 - 12 + 2", "Ben holds 20"),
        ("adjust ann+mary -5-3 late", 'adjust Ann+"Mary Ann" -8 late'),
        ("adjust ann 5 - 3 of them spilled", "adjust Ann +5 - 3 of them spilled"),
        ("adjust ann 5 - sorry", "adjust Ann +5 - sorry"),
        ("Ann deals 3", "deal Ann 3"),
        ("deal 3", "deal 3"),
        ("deal", "deal"),
        ("adjust ann -10 for the spilled, wine", "adjust Ann -10 for the spilled, wine"),
        ('adjust ann 10 "a; b"', 'adjust Ann +10 "a; b"'),
        ("adjust ann+mary 5", 'adjust Ann+"Mary Ann" +5'),
        ("adjust zoë +0", "adjust Zoë +0"),
        ("ann scores natural 1 out 505", '"Ann"+"Mary Ann" scores 505 natural 1 out'),
        ("ann scores 505 out natural 1", '"Ann"+"Mary Ann" scores 505 natural 1 out'),
        ("Ann+mary scores 505", '"Ann"+"Mary Ann" scores 505'),
        ("Ben+Ann votes yes", "Ann+Ben votes yes"),
        ("Ben votes no with Ann Zoë", "Ben votes no with Ann Zoë"),
        ("Ann declares trio k", "Ann declares trio K"),
        ("Ann declares run 4", "Ann declares run 4"),
        ("Ann declares run 4 qh", "Ann declares run 4 QH"),
        ("Ann declares run 4 q", "Ann declares run 4 Q"),
    ],
)
def test_reports_print_back_canonically(text: str, canonical: str) -> None:
    report = read(text)
    assert report.text == canonical.replace('"Ann"', "Ann")
    assert read(report.text) == report


@pytest.mark.parametrize(
    ("text", "column", "instead"),
    [
        ("", 1, ()),
        ("Ben bidz 2", 5, ("bids",)),
        ("2 3 stop", 1, ()),
        ("Ben 10++5", 5, ()),
        ("KH QH", 1, ()),
        ("Bem bids 2", 1, ("Ben",)),
        ("Ben bids two", 10, ()),
        ("Ben bids", 9, ()),
        ("Ben bids 2 3", 12, ()),
        ("Ben bids 9999999999", 10, ()),
        ("Ben bids 1+9999999999", 10, ()),
        ("Ben bids 999999999+1", 10, ()),
        ("Ben bids 1+", 10, ()),
        ("Ben bids 1 +", 12, ()),
        ("Ben bids 1++2", 10, ()),
        ("Ben holds 11H", 11, ("10H",)),
        ("Ann lays 4D 11H on 2", 13, ()),
        ("Ann lays 4D", 12, ("on",)),
        ("Ann lays ? on 2", 10, ()),
        ("Ann melds KD,", 14, ()),
        ("Ann trump H", 1, ()),
        ("Ann+Ben bids 1", 1, ()),
        ("Ann+Ann bids 1", 1, ()),
        ("adjust Ann+Ben 5", 8, ()),
        ("trump X", 7, ()),
        ("Ann declares trio Z", 19, ()),
        ("Ben votes maybe", 11, ()),
        ("Ben", 4, ()),
        ("frob", 1, ()),
        ('Ben bids "2"', 10, ()),
    ],
)
def test_what_cannot_be_read_says_where(text: str, column: int, instead: tuple[str, ...]) -> None:
    with pytest.raises(ParseError) as caught:
        read(text)
    assert caught.value.column == column
    assert set(instead) <= set(caught.value.instead)


def test_a_prefix_that_could_be_two_is_unclear() -> None:
    table = Table()
    table.names = Names(["Anna", "Annabel"])  # type: ignore[misc]
    with pytest.raises(ParseError):
        VOCABULARY.read("Ann bids 1", table)
    assert VOCABULARY.read("Anna bids 1", table).who == "Anna"


def test_a_verb_beats_the_beginning_of_a_name() -> None:
    table = Table()
    table.names = Names(["Betsy", "Al"])  # type: ignore[misc]
    assert VOCABULARY.read("bets 2", table) == Bets(2)
    assert VOCABULARY.read("betsy bets 2", table) == Bets(2, who=Seat("Betsy"))
    table.names = Names(["bets", "Al"])  # type: ignore[misc]
    assert VOCABULARY.read("bets bets 2", table) == Bets(2, who=Seat("bets"))
    table.names = Names(["Bids", "Al"])  # type: ignore[misc]
    assert VOCABULARY.read('"bid" bets 2', table).who == "Bids"


@pytest.mark.parametrize("name", ["", " ", "12", "A,B", "A;B", 'A"B', "A=B", "A+B", "A#B", "A!B", "A\tB\x00"])
def test_names_that_will_not_do(name: str) -> None:
    with pytest.raises(ValueError):
        Names([name, "Ben"])


def test_two_players_need_two_names() -> None:
    with pytest.raises(ValueError):
        Names(["Zoë", "zoe"])


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("", []),
        ("  # only a comment", []),
        ("Ann bids 1; Ben bids 2 # so", [("", "Ann bids 1", 1), ("", "Ben bids 2", 13)]),
        ("! Ann bids 1", [("!", "Ann bids 1", 3)]),
        ("= Ann 20; = Ben 3", [("=", "Ann 20", 3), ("=", "Ben 3", 13)]),
        ("note so; it # goes on", [("", "note so; it # goes on", 1)]),
        ('adjust A 1 "x; # y"; z', [("", 'adjust A 1 "x; # y"', 1), ("", "z", 22)]),
        ("a#b", [("", "a#b", 1)]),
        (";; a", [("", "a", 4)]),
    ],
)
def test_pieces(line: str, wanted: list[tuple[str, str, int]]) -> None:
    assert [(piece.mark, piece.text, piece.column) for piece in pieces(line)] == wanted


def test_marks() -> None:
    assert list(pieces("! [follow-suit] ~ Ann plays 3C")) == [Piece("!", True, "follow-suit", "Ann plays 3C", 19)]
    assert list(pieces("~ Ann plays 3C")) == [Piece("", True, "", "Ann plays 3C", 3)]
    assert list(pieces("! [/x] plays 3C")) == [Piece("!", False, "", "[/x] plays 3C", 3)]
    with pytest.raises(ParseError):
        list(pieces('Ann says "so'))


@given(st.text(max_size=60))
def test_no_text_does_more_than_be_unclear(text: str) -> None:
    for line in text.splitlines() or [""]:
        try:
            for piece in pieces(line):
                assert line[piece.column - 1 :].startswith(piece.text)
                read(piece.text)
        except ParseError as error:
            assert error.column >= 1


SAID = """Ann Ben bids takes pile last 3 -1 QH 4H-8H ?2 JK=7H , on melds "Mary declares trio K run scores natural out
holds 7 + Ann+Mary deal trump adjust Zoë" "Mary-Ann" """
WORDS = st.sampled_from(SAID.split())


@given(st.lists(WORDS, max_size=7).map(" ".join))
def test_what_is_read_reads_back(text: str) -> None:
    try:
        report = read(text)
    except ParseError:
        return
    assert read(report.text) == report


def test_columns_count_from_where_the_piece_stands() -> None:
    words = Words("Ann  plays 3C", 11)
    assert [word.column for word in words.list] == [11, 16, 22]


def test_verbs_in_both_persons() -> None:
    assert forms("passes") == ("passes", "pass")
    assert forms("bids") == ("bids", "bid")
    assert forms("trump") == ("trump",)
    assert forms("discards") == ("discards", "discard")


def test_usage() -> None:
    assert shape(Lays).usage == "WHO lays CARDS on N"
    assert shape(Takes).usage == "WHO takes [N] [last]"
    assert shape(Scores).usage == "TEAM scores N [natural N] [out]"
    assert shape(Deals).usage == "deal [WHO] [N]"
    assert shape(Holds).usage == "WHO holds N or CARDS"
    assert shape(Votes).usage == "WHO votes yes|no [with WHO+WHO]"


def test_a_field_needs_a_type_that_can_be_read() -> None:
    class Odd(Report):
        """odd"""

        what: float

    with pytest.raises(TypeError, match="float"):
        _ = shape(Odd).arguments


def test_text_that_is_none() -> None:
    assert text_fault("plain ♥ text") is None
    assert (fault := text_fault("ab\x00")) and fault.column == 3
    assert text_fault("x" * 1_000_001)


def test_cards_are_frozen_into_reports() -> None:
    report = read("Ann lays 4D on 2")
    with pytest.raises(AttributeError):
        report.on = 3  # type: ignore[attr-defined]
    assert report == Lays(cards("4D"), on=2, who=Seat("Ann"))
