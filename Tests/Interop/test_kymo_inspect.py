"""What `kymo inspect` draws in a terminal, what it says of attachments, and how it follows a recording."""

import os
import pathlib
import signal
import struct
import time

import pytest
from conftest import on_terminal
from mcap.writer import Writer

ROOT = pathlib.Path(__file__).resolve().parents[2]
WALK = ROOT / "Recordings" / "walk" / "session.mcap"
VECTOR = b"float64 x\nfloat64 y\nfloat64 z\n"


@pytest.mark.quick
@pytest.mark.parametrize("locale", ["C.UTF-8", "C"])
def test_plots_fit_a_terminal_of_80_columns(kymo, locale):
    command = [kymo.binary, "inspect", WALK]
    code, _, drawn = on_terminal(command, stream="stdout", env=os.environ | {"LC_ALL": locale, "NO_COLOR": "1"})
    lines = drawn.replace("\r", "").splitlines()
    assert code == 0 and max(map(len, lines)) <= 80
    assert locale != "C" or drawn.isascii() or "Â" not in drawn
    for title in ("acceleration, magnitude", "track, north up", "rate over time"):
        assert any(line.startswith(title) for line in lines), title
    rates = lines[next(index for index, line in enumerate(lines) if line.startswith("rate over time")):]
    row = next(line for line in rates if line.startswith("/accelerometer"))
    # A hundred a second, all the time.
    assert 100 <= float(row.split()[-1]) < 106 and len(row.split()[1]) >= 32
    times = next(line for line in lines if line.startswith("/accelerometer") and line.endswith(" s") and "0 ns" in line)
    assert times.endswith("0 ns   2 min 0 s")
    plain = kymo.run("inspect", WALK, "--no-plot").stdout
    assert "track" not in plain and "rate over time" not in plain


def write(writer, channel, index):
    data = b"\0\1\0\0" + struct.pack("<3d", index, 0, 9.81)
    writer.add_message(channel, index * 10_000_000, data, index * 10_000_000)


def begin(stream, chunk=1 << 20):
    writer = Writer(stream, chunk_size=chunk)
    writer.start()
    schema = writer.register_schema("geometry_msgs/msg/Vector3", "ros2msg", VECTOR)
    return writer, [writer.register_channel(topic, "cdr", schema) for topic in ("/gyroscope", "/note\x1b[31m")]


@pytest.mark.quick
def test_attachments_and_rotation_are_shown(kymo, tmp_path):
    path = tmp_path / "turns.mcap"
    with path.open("wb") as stream:
        writer, (channel, _) = begin(stream)
        for index in range(100):
            write(writer, channel, index)
        writer.add_attachment(0, 0, "photo\x1b[31m.jpg", "image/jpeg", b"x" * 1234)
        writer.finish()
    shown = kymo.run("inspect", path).stdout
    assert "rotation, magnitude (rad/s)" in shown and "\x1b" not in shown
    row = next(line for line in shown.splitlines() if "image/jpeg" in line)
    assert row.split()[-2:] == ["1234", "image/jpeg"]
    assert kymo.json("inspect", path)["attachments"] == [
        {"name": "photo\x1b[31m.jpg", "mediaType": "image/jpeg", "bytes": 1234}
    ]


@pytest.mark.quick
def test_a_recording_is_followed_to_its_end(kymo, tmp_path):
    path = tmp_path / "growing.mcap"
    with path.open("wb") as stream:
        # A chunk for every few messages, so that each is in the file at once.
        writer, channels = begin(stream, chunk=200)
        for index in range(100):
            write(writer, channels[0], index)
        stream.flush()
        process = kymo.start("inspect", path, "--follow")
        first = process.stdout.readline()
        assert "so far" in first and "/gyroscope " in first
        for index in range(100, 150):
            write(writer, channels[1], index)
        stream.flush()
        second = process.stdout.readline()
        assert "/note" in second and "\x1b" not in second and " s " in second
        writer.finish()
    rest, problems = process.communicate(timeout=20)
    assert process.returncode == 0 and problems == "" and rest.endswith("the recording is over\n")
    counts = {}
    for line in [first, second, *rest.splitlines()[:-1]]:
        for word in line.rstrip().split("  ")[-1].split(", "):
            topic, _, count = word.rpartition(" ")
            counts[topic] = counts.get(topic, 0) + int(count)
    assert sorted(counts.values()) == [50, 100]


@pytest.mark.quick
def test_following_ends_with_ctrl_c(kymo, tmp_path):
    path = tmp_path / "growing.mcap"
    path.write_bytes(WALK.read_bytes()[:100_000])
    process = kymo.start("inspect", path, "--follow")
    assert "so far" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    begin = time.monotonic()
    process.communicate(timeout=20)
    assert process.returncode == 0 and time.monotonic() - begin < 10
    assert kymo.run("inspect", path, "--follow", "--format", "json", exit_code=64).stdout == ""
