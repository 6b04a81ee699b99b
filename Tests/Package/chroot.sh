#!/usr/bin/env bash
# Installs the package in a new Debian system that has no Swift, publishes the samples and the tutorial's
# campus there, and removes the package: chroot.sh PACKAGE.deb. Needs root and Debian's archive.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
package=$(realpath "$1")
(( EUID == 0 )) || exec sudo "$0" "$package"
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Suite: $suite" | head -1)
[[ -n $mirror ]] || mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -1)
root=$(mktemp -d)
chmod 755 "$root"
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf "$root"' EXIT
debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$root.log" || { tail -20 "$root.log" >&2; exit 1; }
rm -f "$root.log"
mount -t proc proc "$root/proc"
cp "$package" "$root/almanac.deb"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

inside apt-get -qq update
inside apt-get -qq install -y --no-install-recommends /almanac.deb >/dev/null
! inside which swift || { echo "there is a Swift in the new system" >&2; exit 1; }
inside almanac --version
inside almanac run --samples --config /usr/share/doc/almanac/examples/config/almanac.yaml --output /srv/samples | tail -3
python3 "$here/commands.py" "$here/../../docs/tutorial.md" >"$root/tutorial.sh"
inside mkdir /srv/campus
inside bash -c 'cd /srv/campus && bash /tutorial.sh' >"$root/tutorial.log" 2>&1 || { tail -30 "$root/tutorial.log" >&2; exit 1; }
for file in almanac.sqlite calendars/all.ics geojson/map.geojson site/index.html; do
  [[ -s $root/srv/campus/output/latest/$file ]] || { echo "the tutorial's campus has no $file" >&2; exit 1; }
done
grep -c '^BEGIN:VEVENT' "$root/srv/campus/output/latest/calendars/all.ics" | sed 's/$/ events in the calendar of the tutorial/'
inside apt-get -qq remove -y almanac >/dev/null
! inside which almanac || { echo "removing the package left the program" >&2; exit 1; }
echo "the package installs, publishes and removes"
