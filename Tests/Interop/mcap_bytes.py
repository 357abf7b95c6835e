"""MCAP files byte by byte: to cut them, to count what a cut leaves, and to build wrong ones."""

import struct

import lz4.frame
import zstandard

MAGIC = b"\x89MCAP0\r\n"
HEADER, FOOTER, SCHEMA, CHANNEL, MESSAGE, CHUNK = 1, 2, 3, 4, 5, 6
METADATA, DATA_END = 12, 15


def record(opcode, content):
    return bytes([opcode]) + struct.pack("<Q", len(content)) + content


def text(value):
    data = value.encode()
    return struct.pack("<I", len(data)) + data


def header():
    return record(HEADER, text("") + text(""))


def schema(number, name, encoding="ros2msg"):
    return record(SCHEMA, struct.pack("<H", number) + text(name) + text(encoding) + text(""))


def channel(number, schema_number, topic, encoding="cdr"):
    fields = struct.pack("<HH", number, schema_number) + text(topic) + text(encoding)
    return record(CHANNEL, fields + struct.pack("<I", 0))


def message(channel_number, time, data):
    return record(MESSAGE, struct.pack("<HIQQ", channel_number, 0, time, time) + data)


def acceleration(x, y, z):
    return b"\0\1\0\0" + struct.pack("<3d", x, y, z)


def accelerometer(*messages):
    """The records of a chunk: the channel /accelerometer with number 1, and messages."""
    start = schema(1, "geometry_msgs/msg/Vector3") + channel(1, 1, "/accelerometer")
    return start + b"".join(messages)


def requests(*messages, name="kymograph.BridgeRequest", encoding="json"):
    """The records of a chunk: the channel /bridge/request with number 1, and a message every ms."""
    start = schema(1, name, "jsonschema") + channel(1, 1, "/bridge/request", encoding)
    times = range(1_000_000, 1_000_000 * (len(messages) + 1), 1_000_000)
    return start + b"".join(message(1, time, data) for time, data in zip(times, messages))


def chunk(records, start=None, end=None, compression="", size=None, crc=0, stored=None):
    """A chunk with the times of its messages, where no others are given."""
    times = [time for _, time, _ in messages(records)]
    start = min(times, default=0) if start is None else start
    end = max(times, default=0) if end is None else end
    size = len(records) if size is None else size
    stored = records if stored is None else stored
    fields = struct.pack("<QQQI", start, end, size, crc) + text(compression)
    return record(CHUNK, fields + struct.pack("<Q", len(stored)) + stored)


def ending():
    return record(DATA_END, bytes(4)) + record(FOOTER, bytes(20)) + MAGIC


def whole(*records):
    return MAGIC + header() + b"".join(records) + ending()


def walk(data):
    """Yields (opcode, start, end) of the complete records of a file, as far as it goes."""
    place = len(MAGIC)
    while place + 9 <= len(data):
        opcode = data[place]
        end = place + 9 + struct.unpack_from("<Q", data, place + 1)[0]
        if end > len(data):
            return
        yield opcode, place, end
        if opcode == FOOTER:
            return
        place = end


def complete_chunks(data):
    """The messages of every complete chunk: one list of (channel, time, data) for each."""
    chunks = []
    for opcode, start, end in walk(data):
        if opcode == CHUNK:
            chunks.append(messages(chunk_records(data[start + 9 : end])))
    return chunks


def chunk_records(content):
    size, _, name_length = struct.unpack_from("<QII", content, 16)
    name = content[32 : 32 + name_length].decode()
    stored = content[32 + name_length + 8 :]
    if name == "zstd":
        return zstandard.ZstdDecompressor().decompress(stored, max_output_size=size)
    return lz4.frame.decompress(stored) if name == "lz4" else stored


def messages(records):
    found, place = [], 0
    while place + 9 <= len(records):
        length = struct.unpack_from("<Q", records, place + 1)[0]
        if records[place] == MESSAGE and 22 <= length <= len(records) - place - 9:
            number, _, time = struct.unpack_from("<HIQ", records, place + 9)
            found.append((number, time, records[place + 31 : place + 9 + length]))
        place += 9 + length
    return found
