"""A recording that another tool has written again: equal messages are the same recording, whatever their ids."""

import json

import pytest
from mcap.reader import make_reader
from mcap.writer import CompressionType, Writer


def same(channel, message):
    """The data of a message that nobody changes."""
    return message.data


def rewrite(source, target, edit=lambda records: records, change=same, log_time_order=True, **options):
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
                change(channel, message),
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


# Where a step has its source, the code of its error, and the lowest byte of its reply's first number.
SOURCE, ERROR, REPLY = 18, 22, 32


@pytest.mark.quick
@pytest.mark.parametrize("changed, samples, fixes", [
    ({1: [REPLY]}, "replies differ", "content agrees"),
    ({2: [ERROR]}, "content agrees", "outcomes differ"),
    ({1: [REPLY], 2: [ERROR]}, "replies differ", "outcomes differ"),
    ({1: [ERROR, REPLY]}, "outcomes and replies differ", "content agrees"),
], ids=["a reply", "an outcome", "one of each", "both of one"])
def test_a_channel_says_which_parts_of_its_own_steps_differ(kymo, tmp_path, changed, samples, fixes):
    recording, path = tmp_path / "walk.mcap", tmp_path / "changed.mcap"
    kymo.run("synth", "walk", "--duration", 3, "--seed", 5, "-o", recording)
    wanted = dict(changed)

    def change(channel, message):
        data = bytearray(message.data)
        # The last place is that of a step with a reply of its own.
        places = wanted.get(data[SOURCE]) if channel.topic == "/trace" else None
        if places and places[-1] < len(data):
            for place in wanted.pop(data[SOURCE]):
                data[place] ^= 1
        return bytes(data)

    rewrite(recording, path, change=change)
    assert not wanted
    text = kymo.run("replay", path, "--verify", exit_code=4).stdout
    assert f"  /accelerometer: {samples}\n  /location: {fixes}\n" in text, text
    done = kymo.attempt("replay", path, "--verify", "--format", "json")
    for difference in json.loads(done.stdout)["differences"]:
        of_fix = difference["field"].startswith("outcome.") and 2 in changed
        assert difference["channels"] == ["/location" if of_fix else "/accelerometer"], difference


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
