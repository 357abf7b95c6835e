"""A repository of somebody else's: what `kymo init` writes, the steps that it prints, and the job's commands."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
from conftest import BUILD_IN_SCRATCH, ROOT, SCRATCH, Kymo
from pages import needs_engine

FILES = {
    "Package.swift", "Sources/stepwatch/StepWatch.swift", "Sources/stepwatch/main.swift", ".gitignore",
    ".github/workflows/kymograph.yml", "Recordings/walk.mcap",
}


def all_files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.quick
def test_it_writes_a_package_and_says_what_to_do(kymo, tmp_path):
    told = kymo.run("init", "stepwatch", "--name", "StepWatch", "--kymograph", ROOT, cwd=tmp_path)
    assert all_files(tmp_path / "stepwatch") == FILES
    for path in FILES:
        assert f"  {path}\n" in told.stdout
    assert "  cd stepwatch\n  swift build -c release\n" in told.stdout
    # On a server the folder is not there, and both the report and the job say so.
    remark = told.stdout.splitlines()[-1].removeprefix("note: ")
    assert str(ROOT) in remark and "--kymograph URL@VERSION" in remark
    job = (tmp_path / "stepwatch" / ".github" / "workflows" / "kymograph.yml").read_text()
    assert job.startswith(f"# {remark}.\n")
    assert str(ROOT) in (tmp_path / "stepwatch" / "Package.swift").read_text()
    report = kymo.json("init", tmp_path / "again", "--name", "StepWatch", "--kymograph", ROOT, "--ci", "none")
    assert report["schema"] == "kymograph.init/1" and set(report["files"]) == FILES - {
        ".github/workflows/kymograph.yml"
    }
    assert report["remark"] is None
    assert kymo.json("init", tmp_path / "third", "--name", "StepWatch", "--kymograph", ROOT)["remark"] == remark
    inspected = kymo.json("inspect", tmp_path / "stepwatch" / "Recordings" / "walk.mcap")
    assert inspected["events"] == 6060


def test_the_same_words_write_the_same_files(kymo, tmp_path):
    texts = []
    for name in ("one", "two"):
        kymo.run("init", tmp_path / name, "--name", "StepWatch", "--kymograph", ROOT, "--page")
        texts.append({path: (tmp_path / name / path).read_bytes() for path in all_files(tmp_path / name)})
    assert texts[0] == texts[1] and "Page/index.html" in texts[0]


def test_a_repository_that_is_there_stays_one(kymo, tmp_path):
    def git(*words):
        subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q", "-b", "develop")
    told = kymo.run("init", ".", "--name", "StepWatch", "--kymograph", ROOT, cwd=tmp_path).stdout
    assert "git init" not in told and "git add -A ." in told
    job = (tmp_path / ".github" / "workflows" / "kymograph.yml").read_text()
    assert 'branches: ["develop"]' in job
    # Servers look for a job at the root alone.
    done = kymo.run("init", "apps/walk", "--name", "B", "--kymograph", ROOT, cwd=tmp_path, exit_code=1)
    assert str(tmp_path) in done.stderr and "--ci none" in done.stderr
    assert not (tmp_path / "apps").exists()
    told = kymo.run(
        "init", "apps/walk", "--name", "B", "--kymograph", ROOT, "--ci", "none", cwd=tmp_path
    ).stdout
    assert "git init" not in told and (tmp_path / "apps" / "walk" / "Package.swift").exists()


def test_the_job_of_a_page_runs_the_page(kymo, tmp_path):
    kymo.run("init", tmp_path, "--name", "StepWatch", "--kymograph", ROOT, "--page")
    job = (tmp_path / ".github" / "workflows" / "kymograph.yml").read_text()
    assert "stepwatch run Page/index.html Recordings/reference.mcap --verify" in job


@pytest.mark.parametrize("there", sorted(FILES) + ["Recordings/reference.mcap", "kymo.limits.json"])
def test_nothing_is_written_over(kymo, tmp_path, there):
    path = tmp_path / there
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("mine\n")
    done = kymo.run("init", tmp_path, "--name", "StepWatch", "--kymograph", ROOT, exit_code=1)
    assert done.stderr.count("\n") == 1 and f"{there}: it already exists" in done.stderr
    assert all_files(tmp_path) == {there} and path.read_text() == "mine\n"


@pytest.mark.parametrize(
    "words, code, said",
    [
        (["--name", "2nd"], 64, "--name wants"),
        (["--name", "Step Watch"], 64, "--name wants"),
        (["--name", "A", "--kymograph", "/nowhere"], 1, "/nowhere: no such folder"),
        (["--name", "A", "--kymograph", "/tmp"], 1, "no Package.swift of Kymograph"),
        (["--name", "A", "--kymograph", "https://example.org/k@x"], 64, "a version such as 1.2.3"),
        (["--name", "A", "--ci", "none", "--ci", "github"], 64, "--ci none"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(kymo, tmp_path, words, code, said):
    done = kymo.run("init", tmp_path / "new", *words, exit_code=code)
    assert said in done.stderr and done.stderr.count("\n") <= 2
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_made_is_named(kymo, tmp_path):
    (tmp_path / "file").write_text("")
    done = kymo.run(
        "init", tmp_path / "file" / "app", "--name", "A", "--kymograph", ROOT, exit_code=1
    )
    assert f"{tmp_path}/file: it is not a folder" in done.stderr and done.stderr.count("\n") == 1


def test_the_jobs_files_keep_the_servers_schemas(kymo, tmp_path):
    checker = pathlib.Path(shutil.which("python3")).parent
    check = pathlib.Path(os.sys.executable).parent / "check-jsonschema"
    assert check.exists(), "pip install -r Tests/Interop/requirements.txt"
    kymo.run(
        "init", tmp_path, "--name", "StepWatch", "--kymograph", ROOT, "--page",
        "--ci", "github", "--ci", "gitlab", "--ci", "jenkins",
    )
    for schema, path in [
        ("vendor.github-workflows", ".github/workflows/kymograph.yml"), ("vendor.gitlab-ci", ".gitlab-ci.yml"),
    ]:
        done = subprocess.run(
            [check, "--builtin-schema", schema, tmp_path / path], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
    jenkins = (tmp_path / "Jenkinsfile").read_text()
    for left, right in ("{}", "()", "[]"):
        assert jenkins.count(left) == jenkins.count(right)


def test_the_job_installs_what_the_build_needs(kymo, tmp_path):
    makefile = (ROOT / "Makefile").read_text().replace("\\\n", " ")
    needed = set(re.search(r"^BUILD_PACKAGES := (.*)$", makefile, re.MULTILINE).group(1).split())
    kymo.run("init", tmp_path, "--name", "StepWatch", "--kymograph", ROOT)
    workflow = (tmp_path / ".github/workflows/kymograph.yml").read_text()
    line = next(line for line in workflow.splitlines() if "apt-get install" in line)
    assert needed <= set(line.split()), needed - set(line.split())
    assert {"valgrind", "git"} <= set(line.split())


def test_the_manual_is_what_mandoc_wants(kymo, tmp_path):
    kymo.run("--generate-manual", tmp_path)
    pages = sorted(tmp_path.iterdir())
    assert len(pages) > 10
    done = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", *pages], capture_output=True, text=True
    )
    # They have no date, so that the same tool makes the same pages.
    said = [line for line in done.stdout.splitlines() if "missing date" not in line]
    assert said == []
    shown = subprocess.run(["mandoc", "-T", "utf8", tmp_path / "kymo-bench.1"], capture_output=True, text=True)
    plain = re.sub(".\b", "", shown.stdout)
    assert "--rate EVENTS_PER_SECOND" in plain and "EXIT STATUS" in plain


# --- What is written works: built once for each set of options ---------------------------------------------------------

SERVERS = ["--ci", "gitlab", "--ci", "jenkins"]
WRITTEN = [
    pytest.param(("stepwatch", []), id="nothing but a folder"),
    pytest.param(("stepwatch", ["--page"]), id="a page", marks=needs_engine),
    pytest.param(("elsewhere", ["--name", "HillCount", "--page", *SERVERS]), id="a name, servers", marks=needs_engine),
    pytest.param(("stepwatch", ["--ci", "none"]), id="no server"),
]


class Written:
    """A package that `kymo init` has written, and its tool."""

    def __init__(self, kymo, place, folder, words):
        told = kymo.run("init", folder, *words, "--kymograph", ROOT, "--format", "json", cwd=place)
        self.report = json.loads(told.stdout)
        self.folder = place / folder
        self.name = self.report["app"]
        kind = kymo.binary.parent.name
        product = self.report["tool"].rpartition("/")[2]
        # As `swift build` does it, but for the libraries, which are built already.
        command = [*BUILD_IN_SCRATCH, "-c", kind, "--product", product]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=1800)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        tool = self.folder / self.report["tool"]
        tool.parent.mkdir(parents=True)
        shutil.copy(SCRATCH / kind / product, tool)
        self.build = " ".join(command) + f" && cp {SCRATCH}/{kind}/{product} {product}"
        self.product = product
        self.kymo = Kymo(tool)
        self.page = ["Page/index.html"] if "--page" in words else []

    def json(self, command, *words):
        """Runs a command of its tool in its folder, and returns what it reports."""
        return json.loads(self.kymo.run(command, *words, "--format", "json", cwd=self.folder).stdout)

    def step(self, word):
        """Does the step that is printed and has this word."""
        step = next(step for step in self.report["steps"] if word in step)
        done = subprocess.run(step, shell=True, cwd=self.folder, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0 and done.stderr == "", done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def written(request, kymo, tmp_path_factory):
    app = Written(kymo, tmp_path_factory.mktemp("written"), *request.param)
    app.step("--record")
    return app


each_package = pytest.mark.parametrize("written", WRITTEN, indirect=True)


@each_package
def test_what_it_writes_records_and_replays(written):
    reference = "Recordings/reference.mcap"
    report = written.json("inspect", reference)
    assert written.name == ("HillCount" if written.folder.name == "elsewhere" else "Stepwatch")
    counts = {channel["topic"]: channel["count"] for channel in report["channels"]}
    assert counts["/accelerometer"] == 6000 and counts.get("/bridge/reply", 0) == (60 if written.page else 0)
    told = written.kymo.run("replay", reference, "--verify", cwd=written.folder).stdout
    assert "identical to the recording" in told
    # What the job does to verify.
    jobs = [path for path in written.report["files"] if path.endswith((".yml", "Jenkinsfile"))]
    verify = f"{written.report['tool']} " + (
        f"run Page/index.html {reference} --verify" if written.page else f"replay {reference} --verify"
    )
    for path in jobs:
        assert verify in (written.folder / path).read_text()
    done = subprocess.run(verify, shell=True, cwd=written.folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "verified" in done.stdout, done.stdout + done.stderr


@each_package
def test_its_page_shows_what_the_app_counts(written):
    if not written.page:
        pytest.skip("it has no page")
    page = written.folder / "Page" / "index.html"
    shown = "<script>setTimeout(() => console.log(document.getElementById('steps').textContent), 60500)</script>"
    looked = written.folder / "Page" / "looked.html"
    looked.write_text(page.read_text().replace("</body>", shown + "</body>"))
    report = written.json("run", "Page/looked.html", "Recordings/walk.mcap")
    looked.unlink()
    assert report["uncaughtCount"] == 0 and report["missing"] == []
    counted = report["device"]["steps"]
    assert counted > 100 and [line["text"] for line in report["console"]] == [str(counted)]
    assert report["toPage"]["delivered"] == report["toNative"]["delivered"] == 60


@each_package
def test_what_it_writes_is_benched(written):
    page = ["--page", *written.page] if written.page else []
    report = written.json(
        "bench", "Recordings/reference.mcap", *page, "--pace", "none", "--rate", "1e6", "--duration", "20ms"
    )
    assert report["app"].startswith(written.name)
    assert {command["name"] for command in report["commands"]} >= {"accel"}
    # The page asks once a second, and 20 ms are over before.
    if page:
        assert report["page"]["uncaughtCount"] == 0


@pytest.mark.skipif(not os.environ.get("KYMOGRAPH_LONG"), reason="builds each package twice; make test-long does")
@each_package
def test_what_it_writes_is_gated(written, tmp_path):
    """Two builds of the same commit: how much is measured here is too little for a verdict on the cost."""
    who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    for words in (["init", "-q", "-b", "main"], ["add", "-A", "."], ["commit", "-qm", "An app"]):
        subprocess.run(["git", *who, *words], cwd=written.folder, check=True, capture_output=True)
    page = ["--page", *written.page] if written.page else []
    done = written.kymo.run(
        "gate", "HEAD", "HEAD", "Recordings/reference.mcap", *page, "--build", written.build,
        "--executable", written.product, "--skip", "counts", "--skip", "load", "--pairs", "2", "--budget", "5s",
        "--format", "json", cwd=written.folder, env=dict(os.environ, XDG_CACHE_HOME=str(tmp_path)), exit_code=None,
        timeout=1800,
    )
    assert done.returncode in (0, 3), done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["app"] == written.name and report["digests"]["equal"]
    assert [each["name"] for each in report["measurements"]] == ["cost"]
    assert report["verdict"] in ("PASS", "INCONCLUSIVE")


@pytest.mark.skipif(
    not os.environ.get("KYMOGRAPH_LONG"), reason="builds an app four times; make test-long does"
)
def test_a_strangers_job_is_green_then_red(kymo, tmp_path):
    """From an empty folder, by what is printed alone; times are left to machines with nothing else to do."""
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "kymo").symlink_to(kymo.binary)
    SCRATCH.mkdir(parents=True, exist_ok=True)
    environment = dict(
        os.environ, PATH=f"{tools}:{os.environ['PATH']}", KYMOGRAPH=str(ROOT), SCRATCH=str(SCRATCH)
    )
    done = subprocess.run(
        [ROOT / "Tests" / "stranger.sh", tmp_path / "stepwatch"],
        capture_output=True, text=True, env=environment, timeout=1800,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "done, 0 failed" in done.stdout
