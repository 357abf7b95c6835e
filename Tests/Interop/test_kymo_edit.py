"""Parts of recordings, and several as one: the field's reader finds what was there, byte for byte."""

import json
import random
import shutil
import signal
from collections import Counter

import pytest
from conftest import ROOT, wait_for
from mcap.reader import SeekingReader
from mcap.stream_reader import StreamReader
from mcap.writer import CompressionType, Writer

WALK = ROOT / "Recordings" / "walk" / "session.mcap"
RESULTS = {"/trace", "/trace/digest", "/bridge/reply"}
START = 1_700_000_000_000_000_000


def messages(path):
    """All messages by time, with every checksum validated."""
    with open(path, "rb") as file:
        list(StreamReader(file, validate_crcs=True).records)
        file.seek(0)
        return [
            (channel.topic, schema.name if schema else None, message.sequence, message.log_time,
             message.publish_time, message.data)
            for schema, channel, message in SeekingReader(file, validate_crcs=True).iter_messages()
        ]


def foreign(path, topics, seed, count=2000, start=START, definition=b"float64 x"):
    """A file of another program: messages out of order, in many small chunks, with metadata and an attachment."""
    chance = random.Random(seed)
    with open(path, "wb") as file:
        writer = Writer(file, chunk_size=3000, compression=CompressionType.LZ4)
        writer.start(profile="ros2", library="other")
        schema = writer.register_schema("acme_msgs/msg/Number", "ros2msg", definition)
        channels = [writer.register_channel(topic, "cdr", schema, {"qos": "x"}) for topic in topics]
        for index in range(count):
            time = start + index * 1_000_000 + chance.randrange(3_000_000)
            data = bytes([0, 1, 0, 0]) + chance.randbytes(8)
            writer.add_message(chance.choice(channels), time, data, time - 5, index)
        writer.add_metadata("calibration", {"k": "1.5"})
        writer.add_attachment(start, start, "notes.txt", "text/plain", b"hello" * 1000)
        writer.finish()
    return path


@pytest.mark.quick
def test_a_foreign_file_cut_and_put_together_is_the_whole(kymo, tmp_path):
    whole = foreign(tmp_path / "whole.mcap", ["/a", "/b", "/c"], seed=1)
    known = messages(whole)
    parts = []
    for index, words in enumerate([["--end", "0.7"], ["--start", "0.7", "--channels", "a,/b"],
                                   ["--start", "700ms", "--without", "/a", "--without", "b"]]):
        parts.append(tmp_path / f"part{index}.mcap")
        report = kymo.json("cut", whole, *words, "-o", parts[-1])
        found = messages(parts[-1])
        assert report["messages"] == len(found) and not Counter(found) - Counter(known)
        assert report["attachments"] == ["notes.txt"]
        with open(parts[-1], "rb") as file:
            reader = SeekingReader(file)
            assert reader.get_header().profile == "ros2"
            assert [entry.data for entry in reader.iter_attachments()] == [b"hello" * 1000]
            kept = [entry.metadata for entry in reader.iter_metadata() if entry.name == "calibration"]
            assert kept == [{"k": "1.5"}]
    first = min(entry[3] for entry in known)
    assert all(entry[3] < first + 700_000_000 for entry in messages(parts[0]))
    together = tmp_path / "together.mcap"
    report = kymo.json("merge", *parts, "-o", together)
    assert messages(together) == known
    assert report["attachments"] == ["notes.txt"]
    assert [step["operation"] for step in report["lineage"]] == ["cut", "cut", "cut", "merge"]
    assert [source["madeBy"] for source in report["lineage"][3]["sources"]] == [0, 1, 2]
    assert kymo.json("inspect", together)["lineage"] == report["lineage"]
    kymo.run("check", together)


@pytest.mark.quick
def test_moments_of_a_file_with_dates(kymo, tmp_path):
    whole = foreign(tmp_path / "whole.mcap", ["/a"], seed=2)
    part = tmp_path / "part.mcap"
    kymo.run("cut", whole, "--start", "2023-11-14T22:13:21Z", "--end", "2023-11-14T23:13:21.5+01:00", "-o", part)
    found = messages(part)
    assert found == [entry for entry in messages(whole) if 1 <= (entry[3] - START) / 1e9 < 1.5]


@pytest.mark.quick
def test_results_go_and_inputs_stay(kymo, tmp_path):
    part = tmp_path / "part.mcap"
    kymo.run("cut", WALK, "-o", part)
    assert messages(part) == [entry for entry in messages(WALK) if entry[0] not in RESULTS]
    digest = kymo.json("inspect", WALK)["digest"]
    assert kymo.json("replay", part)["digest"] == digest
    report = kymo.json("cut", WALK, "--trace", "-o", part)
    assert report["digest"] == digest
    assert kymo.json("replay", part, "--verify")["verified"] is True
    assert [step["operation"] for step in kymo.json("inspect", part)["lineage"]] == ["cut"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["part.mcap"]


@pytest.mark.quick
def test_files_that_are_moved(kymo, tmp_path):
    one = foreign(tmp_path / "one.mcap", ["/a"], seed=3, count=100)
    two = foreign(tmp_path / "two.mcap", ["/a", "/b"], seed=4, count=100, start=START + 10**12)
    out = tmp_path / "out.mcap"
    ends = [max(entry[3] for entry in messages(path)) for path in (one, two)]
    starts = [min(entry[3] for entry in messages(path)) for path in (one, two)]
    for words, offset in [([], 0), (["--align", "start"], starts[0] - starts[1]),
                          (["--align", "-999.5"], -999_500_000_000),
                          (["--append", "--gap", "2"], ends[0] + 2 * 10**9 - starts[1])]:
        report = kymo.json("merge", one, two, *words, "-o", out)
        moved = [(t, s, n, at + offset, sent + offset, data) for t, s, n, at, sent, data in messages(two)]
        assert Counter(messages(out)) == Counter(messages(one) + moved)
        times = [entry[3] for entry in messages(out)]
        assert times == sorted(times)
        assert report["lineage"][-1]["sources"][1]["offsetNanoseconds"] == offset


@pytest.mark.quick
def test_what_is_refused(kymo, tmp_path):
    one = foreign(tmp_path / "one.mcap", ["/a", "/b"], seed=5, count=100)
    other = foreign(tmp_path / "other.mcap", ["/b"], seed=6, count=100, definition=b"float32 x")
    out = tmp_path / "out.mcap"
    said = kymo.attempt("merge", one, other, "-o", out).stderr
    assert f"{other}: its channel /b has another definition of acme_msgs/msg/Number" in said
    said = kymo.attempt("merge", WALK, one, other, "-o", out).stderr
    assert "another definition" in said
    cases = [
        (["cut", WALK, "--start", "200"], 1, "its messages are from 0 s to 119.98"),
        (["cut", WALK, "--end", "0"], 1, "it has nothing before --end"),
        (["cut", WALK, "--start", "3", "--end", "2"], 64, "--start is not before --end"),
        (["cut", WALK, "--events", "99999.."], 1, "its steps are 0 to 12119"),
        (["cut", WALK, "--channels", "/c"], 1, "it has no channel /c; it has /accelerometer, /location"),
        (["cut", WALK, "--commands", "fly"], 1, "the app has no command fly; it has accel"),
        (["cut", WALK, "--start", "2026-01-01T00:00:00Z"], 1, "give --start in seconds"),
        (["cut", one, "--start", "soon"], 64, "wants seconds from the first message"),
        (["merge", one], 64, "two recordings"),
        (["merge", one, other, "--align", "1,2"], 64, "1, not 2"),
        (["merge", one, other, "--gap", "1"], 64, "--gap is for --append"),
        (["merge", one, one, "--align", "-1800000000"], 1, "before 0 ns"),
    ]
    for words, code, text in cases:
        done = kymo.attempt(*words, "-o", out)
        assert done.returncode == code and text in done.stderr, done.stderr
    assert not list(tmp_path.glob("out*"))


@pytest.mark.quick
def test_a_damaged_file_is_refused_and_nothing_is_written(kymo, tmp_path):
    whole = tmp_path / "whole.mcap"
    kymo.run("synth", "walk", "--duration", 20, "--compression", "none", "-o", whole)
    data = whole.read_bytes()
    bad, out = tmp_path / "bad.mcap", tmp_path / "out.mcap"
    for change in (data[: len(data) // 2], data[:5000] + bytes([data[5000] ^ 1]) + data[5001:], b"hello"):
        bad.write_bytes(change)
        for words in (["cut", bad], ["merge", whole, bad]):
            done = kymo.attempt(*words, "-o", out)
            assert done.returncode == 1 and str(bad) in done.stderr, done.stderr
            assert "recover" in done.stderr or change == b"hello"
            assert not list(tmp_path.glob("out*"))


@pytest.mark.parametrize("command", ["cut", "merge"])
def test_an_interrupt_leaves_a_whole_recording(kymo, tmp_path, command):
    big = tmp_path / "big.mcap"
    words = ["--rate", 1000, "--events", 1_500_000, "--duration", "1000h", "--no-trace"]
    kymo.run("synth", "still", *words, "-o", big)
    out, part = tmp_path / "out.mcap", tmp_path / "out.mcap.part"
    inputs = [big] if command == "cut" else [big, shutil.copy(big, tmp_path / "copy.mcap")]
    process = kymo.start(command, *inputs, "-o", out, "--format", "json")
    try:
        wait_for(process, part, 1 << 20)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 3 and f"kept as {part}" in errors
    assert json.loads(output)["interrupted"] is True and not out.exists()
    kymo.run("check", part)
    assert kymo.json("replay", part)["events"] > 0
