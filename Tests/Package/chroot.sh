#!/usr/bin/env bash
# Tests a package: chroot.sh PACKAGE.deb. Needs root and access to Debian's archive.
#
# Installs the package in a new Debian system without Swift, publishes the samples and the campuses of the
# tutorials, removes the package, and runs the steps of the container image.
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
inside apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends /almanac.deb >/dev/null
! inside which swift || { echo "the new system has Swift" >&2; exit 1; }
inside almanac --version
inside almanac run --samples --config /usr/share/doc/almanac/examples/config/almanac.yaml --output /srv/samples | tail -3

# publish PAGE [PROGRAMS]: runs the commands of a page in an empty folder and checks the edition.
publish() {
  local name=${1%.md}
  python3 "$here/commands.py" "$here/../../docs/$1" >"$root/$name.sh"
  inside mkdir "/srv/$name"
  inside bash -c "cd /srv/$name && PATH=${2:+$2:}\$PATH bash /$name.sh" >"$root/$name.log" 2>&1 \
    || { tail -30 "$root/$name.log" >&2; exit 1; }
  local latest=$root/srv/$name/output/latest
  for file in almanac.sqlite calendars/all.ics geojson/map.geojson site/index.html; do
    [[ -s $latest/$file ]] || { echo "docs/$1 published no $file" >&2; exit 1; }
  done
  echo "docs/$1: $(grep -c '^BEGIN:VEVENT' "$latest/calendars/all.ics") events in the calendar"
}
publish tutorial.md
shared=${ALMANAC_SHARED:-$here/../../../shared}
if [[ -d $shared/corpora/feeds ]]; then
  "$here/campus.py" "$shared" "$root/captured" /usr/bin/almanac
  publish campus.md /captured/bin
else
  echo "SKIPPED: docs/campus.md, because $shared is missing" >&2
fi

inside apt-get -qq -o Dpkg::Use-Pty=0 remove -y almanac >/dev/null
! inside which almanac || { echo "the program remains after removing the package" >&2; exit 1; }
echo "the package installs, publishes and removes"

# Run the steps of the Containerfile without a container engine.
mkdir -p "$root/etc/almanac"
cp -R "$here/../../config" "$here/../../feeds" "$root/etc/almanac/"
"$here/container.py" "$here/../../deploy/Containerfile" >"$root/container.sh"
inside bash /container.sh >"$root/container.log" 2>&1 || { tail -30 "$root/container.log" >&2; exit 1; }
owner=$(stat -c %u "$root/var/lib/almanac/latest/manifest.json")
[[ $owner == 65532 ]] || { echo "the edition in the image is owned by $owner" >&2; exit 1; }
echo "the steps of the image publish an edition as user $owner"
