"""The rules of a title that hold for one company now, with all conditions evaluated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec.structs import replace

from hexgraph.board import Board
from hexgraph.branches import with_branches
from hexgraph.extras import NOTHING, PositionExtras
from hexgraph.kept import edges_of
from hexgraph.lattice import axes
from mapdata.position import Premium
from mapdata.rule_tables import DESTINATION, MARKED
from mapdata.rules import (
    OWN_MARK,
    Bonus,
    Lease,
    Omission,
    Permit,
    RouteRules,
    Rules,
    TrainRow,
    TrainType,
)
from mapdata.title import Title

_Tiles = Mapping[str, frozenset[str]]
"""Hexes with the tiles that lie on them."""


def live_rules(board: Board, company: str, trains: Iterable[str] = ()) -> Rules:
    """Return the rules for the routes of ``company``, which has ``trains``, on ``board``."""
    title = board.title
    owned = tuple(
        sorted([train for train in trains if title.without or not title.trains[train].runs])
    )
    by_tile = any(bonus.tiles for bonus in title.bonuses)
    by_tile = by_tile or any(each.tiles for each in title.without)
    rules = _live(board, company, owned, by_tile=by_tile)
    if any(bonus.edges for bonus in rules.bonuses):
        rules = replace(rules, bonuses=tuple(_by_edges(board, rules.bonuses)))
    if any(permit.if_token for permit in title.route_rules.permits):
        rules = replace(rules, barred=rules.barred - _permitted(board, company))
    if title.route_rules.taken:
        rules = replace(rules, barred=rules.barred | _taken(board, company))
    if any(bonus.if_token for bonus in rules.bonuses):
        rules = replace(rules, bonuses=tuple(_by_token(board, company, rules.bonuses)))
    if any(bonus.branches or bonus.elsewhere for bonus in rules.bonuses):
        rules = replace(rules, bonuses=tuple(with_branches(board, rules.bonuses)))
    if any(bonus.unless_own for bonus in rules.bonuses):
        rules = replace(rules, bonuses=tuple(_of_others(board, company, rules.bonuses)))
    if title.route_rules.pass_once:
        laid = _tiles_on(board)
        rules = replace(rules, pass_once=frozenset(_lying(laid, title.route_rules.pass_once)))
    borders = _borders(board)
    if title.route_rules.one_of_sides or borders:
        return replace(rules, one_of=tuple(_one_of(board)), borders=borders)
    return rules


def _by_token(board: Board, company: str, bonuses: Iterable[Bonus]) -> Iterator[Bonus]:
    """Yield the bonuses for which the company has a marker where it must."""
    hexes = {hex_id for (hex_id, _), names in board.markers.items() if company in names}
    yield from (bonus for bonus in bonuses if bonus.if_token is None or bonus.if_token in hexes)


def _of_others(board: Board, company: str, bonuses: Iterable[Bonus]) -> Iterator[Bonus]:
    """Yield bonuses; one that excludes own stops loses the stops with an own marker."""
    own = {board.stop_id(stop) for stop, names in board.markers.items() if company in names}
    for bonus in bonuses:
        if bonus.unless_own:
            sets = ({at: more for at, more in each.items() if at not in own} for each in bonus.sets)
            yield replace(bonus, sets=tuple(sets))
        else:
            yield bonus


def _by_edges(board: Board, bonuses: Iterable[Bonus]) -> Iterator[Bonus]:
    """Yield bonuses; one for edges has its amount for each edge that track leads to."""
    for bonus in bonuses:
        if not bonus.edges:
            yield bonus
            continue
        reached = sum(len(edges_of(board.face(at)) & {*some}) for at, some in bonus.edges.items())
        if reached:
            yield replace(bonus, amount=bonus.figure("") * reached)


def _permitted(board: Board, company: str) -> frozenset[str]:
    """Places that a company may run to since it has a marker elsewhere."""
    hexes = {hex_id for (hex_id, _), names in board.markers.items() if company in names}
    permits = board.title.route_rules.permits
    return frozenset().union(
        *(each.places for each in permits if not hexes.isdisjoint(each.if_token))
    )


def _taken(board: Board, company: str) -> set[str]:
    """Hexes that are closed because the marker of another company lies there."""
    return {
        hex_id
        for (hex_id, _), names in board.markers.items()
        if hex_id in board.title.route_rules.taken and any(name != company for name in names)
    }


def _borders(board: Board) -> dict[str, frozenset[tuple[str, str]]]:
    """Return the hexsides of the types that trains ask for."""
    found: dict[str, set[tuple[str, str]]] = {
        train.border_places: set() for train in board.title.trains.values() if train.border_places
    }
    for hex_id, place in board.title.hexes.items() if found else ():
        for border in place.printed.borders:
            across = board.crossings.get((hex_id, border.edge))
            if border.kind in found and across is not None:
                found[border.kind] |= {(hex_id, across.hex), (across.hex, hex_id)}
    return {kind: frozenset(sides) for kind, sides in found.items()}


def _one_of(board: Board) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield sets of hexsides of which a turn uses one."""
    for hex_id, edges in board.title.route_rules.one_of_sides.items():
        there = [board.crossings.get((hex_id, edge)) for edge in edges]
        yield tuple((hex_id, each.hex) for each in there if each is not None)


def _live(board: Board, company: str, owned: tuple[str, ...], *, by_tile: bool) -> Rules:
    title = board.title
    if board.extras is NOTHING and not by_tile:
        return _usual(title, board.phase.name, company, owned)
    laid = _tiles_on(board) if by_tile else {}
    return _rules(title, board.phase.name, company, board.extras, owned, laid)


def _tiles_on(board: Board) -> _Tiles:
    return {at: frozenset(tile.name for tile, _ in face.layers) for at, face in board.laid.items()}


@lru_cache(maxsize=1024)
def _usual(title: Title, phase: str, company: str, owned: tuple[str, ...]) -> Rules:
    """Return the rules of a position without further facts: the same on every board."""
    return _rules(title, phase, company, NOTHING, owned, {})


def _rules(
    title: Title,
    phase: str,
    company: str,
    extras: PositionExtras,
    trains: tuple[str, ...],
    laid: _Tiles,
) -> Rules:
    pair = extras.must_connect
    return Rules(
        bonuses=tuple(_bonuses(title, phase, company, extras, trains, laid)),
        route=_route(title, extras),
        seat=_seat(title, company),
        must_connect=None if pair is None else (frozenset(pair[:1]), frozenset(pair[1:])),
        idle=sum(title.rights[right.type] == "idle" for right in extras.rights),
        barred=_barred(title, company, extras),
        barred_worthless=tuple(_worthless(title, company, extras)),
        beside=extras.beside + _income(title, phase, extras),
        without=tuple(_omitted(title, company, extras, trains, laid)),
    )


def _route(title: Title, extras: PositionExtras) -> RouteRules:
    """The rules of every route, as far as they hold now."""
    rules = title.route_rules
    if rules.entered_once_unless in extras.held:
        return replace(rules, entered_once=False)
    return rules


def _seat(title: Title, company: str) -> frozenset[str] | None:
    """The hexes of the homes of a company, if its routes are to hang together from there."""
    if not title.route_rules.joined_at_home:
        return None
    return frozenset([home.partition(".")[0] for home in title.companies[company].homes])


def live_trains(board: Board, names: Iterable[str]) -> list[TrainType]:
    """Trains that run, as the position has them: wounded, or several as one express."""
    found = []
    title_rules = board.title.route_rules
    for name in names:
        train = board.title.trains[name]
        if name in board.extras.wounded:
            train = replace(train, halves=True)
        if board.extras.leased and title_rules.leased is not None:
            train = _leased(train, title_rules.leased)
        elif board.extras.nationalized:
            train = replace(train, rows=tuple(map(_only_filling, train.rows)))
        if train.express and board.extras.express > 1:
            train = replace(train, multiplier=train.multiplier * board.extras.express)
        if train.runs:
            found.append(train)
    return found


def _leased(train: TrainType, lease: Lease) -> TrainType:
    """A leased train: every stop pays the same, and as many as its first row has places."""
    rows = tuple([replace(row, pays=None, fills=False) for row in train.rows])
    return replace(train, rows=rows, pays=train.rows[0].pays, flat=lease.stop)


def _only_filling(row: TrainRow) -> TrainRow:
    """A row without paying places of its own, if it may fill those of other rows."""
    return replace(row, pays=None) if row.fills else row


def _income(title: Title, phase: str, extras: PositionExtras) -> int:
    """Income of the company's privates that a title counts as part of the turn."""
    since = title.route_rules.income_counts
    if since is None:
        return 0
    stage = title.phases[phase].stage
    return sum([since[name][stage] for name in extras.privates if name in since])


def _omitted(
    title: Title, company: str, extras: PositionExtras, trains: tuple[str, ...], laid: _Tiles
) -> Iterator[Omission]:
    """Yield the rules that are not modelled and could matter for this company."""
    names = {company, title.companies[company].kind}
    lying = frozenset().union(*laid.values())
    plain = [title.trains[train].plain or train for train in trains]
    for each in title.without:
        having = [train for train in plain if train in each.trains or not each.trains]
        if len(having) < each.number and (each.trains or each.number > 1):
            continue
        given = (
            (each.tiles, lying),
            (each.privates, extras.privates),
            (each.markers, extras.held),
            (each.companies, names),
        )
        if all(not words or not some.isdisjoint(words) for words, some in given):
            yield each


def _allowed(permit: Permit, names: tuple[str, str], extras: PositionExtras) -> bool:
    return (
        permit.if_marker in extras.held
        or permit.if_private in extras.privates
        or any(name in permit.companies for name in names)
    )


def _worthless(
    title: Title, company: str, extras: PositionExtras
) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Yield places that are closed while their value is 0, with hexes that are open anyway."""
    names = (company, title.companies[company].kind)
    for permit in title.route_rules.permits:
        if permit.worthless and not _allowed(permit, names, extras):
            marks = permit.unless_assigned
            marked = [at for at, some in extras.assigned.items() if not set(marks).isdisjoint(some)]
            yield permit.places, frozenset(marked)


def _barred(title: Title, company: str, extras: PositionExtras) -> frozenset[str]:
    """Return the hexes and kinds of stop that a company has no permit for."""
    names = (company, title.companies[company].kind)
    barred: set[str] = set()
    for permit in title.route_rules.permits:
        if not permit.worthless and not _allowed(permit, names, extras):
            barred |= permit.places
    return frozenset(barred)


def _bonuses(
    title: Title,
    phase: str,
    company: str,
    extras: PositionExtras,
    trains: tuple[str, ...],
    laid: _Tiles,
) -> Iterator[Bonus]:
    """Yield the bonuses that routes can earn now, each with the hexes that count."""
    for bonus in _stated(title, phase, company):
        if bonus.subsidy and extras.leased:
            continue
        if _holds(bonus, extras) and (bonus.if_train is None or bonus.if_train in trains):
            if bonus.marker is not None:
                yield replace(bonus, sets=(_marked(bonus, extras.assigned),))
            elif bonus.open:
                yield from _unclaimed(bonus, extras.open)
            elif bonus.told is not None:
                yield replace(bonus, sets=(_stated_amounts(bonus, extras.amounts, laid),))
            elif bonus.tiles:
                lying = dict.fromkeys(_lying(laid, bonus.tiles), 0)
                yield replace(bonus, sets=(*bonus.sets, lying))
            elif any(MARKED.fullmatch(word) for each in bonus.sets for word in each):
                yield replace(bonus, sets=tuple(_with_marks(bonus.sets, extras.assigned)))
            elif any(word in each for each in bonus.sets for word in DESTINATION):
                if extras.destination:
                    amount = bonus.figure("") + _twice(extras, company)
                    sets = _destined(bonus, extras.destination)
                    yield replace(bonus, sets=sets, amount=amount)
            else:
                yield bonus
    if extras.leased and title.route_rules.leased is not None:
        yield Bonus("lease", title.route_rules.leased.sum)  # of every route
    if extras.end_double:
        yield Bonus("end_double", sets=(dict.fromkeys(extras.end_double, 0),), per="end")
    yield from _rights(title, extras)
    if extras.premium is not None and extras.premium.company in (None, company):
        yield _premium(extras.premium)


@lru_cache(maxsize=1024)
def _stated(title: Title, phase: str, company: str) -> tuple[Bonus, ...]:
    """Return the bonuses of a company in a phase, with amounts of that stage and its own mark."""
    stage = title.phases[phase].stage
    return tuple(
        replace(
            bonus,
            amount=bonus.figure(stage),
            marker=company if bonus.marker == OWN_MARK else bonus.marker,
            lies=_places(title) if bonus.per in ("distance", "between") else {},
        )
        for bonus in title.bonuses
        if bonus.company in (None, company, title.companies[company].kind)
        and (bonus.phases is None or phase in bonus.phases)
    )


@lru_cache(maxsize=64)
def _places(title: Title) -> dict[str, tuple[int, int, int]]:
    """The coordinates of each hex along the axes of the lattice."""
    return {hex_id: axes(title.layout, place.xy) for hex_id, place in title.hexes.items()}


def _holds(bonus: Bonus, extras: PositionExtras) -> bool:
    """Whether the position meets the conditions of a bonus, those about trains aside."""
    return (
        (bonus.if_private is None or bonus.if_private in extras.privates)
        and (bonus.if_marker is None or bonus.if_marker in extras.held)
        and (bonus.unless_private is None or bonus.unless_private not in extras.privates)
        and (bonus.unless_marker is None or bonus.unless_marker not in extras.held)
        and (bonus.marker is None or any(bonus.marker in each for each in extras.assigned.values()))
    )


def _with_marks(
    sets: Iterable[Mapping[str, int]], assigned: Mapping[str, tuple[str, ...]]
) -> Iterator[dict[str, int]]:
    """Yield sets in which the words for a mark are replaced by the hexes that carry it now."""
    for each in sets:
        found: dict[str, int] = {}
        for word, extra in each.items():
            mark = MARKED.fullmatch(word)
            hexes = sorted(at for at, marks in assigned.items() if mark and mark[1] in marks)
            if mark and mark[2]:
                hexes = hexes[int(mark[2]) :][:1]
            found |= dict.fromkeys(hexes if mark else [word], extra)
        yield found


def _unclaimed(bonus: Bonus, places: Iterable[tuple[str, ...]]) -> Iterator[Bonus]:
    """Yield a bonus for each place that nobody has claimed yet."""
    for place in places:
        stops = {stop: 0 for stop, at in bonus.stands_for.items() if at in place}
        split = {stop.partition(".")[0] for stop in bonus.stands_for}
        sets = ({at: 0 for at in place if at not in split} | stops,)
        yield replace(bonus, name=f"{bonus.name} {place[0]}", sets=sets)


def _lying(laid: _Tiles, tiles: Iterable[str]) -> list[str]:
    """Return the hexes on which one of these tiles lies."""
    return [hex_id for hex_id, some in laid.items() if not some.isdisjoint(tiles)]


def _stated_amounts(
    bonus: Bonus, amounts: Mapping[str, Mapping[str, int]], laid: _Tiles
) -> Mapping[str, int]:
    """The hexes with amounts stated by the position, as far as the right tile lies there."""
    stated = amounts.get(bonus.told or "", {})
    if not bonus.tiles:
        return stated
    return {hex_id: stated[hex_id] for hex_id in _lying(laid, bonus.tiles) if hex_id in stated}


def _twice(extras: PositionExtras, company: str) -> int:
    """The premium again, if it lies at the destination: the run that gets there earns it twice."""
    premium = extras.premium
    if premium is None or premium.company not in (None, company):
        return 0
    return premium.amount if extras.destination["token"].partition(".")[0] == premium.hex else 0


def _premium(premium: Premium) -> Bonus:
    """The bonus that one run of the turn earns at the hex of a premium."""
    sets = ({premium.hex: 0},)
    return Bonus(premium.name, premium.amount, sets, once=True, times_multiplier=True)


def _destined(bonus: Bonus, stops: Mapping[str, str]) -> tuple[dict[str, int], ...]:
    """Return the sets of a bonus with the company's stops in place of the words for them."""
    known = {word: stops[word.partition(".")[2]] for word in DESTINATION}
    return tuple({known.get(at, at): more for at, more in each.items()} for each in bonus.sets)


def _marked(bonus: Bonus, assigned: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Return the hexes that carry the mark of a bonus now, with what each adds."""
    return {
        hex_id: bonus.by_hex.get(hex_id, 0)
        for hex_id, marks in assigned.items()
        if bonus.marker in marks
    }


def _rights(title: Title, extras: PositionExtras) -> Iterator[Bonus]:
    """Bonuses from the company's abilities."""
    for right in extras.rights:
        way = title.rights[right.type]
        if way == "idle" or way == "beside":
            continue
        sets: tuple[dict[str, int], ...] = (dict.fromkeys(right.hexes, 0),)
        if way == "all once":  # on one route that is paid at each of the hexes
            sets = tuple({hex_id: 0} for hex_id in right.hexes)
            yield Bonus(right.type, right.amount, sets, once=True)
        else:
            yield Bonus(right.type, right.amount, sets, way)
