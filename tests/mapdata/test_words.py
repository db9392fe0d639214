"""Words of messages: articles and lists."""

from __future__ import annotations

import pytest

from mapdata.words import listed, with_article


@pytest.mark.parametrize(
    "spoken",
    [
        *("a 2", "a 4H", "an 8", "an 8E", "a 10", "an 11", "an 18", "a 180", "an 80", "a 5+5E"),
        *("a D", "an E", "an L", "an A", "a B-9", "a 3/5", "a Pullman", "an Express"),
    ],
)
def test_a_name_has_the_article_that_is_spoken(spoken: str) -> None:
    assert with_article(spoken.partition(" ")[2]) == spoken


def test_names_are_listed_with_an_and_before_the_last() -> None:
    assert listed(["Bern"]) == "Bern"
    assert listed(["Bern", "Thun"]) == "Bern and Thun"
    assert listed(["Bern", "Thun", "Brig"]) == "Bern, Thun and Brig"
