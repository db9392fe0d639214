"""The trains of a draft."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bestrun.drafts.codes import Facts

NO_LIMIT = 99
"""From this number on facts mean that there is no limit."""


def train_tables(
    trains: Sequence[Facts], rules: Facts, cars: Collection[str] = ()
) -> dict[str, dict[str, Any]]:
    """The trains by name, other sides of a card after the train they are bought as.

    ``cars`` run nothing themselves: a bonus tells what they are worth.
    """
    tables: dict[str, dict[str, Any]] = {}
    for train in trains:
        tables[train["name"]] = _train(train, train, rules, train["name"])
        if train["name"] in cars:
            table = tables[train["name"]]
            for word in ("limit", "counts", "rows", "marker_must_pay"):
                table.pop(word, None)
            tables[train["name"]] = {"runs": False, **table}
        for name, other in (train.get("variant_facts") or {}).items():
            side = {**train, "discount": None, "events": None, "available_on": None, **other}
            if not isinstance(side["distance"], int):
                side["measure"] = other.get("measure")
            table = _train(side, other, rules, name)
            table.pop("count", None)
            tables[name] = {"base": train["name"], **table}
    return tables


def _train(train: Facts, own: Facts, rules: Facts, name: str) -> dict[str, Any]:
    table = _distance(train, rules, name)
    if train.get("measure"):
        table["measure"] = train["measure"]
    if train.get("track"):
        table["track"] = train["track"]
    if train.get("track_counts"):
        table["track_counts"] = train["track_counts"]
    if own.get("multiplier", 1) != 1:
        table["multiplier"] = own["multiplier"]
    if train.get("token_must_pay") is False:
        table["marker_must_pay"] = False
    table |= _of_rules(rules, name)
    table["price"] = train.get("price")
    table["count"] = train.get("count")
    for key in ("rusts_on", "obsolete_on", "available_on", "discount", "events"):
        table[key] = train.get(key)
    return {key: item for key, item in table.items() if item not in (None, [], {}, "unlimited")} | {
        key: "unlimited" for key in ("limit",) if table.get(key) == "unlimited"
    }


def _of_rules(rules: Facts, name: str) -> dict[str, Any]:
    """Keys of a train that come from the rules of a route."""
    table: dict[str, Any] = {}
    if name in rules.get("apart", {}):
        table["apart"] = rules["apart"][name]
    for need in rules.get("needs_of_train", []):
        if name in need["trains"]:
            table |= {"needs": need["kinds"], "needs_stops": need["stops"]}
    return table


def _distance(train: Facts, rules: Facts, name: str) -> dict[str, Any]:
    distance = train["distance"]
    fill = rules.get("fill") or {}
    fills = set(fill.get("kinds", [])) if name in fill.get("trains", []) else set()
    if isinstance(distance, int):
        if fills:
            distance = [{"nodes": ["city", "offboard"], "pay": distance}, {"nodes": sorted(fills)}]
        else:
            figure = {"figure": "diesel"} if name == "D" and train.get("diesel") else {}
            return {"limit": "unlimited" if distance >= NO_LIMIT else distance, **figure}
    if short := _in_short(distance):
        return short
    return {"rows": [_row(row, fills) for row in distance]}


def _in_short(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Rows that are a plain limit, other kinds being free."""
    counted, *free = rows
    plain = set(counted) <= {"nodes", "pay"} and all(set(row) <= {"nodes", "pay"} for row in free)
    if not plain or any(row.get("pay", 0) < NO_LIMIT for row in free):
        return None
    if counted["pay"] >= NO_LIMIT:
        return {"limit": "unlimited"}
    return {"limit": counted["pay"], **({"counts": counted["nodes"]} if free else {})}


def _row(row: Mapping[str, Any], fills: set[str]) -> dict[str, Any]:
    if fills and set(row["nodes"]) <= fills:
        return {"kinds": row["nodes"], "fills": True}
    pays, visits = row["pay"], row.get("visit", row["pay"])
    if row.get("multiplier") == 0:
        pays = 0
    items: dict[str, Any] = {"kinds": row["nodes"]}
    if pays < NO_LIMIT:
        items["pays"] = pays
        if visits != pays:
            items["visits"] = "unlimited" if visits >= NO_LIMIT else visits
    if row.get("multiplier", 1) not in (0, 1):
        items["multiplier"] = row["multiplier"]
    return items
