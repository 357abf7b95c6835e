"""Every Swift snippet in the README, the guide and the documentation catalogs is compiled, as it stands there.

A snippet is a whole file, with its imports. It is compared with the modules that were built with the tool. One that
shows a file of Examples/ is compiled there; that it is the same text is held here.
"""

import concurrent.futures
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md", *sorted(ROOT.glob("Documentation/**/*.md")),
    *sorted(ROOT.glob("Sources/*/Documentation.docc/**/*.md")),
]
FENCE = re.compile(r"^```swift\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# The files that a new package is made of, and programs over the libraries. The guide shows all of them whole.
EXAMPLE = [ROOT / "Examples" / name / "Package.swift" for name in ("StepCounter", "Library", "JoltTool")] + sorted(
    path for path in (ROOT / "Examples").glob("*/Sources/**/*.swift")
    if path != ROOT / "Examples" / "TripWatch" / "Sources" / "tripwatch" / "main.swift"  # As that of StepCounter.
)


def snippets():
    """All of them, by the page and the line that they begin in."""
    found = {}
    for page in PAGES:
        text = page.read_text()
        for match in FENCE.finditer(text):
            line = text.count("\n", 0, match.start()) + 2
            found[f"{page.relative_to(ROOT)}:{line}"] = match.group(1)
    return found


SNIPPETS = snippets()
SHOWN = {path: path.read_text() for path in EXAMPLE}
OWN = {place: text for place, text in SNIPPETS.items() if text not in SHOWN.values()}


@pytest.fixture(scope="session")
def compile_swift(kymo):
    """Checks a text as the compiler would, against the modules beside the tool; gives what it says."""
    modules = kymo.binary.parent / "Modules"
    # C libraries have a map beside their header; for what is compiled here the build writes one.
    folders = [path.parent for path in ROOT.glob("Sources/*/module.modulemap")]
    folders += ROOT.glob("Sources/*/include")
    clang = [word for path in sorted(folders) for word in ("-I", str(path))]
    for path in sorted(kymo.binary.parent.glob("C*.build/module.modulemap")):
        clang += ["-Xcc", f"-fmodule-map-file={path}"]
    assert (modules / "KymoTool.swiftmodule").exists(), modules

    def check(text, folder):
        folder.mkdir(parents=True, exist_ok=True)
        source = folder / "main.swift"
        source.write_text(text)
        command = ["swiftc", "-typecheck", "-swift-version", "6", "-I", str(modules)]
        done = subprocess.run(
            command + clang + [str(source)], capture_output=True, text=True, timeout=300
        )
        return done.stderr + done.stdout if done.returncode else ""

    return check


def test_there_are_snippets():
    assert len(SNIPPETS) >= 6
    assert any(place.startswith("README.md") for place in OWN)
    # A fence in another spelling would pass unseen.
    for page in PAGES:
        fences = re.findall(r"^[ \t]*(?:```|~~~)[ \t]*(\w+)", page.read_text(), re.MULTILINE)
        assert all(fence == "swift" or fence.islower() for fence in fences), page
        assert fences.count("swift") == len(FENCE.findall(page.read_text())), page


def test_every_snippet_compiles(compile_swift, tmp_path):
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        jobs = {
            place: pool.submit(compile_swift, text, tmp_path / str(number))
            for number, (place, text) in enumerate(OWN.items())
        }
        problems = {place: job.result() for place, job in jobs.items()}
    assert not any(problems.values()), "\n".join(
        f"{place}: {said}" for place, said in problems.items() if said
    )


def test_a_snippet_that_does_not_compile_is_found(compile_swift, tmp_path):
    said = compile_swift("import KymoCore\n\nlet map = CommandMop()\n", tmp_path)
    assert "CommandMop" in said


@pytest.mark.parametrize("path", EXAMPLE, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_guide_shows_the_example_whole(path):
    assert SHOWN[path] in SNIPPETS.values(), f"{path.relative_to(ROOT)} is not in the guide as it is"
