"""The rules of a route as data: trains, bonuses, what a route and a plan must keep.

A title states them; :class:`Rules` is what holds for one company in one position, with all
conditions decided. Nothing here is named after a game: a title gives its bonuses their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

OWN_MARK = "own"
"""The word in a bonus for the marker of the running company itself."""

Per = Literal[
    "route",
    "stop",
    "hex",
    "pass",
    "visit",
    "token",
    "marker",
    "end",
    "ends",
    "count",
    "mark",
    "paid",
    "same_hex",
    "distance",
    "between",
]


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
        Its stops take the pay places that the other rows leave over, beside its own if it says how
        many it ``pays``; stops of the other rows must all pay.
    own
        It admits only stops with a marker of the company; ``hex``: in the stop's hex. Or a set of
        kinds, of which it admits only such.
    """

    kinds: frozenset[str]
    pays: int | None = None
    visits: int | None = None
    multiplier: int | None = None
    fills: bool = False
    own: bool | Literal["hex"] | frozenset[str] = False


class TrainType(Struct, frozen=True):
    """A type of train: the stops it visits, those it is paid for, and how much. Hashed by identity.

    Attributes
    ----------
    rows
        Its places, for every kind of stop that it may enter.
    flat
        What each stop pays, whatever it is worth.
    pays
        How many stops pay in all, whatever rows they stand in; ``None``: as many as the rows say.
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
        as ``needs_stops`` says. ``own``: stops with a marker of the company.
    track
        The gauges that it runs on; all, if there are none.
    track_counts
        How often a hexside counts on a stretch with track of a gauge, if not once.
    local
        A single stop is a route of it. No two such trains visit the same own marker.
    own_ends
        Its routes begin and end at stops with a marker of the company.
    free
        Hexes whose stops take none of its visit places.
    neutral
        Neutral markers leave cities open to it.
    border_places, borders_free
        The type of hexsides that take one of its visit places each, those but the first so many.
    no_ends, hex_once
        What it keeps where other trains keep the rule of the title; ``None``: the same.
    end_with
        Hexes at which it may end as at an own marker, if there is one in the hex beside each.
    halves
        It earns half the values of its stops.
    half_run
        It earns half of what its route does, rounded down and then to the nearest ten.
    ends_pay
        The two ends of its routes pay, and no other stop.
    express
        The number of such trains that the position tells multiplies its values.
    apart
        Trains with the same word here share no track; those with another do not mind.
    runs
        Whether it runs at all: a car that only makes others earn more does not.
    counted
        Whether it counts against the number of trains that a company may own.
    base
        The type it is a variant of: a ``3H`` is bought from the pile of 3s.
    plain
        Its name without the marks behind it, if there are any.
    attached
        What is attached to a train of its base.
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
    pays: int | None = None
    flat: int | None = None
    multiplier: int = 1
    figure: str | None = None
    marker_must_pay: bool = True
    needs: frozenset[str] = frozenset()
    needs_stops: int = 1
    track: frozenset[str] = frozenset()
    track_counts: Mapping[str, int] = field(default_factory=dict)
    local: bool = False
    own_ends: bool = False
    free: frozenset[str] = frozenset()
    neutral: bool = True
    border_places: str | None = None
    borders_free: int = 0
    no_ends: tuple[str, ...] | None = None
    hex_once: bool | tuple[str, ...] | None = None
    end_with: Mapping[str, str] = field(default_factory=dict)
    halves: bool = False
    half_run: bool = False
    ends_pay: bool = False
    express: bool = False
    apart: str = ""
    runs: bool = True
    counted: bool = True
    price: int = 0
    count: int | None = None
    base: str = ""
    plain: str = ""
    attached: tuple[str, ...] = ()
    rusts_on: tuple[str, ...] = ()
    obsolete_on: tuple[str, ...] = ()
    available_on: str | None = None
    discount: Mapping[str, int] = field(default_factory=dict)
    events: tuple[str, ...] = ()

    __hash__ = object.__hash__

    def keeps_apart(self, route: RouteRules) -> bool | tuple[str, ...]:
        """The kinds of stop of which it visits no two in one hex, or whether of any."""
        return route.hex_once if self.hex_once is None else self.hex_once

    def enters(self, kind: str) -> bool:
        """Whether it may visit stops of a kind."""
        return any(kind in row.kinds for row in self.rows)


class Bonus(Struct, frozen=True):
    """A bonus: money that a route earns beside the values of its stops.

    Attributes
    ----------
    amount
        A figure, or one for each stage. Running over hexes (``pass``) and marks may cost
        something: then it is negative, and due whether stops pay or not.
    sets
        Hexes or kinds of stop, each with an extra amount; ``per`` tells how they count.
    per
        ``route``: once, if every set has a paying stop (the best of each counts). ``stop``: for
        each paying stop in the set. ``hex``: for each hex of the set with a paying stop. ``pass``:
        for each hex of the set that the route runs over; none begins or ends there unless it
        ``may_end`` so. ``visit``: for
        each stop visited (those in the set, if there is one), by one route of the plan.
        ``token``: a paying stop in the set earns its value for each paying stop with an own
        marker, instead of once. ``marker``: for each
        paying stop with an own marker, if every set has a paying stop. ``end``: a paying stop in
        the set that begins or ends the route counts again, one of them. ``ends``: half of what the
        two ends are worth together, unmultiplied and rounded down, by one route of the plan.
        ``count``: for each paying stop in the set beyond the first. ``same_hex``: of two paying
        stops of the set in one hex the one worth less is taken off. ``distance``: for each hex
        between the outermost stops of the set, as the crow flies. ``between``: for each hex
        between the two ends, as the crow flies; from an end that no route runs through, one counts
        from the hex before it. With a ``mark``: ``route`` once, ``paid`` for each paying stop,
        ``mark`` for each mark on the way.
    at
        ``ends``: the two sets are met by the two ends of the route.
    value
        The value of the stop counts once more, beside the amount: of each stop (per ``stop``),
        or of the one that stands for the first set (per ``route``).
    capped
        No more stops count for a bonus per ``visit`` than the train pays.
    most
        What a bonus per ``marker`` never exceeds.
    mark
        The kind of special track that must be met, with a paying stop on each side of it.
    once
        Only one route of the plan earns it.
    one_of
        Of the bonuses with the same word here a route earns one at most; each is earned once.
    subsidy
        It goes to the treasury, beside the revenue that is paid out.
    times_multiplier
        It is multiplied like the values of stops.
    marker, by_hex
        The set is the hexes that carry the marker now, with these extra amounts. ``own``: the
        marker that bears the company's letters. Per ``between``: what an end at the hex adds to
        the amount; the more of the two ends.
    tiles
        The last set is the hexes on which one of these tiles lies now.
    told
        The set is the hexes for which the position tells an amount under this word; with
        ``tiles``, those of them on which one of these lies.
    may_end
        Routes may begin and end at the hexes of a bonus per ``pass``.
    if_token
        A hex in which the company has a marker.
    edges
        Edges of hexes, for each of which the amount counts once track leads there.
    lies
        Where hexes lie, along three axes, of which the most is their distance.
    open, stands_for
        It is one for each place that nobody has claimed yet, as the position lists them; a stop
        of a hex that belongs to several such places stands for the one with this hex.
    branches
        A gauge: per ``stop``, the set is the stops with branch lines of it, each with what the
        stops on these are worth.
    elsewhere
        The set has two hexes, and each adds what the other is worth: the value of its first stop,
        with its branch lines if ``branches`` says their gauge.
    attached
        What must be attached to a train that earns it.
    unless_own
        Stops with a marker of the company do not count.
    company
        Letters of a company, or a kind of company.
    """

    name: str
    amount: int | Mapping[str, int] = 0
    sets: tuple[Mapping[str, int], ...] = ()
    per: Per = "route"
    at: Literal["route", "ends"] = "route"
    mark: str | None = None
    once: bool = False
    one_of: str | None = None
    subsidy: bool = False
    value: bool = False
    capped: bool = False
    most: int | None = None
    times_multiplier: bool = False
    if_train: str | None = None
    if_private: str | None = None
    if_token: str | None = None
    if_marker: str | None = None
    unless_marker: str | None = None
    unless_private: str | None = None
    company: str | None = None
    phases: tuple[str, ...] | None = None
    trains: tuple[str, ...] | None = None
    not_trains: tuple[str, ...] = ()
    marker: str | None = None
    by_hex: Mapping[str, int] = field(default_factory=dict)
    tiles: tuple[str, ...] = ()
    told: str | None = None
    may_end: bool = False
    edges: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    lies: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    open: bool = False
    stands_for: Mapping[str, str] = field(default_factory=dict)
    branches: str | None = None
    elsewhere: bool = False
    unless_own: bool = False
    attached: str | None = None

    def figure(self, stage: str) -> int:
        """Return its amount in ``stage``."""
        return self.amount if isinstance(self.amount, int) else self.amount[stage]

    def holds_for(self, train: TrainType) -> bool:
        """Whether routes of a train can earn it."""
        name = train.plain or train.name
        return (self.trains is None or name in self.trains) and name not in self.not_trains


class Need(Struct, frozen=True):
    """A route that visits one of ``hexes`` must have so many paying ``stops``."""

    hexes: frozenset[str]
    stops: int


class Require(Struct, frozen=True):
    """A route that visits one of ``hexes`` visits one of ``starts``, too."""

    hexes: frozenset[str]
    starts: frozenset[str]


class Quota(Struct, frozen=True):
    """At most ``routes`` routes of a turn visit one of ``hexes``."""

    hexes: frozenset[str]
    routes: int


class Lease(Struct, frozen=True):
    """A leased train earns ``sum``, and ``stop`` for each stop, whatever these are worth.

    It pays as many stops as the first of its rows has places.
    """

    sum: int
    stop: int


class Permit(Struct, frozen=True):
    """Hexes or kinds of stop that only some companies run to.

    A company may run there if it holds the marker or the private, has a marker in one of the hexes
    ``if_token``, or is among ``companies`` by its letters or its kind: one of these is enough. With
    ``worthless`` the rule is only for stops whose value is 0 now, unless one of the marks in
    ``unless_assigned`` lies on their hex.
    """

    places: frozenset[str]
    worthless: bool = False
    unless_assigned: tuple[str, ...] = ()
    if_marker: str | None = None
    if_private: str | None = None
    if_token: tuple[str, ...] = ()
    companies: tuple[str, ...] = ()


class JoinedStops(Struct, frozen=True):
    """Stops of one hex that ``track`` joins: run over, they are one stop, worth ``cost`` less."""

    track: str
    cost: int = 0


class RouteRules(Struct, frozen=True):
    """Rules that every route of a title keeps.

    Attributes
    ----------
    hex_once
        No route visits two stops of one hex, or two of these kinds.
    hex_once_unless
        A route that visits one of these hexes is exempt from ``hex_once``.
    together
        Hexes whose stops a route visits all or not at all, and with at least so many stops.
    through_to
        Hexes that a route runs through only towards the hex named for each.
    joined_at_home
        All routes of a turn are connected by common stops, and one of them visits a home of the
        company where it has a marker.
    turn_pays_once
        A stop pays one route of a turn, and so do the stops of a group together; who is paid is
        chosen to earn the most.
    shared_track
        Trains use the track of others; only a route by itself uses none twice.
    apart
        Sets of hexes of which a route visits one at most.
    closed_once
        One route of a turn runs through one city that is full of others' markers.
    entered_once, entered_once_unless
        No route comes to a hex twice, with stops there or without, unless the company holds the
        mark.
    leased
        What a company earns with a leased train: a sum, and so much for each stop.
    requires
        Stops that only a route with one of some others may visit.
    end_counts
        A stop of this kind that begins or ends a route also takes a visit place of a row for
        the other kind, unless a row admits both.
    needs
        Stops that only a route with enough stops may visit.
    no_ends
        Kinds of stop at which no route begins or ends.
    permits
        Stops that not every company may run to.
    paid_once
        Sets of hexes of which one at most pays in a route; others may be visited unpaid.
    joined
        Track that makes one stop of the two it joins inside a hex; no route visits both without
        it, or nothing else.
    taken
        Hexes that are closed to a company while the marker of another lies there.
    one_of_sides
        Edges of a hex of which all trains of a turn together use one.
    income_counts
        Income of the company's privates that counts as revenue of the turn, by stage.
    uncounted
        Hexes that do not count in the length of a route.
    quotas
        Sets of hexes that only some routes of a turn visit.
    pass_once
        Tiles whose hexes a route runs over once.
    """

    hex_once: bool | tuple[str, ...] = False
    hex_once_unless: frozenset[str] = frozenset()
    together: tuple[Need, ...] = ()
    through_to: Mapping[str, str] = field(default_factory=dict)
    joined_at_home: bool = False
    turn_pays_once: bool = False
    shared_track: bool = False
    apart: tuple[frozenset[str], ...] = ()
    closed_once: bool = False
    entered_once: bool = False
    entered_once_unless: str | None = None
    leased: Lease | None = None
    requires: tuple[Require, ...] = ()
    end_counts: tuple[tuple[str, str], ...] = ()
    needs: tuple[Need, ...] = ()
    no_ends: tuple[str, ...] = ()
    permits: tuple[Permit, ...] = ()
    paid_once: tuple[frozenset[str], ...] = ()
    uncounted: frozenset[str] = frozenset()
    quotas: tuple[Quota, ...] = ()
    pass_once: frozenset[str] = frozenset()
    joined: JoinedStops | None = None
    taken: tuple[str, ...] = ()
    one_of_sides: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    income_counts: Mapping[str, Mapping[str, int]] | None = None


class Omission(Struct, frozen=True):
    """A rule of a title that is not modelled; answers that it could change are not proven.

    It could matter where all stated conditions hold: the company has one of ``trains`` (those to
    which something is ``attached``; or so many as ``number`` says, of any where none are named),
    of ``privates`` or of ``markers``, it is one of ``companies`` (or of that kind), one of
    ``tiles`` lies on the board, and a route can reach each of ``hexes``, and one hex of each of
    ``sets``.
    ``loops``: track joins two stops that no route visits together.
    """

    rule: str
    trains: tuple[str, ...] = ()
    number: int = 1
    tiles: tuple[str, ...] = ()
    attached: str | None = None
    privates: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    companies: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    sets: tuple[tuple[str, ...], ...] = ()
    loops: bool = False


class Rules(Struct, frozen=True):
    """Rules for the routes of one company now.

    Attributes
    ----------
    bonuses
        Those that it can earn: amounts are numbers, sets the hexes that count.
    must_connect
        Two sets of hexes: one run of the plan has one end in each.
    idle
        The number of its trains that stay idle.
    barred
        Hexes or kinds of stop that it may not run to.
    barred_worthless
        Hexes or kinds of stop that it may not run to while their value is 0, each with the hexes
        that are open all the same.
    borders
        Hexsides by their type, each as its two hexes, as far as trains ask for them.
    one_of
        Sets of hexsides, each as its two hexes, of which all runs of the plan together cross one;
        trains on the same track cross none of a set twice anyway.
    pass_once
        Hexes that a route runs over once.
    seat
        The homes of the company, if a run must visit one of them and all runs must be connected.
    beside
        What the turn earns whether trains run or not.
    without
        Rules that could matter now and are not kept.
    """

    bonuses: tuple[Bonus, ...] = ()
    route: RouteRules = RouteRules()
    must_connect: tuple[frozenset[str], frozenset[str]] | None = None
    idle: int = 0
    barred: frozenset[str] = frozenset()
    barred_worthless: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    borders: Mapping[str, frozenset[tuple[str, str]]] = field(default_factory=dict)
    one_of: tuple[tuple[tuple[str, str], ...], ...] = ()
    pass_once: frozenset[str] = frozenset()
    seat: frozenset[str] | None = None
    beside: int = 0
    without: tuple[Omission, ...] = ()
