"""The memory of recover does not depend on the length of an attachment, and stays small with every channel there can be."""

import hashlib
import shutil
import subprocess
import sys
import zlib

import pytest
from mcap.reader import make_reader
from mcap.writer import Writer
from test_kymo_memory import MEASURE

LIMIT = 128 << 20  # bytes
BLOCK = bytes(range(256)) * 4096
BLOCKS = 300  # of a MiB each
NEEDED = 1 << 30  # bytes on the disk


def peak(kymo, *arguments, code=0):
    """Runs a command to its end and returns the most memory that it held at once, in bytes."""
    command = [sys.executable, "-S", "-c", MEASURE, str(kymo.binary), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found, most = map(int, done.stdout.split())
    assert found == code, done.stderr
    assert most > 1 << 20, "that cannot be all"
    return most


@pytest.fixture(scope="module")
def attached(tmp_path_factory):
    """A recording with an attachment of 300 MiB between two messages."""
    folder = tmp_path_factory.mktemp("attached")
    if shutil.disk_usage(folder).free < NEEDED:
        pytest.skip("there is no room for an attachment of 300 MiB")
    path = folder / "attached.mcap"
    with path.open("wb") as stream:
        writer = Writer(stream, enable_data_crcs=True)
        writer.start()
        channel = writer.register_channel("/a", "json", 0)
        writer.add_message(channel, 1, b"{}", 1)
        writer.add_attachment(1, 2, "big.bin", "application/octet-stream", BLOCK * BLOCKS)
        writer.add_message(channel, 2, b"{}", 2)
        writer.finish()
    yield path
    path.unlink()


def data_of(path):
    with path.open("rb") as stream:
        (attachment,) = make_reader(stream).iter_attachments()
    return attachment


def test_an_attachment_is_copied_in_pieces(kymo, attached, tmp_path):
    target = tmp_path / "copy.mcap"
    try:
        assert peak(kymo, "recover", attached, "-o", target) < LIMIT
        kymo.run("check", target)
        attachment = data_of(target)
        assert (attachment.name, attachment.create_time, attachment.log_time) == ("big.bin", 1, 2)
        assert len(attachment.data) == BLOCKS * len(BLOCK)
        assert hashlib.sha256(attachment.data).digest() == hashlib.sha256(BLOCK * BLOCKS).digest()
    finally:
        target.unlink(missing_ok=True)


def test_a_damaged_attachment_is_kept_and_named(kymo, attached, tmp_path):
    source, target = tmp_path / "damaged.mcap", tmp_path / "copy.mcap"
    try:
        shutil.copyfile(attached, source)
        with source.open("r+b") as stream:
            stream.seek(200 << 20)
            byte = stream.read(1)[0]
            stream.seek(200 << 20)
            stream.write(bytes([byte ^ 1]))
        assert peak(kymo, "recover", source, "-o", target, code=3) < LIMIT
        kymo.run("check", target)
        assert zlib.crc32(data_of(target).data) != zlib.crc32(BLOCK * BLOCKS)
    finally:
        source.unlink(missing_ok=True)
        target.unlink(missing_ok=True)


def test_an_attachment_that_the_end_cuts_is_copied_in_pieces(kymo, attached, tmp_path):
    source, target = tmp_path / "cut.mcap", tmp_path / "copy.mcap"
    try:
        shutil.copyfile(attached, source)
        with source.open("r+b") as stream:
            stream.truncate(250 << 20)
        assert peak(kymo, "recover", source, "-o", target, code=3) < LIMIT
        kymo.run("check", target)
        data = data_of(target).data
        assert 249 << 20 < len(data) < 250 << 20
        assert data == (BLOCK * BLOCKS)[: len(data)]
    finally:
        source.unlink(missing_ok=True)
        target.unlink(missing_ok=True)


def test_every_channel_there_can_be(kymo, tmp_path):
    """65,535 channels in a chunk each, of which the end is cut: all definitions are read from the chunks."""
    source, target = tmp_path / "channels.mcap", tmp_path / "copy.mcap"
    with source.open("wb") as stream:
        writer = Writer(stream, chunk_size=1)
        writer.start()
        for number in range(65_535):
            writer.add_message(writer.register_channel(f"/c{number}", "json", 0), number, b"{}", number)
        writer.finish()
    with source.open("r+b") as stream:
        stream.truncate(source.stat().st_size // 2)
    assert peak(kymo, "recover", source, "-o", target, code=3) < LIMIT
    kymo.run("check", target)
    with target.open("rb") as stream:
        reader = make_reader(stream)
        kept = reader.get_summary().statistics
    assert kept.channel_count == kept.message_count > 30_000


@pytest.mark.parametrize("kind", ["whole", "cut", "without chunks"])
def test_definitions_are_in_memory_once(kymo, tmp_path, kind):
    """Names of 3 kB for 20,000 channels: neither the summary, nor the new file, nor reading that back doubles them."""
    source, target = tmp_path / "names.mcap", tmp_path / "copy.mcap"
    name = "n" * 3000
    count = 20_000
    try:
        with source.open("wb") as stream:
            writer = Writer(stream, use_chunking=kind != "without chunks")
            writer.start()
            for number in range(count):
                writer.add_message(writer.register_channel(f"/{number}/{name}", "json", 0), number, b"{}", number)
            writer.finish()
        if kind == "cut":
            with source.open("r+b") as stream:
                stream.truncate(source.stat().st_size - 1000)
        most = peak(kymo, "recover", source, "-o", target, code=3 if kind == "cut" else 0)
        assert most < 1.3 * count * len(name) + (64 << 20)
        kymo.run("check", target)
        with target.open("rb") as stream:
            assert make_reader(stream).get_summary().statistics.channel_count == count
    finally:
        source.unlink(missing_ok=True)
        target.unlink(missing_ok=True)
