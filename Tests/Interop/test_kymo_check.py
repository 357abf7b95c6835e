"""The strict reader: nothing to say of a good file, and every defect at its byte."""

import json
import random
import struct
import zlib

import pytest
from conftest import ROOT
from mcap.writer import CompressionType, Writer
from mcap_bytes import (
    CHUNK,
    DATA_END,
    FOOTER,
    HEADER,
    MAGIC,
    MESSAGE,
    METADATA,
    SCHEMA,
    acceleration,
    accelerometer,
    channel,
    chunk,
    header,
    message,
    record,
    schema,
    text,
    walk,
    whole,
)

CONFORMANCE = sorted((ROOT.parent / "shared" / "data" / "mcap-conformance").rglob("*.mcap"))
RECORDINGS = sorted((ROOT / "Recordings").glob("*/session.mcap"))
ATTACHMENT, MESSAGE_INDEX = 9, 7


def check(kymo, path, *options, exit_code=None):
    """What `check` reports; its exit code says the same as the report."""
    done = kymo.attempt("check", path, "--format", "json", *options)
    report = json.loads(done.stdout)
    assert report["schema"] == "kymograph.check/1"
    assert done.returncode == (0 if report["passes"] else 1)
    assert exit_code in (None, done.returncode), report["findings"]
    return report


def errors(report):
    return [entry for entry in report["findings"] if entry["severity"] == "error"]


def sealed(*records, end=None):
    """A file with right checksums around these records."""
    named = record(HEADER, text("") + text("test"))
    data = MAGIC + named + b"".join(records)
    data += record(DATA_END, struct.pack("<I", zlib.crc32(data) if end is None else end))
    footer = bytes([FOOTER]) + struct.pack("<QQQ", 20, 0, 0)
    return data + footer + struct.pack("<I", zlib.crc32(footer)) + MAGIC


def place(data, opcode, number=0):
    """The byte at which a record starts: the first with an opcode, or a later one."""
    return [start for found, start, _ in walk(data) if found == opcode][number]


def expect(kymo, tmp_path, data, kind, byte, words, in_chunk=None):
    """There is one error in a file, and this is what it says."""
    path = tmp_path / "defect.mcap"
    path.write_bytes(data)
    report = check(kymo, path, exit_code=1)
    found = errors(report)
    assert [(entry["kind"], entry["byte"]) for entry in found] == [(kind, byte)], found
    assert words in found[0]["message"] and found[0]["byteInChunk"] == in_chunk
    shown = kymo.run("check", path, exit_code=1)
    assert found[0]["message"] in shown.stdout and found[0]["message"] in shown.stderr
    inspected = kymo.attempt("inspect", path, "--format", "json")
    if inspected.returncode != 1:
        assert json.loads(inspected.stdout)["complete"] is False
        assert inspected.returncode == 3


GOOD = accelerometer(message(1, 10, acceleration(1, 2, 3)), message(1, 20, acceleration(4, 5, 6)))


@pytest.mark.quick
def test_a_good_file_passes(kymo, tmp_path):
    path = tmp_path / "good.mcap"
    path.write_bytes(sealed(chunk(GOOD, crc=zlib.crc32(GOOD))))
    report = check(kymo, path, "--strict", exit_code=0)
    assert report["findings"] == [] and report["messages"] == 2 and report["chunks"] == 1
    assert report["bytes"] == path.stat().st_size
    assert report["checksums"] == {"dataSection": "matches", "summary": "matches"}
    assert kymo.json("inspect", path)["complete"] is True


@pytest.mark.quick
@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.parent.name)
def test_our_recordings_pass(kymo, path):
    report = check(kymo, path, exit_code=0)
    assert report["checksums"] == {"dataSection": "matches", "summary": "matches"}
    # The adversarial session is out of order on purpose.
    assert report["warnings"] == (1 if path.parent.name == "adversarial" else 0)


@pytest.mark.quick
def test_what_is_said_to_help_is_another_command_and_helps(kymo, tmp_path):
    path, target = tmp_path / "twice.mcap", tmp_path / "whole.mcap"
    other = schema(1, "acme/msg/Other") + channel(1, 1, "/other") + message(1, 30, b"")
    path.write_bytes(whole(chunk(GOOD), chunk(other)))
    said = kymo.run("check", path, exit_code=1).stderr
    assert f"(what is whole can be salvaged: kymo recover {path} -o OUT.mcap)" in said
    kymo.run("recover", path, "-o", target)
    assert check(kymo, target, exit_code=0)["messages"] == 3


@pytest.mark.skipif(not CONFORMANCE, reason="there is no conformance suite beside this checkout")
def test_no_file_of_the_conformance_suite_has_an_error(kymo):
    assert len(CONFORMANCE) == 416
    for path in CONFORMANCE:
        assert errors(check(kymo, path, exit_code=0)) == [], path


@pytest.mark.parametrize("compression", list(CompressionType))
@pytest.mark.parametrize("chunked", [True, False])
def test_what_the_reference_writer_writes_passes(kymo, tmp_path, compression, chunked):
    path = tmp_path / "foreign.mcap"
    with open(path, "wb") as file:
        writer = Writer(
            file,
            chunk_size=300,
            compression=compression,
            use_chunking=chunked,
            enable_data_crcs=True,
        )
        writer.start()
        number = writer.register_schema("a", "jsonschema", b"{}")
        topic = writer.register_channel("/a", "json", number)
        for index in range(100):
            writer.add_message(topic, index, b"{}", index, index)
        writer.add_attachment(1, 2, "notes.txt", "text/plain", b"abc")
        writer.add_metadata("notes", {"key": "value"})
        writer.finish()
    report = check(kymo, path, exit_code=0)
    assert report["messages"] == 100 and report["attachments"] == report["metadata"] == 1
    assert report["checksums"]["dataSection"] == "matches"


@pytest.mark.quick
def test_wrong_checksums(kymo, tmp_path):
    data = sealed(chunk(GOOD, crc=zlib.crc32(GOOD) ^ 1))
    expect(kymo, tmp_path, data, "checksum", place(data, CHUNK), "chunk at byte")
    data = sealed(chunk(GOOD), end=7)
    expect(kymo, tmp_path, data, "checksum", place(data, DATA_END), "data section at byte")
    data = bytearray(sealed(chunk(GOOD)))
    data[-12] ^= 1
    expect(kymo, tmp_path, data, "checksum", len(data) - 37, "summary at byte")
    fields = struct.pack("<QQ", 1, 2) + text("n") + text("t") + struct.pack("<Q", 3) + b"abc"
    data = sealed(record(ATTACHMENT, fields + struct.pack("<I", zlib.crc32(fields) ^ 1)))
    expect(kymo, tmp_path, data, "checksum", place(data, ATTACHMENT), "attachment at byte")


def test_a_message_in_a_chunk_has_its_own_byte(kymo, tmp_path):
    lonely = message(9, 15, b"")
    data = sealed(chunk(GOOD + lonely))
    start = place(data, CHUNK) + 9 + 40
    expect(kymo, tmp_path, data, "malformed", start + len(GOOD), "channel 9 is not known")


def test_definitions(kymo, tmp_path):
    for records, kind, words in [
        ([schema(0, "a")], "malformed", "the id is 0"),
        ([schema(1, "a"), schema(1, "b")], "conflict", "different schema"),
        ([schema(1, "a"), channel(1, 2, "/a")], "malformed", "schema 2 is not known"),
        ([channel(1, 0, "/a"), channel(1, 0, "/b")], "conflict", "different channel"),
        ([message(1, 1, b"")], "malformed", "channel 1 is not known"),
    ]:
        data = sealed(*records)
        expect(kymo, tmp_path, data, kind, place(data, records[-1][0], len(records) - 1
               if records[0][0] == records[-1][0] else 0), words)


def test_chunks_and_their_indexes(kymo, tmp_path):
    data = sealed(chunk(GOOD, end=21))
    expect(kymo, tmp_path, data, "malformed", place(data, CHUNK), "claims times from 10 to 21")
    data = sealed(chunk(GOOD + header()))
    inside = place(data, CHUNK) + 49 + len(GOOD)
    expect(kymo, tmp_path, data, "malformed", inside, "not allowed in a chunk")
    first = len(GOOD) - 2 * len(message(1, 0, acceleration(0, 0, 0)))
    second = first + len(message(1, 0, acceleration(0, 0, 0)))
    for entries, words, number in [
        ([(10, first), (20, second + 1)], "no message of channel 1", 1),
        ([(11, first), (20, second)], "no message of channel 1", 0),
        ([(10, first)], "1 entries that are not those of the 2", None),
    ]:
        block = b"".join(struct.pack("<QQ", *entry) for entry in entries)
        index = record(MESSAGE_INDEX, struct.pack("<HI", 1, len(block)) + block)
        data = sealed(chunk(GOOD), index)
        start = place(data, MESSAGE_INDEX)
        byte = start if number is None else start + 15 + 16 * number
        expect(kymo, tmp_path, data, "index", byte, words)


def test_the_frame(kymo, tmp_path):
    good = sealed(chunk(GOOD))
    expect(kymo, tmp_path, good + b"\0", "malformed", len(good), "bytes after the end")
    expect(kymo, tmp_path, good[:-1], "magic", len(good) - 8, "end with the magic bytes")
    cut = place(good, CHUNK)
    expect(kymo, tmp_path, good[: cut + 60], "truncated", cut, "the file ends after 51")
    end = place(good, DATA_END)
    footer = bytes([FOOTER]) + struct.pack("<QQQ", 20, 0, 0)
    torn = good[: end + 13] + b"\1\2\3" + good[end + 13 :]
    expect(kymo, tmp_path, torn, "malformed", end + 13, "3 bytes that are in no section")
    assert footer in good


def test_warnings_pass_unless_strict(kymo, tmp_path):
    path = tmp_path / "late.mcap"
    late = schema(1, "a") + channel(1, 1, "/a") + message(1, 9, b"") + message(1, 8, b"")
    path.write_bytes(sealed(late))
    report = check(kymo, path, exit_code=0)
    assert report["warnings"] == 1 and "1 messages are earlier" in report["findings"][0]["message"]
    assert report["findings"][0]["byte"] == place(path.read_bytes(), MESSAGE, 1)
    assert check(kymo, path, "--strict", exit_code=1)["passes"] is False
    assert kymo.json("inspect", path)["complete"] is True
    assert place(path.read_bytes(), SCHEMA) > 0


@pytest.mark.parametrize("where", ["header", "metadata", "message index", "data end"])
def test_verify_inspect_and_recover_find_what_no_chunk_covers(kymo, tmp_path, where):
    """One bit outside of every chunk, where only the checksum over the data section sees it."""
    path, saved = tmp_path / "walk.mcap", tmp_path / "saved.mcap"
    kymo.run("synth", "walk", "--duration", 2, "-o", path)
    assert kymo.json("replay", path, "--verify")["verified"] is True
    assert kymo.json("recover", path, "-o", saved)["dataChecksum"] == "matches"
    data = bytearray(path.read_bytes())
    opcode = {"header": HEADER, "metadata": METADATA, "message index": MESSAGE_INDEX}
    start = place(data, opcode.get(where, DATA_END))
    # The last letter of the library; one of the origin; a time in an index; the checksum itself.
    end = start + 9 + struct.unpack_from("<Q", data, start + 1)[0]
    data[data.index(b"synthetic", start) if where == "metadata" else end - 1] ^= 1
    path.write_bytes(data)
    done = kymo.run("replay", path, "--verify", exit_code=1)
    assert "data section at byte" in done.stderr
    inspected = kymo.run("inspect", path, "--format", "json", exit_code=3)
    assert json.loads(inspected.stdout)["complete"] is False
    done = kymo.run("recover", path, "-o", saved, "--format", "json", exit_code=3)
    assert json.loads(done.stdout)["dataChecksum"] == "differs"
    assert any(entry["kind"] == "checksum" for entry in errors(check(kymo, path)))


def test_flipped_bits(kymo, tmp_path):
    """A seeded sample of the bits of a recording; the unit tests turn every bit of a smaller one."""
    path, broken = tmp_path / "walk.mcap", tmp_path / "broken.mcap"
    kymo.run("synth", "walk", "--duration", 1, "-o", path)
    data = path.read_bytes()
    chance = random.Random(9)
    for _ in range(40):
        bit = chance.randrange(len(data) * 8)
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        broken.write_bytes(flipped)
        assert not check(kymo, broken)["passes"], f"bit {bit}"
