"""kymo opens what the field's own writers wrote."""

import pytest
from mcap.writer import CompressionType, Writer
from mcap_ros2.writer import Writer as RosWriter

VECTOR = "float64 x\nfloat64 y\nfloat64 z"
LOCATION = """\
float64 latitude
float64 longitude
float64 altitude
float32 horizontal_accuracy
float32 vertical_accuracy
float32 speed
float32 course
int64 fix_time"""
COUNT = 400


def counts(report):
    return {channel["topic"]: channel["count"] for channel in report["channels"]}


@pytest.fixture(params=["NONE", "LZ4", "ZSTD"])
def session(request, tmp_path):
    """Accelerations and locations, one topic after the other: the chunks overlap in time."""
    path = tmp_path / "session.mcap"
    with open(path, "wb") as file:
        writer = RosWriter(
            file, chunk_size=500, compression=CompressionType[request.param]
        )
        vector = writer.register_msgdef("geometry_msgs/msg/Vector3", VECTOR)
        location = writer.register_msgdef("kymograph/msg/Location", LOCATION)
        for index in range(COUNT):
            time = index * 10_000_000
            message = {"x": 0.1 * index, "y": 0.0, "z": 9.81}
            writer.write_message("/accelerometer", vector, message, time, time, index)
        for index in range(COUNT // 100):
            time = index * 1_000_000_000
            message = {
                "latitude": 46.0 + index * 1e-5,
                "longitude": 7.0,
                "altitude": 500.0,
                "horizontal_accuracy": 5.0,
                "vertical_accuracy": 8.0,
                "speed": 1.4,
                "course": 0.0,
                "fix_time": time,
            }
            writer.write_message("/location", location, message, time, time, index)
        writer.finish()
    return path


@pytest.mark.quick
def test_inspect_counts_a_ros_session(kymo, session):
    report = kymo.json("inspect", session)
    assert counts(report) == {"/accelerometer": COUNT, "/location": COUNT // 100}


@pytest.mark.quick
def test_replay_takes_a_ros_session(kymo, session):
    first = kymo.json("replay", "--speed", "max", session)
    assert first["events"] == COUNT + COUNT // 100
    assert kymo.json("replay", "--speed", "max", session)["digest"] == first["digest"]


@pytest.mark.parametrize("compression", list(CompressionType))
@pytest.mark.parametrize("chunk_size", [300, 1 << 20])
@pytest.mark.parametrize("chunking", [True, False])
def test_inspect_counts_foreign_channels(kymo, tmp_path, compression, chunk_size, chunking):
    path = tmp_path / "foreign.mcap"
    with open(path, "wb") as file:
        writer = Writer(
            file,
            chunk_size=chunk_size,
            compression=compression,
            use_chunking=chunking,
            enable_data_crcs=True,
        )
        writer.start()
        schema = writer.register_schema("Foreign", "jsonschema", b"{}")
        channels = [writer.register_channel(f"/foreign/{n}", "json", schema) for n in range(5)]
        for index in range(2000):
            time = index * 7919 % 2000 * 1000
            data = b'{"index":%d}' % index
            writer.add_message(channels[index % 5], time, data, time, index)
        writer.add_attachment(1, 2, "notes.txt", "text/plain", b"abc")
        writer.add_metadata("notes", {"key": "value"})
        writer.finish()
    report = kymo.json("inspect", path)
    assert counts(report) == {f"/foreign/{n}": 400 for n in range(5)}


def test_a_cut_file_is_recovered(kymo, session, tmp_path):
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(session.read_bytes()[: session.stat().st_size // 2])
    whole = tmp_path / "whole.mcap"
    kymo.run("recover", cut, "-o", whole, exit_code=3)
    report = kymo.json("inspect", whole)
    assert 0 < counts(report)["/accelerometer"] <= COUNT
