"""What an import has said stays with the recording, and with what is made of it."""

import pytest

pytestmark = pytest.mark.quick

HEADER = "time,seconds_elapsed,z,y,x\n"
START = 1_699_734_109_763_076_401


def export(folder, rows=40, bad=3):
    folder.mkdir()
    text = HEADER
    for i in range(rows):
        text += f"{START + i * 10_000_000},{i / 100:.2f},9.8,0.1,0\n"
        if i < bad:
            text += '1,"oops\n'
    (folder / "TotalAcceleration.csv").write_text(text)
    (folder / "notes.csv").write_text("a,b\n1,2\n")
    return folder


def test_bad_rows_are_listed_counted_and_kept_in_the_recording(kymo, tmp_path):
    folder = export(tmp_path / "Walk")
    report = kymo.json("import", folder, "-o", tmp_path / "walk.mcap")
    assert report["events"] == 40
    bad = [r for r in report["repairs"] if r["rule"] == "malformed-row"]
    assert [(r["line"], r["count"]) for r in bad] == [(3, 3)]
    assert bad[0]["explanation"].startswith("Rows that cannot be read were left out; the first: ")
    seen = kymo.json("inspect", tmp_path / "walk.mcap")
    [record] = seen["imports"]
    assert record["repairs"] == [{**r, "file": r["file"].rsplit("/", 1)[-1]} for r in report["repairs"]]
    assert record["fileCount"] == len(report["files"]) == 2
    assert {f["file"]: f["use"] for f in record["files"]} == {
        "TotalAcceleration.csv": "rows", "notes.csv": "skipped",
    }
    assert "time is ns since 1970" in record["files"][0]["clock"]
    text = kymo.run("inspect", tmp_path / "walk.mcap").stdout
    assert "repaired  TotalAcceleration.csv:3  malformed-row × 3: Rows that" in text
    kymo.run("replay", "--verify", tmp_path / "walk.mcap")
    kymo.run("check", tmp_path / "walk.mcap")
    refused = kymo.attempt("import", "--strict", folder, "-o", tmp_path / "no.mcap")
    assert refused.returncode == 1 and "TotalAcceleration.csv:3: refused to repair (malformed-row)" in refused.stderr


def test_the_record_goes_with_what_is_cut_and_merged(kymo, tmp_path):
    for name in ("a", "b"):
        kymo.run("import", export(tmp_path / name, bad=len(name) + (name == "b")), "-o", tmp_path / f"{name}.mcap")
    record = kymo.json("inspect", tmp_path / "a.mcap")["imports"]
    kymo.run("cut", tmp_path / "a.mcap", "--end", "0.1", "-o", tmp_path / "cut.mcap")
    assert kymo.json("inspect", tmp_path / "cut.mcap")["imports"] == record
    kymo.run("merge", "--append", tmp_path / "a.mcap", tmp_path / "b.mcap", "-o", tmp_path / "both.mcap")
    both = kymo.json("inspect", tmp_path / "both.mcap")["imports"]
    assert both[0] == record[0] and len(both) == 2
    assert [r["repairs"][0]["count"] for r in both] == [1, 2]
    assert "repaired  " in kymo.run("inspect", tmp_path / "both.mcap").stdout
    assert not kymo.attempt("diff", tmp_path / "a.mcap", tmp_path / "a.mcap").returncode
