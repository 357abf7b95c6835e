"""The pages of --export html in a real browser: nothing is hidden at 400 and at 1400 pixels, by day and by night."""

import json
import os
import shutil
import subprocess

import pytest

import hard_corpus

LOAD = ["--rate", 5000, "--duration", 0.2, "-q"]
PAGES = {
    "bench": ["bench", *LOAD, "--tail", 8, "--deadline", "1ms", "--limit", "response.p99=1ns", "--baseline", "base.json"],
    "repetitions": ["bench", *LOAD, "--repetitions", 3, "--deadline", "1ms"],
    "stages": ["bench", "-q", "--stage", "0.2s@2000", "--stage", "0.2s@4000"],
    "sweep": ["sweep", "-q", "--duration", 0.1, "--slo", "p99=1ms"],
    "profile": ["profile", "-q", "--repeat", 20],
    "count": ["count", "-q", "--only", "accel", "--limit", "accel:instructions=1", "--baseline", "base.count.json"],
    "count-nothing": ["count", "-q"],
    "difference": ["profile", "-q", "--repeat", 20, "--baseline", "base.profile.json"],
}
# A gate's page comes of fake builds: it has whatever they say, and takes no time.
GATES = {"gate-pass": {}, "gate-regressed": {"cost": 2000}, "gate-counts": None}
FAKE = r"""#!/bin/sh
cost={cost}
case "$1" in
--version) echo "kymo 0.0.1"; exit 0;;
replay) echo '{{"schema": "kymograph.replay/1", "digest": "aa", "events": 100, "app": null}}'; exit 0;;
esac
while [ $# -gt 0 ]; do
  case "$1" in
  --help) echo "--pace NAME --handicap NANOSECONDS"; exit 0;;
  --handicap) cost=$((cost + $2));;
  esac
  shift
done
cat <<END
{{"schema": "kymograph.bench/1", "valid": true, "reasons": [], "digest": "aa", "app": null, "commands": [{commands}]}}
END
"""
COMMAND = (
    '{{"name": "{name}", "count": 5000, "serviceNanoseconds": {{"trimmedMean": $cost}}, '
    '"responseNanoseconds": {{"p50": $((cost * 9)), "p99": null}}, "replies": 0, "replyNanoseconds": {{"p50": null}}}}'
)
CORPORA = ["corpus"]
# A function of the Swift runtime: one of its words is longer than a line of 400 px.
FUNCTION = "swift_getAssociatedConformanceWitnessSlowImpl"
NAMES = ["accel", "aCommandOfTwentyFour1234", "maps.layers.reloadVisibleTiles/background"]

# What does not fit: boxes that are wider than their place, whether or not they can be scrolled.
WIDE = """() => [document.documentElement, ...document.querySelectorAll('main, section, .scroll, table, .facts, dd, h1, code')]
  .filter(element => element.clientWidth > 0 && element.scrollWidth > element.clientWidth)
  .map(element => `${element.tagName}.${element.className}: ${element.scrollWidth} in ${element.clientWidth}: `
    + element.textContent.trim().slice(0, 60))"""
# Words of a cell that stand in two lines. One of more than 40 letters and digits may, and a long one of camel case
# between its parts, which are texts of their own.
BROKEN = """() => {
  const broken = [];
  for (const cell of document.querySelectorAll('.scroll :is(th, td), .facts dd, h1')) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const word of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        if (word[0].length > 40) continue;
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) broken.push(word[0]);
      }
    }
  }
  return broken;
}"""
# Cells that nobody sees, or that are cut off at a side of the window.
HIDDEN = """() => [...document.querySelectorAll('.scroll tbody :is(th, td)')].filter(cell => {
  const box = cell.getBoundingClientRect();
  return box.width < 8 || box.height < 8 || box.left < 0 || box.right > document.documentElement.clientWidth;
}).map(cell => cell.textContent.trim())"""
# Cells without a heading above them have a label of their own.
UNLABELLED = """() => [...document.querySelectorAll('.scroll table')].filter(table =>
  table.querySelector('thead').offsetParent === null
).flatMap(table => [...table.querySelectorAll('tbody :is(th, td)')]).filter(cell =>
  getComputedStyle(cell, '::before').content.replace(/"/g, '') !== cell.dataset.label || !cell.dataset.label
).map(cell => cell.textContent.trim())"""


@pytest.fixture(scope="module")
def pages(kymo, tmp_path_factory):
    """Makes a page when it is first asked for: `pages("bench")`."""
    folder = tmp_path_factory.mktemp("pages")
    recording = folder / "walk-of-a-minute-in-the-park-with-a-rather-long-name.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 2, "-o", recording)
    kymo.attempt("bench", recording, *LOAD, "--export", "json=base.json", cwd=folder, lines=9)
    kymo.run("profile", recording, "-q", "--repeat", 20, "--export", "json=base.profile.json", cwd=folder)
    # Which functions a few samples meet is chance; one that is gone now is always there.
    profile = json.loads((folder / "base.profile.json").read_text())
    profile["frames"].append(profile["frames"][0] | {"name": FUNCTION, "symbol": FUNCTION})
    stack = {"stack": [len(profile["frames"]) - 1], "thread": 0, "command": "accel", "stage": "business", "count": 1}
    profile["samples"].append(stack | {"nanoseconds": 997000, "waiting": False})
    (folder / "base.profile.json").write_text(json.dumps(profile))

    def fake(name, cost):
        path = folder / name
        path.write_text(FAKE.format(cost=cost, commands=",\n".join(COMMAND.format(name=name) for name in NAMES)))
        path.chmod(0o755)
        return path

    without_valgrind = os.environ | {"PATH": str(folder)}

    def base_of_counts():
        """Counts of a build that took more of some things and less of others: those of nobody, as they take a while."""
        path = folder / "base.count.json"
        words = ["count", recording, "-q", "--only", "accel", "--export", f"json={path}"]
        subprocess.run([kymo.binary, *map(str, words)], env=without_valgrind, capture_output=True, timeout=60)
        counts = json.loads(path.read_text())
        for row in [*counts["commands"], counts["overall"]]:
            row |= {"countedEvents": 1000, "perEvent": {"instructions": 812.5, "allocations": 0.25, "systemCalls": 0}}
        counts |= {"valid": True, "valgrind": "valgrind-3.99.0-a-version-of-somebody-else"}
        path.write_text(json.dumps(counts))

    def page(name):
        path = folder / f"{name}.html"
        if path.exists():
            return path
        if name == "gate-counts":
            words = ["gate", kymo.binary, kymo.binary, recording, "--skip", "cost", "--skip", "load"]
        elif name in CORPORA:
            if not (folder / "r").exists():
                hard_corpus.make(kymo, folder)
            words = ["corpus", "merge", "corpus.json", "r", "--threshold", 5, "--require-coverage"]
        elif name in GATES:
            sides = [fake(f"{name}-base", 1000), fake(f"{name}-head", GATES[name].get("cost", 1000))]
            words = ["gate", *sides, recording, "--pairs", 12, "--skip", "counts", "-q"]
        else:
            command, *options = PAGES[name]
            words = [command, recording, *options]
        surroundings = os.environ
        if name == "count":
            base_of_counts()
        elif name == "count-nothing":
            surroundings = without_valgrind
        # Whatever the verdict is, there is a page.
        command = [kymo.binary, *words, "--export", f"html={path}"]
        done = subprocess.run([*map(str, command)], cwd=folder, env=surroundings, capture_output=True, text=True, timeout=120)
        assert path.exists(), done.stderr
        return path

    return page


@pytest.mark.parametrize("name", [*PAGES, *CORPORA, *GATES])
def test_nothing_is_hidden_or_broken(browser, pages, name):
    if name in ("gate-counts", "count") and shutil.which("valgrind") is None:
        pytest.skip("valgrind is not installed")
    path = pages(name)
    assert name != "difference" or FUNCTION in path.read_text().replace("<wbr>", "")
    for width in (400, 1400):
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": 900}, color_scheme=scheme, is_mobile=width < 500
            )
            page = context.new_page()
            problems = []
            page.on("console", lambda message: problems.append(message.text))
            page.on("pageerror", lambda problem: problems.append(str(problem)))
            page.goto(path.as_uri())
            assert page.locator(".scroll table").count() > 0
            assert page.evaluate(WIDE) == [], (width, scheme)
            # What is folded is a row of its own until somebody opens it.
            page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
            for question in (WIDE, BROKEN, HIDDEN, UNLABELLED):
                assert page.evaluate(question) == [], (question[:60], width, scheme)
            assert problems == []
            context.close()


@pytest.mark.parametrize("name", GATES)
def test_a_gates_verdict_comes_first(browser, pages, name):
    """Before the tables, and larger than all else."""
    if name == "gate-counts" and shutil.which("valgrind") is None:
        pytest.skip("valgrind is not installed")
    for width in (400, 1400):
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.goto(pages(name).as_uri())
        top, size, largest, table = page.evaluate("""() => {
          const size = element => parseFloat(getComputedStyle(element).fontSize);
          const verdict = document.querySelector('.verdict strong');
          return [verdict.getBoundingClientRect().top, size(verdict),
            Math.max(...[...document.querySelectorAll('main *')].map(size)),
            document.querySelector('.scroll').getBoundingClientRect().top];
        }""")
        assert top < 150 and top < table and size == largest >= 30
        page.close()


def test_a_name_without_an_end_is_broken_where_it_must(browser, pages):
    """A word that no line holds is the only one that is broken, and nothing is wider for it."""
    page = browser.new_page(viewport={"width": 400, "height": 900})
    page.goto(pages("gate-pass").as_uri())
    page.evaluate("document.querySelector('.scroll tbody th').textContent = 'x'.repeat(200)")
    page.evaluate("document.querySelector('.scroll tbody td').textContent = 'y'.repeat(200)")
    assert page.evaluate(WIDE) == [] and page.evaluate(HIDDEN) == []
    page.close()
