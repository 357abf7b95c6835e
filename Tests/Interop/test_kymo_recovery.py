"""What a cut, a kill or an interrupt leaves behind: whole, or salvaged with every complete chunk."""

import json
import random
import signal
from collections import Counter

import pytest
from conftest import wait_for
from mcap.reader import SeekingReader
from mcap.stream_reader import StreamReader
from mcap.writer import CompressionType, Writer
from mcap_bytes import CHUNK, acceleration, complete_chunks
from mcap_bytes import walk as records

VECTOR = b"float64 x\nfloat64 y\nfloat64 z"


def validated(path):
    """All messages, read with every checksum validated."""
    with open(path, "rb") as file:
        list(StreamReader(file, validate_crcs=True).records)
        file.seek(0)
        return [
            (channel.topic, message.log_time, message.data)
            for _, channel, message in SeekingReader(file, validate_crcs=True).iter_messages()
        ]


@pytest.fixture(scope="module", params=["NONE", "LZ4", "ZSTD"])
def chunks(request, tmp_path_factory):
    """A recording of about 40 small chunks."""
    path = tmp_path_factory.mktemp("chunks") / "session.mcap"
    with open(path, "wb") as file:
        writer = Writer(file, chunk_size=1500, compression=CompressionType[request.param])
        writer.start()
        schema = writer.register_schema("geometry_msgs/msg/Vector3", "ros2msg", VECTOR)
        channel = writer.register_channel("/accelerometer", "cdr", schema)
        for index in range(1000):
            moment = index * 10_000_000
            data = acceleration(0.01 * index, 0, 9.81)
            writer.add_message(channel, moment, data, moment, index)
        writer.add_metadata("notes", {"key": "value"})
        writer.finish()
    data = path.read_bytes()
    assert 30 < len(complete_chunks(data)) < 60
    return request.param, data


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_cuts_keep_every_complete_chunk(kymo, chunks, tmp_path, seed):
    """70 places for each seed and compression; the seed in the test's name gives them again."""
    compression, data = chunks
    whole = [entry for chunk in complete_chunks(data) for entry in chunk]
    chance = random.Random(f"{seed} {compression}")
    broken, saved = tmp_path / "broken.mcap", tmp_path / "saved.mcap"
    ends = [len(data) - 1, len(data) - 8, len(data) - 100]
    ends += [end for opcode, _, end in records(data) if opcode == CHUNK][seed::15]
    for cut in ends + [chance.randrange(200, len(data)) for _ in range(64)]:
        broken.write_bytes(data[:cut])
        complete = complete_chunks(data[:cut])
        kept = [entry for chunk in complete for entry in chunk]
        done = kymo.attempt("recover", broken, "-o", saved, "--format", "json")
        if not kept and done.returncode == 1:
            continue
        assert done.returncode == 3, f"seed {seed}, cut at {cut}"
        report = json.loads(done.stdout)
        assert report["kept"]["chunks"] == len(complete), f"seed {seed}, cut at {cut}"
        assert report["kept"]["messages"] >= len(kept)
        found = validated(saved)
        assert len(found) == report["kept"]["messages"] == report["events"]
        expected = [("/accelerometer", moment, content) for _, moment, content in whole]
        assert found == expected[: len(found)], f"seed {seed}, cut at {cut}"
        assert report["lostFromByte"] is not None and report["lostFromByte"] <= cut
        assert kymo.json("replay", saved)["events"] == len(found)


@pytest.fixture(scope="module")
def still(kymo, tmp_path_factory):
    """Half an hour at 1 kHz: many chunks."""
    path = tmp_path_factory.mktemp("still") / "still.mcap"
    kymo.run(
        "synth", "still", "--rate", 1000, "--duration", "30m", "--compression", "lz4", "-o", path
    )
    return path


ENDLESS = ["synth", "still", "--rate", 1000, "--duration", "24h", "--compression", "lz4", "-o"]


def recording_replay(source):
    return ["replay", source, "--speed", 20, "--compression", "lz4", "--record"]


@pytest.mark.parametrize("command", ["synth", "replay"])
def test_a_kill_costs_the_open_chunk_at_most(kymo, still, tmp_path, command):
    path, saved = tmp_path / "killed.mcap.part", tmp_path / "saved.mcap"
    arguments = ENDLESS if command == "synth" else recording_replay(still)
    process = kymo.start(*arguments, tmp_path / "killed.mcap")
    try:
        wait_for(process, path, 3 << 20)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == -signal.SIGKILL
    complete = complete_chunks(path.read_bytes())
    assert complete
    inspected = kymo.attempt("inspect", path)
    assert inspected.returncode == 3 and "kymo recover" in inspected.stderr
    assert kymo.attempt("replay", path).returncode == 1, "half a session is not replayed"
    done = kymo.attempt("recover", path, "-o", saved, "--format", "json")
    report = json.loads(done.stdout)
    assert done.returncode == 3 and report["kept"]["chunks"] == len(complete)
    found = validated(saved)
    kept = [entry[1:] for chunk in complete for entry in chunk]
    # Inputs and outputs lie in chunks of their own, so that the order of the file is not that of time.
    assert not Counter(kept) - Counter(entry[1:] for entry in found)
    again = kymo.json("replay", saved)
    assert again["events"] == sum(topic in ("/accelerometer", "/location") for topic, _, _ in found)
    # It still says how it is to be read.
    assert kymo.json("inspect", saved)["origin"].startswith("synthetic still")


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["synth", "replay"])
def test_an_interrupt_leaves_a_whole_recording(kymo, still, tmp_path, command, stop):
    path = tmp_path / "stopped.mcap.part"
    arguments = ENDLESS if command == "synth" else recording_replay(still)
    process = kymo.start(*arguments, tmp_path / "stopped.mcap", "--format", "json")
    try:
        wait_for(process, path, 1 << 20)
        process.send_signal(stop)
        output, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 3
    assert errors == f"kymo {command}: interrupted: what there is so far is kept as {path}\n"
    report = json.loads(output)
    assert report["interrupted"] is True and not (tmp_path / "stopped.mcap").exists()
    replayed = kymo.json("replay", path, "--verify")
    assert replayed["diverged"] is False
    assert replayed["events"] == report["events"] > 0
    assert replayed["digest"] == report["digest"]
    assert len(validated(path)) >= report["events"]


def test_an_interrupt_of_a_replay_in_real_time(kymo, still, tmp_path):
    """The first event is recorded at once; then the replay waits, and must hear the signal."""
    path = tmp_path / "stopped.mcap.part"
    slow = ["replay", still, "--speed", "0.000001", "--record", tmp_path / "stopped.mcap"]
    slow += ["--format", "json"]
    process = kymo.start(*slow)
    try:
        wait_for(process, path, 1)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 3 and f"kept as {path}" in errors
    report = json.loads(output)
    assert report["interrupted"] is True and report["diverged"] is False
    assert kymo.json("replay", path, "--verify")["events"] == report["events"] < 100
