#!/usr/bin/env bash
# debian-packages.sh FOLDER SUITE PACKAGE…: unpacks packages of this machine's own Debian, with all that they depend on, into root/
# of a new FOLDER; the SUITE may be another than the machine's, which is "". Nothing is installed. Prints why, and fails, where that
# cannot be done.
set -euo pipefail
folder="$1" suite="$2"
shift 2
# shellcheck source=/dev/null
[[ -n "$suite" ]] || suite="$(. /etc/os-release && echo "$VERSION_CODENAME")"
for program in apt-get dpkg-deb; do
    command -v "$program" >/dev/null || { echo "no $program is here"; exit 1; }
done
# shellcheck disable=SC2016
archive="$(apt-get indextargets --format '$(ORIGIN) $(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
    awk '$1 == "Debian" && $2 !~ /-/ && !found { print $3; found = 1 }')"
[[ -n "$archive" ]] || { echo "this machine's own packages are not those of a Debian"; exit 1; }
mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial" "$folder"/root/usr/{bin,sbin,lib,lib64} "$folder/root/tmp"
for merged in bin sbin lib lib64; do
    ln -s "usr/$merged" "$folder/root/$merged"
done
: >"$folder/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive $suite main" >"$folder/sources.list"
apt=(apt-get -q -y -o "Dir::State=$folder" -o "Dir::State::status=$folder/status" -o "Dir::Cache=$folder/cache"
    -o "Dir::Etc::sourcelist=$folder/sources.list" -o Dir::Etc::sourceparts=/dev/null -o APT::Sandbox::User=root)
{ "${apt[@]}" update && "${apt[@]}" install --download-only --no-install-recommends "$@"; } >"$folder/apt.log" 2>&1 </dev/null ||
    { grep -m 1 '^E: ' "$folder/apt.log" || tail -n 1 "$folder/apt.log"; exit 1; }
for package in "$folder"/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar --extract --keep-directory-symlink --directory "$folder/root"
done
