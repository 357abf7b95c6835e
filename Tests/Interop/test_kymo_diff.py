"""`kymo diff`: names what differs and nothing else, over missing and extra messages; written by the field's own library."""

import json
import random
import shutil
import struct

import pytest
from conftest import ROOT
from mcap.writer import CompressionType, Writer

WALK = ROOT / "Recordings" / "walk" / "session.mcap"
PAGE = ROOT / "Recordings" / "devicecatalog" / "session.mcap"
START = 1_700_000_000_000_000_000
SCHEMAS = {
    "/vector": ("geometry_msgs/msg/Vector3", "ros2msg", b"float64 x\nfloat64 y\nfloat64 z\n"),
    "/state": ("my_msgs/msg/State", "ros2msg", b"uint8 mode\nint32[] codes\nfloat32[2] limits\n"),
    "/notes": ("Note", "jsonschema", b'{"type": "object"}'),
}


def messages(seed, count=300):
    """Messages as (time, topic, values), each a list that a test may edit."""
    print("seed", seed)
    source = random.Random(seed)
    found = []
    for step in range(count):
        time = START + step * 10_000_000
        found.append([time, "/vector", [source.uniform(-9, 9) for _ in range(3)]])
        if step % 10 == 5:
            found.append([time + 1, "/state", [source.randrange(9), [source.randrange(99) for _ in range(2)], [0.5, 1.5]]])
        if step % 25 == 7:
            found.append([time + 2, "/notes", {"text": f"note {step}", "place": {"room": step, "floor": 1}}])
    return found


def data(topic, values):
    if topic == "/vector":
        return b"\0\1\0\0" + struct.pack("<3d", *values)
    if topic == "/state":
        mode, codes, limits = values
        return b"\0\1\0\0" + struct.pack(f"<B3xI{len(codes)}i2f", mode, len(codes), *codes, *limits)
    return json.dumps(values).encode()


def write(path, content, metadata=None, attachment=b"one", chunk=3000, **options):
    with open(path, "wb") as file:
        writer = Writer(file, chunk_size=chunk, **options)
        writer.start(profile="ros2")
        ids = {}
        for topic in sorted({topic for _, topic, _ in content}):
            name, encoding, text = SCHEMAS[topic]
            schema = writer.register_schema(name, encoding, text)
            ids[topic] = writer.register_channel(topic, "cdr" if encoding == "ros2msg" else "json", schema)
        for time, topic, values in content:
            writer.add_message(ids[topic], time, data(topic, values), time)
        writer.add_metadata("device", metadata or {"model": "phone"})
        writer.add_attachment(START, START, "a.txt", "text/plain", attachment)
        writer.finish()


def compare(kymo, first, second, *options, code=4):
    return json.loads(kymo.run("diff", first, second, *options, "--format", "json", exit_code=code).stdout)


def counts(report, *names):
    """The channels that have something of the kind, each with how much."""
    found = {}
    for channel in report["channels"]:
        if any(channel[name] for name in names):
            found[channel["topic"]] = tuple(channel[name] for name in names)
    return found


@pytest.fixture
def pair(tmp_path):
    """A recording, and how to write another one."""
    content = messages(seed=41)
    write(tmp_path / "a.mcap", content)
    return tmp_path / "a.mcap", tmp_path / "b.mcap", content


@pytest.mark.quick
@pytest.mark.parametrize("path", [WALK, PAGE])
def test_a_file_and_itself_are_equal(kymo, tmp_path, path):
    shutil.copy(path, tmp_path / "b.mcap")
    report = compare(kymo, path, tmp_path / "b.mcap", code=0)
    assert report["equal"] and report["identical"] and report["firstDifference"] is None
    assert report["metadata"] == report["attachments"] == []
    assert counts(report, "changed", "tolerated", "missing", "extra", "fields") == {}
    assert kymo.run("diff", path, path).stdout.endswith("equal\n")


@pytest.mark.quick
def test_how_a_file_is_laid_out_is_no_difference(kymo, pair):
    first, second, content = pair
    write(second, content, chunk=200, compression=CompressionType.LZ4)
    assert compare(kymo, first, second, code=0)["identical"]


@pytest.mark.quick
@pytest.mark.parametrize("topic, edit, field, shown", [
    ("/vector", lambda values: values.__setitem__(1, 77.25), "y", "77.25"),
    ("/state", lambda values: values.__setitem__(0, 200), "mode", "200"),
    ("/state", lambda values: values[1].__setitem__(1, -5), "codes[1]", "-5"),
    ("/state", lambda values: values[2].__setitem__(0, 8.5), "limits[0]", "8.5"),
    ("/notes", lambda values: values["place"].update(floor=2), "place.floor", "2"),
    ("/notes", lambda values: values.update(text="no"), "text", "no"),
])
def test_an_edited_field_is_named_alone(kymo, pair, topic, edit, field, shown):
    first, second, content = pair
    places = [place for place, message in enumerate(content) if message[1] == topic]
    place = places[len(places) // 2]
    edit(content[place][2])
    write(second, content)
    report = compare(kymo, first, second)
    assert counts(report, "changed", "missing", "extra") == {topic: (1, 0, 0)}
    fields = [(channel["topic"], found["field"], found["count"]) for channel in report["channels"] for found in channel["fields"]]
    assert fields == [(topic, field, 1)]
    found = report["firstDifference"]
    number = len(places) // 2
    assert (found["topic"], found["field"], found["time"]) == (topic, field, content[place][0])
    assert found["numbers"] == {"first": number, "second": number} and shown in found["values"]["second"]
    text = kymo.run("diff", first, second, exit_code=4).stdout
    assert f"message {number} of {topic}, in {field}" in text.splitlines()[0] and text.endswith("DIFFERENT\n")
    # The other way round it is the same difference.
    back = compare(kymo, second, first)["firstDifference"]
    assert back["values"] == {"first": found["values"]["second"], "second": found["values"]["first"]}
    # What is ignored is counted, and the files are equal.
    for name in [field, f"{topic}.{field}"]:
        tolerated = compare(kymo, first, second, "--ignore", name, code=0)
        assert tolerated["equal"] and not tolerated["identical"] and counts(tolerated, "tolerated") == {topic: (1,)}
    assert compare(kymo, first, second, "--ignore", topic, code=0)["identical"]


@pytest.mark.quick
@pytest.mark.parametrize("seed", range(3))
def test_missing_and_extra_messages_hide_nothing(kymo, pair, seed):
    first, second, content = pair
    source = random.Random(seed)
    vectors = [place for place, message in enumerate(content) if message[1] == "/vector"]
    *gone, edited = sorted(source.sample(vectors[10:-10], 4))
    other = [list(message) for message in content]
    other[edited] = [content[edited][0], "/vector", [1.0, 2.0, content[edited][2][2]]]
    extra = [[content[place][0] + 5000, "/vector", [float(place), 0.5, 0.25]] for place in source.sample(vectors, 2)]
    other = sorted([message for place, message in enumerate(other) if place not in gone] + extra, key=lambda m: m[0])
    write(second, other)
    report = compare(kymo, first, second)
    assert counts(report, "changed", "missing", "extra") == {"/vector": (1, 3, 2)}
    # The first by time is the first of all, whatever it is.
    times = [content[place][0] for place in [*gone, edited]] + [message[0] for message in extra]
    assert report["firstDifference"]["time"] == min(times)
    fields = {found["field"]: found["count"] for channel in report["channels"] for found in channel["fields"]}
    assert fields == {"x": 1, "y": 1}
    text = kymo.run("diff", first, second, exit_code=4).stdout
    assert text.startswith("first difference at ")


@pytest.mark.quick
def test_a_channel_of_one_file_and_what_is_beside_messages(kymo, pair):
    first, second, content = pair
    write(second, [message for message in content if message[1] != "/notes"], metadata={"model": "pad"}, attachment=b"two")
    report = compare(kymo, first, second)
    notes = next(channel for channel in report["channels"] if channel["topic"] == "/notes")
    assert notes["only"] == "first" and notes["missing"] == sum(1 for message in content if message[1] == "/notes")
    assert report["metadata"] == [{"name": "device.model", "first": "phone", "second": "pad"}]
    assert [found["name"] for found in report["attachments"]] == ["a.txt"]
    options = ["--ignore", "/notes,metadata.device.model", "--ignore", "attachments"]
    assert compare(kymo, first, second, *options, code=0)["equal"]


@pytest.mark.quick
def test_a_number_may_be_near(kymo, pair):
    first, second, content = pair
    content[100][2][0] += 1e-3
    assert content[100][1] == "/vector"
    write(second, content)
    assert compare(kymo, first, second, "--tolerance", "/vector.x=2e-3", code=0)["equal"]
    assert not compare(kymo, first, second, "--tolerance", "x=1e-4")["equal"]


@pytest.mark.quick
def test_names_that_neither_file_has_are_refused(kymo, pair):
    first, second, content = pair
    write(second, [message for message in content if message[1] != "/state"])
    for word in ["accelerometer", "/vector.w", "/vectors", "w", "codes", "limits[2]", "metadata.none", "Attachments", "place.none", "log-time"]:
        said = kymo.run("diff", first, second, "--ignore", f"x,{word}", exit_code=64).stderr
        assert f"--ignore {word}: neither recording has it" in said
        assert "log_time" in said and "/vector (x, y, z)" in said and "/state (mode, codes, limits)" in said
        assert "/notes (text, place.room, place.floor)" in said and len(said.splitlines()) == 2
    said = kymo.run("diff", first, second, "--tolerance", "/vector.w=1", exit_code=64).stderr
    assert "--tolerance /vector.w: neither recording has it" in said
    assert "needs a name" in kymo.run("diff", first, second, "--ignore", ",", exit_code=64).stderr
    # What one of them has is good: a topic, a field, an element, a field of JSON, a key.
    assert compare(kymo, first, second, "--ignore", "/state", code=0)["identical"]
    for word in ["/state.mode", "mode", "codes[7]", "codes.count", "limits[1]", "place.floor", "/notes.text", "metadata.device.model",
                 "metadata", "attachments", "sequence", "/state.log_time", "schema", "data"]:
        for files in [(first, second), (second, first)]:
            assert compare(kymo, *files, "--ignore", word)["equal"] is False, word
    assert compare(kymo, PAGE, PAGE, "--ignore", "outcome.index,/bridge/request.text,/trace", code=0)["identical"]
