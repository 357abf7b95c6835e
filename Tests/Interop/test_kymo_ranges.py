"""`kymo replay` of a part of a session, of several recordings, and again and again."""

import json
import shutil

import pytest
from conftest import ROOT

PAGE = ROOT / "Recordings" / "devicecatalog" / "session.mcap"
WALK = ROOT / "Recordings" / "walk" / "session.mcap"


def replay(kymo, *words, status=0):
    return kymo.run("replay", *words, exit_code=status)


def document(kymo, *words, status=0):
    return json.loads(replay(kymo, *words, "--format", "json", status=status).stdout)


@pytest.mark.quick
def test_a_range_after_a_warm_start_is_that_of_the_recording(kymo):
    found = document(kymo, PAGE, "--start", "20s", "--end", "input:5000", "--warm-start", "--verify")
    assert found["verified"] and found["verification"] == "identical-part" and "metadata.digest" in found["notCompared"]
    part = found["range"]
    assert part["firstInput"] + found["inputs"] == 5000 and part["inputs"] == found["inputs"] and part["warmStart"]
    assert sum(command["count"] for command in found["commands"]) == found["events"]
    text = replay(kymo, PAGE, "--start", "20s", "--end", "input:5000", "--warm-start", "--verify").stdout
    assert "up to the end of the range; what follows, counters and metadata are not compared" in text


@pytest.mark.quick
def test_a_fault_in_a_range_is_found_and_outside_of_it_never_made(kymo):
    words = [PAGE, "--start", "input:100", "--end", "input:200", "--warm-start", "--verify"]
    found = document(kymo, *words, "--fault", "flip@150", status=4)
    assert found["firstDivergence"]["input"] == 150
    assert "the fault was not made" in replay(kymo, *words, "--fault", "flip@200", status=1).stderr
    fresh = document(kymo, *words[:5], "--fault", "drop@150")
    assert fresh["inputs"] == 100 and sum(command["count"] for command in fresh["commands"]) >= 99


@pytest.mark.quick
def test_places_that_are_none_are_refused(kymo):
    for place in ["five", "-1", "#7", "input:", "input:-1", "at:7", "1,5s", ""]:
        assert "seconds after the first input such as 12.5" in replay(kymo, WALK, f"--start={place}", status=64).stderr
    assert "it has no input in the range" in replay(kymo, WALK, "--start", "3h", status=1).stderr


@pytest.mark.parametrize(
    "words",
    [
        ["--start", "10s"],
        ["--end", "input:700"],
        ["--start", "input:500", "--end", "30s", "--warm-start"],
        ["--start", "5s", "--end", "9s", "--loop", "3"],
        ["--loop", "2", "--rings", "3", "--speed", "50", "--clock", "virtual"],
    ],
)
@pytest.mark.parametrize("recording", [PAGE, WALK], ids=["page", "walk"])
def test_what_is_recorded_of_a_range_replays_to_the_same(kymo, tmp_path, recording, words):
    one = document(kymo, recording, *words, "--record", tmp_path / "a.mcap")
    two = document(kymo, tmp_path / "a.mcap", "--verify")
    assert two["verified"] and two["digest"] == one["digest"]
    replay(kymo, recording, *words, "--record", tmp_path / "b.mcap")
    assert (tmp_path / "a.mcap").read_bytes() == (tmp_path / "b.mcap").read_bytes()


def test_recordings_that_follow_each_other_are_one_session(kymo, tmp_path):
    whole = document(kymo, PAGE)
    parts = [tmp_path / f"{index}.mcap" for index in range(3)]
    for part, words in zip(parts, [["--end", "15s"], ["--start", "15s", "--end", "input:4000"], ["--start", "input:4000"]]):
        replay(kymo, PAGE, *words, "--record", part, "--no-trace")
    found = document(kymo, *parts)
    assert found["digest"] == whole["digest"] and found["events"] == whole["events"]
    assert found["recordings"] == [str(part) for part in parts] and found["range"] is None
    assert "and the part before it ends at" in replay(kymo, parts[1], parts[0], status=1).stderr
    # The one to blame is named.
    shutil.copy(parts[2], tmp_path / "cut.mcap")
    with open(tmp_path / "cut.mcap", "r+b") as file:
        file.truncate(20_000)
    assert "cut.mcap" in replay(kymo, *parts[:2], tmp_path / "cut.mcap", status=1).stderr


def test_rounds_go_on_in_time_and_say_which_is_the_first_that_differs(kymo):
    once = document(kymo, PAGE, "--end", "input:400")
    found = document(kymo, PAGE, "--end", "input:400", "--loop", "5")
    assert found["inputs"] == 5 * once["inputs"] and found["range"]["rounds"] == 5
    assert found["range"]["firstDifferentRound"] == 2 and once["range"]["periodNanoseconds"] is None
    text = replay(kymo, PAGE, "--loop", "3", "--verify").stdout
    assert "the app keeps its state; round 2 is the first with other outcomes than round 1" in text
    assert "up to the end of the first round" in text
