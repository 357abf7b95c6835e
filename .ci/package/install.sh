#!/usr/bin/env bash
# Puts a built kymo, its manual pages, its completions and Kymograph's sources below a prefix.
#
#   install.sh KYMO PREFIX ZSH_FOLDER
#
# KYMO runs here; PREFIX is the folder that gets bin and share; ZSH_FOLDER is where zsh looks below it.
set -euo pipefail
kymo=$1 prefix=$2 zsh=$3
cd "$(dirname "$0")/../.."

install -d "$prefix/bin" "$prefix/share/man/man1" "$prefix/share/bash-completion/completions" \
  "$prefix/$zsh" "$prefix/share/fish/vendor_completions.d" "$prefix/share/doc/kymograph"
install -m 755 "$kymo" "$prefix/bin/kymo.new"
mv -f "$prefix/bin/kymo.new" "$prefix/bin/kymo"  # One that runs is not written over.
"$kymo" --generate-manual "$prefix/share/man/man1"
"$kymo" --generate-completion-script bash >"$prefix/share/bash-completion/completions/kymo"
"$kymo" --generate-completion-script zsh >"$prefix/$zsh/_kymo"
"$kymo" --generate-completion-script fish >"$prefix/share/fish/vendor_completions.d/kymo.fish"
install -m 644 README.md LICENSE "$prefix/share/doc/kymograph/"
rm -rf "$prefix/share/doc/kymograph/Documentation"
cp -R Documentation "$prefix/share/doc/kymograph/"
rm -rf "$prefix/share/doc/kymograph/Documentation/.site"

# The sources, which apps are built with. They say of which commit they are, since they are no repository.
sources=$prefix/share/kymograph
rm -rf "$sources.new"
install -d "$sources.new"
{
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z -- Package.swift LICENSE Sources
  else
    find Package.swift LICENSE Sources -type f -print0
  fi
} | tar --null --files-from=- --create --owner=0 --group=0 | tar --extract --no-same-owner --directory "$sources.new"
chmod -R u=rwX,go=rX "$sources.new"
commit=${KYMOGRAPH_COMMIT:-}
if [[ $commit =~ ^[0-9a-f]{40}(-dirty)?$ ]]; then
  sed -i "s/^#define KYMOGRAPH_COMMIT \"\"\$/#define KYMOGRAPH_COMMIT \"$commit\"/" \
    "$sources.new/Sources/CBuildStamp/CBuildStamp.cpp"
fi
rm -rf "$sources"
mv "$sources.new" "$sources"
