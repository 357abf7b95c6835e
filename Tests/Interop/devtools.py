"""The lines that Chromium's console shows, made of the values that the engine tells (`Runtime.consoleAPICalled`).

The engine converts what a format asks for and gives a preview of each object; the front end fills the formats in and
words the previews. This is that part of the front end, but for quotes around texts, lengths in front of lists, colours,
and what is in objects of other classes, which are one word here.
"""

import re

# Ends a start tag that is asked of the page: the element without what is in it.
TAG = """function () {
  if (this.nodeType !== 1) return this.nodeName;
  return [`<${this.localName}`, ...Array.from(this.attributes, each => `${each.name}="${each.value}"`)].join(' ') + '>';
}"""
FORMAT = re.compile(r"%([%_Oocsdfi])")


def inner(part):
    """A value within an object."""
    if part["type"] == "accessor":
        return "(...)"
    is_plain = part["type"] == "object" and "subtype" not in part and part["value"] == "Object"
    return "{…}" if is_plain else part.get("value", "")


def items(preview):
    """The items of a list, with its holes."""
    at = 0
    for part in preview["properties"]:
        if not part["name"].isdigit():
            continue
        place = int(part["name"])
        if place > at:
            yield "empty" if place == at + 1 else f"empty × {place - at}"
        yield inner(part)
        at = place + 1


def shown(value, tag):
    """A value of a call; tag makes the start tag of an element."""
    if value["type"] == "undefined":
        return "undefined"
    if value.get("subtype") == "null":
        return "null"
    if value["type"] == "boolean":
        return str(value["value"]).lower()
    if value["type"] == "string":
        return value["value"]
    if value.get("subtype") == "node":
        return tag(value["objectId"])
    preview = value.get("preview")
    if preview and value.get("subtype") == "array":
        return "[" + ", ".join([*items(preview), *(["…"] if preview["overflow"] else [])]) + "]"
    if preview and value["description"] == "Object":
        parts = [f"{part['name']}: {inner(part)}" for part in preview["properties"]]
        return "{" + ", ".join([*parts, *(["…"] if preview["overflow"] else [])]) + "}"
    return value["description"]


def line(values, tag):
    """A line: what the first text has formats for is filled in, and the rest follows."""
    said = [shown(value, tag) for value in values]
    if not values or values[0]["type"] != "string":
        return " ".join(said)
    rest = said[1:]

    def fill(found):
        kind = found.group(1)
        if kind == "%":
            return "%"
        if not rest or kind == "_":
            return found.group(0)
        value = rest.pop(0)
        return "" if kind == "c" else value

    return " ".join([FORMAT.sub(fill, said[0]), *rest])


class Console:
    """The console of a page of Playwright's."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.calls = []
        self.session.on("Runtime.consoleAPICalled", lambda call: self.calls.append(call))
        self.session.send("Runtime.enable")

    def has(self, kind, text):
        return any(call["type"] == kind and call["args"][:1] == [{"type": "string", "value": text}] for call in self.calls)

    def tag(self, identifier):
        answer = self.session.send(
            "Runtime.callFunctionOn", {"functionDeclaration": TAG, "objectId": identifier, "returnByValue": True}
        )
        return answer["result"]["value"]

    def lines(self):
        return [(call["type"], line(call["args"], self.tag)) for call in list(self.calls)]
