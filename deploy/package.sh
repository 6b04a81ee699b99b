#!/usr/bin/env bash
# Builds the Debian package of the release executable in .build/: deploy/package.sh VERSION
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=$1
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
share=$root/usr/share

make install PREFIX=/usr DESTDIR="$root" >"$work/log" || { cat "$work/log" >&2; exit 1; }
gzip -9n "$share/man/man1/almanac.1"
install -d "$share/doc/almanac/examples"
cp -R config feeds "$share/doc/almanac/examples/"
gzip -9nc CHANGELOG.md >"$share/doc/almanac/changelog.gz"
install -m 644 LICENSE "$share/doc/almanac/copyright"
install -d "$root/etc/almanac"

# The libraries that the executable links, with the versions it needs.
mkdir -p "$work/debian"
printf 'Source: almanac\n\nPackage: almanac\nArchitecture: any\n' >"$work/debian/control"
libraries=$(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info root/usr/bin/almanac 2>/dev/null | sed 's/^shlibs:Depends=//')

install -d "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<CONTROL
Package: almanac
Version: $version
Architecture: $architecture
Maintainer: The Almanac developers <almanac@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f 1)
Depends: $libraries, ca-certificates, libjs-leaflet, tzdata
Section: utils
Priority: optional
Description: one calendar from the event feeds of a campus or a city
 Almanac fetches event feeds (iCalendar, RSS, Atom, JSON, HTML, CSV) and the
 weather on a schedule, finds the building behind each venue, merges duplicate
 listings, and publishes SQLite, iCalendar, GeoJSON and a map page.
CONTROL
cat >"$root/DEBIAN/postinst" <<'SCRIPT'
#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if command -v systemd-sysusers >/dev/null; then systemd-sysusers almanac.conf; fi
  if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
fi
SCRIPT
cat >"$root/DEBIAN/prerm" <<'SCRIPT'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now almanac.timer || true
fi
SCRIPT
chmod 755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm"

file=.build/almanac_${version}_$architecture.deb
dpkg-deb --build --root-owner-group "$root" "$file" >/dev/null
echo "$file"
