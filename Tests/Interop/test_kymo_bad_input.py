"""Whatever a command is given, it answers in good order: an exit code, and a line that says why."""

import contextlib
import json
import os
import random
import struct
import subprocess

import pytest
import zstandard
from mcap_bytes import (
    CHUNK,
    MAGIC,
    acceleration,
    accelerometer,
    channel,
    chunk,
    ending,
    header,
    message,
    record,
    schema,
    text,
    whole,
)
from mcap_bytes import walk as records
from small_disk import full_disk  # noqa: F401

READERS = ["replay", "bench", "inspect", "inspect-json", "check", "recover"]
GOOD = message(1, 5, acceleration(1, 2, 3))


@pytest.fixture(scope="module")
def good(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("good") / "walk.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 5, "-o", path)
    return path.read_bytes()


def read(kymo, command, path, tmp_path, **options):
    """Lets a command read a file."""
    arguments = {
        "replay": ["replay", path, "--verify"],
        "bench": ["bench", path, "--rate", 2000, "--duration", "0.2"],
        "inspect": ["inspect", path],
        "inspect-json": ["inspect", path, "--format", "json"],
        "check": ["check", path],
        "recover": ["recover", path, "-o", tmp_path / "recovered.mcap"],
    }[command]
    return kymo.attempt(*arguments, **options)


def flipped(data, place):
    changed = bytearray(data)
    changed[place] ^= 1
    return bytes(changed)


def in_chunk(data):
    """A byte in the middle of the first chunk."""
    start, end = next((start, end) for opcode, start, end in records(data) if opcode == CHUNK)
    return (start + end) // 2


def bomb(real, stated):
    """A chunk of zeros that expands to `real` bytes, whatever it states."""
    writer = zstandard.ZstdCompressor().compressobj()
    zeros = bytes(1 << 20)
    stored = b"".join(writer.compress(zeros) for _ in range(real >> 20)) + writer.flush()
    return whole(chunk(b"", compression="zstd", size=stated, stored=stored))


def long_record(opcode):
    return MAGIC + header() + bytes([opcode]) + struct.pack("<Q", 2**63 - 1) + bytes(100)


BROKEN = {
    "empty": lambda good: b"",
    "text": lambda good: b"time,x,y,z\n1,2,3,4\n" * 100,
    "wrong magic": lambda good: b"\x89MCAP1\r\n" + good[8:],
    "magic only": lambda good: MAGIC,
    "zeros": lambda good: bytes(100_000),
    **{
        f"cut at {cut}": lambda good, cut=cut: good[:cut]
        for cut in (1, 7, 8, 17, 60, 300, 900, 1200, -1, -8, -9, -30, -200)
    },
    "cut in half": lambda good: good[: len(good) // 2],
    "flipped": lambda good: flipped(good, in_chunk(good)),
    "flipped length": lambda good: flipped(good, 8 + 1 + 4),
    "absurd chunk": lambda good: long_record(CHUNK),
    "absurd header": lambda good: MAGIC + bytes([1]) + b"\xff" * 8 + bytes(50),
    "absurd message": lambda good: long_record(5),
    "absurd attachment": lambda good: long_record(9),
    "opcode 0": lambda good: MAGIC + header() + record(0, b"abc") + ending(),
    "opcode 200 only": lambda good: MAGIC + record(200, bytes(30)),
    "bomb beyond its size": lambda good: bomb(512 << 20, 100),
    "bomb beyond the limit": lambda good: bomb(1 << 20, 300 << 20),
    "bomb of absurd size": lambda good: bomb(1 << 20, 2**62),
    "unknown compression": lambda good: whole(chunk(accelerometer(GOOD), compression="rar")),
    "no zstd": lambda good: whole(chunk(accelerometer(GOOD), compression="zstd")),
    "no lz4": lambda good: whole(chunk(accelerometer(GOOD), compression="lz4")),
    "unknown channel": lambda good: whole(chunk(message(7, 5, acceleration(1, 2, 3)))),
    "lying times": lambda good: whole(chunk(accelerometer(GOOD), start=6, end=9)),
    "beyond 2262": lambda good: whole(chunk(accelerometer(message(1, 2**63, GOOD[31:])))),
    "cut message": lambda good: whole(chunk(accelerometer(GOOD)[:-1])),
    "short CDR": lambda good: whole(chunk(accelerometer(message(1, 5, b"\0\1\0\0")))),
    "wrong schema": lambda good: whole(
        chunk(schema(1, "std_msgs/msg/String") + channel(1, 1, "/accelerometer") + GOOD)
    ),
}
# What a command that only counts, or salvages, may take as it is.
HARMLESS = {"unknown channel", "lying times", "beyond 2262", "short CDR", "wrong schema"}


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("name", BROKEN)
def test_broken_files(kymo, good, tmp_path, name, command):
    path = tmp_path / "broken.mcap"
    path.write_bytes(BROKEN[name](good))
    done = read(kymo, command, path, tmp_path)
    if command in ("replay", "bench"):
        assert done.returncode == 1
        assert str(path) in done.stderr
    elif name not in HARMLESS:
        assert done.returncode in (1, 3)
    if command.startswith("inspect") and done.returncode:
        assert str(path) in done.stderr


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_damage(kymo, good, tmp_path, command, seed):
    """Seeded: the number in the test's name makes the same damage again."""
    chance = random.Random(seed)
    path = tmp_path / "broken.mcap"
    for _ in range(12):
        data = bytearray(good)
        for _ in range(chance.choice([1, 3, 30])):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            place = chance.randrange(len(data))
            del data[place : place + chance.randrange(2000)]
        path.write_bytes(data)
        read(kymo, command, path, tmp_path)


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize(
    "messages",
    [
        [(0, 1.0), (2**63 - 1, 2.0)],
        [(0, 1.0), (2**64 - 1, 2.0)],
        [(5, 1e150), (6, 1e-150)],
        [(5, 1e308), (6, float("nan")), (7, float("inf"))],
        [(5, 1e15), (6, 1e15)],
        [(7, 5e-324), (7, -0.0)],
    ],
    ids=str,
)
def test_extreme_numbers(kymo, tmp_path, command, messages):
    path = tmp_path / "extreme.mcap"
    data = [message(1, time, acceleration(x, 0, 0)) for time, x in messages]
    path.write_bytes(whole(chunk(accelerometer(*data))))
    read(kymo, command, path, tmp_path)


@pytest.mark.parametrize("times", [(0, 0), (10, 20), (2**63, 2**64 - 1)])
def test_inspect_of_messages_far_outside_their_chunk(kymo, tmp_path, times):
    path = tmp_path / "far.mcap"
    data = [message(1, time, acceleration(1, 2, 3)) for time in (0, 15, 2**64 - 1)]
    path.write_bytes(whole(chunk(accelerometer(*data), *times)))
    done = kymo.attempt("inspect", path, "--format", "json")
    assert done.returncode == 3 and "it claims times from" in done.stderr
    report = json.loads(done.stdout)
    assert report["events"] == 3 and report["complete"] is False


def test_metadata_that_claims_absurd_numbers(kymo, tmp_path):
    pairs = {"events": str(2**64 - 1), "digest": "f" * 16, "loss/ring": str(2**64 - 1)}
    pairs["commands"] = "," * 1000
    path = tmp_path / "claims.mcap"
    block = b"".join(text(key) + text(value) for key, value in pairs.items())
    metadata = record(12, text("kymograph") + struct.pack("<I", len(block)) + block)
    path.write_bytes(whole(metadata, chunk(accelerometer(GOOD))))
    done = kymo.attempt("replay", path, "--verify")
    assert done.returncode == 4
    assert kymo.attempt("inspect", path).returncode == 0


# Files that are no files


@pytest.mark.quick
@pytest.mark.parametrize("command", READERS)
def test_a_directory(kymo, tmp_path, command):
    assert read(kymo, command, tmp_path, tmp_path).returncode == 1


@pytest.mark.quick
@pytest.mark.parametrize("command", READERS)
def test_a_missing_file(kymo, tmp_path, command):
    done = read(kymo, command, tmp_path / "nowhere.mcap", tmp_path)
    assert done.returncode == 1 and "No such file" in done.stderr


@pytest.mark.parametrize("command", [*READERS, "import"])
def test_a_file_without_permission(kymo, good, tmp_path, command):
    path = tmp_path / "secret.csv"
    path.write_bytes(good)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    if command == "import":
        done = kymo.attempt("import", path, "-o", tmp_path / "out.mcap")
    else:
        done = read(kymo, command, path, tmp_path)
    assert done.returncode == 1 and "ermission" in done.stderr


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n\n",
        b"time,seconds_elapsed,z,y,x\n",
        b"\x00" * 1000,
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 10,
        b"time,seconds_elapsed,z,y,x\n1,2\n",
        b"time,seconds_elapsed,z,y,x\n" + b"9" * 100_000 + b"\n",
        b'time,seconds_elapsed,z,y,x\n"unclosed,1,2,3,4\n',
        b"time,seconds_elapsed,z,y,x\nnan,nan,nan,nan,nan\n",
        b"a,b,c\n1,2,3\n",
    ],
    ids=lambda content: repr(content[:30]),
)
def test_broken_exports(kymo, tmp_path, content):
    path = tmp_path / "Accelerometer.csv"
    path.write_bytes(content)
    done = kymo.attempt("import", "--platform", "ios", path, "-o", tmp_path / "out.mcap")
    assert done.returncode in (0, 1)
    assert done.returncode == 1 or kymo.run("inspect", tmp_path / "out.mcap")
    strict = kymo.attempt("import", "--strict", path, "-o", tmp_path / "strict.mcap")
    assert strict.returncode == 1


def test_exports_that_are_not_there(kymo, tmp_path):
    for path in (tmp_path / "nowhere", tmp_path / "nowhere.csv", tmp_path):
        assert kymo.attempt("import", path, "-o", tmp_path / "o.mcap").returncode == 1


# Outputs


def writers(source):
    return {
        "synth": ["synth", "walk", "--duration", "10m", "-o"],
        "replay": ["replay", source, "--record"],
        "recover": ["recover", source, "-o"],
    }


@pytest.fixture(scope="module")
def large(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("large") / "large.mcap"
    kymo.run("synth", "walk", "--duration", "10m", "-o", path)
    assert path.stat().st_size > 2 << 20
    return path


@pytest.mark.parametrize("command", ["synth", "replay", "recover"])
def test_a_disk_that_fills_up(kymo, large, full_disk, tmp_path, command):
    path = full_disk / "out.mcap"
    done = kymo.attempt(*writers(large)[command], path)
    assert done.returncode == 1
    assert "No space left" in done.stderr and str(path) in done.stderr
    assert not path.exists() and f"kept as {path}.part" in done.stderr
    part = full_disk / "out.mcap.part"
    saved = kymo.attempt("recover", part, "-o", tmp_path / "saved.mcap", "--format", "json")
    assert saved.returncode in (1, 3)


@pytest.mark.parametrize("command", ["synth", "replay", "recover"])
@pytest.mark.parametrize("target", ["/dev/full", "folder", "nowhere/out.mcap"])
def test_outputs_that_cannot_be_written(kymo, large, tmp_path, command, target):
    (tmp_path / "folder").mkdir()
    done = kymo.attempt(*writers(large)[command], tmp_path / target)
    assert done.returncode == 1 and target in done.stderr


@pytest.mark.quick
@pytest.mark.parametrize("command", ["inspect", "replay", "inspect-json"])
def test_full_standard_output(kymo, good, tmp_path, command):
    path = tmp_path / "walk.mcap"
    path.write_bytes(good)
    arguments = [command.removesuffix("-json"), path]
    arguments += ["--format", "json"] if command.endswith("json") else []
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [kymo.binary, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == "kymo: standard output: No space left on device\n"


@pytest.mark.parametrize("command", ["inspect", "replay", "help"])
def test_a_reader_that_went_away(kymo, good, tmp_path, command):
    path = tmp_path / "walk.mcap"
    path.write_bytes(good)
    reading, writing = os.pipe()
    os.close(reading)
    with contextlib.closing(os.fdopen(writing, "wb")) as pipe:
        arguments = [command] if command == "help" else [command, path]
        done = subprocess.run(
            [kymo.binary, *arguments], stdout=pipe, stderr=subprocess.PIPE, text=True, check=False
        )
    # As `cat` would: quiet, and ended by the signal that says why.
    assert done.stderr == "" and done.returncode == -13


def test_head(kymo, good, tmp_path):
    path = tmp_path / "walk.mcap"
    path.write_bytes(good)
    done = subprocess.run(
        f"'{kymo.binary}' inspect '{path}' | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("\n") == 1 and done.stderr == ""


@pytest.mark.quick
def test_what_is_cut_off_is_said_before_what_it_lacks(kymo, good, tmp_path):
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(good[: len(good) // 2])
    done = kymo.run("replay", cut, "--verify", exit_code=1)
    assert "the file ends" in done.stderr and f"kymo recover {cut}" in done.stderr
