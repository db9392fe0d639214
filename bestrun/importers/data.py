"""The ``[import]`` table of a title's folder, checked: facts about its exported games.

Most of what differs from title to title is said here in data. What data cannot say is a
small module of this package, which the table names; it may ask for tables of its own.
"""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec

from mapdata.errors import did_you_mean
from mapdata.tables import Table, to_table
from mapdata.title import Title


class DrawnLabelTable(Table, frozen=True):
    """The label of so many of these hexes, which the first draws of the game decide."""

    label: str
    hexes: tuple[str, ...]
    number: int


class StartTable(Table, frozen=True):
    """Things on the board before the first action.

    ``neutral``: stops whose tokens close nothing to anybody. ``until``: stops whose tokens
    go when a phase begins. ``homes``: companies whose home tokens lie there from the start.
    ``trains``: for each company, the type of its first train.
    """

    tokens: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    neutral: tuple[str, ...] = ()
    until: dict[str, str] = msgspec.field(default_factory=dict)
    homes: tuple[str, ...] = ()
    trains: dict[str, str] = msgspec.field(default_factory=dict)
    assigned: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    drawn_label: DrawnLabelTable | None = None


class AbilityTable(Table, frozen=True):
    """Something that adds to the routes of a company, as positions write it.

    ``until``: the phase that ends it. ``while_director``: it ends with the director who
    was there when it came.
    """

    type: str
    hexes: tuple[str, ...] = ()
    amount: int = 0
    count: int | None = None
    until: str = ""
    while_director: bool = False


class PrivateTable(Table, frozen=True):
    """Effects of a private that have no action, beside its abilities in the title.

    Attributes
    ----------
    uses
        Actions by its power after which it closes.
    train
        The train that its buyer is given, if there is one; ``train_until``: the phase
        from which there is none any more.
    closes_when_bought
        It closes as soon as a company has it.
    stays_with_players
        It closes with the others once a company owns it, though its ability says never.
    grants
        What it gives to the company that buys it, for good.
    shares
        Certificates that come with it.
    drawn
        Certificates of which one comes with it, drawn by lot.
    mark
        The marker that it puts on each hex that it is assigned to, instead of its own.
    marks
        What it gives to its company with the hex that it is assigned to.
    marks_company
        The company holds its marker, too, once it is assigned to a hex.
    marker
        What the company that buys it holds from then on.
    extra_place
        Its token stands in a place of its own, beside those of the tile.
    """

    uses: int = 0
    train: str = ""
    train_until: str = ""
    closes_when_bought: bool = False
    stays_with_players: bool = False
    grants: tuple[AbilityTable, ...] = ()
    shares: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    mark: str = ""
    marks: AbilityTable | None = None
    marks_company: bool = False
    marker: str = ""
    extra_place: bool = False


class MomentTable(Table, frozen=True):
    """Events by time: with an operating round, counted from the first, or after it."""

    round: int
    phase: str = ""
    scraps: tuple[str, ...] = ()


class IdleTable(Table, frozen=True):
    """An event that costs every company with a train the use of one in its next run."""

    phase: str
    type: str


class TrackMarkTable(Table, frozen=True):
    """A private whose tile marks its hex: the mines of a coal company."""

    privates: tuple[str, ...]
    mark: str


class EventTable(Table, frozen=True):
    """Effects of a train's event on the board.

    ``clears``: hexes that are as printed again. ``empties``: hexes whose tokens leave the
    game. ``unmarks``: hexes whose marks go. ``lifts``: marks that go from everywhere.
    """

    clears: tuple[str, ...] = ()
    empties: tuple[str, ...] = ()
    unmarks: tuple[str, ...] = ()
    lifts: tuple[str, ...] = ()


class ChoiceTable(Table, frozen=True):
    """Effects of a choice of a company.

    ``marks``: company to the hex that it marks. ``marker``: what it holds from now on.
    ``closes``: the private that it closes. ``turns``: marks that are turned over, on hexes and
    on charters.
    """

    marks: dict[str, str] = msgspec.field(default_factory=dict)
    marker: str = ""
    closes: str = ""
    turns: dict[str, str] = msgspec.field(default_factory=dict)


class TwinTable(Table, frozen=True):
    """The tile that lies on another hex as soon as its twin is laid."""

    hex: str
    tile: str


class ExportTable(Table, frozen=True):
    """Trains sold abroad: when, in which phases (all if none is named), of which types."""

    after: Literal["set", "round"]
    phases: tuple[str, ...] = ()
    trains: tuple[str, ...] = ()
    whole_type: tuple[str, ...] = ()
    """Types of which all leave when one does."""


class ImportTable(Table, frozen=True):
    """Facts about exported games of the title.

    Attributes
    ----------
    game
        The title as exports write it; several if they are played on the same board.
    chosen_by
        The optional rules that choose this folder among those of the same game.
    for_players
        The numbers of players that choose this folder among those of the same game.
    options
        Optional rules and what they change; an empty table for one that changes nothing
        about routes. A game with a rule that is not here is tried, with a warning.
    players
        Numbers of players and what they change, as options do. Numbers of trains (``counts``)
        add to those before, all else takes their place.
    module
        The module of this package with what data cannot say.
    home
        When home tokens are placed: when a company first operates, at the start of the
        round for all that have floated, when it floats, or when it is started.
    homes
        Homes where they are not those of the title: an optional rule moves one, or a second
        token comes with the first.
    city_numbers
        Tile or hex to the numbers of its cities, where exports count tracks between them.
    home_tiles
        Companies that lay a tile on their home when they are started, and their token on it.
    turn
        What a company does in its turn, in this order, alternatives in one entry.
    once
        What it does once in a turn: the second time is a new turn.
    passes
        Automatic passes in a turn; one more is a new turn. 0: no sign.
    first_set
        The number of the first set of operating rounds.
    asked_between
        Between rounds every company is asked something that it may pass.
    longer_last_set
        The last set of rounds may go on longer than the phase says: no player acts between.
    protects_prices
        Directors may buy, in the middle of a round, what is sold to pay for a train.
    discards
        Whether discarded trains can be bought again.
    rusted_for
        The kind of company that can buy rusted trains from the pool, and keeps its own.
    rusts_on, obsolete_on
        Train to the train that ends it, where an optional rule changes that.
    counts
        Numbers of trains where an optional rule changes them.
    marks_lifted
        Companies whose mark goes from a hex when they place a token there.
    called
        Ids of trains as older exports write them, and as the others do.
    outside_supply
        Trains beside those that the title counts, never sold: companies are given them.
    reserved
        Trains among those that the title counts which are kept for somebody.
    trains_over_limit
        Trains of privates come to companies that have as many as they may.
    events, choices
        What events of trains and choices of companies do.
    hex_tokens
        A token placed on a hex instead of in a city is its company's mark there.
    ignored
        Kinds of actions that change nothing that routes of this title need.
    twins
        Tiles that are laid together, as one.
    timetable
        What comes with an operating round (``phase``) or after it (``scraps``).
    token_grants
        What a token placed on one of their hexes adds to a company's routes, until the
        phase named.
    float_percent
        How much must be sold for a company to float.
    plays_on
        The game goes on when a player is bankrupt.
    closes
        Companies end without an action, by a share price of nothing; their trains are
        removed or go to the pool.
    """

    LISTS = ("game",)

    game: tuple[str, ...] = ()
    chosen_by: tuple[str, ...] = ()
    for_players: tuple[int, ...] = ()
    options: dict[str, dict[str, object]] = msgspec.field(default_factory=dict)
    players: dict[str, dict[str, object]] = msgspec.field(default_factory=dict)
    module: str = ""
    home: Literal["operate", "round", "float", "par"] = "operate"
    homes: dict[str, str | tuple[str, ...]] = msgspec.field(default_factory=dict)
    city_numbers: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    home_tiles: tuple[str, ...] = ()
    turn: tuple[str, ...] = (
        "lay_tile",
        "place_token",
        "run_routes",
        "dividend",
        "buy_train",
    )
    once: tuple[str, ...] = ("run_routes", "dividend")
    passes: int = 0
    asked_between: bool = False
    protects_prices: bool = False
    longer_last_set: bool = False
    first_set: int = 1
    discards: Literal["pool", "removed"] = "pool"
    rusted_for: str = ""
    rusts_on: dict[str, str] = msgspec.field(default_factory=dict)
    obsolete_on: dict[str, str] = msgspec.field(default_factory=dict)
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    marks_lifted: tuple[str, ...] = ()
    called: dict[str, str] = msgspec.field(default_factory=dict)
    outside_supply: tuple[str, ...] = ()
    reserved: tuple[str, ...] = ()
    trains_over_limit: bool = False
    export: ExportTable | None = None
    start: StartTable = StartTable()
    privates: dict[str, PrivateTable] = msgspec.field(default_factory=dict)
    track_marks: tuple[TrackMarkTable, ...] = ()
    events: dict[str, EventTable] = msgspec.field(default_factory=dict)
    choices: dict[str, ChoiceTable] = msgspec.field(default_factory=dict)
    hex_tokens: bool = False
    ignored: tuple[str, ...] = ()
    twins: dict[str, TwinTable] = msgspec.field(default_factory=dict)
    timetable: tuple[MomentTable, ...] = ()
    token_grants: tuple[AbilityTable, ...] = ()
    idle: IdleTable | None = None
    float_percent: int = 60
    plays_on: bool = False
    closes: Literal["", "removed", "pool"] = ""


T = TypeVar("T", bound=ImportTable)


def import_table(title: Title, kind: type[T], options: tuple[str, ...] = (), players: int = 0) -> T:
    """Return the title's ``[import]`` table with what players and options change."""
    place = f"{title.id}/title.toml: import"
    raw = title.extra.get("import")
    table = to_table(raw if isinstance(raw, dict) else {}, kind, place)
    changes = [table.players.get(str(players), {})]
    changes += [change for name, change in table.options.items() if name in options]
    if not any(changes):
        return table
    merged = msgspec.to_builtins(table)
    for change in changes:
        counts = merged["counts"] | change.get("counts", {})
        merged |= change | {"counts": counts}
    return to_table(merged, kind, f"{place}.options")


def check_options(table: ImportTable, options: tuple[str, ...]) -> list[str]:
    """Doubts, one for each optional rule that is not known."""
    known = (*table.options, *table.chosen_by)
    doubts = []
    for option in options:
        if option not in known:
            doubts.append(
                f"the optional rule {option!r} is not known"
                f"{did_you_mean(option, known)}: taken as one that changes no route"
            )
    return doubts
