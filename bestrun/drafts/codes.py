"""Facts about a hex or a tile, in the tile notation of the community."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mapdata.errors import InputError

Facts = Mapping[str, Any]

GAUGES = ("narrow", "dual", "thin")


def code_of(facts: Facts, building: Facts, name: str) -> str:
    """The notation of the hex or tile ``name``; ``building`` adds its costs and stubs."""
    stops: Sequence[Facts] = facts.get("stops", [])
    ends = [end for track in facts.get("track", []) for end in track[:2]]
    junctions = sorted({end for end in ends if end.startswith("j")})
    places = {f"s{index}": f"_{index}" for index in range(len(stops))}
    places |= {end: f"_{len(stops) + index}" for index, end in enumerate(junctions)}
    parts = [_stop(stop) for stop in stops]
    parts += ["junction" for _ in junctions]
    parts += [_path(track, places) for track in facts.get("track", [])]
    parts += _rest(facts)
    parts += _costs(facts, building, name)
    parts += [f"stub=edge:{edge}" for edge in building.get("hex_stubs", {}).get(name, [])]
    lines = building.get("hex_partitions", {}).get(name, [])
    parts += [_partition(line) for line in lines if {"a", "b"} <= set(line)]
    return ";".join(parts)


def _stop(stop: Facts) -> str:
    attributes = [f"revenue:{_revenue(stop['value'])}"]
    if stop.get("slots", 1) != 1:
        attributes.append(f"slots:{stop['slots']}")
    if stop.get("groups"):
        attributes.append("groups:" + "|".join(stop["groups"]))
    if "visit" in stop:
        attributes.append(f"visit_cost:{stop['visit']}")
    if "at" in stop:
        attributes.append(f"loc:{stop['at']}")
    if "area" in stop:
        attributes.append(f"area:{stop['area']}")
    if stop.get("boom"):
        attributes.append("sort:boom")
    return f"{stop['kind']}={','.join(attributes)}"


def _revenue(figures: int | Mapping[str, int]) -> str:
    """One figure, or one for each stage; a stage that is left out keeps the figure before."""
    if isinstance(figures, int):
        return str(figures)
    written: list[str] = []
    last: int | None = None
    for stage, figure in figures.items():
        if stage == "diesel" or figure != last:
            written.append(f"{stage}_{figure}")
        last = figure
    return "|".join(written)


def _path(track: Sequence[str], places: Mapping[str, str]) -> str:
    attributes = []
    lanes = []
    for side, end in zip("ab", track[:2], strict=True):
        place, _, lane = end.partition("/")
        if place.startswith("e"):
            attributes.append(f"{side}:{place[1:]}")
        elif place in places:
            attributes.append(f"{side}:{places[place]}")
        else:
            raise InputError(f"track to {end}, which is no edge, stop or junction")
        if lane:
            index, _, of = lane.partition("of")
            lanes.append(f"{side}_lane:{of}.{index}")
    flags = track[2:]
    gauges = [f"track:{flag}" for flag in flags if flag in GAUGES]
    marks = [f"{flag}:1" for flag in flags if flag in ("terminal", "ignore")]
    return "path=" + ",".join([*attributes, *lanes, *gauges, *marks])


def _rest(facts: Facts) -> list[str]:
    """Labels, hexsides and icons."""
    parts = [f"label={facts['label']}"] if facts.get("label") else []
    for colour, label in facts.get("label_from", {}).items():
        parts.append(f"future_label=label:{label or 'none'},color:{colour}")
    sealed = facts.get("sealed", [])
    parts += [f"border=edge:{edge},type:impassable" for edge in sealed]
    for border in facts.get("borders", []):
        if border["edge"] in sealed:
            continue
        cost = f",cost:{border['cost']}" if border.get("cost") else ""
        kind = f",type:{border['type']}" if border.get("type") else ""
        parts.append(f"border=edge:{border['edge']}{kind}{cost}")
    return parts + [f"icon=image:{icon}" for icon in facts.get("icons", [])]


def _costs(facts: Facts, building: Facts, name: str) -> list[str]:
    """The price of the next tile: of several terrains, if the rules of building have them."""
    costs = [tuple(cost) for cost in building.get("several_terrains", {}).get(name, [])]
    if not costs and facts.get("cost"):
        costs = [(facts["cost"], facts.get("terrain") or [])]
    if name in building.get("tile_cost", {}):
        cost = building["tile_cost"][name]
        costs.append((cost["cost"], cost.get("terrain") or []))
    parts = []
    for amount, terrain in costs:
        words = [terrain] if isinstance(terrain, str) else terrain
        parts.append(f"upgrade=cost:{amount}" + (f",terrain:{'|'.join(words)}" if words else ""))
    return parts


def _partition(line: Facts) -> str:
    return "partition=" + ",".join(f"{name}:{of}" for name, of in line.items())
