"""The page of `kymo inspect --html` in a real browser: phone and desktop, light and dark."""

import base64
import hashlib
import json
import pathlib
import re
import struct

import pytest
from mcap.writer import Writer
from test_kymo_pages_fit import HIDDEN, WIDE

ROOT = pathlib.Path(__file__).resolve().parents[2]
SESSION = ROOT / "Recordings" / "devicecatalog" / "session.mcap"
HOSTILE = "/a</script><img src=x onerror=alert(1)>\u202e\x1b[31m & \"more\" 'yet'"
VECTOR = "# Turns in rad/s.\nfloat64 x\nfloat64 y\nfloat64 z\n"


def data_of(path):
    text = re.search(r'id="timeline-data">(.*?)</script>', path.read_text(), re.DOTALL)[1]
    return json.loads(text)


@pytest.fixture(scope="module")
def page_of(kymo, tmp_path_factory):
    """A page of a recording of an app with a page: `page_of(file)`."""
    folder = tmp_path_factory.mktemp("pages")

    def page(recording, exit_code=0):
        path = folder / f"{recording.parent.name}-{recording.stem}.html"
        if not path.exists():
            kymo.run("inspect", recording, "--html", path, "-q", exit_code=exit_code)
        return path

    return page


@pytest.fixture(scope="module")
def foreign(tmp_path_factory):
    """A recording of somebody else: names with markup, a gap, numbers that are none, and a channel of 1 Hz."""
    path = tmp_path_factory.mktemp("foreign") / "turns.mcap"
    with path.open("wb") as stream:
        writer = Writer(stream)
        writer.start()
        schema = writer.register_schema("acme_msgs/msg/Turns", "ros2msg", VECTOR.encode())
        turns = writer.register_channel(HOSTILE, "cdr", schema)
        slow = writer.register_channel("/slow", "cdr", schema)

        def add(channel, seconds, x, y, z):
            data = b"\0\1\0\0" + struct.pack("<3d", x, y, z)
            time = 1_700_000_000_000_000_000 + round(seconds * 1e9)
            writer.add_message(channel, time, data, time)

        for index in range(3000):
            if not 1000 <= index < 1500:
                add(turns, index / 100, index / 100, 3, [4, float("nan"), 4, float("inf")][index % 4])
            if index % 100 == 0:
                add(slow, index / 100, 1, 2, 2)
        writer.finish()
    return path


class Visit:
    """A page that was opened, and what it complained of."""

    def __init__(self, browser, path, width=1280, scheme="light"):
        is_phone = width < 500
        self.context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, is_mobile=is_phone, has_touch=is_phone
        )
        self.page = self.context.new_page()
        self.problems = []
        self.page.on("console", lambda message: self.problems.append(message.text))
        self.page.on("pageerror", lambda problem: self.problems.append(str(problem)))
        self.page.goto(path.as_uri())
        self.settle()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.context.close()
        assert kind or self.problems == []

    def settle(self):
        """Waits until everything is drawn."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def range(self):
        return self.page.evaluate("() => ['from', 'to'].map(name => Number(document.getElementById('timeline').dataset[name]))")

    def readout(self):
        return dict(zip(
            self.page.locator("#timeline .values").first.locator("label span:last-child").all_inner_texts(),
            self.page.locator("#timeline .values").first.locator("output").all_inner_texts(),
        ))

    def canvas(self, index=0):
        return self.page.locator("#timeline .canvas canvas").nth(index)


@pytest.mark.quick
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_fits_and_is_drawn(browser, page_of, width, scheme):
    with Visit(browser, page_of(SESSION), width, scheme) as visit:
        page = visit.page
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(WIDE) == [] and page.evaluate(HIDDEN) == []
        drawn = page.evaluate("""() => [...document.querySelectorAll('#timeline canvas')].map(canvas => {
          const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
          return new Set(new Uint32Array(data.buffer)).size;
        })""")
        # Acceleration, four plots of the location, the track, eleven commands, and the channels.
        assert len(drawn) > 20 and min(drawn) > 2
        assert page.locator("h1, .verdict").all_inner_texts()[1].startswith("Complete")
        assert page.locator("main > section").last.inner_text().startswith("Run it again")


@pytest.mark.quick
def test_one_cursor_ties_everything(browser, page_of):
    with Visit(browser, page_of(SESSION)) as visit:
        page = visit.page
        assert set(visit.readout().values()) == {"–"}
        visit.canvas().hover(position={"x": 600, "y": 60})
        now = page.inner_text("#timeline .now")
        first = visit.readout()
        assert re.fullmatch(r"\d+\.\d\d s", now) and "–" not in first.values()
        # Each number is one that the recording has at that time, within a few columns.
        data = data_of(page_of(SESSION))
        column = float(now.split()[0]) * 1e9 / data["column"]
        for curve in data["channels"][0]["plots"][0]["curves"]:
            low, at = [], -1
            for step, value, more in zip(data["channels"][0]["at"], curve["low"], curve["more"]):
                at += step
                if abs(at - column) < 4:
                    low.append((value / 10 ** curve["d"], (value + more) / 10 ** curve["d"]))
            shown = [float(each) for each in first[curve["name"]].split(" … ")]
            assert min(each[0] for each in low) - 0.01 <= shown[0] <= max(each[1] for each in low) + 0.01
        guides = page.evaluate("""() => [...document.querySelectorAll('#timeline .guide')]
          .map(guide => guide.hidden ? 'hidden' : Math.round(guide.getBoundingClientRect().left))""")
        assert len(set(guides)) == 1 and guides[0] != "hidden"
        assert page.locator("#timeline .dot").is_visible()
        assert page.locator(".track .unit output").inner_text().endswith("m/s")
        # The keys move it, and Escape takes it away.
        visit.page.locator("#timeline .canvas").first.focus()
        page.keyboard.press("Shift+ArrowRight")
        assert page.inner_text("#timeline .now") != now and visit.readout() != first
        page.keyboard.press("Escape")
        assert set(visit.readout().values()) == {"–"}
        # On the track it goes to the nearest place.
        page.locator(".track canvas").hover(position={"x": 40, "y": 40})
        assert "–" not in visit.readout().values()


@pytest.mark.quick
def test_zoom_by_mouse_keys_and_buttons(browser, page_of):
    with Visit(browser, page_of(SESSION)) as visit:
        page = visit.page
        whole = visit.range()
        assert whole[0] == 0 and whole[1] == pytest.approx(60, abs=0.1)
        assert "Each column is the least and greatest of 15 ms." in page.inner_text("#timeline .fine")
        box = visit.canvas().bounding_box()
        inner = box["width"] - 58 - 16
        page.mouse.move(box["x"] + 58 + inner / 4, box["y"] + 50)
        page.mouse.down()
        page.mouse.move(box["x"] + 58 + inner / 2, box["y"] + 50, steps=3)
        page.mouse.up()
        assert visit.range() == pytest.approx([15, 30], abs=0.2)
        page.click("[aria-label='zoom in']")
        assert visit.range()[1] - visit.range()[0] == pytest.approx(7.5, abs=0.1)
        visit.page.locator("#timeline .canvas").first.focus()
        page.keyboard.press("PageDown")
        assert visit.range()[1] - visit.range()[0] == pytest.approx(7.5, abs=0.1)
        for _ in range(12):
            page.keyboard.press("+")
        # Finer than that the page has nothing, and says so, and how to have it.
        fine = page.inner_text("#timeline .fine")
        assert "This is all that the page has" in fine and "cut" in fine
        start, end = re.search(r"--start ([\d.]+) --end ([\d.]+) -o", fine).groups()
        assert [float(start), float(end)] == pytest.approx(visit.range(), abs=0.01)
        page.keyboard.press("0")
        assert visit.range() == whole


@pytest.mark.quick
def test_fingers_move_the_cursor_and_zoom(browser, page_of):
    with Visit(browser, page_of(SESSION), 360) as visit:
        page = visit.page
        visit.canvas().evaluate("canvas => canvas.scrollIntoView({block: 'center'})")
        box = visit.canvas().bounding_box()
        page.touchscreen.tap(box["x"] + 150, box["y"] + 50)
        assert "–" not in visit.readout().values()
        tools = visit.context.new_cdp_session(page)

        def touch(kind, *places):
            points = [{"x": box["x"] + x, "y": box["y"] + 50, "id": index} for index, x in enumerate(places)]
            tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", 120)
        touch("touchStart", 120, 220)
        touch("touchMove", 70, 270)
        touch("touchEnd")
        assert visit.range()[1] - visit.range()[0] == pytest.approx(30, rel=0.05)


@pytest.mark.quick
def test_what_others_wrote_is_text_and_gaps_are_marked(browser, kymo, page_of, foreign):
    path = page_of(foreign)
    source = path.read_text()
    assert "<img" not in source and "://" not in source.replace("https://json-schema.org", "")
    assert not any(ord(letter) < 32 and letter != "\n" for letter in source) and "\u202e" not in source
    scripts = re.findall(r"<script>(.*?)</script>", source, re.DOTALL)
    policy = re.search(r"script-src ([^\"]*)\"", source)[1]
    # If this fails, a script was changed: the hash of timeline.js belongs into PagePart.swift.
    assert policy.split() == [
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" for script in scripts
    ]
    turns = next(each for each in data_of(path)["channels"] if each["topic"] != "/slow")
    ((start, end),) = turns["gaps"]
    column = data_of(path)["column"] / 1e9
    assert [start * column, end * column] == pytest.approx([9.99, 15], abs=0.02)
    with Visit(browser, path) as visit:
        titles = visit.page.locator("#timeline h3").all_inner_texts()
        assert HOSTILE.replace("\u202e", "\ufffd").replace("\x1b", "\ufffd") in [title.strip() for title in titles]
        assert "rad/s" in visit.page.inner_text("#timeline .unit >> nth=0")
        # In the gap nothing is known, and beside it everything.
        names = ["x", "y", "z", "magnitude"]
        box = visit.canvas().bounding_box()
        for seconds, known in ((5, True), (12, False), (20, True)):
            x = 58 + (box["width"] - 74) * seconds / 30
            visit.canvas().hover(position={"x": x, "y": 50})
            assert visit.readout()["y"].startswith("3") is known, visit.readout()
            assert visit.page.inner_text("#timeline .now").endswith("UTC")
    # The magnitude of 5, 3 and 4 at five seconds.
    curves = {curve["name"]: curve for curve in turns["plots"][0]["curves"]}
    assert curves["z"]["low"].count(None) > 0 and set(curves) == set(names)


@pytest.mark.quick
def test_a_page_is_written_whole_or_not_at_all(kymo, tmp_path):
    page = tmp_path / "page.html"
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(SESSION.read_bytes()[:400_000])
    assert kymo.attempt("inspect", cut, "--html", page, lines=4).returncode == 3
    assert "INCOMPLETE" in page.read_text() and page.read_text().endswith("</html>\n")
    page.write_text("mine")
    assert kymo.attempt("inspect", tmp_path / "none.mcap", "--html", page).returncode == 1
    assert page.read_text() == "mine" and [each.name for each in tmp_path.iterdir() if "part" in each.name] == []
    done = kymo.attempt("inspect", SESSION, "--html", SESSION)
    assert done.returncode != 0 and SESSION.read_bytes()[:5] == b"\x89MCAP"
    done = kymo.run("inspect", SESSION, "--html", "-")
    assert done.stdout.startswith("<!doctype html>") and "accel" in done.stderr


@pytest.mark.quick
def test_numbers_of_json_are_drawn(kymo, tmp_path):
    path = tmp_path / "json.mcap"
    with path.open("wb") as stream:
        writer = Writer(stream)
        writer.start()
        schema = writer.register_schema("acme.Fix", "jsonschema", b'{"type":"object"}')
        fix, battery = writer.register_channel("/fix", "json", schema), writer.register_channel("/battery", "json", 0)
        for index in range(100):
            time = 1_700_000_000_000_000_000 + index * 10**8
            place = {"timestamp": {"sec": 1}, "latitude": 47 + index / 1e4, "longitude": 8.5, "altitude": 400 + index}
            cells = {"level": index / 100, "cells": [3.7, 3.8], "full": index == 0, "name": "x"}
            texts = [json.dumps(place), json.dumps(cells) if index else '{"name": "none"}']
            for channel, text in zip((fix, battery), texts if index != 50 else ["{", "[1]"], strict=True):
                writer.add_message(channel, time, text.encode(), time)
        writer.finish()
    page = tmp_path / "json.html"
    kymo.run("inspect", path, "--html", page, "-q")
    data = data_of(page)
    drawn = {
        channel["topic"]: [(plot["name"], [curve["name"] for curve in plot["curves"]]) for plot in channel["plots"]]
        for channel in data["channels"]
    }
    assert drawn == {"/fix": [("", ["altitude"])], "/battery": [("", ["level"]), ("cells", ["0", "1"]), ("", ["full"])]}
    assert data["track"]["topic"] == "/fix" and len(data["track"]["latitude"]) == 99
    (altitude,) = next(each for each in data["channels"] if each["topic"] == "/fix")["plots"][0]["curves"]
    values = [low / 10 ** altitude["d"] for low in altitude["low"] if low is not None]
    assert values == [400 + index for index in range(100) if index != 50]


@pytest.mark.quick
def test_without_a_trace_the_requests_are_drawn(kymo, tmp_path):
    log, path, page = tmp_path / "calls.jsonl", tmp_path / "calls.mcap", tmp_path / "calls.html"
    log.write_text("".join(
        json.dumps({"time": 1_700_000_000_000 + 100 * index, "cmd": ["showDate", "logMessage"][index % 2], "msg": "x"})
        + "\n" for index in range(11)
    ))
    kymo.run("import", log, "--no-trace", "-o", path)
    kymo.run("inspect", path, "--html", page, "-q")
    data = data_of(page)
    assert [
        (command["name"], [outcome["status"] for outcome in command["outcomes"]], len(command["outcomes"][0]["at"]))
        for command in data["commands"]
    ] == [("logMessage", ["requested"], 5), ("showDate", ["requested"], 6)]
    text = page.read_text()
    assert "requests of showDate" in text and "has no trace" in text
