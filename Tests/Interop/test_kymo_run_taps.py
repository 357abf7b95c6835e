"""What a person and the phone do to a page: `--tap` and `--lifecycle`, recorded, run again, and beside Chromium."""

import json

import pytest
import tapped
from pages import app, lines, needs_engine, steps  # noqa: F401
from test_scripts import World

pytestmark = needs_engine

# What reaches the page, and when, in the order in which it comes.
PAGE = """<!doctype html><title>Taps</title>
<button id=go>go</button><a id=link href="other.html">other</a><label id=label for=check>c</label><input id=check type=checkbox>
<form id=form action="sent.html"><input name=q value=1><button id=send>send</button></form><p id=gone hidden>x</p>
<script>
const at = () => Math.round(performance.now());
for (const type of ['pointerdown', 'touchstart', 'touchend', 'mousedown', 'click']) {
  document.addEventListener(type, event => console.log(at(), type, event.target.id, event.isTrusted), true);
}
document.addEventListener('visibilitychange', () => console.log(at(), document.visibilityState));
check.onchange = () => console.log(at(), 'checked', check.checked);
let motion = -1;
addEventListener('devicemotion', () => { motion = performance.now(); });
go.onclick = () => {
  console.log(at(), 'motion', motion === performance.now());
  makeCall('logMessage', 'tapped');
  setTimeout(() => console.log(at(), 'timer'), 0);
  Promise.resolve().then(() => console.log(at(), 'promise'));
};
setTimeout(() => console.log(at(), 'the timer of that moment'), 500);
</script>"""
TAP = ["{0} pointerdown {1} true", "{0} touchstart {1} true", "{0} touchend {1} true", "{0} mousedown {1} true", "{0} click {1} true"]


def tap(time, name):
    return [line.format(time, name) for line in TAP]


def identity(report):
    names = ("digest", "bridgeDigest", "messages", "events", "inputs", "console", "pageInputs")
    return {name: report[name] for name in names}


@pytest.fixture
def page(app):
    app.write("<!doctype html><script>console.log('other')</script>", "other.html")
    return app.write(PAGE)


def test_a_tap_comes_after_the_sensors_of_its_moment_and_before_the_timers(kymo, app, page, steps):
    report = app.report(page, steps, "--tap", "#go@0.5")
    assert lines(report) == [*tap(500, "go"), "500 motion false", "500 promise", "500 the timer of that moment", "500 timer"]
    assert report["pageInputs"] == {"done": {"tap": 1}, "notDone": [], "notDoneCount": 0, "leftOut": 0}
    assert report["toNative"]["delivered"] == 1 and report["missing"] == []
    found = kymo.run("query", steps, "select time_ns from accelerations order by 1 limit 1 offset 50", "--format", "csv")
    sample = found.stdout.split()[1]
    assert any(line.endswith("motion true") for line in lines(app.report(page, steps, "--tap", f"#go@at:{sample}ns")))


def test_taps_do_what_a_finger_does(app, page, steps):
    report = app.report(page, steps, "--tap", "#label@200ms", "--tap", "#check@0.1", "--tap", "#link@300ms")
    told = lines(report)
    assert "100 checked true" in told and "200 checked false" in told and told[-1] == "other"
    assert report["navigations"] == 1 and report["pageInputs"]["done"] == {"tap": 3}


def test_a_frame_that_waits_comes_when_the_page_is_shown_again(app):
    page = app.script(
        "setTimeout(() => requestAnimationFrame(() => console.log(Math.round(performance.now()))), 150);"
    )
    report = app.report(page, "--lifecycle", "pause@0.1,resume@0.3")
    (shown,) = lines(report)
    assert 300 <= int(shown) <= 317


@pytest.mark.parametrize(
    ("selector", "reason"),
    [("#nobody", "nothing matches it"), ("#gone", "it is not shown"), ("p.x > a[title='@']", "nothing matches it")],
)
def test_a_tap_that_finds_nothing_is_told_and_is_no_success(kymo, app, page, steps, selector, reason):
    option = f"{selector}@0.25"
    done = kymo.run("run", page, steps, "--tap", option, exit_code=3)
    assert f"NOT DONE  the tap on {selector} at 0.25 s: {reason}\n" in done.stdout
    assert f"input: tap on {selector}: {reason}\n" in done.stdout
    done = kymo.run("run", page, steps, "--tap", option, "--format", "json", exit_code=3)
    assert json.loads(done.stdout)["pageInputs"]["notDone"][0]["selector"] == selector
    assert done.stderr == f"kymo run: {page}: the tap on {selector} at 0.25 s: {reason}\n"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--tap", "#go"], "--tap takes SELECTOR@TIME, such as '#go@10s'; not '#go'"),
        (["--tap", "@1"], "--tap takes SELECTOR@TIME, such as '#go@10s'; not '@1'"),
        (["--tap", "#go@soon"], "--tap #go@soon: a time is seconds from the first message such as 2.5"),
        (["--tap", "p[@1"], "--tap: 'p[' is no CSS selector"),
        (["--tap", "#go@2026-11-26T10:00:00Z"], "the times of this session count from its start"),
        (["--tap", "#go@2000000h"], "beyond what a session can have"),
        (["--tap", f"{'p' * 10_001}@1"], "a selector has at most 10000 characters"),
        (["--lifecycle", "stop@1"], "--lifecycle takes pause, resume or back; not 'stop'"),
        (["--lifecycle", "pause@1,"], "--lifecycle takes STEP@TIME, such as pause@10s; not ''"),
        (["--lifecycle", "pause"], "--lifecycle takes STEP@TIME, such as pause@10s; not 'pause'"),
        (["--lifecycle", "back@1"], "an iPhone has no button to go back; --platform android has one"),
    ],
)
def test_what_is_wrong_is_known_at_the_start(kymo, page, steps, options, problem):
    done = kymo.run("run", page, steps, *options, exit_code=64)
    assert problem in done.stderr and done.stdout == ""


def test_a_recording_has_the_taps_for_every_later_run(kymo, app, page, steps, tmp_path):
    record = tmp_path / "run.mcap"
    options = ("--platform", "android", "--tap", "#go@0.5", "--tap", "#check@0.5", "--lifecycle", "pause@0.6,resume@0.8")
    first = identity(app.report(page, steps, *options, "--record", record))
    assert first["pageInputs"]["done"] == {"pause": 1, "resume": 1, "tap": 2}
    again = tmp_path / "again.mcap"
    report = app.report(page, record, "--verify", "--record", again)
    assert report["verified"] and identity(report) == first
    assert identity(app.report(page, record, "--speed", "20")) == first
    assert identity(app.report(page, again)) == first
    # What the native side did is replayed without the page, and what was done to that is kept.
    replayed = tmp_path / "replayed.mcap"
    done = kymo.run("replay", record, "--verify", "--record", replayed)
    assert "not dispatched: /page/input, 4 messages; a replay has no page to feel it" in done.stdout
    assert identity(app.report(page, replayed)) == first
    kymo.run("check", record)
    assert kymo.json("inspect", record)["channels"][-1]["topic"] in ("/page/input", "/trace", "/trace/digest")


def test_options_take_the_place_of_what_the_recording_has(kymo, app, page, steps, tmp_path):
    record = tmp_path / "run.mcap"
    app.report(page, steps, "--tap", "#go@0.5", "--tap", "#go@0.6", "--lifecycle", "pause@0.7,resume@0.8", "--record", record)
    report = app.report(page, record, "--tap", "#check@0.2")
    assert report["pageInputs"]["done"] == {"pause": 1, "resume": 1, "tap": 1} and report["pageInputs"]["leftOut"] == 2
    assert "200 checked true" in lines(report)
    done = kymo.run("run", page, record, "--lifecycle", "pause@0.9")
    assert "left out  2 taps or steps of the app's life in the recording: the command line has others\n" in done.stdout
    assert "acts      1 pause, 2 tap\n" in done.stdout


def test_a_page_without_a_session_is_tapped_too(app, page, tmp_path):
    record = tmp_path / "run.mcap"
    first = app.report(page, "--tap", "#go@1m60s", "--record", record)
    assert lines(first)[:2] == ["500 the timer of that moment", "120000 pointerdown go true"]
    assert lines(first)[-1] == "120000 timer"
    assert identity(app.report(page, record)) == identity(first)


def test_the_same_at_any_speed_and_with_answers_in_the_midst_of_scripts(app, steps):
    app.write("{}", "capacitor.config.json")
    page = app.write(
        "<!doctype html><button id=go>x</button><script>go.onclick = () => {"
        "console.log(Android.logMessage('now'), performance.now()); };</script>"
    )
    options = (steps, "--bridge", "raw", "--platform", "android", "--tap", "#go@0.3", "--tap", "#go@0.3", "--tap", "button@0.7")
    first = identity(app.report(page, *options))
    assert len(lines(first)) == 3 and first["messages"] > 0
    assert identity(app.report(page, *options)) == first
    assert identity(app.report(page, *options, "--speed", "10")) == first


CORDOVA = """<!doctype html><script src="cordova.js"></script><script>
document.addEventListener('deviceready', () => {
  for (const type of ['pause', 'resume', 'resign', 'active', 'backbutton'])
    document.addEventListener(type, () => console.log(type, document.visibilityState));
  document.addEventListener('visibilitychange', () => console.log('now', document.visibilityState));
});
</script>"""
CAPACITOR = """<!doctype html><script>
for (const type of ['pause', 'resume', 'appStateChange', 'backButton'])
  Capacitor.Plugins.App.addListener(type, data => console.log(type, JSON.stringify(data), document.visibilityState));
document.addEventListener('visibilitychange', () => {
  console.log('now', document.visibilityState);
  Capacitor.nativePromise('App', 'getState').then(state => console.log('active', state.isActive));
});
</script>"""
LIFE = {
    ("cordova", "ios"): [
        "resign visible", "pause visible", "now hidden", "now visible", "resume visible", "active visible",
    ],
    ("cordova", "android"): ["pause visible", "now hidden", "now visible", "resume visible", "backbutton visible"],
    ("capacitor", "ios"): [
        'appStateChange {"isActive":false} visible', "pause undefined visible", "now hidden", "active false",
        "now visible", "resume undefined visible", 'appStateChange {"isActive":true} visible', "active true",
    ],
    ("capacitor", "android"): [
        "pause undefined visible", 'appStateChange {"isActive":false} visible', "now hidden", "active false",
        "now visible", 'appStateChange {"isActive":true} visible', "resume undefined visible", "active true",
        'backButton {"canGoBack":false} visible',
    ],
}  # fmt: skip


@pytest.mark.parametrize(("bridge", "platform"), LIFE)
def test_an_app_tells_its_page_that_it_comes_and_goes(app, steps, bridge, platform):
    page = app.write(CORDOVA if bridge == "cordova" else CAPACITOR)
    life = "pause@0.4,resume@0.6" + (",back@0.8" if platform == "android" else "")
    report = app.report(page, steps, "--bridge", bridge, "--platform", platform, "--lifecycle", life)
    assert lines(report) == LIFE[bridge, platform]
    assert report["reports"] == 0 and report["pageInputs"]["notDone"] == []


def test_other_pages_only_hear_that_they_are_hidden_and_go_back_in_their_history(app, steps):
    page = app.script(
        "document.addEventListener('visibilitychange', () => console.log(document.hidden));"
        "addEventListener('popstate', event => console.log(location.hash));"
        "addEventListener('pagehide', () => console.log('never'));"
        "history.pushState(1, '', '#one'); let n = 0; setInterval(() => { n += 1; if (n === 50) console.log('timers'); }, 10);"
    )
    options = (page, steps, "--platform", "android", "--lifecycle", "pause@0.3", "--lifecycle", "resume@0.6,back@0.7,back@0.8")
    report = app.report(*options, exit_code=3)
    assert lines(report) == ["true", "timers", "false", ""]
    assert report["pageInputs"]["done"] == {"back": 1, "pause": 1, "resume": 1}
    assert report["pageInputs"]["notDoneCount"] == 1
    (missed,) = report["pageInputs"]["notDone"]
    assert missed.pop("time") >= 800_000_000
    assert missed == {"kind": "back", "selector": None, "reason": "there is nothing to go back to, so the app would close"}


def test_nobody_taps_an_app_in_the_background_and_what_is_paused_is_not_paused_again(kymo, page, steps):
    options = ("--tap", "#go@0.5", "--lifecycle", "pause@0.4,pause@0.45,resume@0.6,resume@0.7")
    done = kymo.run("run", page, steps, *options, exit_code=3)
    told = [line.split(" ", 2)[2].strip() for line in done.stdout.splitlines() if line.startswith("NOT DONE")]
    assert told == [
        "the pause at 0.45 s: the app is in the background already", "the tap on #go at 0.5 s: the app is in the background",
        "the resume at 0.7 s: the app is not in the background",
    ]  # fmt: skip


def test_a_page_that_is_loaded_anew_in_the_background_is_hidden(app, steps):
    page = app.script("console.log(document.visibilityState); setTimeout(() => { if (document.hidden) location.reload(); }, 500);")
    report = app.report(page, steps, "--lifecycle", "pause@0.2,resume@0.9")
    assert lines(report) == ["visible", "hidden"]


def test_a_sweep_of_faults_has_the_taps_in_each_run(kymo, page, steps):
    options = ("run", page, steps, "--format", "json", "--tap", "#go@0.5")
    messages = json.loads(kymo.run(*options).stdout)["toNative"]["sent"] + 100
    done = kymo.run(*options, "--sweep-faults", "drop", "--at-most", "3", exit_code=None)
    assert json.loads(done.stdout)["messages"] == messages == 101 and done.stderr.count("without any fault") == 0
    done = kymo.run("run", page, steps, "--sweep-faults", "drop", "--at-most", "3", "--tap", "#nobody@0.5", exit_code=None)
    assert "kymo run: without any fault: tap on #nobody: nothing matches it\n" in done.stderr


def test_a_profile_taps_and_a_load_refuses_to_leave_taps_out(kymo, app, page, steps, tmp_path):
    record = tmp_path / "run.mcap"
    report = app.report(page, steps, "--tap", "#go@0.5", "--record", record)
    assert report["digest"] != app.report(page, steps)["digest"]
    done = kymo.run("profile", record, "--page", page, "--duration", "0.5", "--format", "json")
    assert json.loads(done.stdout)["digest"] == report["digest"]
    for command in (["bench", "--rate", "2k"], ["sweep", "--slo", "p99=1s"], ["count"]):
        done = kymo.run(command[0], record, "--page", page, *command[1:], exit_code=1)
        assert "it has taps or steps of the app's life (/page/input), which a load does not give to the page" in done.stderr
    without = tmp_path / "without.mcap"
    kymo.run("cut", record, "--without", "/page/input", "-o", without)
    kymo.run("bench", without, "--page", page, "--rate", "2k", "--duration", "0.2", exit_code=None)
    done = kymo.run("bench", record, "--tap", "#go@1", exit_code=64)
    assert "--tap" in done.stderr


# --- Beside a browser ---------------------------------------------------------------------------------------------------


def test_a_tap_is_what_it_is_in_chromium(browser):
    with World() as world:
        told = tapped.here(world)
        assert world.take("error") == [] and world.take("missing") == []
    for step, here, there in zip(tapped.STEPS, told, tapped.in_chromium(browser)):
        assert here == there, step
