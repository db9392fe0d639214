"""SVG as the project writes it, read back into a drawing: what a browser would see."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from plots.drawing import Disc, Drawing, Group, Ink, Item, Outline, OutlineStep, Part, Shape, Words

_NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
_COMMAND = re.compile(r"([MlhvczLHVC])([^MlhvczLHVC]*)")
_INHERITED = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "font-size",
    "font-weight",
    "text-anchor",
)
_ALIGN = {"start": "left", "middle": "center", "end": "right"}


def read(text: str) -> Drawing:
    """Return the drawing that SVG text shows; its units are hundredths, as in the file."""
    root = ET.fromstring(text)
    shared = {each.get("id"): each for each in root.iter() if each.get("id")}
    left, top, width, height = map(float, root.get("viewBox", "").split())
    items = [_item(each, shared, _look(root, {})) for each in root if _tag(each) != "defs"]
    window = (left, -top - height, width, height)
    inches = float(root.get("width", "0")) / 96 / width
    return Drawing(window, tuple(item for item in items if item is not None), inches)


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _look(element: ET.Element, above: dict[str, str]) -> dict[str, str]:
    own = {key: element.attrib[key] for key in _INHERITED if key in element.attrib}
    return {**above, **own}


def _item(
    element: ET.Element, shared: dict[str | None, ET.Element], above: dict[str, str]
) -> Item | None:
    look = _look(element, above)
    tag = _tag(element)
    if tag == "path":
        return Shape(tuple(_outlines(element.get("d", ""))), _ink(element, look))
    if tag == "circle":
        x, y, radius = (float(element.get(key, "0")) for key in ("cx", "cy", "r"))
        return Disc(x, -y, radius, _ink(element, look))
    if tag == "text":
        x, y = float(element.get("x", "0")), float(element.get("y", "0"))
        words = (element.text or "").replace("\u00a0", " ")
        bold = look.get("font-weight") == "bold"
        align = _ALIGN[look["text-anchor"]]
        return Words(words, x, -y, float(look["font-size"]), bold, look["fill"], align)
    if tag in ("g", "use", "svg"):
        return _group(element, tag, shared, look)
    assert tag == "title", tag
    return None


def _group(
    element: ET.Element, tag: str, shared: dict[str | None, ET.Element], look: dict[str, str]
) -> Group:
    x = y = 0.0
    scale = 1.0
    for name, values in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
        numbers = [float(each) for each in _NUMBER.findall(values)]
        if name == "translate":
            x, y = numbers
        else:
            assert name == "scale"
            (scale,) = numbers
    if tag == "use":
        x, y = x + float(element.get("x", "0")), y + float(element.get("y", "0"))
        target = shared[element.get("href", "")[1:]]
        inside = [_item(target, shared, look)]
    else:
        inside = [_item(each, shared, look) for each in element]
    clip = None
    if tag == "svg":
        left, top, width, height = map(float, element.get("viewBox", "").split())
        clip = left, -top - height, width, height
    part = Part(tuple(item for item in inside if item is not None))
    return Group(part, x, -y, scale, clip=clip)


def _ink(element: ET.Element, look: dict[str, str]) -> Ink:
    dash = tuple(float(each) for each in _NUMBER.findall(look.get("stroke-dasharray", "")))
    return Ink(
        look.get("fill", "none"),
        look.get("stroke", "none"),
        float(look.get("stroke-width", "1")),
        dash,
        look.get("stroke-linecap") == "round",
        float(element.get("opacity", "1")),
    )


def _outlines(text: str) -> list[Outline]:
    found: list[Outline] = []
    x = y = 0.0
    start, steps = (0.0, 0.0), list[OutlineStep]()
    for command, values in _COMMAND.findall(text):
        numbers = [float(each) for each in _NUMBER.findall(values)]
        if command == "M":
            if steps:
                found.append(Outline(start, tuple(steps)))
            x, y = numbers
            start, steps = (x, -y), []
        elif command == "z":
            found.append(Outline(start, tuple(steps), True))
            steps = []
        else:
            many = {"l": 2, "h": 1, "v": 1, "c": 6}[command]
            assert len(numbers) % many == 0, (command, values)
            for at in range(0, len(numbers), many):
                by = numbers[at : at + many]
                if command == "h":
                    by = [by[0], 0.0]
                elif command == "v":
                    by = [0.0, by[0]]
                ends = [(x + dx, y + dy) for dx, dy in zip(by[::2], by[1::2], strict=True)]
                x, y = ends[-1]
                steps.append(tuple(each for px, py in ends for each in (px, -py)))
    if steps:
        found.append(Outline(start, tuple(steps)))
    return found
