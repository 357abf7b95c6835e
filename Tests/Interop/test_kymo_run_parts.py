"""A session that reaches a page in parts: the same as in one piece.

A part is a recording that goes on where the one before it ends, as a recorder writes them that begins a new file from
time to time.
"""

import json
import os

import pytest
from mcap.reader import make_reader
from mcap.writer import Writer
from pages import app, lines, needs_engine, steps  # noqa: F401

pytestmark = needs_engine

PAGE = """
  var count = 0, last = 0;
  mapCommandToVCF('accel', function (results, value) {
    count += 1;
    last = Math.round((last * 31 + value.x * 1000 + Math.random() * 10) % 100003);
    if (count % 50 === 0) makeCall('logMessage', count + ' ' + last);
  });
  setInterval(function () { makeCall('logMessage', 'tick ' + count); }, 170);
  navigator.geolocation.watchPosition(function (position) { last += position.coords.latitude; });
  setTimeout(function () { console.log('first ' + count); }, 400);
"""


def split(path, folder, count):
    """The inputs of a recording in so many files, each as long as the others."""
    with open(path, "rb") as file:
        reader = make_reader(file)
        header, metadata = reader.get_header(), next(iter(reader.iter_metadata()))
        total = sum(number for number in reader.get_summary().statistics.channel_message_counts.values())
        paths, writer, channels = [], None, {}
        for index, (schema, channel, message) in enumerate(reader.iter_messages()):
            if len(paths) * total <= index * count:
                if writer:
                    writer.finish()
                paths.append(folder / f"part-{len(paths)}.mcap")
                writer, channels = Writer(str(paths[-1])), {}
                writer.start(header.profile, header.library)
                writer.add_metadata(metadata.name, metadata.metadata)
            if channel.id not in channels:
                known = writer.register_schema(schema.name, schema.encoding, schema.data)
                channels[channel.id] = writer.register_channel(channel.topic, channel.message_encoding, known)
            writer.add_message(
                channels[channel.id], message.log_time, message.data, message.publish_time, message.sequence
            )
        writer.finish()
    assert len(paths) == count
    return paths


SAME = ["events", "inputs", "digest", "bridgeDigest", "messages", "console", "toPage", "toNative", "device"]


def same(one, other):
    return {key: one[key] for key in SAME} == {key: other[key] for key in SAME}


@pytest.fixture
def session(kymo, tmp_path):
    path = tmp_path / "session.mcap"
    kymo.run("synth", "walk", "--seed", 3, "--duration", 4, "-o", path)
    return path


@pytest.mark.parametrize("count", [2, 10, 100])
def test_a_session_in_parts_is_the_session(app, kymo, session, tmp_path, count):
    page = app.script(PAGE)
    parts = split(session, tmp_path, count)
    whole, pieces = app.report(page, session), app.report(page, *parts)
    assert whole["inputs"] > 400 and len(lines(whole)) == 1 and same(whole, pieces)


def test_requests_keep_their_numbers(app, kymo, tmp_path):
    session = tmp_path / "page.mcap"
    kymo.run("synth", "devicecatalog", "--seed", 3, "--duration", 4, "-o", session)
    parts = split(session, tmp_path, 7)
    page = app.script(PAGE)
    whole, pieces = app.report(page, session), app.report(page, *parts)
    assert same(whole, pieces)


def test_what_is_recorded_of_parts_is_one_session(app, kymo, session, tmp_path):
    page = app.script(PAGE)
    record = tmp_path / "run.mcap"
    report = app.report(page, *split(session, tmp_path, 5), "--record", record)
    kymo.run("check", record)
    assert report["digest"] in kymo.run("replay", record, "--verify").stdout
    assert app.report(page, record, "--verify")["verified"]
    # The recording in parts is verified, too.
    folder = tmp_path / "again"
    folder.mkdir()
    assert app.report(page, *split(record, folder, 3), "--verify")["verified"]


@pytest.mark.quick
def test_parts_out_of_order_are_named(app, kymo, session, tmp_path):
    first, second = split(session, tmp_path, 2)
    done = kymo.attempt("run", app.script(PAGE), second, first)
    assert done.returncode == 1 and str(first) in done.stderr and "the part before it ends" in done.stderr
    done = kymo.attempt("run", app.script(PAGE), first, first)
    assert done.returncode == 1


def test_a_part_that_is_cut_off_or_missing_is_named(app, kymo, session, tmp_path):
    first, second = split(session, tmp_path, 2)
    second.write_bytes(second.read_bytes()[:-200])
    for path in (second, tmp_path / "missing.mcap"):
        done = kymo.attempt("run", app.script(PAGE), first, path)
        assert done.returncode == 1 and str(path) in done.stderr


def test_no_part_is_overwritten(app, kymo, session, tmp_path):
    first, second = split(session, tmp_path, 2)
    done = kymo.attempt("run", app.script(PAGE), first, second, "--record", second)
    assert done.returncode == 64 and "overwrite" in done.stderr


@pytest.mark.skipif("KYMOGRAPH_LONG" not in os.environ, reason="long: KYMOGRAPH_LONG=1")
def test_ten_million_events_in_ten_parts(app, kymo, tmp_path):
    session = tmp_path / "long.mcap"
    kymo.run("synth", "walk", "--seed", 5, "--duration", 99_500, "-o", session, timeout=1200)
    page = app.script("""
      var count = 0, last = 0;
      mapCommandToVCF('accel', function (results, value) {
        last = (last * 31 + value.x) % 100003;
        if (++count % 100000 === 0) console.log(count + ' ' + last);
      });
    """)
    parts = split(session, tmp_path, 10)
    whole = json.loads(kymo.attempt("run", page, session, "--format", "json", timeout=3600).stdout)
    pieces = json.loads(kymo.attempt("run", page, *parts, "--format", "json", timeout=3600).stdout)
    assert whole["inputs"] >= 10_000_000 and len(lines(whole)) >= 99 and same(whole, pieces)
