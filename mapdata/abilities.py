"""Abilities of private companies, and of some others, beyond the common rules.

An ability stands in ``title.toml`` as a table with its ``type`` and what belongs to it::

    abilities = [
        { type = "blocks_hexes", hexes = ["B20"] },
        { type = "tile_lay", hexes = ["B20"], tiles = ["3", "4", "58"] },
    ]

Only abilities that touch the board, a lay, a route or its revenue are here. Those about
money, shares or the order of turns are not, and no key is here that nothing reads.
"""

from __future__ import annotations

from mapdata.tables import Table


class Ability(Table, frozen=True, tag_field="type"):
    """One thing that the owner can do, or that holds while there is an owner.

    ``when`` says at which times it can be used, ``count`` how often in all, and ``remove`` the
    phase or event that ends it.
    """

    when: tuple[str, ...] = ()
    count: int | None = None
    remove: str | None = None


class BlocksHexes(Ability, frozen=True, tag="blocks_hexes"):
    """Nobody builds in these hexes while a player owns it."""

    hexes: tuple[str, ...] = ()


class TileLay(Ability, frozen=True, tag="tile_lay"):
    """The owner may lay a tile.

    Attributes
    ----------
    hexes, tiles
        Where and which; any if none is said.
    discount, cost
        Taken off the terrain's price; paid besides it.
    free
        The terrain costs nothing.
    special
        Labels, numbers of towns and the use of the track do not matter.
    connect
        If several tiles are laid they join each other.
    reachable
        The hex must be reached by the company.
    ahead
        Its colour may be the one after those that the phase has opened.
    outright
        Its colour need be neither open nor next on the hex.
    onto
        The colours of what it replaces; any, if none is said.
    faces_stop
        One of its exits leads to a hex with a stop, and to track there or to none yet.
    consume_tile_lay
        It is one of the turn's lays; otherwise it comes in addition.
    closed_when_used_up
        The private closes after the last of them.
    """

    hexes: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    discount: int = 0
    cost: int = 0
    free: bool = False
    special: bool = False
    connect: bool = False
    reachable: bool = False
    ahead: bool = False
    outright: bool = False
    onto: tuple[str, ...] = ()
    faces_stop: bool = False
    consume_tile_lay: bool = False
    closed_when_used_up: bool = False


class TileDiscount(Ability, frozen=True, tag="tile_discount"):
    """Building on this terrain (any, if none is said) is cheaper.

    ``exact_match``: only where no other terrain is paid for; ``ground``: off the ground alone, not
    its hexsides; ``hexes``: only there; ``percent``: so much of the price instead of a sum;
    ``track``: only for lays that add track of this gauge.
    """

    discount: int = 0
    percent: int = 0
    track: str | None = None
    terrain: str | None = None
    exact_match: bool = False
    ground: bool = False
    hexes: tuple[str, ...] = ()


class Teleport(Ability, frozen=True, tag="teleport"):
    """The turn's tile may be laid there unreached, and a marker put on it.

    ``free``: the tile costs nothing.
    """

    hexes: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    free: bool = False


class TokenAbility(Ability, frozen=True, tag="token"):
    """The owner may place a marker.

    Attributes
    ----------
    hexes, city
        Where, and in which city of the hex.
    price, teleport_price
        If the place is reached, and if it is not.
    discount
        The part of the usual price that is taken off.
    from_owner
        It is one of the company's own markers.
    connected
        The place must be reached.
    full
        It is placed in a reached city of which every place is taken, and adds one.
    extra_place
        It stands in a place of its own, whatever is taken or kept.
    same_hex
        The company may have a marker in the hex already.
    neutral
        It stands for nobody.
    """

    hexes: tuple[str, ...] = ()
    city: int | None = None
    price: int | None = None
    teleport_price: int | None = None
    discount: float = 0
    from_owner: bool = False
    connected: bool = False
    full: bool = False
    extra_place: bool = False
    same_hex: bool = False
    neutral: bool = False
    closed_when_used_up: bool = False


class Reservation(Ability, frozen=True, tag="reservation"):
    """A place for a marker is kept for the owner."""

    hex: str = ""
    city: int = 0
    slot: int = 0


class AssignHexes(Ability, frozen=True, tag="assign_hexes"):
    """The owner may mark one of these hexes (``assigned`` in a position)."""

    hexes: tuple[str, ...] = ()


class AssignCorporation(Ability, frozen=True, tag="assign_corporation"):
    """The owner may mark a company (``markers`` in a position)."""


class HexBonus(Ability, frozen=True, tag="hex_bonus"):
    """The company earns this much more at these hexes (``abilities`` in a position)."""

    hexes: tuple[str, ...] = ()
    amount: int = 0


class AdditionalToken(Ability, frozen=True, tag="additional_token"):
    """The company gets this many additional markers."""


class TrainLimit(Ability, frozen=True, tag="train_limit"):
    """The company may own this many additional trains."""

    increase: int = 0


class Close(Ability, frozen=True, tag="close"):
    """When the private closes, if not with the others: in a phase, or by what a company does."""

    on_phase: str | None = None
    corporation: str | None = None


AnyAbility = (
    BlocksHexes
    | TileLay
    | TileDiscount
    | Teleport
    | TokenAbility
    | Reservation
    | AssignHexes
    | AssignCorporation
    | HexBonus
    | AdditionalToken
    | TrainLimit
    | Close
)


class Private(Table, frozen=True):
    """A private company: its price, what it earns, and what it changes."""

    KEY = "id"

    id: str
    name: str = ""
    value: int = 0
    income: int = 0
    abilities: tuple[AnyAbility, ...] = ()
