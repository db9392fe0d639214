"""The rules of building of a title: the ``[building]`` table of ``title.toml``, typed.

Everything has a default that suits a plain title, so that a title without the table can be
asked for its moves too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeVar

import msgspec

from mapdata.building_check import check_building
from mapdata.errors import InputError, look_up, within
from mapdata.tables import Table, to_table
from mapdata.tile import Tile
from mapdata.title import Company, Title

_T = TypeVar("_T")


class Lapse(Table, frozen=True):
    """A home is kept until ``phase`` begins, or until ``company`` has a marker."""

    phase: str | None = None
    company: str | None = None


class LayAllowance(Table, frozen=True):
    """One of the lays of a turn: whether a new tile or an upgrade is allowed, and its price.

    ``not_if_upgraded``: only if no lay of this turn was an upgrade, ``not_if_twice_upgraded``: if
    one was at most. ``upgrade_cost``: the price of
    an upgrade, if it is another. ``not_beside``: never in a hex next to one that was built on in
    this turn. ``gauge_cost``: the price where this lay, or an earlier one of the turn, adds track
    of that gauge alone. ``no_second_city``: no city, if one of this turn's tiles has one.
    ``main_line``: only if this lay, or an earlier one of the turn, joins a hex of it.
    ``not_after``: kinds of stop of which none is on the tiles laid in this turn.
    """

    lay: bool | Literal["not_if_upgraded", "not_if_twice_upgraded"] = True
    upgrade: bool | Literal["not_if_upgraded"] = True
    cost: int = 0
    upgrade_cost: int | None = None
    cannot_reuse_same_hex: bool = False
    gauge_cost: dict[str, int] = msgspec.field(default_factory=dict)
    main_line: bool = False
    not_beside: bool = False
    no_second_city: bool = False
    not_after: tuple[str, ...] = ()


class Cube(Table, frozen=True):
    """A cube that is laid instead of a tile, as ``tile`` is called, and stays until one is laid.

    It takes up to ``covers`` off what one terrain of the hex costs.
    """

    tile: str
    covers: int


class SkippedColours(Table, frozen=True):
    """From phase ``since`` on, plain track of any open colour is laid at once, for ``cost`` each.

    Cities without a tile get one of the second colour at once, for nothing.
    """

    since: str
    cost: int = 0


class ExtraLay(Table, frozen=True):
    """Tiles laid in addition to the lays of a turn.

    ``needs`` is what the director must hold for it, ``most`` how many can ever be laid.
    """

    tiles: tuple[str, ...]
    cost: int = 0
    most: int | None = None
    needs: str = ""


class Lifetime(Table, frozen=True):
    """The phases in which a company can exist: from one on, and before another."""

    first: str | None = None
    gone: str | None = None


class FreeHomes(Table, frozen=True):
    """The cities that a company without a printed home may choose.

    Attributes
    ----------
    never
        Hexes that are never a home.
    until
        Hexes that are none before a phase.
    kinds
        Hexes that are none for a kind of company.
    alone
        Kinds of companies that choose no city with a marker in it.
    times_value
        How many times what its city pays the home marker costs, from a phase on.
    prices
        Price of each marker by the distance from the home to the nearest tile: 0, 1, 2 and
        so on hexes; the last one for all that lie further away.
    """

    never: tuple[str, ...] = ()
    until: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    kinds: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    alone: tuple[str, ...] = ()
    times_value: dict[str, int] = msgspec.field(default_factory=dict)
    prices: tuple[int, ...] = ()


class Building(Table, frozen=True):
    """Rules of a title for laying tiles and markers.

    Attributes
    ----------
    track
        What the track of a new tile must do. ``permissive``: be reached. ``semi_restrictive``:
        bring new track, or a stop that pays more, onto a route of the company.
        ``city_permissive``: the same, but a tile with a city only has to be reached.
        ``stop_permissive``: the same, but a tile with any stop only has to be reached.
        ``restrictive``: bring new track onto a route of the company, whatever its stops pay.
    tile_lays
        The lays of a turn, in their order; one, new or upgrade, if nothing is said.
    upgrades
        Tiles that may follow a tile, or lie on a hex, beside those of the common rules.
    not_upgrades
        Tiles that never follow a tile, though the common rules would let them.
    laid_from
        Tiles that are laid from a phase on, whatever their colour.
    gauges_from
        Gauges of which no tile is laid before a phase.
    unturned
        Tiles that are laid as they are drawn.
    printed_yellow_is_new
        The first tile on a hex that is printed yellow is a new one, and no upgrade.
    upgrade_labels
        Labels whose tiles count as upgrades, whatever lies below.
    linked
        For a hex, the hexes or stops of which one in reach lets a company place a marker there
        before it builds; of all such hexes it has a marker in one.
    upgrades_in_range
        A tile with stops replaces another only within reach of one of the company's trains.
    range_of_two
        How far two trains of a type get together, for ``upgrades_in_range``.
    exchanged
        Tiles that take the place of a tile, or of what is printed on a hex, between turns: no
        company lays them, but they may lie there.
    upgrades_status
        Tiles named after a tile in ``upgrades`` follow it only in phases with this status.
    first_turn_lays
        The lays of the turn in which a company has no train yet, if they are others.
    later_lays
        The lays of a turn from a phase on, where they change.
    lays_of
        The lays of a turn of a kind of company, or of one company, where they are others.
    first_turn_lays_of
        The lays of the first turn of a kind of company that has trains from the start.
    lays_with_marker
        For a company, the lays of a turn once it has a marker on a hex.
    lays_with_private
        The lays of a turn of a company that owns a private; the last one owned counts.
    lay_more_on
        For a company, the kind of stop of which each hex that it builds on gives another lay.
    colours_of
        The colours of tiles that a kind of company lays, where it does not lay all.
    skips_colours
        Whether tiles may skip colours, and for how much.
    ahead_with_private
        Privates whose owner may lay plain track of one colour more than the phase has opened.
    permits
        Letters, and the phase from which a company needs that one to build (``permits`` of a
        position).
    cube
        What may be laid to make the ground of a hex cheaper.
    reach_will_do
        Hexes whose tiles need no new track: reach is enough.
    together
        Hexes whose tiles are laid at once: with the first, and at its cost, the others.
    least_cost
        The terrain of a lay costs at least this, upgrades included.
    spare_exits_to
        Grey hexes without track that a tile's spare exits may point at.
    stops_stay
        A stop that is printed at an edge, and has no track yet, keeps to that edge.
    marker_distance
        The price of a marker is multiplied by the distance to the nearest own one; ``track``:
        by the length of the track to it, in hexes.
    marker_borders
        What each border of a province costs that lies between a new marker and the nearest own
        one, over hexes that can be built on; a marker costs its own price at least.
    tile_extra
        What laying a tile costs beside the ground.
    marker_extra
        Hexes where a marker, other than a home, costs so much more.
    destination_place
        A company finds a place at its destination even if every place there is taken.
    main_line
        Hexes of a main line, and the two edges that track joins there, straight or in a city.
    lay_if
        For a kind of company, what gives it another lay in a turn, new or upgrade; positions do
        not tell whether that happened.
    max_exits
        ``cities``: an upgraded city gets the tile of its colour with the most exits that fits;
        ``unlabelled cities``: only where the tile has no label;
        ``track``: so do all other hexes.
    two_sided
        Tiles that are the two sides of one: while it lies on a hex, the other side's hex skips
        its colour, and pays for it with the next.
    only_by_special
        Tiles that only a private's ability lays, in every phase.
    lots
        For a label, the hexes of which a lot at the start gives it to some: ``labels`` of a
        position names them.
    home_hexes
        For a company that has no markers, what it builds from: hexes, with the index of a stop
        where it is one of several. They are open to it on all sides, and their ground is free.
    home_tiles
        For a company, the hexes of which it chooses one when it begins: it lays the tile that
        ``upgrades`` names for it there, unreached and for nothing, and puts its home marker on it.
        Nobody else builds there.
    without_money
        Whose companies have no money, if there are such: players pay for what they do.
    owner_pays
        Kinds of companies whose lays their owners pay.
    home
        When the home marker is placed: ``operate``, ``operating_round``, ``float``, ``par``.
    reservation_blocks
        Whether a home that is not yet taken keeps others out: ``always`` shuts the hex,
        ``never`` keeps one place; ``single`` shuts the hex if one of its cities has one place.
    opens
        Hexes that nobody builds on before a phase.
    provinces_open
        The phase from which tiles may be laid across borders of provinces; ``None`` for always.
    province_borders
        The borders of provinces that stand from a phase on: hexes with edges; before the first of
        them those printed.
    homes_lapse
        When the homes of companies of a kind that never started are open to all.
    markers
        Prices of all markers of a company or of a kind, where the company's own list does
        not say it.
    markers_at_par
        For a kind of company, how many markers its issue price gives it.
    cost_again
        For the cost of the ground of a hex, what the tile after the yellow one pays there again.
    terrain_again
        Whether each tile pays for the ground that is printed on the hex, whatever lies there.
    borders_pay
        When the price of a hexside is due: ``met`` once, when track meets there from both sides;
        ``each``: from each side, when its track first leads there.
    upgrades_pay
        Whether a tile that replaces another pays for the ground printed under it.
    towns_split
        Whether a tile with one town may become one with two.
    towns_removed
        Whether plain track can lie on hexes with towns, laid there by a private company.
    extra_lays
        Tiles that may be laid in addition to the lays of a turn, by their name.
    most_laid
        How many of the tiles that are called so can be laid, where the tiles would allow more.
    exists
        For a company or a kind of company, the phases in which it can exist.
    markers_known
        Whether the prices of markers say how many a company can have.
    called
        What players call tiles that have no number in print.
    free_homes
        Which cities a company without a printed home may choose.
    destination_lapses
        When companies of a kind that have not started yet have no destination any more.
    book
        The keys of this table that differ by the rulebook from games played online.
    destination_pays
        How many issue prices reaching the destination pays to companies of a kind.
    track_percent
        How much of the cost of the ground is paid for track of a gauge, in percent: the most of
        what a lay adds.
    branches
        A gauge that no train runs on. It is built on from any stop in reach, over stops whatever
        markers stand there.
    gauges_fit
        Whether track that meets at a hexside has one gauge; otherwise it may meet, and is not
        joined.
    trainless
        Kinds of companies that need not own a train.
    lays
        For a kind of company, the tiles it may lay in a turn from a phase on; one is usual.
        Each is laid from another station of the company, and on another hex.
    """

    track: Literal[
        "permissive", "semi_restrictive", "city_permissive", "stop_permissive", "restrictive"
    ] = "permissive"
    tile_lays: tuple[LayAllowance, ...] = (LayAllowance(),)
    upgrades: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    not_upgrades: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    laid_from: dict[str, str] = msgspec.field(default_factory=dict)
    gauges_from: dict[str, str] = msgspec.field(default_factory=dict)
    unturned: tuple[str, ...] = ()
    printed_yellow_is_new: bool = False
    upgrade_labels: tuple[str, ...] = ()
    linked: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    upgrades_in_range: bool = False
    range_of_two: dict[str, int] = msgspec.field(default_factory=dict)
    exchanged: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    upgrades_status: str | None = None
    first_turn_lays: tuple[LayAllowance, ...] = ()
    later_lays: dict[str, tuple[LayAllowance, ...]] = msgspec.field(default_factory=dict)
    lays_of: dict[str, tuple[LayAllowance, ...]] = msgspec.field(default_factory=dict)
    first_turn_lays_of: dict[str, tuple[LayAllowance, ...]] = msgspec.field(default_factory=dict)
    lays_with_marker: dict[str, dict[str, tuple[LayAllowance, ...]]] = msgspec.field(
        default_factory=dict
    )
    lays_with_private: dict[str, tuple[LayAllowance, ...]] = msgspec.field(default_factory=dict)
    lay_more_on: dict[str, str] = msgspec.field(default_factory=dict)
    colours_of: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    skips_colours: SkippedColours | None = None
    ahead_with_private: tuple[str, ...] = ()
    permits: dict[str, str] = msgspec.field(default_factory=dict)
    cube: Cube | None = None
    reach_will_do: tuple[str, ...] = ()
    together: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    least_cost: int = 0
    track_percent: dict[str, int] = msgspec.field(default_factory=dict)
    spare_exits_to: tuple[str, ...] = ()
    stops_stay: bool = False
    marker_distance: bool | Literal["track"] = False
    marker_borders: int = 0
    tile_extra: dict[str, int] = msgspec.field(default_factory=dict)
    marker_extra: dict[str, int] = msgspec.field(default_factory=dict)
    destination_place: bool = False
    main_line: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    lay_if: dict[str, str] = msgspec.field(default_factory=dict)
    max_exits: tuple[Literal["cities", "unlabelled cities", "track"], ...] = ()
    two_sided: tuple[tuple[str, str], ...] = ()
    only_by_special: tuple[str, ...] = ()
    lots: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    home_hexes: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    home_tiles: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    without_money: str | None = None
    owner_pays: frozenset[str] = frozenset()
    home: Literal["operate", "operating_round", "float", "par"] = "operate"
    reservation_blocks: Literal["never", "always", "single"] = "never"
    provinces_open: str | None = None
    opens: dict[str, str] = msgspec.field(default_factory=dict)
    province_borders: dict[str, dict[str, frozenset[int]]] = msgspec.field(default_factory=dict)
    homes_lapse: dict[str, Lapse] = msgspec.field(default_factory=dict)
    markers: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    markers_at_par: dict[str, dict[int, int]] = msgspec.field(default_factory=dict)
    destination_pays: dict[str, int] = msgspec.field(default_factory=dict)
    cost_again: dict[int, int] = msgspec.field(default_factory=dict)
    terrain_again: bool = False
    borders_pay: Literal["met", "each"] = "met"
    upgrades_pay: bool = True
    towns_split: bool = False
    towns_removed: bool = False
    extra_lays: dict[str, ExtraLay] = msgspec.field(default_factory=dict)
    most_laid: dict[str, int] = msgspec.field(default_factory=dict)
    exists: dict[str, Lifetime] = msgspec.field(default_factory=dict)
    markers_known: bool = False
    called: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    free_homes: FreeHomes = FreeHomes()
    destination_lapses: dict[str, Lapse] = msgspec.field(default_factory=dict)
    book: dict[str, object] = msgspec.field(default_factory=dict)
    branches: str | None = None
    gauges_fit: bool = False
    trainless: frozenset[str] = frozenset()
    lays: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)

    @property
    def new_track(self) -> bool:
        """Whether a new tile must bring something new onto a route of the company."""
        return self.track != "permissive"


@cache
def building(title: Title, *, book: bool = False) -> Building:
    """Return the rules of building of ``title``, read once; with ``book`` those of its rulebook."""
    with within(f"{title.id}/title.toml"):
        stated = title.extra.get("building", {})
        if book and isinstance(stated, Mapping):
            stated = {**stated, **stated.get("book", {})}
        rules = to_table(stated, Building, "building")
        check_building(title, rules)
    return rules


def tiles_called(title: Title, word: str) -> tuple[Tile, ...]:
    """Return the tiles that a player means: one by its name, or all that are called so."""
    called = building(title).called.get(" ".join(word.casefold().split()), ())
    if word not in title.tiles and called:
        return tuple(title.tiles[name] for name in called)
    return (look_up(title.tiles, word, "tile"),)


def in_force(title: Title, by_phase: Mapping[str, _T], phase: str) -> _T | None:
    """Return the entry of the latest phase in ``by_phase`` up to ``phase``."""
    found = None
    for name in title.phases:
        found = by_phase.get(name, found)
        if name == phase:
            break
    return found


def has_begun(title: Title, phase: str, now: str) -> bool:
    """Whether ``phase`` is ``now`` or lies before it."""
    order = list(title.phases)
    return order.index(phase) <= order.index(now)


def marker_prices(title: Title, company: Company, par: int | None = None) -> tuple[int, ...]:
    """Return the prices of all markers that ``company`` can have, the home's first.

    Where their number depends on the issue price and that is unknown, all are counted.
    """
    rules = building(title)
    prices = rules.markers.get(company.id) or rules.markers.get(company.kind) or company.markers
    counts = rules.markers_at_par.get(company.kind)
    if par is None or counts is None or company.id in rules.markers:
        return prices
    if par not in counts:
        known = ", ".join(map(str, counts))
        raise InputError(f"{company.id} cannot have been issued at {par}, only at {known}", "par")
    return prices[: counts[par]]


def lays_allowed(title: Title, company: Company, phase: str, stations: int) -> int:
    """Number of lays in a turn of ``company``: one from each of its stations."""
    most = in_force(title, building(title).lays.get(company.kind, {}), phase)
    return max(1, min(stations, 1 if most is None else most))
