#!/usr/bin/env bash
# Makes Debian packages: kymograph, the tool, and kymograph-dev, the sources that apps are built with.
#
#   deb.sh KYMO VERSION FOLDER BUILD_PACKAGE...
#
# What the tool is linked with becomes its dependencies; BUILD_PACKAGE are those of the sources.
set -euo pipefail
kymo=$(realpath "$1") version=$2 folder=$3
shift 3
here=$(realpath "$(dirname "$0")")
root=$(realpath "$here/../..")
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tool=$work/tool dev=$work/dev

"$here/install.sh" "$kymo" "$tool/usr" share/zsh/vendor-completions
strip --strip-debug "$tool/usr/bin/kymo"  # The names of functions stay: kymo profile shows them.
gzip -9n "$tool"/usr/share/man/man1/*.1
install -d "$dev/usr/share/doc/kymograph-dev" "$dev/usr/share" "$tool/DEBIAN" "$dev/DEBIAN"
mv "$tool/usr/share/kymograph" "$dev/usr/share/kymograph"
rm "$tool/usr/share/doc/kymograph/LICENSE"
for package in "$tool/usr/share/doc/kymograph" "$dev/usr/share/doc/kymograph-dev"; do
  { printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\n'
    printf 'Copyright: the authors of Kymograph\nLicense: Expat\n'
    sed 's/^$/./; s/^/ /' "$root/LICENSE"; } >"$package/copyright"
done

# dpkg-shlibdeps reads a source package's control file, of which there is none.
mkdir -p "$work/shlibs/debian"
printf 'Source: kymograph\n\nPackage: kymograph\nArchitecture: any\n' >"$work/shlibs/debian/control"
depends=$(cd "$work/shlibs" && dpkg-shlibdeps -O "$tool/usr/bin/kymo" 2>/dev/null)
depends=${depends#shlibs:Depends=}

control() {  # FOLDER PACKAGE ARCHITECTURE, further fields from standard input
  { printf 'Package: %s\nVersion: %s\nArchitecture: %s\nSection: devel\nPriority: optional\n' "$2" "$version" "$3"
    printf 'Maintainer: Kymograph <kymograph@localhost>\nInstalled-Size: %s\n' "$(du -ks "$1/usr" | cut -f 1)"
    cat; } >"$1/DEBIAN/control"
  (cd "$1" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$1/DEBIAN/md5sums"
}

control "$tool" kymograph "$architecture" <<END
Depends: $depends
Recommends: libjavascriptcoregtk-4.1-0, node-domino, esbuild, valgrind
Suggests: kymograph-dev, linux-perf, libfaketime
Description: record, replay and benchmark sensor sessions of hybrid apps
 Records the accelerometer, location and bridge traffic of hybrid apps, replays
 it bit for bit, and measures the latency of every command under load.
END
control "$dev" kymograph-dev all <<END
Depends: $(printf '%s, ' "$@" | sed 's/, $//')
Recommends: kymograph (>= $version), valgrind, git
Description: record, replay and benchmark sensor sessions - sources for apps
 The Swift package that apps of one's own are built with: see kymo-init(1).
 It needs Swift 6.3, which Debian 12 does not have.
END

# The same sources give the same packages: no time of the build is in them.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 0)}
mkdir -p "$folder"
for package in "$tool" "$dev"; do
  find "$package" -print0 | xargs -0 touch --no-dereference --date="@$SOURCE_DATE_EPOCH"
  dpkg-deb --root-owner-group -Zxz --build "$package" "$folder" >/dev/null
done
ls -1 "$folder"/kymograph*_"$version"_*.deb
