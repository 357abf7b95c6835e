"""What a program is linked with that depends on one library alone."""

import subprocess

import pytest

from conftest import ROOT

# As the unit tests' build leaves it.
PROGRAM = ROOT / ".build" / "debug" / "LinkedAlone"


def needed(path):
    """The libraries that a program names itself, and all that come with them."""
    own = subprocess.run(["readelf", "-d", path], capture_output=True, text=True, check=True)
    all_of_them = subprocess.run(["ldd", path], capture_output=True, text=True, check=True)
    return own.stdout + all_of_them.stdout


@pytest.mark.quick
def test_a_benchmark_links_neither_compression_nor_json():
    if not PROGRAM.is_file():
        pytest.skip("no LinkedAlone: run `swift build --product LinkedAlone`")
    ran = subprocess.run([PROGRAM], capture_output=True, text=True, timeout=60)
    assert ran.stdout == "3\n", ran.stderr
    libraries = needed(PROGRAM)
    assert "libswiftCore" in libraries, "readelf and ldd say what is linked"
    for library in ["libzstd", "liblz4", "libsimdjson", "libxxhash", "libsndfile", "libFoundation"]:
        assert library not in libraries, libraries
