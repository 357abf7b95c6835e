"""Pages that call for long keep nothing: neither in the engine's heap nor in that of the native side.

The engine tells after each of its collections what lives. Collections are made whole here: those of young objects alone
leave garbage for the next whole one, and one that runs beside the scripts leaves more of it the busier the machine is.
"""

import json
import os
import re
import subprocess
import time

import pytest
from pages import app, needs_engine  # noqa: F401

pytestmark = needs_engine

ROUNDS = 50_000
# By how many KiB more may live at the end than after the start: 16 bytes per round trip would be twice as much.
ENGINE_GROWTH = 256
NATIVE_GROWTH = 128
# After so many collections the page has begun, and its functions are compiled.
BEGUN = 3
WHOLE = {"JSC_logGC": "1", "JSC_useGenerationalGC": "0", "JSC_useConcurrentGC": "0"}
COLLECTION = re.compile(r"START M \d+kb => FullCollection.*?=> (\d+)kb,", re.S)
HEAP = re.compile(r"\[heap\]\n(?:\w+:.*\n)*?Rss:\s+(\d+) kB")

# Fifty calls at once, and the next fifty when all are answered.
ROUND = """
var rounds = 0;
function check(value) { if (value !== 7) throw new Error('another value: ' + value); }
function soak(call) {
  var open = 0;
  function done() {
    rounds += 1; open -= 1;
    if (open === 0 && rounds < %d) setTimeout(go, 0);
    if (rounds === %d) console.log('done');
  }
  function go() { open = 50; for (var n = 0; n < 50; n += 1) call(done); }
  go();
}
""" % (ROUNDS, ROUNDS)

DSBRIDGE = """
var isIOS = window._dswk === true, names = 0;
function say(text) { return isIOS ? prompt('_dsbridge=echo', text) : _dsbridge.call('echo', text); }
"""
AT_ONCE = DSBRIDGE + """soak(done => {
  for (var n = 0; n < 3; n += 1) check(JSON.parse(say('{"data":1}')).data.value);
  done();
});"""
LATER = DSBRIDGE + """soak(done => {
  var name = 'dscb' + names++;
  window[name] = value => { check(value.value); done(); };
  say(JSON.stringify({ data: 1, _dscbstub: name }));
});"""
HOTWIRE = """
var waiting = {}, last = 0;
HotwireNative = { web: {
  setAdapter(adapter) {
    setTimeout(() => soak(done => {
      var id = String(last += 1);
      waiting['of ' + id] = done;
      adapter.receive({ id, component: 'form', event: 'connect', data: { metadata: { url: location.href } } });
    }), 0);
  },
  adapterDidUpdateSupportedComponents() {},
  receive(message) { waiting['of ' + message.id](); delete waiting['of ' + message.id]; },
} };
document.dispatchEvent(new Event('web-bridge:ready'));
"""
FIRST = """
function begin(bridge) {
  bridge.init(() => {});
  soak(done => bridge.callHandler(%s, 'one', %s));
}
if (window.WebViewJavascriptBridge) begin(WebViewJavascriptBridge);
else document.addEventListener('WebViewJavascriptBridgeReady', event => begin(event.bridge || WebViewJavascriptBridge));
"""
HANDLERS = """
WVJBCallbacks = [bridge => soak(done => bridge.callHandler('logMessage', 'one', done))];
var frame = document.createElement('iframe');
frame.src = 'https://__bridge_loaded__';
document.documentElement.appendChild(frame);
"""
CORDOVA = """
document.addEventListener('deviceready', () => soak(done => {
  cordova.require('cordova/exec')(value => { check(value.value); done(); }, check, 'Echo', 'echo', [1]);
}));
"""
PROMISED = "soak(done => Capacitor.nativePromise('Echo', 'echo', { n: 1 }).then(value => { check(value.value); done(); }));"
INVOKED = "soak(done => __TAURI_INTERNALS__.invoke('echo', { n: 1 }).then(value => { check(value.value); done(); }));"
POSTED = "soak(done => webkit.messageHandlers.echo.postMessage({ n: 1 }).then(value => { check(value.value); done(); }));"
MADE = """
function go() {
  makeCall('logMessage', 'one');
  rounds += 1;
  if (rounds < %d) setTimeout(go, 0); else console.log('done');
}
go();
""" % ROUNDS

PAGES = {
    "dsbridge at once, ios": ("dsbridge", "ios", AT_ONCE),
    "dsbridge at once, android": ("dsbridge", "android", AT_ONCE),
    "dsbridge, ios": ("dsbridge", "ios", LATER),
    "hotwire": ("hotwire", "ios", HOTWIRE),
    "tauri": ("tauri", "android", INVOKED),
    "jsbridge": ("jsbridge", "android", FIRST % ("'echo'", "value => { check(JSON.parse(value).value); done(); }")),
    "wvjb4": ("wvjb4", None, FIRST % ("'logMessage'", "done")),
    "wvjb": ("wvjb", None, HANDLERS),
    "quickconnect": ("quickconnect", None, MADE),
    "cordova, ios": ("cordova", "ios", CORDOVA),
    "cordova, android": ("cordova", "android", CORDOVA),
    "capacitor, ios": ("capacitor", "ios", PROMISED),
    "capacitor, android": ("capacitor", "android", PROMISED),
    "raw": ("raw", "ios", POSTED),
}
ANSWERS = {name: {"value": {"value": 7}} for name in ("echo", "Echo.echo", "form.connect")}


def measured(app, bridge, platform, script):
    """Runs a page, and returns what lived in the engine, and what the native heap took, as it went on, in KiB."""
    head = '<script src="cordova.js"></script>' if bridge == "cordova" else ""
    page = app.write(f"<!doctype html><title>t</title>{head}<script>{ROUND}{script}</script>")
    words = ["run", page, "--bridge", bridge, "--after", "1000000", "--format", "json"]
    if platform:
        words += ["--platform", platform, "--plugins", app.write(json.dumps(ANSWERS), "answers.json")]
    if bridge == "raw":
        words += ["--handler", "echo=reply"]
    told, said = app.folder / "told.json", app.folder / "collections.txt"
    native = []
    with told.open("w") as out, said.open("w") as errors:
        process = subprocess.Popen(
            [str(app.kymo.binary), *map(str, words)], stdout=out, stderr=errors, env={**os.environ, **WHOLE}
        )
        try:
            while process.poll() is None:
                try:
                    with open(f"/proc/{process.pid}/smaps") as maps:
                        found = HEAP.search(maps.read())
                except ProcessLookupError:
                    break
                if found:
                    native.append(int(found[1]))
                time.sleep(0.02)
        finally:
            process.kill()
            process.wait()
    report = json.loads(told.read_text())
    assert [line["text"] for line in report["console"]] == ["done"]
    assert report["toNative"]["delivered"] == ROUNDS * (3 if script == AT_ONCE else 1)
    assert report["toNative"]["waiting"] == report["toPage"]["waiting"] == report["waitingInPage"] == 0
    return [int(size) for size in COLLECTION.findall(said.read_text())], native


def growth(engine, native):
    """By how much more lives at the end than after the start, in KiB: in the engine, and in the native heap."""
    print(engine, native[:: max(1, len(native) // 20)])
    assert len(engine) > BEGUN + 1 and len(native) > 8, "the run is too short to tell"
    return min(engine[-2:]) - engine[BEGUN], native[-2] - native[len(native) // 3]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_calls_for_long_keeps_nothing(app, name):
    engine, native = growth(*measured(app, *PAGES[name]))
    assert engine < ENGINE_GROWTH
    assert native < NATIVE_GROWTH


# Much is kept: where a run takes long, the engine throws away what it compiled long ago, a megabyte of it.
@pytest.mark.parametrize("kept", ["all.push(new Array(10).fill(rounds))", "localStorage['key' + rounds] = 'a value'.repeat(8)"])
def test_what_a_page_keeps_is_seen(app, kept):
    engine, native = growth(*measured(app, "capacitor", "ios", "var all = [];" + PROMISED.replace("done();", f"{kept}; done();")))
    assert engine > 2 * ENGINE_GROWTH
    assert native > 2 * NATIVE_GROWTH or "localStorage" not in kept
