"""The rules of a title read back in words, to be held beside the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from mapdata.building import Building, LayAllowance, building
from mapdata.rules import Bonus, RouteRules, TrainRow, TrainType
from mapdata.title import Title
from mapdata.words import listed, with_article

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_KINDS = {"offboard": "off-board areas", "city": "cities", "halt": "halts", "town": "towns"}

_TRACK = {
    "permissive": "new track must be reached, it need not be new track for a route",
    "semi_restrictive": "an upgrade adds track that is reached, or a stop that pays more",
    "city_permissive": "an upgrade adds track that is reached; tiles with cities need not",
    "stop_permissive": "an upgrade adds track that is reached; tiles with stops need not",
    "restrictive": "every tile adds track that is reached",
}


def read_back(title: Title) -> list[str]:
    """Return trains, phases, bonuses and rules of a title in words, a line each."""
    return [
        *_trains(title),
        *_phases(title),
        *_labels(title),
        *(f"bonus {bonus.name}: {_bonus(bonus)}" for bonus in title.bonuses),
        *_route(title.route_rules),
        *_building(building(title)),
    ]


def number(count: int) -> str:
    """Return a number as a word, if it is small."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def _kinds(kinds: Iterable[str]) -> str:
    return listed([_KINDS.get(kind, f"stops of kind {kind}") for kind in sorted(kinds)])


def _trains(title: Title) -> Iterator[str]:
    first = next(iter(title.trains), None)
    printed = _printed(title)
    begins = {train: name for name, phase in title.phases.items() for train in phase.starts_with}
    for name, train in title.trains.items():
        if train.attached:
            continue
        parts = [_range(train, printed), *_ways(train)]
        if name in begins:
            parts.append(f"the first begins phase {begins[name]}")
        elif train.available_on is not None:
            parts.append(f"on sale after the first {train.available_on}")
        elif train.base:
            parts.append(f"bought instead of {with_article(train.base)}")
        elif name != first:
            parts.append("on sale from the start: no phase begins with it")
        if train.rusts_on:
            parts.append(f"gone with the first {' or '.join(train.rusts_on)}")
        if train.obsolete_on:
            parts.append(f"runs once more after the first {' or '.join(train.obsolete_on)}")
        yield f"train {name}: {'; '.join(parts)}"


def _printed(title: Title) -> frozenset[str]:
    """The kinds of stop that there are on the board and on tiles."""
    faces = [*(place.printed for place in title.hexes.values()), *title.tiles.values()]
    return frozenset(stop.kind for face in faces for stop in face.stops)


def _range(train: TrainType, every: frozenset[str]) -> str:
    if not train.runs:
        return "never runs"
    rows = [_row(row, every) for row in train.rows]
    if train.hexes is not None:
        rows = [f"{number(train.hexes - 1)} hexsides crossed"]
        rows += [f"never {_kinds(gone)}"] if (gone := _never(train, every)) else []
    elif gone := _never(train, every):
        rows.append(f"never {_kinds(gone)}")
    if train.pays is not None:
        rows.append(f"{number(train.pays)} pay in all")
    return ", ".join(rows)


def _never(train: TrainType, every: frozenset[str]) -> list[str]:
    return sorted(kind for kind in every if not train.enters(kind))


def _row(row: TrainRow, every: frozenset[str]) -> str:
    what = "stops of any kind" if row.kinds >= every else _kinds(row.kinds & every or row.kinds)
    if row.own:
        what += " with an own marker"
    if row.fills:
        return f"{what} take the places that are left over"
    if row.pays is None:
        text = f"{what} free" if row.visits is None else f"{number(row.visits)} {what}"
    elif row.pays == 0:
        text = f"{what} passed unpaid"
    elif row.visits is None:
        text = f"the best {number(row.pays)} of any number of {what}"
    elif row.visits == row.pays:
        text = f"{number(row.pays)} {what}"
    else:
        text = f"the best {number(row.pays)} of {number(row.visits)} {what}"
    times = {None: "", 1: "", 2: ", doubled", 3: ", tripled"}
    return text + times.get(row.multiplier, f", times {row.multiplier}")


def _ways(train: TrainType) -> Iterator[str]:
    if train.multiplier != 1:
        yield f"values times {train.multiplier}"
    if train.figure:
        yield f"reads the {train.figure} figures"
    if train.local:
        yield "one stop is a route"
    if train.ends_pay:
        yield "only the ends pay"
    if train.half_run:
        yield "earns half"
    if train.needs:
        yield f"needs {_kinds(train.needs)}" if "own" not in train.needs else "needs own markers"
    if train.track:
        yield f"on {listed(sorted(train.track))} track"
    if train.apart:
        yield "uses track that others use"
    if not train.marker_must_pay:
        yield "its marker need not pay"


def _phases(title: Title) -> Iterator[str]:
    for name, phase in title.phases.items():
        parts = [f"{listed(list(phase.colours))} tiles"]
        if phase.stage != phase.colours[-1]:
            parts.append(f"values as {phase.stage}")
        limit = phase.train_limit
        if isinstance(limit, int):
            parts.append(f"{_trains_of(limit)} a company")
        else:
            parts += [f"{_trains_of(most)} a {kind}" for kind, most in limit.items()]
        parts += [f"{old} becomes {new}" for old, new in phase.turns.items()]
        parts += [f"status {', '.join(phase.status)}"] if phase.status else []
        if phase.scraps:
            parts.append(f"{listed(list(phase.scraps))} gone")
        began = f" (the first {' or '.join(phase.starts_with)})" if phase.starts_with else ""
        yield f"phase {name}{began}: {'; '.join(parts)}"


def _trains_of(limit: int) -> str:
    return f"{number(limit)} train{'s' * (limit != 1)}"


def _labels(title: Title) -> Iterator[str]:
    """The colours in which each label has tiles: where they end early, one is missing."""
    labels = dict.fromkeys(tile.label for tile in title.tiles.values() if tile.label)
    order = list(dict.fromkeys(each for phase in title.phases.values() for each in phase.colours))
    for label in labels:
        colours = {tile.colour for tile in title.tiles.values() if tile.label == label}
        there = [colour for colour in order if colour in colours]
        later = order[order.index(there[-1]) + 1 :] if there else []
        missing = f"; none in {listed(later)}" if later else ""
        yield f"label {label}: tiles in {listed(there) or 'no colour of a phase'}{missing}"


def _bonus(bonus: Bonus) -> str:
    amounts = bonus.amount
    if isinstance(amounts, int):
        text = str(amounts) if amounts else "what its hexes say"
    else:
        text = ", ".join(f"{stage} {amount}" for stage, amount in amounts.items())
    if bonus.value:
        text = "the value once more"
    text += f" per {bonus.per}"
    if bonus.once:
        text += ", once a turn"
    if bonus.subsidy:
        text += ", for the treasury"
    sets = [_set(dict(each)) for each in bonus.sets]
    text += f", for {' and '.join(sets)}" if sets else ""
    if bonus.marker:
        text += f", where the mark {bonus.marker} lies"
    keys = [
        *("if_private", "if_token", "if_marker", "unless_marker", "unless_private", "if_train"),
        *("attached", "company"),
    ]
    conditions = [
        f"{key.replace('_', ' ')} {told}" for key in keys if (told := getattr(bonus, key))
    ]
    if bonus.phases is not None:
        conditions.append(f"in phase {' or '.join(bonus.phases)}")
    if bonus.trains is not None:
        conditions.append(f"for trains {' '.join(bonus.trains)}")
    if bonus.not_trains:
        conditions.append(f"not for trains {' '.join(bonus.not_trains)}")
    return "; ".join([text, *conditions])


def _set(each: dict[str, int]) -> str:
    few = [f"{place} +{more}" if more else place for place, more in list(each.items())[:6]]
    return "/".join(few) + (f" and {len(each) - 6} more" if len(each) > 6 else "")


def _route(rules: RouteRules) -> Iterator[str]:
    """Rules of routes beyond those of all titles."""
    plain = RouteRules()
    for key in RouteRules.__struct_fields__:
        told = getattr(rules, key)
        if told != getattr(plain, key):
            yield f"route: {key.replace('_', ' ')}{'' if told is True else f' = {_told(told)}'}"


def _told(told: object) -> str:
    if isinstance(told, _LISTS):
        some = sorted(told, key=str) if isinstance(told, frozenset | set) else list(told)
        more = f" and {len(some) - 4} more" if len(some) > 4 else ""
        inner = [f"({_told(each)})" if isinstance(each, _LISTS) else _told(each) for each in some]
        return ", ".join(inner[:4]) + more
    if isinstance(told, Mapping):
        return ", ".join(f"{key} {_told(value)}" for key, value in list(told.items())[:4])
    if isinstance(told, LayAllowance):
        return _lay(told)
    if isinstance(told, Struct):
        fields = {key: getattr(told, key) for key in told.__struct_fields__}
        return ", ".join(f"{key} {_told(value)}" for key, value in fields.items() if value)
    return str(told)


_LISTS = (tuple, list, frozenset, set)


def _building(rules: Building) -> Iterator[str]:
    yield f"track: {_TRACK[rules.track]}"
    lays = [_lay(lay) for lay in rules.tile_lays]
    yield f"lays of a turn: {', then '.join(lays) or 'none'}"
    plain = Building()
    known = ("track", "tile_lays", "upgrades", "not_upgrades", "book", "called")
    for key in Building.__struct_fields__:
        told = getattr(rules, key)
        if key not in known and told != getattr(plain, key):
            words = "" if told is True else f" = {_told(told)}"
            yield f"building: {key.replace('_', ' ')}{words}"


def _lay(lay: LayAllowance) -> str:
    words = {True: "{}", False: "", "not_if_upgraded": "{} unless an upgrade came before"}
    parts = [words[lay.lay].format("a new tile"), words[lay.upgrade].format("an upgrade")]
    text = " or ".join(filter(None, parts)) or "nothing"
    return f"{text} for {lay.cost}" if lay.cost else text
