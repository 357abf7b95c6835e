"""The page of `kymo bench --export html`: whole, self-contained, escaped; and what `--baseline` refuses."""

import base64
import hashlib
import html.parser
import json
import os
import re

import pytest

VOID = {"meta", "link", "input", "br", "img", "hr", "wbr"}
MODEST = ["--rate", 3000, "--duration", 1, "-q"]
LONG = ["--rate", 1000, "--duration", 600]
# Markup, the end of an attribute, of a script, an escape sequence, a turn of the direction.
HOSTILE = "<img src=x onerror=alert(1)>\"'&<!--<\\script>\x1b[2J\u202e"


class Page(html.parser.HTMLParser):
    """A page whose tags have to be balanced."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open = []
        self.tags = []
        self.texts = []
        self.comments = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        assert len(set(names)) == len(names), f"<{tag}> has an attribute twice"
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        assert "svg" in self.open, f"<{tag}/> is only allowed in SVG"
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}>"

    def handle_data(self, data):
        self.texts.append((self.open[-1] if self.open else None, data))

    def handle_comment(self, data):
        self.comments.append(data)

    def all(self, name):
        return [attributes for tag, attributes in self.tags if tag == name]

    def text_in(self, tag):
        return "".join(text for parent, text in self.texts if parent == tag)


@pytest.fixture(scope="module")
def session(kymo, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / f"{HOSTILE}.mcap"
    kymo.run("synth", "walk", "--seed", 1, "--duration", 5, "-o", path)
    return path


@pytest.fixture(scope="module")
def baseline(kymo, session, tmp_path_factory):
    path = tmp_path_factory.mktemp("baseline") / "before.json"
    kymo.attempt("bench", session, *MODEST, "--export", f"json={path}")
    report = json.loads(path.read_text())
    # A command that is gone, under a name that nobody should trust.
    report["commands"].append({**report["commands"][0], "name": HOSTILE})
    path.write_text(json.dumps(report))
    return path


@pytest.fixture(scope="module")
def source(kymo, session, baseline, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    environment = {**os.environ, "GITHUB_SHA": HOSTILE, "SOURCE_DATE_EPOCH": "1441812279"}
    options = ["--export", f"html={path}", "--baseline", baseline]
    kymo.attempt("bench", session, *MODEST, *options, env=environment)
    return path.read_text()


@pytest.fixture(scope="module")
def page(source):
    return Page(source)


def test_the_page_is_whole(page):
    check_whole(page, "kymo bench")


def check_whole(page, title):
    assert page.all("html") == [{"lang": "en"}]
    assert {"charset": "utf-8"} in page.all("meta")
    # Figures have titles too.
    first = next(text for parent, text in page.texts if parent == "title")
    assert first.endswith(title)
    assert len(page.all("h1")) == 1 and len(page.all("main")) == 1
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(set(ids)) == len(ids)
    for _, attributes in page.tags:
        for name in (attributes.get("aria-labelledby") or "").split():
            assert name in ids
        if (attributes.get("href") or "").startswith("#"):
            assert attributes["href"][1:] in ids


def test_the_page_asks_nobody_for_anything(source, page):
    assert "://" not in source and "url(" not in source and "@import" not in source
    for tag, attributes in page.tags:
        assert not {"src", "srcset", "action", "background", "style"} & attributes.keys()
        assert not any(name.startswith("on") for name in attributes), tag
        link = attributes.get("href")
        assert link is None or link.startswith("#") or link == "data:,"
    names = {tag for tag, _ in page.tags}
    assert not names & {"iframe", "object", "embed", "img", "base", "form", "image"}


def test_only_the_script_of_the_page_may_run(source, page):
    (script,) = re.findall(r"<script>(.*?)</script>", source, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = [meta["content"] for meta in page.all("meta") if "http-equiv" in meta]
    directives = {part.split()[0]: part.split()[1:] for part in policy.split(";")}
    assert directives["default-src"] == ["'none'"]
    # If this fails, the script was changed: its hash belongs into ReportScript.swift.
    assert directives["script-src"] == [f"'sha256-{digest}'"]


def test_names_are_text(source, page):
    assert page.comments == [] and len(page.all("script")) == 1
    assert not any(ord(letter) < 32 and letter != "\n" for letter in source)
    shown = HOSTILE.replace("\x1b", "\ufffd").replace("\u202e", "\ufffd")
    text = "".join(text for _, text in page.texts)
    assert f"{shown}.mcap" in page.text_in("title")
    # The heading, the facts and the baseline's own command.
    assert text.count(shown) >= 4
    assert "\u202e" not in source


def test_figures_and_tables_say_what_they_are(page):
    figures = [figure["id"] for figure in page.all("figure")]
    assert figures[:2] == ["response", "service"] and figures[-1] == "timeline"
    images = [svg for svg in page.all("svg") if svg.get("role") == "img"]
    assert len(images) == len(figures)
    assert len(page.all("title")) == len(page.all("desc")) + 1 == len(figures) + 1
    for svg in page.all("svg"):
        is_inner = svg.get("preserveaspectratio") == "none"
        assert svg.get("role") == "img" or svg.get("aria-hidden") == "true" or is_inner
    assert len(page.all("table")) == len(page.all("caption")) > 4
    assert all(cell.get("scope") in ("row", "col") for cell in page.all("th"))
    assert page.all("polyline")
    assert any("base" in line["class"].split() for line in page.all("polyline"))


def test_an_overloaded_run_is_marked(kymo, session, tmp_path):
    path = tmp_path / "report.html"
    options = ["--rate", "2e7", "--duration", "0.1", "-q", "--export", f"html={path}"]
    assert kymo.attempt("bench", session, *options).returncode == 3
    page = Page(path.read_text())
    assert page.text_in("title").startswith("INVALID: ")
    assert any(attributes.get("role") == "alert" for attributes in page.all("div"))


@pytest.fixture(scope="module")
def sweep(kymo, session, tmp_path_factory):
    path = tmp_path_factory.mktemp("sweep") / "sweep.html"
    options = ["--slo", "p50=1s", "--slo", "accel:p90=1s", "--rate", 5000]
    options += ["--duration", 0.1, "-q", "--resolution", 100]
    json_path = path.with_suffix(".json")
    done = kymo.attempt(
        "sweep",
        session,
        *options,
        *["--export", f"html={path}", "--export", f"json={json_path}", "--format", "json"],
        lines=9,
    )
    assert done.returncode in (0, 3) and json_path.read_text() == done.stdout
    return path.read_text(), json.loads(done.stdout)


def test_the_page_of_a_sweep(sweep):
    source, report = sweep
    page = Page(source)
    check_whole(page, "kymo sweep")
    test_the_page_asks_nobody_for_anything(source, page)
    test_only_the_script_of_the_page_may_run(source, page)
    assert page.comments == [] and "\u202e" not in source
    ids = [figure["id"] for figure in page.all("figure")]
    assert ids == ["throughput", "throughput2"]
    rows = [attributes for attributes in page.all("th") if attributes.get("scope") == "row"]
    assert len(rows) == 2 * len(report["steps"])
    for figure in page.all("figure"):
        places = [float(place) for place in figure["data-places"].split(",")]
        assert places == sorted(places) and 0 <= places[0] and places[-1] <= 1
        assert len(places) == len(figure["data-values"].split(";")) == len(report["steps"])


def test_the_page_of_repetitions(kymo, session, tmp_path):
    path = tmp_path / "report.html"
    options = ["--rate", 3000, "--duration", 0.3, "--repetitions", 3, "-q"]
    kymo.attempt("bench", session, *options, "--export", f"html={path}", lines=9)
    source = path.read_text()
    page = Page(source)
    test_the_page_is_whole(page)
    test_only_the_script_of_the_page_may_run(source, page)
    figures = [figure["id"] for figure in page.all("figure")]
    assert figures == ["response", "service", "repetitions"]


# Baselines that are refused, before ten minutes of measuring


def refusal(kymo, session, path, *options):
    done = kymo.attempt("bench", session, *LONG, "--baseline", path, "--export", "html=-", *options)
    assert done.returncode == 1 and done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"kymo bench: {path}: ")
    return line


@pytest.mark.parametrize(
    "change, words",
    [
        ({"schema": "kymograph.inspect/1"}, "its schema is 'kymograph.inspect/1'"),
        ({"schema": None}, "it states no schema"),
        ({"inputDigest": "0" * 16, "recording": "drive.mcap"}, "another recording"),
        ({"inputDigest": None, "recording": "drive.mcap"}, "drive.mcap there"),
        ({"app": "Other"}, "its app is Other, not DeviceCatalog"),
        ({"mode": "legacy"}, "its mode is legacy, not none"),
        ({"machine": {"processor": "Z80", "cores": 1}}, "another machine, whose times say nothing"),
        ({"commands": [{"name": "accel"}]}, "it is damaged: 'responseHistogram'"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_other_baselines(kymo, session, baseline, tmp_path, change, words):
    path = tmp_path / "other.json"
    path.write_text(json.dumps({**json.loads(baseline.read_text()), **change}))
    assert words in refusal(kymo, session, path)


def test_files_that_are_no_baseline(kymo, session, tmp_path):
    path = tmp_path / "x.json"
    assert "No such file" in refusal(kymo, session, path)
    assert "cannot be read" in refusal(kymo, session, tmp_path)
    for content in [b"", b"{", b"\x89HDF", b"[" * 100_000]:
        path.write_bytes(content)
        assert "it is not JSON" in refusal(kymo, session, path)


def test_a_moved_recording_is_the_same(kymo, session, baseline, tmp_path):
    path = tmp_path / "moved.mcap"
    path.write_bytes(session.read_bytes())
    options = ["--baseline", baseline, "--export", "html=-"]
    # The report of the run is on standard error then.
    page = kymo.attempt("bench", path, *MODEST, *options, lines=60).stdout
    assert "Compared with the baseline" in page


@pytest.mark.parametrize(
    "options",
    [
        ["bench", "--baseline", "x"],
        ["sweep", "--slo", "p99=1ms", "--plot"],
        ["sweep", "--slo", "p99=1ms", "--export", "hlog"],
    ],
    ids=" ".join,
)
def test_what_does_not_go_together(kymo, session, options):
    assert kymo.attempt(*options, session).returncode == 64


def test_plot(kymo, session):
    done = kymo.attempt("bench", session, *MODEST, "--plot", env={**os.environ, "COLUMNS": "70"})
    lines = done.stdout.splitlines()
    start = lines.index("response time over percentiles, log scale")
    assert any("90%" in line and "99.9%" in line for line in lines[start:])
    assert all(len(line) <= 70 for line in lines[start:-1])
    assert "a accel   b sendloc" in lines[-1]


def test_the_baseline_is_not_overwritten(kymo, session, baseline):
    before = baseline.read_bytes()
    for kind in ["html", "json"]:
        options = ["--baseline", baseline, "--export", f"{kind}={baseline}"]
        assert kymo.attempt("bench", session, *MODEST, *options).returncode == 64
    assert baseline.read_bytes() == before


@pytest.mark.parametrize("option", ["--duration", "--deadline"])
def test_no_time_at_all(kymo, session, option):
    done = kymo.attempt("bench", session, option, 0)
    assert done.returncode == 64 and f"{option} must not be 0" in done.stderr


@pytest.mark.quick
def test_a_report_begins_with_the_verdict_and_ends_with_its_command(kymo, session):
    words = ["bench", session, "--rate", 1000, "--duration", 0.2, "--attempts", 2, "-q"]
    done = kymo.attempt(*words, lines=9)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("INVALID   ") if done.returncode else lines[0] == "verdict   valid"
    head = lines[: lines.index("")]
    for word in ["recording", "app", "machine"]:
        assert any(line.startswith(word) for line in head)
    assert lines[-1].startswith(f"again     {kymo.binary} bench ") and lines[-1].endswith(" --attempts 2 -q")


def test_a_saved_report_says_why_it_is_invalid(kymo, session):
    done = kymo.attempt("bench", session, "--rate", 1000, "--duration", 0.01, "-q", "--pace", "none")
    assert "max 0 ns" not in done.stdout and "costs 0.0 ns" not in done.stdout
    done = kymo.attempt("bench", session, "--rate", 1e9, "--duration", 0.01, "-q", lines=9)
    assert done.returncode == 3
    first, after = done.stdout.split("\n          do not compare these figures with others, because:\n")
    # Beside other work not even a low rate may be possible.
    advice = r"INVALID   (use --rate \d+; or wait|wait for an idle machine) and add --attempts 5; or use .kymo count."
    assert re.fullmatch(advice, first)
    assert done.stdout.count(" events/s were achieved of ") == 1
    assert " events/s were achieved of " in after
