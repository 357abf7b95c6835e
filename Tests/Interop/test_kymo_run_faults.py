"""`kymo run --fault`: every message is accounted for, and the page saw what the ledger says."""

import collections
import json
import random

import pytest
from mcap.reader import make_reader
from pages import app, defect, lines, needs_engine, steps, totals  # noqa: F401

pytestmark = needs_engine

# Says in order which acceleration came, and counts its calls.
COUNTING = """
var seen = [], calls = 0;
mapCommandToVCF('accel', function (results, value) { seen.push(value.x); });
setInterval(function () { calls += 1; makeCall('logMessage', 'call ' + calls); }, 40);
setTimeout(function () { console.log(JSON.stringify({ seen: seen, calls: calls })); }, 1900);
"""
# What came is logged as it comes, since a page that is loaded anew knows of nothing.
LOGGING = """
console.log('load');
mapCommandToVCF('accel', function (results, value) { console.log('accel'); });
setInterval(function () { console.log('call'); makeCall('logMessage', 'x'); }, 40);
"""


@pytest.fixture
def reference(app, steps):
    report = app.report(app.script(COUNTING), steps)
    to_page, to_native = totals(report)
    assert to_page["sent"] == 100 and to_native["sent"] >= 49
    return report


def seen(report):
    return json.loads(lines(report)[-1])


def place_of(app, steps, way):
    """A message of one direction, by what becomes of the ledger when it is lost."""
    for number in range(5, 40):
        report = app.report(app.script(COUNTING), steps, "--fault", f"drop@{number}")
        if report[way]["dropped"] == 1:
            return number
    raise AssertionError(f"there is none: {way}")


def test_a_dropped_reply_is_not_seen(app, steps, reference):
    number = place_of(app, steps, "toPage")
    report = app.report(app.script(COUNTING), steps, "--fault", f"drop@{number}")
    to_page, to_native = totals(report)
    assert to_page["dropped"] == 1 and to_page["delivered"] == 99 and to_native["dropped"] == 0
    came, whole = seen(report)["seen"], seen(reference)["seen"]
    assert len(whole) == 100 and len(came) == 99
    missing = next(index for index in range(100) if index == 99 or came[index] != whole[index])
    assert whole[:missing] + whole[missing + 1:] == came
    assert report["digest"] == reference["digest"] and report["bridgeDigest"] != reference["bridgeDigest"]


def test_a_doubled_reply_is_seen_twice_at_once(app, steps, reference):
    number = place_of(app, steps, "toPage")
    report = app.report(app.script(COUNTING), steps, "--fault", f"duplicate@{number}")
    to_page, _ = totals(report)
    assert to_page["duplicated"] == 1 and to_page["delivered"] == 101
    came, whole = seen(report)["seen"], seen(reference)["seen"]
    place = next(index for index in range(100) if came[index] != whole[index]) - 1
    assert came == whole[:place + 1] + whole[place:]


def test_a_reply_that_is_put_behind_the_next_is_seen_after_it(app, steps, reference):
    number = place_of(app, steps, "toPage")
    report = app.report(app.script(COUNTING), steps, "--fault", f"reorder@{number}")
    to_page, _ = totals(report)
    assert to_page["reordered"] == 1 and to_page["delivered"] == 100 and to_page["waiting"] == 0
    came, whole = seen(report)["seen"], seen(reference)["seen"]
    place = next(index for index in range(100) if came[index] != whole[index])
    swapped = whole[:]
    swapped[place:place + 2] = reversed(whole[place:place + 2])
    assert came == swapped


def test_a_delayed_reply_is_seen_later(app, steps, reference):
    number = place_of(app, steps, "toPage")
    report = app.report(app.script(COUNTING), steps, "--fault", f"delay@{number}=0.2005")
    to_page, _ = totals(report)
    assert to_page["delayed"] == 1 and to_page["delivered"] == 100
    came, whole = seen(report)["seen"], seen(reference)["seen"]
    place = next(index for index in range(100) if came[index] != whole[index])
    late = whole[:]
    # 100 in a second: 20 have come meanwhile.
    late.insert(place + 20, late.pop(place))
    assert came == late


def test_a_reply_that_is_delayed_beyond_the_end_is_on_its_way(app, steps):
    number = place_of(app, steps, "toPage")
    report = app.report(app.script(COUNTING), steps, "--fault", f"delay@{number}=100")
    to_page, _ = totals(report)
    assert to_page["waiting"] == 1 and to_page["delivered"] == 99
    assert len(seen(report)["seen"]) == 99


def test_a_doubled_call_is_handled_twice(app, steps, reference):
    number = place_of(app, steps, "toNative")
    report = app.report(app.script(COUNTING), steps, "--fault", f"duplicate@{number}")
    _, to_native = totals(report)
    assert to_native["duplicated"] == 1 and to_native["delivered"] == to_native["sent"] + 1
    assert report["device"]["log.lines"] == to_native["delivered"] == reference["device"]["log.lines"] + 1


def test_a_delayed_call_arrives(app, steps, reference):
    number = place_of(app, steps, "toNative")
    report = app.report(app.script(COUNTING), steps, "--fault", f"delay@{number}=0.1")
    _, to_native = totals(report)
    assert to_native["delayed"] == 1 and to_native["dropped"] == 0
    # The calls behind it have waited in the page, and went after it.
    assert report["device"]["log.lines"] == to_native["delivered"] == reference["device"]["log.lines"]
    assert report["digest"] != reference["digest"]


@pytest.mark.quick
def test_a_dropped_call_is_not_handled(app, steps):
    page = app.script("makeCall('logMessage', 'only');")
    assert app.report(page)["device"] == {"log.lines": 1}
    report = app.report(page, "--fault", "drop@0")
    _, to_native = totals(report)
    assert report["device"].get("log.lines", 0) == 0 and (to_native["sent"], to_native["dropped"]) == (1, 1)


@pytest.mark.parametrize("fault", ["drop@0", "reload@2"])
def test_calls_that_wait_in_the_page_are_accounted_for(app, fault):
    page = app.script("""
      for (var count = 0; count < 5; count += 1) { console.log('call'); makeCall('logMessage', count); }
    """)
    report = app.report(page, "--fault", fault)
    _, to_native = totals(report)
    assert to_native["sent"] == lines(report).count("call")


@pytest.mark.parametrize("number", [0, 50])
def test_a_page_that_is_loaded_anew_begins_anew(app, steps, number):
    report = app.report(app.script(LOGGING), steps, "--fault", f"reload@{number}")
    said = collections.Counter(lines(report))
    to_page, to_native = totals(report)
    assert report["reloads"] == 1 and said["load"] == 2
    assert to_page["sent"] == 100 and to_native["sent"] == said["call"]
    assert to_native["delivered"] == report["device"]["log.lines"]


@pytest.mark.parametrize("seed", range(12))
def test_many_faults_leave_nothing_unaccounted_for(app, steps, seed):
    chance = random.Random(seed)
    places = sorted(chance.sample(range(2, 110), 10))
    faults = []
    for place in places:
        kind = chance.choice(["drop", "duplicate", "reorder", "reload", "delay"])
        faults += ["--fault", f"{kind}@{place}" + (f"={chance.uniform(0, 0.3):.3f}" if kind == "delay" else "")]
    print(f"seed {seed}:", " ".join(faults))
    page = app.script(LOGGING)
    report = app.report(page, steps, *faults)
    to_page, to_native = totals(report)
    said = collections.Counter(lines(report))
    assert report["reloads"] == said["load"] - 1 == sum("reload@" in fault for fault in faults)
    assert to_page["sent"] == 100 and said["accel"] <= to_page["delivered"]
    # The calls that reached the native side are those that it counts.
    assert report["device"].get("log.lines", 0) == to_native["delivered"] <= said["call"] + to_native["duplicated"]
    for kind, name in (("drop", "dropped"), ("duplicate", "duplicated"), ("reorder", "reordered"), ("delay", "delayed")):
        wanted = sum(f"{kind}@" in fault for fault in faults)
        assert to_page[name] + to_native[name] == wanted, (kind, faults)
    again = app.report(page, steps, *faults)
    assert {**again, "seconds": 0, "commands": 0} == {**report, "seconds": 0, "commands": 0}


def test_a_reload_at_any_place_loses_nothing_silently(app, steps):
    page = app.script(LOGGING)
    chance = random.Random(11)
    places = chance.sample(range(0, 140), 50)
    print("places:", places)
    for place in places:
        report = app.report(page, steps, "--fault", f"reload@{place}")
        to_page, to_native = totals(report)
        said = collections.Counter(lines(report))
        assert (report["reloads"], said["load"], to_page["sent"]) == (1, 2, 100), place
        # A reply whose page has not mapped its command yet is delivered, and nobody does anything.
        assert said["accel"] + 1 >= to_page["delivered"], place
        assert to_native["sent"] == said["call"] and report["device"]["log.lines"] == to_native["delivered"], place


def test_losses_are_in_the_recording(app, kymo, steps, tmp_path):
    record = tmp_path / "run.mcap"
    number = place_of(app, steps, "toPage")
    app.report(app.script(COUNTING), steps, "--fault", f"drop@{number}", "--record", record)
    kymo.run("check", record)
    with open(record, "rb") as file:
        last = list(make_reader(file).iter_metadata())[-1]
    assert last.metadata["loss/bridge, to the page"] == "1"
    # The native side is the same without the page.
    kymo.run("replay", record, "--verify")


def test_a_fault_beyond_the_last_message_does_nothing(app, steps, reference):
    report = app.report(app.script(COUNTING), steps, "--fault", "drop@1000000")
    assert report["bridgeDigest"] == reference["bridgeDigest"]


@pytest.mark.parametrize("fault", [
    "nonsense", "drop", "drop@", "drop@x", "drop@-1", "drop@1.5", "drop@1=2", "delay@1", "delay@1=", "delay@1=-1",
    "delay@1=nan", "delay@1=inf", "delay@1=1e300", "delay@1=1=1", "@1", "", "DROP@1", "drop@99999999999999999999999",
])
def test_a_fault_that_is_none_is_named(app, kymo, fault):
    done = kymo.attempt("run", app.script(""), "--fault", fault)
    assert done.returncode == 64 and f"'{fault}'" in done.stderr and done.stdout == ""


def test_faults_do_not_go_with_a_comparison(app, kymo, steps):
    done = kymo.attempt("run", app.script(""), steps, "--fault", "drop@1", "--verify")
    assert done.returncode == 64 and "--verify" in done.stderr


def test_a_caller_of_a_named_handler_hears_that_too_many_calls_wait(app):
    page = app.script("""
      var answers = {}, count = 100100, come = 0;
      function connect(use) {
        window.WVJBCallbacks = [use];
        var frame = document.createElement('iframe');
        frame.src = 'https://__bridge_loaded__';
        document.documentElement.appendChild(frame);
      }
      connect(function (bridge) {
        for (var index = 0; index < count; index += 1) {
          bridge.callHandler('logMessage', 'x', function (answer) {
            var said = typeof answer === 'string' ? answer : 'done';
            answers[said] = (answers[said] || 0) + 1;
            come += 1;
            if (come === count) console.log(JSON.stringify(answers));
          });
        }
      });
    """)
    report = app.report(page)
    assert json.loads(lines(report)[0]) == {"too many calls wait": 100, "done": 100_000}
    assert report["refusedCalls"] == 100 and report["device"]["log.lines"] == 100_000
    assert report["toNative"]["sent"] == report["toNative"]["delivered"] == 100_000
