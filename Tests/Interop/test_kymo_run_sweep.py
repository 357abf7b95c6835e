"""`kymo run --sweep-faults`, faults by chance, --rate and exports."""

import json
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
from pages import app, lines, needs_engine, steps, totals  # noqa: F401

pytestmark = needs_engine

# Gets over any loss: each reply is looked at alone.
STEADY = """
var seen = 0;
mapCommandToVCF('accel', function (results, value) { seen += 1; });
setTimeout(function () { makeCall('logMessage', 'one'); }, 100);
"""


def sweep(app, page, *arguments, exit_code=0):
    done = app.kymo.run("run", page, *arguments, "--format", "json", exit_code=exit_code)
    report = json.loads(done.stdout)
    assert report["schema"] == "kymograph.run-faults/1"
    return report


def test_every_message_gets_every_fault(app, steps):
    page = app.script(STEADY)
    messages = sum(app.report(page, steps)[way]["sent"] for way in ("toPage", "toNative"))
    report = sweep(app, page, steps, "--sweep-faults", "drop,duplicate", "--at-most", 100_000, "--after", "0.5")
    assert report["messages"] == messages > 50 and report["runs"] == report["possibleRuns"] == 2 * messages
    made = {(fault["fault"].split("@")[0], fault["fault"].split("@")[1].split("=")[0]) for fault in report["faults"]}
    assert len(made) == 2 * messages
    effects = {fault["effect"] for fault in report["faults"]}
    # A reply more or less is nothing that this page shows; a lost call is.
    assert effects == {"no effect", "something else"}, effects
    few = sweep(app, page, steps, "--sweep-faults", "all", "--at-most", 10)["faults"]
    assert {fault["fault"].split("@")[0] for fault in few} == {"drop", "duplicate", "reorder", "delay", "reload"}


def test_a_fault_that_breaks_the_page_is_named_and_can_be_made_again(app, steps):
    page = app.script(
        """
        var last = 0, now = 0;
        mapCommandToVCF('accel', function (results, value) {
          now += 1;
          if (now === 60) null.broken;
        });
        """
    )
    # Without a fault there are fewer replies than that, or it breaks by itself.
    count = app.report(page, steps, exit_code=None)["toPage"]["sent"]
    page = app.script(page.read_text().split("<script>")[1].split("</script>")[0].replace("60", str(count + 1)))
    done = app.kymo.run("run", page, steps, "--sweep-faults", "duplicate,drop", "--at-most", 20, exit_code=1)
    assert "uncaught" in done.stdout
    line = next(line for line in done.stdout.splitlines() if "reproduce with: " in line)
    words = line.split("reproduce with: ")[1].split()
    assert words[:2] == [str(app.kymo.binary), "run"]
    again = subprocess.run(words, capture_output=True, text=True, timeout=100)
    assert again.returncode == 1 and "uncaught" in again.stderr, again


def test_fewer_runs_than_places_are_spread_and_said(app, steps):
    page = app.script(STEADY)
    report = sweep(app, page, steps, "--sweep-faults", "drop", "--at-most", 10)
    numbers = [int(fault["fault"].split("@")[1]) for fault in report["faults"]]
    assert report["runs"] == 10 < report["possibleRuns"] and numbers == sorted(set(numbers))
    assert numbers[0] == 0 and numbers[-1] >= report["messages"] * 9 // 10 - 1
    text = app.kymo.run("run", page, steps, "--sweep-faults", "drop", "--at-most", 10).stdout
    assert f"10 runs with one fault each, of {report['possibleRuns']} that there could be" in text


@pytest.mark.parametrize("seed", [1, 2])
def test_faults_by_chance_come_from_the_seed(app, steps, seed):
    page = app.script(STEADY)
    chances = ["--fault", "drop@20%", "--fault", "delay@10%=0.1", "--fault", "reload@2%", "--seed", seed]
    first, second = (app.report(page, steps, *chances) for _ in range(2))
    totals(first)
    assert (first["bridgeDigest"], first["toPage"]) == (second["bridgeDigest"], second["toPage"])
    sent = first["toPage"]["sent"] + first["toNative"]["sent"]
    dropped = first["toPage"]["dropped"] + first["toNative"]["dropped"]
    # A fifth of a hundred messages: that it is not within 3 to 50 happens once in a hundred million.
    assert sent >= 90 and 0.03 * sent < dropped < 0.5 * sent
    other = app.report(page, steps, *chances[:-1], seed + 7)
    assert other["bridgeDigest"] != first["bridgeDigest"]


@pytest.mark.quick
@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--fault", "drop@0%"], "drop@N"),
        (["--fault", "drop@101%"], "drop@N"),
        (["--sweep-faults", "explode"], "explode"),
        (["--sweep-faults", ""], "--sweep-faults"),
        (["--sweep-faults", "all", "--record", "out.mcap"], "--record"),
        (["--at-most", "5"], "--sweep-faults"),
        (["--rate", "10", "--speed", "2"], "--speed"),
    ],
)
def test_what_makes_no_sense_is_refused(app, steps, arguments, words):
    done = app.kymo.run("run", app.script(STEADY), steps, *arguments, exit_code=64)
    assert words in done.stderr


def test_a_rate_takes_its_time_and_changes_nothing(app, steps):
    page = app.script(STEADY)
    reference = app.report(page, steps)
    report = app.report(page, steps, "--rate", 200)
    # A hundred inputs and more at 200 a second take half a second at least.
    assert report["seconds"] > (reference["inputs"] - 1) / 200 * 0.9
    for name in ("digest", "bridgeDigest", "toPage", "toNative"):
        assert report[name] == reference[name]


def test_exports_have_the_times_of_the_page(app, steps, tmp_path):
    page = app.script(STEADY)
    names = ["json", "junit", "html", "hlog", "google-benchmark", "openmetrics", "github-summary"]
    exports = [word for name in names for word in ("--export", f"{name}={tmp_path / name}")]
    app.kymo.run("run", page, steps, *exports)
    report = json.loads((tmp_path / "json").read_text())
    assert report["schema"] == "kymograph.run/1" and report["commands"]
    count = next(command["count"] for command in report["commands"] if command["name"] == "accel")
    families = json.loads((tmp_path / "google-benchmark").read_text())["benchmarks"]
    assert any("accel" in family["name"] for family in families)
    suite = ElementTree.parse(tmp_path / "junit").getroot()
    assert suite.find(".//failure") is None and suite.find(".//testcase") is not None
    text = (tmp_path / "html").read_text()
    assert text.startswith("<!doctype html>") and "accel" in text and str(count) in text
    assert (tmp_path / "hlog").read_text().startswith("#[") and "accel" in (tmp_path / "openmetrics").read_text()


def test_exports_say_what_nobody_caught(app, steps, tmp_path):
    page = app.script("mapCommandToVCF('accel', function () { nothing.there(); });")
    junit = tmp_path / "junit.xml"
    app.kymo.run("run", page, steps, "--export", f"junit={junit}", exit_code=1)
    failures = ElementTree.parse(junit).getroot().findall(".//failure")
    assert any("nothing" in (failure.get("message") or "") + (failure.text or "") for failure in failures)


def test_a_fault_that_makes_itself_again_is_ended(app, steps):
    page = app.script("makeCall('logMessage', 'loaded');" + STEADY)
    done = app.kymo.run("run", page, steps, "--fault", "reload@100%", exit_code=1, timeout=100)
    assert "loaded anew" in done.stderr and "at one moment" in done.stderr


def test_a_fault_that_was_never_made_is_said(app, steps):
    page = app.script(STEADY)
    done = app.kymo.run("run", page, steps, "--fault", "drop@99999999")
    assert "NOT MADE" in done.stdout and "99999999" in done.stdout
    assert app.report(page, steps, "--fault", "drop@99999999")["faultsNotMade"] == [99999999]
    twice = app.kymo.run("run", page, steps, "--fault", "drop@5", "--fault", "duplicate@5", exit_code=64)
    assert "two faults at message 5" in twice.stderr


def test_a_zone_that_nobody_knows_is_refused(app, steps):
    for zone in ("Nowhere/Land", "../../etc/passwd", ""):
        assert "--zone" in app.kymo.run("run", app.script(STEADY), steps, "--zone", zone, exit_code=64).stderr


def test_losses_are_no_passed_test(app, steps, tmp_path):
    junit = tmp_path / "junit.xml"
    app.kymo.run("run", app.script(STEADY), steps, "--fault", "drop@3", "--export", f"junit={junit}")
    cases = ElementTree.parse(junit).getroot().iter("testcase")
    assert [case.get("name") for case in cases if case.find("failure") is not None] == ["no event was lost"]


# The handshake of version 6.
NAMED = """
function withBridge(use) {
  if (window.WebViewJavascriptBridge) return use(WebViewJavascriptBridge);
  if (window.WVJBCallbacks) return window.WVJBCallbacks.push(use);
  window.WVJBCallbacks = [use];
  var frame = document.createElement('iframe');
  frame.style.display = 'none';
  frame.src = 'https://__bridge_loaded__';
  document.documentElement.appendChild(frame);
  setTimeout(function () { document.documentElement.removeChild(frame); }, 0);
}
withBridge(function (bridge) { %s });
"""


def test_calls_that_no_native_handler_takes_are_calls(app, steps, tmp_path):
    record = tmp_path / "run.mcap"
    text = "bridge.callHandler('%s', {a: 1}, function () { console.log('answered'); });"
    report = app.report(app.script(NAMED % (text % "nosuch")), steps, "--record", record)
    assert report["toNative"]["delivered"] == 1 and "answered" not in lines(report)
    unknown = next(row for row in report["commands"] if row["name"] == "unknown command")
    assert unknown["outcomes"] == {"unknown command": 1}, unknown
    app.report(app.script(NAMED % (text % "nosuch")), record, "--verify")
    app.report(app.script(NAMED % (text % "renamed")), record, "--verify", exit_code=4)


@pytest.mark.parametrize("how", ["", "bridge.disableJavscriptAlertBoxSafetyTimeout();"])
def test_a_handler_that_throws_is_a_failure_however_it_is_called(app, steps, how):
    page = app.script(NAMED % (how + "bridge.registerHandler('accel', function () { nothing.there(); });"))
    done = app.kymo.run("run", page, steps, exit_code=1)
    assert "uncaught" in done.stderr and "nothing" in done.stdout + done.stderr
    assert "KymoScript." not in done.stdout + done.stderr


def test_a_page_that_waits_for_version_4_is_told_how(app, steps):
    page = app.script(
        "document.addEventListener('WebViewJavascriptBridgeReady', function () { console.log('ready'); }, false);"
    )
    done = app.kymo.run("run", page, steps)
    assert "--bridge wvjb4" in done.stdout and "ready" not in done.stdout
    ready = app.kymo.run("run", page, steps, "--bridge", "wvjb4")
    assert "ready" in ready.stdout and "--bridge wvjb4" not in ready.stdout


def test_nothing_to_compare_is_no_success(app, steps, tmp_path):
    record = tmp_path / "run.mcap"
    page = app.script("var silent = true;")
    app.kymo.run("run", page, steps, "--record", record)
    done = app.kymo.run("run", page, record, "--verify", exit_code=3)
    assert "verified  nothing" in done.stdout
