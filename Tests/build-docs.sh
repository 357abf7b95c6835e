#!/usr/bin/env bash
# Builds the documentation of libraries: build-docs.sh BUILD_FOLDER OUTPUT_FOLDER LIBRARY...
# BUILD_FOLDER is what `swift build --show-bin-path` says, after a build. With HOSTING_BASE each is made to be served below it.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$1
output=$2
shift 2

# The libraries' modules import those of C, which have to be found.
flags=()
for map in Sources/C*/module.modulemap "$build"/C*.build/module.modulemap; do flags+=(-Xcc "-fmodule-map-file=$map"); done
for folder in Sources/*/include; do flags+=(-I "$folder"); done

hosting() { [ -z "${HOSTING_BASE:-}" ] || echo --transform-for-static-hosting --hosting-base-path "$HOSTING_BASE/$1"; }

status=0
for name in "$@"; do
  graphs=$output/graphs/$name
  rm -rf "$graphs" "${output:?}/$name"
  mkdir -p "$graphs"
  swift symbolgraph-extract -module-name "$name" -target "$(basename "$(dirname "$build")")" \
    -I "$build/Modules" "${flags[@]}" -minimum-access-level public -output-dir "$graphs"
  docc convert "Sources/$name/Documentation.docc" --warnings-as-errors \
    --fallback-display-name "$name" --fallback-bundle-identifier "kymograph.$name" \
    $(hosting "$name") --additional-symbol-graph-dir "$graphs" --output-path "$output/$name" || status=1
done
exit "$status"
