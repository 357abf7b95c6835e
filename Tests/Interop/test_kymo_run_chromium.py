"""`kymo run --in chromium`: the same session with the page in a real browser, message by message."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

import pytest
from conftest import ROOT
from pages import app, needs_engine  # noqa: F401

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")
pytestmark = needs_engine

# What every page here does with its post(value): time, chance, sensors, timers, frames, network, channels.
SENSES = """
post(['start', Date.now(), Math.random(), crypto.randomUUID(), new Date(2020, 5, 1).toLocaleString()]);
let samples = 0, fixes = 0, frames = 0;
addEventListener('devicemotion', event => {
  const { x, y, z } = event.accelerationIncludingGravity;
  if (samples++ < 3) post(['motion', x, y, z, event.interval, performance.now()]);
});
navigator.geolocation.watchPosition(fix => {
  if (fixes++ < 2) post(['fix', fix.coords.latitude, fix.coords.heading, fix.timestamp]);
});
setInterval(() => post(['tick', performance.now(), new Date().toISOString()]), 700);
requestAnimationFrame(function frame(time) {
  post(['frame', time]);
  if (frames++ < 2) requestAnimationFrame(frame);
});
const channel = new MessageChannel();
channel.port1.onmessage = event => post(['channel', event.data]);
fetch('data.json').then(async answer => post(['fetched', answer.status, await answer.json()]));
addEventListener('load', () => {
  post('load');
  // Before that, the browser decides whether the channel or its parser goes first.
  channel.port2.postMessage([1, 'ä', null]);
});
document.addEventListener('DOMContentLoaded', () => post('parsed'));
setTimeout(() => { throw new Error('late'); }, 900);
post([confirm('?'), prompt('name', 'Anna'), document.querySelector('p').textContent]);
"""
PAGE = "<!doctype html><meta charset=utf-8><title>T</title><p>hällo</p><script>\n{}</script>\n<script>{}</script>\n"
RAW = """function post(value) {
  if (window.webkit) webkit.messageHandlers.log.postMessage(value); else Android.log(JSON.stringify(value));
}"""
REACT = "function post(payload) { ReactNativeWebView.postMessage(JSON.stringify({ type: 'log', payload })); }"
CORDOVA = """<!doctype html><meta charset=utf-8><script src="cordova.js"></script><p>hällo</p><script>
document.addEventListener('deviceready', () => {
  const exec = cordova.require('cordova/exec');
  const post = value => exec(answer => seen(answer), null, 'Log', 'log', [value]);
  let answers = 0;
  const seen = answer => { if (answers++ < 2) post(['answer', answer]); };
  SENSES
  let more = 0;
  exec(sample => { if (more++ < 3) post(sample); }, null, 'Accelerometer', 'start', []);
  exec(null, error => post(['denied', error]), 'Contacts', 'find', []);
});
</script>
"""
CAPACITOR = """<!doctype html><meta charset=utf-8><p>hällo</p><script>
const { Log, Geolocation, Contacts } = Capacitor.Plugins;
const post = value => { Capacitor.nativePromise('Log', 'log', { value }); };
SENSES
Capacitor.nativePromise('Geolocation', 'getCurrentPosition', {}).then(fix => post(fix));
Capacitor.nativePromise('Contacts', 'find', {}).catch(error => post(['denied', error.message, error.code]));
</script>
"""
# Bridges whose calls return results: what came before a call arrives before it, whatever its size.
DSBRIDGE = """function say(method, text) {
  return JSON.parse(window._dswk ? prompt('_dsbridge=' + method, text) : _dsbridge.call(method, text));
}
function post(data) { return say('log.log', JSON.stringify({ data })).data; }
post('x'.repeat(200000) + 'ä\\u{1F600}');
post(post(1));
setTimeout(() => { post(say('nobody.home', '{}').code); }, 300);
"""
JSBRIDGE2 = """function post(data) {
  return prompt(JSON.stringify({ module: 'log', method: 'log', parameters: [{ type: 4, value: String(data) }] }));
}
"""
TAURI = "function post(payload) { __TAURI_INTERNALS__.invoke('log', { payload }).then(() => {}); }"
HOTWIRE = """let id = 0, adapter;
const waiting = [];
function post(data) {
  const message = { id: String(id++), component: 'log', event: 'log', data: { metadata: { url: location.href }, data } };
  if (adapter) adapter.receive(message); else waiting.push(message);
}
window.HotwireNative = { web: {
  setAdapter(given) { adapter = given; waiting.forEach(message => adapter.receive(message)); },
  adapterDidUpdateSupportedComponents() {},
  receive(message) {},
} };
document.dispatchEvent(new Event('web-bridge:ready'));
"""
JSBRIDGE = """let bridge;
const waiting = [];
function post(data) { if (bridge) bridge.callHandler('log', data, () => {}); else waiting.push(data); }
function ready() {
  bridge = window.WebViewJavascriptBridge;
  bridge.init((message, respond) => respond('heard'));
  waiting.forEach(post);
}
if (window.WebViewJavascriptBridge) ready(); else document.addEventListener('WebViewJavascriptBridgeReady', ready);
"""
# The page's end of WebViewJavascriptBridge, of each version: calls with answers, many in a turn, a large one, one without a
# handler, and handlers that native code calls.
WVJB = """let bridge;
const waiting = [];
function post(data) {
  if (!bridge) return waiting.push(data);
  bridge.callHandler('logMessage', data, answer => { if (waiting.length++ < 20) post(['answer', answer]); });
}
function use(found) {
  const held = waiting.splice(0);
  bridge = found;
  bridge.registerHandler('showAcceleration', (data, respond) => respond({ heard: data }));
  for (const one of held) post(one);
  for (let index = 0; index < 300; index += 1) bridge.callHandler('logMessage', index);
  bridge.callHandler('logMessage', 'x'.repeat(100000) + 'ä\\u{1F600}\\u2028');
  bridge.callHandler('nobody', { a: [1, null] }, () => post('never'));
  setTimeout(() => location.hash = 'later', 400);
}
"""
WVJB6 = WVJB + """function connect(address) {
  if (window.WVJBCallbacks) return window.WVJBCallbacks.push(use);
  window.WVJBCallbacks = [use];
  const frame = document.createElement('iframe');
  frame.style.display = 'none';
  frame.src = address;
  document.documentElement.appendChild(frame);
  setTimeout(() => document.documentElement.removeChild(frame), 0);
}
connect('%s');
"""
WVJB4 = WVJB + """function ready() {
  const found = window.WebViewJavascriptBridge;
  found.init((message, respond) => respond('heard'));
  found.send('without a name', answer => post(['named', answer]));
  use(found);
}
if (window.WebViewJavascriptBridge) ready(); else document.addEventListener('WebViewJavascriptBridgeReady', ready);
"""
PLUGINS = {
    "log": {"value": {"ok": True}}, "Android.log": {"value": 1}, "log.log": {"value": 2}, "Log.log": {"value": {"ok": True}, "delayNanoseconds": 5000000},
    "Contacts.find": {"error": {"code": 20, "message": "denied"}},
}


@pytest.fixture(scope="session")
def walk(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("chromium") / "walk.mcap"
    kymo.run("synth", "walk", "--duration", "3", "-o", path)
    return path


@pytest.fixture
def plugins(app):
    app.write('{"k": "v"}', "data.json")
    return app.write(json.dumps(PLUGINS), "plugins.json")


def compared(app, page, *arguments, exit_code=0, **options):
    return app.report(page, *arguments, "--in", "chromium", exit_code=exit_code, **options)["browser"]


def assert_same(browser, exit_code=0):
    assert browser["firstDifference"] is None, browser["firstDifference"]
    assert browser["same"] and browser["unsettled"] == 0 and not browser["cut"]
    assert browser["here"] == browser["chromium"]
    assert browser["compared"] == sum(browser["here"].values()) > 0


PAGES = {
    "raw": PAGE.format(RAW, SENSES),
    "reactnative": PAGE.format(REACT, SENSES),
    "cordova": CORDOVA.replace("SENSES", SENSES),
    "capacitor": CAPACITOR.replace("SENSES", SENSES),
    "dsbridge": PAGE.format(DSBRIDGE, SENSES),
    "tauri": PAGE.format(TAURI, SENSES),
    "hotwire": PAGE.format(HOTWIRE, SENSES),
    "jsbridge": PAGE.format(JSBRIDGE, SENSES),
}


@needs_chromium
@pytest.mark.parametrize("platform", ["ios", "android"])
@pytest.mark.parametrize("bridge", sorted(PAGES))
def test_the_same_messages_in_a_browser(app, walk, plugins, bridge, platform):
    page = app.write(PAGES[bridge])
    # Exit 1: an exception that nobody caught, in both.
    browser = compared(
        app, page, walk, "--bridge", bridge, "--platform", platform, "--plugins", plugins, exit_code=1
    )
    assert_same(browser)
    assert browser["uncaught"] == 1 and browser["version"].startswith("Chrome/")
    assert browser["chromium"]["toNative"] > 15
    is_moved = bridge == "capacitor" and platform == "ios"
    assert browser["origin"] == ("https://localhost" if is_moved else None)


@needs_chromium
@pytest.mark.parametrize(("bridge", "text"), [
    (None, WVJB6 % "https://__bridge_loaded__"),
    ("wvjb", WVJB6 % "wvjbscheme://__BRIDGE_LOADED__"),
    ("wvjb4", WVJB4),
])
def test_a_page_of_webviewjavascriptbridge(app, walk, bridge, text):
    app.write('{"k": "v"}', "data.json")
    # The bridge comes once Chromium has loaded the page, and a channel's message before it.
    page = app.write(PAGE.format(text, SENSES.replace("channel.port2.postMessage", "void")))
    browser = compared(app, page, walk, *(("--bridge", bridge) if bridge else ()), exit_code=1)
    assert_same(browser)
    assert browser["uncaught"] == 1 and browser["chromium"]["toNative"] > 320


@needs_chromium
def test_what_a_page_says_while_its_bridge_is_made_arrives(app):
    page = app.write("""<!doctype html><script>
    document.addEventListener('WebViewJavascriptBridgeReady', event => {
      event.bridge.init(() => {});
      event.bridge.callHandler('logMessage', 'hello');
    });
    </script>""")
    browser = compared(app, page, "--bridge", "wvjb4")
    assert_same(browser)
    assert browser["chromium"]["toNative"] == 1


@needs_chromium
def test_a_page_that_a_fault_loads_anew_has_its_own_time(app, walk):
    page = app.write(PAGE.format("const post = text => makeCall('logMessage', text);",
                                 "post([performance.now(), performance.timeOrigin]); setInterval(() => post(Date.now()), 100);"))
    for number in (1, 40, 57):
        assert_same(compared(app, page, walk, "--fault", f"reload@{number}"))


@needs_chromium
def test_a_worker_fetches_in_chromium(app, walk):
    app.write('{"k": "v"}', "data.json")
    app.write("onmessage = async () => postMessage(await (await fetch('data.json')).json());", "worker.js")
    page = app.write("""<!doctype html><script>
    function ask() {
      const worker = new Worker('worker.js');
      worker.onmessage = event => webkit.messageHandlers.log.postMessage(event.data);
      worker.postMessage('');
    }
    ask();
    setTimeout(ask, 500);
    </script>""")
    browser = compared(app, page, walk, "--bridge", "raw", "--plugins", app.write('{"log": []}', "p.json"))
    assert_same(browser)
    assert browser["chromium"]["toNative"] == 2


@needs_chromium
def test_a_page_without_its_bridge_says_the_same_in_both(app, walk):
    page = app.write(PAGE.format("window.WebViewJavascriptBridge = {}; const post = text => makeCall('logMessage', text);"
                                 + "const frame = document.createElement('iframe'); frame.src = 'https://__bridge_loaded__';"
                                 + "document.documentElement.appendChild(frame);", SENSES))
    app.write('{"k": "v"}', "data.json")
    assert_same(compared(app, page, walk, exit_code=1))


@needs_chromium
def test_a_page_of_quickconnect(kymo):
    folder = ROOT / "Recordings" / "devicecatalog"
    done = kymo.run("run", folder / "page" / "index.html", folder / "session.mcap", "--in", "chromium")
    line = next(line for line in done.stdout.splitlines() if line.startswith("compared "))
    assert "the same 4862 messages in Chrome/" in line and "3 to native, 4859 to the page" in line
    assert "not compared: the console" in done.stdout


ORIGIN = """<!doctype html><link rel=stylesheet href=/s.css><h1>H</h1>
<img src=/none.png><script>
const post = value => webkit.messageHandlers.log.postMessage(value);
post([location.href, sessionStorage.n | 0, localStorage.x || null]);
sessionStorage.n = (sessionStorage.n | 0) + 1;
localStorage.x = 'y' + sessionStorage.n;
</script>
<script type=module>
import { a } from './a.js';
post(['module', a]);
post(['lazy', (await import('./lazy.js')).default]);
</script>
<script>
fetch('/nope.json').then(async answer => post([answer.status, await answer.text()]));
fetch('https://api.example/x', { method: 'POST', body: 'b' }).then(async answer => post(['api', await answer.text()]));
const request = new XMLHttpRequest();
request.onload = () => post(['xhr', request.status, request.responseText]);
request.open('GET', 'data.json');
request.send();
post(getComputedStyle(document.querySelector('h1')).color);
setTimeout(() => { history.pushState(null, '', '?q=1#part'); post(location.search + location.hash); }, 100);
if (sessionStorage.n < 3) setTimeout(() => location.reload(), 800);
else if (sessionStorage.n < 4) setTimeout(() => { location.href = 'other.html'; }, 200);
</script>
"""
FETCH = {"rules": [{"url": "https://api.example/x", "method": "POST", "status": 200, "text": "answer"}]}


@needs_chromium
def test_modules_requests_storage_and_places(app, walk, plugins):
    app.write("export const a = 1;", "a.js")
    app.write("export default 'lazy';", "lazy.js")
    app.write("h1 { color: rgb(1, 2, 3) }", "s.css")
    app.write(
        "<!doctype html><script>webkit.messageHandlers.log.postMessage([location.pathname, localStorage.x]);</script>",
        "other.html",
    )
    page = app.write(ORIGIN)
    rules = app.write(json.dumps(FETCH), "rules.json")
    report = app.report(
        page, walk, "--bridge", "raw", "--plugins", plugins, "--fetch", rules, "--in", "chromium"
    )
    assert report["navigations"] == 3 and report["loads"] == 4
    assert_same(report["browser"])
    assert report["browser"]["chromium"]["toNative"] > 20


WORKER = """importScripts('more.js');
onmessage = async event => {
  if (event.data === 'fetch') return postMessage(await (await fetch('data.json')).json());
  postMessage(more(event.data));
};
"""


@needs_chromium
def test_what_workers_are_sent_now_they_answer_now(app, walk, plugins):
    app.write(WORKER, "worker.js")
    app.write("function more(value) { return value + 1; }", "more.js")
    page = app.write(
        PAGE.format(
            RAW,
            """
            const worker = new Worker('worker.js');
            worker.onmessage = event => {
              post(event.data);
              if (typeof event.data === 'number' && event.data < 20) worker.postMessage(event.data);
            };
            setTimeout(() => worker.postMessage(1), 50);
            setTimeout(() => worker.postMessage('fetch'), 100);
            const short = new Worker(URL.createObjectURL(new Blob(['postMessage("begun"); close()'])));
            short.onmessage = event => post(event.data);
            """,
        ),
        "index.html",
    )
    browser = compared(app, page, walk, "--bridge", "raw", "--platform", "ios", "--plugins", plugins)
    assert_same(browser)
    assert browser["here"]["toNative"] == 21


@needs_chromium
def test_a_worker_that_never_rests_holds_nothing_up(app, walk, plugins):
    loop = "setInterval(() => postMessage(1), 1)"
    page = app.write(
        PAGE.format(RAW, f"""new Worker('data:text/javascript,{loop}'); setTimeout(() => post('later'), 500);"""), "index.html"
    )
    browser = compared(app, page, walk, "--bridge", "raw", "--platform", "ios", "--plugins", plugins)
    assert browser["same"] and browser["compared"] > 0


@needs_chromium
def test_faults_and_replies_that_are_scripts_happen_there_too(app, walk, plugins):
    page = app.write(PAGES["capacitor"])
    arguments = (page, walk, "--bridge", "capacitor", "--plugins", plugins)
    for fault in ("reload@5", "drop@2", "delay@3=0.25"):
        assert_same(compared(app, *arguments, "--fault", fault, exit_code=1))


# Whatever has sizes has none in our engine.
LAYOUT = """<!doctype html><p style="width: 100px">text</p><script>
const post = value => webkit.messageHandlers.log.postMessage(value);
post('one');
post(['width', document.querySelector('p').offsetWidth]);
setTimeout(() => post('three'), 100);
</script>
"""


@needs_chromium
def test_a_difference_is_named_with_both_sides(app, walk, plugins):
    page = app.write(LAYOUT)
    arguments = (page, walk, "--bridge", "raw", "--plugins", plugins)
    browser = compared(app, *arguments, exit_code=4)
    assert not browser["same"] and browser["here"] == browser["chromium"]
    difference = browser["firstDifference"]
    assert difference["number"] == 1 and not difference["timeOnly"]
    assert difference["here"]["text"].endswith("%22width%22%2C0%5D") and difference["here"]["direction"] == "toNative"
    assert difference["chromium"]["text"].endswith("%22width%22%2C100%5D")
    assert difference["here"]["time"] == difference["chromium"]["time"]
    text = app.kymo.run("run", *arguments, "--in", "chromium", exit_code=4).stdout
    assert "DIFFERENT message 1: here there are" in text and "not compared: " in text
    assert '  chromium  to native, at ' in text and '"width",100' in text


@needs_chromium
def test_a_message_too_few_and_one_at_another_time(app, walk, plugins):
    arguments = (walk, "--bridge", "raw", "--plugins", plugins)
    post = "const post = value => webkit.messageHandlers.log.postMessage(value);"
    fewer = app.script(post + "setTimeout(() => { if (!window.chrome) post('only here'); }, 100000);")
    browser = compared(app, fewer, *arguments, "--after", "200", exit_code=4)
    assert browser["firstDifference"]["chromium"] is None
    later = app.script(post + "setTimeout(() => post('x'), window.chrome ? 20 : 10);")
    browser = compared(app, later, *arguments, exit_code=4)
    # Between the two times there are messages to the page.
    assert browser["firstDifference"]["here"]["time"] < browser["firstDifference"]["chromium"]["time"]


@needs_chromium
def test_no_message_is_no_success(app):
    browser = compared(app, app.script("1"), "--bridge", "raw", exit_code=3)
    assert not browser["same"] and browser["compared"] == 0
    done = app.kymo.run("run", app.folder / "index.html", "--bridge", "raw", "--in", "chromium", exit_code=3)
    assert "compared  nothing" in done.stdout


@needs_chromium
@pytest.mark.parametrize(
    "loop",
    ["for (;;);", "setTimeout(() => { for (;;); }, 5);",
     "setTimeout(function f() { Promise.resolve().then(f); }, 5);"],
)
def test_scripts_that_never_return_there(app, walk, plugins, loop):
    page = app.script("webkit.messageHandlers.log.postMessage(1); if (window.chrome) { " + loop + " }")
    begin = time.monotonic()
    done = app.kymo.run(
        "run", page, walk, "--bridge", "raw", "--plugins", plugins, "--script-time", "1", "--in", "chromium",
        exit_code=1,
    )
    assert "in Chromium, its scripts ran longer than 1.0 s of processor time" in done.stderr
    assert "bridge    " in done.stdout
    assert time.monotonic() - begin < 90


def test_without_chromium_the_package_is_named(app, walk, plugins, tmp_path):
    page = app.write(LAYOUT)
    arguments = ("run", page, walk, "--bridge", "raw", "--plugins", plugins, "--in", "chromium")
    environment = {**os.environ, "PATH": str(tmp_path)}
    environment.pop("KYMOGRAPH_CHROMIUM", None)
    done = app.kymo.run(*arguments, exit_code=1, env=environment)
    assert done.stdout == "" and "install the package chromium" in done.stderr
    done = app.kymo.run(*arguments, exit_code=1, env={**environment, "KYMOGRAPH_CHROMIUM": "/nonexistent"})
    assert done.stdout == "" and "/nonexistent" in done.stderr
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho no display >&2\nexit 3\n")
    broken.chmod(0o755)
    done = app.kymo.run(*arguments, exit_code=1, env={**os.environ, "KYMOGRAPH_CHROMIUM": str(broken)})
    assert "Chromium has ended: no display" in done.stderr


@pytest.mark.parametrize(
    "arguments,problem",
    [(["--speed", "2"], "--speed"), (["--sweep-faults", "drop"], "--sweep-faults"), (["--tap", "p@1s"], "taps")],
)
def test_what_is_refused(app, walk, arguments, problem):
    page = app.write(LAYOUT)
    environment = {**os.environ, "KYMOGRAPH_CHROMIUM": "/bin/true"}
    done = app.kymo.run("run", page, walk, *arguments, "--in", "chromium", exit_code=64, env=environment)
    assert problem in done.stderr
    script = app.write("1", "s.js")
    done = app.kymo.run("run", script, "--in", "chromium", exit_code=64, env=environment)
    assert "needs a page" in done.stderr


def processes(word):
    """The processes whose command line has a word in it."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if word.encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            pass
    return found


@needs_chromium
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_nothing_is_left_behind(app, walk, plugins, tmp_path, number):
    page = app.script(
        "webkit.messageHandlers.log.postMessage(1); if (window.chrome) setTimeout(() => { for (;;); }, 5);"
    )
    # A short path: the browser has a socket there.
    temporary = pathlib.Path(tempfile.mkdtemp(prefix="kymo-test-", dir="/tmp"))
    command = [app.kymo.binary, "run", page, walk, "--bridge", "raw", "--plugins", plugins, "--in", "chromium"]
    process = subprocess.Popen(
        [*map(str, command), "--script-time", "600"], env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    deadline = time.monotonic() + 60
    while not processes(str(temporary)):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(2)
    process.send_signal(number)
    output, diagnostics = process.communicate(timeout=60)
    assert process.returncode == 3, diagnostics
    assert "interrupted" in output + diagnostics
    assert processes(str(temporary)) == [] and list(temporary.iterdir()) == []
    temporary.rmdir()
