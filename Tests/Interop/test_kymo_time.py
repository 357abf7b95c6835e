"""The edges of time: the largest timestamp, gaps of a century, and an interrupt in the middle of one."""

import json
import signal
import time

import pytest

from mcap_bytes import accelerometer, acceleration, chunk, message, whole

LAST = (1 << 63) - 1  # ns; the largest time of an event
SECOND = 1_000_000_000
CENTURY = 100 * 31_557_600 * SECOND
# What a loaded machine takes to notice, beside the 200 ms that are promised.
PATIENCE = 0.2 + 0.8


def recording(path, *times):
    """A recording with a sample at each of these times."""
    samples = [message(1, at, acceleration(0, index, 9.81)) for index, at in enumerate(times)]
    path.write_bytes(whole(chunk(accelerometer(*samples))))
    return path


@pytest.mark.parametrize("speed", ["1", "10", "max"])
@pytest.mark.parametrize(
    "times",
    [
        [LAST],
        [LAST - 1],
        [LAST, LAST, LAST],
        [LAST - 2, LAST - 1, LAST],
        [LAST - SECOND // 4, LAST - 1, LAST - 1, LAST, LAST],
        [LAST - index // 3 for index in reversed(range(300))],
    ],
    ids=lambda times: f"{len(times)} from -{LAST - times[0]}",
)
def test_the_largest_timestamp_is_delivered(kymo, tmp_path, times, speed):
    session, copy = recording(tmp_path / "edge.mcap", *times), tmp_path / "copy.mcap"
    digests = set()
    for options in ([], ["--rings", 3], ["--record", copy]):
        report = kymo.json("replay", session, "--speed", speed, *options)
        assert report["events"] == len(times)
        digests.add(report["digest"])
    assert len(digests) == 1
    verified = kymo.json("replay", copy, "--speed", speed, "--verify")
    assert verified["verified"] is True and verified["digest"] in digests
    kymo.run("check", copy)
    inspected = kymo.json("inspect", copy)
    assert inspected["complete"] is True and inspected["events"] == len(times)


@pytest.mark.quick
@pytest.mark.parametrize("pace", ["plan", "none", "still"])
def test_bench_delivers_the_largest_timestamp(kymo, tmp_path, pace):
    """As long as what is offered needs no time behind the last."""
    session = recording(tmp_path / "edge.mcap", *range(LAST - 99, LAST + 1))
    words = ["bench", "--format", "json", "--pace", pace, "--warm-up", "0%"]
    done = kymo.attempt(*words, session, "--rate", 1000, "--duration", 0.1, lines=30)
    report = json.loads(done.stdout)
    assert sum(command["count"] for command in report["commands"]) == 100, done.stderr
    assert report["digest"] == kymo.json("replay", session)["digest"]
    refused = kymo.attempt(*words, session, "--rate", 1000, "--duration", 1, lines=30)
    assert refused.returncode == 1 and "--duration" in refused.stderr


@pytest.mark.parametrize("rings", [1, 3])
@pytest.mark.parametrize("times", [[0, CENTURY], [0, LAST], [5, CENTURY, LAST - 1, LAST]], ids=str)
def test_a_virtual_clock_crosses_a_century_in_one_step(kymo, tmp_path, times, rings):
    session, copy = recording(tmp_path / "century.mcap", *times), tmp_path / "copy.mcap"
    start = time.monotonic()
    expected = kymo.json("replay", session, "--record", copy)["digest"]
    for options in (
        ["--speed", 1, "--clock", "virtual"],
        ["--speed", 10, "--clock", "virtual"],
        ["--speed", 0.001, "--clock", "virtual"],
        ["--speed", 1, "--max-gap", "10ms"],
    ):
        report = kymo.json("replay", session, "--rings", rings, *options)
        assert report["events"] == len(times) and report["digest"] == expected
    assert kymo.json("replay", copy, "--verify")["verified"] is True
    drawn = kymo.run("inspect", copy).stdout
    assert "time, s" in drawn
    assert kymo.json("inspect", copy)["durationSeconds"] == pytest.approx(
        (times[-1] - times[0]) / SECOND
    )
    kymo.run("recover", copy, "-o", tmp_path / "recovered.mcap")
    assert time.monotonic() - start < 30


def interrupted(process, stop):
    """Sends a signal to a command that waits, and returns what it said and how long it took."""
    process.send_signal(stop)
    start = time.monotonic()
    output, errors = process.communicate(timeout=60)
    assert time.monotonic() - start < PATIENCE
    assert process.returncode == 3, errors
    return output, errors


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("rings", [1, 3])
def test_an_interrupted_replay_has_not_seen_the_next_century(kymo, tmp_path, stop, rings):
    session, copy = recording(tmp_path / "century.mcap", 0, 1, CENTURY), tmp_path / "copy.mcap"
    words = ["replay", session, "--speed", 1, "--rings", rings, "--format", "json"]
    process = kymo.start(*words)
    time.sleep(0.5)
    output, _ = interrupted(process, stop)
    assert json.loads(output)["events"] == 2
    process = kymo.start(*words, "--record", copy)
    part = tmp_path / "copy.mcap.part"
    time.sleep(0.5)
    output, errors = interrupted(process, stop)
    assert json.loads(output)["events"] == 2 and str(part) in errors and not copy.exists()
    assert kymo.json("replay", part, "--verify")["events"] == 2


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_call_does_not_live_through_it(kymo, stop):
    """A phone that is called again in twenty years has a fix for every second of them."""
    call = "call?cmd=loc"
    process = kymo.start("call", call, call, "--every", "175000h")
    time.sleep(0.5)
    interrupted(process, stop)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_bench_does_not_wait(kymo, tmp_path, stop):
    """The slowest rate there is: the second event is due in some twenty minutes."""
    session = recording(tmp_path / "century.mcap", 0, CENTURY)
    for options in ([], ["--no-pin"], ["--repetitions", 2]):
        words = ["bench", session, "--rate", 0.001, "--duration", "1500s", "--warm-up", "0%"]
        process = kymo.start(*words, *options)
        # Long before the second event is due.
        time.sleep(1)
        interrupted(process, stop)
