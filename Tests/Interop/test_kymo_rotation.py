"""Recordings of a server that begins a new file now and then: each is whole, and together they are one session."""

import time

import pytest
from mcap.reader import make_reader

from served import Server


@pytest.fixture(scope="module")
def files(kymo, tmp_path_factory):
    """The files of one session, and what the server said of it."""
    folder = tmp_path_factory.mktemp("rotation")
    with Server(kymo, "--record", folder / "day.mcap", "--rotate-time", "0.1s") as server:
        deadline = time.monotonic() + 60
        number = 0
        # The last file of a session is finished at its end: so many are whole before that.
        while len(list(folder.glob("day-*.mcap"))) < 3:
            assert time.monotonic() < deadline
            server.call(f"logMessage&msg=%5B%22{number}%22%5D")
            number += 1
        report = server.stop()
    return sorted(folder.glob("day-*.mcap")), report


def test_each_file_is_whole(kymo, files):
    paths, report = files
    assert report["recordings"] == [str(path) for path in paths] and len(paths) >= 4
    steps = 0
    for number, path in enumerate(paths, 1):
        with open(path, "rb") as file:
            maps = [record.metadata for record in make_reader(file).iter_metadata() if record.name == "kymograph"]
        with open(path, "rb") as file:
            messages = [message.sequence for _, _, message in make_reader(file).iter_messages("/trace")]
        opening, closing = maps
        assert opening["part"] == str(number) and int(opening["part/steps_before"]) == steps
        # Steps are numbered on.
        assert messages == list(range(steps, steps + int(closing["events"])))
        steps += len(messages)
        assert ("part/passed" in closing) == (path != paths[-1])
    assert steps == report["events"]
    assert closing["digest"] == report["digest"]


def test_they_are_one_session(kymo, files, tmp_path):
    paths, report = files
    verified = kymo.json("replay", "--verify", *paths)
    assert verified["verification"] == "identical" and verified["verified"]
    assert (verified["events"], verified["digest"]) == (report["events"], report["digest"])
    # The first alone, as far as it goes; another one only after those before it.
    assert kymo.json("replay", "--verify", paths[0])["verification"] == "identical-part"
    assert "it is part 2 of a session" in kymo.run("replay", "--verify", paths[1], exit_code=1).stderr
    assert "one is missing" in kymo.run("replay", "--verify", paths[0], paths[2], exit_code=1).stderr
    # Out of their inputs the one recording is made that there was not.
    whole = tmp_path / "whole.mcap"
    kymo.run("replay", *paths, "--record", whole)
    verified = kymo.json("replay", "--verify", whole)
    assert verified["verification"] == "identical" and verified["digest"] == report["digest"]


def test_another_app_is_told_in_which_step_it_differs(kymo, files):
    paths, _ = files
    done = kymo.run("replay", "--verify", "--fault", "drop@1", *paths, exit_code=4)
    assert "DIVERGED" in done.stdout


@pytest.mark.parametrize("options, text", [
    (["--rotate-time", "1h"], "needs --record"),
    (["--record", "-", "--rotate-time", "1h"], "standard output is one file"),
    (["--record", "x.mcap", "--rotate-time", "0"], "must not be 0"),
    (["--record", "x.mcap", "--force", "--rotate-size", "100000"], "exclude each other"),
])
@pytest.mark.quick
def test_wrong_rotations(kymo, options, text):
    assert text in kymo.run("serve", "--port", 0, *options, exit_code=64).stderr


def test_each_file_says_which_part_it_is(kymo, files, tmp_path):
    paths, _ = files
    seen = [kymo.json("inspect", path)["series"] for path in paths]
    assert [each["number"] for each in seen] == list(range(1, len(paths) + 1))
    assert [each["isLast"] for each in seen] == [False] * (len(paths) - 1) + [True]
    assert seen[0]["before"] is None and seen[-1]["behind"] is None
    assert seen[1]["before"] == {"path": str(paths[0]), "state": "there"}
    assert seen[1]["behind"] == {"path": str(paths[2]), "state": "there"}
    said = kymo.run("inspect", paths[1], "--no-plot").stdout
    assert f"series    part 2 of a session: {paths[0].name} is before it, {paths[2].name} is behind it" in said
    # One alone, one beside another session's, one with a name of its own.
    alone = tmp_path / paths[1].name
    alone.write_bytes(paths[1].read_bytes())
    assert kymo.json("inspect", alone)["series"]["before"]["state"] == "missing"
    (tmp_path / paths[0].name).write_bytes(paths[2].read_bytes())
    assert kymo.json("inspect", alone)["series"]["before"]["state"] == "foreign"
    (tmp_path / paths[2].name).write_text("no recording")
    assert kymo.json("inspect", alone)["series"]["behind"]["state"] == "foreign"
    named = tmp_path / "walk.mcap"
    named.write_bytes(paths[1].read_bytes())
    assert kymo.json("inspect", named)["series"] == {
        "number": 2, "isPart": True, "isLast": False, "before": None, "behind": None,
    }
    kymo.run("inspect", named, "--html", tmp_path / "walk.html", "-q")
    assert "part 2 of a session" in (tmp_path / "walk.html").read_text()
