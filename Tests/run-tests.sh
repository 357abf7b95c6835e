#!/usr/bin/env bash
# Runs every part of the tests, goes on after a failure, and sums up in one closing line.
# Needs what `make deps-test` installs; VENV is the Python environment, KYMO the built tool.
set -euo pipefail
cd "$(dirname "$0")/.."

VENV=${VENV:-.build/venv}
export KYMO=${KYMO:-$PWD/.build/release/kymo}
logs=.build/log
mkdir -p "$logs"
passed=0
failed=0
skipped=0

heading() { printf '\n== %s\n' "$1"; }

# The number after `name="` in the first <testsuite> element of a report; 0 if there is none.
attribute() {
  local value=""
  if [ -f "$1" ]; then
    value=$(tr '>' '\n' <"$1" | sed -n "s/.*<testsuite .*[ ]$2=\"\([0-9]*\)\".*/\1/p" | head -n 1)
  fi
  echo "${value:-0}"
}

# How many tests of a report failed. Its own sum counts every issue of a test.
failed_tests() {
  if [ ! -f "$1" ]; then echo 0; return; fi
  awk '/<testcase /{bad=0} /<(failure|error)[ >]/{if (!bad) count++; bad=1} END{print count+0}' "$1"
}

# Runs a command and keeps what it says; shows the end of it when it fails.
logged() {
  local log=$logs/$1.log
  shift
  if "$@" >"$log" 2>&1; then return 0; fi
  grep -E 'error:|warning:|^✘|^↳ .*:[0-9]+: |^FAILED|ThreadSanitizer|AddressSanitizer' "$log" | head -n 60 || true
  echo "The whole log: $log"
  return 1
}

# Runs `swift test` with the rest of the arguments. A run that ends well without having run a
# test is a failure: a filter that matches nothing would otherwise pass for ever.
swift_tests() {
  local name=$1 counts=$2 status=0
  shift 2
  local results=$logs/$name.xml
  rm -f "$results"
  # There is no XCTest here; its empty runner would only leak under the address sanitizer.
  logged "$name" ${patient:-} swift test --disable-xctest --xunit-output "$results" "$@" || status=1
  local tests failures omitted
  tests=$(attribute "$results" tests)
  failures=$(failed_tests "$results")
  omitted=$(attribute "$results" skipped)
  if [ "$tests" -eq 0 ]; then
    echo "$name: no test ran"
    status=1
  fi
  if [ "$status" -ne 0 ] && [ "$failures" -eq 0 ]; then failures=1; fi
  echo "$name: $tests tests, $failures failed"
  failed=$((failed + failures))
  # A sanitizer repeats tests that were counted already: only its failures are news.
  if [ "$counts" = counted ]; then
    passed=$((passed + (tests > failures + omitted ? tests - failures - omitted : 0)))
    skipped=$((skipped + omitted))
  fi
}

# Runs a command that is one test: it works, or it does not.
check() {
  local name=$1
  shift
  if logged "$name" "$@"; then
    echo "$name: in order"
    passed=$((passed + 1))
  else
    echo "$name: FAILED"
    failed=$((failed + 1))
  fi
}

finish() {
  printf '\n%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  if [ "$failed" -gt 0 ]; then exit 1; fi
  exit 0
}

heading "Style"
check lint make --no-print-directory lint

heading "Build"
if ! logged build-release swift build -c release --product kymo \
  || ! logged build-tests swift build --build-tests; then
  failed=$((failed + 1))
  finish
fi

# These tests wait for servers, clocks and signals more than they compute. Meanwhile the unit tests run, and the compilers
# below, which stand back whenever a test wants a core.
report=$logs/interop.xml
rm -f "$report" "$logs/interop.status"
{
  status=0
  # A file at a time on either core; what two files share, such as the example's build, has a lock.
  logged interop "$VENV/bin/python" -m pytest -q -n 2 --dist loadfile --durations 40 --junitxml "$report" \
    Tests/Interop || status=1
  echo "$status" >"$logs/interop.status"
} >"$logs/interop.said" 2>&1 &
interop=$!

heading "Unit, replay and tidy tests"
swift_tests unit counted --skip-build

patient="nice -n 15"

heading "Thread sanitizer: what shares memory"
# Optimised: in a debug build the sanitizer does not see the generic accesses to the slots.
# The rings, and the server with its threads. The client has one thread, and stands on KymoBench, which Swift 6.3.1 fails
# to compile this way ("Invalid bitcast").
export KYMOGRAPH_ONLY=KymoCore,KymoServer
swift_tests tsan repeated -c release -Xswiftc -enable-testing --sanitize=thread --scratch-path .build/tsan \
  --filter "KymoCoreTests|KymoServerTests"
unset KYMOGRAPH_ONLY

heading "Address sanitizer: what reads files, and what holds the engine of scripts"
# Without what only the tool needs.
export KYMOGRAPH_ONLY=KymoMCAP,KymoRecording,KymoBridge,KymoHistogram,KymoDeflate,KymoCapture,KymoDevice,KymoServer,KymoScript
swift_tests asan repeated --sanitize=address --scratch-path .build/asan \
  --filter "KymoMCAPTests|KymoRecordingTests|KymoBridgeTests|KymoHistogramTests|KymoDeflateTests|KymoCaptureTests|KymoServerTests|KymoScriptTests|KymoDeviceTests.(AudioSandbox|SoundFile)"
unset KYMOGRAPH_ONLY

heading "Documentation, benchmarks and fuzzers: what no test above builds"
check docs $patient make --no-print-directory docs
# Debug builds: this is about whether they still compile, and whether the kept inputs still pass.
check benchmarks $patient swift build --package-path Benchmarks
check fuzzers $patient make --no-print-directory fuzz-corpus

heading "Interoperability: the field's own readers"
wait "$interop" || true
status=$(cat "$logs/interop.status" 2>/dev/null || echo 1)
cat "$logs/interop.said"
tests=$(attribute "$report" tests)
failures=$(($(attribute "$report" failures) + $(attribute "$report" errors)))
omitted=$(attribute "$report" skipped)
if [ "$tests" -eq 0 ]; then
  echo "interop: no test ran"
  status=1
fi
if [ "$status" -ne 0 ] && [ "$failures" -eq 0 ]; then failures=1; fi
echo "interop: $tests tests, $failures failed"
passed=$((passed + (tests > failures + omitted ? tests - failures - omitted : 0)))
failed=$((failed + failures))
skipped=$((skipped + omitted))

finish
