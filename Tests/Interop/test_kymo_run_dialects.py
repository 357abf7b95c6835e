"""`kymo run` with pages of Cordova, Capacitor, message handlers and React Native: found, run, recorded, and the same again."""

import json
import urllib.parse
import shutil

import pytest
from pages import app, lines, needs_engine, totals  # noqa: F401

pytestmark = needs_engine

CORDOVA = """<!doctype html><html><head><script src="cordova.js"></script></head><body><script>
document.addEventListener('deviceready', function () {
  var exec = cordova.require('cordova/exec'), shown = 0;
  function say(name) { return function (value) { console.log(name, JSON.stringify(value)); }; }
  console.log('ready', cordova.platformId);
  exec(say('logged'), say('failed'), 'logMessage', '', ['x']);
  exec(function (sample) { if (shown < 3) console.log('sample', sample.z > 0, Object.keys(sample).join()); shown += 1; },
    say('failed'), 'Accelerometer', 'start', []);
  exec(say('info'), say('failed'), 'Device', 'getDeviceInfo', []);
  exec(say('picture'), say('failed'), 'Camera', 'getPicture', [{ quality: 50 }]);
  exec(say('found'), say('denied'), 'Contacts', 'find', []);
  exec(say('level'), say('failed'), 'Battery', 'start', []);
  exec(say('nothing'), say('unknown'), 'Nobody', 'home', []);
  exec(null, null, 'Device', 'getDeviceInfo', []);
  setTimeout(function () { console.log('samples', shown > 10); }, 2000);
});
</script></body></html>
"""
PLUGINS = {
    "Camera.getPicture": {"value": "aGk=", "delayNanoseconds": 250_000_000},
    "Contacts.find": {"error": {"code": 20, "message": "denied"}},
    "Battery.start": [{"value": {"level": 80}}, {"delayNanoseconds": 500_000_000, "value": {"level": 79}}],
}
CAPACITOR = """<!doctype html><title>Capacitor</title><script>
console.log(Capacitor.getPlatform(), Capacitor.isNativePlatform(), Capacitor.isPluginAvailable('Geolocation'));
Capacitor.nativePromise('Geolocation', 'getCurrentPosition', {}).then(function (fix) {
  console.log('position', typeof fix.coords.latitude, Object.keys(fix).join());
});
var fixes = 0, id = Capacitor.nativeCallback('Geolocation', 'watchPosition', {}, function () { fixes += 1; });
Capacitor.nativePromise('Contacts', 'find', {}).catch(function (error) { console.log('failed', error.message); });
Capacitor.nativePromise('Camera', 'getPicture', {}).then(function (value) { console.log('picture', JSON.stringify(value)); });
Promise.resolve().then(function () { console.log('then'); });
console.log('after');
setTimeout(function () { console.log('fixes', fixes > 3, typeof id); }, 20000);
</script>
"""


@pytest.fixture
def plugins(app):
    return app.write(json.dumps(PLUGINS), "plugins.json")


@pytest.fixture
def walk(kymo, tmp_path):
    path = tmp_path / "walk.mcap"
    kymo.run("synth", "walk", "--duration", "30", "-o", path)
    return path


def identity(report):
    totals(report)
    return {name: report[name] for name in ("digest", "bridgeDigest", "messages", "events", "console", "phoneCalls")}


def said(report):
    return [line["text"] for line in report["console"] if line["level"] in ("log", "bridge")]


@pytest.mark.parametrize("platform", ["ios", "android"])
def test_a_page_of_cordova_finds_its_plugins(app, walk, plugins, platform):
    page = app.write(CORDOVA)
    report = app.report(page, walk, "--platform", platform, "--plugins", plugins)
    assert report["bridge"] == "cordova" and report["platform"] == platform
    assert report["bridgeReason"] == "it loads cordova.js"
    told = said(report)
    assert report["missing"] == []
    assert told[0] == f"ready {platform}"
    keys = "x,y,z,timestamp"
    assert told.count(f"sample true {keys}") == 3 and "samples true" in told
    assert 'picture "aGk="' in told and 'denied {"code":20,"message":"denied"}' in told
    assert 'level {"level":80}' in told and 'level {"level":79}' in told
    assert "bridge: nobody answers Nobody.home" in ["bridge: " + text for text in told]
    # D4: Android tells the page, iOS says nothing.
    assert ('unknown "Class not found"' in told) == (platform == "android")
    assert report["phoneCalls"] == {
        "Accelerometer.start": 1, "Battery.start": 1, "Camera.getPicture": 1, "Contacts.find": 1,
        "Device.getDeviceInfo": 2,
    }


def test_strict_makes_of_silence_an_error(app, walk, plugins):
    options = (app.write(CORDOVA), walk, "--platform", "ios", "--plugins", plugins)
    assert 'unknown "Class not found"' not in said(app.report(*options))
    assert 'unknown "Class not found"' in said(app.report(*options, "--strict", exit_code=3))


@pytest.mark.parametrize("name", ["cordova", "capacitor"])
@pytest.mark.parametrize("platform", ["ios", "android"])
def test_the_same_in_two_processes_at_any_speed_and_anywhere(app, walk, plugins, tmp_path, name, platform):
    app.write("{}", "capacitor.config.json") if name == "capacitor" else None
    page = app.write(CORDOVA if name == "cordova" else CAPACITOR)
    options = (walk, "--platform", platform, "--plugins", plugins)
    first = identity(app.report(page, *options))
    assert identity(app.report(page, *options)) == first
    assert identity(app.report(page, *options, "--speed", "1000")) == first
    copy = tmp_path / "elsewhere" / "copy"
    shutil.copytree(app.folder, copy)
    assert identity(app.report(copy / "index.html", *options)) == first


@pytest.mark.parametrize("platform", ["ios", "android"])
def test_a_page_of_capacitor_finds_its_plugins(app, walk, plugins, platform):
    app.write("{}", "capacitor.config.json")
    report = app.report(app.write(CAPACITOR), walk, "--platform", platform, "--plugins", plugins)
    assert report["bridge"] == "capacitor" and report["bridgeReason"] == "capacitor.config.json is there"
    told = lines(report)
    assert told[:3] == [f"{platform} true true", "after", "then"]
    assert "position number timestamp,coords" in told and "failed denied" in told
    assert 'picture {"value":"aGk="}' in told and "fixes true string" in told


def test_what_a_dialect_sends_is_recorded_verified_and_replayed(app, kymo, walk, plugins, tmp_path):
    page = app.write(CORDOVA)
    target = tmp_path / "run.mcap"
    first = app.report(page, walk, "--plugins", plugins, "--record", target)
    again = app.report(page, target, "--plugins", plugins, "--verify")
    assert again["verified"] and again["comparedCalls"] == 8 and again["bridgeDigest"] == first["bridgeDigest"]
    replayed = kymo.json("replay", target, "--verify")
    assert replayed["digest"] == first["digest"]
    requests = kymo.run("query", target, "SELECT transport, text FROM requests LIMIT 2", "--format", "csv").stdout
    assert "cordova" in requests and "Accelerometer.start" in requests
    changed = app.write(CORDOVA.replace("'Camera'", "'Camcorder'"))
    app.report(changed, target, "--plugins", plugins, "--verify", exit_code=4)


SERVED = """<!doctype html><title>t</title><script>
const found = Capacitor.nativePromise('Camera', 'getPicture', {});
const served = fetch('http://a.example/list').then(answer => answer.text());
Promise.all([found, served]).then(([picture, text]) => {
  Capacitor.nativeCallback('Device', 'getInfo', { picture: picture.value, text });
});
</script>"""
RULES = {"rules": [{"url": "http://a.example/list", "text": "one, two", "delayNanoseconds": 5_000_000}]}


def test_answers_of_plugins_and_servers_are_kept_in_the_recording(app, kymo, walk, plugins, tmp_path):
    page, target, copy = app.write(SERVED), tmp_path / "run.mcap", tmp_path / "copy.mcap"
    options = ("--bridge", "capacitor", "--platform", "android")
    rules = app.write(json.dumps(RULES), "rules.json")
    first = app.report(page, walk, *options, "--plugins", plugins, "--fetch", rules, "--record", target)
    assert first["recordedAnswers"] == []
    told = kymo.run("query", target, "SELECT text FROM requests", "--format", "csv").stdout
    assert "Device.getInfo" in told and "aGk=" in urllib.parse.unquote(told) and "one, two" in urllib.parse.unquote(told)

    again = app.report(page, target, "--bridge", "capacitor", "--verify")
    assert again["recordedAnswers"] == ["plugins", "fetch"] and again["verified"]
    assert (again["digest"], again["bridgeDigest"]) == (first["digest"], first["bridgeDigest"])
    said = kymo.run("run", page, target, "--bridge", "capacitor").stdout
    assert "answers   as in the run that was recorded, see --plugins and --fetch" in said

    # What replays, cuts and verifies the recording keeps them, and does not take them for what a replay makes.
    assert kymo.json("replay", target, "--verify", "--record", copy)["digest"] == first["digest"]
    assert app.report(page, copy, "--bridge", "capacitor", "--verify")["verified"]
    cut = tmp_path / "cut.mcap"
    kymo.run("cut", target, "--start", "0s", "--end", "20s", "-o", cut)
    assert app.report(page, cut, "--bridge", "capacitor")["recordedAnswers"] == ["plugins", "fetch"]

    # Nobody is told that a page without a bridge had the answers.
    bare = app.write("<!doctype html><title>t</title>", "bare.html")
    said = kymo.run("run", bare, target).stdout
    assert "unused    answers of plugins" in said and "--bridge capacitor was that" in said
    # Of two recordings nobody knows which answers count.
    other = tmp_path / "other.mcap"
    app.report(page, walk, *options, "--plugins", app.write('{"Camera.getPicture": []}', "other.json"), "--record", other,
               exit_code=1)
    both = tmp_path / "both.mcap"
    kymo.run("merge", target, other, "-o", both)
    done = kymo.run("run", page, both, "--bridge", "capacitor", exit_code=1)
    assert "2 attachments page.plugins" in done.stderr and "--plugins FILE" in done.stderr

    # An option takes the place of what the recording has.
    nothing = app.write("{}", "nothing.json")
    other = app.report(page, target, "--bridge", "capacitor", "--plugins", nothing, "--verify", exit_code=4)
    assert other["recordedAnswers"] == ["fetch"]


def test_bench_finds_the_phone_and_the_answers_of_the_recording(app, kymo, walk, plugins, tmp_path):
    text = """<!doctype html><script>
    if (!/Android/.test(navigator.userAgent)) throw new Error('no Android');
    Capacitor.nativePromise('Camera', 'getPicture', {}).then(({ value }) => { if (value !== 'aGk=') throw 1; throw value; });
    </script>"""
    page, target = app.write(text), tmp_path / "run.mcap"
    options = ("--bridge", "capacitor")
    app.report(page, walk, *options, "--platform", "android", "--plugins", plugins, "--record", target, exit_code=1)
    bench = ("bench", target, "--page", page, *options, "--pace", "none", "--duration", "0.2")
    # The answer came: nothing else is thrown.
    done = kymo.run(*bench, exit_code=1)
    assert "1 uncaught" in done.stderr and "aGk=" in done.stderr
    done = kymo.run(*bench, "--platform", "ios", exit_code=1)
    assert "no Android" in done.stderr


def test_recorded_answers_that_are_damaged_are_one_line(app, kymo, walk, plugins, tmp_path):
    page, target = app.write(CORDOVA), tmp_path / "run.mcap"
    app.report(page, walk, "--plugins", plugins, "--record", target)
    data = target.read_bytes()
    assert data.count(b"Camera.getPicture\": {\"value") == 1
    target.write_bytes(data.replace(b"Camera.getPicture\": {\"value", b"Camera.getPicture\": {\"velum"))
    done = kymo.run("run", page, target, exit_code=1)
    assert done.stderr.count("\n") == 1 and "attachment" in done.stderr and str(target) in done.stderr


def test_the_platform_is_that_of_the_recording(app, walk, tmp_path):
    page = app.write(CORDOVA)
    target = tmp_path / "run.mcap"
    app.report(page, walk, "--platform", "android", "--record", target)
    assert app.report(page, target, "--verify")["platform"] == "android"


def test_faults_are_made_at_messages_of_a_dialect(app, walk, plugins):
    page = app.write(CORDOVA)
    options = (page, walk, "--plugins", plugins)
    whole = app.report(*options)
    dropped = app.report(*options, "--fault", "drop@0")
    assert dropped["toNative"]["dropped"] == 1
    assert dropped["toNative"]["delivered"] == whole["toNative"]["delivered"] - 1
    loaded = app.report(*options, "--fault", "reload@20")
    assert loaded["reloads"] == 1 and said(loaded).count("ready ios") == 2
    totals(loaded)


def test_motion_has_the_sign_of_the_phone(app, kymo, tmp_path):
    rest = tmp_path / "rest.mcap"
    kymo.run("synth", "still", "--duration", "2", "-o", rest)
    page = app.script("""
      addEventListener('devicemotion', function (event) {
        if (window.done) return;
        window.done = true;
        console.log(event.accelerationIncludingGravity.z > 9, event.accelerationIncludingGravity.z < -9);
      });
    """)
    assert lines(app.report(page, rest)) == ["false true"]
    assert lines(app.report(page, rest, "--platform", "android")) == ["true false"]


RAW = """
console.log(typeof webkit.messageHandlers.nobody, typeof webkit.messageHandlers.loc);
console.log(String(webkit.messageHandlers.logMessage.postMessage('hello')));
try { webkit.messageHandlers.logMessage.postMessage(function () {}); } catch (error) { console.log(error.name); }
function showLoc(place) { console.log('showLoc', place.length); }
webkit.messageHandlers.loc.postMessage(null);
"""


def test_message_handlers_are_those_of_the_app(app, walk):
    report = app.report(app.script(RAW), walk)
    assert report["bridge"] == "raw" and report["bridgeReason"].startswith("its scripts use webkit.messageHandlers.")
    told = lines(report)
    assert told[:3] == ["undefined object", "undefined", "DataCloneError"]
    assert "showLoc 3" in told


def test_a_react_native_page_posts_texts_and_gets_messages(app, walk):
    page = app.script("""
      addEventListener('message', function (event) { console.log('got', JSON.parse(event.data).type); });
      ReactNativeWebView.postMessage(JSON.stringify({ type: 'logMessage', payload: 'x', id: 7 }));
      ReactNativeWebView.postMessage('plain');
    """)
    report = app.report(page, walk)
    assert report["bridge"] == "reactnative" and report["toNative"]["delivered"] == 2


@pytest.mark.parametrize(("files", "bridge", "reason"), [
    ({"capacitor.config.json": "{}"}, "capacitor", "capacitor.config.json is there"),
    ({"cordova.js": "\n"}, "capacitor", "its cordova.js is empty"),
    ({"cordova_plugins.js": ""}, "cordova", "cordova_plugins.js is there"),
    ({"config.xml": "<widget/>"}, "cordova", "config.xml of a widget is there"),
    ({}, "quickconnect", None),
])
def test_a_dialect_is_found_by_what_lies_around_the_page(app, files, bridge, reason):
    for name, text in files.items():
        app.write(text, name)
    report = app.report(app.write("<!doctype html><title>x</title>"))
    assert (report["bridge"], report["bridgeReason"]) == (bridge, reason)


@pytest.mark.parametrize(("text", "problem"), [
    ("[1]", "it is no object of commands"),
    ('{"A.b": {"value": 1, "error": "x"}}', "/A.b: an answer has a value or an error, not both"),
    ("{", "plugins.json"),
])
def test_a_script_of_plugins_that_is_none_is_one_line(app, text, problem):
    path = app.write(text, "plugins.json")
    page = app.write(CORDOVA)
    done = app.kymo.run("run", page, "--plugins", path, exit_code=1)
    assert problem in done.stderr and done.stderr.count("\n") == 1 and "plugins.json" in done.stderr


def test_plugins_are_for_pages_that_have_some(app):
    path = app.write("{}", "plugins.json")
    done = app.kymo.run("run", app.script("makeCall('loc')"), "--plugins", path, exit_code=64)
    assert "speaks no bridge with plugins" in done.stderr


# Handlers of the web view by themselves

REPLYING = """<!doctype html><title>t</title><script>
const post = text => webkit.messageHandlers.answers.postMessage(text);
post({ n: 1 }).then(value => console.log('value', JSON.stringify(value)));
post('again').then(value => console.log('again', JSON.stringify(value)), error => console.log('error', error.message));
console.log(typeof webkit.messageHandlers.nobody);
</script>
"""

LISTENING = """<!doctype html><title>t</title><script>
answers.onmessage = event => console.log('data', event.data, typeof event.data);
answers.postMessage('one');
answers.postMessage('two');
</script>
"""

METHODS = """<!doctype html><title>t</title><script>
console.log('at load', Native.level());
setTimeout(() => console.log('later', Native.level() + 1, Native.slow()), 5);
window.addEventListener('devicemotion', function once() {
  window.removeEventListener('devicemotion', once);
  console.log('moved', Native.level());
});
</script>
"""


def answering(app, **answers):
    return app.write(json.dumps(answers), "answers.json")


def test_a_handler_with_a_reply_gives_a_promise(app):
    answers = answering(app, answers=[{"value": {"m": 2}, "delayNanoseconds": 1_000_000}, {"error": "no", "delayNanoseconds": 2_000_000}])
    options = ("--bridge", "raw", "--plugins", answers, "--handler", "answers=reply")
    report = app.report(app.write(REPLYING), *options)
    assert said(report)[:2] == ["undefined", 'value {"m":2}'] and len(said(report)) == 3 + 2


def test_a_message_listener_gets_replies_as_events(app):
    answers = answering(app, answers=[{"value": "a"}, {"value": {"b": 1}, "delayNanoseconds": 1_000_000}])
    options = ("--bridge", "raw", "--platform", "android", "--plugins", answers, "--handler", "answers=listener")
    report = app.report(app.write(LISTENING), *options)
    assert said(report) == ["data a string", "data a string", 'data {"b": 1} string', 'data {"b": 1} string']


def test_a_method_of_an_object_returns_its_result(app, walk, kymo, tmp_path):
    answers = answering(app, **{"Native.level": {"value": 80}, "Native.slow": {"value": 1, "delayNanoseconds": 5_000_000}})
    page = app.write(METHODS)
    options = ("--bridge", "raw", "--platform", "android", "--plugins", answers)
    record = tmp_path / "calls.mcap"
    report = app.report(page, walk, *options, "--record", record)
    told = said(report)
    assert told[0] == "at load 80" and "moved 80" in told and "later 81 undefined" in told
    assert "Native.slow: the page goes on without the value that the method has on the phone" in told
    assert report["phoneCalls"] == {"Native.level": 3, "Native.slow": 1}
    # A replay has the calls where they were, and the page makes them again.
    kymo.run("replay", record, "--verify")
    assert app.report(page, record, *options, "--verify")["digest"] == report["digest"]
    assert identity(app.report(page, walk, *options, "--speed", "100000")) == identity(report)


def test_what_kind_a_handler_is_must_fit(app):
    page = app.write(REPLYING)
    for words, problem in [
        (("--bridge", "raw", "--handler", "a"), "--handler takes NAME=reply or NAME=listener; not 'a'"),
        (("--bridge", "raw", "--handler", "a=listener"), "ios has no handlers of that kind"),
        (("--bridge", "capacitor", "--handler", "a=reply"), "the page's bridge is capacitor, not raw"),
        (("--bridge", "wvjb", "--handler", "a=reply"), "has no handlers; try --bridge raw"),
    ]:
        assert problem in app.kymo.run("run", page, *words, exit_code=64).stderr


# Permissions

ASKING = """<!doctype html><title>t</title><script>
navigator.geolocation.getCurrentPosition(() => console.log('place'), error => console.log('place', error.code));
navigator.permissions.query({ name: 'geolocation' }).then(status => console.log('location', status.state));
DeviceMotionEvent.requestPermission().then(state => console.log('motion', state));
let moved = 0;
window.addEventListener('devicemotion', () => { moved += 1; });
setTimeout(() => console.log('moved', moved > 0), 20000);
</script>
"""


def test_a_permission_is_refused(app, walk, tmp_path):
    page = app.write(ASKING)
    record = tmp_path / "r.mcap"
    granted, refused = app.report(page, walk), app.report(page, walk, "--deny", "location", "--deny", "motion", "--record", record)
    assert said(granted) == ["location granted", "motion granted", "place", "moved true"]
    assert said(refused) == ["location denied", "motion denied", "place 1", "moved false"]
    # What was recorded so is run so again.
    assert said(app.report(page, record)) == said(refused)


def test_s7_positions_of_plugins_are_refused(app, walk):
    app.write("{}", "capacitor.config.json")
    page = app.write("""<!doctype html><title>t</title><script>
      const call = (name, options) => Capacitor.nativePromise('Geolocation', name, options || {});
      call('checkPermissions').then(value => console.log(JSON.stringify(value)));
      call('getCurrentPosition').catch(error => console.log(error.code, error.message));
    </script>""")
    report = app.report(page, walk, "--deny", "location")
    assert [line["text"] for line in report["console"] if line["level"] == "log"] == [
        '{"location":"denied","coarseLocation":"denied"}',
        "OS-PLUG-GLOC-0003 Location permission request was denied.",
    ]


# Bridges whose calls return results, and those of components and commands

DSBRIDGE = """<!doctype html><title>t</title><script>
const isIOS = window._dswk === true;
const say = (method, text) => JSON.parse(isIOS ? prompt('_dsbridge=' + method, text) : _dsbridge.call(method, text));
let stubs = 0;
const call = (method, data) => say(method, JSON.stringify({ data: data === undefined ? null : data })).data;
function later(method, data, done) {
  const name = 'dscb' + stubs++;
  window[name] = done;
  return say(method, JSON.stringify({ data: data, _dscbstub: name })).data;
}
console.log('at load', call('battery.level'));
later('camera.take', { q: 1 }, value => console.log('picture', value, typeof window.dscb0));
console.log('unknown', JSON.stringify(call('nobody.home')));
window.addEventListener('devicemotion', function once() {
  window.removeEventListener('devicemotion', once);
  console.log('moved', call('battery.level') + 1);
});
</script>
"""


@pytest.mark.parametrize("platform", ["ios", "android"])
def test_calls_of_dsbridge_return_results(app, walk, kymo, tmp_path, platform):
    answers = answering(app, **{
        "battery.level": {"value": 80}, "camera.take": {"value": "aGk=", "delayNanoseconds": 1_000_000},
    })
    page, record = app.write(DSBRIDGE), tmp_path / "calls.mcap"
    options = ("--platform", platform, "--plugins", answers, "--bridge", "dsbridge")
    report = app.report(page, walk, *options, "--record", record)
    told = [line["text"] for line in report["console"] if line["level"] == "log"]
    assert told[0] == "at load 80" and "moved 81" in told
    assert told[1] == ('unknown ""' if platform == "ios" else "unknown undefined")
    assert [line for line in told if line.startswith("picture")] == ["picture aGk= function"]
    kymo.run("replay", record, "--verify")
    assert app.report(page, record, *options, "--verify")["digest"] == report["digest"]
    # A script mentions what only DSBridge has.
    assert app.report(page, walk, "--plugins", answers)["bridge"] == "dsbridge"


def test_bench_refuses_a_page_whose_calls_return_results(app, walk):
    answers = answering(app, **{"battery.level": {"value": 80}, "camera.take": {"value": "aGk="}})
    refused = app.kymo.run("bench", walk, "--page", app.write(DSBRIDGE), "--bridge", "dsbridge", "--plugins", answers,
                           "--pace", "none", "--events", "100", exit_code=1)
    assert "of its calls return results" in refused.stderr and "kymo run measures their round trips" in refused.stderr


TAURI = """<!doctype html><title>t</title><script>
const { invoke } = window.__TAURI_INTERNALS__;
invoke('greet', { name: 'x' }).then(value => console.log('greeted', JSON.stringify(value)));
invoke('nobody', {}).catch(error => console.log('failed', error));
</script>
"""

HOTWIRE = """<!doctype html><title>t</title><script>
console.log(/bridge-components: \\[(.*?)\\]/.exec(navigator.userAgent)[1]);
window.HotwireNative = { web: {
  setAdapter(adapter) {
    const message = { id: '1', component: 'form', event: 'connect', data: { metadata: { url: location.href } } };
    setTimeout(() => adapter.receive(message), 0);
  },
  adapterDidUpdateSupportedComponents() {},
  receive(message) { console.log('received', message.id, message.event); },
} };
document.dispatchEvent(new Event('web-bridge:ready'));
</script>
"""

JSBRIDGE = """<!doctype html><title>t</title><script>
function ready(bridge) {
  bridge.init((message, respond) => respond('heard'));
  bridge.callHandler('total', { a: 1 }, answer => console.log('total', answer, typeof answer));
}
if (window.WebViewJavascriptBridge) ready(WebViewJavascriptBridge);
else document.addEventListener('WebViewJavascriptBridgeReady', event => ready(event.bridge || WebViewJavascriptBridge));
</script>
"""


@pytest.mark.parametrize("bridge, page, answers, expected", [
    ("tauri", TAURI, {"greet": {"value": {"hi": "x"}}}, ['greeted {"hi":"x"}']),
    ("hotwire", HOTWIRE, {"form.connect": {"value": {}}, "menu.open": {"value": {}}}, ["form menu", "received 1 connect"]),
    ("jsbridge", JSBRIDGE, {"total": {"value": "3"}}, ["total 3 string"]),
])
@pytest.mark.parametrize("platform", ["ios", "android"])
def test_other_bridges_are_spoken(app, walk, kymo, tmp_path, platform, bridge, page, answers, expected):
    page, answers, record = app.write(page), answering(app, **answers), tmp_path / "r.mcap"
    options = ("--platform", platform, "--plugins", answers, "--bridge", bridge)
    report = app.report(page, walk, *options, "--record", record)
    told = [line["text"] for line in report["console"] if line["level"] == "log"]
    assert [line for line in told if line in expected] == expected, report["console"]
    kymo.run("replay", record, "--verify")
    assert app.report(page, record, *options, "--verify")["digest"] == report["digest"]
