"""The scripts of a page's platform, in the engine that they are written for, and beside Chromium.

Tests/Scripts/test_*.js hold tests as generators: what one yields is for how many milliseconds time goes on. The pages in
Tests/Scripts/pages are loaded here and in Chromium, and must say the same in the same order.
"""

import json
import pathlib
import re
import shutil

import pytest
import script_engine

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "Sources" / "KymoScript" / "Scripts"
TESTS = ROOT / "Tests" / "Scripts"
LIBRARY = pathlib.Path("/usr/share/nodejs/domino/lib")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
START = 1_000_000_000_000
pytestmark = [
    pytest.mark.skipif(script_engine.library() is None, reason="needs libjavascriptcoregtk-4.1-0"),
    pytest.mark.skipif(not LIBRARY.is_dir(), reason="needs node-domino"),
]


class World(script_engine.Engine):
    """A context with the platform in it, and its clock."""

    def __init__(self, before="", bridge=False):
        super().__init__({"module": self.module, "script": self.script})
        self.load(TESTS / "host.js")
        self.now = START
        self.evaluate(before, "before.js")
        self.evaluate('native("rejections", (promise, reason) => page && page.rejected(promise, reason))')
        names = json.loads((SCRIPTS / "order.json").read_text()) + (["quickconnect.js"] if bridge else [])
        self.evaluate(f"start({json.dumps(names)})")

    @staticmethod
    def module(path):
        file = LIBRARY / path
        return file.read_text(encoding="utf-8") if file.is_file() else None

    @staticmethod
    def script(name):
        return (SCRIPTS / name).read_text(encoding="utf-8")

    def put(self, folder):
        """Gives the page the files of a folder."""
        files = {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()}
        self.evaluate(f"files = {json.dumps(files)}")

    def page(self, text, name="index.html", is_script=False):
        self.evaluate(f"page.load({json.dumps(text)}, {json.dumps(name)}, {json.dumps(is_script)})")
        self.run(0)

    def run(self, milliseconds):
        """Takes the turns that are due, each in a call of its own, and lets time go on."""
        end = self.now + milliseconds
        for _ in range(100_000):
            due = float(self.evaluate("environment.nextTimer()"))
            if due > end:
                break
            self.now = max(self.now, due)
            self.evaluate(f"clock = {self.now!r}")
            self.evaluate(f"environment.runTimers({self.now!r})")
        else:
            raise AssertionError("the page does not come to rest")
        self.now = end
        self.evaluate(f"clock = {end!r}")

    def take(self, kind):
        return json.loads(self.evaluate(f"JSON.stringify(take({json.dumps(kind)}))"))

    def lines(self):
        return [(level, text) for level, text, _ in self.take("console")]


# --- Tests in JavaScript ----------------------------------------------------------------------------------------------


def named_in(path):
    return re.findall(r"^test\('(.*)', function\*", path.read_text(encoding="utf-8"), re.M)


ALL = [(path.name, name) for path in sorted(TESTS.glob("test_*.js")) for name in named_in(path)]


@pytest.mark.parametrize(("file", "name"), ALL, ids=[f"{file[5:-3]}: {name}" for file, name in ALL])
def test_in_javascript(file, name):
    text = (TESTS / file).read_text(encoding="utf-8")
    before = re.search(r"/\* before: (.*) \*/", text)
    with World(before.group(1) if before else "", bridge=file == "test_quickconnect.js") as world:
        if "/* no page */" not in text:
            world.page("<!doctype html><title>Test</title><body><div id=box></div>")
        world.load(TESTS / "checks.js")
        world.evaluate(text, file)
        world.evaluate(f"var running = tests.get({json.dumps(name)})()")
        while True:
            step = json.loads(world.evaluate("JSON.stringify(running.next())", file))
            if step["done"]:
                break
            world.run(step["value"])
        assert int(world.evaluate("checked")) > 0
        assert world.take("error") == []


def test_every_file_of_tests_has_tests():
    assert {file for file, _ in ALL} == {path.name for path in TESTS.glob("test_*.js")} and len(ALL) > 20


# --- Beside a browser ---------------------------------------------------------------------------------------------------

PAGES = sorted(path.name for path in (TESTS / "pages").glob("*.html"))


@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    if CHROMIUM is None:
        pytest.skip("needs chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--allow-file-access-from-files"]
        )
        yield browser
        browser.close()


def in_chromium(browser, path):
    lines = []
    page = browser.new_page(timezone_id="UTC", locale="en-US")
    page.on("console", lambda message: lines.append((message.type, message.text)))
    page.goto(path.as_uri())
    for _ in range(200):
        if ("log", "end") in lines:
            break
        page.wait_for_timeout(50)
    page.close()
    return lines


def here(path):
    with World() as world:
        world.put(path.parent)
        world.page(path.read_text(encoding="utf-8"), path.name)
        world.run(5000)
        return world.lines()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_what_it_says_in_chromium(browser, name):
    path = TESTS / "pages" / name
    assert here(path) == in_chromium(browser, path)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_does_the_same_twice(name):
    path = TESTS / "pages" / name
    lines = here(path)
    assert ("log", "end") in lines and here(path) == lines
