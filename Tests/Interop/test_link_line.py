"""What a stranger's program is linked with that depends on one product alone."""

import shutil
import subprocess

from conftest import ROOT

MANIFEST = """\
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "alone",
  dependencies: [.package(name: "kymograph", path: "{root}")],
  targets: [
    .executableTarget(
      name: "alone",
      dependencies: [.product(name: "KymoBench", package: "kymograph")]
    )
  ]
)
"""

PROGRAM = """\
import KymoBench

let plan = try ArrivalPlan.constant(rate: 1000, length: .events(3))
print(plan.count)
"""


def needed(path):
    """The libraries that a program names itself, and all that come with them."""
    own = subprocess.run(["readelf", "-d", path], capture_output=True, text=True, check=True)
    all_of_them = subprocess.run(["ldd", path], capture_output=True, text=True, check=True)
    return own.stdout + all_of_them.stdout


def test_a_benchmark_links_neither_compression_nor_json(tmp_path):
    # The build folder stays, so that only the first build takes its time.
    folder = ROOT / ".build" / "link-line"
    source = folder / "Sources" / "alone"
    source.mkdir(parents=True, exist_ok=True)
    (folder / "Package.swift").write_text(MANIFEST.format(root=ROOT))
    (source / "main.swift").write_text(PROGRAM)
    command = ["swift", "build", "--package-path", folder, "--product", "alone"]
    built = subprocess.run(command, capture_output=True, text=True, timeout=900)
    assert built.returncode == 0, built.stdout[-4000:] + built.stderr[-4000:]
    program = tmp_path / "alone"
    shutil.copy(folder / ".build" / "debug" / "alone", program)
    ran = subprocess.run([program], capture_output=True, text=True, timeout=60)
    assert ran.stdout == "3\n", ran.stderr
    libraries = needed(program)
    assert "libswiftCore" in libraries, "readelf and ldd say what is linked"
    for library in ["libzstd", "liblz4", "libsimdjson", "libxxhash", "libsndfile", "libFoundation"]:
        assert library not in libraries, libraries
