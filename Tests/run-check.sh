#!/usr/bin/env bash
# The check before a commit: style, the debug build as it changed, unit tests, and the interop tests marked `quick`.
# Needs what `make deps-test` installs; VENV is the Python environment.
set -euo pipefail
cd "$(dirname "$0")/.."
. Tests/sections.sh
export KYMO=$PWD/.build/debug/kymo

heading "Style"
check lint make --no-print-directory lint

heading "Build"
if ! logged build-tests swift build --build-tests; then
  failed=$((failed + 1))
  finish
fi

heading "Unit, replay and tidy tests"
# Not the simulations of the gate: they take a minute of processor time, and are in `make test`.
swift_tests unit counted "$(swift build --show-bin-path)" --skip '^SimulationTests\.'

heading "Interoperability: the quick tests"
status=0
logged interop-quick "$VENV/bin/python" -m pytest -q -n 2 -m quick --junitxml "$logs/interop-quick.xml" Tests/Interop || status=1
count_interop "$status" "$logs/interop-quick.xml"

finish
