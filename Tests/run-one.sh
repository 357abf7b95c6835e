#!/usr/bin/env bash
# Builds, and runs the tests of one target or of one file: run-one.sh KymoMCAP|TidyTests|test_kymo_cli [FILTER]
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1:?name a library, a test target or a file of Tests/Interop}
filter=${2:-}

case $name in
  test_*)
    swift build --product kymo
    KYMO=$PWD/.build/debug/kymo "${VENV:-.build/venv}/bin/python" -m pytest -q "Tests/Interop/${name%.py}.py" ${filter:+-k "$filter"}
    ;;
  *)
    [ -d "Tests/$name" ] || name=${name}Tests
    [ -d "Tests/$name" ] || { echo "there is no folder Tests/$name" >&2; exit 64; }
    swift build --build-tests
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    # The name is that of the function and of its suite, as the output has them behind "Test" and "Suite".
    swift test --skip-build --disable-xctest --filter "^$name\..*(?i:$filter)" | tee "$log"
    # A filter that matches nothing passes for ever.
    if grep -q 'Test run with 0 tests' "$log"; then echo "no test of $name has \"$filter\" in its name" >&2; exit 1; fi
    ;;
esac
