"""``title.toml`` of a draft, and what its rules have no words for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from bestrun.drafts.board import stages_of
from bestrun.drafts.codes import Facts
from bestrun.drafts.toml_text import key, pair, table
from bestrun.drafts.trains import train_tables
from mapdata.abilities import AnyAbility
from mapdata.building import Building
from mapdata.rules import Bonus

_ABILITIES = {
    str(kind.__struct_config__.tag): set(kind.__struct_fields__) for kind in get_args(AnyAbility)
}
_MONEY = (
    *("no_buy", "base", "exchange", "shares", "description", "revenue_change", "close"),
    *("tile_income", "manual_close_company", "borrow_train", "return_token"),
)
"""Abilities that change no route and no lay: leaving them out needs no word."""
_UNREAD = (
    *("must_lay_together", "must_lay_all", "extra_action", "special_only", "check_tokenable"),
    *("count_per_or", "use_across_ors", "owner_type", "desc", "desc_detail"),
)
"""Keys of abilities that change no single lay, marker or route."""
_PALETTE = (
    *("#c0392b", "#2456a6", "#1e7d46", "#8e44ad", "#d35400", "#16828d"),
    *("#7f5539", "#34495e", "#b5367a", "#5c7a1f", "#0b5394", "#99582a"),
)
_ON_HEXES = ("several_terrains", "tile_cost", "hex_stubs", "hex_partitions", "borders")
"""Rules of building that map.toml and tiles.toml tell."""
_ZERO = ("cost", "discount")
"""Numbers of an ability that say nothing if they are 0."""
_ROUTE = {"town_ends_count_as_city", "others_needed", "hex_once", "no_ends", "permits"}
_OF_TRAINS = {"fill", "apart", "needs_of_train"}


def title_text(facts: Facts, building: Facts, name: str) -> tuple[str, list[str]]:
    """The text of the file, and what is left out of it, a line each."""
    left: list[str] = []
    parts = [_head(facts, name), _trains(facts, left), *_phases(facts, left)]
    parts += _companies(facts, building, left)
    parts += _privates(facts, left)
    parts += _bonuses(facts, left)
    parts += _route(facts, left)
    parts.append(_building(building, left))
    known = {"title", "layout", "hexes", "tiles", "companies", "privates", "trains", "phases"}
    known |= {"bonuses", "route_rules", "building", "stages", "ability_bonuses"}
    left += [f"{word}: no words for it" for word in facts if word not in known]
    return "\n".join(parts), left


def _head(facts: Facts, name: str) -> str:
    lines = [
        f"# {name}",
        "# The board is in map.toml, the tiles in tiles.toml; keys: docs/title-reference.md.",
        "",
        pair("name", name),
        'family = "18xx"',
        pair("layout", facts["layout"]),
    ]
    if _letters_go_right(facts["hexes"]):
        lines.append('axes = { letter = "x", number = "y" }')
    if "stages" in facts:
        lines.append(pair("stages", facts["stages"]))
    return "\n".join(lines) + "\n"


def _letters_go_right(hexes: Facts) -> bool:
    """Whether hexes with the same letter stand in one column."""
    columns: dict[str, set[int]] = {}
    for name, printed in hexes.items():
        if "xy" in printed:
            columns.setdefault(name.rstrip("-0123456789"), set()).add(printed["xy"][0])
    return bool(columns) and all(len(column) == 1 for column in columns.values())


def _trains(facts: Facts, left: list[str]) -> str:
    trains = [train for train in facts["trains"] if _in_plain_game(train)]
    left += [
        f"train {train['name']}: for option {train['option']}"
        for train in facts["trains"]
        if not _in_plain_game(train)
    ]
    cars = [bonus["if_train"] for bonus in facts.get("bonuses") or [] if "if_train" in bonus]
    tables = train_tables(trains, facts.get("route_rules") or {}, cars)
    starts = {phase["name"]: phase.get("starts_with") for phase in facts["phases"]}
    for name, train in tables.items():
        for word in ("rusts_on", "obsolete_on", "available_on"):
            _known_trains(name, word, train, set(tables), starts, left)
    return table("trains", tables)


def _known_trains(
    name: str,
    word: str,
    train: dict[str, Any],
    trains: set[str],
    starts: Facts,
    left: list[str],
) -> None:
    """Name the train that starts a phase where facts name the phase; leave out others."""
    if word not in train:
        return
    said = [train[word]] if isinstance(train[word], str) else list(train[word])
    named: list[Any] = []
    for each in said:
        first = each if each in trains else starts.get(each)
        named += first if isinstance(first, list) else [first]
    kept = [each for each in named if each in trains]
    left += [
        f"train {name}: {word} {each}" for each in said if each not in kept and each not in starts
    ]
    del train[word]
    if kept:
        train[word] = kept[0] if len(kept) == 1 else kept


def _in_plain_game(entry: Facts) -> bool:
    """Whether an entry holds without options."""
    return str(entry.get("option", "not ")).startswith("not ")


def _phases(facts: Facts, left: list[str]) -> list[str]:
    stages = stages_of(facts) if "stages" in facts else None
    parts = []
    for phase in facts["phases"]:
        if not _in_plain_game(phase):
            left.append(f"phase {phase['name']}: for option {phase['option']}")
            continue
        stage = phase.get("stage") if stages or phase.get("stage") != phase["tiles"][-1] else None
        items = {
            "starts_with": phase.get("starts_with"),
            "stage": stage,
            "tiles": phase["tiles"],
            "operating_rounds": phase.get("operating_rounds"),
            "train_limit": phase.get("train_limit"),
            "status": phase.get("status"),
        }
        parts.append(table(f"phases.{key(phase['name'])}", _stated(items)))
    return parts


def _stated(items: Facts) -> dict[str, Any]:
    """Items without those that say nothing."""
    return {name: item for name, item in items.items() if item not in (None, [], {}, "")}


def _companies(facts: Facts, building: Facts, left: list[str]) -> list[str]:
    parts = []
    for index, company in enumerate(facts["companies"]):
        items = {
            "name": company.get("name"),
            "kind": company.get("kind"),
            "homes": _homes(company, facts["hexes"]),
            "chooses": building.get("chooses", {}).get(company["id"]),
            "markers": company.get("tokens"),
            "colour": _colour(company.get("colour"), index),
            "text_colour": "#000000" if company.get("text_colour") == "black" else None,
            "abilities": _abilities(company, left),
        }
        parts.append(table(f"companies.{key(company['id'])}", _stated(items), long=["abilities"]))
    return parts


def _homes(company: Facts, hexes: Facts) -> list[str]:
    if not company.get("home"):
        return []
    homes = [company["home"]] if isinstance(company["home"], str) else list(company["home"])
    city = company.get("home_city")
    if city is None:
        return homes
    return [f"{home}.{city}" if len(hexes[home]["stops"]) > 1 else home for home in homes]


def _colour(text: str | None, index: int = 0) -> str:
    """A colour as ``#rrggbb``; one of a palette where it is a word, or is not said."""
    return text if text and text.startswith("#") else _PALETTE[index % len(_PALETTE)]


def _abilities(owner: Facts, left: list[str]) -> list[dict[str, Any]]:
    written = []
    for ability in owner.get("abilities", []):
        kind = ability["type"]
        if kind not in _ABILITIES:
            if kind not in _MONEY:
                left.append(f"{owner['id']}: ability {kind}")
            continue
        items = {"type": kind}
        for name, item in ability.items():
            if name in _ABILITIES[kind]:
                if (kind, name, item) == ("tile_discount", "discount", "half"):
                    items["percent"] = 50
                elif name == "discount" and isinstance(item, str):
                    left.append(f"{owner['id']}: {kind}: {name} {item}")
                elif item not in (None, [], False) and not (name in _ZERO and not item):
                    items[name] = item
            elif name != "type" and name not in _UNREAD and item:
                left.append(f"{owner['id']}: {kind}: {name}")
        written.append(items)
    return written


def _privates(facts: Facts, left: list[str]) -> list[str]:
    parts = []
    for private in facts.get("privates", []):
        items = {name: private.get(name) for name in ("name", "value", "income")}
        items["abilities"] = _abilities(private, left) or None
        parts.append(table(f"privates.{key(private['id'])}", _stated(items), long=["abilities"]))
    return parts


def _bonuses(facts: Facts, left: list[str]) -> list[str]:
    parts: list[str] = []
    names: set[str] = set()
    fields = set(Bonus.__struct_fields__) - {"name"}
    for bonus in facts.get("bonuses") or []:
        if "if_option" in bonus:
            left.append(f"bonus {bonus['name']}: for option {bonus['if_option']}")
            continue
        items = {name: item for name, item in bonus.items() if name in fields}
        if "stops" in bonus:
            items["sets"] = bonus["stops"]
        elif "kinds" in bonus:
            items["sets"] = [bonus["kinds"]]
        unknown = set(bonus) - fields - {"name", "stops", "kinds"}
        if unknown:
            left.append(f"bonus {bonus['name']}: {', '.join(sorted(unknown))}")
        parts.append(table(f"bonuses.{key(_own_name(bonus, names))}", items))
    return parts


def _own_name(bonus: Facts, names: set[str]) -> str:
    """The name, with the company or the phases where several bonuses have the same."""
    own = bonus["name"]
    for more in (bonus.get("company"), *(bonus.get("phases") or ())[:1], len(names)):
        if own in names and more is not None:
            own = f"{bonus['name']} {more}"
    names.add(own)
    return str(own)


def _route(facts: Facts, left: list[str]) -> list[str]:
    rules = facts.get("route_rules") or {}
    items = {
        "hex_once": rules.get("hex_once"),
        "no_ends": rules.get("no_ends"),
        "end_counts": {"town": "city"} if rules.get("town_ends_count_as_city") else None,
        "needs": rules.get("others_needed"),
        "permits": rules.get("permits"),
    }
    left += [f"route_rules: {word}" for word in rules if word not in _ROUTE | _OF_TRAINS]
    parts = [table("route", _stated(items))] if _stated(items) else []
    if facts.get("ability_bonuses"):
        parts.append(table("rights", facts["ability_bonuses"]))
    return parts


def _building(building: Facts, left: list[str]) -> str:
    fields = set(Building.__struct_fields__)
    items: dict[str, Any] = {}
    for name, item in building.items():
        if isinstance(item, Mapping) and name == "tile_lays":
            if not all(isinstance(lays, list) for lays in item.values()):
                left.append("building: tile_lays")
                continue
            items |= _lays_by_kind(item)
        elif isinstance(item, Mapping) and name == "first_turn_lays":
            items["first_turn_lays_of"] = {kind: _plain_lays(of) for kind, of in item.items()}
        elif name == "later_lays":
            items |= _later_lays(item, building)
        elif name == "lays_of" and "later_lays" in building:
            continue  # told with the later lays
        elif name in fields:
            items[name] = item
        elif name not in _ON_HEXES and name != "chooses":
            left.append(f"building: {name}")
    items = {
        name: _plain_lays(item) if name == "tile_lays" else item for name, item in items.items()
    }
    return table("building", items, long=["tile_lays"])


def _lays_by_kind(lays: Mapping[str, Sequence[Facts]]) -> dict[str, Any]:
    """The lays of the first kind are the title's, those of the others their own."""
    first, *others = lays
    by_kind: dict[str, Any] = {"tile_lays": list(lays[first])}
    if others:
        by_kind["lays_of"] = {kind: _plain_lays(lays[kind]) for kind in others}
    return by_kind


def _later_lays(lays: Mapping[str, Mapping[str, Any]], building: Facts) -> dict[str, Any]:
    """Lays that change with a phase are those of one kind; the others keep the usual ones."""
    kind, by_phase = next(iter(lays.items()))
    others = {"minor": _plain_lays(building["tile_lays"])} if kind == "major" else {}
    own = {name: _plain_lays(of) for name, of in building.get("lays_of", {}).items()}
    later = {phase: _plain_lays(of) for phase, of in by_phase.items()}
    return {"later_lays": later, "lays_of": others | own}


def _plain_lays(lays: Sequence[Facts]) -> list[dict[str, Any]]:
    return [{n: of for n, of in lay.items() if n != "cost" or of} for lay in lays]
