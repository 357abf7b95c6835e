"""MCAP files of others: what their own libraries write becomes accelerations, locations and other channels."""

import json
import struct

import pytest
from mcap.reader import make_reader
from mcap.writer import Writer
from mcap_ros2.decoder import DecoderFactory
from mcap_ros2.writer import Writer as ROS2Writer

from ros_definitions import HEADER, VECTOR

IMU = f"""std_msgs/Header header
geometry_msgs/Quaternion orientation
float64[9] orientation_covariance
geometry_msgs/Vector3 angular_velocity
float64[9] angular_velocity_covariance
geometry_msgs/Vector3 linear_acceleration
float64[9] linear_acceleration_covariance
{HEADER}{VECTOR}================================================================================
MSG: geometry_msgs/Quaternion
float64 x
float64 y
float64 z
float64 w
"""
FIX = f"""std_msgs/Header header
sensor_msgs/NavSatStatus status
float64 latitude
float64 longitude
float64 altitude
float64[9] position_covariance
uint8 position_covariance_type
{HEADER}================================================================================
MSG: sensor_msgs/NavSatStatus
int8 status
uint16 service
"""
MAGNETIC = f"""std_msgs/Header header
geometry_msgs/Vector3 magnetic_field
float64[9] magnetic_field_covariance
{HEADER}{VECTOR}"""
STAMPED = f"""std_msgs/Header header
geometry_msgs/Vector3 vector
{HEADER}{VECTOR}"""
TEXT = "string data\n"
START = 1_700_000_000


def header(index, frame="phone"):
    return {"stamp": {"sec": START + index, "nanosec": 500_000_000}, "frame_id": frame}


def vector(x, y, z):
    return {"x": x, "y": y, "z": z}


def bag(path, rows=20):
    """A bag as a robot writes it: two IMUs, fixes, a magnetometer, and a topic that is no sensor."""
    with open(path, "wb") as file:
        writer = ROS2Writer(file)
        schemas = {
            name: writer.register_msgdef(f"{package}/msg/{name}", text)
            for package, name, text in [
                ("sensor_msgs", "Imu", IMU), ("sensor_msgs", "NavSatFix", FIX),
                ("sensor_msgs", "MagneticField", MAGNETIC), ("geometry_msgs", "Vector3Stamped", STAMPED),
                ("std_msgs", "String", TEXT),
            ]
        }

        def write(topic, kind, index, message):
            # The log is 0.1 s later than what was measured.
            time = (START + index) * 10**9 + 600_000_000
            writer.write_message(topic, schemas[kind], message, log_time=time, publish_time=time)

        for index in range(rows):
            # Frame ids of any length: what follows is aligned anew.
            imu = {
                "header": header(index, "x" * (index % 9)),
                "orientation": {"x": 0.0, "y": 0.0, "z": 0.6, "w": 0.8},
                "orientation_covariance": [0.0] * 9,
                "angular_velocity": vector(0.1 * index, 0.2, 0.3),
                "angular_velocity_covariance": [0.0] * 9,
                "linear_acceleration": vector(index, 0.5, 9.81),
                "linear_acceleration_covariance": [0.0] * 9,
            }
            write("/imu/data", "Imu", index, imu)
            if index % 2 == 0:
                write("/imu/spare", "Imu", index, imu)
            write("/mag", "MagneticField", index, {
                "header": header(index), "magnetic_field": vector(2e-5, 0.0, -4e-5),
                "magnetic_field_covariance": [0.0] * 9,
            })
            write("/note", "String", index, {"data": "hello"})
            write("/fix", "NavSatFix", index, {
                "header": header(index), "status": {"status": 0 if index else -1, "service": 1},
                "latitude": 47.0 + index / 1000, "longitude": 8.5, "altitude": 400.0,
                "position_covariance": [4.0, 0, 0, 0, 9.0, 0, 0, 0, 25.0], "position_covariance_type": 2,
            })
        writer.finish()


def messages(path):
    """What a reader of others finds in a recording, by topic."""
    found = {}
    with open(path, "rb") as file:
        for _, channel, message, decoded in make_reader(file, decoder_factories=[DecoderFactory()]).iter_decoded_messages(
            topics=["/accelerometer", "/gyroscope", "/magnetometer", "/orientation", "/location"]
        ):
            found.setdefault(channel.topic, []).append((message.log_time, decoded))
    return found


def test_a_bag_of_ros_2(kymo, tmp_path):
    bag(tmp_path / "bag.mcap")
    report = kymo.json("import", tmp_path / "bag.mcap", "-o", tmp_path / "walk.mcap")
    counts = {each["topic"]: each["count"] for each in report["channels"]}
    assert counts == {
        "/accelerometer": 20, "/gyroscope": 20, "/magnetometer": 20, "/orientation": 20, "/location": 19,
    }
    [note] = [note for note in report["notes"] if note["topic"] == "points-not-imported"]
    assert "/imu/spare" in note["explanation"] and note["count"] == 10
    assert {"name": "/note", "use": None, "reason": "std_msgs/msg/String"} in report["files"][0]["columns"]
    found = messages(tmp_path / "walk.mcap")
    for index, (time, message) in enumerate(found["/accelerometer"]):
        assert time == (START + index) * 10**9 + 500_000_000
        assert (message.x, message.y, message.z) == (index, 0.5, 9.81)
    assert [message.x for _, message in found["/gyroscope"]] == [0.1 * index for index in range(20)]
    assert found["/magnetometer"][3][1].z == pytest.approx(-40)
    assert found["/orientation"][3][1].w == 0.8
    fix = found["/location"][0][1]
    assert (fix.latitude, fix.longitude, fix.altitude) == (47.001, 8.5, 400.0)
    assert (fix.horizontal_accuracy, fix.vertical_accuracy) == (3.0, 5.0)
    assert kymo.json("replay", tmp_path / "walk.mcap", "--verify")["verified"]


def protobuf_fix(index):
    """A foxglove.LocationFix by the rules of Protobuf."""
    def double(number, value):
        return bytes([number << 3 | 1]) + struct.pack("<d", value)

    def varint(value):
        text = b""
        while value >= 0x80:
            text += bytes([value & 0x7F | 0x80])
            value >>= 7
        return text + bytes([value])

    stamp = b"\x08" + varint(START + index) + b"\x10" + varint(250_000_000)
    covariance = struct.pack("<9d", 1, 0, 0, 0, 1, 0, 0, 0, 4)
    return (
        double(1, 47.5) + double(2, 8.0 + index) + double(3, 123.0) + b"\x22" + varint(72) + covariance
        + b"\x28\x03" + b"\x32" + varint(len(stamp)) + stamp + b"\x3a\x05phone"
    )


@pytest.mark.parametrize("encoding", ["json", "protobuf"])
def test_fixes_of_foxglove(kymo, tmp_path, encoding):
    path = tmp_path / "fixes.mcap"
    with open(path, "wb") as file:
        writer = Writer(file)
        writer.start()
        schema = writer.register_schema("foxglove.LocationFix", "jsonschema" if encoding == "json" else "protobuf", b"{}")
        channel = writer.register_channel("/gps", encoding, schema)
        for index in range(5):
            data = protobuf_fix(index) if encoding == "protobuf" else json.dumps({
                "timestamp": {"sec": START + index, "nsec": 250_000_000}, "frame_id": "phone", "latitude": 47.5,
                "longitude": 8.0 + index, "altitude": 123.0, "position_covariance": [1, 0, 0, 0, 1, 0, 0, 0, 4],
                "position_covariance_type": 3,
            }).encode()
            writer.add_message(channel, (START + index) * 10**9, data, (START + index) * 10**9)
        # One that is nothing of the kind is a repair.
        writer.add_message(channel, (START + 9) * 10**9, b"\xff\xff", (START + 9) * 10**9)
        writer.finish()
    report = kymo.json("import", path, "-o", tmp_path / "out.mcap")
    assert [(repair["rule"], repair["count"]) for repair in report["repairs"]] == [("malformed-row", 1)]
    fixes = messages(tmp_path / "out.mcap")["/location"]
    assert [(time, fix.latitude, fix.longitude, fix.vertical_accuracy) for time, fix in fixes] == [
        ((START + index) * 10**9 + 250_000_000, 47.5, 8.0 + index, 2.0) for index in range(5)
    ]
    refused = kymo.run("import", path, "--strict", "-o", tmp_path / "strict.mcap", exit_code=1)
    assert "malformed-row" in refused.stderr


def test_what_was_exported_comes_back(kymo, tmp_path):
    kymo.run("synth", "walk", "--duration", "20", "-o", tmp_path / "walk.mcap")
    kymo.run("export", tmp_path / "walk.mcap", "--to", "mcap", "-o", tmp_path / "viewer.mcap")
    kymo.run("import", tmp_path / "viewer.mcap", "-o", tmp_path / "again.mcap")
    before, after = messages(tmp_path / "walk.mcap"), messages(tmp_path / "again.mcap")
    assert before["/accelerometer"] and before["/location"]
    for topic in ("/accelerometer", "/location"):
        assert len(before[topic]) == len(after[topic])
        for (_, old), (_, new) in zip(before[topic], after[topic]):
            for name in ("x", "y", "z") if topic == "/accelerometer" else ("latitude", "longitude", "altitude"):
                assert getattr(old, name) == getattr(new, name)


def imus(path, definition=IMU, count=10, seconds=lambda index: START + index, **fields):
    """A bag with IMUs alone, some of whose fields are others."""
    with open(path, "wb") as file:
        writer = ROS2Writer(file)
        schema = writer.register_msgdef("sensor_msgs/msg/Imu", definition)
        for index in range(count):
            message = {
                "header": {"stamp": {"sec": seconds(index), "nanosec": 0}, "frame_id": ""},
                "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}, "orientation_covariance": [-1.0] + [0.0] * 8,
                "angular_velocity": vector(0, 0, 0), "angular_velocity_covariance": [-1.0] + [0.0] * 8,
                "linear_acceleration": vector(index, 0, 9.81), "linear_acceleration_covariance": [0.0] * 9, **fields,
            }
            writer.write_message("/imu", schema, message, log_time=(START + index) * 10**9, publish_time=0)
        writer.finish()
    return path


def test_sensors_that_are_not_there_give_nothing(kymo, tmp_path):
    report = kymo.json("import", imus(tmp_path / "a.mcap"), "-o", tmp_path / "out.mcap")
    assert {each["topic"]: each["count"] for each in report["channels"]} == {"/accelerometer": 10, "/location": 0}


def test_a_definition_of_other_fields_is_not_read(kymo, tmp_path):
    lines = IMU.split("\n")
    lines[3:5], lines[5:7] = lines[5:7], lines[3:5]
    path = imus(tmp_path / "swapped.mcap", "\n".join(lines))
    refused = kymo.attempt("import", path, "-o", tmp_path / "out.mcap")
    assert refused.returncode == 1 and "/imu (sensor_msgs/msg/Imu)" in refused.stderr


def test_every_publisher_of_a_topic_counts(kymo, tmp_path):
    path = tmp_path / "two.mcap"
    with open(path, "wb") as file:
        writer = Writer(file)
        writer.start()
        schema = writer.register_schema("sensor_msgs/msg/Temperature", "ros2msg", b"")
        channels = [writer.register_channel("/air", "cdr", schema, {"publisher": name}) for name in ("a", "b")]
        for index in range(10):
            data = b"\0\1\0\0" + struct.pack("<iII", START + index, 0, 1) + b"\0" * 4 + struct.pack("<dd", index, 0)
            writer.add_message(channels[index % 2], (START + index) * 10**9, data, 0)
        writer.finish()
    report = kymo.json("import", path, "-o", tmp_path / "out.mcap")
    assert {each["topic"]: each["count"] for each in report["channels"]}["/temperature"] == 10


def test_times_before_1970_and_beyond_what_ns_count(kymo, tmp_path):
    # A stamp before 1970 is none: the time of the log counts.
    kymo.run("import", imus(tmp_path / "early.mcap", seconds=lambda index: index - 5 - 20), "-o", tmp_path / "out.mcap")
    assert [time for time, _ in messages(tmp_path / "out.mcap")["/accelerometer"]] == [
        (START + index) * 10**9 for index in range(10)
    ]


def test_numbers_that_cannot_be_are_repairs(kymo, tmp_path):
    path = imus(tmp_path / "a.mcap", linear_acceleration=vector(float("inf"), float("nan"), 9.81))
    report = kymo.json("import", path, "-o", tmp_path / "out.mcap")
    assert {repair["rule"]: repair["count"] for repair in report["repairs"]} == {
        "impossible-value": 10, "invalid-marker": 10,
    }
    bag(tmp_path / "bag.mcap")
    report = kymo.json("import", tmp_path / "bag.mcap", "-o", tmp_path / "out.mcap")
    assert {repair["rule"]: repair["count"] for repair in report["repairs"]} == {"no-fix": 1}


def test_cdr_of_the_other_order_of_bytes(kymo, tmp_path):
    path = tmp_path / "big.mcap"
    with open(path, "wb") as file:
        writer = Writer(file)
        writer.start()
        schema = writer.register_schema("sensor_msgs/msg/Temperature", "ros2msg", b"")
        channel = writer.register_channel("/air", "cdr", schema)
        for index in range(5):
            data = b"\0\0\0\0" + struct.pack(">iII", START + index, 0, 5) + b"robo\0" + b"\0" * 7
            data += struct.pack(">dd", 20.5 + index, 0)
            writer.add_message(channel, (START + index) * 10**9, data, 0)
        writer.finish()
    report = kymo.json("import", path, "-o", tmp_path / "out.mcap")
    assert {each["topic"]: each["count"] for each in report["channels"]}["/temperature"] == 5
    rows = kymo.run("export", tmp_path / "out.mcap", "--to", "jsonl", "-o", "-").stdout.splitlines()
    assert "20.5" in rows[0] and "24.5" in rows[4]


def test_a_bag_that_ends_early(kymo, tmp_path):
    bag(tmp_path / "bag.mcap", rows=3000)
    whole = (tmp_path / "bag.mcap").read_bytes()
    (tmp_path / "cut.mcap").write_bytes(whole[: len(whole) * 2 // 3])
    report = kymo.json("import", tmp_path / "cut.mcap", "-o", tmp_path / "out.mcap")
    assert [repair["rule"] for repair in report["repairs"]] == ["cut-off-file", "no-fix"]
    assert 100 < report["events"] < 15_000


def test_what_has_no_sensors_and_what_needs_no_import(kymo, tmp_path):
    with open(tmp_path / "text.mcap", "wb") as file:
        writer = ROS2Writer(file)
        schema = writer.register_msgdef("std_msgs/msg/String", TEXT)
        writer.write_message("/note", schema, {"data": "hello"}, log_time=1, publish_time=1)
        writer.finish()
    refused = kymo.run("import", tmp_path / "text.mcap", "-o", tmp_path / "out.mcap", exit_code=1)
    assert "/note (std_msgs/msg/String)" in refused.stderr and refused.stderr.count("\n") == 1
    kymo.run("synth", "walk", "--duration", "1", "-o", tmp_path / "walk.mcap")
    refused = kymo.run("import", tmp_path / "walk.mcap", "-o", tmp_path / "out.mcap", exit_code=1)
    assert "a recording (MCAP) already" in refused.stderr
    assert not (tmp_path / "out.mcap").exists()
