"""The rules of a legal plan, one function for each. No plan that breaks one is ever shown.

Claims of players and plans of solvers are judged by the same code. Each rule has a code, by
which programs know which rule was broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise

from msgspec.structs import replace

from hexgraph.network import track_words
from mapdata.words import listed, with_article
from solvers.fault import Fault, RulesBroken
from solvers.problem import Limit, Problem, Run, Train, connects
from solvers.whole import bits, hang_together


def judge(problem: Problem, runs: Sequence[Run]) -> list[Fault]:
    """Return every rule that ``runs`` break together; an empty list means legal."""
    faults = [
        replace(fault, at=index)
        for index, run in enumerate(runs)
        for fault in judge_run(problem, run)
    ]
    faults += shared_track(problem, runs)
    return faults + list(plan_rules(problem, runs))


def judge_run(problem: Problem, run: Run) -> list[Fault]:
    """Return every rule that a run breaks by itself."""
    return [
        Fault(code, None, where, message)
        for rule in _run_rules(problem, run.train)
        for code, where, message in rule(problem, run)
    ]


def can_be_mended(problem: Problem, run: Run) -> bool:
    """Whether passing further stops could mend every rule that a run breaks."""
    mended = [_two_stops, _must, _visits]
    if not run.train.marker_must_pay:
        mended.append(_marker)
    rules = [rule for rule in _run_rules(problem, run.train) if rule not in mended]
    return not any(fault for rule in rules for fault in rule(problem, run))


def _joined(problem: Problem, run: Run) -> RulesBroken:
    """Links join the stops one after the other."""
    links = problem.network.links
    for link, (here, there) in zip(run.links, pairwise(run.stops), strict=False):
        if links[link][:2] not in ((here, there), (there, here)):
            one, two = _name(problem, here), _name(problem, there)
            yield "no-track", f"{one}-{two}", f"no track joins {one} and {two} directly"


def _two_stops(problem: Problem, run: Run) -> RulesBroken:
    """A route has two or more different stops of a kind that makes a route, or is one stop."""
    counted = {stop for stop in run.stops if problem.network.stops[stop].makes_route}
    if len(counted) < (1 if run.train.local and len(run.stops) == 1 else 2):
        names = ", ".join(_name(problem, stop) for stop in counted) or "none"
        yield "too-few-stops", _route(problem, run), f"a route needs two stops; here: {names}"


def _marker(problem: Problem, run: Run) -> RulesBroken:
    """A stop with a marker of the company is on the route, and paid if the train needs that.

    Where every stop must pay, a marker that is not paid breaks that rule and not this one.
    """
    train = run.train
    serving = run.paid if train.may_skip and train.marker_must_pay else run.stops
    if not any(problem.network.stops[stop].home for stop in serving):
        company = problem.network.company
        where = _route(problem, run)
        if any(problem.network.stops[stop].home for stop in run.stops):
            yield "no-marker", where, f"no stop with a marker of {company} is paid"
        else:
            yield "no-marker", where, f"no marker of {company} on the route"


def _stop_once(problem: Problem, run: Run) -> RulesBroken:
    """No stop twice in one route."""
    if len(set(run.stops)) == len(run.stops):
        return
    for stop in sorted(set(run.stops)):
        if run.stops.count(stop) > 1:
            name = _name(problem, stop)
            yield "stop-twice", name, f"{name} is visited {run.stops.count(stop)} times"


def _group_once(problem: Problem, run: Run) -> RulesBroken:
    """No two stops that exclude each other in one route."""
    for one, two in combinations(dict.fromkeys(run.stops), 2):
        if problem.shuts[one] >> two & 1:
            names = f"{_name(problem, one)} and {_name(problem, two)}"
            yield "two-stations", names, f"{names} cannot stand in the same route"


def _passable(problem: Problem, run: Run) -> RulesBroken:
    """Only stops that are open to the company are run through."""
    for stop in run.stops[1:-1]:
        seen = problem.network.stops[stop]
        if seen.blocked and stop not in problem.closed:
            name = seen.name
            yield "blocked-city", name, f"{name} is full of other markers: nothing runs through"
        elif stop in run.train.no_through:
            name = seen.name
            text = f"{name} is full of other markers for {with_article(run.train.name)}"
            yield "blocked-city", name, text
        elif not seen.through:
            yield "ends-only", seen.name, f"{seen.name} can only begin or end a route"
    links = problem.network.links
    ending = any(links[link].dead_ends for link in run.links)
    for at, stop in enumerate(run.stops[1:-1] if ending else ()):
        seen = problem.network.stops[stop]
        if seen.through and any(stop in links[link].dead_ends for link in run.links[at : at + 2]):
            name = _name(problem, stop)
            yield "dead-end", name, f"track ends at {name}: the route cannot go on"


def _closed_once(problem: Problem, run: Run) -> RulesBroken:
    """A route runs through one closed city at most."""
    passed = [_name(problem, stop) for stop in run.stops[1:-1] if stop in problem.closed]
    if len(passed) > 1:
        text = f"{listed(passed)} are full of other markers: one of them can be run through"
        yield "blocked-city", " and ".join(passed), text


def _ends(problem: Problem, run: Run) -> RulesBroken:
    """A route begins and ends only where it may."""
    for stop in dict.fromkeys((run.stops[0], run.stops[-1])):
        if stop in run.train.no_ends:
            name = _name(problem, stop)
            yield "never-an-end", name, f"no route begins or ends at {name}"


def _barred(problem: Problem, run: Run) -> RulesBroken:
    """The train enters only stops it may enter."""
    for stop in dict.fromkeys(run.stops):
        if stop in run.train.barred:
            name = _name(problem, stop)
            yield "barred-stop", name, f"{with_article(run.train.name)} may not run to {name}"


def _must(problem: Problem, run: Run) -> RulesBroken:
    """A train that must visit stops of some kind visits enough of them."""
    must, number = run.train.must, run.train.must_count
    if must is not None and len(must.intersection(run.stops)) < number:
        names = ", ".join(_name(problem, stop) for stop in sorted(must)) or "none is in reach"
        many = "one" if number == 1 else number
        text = f"{with_article(run.train.name)} must run to {many} of its stops: {names}"
        yield "stop-missing", _route(problem, run), text


def _gauge(problem: Problem, run: Run) -> RulesBroken:
    """The train runs only on track of its gauge."""
    for link, pair in zip(run.links, pairwise(run.stops), strict=False):
        if link in run.train.closed:
            where = "-".join(_name(problem, stop) for stop in pair)
            text = f"{with_article(run.train.name)} does not run on the track of {where}"
            yield "wrong-track", where, text


def _all_paid(problem: Problem, run: Run) -> RulesBroken:
    """Every stop that is passed pays, unless the train may skip it."""
    train = run.train
    skipped = [
        _name(problem, stop)
        for stop in (dict.fromkeys(run.stops) if run.paid != run.stops else ())
        if stop not in run.paid and (not train.may_skip or stop in train.must_pay)
    ]
    if skipped:
        text = f"{with_article(train.name)} cannot pass {listed(skipped)} uncounted"
        yield "stop-skipped", " and ".join(skipped), text


def _paid_ends(problem: Problem, run: Run) -> RulesBroken:
    """Only the ends of some trains' routes pay: both, if none is left to another run."""
    ends = dict.fromkeys((run.stops[0], run.stops[-1]))
    for stop in ends if not problem.paid_once else ():
        if stop not in run.paid:
            name = _name(problem, stop)
            yield "stop-skipped", name, f"{with_article(run.train.name)} is paid at {name}, an end"
    for stop in run.paid:
        if stop not in ends:
            name = _name(problem, stop)
            text = f"{with_article(run.train.name)} is paid at its ends, not at {name}"
            yield "not-an-end", name, text


def _limit(problem: Problem, run: Run) -> RulesBroken:
    """The train counts no more than its number."""
    train = run.train
    if train.hexes is not None:
        links = problem.network.links
        hexes = 1 + sum([train.length(at, links[at].hexsides) for at in run.links])
        if hexes > train.hexes:
            text = f"{hexes} hexes, but {with_article(train.name)} runs through {train.hexes}"
            yield "too-many-hexes", _route(problem, run), text
    for limit in train.visits:
        counted = limit.count(run.stops) + limit.at_ends(run.stops)
        counted += limit.on_the_way(run.links)
        if counted > limit.most and limit.apart:
            names = listed([_name(problem, at) for at in run.stops if limit.weights[at]])
            text = f"{with_article(train.name)} visits one of {names} in a route"
            yield "two-stations", _route(problem, run), text
        elif counted > limit.most and limit.over:
            text = f"the route runs over {limit.over} {counted} times, and may do so once"
            yield "hex-twice", limit.over, text
        elif counted > limit.most and limit.broken:
            yield "wrong-way", _route(problem, run), limit.broken
        elif counted > limit.most:
            kinds = _kinds(problem, limit)
            text = f"{counted} {kinds}stops, but {with_article(train.name)} counts {limit.most}"
            yield "too-many-stops", _route(problem, run), text
    for limit in train.pays:
        counted = limit.count(run.paid)
        if counted > limit.most:
            kinds = _kinds(problem, limit)
            text = (
                f"{counted} {kinds}paying stops, but {with_article(train.name)} counts {limit.most}"
            )
            yield "too-many-stops", _route(problem, run), text


def _kinds(problem: Problem, limit: Limit) -> str:
    """Kinds of stop that a limit counts, in words, if not all."""
    stops = problem.network.stops
    counted = {stop.kind for at, stop in enumerate(stops) if limit.weights[at]}
    if counted == {stop.kind for stop in stops}:
        return ""
    return f"({', '.join(sorted(counted))}) "


def _visits(problem: Problem, run: Run) -> RulesBroken:
    """Rules about which stops a route may visit together hold."""
    visited = sum([1 << stop for stop in set(run.stops)])

    def named(stops: frozenset[int]) -> str:
        return listed([_name(problem, stop) for stop in sorted(stops)])

    for rule in problem.visits:
        if not rule.allows(visited):
            yield "wrong-stops", _route(problem, run), rule.broken(named)


def _one_of(problem: Problem, run: Run) -> RulesBroken:
    """Of bonuses that exclude each other, a run claims one at most."""
    for names in run.train.rivals:
        claimed = [name for name in run.once if name in names]
        if len(claimed) > 1:
            yield "bonus-twice", _route(problem, run), f"a run earns one of {listed(claimed)}"


def _needs(problem: Problem, run: Run) -> RulesBroken:
    """Some stops may only be visited by a route with enough paying stops."""
    for some, number in problem.needs:
        for stop in some.intersection(run.stops):
            if len(run.paid) < number:
                name = _name(problem, stop)
                text = f"a route with {name} needs {number} paying stops, not {len(run.paid)}"
                yield "too-few-stops", name, text


def _track_once(problem: Problem, run: Run) -> RulesBroken:
    """No track twice in one route."""
    used = 0
    for link in run.links:
        mask = problem.network.links[link].mask
        for place in _places(problem, used & mask) if used & mask else ():
            yield "track-reused", place, f"the train uses {track_words(place)} twice"
        used |= mask


def shared_track(
    problem: Problem, runs: Sequence[Run], numbers: Sequence[int] | None = None
) -> Iterator[Fault]:
    """No track for two trains; ``numbers`` are those of the runs within a longer list."""
    if problem.shared_track:
        return
    numbered = zip(numbers if numbers is not None else range(len(runs)), runs, strict=True)
    for (one, first), (two, second) in combinations(numbered, 2):
        both = problem.mask(first.links) & problem.mask(second.links)
        for place in _places(problem, both) if both else ():
            names = f"{first.train.name} and {second.train.name} (runs {one + 1}, {two + 1})"
            yield Fault("track-shared", two, place, f"{names} both use {track_words(place)}")


def shared_markers(
    problem: Problem, runs: Sequence[Run], numbers: Sequence[int] | None = None
) -> Iterator[Fault]:
    """Each own marker serves one local train; ``numbers`` as in :func:`shared_track`."""
    if not any(run.train.local for run in runs):
        return
    numbered = list(zip(numbers if numbers is not None else range(len(runs)), runs, strict=True))
    for stop in problem.stations.values():
        serving = [at for at, run in numbered if run.train.local and stop in run.stops]
        for at in serving[1:]:
            name = _name(problem, stop)
            text = f"the marker at {name} serves one local train only (run {serving[0] + 1})"
            yield Fault("marker-shared", at, name, text)


def shared_passage(
    problem: Problem, runs: Sequence[Run], numbers: Sequence[int] | None = None
) -> Iterator[Fault]:
    """One run of all runs through a closed city; ``numbers`` as in :func:`shared_track`."""
    numbered = zip(numbers if numbers is not None else range(len(runs)), runs, strict=True)
    passing = [(at, run) for at, run in numbered if problem.passes(run.stops)]
    for at, run in passing[1:]:
        name = next(_name(problem, stop) for stop in run.stops[1:-1] if stop in problem.closed)
        text = f"one run of the turn goes through a closed city (run {passing[0][0] + 1} does)"
        yield Fault("blocked-city", at, name, f"{name}: {text}")


def _paid_once(problem: Problem, runs: Sequence[Run]) -> Iterator[Fault]:
    """Each stop, or those of a group together, pay one run of all."""
    for some in problem.paid_once:
        paying = [(at, stop) for at, run in enumerate(runs) for stop in run.paid if stop in some]
        for at, stop in paying[1:]:
            name, first = _name(problem, stop), _name(problem, paying[0][1])
            where = name if name == first else f"{first} or {name}"
            text = f"{where} pays one run of a turn (run {paying[0][0] + 1} is paid)"
            yield Fault("paid-twice", at, name, text)


def _ends_apart(problem: Problem, runs: Sequence[Run]) -> Iterator[Fault]:
    """No two runs whose ends pay are joined there: what they earn together is not known."""
    ended: dict[int, int] = {}
    for at, run in enumerate(runs):
        for stop in {run.stops[0], run.stops[-1]} if run.train.ends_pay else ():
            before = ended.setdefault(problem.paying[stop], at)
            if before != at:
                name = _name(problem, stop)
                text = f"{name} is an end of run {before + 1}, too: joined, both earn otherwise"
                yield Fault("ends-joined", at, name, text)


def _joined_at_home(problem: Problem, runs: Sequence[Run]) -> Iterator[Fault]:
    """All runs are connected by shared stops, and one of them visits the company's home."""
    if problem.seat is None or not runs:
        return
    visits = [bits(run.stops) for run in runs]
    if hang_together(bits(tuple(problem.seat)), visits):
        return
    names = " or ".join(_name(problem, stop) for stop in sorted(problem.seat))
    company = problem.network.company
    if not any(problem.seat.intersection(run.stops) for run in runs):
        home = names or "its home, where it has no marker"
        yield Fault("not-at-home", None, names, f"one run of {company} must visit {home}")
        return
    text = "the runs do not hang together: each must share a stop with another"
    yield Fault("not-joined", None, " and ".join(_route(problem, run) for run in runs), text)


def plan_rules(problem: Problem, runs: Sequence[Run]) -> Iterator[Fault]:
    """Rules of all runs together, track aside."""
    claimed = [name for run in runs for name in run.once]
    yield from shared_markers(problem, runs)
    yield from shared_passage(problem, runs) if problem.closed else ()
    yield from _joined_at_home(problem, runs)
    if problem.paid_once:
        yield from _paid_once(problem, runs)
        yield from _ends_apart(problem, runs)
    for name in problem.once if claimed else ():
        if name in problem.stations:
            continue
        claiming = [at for at, run in enumerate(runs) if name in run.once]
        for at in claiming[1:]:
            yield Fault("bonus-twice", at, name, f"{name} is earned by one run only")
    for some, number in problem.quotas:
        visiting = [at for at, run in enumerate(runs) if not some.isdisjoint(run.stops)]
        names = " or ".join(_name(problem, stop) for stop in sorted(some))
        for at in visiting[number:]:
            text = f"{number} runs of a turn visit {names} at most"
            yield Fault("too-many-runs", at, names, text)
    if problem.connect is not None and runs and not any(connects(problem, run) for run in runs):
        one, two = (
            " or ".join(sorted(_name(problem, stop) for stop in some)) or "nowhere"
            for some in problem.connect
        )
        text = f"one run must go from {one} to {two}"
        yield Fault("not-connected", None, f"{one}-{two}", text)


def _run_rules(problem: Problem, train: Train) -> tuple[Callable[[Problem, Run], RulesBroken], ...]:
    """Return the rules that the runs of a train could break here."""
    return (
        _joined,
        _two_stops,
        _marker,
        _stop_once,
        *((_group_once,) if problem.groups else ()),
        _passable,
        *((_closed_once,) if problem.closed else ()),
        *((_ends,) if train.no_ends else ()),
        *((_barred,) if train.barred else ()),
        *((_must,) if train.must is not None else ()),
        *((_gauge,) if train.closed else ()),
        _all_paid,
        *((_paid_ends,) if train.ends_pay else ()),
        _limit,
        *((_needs,) if problem.needs else ()),
        *((_visits,) if problem.visits else ()),
        *((_one_of,) if train.rivals else ()),
        _track_once,
    )


def _places(problem: Problem, mask: int) -> list[str]:
    """Return the names of the pieces of track whose bits are set in ``mask``."""
    names = problem.network.resources
    return [names[bit] for bit in range(mask.bit_length()) if mask >> bit & 1]


def _name(problem: Problem, stop: int) -> str:
    return problem.network.stops[stop].name


def _route(problem: Problem, run: Run) -> str:
    return "-".join(_name(problem, stop) for stop in run.stops)
