"""Pages for the tests of `kymo run`, written where a test wants them."""

import json
import pathlib

import pytest

LIBRARY = pathlib.Path("/usr/share/nodejs/domino/lib")
ENGINES = "/usr/lib/*/libjavascriptcoregtk-4.1.so.0"
needs_engine = [
    pytest.mark.skipif(not list(pathlib.Path("/").glob(ENGINES[1:])), reason="needs libjavascriptcoregtk-4.1-0"),
    pytest.mark.skipif(not LIBRARY.is_dir(), reason="needs node-domino"),
]


def defect(reason):
    """Marks what does not hold yet: once it does, the test says so, and the mark goes."""
    return pytest.mark.xfail(strict=True, reason=reason)


class App:
    """A folder with a page, and what runs it."""

    def __init__(self, kymo, folder):
        self.kymo = kymo
        self.folder = folder

    def write(self, text, name="index.html"):
        """Writes a file of the app; an HTML page unless the name says otherwise."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(text, encoding="utf-8")
        return path

    def script(self, text, name="index.html"):
        """Writes a page that is nothing but a script, which begins in line 2."""
        return self.write(f"<!doctype html><title>Test</title><script>\n{text}\n</script>\n", name)

    def report(self, page, *arguments, exit_code=0, **options):
        """Runs a page, and returns what is reported."""
        done = self.kymo.run("run", page, *arguments, "--format", "json", exit_code=exit_code, **options)
        report = json.loads(done.stdout)
        assert report["schema"] == "kymograph.run/1"
        return report


def lines(report):
    """What a page has logged."""
    return [line["text"] for line in report["console"] if line["level"] == "log"]


def totals(report):
    """The ledger of a run, which has to balance in both directions."""
    for way in ("toPage", "toNative"):
        counts = report[way]
        came = counts["sent"] + counts["duplicated"]
        went = counts["delivered"] + counts["dropped"] + counts["lostByReload"] + counts["waiting"]
        assert came == went, (way, counts)
    arrived = report["toPage"]["delivered"] + report["toNative"]["delivered"]
    assert report["messages"] == arrived + report["refusedCalls"]
    return report["toPage"], report["toNative"]


@pytest.fixture
def app(kymo, tmp_path):
    folder = tmp_path / "app"
    folder.mkdir()
    return App(kymo, folder)


@pytest.fixture(scope="session")
def steps(kymo, tmp_path_factory):
    """A synthetic walk of a second: 100 accelerations and a position."""
    path = tmp_path_factory.mktemp("steps") / "steps.mcap"
    kymo.run("synth", "walk", "--seed", 2, "--duration", 1, "-o", path)
    return path
