"""The memory of an import does not depend on how many rows there are, if they are in order."""

import os
import subprocess
import tarfile

import pytest

from test_kymo_memory import peak

START = 1_706_702_400
LIMIT = 64 << 20  # bytes
FEW, MANY = 200_000, 2_000_000
HELD = 256  # bytes for each row that has to be sorted, at most


def table(path, count, swap=False):
    """A file of the rows of a phone at rest, 100 a second."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as file:
        file.write("time,seconds_elapsed,z,y,x\n")
        for first in range(0, count, 1000):
            order = list(range(first, first + 1000))
            if swap:
                order[10], order[50] = order[50], order[10]
            file.write(
                "".join(
                    f"{START * 10**9 + i * 10**7},{i // 100}.{i % 100:02},9.8,0.1,0.2\n" for i in order
                )
            )
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("many")
    for name, count in [("few", FEW), ("many", MANY)]:
        table(folder / name / "TotalAcceleration.csv", count)
        table(folder / name / "Gyroscope.csv", count)
    yield folder
    for path in folder.rglob("*.csv"):
        path.unlink()


def test_ten_times_the_rows_take_the_same_memory(kymo, folder, tmp_path):
    used = {}
    for name in ("few", "many"):
        used[name] = peak(kymo, "import", folder / name, "-o", tmp_path / f"{name}.mcap")
    assert used["many"] < LIMIT, used
    assert used["many"] < used["few"] + (8 << 20), used


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_an_archive_takes_no_more(kymo, folder, tmp_path, kind):
    path = tmp_path / f"export.{kind}"
    inside = folder / "many" / "TotalAcceleration.csv"
    if kind == "zip":
        import zipfile

        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.write(inside, inside.name)
    else:
        with tarfile.open(path, "w:gz", compresslevel=1) as archive:
            archive.add(inside, inside.name)
    assert peak(kymo, "import", path, "-o", tmp_path / "o.mcap") < LIMIT


def test_a_pipe_takes_no_more(kymo, folder, tmp_path):
    pipe = tmp_path / "TotalAcceleration.csv"
    os.mkfifo(pipe)
    source = folder / "many" / "TotalAcceleration.csv"
    with subprocess.Popen(f'cat "{source}" > "{pipe}"', shell=True):
        assert peak(kymo, "import", pipe, "-o", tmp_path / "o.mcap") < LIMIT


def test_rows_that_have_to_be_sorted_take_what_is_said(kymo, tmp_path):
    path = table(tmp_path / "TotalAcceleration.csv", 500_000, swap=True)
    assert peak(kymo, "import", path, "-o", tmp_path / "o.mcap") < LIMIT + 500_000 * HELD
    done = kymo.json("import", path, "-o", tmp_path / "o.mcap")
    assert [(r["rule"], r["count"]) for r in done["repairs"]] == [("unsorted-rows", 500 * 40)]
