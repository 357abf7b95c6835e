#!/usr/bin/env bash
# Runs every part of the tests, goes on after a failure, and sums up in one closing line.
# Needs what `make deps-test` installs; VENV is the Python environment, KYMO the built tool.
set -euo pipefail
cd "$(dirname "$0")/.."
. Tests/sections.sh
export KYMO=${KYMO:-$PWD/.build/release/kymo}
# The interop tests beside them use both cores.
one_at_a_time=--no-parallel

heading "Style"
check lint make --no-print-directory lint

# Replay and simulations compute for long: they are optimised, as what users have is. They see no more of the libraries than
# `package` gives, so that these are those of kymo, compiled once. `make check` has the replay in its debug build.
optimised=ReplayTests,SimulationTests

heading "Build"
if ! logged build-release swift build -c release --product kymo \
  || ! KYMOGRAPH_ONLY=$optimised logged build-optimised swift build -c release --build-tests \
  || ! logged build-tests swift build --build-tests; then
  failed=$((failed + 1))
  finish
fi

# Two threads that hand a byte at a time to each other take their time: with a third process on two cores each hand-over
# waits for its turn, and a second becomes minutes.
heading "Unit tests of what shares memory, with the cores to themselves"
tests=$(swift build --show-bin-path)
swift_tests core counted "$tests" --filter '^KymoCoreTests\.'

# These tests wait for servers, clocks and signals more than they compute. Meanwhile the unit tests run, and the compilers
# below, which stand back whenever a test wants a core.
report=$logs/interop.xml
rm -f "$report" "$logs/interop.status"
{
  status=0
  # A file at a time on either core, the longest first; what two files share, such as the example's build, has a lock.
  logged interop "$VENV/bin/python" -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder --durations 40 \
    --junitxml "$report" Tests/Interop || status=1
  echo "$status $SECONDS" >"$logs/interop.status"
} >"$logs/interop.said" 2>&1 &
interop=$!
interop_began=$SECONDS

heading "Replay and simulations"
swift_tests replay counted "$(swift build -c release --show-bin-path)"

heading "The other unit tests, and tidy tests"
swift_tests unit counted "$tests" --skip "^(KymoCoreTests|${optimised/,/|})\."

patient="nice -n 15"

# Builds the tests of some libraries, and what they stand on, for a sanitizer: sanitized NAME FILTER OPTION...
# A sanitizer repeats tests that were counted already.
sanitized() {
  local name=$1 filter=$2
  shift 2
  local options=("$@" --scratch-path ".build/$name")
  if logged "$name-build" $patient swift build --build-tests "${options[@]}"; then
    swift_tests "$name" repeated "$(swift build --show-bin-path "${options[@]}")" --filter "$filter"
  else
    echo "$name: it does not build"
    failed=$((failed + 1))
  fi
}

heading "Thread sanitizer: what shares memory"
# Optimised: in a debug build the sanitizer does not see the generic accesses to the slots.
# The rings, the server with its threads, and the threads that write and read chunks. The client has one thread, and
# stands on KymoBench, which Swift 6.3.1 fails to compile this way ("Invalid bitcast").
export KYMOGRAPH_ONLY=KymoCore,KymoMCAP,KymoServer
sanitized tsan "KymoCoreTests|KymoServerTests|KymoMCAPTests.MCAP(ChunkAhead|Threads)" -c release -Xswiftc -enable-testing --sanitize=thread
unset KYMOGRAPH_ONLY

heading "Address sanitizer: what reads files, and what holds the engine of scripts"
# Without what only the tool needs, and without whole pages, which three suites have: the engine keeps names of what
# it has parsed where the search for leaks does not look. (The tests themselves see that the page goes.)
# Optimised: it takes longer to compile, and a fifth of the time to run. Assertions are seen by the tests above.
# All at once: the interop tests are over by now, or nearly.
one_at_a_time=
export KYMOGRAPH_ONLY=KymoMCAP,KymoRecording,KymoBridge,KymoHistogram,KymoDeflate,KymoCapture,KymoDevice,KymoServer,KymoScript
sanitized asan \
  "KymoMCAPTests|KymoRecordingTests|KymoBridgeTests|KymoHistogramTests|KymoDeflateTests|KymoCaptureTests|KymoServerTests|KymoScriptTests\.(?!PageHour|BridgedApp|CallsAtOnce)|KymoDeviceTests.(AudioSandbox|SoundFile)" \
  -c release -Xswiftc -enable-testing --sanitize=address
unset KYMOGRAPH_ONLY

heading "Documentation, benchmarks and fuzzers: what no test above builds"
check docs $patient make --no-print-directory docs
# Debug builds: this is about whether they still compile, and whether the kept inputs still pass.
check benchmarks $patient swift build --package-path Benchmarks --scratch-path .build \
  --disable-build-manifest-caching
check fuzzers $patient make --no-print-directory fuzz-corpus

heading "Interoperability: the field's own readers"
wait "$interop" || true
read -r status ended <"$logs/interop.status" || { status=1; ended=$SECONDS; }
cat "$logs/interop.said"
count_interop "$status" "$report"
sections+=("$((ended - interop_began)) interoperability, beside the sections from the unit tests on")

finish
