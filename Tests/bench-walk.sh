#!/usr/bin/env bash
# The main job: what is in a recording, that it replays identically, and how fast it goes.
set -euo pipefail

kymo=$1
recording=$2

heading() { printf '\n== %s\n\n' "$1"; }

if [ ! -f "$recording" ]; then
  echo "bench: $recording: no such recording (is the clone complete?)" >&2
  exit 1
fi

heading "What is in $recording"
"$kymo" inspect "$recording"

# A report without a digest must not pass for two equal ones.
digest() {
  local report found
  # A replay that diverged has a digest too, and must end the job with its own status.
  report=$("$kymo" replay "$recording" --verify --speed max --format json) || return
  found=$(sed -n 's/^  "digest": "\(..*\)",\{0,1\}$/\1/p' <<<"$report")
  if [ -z "$found" ]; then
    echo "bench: kymo replay reported no digest" >&2
    return 1
  fi
  echo "$found"
}

heading "Replayed twice, as fast as possible"
first=$(digest)
second=$(digest)
echo "first   $first"
echo "second  $second"
if [ "$first" != "$second" ]; then
  echo "bench: the two replays differ" >&2
  exit 4
fi
echo "Identical, and identical to the recording."

heading "Latency of each command under load"
# A machine that was busy elsewhere makes a run invalid, not slow: give it two more chances.
status=0
"$kymo" bench "$recording" --attempts 3 || status=$?
[ "$status" -eq 3 ] || exit "$status"

# Counts do not depend on what else the machine does.
heading "Counted instead, as the machine has no time"
if command -v valgrind >/dev/null; then
  "$kymo" count "$recording"
else
  echo "bench: valgrind is not installed, so nothing is counted: make deps-test" >&2
fi
# The job was done; that the figures under load mean nothing here is stated above.
