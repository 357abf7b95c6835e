#!/usr/bin/env bash
# A stranger's repository: from an empty folder, with an installed kymo, by what `kymo init` prints alone, to a job that
# is green; then to one that is red, for a handler that executes more, one that allocates, and one that stalls.
#
#   stranger.sh FOLDER           FOLDER is made; kymo is the one of PATH
#   KYMOGRAPH=PATH|URL           what the package depends on; what is installed unless given
#   PREPARE=1                    runs the commands that install packages, too
#   TIMES=1                      also the step that holds latencies to their limits, for machines with nothing else to do
#   GATE=1                       also the step that compares a change with what it is to be merged into: builds all twice more
#   SCRATCH=PATH                 where it is built, for tests that share it
set -euo pipefail
folder=$1
app=stepwatch
workflow=.github/workflows/kymograph.yml
failures=0

say() { printf '\n-- %s\n' "$*"; }

# The job's commands: name, tab, command. Several lines of one step are several commands.
job() {
  awk '
    /^      - / { name = "" }
    /^      - name: / { name = $0; sub(/^      - name: /, "", name); gsub(/"/, "", name) }
    /^        run: \|/ { inside = 1; next }
    inside && /^          / { print name "\t" substr($0, 11); next }
    { inside = 0 }
  ' "$workflow"
}

# Runs the job; says the worst status, and keeps what was printed in job.log.
run_job() {
  local status=0 worst=0 name command
  : >"$folder.log"
  while IFS=$'\t' read -r name command; do
    case $name in
      Install* | Let*) [ "${PREPARE:-}" ] || continue ;;
      Latencies*) [ "${TIMES:-}" ] || continue ;;
      "Is it slower?") [ "${GATE:-}" ] || continue ;;
    esac
    echo "+ $command" | tee -a "$folder.log"
    status=0
    GITHUB_BASE_REF=main bash -euo pipefail -c "$command" </dev/null >>"$folder.log" 2>&1 || status=$?
    echo "  exit $status"
    # A job ends with its first step that fails.
    if [ "$status" -ne 0 ]; then worst=$status; break; fi
  done < <(job)
  return "$worst"
}

# expect STATUS WHAT PATTERN...: the job ends so, and says each of these.
expect() {
  local wanted=$1 what=$2 status=0
  shift 2
  say "$what"
  run_job || status=$?
  if [ "$status" -ne "$wanted" ]; then
    echo "FAILED: the job ended with $status, not $wanted:"
    tail -n 40 "$folder.log"
    failures=$((failures + 1))
    return 0
  fi
  for pattern in "$@"; do
    if ! grep -qE -e "$pattern" "$folder.log"; then
      echo "FAILED: the job does not say: $pattern"
      tail -n 40 "$folder.log"
      failures=$((failures + 1))
    else
      grep -E -m 1 -e "$pattern" "$folder.log" | sed 's/^/    /'
    fi
  done
}

# Puts a line at the beginning of the handler, of which it is a change by itself.
change() {
  local source=Sources/$app/StepWatch.swift
  git checkout -q main -- "$source"
  sed -i "s|^    let a = exchange.event.payload.acceleration\$|&\n    $1|" "$source"
  git diff --quiet HEAD -- "$source" && { echo "FAILED: nothing was changed"; exit 1; }
  git commit -qam "$2"
}

export GIT_AUTHOR_NAME=Somebody GIT_AUTHOR_EMAIL=somebody@example.org
export GIT_COMMITTER_NAME=Somebody GIT_COMMITTER_EMAIL=somebody@example.org

say "kymo init $folder"
kymo init "$folder" --name StepWatch ${KYMOGRAPH:+--kymograph "$KYMOGRAPH"} | tee "$folder.init"
folder=$(realpath "$folder")
cd "$folder"
if [ "${SCRATCH:-}" ]; then
  export SWIFTPM_BUILD_DIR=$SCRATCH
  mkdir -p .build
  ln -s "$SCRATCH/release" .build/release
fi

say "what it says is to be done"
# The commands are indented by two columns, what they are good for by six.
sed -n '/^What is to be done now:/,$p' "$folder.init" | sed -n 's/^  \([^ ].*\)$/\1/p' >"$folder.steps"
while read -r command; do
  case $command in
    "cd "*) continue ;;
    # A machine that does other things has no valid run under load, and no limits come of it.
    *" bench "*) [[ ${TIMES:-} ]] || continue ;;
  esac
  echo "+ $command"
  bash -euo pipefail -c "$command" </dev/null >"$folder.log" 2>&1 || { tail -n 40 "$folder.log"; exit 1; }
done <"$folder.steps"
git clone -q --bare . "$folder.git"
git remote add origin "$folder.git"
git fetch -q
git checkout -q -b change

expect 0 "the job, with nothing changed"

change 'if a.x > 1e9, a.y > 1e9, a.z > 1e9, a.x > a.y, a.y > a.z { steps += 2 }; for n in 1...6 where a.x == Double(n) { steps += 2 }' \
  "A handler executes more"
expect 2 "a handler that executes more" "BROKEN: accel instructions is .*kymo.limits.json:[0-9]+" "::error file=kymo.limits.json,line="

change 'if String(describing: a).isEmpty { steps += 2 }' "A handler allocates"
expect 2 "a handler that allocates" "BROKEN: accel allocations is .*kymo.limits.json:[0-9]+"

if [ "${TIMES:-}" ]; then
  git checkout -q main -- .
  sed -i -E '/"response.p99"/s/"limit": [0-9.e+]+/"limit": 1/; /"response.p99"/s/, "tolerance": [^,}]*//' kymo.limits.json
  git commit -qam "Replies within a nanosecond"
  expect 2 "a limit of the latency that is broken" "BROKEN: .* response.p99 is .*kymo.limits.json:[0-9]+"
fi

say "done, $failures failed"
[ "$failures" -eq 0 ]
