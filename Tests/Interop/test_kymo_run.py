"""`kymo run`: the same page and session give the same messages, whatever the machine does meanwhile."""

import os
import pathlib
import subprocess

import pytest
from pages import app, defect, lines, needs_engine, steps, totals  # noqa: F401

pytestmark = needs_engine
ROOT = pathlib.Path(__file__).resolve().parents[2]

# Uses all that could differ from run to run.
RESTLESS = """
var feels = 0, fixes = 0, accels = 0;
localStorage.setItem('first', String(Date.now()));
addEventListener('devicemotion', function (event) {
  feels += 1;
  if (feels % 25 !== 0) return;
  makeCall('logMessage', 'motion ' + event.accelerationIncludingGravity.x + ' ' + Math.random());
});
navigator.geolocation.watchPosition(function (position) {
  fixes += 1;
  makeCall('logMessage', 'fix ' + position.coords.latitude + ' ' + position.timestamp);
});
mapCommandToVCF('accel', function (results, value) {
  accels += 1;
  localStorage.setItem('accels', String(accels));
  if (accels % 20 !== 0) return;
  Promise.resolve(accels).then(function (count) { return count + Math.random(); })
    .then(function (sum) { makeCall('logMessage', 'promise ' + sum); });
});
(function nested(depth) {
  setTimeout(function () {
    makeCall('logMessage', 'timer ' + depth + ' ' + performance.now() + ' ' + new Date());
    if (depth < 6) nested(depth + 1);
    setTimeout(function () {
      queueMicrotask(function () {
        console.log('inner', depth, Math.random(), new Date(0).getHours(), new Date().toLocaleString());
      });
    }, depth);
  }, 30 + Math.floor(Math.random() * 20));
})(0);
(async function () {
  for (var step = 0; step < 5; step += 1) {
    await new Promise(function (go) { setTimeout(go, 7); });
    makeCall('logMessage', 'await ' + step + ' ' + Date.now());
  }
})();
setTimeout(function () { makeCall('loc'); }, 200);
setTimeout(function () { console.log('seen', localStorage.getItem('accels'), feels, fixes, accels); }, 1200);
"""


def identity(report):
    """What has to be the same in each run."""
    assert report["uncaught"] == [] and report["missing"] == []
    totals(report)
    kept = ("digest", "bridgeDigest", "messages", "events", "console", "device", "sensorEvents")
    return {name: report[name] for name in kept}


@pytest.fixture
def restless(app):
    return app.script(RESTLESS)


@pytest.mark.parametrize("how", ["again", "x1000", "x20", "without JIT", "abroad"])
def test_a_restless_page_does_the_same(app, restless, steps, how):
    reference = app.report(restless, steps)
    assert "seen 100 100 1 100" in lines(reference) and len(lines(reference)) == 8
    assert reference["toNative"]["delivered"] == 23 and reference["sensorEvents"] == 101
    arguments = {"x1000": ["--speed", "1000"], "x20": ["--speed", "20"]}.get(how, [])
    changed = {
        "without JIT": {"JSC_useJIT": "0"},
        "abroad": {"TZ": "Asia/Tokyo", "LANG": "de_DE.UTF-8", "LC_ALL": "tr_TR.UTF-8", "LANGUAGE": "tr"},
    }.get(how, {})
    other = app.report(restless, steps, *arguments, env=os.environ | changed)
    assert identity(other) == identity(reference)


def test_another_seed_is_another_run(app, restless, steps):
    runs = {app.report(restless, steps, "--seed", seed)["bridgeDigest"] for seed in (1, 2, 3, 2)}
    assert len(runs) == 3


def test_zone_and_locale_are_those_that_are_asked_for(app, steps):
    page = app.script("""
      console.log(new Date(0).getHours(), new Date(0).getTimezoneOffset(), navigator.language);
      console.log((1234.5).toLocaleString());
    """)
    assert lines(app.report(page)) == ["0 0 en-US", "1,234.5"]
    assert lines(app.report(page, "--zone", "Asia/Tokyo", "--locale", "de-DE")) == ["9 -540 de-DE", "1.234,5"]


def test_time_is_that_of_the_session(app, steps):
    page = app.script("""
      var begin = Date.now();
      setTimeout(function () { console.log('late', Date.now() - begin); }, 86400000);
    """)
    report = app.report(page, "--after", "86401")
    assert lines(report) == ["late 86400000"] and report["seconds"] < 10


@pytest.mark.quick
@pytest.mark.parametrize("name", ["restless", "device catalog"])
def test_what_it_records_replays_without_javascript(app, restless, steps, tmp_path, kymo, name):
    page = restless if name == "restless" else ROOT / "Recordings" / "devicecatalog" / "page" / "index.html"
    record = tmp_path / "run.mcap"
    report = app.report(page, steps, "--record", record)
    kymo.run("check", record)
    # No engine is needed for it.
    hidden = os.environ | {"LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": str(tmp_path / "libraries")}
    done = kymo.run("replay", record, "--verify", env=hidden)
    assert "identical" in done.stdout and report["digest"] in done.stdout
    assert not any("javascriptcore" in file.read_text() for file in tmp_path.glob("libraries*"))
    assert kymo.json("replay", record)["digest"] == report["digest"]
    again = app.report(page, record, "--verify")
    assert again["verified"] and again["firstDifference"] is None
    assert again["leftOut"] == report["toNative"]["delivered"] > 0
    assert identity(again) == identity(report)


@pytest.mark.parametrize(("change", "expected", "actual"), [
    (("'promise '", "'other '"), "msg=promise", "msg=other"),
    (("'await ' + step", "'await ' + (step < 4 ? step : 'x')"), "msg=await%204", "msg=await%20x"),
    (("}, 200);", "}, 20000);"), "call?cmd=loc", None),
])
def test_the_first_call_that_differs_is_named(app, restless, steps, tmp_path, kymo, change, expected, actual):
    record = tmp_path / "run.mcap"
    app.report(restless, steps, "--record", record)
    edited = app.script(RESTLESS.replace(*change))
    report = app.report(edited, record, "--verify", exit_code=4)
    difference = report["firstDifference"]
    assert not report["verified"] and expected in difference["expected"]
    assert actual is None or actual in difference["actual"]
    text = kymo.run("run", edited, record, "--verify", exit_code=4).stdout
    assert f"DIVERGED  call {difference['index']} of the page" in text and difference["expected"] in text


def test_a_page_that_makes_fewer_or_more_calls_differs(app, steps, tmp_path):
    record = tmp_path / "run.mcap"
    app.report(app.script("makeCall('logMessage', 'a'); makeCall('logMessage', 'b');"), steps, "--record", record)
    fewer = app.report(app.script("makeCall('logMessage', 'a');"), record, "--verify", exit_code=4)
    assert fewer["firstDifference"] == {"subject": "call", "index": 1, "expected": "call?cmd=logMessage&msg=b", "actual": None}
    more = app.script("['a', 'b', 'c'].forEach(function (text) { makeCall('logMessage', text); });")
    report = app.report(more, record, "--verify", exit_code=4)
    assert report["firstDifference"] == {"subject": "call", "index": 2, "expected": None, "actual": "call?cmd=logMessage&msg=c"}


@pytest.mark.quick
def test_the_device_catalog_runs(app, steps):
    report = app.report(ROOT / "Recordings" / "devicecatalog" / "page" / "index.html", steps)
    outcomes = {command["name"]: command["outcomes"] for command in report["commands"]}
    assert outcomes["logMessage"] == {"completed": 1} and outcomes["switchAccelerometer"] == {"completed": 1}
    assert outcomes["accel"] == {"completed": 100}
    assert report["uncaught"] == [] and report["missing"] == []
    assert totals(report)[1]["delivered"] == 3


def test_the_engine_is_loaded_for_a_page_and_not_before(kymo, app, tmp_path):
    linked = subprocess.run(["ldd", kymo.binary], capture_output=True, text=True, check=True).stdout
    assert "libc.so" in linked and "javascriptcore" not in linked
    page = app.script("console.log('here')")
    for arguments, is_loaded in ((["--version"], False), (["run", page], True)):
        told = tmp_path / arguments[0]
        told.mkdir()
        kymo.run(*arguments, env=os.environ | {"LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": str(told / "libraries")})
        texts = [file.read_text(errors="replace") for file in told.iterdir()]
        assert texts and any("javascriptcore" in text for text in texts) == is_loaded


@pytest.mark.parametrize("seed", [
    1, 2,
])
def test_a_page_is_loaded_before_the_first_event(app, kymo, tmp_path, seed):
    session = tmp_path / "walk.mcap"
    kymo.run("synth", "walk", "--seed", seed, "--duration", 1, "-o", session)
    page = app.script("""
      var count = 0;
      mapCommandToVCF('accel', function () { count += 1; });
      setTimeout(function () { console.log(count); }, 1500);
    """)
    report = app.report(page, session)
    assert lines(report) == ["100"] and report["toPage"]["delivered"] == 100


def test_a_load_is_counted(app):
    assert app.report(app.script("console.log('here')"))["loads"] == 1


def test_a_page_that_asks_for_positions_gets_them(app, steps):
    page = app.script("navigator.geolocation.watchPosition(function (p) { console.log(p.coords.latitude); });")
    report = app.report(page, steps)
    assert report["sensorEvents"] == 1 and len(lines(report)) == 1


def test_what_is_stored_outlives_a_page(app, steps):
    page = app.script("""
      localStorage.setItem('loads', Number(localStorage.getItem('loads') || 0) + 1);
      localStorage.setItem('gone', 1);
      localStorage.removeItem('gone');
      console.log('load', localStorage.getItem('loads'), localStorage.length);
    """)
    assert lines(app.report(page, steps, "--fault", "reload@50")) == ["load 1 1", "load 2 1"]


# --- Beside a browser ---------------------------------------------------------------------------------------------------

PLATFORM = {
    "order": """
      console.log('script');
      document.addEventListener('DOMContentLoaded', function () { console.log('content', document.readyState); });
      addEventListener('load', function () { console.log('load', document.readyState); });
      setTimeout(function () { console.log('timer 0'); });
      setTimeout(function () { console.log('timer 20'); }, 20);
      Promise.resolve().then(function () { console.log('promise'); }).finally(function () { console.log('finally'); });
      queueMicrotask(function () { console.log('microtask'); });
      (async function () { console.log('async'); await null; console.log('awaited'); })();
    """,
    "document": """
      addEventListener('load', function () {
        var list = document.createElement('ul');
        list.innerHTML = '<li class="a b" data-number=1>one<li>two <b>bold</b>&amp;';
        document.body.appendChild(list);
        console.log(list.outerHTML);
        console.log(document.querySelectorAll('li').length, list.firstChild.dataset.number, list.textContent);
        list.addEventListener('click', function (event) { console.log('clicked', event.target.tagName); });
        list.querySelector('b').click();
        list.firstChild.classList.toggle('a');
        list.firstChild.style.color = 'red';
        console.log(list.firstChild.className, list.firstChild.getAttribute('style'));
        list.remove();
        console.log(document.querySelector('li'));
      });
    """,
    "values": """
      console.log([1, 2, 3].map(function (n) { return n * 1.5; }).join(), typeof null, 0.1 + 0.2, 1 / 3);
      console.log(JSON.stringify({ a: [1, { b: null }], u: undefined, d: new Date(0) }));
      console.log(new Date(Date.UTC(2024, 1, 29, 12)).toISOString(), new Date(2024, 0, 1).toString());
      console.log(encodeURIComponent("Grüße 'und' mehr"), '\\u00e9'.normalize('NFD').length, 'ß'.toUpperCase());
      console.log(/(?<year>\\d{4})/.exec('in 2026').groups.year, [3, 1, 2].sort().join(), parseInt('08'), Number(''));
      console.log(new URL('../b?c=1#d', location.href).search, btoa('text'), atob('dGV4dA=='));
    """,
    "errors": """
      window.onerror = function (message, source, line) { console.log('handler', message.includes('planned'), line); return true; };
      setTimeout(function () { throw new Error('planned'); }, 1);
      addEventListener('unhandledrejection', function (event) { console.log('rejected', event.reason.message); event.preventDefault(); });
      setTimeout(function () { Promise.reject(new Error('too')); }, 5);
      try { null.x; } catch (error) { console.log(error instanceof TypeError, error.name); }
      try { JSON.parse('{'); } catch (error) { console.log(error instanceof SyntaxError); }
    """,
    "storage": """
      localStorage.clear();
      localStorage.setItem('a', 1); localStorage.b = 'two';
      console.log(localStorage.length, localStorage.getItem('a'), localStorage.b, localStorage.getItem('none'));
      console.log(Object.keys(localStorage).sort().join(), 'a' in localStorage);
      localStorage.removeItem('a');
      console.log(localStorage.length, sessionStorage.length);
    """,
    "loads errors": """
      window.onerror = function (message, source, line) { console.log(source.split('/').pop(), line); return true; };
    </script><script>
      null.x;
    """,
}


def in_chromium(browser, path):
    said = []
    page = browser.new_page(timezone_id="UTC", locale="en-US")
    page.on("console", lambda message: said.append(message.text))
    page.goto(path.as_uri())
    for _ in range(100):
        if "end" in said:
            break
        page.wait_for_timeout(30)
    page.close()
    return said


@pytest.mark.parametrize("name", PLATFORM)
def test_a_page_says_what_it_says_in_chromium(app, browser, name):
    page = app.script("setTimeout(function () { console.log('end'); }, 100);" + PLATFORM[name])
    said = in_chromium(browser, page)
    assert said[-1] == "end" and len(said) > 1
    assert lines(app.report(page)) == said
