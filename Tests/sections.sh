# Functions of run-tests.sh and run-check.sh: sections with their seconds, tests that are counted, and a closing line.
# Sourced from the root of the repository. VENV is the Python environment; logs go to .build/log.

VENV=${VENV:-.build/venv}
logs=.build/log
mkdir -p "$logs"
passed=0
failed=0
skipped=0
section=""
section_began=0
sections=()
reports=()

# Ends the section before, and begins another.
heading() {
  end_section
  section=$1
  section_began=$SECONDS
  printf '\n== %s\n' "$1"
}

end_section() {
  if [ -n "$section" ]; then sections+=("$((SECONDS - section_began)) $section"); fi
  section=""
}

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

# Adds the tests of a report to the sums, unless they are repeated: then only failures are news.
count_tests() {
  local name=$1 counts=$2 status=$3 report=$4 failures=$5
  local tests omitted
  tests=$(attribute "$report" tests)
  omitted=$(attribute "$report" skipped)
  # A run that ends well without having run a test is a failure: a filter that matches nothing would pass for ever.
  if [ "$tests" -eq 0 ]; then
    echo "$name: no test ran"
    status=1
  fi
  if [ "$status" -ne 0 ] && [ "$failures" -eq 0 ]; then failures=1; fi
  echo "$name: $tests tests, $failures failed"
  failed=$((failed + failures))
  if [ "$counts" = counted ]; then
    passed=$((passed + (tests > failures + omitted ? tests - failures - omitted : 0)))
    skipped=$((skipped + omitted))
  fi
}

# Runs the tests of a build that is there: swift_tests NAME counted|repeated BUILD_FOLDER [OPTION...].
#
# The program of the tests is run as `swift test` runs it, which would keep others from building meanwhile. There is no
# XCTest here. With one_at_a_time=--no-parallel a test takes the time that is reported of it; otherwise all tests begin at
# once, so that their times say nothing.
swift_tests() {
  local name=$1 counts=$2 folder=$3 status=0 report=$logs/$1.xml
  shift 3
  local words=(--testing-library swift-testing --xunit-output "$report" ${one_at_a_time:-} "$@")
  rm -f "$report"
  logged "$name" ${patient:-} "$folder/kymographPackageTests.xctest" "${words[@]}" || status=1
  count_tests "$name" "$counts" "$status" "$report" "$(failed_tests "$report")"
  if [ -n "${one_at_a_time:-}" ]; then reports+=("$report"); fi
}

# Counts what pytest has reported: count_interop STATUS REPORT.
count_interop() {
  local failures=$(($(attribute "$2" failures) + $(attribute "$2" errors)))
  count_tests interop counted "$1" "$2" "$failures"
  reports+=("$2")
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

# Says where the time went, and sums up.
finish() {
  end_section
  printf '\n== Where the time went\n'
  printf '%s\n' "${sections[@]}" "$SECONDS in all" | while read -r seconds name; do printf '%6d s  %s\n' "$seconds" "$name"; done
  "$VENV/bin/python" Tests/slowest.py 20 "${reports[@]}" || true
  printf '\n%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  if [ "$failed" -gt 0 ]; then exit 1; fi
  exit 0
}
