"""The README and the guide: what they show is typed in, where they lead is followed, and what is generated is of today."""

import pathlib
import re
import subprocess
import sys

import pytest

from conftest import ROOT
from guide import BLOCK, DOCUMENTATION, FIGURE, PAGES, README, Page, compare, prepare

# Pages whose commands are of a package's own tool: the test that builds the package types them in.
ELSEWHERE = {
    "Documentation/guide/your-own-app.md": "test_kymo_example.py",
    "Documentation/guide/existing-app.md": "test_kymo_library.py",
    "Documentation/guide/commands-and-handlers.md": "test_kymo_library.py",
}
RUN = [
    path for path in PAGES
    if BLOCK.search(path.read_text()) and str(path.relative_to(ROOT)) not in ELSEWHERE
]
HEADING = re.compile(r"^#{1,6} (.*)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|(?:src|srcset)=\"([^\"]+)\"")


@pytest.mark.parametrize("path", RUN, ids=lambda path: path.stem)
def test_its_commands_print_what_it_shows(path, kymo, tmp_path):
    problems = Page(path).run(prepare(tmp_path / "page"), [kymo.binary.parent])
    assert not problems, "\n".join(problems)


def test_what_is_not_run_here_says_where_it_is():
    left_out = [command for path in PAGES for command in Page(path).commands if command.why_not_run]
    for command in left_out:
        named = re.findall(r"(test_\w+\.py|Tests/[\w.]+|make \w+)", command.why_not_run)
        assert named, f"{command.place}: {command.why_not_run}"
        for name in named:
            there = ROOT / name if "/" in name else ROOT / "Tests" / "Interop" / name
            assert name.startswith("make ") or there.is_file(), f"{command.place}: {name}"
    for page, test in ELSEWHERE.items():
        assert pathlib.Path(page).name in (ROOT / "Tests" / "Interop" / test).read_text()
    # Most are run.
    assert len(left_out) < sum(len(Page(path).commands) for path in PAGES) / 2


def test_a_difference_is_found():
    class Shown:
        is_timed, masked = False, None  # A command, as far as it is looked at.
        shown = ["one", "...", "three 3"]

    assert compare(Shown, 0, "one\ntwo\nthree 3\n") is None
    assert compare(Shown, 0, "one\ntwo\nthree 4\n")
    assert compare(Shown, 0, "zero\none\nthree 3\n")
    assert compare(Shown, 0, "one\nthree 3\nfour\n")
    assert compare(Shown, 1, "one\nthree 3\n")
    Shown.masked = FIGURE
    assert compare(Shown, 0, "one\nthree 4 ms\n")
    Shown.shown = ["took 3.1 ms"]
    assert compare(Shown, 0, "took 4.25 ms\n") is None
    assert compare(Shown, 0, "gave 4.25 ms\n")


def test_lengths():
    assert len(README.read_text().splitlines()) <= 150
    for path in PAGES:
        assert len(path.read_text().splitlines()) <= 200, path


def anchors(path):
    """The anchors of a page's headings, as GitHub makes them."""
    text = FENCED.sub("", path.read_text())
    names = [re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in HEADING.findall(text)]
    return {re.sub(r"[^\w\- ]", "", name).replace(" ", "-") for name in names}


def test_links_lead_somewhere():
    pages = PAGES + sorted(ROOT.glob("*.md"))
    for path in pages:
        for target in (first or second for first, second in LINK.findall(FENCED.sub("", path.read_text()))):
            if re.match(r"https?://|mailto:", target):
                continue
            name, _, anchor = target.partition("#")
            there = (path.parent / name).resolve() if name else path
            assert there.exists(), f"{path.relative_to(ROOT)}: {target}"
            assert not anchor or anchor in anchors(there), f"{path.relative_to(ROOT)}: {target}"


def test_every_page_is_in_the_list_and_in_the_site():
    listed = (DOCUMENTATION / "README.md").read_text()
    site = (DOCUMENTATION / ".site" / "mkdocs.yml").read_text()
    for path in DOCUMENTATION.rglob("*.md"):
        name = str(path.relative_to(DOCUMENTATION))
        if name == "README.md":
            continue
        generated = re.match(r"reference/(commands|topics)/(?!README)", name)
        assert generated or f"]({name})" in listed, f"{name} is not in Documentation/README.md"
        assert generated or name in site, f"{name} is not in Documentation/.site/mkdocs.yml"


def test_the_reference_is_that_of_the_tool(kymo, tmp_path):
    kymo.run("--generate-reference", tmp_path)
    made = {str(path.relative_to(tmp_path)): path.read_text() for path in tmp_path.rglob("*.md")}
    folder = DOCUMENTATION / "reference"
    kept = {str(path.relative_to(folder)): path.read_text() for path in folder.glob("*/*.md")}
    kept["schemas.md"] = (folder / "schemas.md").read_text()
    assert made.keys() == kept.keys(), "make reference"
    assert [name for name in made if made[name] != kept[name]] == [], "make reference"


def test_the_figures_of_the_readme_are_of_the_table():
    rows = re.findall(r"^\| [^|]+ \| ([^|]+) \| ([\d.]+) times as (?:fast|long|many) \|$", README.read_text(), re.M)
    assert len(rows) == 8
    table = (DOCUMENTATION / "inside" / "performance.md").read_text()
    for peer, median in rows:
        assert f"| {peer} | {median} times (" in table, f"{median} times {peer} is not in the table of benchmarks"


def test_the_export_that_it_imports_is_one_of_the_walk(tmp_path):
    command = [sys.executable, ROOT / "Recordings" / "walk_export.py"]
    subprocess.run([*command, ROOT / "Recordings" / "walk" / "session.mcap", tmp_path], check=True, timeout=120)
    for path in (ROOT / "Examples" / "Walk").glob("*.csv"):
        assert path.read_bytes() == (tmp_path / path.name).read_bytes(), path.name


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The guide as a site, built; the libraries' own pages are those of `make site`."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-f",
         DOCUMENTATION / ".site" / "mkdocs.yml", "-d", folder],
        capture_output=True, text=True, timeout=300, env={"NO_MKDOCS_2_WARNING": "1", "PATH": "/usr/bin:/bin"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_the_site_has_every_page(site):
    for path in DOCUMENTATION.rglob("*.md"):
        name = path.relative_to(DOCUMENTATION)
        page = site / name.parent / ("" if name.stem == "README" else name.stem) / "index.html"
        assert page.is_file(), page
    assert (site / "api" / "index.html").is_file()


@pytest.mark.parametrize("width", [400, 1400])
def test_no_page_of_the_site_is_wider_than_a_phone_or_a_desk(browser, site, width):
    view = browser.new_page(viewport={"width": width, "height": 900})
    for page in sorted(site.glob("guide/*/index.html")) + [site / "index.html"]:
        view.goto(page.as_uri())
        assert view.evaluate("document.documentElement.scrollWidth") <= width, page
        assert view.locator("h1").first.is_visible(), page
    view.close()
