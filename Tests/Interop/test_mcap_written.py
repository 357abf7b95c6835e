"""The field's own readers open what kymo wrote."""

from collections import Counter

import pytest
from mcap.reader import NonSeekingReader, SeekingReader
from mcap.stream_reader import StreamReader
from mcap_ros2.decoder import DecoderFactory

MAGIC = b"\x89MCAP0\r\n"


def decoded(path):
    with open(path, "rb") as file:
        reader = SeekingReader(file, validate_crcs=True, decoder_factories=[DecoderFactory()])
        wanted = ["/accelerometer", "/location"]
        yield from reader.iter_decoded_messages(topics=wanted)


@pytest.mark.quick
def test_every_checksum_holds(walk):
    assert walk.read_bytes().startswith(MAGIC) and walk.read_bytes().endswith(MAGIC)
    with open(walk, "rb") as file:
        records = list(StreamReader(file, validate_crcs=True).records)
    assert len(records) > 100


def test_indexed_and_streamed_reads_agree(walk):
    with open(walk, "rb") as file:
        indexed = [
            (channel.topic, message.log_time, message.data)
            for _, channel, message in SeekingReader(file, validate_crcs=True).iter_messages()
        ]
        file.seek(0)
        streamed = [
            (channel.topic, message.log_time, message.data)
            for _, channel, message in NonSeekingReader(file, validate_crcs=True).iter_messages()
        ]
        file.seek(0)
        summary = SeekingReader(file, validate_crcs=True).get_summary()
    assert [time for _, time, _ in indexed] == sorted(time for _, time, _ in indexed)
    assert Counter(indexed) == Counter(streamed)
    assert summary.statistics.message_count == len(indexed)


def test_the_compression_is_the_one_asked_for(walk):
    with open(walk, "rb") as file:
        summary = SeekingReader(file, validate_crcs=True).get_summary()
    used = {chunk.compression for chunk in summary.chunk_indexes}
    # A chunk that does not shrink is stored as it is.
    assert used <= {"", "" if walk.stem == "none" else walk.stem}
    assert summary.chunk_indexes


def test_accelerations_are_those_of_a_walk(walk):
    messages = [ros for _, channel, _, ros in decoded(walk) if channel.topic == "/accelerometer"]
    assert len(messages) > 100
    lengths = [(ros.x**2 + ros.y**2 + ros.z**2) ** 0.5 for ros in messages]
    assert 8 < sum(lengths) / len(lengths) < 12  # m/s², gravity included


def test_locations_have_every_field(walk):
    messages = [ros for _, channel, _, ros in decoded(walk) if channel.topic == "/location"]
    assert messages
    for ros in messages:
        assert -90 <= ros.latitude <= 90 and -180 <= ros.longitude <= 180
        assert ros.horizontal_accuracy >= 0 and ros.speed >= 0
        assert isinstance(ros.altitude, float) and isinstance(ros.vertical_accuracy, float)
        assert isinstance(ros.course, float) and isinstance(ros.fix_time, int)


def test_inspect_counts_what_the_readers_count(kymo, walk):
    report = kymo.json("inspect", walk)
    assert report["schema"].startswith("kymograph.inspect/")
    with open(walk, "rb") as file:
        topics = Counter(
            channel.topic for _, channel, _ in SeekingReader(file).iter_messages()
        )
    counts = {channel["topic"]: channel["count"] for channel in report["channels"]}
    assert {topic: count for topic, count in counts.items() if count} == dict(topics)


def test_the_metadata_record_is_there(walk):
    with open(walk, "rb") as file:
        records = list(SeekingReader(file, validate_crcs=True).iter_metadata())
    assert "kymograph" in [record.name for record in records]


@pytest.mark.quick
def test_the_same_seed_gives_the_same_bytes(kymo, walk, tmp_path):
    again = tmp_path / "again.mcap"
    kymo.run(
        "synth", "walk", "--seed", 1, "--duration", 5, "--compression", walk.stem, "-o", again
    )
    assert again.read_bytes() == walk.read_bytes()
