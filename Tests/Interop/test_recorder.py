"""The recorder that goes into the page of a real app, in Chromium, with native sides that the pages bring along.

Each page runs with and without it: what goes through, and in which order, is the same.
"""

import json
import math
import pathlib
import shutil
import struct
import subprocess

import pytest
from capacitor_half import ANSWERS
from conftest import ROOT, chromium

FOLDER = ROOT / "Examples" / "Recorder"
RECORDER = (FOLDER / "kymo-recorder.js").read_text(encoding="utf-8")
LIMIT = 10_000
HOST = "https://app.example"

# The outlines of cordova.js: a table of modules, and exec, which a plugin's module takes from there.
CORDOVA = """
(function () {
  const modules = {};
  function define(id, factory) { modules[id] = { id, factory, exports: {} }; }
  define.moduleMap = modules;
  function require(id) {
    const module = modules[id];
    if (module.factory) {
      const factory = module.factory;
      delete module.factory;
      factory(require, module.exports, module);
    }
    return module.exports;
  }
  define('cordova/exec', function (require, exports, module) {
    function exec(success, fail, service, action, args) {
      const id = service + window.cordova.callbackId++;
      if (success || fail) window.cordova.callbacks[id] = { success, fail };
      NATIVE
    }
    exec.nativeCallback = function (id, status, message, keep) {
      const { success, fail } = window.cordova.callbacks[id];
      if (!keep) delete window.cordova.callbacks[id];
      if (status === 1) success && success.apply(null, message); else fail && fail.apply(null, message);
    };
    module.exports = exec;
  });
  window.cordova = { define, require, callbackId: 7, callbacks: {} };
})();
"""
ANSWER = """
  const answer = (id, service, args) => setTimeout(() => {
    const exec = cordova.require('cordova/exec');
    if (service !== 'Echo') return exec.nativeCallback(id, 9, ['no such service'], false);
    exec.nativeCallback(id, 1, args.slice(0, 1), true);
    exec.nativeCallback(id, 1, args.slice(0, 2), false);
  });
"""
CORDOVA_PAGE = """
  const exec = cordova.require('cordova/exec');
  say(exec.name, exec.length, typeof exec.nativeCallback);
  exec((...all) => say('yes', ...all), () => say('no'), 'Echo', 'echo', ['a', { b: 1 }]);
  exec(() => say('yes'), text => say('no', text), 'None', 'x', []);
  exec(null, null, 'Echo', 'silent', [1]);
"""
CORDOVA_LINES = [
    ("call", "Echo.echo", ["a", {"b": 1}]), ("call", "None.x", []), ("call", "Echo.silent", [1]),
    ("reply", "Echo.echo", "a"), ("reply", "Echo.echo", ["a", {"b": 1}]), ("reply", "None.x", "no such service"),
]

CAPACITOR = """
  let id = 0;
  const callbacks = new Map();
  window.Capacitor = { DEBUG: false };
  Capacitor.toNative = (pluginId, methodName, options, stored) => {
    const callbackId = stored ? String(++id) : '-1';
    if (stored) callbacks.set(callbackId, stored);
    const data = { callbackId, pluginId, methodName, options: options || {} };
    POST
    return callbackId;
  };
""" + ANSWERS + """  const native = ({ callbackId, pluginId, methodName, options }) => setTimeout(() => {
    if (callbackId === '-1') return;
    const reply = r => ANSWER({ callbackId, ...r });
    if (methodName === 'watch') { reply({ success: true, save: true, data: 1 }); reply({ success: true, save: false, data: 2 }); }
    else if (pluginId === 'Echo') reply({ success: true, data: options });
    else reply({ success: false, error: { message: 'no', code: 'UNIMPLEMENTED' } });
  });
"""
CAPACITOR_PAGE = """
  say(Capacitor.nativePromise.name, Capacitor.toNative.length);
  Capacitor.nativePromise('Echo', 'echo', { a: 1 }).then(v => say('yes', v));
  Capacitor.nativePromise('None', 'x').catch(e => say('no', e.message, e.code));
  say(Capacitor.nativeCallback('Echo', 'watch', {}, (v, e) => say('watch', v, e)));
  Capacitor.toNative('Console', 'log', { level: 'log', message: 'x' });
"""
CAPACITOR_LINES = [
    ("call", "Echo.echo", {"a": 1}), ("call", "None.x", {}), ("call", "Echo.watch", {}),
    ("reply", "Echo.echo", {"a": 1}), ("reply", "None.x", {"message": "no", "code": "UNIMPLEMENTED"}),
    ("reply", "Echo.watch", 1), ("reply", "Echo.watch", 2),
]
HANDLERS = "window.webkit = { messageHandlers: { %s } };"

# What native code injects; what a script of the page brings after the recorder; what the page does; the lines.
BRIDGES = {
    "cordova ios": (
        HANDLERS % "cordova: { postMessage([id, service, action, args]) { answer(id, service, args); } }" + ANSWER,
        CORDOVA.replace("NATIVE", "webkit.messageHandlers.cordova.postMessage([id, service, action, args]);"),
        CORDOVA_PAGE, CORDOVA_LINES,
    ),
    "cordova android": (
        "window._cordovaNative = { exec(secret, service, action, id, args) { answer(id, service, JSON.parse(args)); } };" + ANSWER,
        CORDOVA.replace("NATIVE", "_cordovaNative.exec(1, service, action, id, JSON.stringify(args));"),
        CORDOVA_PAGE, CORDOVA_LINES,
    ),
    "capacitor ios": (
        HANDLERS % "bridge: { postMessage(data) { native(data); } }"
        + CAPACITOR.replace("POST", "webkit.messageHandlers.bridge.postMessage({ type: 'message', ...data });")
        .replace("ANSWER", "Capacitor.fromNative"),
        "", CAPACITOR_PAGE, CAPACITOR_LINES,
    ),
    "capacitor android": (
        "window.androidBridge = { postMessage(text) { native(JSON.parse(text)); } };"
        + CAPACITOR.replace("POST", "androidBridge.postMessage(JSON.stringify(data));")
        .replace("ANSWER", "(r => androidBridge.onmessage({ data: JSON.stringify(r) }))")
        + "androidBridge.onmessage = e => Capacitor.fromNative(JSON.parse(e.data));",
        "", CAPACITOR_PAGE, CAPACITOR_LINES,
    ),
    "handlers": (
        # As in WebKit: the method is the prototype's.
        """
        class Handler {
          constructor(f) { this.f = f; }
          postMessage(value) {
            if (typeof value === 'function') throw new DOMException('no clone', 'DataCloneError');
            return this.f(value);
          }
        }
        window.webkit = { messageHandlers: {
          log: new Handler(() => {}),
          ask: new Handler(v => v.a ? Promise.resolve(v.a + 1) : Promise.reject(new Error('no a'))),
        } };
        """,
        "",
        """
        say(typeof webkit.messageHandlers.none, Object.keys(webkit.messageHandlers));
        say(webkit.messageHandlers.log.postMessage({ x: [1, null] }));
        webkit.messageHandlers.ask.postMessage({ a: 1 }).then(v => say('yes', v));
        webkit.messageHandlers.ask.postMessage({}).catch(e => say('no', e.message));
        addEventListener('unhandledrejection', e => say('unhandled', e.reason.message));
        setTimeout(() => webkit.messageHandlers.ask.postMessage({ b: 1 }), 20);
        try { webkit.messageHandlers.log.postMessage(() => {}); } catch (e) { say(e.name); }
        """,
        [("call", "log", {"x": [1, None]}), ("call", "ask", {"a": 1}), ("call", "ask", {}), ("call", "log", None),
         ("reply", "ask", 2), ("reply", "ask", {"message": "no a"}), ("call", "ask", {"b": 1}),
         ("reply", "ask", {"message": "no a"})],
    ),
    "interface": (
        """
        window.Android = {
          version() { if (this !== android) throw new Error('Java bridge method called on a foreign object'); return 35; },
          save(text) { if (this !== android) throw new Error('foreign'); if (!text) throw new Error('empty'); },
        };
        const android = Android;
        """,
        "",
        """
        say(Android.version(), Android.save('x'), typeof Android.none, Android.save.name, Android.save.length, 'version' in Android);
        try { Android.save(''); } catch (e) { say(e.message); }
        say(Android.version === Android.version, String(Android));
        """,
        [("call", "Android.version", []), ("reply", "Android.version", 35), ("call", "Android.save", ["x"]),
         ("call", "Android.save", [""])],
    ),
    "react native": (
        """
        window.ReactNativeWebView = { postMessage(text) { setTimeout(() => {
          window.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ got: text }) }));
        }); } };
        """,
        "",
        """
        addEventListener('message', e => say(e.data));
        ReactNativeWebView.postMessage(JSON.stringify({ type: 'save', id: 1 }));
        ReactNativeWebView.postMessage('plain');
        """,
        [("call", "save", '{"type":"save","id":1}'), ("call", "message", "plain"),
         ("event", "message", '{"got":"{\\"type\\":\\"save\\",\\"id\\":1}"}'), ("event", "message", '{"got":"plain"}')],
    ),
    "wvjb": (
        # The native side evaluates its script some time after the page asked for it.
        """
        const handlers = {};
        addEventListener('load', () => {
          window.WebViewJavascriptBridge = {
            callHandler(name, data, done) {
              if (arguments.length === 2 && typeof data === 'function') { done = data; data = null; }
              say(name, arguments.length);
              if (done) setTimeout(() => done({ name, data }));
            },
            registerHandler(name, f) { handlers[name] = f; },
            send(data) { say('sent', data, arguments.length); },
          };
          document.dispatchEvent(new Event('WebViewJavascriptBridgeReady'));
          setTimeout(() => handlers.shake({ by: 2 }, r => say('answer', r)), 30);
        });
        """,
        "",
        """
        document.addEventListener('WebViewJavascriptBridgeReady', () => {
          const bridge = WebViewJavascriptBridge;
          bridge.registerHandler('shake', (data, done) => { say('shake', data); done('shaken'); });
          bridge.callHandler('echo', { a: 1 }, r => say(r));
          bridge.callHandler('now', r => say(r));
          bridge.callHandler('quiet');
          bridge.send('hello');
        });
        """,
        [("call", "echo", {"a": 1}), ("call", "now", None), ("call", "quiet", None), ("call", None, "hello"),
         ("reply", "echo", {"name": "echo", "data": {"a": 1}}), ("reply", "now", {"name": "now", "data": None}),
         ("event", "shake", {"by": 2}), ("reply", "shake", "shaken")],
    ),
    "dsbridge": (
        """
        window._dsbridge = { call(method, text) {
          const { data, _dscbstub } = JSON.parse(text);
          if (!_dscbstub) return JSON.stringify({ code: 0, data: [method, data] });
          setTimeout(() => { window[_dscbstub]([method, data]); delete window[_dscbstub]; });
          return JSON.stringify({ code: 0 });
        } };
        """,
        "",
        """
        say(JSON.parse(_dsbridge.call('ns.now', JSON.stringify({ data: 1 }))).data);
        window.dscb0 = v => { say(v); setTimeout(() => say('dscb0' in window)); };
        _dsbridge.call('later', JSON.stringify({ data: null, _dscbstub: 'dscb0' }));
        """,
        [("call", "ns.now", 1), ("reply", "ns.now", ["ns.now", 1]), ("call", "later", None), ("reply", "later", ["later", None])],
    ),
    "dsbridge ios": (
        """
        window._dswk = true;
        window.prompt = (asked, text) => asked.startsWith('_dsbridge=')
          ? JSON.stringify({ code: 0, data: asked.slice(10) + JSON.parse(text).data }) : 'typed';
        """,
        "",
        """
        say(prompt('_dsbridge=now', JSON.stringify({ data: 1 })), prompt('Your name?', ''));
        """,
        [("call", "now", 1), ("reply", "now", "now1")],
    ),
    "quickconnect": (
        "",
        "function makeCall(command, data) { say('native', command, data); }",
        """
        say(makeCall('loc'), makeCall.name, makeCall.length);
        makeCall('save', { a: 1 });
        makeCall('showDate', 'Date');
        """,
        [("call", "loc", None), ("call", "save", {"a": 1}), ("call", "showDate", "Date")],
    ),
}


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def context(browser):
    context = browser.new_context(timezone_id="UTC", locale="en-US", geolocation={"latitude": 47.37, "longitude": 8.54},
                                  permissions=["geolocation"])
    yield context
    context.close()


class Page:
    """A page of an app, whose files come from nowhere else."""

    def __init__(self, context, *scripts, native="", options=None, recorder=True):
        say = "window.said = []; window.say = (...all) => { said.push(JSON.stringify(all)); };"
        head = [say + native]
        if options:
            head.append(f"window.KymoRecorderOptions = {options};")
        head += [RECORDER] * recorder + list(scripts)
        files = {f"/{number}.js": text for number, text in enumerate(head)}
        files["/"] = "<!doctype html><title>App</title>" + "".join(f'<script src="{name}"></script>' for name in files)
        self.page = context.new_page()
        self.posted = []

        def answer(route):
            path = route.request.url.removeprefix(HOST).partition("?")[0].partition("#")[0]
            if route.request.method == "POST":
                self.posted.append(route.request.post_data)
            kind = "text/javascript" if path.endswith(".js") else "text/html"
            route.fulfill(status=200 if path in files or self.posted else 404, content_type=kind, body=files.get(path, ""))

        self.page.route("**/*", answer)
        self.page.goto(HOST + "/")
        self.page.wait_for_timeout(250)

    def said(self):
        return self.page.evaluate("said")

    def lines(self):
        """What the recorder hands out: its header, and its lines."""
        text = self.page.evaluate("KymoRecorder.text()")
        assert text.endswith("\n")
        header, *lines = [json.loads(line) for line in text.splitlines()]
        assert header["kymo"] == "recorder" and header["version"] == 1
        numbers = [line["n"] for line in lines if "n" in line]
        assert numbers == sorted(set(numbers))
        assert all(isinstance(line["t"], (int, float)) and isinstance(line["k"], str) for line in lines)
        return header, lines


def messages(lines):
    """Calls, replies and events; a reply with the name of what it answers."""
    names = {line["n"]: line.get("name") for line in lines}
    found = []
    for line in lines:
        kind = line["k"]
        if kind == "reply":
            assert line["took"] >= 0
            found.append((kind, names[line["to"]], line.get("value")))
        elif kind in ("call", "event"):
            found.append((kind, line.get("name"), line.get("args" if kind == "call" else "data")))
    return found


@pytest.mark.parametrize("name", BRIDGES)
def test_a_bridge_says_the_same_with_it(context, name):
    native, script, page, expected = BRIDGES[name]
    without = Page(context, script, page, native=native, recorder=False).said()
    recorded = Page(context, script, page, native=native)
    assert recorded.said() == without and len(without) > 1 - (name == "dsbridge ios")
    header, lines = recorded.lines()
    assert messages(lines) == expected
    assert len(header["bridges"]) == 1 and header["lost"] == 0


def test_it_is_small():
    size = len(RECORDER.encode())
    print(f"kymo-recorder.js: {size} bytes")
    assert size <= LIMIT


def test_it_is_what_its_source_says():
    if shutil.which("esbuild") is None:
        pytest.skip("needs esbuild")
    done = subprocess.run(
        ["esbuild", str(FOLDER / "recorder.js"), "--minify", "--target=es2017", "--charset=utf8"],
        capture_output=True, text=True, check=True,
    )
    assert RECORDER.split("\n", 1)[1] == done.stdout


def test_a_page_that_looks_for_bridges_finds_none(context):
    looks = """
      for (const name of ['cordova', 'Capacitor', 'webkit', 'Android', 'androidBridge', 'ReactNativeWebView', '_dsbridge',
        'WebViewJavascriptBridge', 'makeCall']) say(name, name in window);
    """
    assert Page(context, looks).said() == Page(context, looks, recorder=False).said()


def test_sensors_and_positions_are_kept(context):
    page = Page(context, """
      addEventListener('devicemotion', e => say(e.accelerationIncludingGravity.z));
      dispatchEvent(new DeviceMotionEvent('devicemotion', { accelerationIncludingGravity: { x: 0.5, y: 0, z: 9.75 },
        rotationRate: { alpha: 90, beta: 0, gamma: -45 }, interval: 16 }));
      dispatchEvent(new DeviceMotionEvent('devicemotion', {}));
      dispatchEvent(new DeviceOrientationEvent('deviceorientation', { alpha: 1, beta: 2, gamma: 3, absolute: true }));
      navigator.geolocation.getCurrentPosition(p => say(p.coords.latitude, p.coords instanceof GeolocationCoordinates));
    """)
    page.page.wait_for_function("said.length > 2")
    _, lines = page.lines()
    (motion,) = [line for line in lines if line["k"] == "motion"]
    assert motion["accelerationIncludingGravity"] == {"x": 0.5, "y": 0, "z": 9.75} and "acceleration" not in motion
    assert motion["rotationRate"] == {"alpha": 90, "beta": 0, "gamma": -45} and motion["interval"] == 16
    (turn,) = [line for line in lines if line["k"] == "orientation"]
    assert (turn["alpha"], turn["beta"], turn["gamma"], turn["absolute"]) == (1, 2, 3, True)
    (fix,) = [line for line in lines if line["k"] == "fix"]
    assert fix["coords"]["latitude"] == 47.37 and abs(fix["t"] - fix["timestamp"]) < 60_000
    assert set(page.said()) == {"[9.75]", "[null]", "[47.37,true]"}


def test_errors_and_navigation_are_kept(context):
    page = Page(context, """
      console.error('bad', { a: 1 });
      history.pushState(null, '', '/next?token=abc&x=1');
      location.hash = 'there';
      Promise.reject(new Error('nobody asked'));
      setTimeout(() => { null.x; });
    """)
    _, lines = page.lines()
    errors = [(line["level"], line["text"]) for line in lines if line["k"] == "error"]
    assert ("console", 'bad {"a":1}') in errors
    assert any(level == "uncaught" and "null" in text for level, text in errors)
    assert any(level == "rejection" and "nobody asked" in text for level, text in errors)
    places = [(line["name"], line["url"].removeprefix(HOST)) for line in lines if line["k"] == "nav"]
    assert places[0] == ("load", "/") and ("pushState", "/next?token=[redacted]&x=1") in places
    assert any(name == "hashchange" for name, _ in places)


def test_a_session_goes_on_after_a_reload(context):
    page = Page(context, "makeCall('one', { at: said.length });", native="window.makeCall = () => {};")
    first, _ = page.lines()
    page.page.evaluate("makeCall('two')")
    page.page.reload()
    page.page.wait_for_timeout(100)
    header, lines = page.lines()
    assert header["session"] == first["session"] and header["parts"] == 2 and header["lost"] == 0
    assert [line["name"] for line in lines if line["k"] == "call"] == ["one", "two", "one"]
    assert [line["part"] for line in lines if line["k"] == "nav" and line["name"] == "load"] == [1, 2]
    assert [line["n"] for line in lines] == list(range(len(lines)))


@pytest.mark.parametrize("broken", ["window.indexedDB", "window.sessionStorage", "navigator.geolocation"])
def test_it_does_without_what_a_page_may_lack(context, broken):
    holder, name = broken.split(".")
    page = Page(
        context, "makeCall('one');",
        native="window.makeCall = () => say('native');"
        f"Object.defineProperty({holder}, '{name}', {{ get() {{ throw new Error('not here'); }} }});",
    )
    _, lines = page.lines()
    assert page.said() == ["[\"native\"]"]
    assert [line["name"] for line in lines if line["k"] == "call"] == ["one"]


def test_secrets_are_not_handed_out(context):
    page = Page(context, """
      makeCall('login', { user: 'ada', password: 'hunter2', nested: [{ accessToken: 'tok-1', secretCode: 17 }] });
      makeCall('raw', JSON.stringify({ Authorization: 'Bearer tok-2', card: '4111 1111 1111 1111' }));
      console.error('token=tok-3 of the day');
      makeCall('plain', { tokens: null, text: 'Bearer of news' });
    """, native="window.makeCall = () => {};", options="{ redact: ['password', 'token', 'authorization', 'secret', /\\d{4} \\d{4} \\d{4} \\d{4}/] }")
    text = page.page.evaluate("KymoRecorder.text()")
    for secret in ("hunter2", "tok-1", "tok-2", "tok-3", "4111", "17}"):
        assert secret not in text
    calls = {line["name"]: line["args"] for line in page.lines()[1] if line["k"] == "call"}
    assert calls["login"] == {
        "user": "ada", "password": "[redacted]",
        "nested": [{"accessToken": "[redacted]", "secretCode": "[redacted]"}],
    }
    assert json.loads(calls["raw"]) == {"Authorization": "[redacted]", "card": "[redacted]"}
    assert calls["plain"] == {"tokens": None, "text": "Bearer of news"}


def test_the_ring_is_bounded_and_counts_what_it_dropped(context):
    page = Page(
        context, "for (let i = 0; i < 1000; i++) makeCall('one', i);",
        native="window.makeCall = () => {};", options="{ lines: 100 }",
    )
    header, lines = page.lines()
    calls = [line["args"] for line in lines if line["k"] == "call"]
    assert calls == list(range(999, 999 - len(calls), -1))[::-1] and 90 < len(calls) <= 100
    assert sum(line["count"] for line in lines if line["k"] == "lost") == header["lost"] > 890


def test_texts_are_bounded_in_memory(context):
    page = Page(
        context, "for (let i = 0; i < 30; i++) makeCall('big', 'x'.repeat(1000) + i); makeCall('huge', 'x'.repeat(2 << 20));",
        native="window.makeCall = () => {};", options="{ characters: 5000 }",
    )
    _, lines = page.lines()
    calls = [line for line in lines if line["k"] == "call"]
    assert len(calls) <= 6 and calls[-1]["cut"] > 2 << 20 and "args" not in calls[-1]


def test_it_hands_out_a_file_and_posts_it(context):
    page = Page(context, "makeCall('one');", native="window.makeCall = () => {};")
    with page.page.expect_download() as download:
        page.page.evaluate("KymoRecorder.download()")
    name = download.value.suggested_filename
    assert name.startswith("kymo-recorder-") and name.endswith(".jsonl")
    text = pathlib.Path(download.value.path()).read_text(encoding="utf-8")
    page.page.evaluate("KymoRecorder.post('/up')")
    assert [json.loads(line)["k"] for line in text.splitlines()[1:]][:2] == ["nav", "call"]
    assert page.posted[0].splitlines()[1:3] == text.splitlines()[1:3]


def test_what_it_costs(context):
    """Printed, and not asserted: it is the machine's."""
    work = """(() => {
      const rounds = 20000, events = 2000;
      const measure = (count, f) => {
        let best = Infinity;
        for (let round = 0; round < 5; round++) {
          const start = performance.now();
          for (let i = 0; i < count; i++) f(i);
          best = Math.min(best, (performance.now() - start) / count);
        }
        return best * 1000;
      };
      const call = measure(rounds, i => makeCall('Echo.echo', { value: i, text: 'abc' }));
      const values = { accelerationIncludingGravity: { x: 1, y: 2, z: 9 }, rotationRate: { alpha: 1, beta: 2, gamma: 3 } };
      const motion = measure(events, i => dispatchEvent(new DeviceMotionEvent('devicemotion', values)));
      return [call, motion];
    })()"""
    native = "let count = 0; window.makeCall = (c, d) => { count += 1; };"
    without = Page(context, native=native, recorder=False).page.evaluate(work)
    recorded = Page(context, native=native).page.evaluate(work)
    call, motion = (after - before for after, before in zip(recorded, without))
    print(f"a call: {call:.2f} µs; an event of motion: {motion:.1f} µs, {motion / 16667:.3%} of one at 60 Hz")
    assert call > 0 and motion > 0


# --- Imported ---------------------------------------------------------------------------------------------------------

HEADER = {
    "kymo": "recorder", "version": 1, "session": "s", "parts": 1, "userAgent": "Mozilla/5.0 (iPhone)", "platform": "ios",
    "bridges": ["capacitor"], "timeOrigin": 1795348445000.5, "pixels": [1179, 2556], "pixelRatio": 3, "lost": 2,
}
MOTION = {
    "n": 1, "t": 1795348445010.125, "k": "motion", "accelerationIncludingGravity": {"x": 0.5, "y": 0, "z": -9.75},
    "rotationRate": {"alpha": 90, "beta": 0, "gamma": -45}, "interval": 16,
}
LINES = [
    MOTION,
    {"n": 2, "t": 1795348445011, "k": "call", "bridge": "capacitor", "name": "Echo.echo", "args": {"a": 1, "b": "c d"}},
    {"n": 3, "t": 1795348445015.5, "k": "reply", "to": 2, "ok": True, "took": 4.5, "value": 1},
    {"n": 4, "t": 1795348445016.5, "k": "reply", "to": 2, "ok": True, "took": 5.5, "value": 2},
    {"n": 5, "t": 1795348445020, "k": "orientation", "alpha": 1, "beta": 2, "gamma": 3, "absolute": True},
    {"n": 6, "t": 1795348445030, "k": "fix", "timestamp": 1795348445029, "coords": {"latitude": 47.37, "longitude": 8.54,
     "altitude": None, "accuracy": 5, "altitudeAccuracy": None, "heading": None, "speed": None}},
    {"n": 7, "t": 1795348445031, "k": "call", "bridge": "quickconnect", "name": "showDate", "args": "Date"},
    {"t": 1795348445032, "k": "lost", "count": 2},
    {"n": 10, "t": 1795348445033, "k": "error", "level": "console", "text": "bad"},
]


def recorded(*lines, **header):
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in [HEADER | header, *lines])


def sessions(path):
    """The messages of a recording by topic: times, and what is in them."""
    reader = pytest.importorskip("mcap.reader")
    found = {}
    with path.open("rb") as file:
        for _, channel, message in reader.make_reader(file).iter_messages():
            found.setdefault(channel.topic, []).append((message.log_time, message.data))
    return found


def taken(kymo, path, *arguments, exit_code=0):
    output = path.with_suffix(".mcap")
    done = kymo.run("import", path, *arguments, "-o", output, "--format", "json", exit_code=exit_code)
    return output, json.loads(done.stdout) if exit_code == 0 else done.stderr


def vectors(messages):
    return [struct.unpack("<3d", data[4:28]) for _, data in messages]


@pytest.mark.parametrize("platform, sign", [("ios", -1), ("android", 1), ("other", 1)])
def test_what_it_wrote_is_a_session(kymo, tmp_path, platform, sign):
    path = tmp_path / "phone.jsonl"
    path.write_text(recorded(*LINES, platform=platform))
    output, report = taken(kymo, path)
    assert {row["topic"]: row["count"] for row in report["channels"]} == {
        "/accelerometer": 1, "/location": 1, "/bridge/request": 2, "/gyroscope": 1, "/device_orientation": 1,
    }
    assert [(part["kind"], part["events"]) for part in report["parts"]] == [("sensors", 4), ("calls", 2)]
    assert report["repairs"] == []
    found = sessions(output)
    assert vectors(found["/accelerometer"]) == [(sign * 0.5, 0, sign * -9.75)]
    # About x, y and z: beta, gamma, alpha.
    assert vectors(found["/gyroscope"]) == [pytest.approx((0, -math.pi / 4, math.pi / 2))]
    start = found["/accelerometer"][0][0]
    assert [time - start for time, _ in found["/bridge/request"]] == [875_000, 20_875_000]
    assert [time - start for time, _ in found["/location"]] == [18_875_000]
    texts = [data for _, data in found["/bridge/request"]]
    assert b"call?cmd=Echo.echo&msg=%7B%22a%22%3A1%2C%22b%22%3A%22c%20d%22%7D" in texts[0] and b"capacitor" in texts[0]
    assert b"call?cmd=showDate&msg=Date" in texts[1]
    notes = [note["explanation"] for note in report["notes"]]
    assert notes.count("The page's user agent is Mozilla/5.0 (iPhone).") == 1
    assert "On the phone Echo.echo: 1 of 1 calls answered, median 4.5 ms, longest 4.5 ms." in notes
    assert "On the phone showDate: none of 1 calls was answered." in notes
    assert "The recorder itself has dropped 2 lines." in notes
    assert kymo.run("replay", output, "--verify").returncode == 0


def test_calls_and_sensors_may_be_alone(kymo, tmp_path):
    path = tmp_path / "phone.jsonl"
    path.write_text(recorded(*[line for line in LINES if line["k"] == "call"]))
    assert taken(kymo, path)[1]["events"] == 2
    path.write_text(recorded(MOTION))
    assert taken(kymo, path)[1]["channels"][0] == {"topic": "/accelerometer", "count": 1}
    path.write_text(recorded())
    assert "it has no calls" in taken(kymo, path, exit_code=1)[1]


def test_a_pipe_and_a_folder_are_the_same(kymo, tmp_path):
    path = tmp_path / "folder" / "phone.jsonl"
    path.parent.mkdir()
    path.write_text(recorded(*LINES))
    digest = taken(kymo, path)[1]["digest"]
    assert taken(kymo, path.parent)[1]["digest"] == digest
    with path.open() as file:
        done = kymo.run("import", "-", "-o", tmp_path / "pipe.mcap", "--format", "json", stdin=file)
    assert json.loads(done.stdout)["digest"] == digest


def test_what_is_malformed_is_a_repair(kymo, tmp_path):
    path = tmp_path / "phone.jsonl"
    text = recorded(*LINES, {"n": 11, "t": 0, "k": "call", "name": "old"}, {"n": 12, "k": "call", "name": "timeless"})
    path.write_text(text + "{not json}\n" + '{"n":13,"t":17953484450')
    _, report = taken(kymo, path)
    assert report["events"] == 6
    repairs = {(repair["rule"], repair["line"], repair["count"]) for repair in report["repairs"]}
    assert ("malformed-row", 11, 3) in repairs and ("cut-off-row", 14, 1) in repairs
    assert "refused" in taken(kymo, path, "--strict", exit_code=1)[1]


def test_what_chromium_recorded_is_a_session(kymo, context, tmp_path):
    native, script, page, expected = BRIDGES["capacitor ios"]
    motion = "dispatchEvent(new DeviceMotionEvent('devicemotion', { accelerationIncludingGravity: { x: 0, y: 0, z: 9.75 } }));"
    path = tmp_path / "phone.jsonl"
    path.write_text(Page(context, script, page, motion, native=native).page.evaluate("KymoRecorder.text()"))
    output, report = taken(kymo, path)
    assert report["repairs"] == []
    texts = [data for _, data in sessions(output)["/bridge/request"]]
    calls = [name for kind, name, _ in expected if kind == "call"]
    assert len(texts) == len(calls) and all(name.encode() in data for name, data in zip(calls, texts))
    assert vectors(sessions(output)["/accelerometer"]) == [(0, 0, 9.75)]
