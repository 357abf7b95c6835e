"""kymo gate --profile: the flame graph of what changed, where HEAD has regressed, by fake builds and by real ones."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from test_kymo_gate import FAKE, PAIRS, QUICK

# A build whose profile has so many samples of two functions, and of a thread that no gate looks at.
PROFILE = r"""
  case "$2" in --help) echo "--export FORMAT json"; exit 0;; esac
  echo run >>$here/../profiled
  for word; do case "$word" in json=*) file=${{word#json=}};; esac; done
  {failure}
  cat >$file <<END
{{"schema": "kymograph.profile/1", "name": "x", "exporter": "kymo 0", "durationNanoseconds": 1000, "notes": [],
 "sampling": {{"periodNanoseconds": 1000, "due": 900, "delivered": 900, "dropped": 0}},
 "threads": [{{"name": "dispatcher", "identifier": 1}}, {{"name": "reader", "identifier": 2}}],
 "frames": [{{"name": "main", "symbol": "main", "module": "kymo"}}, {{"name": "dull", "symbol": "d", "module": "kymo"}},
   {{"name": "Costly.handle", "symbol": "c", "module": "kymo"}}],
 "samples": [
  {{"stack": [0, 1], "thread": 0, "command": "accel", "stage": null, "count": 400, "nanoseconds": 400000,
    "waiting": false}},
  {{"stack": [0], "thread": 0, "command": null, "stage": null, "count": 999, "nanoseconds": 999000, "waiting": true}},
  {{"stack": [0, 2], "thread": 0, "command": "accel", "stage": "business", "count": {costly},
    "nanoseconds": {costly}000, "waiting": false}},
  {{"stack": [0], "thread": 1, "command": null, "stage": null, "count": 777, "nanoseconds": 777000, "waiting": false}}],
 "stages": [], "slices": []}}
END
  echo '{{}}'; exit 0
"""


@pytest.fixture
def build(tmp_path):
    """Writes a fake build: `build("base", cost=1000, costly=100)`; without `costly` it has no profile."""

    def write(name, cost=1000, costly=None, failure=":"):
        folder = tmp_path / name
        folder.mkdir()
        text = FAKE
        if costly is not None:
            case = PROFILE.format(costly=costly, failure=failure)
            text = FAKE.replace("bench) ;;", "profile) @PROFILE@;;\nbench) ;;")
        text = text.format(
            cost=cost, p50=5000, digest="00000000000000aa", replay="00000000000000aa", valid="true", count=5000,
            options="--pace NAME --handicap NANOSECONDS", before="", status=0, folder=folder,
            version='echo "kymo 0.0.1"', app="null",
        )
        if costly is not None:
            text = text.replace("@PROFILE@", case)
        path = folder / "kymo"
        path.write_text(text)
        path.chmod(0o755)
        return path

    return write


@pytest.fixture(scope="module")
def recording(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("gate") / "walk.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 2, "-o", path)
    return path


def gate(kymo, base, head, recording, *options, exit_code, pairs=PAIRS):
    done = kymo.run("gate", base, head, recording, *QUICK, pairs, *options, exit_code=exit_code)
    return json.loads(done.stdout)


def test_a_regression_comes_with_the_graph_of_what_changed(kymo, build, recording, tmp_path):
    graph, summary = tmp_path / "change.svg", tmp_path / "summary.md"
    report = gate(
        kymo, build("base", costly=100), build("head", cost=1060, costly=300), recording,
        "--profile", graph, "--export", f"github-summary={summary}", exit_code=2,
    )
    profile = report["profile"]
    assert profile["file"] == str(graph) and profile["unavailable"] is None
    # Four rounds of each: the dispatching thread alone, while it has events.
    assert (profile["baseSamples"], profile["headSamples"]) == (4 * 500, 4 * 700)
    changed = {row["name"]: row for row in profile["functions"]}
    assert set(changed) == {"Costly.handle", "dull"}
    costly = changed["Costly.handle"]
    assert costly["baseShare"] == pytest.approx(0.2) and costly["headShare"] == pytest.approx(3 / 7)
    assert costly["verdict"] == "grew" and changed["dull"]["verdict"] == "shrank"
    assert 0 < costly["samplingError"] < 0.1
    assert (tmp_path / "profiled").read_text().count("run") == 8
    text = graph.read_text()
    ElementTree.fromstring(text)
    assert "Costly.handle" in text and "HEAD" in text and "reader" not in text
    note = summary.read_text()
    assert "Costly.handle" in note and graph.name in note


def test_the_text_names_the_functions(kymo, build, recording, tmp_path):
    graph = tmp_path / "change.html"
    command = ["gate", build("base", costly=100), build("head", cost=1060, costly=300), recording]
    done = kymo.run(*command, "--skip", "counts", "--pairs", PAIRS, "--profile", graph, exit_code=2)
    assert "Costly.handle, grew" in done.stdout and str(graph) in done.stdout
    assert graph.read_text().startswith("<!DOCTYPE html>") or "<html" in graph.read_text()


def test_equal_shares_name_nobody(kymo, build, recording, tmp_path):
    report = gate(
        kymo, build("base", costly=100), build("head", cost=1060, costly=101), recording,
        "--profile", tmp_path / "change.svg", exit_code=2,
    )
    assert report["profile"]["functions"] == [] and report["profile"]["file"] is not None


def test_without_a_regression_there_is_none(kymo, build, recording, tmp_path):
    graph = tmp_path / "change.svg"
    report = gate(
        kymo, build("base", costly=100), build("head", costly=300), recording, "--profile", graph, exit_code=0
    )
    assert report["profile"]["unavailable"] == "nothing has REGRESSED"
    assert not graph.exists() and not (tmp_path / "profiled").exists()
    assert gate(kymo, tmp_path / "base/kymo", tmp_path / "head/kymo", recording, exit_code=0)["profile"] is None


def test_an_older_base_is_said_and_not_compared(kymo, build, recording, tmp_path):
    graph = tmp_path / "change.svg"
    report = gate(
        kymo, build("base"), build("head", cost=1060, costly=300), recording, "--profile", graph, exit_code=2
    )
    assert "BASE" in report["profile"]["unavailable"] and "has no profile" in report["profile"]["unavailable"]
    assert report["verdict"] == "REGRESSED" and not graph.exists()
    assert any("no flame graph of the change" in note for note in report["notes"])


@pytest.mark.parametrize(
    "failure, said",
    [("echo broken >&2; exit 1", "broken"), ("echo no >$file; echo '{}'; exit 0", "profile of HEAD")],
)
def test_a_profile_that_fails_leaves_the_verdict(kymo, build, recording, tmp_path, failure, said):
    report = gate(
        kymo, build("base", costly=100), build("head", cost=1060, costly=300, failure=failure), recording,
        "--profile", tmp_path / "change.svg", exit_code=2,
    )
    assert said in report["profile"]["unavailable"] and report["verdict"] == "REGRESSED"


def test_files_that_cannot_be_are_refused_at_once(kymo, build, recording, tmp_path):
    command = ["gate", build("base"), build("head"), recording]
    done = kymo.run(*command, "--profile", "-", exit_code=64)
    assert "--profile takes a file" in done.stderr
    done = kymo.run(*command, "--profile", tmp_path / "none" / "x.svg", exit_code=1)
    assert "none/x.svg" in done.stderr
    both = tmp_path / "x"
    done = kymo.run(*command, "--profile", both, "--export", f"junit={both}", exit_code=64)
    assert "both write" in done.stderr
    done = kymo.run(*command, "--profile", recording, exit_code=64)
    assert "would overwrite" in done.stderr
    assert recording.stat().st_size > 100
