"""A recording that another tool has written again: equal messages are the same recording, whatever their ids."""

import json

import pytest
from mcap.reader import make_reader
from mcap.writer import CompressionType, Writer


def rewrite(source, target, edit=lambda records: records, log_time_order=True, **options):
    """Writes a recording again, message by message, with the ids that the other tool gives."""
    with source.open("rb") as old, target.open("wb") as new:
        reader, writer = make_reader(old), Writer(new, **options)
        writer.start(profile=reader.get_header().profile, library="another tool")
        for record in edit(list(reader.iter_metadata())):
            writer.add_metadata(record.name, dict(record.metadata))
        schemas, channels = {}, {}
        for schema, channel, message in reader.iter_messages(log_time_order=log_time_order):
            if channel.id not in channels:
                if schema.id not in schemas:
                    # One of nobody's, so that no id is what it was.
                    if not schemas:
                        writer.register_schema(schema.name, schema.encoding, schema.data)
                    schemas[schema.id] = writer.register_schema(
                        schema.name, schema.encoding, schema.data
                    )
                channels[channel.id] = writer.register_channel(
                    channel.topic, channel.message_encoding, schemas[schema.id], channel.metadata
                )
            writer.add_message(
                channels[channel.id],
                message.log_time,
                message.data,
                message.publish_time,
                message.sequence,
            )
        writer.finish()


@pytest.fixture(scope="module", params=["walk", "devicecatalog"])
def recording(kymo, tmp_path_factory, request):
    path = tmp_path_factory.mktemp("rewritten") / f"{request.param}.mcap"
    kymo.run("synth", request.param, "--duration", 20, "--seed", 5, "-o", path)
    return path


@pytest.mark.parametrize(
    "options",
    [
        {"compression": CompressionType.ZSTD},
        {"compression": CompressionType.LZ4, "chunk_size": 4096},
        {"compression": CompressionType.NONE, "use_chunking": False},
        {"log_time_order": False, "chunk_size": 20000},
    ],
    ids=str,
)
def test_equal_messages_are_identical(kymo, recording, tmp_path, options):
    path = tmp_path / "again.mcap"
    rewrite(recording, path, **options)
    report = kymo.json("replay", path, "--verify")
    assert report["verification"] == "identical" and report["verified"]
    assert report["differences"] == [] and report["notCompared"] == []
    assert "verified  identical to the recording" in kymo.run("replay", path, "--verify").stdout


def test_without_its_closing_metadata_it_says_what_nobody_can_compare(kymo, recording, tmp_path):
    path = tmp_path / "unsealed.mcap"

    def edit(records):
        records[0].metadata["origin"], records[0].metadata["device"] = "elsewhere", "nobody's"
        return records[:1]

    rewrite(recording, path, edit)
    done = kymo.attempt("replay", path, "--verify", "--format", "json")
    report = json.loads(done.stdout)
    assert done.returncode == 3
    assert report["verification"] == "identical-until-its-end" and not report["verified"]
    fields = ["digest", "events", "counter", "loss", "end", "seal", "origin", "device"]
    assert {f"metadata.{field}" for field in fields} <= {*report["notCompared"]}
    text = kymo.run("replay", path, "--verify", exit_code=3).stdout
    assert "PARTIAL" in text and "verified" not in text
    assert "has lost its closing metadata" in text
    for what in ["digest", "counters", "lost", "origin", "device"]:
        assert what in text[text.index("not compared") :]


@pytest.mark.parametrize("key", ["origin", "device"])
def test_an_edit_of_what_no_replay_knows_breaks_the_seal(kymo, recording, tmp_path, key):
    path = tmp_path / "edited.mcap"

    def edit(records):
        for record in records:
            record.metadata[key] = "edited"
        return records

    rewrite(recording, path, edit)
    assert "metadata.seal: 1 differs" in kymo.run("replay", path, "--verify", exit_code=4).stdout
