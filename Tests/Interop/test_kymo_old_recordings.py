"""Recordings of the former version: what is still proved of them, and what the tool says of the rest."""

import pathlib

import pytest

from mcap.reader import make_reader

OLD = pathlib.Path(__file__).resolve().parents[1] / "OldRecordings"


@pytest.fixture(params=["still", "page"])
def old(request):
    return OLD / f"{request.param}.mcap"


def test_it_verifies_and_says_that_this_proves_less(kymo, old):
    report = kymo.json("replay", old, "--verify")
    assert report["version"] == 1 and report["verified"] is True
    assert report["verification"] == "identical-digests"
    with open(old, "rb") as file:
        steps = sum(1 for _ in make_reader(file).iter_messages(topics=["/trace"]))
    assert report["events"] == steps
    said = kymo.run("replay", old, "--verify").stdout
    assert "it is of version 1, which proves no more" in said
    assert "replies' texts, counters, metadata and derived messages are not compared" in said


def test_what_differs_is_found(kymo, old):
    report = kymo.run("replay", old, "--verify", "--fault", "flip@20", exit_code=4).stdout
    assert "DIVERGED" in report and "first difference at" in report


def test_it_is_read_by_every_command(kymo, old, tmp_path):
    assert kymo.json("inspect", old)["complete"] is True
    kymo.run("check", old)
    kymo.run("recover", old, "-o", tmp_path / "recovered.mcap")
    digest = kymo.json("replay", old)["digest"]
    assert kymo.json("replay", tmp_path / "recovered.mcap")["digest"] == digest


def test_accepted_it_is_of_the_version_of_today(kymo, old, tmp_path):
    new = tmp_path / "new.mcap"
    digest = kymo.json("replay", old, "--accept", "-o", new)["digest"]
    report = kymo.json("replay", new, "--verify")
    assert report["version"] == 2 and report["verification"] == "identical"
    assert report["digest"] == digest
