"""Channels of anybody's MCAP file through an app that lists them: written by PyPI's mcap, read by it again."""

import os
import pathlib
import shutil
import subprocess

import pytest
from mcap.reader import make_reader
from mcap.writer import Writer
from mcap_ros2.decoder import DecoderFactory
from mcap_ros2.writer import Writer as RosWriter

from conftest import BUILD_IN_SCRATCH, ROOT, SCRATCH, Kymo

PACKAGE = ROOT / "Tests" / "Interop" / "RobotLog"

LINE = "=" * 80
VECTOR = f"{LINE}\nMSG: geometry_msgs/Vector3\nfloat64 x\nfloat64 y\nfloat64 z\n"
IMU = (
    "std_msgs/Header header\n"
    "geometry_msgs/Quaternion orientation\nfloat64[9] orientation_covariance\n"
    "geometry_msgs/Vector3 angular_velocity\nfloat64[9] angular_velocity_covariance\n"
    "geometry_msgs/Vector3 linear_acceleration\nfloat64[9] linear_acceleration_covariance\n"
    f"{LINE}\nMSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n"
    f"{LINE}\nMSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n"
    f"{LINE}\nMSG: geometry_msgs/Quaternion\nfloat64 x\nfloat64 y\nfloat64 z\nfloat64 w\n" + VECTOR
)
IMUS, NOTES = 500, 25


@pytest.fixture(scope="module")
def robotlog(tmp_path_factory):
    """The tool of a package that listens to channels of its own; the environment may name one that is built."""
    if "ROBOTLOG" in os.environ:
        return Kymo(pathlib.Path(os.environ["ROBOTLOG"]))
    command = [*BUILD_IN_SCRATCH, "-c", "release"]
    done = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    binary = tmp_path_factory.mktemp("tool") / "robotlog"
    shutil.copy(SCRATCH / "release" / "robotlog", binary)
    return Kymo(binary)


def imu(index, frame):
    zero = [0.0] * 9
    return {
        "header": {"stamp": {"sec": index // 100, "nanosec": index % 100}, "frame_id": frame},
        "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0},
        "orientation_covariance": [-1.0] + [0.0] * 8,
        "angular_velocity": {"x": index / 64, "y": 0.5, "z": -index / 32},
        "angular_velocity_covariance": zero,
        "linear_acceleration": {"x": 0.0, "y": 0.0, "z": 9.75},
        "linear_acceleration_covariance": zero,
    }


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    """A robot's recording: an IMU, notes of text without a schema, a gyroscope, and pictures."""
    path = tmp_path_factory.mktemp("robot") / "robot.mcap"
    with open(path, "wb") as stream:
        # One file by two libraries: that of ROS 2 has no channels of other encodings.
        writer = RosWriter(stream)
        raw = writer._writer
        schema = writer.register_msgdef("sensor_msgs/msg/Imu", IMU)
        turns = writer.register_msgdef("geometry_msgs/msg/Vector3", "float64 x\nfloat64 y\nfloat64 z")
        note = raw.register_channel(topic="/note", message_encoding="text", schema_id=0)
        image = raw.register_schema(name="foxglove.CompressedImage", encoding="protobuf", data=b"")
        camera = raw.register_channel(
            topic="/camera", message_encoding="protobuf", schema_id=image
        )
        for index in range(IMUS):
            time = index * 10_000_000
            writer.write_message("/robot/imu", schema, imu(index, "f" * (index % 9)), time, time)
            writer.write_message(
                "/gyroscope", turns, {"x": index / 8, "y": 0.0, "z": 1.0}, time, time
            )
            if index % 20 == 0:
                text = f"note {index}: \u00e4\u0000".encode()
                raw.add_message(note, log_time=time, publish_time=time, data=text)
            if index % 100 == 0:
                raw.add_message(camera, log_time=time, publish_time=time, data=b"\x01" * 9000)
        writer.finish()
    return path


def contents(path):
    """The bytes of each topic's messages, in order."""
    found = {}
    with open(path, "rb") as stream:
        for _, channel, message in make_reader(stream).iter_messages():
            found.setdefault(channel.topic, []).append((message.log_time, message.data))
    return found


def test_twice_one_digest(robotlog, robot, tmp_path):
    first = robotlog.json("replay", robot)
    assert first["events"] == 2 * IMUS + NOTES and first["device"] == {"notes": NOTES}
    counts = {command["name"]: command["completed"] for command in first["commands"]}
    assert counts == {"imu": IMUS, "note": NOTES, "gyroscope": IMUS}
    assert [channel["topic"] for channel in first["unheard"]] == ["/camera"]
    again = robotlog.json("replay", robot, "--rings", "3", "--speed", "1000")
    assert again["digest"] == first["digest"]

    recorded = tmp_path / "recorded.mcap"
    robotlog.run("replay", robot, "--record", recorded)
    verified = robotlog.json("replay", recorded, "--verify")
    assert verified["verified"] and verified["digest"] == first["digest"]
    topics = {channel["topic"] for channel in verified["channels"]}
    assert topics >= {"/robot/imu", "/note", "/gyroscope"}
    robotlog.run("replay", recorded, "--verify", "--fault", "flip@600", exit_code=4)


def test_what_is_recorded_is_what_was_read(robotlog, robot, tmp_path):
    recorded = tmp_path / "recorded.mcap"
    robotlog.run("replay", robot, "--record", recorded)
    sent, kept = contents(robot), contents(recorded)
    assert kept.keys() - {"/trace", "/trace/digest"} == sent.keys() - {"/camera"}
    for topic in ("/robot/imu", "/note", "/gyroscope"):
        assert kept[topic] == sent[topic], topic
    # The definition of the file is in the recording, so that the field's own reader decodes it.
    with open(recorded, "rb") as stream:
        reader = make_reader(stream, decoder_factories=[DecoderFactory()])
        messages = [
            message.decoded_message
            for message in reader.iter_decoded_messages(topics=["/robot/imu"])
        ]
    assert [message.angular_velocity.x for message in messages] == [i / 64 for i in range(IMUS)]


def test_reports_name_what_is_left_out(robotlog, kymo, robot):
    left_out = "not replayed: /camera (foxglove.CompressedImage), 5 messages"
    assert left_out in robotlog.run("replay", robot).stdout
    assert left_out in robotlog.run("inspect", robot).stdout
    report = robotlog.json("inspect", robot)
    assert report["events"] == 2 * IMUS + NOTES
    roles = {channel["topic"]: channel["role"] for channel in report["channels"]}
    assert roles == {
        "/camera": "left out", "/gyroscope": "input", "/note": "input", "/robot/imu": "input",
    }
    # Kymograph's own app knows a gyroscope, but does not listen to it.
    seen = kymo.run("inspect", robot).stdout
    assert "not dispatched: /gyroscope (geometry_msgs/msg/Vector3), 500 messages" in seen
    assert "not replayed: /robot/imu (sensor_msgs/msg/Imu), 500 messages" in seen


def test_an_app_that_does_not_listen_keeps_its_digest(kymo, robot, tmp_path):
    walk, mixed = tmp_path / "walk.mcap", tmp_path / "mixed.mcap"
    kymo.run("synth", "walk", "--duration", "5", "--no-trace", "-o", walk)
    plain = kymo.json("replay", walk)
    with open(mixed, "wb") as stream:
        writer = Writer(stream)
        writer.start()
        with open(walk, "rb") as one, open(robot, "rb") as other:
            entries = [*make_reader(one).iter_messages(), *make_reader(other).iter_messages()]
        entries.sort(key=lambda entry: entry[2].log_time)
        channels = {}
        for schema, channel, message in entries:
            if channel.topic not in channels:
                identity = 0
                if schema is not None:
                    identity = writer.register_schema(schema.name, schema.encoding, schema.data)
                channels[channel.topic] = writer.register_channel(
                    channel.topic, channel.message_encoding, identity
                )
            writer.add_message(
                channels[channel.topic], message.log_time, message.data, message.publish_time
            )
        writer.finish()
    recorded = tmp_path / "recorded.mcap"
    report = kymo.json("replay", mixed, "--record", recorded)
    assert report["digest"] == plain["digest"] and report["events"] == plain["events"]
    roles = {channel["topic"]: channel["role"] for channel in report["unheard"]}
    assert roles == {
        "/robot/imu": "left out", "/note": "left out", "/camera": "left out",
        "/gyroscope": "passed",
    }
    assert len(contents(recorded)["/gyroscope"]) == IMUS
    assert kymo.json("replay", recorded, "--verify")["verified"]


def test_benchmarks_offer_what_the_app_listens_to(robotlog, robot):
    report = robotlog.json("bench", robot, "--pace", "none", "--duration", "0.2")
    assert report["valid"] and {row["name"] for row in report["commands"]} == {
        "imu", "note", "gyroscope",
    }


def test_a_schema_that_is_not_the_channels_is_refused(robotlog, tmp_path):
    path = tmp_path / "other.mcap"
    with open(path, "wb") as stream:
        writer = Writer(stream)
        writer.start()
        schema = writer.register_schema("acme.Imu", "jsonschema", b"{}")
        channel = writer.register_channel("/robot/imu", "json", schema)
        writer.add_message(channel, 1, b"{}", 1)
        writer.finish()
    done = robotlog.run("replay", path, exit_code=1)
    assert "its schema is acme.Imu in json" in done.stderr
    assert "replay needs sensor_msgs/msg/Imu in cdr" in done.stderr
