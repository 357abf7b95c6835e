"""`kymo bench --page` and `kymo gate --page`: an app's own JavaScript, measured and gated."""

import json
import os
import shutil
import subprocess

import pytest
from conftest import ROOT
from pages import app, needs_engine, steps  # noqa: F401

pytestmark = needs_engine
SESSION = ROOT / "Recordings" / "devicecatalog" / "session.mcap"
PAGE = ROOT / "Recordings" / "devicecatalog" / "page" / "index.html"
needs_valgrind = pytest.mark.skipif(not shutil.which("valgrind"), reason="needs valgrind")
long = pytest.mark.skipif(os.environ.get("KYMOGRAPH_LONG") != "1", reason="takes minutes: KYMOGRAPH_LONG=1")
BACK_TO_BACK = ["--pace", "none", "--rate", "1e6"]

# Answers every acceleration with some work, and every hundredth with a call.
BUSY = """
var count = 0;
mapCommandToVCF('accel', function (results, value) {
  var sum = 0;
  for (var step = 0; step < %d; step += 1) sum += step ^ count;
  count += 1;
  if (count %% 100 === 0) makeCall('logMessage', 'seen ' + count + ' ' + (sum !== sum));
});
"""


def bench(kymo, *arguments, exit_code=0):
    """The report of a run back to back."""
    done = kymo.run("bench", SESSION, *BACK_TO_BACK, *arguments, "--format", "json", exit_code=exit_code)
    return json.loads(done.stdout)


@pytest.mark.parametrize("page", ["sample", "restless"])
def test_a_benched_page_does_what_a_page_does_that_is_run(kymo, app, page):
    path = PAGE
    if page == "restless":
        timer = "setInterval(function () { makeCall('logMessage', 'tick ' + Date.now()); }, 70);"
        path = app.script(BUSY % 1 + timer + "makeCall('loc');")
    ran = json.loads(kymo.run("run", path, SESSION, "--after", "0", "--format", "json").stdout)
    # As many events as there are inputs: once through the session.
    benched = bench(kymo, "--page", path, "--duration", f"{ran['inputs']}us")
    assert ran["toNative"]["delivered"] >= 3
    assert benched["digest"] == ran["digest"]
    assert benched["page"]["bridgeDigest"] == ran["bridgeDigest"]
    for way in ("toPage", "toNative"):
        assert benched["page"][way] == ran[way]


def test_two_processes_measure_the_same_work(kymo):
    first, second = (bench(kymo, "--page", PAGE, "--duration", "20ms") for _ in range(2))
    assert first["digest"] == second["digest"] and first["page"] == second["page"]
    assert first["page"]["toPage"]["delivered"] > 10_000


def test_work_of_the_page_is_in_the_service_times(kymo, app):
    medians = {}
    for count in (1, 1_000_000):
        report = bench(kymo, "--page", app.script(BUSY % count), "--duration", "2ms")
        accel = next(command for command in report["commands"] if command["name"] == "accel")
        medians[count] = accel["serviceNanoseconds"]["p50"]
    # A million steps take at least ten times what a call with one does, whatever the machine does.
    assert medians[1_000_000] > 10 * medians[1], medians


def test_every_mode_takes_a_page(kymo, app, tmp_path):
    page = app.script(BUSY % 1)
    html = tmp_path / "bench.html"
    kymo.run("bench", SESSION, *BACK_TO_BACK, "--page", page, "--duration", "2ms", "--export", f"html={html}")
    assert "index.html" in html.read_text()
    done = kymo.run(
        "bench", SESSION, "--page", page, "--repetitions", 2, "--rate", 1000, "--duration", 0.5, "--format", "json",
        exit_code=None,
    )
    assert len(json.loads(done.stdout)["repetitions"]) >= 1
    done = kymo.run(
        "sweep", SESSION, "--page", page, "--slo", "p50=1s", "--duration", 0.3, "--rate", 1000,
        "--resolution", 100, "--format", "json", exit_code=None,
    )
    assert json.loads(done.stdout)["steps"]
    other = tmp_path / "other" / "index.html"
    shutil.copytree(page.parent, other.parent)
    values = f"page={page},{other}"
    short = ["--rate", 1000, "--duration", 0.3]
    done = kymo.run("scan", SESSION, values, *short, "--format", "json", exit_code=None, timeout=300)
    scan = json.loads(done.stdout)
    assert [row["value"] for row in scan["rows"]] == [str(page), str(other)] and scan["app"] is None
    assert scan["rows"][0]["digest"] == scan["rows"][1]["digest"]
    # Any of the pages is an input, and nothing is written over it.
    done = kymo.run("scan", SESSION, values, *short, "--export", f"json={other}", exit_code=64)
    assert "it would overwrite the input" in done.stderr


@needs_valgrind
@long
def test_instructions_of_a_page_are_the_same_every_time(kymo, app, steps):
    page = app.script(BUSY % 10)
    done = kymo.run(
        "count", steps, "--only", "accel", "--page", page, "--format", "json", timeout=600,
    )
    report = json.loads(done.stdout)
    assert report["valid"] is True and report["repeatedInstructionsDiffer"] is not None, report
    assert report["overall"]["perEvent"]["instructions"] > 1000


@pytest.mark.quick
@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--zone", "Europe/Berlin"], "--page"),
        (["--page", "nowhere.html"], "nowhere.html"),
        (["--page", PAGE, "--bridge", "none"], "quickconnect"),
    ],
)
def test_what_makes_no_sense_is_refused(kymo, arguments, words):
    code = 1 if "nowhere.html" in arguments else 64
    done = kymo.run("bench", SESSION, *arguments, exit_code=code)
    assert words in done.stderr and len(done.stderr.strip().splitlines()) <= 3


def test_no_output_takes_the_place_of_a_page(kymo, app):
    """Neither of the page, nor of its scripts, nor of what servers answer to it."""
    page = app.script(BUSY % 1)
    rules = app.write('{"rules": []}', "fetch.json")
    script = app.write("var part;", "lib/part.js")
    commands = [
        ["profile", SESSION, "--page", page, "--repeat", 1, "--export"],
        ["bench", SESSION, "--page", page, "--duration", "2ms", "--export"],
        ["run", page, SESSION, "--export"],
    ]
    for command in commands:
        for path in (page, rules, script):
            former = path.read_bytes()
            done = kymo.run(*command, f"json={path}", "--fetch", rules, exit_code=64)
            assert "would overwrite" in done.stderr and path.read_bytes() == former
    kymo.run("run", page, SESSION, "--record", script, exit_code=64)
    # What else lies beside the page is not read.
    other = app.write("", "before.html")
    kymo.run("profile", SESSION, "--page", page, "--repeat", 1, "--export", f"html={other}")
    assert other.read_text().startswith("<!doctype html>")


def test_a_page_that_throws_has_no_figures(kymo, app):
    page = app.script("mapCommandToVCF('accel', function () { nothing.there(); });")
    done = kymo.run("bench", SESSION, *BACK_TO_BACK, "--page", page, "--duration", "2ms", exit_code=1)
    assert "uncaught" in done.stderr and "nothing" in done.stderr and done.stdout == ""


def test_a_page_without_end_is_ended(kymo, app):
    page = app.script("mapCommandToVCF('accel', function () { for (;;) {} });")
    done = kymo.run("bench", SESSION, *BACK_TO_BACK, "--page", page, "--duration", "2ms", exit_code=1, timeout=100)
    assert "longer than" in done.stderr


# MARK: gate


@pytest.fixture
def repository(tmp_path):
    """A repository of a page alone, in a folder of its own."""
    folder = tmp_path / "repository"
    (folder / "app").mkdir(parents=True)

    def commit(text, name="app/index.html"):
        (folder / name).write_text(f"<!doctype html><title>T</title><script>\n{text}\n</script>\n")
        git("add", "-A")
        git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "page")

    def git(*words):
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, timeout=60)

    git("init", "-q", ".")
    commit.folder = folder
    return commit


# Half of the budget is for counting; on a busy machine an engine of JavaScript under valgrind takes minutes.
COUNTS = ["--skip", "load", "--skip", "cost", "--budget", "40m", "--format", "json"]


@long
@needs_valgrind
@pytest.mark.parametrize("work, verdict, code", [(10, "PASS", 0), (40, "REGRESSED", 2)])
def test_javascript_is_gated_by_counts(kymo, repository, steps, work, verdict, code):
    repository(BUSY % 10)
    repository(BUSY % work + "// another")
    done = kymo.run(
        "gate", "HEAD~1", "HEAD", steps, "--page", "app/index.html", *COUNTS,
        cwd=repository.folder, exit_code=code, timeout=2400,
    )
    report = json.loads(done.stdout)
    assert report["verdict"] == verdict
    counts = {count["name"]: count for count in report["counts"]}
    assert (counts["instructions"]["verdict"] == "PASS") == (code == 0)
    assert report["base"]["page"].endswith("app/index.html")


def test_pages_that_do_something_else_are_not_compared(kymo, repository, steps):
    repository(BUSY % 10)
    repository(BUSY % 10 + "makeCall('logMessage', 'more');")
    done = kymo.run(
        "gate", "HEAD~1", "HEAD", steps, "--page", "app/index.html", *COUNTS,
        cwd=repository.folder, exit_code=3, timeout=2400,
    )
    report = json.loads(done.stdout)
    (reason,) = report["reasons"]
    assert "the first difference is call 0 of the page: call?cmd=logMessage&msg=seen" in reason
    assert reason.endswith("call?cmd=logMessage&msg=more in HEAD")


@pytest.mark.parametrize(
    "page, words", [("app/other.html", "is not in it"), ("../out.html", "outside of the repository")]
)
def test_a_page_that_no_revision_has(kymo, repository, steps, page, words):
    repository(BUSY % 10)
    (repository.folder.parent / "out.html").write_text("<p>out")
    done = kymo.run(
        "gate", "HEAD", "HEAD", steps, "--page", page, *COUNTS, cwd=repository.folder, exit_code=1, timeout=100
    )
    assert words in done.stderr


def test_a_page_that_throws_at_one_revision_is_named(kymo, repository, steps):
    repository(BUSY % 10)
    repository("nothing.there();")
    done = kymo.run(
        "gate", "HEAD~1", "HEAD", steps, "--page", "app/index.html", *COUNTS,
        cwd=repository.folder, exit_code=1, timeout=100,
    )
    assert "HEAD cannot run its page" in done.stderr and "nothing" in done.stderr


def test_a_gate_of_a_page_measures_cost(kymo, repository, steps):
    """Each build names its page by its own path, which is no other app."""
    repository(BUSY % 10)
    repository(BUSY % 10 + "// another")
    done = kymo.attempt(
        "gate", "HEAD~1", "HEAD", steps, "--page", "app/index.html", "--skip", "load", "--skip", "counts",
        "--budget", "20s", "--pairs", "5", "--format", "json", cwd=repository.folder, timeout=300,
    )
    report = json.loads(done.stdout)
    assert "measured the app" not in done.stdout and report["verdict"] in ("PASS", "INCONCLUSIVE", "INVALID")
    assert [way["name"] for way in report["measurements"]] == ["cost"]
    assert report["measurements"][0]["runs"] > 4, report
