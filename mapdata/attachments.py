"""Cars and rights attached to a train for a turn: a type of train for every combination."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations

from msgspec.structs import replace

from mapdata.errors import within
from mapdata.rules import TrainRow, TrainType
from mapdata.source import TitleSource, known
from mapdata.tables import Table


class Attachment(Table, frozen=True):
    """A car, or a right, that serves one train of a turn; its name is added to the train's.

    Attributes
    ----------
    pays
        So many stops more pay.
    passes
        So many stops more are visited, without pay.
    trains
        The trains that it can be attached to; all that run, if not said.
    """

    pays: int = 0
    passes: int = 0
    trains: tuple[str, ...] = ()


def read_attachments(source: TitleSource, trains: Mapping[str, TrainType]) -> dict[str, Attachment]:
    """The attachments of a title, by what they add to the name of a train."""
    found = {}
    for name, attachment, place in source.section("attachments", Attachment):
        with within(place):
            known(attachment.trains, trains, "train")
        found[name] = attachment
    return found


def attached_trains(
    trains: Mapping[str, TrainType], attachments: Mapping[str, Attachment]
) -> Iterator[TrainType]:
    """Yield each train with every choice of attachments, in every order of their names."""
    sizes = range(1, len(attachments) + 1)
    orders = [order for size in sizes for order in permutations(attachments, size)]
    for train in trains.values():
        for order in orders if train.runs else ():
            chosen = [attachments[name] for name in order]
            if all(not each.trains or train.name in each.trains for each in chosen):
                yield _with(train, order, chosen)


def _with(train: TrainType, names: tuple[str, ...], chosen: Iterable[Attachment]) -> TrainType:
    rows = train.rows
    for each in chosen:
        rows = tuple(_longer(row, each) for row in rows)
    return replace(
        train,
        name=train.name + "".join(names),
        rows=rows,
        base=train.base or train.name,
        attached=names,
    )


def _longer(row: TrainRow, attachment: Attachment) -> TrainRow:
    """A row with the places that an attachment adds; one without a limit stays as it is."""
    if row.visits is None:
        return row
    pays = row.visits if row.pays is None and attachment.passes else row.pays
    more = attachment.pays
    return replace(
        row,
        pays=None if pays is None else pays + more,
        visits=row.visits + more + attachment.passes,
    )


def carrying(name: str, trains: Mapping[str, TrainType]) -> tuple[str, ...]:
    """The trains with an attachment."""
    return tuple(train.name for train in trains.values() if name in train.attached)
