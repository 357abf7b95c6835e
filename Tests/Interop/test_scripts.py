"""The scripts of a page's platform, in the engine that they are written for, and beside Chromium.

Tests/Scripts/test_*.js hold tests as generators: what one yields is for how many milliseconds time goes on. A file that
begins with `/* platforms */` is run as each phone's, by its variable `platform`. The pages in
Tests/Scripts/pages are loaded here and in Chromium, and must say the same in the same order.
"""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest
import script_engine
from conftest import chromium
from devtools import Console
from socket_server import server

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "Sources" / "KymoScript" / "Scripts"
TESTS = ROOT / "Tests" / "Scripts"
LIBRARY = pathlib.Path("/usr/share/nodejs/domino/lib")
START = 1_000_000_000_000
# In the order in which the native side evaluates them, each in its place.
SOURCE = (SCRIPTS.parent / "WebView" / "ScriptSource.swift").read_text()
PLATFORM, LATER = (
    re.findall(r'\("(\w+\.js)", \.(\w+), PackageResources', text)
    for text in SOURCE.split("static var later")
)
WORKER = [
    [name, dict(PLATFORM).get(name, "apart")]
    for name in re.findall(
        r'"(\w+\.js)"', re.search(r"workerNames = \[(.*?)\]", SOURCE, re.S).group(1)
    )
]
pytestmark = [
    pytest.mark.skipif(script_engine.library() is None, reason="needs libjavascriptcoregtk-4.1-0"),
    pytest.mark.skipif(not LIBRARY.is_dir(), reason="needs node-domino"),
]


class World(script_engine.Engine):
    """A context with the platform in it, and its clock."""

    def __init__(self, before="", bridge=False):
        super().__init__({"module": self.module, "script": self.script})
        self.load(TESTS / "host.js")
        self.now = START
        self.evaluate(before, "before.js")
        self.evaluate('native("rejections", (promise, reason) => page && page.rejected(promise, reason))')
        self.evaluate(f"workerScripts = {json.dumps(WORKER)}")
        scripts = [script for script in PLATFORM if bridge or script[0] != "quickconnect.js"]
        self.evaluate(f"start({json.dumps(scripts)}, {json.dumps(LATER)})")

    @staticmethod
    def module(path):
        file = LIBRARY / path
        return file.read_text(encoding="utf-8") if file.is_file() else None

    @staticmethod
    def script(name):
        return (SCRIPTS / name).read_text(encoding="utf-8")

    def put(self, folder):
        """Gives the page the files of a folder."""
        files = {
            str(path.relative_to(folder)): path.read_text(encoding="utf-8")
            for path in folder.rglob("*") if path.is_file()
        }
        self.evaluate(f"files = {json.dumps(files)}")

    def page(self, text, name="index.html", is_script=False):
        self.evaluate(f"page.load({json.dumps(text)}, {json.dumps(name)}, {json.dumps(is_script)})")
        self.run(0)

    def run(self, milliseconds):
        """Takes the turns that are due, each in a call of its own, and lets time go on."""
        end = self.now + milliseconds
        for _ in range(100_000):
            due = float(self.evaluate("environment.nextTimer()"))
            if due > end:
                break
            self.now = max(self.now, due)
            self.evaluate(f"clock = {self.now!r}")
            self.evaluate(f"environment.runTimers({self.now!r})")
        else:
            raise AssertionError("the page does not come to rest")
        self.now = end
        self.evaluate(f"clock = {end!r}")

    def take(self, kind):
        return json.loads(self.evaluate(f"JSON.stringify(take({json.dumps(kind)}))"))

    def lines(self):
        return [(level, text) for level, text, _ in self.take("console")]


# --- Tests in JavaScript ----------------------------------------------------------------------------------------------


def named_in(path):
    return re.findall(r"^test\('(.*)', function\*", path.read_text(encoding="utf-8"), re.M)


def platforms_of(path):
    return ["android", "ios"] if path.read_text(encoding="utf-8").startswith("/* platforms */") else [None]


ALL = [
    (path.name, name, platform)
    for path in sorted(TESTS.glob("test_*.js"))
    for name in named_in(path)
    for platform in platforms_of(path)
]
NAMES = [f"{file[5:-3]}: {name}" + (f" ({platform})" if platform else "") for file, name, platform in ALL]


@pytest.mark.parametrize(("file", "name", "platform"), ALL, ids=NAMES)
def test_in_javascript(file, name, platform):
    text = (TESTS / file).read_text(encoding="utf-8")
    found = re.search(r"/\* before: (.*) \*/", text)
    before = (found.group(1) if found else "") + (f"; var platform = {platform!r}" if platform else "")
    with World(before, bridge=file == "test_quickconnect.js") as world:
        if "/* no page */" not in text:
            world.page("<!doctype html><title>Test</title><body><div id=box></div>")
        world.load(TESTS / "checks.js")
        world.evaluate(text, file)
        world.evaluate(f"var running = tests.get({json.dumps(name)})()")
        while True:
            step = json.loads(world.evaluate("JSON.stringify(running.next())", file))
            if step["done"]:
                break
            world.run(step["value"])
        assert int(world.evaluate("checked")) > 0
        assert world.take("error") == []


def test_scripts_use_the_new_names_of_what_the_library_keeps_to_itself():
    loader = World.script("loader.js")
    inner = " ".join(re.findall(r"'(.*)'", loader[loader.index("const INNER"):loader.index(".split(' ')")])).split()
    assert {"index", "clone", "rooted", "_nid"} <= set(inner)
    # Others have members of these names, too.
    inner = [name for name in inner if name not in ("index", "doc", "clone", "modify")]
    old = re.compile(rf"\.(?:{'|'.join(inner)})\b(?!\$)")
    for path in SCRIPTS.glob("*.js"):
        assert old.findall(path.read_text(encoding="utf-8")) == [], path.name


def test_every_file_of_tests_has_tests():
    assert {file for file, _, _ in ALL} == {path.name for path in TESTS.glob("test_*.js")} and len(ALL) > 20


# --- Beside a browser ---------------------------------------------------------------------------------------------------

PAGES = sorted(path.name for path in (TESTS / "pages").glob("*.html"))


@pytest.fixture(scope="module")
def browser():
    with chromium("--allow-file-access-from-files") as browser:
        yield browser


def in_chromium(browser, path):
    # The size of the device that pages find here, unless they are told another.
    page = browser.new_page(
        timezone_id="UTC", locale="en-US", viewport={"width": 393, "height": 852}, screen={"width": 393, "height": 852},
        device_scale_factor=3, is_mobile=True, has_touch=True,
    )
    console = Console(page)
    page.goto(path.as_uri())
    for _ in range(200):
        if console.has("log", "end"):
            break
        page.wait_for_timeout(50)
    lines = console.lines()
    page.close()
    return lines


def here(path):
    with World() as world:
        world.put(path.parent)
        world.page(path.read_text(encoding="utf-8"), path.name)
        world.run(5000)
        return world.lines()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_what_it_says_in_chromium(browser, name):
    path = TESTS / "pages" / name
    assert here(path) == in_chromium(browser, path)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_does_the_same_twice(name):
    path = TESTS / "pages" / name
    lines = here(path)
    assert ("log", "end") in lines and here(path) == lines


@pytest.mark.parametrize("name", PAGES)
def test_a_page_does_the_same_in_another_process_that_compiles_nothing(name):
    program = (
        f"import sys, json; sys.path.insert(0, {str(ROOT / 'Tests' / 'Interop')!r}); import test_scripts as tests; "
        f"print(json.dumps(tests.here(tests.TESTS / 'pages' / {name!r})))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | {"JSC_useJIT": "0"}, capture_output=True, text=True, timeout=120
    )
    assert ended.returncode == 0, ended.stderr
    assert [tuple(one) for one in json.loads(ended.stdout)] == here(TESTS / "pages" / name)


# --- Databases --------------------------------------------------------------------------------------------------------


STORED = """
  var request = indexedDB.open('kept', 3), list = [1, , { a: 'x' }];
  list.self = list;
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore('a', { autoIncrement: true });
    store.createIndex('size', 'size', { unique: true });
    store.put({ size: 1, list, when: new Date(5), bytes: new Uint8Array([1, 255]).subarray(1), map: new Map([[NaN, -0]]),
      blob: new File(['\u00e9'], 'n.txt', { type: 'text/plain', lastModified: 9 }) });
    store.put('gone', ['key', new Date(7), new Uint8Array([3])]);
    store.put('stays', 'text');
  };
  request.onsuccess = () => {
    const transaction = request.result.transaction('a', 'readwrite');
    transaction.objectStore('a').delete(['key', new Date(7), new Uint8Array([3])]);
    transaction.objectStore('a').put({ size: 2 }, ['key', new Date(8), new Uint8Array([3])]);
    transaction.objectStore('a').put({ size: 3 });
    transaction.oncomplete = () => {
      indexedDB.open('empty').onupgradeneeded = () => {
        request.result.transaction('a', 'readwrite').objectStore('a').put('too late');
      };
    };
  };
"""
READ = """
  var found = [], request = indexedDB.open('kept');
  request.onsuccess = () => {
    const store = request.result.transaction('a', 'readwrite').objectStore('a');
    found.push(request.result.version, store.autoIncrement, store.index('size').unique);
    store.getAllKeys().onsuccess = event => found.push(event.target.result.map(key => Array.isArray(key) ? key[1].getTime() : key));
    store.index('size').getAllKeys().onsuccess = event => found.push(event.target.result.length);
    store.add({ size: 4 }).onsuccess = event => found.push(event.target.result);
    store.add({ size: 2 }).onerror = event => { found.push(event.target.error.name); event.preventDefault(); };
    store.get(1).onsuccess = async event => {
      const { list, when, bytes, map, blob } = event.target.result;
      found.push(list.self === list, 1 in list, list[2].a, when.getTime(), [...bytes], bytes.buffer.byteLength,
        Object.is(map.get(NaN), -0), await blob.text(), blob.name, blob.type, blob.lastModified);
    };
  };
  indexedDB.databases().then(list => found.push(list));
"""


def test_a_database_is_there_again_when_the_page_is_loaded_anew():
    with World() as world:
        world.page("<!doctype html>")
        world.evaluate(STORED)
        # The last transaction has not ended when the page is left.
        while "empty" not in str(told := world.take("storage")):
            world.evaluate(f"for (const one of {json.dumps(told)}) tell('storage', ...one)")
            assert world.evaluate("String(environment.nextTimer() <= clock)") == "true"
            world.evaluate("environment.runTimers(clock)")
    kept = {}
    for key, value, area in told:
        assert area == "databases"
        kept[key] = value
    with World() as world:
        for key, value in sorted(kept.items()):
            if value is not None:
                world.evaluate(f"page.restore('databases', {json.dumps(key)}, {json.dumps(value)})")
        world.page("<!doctype html>")
        world.evaluate(READ)
        world.run(0)
        assert json.loads(world.evaluate("JSON.stringify(found)")) == [
            3, True, True, [{"name": "empty", "version": 1}, {"name": "kept", "version": 3}],
            [1, 2, "text", 8], 3, 3, "ConstraintError",
            True, False, "x", 5, [255], 2, True, "\u00e9", "n.txt", "text/plain", 9,
        ]  # fmt: skip


# --- Servers ----------------------------------------------------------------------------------------------------------

EVENTS = ["\ufeff: hello\nretry: 60\ndata: one\ndata: two\n\nid: 5\nevent: own\ndata:three\r\n\r\ndata: lost", ""]
SPOKEN = """<!doctype html><script>
const port = 'PORT', seen = [];
const note = (...all) => console.log(JSON.stringify(all));
const socket = new WebSocket(`ws://127.0.0.1:${port}/feed`, ['v1', 'v2']);
socket.binaryType = 'arraybuffer';
socket.onopen = () => note('open', socket.readyState, socket.protocol, socket.url.replace(port, ''));
let count = 0;
socket.onmessage = ({ data, origin }) => {
  note(typeof data === 'string' ? data : [...new Uint8Array(data)], origin.replace(port, ''));
  count += 1;
  if (count === 2) { socket.send('h\u00e9'); socket.send(new Uint8Array([1, 2])); socket.send(new Blob(['blob'])); }
  if (count === 5) socket.send('bye');
};
socket.onerror = () => note('error');
socket.onclose = event => {
  note('close', event.code, event.reason, event.wasClean, socket.readyState);
  const other = new WebSocket(`ws://127.0.0.1:${port}/feed`, 'v2');
  other.onopen = () => { other.close(3005, 'mine'); note(other.readyState); };
  other.onclose = event => { note('close', event.code, event.reason, event.wasClean); stream(); };
};
function stream() {
  const source = new EventSource(`http://127.0.0.1:${port}/events`);
  const told = event => note(event.type, event.data, event.lastEventId, event.origin.replace(port, ''));
  source.onopen = event => note('open', source.readyState);
  source.onmessage = told;
  source.addEventListener('own', told);
  source.onerror = event => { note('error', source.readyState); if (source.readyState === 2) console.log('end'); };
}
</script>"""


def test_sockets_and_event_streams_say_what_they_say_in_chromium(browser, tmp_path):
    with server(EVENTS) as port:
        path = tmp_path / "spoken.html"
        path.write_text(SPOKEN.replace("PORT", str(port)), encoding="utf-8")
        there = in_chromium(browser, path)
    answers = [{"text": "bye", "then": [{"close": 4001, "reason": "as asked"}]}, {"then": [{"echo": True}]}]
    rule = {"prefix": "ws://127.0.0.1", "protocol": "v2", "open": [{"text": "hello"}, {"hex": "00ff"}], "answers": answers}
    with World(f"host.sockets = {json.dumps(json.dumps([rule]))}") as world:
        world.page(path.read_text(encoding="utf-8"), path.name)
        asked = []
        for _ in range(20):
            world.run(10)
            for number, _, url, fields, _ in world.take("fetch"):
                asked.append((world.now, json.loads(fields).get("last-event-id")))
                body = EVENTS[0 if asked[-1][1] is None else 1]
                kind = {"content-type": "text/event-stream" if body else "text/plain"}
                world.evaluate(f"page.fetchResponse({number}, {200 if body else 404}, {json.dumps(json.dumps(kind))}, {json.dumps(url)})")
                world.evaluate(f"page.fetchData({number}, {json.dumps(body)}); page.fetchEnd({number})")
        lines = world.lines()
    assert lines == there and ("log", "end") in there
    assert [last for _, last in asked] == [None, "5"] and asked[1][0] - asked[0][0] == 60


# --- Digests ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["SHA-1", "SHA-256", "SHA-384", "SHA-512"])
def test_digests_are_those_of_another_implementation(name):
    lengths = [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 110, 111, 112, 113, 119, 127, 128, 129, 1000, 5000]
    with World() as world:
        world.page("<!doctype html>")
        world.evaluate(f"""
          var found = [];
          for (const length of {lengths}) {{
            const bytes = Uint8Array.from({{ length }}, (_, index) => index * 7 + length & 255);
            crypto.subtle.digest('{name}', bytes).then(buffer => found.push([length, ...new Uint8Array(buffer)]));
          }}
        """)
        found = json.loads(world.evaluate("JSON.stringify(found)"))
    algorithm = name.replace("-", "").lower()
    for (length, *digest), expected in zip(found, lengths, strict=True):
        data = bytes((index * 7 + length) & 255 for index in range(length))
        assert length == expected and bytes(digest) == hashlib.new(algorithm, data).digest()


# --- The samples ------------------------------------------------------------------------------------------------------

SAMPLES = ROOT / "Recordings" / "devicecatalog"


def sample(name, bridge):
    world = World(bridge=bridge)
    folder = SAMPLES / name
    world.put(folder)
    world.page((folder / "index.html").read_text(encoding="utf-8"))
    return world


def test_every_button_of_the_device_catalog_calls():
    with sample("page", bridge=True) as world:
        calls = []

        def arrive():
            while batch := world.take("call"):
                calls.extend(text for (text,) in batch)
                world.evaluate("page.acknowledge()")

        arrive()
        page = (SAMPLES / "page" / "index.html").read_text(encoding="utf-8")
        for name in re.findall(r'<button id="([\w-]+)"', page):
            world.evaluate(f"page.click('#{name}')")
        arrive()
        assert calls == [
            "call?cmd=logMessage&msg=the%20catalog%20is%20ready",
            "call?cmd=switchAccelerometer&msg=%5B%7B%22on%22%3A%22YES%22%7D%5D",
            "call?cmd=loc",
            "call?cmd=playSound&msg=-1",
            "call?cmd=playSound&msg=0",
            "call?cmd=loc",
            "call?cmd=showDate&msg=DateTime",
            "call?cmd=rec&msg=%5B%22memo.caf%22%2C%22start%22%5D",
            "call?cmd=rec&msg=%5B%22memo.caf%22%2C%22stop%22%5D",
            "call?cmd=play&msg=%5B%22memo.caf%22%2C%22start%22%5D",
            "call?cmd=play&msg=%5B%22memo.caf%22%2C%22stop%22%5D",
            "call?cmd=switchAccelerometer&msg=%5B%7B%22on%22%3A%22NO%22%7D%5D",
        ]
        for script in (
            "handleJSONRequest('showLoc','[48.1,11.5,520.4]')",
            "handleJSONRequest('showLoc','[91,0]')",
            "handleJSONRequest('showPickResults','[\"2026-11-22 10:00:00 +0000\"]')",
            'handleRequest(\'accel\',{"x":0.1,"y":-2,"z":9.81})',
        ):
            world.evaluate(script)
        shown = world.evaluate("['position', 'chosen', 'acceleration', 'trouble'].map(id => "
                               "document.getElementById(id).textContent).join(' | ')")
        assert shown == (
            "48.10000, 11.50000, 520 m | 2026-11-22 10:00:00 +0000 | 0.10 -2.00 9.81 | "
            "the position cannot be used: validation failed"
        )
        assert world.take("error") == [] and world.take("missing") == []


def test_the_page_for_named_handlers_waits_for_its_bridge():
    with sample("wvjb", bridge=False) as world:
        assert world.take("navigate") == [["https://__bridge_loaded__/", "iframe"]]
        # The native side's script: the same functions as the field's own, as few as this page needs.
        world.evaluate("""
          var sent = [], handlers = {};
          WebViewJavascriptBridge = {
            registerHandler: (name, handler) => { handlers[name] = handler; },
            callHandler: (name, data, answer) => { sent.push([name, data]); if (answer) answer('somebody'); },
          };
          for (const use of WVJBCallbacks) use(WebViewJavascriptBridge);
          var answers = [];
          handlers.echo({ a: [1] }, data => answers.push(data));
          handlers.greet(null, data => answers.push(data));
          handlers.title(null, data => answers.push(data));
          page.click('#ask');
          page.click('#say');
        """)
        world.run(0)
        assert json.loads(world.evaluate("JSON.stringify([sent, answers])")) == [
            [["name", None], ["loc", {"accuracy": "best"}], ["logMessage", "hello from the page"]],
            [{"a": [1]}, "Hello, somebody", "Two sides"],
        ]
        assert [text for _, text in world.lines()] == [
            "the bridge is there", 'echo {"a":[1]}', 'position "somebody"',
        ]
        assert world.take("error") == []
