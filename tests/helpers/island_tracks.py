"""The cheapest track that joins towns of Island Rails, by trying every one of them.

Written from the rules alone. Turns do not matter for the cost: a train can wait, and lines that
are too much for a turn are built in the next. So states are what is built and where the train
is, and the cheapest way through them is looked for.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from island_boards import board, links
from island_claims import Player
from island_everything import STANDARD, Rules
from island_lines import COST, RIVER, Lines, TooMany
from island_random import SMALL, _archipelago, _bay, _land, _networks, position
from island_referee import Referee

FEATURES = (
    *("track", "track others", "track bridges", "track ferries", "track ships"),
    *("track ties", "track isles"),
)


class At(NamedTuple):
    """What is built, where the train is and has sailed; ``ship``: one is hired."""

    lines: int
    base: int
    at: int | None
    ship: bool
    own: int | None
    sailed: frozenset[frozenset[int]]


class Tracks:
    """Every track there is; positions with too many are refused."""

    def __init__(self, data: dict[str, Any], rules: Rules = STANDARD, most: int = 30_000) -> None:
        self.data, self.rules, self.most = data, rules, most
        self.lines = Lines(data, 10**9)
        self.index = {name: number for number, name in enumerate(self.lines.names)}
        self.wanted = [self.index[town] for town in data["connect"]]
        self.ferries = data.get("ferries", False)
        self.ship = {name: rest for name, *rest in rules.ships}[data.get("ship", "ferry")]
        self.speed = {name: rest for name, *rest in rules.trains}[data.get("train", "A")][0]
        own = data.get("own_ship")
        self.own = self.index[own["at"]] if own else None
        self.clipper = bool(own) and own["kind"] == "clipper"
        self.knots = {name: speed for name, speed, *_ in rules.ships}[own["kind"]] if own else 0

    def kinds(self, *kinds: str) -> list[int]:
        return [at for at, kind in enumerate(self.lines.kind) if kind in kinds]

    def begins(self, *, clipper: bool = True) -> Iterator[tuple[int, At]]:
        """Starting networks, and the points that towns must be joined with.

        That is the network, or a port where the train has landed, or else a large town: that of
        the train, if it stands in one; to sail, the train must have got there.
        The owner of a clipper can begin at every port, some time.
        """
        lines = self.lines.own
        at = self.index[self.data["at"]] if "at" in self.data else None
        root = self.ends(lines)
        if at is not None and self.lines.kind[at] in ("port", "sea"):
            root |= 1 << at
        large = self.kinds("large")
        firsts = [at] if at in large else large
        roots = [root] if root else [1 << town for town in firsts]
        ports = sum(1 << port for port in self.kinds("port"))
        for each in roots:
            base = each | ports if self.clipper and clipper else each
            if at is not None and self.lines.kind[at] == "sea":
                base &= ~(1 << at)
            trains: list[int | None] = [at]
            if at is None and self.ferries:
                trains = [town for town in large if each >> town & 1] or [None]
            for train in trains:
                aboard = self.data.get("aboard", False)
                yield each, At(lines, base, train, aboard, self.own, frozenset())

    def ends(self, lines: int) -> int:
        base = 0
        for at, (a, b) in enumerate(self.lines.ends):
            if lines >> at & 1:
                base |= 1 << a | 1 << b
        return base

    def cheapest(self) -> int | None:
        """Return the least that a track costs, with hire and tolls; nothing if there is none."""
        costs = [self._cheapest(root, begin) for root, begin in self.begins()]
        return min((cost for cost in costs if cost is not None), default=None)

    def _cheapest(self, root: int, begin: At) -> int | None:
        queue = [(0, 0, begin)]
        cost = {begin: 0}
        done: set[At] = set()
        ticket = 0
        while queue:
            so_far, _, here = heapq.heappop(queue)
            if here in done:
                continue
            done.add(here)
            if self.joined(root, here):
                return so_far
            if len(done) > self.most:
                raise TooMany
            for there, more in self.steps(here):
                if so_far + more < cost.get(there, so_far + more + 1):
                    cost[there] = so_far + more
                    ticket += 1
                    heapq.heappush(queue, (so_far + more, ticket, there))
        return None

    def joined(self, mine: int, here: At) -> bool:
        """Whether all towns hang together with these points, over lines and crossings."""
        links = [ends for at_, ends in enumerate(self.lines.ends) if here.lines >> at_ & 1]
        links += [(min(each), max(each)) for each in here.sailed]
        while True:
            more = mine
            for a, b in links:
                if (more >> a | more >> b) & 1:
                    more |= 1 << a | 1 << b
            if more == mine:
                return all(mine >> town & 1 for town in self.wanted)
            mine = more

    def done_by(self, turns: list[dict[str, Any]], start: str | None) -> bool:
        """Whether these turns join the towns."""
        number = {frozenset(ends): at for at, ends in enumerate(self.lines.ends)}
        lines, sailed, first = self.lines.own, set(), None
        for action in (action for turn in turns for action in turn["actions"]):
            path = [self.index[point] for point in action.get("path", ())]
            if action["do"] == "build":
                first = path[0] if first is None else first
                for ends in pairwise(path):
                    lines |= 1 << number[frozenset(ends)]
            elif action["do"] == "sail":
                sailed.add(frozenset((path[0], path[-1])))
        end = At(lines, 0, None, False, None, frozenset(sailed))
        begin = self.index[start] if start else None
        roots = [root for root, _ in self.begins()]
        if self.lines.own == 0 and len(roots) > 1:
            train = self.index[self.data["at"]] if "at" in self.data and sailed else begin
            known = train if train is not None else first
            roots = [1 << known] if known is not None else roots
        return any(self.joined(root, end) for root in roots)

    def steps(self, here: At) -> Iterator[tuple[At, int]]:
        """Next actions with their cost."""
        kind = self.lines.kind
        for at, ends in enumerate(self.lines.ends):
            if here.lines >> at & 1 or not self.lines.free(at):
                continue
            then = here.lines | 1 << at
            if not self.lines.leaves_ways(here.lines, then):
                continue
            for tail, head in (ends, ends[::-1]):
                cost = COST[kind[head]] + RIVER * (at in self.lines.rivers)
                if here.base >> tail & 1 and cost <= self.rules.limit:
                    yield here._replace(lines=then, base=here.base | 1 << tail | 1 << head), cost
        if self.ferries and here.at is not None:
            yield from self.moves(here)
            yield from self.crossings(here)

    def moves(self, here: At) -> Iterator[tuple[At, int]]:
        """Positions of the train after a turn by land; others' lines cost toll."""
        assert here.at is not None
        if self.lines.kind[here.at] == "sea" and (here.ship or here.own == here.at):
            return
        begin = here.at, frozenset[str]()
        reached, layer = {begin}, {begin}
        for _ in range(self.speed):
            found = set()
            for at, paid in layer:
                for there, number in self.lines.near[at]:
                    owner = self.lines.owner.get(number)
                    if here.lines >> number & 1:
                        found.add((there, paid))
                    elif owner is not None:
                        found.add((there, paid | {owner}))
            layer = found - reached
            reached |= layer
        for at, paid in reached - {begin}:
            yield here._replace(at=at, ship=False), self.rules.toll * len(paid)

    def crossings(self, here: At) -> Iterator[tuple[At, int]]:
        """Yield the ports that a ship lands in, hired or one's own, after any number of turns."""
        assert here.at is not None
        if self.lines.kind[here.at] == "port" and not here.ship:
            yield here._replace(ship=True), self.ship[1]
        if not here.ship and here.own != here.at:
            return
        for port in self.lines.sailed(here.at, 10**6):
            if self.lines.kind[port] == "port":
                own = here.own if here.ship else port
                sailed = here.sailed | {frozenset((here.at, port))}
                yield (
                    At(here.lines, here.base | 1 << port, port, False, own, sailed),
                    0,
                )

    @cache  # noqa: B019 -- there is one for each board, for a moment
    def fewest(self, cost: int) -> int:
        """Return the fewest turns of a track that costs so much: turn by turn, all there are."""
        lines = Lines(self.data, self.rules.limit)
        layers = [(root, {begin: 0}) for root, begin in self.begins(clipper=False)]
        for turn in range(100):
            for root, layer in layers:
                if any(self.joined(root, here) for here in layer):
                    return turn
            layers = [(root, self._turn(layer, cost, lines)) for root, layer in layers]
            if sum(len(layer) for _, layer in layers) > self.most:
                raise TooMany
        raise AssertionError("no track of this cost is ever built")

    def _turn(self, layer: dict[At, int], most: int, lines: Lines) -> dict[At, int]:
        """Return all that can be after one more turn, with the least that was spent for it."""
        found: dict[At, int] = {}
        for begin, spent in layer.items():
            for here, travel in self.travels(begin):
                if spent + travel > most:
                    continue
                for after, cost in lines.lays(here.lines, here.base, clipper=self.clipper):
                    there = here._replace(lines=after, base=here.base | self.ends(after))
                    total = spent + travel + cost
                    if total <= most and total < found.get(there, total + 1):
                        found[there] = total
        return found

    def travels(self, here: At) -> Iterator[tuple[At, int]]:
        """Positions of the train before it builds: sail, go by land, hire a ship."""
        yield here, 0
        if not self.ferries or here.at is None:
            return
        ashore = [(here, 0)]
        kind = self.lines.kind
        if here.ship or here.own == here.at:
            knots = self.ship[0] if here.ship else self.knots
            for end in self.lines.sailed(here.at, knots):
                own = here.own if here.ship else end
                sailed = here.sailed | {frozenset((here.at, end))}
                there = here._replace(at=end, own=own, sailed=sailed)
                if kind[end] == "port":
                    there = there._replace(base=here.base | 1 << end, ship=False)
                    ashore.append((there, 0))
                else:
                    yield there, 0
        for start, _ in ashore:
            for there, toll in (*self.moves(start), (start, 0)):
                assert there.at is not None
                if there is not here:
                    yield there, toll
                if kind[there.at] == "port" and not there.ship:
                    yield there._replace(ship=True), toll + self.ship[1]


def drawn(seed: int, feature: str) -> tuple[dict[str, Any], Rules]:
    """Return a position that asks for track, and the rules it is played with."""
    dice = random.Random(f"{feature} {seed}")
    if feature in ("track ties", "track isles"):
        return _isles(dice, 1 if feature == "track ties" else dice.choice((2, 2, 3)))
    sea = feature in ("track ferries", "track ships") or (
        feature == "track bridges" and dice.random() < 0.5
    )
    made, land = _archipelago(dice) if sea else _land(dice)
    if feature == "track bridges" and not sea:
        _bay(dice, made)
    kinds = {point["id"]: point["kind"] for point in made["points"]}
    places = [name for name, kind in kinds.items() if kind in ("small", "medium", "large", "port")]
    towns = [name for name in places if kinds[name] != "port"]
    able = places if dice.random() < 0.2 else towns
    wanted = dice.sample(able, min(len(able), dice.randint(1, 3)))
    lines, others = _networks(dice, land, "tolls" if feature == "track others" else "land")
    lines = lines[: dice.randint(0, len(lines))]
    data = position(made, "track", connect=wanted, network=lines, others=others)
    if dice.random() < 0.4:
        data["players"] = dice.randint(2, 5) if not others else dice.randint(3, 5)
    ports = [name for name in places if kinds[name] == "port"]
    if feature == "track bridges":
        data["bridges"] = True
    if feature in ("track ferries", "track ships"):
        data["ferries"] = True
        large = [name for name, kind in kinds.items() if kind == "large"]
        ends = sorted({end for each in lines for end in each})
        starts = [*large, *ends, *ends, *(ports if dice.random() < 0.3 else [])]
        if dice.random() < 0.7:
            data["at"] = dice.choice(starts)
        if kinds[data.get("at", wanted[0])] == "port" and "at" in data and dice.random() < 0.3:
            data["aboard"] = True
        data["ship"] = dice.choice(("ferry", "clipper"))
        if dice.random() < 0.2:
            data["bridges"] = True
    if feature == "track ships":
        data["own_ship"] = {"kind": dice.choice(("ferry", "clipper")), "at": dice.choice(ports)}
        if dice.random() < 0.3:
            del data["ferries"]
            data.pop("aboard", None)
            data.pop("at", None)
    small = dice.random() < 0.3
    if small:
        data["title"] = "small-rails"
    return data, SMALL if small else STANDARD


def _isles(dice: random.Random, count: int) -> tuple[dict[str, Any], Rules]:
    """Return a position whose tracks take several turns, with many ways that cost the same."""
    points, ways, ports = [], [], []
    for isle in range(count):
        inland = ("plain", "plain", "plain", "mountain", "small", "large")
        size = dice.randint(5, 8) if count == 1 else dice.randint(2, 4 if count == 2 else 3)
        kinds = ["large" if isle == 0 else "small", *dice.choices(inland, k=size - 1)]
        if count > 1:
            kinds += ["port"] * dice.choice((1, 1, 2))
        names = [f"{isle}{letter}" for letter, _ in zip("abcdefghi", kinds, strict=False)]
        ports += [(isle, name) for name, kind in zip(names, kinds, strict=True) if kind == "port"]
        points += [f"{kind}:{name}" for name, kind in zip(names, kinds, strict=True)]
        order = dice.sample(names, len(names))
        land = {tuple(sorted((dice.choice(order[:n]), order[n]))) for n in range(1, len(order))}
        land |= {tuple(sorted(dice.sample(names, 2))) for _ in range(dice.randint(0, 3))}
        ways += ["-".join(ends) for ends in sorted(land)]
    for number, ((a, start), (b, end)) in enumerate(combinations(ports, 2)):
        if a != b or dice.random() < 0.3:
            chain = [f"s{number}x{n}" for n in range(dice.choice((1, 2, 3, 4, 6)))]
            points += [f"sea:{name}" for name in chain]
            ways.append("-".join([start, *chain, end]))
    made = board(" ".join(points), " ".join(ways))
    towns = [p["id"] for p in made["points"] if p["kind"] in ("small", "medium", "large")]
    wanted = dice.sample(towns, min(len(towns), dice.randint(2, 4)))
    land = [way for way in ways if "s" not in way]
    lines = links(" ".join(dice.sample(land, dice.randint(0, 2)))) if dice.random() < 0.4 else []
    data = position(made, "track", connect=wanted, network=lines)
    if count > 1:
        start = lines[0][0] if lines else "0a"
        data |= {"ferries": True, "at": start, "ship": dice.choice(("ferry", "clipper"))}
        if dice.random() < 0.2:
            data["own_ship"] = {"kind": "ferry", "at": dice.choice(ports)[1]}
        elif dice.random() < 0.2:
            data |= {"at": dice.choice(ports)[1], "aboard": dice.random() < 0.5}
    return data | {"title": "small-rails"}, SMALL


def compare(seed: int, feature: str, seconds: float = 4.0) -> str:
    """Outcome of a question about track; whatever is proven must be so."""
    from bestrun import api
    from mapdata.errors import InputError

    data, rules = drawn(seed, feature)
    name = f"{feature} {seed}"
    tracks = Tracks(data, rules)
    try:
        best = tracks.cheapest()
        if best is not None:
            tracks.fewest(best)
    except TooMany:
        return "too many"
    words = set()
    for method in ("table", "model") if seed % 3 == 0 else ("auto",):
        try:
            answer = api.solve(data, method=method, time_limit=seconds)
        except InputError as error:
            if not any(words in str(error) for words in ("cannot get to", "where is")):
                raise
            words.add("refused")
            continue
        said = answer.to_dict()
        cost, bound = said["cost"], said["bound"]
        if cost is None:
            assert not said["proven"] or best is None, f"{name} {method}: no track, but {best}"
            words.add("no track" if said["proven"] else "none found")
            continue
        assert best is not None and cost >= best, f"{name} {method}: {cost}, but {best}"
        assert bound <= best, f"{name} {method}: bound {bound}, but {best}"
        assert not said["proven"] or cost == best, f"{name} {method}: proven {cost}, but {best}"
        if cost == best:
            few, shown = tracks.fewest(best), f"{len(said['turns'])}, {said['turns_bound']}"
            assert (said["turns_bound"] or 0) <= few <= len(said["turns"]), (
                f"{name}: {few}, not {shown}"
            )
            assert not said["fewest_turns"] or few == len(said["turns"]), f"{name}: {few} {shown}"
            Referee(data["board"], rich(data), said.get("start"), rules).play(said["turns"])
        word = "proven" if said["proven"] else "best" if cost == best else "not best"
        words.add(word + (", not its turns" if not said["fewest_turns"] else ""))
        if said["turns"]:
            verdict = api.check(data, {k: said[k] for k in ("turns", "start") if said.get(k)})
            faster = len(verdict.to_dict()["better"]) < len(said["turns"])
            fine = verdict.verdict == "best" or not said["proven"] or faster
            assert fine and verdict.legal, f"{name} {method}: {verdict.verdict}"
    return ", ".join(sorted(words))


def rich(data: dict[str, Any]) -> dict[str, Any]:
    """Return a position with money enough, and the train where it matters for track alone."""
    known = {key: value for key, value in data.items() if key != "at"}
    kinds = {point["id"]: point["kind"] for point in data["board"]["points"]}
    sails = data.get("ferries", False) or data["network"]
    if "at" in data and (sails or kinds[data["at"]] == "port"):
        known["at"] = data["at"]
    return known | {"money": 10**6}


class Builder(Player):
    """Builds at random; with ferries it moves and sails as well."""

    states_money = False

    def __init__(
        self, dice: random.Random, data: dict[str, Any], rules: Rules, start: str | None
    ) -> None:
        super().__init__(dice, rich(data), rules, start)
        afoot = data.get("ferries", False) and self.referee.at is not None
        self.phases = ("sail", "move", "hire", "build") if afoot else ("build",)


def verdict_agrees(seed: int, feature: str, seconds: float = 4.0) -> str:
    """Return the verdict of ``check`` on random builds; it may not be wrong."""
    from bestrun import api
    from mapdata.errors import InputError

    data, rules = drawn(seed, feature)
    dice = random.Random(f"claim {feature} {seed}")
    tracks = Tracks(data, rules)
    large = [tracks.lines.names[at] for at in tracks.kinds("large")]
    start = dice.choice(large) if data.get("ferries") and "at" not in data else None
    said = Builder(dice, data, rules, start).said()
    claim = {"turns": said.turns} | ({"start": start} if start else {})
    try:
        answer = api.check(data, claim, time_limit=seconds)
    except InputError as error:
        if not any(words in str(error) for words in ("cannot get to", "where is")):
            raise
        return "refused"
    word, name = answer.verdict, f"{feature} {seed}"
    if said.word != "legal":
        assert word == said.word, f"{name}: {word}, but {said.word} ({said.why})"
        return word
    assert word in ("best", "improvable", "unproven"), f"{name}: {word} {answer.problems}"
    try:
        best = tracks.cheapest()
        if best is not None:
            tracks.fewest(best)
    except TooMany:
        return "too many"
    cost = 10**6 - said.referee.money
    done = tracks.done_by(said.turns, start)
    if not done or cost != best:
        assert word != "best", f"{name}: best with {cost}, but {best}"
        return word
    few, many = tracks.fewest(best), len(said.turns)
    assert word != "best" or many == few, f"{name}: best in {many} turns, but {few}"
    assert word != "improvable" or many > few, f"{name}: improvable with {cost} in {many} turns"
    return word
