"""Positions as people write them, checked for their form: keys and types, no names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from mapdata.errors import InputError, did_you_mean
from mapdata.holdings import short
from mapdata.position import Position
from mapdata.tables import explained
from mapdata.variants import chosen, of_phase

OTHER_KEYS = (
    *("id", "name", "note", "holders", "shares", "share_price", "treasury", "market"),
    *("claims", "cars", "coal_open", "development", "ferries_left", "home"),
    *("insolvent", "kind", "limits", "market_bonus"),
    *("options", "owned", "purple_home", "receivership", "ruhr_links"),
)
"""Keys that a position may carry for single commands or titles, or for people."""

STATES = ("no_halts",)
"""Keys that say whether something holds: states of the position."""

MOST_TRAINS = 50
"""Trains of one company: several times what any game allows."""

_KEYS = Position.__struct_fields__
_KNOWN = frozenset((*_KEYS, *OTHER_KEYS, *STATES, "icons", "mine", "sawmill", "teapot")) - {
    "fleets"
}
_NUMBERS = ("title", "phase")
"""Words that may be written as a number without quotes."""
_TABLE = (dict, Mapping)
"""Types of a table; nearly always the first, which is checked fastest."""
_LISTED = ("tokens", "groups", "assigned", "reserved")
"""Tables of lists, where one word may stand for a list of one."""


def read_position(data: object, place: str = "") -> Position:
    """Return the position in ``data``, what a TOML or JSON file held.

    Only its form is checked here (the keys, text where text belongs): whether its hexes,
    tiles, trains and companies exist is a question for the title.
    """
    if not isinstance(data, _TABLE):
        raise InputError("expected a position: title, phase, company, trains, tiles, tokens", place)
    data = chosen(data) if "options" in data else of_phase(data)
    fleets = _fleets(data)
    data = short(data)
    for key in data:
        if key not in _KNOWN:
            free = [name for name in _KEYS if name not in data]
            guess = did_you_mean(str(key), free) or did_you_mean(str(key), _KEYS)
            raise InputError(f"unknown key {key!r}{guess}", place)
    try:
        position = msgspec.convert(_plain(data) | fleets, Position)
    except msgspec.ValidationError as error:
        wrong = _named(explained(error), data)
        raise (wrong.at(place) if place else wrong) from None
    if len(position.trains) > MOST_TRAINS:
        many = InputError(
            f"{len(position.trains)} trains are too many: at most {MOST_TRAINS}", "trains"
        )
        raise many.at(place) if place else many
    return position


def _plain(data: Mapping[str, object]) -> dict[str, object]:
    """Return the keys of a position with abbreviations written out."""
    found = {key: value for key, value in data.items() if key not in OTHER_KEYS}
    for key in _NUMBERS:
        if _number(value := found.get(key)):
            found[key] = str(value)
    if isinstance(tiles := found.get("tiles"), _TABLE):  # G8:0 on G8 is what is printed there
        found["tiles"] = {at: code for at, code in tiles.items() if code != f"{at}:0"}
    if isinstance(trains := found.get("trains"), (list, tuple)):
        found["trains"] = _names(trains)
    for key in _LISTED:
        table = found.get(key)
        if table and isinstance(table, _TABLE):
            found[key] = {
                name: [each] if isinstance(each, str) else each for name, each in table.items()
            }
    if isinstance(icons := found.pop("icons", None), _TABLE):
        found.setdefault("assigned", icons)
    if isinstance(leased := found.get("leased"), str):  # its name stands among the trains
        found["leased"] = bool(leased)
    if "mine" in found:  # as positions call it
        found["no_station"] = found.pop("mine")
    if isinstance(mill := found.pop("sawmill", None), _TABLE):
        found["premium"] = {"name": "sawmill", **mill}
    held = [key for key in STATES if found.pop(key, False)]
    if held and isinstance(stated := found.get("states", ()), (list, tuple)):
        found["states"] = [*stated, *held]
    if "teapot" in found:
        stated = found.get("amounts", {})
        found["amounts"] = {
            **(stated if isinstance(stated, _TABLE) else {}),
            "teapot": found.pop("teapot"),
        }
    slots = found.get("slots")
    if slots and isinstance(slots, _TABLE) and "neutral" in slots:
        found["slots"] = {stop: places for stop, places in slots.items() if stop != "neutral"}
        found.setdefault("neutral", slots["neutral"])
    return found


def _fleets(data: Mapping[str, object]) -> dict[str, object]:
    """The trains of every company, if the position tells them."""
    trains = data.get("trains")
    if not isinstance(trains, _TABLE):
        return {}
    for name, fleet in trains.items():
        if not isinstance(fleet, (list, tuple)):
            raise InputError("a list of trains is expected", f"trains.{name}")
    return {"fleets": {str(name): _names(fleet) for name, fleet in trains.items()}}


def _names(trains: Iterable[object]) -> list[object]:
    """Names of trains, of which some are written as numbers."""
    return [str(each) if _number(each) else each for each in trains]


def _number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _named(error: InputError, data: Mapping[str, object]) -> InputError:
    """Return an error that names the wrong entry; msgspec says only ``tiles[...]``."""
    for key, wanted in (("tiles", str), ("tokens", (str, list))):
        entries = data.get(key)
        if not error.place.startswith(f"{key}[...]") or not isinstance(entries, Mapping):
            continue
        for name, value in entries.items():
            fine = isinstance(value, wanted)
            if isinstance(value, list):
                fine = fine and all(isinstance(each, str) for each in value)
            if isinstance(value, Mapping):  # St.Gallen without quotes is a table in a table
                first = next(iter(value), "")
                return InputError(f'put the name in quotes: "{name}.{first}"', key)
            if not fine:
                return InputError(error.message, error.place.replace("[...]", f".{name}", 1))
    return error
