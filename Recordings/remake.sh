#!/usr/bin/env bash
# Makes the recordings of this folder again from their seeds. The bytes must not change unless the
# generator, the container's writer or the handlers were changed on purpose: look at `git diff --stat`.
set -euo pipefail
cd "$(dirname "$0")"
kymo=${KYMO:-../.build/release/kymo}

expected() {
  "$kymo" replay "$1/session.mcap" --format json | python3 -c '
import hashlib, json, sys
report = json.load(sys.stdin)
print(json.dumps({
    "schema": "kymograph.expected/1",
    "sha256": hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest(),
    "events": report["events"],
    "digest": report["digest"],
    "channels": report["channels"],
    "commands": report["commands"],
}, indent=2))' "$1/session.mcap" >"$1/expected.json"
}

"$kymo" synth walk --seed 20261120 --duration 2m -o walk/session.mcap
"$kymo" synth drive --seed 20261120 --duration 10m --rate 25 -o drive/session.mcap
"$kymo" synth adversarial --seed 20261120 -o adversarial/session.mcap
"$kymo" synth devicecatalog --seed 20261121 -o devicecatalog/session.mcap
for name in walk drive adversarial devicecatalog; do expected "$name"; done

# The folder that the guide imports: an export of the walk, as a phone app would hand it out.
../.build/venv/bin/python walk_export.py walk/session.mcap ../Examples/Walk
