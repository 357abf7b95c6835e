"""Salvage, compared with a reader of its own: what a checksum still vouches for is in the new file.

The reader here knows nothing of lengths and indexes: it tries every byte of the broken file as the start of a chunk,
and believes those whose CRC-32 is right.
"""

import os
import random
import struct
import zlib
from collections import Counter

import lz4.frame
import pytest
import zstandard
from mcap.stream_reader import StreamReader
from mcap.writer import CompressionType, Writer
from mcap_bytes import CHUNK, HEADER, METADATA, acceleration, messages, walk, whole

LONG = os.environ.get("KYMOGRAPH_LONG") == "1"
SEEDS = range(500) if LONG else range(24)


def decompressed(name, stored, size):
    try:
        if name == b"zstd":
            return zstandard.ZstdDecompressor().decompress(stored, max_output_size=size)
        return lz4.frame.decompress(stored) if name == b"lz4" else stored
    except (zstandard.ZstdError, RuntimeError):
        return None


def vouched(data):
    """All messages of all chunks whose checksum is right, wherever they lie."""
    found, place = Counter(), data.find(CHUNK)
    while 0 <= place <= len(data) - 45:
        length, _, _, size, crc, name_length = struct.unpack_from("<QQQQII", data, place + 1)
        start = place + 41
        if length <= len(data) and name_length <= 4 and crc:
            name = data[start : start + name_length]
            stored_length = int.from_bytes(data[start + name_length : start + name_length + 8], "little")
            stored = data[start + name_length + 8 : start + name_length + 8 + stored_length]
            if len(stored) == stored_length and 32 + name_length + 8 + stored_length == length:
                records = decompressed(name, stored, size)
                if records is not None and len(records) == size and zlib.crc32(records) == crc:
                    found.update(messages(records))
        place = data.find(CHUNK, place + 1)
    return found


def original(folder, compression):
    path = folder / f"{compression.name}.mcap"
    with open(path, "wb") as file:
        writer = Writer(file, chunk_size=1200, compression=compression, enable_data_crcs=True)
        writer.start()
        schema = writer.register_schema("geometry_msgs/msg/Vector3", "ros2msg", b"float64 x")
        channels = [writer.register_channel(f"/{name}", "cdr", schema) for name in "abc"]
        for index in range(600):
            data = acceleration(0.01 * index, index % 7, 9.81)
            writer.add_message(channels[index % 3], index * 1_000_000, data, index, index)
            if index == 300:
                writer.add_attachment(1, 2, "notes.txt", "text/plain", bytes(range(256)) * 8)
                writer.add_metadata("notes", {"key": "value"})
        writer.finish()
    return path.read_bytes()


def cut(data, chance):
    return data[: chance.randrange(len(data) // 3, len(data))]


def flip(data, chance):
    bit = chance.randrange(len(data) * 8)
    data[bit // 8] ^= 1 << bit % 8
    return data


def zero(data, chance):
    size = chance.choice([16, 512, 4096])
    start = chance.randrange(8, len(data))
    data[start : start + size] = bytes(len(data[start : start + size]))
    return data


def swap(data, chance):
    size = chance.choice([512, 4096])
    one, two = (chance.randrange(len(data) // size) * size for _ in range(2))
    data[one : one + size], data[two : two + size] = (
        data[two : two + size],
        data[one : one + size],
    )
    return data


def lose_definitions(data, chance):
    """The first bytes, with the first definition of every channel, are gone."""
    end = chance.randrange(400, 1000)
    data[8:end] = bytes(end - 8)
    return data


@pytest.mark.parametrize("compression", list(CompressionType), ids=lambda kind: kind.name)
def test_what_a_checksum_vouches_for_is_kept(kymo, tmp_path, compression):
    whole = original(tmp_path, compression)
    broken, saved = tmp_path / "broken.mcap", tmp_path / "saved.mcap"
    for seed in SEEDS:
        chance = random.Random(f"{seed} {compression.name}")
        data = bytearray(whole)
        kinds = chance.choices([cut, flip, zero, swap, lose_definitions], k=chance.randrange(1, 4))
        for damage in kinds:
            data = damage(data, chance)
        broken.write_bytes(data)
        wanted = vouched(bytes(data))
        told = f"seed {seed}: {[damage.__name__ for damage in kinds]}"
        for options in [[], ["--strict"]]:
            done = kymo.attempt("recover", broken, "-o", saved, *options)
            if done.returncode == 1 and not wanted:
                continue
            assert done.returncode in (0, 3), f"{told}\n{done.stderr}"
            with open(saved, "rb") as file:
                records = StreamReader(file, validate_crcs=True).records
                found = Counter(
                    (record.channel_id, record.log_time, record.data)
                    for record in records
                    if type(record).__name__ == "Message"
                )
            assert not wanted - found, f"{told}: {len(wanted - found)} of {len(wanted)} missing"


@pytest.mark.quick
def test_a_file_without_messages_is_salvaged_if_anything_is_whole(kymo, tmp_path):
    path, target = tmp_path / "walk.mcap", tmp_path / "whole.mcap"
    kymo.run("synth", "walk", "--duration", 3, "-o", path)
    data = path.read_bytes()
    ends = {opcode: end for opcode, _, end in reversed(list(walk(data)))}
    # Of a file that was cut off behind its header nothing is left, and no file is written.
    path.write_bytes(data[: ends[HEADER]])
    said = kymo.run("recover", path, "-o", target, exit_code=1).stderr
    assert "nothing can be salvaged" in said and not target.exists()
    # Behind the metadata that says what it is, that is left.
    path.write_bytes(data[: ends[METADATA]])
    done = kymo.run("recover", path, "-o", target, exit_code=3)
    assert "kept 0 messages, 0 whole chunks, 0 attachments, 1 metadata record\n" in done.stdout
    kymo.run("check", target)
    # A whole file that holds nothing has lost nothing.
    path.write_bytes(whole())
    assert "nothing was lost" in kymo.run("recover", path, "-o", tmp_path / "empty.mcap").stdout
