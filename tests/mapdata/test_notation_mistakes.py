"""Mistakes in the tile notation: one line each, and no text breaks the parser."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notation_read import read

from mapdata.errors import InputError
from mapdata.notation import parse


def refused(code: str) -> str:
    with pytest.raises(InputError) as caught:
        read(code)
    return str(caught.value)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("citty=revenue:10", "citty=revenue:10: unknown part 'citty' (did you mean city?)"),
        ("city=revnue:10", "city has no 'revnue' (did you mean revenue?)"),
        ("city=revenue:ten", "revenue is 'ten', not a whole number"),
        ("city=revenue:-", "revenue is '', not a whole number"),
        ("city=revenue:-10;path=a:0,b:_0", "revenue is -10: it must be 0 or more"),
        ("city=revenue", "revenue needs a value"),
        ("city=revenue:1,revenue:2", "revenue is given twice"),
        ("city=revenue:1,loc:2.7", "loc is '2.7'"),
        ("city=revenue:1,closed:0", "closed is '0': write closed:1 or leave it out"),
        ("town=revenue:yelow_1", "unknown stage 'yelow' in revenue (did you mean yellow?)"),
        ("town=revenue:early_1", "unknown stage 'early' in revenue"),
        ("town=revenue:yellow_1|yellow_2", "stage yellow is given twice"),
        ("town=revenue:0,visit_cost:x", "visit_cost is 'x', not a whole number"),
        ("path=a:0", "path=a:0: b is missing"),
        ("path=a:0,b:7", "'7' is no edge: edges are 0 to 5"),
        ("path=a:0,b:_0", "there is no _0: the stops and junctions here are none"),
        ("city=revenue:0;path=a:0,b:_1", "there is no _1: the stops and junctions here are _0"),
        ("path=a:2,b:2", "both ends are the same"),
        ("path=a:0,b:3,track:narow", "unknown track 'narow' (did you mean narrow?)"),
        ("path=a:0,b:3,a_lane:2.2", "a_lane is '2.2': write 2.0 or 2.1"),
        ("partition=a:0,b:3,restrict:in", "restrict is 'in': inner or outer"),
        ("border=type:impassable", "edge is missing"),
        ("border=edge:0,type:inpassable", "did you mean impassable?"),
        ("upgrade=cost:a", "cost is 'a', not a whole number"),
        ("label=", "a label needs its letters"),
        ("future_label=label:Z,color:grean", "unknown colour 'grean' (did you mean green?)"),
        ("future_label=label:Z", "color is missing"),
    ],
)
def test_a_mistake_names_the_part_and_what_is_wrong(code: str, said: str) -> None:
    message = refused(code)
    assert said in message
    assert "\n" not in message


def test_an_unknown_colour_of_a_tile() -> None:
    with pytest.raises(InputError, match=r"unknown colour 'grean' \(did you mean green\?\)"):
        parse("", name="1", colour="grean")


@given(st.text())
def test_no_text_breaks_the_parser(code: str) -> None:
    try:
        read(code)
    except InputError as error:
        assert error.place


@given(st.lists(st.sampled_from(["city", "path", "=", ":", ",", ";", "_0", "a", "b", "3", "|"])))
def test_no_jumble_of_its_own_words_breaks_the_parser(words: list[str]) -> None:
    try:
        read("".join(words))
    except InputError as error:
        assert error.place
