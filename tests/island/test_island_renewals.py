"""Island Rails: goods that lie are fetched and left again when the train comes by."""

from __future__ import annotations

from solvers.island.deliveries.order import Deed, Job, Visit
from solvers.island.deliveries.orders.renewals import with_renewals

COAL, FISH, WINE = Job(0, "coal", 7, 5), Job(1, "fish", 8, 5), Job(2, "wine", 9, 5)
HERE, THERE = 1, 2


def told(visits: tuple[Visit, ...]) -> list[tuple[int, str, Deed]]:
    return [(visit.point, visit.job.good, visit.deed) for visit in visits]


def coal_left_here() -> list[Visit | int]:
    return [Visit(HERE, COAL, "leave"), Visit(THERE, FISH, "load")]


def later() -> list[Visit]:
    return [Visit(7, COAL, "deliver"), Visit(8, FISH, "deliver")]


def test_a_train_with_room_fetches_what_lies_and_leaves_it_again() -> None:
    stops = [*coal_left_here(), HERE, Visit(HERE + 2, WINE, "load"), Visit(HERE, COAL, "fetch")]
    assert told(with_renewals([*stops, *later()], 2))[2:4] == [
        (HERE, "coal", "fetch"),
        (HERE, "coal", "leave"),
    ]


def test_a_full_train_leaves_another_good_meanwhile() -> None:
    stops = [*coal_left_here(), HERE, Visit(8, FISH, "deliver"), Visit(HERE, COAL, "fetch")]
    assert told(with_renewals([*stops, Visit(7, COAL, "deliver")], 1))[2:6] == [
        (HERE, "fish", "leave"),
        (HERE, "coal", "fetch"),
        (HERE, "coal", "leave"),
        (HERE, "fish", "fetch"),
    ]


def test_only_what_lies_where_the_train_comes_by_is_renewed() -> None:
    stops = [*coal_left_here(), THERE, Visit(HERE, COAL, "fetch"), *later()]
    assert told(with_renewals(stops, 2)) == told((*coal_left_here(), *stops[3:]))


def test_what_the_train_takes_along_is_not_left_again() -> None:
    stops = [*coal_left_here(), HERE, Visit(HERE, COAL, "fetch"), *later()]
    assert with_renewals(stops, 2, everywhere=True) == (*coal_left_here(), *stops[3:])


def test_a_train_that_waits_for_room_renews_what_lies_before_and_after_that() -> None:
    stops = [*coal_left_here(), Visit(HERE, WINE, "load"), Visit(9, WINE, "deliver")]
    stops += [Visit(HERE, COAL, "fetch"), *later()]
    assert with_renewals(stops, 3) == tuple(stops)
    visits = with_renewals(stops, 3, everywhere=True)
    assert told(visits)[2:7] == [
        (HERE, "coal", "fetch"),
        (HERE, "coal", "leave"),
        (HERE, "wine", "load"),
        (HERE, "coal", "fetch"),
        (HERE, "coal", "leave"),
    ]
