"""What a page finds around it: the device of `--device`, and `--strict` for what does not exist."""

import json

import pytest
from test_scripts import pytestmark  # noqa: F401 (needs the engine and the library of documents)

SIZES = """<!doctype html><script>
console.log([innerWidth, innerHeight, devicePixelRatio, screen.width, screen.height, screen.orientation.type].join(' '));
console.log(matchMedia('(min-width: 600px)').matches, matchMedia('(orientation: landscape)').matches);
console.log(navigator.platform + '|' + navigator.vendor + '|' + navigator.maxTouchPoints + '|' + ('standalone' in navigator));
console.log(/iPhone/.test(navigator.userAgent), /; wv\\)/.test(navigator.userAgent));
console.log([document.documentElement.clientWidth, document.body === null].join(' '));
</script>"""
IOS = ["iPhone|Apple Computer, Inc.|5|true", "true false"]
ANDROID = ["Linux aarch64|Google Inc.|5|false", "false true"]


@pytest.fixture
def page(tmp_path):
    def write(text, name="index.html"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("device", "expected"),
    [
        (None, ["393 852 3 393 852 portrait-primary", "false false", *IOS, "393 true"]),
        ("iphone-15", ["393 852 3 393 852 portrait-primary", "false false", *IOS, "393 true"]),
        ("pixel-8", ["412 915 2.625 412 915 portrait-primary", "false false", *ANDROID, "412 true"]),
        ("1024x768", ["1024 768 1 1024 768 landscape-primary", "true true", *IOS, "1024 true"]),
        ("390x844@2.5", ["390 844 2.5 390 844 portrait-primary", "false false", *IOS, "390 true"]),
    ],
)
def test_a_page_finds_the_device_of_the_option(kymo, page, device, expected):
    options = [] if device is None else ["--device", device]
    assert kymo.run("run", page(SIZES), *options).stdout.splitlines()[:5] == expected


@pytest.mark.parametrize("device", ["iphone", "0x5", "5x", "x5", "1x2x3", "10x10@", "10x10@0", "10x10@11", "-1x5", "9999999x1", ""])
def test_a_device_that_nobody_knows_is_refused(kymo, page, device):
    ended = kymo.run("run", page(SIZES), f"--device={device}", exit_code=None)
    assert ended.returncode == 64
    assert "--device takes iphone-15, pixel-8, or sizes such as 390x844@3" in ended.stderr


def test_a_device_has_no_effect_without_a_page(kymo, walk):
    ended = kymo.run("bench", walk, "--device", "pixel-8", exit_code=None)
    assert ended.returncode == 64 and "--device" in ended.stderr and "--page" in ended.stderr


LACKS = """<!doctype html>
<script src=app.js></script>
<script>
if ('share' in navigator) console.log('never');
console.log(typeof Notification, 'serviceWorker' in navigator, document.startViewTransition === undefined);
</script>"""
APP = "// new Worker('w.js') is not used\n\nif ('RTCPeerConnection' in window) throw new Error('never');\n"
NAMES = ["RTCPeerConnection", "Notification", "navigator.share", "navigator.serviceWorker", "document.startViewTransition"]


def test_what_a_page_looks_for_is_told_with_its_place_and_is_absent(kymo, page):
    page(APP, "app.js")
    ended = kymo.run("run", page(LACKS))
    assert ended.stdout.splitlines()[0] == "undefined false true"
    places = ["app.js:3", "index.html:5", "index.html:4", "index.html:5", "index.html:5"]
    assert [line.split("here: ")[1] for line in ended.stderr.splitlines() if "does not exist here" in line] == [
        f"{name}, used in {place}" for name, place in zip(NAMES, places)
    ]


def test_with_strict_a_page_that_looks_for_what_is_absent_is_no_success(kymo, page):
    page(APP, "app.js")
    path = page(LACKS)
    ended = kymo.run("run", path, "--strict", exit_code=None)
    assert ended.returncode == 3
    assert f"LACKING   5 that do not exist here: {'; '.join(NAMES)}" in ended.stdout
    ended = kymo.run("run", path, "--strict", "--format", "json", exit_code=None)
    report = json.loads(ended.stdout)
    assert ended.returncode == 3 and report["strict"] is True
    assert [one["name"] for one in report["missing"]] == NAMES
    report = json.loads(kymo.run("run", path, "--format", "json").stdout)
    assert report["strict"] is False and [one["place"] for one in report["missing"]][0] == "app.js:3"


def test_with_strict_a_page_that_finds_everything_is_a_success(kymo, page):
    path = page("<!doctype html><script>console.log('navigator' in window, matchMedia('print').matches)</script>")
    ended = kymo.run("run", path, "--strict")
    assert ended.returncode == 0 and "LACKING" not in ended.stdout


def test_strict_is_for_one_run(kymo, page):
    ended = kymo.run("run", page(SIZES), "--strict", "--sweep-faults", "all", exit_code=None)
    assert ended.returncode == 64 and "--strict is for one run" in ended.stderr


def test_the_layout_is_told_once(kymo, page):
    path = page(
        "<!doctype html><body><p id=p>x</p><script>"
        "const r = p.getBoundingClientRect(); p.scrollTop = 7;"
        "console.log([r.width, r.bottom, p.offsetHeight, p.clientWidth, p.scrollTop, p.getClientRects().length].join(' '));"
        "console.log([document.body.clientWidth, document.documentElement.getBoundingClientRect().height].join(' '));"
        "</script>"
    )
    ended = kymo.run("run", path)
    assert ended.stdout.splitlines()[:2] == ["0 0 0 0 7 1", "393 852"]
    assert ended.stderr.count("the layout:") == 1
