"""The page that `kymo serve` serves, in a real browser: phone and desktop, light and dark.

The browser's own sensors and positions are set through the DevTools protocol, so that what the recording has to hold
is known.
"""

import json
import os
import pathlib
import re
import time

import pytest
from conftest import chromium
from mcap.reader import SeekingReader
from mcap_ros2.decoder import DecoderFactory
from served import Server, wait_until
from small_disk import full_disk  # noqa: F401

ALLOWED = ["geolocation", "accelerometer", "gyroscope"]
START = {"latitude": 48.1, "longitude": 11.5, "accuracy": 5}
SHAPES = {
    "desktop, light": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "phone, dark": {
        "viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True, "is_mobile": True,
        "device_scale_factor": 2,
    },
}


@pytest.fixture(scope="module")
def browser():
    with chromium("--enable-features=GenericSensorExtraClasses") as browser:
        yield browser


class Visit:
    """A page that was opened, its sensors, and what it complained of."""

    def __init__(self, browser, server, permissions=ALLOWED, has_sensors=True, **shape):
        self.context = browser.new_context(permissions=permissions, geolocation=START, accept_downloads=True, **shape)
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.problems = []
        self.page.on("console", self.note)
        self.page.on("pageerror", lambda problem: self.problems.append(str(problem)))
        self.tools = self.context.new_cdp_session(self.page)
        for kind in ("accelerometer", "linear-acceleration", "gyroscope"):
            self.tools.send("Emulation.setSensorOverrideEnabled", {
                "enabled": True, "type": kind,
                "metadata": {"available": has_sensors, "minimumFrequency": 1, "maximumFrequency": 60},
            })
            if has_sensors:
                self.feel(0, 0, 9.5, kind)
        self.page.goto(f"http://127.0.0.1:{server.port}/")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()

    def note(self, message):
        # Samples that come while a recording starts or stops are refused, and the page sends them again.
        is_switching = " 503 " in message.text and message.location.get("url", "").endswith("/sensors")
        if message.type in ("error", "warning") and not is_switching:
            self.problems.append(f"{message.text} {message.location.get('url', '')}")

    def feel(self, x, y, z, kind="accelerometer"):
        self.tools.send(
            "Emulation.setSensorOverrideReadings", {"type": kind, "reading": {"xyz": {"x": x, "y": y, "z": z}}}
        )

    def go(self, latitude, longitude):
        self.context.set_geolocation({"latitude": latitude, "longitude": longitude, "accuracy": 5})

    def text(self, selector):
        """What an element says, also in the tab that is not shown."""
        return self.page.inner_text(selector) or " ".join((self.page.text_content(selector) or "").split())

    def choose(self, tab):
        self.page.click(f"#tab-{tab}")
        assert self.page.is_visible("#stream") is (tab == "device")
        assert self.page.is_visible("#record") is (tab == "recordings")

    def until(self, selector, part, seconds=15):
        try:
            wait_until(lambda: part in self.text(selector) or self.page.wait_for_timeout(50), seconds)
        except AssertionError:
            raise AssertionError(f"{selector} says {self.text(selector)!r}, and not {part!r}") from None


def decoded(path, topic):
    with open(path, "rb") as file:
        reader = SeekingReader(file, validate_crcs=True, decoder_factories=[DecoderFactory()])
        return [data for _, _, _, data in reader.iter_decoded_messages(topics=[topic])]


@pytest.mark.parametrize("shape", SHAPES)
def test_what_the_device_feels_is_in_the_recording(kymo, browser, tmp_path, shape):
    folder = tmp_path / "recordings"
    folder.mkdir()
    # Browsers round what sensors say to a tenth.
    felt = [(n, -n, 9.5 + n / 10) for n in range(1, 6)]
    went = [(48.1 + n / 1024, 11.5 - n / 1024) for n in range(1, 6)]
    with Server(kymo, "--recordings", folder) as server, Visit(browser, server, **SHAPES[shape]) as visit:
        page = visit.page
        visit.until("#connection", "connected")
        visit.until("#record-state", "not recorded")
        visit.choose("recordings")
        page.click("#record")
        visit.until("#record-state", "being recorded")
        visit.choose("device")
        page.click("#stream")
        visit.until("#stream-state", "samples sent")
        for (x, y, z), place in zip(felt, went):
            visit.feel(x, y, z)
            visit.go(*place)
            visit.until("#acceleration-now", f"{x:.2f} {y:.2f} {z:.2f}")
            visit.until("#track-now", f"{place[0]:.5f}°, {place[1]:.5f}°")
        # What is drawn is drawn.
        for canvas in ("acceleration", "track"):
            assert page.evaluate(f"""() => {{
              const canvas = document.getElementById('{canvas}');
              const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
              return new Set(new Uint32Array(data.buffer)).size;
            }}""") > 3
        page.wait_for_timeout(400)
        page.click("#stream")
        visit.until("#stream-state", "stopped")
        visit.choose("recordings")
        page.click("#record")
        visit.until("#record-state", "not recorded")
        page.wait_for_selector("#recordings a")
        with page.expect_download() as waiting:
            page.click("#recordings a")
        copy = tmp_path / "copy.mcap"
        waiting.value.save_as(copy)
        # Nothing is wider than the screen.
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert visit.problems == []
        report = server.stop()
    assert copy.read_bytes() == pathlib.Path(report["recordings"][0]).read_bytes()
    kymo.run("check", copy)
    kymo.run("replay", copy, "--verify")
    rows = [(round(data.x, 2), round(data.y, 2), round(data.z, 2)) for data in decoded(copy, "/accelerometer")]
    seen = sorted(set(rows), key=rows.index)
    # The three numbers are set one after the other, as the browser has it.
    assert [one for one in seen if one in felt] == felt
    assert {one[0] for one in seen} <= {0, *(x for x, _, _ in felt)}
    places = [(data.latitude, data.longitude) for data in decoded(copy, "/location")]
    assert [one for one in dict.fromkeys(places) if one != (48.1, 11.5)] == went
    for data in decoded(copy, "/location"):
        assert data.horizontal_accuracy == 5 and abs(data.fix_time - time.time_ns()) < 600 * 10**9


@pytest.mark.parametrize("shape", SHAPES)
def test_every_button_is_answered(kymo, browser, shape):
    with Server(kymo) as server, Visit(browser, server, **SHAPES[shape]) as visit:
        page = visit.page
        visit.until("#connection", "connected")
        for button in page.query_selector_all("button[data-command]"):
            command = button.get_attribute("data-command")
            # The answers of this command alone: another's, raised later, may come between.
            answers = lambda: page.locator("#answers").inner_text().count(f"{command}: ")
            before = answers()
            button.click()
            wait_until(lambda: answers() > before or page.wait_for_timeout(30))
        visit.until("#answers", "here: 48.10000°, 11.50000°")
        visit.until("#answers", "chosen: ")
        before = page.locator("#answers li").count()
        page.fill("#message", "Grüße 'und' \"mehr\" \\ \u2028")
        page.click("#log-form button")
        visit.until("#answers", "logMessage: done")
        assert page.locator("#answers li").count() > before
        visit.until("#latency", "logMessage")
        assert page.is_disabled("#record") and "--recordings" in visit.text("#record-state")
        # What the page asks for too early is said by the server, with a status that browsers complain of.
        assert [one for one in visit.problems if "the server responded with a status of 500" not in one] == []
        report = server.stop()
    commands = {one["name"]: one["outcomes"] for one in report["commands"]}
    assert commands["logMessage"] == {"completed": 1}
    assert set(commands) >= {"playSound", "loc", "showDate", "sendPickResults", "rec", "play", "switchAccelerometer"}


def test_light_and_dark_are_legible(kymo, browser):
    contrast = """() => {
      const light = color => {
        const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map(value => {
          const part = value / 255;
          return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const behind = element => {
        for (; element; element = element.parentElement) {
          const color = getComputedStyle(element).backgroundColor;
          if (!/, 0\\)$/.test(color)) return color;
        }
        return 'rgb(255, 255, 255)';
      };
      const low = [];
      for (const element of document.querySelectorAll('h1, h2, h3, p, button, label, th, td, figcaption, span, a, kbd')) {
        if (element.disabled || !element.offsetParent || !element.textContent.trim()) continue;
        const [one, other] = [light(getComputedStyle(element).color), light(behind(element))];
        const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        if (ratio < 4.5) low.push(`${element.tagName} ${element.textContent.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
      }
      return [low, getComputedStyle(document.body).backgroundColor];
    }"""
    papers = set()
    with Server(kymo) as server:
        for scheme in ("light", "dark"):
            with Visit(browser, server, viewport={"width": 390, "height": 844}, color_scheme=scheme) as visit:
                visit.until("#connection", "connected")
                low, paper = visit.page.evaluate(contrast)
                assert low == []
                papers.add(paper)
    assert len(papers) == 2


def test_a_lost_connection_is_said_and_found_again(kymo, browser):
    with Server(kymo) as first:
        visit = Visit(browser, first, **SHAPES["phone, dark"])
        visit.until("#connection", "connected")
        visit.page.click("#stream")
        visit.until("#stream-state", "samples sent")
        first.process.kill()
        first.process.wait()
    visit.until("#connection", "not connected")
    visit.until("#trouble", "does not answer")
    assert visit.page.is_visible("#trouble")
    # What is done now waits.
    visit.page.click("#log-form button")
    visit.page.wait_for_timeout(500)
    with visit, Server(kymo, port=first.port) as second:
        visit.until("#answers", "logMessage: done", seconds=20)
        visit.until("#connection", "connected")
        wait_until(lambda: not visit.page.is_visible("#trouble") or visit.page.wait_for_timeout(50))
        commands = {one["name"]: one["count"] for one in second.get("/status").json["commands"]}
        assert commands["logMessage"] == 1
        wait_until(lambda: second.get("/status").json["samples"] > 0)
        assert [one for one in visit.problems if "net::ERR_" not in one] == []


def test_what_is_denied_is_said(kymo, browser):
    with Server(kymo) as server, Visit(browser, server, permissions=[]) as visit:
        visit.until("#connection", "connected")
        visit.page.click("#stream")
        visit.until("#location-note", "may not be used")
        assert visit.page.is_visible("#location-note")
        visit.page.click("button[data-command=loc]")
        visit.until("#location-note", "may not be used")


def test_that_there_are_no_sensors_is_said(kymo, browser):
    with Server(kymo) as server, Visit(browser, server, has_sensors=False) as visit:
        visit.until("#connection", "connected")
        visit.page.click("#stream")
        visit.until("#motion-note", "no motion sensor")
        assert visit.page.is_visible("#motion-note")


def test_a_recording_that_cannot_be_written_is_no_more_said_to_be_made(kymo, browser, full_disk):
    with Server(kymo, "--record", full_disk / "session.mcap", "--flush-interval", 0.1) as server:
        with Visit(browser, server) as visit:
            visit.until("#record-state", "being recorded")
            tab = visit.page.locator("#tab-recordings")
            assert "recording" in tab.get_attribute("class").split() and visit.page.is_hidden("#storage")
            (full_disk / "other").write_bytes(bytes(900 << 10))
            taken = 0
            while (answer := server.call(f'logMessage&msg=["{os.urandom(1000).hex()}"]')).status == 204:
                taken += 1
                assert taken < 10_000
            assert answer.status == 507
            lost = server.get("/status").json["recordingLost"]
            # Whatever tab is open.
            visit.until("#storage", "No space left")
            visit.until("#storage", f"{lost} accepted event")
            assert tab.get_attribute("class").split() == ["failed"] and "No space left" in tab.get_attribute("title")
            assert "not recorded any more" in visit.page.text_content("#record-state")


def test_the_keyboard_does_everything(kymo, browser, tmp_path):
    with Server(kymo, "--recordings", tmp_path) as server, Visit(browser, server) as visit:
        page = visit.page
        visit.until("#record-state", "not recorded")
        page.keyboard.press("r")
        visit.until("#record-state", "being recorded")
        page.keyboard.press("s")
        visit.until("#stream-state", "streaming")
        page.keyboard.press("s")
        visit.until("#stream-state", "stopped")
        page.keyboard.press("r")
        visit.until("#record-state", "not recorded")
        page.wait_for_selector("#recordings a", state="attached")
        # Letters that are typed are letters.
        page.focus("#message")
        page.keyboard.type("sr")
        assert page.input_value("#message").count("sr") == 1 and "stopped" in visit.text("#stream-state")
        page.keyboard.press("Enter")
        visit.until("#answers", "logMessage: done")
        seen, wanted = [], []
        for way in ("ArrowLeft", "ArrowRight"):  # From one tab to the other, and back.
            page.focus("[role=tab][aria-selected=true]")
            page.keyboard.press(way)
            for _ in range(30):
                page.keyboard.press("Tab")
                element = page.evaluate("""() => {
                  const element = document.activeElement;
                  const style = getComputedStyle(element);
                  const isSeen = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
                  return [element.tagName, element.textContent.trim(), isSeen];
                }""")
                seen.append(element)
            buttons = page.query_selector_all("button:not([disabled])")
            wanted += [button.inner_text() for button in buttons if button.is_visible()]
        assert page.is_visible("#stream") and not page.is_visible("#record")
        names = [text for tag, text, _ in seen if tag == "BUTTON"]
        assert [name for name in wanted if name not in names] == []
        assert [tag for tag, _, _ in seen if tag == "INPUT"] and [tag for tag, _, _ in seen if tag == "A"]
        # Where the focus is can be seen.
        assert all(is_visible for tag, _, is_visible in seen if tag in ("BUTTON", "INPUT", "A"))
        # Space and Return press what has it.
        page.focus("text=Vibrate")
        page.keyboard.press("Space")
        visit.until("#answers", "playSound: done")
        assert visit.problems == []


def test_it_says_what_it_is_to_those_who_do_not_see_it(kymo, browser):
    with Server(kymo) as server, Visit(browser, server) as visit:
        page = visit.page
        assert page.title() and page.get_attribute("html", "lang") == "en"
        assert page.locator("h1").count() == 1
        for role, count in (("status", 3), ("alert", 1)):
            assert page.locator(f"[role={role}]").count() >= count
        assert page.locator("[aria-live]").count() >= 1
        unnamed = page.evaluate("""() => [...document.querySelectorAll('button, input, canvas, a')].filter(element =>
          !element.textContent.trim() && !element.getAttribute('aria-label') && !(element.labels && element.labels.length)
        ).map(element => element.outerHTML)""")
        assert unnamed == []
        missing = page.evaluate("""() => [...document.querySelectorAll('[aria-labelledby]')].filter(element =>
          !document.getElementById(element.getAttribute('aria-labelledby'))).length""")
        assert missing == 0


NARROW = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_of_it_fits_a_phone_of_360_pixels(kymo, browser, tmp_path, scheme):
    wide = """() => [document.documentElement, ...document.querySelectorAll('*')]
      .filter(element => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
      .map(element => element.outerHTML.slice(0, 80))"""
    with Server(kymo, "--recordings", tmp_path) as server:
        with Visit(browser, server, **NARROW, color_scheme=scheme) as visit:
            page = visit.page
            visit.until("#connection", "connected")
            for button in page.query_selector_all("button[data-command]"):
                button.click()
            visit.until("#latency", "switchAccelerometer")
            # With times that are as long as they get.
            page.evaluate("""() => showStatus({...status, commands: status.commands.map(command => (
              {...command, count: 1234567, latencyNanoseconds: {p50: 999949999, p99: 999949999, max: 1234567890123}}
            ))})""")
            assert "999.9 ms" in visit.text("#latency") and "1234567" in visit.text("#latency")
            table = page.evaluate("(e => [e.scrollWidth, e.clientWidth])(document.querySelector('.scroll'))")
            assert table[0] <= table[1]
            assert page.evaluate(wide) == []
            visit.choose("recordings")
            page.click("#record")
            visit.until("#record-state", "being recorded")
            page.click("#record")
            page.wait_for_selector("#recordings a")
            assert page.evaluate(wide) == []


def test_buttons_stand_with_what_they_are_for(kymo, browser):
    with Server(kymo) as server, Visit(browser, server) as visit:
        groups = visit.page.evaluate("""() => Object.fromEntries(
          [...document.querySelectorAll('[role=group]')].map(group => [
            document.getElementById(group.getAttribute('aria-labelledby')).textContent,
            [...new Set([...group.querySelectorAll('button')].map(button => button.dataset.command))]
          ]))""")
        assert groups == {
            "Vibration and sound": ["playSound"], "Position": ["loc"], "Date": ["showDate", "sendPickResults"],
            "Audio": ["rec", "play"], "Accelerometer": ["switchAccelerometer"],
        }
        assert visit.page.locator("button[data-command]").count() == visit.page.locator("[role=group] button").count()


def test_why_a_command_failed_is_said(kymo, browser):
    with Server(kymo) as server, Visit(browser, server) as visit:
        visit.until("#connection", "connected")
        visit.page.click("text=Stop recording audio")
        visit.until("#answers", "rec: failed: no recording of this name is running, ")


def test_nothing_is_said_of_an_altitude_that_is_not_known(kymo, browser):
    with Server(kymo) as server, Visit(browser, server) as visit:
        visit.until("#connection", "connected")
        for altitude, said in (("null", "11.50000°"), ("518.25", "11.50000°, 518.3 m")):
            visit.page.evaluate(f"""() => bridge.run("handleJSONRequest('showLoc','[48.1,11.5,{altitude}]')")""")
            assert visit.page.inner_text("#answers li:first-child") == f"here: 48.10000°, {said}"
        assert "null" not in visit.text("#answers")


def test_nothing_timed_out_under_a_position_that_is_drawn(kymo, browser):
    with Server(kymo) as server, Visit(browser, server) as visit:
        page = visit.page
        visit.until("#connection", "connected")
        late = "() => noPosition({code: 3, message: 'Timeout expired'})"
        failed = """() => bridge.run("handleRequest('showLocError',\\"timed out\\")")"""
        page.evaluate(late)
        assert "took too long" in visit.text("#location-note") and page.is_visible("#location-note")
        page.evaluate(failed)
        assert page.inner_text("#answers li:first-child") == "no position: timed out"
        page.evaluate("() => addPosition(48.1, 11.5)")
        assert not page.is_visible("#location-note")
        page.evaluate(late)
        assert not page.is_visible("#location-note")
        page.evaluate(failed)
        said = page.inner_text("#answers li:first-child")
        assert re.fullmatch(r"the app had no fresh position in time; the last that is drawn is of \d+ s ago", said)
        # What else is wrong is said, also then.
        page.evaluate("() => noPosition({code: 1})")
        assert page.is_visible("#location-note")


def test_the_track_has_a_scale_and_a_north(kymo, browser):
    draw = """([north, east]) => {
      positions.length = 0;
      addPosition(48.1, 11.5);
      addPosition(48.1 + north, 11.5 + east);
      const context = document.getElementById('track').getContext('2d');
      const lines = [], texts = [];
      let last = [];
      const spied = {
        moveTo: (x, y) => { last = [[x, y]]; lines.push(last); }, lineTo: (x, y) => { last.push([x, y]); },
        fillText: text => texts.push(text)
      };
      const kept = {};
      for (const [name, spy] of Object.entries(spied)) {
        kept[name] = context[name];
        context[name] = (...values) => { spy(...values); kept[name].apply(context, values); };
      }
      drawTrack();
      for (const name of Object.keys(spied)) delete context[name];
      return {lines, texts};
    }"""
    with Server(kymo) as server, Visit(browser, server, **NARROW) as visit:
        visit.until("#connection", "connected")
        for north, east, meters in ((0.001, 0, 111.195), (0, 0.1, 7425.9), (1e-7, 0, 0.0111)):
            seen = visit.page.evaluate(draw, [north, east])
            length, unit = next(text for text in seen["texts"] if text != "N").split()
            assert unit in ("m", "km") and "N" in seen["texts"]
            track, bar, arrow = seen["lines"]
            drawn = ((track[1][0] - track[0][0]) ** 2 + (track[1][1] - track[0][1]) ** 2) ** 0.5
            bar_meters = float(length) * (1000 if unit == "km" else 1)
            assert bar[2][0] - bar[1][0] == pytest.approx(drawn * bar_meters / meters, rel=0.01)
            assert re.fullmatch(r"0?\.?0*[125]0*", length), length
            # Its tip is above what it stands on, and the north of the track is above its south.
            assert arrow[0][1] < arrow[1][1] and track[1][1] <= track[0][1]
