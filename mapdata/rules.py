"""The rules of a route as data: trains, bonuses, what a route and a plan must keep.

A title states them; :class:`Rules` is what holds for one company in one position, with all
conditions decided. Nothing here is named after a game: a title gives its bonuses their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

OWN_MARK = "own"
"""How a bonus calls the mark with the letters of whichever company runs."""

Per = Literal["route", "stop", "hex", "pass", "visit", "token", "marker", "end", "mark", "paid"]


class TrainRow(Struct, frozen=True):
    """Places of a train for some kinds of stop.

    Each visited stop takes visit places of a row that admits its kind (as many as a visit
    costs), each paying stop one pay place; a kind in no row is never entered.

    Attributes
    ----------
    kinds
        The kinds of stop that it admits.
    pays, visits
        How many stops it pays, and how many places there are for visits; ``None``: no limit.
    multiplier
        What the values of its stops are multiplied by, if not by the train's.
    fills
        Its stops take the pay places that the other rows leave over; stops of the other rows
        must all pay.
    own
        It admits only stops with a marker of the company.
    """

    kinds: frozenset[str]
    pays: int | None = None
    visits: int | None = None
    multiplier: int | None = None
    fills: bool = False
    own: bool = False


class TrainType(Struct, frozen=True):
    """A train: what it may visit, what it is paid for, and how much. Hashed by identity.

    Attributes
    ----------
    rows
        Its places, for every kind of stop that it may enter.
    hexes
        How many hexes it may run through, the first included; ``None``: no limit.
    multiplier
        What the values of its stops are multiplied by.
    figure
        The special figure that it reads at stops that have it, as ``diesel``.
    marker_must_pay
        One of its paying stops must hold a marker of the company; otherwise it is enough
        that one is visited.
    needs, needs_stops
        Kinds of stop of which one must stand in each of its routes, if there are any; or so many
        as ``needs_stops`` says.
    track
        The gauges that it runs on; all, if there are none.
    track_counts
        How often a hexside counts on a stretch with track of a gauge, if not once.
    local
        A single stop is a route of it. No two such trains visit the same own marker.
    apart
        Trains with the same word here share no track; those with another do not mind.
    runs
        Whether it runs at all: a car that only makes others earn more does not.
    base
        The type it is a variant of: a ``3H`` is bought from the pile of 3s.
    rusts_on, obsolete_on
        The trains of which the first sale takes it away at once, or after one more run.
    available_on
        The train that must have been sold before it is on sale.
    discount
        What trains of a type that are traded in take off its price.
    events
        What its first sale does besides, in words that single commands know.
    """

    name: str
    rows: tuple[TrainRow, ...]
    hexes: int | None = None
    multiplier: int = 1
    figure: str | None = None
    marker_must_pay: bool = True
    needs: frozenset[str] = frozenset()
    needs_stops: int = 1
    track: frozenset[str] = frozenset()
    track_counts: Mapping[str, int] = field(default_factory=dict)
    local: bool = False
    apart: str = ""
    runs: bool = True
    price: int = 0
    count: int | None = None
    base: str = ""
    rusts_on: tuple[str, ...] = ()
    obsolete_on: tuple[str, ...] = ()
    available_on: str | None = None
    discount: Mapping[str, int] = field(default_factory=dict)
    events: tuple[str, ...] = ()

    __hash__ = object.__hash__

    def enters(self, kind: str) -> bool:
        """Return whether it may visit stops of a kind."""
        return any(kind in row.kinds for row in self.rows)


class Bonus(Struct, frozen=True):
    """What a route earns beside the values of its stops.

    Attributes
    ----------
    amount
        A figure, or one for each stage. Running over hexes (``pass``) and marks may cost
        something: then it is negative, and due whether stops pay or not.
    sets
        Hexes or kinds of stop, each with what it adds to the amount. What they mean is said by
        ``per``.
    per
        ``route``: once, if every set has a paying stop (the best of each counts). ``stop``: for
        each paying stop in the set. ``hex``: for each hex of the set with a paying stop. ``pass``:
        for each hex of the set that the route runs over; none begins or ends there. ``visit``: for
        each stop visited, by one route of the plan. ``token``: a paying stop in the set earns its
        value for each paying stop with an own marker, instead of once. ``marker``: for each
        paying stop with an own marker, if every set has a paying stop. ``end``: a paying stop in
        the set that begins or ends the route counts again, one of them. With a ``mark``: ``route``
        once, ``paid`` for each paying stop, ``mark`` for each mark on the way.
    at
        ``ends``: the two sets are met by the two ends of the route.
    value
        The value of the stop counts once more, beside the amount: of each stop (per ``stop``),
        or of the one that stands for the first set (per ``route``).
    most
        What a bonus per ``marker`` never exceeds.
    mark
        The kind of special track that must be met, with a paying stop on each side of it.
    once
        Only one route of the plan earns it.
    times_multiplier
        It is multiplied like the values of stops.
    marker, by_hex
        The set is the hexes that carry the marker now, with these extra amounts. ``own``: the
        marker that bears the company's letters.
    """

    name: str
    amount: int | Mapping[str, int] = 0
    sets: tuple[Mapping[str, int], ...] = ()
    per: Per = "route"
    at: Literal["route", "ends"] = "route"
    mark: str | None = None
    once: bool = False
    value: bool = False
    most: int | None = None
    times_multiplier: bool = False
    if_train: str | None = None
    if_private: str | None = None
    if_marker: str | None = None
    unless_marker: str | None = None
    company: str | None = None
    phases: tuple[str, ...] | None = None
    trains: tuple[str, ...] | None = None
    not_trains: tuple[str, ...] = ()
    marker: str | None = None
    by_hex: Mapping[str, int] = field(default_factory=dict)

    def figure(self, stage: str) -> int:
        """Return its amount in ``stage``."""
        return self.amount if isinstance(self.amount, int) else self.amount[stage]

    def holds_for(self, train: str) -> bool:
        """Return whether routes of a train can earn it."""
        return (self.trains is None or train in self.trains) and train not in self.not_trains


class Need(Struct, frozen=True):
    """A route that visits one of ``hexes`` must have so many paying ``stops``."""

    hexes: frozenset[str]
    stops: int


class Permit(Struct, frozen=True):
    """Hexes or kinds of stop that only some companies run to.

    Those that hold a marker or a private, or are named by their kind or their letters: one of
    what is told is enough.
    """

    places: frozenset[str]
    if_marker: str | None = None
    if_private: str | None = None
    companies: tuple[str, ...] = ()


class RouteRules(Struct, frozen=True):
    """What every route keeps.

    Attributes
    ----------
    hex_once
        No two stops of one hex, or none of these kinds.
    end_counts
        A stop of this kind that begins or ends a route also takes a visit place of a row for
        the other kind, unless a row admits both.
    needs
        Stops that only a route with enough stops may visit.
    no_ends
        Kinds of stop at which no route begins or ends.
    permits
        Stops that not every company may run to.
    """

    hex_once: bool | tuple[str, ...] = False
    end_counts: tuple[tuple[str, str], ...] = ()
    needs: tuple[Need, ...] = ()
    no_ends: tuple[str, ...] = ()
    permits: tuple[Permit, ...] = ()


class Rules(Struct, frozen=True):
    """What holds for the routes of one company now.

    Attributes
    ----------
    bonuses
        Those that it can earn: amounts are numbers, sets the hexes that count.
    must_connect
        Two sets of hexes: one run of the plan has one end in each.
    idle
        So many of its trains stay idle.
    barred
        Hexes or kinds of stop that it may not run to.
    """

    bonuses: tuple[Bonus, ...] = ()
    route: RouteRules = RouteRules()
    must_connect: tuple[frozenset[str], frozenset[str]] | None = None
    idle: int = 0
    barred: frozenset[str] = frozenset()
