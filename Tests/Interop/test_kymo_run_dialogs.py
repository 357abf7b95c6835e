"""What a page asks its user, in recordings: there, shown, replayed, and compared."""

import json

import pytest
from mcap.reader import make_reader
from mcap.writer import Writer
from pages import app, lines, needs_engine, steps  # noqa: F401

pytestmark = needs_engine

ASKING = """
  alert('loaded');
  var count = 0;
  mapCommandToVCF('accel', function () {
    count += 1;
    if (count % 40 === 0) console.log(confirm('go on after ' + count + '?'));
  });
  setTimeout(function () { console.log(prompt('your "name"', 'Ann\\u00e9')); }, 300);
  setTimeout(function () { makeCall('logMessage', 'done'); }, 500);
"""
EXPECTED = [
    {"kind": "alert", "text": "loaded", "answer": None},
    {"kind": "prompt", "text": 'your "name"', "offer": "Ann\u00e9", "answer": "Ann\u00e9"},
    {"kind": "confirm", "text": "go on after 40?", "answer": True},
    {"kind": "confirm", "text": "go on after 80?", "answer": True},
]


def dialogs(path):
    with open(path, "rb") as file:
        found = [
            (message.log_time, message.sequence, json.loads(message.data), schema.name)
            for schema, channel, message in make_reader(file).iter_messages(topics=["/page/dialog"])
        ]
    assert {name for *_, name in found} <= {"kymograph.PageDialog"}
    assert [number for _, number, *_ in found] == list(range(len(found)))
    return [(time, asked) for time, _, asked, _ in found]


@pytest.fixture
def recorded(app, kymo, steps, tmp_path):
    page, record = app.script(ASKING), tmp_path / "run.mcap"
    app.report(page, steps, "--record", record)
    return page, record


@pytest.mark.quick
def test_a_recording_has_what_the_page_asked_and_what_was_answered(recorded):
    found = dialogs(recorded[1])
    times = [time for time, _ in found]
    by_text = sorted((asked for _, asked in found), key=lambda asked: asked["text"])
    assert by_text == sorted(EXPECTED, key=lambda asked: asked["text"])
    assert times == sorted(times) and times[-1] > times[0] and found[0][1]["text"] == "loaded"


def test_a_user_who_declines_is_recorded_as_one(app, steps, tmp_path):
    record = tmp_path / "run.mcap"
    report = app.report(app.script(ASKING), steps, "--decline", "--record", record)
    answers = {asked["kind"]: asked["answer"] for _, asked in dialogs(record)}
    assert answers == {"alert": None, "confirm": False, "prompt": None} and report["dialogs"] == 4


def test_a_replay_takes_the_recording_and_writes_it_again(recorded, kymo, tmp_path):
    page, record = recorded
    assert "identical" in kymo.run("replay", record, "--verify").stdout
    again = tmp_path / "again.mcap"
    kymo.run("replay", record, "--record", again)
    assert dialogs(again) == dialogs(record)
    kymo.run("check", record)
    kymo.run("check", again)


def test_they_are_shown(recorded, kymo):
    page, record = recorded
    shown = kymo.run("inspect", record).stdout
    assert "dialogs   4 of a page" in shown and 'confirm "go on after 40?", answered true' in shown
    assert 'alert "loaded"\n' in shown and "a replay has no page that asks" in shown
    report = json.loads(kymo.run("inspect", record, "--format", "json").stdout)
    assert [one["text"] for one in report["dialogs"]] == [asked["text"] for _, asked in dialogs(record)]
    assert {one["topic"]: one["count"] for one in report["channels"]}["/page/dialog"] == 4


def test_a_page_that_asks_the_same_is_verified(recorded, app, kymo):
    page, record = recorded
    report = app.report(page, record, "--verify")
    assert report["verified"] and report["comparedDialogs"] == 4 and report["comparedCalls"] == 1
    assert "4 dialogs with times and answers, too" in kymo.run("run", page, record, "--verify").stdout


@pytest.mark.parametrize(("old", "new", "expected", "actual"), [
    ("go on after", "go on behind", "go on after 40?", "go on behind 40?"),
    ("alert('loaded');", "", "loaded", "your"),
    ("'done');", "'done'); alert('more');", None, "more"),
    ("}, 300);", "}, 310);", "name", "name"),
])
def test_the_first_dialog_that_differs_is_named(recorded, app, kymo, steps, old, new, expected, actual):
    page, record = recorded
    assert old in ASKING
    app.script(ASKING.replace(old, new))
    report = app.report(page, record, "--verify", exit_code=4)
    difference = report["firstDifference"]
    assert difference["subject"] == "dialog" and not report["verified"]
    for said, key in ((expected, "expected"), (actual, "actual")):
        assert said is None or said in difference[key]
    assert "DIVERGED  dialog" in kymo.run("run", page, record, "--verify", exit_code=4).stdout


def test_another_answer_differs(recorded, app):
    page, record = recorded
    report = app.report(page, record, "--verify", "--decline", exit_code=4)
    assert report["firstDifference"]["subject"] == "dialog"


def test_a_page_that_asks_no_more_differs(recorded, app):
    page, record = recorded
    app.script(ASKING.replace("confirm(", "String("))
    assert app.report(page, record, "--verify", exit_code=4)["firstDifference"]["actual"] is None


def older(record, target):
    """The recording as it was made before there were dialogs in it."""
    with open(record, "rb") as source, open(target, "wb") as file:
        reader, writer = make_reader(source), Writer(file)
        header = reader.get_header()
        writer.start(header.profile, header.library)
        channels = {}
        for metadata in list(reader.iter_metadata())[:1]:
            writer.add_metadata(metadata.name, {k: v for k, v in metadata.metadata.items() if k != "dialogs"})
        for schema, channel, message in reader.iter_messages():
            if channel.topic == "/page/dialog":
                continue
            if channel.id not in channels:
                known = writer.register_schema(schema.name, schema.encoding, schema.data)
                channels[channel.id] = writer.register_channel(channel.topic, channel.message_encoding, known)
            writer.add_message(
                channels[channel.id], message.log_time, message.data, message.publish_time, message.sequence
            )
        writer.finish()


def test_an_older_recording_is_compared_as_far_as_it_goes(recorded, app, kymo, tmp_path):
    page, record = recorded
    former = tmp_path / "older.mcap"
    older(record, former)
    done = kymo.run("run", page, former, "--verify").stdout
    assert "verified  1 calls of the page" in done and "not compared: 4 dialogs of the page" in done
    report = app.report(page, former, "--verify")
    assert report["verified"] and report["comparedDialogs"] is None
    assert "dialogs" not in kymo.run("inspect", former).stdout


def test_a_long_text_is_cut_and_says_so(app, kymo, tmp_path):
    record = tmp_path / "run.mcap"
    page = app.script("alert('\\u0001'.repeat(60000)); alert('x'.repeat(50000));")
    app.report(page, "--record", record)
    (_, long), (_, fitting) = dialogs(record)
    assert long["cut"] is True and long["text"] == "\x01" * 50000
    assert "cut" not in fitting and fitting["text"] == "x" * 50000
    assert app.report(page, record, "--verify")["comparedDialogs"] == 2


def test_dialogs_that_follow_no_event_are_recorded(app, kymo, tmp_path):
    record = tmp_path / "run.mcap"
    page = app.script("for (var index = 0; index < 1000; index += 1) confirm('n' + index);"
                      " setInterval(function () { alert('tick'); }, 100);")
    app.report(page, "--record", record, "--after", "1")
    found = dialogs(record)
    assert [asked["text"] for _, asked in found[:1000]] == [f"n{index}" for index in range(1000)]
    assert {asked["text"] for _, asked in found[1000:]} == {"tick"} and len(found) >= 1009
    assert "identical" in kymo.run("replay", record, "--verify").stdout


def test_an_app_of_another_session_is_run_with_its_own_dialogs(recorded, app, kymo, tmp_path):
    page, record = recorded
    app.script("alert('another');")
    again = tmp_path / "again.mcap"
    done = kymo.run("run", page, record, "--record", again).stdout
    assert "left out  4 dialogs of a page in the recording" in done
    assert [asked["text"] for _, asked in dialogs(again)] == ["another"]


def test_a_page_without_a_session_is_verified_from_where_it_was_loaded(app, tmp_path):
    record = tmp_path / "run.mcap"
    page = app.script("setTimeout(function () { console.log(prompt('late')); makeCall('logMessage', 'x'); }, 300);")
    app.report(page, "--record", record)
    report = app.report(page, record, "--verify")
    assert report["verified"] and report["comparedDialogs"] == 1
