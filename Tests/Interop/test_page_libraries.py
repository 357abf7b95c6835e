"""Small apps of libraries that nobody here wrote: they say here what they say in Chromium.

The libraries are those of Debian's and PyPI's packages, as they are there. An app whose package is not at hand is skipped.
Debian's are installed; PyPI's are wheels in .build/wheels, or in the folder that KYMO_WHEELS names:

    pip download --no-deps -d .build/wheels trame-client shiny django-turbojs
"""

import os
import pathlib
import zipfile

import pytest
import test_scripts
from conftest import chromium

APPS = test_scripts.TESTS / "libraries"
pytestmark = test_scripts.pytestmark


WHEELS = pathlib.Path(os.environ.get("KYMO_WHEELS") or test_scripts.ROOT / ".build" / "wheels")


def debian(path):
    """A file of an installed package, or None."""
    file = pathlib.Path("/usr/share") / path
    return file.read_bytes() if file.is_file() else None


def pypi(wheels, path):
    """A file of the newest wheel of a name, or None."""
    found = sorted(WHEELS.glob(wheels + "-*.whl"))
    return zipfile.ZipFile(found[-1]).read(path) if found else None


# What each page loads, where that is found, and the package that has it.
LIBRARIES = {
    "jquery.html": [("jquery.js", (debian, "javascript/jquery/jquery.js"), "libjs-jquery")],
    "react.html": [
        ("react.js", (debian, "nodejs/react/umd/react.production.min.js"), "node-react"),
        ("react-dom.js", (debian, "nodejs/react-dom/umd/react-dom.production.min.js"), "node-react-dom"),
    ],
    "vue2.html": [("vue.js", (debian, "javascript/vue/vue.min.js"), "libjs-vue")],
    "vue.html": [
        ("vue.js", (pypi, "trame_client", "trame_client/module/vue3-www/vue.global.js"), "trame-client of PyPI"),
    ],
    "lit.html": [
        ("bslib.js", (pypi, "shiny", "shiny/www/shared/bslib/components/web-components.min.js"), "shiny of PyPI"),
    ],
    "turbo.html": [("turbo.js", (pypi, "django_turbojs", "turbo/static/turbo/js/turbo.min.js"), "django-turbojs of PyPI")],
}


@pytest.fixture(scope="module")
def browser():
    with chromium("--allow-file-access-from-files") as browser:
        yield browser


@pytest.fixture
def app(request, tmp_path):
    """The page and its libraries in a folder of their own."""
    name = request.param
    for file, (find, *place), package in LIBRARIES[name]:
        found = find(*place)
        if found is None:
            pytest.skip(f"needs {package}")
        (tmp_path / file).write_bytes(found)
    (tmp_path / name).write_text((APPS / name).read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path / name


def test_every_app_is_run():
    assert sorted(LIBRARIES) == sorted(path.name for path in APPS.glob("*.html"))


@pytest.mark.parametrize("app", LIBRARIES, indirect=True)
def test_an_app_says_what_it_says_in_chromium(browser, app):
    lines = test_scripts.here(app)
    assert ("log", "end") in lines
    assert lines == test_scripts.in_chromium(browser, app)


@pytest.mark.parametrize("app", LIBRARIES, indirect=True)
def test_an_app_does_the_same_twice(app):
    assert test_scripts.here(app) == test_scripts.here(app)
