"""A corpus with long names and long reasons, of which something is wrong in every way that there is."""

import json
import os
import shutil

RECORDINGS = 22
FOLDER = "drives-of-a-winter-with-a-rather-long-name/in.the.hills"
COMMANDS = ["replay", "bench --rate 5000 --duration 0.03", "count"]
REASON = (
    "the generator was late: the 99th percentile of its slip is 11.8 ms, the limit 1.0 ms; other work on the machine, or "
    "too high a rate; /srv/builds/2026-11-25/kymograph/.build/release/aProgramWhoseNameIsLong.executable"
)
# More instructions of this command in every third recording.
COUNTED = "maps.layers.reloadVisibleTiles/background"


def make(kymo, folder):
    """Makes `corpus.json` and the results in `r`: real ones, of which many are changed afterwards."""
    place = folder / FOLDER
    place.mkdir(parents=True)
    for number in range(RECORDINGS):
        path = place / f"recordingOfTheMorningRoundInTheHills-{number:02}.mcap"
        kymo.run("synth", "walk", "--seed", number + 1, "--duration", 1, "-o", path)
    for build in ("base", "head-of-a-branch-with-a-long-name"):
        shutil.copy2(kymo.binary, folder / build)
    builds = [f"--build={name}={name}" for name in ("base", "head-of-a-branch-with-a-long-name")]
    commands = [f"--command={command}" for command in COMMANDS]
    # Without valgrind, as counts are made up below.
    options = {"cwd": folder, "env": os.environ | {"PATH": str(place)}}
    kymo.run("corpus", "plan", FOLDER, *builds, *commands, "-o", "corpus.json", **options)
    tasks = RECORDINGS * len(builds) * len(COMMANDS)
    words = ["corpus", "run", "corpus.json", "--task", f"0-{tasks - 1}", "-o", "r", "--attempts", 1, "-q"]
    kymo.attempt(*words, lines=1000, timeout=300, **options)
    spoil(folder / "r")


def spoil(results):
    """Makes loads valid and counts differ, and most things wrong that can be."""
    known = [(path, json.loads(path.read_text())) for path in sorted(results.iterdir())]
    known.sort(key=lambda pair: (pair[1]["task"]["recording"], pair[1]["task"]["build"]))
    by_command = {name: [] for name in ("replay", "bench", "count")}
    for path, result in known:
        by_command[result["task"]["command"][0]].append((path, result))
    for index, (_, result) in enumerate(by_command["bench"]):
        result |= {"verdict": "measured", "message": None}
        result["report"] |= {"valid": True, "reasons": [], "reasonKinds": []}
        if index == 5:
            result |= {"verdict": "invalid", "message": REASON}
            result["report"] |= {"valid": False, "reasons": [REASON], "reasonKinds": ["generator"]}
    for index, (_, result) in enumerate(by_command["count"]):
        isHead = result["task"]["build"] != "base"
        number = 800 + index // 2 + (90 if isHead and index % 6 == 1 else 0)
        figures = {"instructions": 100 * number, "allocations": 25, "systemCalls": None}
        names = [(COUNTED, 100), ("accel", 100)]
        result["report"]["commands"] = [
            {"name": name, "recordedEvents": count, "countedEvents": count, **figures} for name, count in names
        ]
    replays = by_command["replay"]
    replays[3][1]["report"]["digest"] = "00112233445566ff"
    replays[8][1].update(verdict="partial", message="a part has nothing to be compared with: " + REASON)
    replays[11][1].update(verdict="failed", message=REASON, report=None)
    by_command["count"][7][1].update(verdict="broken", message=f"{COUNTED} instructions is 817.25, at most 700")
    for path, result in known:
        path.write_text(json.dumps(result))
    replays[20][0].unlink()
    (results / "half-of-a-result-with-a-long-name-that-nobody-reads.json").write_text('{"schema": "kymograph.corpus-result/1"')
