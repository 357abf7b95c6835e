"""Another implementation reads the same numbers, and writes files that give the same digest."""

import math
import struct

import pytest
from mcap.reader import SeekingReader
from mcap.writer import CompressionType
from mcap_ros2.decoder import DecoderFactory
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


def same(left, right):
    return all(a == b or math.isnan(a) and math.isnan(b) for a, b in zip(left, right, strict=True))


def decoded(path, topic):
    with open(path, "rb") as file:
        reader = SeekingReader(file, validate_crcs=True, decoder_factories=[DecoderFactory()])
        return [(raw, ros) for _, _, raw, ros in reader.iter_decoded_messages(topics=[topic])]


def fields(ros):
    return [
        ros.latitude,
        ros.longitude,
        ros.altitude,
        ros.horizontal_accuracy,
        ros.vertical_accuracy,
        ros.speed,
        ros.course,
        ros.fix_time,
    ]


@pytest.mark.quick
def test_accelerations(walk):
    found = decoded(walk, "/accelerometer")
    assert len(found) == 500
    for raw, ros in found:
        assert raw.data[:4] == b"\0\1\0\0" and len(raw.data) == 28
        assert same((ros.x, ros.y, ros.z), struct.unpack_from("<3d", raw.data, 4))
    # Seed 1, as every build has made it since.
    first, ros = found[0]
    assert first.log_time == first.publish_time == 511_333
    assert (ros.x, ros.y, ros.z) == (-1.2937205814141997, 8.547152297495714, 6.175184434628286)


def test_locations(walk):
    found = decoded(walk, "/location")
    assert len(found) == 5
    for raw, ros in found:
        assert len(raw.data) == 52
        assert same(fields(ros), struct.unpack_from("<3d4fq", raw.data, 4))
    first, ros = found[0]
    assert first.log_time == 51_423_078
    assert (ros.latitude, ros.longitude) == (-48.11687382953161, 25.195938619366178)
    assert ros.altitude == 94.4056400762858 and ros.fix_time == -26_479_645_320
    assert ros.horizontal_accuracy == struct.unpack("<f", struct.pack("<f", 78.5736))[0]
    assert math.isnan(ros.course)


def test_fixes_are_the_locations(walk):
    locations, fixes = decoded(walk, "/location"), decoded(walk, "/location/fix")
    assert len(locations) == len(fixes)
    for (raw, location), (fix_raw, fix) in zip(locations, fixes):
        assert raw.log_time == fix_raw.log_time
        assert fix.header.frame_id == "phone"
        stamp = fix.header.stamp.sec * 1_000_000_000 + fix.header.stamp.nanosec
        assert stamp == raw.log_time
        assert (fix.status.status, fix.status.service) == (0, 0)
        position = (fix.latitude, fix.longitude, fix.altitude)
        assert same(position, (location.latitude, location.longitude, location.altitude))
        horizontal, vertical = location.horizontal_accuracy**2, location.vertical_accuracy**2
        assert list(fix.position_covariance) == [horizontal, 0, 0, 0, horizontal, 0, 0, 0, vertical]
        assert fix.position_covariance_type == 1


def test_steps(kymo, walk):
    found = decoded(walk, "/trace")
    report = kymo.json("replay", walk)
    assert len(found) == report["events"] == 505
    assert [ros.index for _, ros in found] == list(range(505))
    digests = [ros for _, ros in decoded(walk, "/trace/digest")]
    assert f"{digests[-1].digest:016x}" == report["digest"] and digests[-1].count == 505
    sequences = {1: 0, 2: 0}
    for raw, ros in found:
        layout = struct.unpack_from("<QIHBBBBHBB", raw.data, 4)
        assert layout == (
            ros.index,
            ros.sequence,
            ros.command,
            ros.source,
            ros.status,
            ros.stage,
            ros.handler,
            ros.error_code,
            ros.reply_kind,
            ros.repeats_input,
        )
        assert ros.sequence == sequences[ros.source]
        sequences[ros.source] += 1
        assert len(ros.reply) == (24 if ros.reply_kind and not ros.repeats_input else 0)
        assert ros.command == ros.source  # accel is 1, sendloc is 2
    counts = {
        command["name"]: command["completed"] for command in report["commands"]
    }
    completed = [ros.command for _, ros in found if ros.status == 0]
    assert counts == {"accel": completed.count(1), "sendloc": completed.count(2)}
    # The low-pass starts at the first sample and follows with a tenth.
    samples = [(ros.x, ros.y, ros.z) for _, ros in decoded(walk, "/accelerometer")]
    smooth = samples[0]
    replies = [ros.reply for _, ros in found if ros.command == 1]
    for sample, bytes_ in zip(samples, replies, strict=True):
        # One that is the input again is left out.
        reply = struct.unpack("<3d", bytes_) if len(bytes_) else sample
        smooth = tuple(last + 0.1 * (value - last) for last, value in zip(smooth, sample))
        assert reply == smooth


def write(path, events, chunk_size=1 << 20, compression=CompressionType.ZSTD):
    with open(path, "wb") as file:
        writer = RosWriter(file, chunk_size=chunk_size, compression=compression)
        vector = writer.register_msgdef("geometry_msgs/msg/Vector3", VECTOR)
        location = writer.register_msgdef("kymograph/msg/Location", LOCATION)
        for time, topic, content in events:
            kind = vector if topic == "/accelerometer" else location
            writer.write_message(topic, kind, content, time, time, 0)
        writer.finish()


@pytest.fixture(scope="module")
def events():
    """Two minutes; every fix shares its time with a sample."""
    found = []
    for index in range(3000):
        content = {"x": 0.01 * index, "y": math.sin(index), "z": 9.81}
        found.append((index * 40_000_000, "/accelerometer", content))
        if index % 25 == 0:
            time = index * 40_000_000
            content = {
                "latitude": 46 + index * 1e-5,
                "longitude": 7.0,
                "altitude": 500.0,
                "horizontal_accuracy": 5.0,
                "vertical_accuracy": 8.0,
                "speed": 1.4,
                "course": 0.0,
                "fix_time": time - 1,
            }
            found.append((time, "/location", content))
    return found


ORDERS = {
    "topic after topic": lambda events: sorted(events, key=lambda event: event[1]),
    "location first": lambda events: sorted(events, key=lambda event: event[1], reverse=True),
    "backwards": lambda events: events[::-1],
    "halves exchanged": lambda events: events[len(events) // 2 :] + events[: len(events) // 2],
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("chunk_size", [900, 20_000, 1 << 20])
def test_order_and_chunks_do_not_matter(kymo, events, tmp_path, order, chunk_size):
    plain, other = tmp_path / "plain.mcap", tmp_path / "other.mcap"
    write(plain, events)
    write(other, ORDERS[order](events), chunk_size, CompressionType.LZ4)
    expected = kymo.json("replay", plain)
    assert expected["events"] == len(events)
    found = kymo.json("replay", other)
    assert found["digest"] == expected["digest"]
    assert found["commands"] == expected["commands"]
    copy, again = tmp_path / "copy.mcap", tmp_path / "again.mcap"
    kymo.run("replay", other, "--record", copy)
    kymo.run("replay", plain, "--record", again)
    assert kymo.json("replay", copy, "--verify")["digest"] == expected["digest"]
    assert copy.read_bytes() == again.read_bytes()
